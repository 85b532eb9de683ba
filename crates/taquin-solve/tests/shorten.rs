//! A given solution made shorter: it solves, it is never longer, and the bound beside it is true.
#![cfg(feature = "short")]

use taquin_core::{Board, Direction, Goal, Metric, Moves, Problem, Scrambler, Seed, Solvable};
use taquin_solve::{Limits, Options, Unlimited, Want, plan};

fn solvable(board: Board) -> Solvable {
    Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap()
}

fn options() -> Options {
    Options::new().threads(1)
}

/// A long solution: that of the constructive solver.
fn long_way(problem: &Solvable) -> taquin_core::Solution {
    let options = options().want(Want::Fast);
    plan(problem, &options).unwrap().solve(&Unlimited).unwrap().solution
}

#[test]
fn every_shortened_way_solves_and_lies_between_the_shortest_and_what_came_in() {
    for size in ["2x3", "3x3", "3x4", "4x4"] {
        let boards = Scrambler::new(size.parse().unwrap(), &Goal::BlankLast, Seed::new(9)).unwrap();
        for index in 0..4 {
            let problem = solvable(boards.board(index));
            let given = long_way(&problem);
            let solver = plan(&problem, &options()).unwrap();
            let shorter = solver.shorten(&given, &Limits::new().nodes(300_000)).unwrap();
            let shortest = solver.solve(&Unlimited).unwrap().solution.length(Metric::Stm);
            let length = shorter.solution.length(Metric::Stm);
            assert!(problem.solution(shorter.solution.moves().clone()).is_ok());
            assert!(shortest <= length && length <= given.length(Metric::Stm), "{shortest} {length}");
            assert!(shorter.lower_bound <= shortest as u64, "the bound is a bound");
            assert_eq!(shorter.optimal, length as u64 == shorter.lower_bound);
        }
    }
}

#[test]
fn detours_are_found_on_a_board_that_nobody_solves_shortest() {
    let goal: Board = Goal::BlankLast.board("8x8".parse().unwrap()).unwrap();
    // Round a square of four tiles three times, which is the identity on them after all: 12 slides for nothing.
    let round: Moves = "RDLU".repeat(3).parse().unwrap();
    let way: Moves = "DDRR".parse().unwrap();
    let start = goal.after(&way).unwrap();
    let problem = solvable(start);
    let mut moves = Moves::new();
    moves.extend("DU".parse::<Moves>().unwrap());
    moves.extend(round);
    moves.extend(way.inverse());
    let given = problem.solution(moves).expect("a detour solves too");
    let shorter = plan(&problem, &options()).unwrap().shorten(&given, &Limits::new().nodes(100_000)).unwrap();
    assert_eq!(shorter.solution.moves(), &way.inverse());
    assert!(shorter.optimal);
}

#[test]
fn stretches_of_large_boards_are_shortened_wherever_they_are() {
    // Out from home, with a detour of twelve slides for nothing at a wall, twice in the middle and at the wall again.
    let goal: Board = Goal::BlankLast.board("40x40".parse().unwrap()).unwrap();
    let (mut way, mut with_detours) = (Moves::new(), Moves::new());
    for (walk, detour) in [("D17", "RDLU"), ("R20", "DRUL"), ("D17", "RDLU"), ("L20", "RDLU")] {
        let walk: Moves = walk.parse().unwrap();
        way.extend(walk.clone());
        with_detours.extend(walk);
        with_detours.extend(detour.repeat(3).parse::<Moves>().unwrap());
    }
    let problem = solvable(goal.after(&way).unwrap());
    let given = problem.solution(with_detours.inverse()).expect("detours solve too");
    let shorter =
        plan(&problem, &options()).unwrap().shorten(&given, &Limits::new().nodes(3_000_000)).unwrap();
    assert!(shorter.solution.moves().len() <= way.len(), "{}", shorter.solution.moves().len());
}

#[test]
fn a_stopped_work_gives_back_what_it_was_given_without_detours() {
    let problem = solvable("8 6 7/2 5 4/3 0 1".parse().unwrap());
    let mut given: Vec<Direction> = long_way(&problem).into_moves().into();
    let before = given.len();
    let last = *given.last().unwrap();
    given.extend([last.opposite(), last]);
    let given = problem.solution(Moves::from(given)).unwrap();
    let stopped = plan(&problem, &options()).unwrap().shorten(&given, &Limits::new().nodes(0)).unwrap();
    assert!(stopped.solution.moves().len() <= before && stopped.stopped.is_some());
}
