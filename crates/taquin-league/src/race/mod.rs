//! Live races: rooms in the memory of one instance, and what may be asked of them.
//!
//! A room's name says its size and class and is sealed with the league's key: it needs no row, and its link is good after any restart.
//! What counts is stored as for every attempt, before the board is shown; a room that is gone from memory is made again from its rows.

mod live;
mod room;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use taquin_core::Shape;
use taquin_core::replay::Source;
use taquin_ledger::{AttemptRow, Event};
use tokio::sync::watch;

use crate::keys::{Secret, fresh_id};
use crate::limits::network;
use crate::store::StoreError;
use crate::{League, Problem, deal};
use room::Room;

pub(crate) use live::{MESSAGE_BYTES, talk};
pub use room::{FEWEST, RACE_MS, SEATS};

/// Bytes of a room's seal and of its name.
const SEAL_BYTES: usize = 9;

/// How much races may take.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Rooms at once.
    pub rooms: usize,
    /// Connections at once, in all rooms.
    pub sockets: usize,
    /// Connections at once to a room.
    pub of_room: usize,
    /// Connections at once from an address (of the sixth version: a network).
    pub of_address: usize,
    /// From everybody's being ready to the race.
    pub countdown: Duration,
    /// How long somebody may take to say who they are.
    pub hello: Duration,
    /// How long a connection may say nothing; it is asked for a sign of life three times as often.
    pub idle: Duration,
    /// How long the others wait for somebody whose connection is gone.
    pub away: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            rooms: 500,
            sockets: 2_000,
            of_room: 40,
            of_address: 64,
            countdown: Duration::from_secs(5),
            hello: Duration::from_secs(5),
            idle: Duration::from_secs(45),
            away: Duration::from_secs(30),
        }
    }
}

/// What a room's name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomName {
    shape: Shape,
    class: Source,
}

impl RoomName {
    /// A name for a new room, sealed.
    #[must_use]
    pub fn fresh(secret: &Secret, shape: Shape, class: Source) -> String {
        let name = format!("{shape}.{class}.{}", &fresh_id()[..12]);
        let seal = seal(secret, &name);
        format!("{name}.{seal}")
    }

    /// Reads a name that this league has made.
    #[must_use]
    pub fn read(secret: &Secret, text: &str) -> Option<RoomName> {
        let (name, sealed) = text.rsplit_once('.')?;
        if seal(secret, name) != sealed {
            return None;
        }
        let mut parts = name.split('.');
        match format!("race/{}/{}", parts.next()?, parts.next()?).parse() {
            Ok(Event::Race(shape, class)) => Some(RoomName { shape, class }),
            _ => None,
        }
    }
}

fn seal(secret: &Secret, name: &str) -> String {
    BASE64.encode(&secret.of("room", name)[..SEAL_BYTES])
}

/// The rooms of this instance.
#[derive(Debug)]
pub(crate) struct Races {
    rooms: Mutex<HashMap<String, Arc<Live>>>,
    counts: Mutex<Counts>,
    closing: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A room that is in memory.
#[derive(Debug)]
struct Live {
    name: String,
    room: Mutex<Room>,
    /// The room as it is told to everybody: who is slow in reading sees fewer of its states, and always the last.
    told: watch::Sender<String>,
    /// Connections. Changed under the lock of the rooms alone.
    connections: Mutex<usize>,
}

/// Nothing is left half done under these locks: whoever panics under one has changed nothing or everything.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// Changes the room, and tells everybody.
    fn with<T>(&self, change: impl FnOnce(&mut Room) -> T) -> T {
        let mut room = locked(&self.room);
        let done = change(&mut room);
        let told = serde_json::to_string(&room.told()).unwrap_or_default();
        // Under the lock, so that states are told in their order.
        self.told.send_replace(told);
        done
    }
}

/// A connection that was let in; it is counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Socket {
    league: League,
    address: IpAddr,
}

impl Drop for Socket {
    fn drop(&mut self) {
        let mut counts = locked(&self.league.races().counts);
        counts.all = counts.all.saturating_sub(1);
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

/// A place in a room; it is given back when it is dropped.
struct Place {
    league: League,
    live: Arc<Live>,
    /// Who sits there; `None` for who watches.
    player: Option<String>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let races = self.league.races();
        self.live.with(|room| match &self.player {
            Some(player) => room.leave(player),
            None => room.look_away(),
        });
        {
            let _rooms = locked(&races.rooms);
            let mut connections = locked(&self.live.connections);
            *connections = connections.saturating_sub(1);
        }
        races.forget_if_empty(&self.live);
        // A program that ends needs nobody to wait.
        let (Some(player), Ok(runtime)) = (self.player.take(), tokio::runtime::Handle::try_current()) else {
            return;
        };
        // Perhaps it was this one whom the others waited for to be ready; who raced and is gone they wait for a while.
        self.league.consider(&self.live);
        if locked(&self.live.room).is_racing() {
            runtime.spawn(self.league.clone().miss(Arc::clone(&self.live), Some(player)));
        }
    }
}

impl Default for Races {
    fn default() -> Races {
        Races { rooms: Mutex::default(), counts: Mutex::default(), closing: watch::channel(false).0 }
    }
}

impl Races {
    /// Lets a connection in, or says why not.
    pub(crate) fn admit(league: &League, address: IpAddr) -> Result<Socket, Problem> {
        let (races, bounds, address) = (league.races(), &league.settings().races, network(address));
        if *races.closing.borrow() {
            return Err(Problem::Unavailable);
        }
        let mut counts = locked(&races.counts);
        let of_address = counts.by_address.get(&address).copied().unwrap_or(0);
        if counts.all >= bounds.sockets || of_address >= bounds.of_address {
            return Err(Problem::TooMany);
        }
        counts.all += 1;
        counts.by_address.insert(address, of_address + 1);
        Ok(Socket { league: league.clone(), address })
    }

    /// Forgets somebody who has left the league, in every room.
    pub(crate) fn forget(&self, player: &str) {
        let rooms: Vec<Arc<Live>> = locked(&self.rooms).values().cloned().collect();
        for live in rooms {
            live.with(|room| room.forget(player));
        }
    }

    /// Takes a room out of memory that nobody is in. What was raced in it is in the database; a race that runs is kept for who comes back.
    fn forget_if_empty(&self, live: &Live) {
        let mut rooms = locked(&self.rooms);
        if *locked(&live.connections) == 0 && !locked(&live.room).is_racing() {
            rooms.remove(&live.name);
        }
        metrics::gauge!("league_rooms").set(rooms.len() as f64);
    }

    /// Ends every conversation; what was stored stays, and who comes back finds it. Waits until they have ended.
    pub(crate) async fn drain(&self, patience: Duration) {
        self.closing.send_replace(true);
        let _ = tokio::time::timeout(patience, async {
            while locked(&self.counts).all > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await;
    }
}

impl League {
    /// Goes into a room, making it from what is stored when it is not in memory. Who finds no seat watches.
    async fn enter(&self, name: &str, player: Option<(&str, &str)>) -> Result<Place, Problem> {
        let of = RoomName::read(self.secret(), name).ok_or(Problem::NotFound("room"))?;
        let is_there = locked(&self.races().rooms).contains_key(name);
        let found = if is_there { Vec::new() } else { self.last_heat(name).await? };
        let (live, revived) = {
            let mut rooms = locked(&self.races().rooms);
            let bounds = &self.settings().races;
            let known = rooms.get(name).cloned();
            let revived = known.is_none();
            let live = match known {
                Some(live) => live,
                None if rooms.len() >= bounds.rooms => return Err(Problem::TooMany),
                None => {
                    let room = Room::revived(of.shape, of.class, found, self.clock().now_ms());
                    let live = Arc::new(Live {
                        name: name.to_owned(),
                        room: Mutex::new(room),
                        told: watch::channel(String::new()).0,
                        connections: Mutex::new(0),
                    });
                    rooms.insert(name.to_owned(), Arc::clone(&live));
                    live
                }
            };
            let mut connections = locked(&live.connections);
            if *connections >= bounds.of_room {
                return Err(Problem::TooMany);
            }
            *connections += 1;
            drop(connections);
            metrics::gauge!("league_rooms").set(rooms.len() as f64);
            (live, revived)
        };
        let player = live.with(|room| match player.filter(|(id, name)| room.sit(id, name)) {
            Some((id, _)) => Some(id.to_owned()),
            None => {
                room.watch();
                None
            }
        });
        if revived && locked(&live.room).is_racing() {
            self.clone().end_in_time(Arc::clone(&live));
            // Whoever raced before the room was gone has the same while to come back.
            tokio::spawn(self.clone().miss(Arc::clone(&live), None));
        }
        Ok(Place { league: self.clone(), live, player })
    }

    /// The attempts of a room's last race with their players' names, if it was not long ago.
    async fn last_heat(&self, name: &str) -> Result<Vec<(AttemptRow, String)>, StoreError> {
        let mut named = Vec::new();
        for row in self.store().race(name).await? {
            if let Some(player) = self.store().player(&row.player).await? {
                named.push((row, player.row.name));
            }
        }
        Ok(named)
    }

    /// Begins to count, if everybody is ready, and the race after it.
    fn consider(&self, live: &Arc<Live>) {
        let countdown = self.settings().races.countdown;
        let starts_ms = self.clock().now_ms().saturating_add(countdown.as_millis() as u64);
        if live.with(|room| room.count(starts_ms)) {
            let (league, live) = (self.clone(), Arc::clone(live));
            tokio::spawn(async move {
                tokio::time::sleep(countdown).await;
                league.start(live, starts_ms).await;
            });
        }
    }

    /// Stores an attempt for everybody who is ready, all at once, and then shows the board.
    async fn start(self, live: Arc<Live>, starts_ms: u64) {
        let (players, event) = live.with(|room| (room.close(starts_ms), room.event()));
        if players.is_empty() {
            return;
        }
        let (board, opened_ms) = (deal::fresh(event.shape()), self.clock().now_ms());
        let row = |player: String| AttemptRow {
            id: fresh_id(),
            player,
            event,
            board: board.to_string(),
            opened_ms,
            known: false,
            outcome: None,
        };
        let rows: Vec<AttemptRow> = players.into_iter().map(row).collect();
        match self.store().open_race(&live.name, &rows).await {
            Ok(()) => {
                metrics::counter!("league_races").increment(1);
                live.with(|room| room.start(board, opened_ms, &rows));
                self.end_in_time(live);
            }
            Err(why) => {
                tracing::warn!(%why, "a race could not be stored");
                live.with(|room| room.fail("unavailable"));
                self.races().forget_if_empty(&live);
            }
        }
    }

    /// Ends a race when its time is over.
    fn end_in_time(self, live: Arc<Live>) {
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(RACE_MS)).await;
            self.settle(&live).await;
        });
    }

    /// Waits for somebody who is gone, or for everybody who is, and then no longer.
    async fn miss(self, live: Arc<Live>, player: Option<String>) {
        tokio::time::sleep(self.settings().races.away).await;
        live.with(|room| room.miss(player.as_deref()));
        self.settle(&live).await;
    }

    /// Looks for results that were stored, and whether the race is over with them.
    async fn settle(&self, live: &Arc<Live>) {
        let open: Vec<String> = locked(&live.room).unfinished().map(|(id, _)| id.to_owned()).collect();
        let mut found = Vec::new();
        for id in open {
            // A database that does not answer is asked again with the next sign of life.
            if let Ok(Some(AttemptRow { outcome: Some(outcome), .. })) = self.store().attempt(&id).await {
                found.push((id, outcome));
            }
        }
        let now_ms = self.clock().now_ms();
        live.with(|room| {
            for (id, outcome) in &found {
                room.finished(id, outcome);
            }
            room.settle(now_ms);
        });
        self.races().forget_if_empty(live);
    }

    /// Whether a race's records may be shown: everybody has sent theirs, or its time is over.
    pub(crate) async fn is_race_over(&self, attempt: &AttemptRow) -> Result<bool, StoreError> {
        let late = self.clock().now_ms().saturating_sub(attempt.opened_ms) >= RACE_MS;
        Ok(late || !self.store().is_open_on(&attempt.board).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_room_is_one_that_the_league_has_sealed() {
        let (secret, other) = (Secret::new([1; 32]), Secret::new([2; 32]));
        let shape = Shape::new(10, 10).unwrap();
        let name = RoomName::fresh(&secret, shape, Source::Pointer);
        assert!(name.len() <= 64, "{name}");
        assert_eq!(RoomName::read(&secret, &name), Some(RoomName { shape, class: Source::Pointer }));
        assert_eq!(RoomName::read(&other, &name), None);
        assert_eq!(RoomName::read(&secret, &name.replace("10x10", "9x9")), None);
        for cut in 0..name.len() {
            assert_eq!(RoomName::read(&secret, &name[..cut]), None);
        }
        // Sealed, but by a league that had other sizes.
        let strange = format!("2x2.keys.x.{}", seal(&secret, "2x2.keys.x"));
        assert_eq!(RoomName::read(&secret, &strange), None);
    }
}
