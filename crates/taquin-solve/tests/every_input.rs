//! No input makes a function of this library panic or go on for ever.

use std::sync::Arc;

use taquin_core::batch::Boards;
use taquin_core::{Board, Cell, Direction, Goal, Grouping, Metric, Problem, Seed, Shape, Solvable};
use taquin_solve::census::{Census, CensusOptions, Map, Part, Share, Survey, census, distances};
use taquin_solve::construct::{Checker, advise};
use taquin_solve::heuristic::{
    Additive, Blind, Heuristic, Inversion, Larger, LinearConflict, Manhattan, Patterns, SplitError, Walking,
};
use taquin_solve::position::{Grid, Homes, Large, Medium, Position, Ranking, Small, State};
use taquin_solve::proof::{Place, Proof, blank_label, look_ahead, part_of};
use taquin_solve::search::{astar, bidirectional, ida};
use taquin_solve::table::{Store, TableKey};
use taquin_solve::{
    Monitor, Options, PlanError, Progress, Stretch, TableCache, Unlimited, Want, alike, bulk, deal, plan,
};

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

/// Shapes of every kind: the smallest, corridors, what has tables, what has none.
const SHAPES: [&str; 14] =
    ["1x1", "1x2", "1x16", "16x1", "2x2", "3x3", "4x4", "2x8", "4x5", "2x12", "12x2", "5x5", "6x6", "20x20"];

/// Cells that none of those has, and some that most have.
const CELLS: [u32; 6] = [0, 1, 3, 400, 70_000, u32::MAX];

#[test]
fn a_home_off_the_board_is_told_by_whatever_takes_one() {
    for (shape, home) in SHAPES.into_iter().map(shape).flat_map(|shape| CELLS.map(|cell| (shape, cell))) {
        let (home, on_board) = (Cell::new(home), (home as usize) < shape.cells());
        assert_eq!(Grid::new(shape, home).is_some(), on_board);
        assert_eq!(Place::new(shape, home).is_some(), on_board && shape.cells() <= 256);
        assert!(on_board || Ranking::new(shape, home).is_none());
        for metric in [Metric::Stm, Metric::Mtm] {
            assert!(on_board || TableKey::big(shape, home, metric).is_empty());
            assert!(on_board || distances(shape, home, metric).is_none());
            let options = CensusOptions::new().metric(metric).depth(1);
            assert!(on_board || census(shape, home, &options, &Unlimited).is_err());
            assert!(on_board || Survey::new(shape, home, &options).is_err());
            assert!(on_board || Map::new(shape, home, &options, &Unlimited).is_err());
            let share = Share { shape, blank_home: home, metric, parts: 1, index: 0 };
            assert!(on_board || Part::new(share, 1, &Unlimited).is_err());
        }
        let cache = TableCache::new();
        let _ = (cache.lacks(shape, home), cache.to_bytes(shape, home), cache.accept(shape, home, b"no"));
        assert!(on_board || Homes::new(shape, home, 0..shape.cells() as u32).is_err());
    }
}

#[test]
fn a_split_that_has_no_tables_is_refused() {
    let sizes: [&[usize]; 8] =
        [&[], &[0], &[6, 6, 6, 6], &[24], &[usize::MAX, 2], &[8, 7], &[1; 24], &[8, 8, 8]];
    for shape in SHAPES.map(shape) {
        for sizes in sizes {
            let _ = Additive::check(shape, sizes);
            let told = Patterns::check(shape, sizes);
            assert!(shape.cells() <= 16 || told.is_err(), "{shape} {sizes:?}");
        }
        let _ = Additive::small_sizes(shape);
    }
    // It passed the check, and then read past the end of its list of tiles.
    let large = shape("5x5");
    let refused = SplitError::TooLarge { shape: large, size: 6 };
    assert_eq!(Patterns::check(large, &[6, 6, 6, 6]), Err(refused.clone()));
    let grid = Grid::new(large, large.last_cell()).unwrap();
    assert_eq!(Patterns::new(&grid, &[6, 6, 6, 6], 1, &Unlimited).err(), Some(refused));
}

#[test]
fn what_is_no_position_has_no_number_place_or_part() {
    let ranking = Ranking::new(shape("3x3"), Cell::new(8)).unwrap();
    let map = distances(shape("2x3"), Cell::new(5), Metric::Stm).unwrap();
    let long: Vec<u8> = (0..=255).collect();
    for position in [&[][..], &[0], &[9; 9], &[255; 9], &[0; 25], &long, &long[..26], &long[..9]] {
        let _ = (ranking.number(position), map.distance(position));
        for (blank, parts) in [(0, 0), (0, 1), (255, 7), (8, u32::MAX)] {
            let _ = part_of(position, blank, parts);
        }
    }
    assert_eq!(ranking.position(u64::MAX), None);
    assert!(!ranking.write_position(0, &mut []) && !ranking.write_position(u64::MAX, &mut [0; 9]));
    assert_eq!((map.position_at(u32::MAX, 0), map.position_at(3, u64::MAX)), (None, None));
    let grid = Grid::new(shape("3x3"), Cell::new(8)).unwrap();
    assert!(Direction::ALL.iter().all(|&way| grid.source(9, way).or(grid.source(usize::MAX, way)).is_none()));
    for (blank, home) in (0..=255).flat_map(|blank| (0..=255).map(move |home| (blank, home))) {
        let _ = blank_label(blank, home);
    }
}

#[test]
fn counts_limits_and_threads_of_any_size_are_taken() {
    let (shape, home) = (shape("4x4"), Cell::new(15));
    let options = CensusOptions::new().depth(5).farthest(usize::MAX).threads(usize::MAX);
    assert_eq!(
        census(shape, home, &options, &Unlimited).unwrap().counts.iter().sum::<u64>(),
        1 + 2 + 4 + 10 + 24 + 54
    );
    let claimed = Census::new(shape, home, Metric::Stm, vec![u64::MAX, 1], false);
    assert_eq!((claimed.positions(), claimed.radius()), (u64::MAX, 1));
    let stretch = Stretch::new(&Unlimited, u64::MAX, 1);
    let mut progress = Progress::new("searching");
    progress.nodes = 1;
    assert!(stretch.poll(&progress).is_break() && stretch.is_over());
    assert_eq!(Small::unpack(&0, 17, 0), Small::unpack(&0, 16, 0));
}

#[test]
fn a_checkpoint_of_any_numbers_is_printed_and_gone_on_with() {
    for number in [0, 1, 250, u32::MAX] {
        let mut proof = Proof::new(number);
        (proof.begun_nodes, proof.best) = (u64::MAX, Some(vec![255, 4, 0]));
        proof.next(number);
        assert!(proof.to_string().contains("best 300"), "{proof}");
        let _ = (proof.lower_bound(), proof.best());
    }
    for count in [0, 1, u64::MAX] {
        for share in [0.1, -1.0, f64::NAN, f64::INFINITY] {
            assert!(look_ahead(&[count; 128], share, 50) >= 20);
        }
    }
    let _ = taquin_solve::Estimate::default().follow(&Progress::new("nothing"), std::time::Duration::MAX);
}

#[test]
fn keys_of_any_tiles_are_refused_or_have_a_size_and_a_file() {
    let store = Store::at("/nowhere/at/all");
    for shape in SHAPES.map(shape) {
        for home in [0, 3, 24, 255] {
            let six = &[1, 2, 4, 5, 6, 7];
            for tiles in [&[][..], &[0], &[1, 2], &[2, 1], six, &[1, 2, 4, 5, 6, 7, 8, 9], &[255], &[1; 9]] {
                let Some(key) = TableKey::new(shape, home, tiles) else { continue };
                assert!(key.bytes() > 0 && key.file_name().ends_with(".tbl"));
                assert!(store.verify(&key).is_err() && store.path(&key).ends_with(key.file_name()));
            }
        }
    }
}

#[test]
fn boards_in_bulk_of_any_shape_and_goal_are_answered_or_refused() {
    let tables = Arc::new(TableCache::new());
    for shape in SHAPES.map(shape) {
        let tiles: Vec<u8> =
            if shape.cells() > 256 { Vec::new() } else { (0..shape.cells()).map(|n| n as u8).collect() };
        let Ok(boards) = Boards::new(shape, &tiles) else { continue };
        for goal in ["1x1", "2x2", "5x5"].map(|size| Goal::BlankLast.board(self::shape(size)).unwrap()) {
            if goal.shape() != shape {
                assert!(bulk::label(&boards, &bulk::Ask::new(goal), true, &Unlimited).is_err());
            }
        }
        // Larger boards would be solved one after another, without end unless a monitor says so.
        if shape.cells() > 16 {
            continue;
        }
        for distance in [0, 1, u32::MAX] {
            let wanted = [bulk::Wanted { index: u64::MAX, distance }];
            let dealt = bulk::deal(shape, &Goal::BlankLast, Seed::new(1), &wanted, 0, &tables, &Unlimited);
            assert!(distance < u32::MAX || dealt.is_err(), "{shape}");
        }
    }
    assert!(deal::at_distance(shape("1x1"), &Goal::BlankLast, Seed::new(1), 9, &tables, &Unlimited).is_err());
}

#[test]
fn slides_of_any_board_are_checked_and_advice_is_given_or_not() {
    for shape in ["1x1", "1x3", "3x1", "2x2", "3x4"].map(shape) {
        let homes = Homes::new(shape, Cell::new(0), 0..shape.cells() as u32).unwrap();
        assert!(advise(&homes).is_none(), "{shape} is solved");
        for way in Direction::ALL {
            let mut checker = Checker::new(&homes);
            let legal = checker.slides(&[way; 40]).is_ok();
            assert!(!legal && checker.slides(&[]).is_ok(), "{shape} {way}");
            let _ = checker.finish();
        }
    }
}

fn decided(board: &str, goal: &Goal) -> Solvable {
    let board: Board = board.parse().unwrap();
    Problem::new(board, goal).unwrap().decide().unwrap()
}

fn nearly_home() -> Solvable {
    decided("1 2 3/4 5 6/0 7 8", &Goal::BlankLast)
}

#[test]
fn a_bound_made_for_another_board_is_refused_by_every_search() {
    fn refused<H: Heuristic>(make: impl Fn(&Grid) -> H) {
        let homes = Homes::from(&nearly_home());
        let start = make(&Grid::new(homes.shape(), homes.blank()).unwrap());
        assert!(bidirectional::solve(&homes, &make(&homes.grid()), &start, 1 << 20, &Unlimited).is_some());
        for (size, home) in [("4x4", 15), ("3x4", 11), ("2x2", 3), ("3x3", 0)] {
            let other = make(&Grid::new(shape(size), Cell::new(home)).unwrap());
            assert!(ida::Walk::<Small, _>::new(&homes, &other).is_none());
            assert!(ida::solve(&homes, &other, &Unlimited).is_none());
            assert!(astar::solve(&homes, &other, 1 << 20, &Unlimited).is_none());
            assert!(bidirectional::solve(&homes, &other, &start, 1 << 20, &Unlimited).is_none());
            assert!(
                bidirectional::solve(&homes, &make(&homes.grid()), &other, 1 << 20, &Unlimited).is_none()
            );
        }
    }
    refused(Manhattan::new);
    refused(LinearConflict::new);
    refused(Inversion::new);
    refused(|grid| Walking::new(grid, &Unlimited).unwrap());
    refused(|grid| Additive::new(grid, &Additive::small_sizes(grid.shape()), &Unlimited).unwrap());
    refused(|grid| {
        Arc::new(Patterns::new(grid, &Additive::small_sizes(grid.shape()), 1, &Unlimited).unwrap())
    });
    refused(|grid| Larger(Blind, Manhattan::new(grid)));
}

#[test]
fn a_cell_off_the_board_is_answered_for() {
    let homes = Homes::from(&nearly_home());
    let (small, medium, large) = (Small::new(&homes), Medium::new(&homes), Large::new(&homes));
    for cell in [9, 16, 99, usize::MAX] {
        let _ = (homes.at(cell), small.unwrap().at(cell), medium.unwrap().at(cell));
        let _ = large.as_ref().unwrap().at(cell);
    }
}

#[test]
fn a_board_decided_for_a_goal_that_is_not_alike_is_refused() {
    let decided = decided("1 2 3/4 5 6/0 7 8", &Goal::BlankFirst);
    for want in [Want::Optimal, Want::Short, Want::Fast] {
        let refused = alike::solve(&decided, Grouping::Rows, &Options::new().want(want), &Unlimited);
        assert_eq!(refused.unwrap_err(), PlanError::NotAlike(Grouping::Rows));
    }
}

#[test]
fn a_solution_of_another_problem_is_neither_shortened_nor_the_measure_of_all() {
    let (problem, options) = (nearly_home(), Options::new());
    let solver = plan(&problem, &options).unwrap();
    for (board, way) in
        [("1 2 3/0 4 6/7 5 8", "LUL"), ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "L"), ("1 2/0 3", "L")]
    {
        let other = decided(board, &Goal::BlankLast);
        let given = other.solution(way.parse().unwrap()).unwrap();
        assert!(solver.all(&given, 10, &Unlimited).is_none(), "{board}");
        assert!(solver.shorten(&given, &Unlimited).is_none(), "{board}");
    }
    // One that is not shortest is no measure, but harms nobody.
    let long = problem.solution("LLRRLL".parse().unwrap()).unwrap();
    assert!(solver.all(&long, 10, &Unlimited).unwrap().is_ok());
    assert_eq!(solver.shorten(&long, &Unlimited).unwrap().solution.moves().len(), 2);
}

#[test]
fn a_checkpoint_whose_numbers_contradict_each_other_is_refused_whoever_made_it() {
    let problem = nearly_home();
    let place = Place::new(problem.problem().start().shape(), Cell::new(8)).unwrap();
    let mut proof = Proof::new(2);
    proof.position = place.position(problem.homes().iter().copied());
    assert_eq!(proof.check(&problem), Ok(()));
    let spoil: [fn(&mut Proof); 6] = [
        |proof| proof.done = 1,
        |proof| proof.depth = 3,
        |proof| proof.limit = u32::MAX,
        |proof| proof.ahead = u32::MAX,
        |proof| proof.begun_nodes = 1,
        |proof| (proof.limit, proof.best) = (4, Some(vec![1, 1])),
    ];
    for spoil in spoil {
        let mut spoilt = proof.clone();
        spoil(&mut spoilt);
        assert!(spoilt.to_string().parse::<Proof>().is_err(), "{spoilt}");
        assert!(spoilt.check(&problem).is_err(), "{spoilt}");
    }
}
