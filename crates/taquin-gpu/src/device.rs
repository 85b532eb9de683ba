//! A card that is ready, and what one asks it.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use taquin_core::{Cell, Shape, Solution, Solvable, Symmetry};
use taquin_solve::position::Homes;
use taquin_solve::proof::{Keeping, Place, Proof};
use taquin_solve::{Monitor, StopReason, Unlimited};

use crate::bulk::{Bulk, Labels, UNKNOWN, in_pieces};
use crate::card::Card;
use crate::cuda::Cuda;
use crate::deep::{Deep, Ended, Iteration, Watchers};
use crate::error::{GpuError, Halt, Result};
use crate::layout::{Layout, Size};

/// Which card, and what it may use.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The card's number, as the driver counts.
    pub ordinal: u32,
    /// A folder for compiled kernels; without one they are compiled each time, which takes seconds.
    pub cache: Option<PathBuf>,
    /// Keep to what every card can do, for trying that out on a newer one.
    pub narrow: bool,
    /// Leave the look-ahead away: every iteration then has the same nodes wherever it runs.
    pub without_look_ahead: bool,
}

/// A card, with the tables that were built on it so far.
pub struct Device {
    card: Arc<dyn Card>,
    without_look_ahead: bool,
    holds: Mutex<Holds>,
}

/// What stands in the card's memory.
#[derive(Default)]
struct Holds {
    deep: Option<Deep>,
    bulk: Option<Bulk>,
}

/// What a search may be told, and whom it may tell.
#[derive(Default)]
pub struct Ask<'a> {
    /// Where an earlier search of the same board stood, on a card or a processor, and who keeps where this one stands.
    pub keeping: Keeping<'a>,
    /// Is given what each iteration did.
    pub iterations: Option<&'a mut Vec<Iteration>>,
}

/// What a search gives: a solution, replayed on the board that came in, and what is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best solution known.
    pub solution: Option<Solution>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// What ended the search before the solution was proven shortest.
    pub stopped: Option<StopReason>,
    /// The bound of the start; 0 where many boards were asked about and this one's distance is known.
    pub start_bound: u32,
    /// Positions generated.
    pub nodes: u64,
    /// Bytes of tables.
    pub table_bytes: u64,
}

impl Answer {
    /// The solution, if it is proven shortest.
    pub fn shortest(self) -> Option<Solution> {
        self.solution.filter(|_| self.stopped.is_none())
    }
}

/// Distances of many positions.
#[derive(Clone, Debug)]
pub struct Distances {
    /// One for each position; [`UNKNOWN`](crate::UNKNOWN) where the work was stopped before it.
    pub distances: Vec<u8>,
    /// Nodes in all.
    pub nodes: u64,
    /// Why the work ended early.
    pub stopped: Option<StopReason>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("name", &self.card.name()).finish_non_exhaustive()
    }
}

impl Device {
    /// The card, or the one line that says why there is none.
    pub fn open(settings: &Settings) -> Result<Device> {
        let cuda = Cuda::open(settings.ordinal, settings.cache.as_deref(), settings.narrow)?;
        Ok(Device {
            card: Arc::new(cuda),
            without_look_ahead: settings.without_look_ahead,
            holds: Mutex::default(),
        })
    }

    /// Whether an NVIDIA driver is installed, which says nothing about a card yet. It costs nothing, where opening a card
    /// costs more than an easy board.
    pub fn has_driver() -> bool {
        Cuda::has_driver()
    }

    #[cfg(test)]
    pub(crate) fn with(card: Arc<dyn Card>) -> Device {
        Device { card, without_look_ahead: false, holds: Mutex::default() }
    }

    /// What the card calls itself.
    pub fn name(&self) -> String {
        self.card.name()
    }

    /// Whether [`Device::solve`] takes boards of this shape.
    pub fn solves(shape: Shape) -> bool {
        Layout::place(shape, Cell::new(0), Size::Deep, false).is_some()
    }

    /// Whether [`Device::distances`] takes boards of this shape.
    pub fn measures(shape: Shape) -> bool {
        Layout::place(shape, Cell::new(0), Size::Large, false).is_some()
    }

    fn holds(&self) -> MutexGuard<'_, Holds> {
        // What a panic left behind is whole: pieces of memory and numbers.
        self.holds.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Builds the tables that boards with this goal's blank need, if they are not there yet.
    pub fn prepare(&self, shape: Shape, blank_home: Cell) -> Result<()> {
        let mut holds = self.holds();
        let ready = if Device::solves(shape) {
            self.deep(&mut holds, shape, blank_home, &Unlimited).map(drop)
        } else {
            self.bulk(&mut holds, shape, blank_home, &Unlimited).map(drop)
        };
        unless_stopped(ready).map(drop)
    }

    /// A shortest solution, replayed; at a limit, what was proven.
    pub fn solve(&self, problem: &Solvable, monitor: &dyn Monitor) -> Result<Answer> {
        self.solve_with(problem, Ask::default(), monitor)
    }

    /// The same, from where an earlier search stood, or for somebody who keeps where this one stands.
    pub fn solve_with(&self, problem: &Solvable, ask: Ask<'_>, monitor: &dyn Monitor) -> Result<Answer> {
        let start = problem.problem().start();
        let (shape, home) = (start.shape(), problem.problem().goal().blank());
        let Keeping { from, keep, .. } = ask.keeping;
        from.as_ref().map_or(Ok(()), |proof| proof.check(problem))?;
        let mut holds = self.holds();
        let (place, deep) = match unless_stopped(self.deep(&mut holds, shape, home, monitor))? {
            Ok(ready) => ready,
            Err(why) => return not_begun(problem, from, why),
        };
        let position = place.position(problem.homes().iter().copied());
        // The search does not know the board's own picture of itself; the checkpoint does.
        let mut keep = keep.map(|keep| {
            let position = position.clone();
            move |proof: &Proof| {
                let mut proof = proof.clone();
                proof.position.clone_from(&position);
                keep(&proof);
            }
        });
        let watchers = Watchers {
            monitor,
            keep: keep.as_mut().map(|keep| keep as &mut dyn FnMut(&Proof)),
            iterations: ask.iterations,
        };
        let ended = deep.search(&position, from, watchers).map_err(|mut error| {
            if let GpuError::Lost { proof, .. } = &mut error {
                proof.position.clone_from(&position);
            }
            error
        })?;
        let table_bytes = deep.table_bytes();
        report(problem, &place, ended, table_bytes)
    }

    /// The exact distance of every position of a 4×4 board: the homes of each cell's content, the blank included, cell
    /// after cell and position after position.
    pub fn distances(
        &self,
        shape: Shape,
        blank_home: Cell,
        positions: &[u8],
        monitor: &dyn Monitor,
    ) -> Result<Distances> {
        let (place, _) = Layout::place(shape, blank_home, Size::Large, true).ok_or(GpuError::Shape(shape))?;
        check(shape, blank_home, positions)?;
        let laid = if place.symmetry() == Symmetry::IDENTITY {
            Cow::Borrowed(positions)
        } else {
            Cow::Owned(laid_all(&place, positions, shape.cells()))
        };
        // Whoever else waits for the card waits for its work alone.
        let mut holds = self.holds();
        let (_, bulk) = match unless_stopped(self.bulk(&mut holds, shape, blank_home, monitor))? {
            Ok(ready) => ready,
            Err(why) => {
                let distances = vec![UNKNOWN; positions.len() / shape.cells()];
                return Ok(Distances { distances, nodes: 0, stopped: Some(why) });
            }
        };
        let Labels { labels, nodes, stopped, .. } = bulk.labels(&laid, None, monitor)?;
        Ok(Distances { distances: labels, nodes, stopped })
    }

    /// Shortest solutions of many 4×4 boards with the same goal's blank, replayed, in order.
    pub fn solve_many(&self, problems: &[Solvable], monitor: &dyn Monitor) -> Result<Vec<Answer>> {
        let Some(first) = problems.first() else { return Ok(Vec::new()) };
        let (shape, home) = (first.problem().start().shape(), first.problem().goal().blank());
        let mut holds = self.holds();
        let (place, bulk) = match unless_stopped(self.bulk(&mut holds, shape, home, monitor))? {
            Ok(ready) => ready,
            Err(why) => return problems.iter().map(|problem| not_begun(problem, None, why)).collect(),
        };
        let mut positions = Vec::new();
        for problem in problems {
            let (own, own_home) = (problem.problem().start().shape(), problem.problem().goal().blank());
            if (own, own_home) != (shape, home) {
                return Err(GpuError::Shape(own));
            }
            positions.extend(place.position(problem.homes().iter().copied()));
        }
        let (labels, ways) = bulk.ways(&positions, monitor)?;
        let nodes = labels.nodes / problems.len() as u64;
        problems
            .iter()
            .zip(ways)
            .zip(&labels.labels)
            .map(|((problem, way), &label)| {
                let start_bound = if label == UNKNOWN { quick_bound(problem) } else { 0 };
                let bound = if label == UNKNOWN { start_bound } else { u32::from(label) };
                let stopped =
                    if way.is_some() { None } else { labels.stopped.or(Some(StopReason::Interrupted)) };
                report(problem, &place, Ended { way, bound, nodes, stopped, start_bound }, 0)
            })
            .collect()
    }

    /// The search of 5×5 boards, ready for this home; what stands in its way on the card makes room.
    fn deep<'h>(
        &self,
        holds: &'h mut Holds,
        shape: Shape,
        home: Cell,
        monitor: &dyn Monitor,
    ) -> Result<(Place, &'h Deep), Halt> {
        let lay = |two_sets| Layout::place(shape, home, Size::Deep, two_sets).ok_or(GpuError::Shape(shape));
        let (place, two) = lay(true)?;
        let (_, one) = lay(false)?;
        let ready = holds.deep.take().filter(|deep| *deep.layout() == two || *deep.layout() == one);
        let deep = match ready {
            Some(deep) => deep,
            None => {
                holds.bulk = None;
                let free = self.card.free_bytes()?;
                let layout = if Deep::bytes(&two) <= free { two } else { one };
                let mut deep = Deep::new(&self.card, layout, monitor)?;
                deep.habits.ahead = !self.without_look_ahead;
                deep
            }
        };
        Ok((place, holds.deep.insert(deep)))
    }

    /// The same for 4×4 boards in bulk: the largest tables that fit.
    fn bulk<'h>(
        &self,
        holds: &'h mut Holds,
        shape: Shape,
        home: Cell,
        monitor: &dyn Monitor,
    ) -> Result<(Place, &'h Bulk), Halt> {
        let sizes = [(Size::Large, true), (Size::Medium, true), (Size::Small, true)];
        let places: Vec<(Place, Layout)> =
            sizes.iter().filter_map(|&(size, two)| Layout::place(shape, home, size, two)).collect();
        let place = places.first().ok_or(GpuError::Shape(shape))?.0.clone();
        let ready = holds.bulk.take().filter(|bulk| places.iter().any(|(_, layout)| layout == bulk.layout()));
        let bulk = match ready {
            Some(bulk) => bulk,
            None => {
                holds.deep = None;
                let free = self.card.free_bytes()?;
                let smallest = places.len() - 1;
                let fits =
                    places.iter().position(|(_, layout)| Bulk::bytes(layout) <= free).unwrap_or(smallest);
                Bulk::new(&self.card, places[fits].1.clone(), monitor)?
            }
        };
        Ok((place, holds.bulk.insert(bulk)))
    }
}

/// What is ready, or why somebody did not wait for it; an error is one.
fn unless_stopped<T>(ready: Result<T, Halt>) -> Result<Result<T, StopReason>> {
    match ready {
        Ok(ready) => Ok(Ok(ready)),
        Err(Halt::Stopped(why)) => Ok(Err(why)),
        Err(Halt::Broken(error)) => Err(error),
    }
}

/// A bound of the start that needs no table.
fn quick_bound(problem: &Solvable) -> u32 {
    u32::try_from(taquin_solve::lower_bound(problem)).unwrap_or(u32::MAX)
}

/// The answer where no search has begun: what an earlier one knew, and a bound at once.
fn not_begun(problem: &Solvable, from: Option<Proof>, why: StopReason) -> Result<Answer> {
    let start = problem.problem().start();
    let home = problem.problem().goal().blank();
    let place = Place::new(start.shape(), home).ok_or(GpuError::Shape(start.shape()))?;
    let start_bound = quick_bound(problem);
    let (bound, nodes) = from.as_ref().map_or((0, 0), |proof| (proof.limit, proof.nodes));
    let way = from.and_then(|proof| proof.best);
    let ended = Ended { way, bound: bound.max(start_bound), nodes, stopped: Some(why), start_bound };
    report(problem, &place, ended, 0)
}

/// The answer, replayed on the board that came in.
fn report(problem: &Solvable, place: &Place, ended: Ended, table_bytes: u64) -> Result<Answer> {
    let replayed = |way: Vec<u8>| {
        let solution = problem.solution(place.moves(&way));
        solution.map_err(|why| GpuError::Failed(format!("what it found is no solution: {why}")))
    };
    let Ended { way, bound, nodes, stopped, start_bound } = ended;
    let solution = way.map(replayed).transpose()?;
    Ok(Answer { solution, lower_bound: bound, stopped, start_bound, nodes, table_bytes })
}

/// Whether every position is a permutation that can be solved.
fn check(shape: Shape, blank_home: Cell, positions: &[u8]) -> Result<()> {
    const PIECE: usize = 4096;
    let cells = shape.cells();
    let fault =
        |position: &[u8]| Homes::new(shape, blank_home, position.iter().map(|&home| u32::from(home))).err();
    let faults = in_pieces(positions, PIECE * cells, |piece| {
        piece.chunks(cells).enumerate().find_map(|(index, position)| Some((index, fault(position)?)))
    });
    match faults.into_iter().enumerate().find_map(|(piece, fault)| Some((piece, fault?))) {
        Some((piece, (index, why))) => {
            Err(GpuError::Position { index: piece * PIECE + index, why: why.to_string() })
        }
        None => Ok(()),
    }
}

/// Positions one after another, each as it is laid.
fn laid_all(place: &Place, positions: &[u8], cells: usize) -> Vec<u8> {
    let image: Vec<u8> = (0..cells as u32).map(|cell| place.cell(cell)).collect();
    let mut all = vec![0; positions.len()];
    for (from, to) in positions.chunks(cells).zip(all.chunks_mut(cells)) {
        for (cell, &home) in from.iter().enumerate() {
            to[usize::from(image[cell])] = image[usize::from(home)];
        }
    }
    all
}
