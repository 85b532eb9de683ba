//! The whole of it: for dumps, moves and judging again.

use sqlx::Row;
use taquin_ledger::{AttemptRow, Best, BestKey, Bests, Difference, PlayerRow};

use super::attempts::take_marks;
use super::{ATTEMPT, Result, Store, attempt_of, moment, signed};

/// So many rows are taken at once.
const PAGE: i64 = 500;

/// An attempt with what only the database holds of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeAttempt {
    /// The row.
    pub row: AttemptRow,
    /// What the client called its request.
    pub token: String,
    /// Once for each player.
    pub slot: String,
    /// The line of play.
    pub line: String,
    /// The room whose race it was, or nothing.
    pub room: String,
}

/// A player with what only the database holds of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholePlayer {
    /// The row.
    pub row: PlayerRow,
    /// The public key.
    pub key: Vec<u8>,
    /// What the name looks like.
    pub skeleton: String,
}

impl Store {
    /// Players after this id, in order.
    pub async fn players_after(&self, id: &str) -> Result<Vec<WholePlayer>> {
        let sql = "SELECT id, key, name, skeleton, joined_ms FROM players WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = sqlx::query(sql).bind(id).bind(PAGE).fetch_all(&self.read).await?;
        let player = |row: &sqlx::any::AnyRow| {
            let public = PlayerRow {
                id: row.try_get("id")?,
                name: row.try_get("name")?,
                joined_ms: moment(row, "joined_ms")?,
            };
            Ok(WholePlayer { row: public, key: row.try_get("key")?, skeleton: row.try_get("skeleton")? })
        };
        rows.iter().map(player).collect()
    }

    /// Attempts after this id, in order.
    pub async fn attempts_after(&self, id: &str) -> Result<Vec<WholeAttempt>> {
        let sql = format!(
            "SELECT {ATTEMPT}, token, slot, line, room FROM attempts WHERE id > $1 ORDER BY id LIMIT $2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).bind(PAGE).fetch_all(&self.read).await?;
        let attempt = |row: &sqlx::any::AnyRow| {
            let (token, slot, line) = (row.try_get("token")?, row.try_get("slot")?, row.try_get("line")?);
            Ok(WholeAttempt { row: attempt_of(row)?, token, slot, line, room: row.try_get("room")? })
        };
        rows.iter().map(attempt).collect()
    }

    /// Every best.
    pub async fn bests(&self) -> Result<Vec<(BestKey, Best)>> {
        let sql =
            "SELECT board, period, player, value, at_ms, attempt FROM bests ORDER BY board, period, player";
        let rows = sqlx::query(sql).fetch_all(&self.read).await?;
        let best = |row: &sqlx::any::AnyRow| {
            let key = BestKey {
                board: row.try_get("board")?,
                period: row.try_get("period")?,
                player: row.try_get("player")?,
            };
            let best = Best {
                value: moment(row, "value")?,
                at_ms: moment(row, "at_ms")?,
                attempt: row.try_get("attempt")?,
            };
            Ok((key, best))
        };
        rows.iter().map(best).collect()
    }

    /// Takes a player and their attempts over as they are; what is there stays.
    pub async fn take_over(&self, players: &[WholePlayer], attempts: &[WholeAttempt]) -> Result<()> {
        let mut work = self.write.begin().await?;
        for WholePlayer { row, key, skeleton } in players {
            let sql = "INSERT INTO players (id, key, name, skeleton, joined_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
            let query = sqlx::query(sql).bind(&row.id).bind(&key[..]).bind(&row.name).bind(skeleton);
            query.bind(signed(row.joined_ms)).execute(&mut *work).await?;
        }
        for WholeAttempt { row, token, slot, line, room } in attempts {
            let sql = "INSERT INTO attempts (id, player, event, board, opened_ms, known, token, slot, closed_ms, record, line, copied, \
                       standing, reasons, time_ms, slides, class, room, cleared_ms, cleared) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) ON CONFLICT DO NOTHING";
            let outcome = row.outcome.clone();
            let cleared = row.outcome.as_ref().and_then(|outcome| outcome.cleared.as_ref());
            let text =
                |of: fn(&taquin_ledger::Outcome) -> String| outcome.as_ref().map(of).unwrap_or_default();
            let count = |of: fn(&taquin_ledger::Outcome) -> Option<u64>| {
                outcome.as_ref().and_then(of).map_or(-1, signed)
            };
            sqlx::query(sql)
                .bind(&row.id)
                .bind(&row.player)
                .bind(row.event.to_string())
                .bind(&row.board)
                .bind(signed(row.opened_ms))
                .bind(i64::from(row.known))
                .bind(token)
                .bind(slot)
                .bind(outcome.as_ref().map_or(0, |o| signed(o.closed_ms)))
                .bind(text(|o| o.record.clone()))
                .bind(line)
                .bind(outcome.as_ref().map_or(0, |o| i64::from(o.copied)))
                .bind(text(|o| o.standing.clone()))
                .bind(text(|o| o.reasons.join(" ")))
                .bind(count(|o| o.time_ms))
                .bind(count(|o| o.slides))
                .bind(text(|o| o.class.clone()))
                .bind(room)
                .bind(cleared.map_or(0, |cleared| signed(cleared.at_ms)))
                .bind(cleared.map_or("", |cleared| cleared.why.as_str()))
                .execute(&mut *work)
                .await?;
        }
        work.commit().await?;
        Ok(())
    }

    /// Takes the league's key over: the days to come are the same.
    pub async fn take_secret(&self, secret: &[u8; 32]) -> Result<()> {
        let sql = "INSERT INTO secrets (name, value) VALUES ('league', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        sqlx::query(sql).bind(secret.to_vec()).execute(&self.write).await?;
        Ok(())
    }

    /// Writes verdicts that have changed.
    pub async fn correct(&self, differences: &[Difference]) -> Result<()> {
        let mut work = self.write.begin().await?;
        for difference in differences {
            let Some(judged) = &difference.judged else { continue };
            let sql = "UPDATE attempts SET standing = $1, reasons = $2, time_ms = $3, slides = $4, class = $5 WHERE id = $6";
            sqlx::query(sql)
                .bind(&judged.standing)
                .bind(judged.reasons.join(" "))
                .bind(judged.time_ms.map_or(-1, signed))
                .bind(judged.slides.map_or(-1, signed))
                .bind(&judged.class)
                .bind(&difference.attempt)
                .execute(&mut *work)
                .await?;
        }
        work.commit().await?;
        Ok(())
    }

    /// Replaces every best by these.
    pub async fn replace_bests(&self, bests: &Bests) -> Result<()> {
        let all: Vec<(BestKey, Best)> = bests.iter().map(|(key, best)| (key.clone(), best.clone())).collect();
        let mut work = self.write.begin().await?;
        sqlx::query("DELETE FROM bests").execute(&mut *work).await?;
        take_marks(&mut work, &all).await?;
        work.commit().await?;
        Ok(())
    }

    /// Makes a copy of a file of a database while it is written to.
    pub async fn copy_to(&self, path: &str) -> Result<()> {
        sqlx::query("VACUUM INTO $1").bind(path).execute(&self.read).await?;
        Ok(())
    }
}
