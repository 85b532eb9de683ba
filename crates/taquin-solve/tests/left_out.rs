//! What a build leaves out is refused by the plan, in words. The checks build this crate without each of its features and
//! run this file in each of those builds.

use taquin_core::{Board, Goal, Metric, Problem};
use taquin_solve::{Bound, Method, Options, PlanError, Unlimited, Want, plan};

const SMALL: &str = "1 2 3/4 5 6/7 0 8";
const LARGE: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";

/// The plan's word on a board: whether it is planned, or what is left out.
fn word(board: &str, options: &Options) -> Option<&'static str> {
    let board: Board = board.parse().unwrap();
    let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
    match plan(&solvable, options) {
        Ok(_) => None,
        Err(PlanError::LeftOut(what)) => Some(what),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn bounds_by_name_and_searches_past_16_cells_are_there_or_said_to_be_left_out() {
    let usual = Options::default;
    let optimal = usual().want(Want::Optimal);
    for (board, options) in [
        (SMALL, usual().heuristic(Bound::Manhattan)),
        (SMALL, usual().search(Method::Astar)),
        (SMALL, usual().metric(Metric::Mtm)),
        (LARGE, optimal),
    ] {
        let left_out = (!cfg!(feature = "ladder")).then_some("bounds by name and searches past 16 cells");
        assert_eq!(word(board, &options), left_out, "{board} {options:?}");
    }
}

#[test]
fn short_solutions_are_there_or_said_to_be_left_out() {
    let left_out = (!cfg!(feature = "short")).then_some("short solutions of large boards");
    assert_eq!(word(LARGE, &Options::default()), left_out);
    let told = PlanError::LeftOut("short solutions of large boards").to_string();
    assert_eq!(told, "this build leaves out short solutions of large boards");
}

#[test]
fn what_no_build_leaves_out_solves_its_boards() {
    for (board, want) in [(SMALL, Want::Optimal), (SMALL, Want::Fast), (LARGE, Want::Fast)] {
        let board: Board = board.parse().unwrap();
        let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
        let options = Options::new().want(want);
        let solved = plan(&solvable, &options).unwrap().solve(&Unlimited).unwrap();
        assert_eq!(solved.solution.moves().len(), 1, "{want}");
    }
}
