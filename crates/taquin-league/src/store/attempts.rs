//! Attempts: stored before their board is shown, closed once.

use sqlx::{Any, AnyConnection, Executor, Row};
use taquin_core::judge::Standing;
use taquin_ledger::{AVERAGES, AttemptRow, Best, BestKey, Event, NOT_SOLVED, Outcome, marks};

use super::players::lock_player;
use super::{ATTEMPT, Result, Store, StoreError, attempt_of, number, signed};

/// An attempt that begins.
#[derive(Clone, Debug)]
pub struct NewAttempt {
    /// The row.
    pub row: AttemptRow,
    /// What the client calls its request.
    pub token: String,
}

/// What came of a wish to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// It is stored.
    Now(AttemptRow),
    /// It was stored before: the same request again.
    Before(AttemptRow),
    /// The player's one attempt at this event was begun by another request.
    Used(AttemptRow),
}

/// What came of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It is kept.
    Now(AttemptRow),
    /// This very record was kept before.
    Before(AttemptRow),
    /// Another record was.
    Used,
    /// A later attempt at the same event was begun: this one counts as not solved.
    Abandoned,
    /// There is no such attempt any more.
    Gone,
}

impl Store {
    /// Stores an attempt.
    pub async fn open_attempt(&self, new: &NewAttempt) -> Result<Opened> {
        let row = &new.row;
        let slot = if row.event.is_once() { format!("{}/{}", row.player, row.event) } else { row.id.clone() };
        if insert(&self.write, row, &new.token, &slot, "").await? {
            return Ok(Opened::Now(row.clone()));
        }
        let sql = format!("SELECT {ATTEMPT} FROM attempts WHERE player = $1 AND token = $2");
        let same = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&row.player).bind(&new.token);
        if let Some(found) = same.fetch_optional(&self.write).await? {
            return Ok(Opened::Before(attempt_of(&found)?));
        }
        let sql = format!("SELECT {ATTEMPT} FROM attempts WHERE slot = $1");
        let used = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&slot).fetch_optional(&self.write).await?;
        Ok(Opened::Used(attempt_of(&used.ok_or(StoreError::NoPlayer)?)?))
    }

    /// An attempt.
    pub async fn attempt(&self, id: &str) -> Result<Option<AttemptRow>> {
        let sql = format!("SELECT {ATTEMPT} FROM attempts WHERE id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&self.read).await?;
        row.as_ref().map(attempt_of).transpose()
    }

    /// Whether a player was shown this board for another event.
    pub async fn has_seen(&self, player: &str, board: &str) -> Result<bool> {
        let sql = "SELECT id FROM attempts WHERE board = $1 AND player = $2";
        Ok(sqlx::query(sql).bind(board).bind(player).fetch_optional(&self.read).await?.is_some())
    }

    /// Whether another player solved this board by this line.
    pub async fn is_known_line(&self, player: &str, board: &str, line: &str) -> Result<bool> {
        let sql = "SELECT id FROM attempts WHERE board = $1 AND line = $2 AND player <> $3 LIMIT 1";
        Ok(sqlx::query(sql).bind(board).bind(line).bind(player).fetch_optional(&self.write).await?.is_some())
    }

    /// Keeps a result, once, with the marks it sets.
    pub async fn close_attempt(&self, attempt: &AttemptRow, outcome: Outcome, line: &str) -> Result<Closing> {
        let mut work = self.write.begin().await?;
        lock_player(self.kind, &mut work, &attempt.player).await?;
        let sql = "UPDATE attempts SET closed_ms = $1, record = $2, line = $3, copied = $4, standing = $5, reasons = $6, \
                   time_ms = $7, slides = $8, class = $9 WHERE id = $10 AND closed_ms = 0 AND NOT EXISTS \
                   (SELECT 1 FROM attempts AS later WHERE later.player = $11 AND later.event = $12 \
                   AND (later.opened_ms > $13 OR (later.opened_ms = $13 AND later.id > $10)))";
        let absent = |number: Option<u64>| number.map_or(-1, signed);
        let done = sqlx::query(sql)
            .bind(signed(outcome.closed_ms.max(1)))
            .bind(&outcome.record)
            .bind(line)
            .bind(i64::from(outcome.copied))
            .bind(&outcome.standing)
            .bind(outcome.reasons.join(" "))
            .bind(absent(outcome.time_ms))
            .bind(absent(outcome.slides))
            .bind(&outcome.class)
            .bind(&attempt.id)
            .bind(&attempt.player)
            .bind(attempt.event.to_string())
            .bind(signed(attempt.opened_ms))
            .execute(&mut *work)
            .await?;
        if done.rows_affected() == 0 {
            drop(work);
            let Some(found) = self.attempt(&attempt.id).await? else { return Ok(Closing::Gone) };
            return Ok(match &found.outcome {
                Some(kept) if kept.record == outcome.record => Closing::Before(found),
                Some(_) => Closing::Used,
                None => Closing::Abandoned,
            });
        }
        let closed = AttemptRow { outcome: Some(outcome), ..attempt.clone() };
        let row = self.row_up_to(&mut work, &closed).await?;
        take_marks(&mut work, &marks(&closed, &row)).await?;
        work.commit().await?;
        Ok(Closing::Now(closed))
    }

    /// The times of the last attempts at the same event up to this one, in order.
    async fn row_up_to(&self, work: &mut AnyConnection, attempt: &AttemptRow) -> Result<Vec<u64>> {
        if !matches!(attempt.event, Event::Single(..)) {
            return Ok(Vec::new());
        }
        let longest = AVERAGES.iter().copied().max().unwrap_or(0);
        let sql = "SELECT standing, time_ms FROM attempts WHERE player = $1 AND event = $2 \
                   AND (opened_ms < $3 OR (opened_ms = $3 AND id <= $4)) ORDER BY opened_ms DESC, id DESC LIMIT $5";
        let rows = sqlx::query(sql)
            .bind(&attempt.player)
            .bind(attempt.event.to_string())
            .bind(signed(attempt.opened_ms))
            .bind(&attempt.id)
            .bind(signed(longest as u64))
            .fetch_all(work)
            .await?;
        let mut times = Vec::with_capacity(rows.len());
        for row in rows.iter().rev() {
            let ranked = row.try_get::<String, _>("standing")? == Standing::Ranked.word();
            times.push(number(row, "time_ms")?.filter(|_| ranked).unwrap_or(NOT_SOLVED));
        }
        Ok(times)
    }
}

/// Stores an attempt that has no result yet; whether its names were free.
pub(super) async fn insert(
    work: impl Executor<'_, Database = Any>,
    row: &AttemptRow,
    token: &str,
    slot: &str,
    room: &str,
) -> Result<bool> {
    let sql = "INSERT INTO attempts (id, player, event, board, opened_ms, known, token, slot, closed_ms, record, line, copied, \
               standing, reasons, time_ms, slides, class, room) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, '', '', 0, '', '', -1, -1, '', $9) ON CONFLICT DO NOTHING";
    let done = sqlx::query(sql)
        .bind(&row.id)
        .bind(&row.player)
        .bind(row.event.to_string())
        .bind(&row.board)
        .bind(signed(row.opened_ms))
        .bind(i64::from(row.known))
        .bind(token)
        .bind(slot)
        .bind(room)
        .execute(work)
        .await;
    match done {
        Ok(done) => Ok(done.rows_affected() == 1),
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => Err(StoreError::NoPlayer),
        Err(error) => Err(error.into()),
    }
}

/// Takes marks that are better than what is there, in one statement.
pub(super) async fn take_marks(work: &mut AnyConnection, marks: &[(BestKey, Best)]) -> Result<()> {
    for some in marks.chunks(20) {
        let rows: Vec<String> = (0..some.len())
            .map(|i| {
                format!(
                    "(${}, ${}, ${}, ${}, ${}, ${})",
                    i * 6 + 1,
                    i * 6 + 2,
                    i * 6 + 3,
                    i * 6 + 4,
                    i * 6 + 5,
                    i * 6 + 6
                )
            })
            .collect();
        let sql = format!(
            "INSERT INTO bests (board, period, player, value, at_ms, attempt) VALUES {} \
             ON CONFLICT (board, period, player) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms, attempt = excluded.attempt \
             WHERE (excluded.value, excluded.at_ms, excluded.attempt) < (bests.value, bests.at_ms, bests.attempt)",
            rows.join(", ")
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for (key, best) in some {
            query = query.bind(&key.board).bind(&key.period).bind(&key.player);
            query = query.bind(signed(best.value)).bind(signed(best.at_ms)).bind(&best.attempt);
        }
        query.execute(&mut *work).await?;
    }
    Ok(())
}
