//! The rows, and every one of them judged again.

use serde::{Deserialize, Serialize};
use taquin_core::Board;
use taquin_core::judge::{Attempt, Reason, Standing, Verdict, judge};
use taquin_core::replay::{Record, Source};

use crate::Event;

/// A player, as everybody may see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRow {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// When they came.
    pub joined_ms: u64,
}

/// A day's board and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayRow {
    /// `2026-11-15`.
    pub day: String,
    /// `4x4`.
    pub size: String,
    /// The board.
    pub board: String,
    /// The fewest slides there can be, or with `proven` false a number that none can be below.
    pub par: Option<u64>,
    /// Whether a solution of that length exists.
    pub proven: bool,
}

/// An attempt: stored before its board is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptRow {
    /// The id.
    pub id: String,
    /// The player's id.
    pub player: String,
    /// What it is for.
    #[serde(with = "as_text")]
    pub event: Event,
    /// The board that was shown.
    pub board: String,
    /// When, by the server's clock.
    pub opened_ms: u64,
    /// Whether the player had been shown this board before.
    pub known: bool,
    /// What came of it; `None` while nothing has.
    pub outcome: Option<Outcome>,
}

/// What was sent back, and the verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// When it came, by the server's clock.
    pub closed_ms: u64,
    /// The record as it was sent.
    pub record: String,
    /// Whether another player had solved the board slide by slide the same way before.
    pub copied: bool,
    /// `ranked`, `flagged`, `unranked` or `refused`.
    pub standing: String,
    /// The codes of the reasons.
    pub reasons: Vec<String>,
    /// The time; `None` when it is no solve.
    pub time_ms: Option<u64>,
    /// The slides; `None` when it is no solve.
    pub slides: Option<u64>,
    /// What it was played with.
    pub class: String,
    /// What somebody found who looked at it after it was flagged; then what flagged it counts no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<Cleared>,
}

/// Somebody has looked at a flagged result, and found nothing against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cleared {
    /// When.
    pub at_ms: u64,
    /// What they say of it.
    pub why: String,
}

impl Outcome {
    /// The time, when it counts.
    #[must_use]
    pub fn ranked_time(&self) -> Option<u64> {
        self.time_ms.filter(|_| self.standing == Standing::Ranked.word())
    }
}

/// Judges a record that came back at this moment.
#[must_use]
pub fn judged(attempt: &AttemptRow, record: &Record, closed_ms: u64, copied: bool) -> Verdict {
    // What is kept of the attempt may say that somebody has looked at it.
    let is_cleared = attempt.outcome.as_ref().is_some_and(|outcome| outcome.cleared.is_some());
    let Ok(board) = attempt.board.parse::<Board>() else {
        return Verdict { reasons: vec![Reason::OtherBoard], solve: None };
    };
    let contest = attempt.event.contest();
    let facts = Attempt { board, contest, opened_ms: attempt.opened_ms, closed_ms, known: attempt.known };
    let mut verdict = judge(&facts, record);
    if is_cleared {
        verdict.reasons.retain(|reason| reason.standing() != Standing::Flagged);
    }
    if copied { verdict.and(Reason::Copied) } else { verdict }
}

/// The outcome that a verdict makes.
#[must_use]
pub fn result_of(verdict: &Verdict, record: String, source: Source, closed_ms: u64, copied: bool) -> Outcome {
    Outcome {
        closed_ms,
        record,
        copied,
        standing: verdict.standing().word().into(),
        reasons: verdict.reasons.iter().map(|reason| reason.word().into()).collect(),
        time_ms: verdict.solve.map(|solve| solve.time_ms),
        slides: verdict.solve.map(|solve| solve.stm),
        class: source.word().into(),
        cleared: None,
    }
}

/// An attempt whose verdict is another than the one that was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The attempt's id.
    pub attempt: String,
    /// What was written down.
    pub written: Outcome,
    /// What it should be; `None` when the record cannot be read.
    pub judged: Option<Outcome>,
}

/// Judges every result again, from its record and the server's two moments.
#[must_use]
pub fn rejudge(attempts: &[AttemptRow]) -> Vec<Difference> {
    let again = |attempt: &AttemptRow| {
        let written = attempt.outcome.clone()?;
        let judged = Record::decode(&written.record).ok().map(|record| {
            let verdict = judged(attempt, &record, written.closed_ms, written.copied);
            let text = written.record.clone();
            let outcome = result_of(&verdict, text, record.source(), written.closed_ms, written.copied);
            Outcome { cleared: written.cleared.clone(), ..outcome }
        });
        (judged.as_ref() != Some(&written)).then(|| Difference {
            attempt: attempt.id.clone(),
            written,
            judged,
        })
    };
    attempts.iter().filter_map(again).collect()
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::Event;

    pub fn serialize<S: Serializer>(event: &Event, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(event)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
