//! The verdict against the truth: what a breadth-first search can reach.

use std::collections::HashSet;

use proptest::prelude::*;
use taquin_core::parity::Evidence;
use taquin_core::{Board, Direction, Goal, Problem, Scrambler, Seed, Shape, Tile};

/// Every position that slides can reach, by neighbours alone; it knows nothing of parity.
fn reachable(goal: &Board) -> HashSet<Vec<u32>> {
    let (rows, columns) = (goal.shape().rows() as usize, goal.shape().columns() as usize);
    let first: Vec<u32> = goal.tiles().iter().map(|t| t.number()).collect();
    let mut seen = HashSet::from([first.clone()]);
    let mut queue = vec![first];
    while let Some(position) = queue.pop() {
        let blank = position.iter().position(|&t| t == 0).unwrap();
        let (row, column) = (blank / columns, blank % columns);
        let up = (row > 0).then(|| blank - columns);
        let down = (row + 1 < rows).then(|| blank + columns);
        let left = (column > 0).then(|| blank - 1);
        let right = (column + 1 < columns).then(|| blank + 1);
        for from in [up, down, left, right].into_iter().flatten() {
            let mut next = position.clone();
            next.swap(blank, from);
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    seen
}

/// Calls `visit` with every arrangement of 0 … n − 1.
fn every_arrangement(n: u32, visit: &mut impl FnMut(&[u32])) {
    fn extend(chosen: &mut Vec<u32>, left: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
        if left.is_empty() {
            return visit(chosen);
        }
        for i in 0..left.len() {
            chosen.push(left.remove(i));
            extend(chosen, left, visit);
            left.insert(i, chosen.pop().unwrap());
        }
    }
    extend(&mut Vec::new(), &mut (0..n).collect(), visit);
}

fn verdict_equals_search(shape: Shape, row: u32, column: u32) {
    let goal = Goal::BlankAt(row, column);
    let reached = reachable(&goal.board(shape).unwrap());
    let mut solvable = 0;
    every_arrangement(shape.cells() as u32, &mut |numbers| {
        let tiles: Vec<Tile> = numbers.iter().copied().map(Tile::new).collect();
        let problem = Problem::new(Board::new(shape, tiles).unwrap(), &goal).unwrap();
        let evidence = Evidence::of(&problem);
        let verdict = problem.decide().is_ok();
        assert_eq!(verdict, reached.contains(numbers), "{shape} {goal} {numbers:?}");
        assert!(
            evidence.agrees() && evidence.solvable_by_inversions() == verdict,
            "{shape} {goal} {numbers:?}"
        );
        solvable += usize::from(verdict);
    });
    assert_eq!(solvable, reached.len());
}

fn every_home(rows: u32, columns: u32) {
    let shape = Shape::new(rows, columns).unwrap();
    for (row, column) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        verdict_equals_search(shape, row, column);
    }
}

#[test]
fn the_verdict_equals_search_in_every_corridor_of_up_to_six_cells() {
    for length in 1..=6 {
        every_home(1, length);
        every_home(length, 1);
    }
}

#[test]
fn the_verdict_equals_search_on_2x2_2x3_and_3x2_with_every_home() {
    every_home(2, 2);
    every_home(2, 3);
    every_home(3, 2);
}

#[test]
fn the_verdict_equals_search_on_2x4_with_every_home() {
    every_home(2, 4);
}

#[test]
fn the_verdict_equals_search_on_4x2_with_every_home() {
    every_home(4, 2);
}

#[test]
fn the_verdict_equals_search_on_3x3_with_corner_edge_and_centre_homes() {
    let shape = Shape::new(3, 3).unwrap();
    for (row, column) in [(2, 2), (2, 1), (1, 1)] {
        verdict_equals_search(shape, row, column);
    }
}

#[test]
fn half_of_all_arrangements_can_be_solved() {
    for (rows, columns, count) in [(2, 2, 12), (2, 3, 360), (3, 3, 181_440)] {
        let shape = Shape::new(rows, columns).unwrap();
        let goal = Goal::BlankLast.board(shape).unwrap();
        assert_eq!(reachable(&goal).len(), count);
        let (mut all, mut solvable, mut at_home) = (0, 0, 0);
        every_arrangement(shape.cells() as u32, &mut |numbers| {
            let board =
                Board::new(shape, numbers.iter().copied().map(Tile::new).collect::<Vec<_>>()).unwrap();
            let home = board.blank() == goal.blank();
            let verdict = Problem::new(board, &Goal::BlankLast).unwrap().decide().is_ok();
            all += 1;
            solvable += usize::from(verdict);
            at_home += usize::from(verdict && home);
        });
        // Half of all, and half of those with the blank at home: one in as many as there are cells.
        assert_eq!((all, solvable, at_home), (2 * count, count, count / shape.cells()));
    }
}

fn solvable(board: &Board, goal: &Goal) -> bool {
    Problem::new(board.clone(), goal).unwrap().decide().is_ok()
}

/// The wrong rules in print, each with the board that refutes it. `docs/theory.md` tells of them.
#[test]
fn each_wrong_rule_in_print_is_refuted_by_a_board() {
    let board = |text: &str| text.parse::<Board>().unwrap();
    let evidence = |text: &str| Evidence::of(&Problem::new(board(text), &Goal::BlankLast).unwrap());
    let row_from_top = |text: &str| {
        let board = board(text);
        u64::from(board.shape().row(board.blank())) + 1
    };
    let home = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    let example = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7";

    // Seen on the web: inversions + the blank's row from the bottom is even.
    for text in [home, example] {
        let row_from_bottom = 5 - row_from_top(text);
        assert!(!(evidence(text).inversions + row_from_bottom).is_multiple_of(2), "it says: unsolvable");
        assert!(solvable(&board(text), &Goal::BlankLast));
    }
    // Seen on the web: the solvable positions are the even permutations. One slide from home is odd.
    let one_slide = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    assert_eq!(evidence(one_slide).permutation, taquin_core::Parity::Odd);
    assert!(solvable(&board(one_slide), &Goal::BlankLast));
    // Seen on the web, even widths: blank in an even row from the top needs even inversions, in an odd row odd ones.
    let home_3x4 = "1 2 3 4/5 6 7 8/9 10 11 0";
    assert!(row_from_top(home_3x4) == 3 && evidence(home_3x4).inversions == 0, "it says: unsolvable");
    assert!(solvable(&board(home_3x4), &Goal::BlankLast));
    // MathWorld's old wording: inversions are even, whatever the blank's row.
    let one_down = "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12";
    assert_eq!(evidence(one_down).inversions % 2, 1);
    assert!(solvable(&board(one_down), &Goal::BlankLast));
    // The blank counted as a tile, smallest of all: home has then 15 inversions, an odd number.
    let with_blank: Vec<u32> = board(home).tiles().iter().map(|t| t.number()).collect();
    assert_eq!(taquin_core::inversions(&with_blank), 15);
    // The rule for a blank-last goal, used for a blank-first goal: it calls that goal itself unsolvable.
    let blank_first = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15";
    assert!(!(evidence(blank_first).inversions + row_from_top(blank_first)).is_multiple_of(2));
    assert!(solvable(&board(blank_first), &Goal::BlankFirst));
}

#[test]
fn document_004s_sign_and_distance_decide_the_54_move_board() {
    let example: Board = "0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7".parse().unwrap();
    let problem = Problem::new(example, &Goal::BlankLast).unwrap();
    let evidence = Evidence::of(&problem);
    assert_eq!((evidence.inversions, evidence.blank_distance), (63, 6));
    assert!(evidence.solvable_by_permutation());
}

#[test]
fn a_board_of_a_million_cells_is_decided() {
    let shape = Shape::new(1000, 1000).unwrap();
    let board = Scrambler::new(shape, &Goal::BlankLast, Seed::new(1)).unwrap().board(0);
    assert!(solvable(&board, &Goal::BlankLast));
    let swapped = board.with_swapped(Tile::new(1), Tile::new(2)).unwrap();
    assert!(!solvable(&swapped, &Goal::BlankLast));
}

/// A scrambled board of any shape to 12×12 with any home of the blank.
fn any_board() -> impl Strategy<Value = (Board, Goal)> {
    (1u32..=12, 1u32..=12, any::<u64>(), any::<u32>()).prop_map(|(rows, columns, seed, home)| {
        let shape = Shape::new(rows, columns).unwrap();
        let home = home % (rows * columns);
        let goal = Goal::BlankAt(home / columns, home % columns);
        (Scrambler::new(shape, &goal, Seed::new(seed)).unwrap().board(0), goal)
    })
}

proptest! {
    #[test]
    fn a_slide_never_changes_the_verdict((mut board, goal) in any_board(), swap in any::<bool>()) {
        if swap && board.shape().cells() > 2 {
            board = board.with_swapped(Tile::new(1), Tile::new(2)).unwrap();
        }
        let before = solvable(&board, &goal);
        for direction in Direction::ALL {
            let mut moved = board.clone();
            moved.slide(direction);
            prop_assert_eq!(solvable(&moved, &goal), before);
        }
    }

    #[test]
    fn swapping_two_tiles_always_changes_the_verdict((board, goal) in any_board(), a in any::<u32>(), b in any::<u32>()) {
        let tiles = board.shape().cells() as u32 - 1;
        prop_assume!(tiles >= 2);
        let (a, b) = (1 + a % tiles, 1 + b % tiles);
        prop_assume!(a != b);
        // In a corridor too: a solvable one has its tiles in order, and a swap disturbs it.
        let swapped = board.with_swapped(Tile::new(a), Tile::new(b)).unwrap();
        prop_assert!(solvable(&board, &goal));
        prop_assert!(!solvable(&swapped, &goal));
        let unsolvable = Problem::new(swapped, &goal).unwrap().decide().unwrap_err();
        let mended = unsolvable.repair().swaps().iter().fold(unsolvable.problem.start().clone(), |board, &(a, b)| {
            board.with_swapped(a, b).unwrap()
        });
        prop_assert!(solvable(&mended, &goal));
    }

    #[test]
    fn all_ways_of_deciding_agree((board, goal) in any_board(), swap in any::<bool>()) {
        let board = match swap && board.shape().cells() > 2 {
            true => board.with_swapped(Tile::new(1), Tile::new(2)).unwrap(),
            false => board,
        };
        let problem = Problem::new(board, &goal).unwrap();
        let evidence = Evidence::of(&problem);
        prop_assert!(evidence.agrees());
        prop_assert_eq!(evidence.solvable_by_inversions(), problem.decide().is_ok());
    }

    #[test]
    fn what_is_printed_is_read_back((board, _) in any_board()) {
        let text = board.to_string();
        let size = Some(board.shape());
        prop_assert_eq!(&taquin_core::notation::read_board(&text, size).unwrap(), &board);
        prop_assert_eq!(&text.parse::<Board>().unwrap(), &board);
    }

    #[test]
    fn no_text_makes_the_readers_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60), at in 0usize..60) {
        let mut reader = taquin_core::notation::BoardReader::new(None);
        let (first, second) = bytes.split_at(at.min(bytes.len()));
        if reader.feed(first).and_then(|()| reader.feed(second)).is_ok() {
            let _ = reader.finish();
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = text.parse::<taquin_core::Moves>();
        let _ = Goal::parse(&text, None);
    }
}
