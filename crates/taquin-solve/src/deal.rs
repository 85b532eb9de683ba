//! Deals at an exact distance from the goal, the farthest there are included.
//!
//! 1. Up to 12 cells the complete map knows every distance: the deal is uniform among the boards that are as far as asked.
//! 2. Beyond, uniform deals are solved until one is far enough, and walked along its own shortest solution until the
//!    rest is as long as asked: every end of a shortest solution is a shortest solution.
//! 3. Farther than uniform deals are, the same walk begins on a 4×4 board at distance 80, whose solutions are kept
//!    here; on other boards the farthest deal is climbed from, one slide and one exact solution at a time.
//!
//! Where tiles are alike, the second of these is all there is.

use std::collections::HashSet;
use std::sync::Arc;

use taquin_core::game::{DealError, Game};
use taquin_core::{
    Board, Cell, Direction, Goal, Metric, Moves, Problem, Seed, Shape, Site, Solution, Solvable, Symmetry,
    Target, Tile,
};

use crate::census::{self, Map};
use crate::random::Random;
use crate::{Monitor, Options, TableCache, Want, alike, plan};

/// Boards of 4×4 farther than this are so rare that no time is spent on dealing them.
const RARE_4X4: u32 = 66;
/// The most memory for a complete map: a browser's tab has less to give than a program.
const MAP_BYTES: u64 = if cfg!(target_family = "wasm") { 64 << 20 } else { 1 << 30 };
/// Positions solved while climbing before one gives up.
const CLIMBS: usize = 400;

/// The largest distances of boards too large for a map, with the blank's home in a corner (Korf and Schultze 2005 for
/// 4×4, and the counts in `data/censuses`).
const RADII: [((u32, u32), u32); 4] = [((2, 7), 108), ((2, 8), 140), ((3, 5), 84), ((4, 4), 80)];

/// The seventeen 4×4 boards at distance 80 from the goal with the blank last, and a solution of 80 slides for each: a
/// solution as long as the known distance is a shortest one.
#[rustfmt::skip]
const FARTHEST_4X4: [(&str, &str); 17] = [
    ("0 12 9 13/15 11 10 14/3 7 6 2/4 8 5 1", "U3L3D2RDRU2RUL2D3RU3LD2RURUL3DRULD2RDLURDR2UL2URD2RU2LURDLDLURULDLDRDRU2L2U"),
    ("0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1", "L3U3R3D2L2DLU3R3D3LULU2R2D2L3UR3D2LUL2URUR2D2L2DR2UL2URD2L2U3R2D3LULU2"),
    ("0 12 9 13/15 8 10 14/11 7 6 2/4 3 5 1", "L2ULURUR2D3L3U3R2D2LULUR2DRDLDLU3RDRDLDLULU2R3D2L2UR2D2L3U3R3D3L3U2RUL"),
    ("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "U3L3D3R3U3LDLDR2ULUL2D3R2U3LDLDRDRURUL3DR2DRU2LURDL3D2R3U2LUL2D2R2U2L2"),
    ("0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1", "L2ULU2R3D3L3URULUR3D2L2DRULUR2DL3URURDRD2LULU2R2D3L2ULDRU2RD2LULU2R2D2L2U2"),
    ("0 12 9 13/15 11 10 14/7 8 5 6/4 3 2 1", "L3U3R2DRD2L3URULUR3D2LDLU2R2DLDLULU2R2DRD2L2U3R2D3L3U2R2D2L2U3R2D3L2U3"),
    ("0 12 9 13/15 11 10 14/7 8 6 2/4 3 5 1", "U3L2DLDRDR2U3L3D3R2U2LD2RURULULD2LURD2RU3L2D3R3U2L3D2R3U3LDLD2R2U3L3"),
    ("0 12 9 13/15 11 10 14/8 3 6 2/4 7 5 1", "L3U3R3D3L2U2RD2L2U3R3D2L3UR2DLDRU2RD2LUL2U2R2D2LDLU3R3D2L3U2R2D3L2U3"),
    ("0 12 9 13/15 11 14 10/3 8 6 2/4 7 5 1", "L3U3R3D3L3U2RURD2L2U2R3D2LDLULU2R2DRDLDLULURURD2LU2R2D3L3U3R3D2LDLULU2"),
    ("0 12 10 13/15 11 9 14/7 3 6 2/4 8 5 1", "L3U3R3D3L2U2LUR3D2LDLU2R2DLDL2U2RURDRDL3URUR2D2L2DR2UL2URD2L2U3R2D3L2U3"),
    ("0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1", "L3U2RUR2D3L3U3R3D2L2UR2DL2U2RDRD2L3URULDRU2R2D3L2U2R2D2L3U3R3D3L2ULU2"),
    ("0 12 10 13/15 11 14 9/3 7 6 2/4 8 5 1", "L3U2RURDRD2LULDLU3R3D2L2UR2DLDLULURURD2L2URUR2D3L2U2LUR3D3L3URUR2D2L3U3"),
    ("0 12 10 13/15 11 14 9/7 8 6 2/4 3 5 1", "ULDL2U3R2D2LU2R2D3L3U2R3DLDLULURULDRUR2D2L2U2R2D2LDRUL2U2R2D2LDL2URURD2L2U3"),
    ("0 12 11 13/15 14 10 9/3 7 6 2/4 8 5 1", "U2LULDLD2R3U3L3D2R2ULULD2RDRURUL3DRDRURULUL2D3R2U2LD2R2U3L3D3R3U3L2DLU"),
    ("0 12 14 13/15 11 9 10/3 7 6 2/4 8 5 1", "L2U2RD2L2U2RUR2D3L3U3R3D2LDLU3RDRDLDLU2LDRU2RD3LU3R2D3L3U3R3D3L2ULU2"),
    ("0 12 14 13/15 11 9 10/8 3 6 2/4 7 5 1", "U2L2D2R2U2L3D2R3U3L3D2RDR2U3LDLULD2R3UL2DR2U2L3D3RURU2L2D3R2URDLURU2L3"),
    ("0 15 9 13/11 12 10 14/3 7 6 2/4 8 5 1", "L3U3R2DRD2L3U2R2DL2U2R3D2LDLULUR2ULDRD2LULU2R2DRULD2LU2RDRD2L3URUR2DLDL2U3"),
];

/// Boards that are known to be as far from this goal as any of their size, where that takes too long to find out: the seventeen of
/// 4×4 at distance 80, turned and renamed for a goal with its blank in a corner. None for other goals.
pub fn known_farthest(goal: &Board) -> impl Iterator<Item = Board> {
    let symmetry = onto(goal).next();
    FARTHEST_4X4.iter().filter_map(move |(drawing, _)| farthest(drawing)?.carried(symmetry?, goal))
}

/// The symmetries that lay the usual goal of 4×4 onto this one; two corners have two, a turn and its mirror image.
fn onto(goal: &Board) -> impl Iterator<Item = Symmetry> {
    let (shape, blank) = (goal.shape(), goal.blank());
    let fits = move |symmetry: &Symmetry| symmetry.cell(shape, shape.last_cell()) == Some(blank);
    Symmetry::of(shape).filter(fits).filter(move |_| (shape.rows(), shape.columns()) == (4, 4))
}

/// One of the farthest boards, with the usual goal.
fn farthest(drawing: &str) -> Option<Problem> {
    Problem::new(drawing.parse().ok()?, &Goal::BlankLast).ok()
}

/// A game whose shortest solution has exactly `distance` slides, drawn from `seed`.
///
/// The monitor limits all of the work; when it stops, the farthest distance met is told.
///
/// ```
/// use taquin_core::{Goal, Seed, Shape};
/// use taquin_solve::{Unlimited, deal};
/// let shape = Shape::new(3, 3)?;
/// let deal = |distance| deal::at_distance(shape, &Goal::BlankLast, Seed::new(1), distance, &Default::default(), &Unlimited);
/// assert!(deal(31).is_ok());
/// assert_eq!(deal(40).unwrap_err().to_string(), "no 3x3 board is 40 slides from this goal: the farthest are at 31");
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
pub fn at_distance(
    shape: Shape,
    target: impl Into<Target>,
    seed: Seed,
    distance: u32,
    tables: &Arc<TableCache>,
    monitor: &dyn Monitor,
) -> Result<Game, DealError> {
    let target = target.into();
    let goal = match &target {
        Target::Goal(goal) => goal,
        Target::Alike(grouping) => {
            let options = Options::new().want(Want::Optimal);
            let shortest = |start: &Solvable| {
                let solved = alike::solve(start, *grouping, &options, monitor).ok()?.ok()?;
                solved.shortest().map(Solution::into_moves)
            };
            return Game::at_distance(shape, *grouping, seed, distance, shortest);
        }
    };
    let home = goal.board(shape)?;
    if let Some(radius) = known_radius(&home).filter(|&radius| distance > radius) {
        return Err(DealError::TooFar { shape, wanted: distance, radius });
    }
    let options = census::CensusOptions::new().metric(Metric::Stm).memory_bytes(MAP_BYTES);
    if distance > 0
        && shape.cells() <= census::MAX_MAPPED_CELLS
        && let Ok(map) = Map::new(shape, home.blank(), &options, monitor)
    {
        return from_map(&map, &home, goal, seed, distance, monitor);
    }
    if is_corner_4x4(&home) && distance > RARE_4X4 {
        return from_farthest(&home, goal, seed, distance);
    }
    let mut farthest: Option<(Solvable, usize)> = None;
    let shortest = |start: &Solvable| {
        let way = shortest(start, tables, monitor)?;
        let length = way.as_slice().len();
        if farthest.as_ref().is_none_or(|(_, most)| length > *most) {
            farthest = Some((start.clone(), length));
        }
        Some(way)
    };
    let missed = match Game::at_distance(shape, goal, seed, distance, shortest) {
        Err(missed @ (DealError::NotFound { .. } | DealError::NoSolver)) => missed,
        done => return done,
    };
    if is_corner_4x4(&home) {
        return from_farthest(&home, goal, seed, distance);
    }
    let Some((start, length)) = farthest else { return Err(missed) };
    climb(start, length, goal, seed, distance, |start| shortest_length(start, tables, monitor))
}

fn shortest(start: &Solvable, tables: &Arc<TableCache>, monitor: &dyn Monitor) -> Option<Moves> {
    let options = Options::new().want(Want::Optimal).tables(tables.clone());
    let solved = plan(start, &options).ok()?.solve(monitor).ok()?;
    solved.shortest().map(Solution::into_moves)
}

fn shortest_length(start: &Solvable, tables: &Arc<TableCache>, monitor: &dyn Monitor) -> Option<usize> {
    shortest(start, tables, monitor).map(|way| way.as_slice().len())
}

/// The largest distance from this goal, where it is known without a search.
fn known_radius(goal: &Board) -> Option<u32> {
    let (shape, blank) = (goal.shape(), goal.blank());
    let far = |cell| shape.distance(blank, cell);
    if shape.is_corridor() {
        return Some(far(Cell::new(0)).max(far(shape.last_cell())));
    }
    let (short, long) = (shape.rows().min(shape.columns()), shape.rows().max(shape.columns()));
    let (_, radius) = RADII.into_iter().find(|(sides, _)| *sides == (short, long))?;
    is_corner(goal).then_some(radius)
}

fn is_corner(goal: &Board) -> bool {
    goal.shape().site(goal.blank()) == Site::Corner
}

fn is_corner_4x4(goal: &Board) -> bool {
    (goal.shape().rows(), goal.shape().columns()) == (4, 4) && is_corner(goal)
}

/// The board whose tiles belong, on `goal`, where this list of homes says.
fn board_of(goal: &Board, homes: impl IntoIterator<Item = usize>) -> Option<Board> {
    let tiles: Option<Vec<Tile>> = homes.into_iter().map(|home| goal.tile(Cell::new(home as u32))).collect();
    Board::new(goal.shape(), tiles?).ok()
}

fn from_map(
    map: &Map,
    home: &Board,
    goal: &Goal,
    seed: Seed,
    distance: u32,
    monitor: &dyn Monitor,
) -> Result<Game, DealError> {
    // Stopped on the way through the map, nobody says how far anything is.
    let stopped = |_| DealError::NoSolver;
    let counts = map.counts(monitor).map_err(stopped)?;
    let (shape, radius) = (home.shape(), counts.len() as u32 - 1);
    let too_far = DealError::TooFar { shape, wanted: distance, radius };
    let Some(&count) = counts.get(distance as usize) else { return Err(too_far) };
    let position = map.find(distance, mix(seed.number()) % count, monitor).map_err(stopped)?;
    let board = position.and_then(|homes| board_of(home, homes.into_iter().map(usize::from)));
    Game::placed_at(board.ok_or(too_far)?, goal, seed, distance)
}

/// A walk home from a 4×4 board at distance 80, turned so that the blank's home is this goal's.
fn from_farthest(home: &Board, goal: &Goal, seed: Seed, distance: u32) -> Result<Game, DealError> {
    let random = mix(seed.number());
    let (drawing, way) = FARTHEST_4X4[(random >> 8) as usize % FARTHEST_4X4.len()];
    let board = onto(home).nth((random % 2) as usize).and_then(|symmetry| {
        let far = farthest(drawing)?;
        let moves: Moves = way.parse().ok()?;
        let ahead = moves.as_slice().len().checked_sub(distance as usize)?;
        let walk: Moves = moves.iter().take(ahead).map(|step| symmetry.direction(step)).collect();
        far.carried(symmetry, home)?.after(&walk).ok()
    });
    Game::placed_at(board.ok_or(DealError::NoSolver)?, goal, seed, distance)
}

/// Goes up from slide to slide until the distance is reached; from a peak, down where it has not been.
fn climb(
    start: Solvable,
    mut here: usize,
    goal: &Goal,
    seed: Seed,
    distance: u32,
    mut length: impl FnMut(&Solvable) -> Option<usize>,
) -> Result<Game, DealError> {
    let mut board = start.problem().start().clone();
    let (shape, mut farthest, mut seen) = (board.shape(), here, HashSet::from([board.clone()]));
    let mut random = seed.number();
    let mut solved = 0;
    while here != distance as usize {
        random = mix(random);
        let mut next: Option<(Board, usize)> = None;
        for turn in 0..4 {
            let mut neighbour = board.clone();
            let direction = Direction::ALL[((random + turn) % 4) as usize];
            if neighbour.slide(direction).is_none() || seen.contains(&neighbour) || solved == CLIMBS {
                continue;
            }
            solved += 1;
            let there = Problem::new(neighbour.clone(), goal).ok().and_then(|problem| problem.decide().ok());
            let Some(there) = there.and_then(|there| length(&there)) else { continue };
            let up = there > here;
            if up || next.is_none() {
                next = Some((neighbour, there));
            }
            if up {
                break;
            }
        }
        let Some(step) = next else {
            return Err(DealError::NotFound { shape, wanted: distance, farthest });
        };
        (board, here) = step;
        farthest = farthest.max(here);
        seen.insert(board.clone());
    }
    Game::placed_at(board, goal, seed, distance)
}

/// A number that looks random.
fn mix(number: u64) -> u64 {
    Random(number).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unlimited;

    fn deal(size: &str, goal: &Goal, seed: u64, distance: u32) -> Result<Game, DealError> {
        at_distance(size.parse().unwrap(), goal, Seed::new(seed), distance, &Arc::default(), &Unlimited)
    }

    #[test]
    fn every_distance_of_small_boards_is_dealt_exactly() {
        for (size, radius) in [("2x2", 6), ("2x3", 21), ("3x3", 31), ("2x4", 36), ("4x2", 36)] {
            let goal = Goal::BlankLast;
            let shape: Shape = size.parse().unwrap();
            let map = census::distances(shape, shape.last_cell(), Metric::Stm).unwrap();
            for distance in 1..=radius {
                let game = deal(size, &goal, u64::from(distance), distance).unwrap();
                let homes: Vec<u8> = game.rest().homes().iter().map(|&home| home as u8).collect();
                assert_eq!(map.distance(&homes), Some(distance), "{size}");
            }
            for distance in [radius + 1, 1000] {
                let error = deal(size, &goal, 0, distance).unwrap_err();
                assert!(matches!(error, DealError::TooFar { radius: r, .. } if r == radius), "{error}");
            }
        }
    }

    #[test]
    fn boards_with_tiles_alike_are_dealt_at_a_distance_too() {
        let options = Options::new().want(Want::Optimal);
        for grouping in taquin_core::Grouping::ALL {
            for distance in [1, 5, 9] {
                let shape = Shape::new(3, 3).unwrap();
                let game = at_distance(shape, grouping, Seed::new(4), distance, &Arc::default(), &Unlimited)
                    .unwrap();
                let solved = alike::solve(&game.rest(), grouping, &options, &Unlimited).unwrap().unwrap();
                assert_eq!(solved.solution.length(Metric::Stm), distance as usize, "{grouping}");
            }
        }
    }

    #[test]
    fn corridors_know_how_far_the_blank_can_be() {
        assert!(deal("1x6", &Goal::BlankLast, 1, 5).is_ok());
        assert!(matches!(deal("1x6", &Goal::BlankLast, 1, 6), Err(DealError::TooFar { radius: 5, .. })));
    }

    #[test]
    fn the_farthest_4x4_boards_are_dealt_with_the_blank_in_any_corner() {
        let corners =
            [Goal::BlankLast, Goal::BlankFirst, Goal::BlankAt(0, 3), Goal::BlankAt(3, 0), Goal::Snake];
        let tables = Arc::default();
        for goal in corners {
            let home = goal.board("4x4".parse().unwrap()).unwrap();
            for (seed, distance) in [(0, 1), (1, 9), (2, 16), (3, 21), (4, 24)] {
                // The same walk, followed until a search can check it quickly.
                let game = from_farthest(&home, &goal, Seed::new(seed), distance).unwrap();
                assert_eq!(shortest_length(&game.rest(), &tables, &Unlimited), Some(distance as usize));
            }
            for seed in 0..8 {
                for distance in [67, 74, 80] {
                    let game = deal("4x4", &goal, seed, distance).unwrap();
                    assert_eq!(game.rest().problem().start(), game.board());
                }
            }
            let error = deal("4x4", &goal, 1, 81).unwrap_err();
            assert_eq!(error.to_string(), "no 4x4 board is 81 slides from this goal: the farthest are at 80");
        }
    }

    #[test]
    fn the_kept_solutions_take_80_slides_from_boards_known_to_be_80_away() {
        let list = include_str!("../../../data/instances/antipodes_4x4_80.txt");
        let known: Vec<String> = list
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once(' ').unwrap().1.to_string())
            .collect();
        assert_eq!(known.len(), 17);
        for (drawing, way) in FARTHEST_4X4 {
            assert!(known.contains(&drawing.replace('/', " ")));
            let start = Problem::new(drawing.parse().unwrap(), &Goal::BlankLast).unwrap().decide().unwrap();
            assert_eq!(start.solution(way.parse().unwrap()).unwrap().length(Metric::Stm), 80);
        }
    }

    #[test]
    fn the_farthest_boards_are_known_for_every_corner_and_for_no_other_goal() {
        for name in ["blank-last", "blank-first", "snake"] {
            let goal = Goal::parse(name, None).unwrap().board(Shape::new(4, 4).unwrap()).unwrap();
            let boards: HashSet<Board> = known_farthest(&goal).collect();
            assert_eq!(boards.len(), 17, "{name}");
            for board in boards {
                assert!(Problem::new(board, &Goal::Board(goal.clone())).unwrap().decide().is_ok());
            }
        }
        for (name, rows, columns) in [("spiral", 4, 4), ("blank-last", 3, 3), ("blank-last", 4, 5)] {
            let goal = Goal::parse(name, None).unwrap().board(Shape::new(rows, columns).unwrap()).unwrap();
            assert_eq!(known_farthest(&goal).count(), 0, "{name} {rows}x{columns}");
        }
    }

    #[test]
    fn a_climb_reaches_what_no_deal_did() {
        let (goal, shape) = (Goal::BlankLast, Shape::new(3, 3).unwrap());
        let map = census::distances(shape, shape.last_cell(), Metric::Stm).unwrap();
        let length = |start: &Solvable| {
            let homes: Vec<u8> = start.homes().iter().map(|&home| home as u8).collect();
            map.distance(&homes).map(|distance| distance as usize)
        };
        for seed in 0..20 {
            let start = deal("3x3", &goal, seed, 20).unwrap().rest();
            let game = climb(start, 20, &goal, Seed::new(seed), 27, length).unwrap();
            assert_eq!(length(&game.rest()), Some(27));
        }
    }
}
