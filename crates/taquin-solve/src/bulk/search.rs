//! Boards that are searched, one by one.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use taquin_core::batch::Boards;
use taquin_core::{Cell, Direction, Metric, Moves, Shape};

use super::{Ask, BulkError, Labels, OneBoard, SharedWork, UNKNOWN, UNSOLVABLE};
use crate::multi::{self, MultiTables};
use crate::position::{Grid, Homes};
use crate::search::{Found, Halted, cells16};
use crate::table::cells16::Tables16;
use crate::{Monitor, StopReason};

/// Boards that a thread takes at a time.
const TOGETHER: usize = 8;

/// What the boards are searched with.
enum Tables {
    /// A single line: there is nothing to search.
    Corridor,
    Slides(Arc<Tables16>),
    Lines(Arc<MultiTables>),
}

/// What became of one board.
#[derive(Clone, Copy)]
struct BoardLabel {
    distance: u8,
    bound: u8,
    moves: u8,
}

pub(super) fn label(
    boards: &Boards<'_>,
    ask: &Ask,
    moves: bool,
    monitor: &dyn Monitor,
) -> Result<Labels, BulkError> {
    let (shape, cells) = (boards.shape(), boards.shape().cells());
    let grid = Grid::new(shape, ask.goal.blank()).expect("the goal is of their shape");
    let mut labels = Labels {
        distances: vec![UNKNOWN; boards.len()],
        bounds: vec![0; boards.len()],
        moves: vec![0; if moves { boards.len() } else { 0 }],
    };
    if boards.is_empty() {
        return Ok(labels);
    }
    let tables = match ask.metric {
        _ if shape.is_corridor() => Tables::Corridor,
        Metric::Stm => Tables::Slides(ask.tables.single(&grid, ask.threads, monitor)?),
        Metric::Mtm => Tables::Lines(ask.tables.multi(&grid, ask.threads, monitor)?),
    };
    let search = Search { shape, home: ask.goal.blank(), grid, tables, metric: ask.metric, moves };
    let work = SharedWork::new(boards.len(), monitor, "solving boards");
    work.run(ask.threads, TOGETHER, boards, &mut labels, |part, distances, bounds, masks| {
        let mut homes = vec![0; part.len() * cells];
        part.homes(&ask.goal, &mut homes).expect("the goal is of their shape");
        for (index, homes) in homes.chunks_exact(cells).enumerate() {
            let one = OneBoard::new(&work, ask.nodes, ask.time);
            let answer = search.answer(homes, one)?;
            (distances[index], bounds[index]) = (answer.distance, answer.bound);
            if let Some(mask) = masks.get_mut(index) {
                *mask = answer.moves;
            }
        }
        Ok(())
    })?;
    Ok(labels)
}

struct Search {
    shape: Shape,
    home: Cell,
    grid: Grid,
    tables: Tables,
    metric: Metric,
    moves: bool,
}

impl Search {
    fn homes(&self, homes: &[u8]) -> Option<Homes> {
        Homes::new(self.shape, self.home, homes.iter().map(|&home| u32::from(home))).ok()
    }

    /// The distance of a position; within its limits, or what ended all work.
    fn answer(&self, position: &[u8], mut one: OneBoard<'_>) -> Result<BoardLabel, StopReason> {
        let Some(homes) = self.homes(position) else {
            return Ok(BoardLabel { distance: UNSOLVABLE, bound: 0, moves: 0 });
        };
        let outcome = match &self.tables {
            Tables::Corridor => Ok(Found { slides: crate::solver::corridor(&homes), nodes: 0 }),
            Tables::Slides(tables) => cells16::solve(&homes, tables, 1, &one),
            Tables::Lines(tables) => multi::solve(&homes, tables, 1, &one),
        };
        let found = match outcome {
            Ok(found) => found,
            Err(halted) => return self.halted(halted, &one, UNKNOWN, 0),
        };
        one.all.nodes.fetch_add(found.nodes, Ordering::Relaxed);
        one.before += found.nodes;
        let first = found.slides.first().copied();
        let distance = Moves::from(found.slides).length(self.metric) as u8;
        let answer = BoardLabel { distance, bound: distance, moves: 0 };
        match first.filter(|_| self.moves) {
            None => Ok(answer),
            Some(first) => match self.begin(position, distance, first, &one) {
                Ok(moves) => Ok(BoardLabel { moves, ..answer }),
                // The distance is known; which slides lead there is not.
                Err(halted) => self.halted(halted, &one, distance, distance),
            },
        }
    }

    /// A limit of the board leaves what is proven; anything else ends all work.
    fn halted(
        &self,
        halted: Halted,
        one: &OneBoard<'_>,
        distance: u8,
        bound: u8,
    ) -> Result<BoardLabel, StopReason> {
        one.all.nodes.fetch_add(halted.nodes, Ordering::Relaxed);
        let own = match halted.why {
            StopReason::Nodes => one.nodes.is_some(),
            StopReason::Time => one.time.is_some(),
            _ => false,
        };
        // A limit of the whole work looks the same; it is asked again.
        if !own {
            return Err(halted.why);
        }
        one.all.look(0)?;
        let proven = u8::try_from(halted.lower_bound).unwrap_or(UNSOLVABLE - 1);
        Ok(BoardLabel { distance, bound: if distance == UNKNOWN { proven } else { bound }, moves: 0 })
    }

    /// The mask of the slides that begin a shortest solution; one is known.
    fn begin(
        &self,
        position: &[u8],
        distance: u8,
        known: Direction,
        one: &OneBoard<'_>,
    ) -> Result<u8, Halted> {
        let blank = position.iter().position(|&home| usize::from(home) == self.home.index()).unwrap_or(0);
        let mut mask = 1 << known as u8;
        let mut after = vec![0; position.len()];
        for direction in Direction::ALL.into_iter().filter(|&direction| direction != known) {
            after.copy_from_slice(position);
            let mut at = blank;
            while let Some(source) = self.grid.source(at, direction) {
                after.swap(at, source);
                at = source;
                let homes = self.homes(&after).expect("a slide away from one that can be solved");
                let nearer = match &self.tables {
                    Tables::Corridor => break,
                    Tables::Slides(tables) => cells16::has_way(&homes, tables, u32::from(distance) - 1, one)?,
                    Tables::Lines(tables) => {
                        let found = multi::solve(&homes, tables, 1, one)?;
                        Moves::from(found.slides).length(Metric::Mtm) + 1 == usize::from(distance)
                    }
                };
                if nearer {
                    mask |= 1 << direction as u8;
                    break;
                }
                if self.metric == Metric::Stm {
                    break;
                }
            }
        }
        Ok(mask)
    }
}
