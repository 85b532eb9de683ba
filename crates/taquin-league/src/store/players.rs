//! Players: a name and a key, and nothing else.

use sqlx::{AnyConnection, Row};
use taquin_ledger::{AttemptRow, PlayerRow};

use super::{ATTEMPT, Kind, Result, Store, StoreError, attempt_of, moment, signed};

/// A player who comes.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// What everybody may see.
    pub row: PlayerRow,
    /// The public key.
    pub key: Vec<u8>,
    /// What the name looks like.
    pub skeleton: String,
}

/// A player who is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// What everybody may see.
    pub row: PlayerRow,
    /// The public key.
    pub key: Vec<u8>,
}

impl Store {
    /// Takes a player in. Asked again with the same key, the one who is there comes back, whatever the name.
    pub async fn add_player(&self, new: &NewPlayer) -> Result<Player> {
        let sql = "INSERT INTO players (id, key, name, skeleton, joined_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        sqlx::query(sql)
            .bind(&new.row.id)
            .bind(&new.key[..])
            .bind(&new.row.name)
            .bind(&new.skeleton)
            .bind(signed(new.row.joined_ms))
            .execute(&self.write)
            .await?;
        // Nothing was written when the key or the name is there; with this key it is ours.
        self.player(&new.row.id).await?.filter(|player| player.key == new.key).ok_or(StoreError::NameTaken)
    }

    /// A player.
    pub async fn player(&self, id: &str) -> Result<Option<Player>> {
        let row = sqlx::query("SELECT id, key, name, joined_ms FROM players WHERE id = $1").bind(id);
        let Some(row) = row.fetch_optional(&self.read).await? else { return Ok(None) };
        let joined_ms = moment(&row, "joined_ms")?;
        let public = PlayerRow { id: row.try_get("id")?, name: row.try_get("name")?, joined_ms };
        Ok(Some(Player { row: public, key: row.try_get("key")? }))
    }

    /// Changes a name that is still what the caller believes it to be.
    pub async fn rename(&self, id: &str, was: &str, name: &str, skeleton: &str) -> Result<()> {
        // A name that is taken is asked for and not run into: a server writes what it ran into down, in words, and there it would stay.
        let sql = "UPDATE players SET name = $1, skeleton = $2 WHERE id = $3 AND name = $4 AND NOT EXISTS \
                   (SELECT 1 FROM players AS other WHERE other.skeleton = $2 AND other.id <> $3)";
        let done = sqlx::query(sql).bind(name).bind(skeleton).bind(id).bind(was).execute(&self.write).await;
        match done {
            Ok(done) if done.rows_affected() == 1 => Ok(()),
            Ok(_) => match self.player(id).await? {
                Some(player) if player.row.name == name => Ok(()),
                Some(player) if player.row.name == was => Err(StoreError::NameTaken),
                Some(_) => Err(StoreError::Stale),
                None => Err(StoreError::NoPlayer),
            },
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(StoreError::NameTaken),
            Err(error) => Err(error.into()),
        }
    }

    /// Everything of a player, in the order in which it was opened.
    pub async fn attempts_of(&self, player: &str) -> Result<Vec<AttemptRow>> {
        let sql = format!("SELECT {ATTEMPT} FROM attempts WHERE player = $1 ORDER BY opened_ms, id");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player).fetch_all(&self.read).await?;
        rows.iter().map(attempt_of).collect()
    }

    /// Forgets a player: every row, and then what the file still holds of them.
    pub async fn delete_player(&self, id: &str) -> Result<()> {
        let mut work = self.write.begin().await?;
        lock_player(self.kind, &mut work, id).await?;
        for sql in [
            "DELETE FROM bests WHERE player = $1",
            "DELETE FROM attempts WHERE player = $1",
            "DELETE FROM players WHERE id = $1",
        ] {
            sqlx::query(sql).bind(id).execute(&mut *work).await?;
        }
        work.commit().await?;
        self.scrub().await
    }

    /// Takes what was deleted out of the file and its log, too. Deleted rows were overwritten already (`secure_delete`); the log is
    /// copied into the file and emptied as soon as no reader looks at it.
    pub async fn scrub(&self) -> Result<()> {
        match self.kind {
            Kind::Sqlite => {
                for _ in 0..50 {
                    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&self.write).await?;
                    if row.try_get::<i64, _>(0)? == 0 {
                        return Ok(());
                    }
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
                tracing::warn!(
                    "readers hold the log; what was deleted leaves it with the next deletion or at the end"
                );
            }
            // A small table; written anew it holds nothing of who left.
            Kind::Postgres => {
                sqlx::query("VACUUM FULL players").execute(&self.write).await?;
            }
        }
        Ok(())
    }
}

/// Whoever writes for a player waits for whoever deletes them, and the other way round.
pub(super) async fn lock_player(kind: Kind, work: &mut AnyConnection, id: &str) -> Result<()> {
    if kind == Kind::Postgres {
        sqlx::query("SELECT id FROM players WHERE id = $1 FOR UPDATE").bind(id).fetch_optional(work).await?;
    }
    Ok(())
}
