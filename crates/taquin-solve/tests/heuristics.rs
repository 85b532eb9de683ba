//! Every bound, on every state of small boards, against a complete breadth-first search.

use std::fmt::Debug;

use rustc_hash::FxHashMap;
use taquin_core::{Cell, Direction, Metric, Shape};
use taquin_solve::Unlimited;
use taquin_solve::heuristic::{
    Additive, Blind, Heuristic, Inversion, Larger, LinearConflict, Manhattan, Patterns, Walking,
};
use taquin_solve::position::{Grid, Homes, Position, Small, State};

/// The distance of every reachable state from home.
struct Map {
    grid: Grid,
    distance: FxHashMap<u64, u8>,
}

fn solved(grid: &Grid) -> Small {
    let homes = Homes::new(grid.shape(), Cell::new(grid.home() as u32), 0..grid.cells() as u32);
    Small::new(&homes.unwrap()).unwrap()
}

fn map(shape: &str, home: usize) -> Map {
    let shape: Shape = shape.parse().unwrap();
    let grid = Grid::new(shape, Cell::new(home as u32)).unwrap();
    let goal = solved(&grid);
    let mut distance = FxHashMap::from_iter([(goal.pack(), 0)]);
    let mut layer = vec![goal];
    for depth in 1.. {
        let mut next = Vec::new();
        for mut state in layer {
            for direction in Direction::ALL {
                if state.slide(&grid, direction).is_some() {
                    distance.entry(state.pack()).or_insert_with(|| {
                        next.push(state);
                        depth
                    });
                    state.slide(&grid, direction.opposite());
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Map { grid, distance }
}

impl Map {
    fn states(&self) -> impl Iterator<Item = (Small, u32)> {
        let (cells, home) = (self.grid.cells(), self.grid.home());
        self.distance.iter().map(move |(packed, &d)| (Small::unpack(packed, cells, home), u32::from(d)))
    }

    /// Admissible, consistent where claimed, zero at home, and `step` equal to `start`, on all states.
    /// Returns the sum of the bound over the states, so that two bounds can be compared.
    fn check<H: Heuristic>(&self, name: &str, heuristic: &H) -> u64
    where
        H::Memo: PartialEq + Debug,
    {
        assert!(heuristic.is_admissible(Metric::Stm));
        let mut sum = 0;
        for (mut state, distance) in self.states() {
            let memo = heuristic.start(&state);
            let bound = heuristic.bound(&memo);
            assert!(bound <= distance, "{name} says {bound} where the distance is {distance}: {state:?}");
            sum += u64::from(bound);
            for direction in Direction::ALL {
                let Some(slide) = state.slide(&self.grid, direction) else { continue };
                let stepped = heuristic.step(&memo, &state, slide);
                assert_eq!(stepped, heuristic.start(&state), "{name}: a step differs from a fresh start");
                if heuristic.is_consistent() {
                    assert!(bound <= 1 + heuristic.bound(&stepped), "{name} is not consistent: {state:?}");
                }
                state.slide(&self.grid, direction.opposite());
            }
        }
        sum
    }

    /// The same for a bound whose `start` is dear: memos are carried from home over every slide, must agree
    /// wherever two ways meet, and equal a fresh `start` on every 500th state.
    fn check_carried<H: Heuristic>(&self, name: &str, heuristic: &H) -> u64
    where
        H::Memo: PartialEq + Debug,
    {
        let goal = solved(&self.grid);
        let mut memos = FxHashMap::from_iter([(goal.pack(), heuristic.start(&goal))]);
        let mut queue = std::collections::VecDeque::from([goal]);
        let mut sum = 0;
        while let Some(mut state) = queue.pop_front() {
            let memo = memos[&state.pack()].clone();
            let bound = heuristic.bound(&memo);
            let distance = u32::from(self.distance[&state.pack()]);
            assert!(bound <= distance, "{name} says {bound} where the distance is {distance}: {state:?}");
            if memos.len() % 500 == 0 {
                assert_eq!(memo, heuristic.start(&state), "{name}: carried memo differs from a fresh start");
            }
            sum += u64::from(bound);
            for direction in Direction::ALL {
                let Some(slide) = state.slide(&self.grid, direction) else { continue };
                let stepped = heuristic.step(&memo, &state, slide);
                assert!(!heuristic.is_consistent() || bound <= 1 + heuristic.bound(&stepped), "{name}");
                match memos.get(&state.pack()) {
                    Some(known) => assert_eq!(*known, stepped, "{name}: two ways, two memos: {state:?}"),
                    None => {
                        memos.insert(state.pack(), stepped);
                        queue.push_back(state);
                    }
                }
                state.slide(&self.grid, direction.opposite());
            }
        }
        assert_eq!(memos.len(), self.distance.len());
        sum
    }

    fn check_all(&self, splits: &[&[usize]]) {
        let grid = &self.grid;
        let manhattan = self.check("manhattan", &Manhattan::new(grid));
        let conflict = self.check("linear conflict", &LinearConflict::new(grid));
        self.check("inversion", &Inversion::new(grid));
        let walking = self.check("walking", &Walking::new(grid, &Unlimited).unwrap());
        assert_eq!(self.check("blind", &Blind), 0);
        self.check("larger", &Larger(Inversion::new(grid), LinearConflict::new(grid)));
        for sizes in splits {
            let table = Additive::new(grid, sizes, &Unlimited).unwrap();
            let plain = self.check("additive", &table);
            let regional = self.check_carried("pattern", &Patterns::new(grid, sizes, 1, &Unlimited).unwrap());
            assert!(manhattan <= plain && plain <= regional, "{sizes:?}");
        }
        assert!(manhattan <= conflict && manhattan <= walking);
    }
}

#[test]
fn every_bound_is_admissible_on_all_states_of_3x3_with_every_kind_of_home() {
    for home in [8, 7, 4] {
        map("3x3", home).check_all(&[&[4, 4], &[3, 5], &[1; 8], &[2, 3, 3]]);
    }
}

#[test]
fn every_bound_is_admissible_on_all_states_of_2x5() {
    map("2x5", 9).check_all(&[&[4, 5], &[3, 3, 3]]);
}

#[test]
fn every_bound_is_admissible_on_all_small_rectangles_with_every_home() {
    for shape in ["2x2", "2x3", "3x2", "2x4", "4x2"] {
        let cells = shape.parse::<Shape>().unwrap().cells();
        for home in 0..cells {
            map(shape, home).check_all(&[&[1, cells - 2]]);
        }
    }
}

/// The version often seen in print counts every pair of tiles in each other's way.
#[test]
fn counting_conflicting_pairs_overestimates_in_seven_states_of_3x3() {
    let map = map("3x3", 8);
    let manhattan = Manhattan::new(&map.grid);
    let pairs = |state: &Small| {
        let line = |cells: [usize; 3], home: fn(usize) -> usize| -> u32 {
            let belongs = |tile: &usize| *tile != 8 && home(*tile) == home(cells[0]);
            let tiles: Vec<usize> = cells.map(|cell| state.at(cell)).into_iter().filter(belongs).collect();
            (1..tiles.len()).map(|j| tiles[..j].iter().filter(|&&tile| tile > tiles[j]).count() as u32).sum()
        };
        let rows: u32 = (0..3).map(|r| line([3 * r, 3 * r + 1, 3 * r + 2], |cell| cell / 3)).sum();
        let columns: u32 = (0..3).map(|c| line([c, c + 3, c + 6], |cell| cell % 3)).sum();
        manhattan.bound(&manhattan.start(state)) + 2 * (rows + columns)
    };
    let over = map.states().filter(|(state, distance)| pairs(state) > *distance).count();
    assert_eq!(over, 7);
}

#[test]
fn no_single_tile_bound_claims_the_multi_tile_metric() {
    let shape: Shape = "3x3".parse().unwrap();
    let grid = Grid::new(shape, shape.last_cell()).unwrap();
    assert!(!Manhattan::new(&grid).is_admissible(Metric::Mtm));
    assert!(!LinearConflict::new(&grid).is_admissible(Metric::Mtm));
    assert!(!Inversion::new(&grid).is_admissible(Metric::Mtm));
    assert!(!Walking::new(&grid, &Unlimited).unwrap().is_admissible(Metric::Mtm));
    assert!(!Additive::new(&grid, &[4, 4], &Unlimited).unwrap().is_admissible(Metric::Mtm));
    assert!(!Patterns::new(&grid, &[4, 4], 1, &Unlimited).unwrap().is_admissible(Metric::Mtm));
    assert!(Blind.is_admissible(Metric::Mtm));
}
