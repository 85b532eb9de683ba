//! The store as it should be, in memory and without cleverness.

use std::collections::BTreeMap;

use taquin_league::store::{Closing, NewAttempt, NewPlayer, Opened, Player};
use taquin_ledger::{AttemptRow, Best, BestKey, Bests, Outcome};

#[derive(Default)]
pub struct Model {
    pub players: BTreeMap<String, NewPlayer>,
    /// With the request's name; of a race, the room's.
    pub attempts: BTreeMap<String, (AttemptRow, String)>,
}

impl Model {
    /// `None` when the name is taken.
    pub fn add_player(&mut self, new: &NewPlayer) -> Option<Player> {
        let taken = self.players.values().any(|p| p.skeleton == new.skeleton);
        if !self.players.contains_key(&new.row.id) && !taken {
            self.players.insert(new.row.id.clone(), new.clone());
        }
        let kept = self.players.get(&new.row.id)?;
        Some(Player { row: kept.row.clone(), key: kept.key.clone() })
    }

    pub fn rename(&mut self, id: &str, was: &str, name: &str, skeleton: &str) -> &'static str {
        let Some(player) = self.players.get(id) else { return "no player" };
        if player.row.name != was {
            return if player.row.name == name { "done" } else { "stale" };
        }
        if self.players.iter().any(|(other, p)| other != id && p.skeleton == skeleton) {
            return "taken";
        }
        let player = self.players.get_mut(id).expect("it is there");
        (player.row.name, player.skeleton) = (name.into(), skeleton.into());
        "done"
    }

    pub fn delete_player(&mut self, id: &str) {
        self.players.remove(id);
        self.attempts.retain(|_, (attempt, _)| attempt.player != id);
    }

    /// `None` when there is no such player.
    pub fn open_attempt(&mut self, new: &NewAttempt) -> Option<Opened> {
        let row = &new.row;
        let same = self.attempts.values().find(|(a, token)| a.player == row.player && *token == new.token);
        if let Some((before, _)) = same {
            return Some(Opened::Before(before.clone()));
        }
        let once = row.event.is_once();
        let used =
            self.attempts.values().find(|(a, _)| once && a.player == row.player && a.event == row.event);
        if let Some((used, _)) = used {
            return Some(Opened::Used(used.clone()));
        }
        self.players.get(&row.player)?;
        self.attempts.insert(row.id.clone(), (row.clone(), new.token.clone()));
        Some(Opened::Now(row.clone()))
    }

    /// Everybody's attempt or nobody's: `false` when one of them is not there.
    pub fn open_race(&mut self, room: &str, rows: &[AttemptRow]) -> bool {
        let all = rows.iter().all(|row| self.players.contains_key(&row.player));
        for row in rows.iter().filter(|_| all) {
            self.attempts.insert(row.id.clone(), (row.clone(), format!("in {room}")));
        }
        all
    }

    pub fn race(&self, room: &str) -> Vec<AttemptRow> {
        let name = format!("in {room}");
        let of_room =
            || self.attempts.values().filter(|(_, token)| *token == name).map(|(attempt, _)| attempt);
        let last = of_room().map(|attempt| attempt.opened_ms).max();
        of_room().filter(|attempt| Some(attempt.opened_ms) == last).cloned().collect()
    }

    pub fn is_open_on(&self, board: &str) -> bool {
        self.attempts.values().any(|(attempt, _)| attempt.board == board && attempt.outcome.is_none())
    }

    pub fn close_attempt(&mut self, attempt: &AttemptRow, outcome: Outcome) -> Closing {
        let Some((kept, _)) = self.attempts.get(&attempt.id) else { return Closing::Gone };
        if let Some(before) = &kept.outcome {
            return if before.record == outcome.record {
                Closing::Before(kept.clone())
            } else {
                Closing::Used
            };
        }
        let order = |a: &AttemptRow| (a.opened_ms, a.id.clone());
        let is_later = |(a, _): &&(AttemptRow, String)| {
            a.player == kept.player && a.event == kept.event && order(a) > order(kept)
        };
        if self.attempts.values().any(|other| is_later(&other)) {
            return Closing::Abandoned;
        }
        let closed = AttemptRow { outcome: Some(outcome), ..kept.clone() };
        self.attempts.get_mut(&attempt.id).expect("it is there").0 = closed.clone();
        Closing::Now(closed)
    }

    /// Every best, from scratch.
    pub fn bests(&self) -> Vec<(BestKey, Best)> {
        let attempts: Vec<AttemptRow> = self.attempts.values().map(|(attempt, _)| attempt.clone()).collect();
        Bests::of(&attempts).iter().map(|(key, best)| (key.clone(), best.clone())).collect()
    }
}
