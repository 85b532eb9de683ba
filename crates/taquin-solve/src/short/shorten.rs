//! A way that somebody has made already, made shorter.
//!
//! First its short stretches are solved exactly: between two positions of the way that are so many slides apart, IDA\*
//! finds a shorter stretch, in the part of the board that this one crosses and a little around it, or proves that there is
//! none, and a window that gained something is looked at again. Then the beams and windows of `run` start from there.
//! Nothing longer than what came in is ever taken.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use taquin_core::{Cell, Direction, Shape};

use super::way::Waypoint;
use super::{Learned, MAX_BEAM_CELLS, ShortAnswer, bound, improve};
use crate::effort::Effort;
use crate::heuristic::Manhattan;
use crate::position::Homes;
use crate::search::ida;
use crate::{Monitor, Progress, StopReason};

/// Lengths of the stretches that are solved exactly, a pass over the whole way with each.
const EXACT: [usize; 3] = [12, 20, 28];
/// A stretch that takes more nodes than this is left as it is.
const NODES: u64 = 200_000;
/// Cells around a stretch where a shorter one may go, too. It keeps what a stretch costs the same on a board of any size.
const AROUND: usize = 2;
/// The share of the time that stretches may take: the rest is for beams, which see more than a stretch.
const EXACT_SHARE: f64 = 0.3;

/// Makes `slides`, which solve the position, shorter until the monitor says stop or nothing more is planned.
pub(crate) fn shorten(
    learned: &Learned,
    homes: &Homes,
    slides: Vec<Direction>,
    effort: Effort,
    monitor: &dyn Monitor,
) -> ShortAnswer {
    let (shape, home) = (homes.shape(), homes.blank_home());
    let lower_bound = match learned.bounds(shape, home, monitor) {
        Ok(bounds) => bounds.of(homes),
        Err(_) => bound::Bounds::quick(shape, home).of(homes),
    };
    let given = slides.len();
    let (slides, nodes, stopped) = match Waypoint::new(homes) {
        Some(start) if shape.cells() <= MAX_BEAM_CELLS && !shape.is_corridor() => {
            let (slides, exact_nodes, stopped) = exact(shape, &start, slides, monitor);
            if stopped.is_some() || slides.len() as u64 == lower_bound {
                (slides, exact_nodes, stopped)
            } else {
                let (slides, nodes, stopped) =
                    improve(learned, shape, start, slides, lower_bound, effort, monitor, &|_| ());
                (slides, exact_nodes + nodes, stopped)
            }
        }
        _ => (slides, 0, None),
    };
    let optimal = slides.len() as u64 == lower_bound;
    let improved = slides.len() < given;
    ShortAnswer { slides, lower_bound, optimal, improved, nodes, stopped }
}

/// Solves stretch after stretch exactly.
fn exact(
    shape: Shape,
    start: &Waypoint,
    mut slides: Vec<Direction>,
    monitor: &dyn Monitor,
) -> (Vec<Direction>, u64, Option<StopReason>) {
    let mut nodes = 0;
    for length in EXACT {
        let mut here = start.clone();
        let mut first = 0;
        while first + 3 <= slides.len() && monitor.spent() <= EXACT_SHARE {
            let last = (first + length).min(slides.len());
            let Some((end, room)) = room(shape, &here, &slides[first..last]) else {
                return (slides, nodes, None);
            };
            match between(&room, &here, &end, last - first, nodes, monitor) {
                Ok((better, used)) => {
                    nodes += used;
                    if let Some(better) = better {
                        slides.splice(first..last, better);
                        // What was gained may let the stretch before it gain too.
                        let back = (length / 2).min(first);
                        for slide in slides[first - back..first].iter().rev() {
                            here.slide(slide.opposite());
                        }
                        first -= back;
                        continue;
                    }
                }
                Err(why) => return (slides, nodes, Some(why)),
            }
            here.slide(slides[first]);
            first += 1;
        }
    }
    (slides, nodes, None)
}

/// A part of the board: its shape, and its cells in reading order.
struct Cutout {
    shape: Shape,
    cells: Vec<usize>,
}

/// Where some slides lead, and the part of the board that they cross with what is around it; `None` where one is not possible.
fn room(shape: Shape, start: &Waypoint, slides: &[Direction]) -> Option<(Waypoint, Cutout)> {
    let (rows, columns) = (shape.rows() as usize, shape.columns() as usize);
    let mut end = start.clone();
    let (mut first, mut last) = ((rows, columns), (0, 0));
    for step in 0..=slides.len() {
        let (row, column) = (end.blank / columns, end.blank % columns);
        first = (first.0.min(row), first.1.min(column));
        last = (last.0.max(row), last.1.max(column));
        if slides.get(step).is_some_and(|&slide| !end.slide(slide)) {
            return None;
        }
    }
    let side =
        |first: usize, last: usize, all: usize| first.saturating_sub(AROUND)..(last + AROUND + 1).min(all);
    let (down, across) = (side(first.0, last.0, rows), side(first.1, last.1, columns));
    let shape = Shape::new(down.len() as u32, across.len() as u32).ok()?;
    let cells = down.flat_map(|row| across.clone().map(move |column| row * columns + column)).collect();
    Some((end, Cutout { shape, cells }))
}

/// A way from one position to another of fewer than `length` slides, if there is one that can be found in the room.
type Better = (Option<Vec<Direction>>, u64);

fn between(
    room: &Cutout,
    from: &Waypoint,
    to: &Waypoint,
    length: usize,
    before: u64,
    monitor: &dyn Monitor,
) -> Result<Better, StopReason> {
    // Tiles are renamed to where they end, as everywhere; outside the room nothing has moved.
    let ends: FxHashMap<u16, u32> = room.cells.iter().map(|&cell| to.labels[cell]).zip(0..).collect();
    let homes = room.cells.iter().map(|&cell| ends.get(&from.labels[cell]).copied());
    let blank = room.cells.iter().zip(0..).find_map(|(&cell, place)| (cell == to.blank).then_some(place));
    let (Some(homes), Some(blank)) = (homes.collect::<Option<Vec<u32>>>(), blank) else {
        return Ok((None, 0));
    };
    let Ok(homes) = Homes::new(room.shape, Cell::new(blank), homes) else { return Ok((None, 0)) };
    let heuristic = Manhattan::new(&homes.grid());
    // A shorter way has the same parity: it saves two slides at least.
    let within = Within { monitor, most: length.saturating_sub(2) as u32, before };
    match ida::solve(&homes, &heuristic, &within).expect("a bound of its own board") {
        Ok(found) if found.slides.len() < length => Ok((Some(found.slides), found.nodes)),
        Ok(found) => Ok((None, found.nodes)),
        Err(halted) => match within.tell(halted.nodes) {
            ControlFlow::Break(why) => Err(why),
            ControlFlow::Continue(()) => Ok((None, halted.nodes)),
        },
    }
}

/// Ends a search that cannot find a shorter stretch any more, or not soon.
struct Within<'a> {
    monitor: &'a dyn Monitor,
    most: u32,
    before: u64,
}

impl Within<'_> {
    fn tell(&self, nodes: u64) -> ControlFlow<StopReason> {
        let nodes = self.before + nodes;
        self.monitor.poll(&Progress { phase: "solving stretches", nodes, ..Progress::default() })
    }
}

impl Monitor for Within<'_> {
    fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
        if progress.lower_bound > self.most || progress.nodes > NODES {
            return ControlFlow::Break(StopReason::Nodes);
        }
        self.tell(progress.nodes)
    }

    fn spent(&self) -> f64 {
        self.monitor.spent()
    }
}
