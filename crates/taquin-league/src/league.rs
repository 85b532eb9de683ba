//! A league that runs: its store, its clock, its key, and what they do together.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use taquin_core::game::Day;
use taquin_core::judge::COPIED_SLIDES;
use taquin_core::replay::Record;
use taquin_core::{Direction, Shape};
use taquin_ledger::{AttemptRow, DayRow, Event, judged, result_of};
use tokio::sync::Semaphore;

use crate::keys::{Secret, fresh_id};
use crate::race::{Bounds, Races};
use crate::store::{Closing, NewAttempt, Opened, Store, StoreError};
use crate::{Clock, Limits, Problem, deal};

/// What whoever runs a league decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where nightly dumps go; `None` for none.
    pub dumps: Option<PathBuf>,
    /// How much may be asked.
    pub limits: Limits,
    /// How long is tried to prove what a 5×5 takes; with 0 nothing is proven, of smaller boards neither.
    pub proof_time: Duration,
    /// How much races may take.
    pub races: Bounds,
}

impl Default for Settings {
    fn default() -> Settings {
        let (limits, races) = (Limits::default(), Bounds::default());
        Settings { dumps: None, limits, proof_time: Duration::from_secs(20), races }
    }
}

/// A league that runs.
#[derive(Clone, Debug)]
pub struct League {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    clock: Clock,
    secret: Secret,
    settings: Settings,
    /// One proof at a time: the rest of the machine is for players.
    proofs: Semaphore,
    races: Races,
}

impl League {
    /// A league on this store. Without a clock it takes the database's time, or else the system's.
    pub async fn new(store: Store, clock: Option<Clock>, settings: Settings) -> Result<League, StoreError> {
        let secret = Secret::new(store.secret().await?);
        let clock = match clock {
            Some(clock) => clock,
            None => Clock::from(store.now_ms().await?),
        };
        let (proofs, races) = (Semaphore::new(1), Races::default());
        Ok(League { inner: Arc::new(Inner { store, clock, secret, settings, proofs, races }) })
    }

    /// What it keeps.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// Its time.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// Its key.
    pub(crate) fn secret(&self) -> &Secret {
        &self.inner.secret
    }

    /// Its rooms.
    pub(crate) fn races(&self) -> &Races {
        &self.inner.races
    }

    /// Ends every race's conversations, before the program ends. What was stored stays; who comes back finds it.
    pub async fn drain(&self) {
        self.races().drain(Duration::from_secs(2)).await;
    }

    /// What was decided.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// A day's board, dealt when it is asked for first and the same from then on.
    pub async fn day(&self, day: Day, shape: Shape) -> Result<DayRow, Problem> {
        if day > self.clock().today() {
            return Err(Problem::NotYet);
        }
        let board = deal::daily(self.secret(), day, shape).to_string();
        let row = DayRow { day: day.to_string(), size: shape.to_string(), board, par: None, proven: false };
        let kept = self.store().add_day(&row).await?;
        if kept.par.is_none() && !self.settings().proof_time.is_zero() {
            self.prove_later(kept.clone());
        }
        Ok(kept)
    }

    /// Finds out what a board takes, beside everything else.
    fn prove_later(&self, day: DayRow) {
        let league = self.clone();
        tokio::spawn(async move {
            let Ok(_turn) = league.inner.proofs.acquire().await else { return };
            let known = league.store().days(Some(&day.day)).await.unwrap_or_default();
            if known.iter().any(|known| known.size == day.size && known.par.is_some()) {
                return;
            }
            let Ok(board) = day.board.parse() else { return };
            let time = league.settings().proof_time;
            let Ok((par, proven)) = tokio::task::spawn_blocking(move || deal::par(&board, time)).await else {
                return;
            };
            match league.store().set_par(&day.day, &day.size, par, proven).await {
                Ok(()) => tracing::info!(day = day.day, size = day.size, par, proven, "par"),
                Err(why) => tracing::warn!(%why, "the par was not kept"),
            }
        });
    }

    /// Begins an attempt: it is stored before anybody sees its board.
    pub async fn begin(&self, player: &str, event: Event, token: String) -> Result<AttemptRow, Problem> {
        let shape = event.shape();
        let (board, known) = match event.day() {
            None => (deal::fresh(shape).to_string(), false),
            Some(day) => {
                let today = self.clock().today();
                if day != today {
                    return Err(Problem::OtherDay(today.to_string()));
                }
                let board = self.day(day, shape).await?.board;
                let known = self.store().has_seen(player, &board).await?;
                (board, known)
            }
        };
        let opened_ms = self.clock().now_ms();
        let row = AttemptRow {
            id: fresh_id(),
            player: player.to_owned(),
            event,
            board,
            opened_ms,
            known,
            outcome: None,
        };
        match self.store().open_attempt(&NewAttempt { row, token }).await? {
            Opened::Now(row) | Opened::Before(row) if row.event == event => Ok(row),
            Opened::Now(_) | Opened::Before(_) | Opened::Used(_) => Err(Problem::Used),
        }
    }

    /// Judges what came back at this moment and keeps it. The same record again gets the same answer.
    pub async fn submit(
        &self,
        player: &str,
        id: &str,
        text: &str,
        closed_ms: u64,
    ) -> Result<AttemptRow, Problem> {
        let attempt = self.store().attempt(id).await?.ok_or(Problem::NotFound("attempt"))?;
        if attempt.player != player {
            return Err(Problem::Foreign);
        }
        let record = Record::decode(text).map_err(|why| Problem::Record(why.to_string()))?;
        let mut verdict = judged(&attempt, &record, closed_ms, false);
        let line = line_of(&record);
        let long = verdict.solve.is_some_and(|solve| solve.stm >= COPIED_SLIDES);
        let copied = long
            && attempt.event.is_shared()
            && self.store().is_known_line(player, &attempt.board, &line).await?;
        if copied {
            verdict = judged(&attempt, &record, closed_ms, true);
        }
        let outcome = result_of(&verdict, text.trim().to_owned(), record.source(), closed_ms, copied);
        metrics::counter!("league_submissions", "standing" => verdict.standing().word()).increment(1);
        match self.store().close_attempt(&attempt, outcome, &line).await? {
            Closing::Now(row) | Closing::Before(row) => Ok(row),
            Closing::Used => Err(Problem::Submitted),
            Closing::Abandoned => Err(Problem::Abandoned),
            Closing::Gone => Err(Problem::NotFound("attempt")),
        }
    }

    /// Whether an attempt's record may be shown: a day's are, when the day is over.
    #[must_use]
    pub fn is_open_to_all(&self, event: Event) -> bool {
        event.day().is_none_or(|day| day < self.clock().today())
    }
}

/// The slides of a record's line of play, as letters; empty when it cannot be played.
fn line_of(record: &Record) -> String {
    record.replay().map(|replay| replay.moves().iter().map(Direction::letter).collect()).unwrap_or_default()
}
