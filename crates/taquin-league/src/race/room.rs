//! A room as its rules have it: who sits there, what is raced, how far everybody is. It knows no socket, no clock and no database.

use serde::Serialize;
use taquin_core::judge::Standing;
use taquin_core::replay::{Record, Source};
use taquin_core::{Board, Goal, Problem, Shape};
use taquin_ledger::{AttemptRow, Event, Outcome};

/// So many race at once.
pub const SEATS: usize = 8;
/// So many are needed for a race.
pub const FEWEST: usize = 2;
/// A race is over after this long, whoever is still on the way; what they send later is judged all the same.
pub const RACE_MS: u64 = 15 * 60 * 1000;

/// A room: a size, a class of input, and one race after another.
#[derive(Debug)]
pub(crate) struct Room {
    shape: Shape,
    class: Source,
    phase: Phase,
    /// The race that runs, or the last one.
    heat: Option<Heat>,
    seats: Vec<Seat>,
    watching: usize,
    /// Why the last start came to nothing.
    trouble: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Until everybody is ready.
    Waiting,
    /// The race begins then.
    Counting {
        starts_ms: u64,
    },
    /// The attempts are being stored; nobody has seen the board.
    Storing,
    Racing,
}

/// One board, raced once.
#[derive(Clone, Debug)]
struct Heat {
    board: Board,
    opened_ms: u64,
    /// How far the tiles are from their homes at the start.
    far: u64,
}

#[derive(Debug)]
struct Seat {
    player: String,
    name: String,
    /// One for each page that is open.
    connections: u32,
    /// Gone for so long that nobody waits for them any more.
    missed: bool,
    ready: bool,
    /// What they do in the heat; `None` for who came too late for it.
    run: Option<Run>,
}

#[derive(Debug)]
struct Run {
    attempt: String,
    /// What they have told of it so far.
    record: String,
    progress: u64,
    slides: u64,
    result: Option<Finish>,
}

/// What came of a run, as everybody in the room may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Finish {
    standing: String,
    reasons: Vec<String>,
    /// From the moment when the board was shown until it was solved: what a race is won by.
    finish_ms: Option<u64>,
    /// From the first slide on: what the rankings compare.
    time_ms: Option<u64>,
    slides: Option<u64>,
}

impl Finish {
    fn of(outcome: &Outcome) -> Finish {
        let end = Record::decode(&outcome.record).ok().map(|record| record.end_ms());
        Finish {
            standing: outcome.standing.clone(),
            reasons: outcome.reasons.clone(),
            finish_ms: end
                .filter(|_| outcome.time_ms.is_some() && outcome.standing != Standing::Refused.word()),
            time_ms: outcome.time_ms,
            slides: outcome.slides,
        }
    }
}

/// A room as it is told to everybody in it.
#[derive(Serialize)]
pub(crate) struct RoomTold<'a> {
    phase: &'static str,
    size: String,
    class: &'static str,
    starts_ms: Option<u64>,
    opened_ms: Option<u64>,
    board: Option<String>,
    players: Vec<SeatTold<'a>>,
    watching: usize,
    trouble: Option<&'static str>,
}

#[derive(Serialize)]
struct SeatTold<'a> {
    id: &'a str,
    name: &'a str,
    present: bool,
    ready: bool,
    attempt: Option<&'a str>,
    progress: u64,
    slides: u64,
    result: Option<&'a Finish>,
}

impl Seat {
    /// Somebody who has just come.
    fn of(player: String, name: String) -> Seat {
        Seat { player, name, connections: 1, missed: false, ready: false, run: None }
    }
}

impl Room {
    pub(crate) fn new(shape: Shape, class: Source) -> Room {
        Room {
            shape,
            class,
            phase: Phase::Waiting,
            heat: None,
            seats: Vec::new(),
            watching: 0,
            trouble: None,
        }
    }

    /// A room whose last race is known from the rows that were stored for it, each with its player's name.
    pub(crate) fn revived(shape: Shape, class: Source, rows: Vec<(AttemptRow, String)>, now_ms: u64) -> Room {
        let mut room = Room::new(shape, class);
        let Some((board, opened_ms)) =
            rows.first().and_then(|(row, _)| Some((row.board.parse().ok()?, row.opened_ms)))
        else {
            return room;
        };
        for (row, name) in rows {
            let run = Run {
                attempt: row.id,
                record: String::new(),
                progress: 0,
                slides: 0,
                result: row.outcome.as_ref().map(Finish::of),
            };
            room.seats.push(Seat { run: Some(run), connections: 0, ..Seat::of(row.player, name) });
        }
        room.heat = Some(Heat { far: far(&board), board, opened_ms });
        let runs_on = now_ms.saturating_sub(opened_ms) < RACE_MS && room.unfinished().next().is_some();
        room.phase = if runs_on { Phase::Racing } else { Phase::Waiting };
        room
    }

    pub(crate) fn event(&self) -> Event {
        Event::Race(self.shape, self.class)
    }

    fn seat(&mut self, player: &str) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.player == player)
    }

    /// A player comes, or comes back; `false` when all seats are taken.
    pub(crate) fn sit(&mut self, player: &str, name: &str) -> bool {
        if let Some(seat) = self.seat(player) {
            seat.connections += 1;
            seat.missed = false;
            name.clone_into(&mut seat.name);
            return true;
        }
        if self.seats.len() >= SEATS {
            // Whoever left after the race was over makes room; their line in the result goes with them.
            let gone = |seat: &Seat| seat.connections == 0;
            let Some(place) = self.seats.iter().position(gone).filter(|_| self.phase == Phase::Waiting)
            else {
                return false;
            };
            self.seats.remove(place);
        }
        self.seats.push(Seat::of(player.to_owned(), name.to_owned()));
        true
    }

    /// A page of a player's is closed.
    pub(crate) fn leave(&mut self, player: &str) {
        let Some(seat) = self.seat(player) else { return };
        seat.connections = seat.connections.saturating_sub(1);
        if seat.connections == 0 {
            seat.ready = false;
            self.seats.retain(|seat| seat.connections > 0 || seat.run.is_some());
        }
        self.reconsider();
    }

    /// Somebody has left the league: nothing of them is told any more.
    pub(crate) fn forget(&mut self, player: &str) {
        self.seats.retain(|seat| seat.player != player);
        self.reconsider();
    }

    /// Who is still gone is waited for no longer; of everybody, or of one.
    pub(crate) fn miss(&mut self, player: Option<&str>) {
        let is_meant = |seat: &&mut Seat| player.is_none_or(|player| seat.player == player);
        for seat in self.seats.iter_mut().filter(is_meant) {
            seat.missed = seat.connections == 0;
        }
    }

    pub(crate) fn watch(&mut self) {
        self.watching += 1;
    }

    pub(crate) fn look_away(&mut self) {
        self.watching = self.watching.saturating_sub(1);
    }

    pub(crate) fn ready(&mut self, player: &str, ready: bool) {
        if matches!(self.phase, Phase::Waiting | Phase::Counting { .. }) {
            if let Some(seat) = self.seat(player) {
                seat.ready = ready;
            }
            self.trouble = None;
            self.reconsider();
        }
    }

    /// Who is here and ready.
    fn entrants(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| seat.connections > 0 && seat.ready)
    }

    /// Stops counting when too few are left for a race.
    fn reconsider(&mut self) {
        if matches!(self.phase, Phase::Counting { .. }) && self.entrants().count() < FEWEST {
            self.phase = Phase::Waiting;
        }
    }

    /// Begins to count when everybody who is here is ready; the moment when the race begins.
    pub(crate) fn count(&mut self, starts_ms: u64) -> bool {
        let here = self.seats.iter().filter(|seat| seat.connections > 0).count();
        let ready = self.entrants().count();
        let begins = self.phase == Phase::Waiting && ready >= FEWEST && ready == here;
        if begins {
            self.phase = Phase::Counting { starts_ms };
        }
        begins
    }

    /// The counting is over: who takes part. Empty when it was stopped in between.
    pub(crate) fn close(&mut self, starts_ms: u64) -> Vec<String> {
        if self.phase != (Phase::Counting { starts_ms }) {
            return Vec::new();
        }
        self.phase = Phase::Storing;
        self.entrants().map(|seat| seat.player.clone()).collect()
    }

    /// The attempts are stored: the board is shown.
    pub(crate) fn start(&mut self, board: Board, opened_ms: u64, attempts: &[AttemptRow]) {
        self.seats.retain(|seat| {
            seat.connections > 0 || attempts.iter().any(|attempt| attempt.player == seat.player)
        });
        for seat in &mut self.seats {
            let attempt = attempts.iter().find(|attempt| attempt.player == seat.player);
            let run = |attempt: &AttemptRow| Run {
                attempt: attempt.id.clone(),
                record: String::new(),
                progress: 0,
                slides: 0,
                result: None,
            };
            (seat.run, seat.ready) = (attempt.map(run), false);
        }
        self.heat = Some(Heat { far: far(&board), board, opened_ms });
        self.phase = Phase::Racing;
    }

    /// The attempts could not be stored: nobody has seen anything.
    pub(crate) fn fail(&mut self, trouble: &'static str) {
        self.phase = Phase::Waiting;
        self.trouble = Some(trouble);
        for seat in &mut self.seats {
            seat.ready = false;
        }
    }

    /// A player tells what they have done so far. It is played here: nobody is further than their slides bring them.
    pub(crate) fn tell(&mut self, player: &str, text: String) -> Result<(), &'static str> {
        let Some(heat) = self.heat.clone() else { return Err("there is no race") };
        let run = self.seat(player).and_then(|seat| seat.run.as_mut());
        let Some(run) = run.filter(|run| run.result.is_none()) else {
            return Err("you are not in this race");
        };
        let record = Record::decode(&text).map_err(|_| "the record cannot be read")?;
        if *record.start() != heat.board || *record.goal() != Goal::BlankLast {
            return Err("the record begins with another board");
        }
        let game = record.play().map_err(|_| "something is done in the record that cannot be done")?;
        let left = far(game.board());
        run.progress = 100 - (left * 100).div_ceil(heat.far.max(1)).min(100);
        run.slides = game.replay().moves().len() as u64;
        run.record = text;
        Ok(())
    }

    /// What a player has told so far: they may come back without it.
    pub(crate) fn told_by(&self, player: &str) -> Option<&str> {
        let seat = self.seats.iter().find(|seat| seat.player == player)?;
        seat.run.as_ref().map(|run| run.record.as_str()).filter(|record| !record.is_empty())
    }

    /// The attempts without a result, each with whether its player is waited for.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = (&str, bool)> {
        self.seats.iter().filter_map(|seat| {
            let run = seat.run.as_ref().filter(|run| run.result.is_none())?;
            Some((run.attempt.as_str(), !seat.missed))
        })
    }

    /// A result was stored.
    pub(crate) fn finished(&mut self, attempt: &str, outcome: &Outcome) {
        let runs = self.seats.iter_mut().filter_map(|seat| seat.run.as_mut());
        for run in runs.filter(|run| run.attempt == attempt) {
            let finish = Finish::of(outcome);
            if finish.finish_ms.is_some() {
                (run.progress, run.slides) = (100, finish.slides.unwrap_or(run.slides));
            }
            run.result = Some(finish);
        }
    }

    /// Ends the race when nobody is on the way any more who is waited for, or when its time is over.
    pub(crate) fn settle(&mut self, now_ms: u64) {
        let Some(heat) = &self.heat else { return };
        let late = now_ms.saturating_sub(heat.opened_ms) >= RACE_MS;
        let on_the_way = self.unfinished().any(|(_, waited)| waited);
        if self.phase == Phase::Racing && (late || !on_the_way) {
            self.phase = Phase::Waiting;
        }
    }

    pub(crate) fn is_racing(&self) -> bool {
        matches!(self.phase, Phase::Racing | Phase::Storing)
    }

    /// As it is told to everybody in it. The board is in it from the moment when all attempts are stored.
    pub(crate) fn told(&self) -> RoomTold<'_> {
        let mut seats: Vec<&Seat> = self.seats.iter().collect();
        // The first first; whoever is on the way stays where they sit, so that lines do not jump about.
        seats.sort_by_key(|seat| {
            let finish =
                |run: &Run| run.result.as_ref().map_or(u64::MAX - 1, |f| f.finish_ms.unwrap_or(u64::MAX));
            seat.run.as_ref().map_or((u64::MAX, true), |run| (finish(run), false))
        });
        let players = seats.into_iter().map(|seat| SeatTold {
            id: &seat.player,
            name: &seat.name,
            present: seat.connections > 0,
            ready: seat.ready,
            attempt: seat.run.as_ref().map(|run| run.attempt.as_str()),
            progress: seat.run.as_ref().map_or(0, |run| run.progress),
            slides: seat.run.as_ref().map_or(0, |run| run.slides),
            result: seat.run.as_ref().and_then(|run| run.result.as_ref()),
        });
        let starts_ms = match self.phase {
            Phase::Counting { starts_ms } => Some(starts_ms),
            _ => None,
        };
        RoomTold {
            phase: match self.phase {
                Phase::Waiting => "waiting",
                Phase::Counting { .. } | Phase::Storing => "counting",
                Phase::Racing => "racing",
            },
            size: self.shape.to_string(),
            class: self.class.word(),
            starts_ms,
            opened_ms: self.heat.as_ref().map(|heat| heat.opened_ms),
            board: self.heat.as_ref().map(|heat| heat.board.to_string()),
            players: players.collect(),
            watching: self.watching,
            trouble: self.trouble,
        }
    }
}

fn far(board: &Board) -> u64 {
    Problem::new(board.clone(), &Goal::BlankLast).map_or(0, |problem| problem.manhattan())
}

#[cfg(test)]
mod tests;
