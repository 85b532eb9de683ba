//! The shared suite `data/solve.cases` through the library: the default solver, and every rung of the ladder.

use std::sync::Arc;

use taquin_core::notation::read_board;
use taquin_core::{Goal, Metric, Problem, Solvable};
use taquin_solve::{Bound, Method, Options, PlanError, TableCache, Unlimited, plan};

struct Case {
    text: &'static str,
    /// `None` where no solution exists.
    solvable: Option<Solvable>,
    metric: Metric,
    length: usize,
}

fn cases() -> impl Iterator<Item = Case> {
    let lines = include_str!("../../../data/solve.cases").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|text| {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [size, board, goal, metric, answer] = fields[..] else { panic!("five fields: {text}") };
        let size = Some(size.parse().unwrap());
        let problem =
            Problem::new(read_board(board, size).unwrap(), &Goal::parse(goal, size).unwrap()).unwrap();
        let metric = if metric == "mtm" { Metric::Mtm } else { Metric::Stm };
        let solvable = problem.decide().ok();
        assert_eq!(solvable.is_none(), answer == "unsolvable", "{text}");
        Case { text, solvable, metric, length: answer.parse().unwrap_or(0) }
    })
}

#[test]
fn the_default_solver_is_right_on_every_case() {
    let tables = Arc::new(TableCache::new());
    for case in cases() {
        let Some(solvable) = &case.solvable else { continue };
        let options = Options::new().metric(case.metric).tables(tables.clone());
        let solved = plan(solvable, &options).unwrap().solve(&Unlimited).unwrap();
        assert!(solved.optimal, "{}", case.text);
        assert_eq!(solved.solution.length(case.metric), case.length, "{}", case.text);
        assert_eq!(solved.lower_bound, case.length as u64);
        assert!(solved.stats.bound as usize <= case.length, "{}", case.text);
    }
}

#[test]
fn every_rung_of_the_ladder_is_right_on_every_case_it_is_for() {
    let tables = Arc::new(TableCache::new());
    for case in cases() {
        let Some(solvable) = &case.solvable else { continue };
        let shape = solvable.problem().start().shape();
        if shape.cells() > 9 || (shape.cells() > 6 && case.length > 24) {
            continue;
        }
        let tiles = shape.cells() - 1;
        let halves = vec![tiles / 2, tiles - tiles / 2].into_iter().filter(|&size| size > 0).collect();
        for bound in [
            Bound::Blind,
            Bound::Manhattan,
            Bound::LinearConflict,
            Bound::Inversion,
            Bound::Walking,
            Bound::Pattern(halves),
        ] {
            for search in [Method::Ida, Method::Astar, Method::Bidirectional] {
                if bound == Bound::Blind && search == Method::Ida && case.length > 12 {
                    continue;
                }
                let options = Options::new()
                    .metric(case.metric)
                    .heuristic(bound.clone())
                    .search(search)
                    .tables(tables.clone());
                match plan(solvable, &options) {
                    Ok(solver) => {
                        let solved = solver.solve(&Unlimited).unwrap();
                        let length = solved.solution.length(case.metric);
                        assert_eq!(length, case.length, "{bound} {search}: {}", case.text);
                    }
                    Err(PlanError::NotAdmissible(..) | PlanError::SearchMetric(_)) => {
                        assert_eq!(case.metric, Metric::Mtm);
                    }
                    Err(error) => panic!("{error}: {}", case.text),
                }
            }
        }
    }
}
