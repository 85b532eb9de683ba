//! Days and rankings.

use sqlx::Row;
use taquin_ledger::{Best, DayRow};

use super::{Result, Store, StoreError, moment, number, signed, truth};

/// One row of a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The player's id.
    pub player: String,
    /// The player's name.
    pub name: String,
    /// What they reached.
    pub best: Best,
}

impl Store {
    /// The best of a board in a period.
    pub async fn ranking(&self, board: &str, period: &str, limit: u32) -> Result<Vec<Ranked>> {
        let sql = "SELECT b.player, p.name, b.value, b.at_ms, b.attempt FROM bests b JOIN players p ON p.id = b.player \
                   WHERE b.board = $1 AND b.period = $2 ORDER BY b.value, b.at_ms, b.player LIMIT $3";
        let rows =
            sqlx::query(sql).bind(board).bind(period).bind(i64::from(limit)).fetch_all(&self.read).await?;
        let ranked = |row: &sqlx::any::AnyRow| {
            let best = Best {
                value: moment(row, "value")?,
                at_ms: moment(row, "at_ms")?,
                attempt: row.try_get("attempt")?,
            };
            Ok(Ranked { player: row.try_get("player")?, name: row.try_get("name")?, best })
        };
        rows.iter().map(ranked).collect()
    }

    /// Keeps a day's board; the first one stays, whoever comes with another.
    pub async fn add_day(&self, day: &DayRow) -> Result<DayRow> {
        let sql = "INSERT INTO days (day, size, board, par, proven) VALUES ($1, $2, $3, -1, 0) ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(&day.day).bind(&day.size).bind(&day.board).execute(&self.write).await?;
        let kept = self.days(Some(&day.day)).await?.into_iter().find(|kept| kept.size == day.size);
        kept.ok_or_else(|| StoreError::Damaged(format!("day {} is not there", day.day)))
    }

    /// The days that were dealt, or one of them; the latest first.
    pub async fn days(&self, day: Option<&str>) -> Result<Vec<DayRow>> {
        let rows = match day {
            Some(day) => {
                let sql = "SELECT day, size, board, par, proven FROM days WHERE day = $1 ORDER BY size";
                sqlx::query(sql).bind(day).fetch_all(&self.write).await?
            }
            None => {
                let sql = "SELECT day, size, board, par, proven FROM days ORDER BY day DESC, size";
                sqlx::query(sql).fetch_all(&self.read).await?
            }
        };
        let day = |row: &sqlx::any::AnyRow| {
            let (day, size, board) = (row.try_get("day")?, row.try_get("size")?, row.try_get("board")?);
            Ok(DayRow { day, size, board, par: number(row, "par")?, proven: truth(row, "proven")? })
        };
        rows.iter().map(day).collect()
    }

    /// Keeps what a day's board takes; a proof is never replaced by less.
    pub async fn set_par(&self, day: &str, size: &str, par: u64, proven: bool) -> Result<()> {
        let sql =
            "UPDATE days SET par = $1, proven = $2 WHERE day = $3 AND size = $4 AND proven = 0 AND par <= $1";
        sqlx::query(sql)
            .bind(signed(par))
            .bind(i64::from(proven))
            .bind(day)
            .bind(size)
            .execute(&self.write)
            .await?;
        Ok(())
    }
}
