//! What the census calls farthest is as far as the solver says.

use std::sync::Arc;

use taquin_core::{Goal, Metric, Problem, Shape};
use taquin_solve::census::{self, census};
use taquin_solve::{Options, TableCache, Unlimited, plan};

#[test]
fn the_farthest_boards_take_the_solver_as_many_moves_as_the_radius() {
    let mut boards = vec![
        ("2x3", "blank-last"),
        ("3x2", "snake"),
        ("2x4", "blank-first"),
        ("3x3", "blank-last"),
        ("3x3", "spiral"),
        ("3x3", "blank-at:1,2"),
        ("2x5", "blank-last"),
        ("1x6", "blank-last"),
    ];
    if std::env::var_os("TAQUIN_FULL").is_some() {
        boards.extend([("3x4", "blank-last"), ("2x6", "blank-last")]);
    }
    let tables = Arc::new(TableCache::new());
    for (size, goal) in boards {
        let shape: Shape = size.parse().unwrap();
        let goal = Goal::parse(goal, Some(shape)).unwrap();
        let home = goal.board(shape).unwrap();
        for metric in [Metric::Stm, Metric::Mtm] {
            let options = census::CensusOptions::new().metric(metric).farthest(20).threads(2);
            let census = census(shape, home.blank(), &options, &Unlimited).unwrap();
            let farthest: Vec<_> = census.farthest_boards(&home).collect();
            assert_eq!(farthest.len() as u64, (*census.counts.last().unwrap()).min(20), "{size} {metric}");
            for board in farthest {
                let told = board.to_string();
                let solvable = Problem::new(board, &goal).unwrap().decide().unwrap();
                let options = Options::new().metric(metric).tables(tables.clone());
                let solved = plan(&solvable, &options).unwrap().solve(&Unlimited).unwrap();
                assert!(solved.optimal);
                assert_eq!(
                    solved.solution.length(metric),
                    census.radius() as usize,
                    "{size} {metric} {told}"
                );
            }
        }
    }
}
