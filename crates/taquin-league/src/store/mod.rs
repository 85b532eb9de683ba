//! What the league keeps: one implementation over SQLite and PostgreSQL. It knows no rule; what it is told to keep was judged before.

mod attempts;
mod boards;
mod open;
mod players;
mod races;
mod whole;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row};
use taquin_ledger::{AttemptRow, Cleared, Outcome};

pub use attempts::{Closing, NewAttempt, Opened};
pub use boards::Ranked;
pub use open::{Kind, OpenError};
pub use players::{NewPlayer, Player};
pub use whole::{WholeAttempt, WholePlayer};

/// A league's database.
#[derive(Clone, Debug)]
pub struct Store {
    /// Where is read.
    read: AnyPool,
    /// Where is written. SQLite has one writer, so it has one connection: whoever comes waits here and not in the file's lock.
    write: AnyPool,
    kind: Kind,
    url: String,
}

/// Why something was not kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, or cannot write.
    #[error("the database does not answer: {0}")]
    Unavailable(sqlx::Error),
    /// A name that looks like it is taken.
    #[error("the name is taken")]
    NameTaken,
    /// No such player.
    #[error("there is no such player")]
    NoPlayer,
    /// The name is another one by now.
    #[error("the name was changed in between")]
    Stale,
    /// A row that makes no sense.
    #[error("the database holds a row that cannot be read: {0}")]
    Damaged(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Unavailable(error)
    }
}

type Result<T> = std::result::Result<T, StoreError>;

/// A number as the databases have it.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number that is not there is -1.
fn number(row: &AnyRow, column: &str) -> Result<Option<u64>> {
    Ok(u64::try_from(row.try_get::<i64, _>(column)?).ok())
}

fn moment(row: &AnyRow, column: &str) -> Result<u64> {
    Ok(number(row, column)?.unwrap_or(0))
}

/// The columns of an attempt, in one place.
const ATTEMPT: &str = "id, player, event, board, opened_ms, known, closed_ms, record, copied, standing, reasons, time_ms, slides, class, cleared_ms, cleared";

fn attempt_of(row: &AnyRow) -> Result<AttemptRow> {
    let text = |column: &str| row.try_get::<String, _>(column);
    let event = text("event")?;
    let closed_ms = moment(row, "closed_ms")?;
    let reasons = text("reasons")?;
    let outcome = Outcome {
        closed_ms,
        record: text("record")?,
        copied: truth(row, "copied")?,
        standing: text("standing")?,
        reasons: reasons.split_whitespace().map(str::to_owned).collect(),
        time_ms: number(row, "time_ms")?,
        slides: number(row, "slides")?,
        class: text("class")?,
        cleared: match moment(row, "cleared_ms")? {
            0 => None,
            at_ms => Some(Cleared { at_ms, why: text("cleared")? }),
        },
    };
    Ok(AttemptRow {
        id: text("id")?,
        player: text("player")?,
        event: event.parse().map_err(|_| StoreError::Damaged(event))?,
        board: text("board")?,
        opened_ms: moment(row, "opened_ms")?,
        known: truth(row, "known")?,
        outcome: (closed_ms > 0).then_some(outcome),
    })
}

/// A truth is a number: the driver for both databases knows no other that both have.
fn truth(row: &AnyRow, column: &str) -> Result<bool> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}
