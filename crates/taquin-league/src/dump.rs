//! The whole league out of the database: as a dump, into another database, or judged again.

use std::io::Write;

use taquin_core::judge::Standing;
use taquin_ledger::{AttemptRow, Bests, Cleared, Difference, DumpWriter, Event, Outcome};

use crate::race::RACE_MS;
use crate::store::{Store, StoreError};

/// Why there is no dump.
#[derive(Debug, thiserror::Error)]
pub enum DumpFailure {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("the dump cannot be written: {0}")]
    Io(#[from] std::io::Error),
}

/// Writes everything. `before` leaves out what is still secret then: that day's boards and what was done on them, and races that may run.
pub async fn write_dump<W: Write>(
    store: &Store,
    to: W,
    made_ms: u64,
    before: Option<&str>,
) -> Result<W, DumpFailure> {
    let is_over = |day: &str| before.is_none_or(|before| day < before);
    let mut writer = DumpWriter::new(to, made_ms)?;
    let mut last = String::new();
    loop {
        let players = store.players_after(&last).await?;
        let Some(end) = players.last() else { break };
        last.clone_from(&end.row.id);
        for player in players {
            writer.player(player.row)?;
        }
    }
    for day in store.days(None).await?.into_iter().filter(|day| is_over(&day.day)) {
        writer.day(day)?;
    }
    let mut last = String::new();
    loop {
        let attempts = store.attempts_after(&last).await?;
        let Some(end) = attempts.last() else { break };
        last.clone_from(&end.row.id);
        for attempt in attempts {
            let is_raced = matches!(attempt.row.event, Event::Race(..))
                && made_ms.saturating_sub(attempt.row.opened_ms) < RACE_MS;
            let is_secret = before.is_some() && is_raced;
            if !is_secret && attempt.row.event.day().is_none_or(|day| is_over(&day.to_string())) {
                writer.attempt(attempt.row)?;
            }
        }
    }
    Ok(writer.end()?)
}

/// Every attempt there is.
async fn all_attempts(store: &Store) -> Result<Vec<AttemptRow>, StoreError> {
    let (mut all, mut last) = (Vec::new(), String::new());
    loop {
        let page = store.attempts_after(&last).await?;
        let Some(end) = page.last() else { return Ok(all) };
        last.clone_from(&end.row.id);
        all.extend(page.into_iter().map(|attempt| attempt.row));
    }
}

/// Judges everything again, writes what has changed, and makes every ranking anew. Nobody should play meanwhile.
pub async fn rejudge(store: &Store) -> Result<Vec<Difference>, StoreError> {
    let differences = taquin_ledger::rejudge(&all_attempts(store).await?);
    store.correct(&differences).await?;
    store.replace_bests(&Bests::of(&all_attempts(store).await?)).await?;
    Ok(differences)
}

/// Why nothing was cleared.
#[derive(Debug, thiserror::Error)]
pub enum ClearFailure {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such result.
    #[error("there is no result {0}")]
    None(String),
    /// It does not stand as it should.
    #[error(
        "result {id} is {standing}; only a flagged one can be cleared, and only a cleared one be taken back"
    )]
    Standing {
        /// The attempt's id.
        id: String,
        /// How it stands.
        standing: String,
    },
}

/// Notes that somebody has looked at a flagged result and found nothing against it; with `None` takes that back. What flagged it counts no
/// more, every other rule does. The note is in the dump, so that whoever judges it comes to the same.
pub async fn clear(store: &Store, id: &str, found: Option<Cleared>) -> Result<AttemptRow, ClearFailure> {
    let none = || ClearFailure::None(id.to_owned());
    let mut row = store.attempt(id).await?.ok_or_else(none)?;
    let written = row.outcome.clone().ok_or_else(none)?;
    let is_flagged = written.standing == Standing::Flagged.word();
    let fits = if found.is_some() { is_flagged } else { written.cleared.is_some() };
    if !fits {
        return Err(ClearFailure::Standing { id: id.to_owned(), standing: written.standing });
    }
    row.outcome = Some(Outcome { cleared: found, ..written });
    if let Some(Difference { judged: Some(judged), .. }) = taquin_ledger::rejudge(&[row.clone()]).pop() {
        row.outcome = Some(judged);
    }
    if let Some(outcome) = &row.outcome {
        store.look_again(&row, outcome).await?;
    }
    Ok(row)
}

/// Takes a whole league over into another database. Killed in the middle, it is begun again and goes on: what is there stays.
pub async fn move_to(from: &Store, to: &Store) -> Result<u64, StoreError> {
    to.take_secret(&from.secret().await?).await?;
    for day in from.days(None).await? {
        to.add_day(&day).await?;
        if let Some(par) = day.par {
            to.set_par(&day.day, &day.size, par, day.proven).await?;
        }
    }
    let mut last = String::new();
    loop {
        let players = from.players_after(&last).await?;
        let Some(end) = players.last() else { break };
        last.clone_from(&end.row.id);
        to.take_over(&players, &[]).await?;
    }
    let (mut last, mut moved) = (String::new(), 0);
    loop {
        let attempts = from.attempts_after(&last).await?;
        let Some(end) = attempts.last() else { break };
        last.clone_from(&end.row.id);
        to.take_over(&[], &attempts).await?;
        moved += attempts.len() as u64;
    }
    // Rankings follow from the attempts.
    to.replace_bests(&Bests::of(&all_attempts(to).await?)).await?;
    Ok(moved)
}
