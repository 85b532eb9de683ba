//! Races, and what somebody found who looked at a result.

use taquin_ledger::{AttemptRow, Bests, Outcome};

use super::attempts::{insert, take_marks};
use super::players::lock_player;
use super::{ATTEMPT, Result, Store, StoreError, attempt_of, signed};

impl Store {
    /// Stores the attempts of everybody in a race: all of them or none.
    pub async fn open_race(&self, room: &str, rows: &[AttemptRow]) -> Result<()> {
        let mut work = self.write.begin().await?;
        for row in rows {
            // No client has a name for it: its own will do.
            if !insert(&mut *work, row, &format!("race.{}", row.id), &row.id, room).await? {
                return Err(StoreError::Damaged(format!("an attempt {} was there before it began", row.id)));
            }
        }
        work.commit().await?;
        Ok(())
    }

    /// The attempts of a room's last race.
    pub async fn race(&self, room: &str) -> Result<Vec<AttemptRow>> {
        let sql = format!(
            "SELECT {ATTEMPT} FROM attempts WHERE room = $1 AND opened_ms = \
             (SELECT MAX(opened_ms) FROM attempts WHERE room = $1) ORDER BY id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(room).fetch_all(&self.read).await?;
        rows.iter().map(attempt_of).collect()
    }

    /// Whether somebody may still send a record of this board.
    pub async fn is_open_on(&self, board: &str) -> Result<bool> {
        let sql = "SELECT id FROM attempts WHERE board = $1 AND closed_ms = 0 LIMIT 1";
        Ok(sqlx::query(sql).bind(board).fetch_optional(&self.read).await?.is_some())
    }

    /// Writes what somebody found in a result, with the standing that it has by that, and makes the player's marks anew.
    pub async fn look_again(&self, attempt: &AttemptRow, outcome: &Outcome) -> Result<()> {
        let mut work = self.write.begin().await?;
        lock_player(self.kind, &mut work, &attempt.player).await?;
        let cleared = outcome.cleared.as_ref();
        // Written first: from here on nobody else writes to a file, and what is read is the last there is.
        sqlx::query(
            "UPDATE attempts SET cleared_ms = $1, cleared = $2, standing = $3, reasons = $4 WHERE id = $5",
        )
        .bind(cleared.map_or(0, |cleared| signed(cleared.at_ms)))
        .bind(cleared.map_or("", |cleared| cleared.why.as_str()))
        .bind(&outcome.standing)
        .bind(outcome.reasons.join(" "))
        .bind(&attempt.id)
        .execute(&mut *work)
        .await?;
        let sql = format!("SELECT {ATTEMPT} FROM attempts WHERE player = $1");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&attempt.player).fetch_all(&mut *work).await?;
        let all: Vec<AttemptRow> = rows.iter().map(attempt_of).collect::<Result<_>>()?;
        sqlx::query("DELETE FROM bests WHERE player = $1").bind(&attempt.player).execute(&mut *work).await?;
        let marks: Vec<_> = Bests::of(&all).iter().map(|(key, best)| (key.clone(), best.clone())).collect();
        take_marks(&mut work, &marks).await?;
        work.commit().await?;
        Ok(())
    }
}
