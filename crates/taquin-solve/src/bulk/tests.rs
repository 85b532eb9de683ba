use taquin_core::{Goal, Moves, Problem, Scrambler, Seed};

use super::*;
use crate::census::distances;
use crate::{Limits, Options, Unlimited, plan};

/// Every position of a board that can be solved, in the order of their numbers, as tiles.
fn all(shape: Shape, goal: &Board) -> Vec<u8> {
    let map = distances(shape, goal.blank(), Metric::Stm).unwrap();
    map.iter()
        .flat_map(|(homes, _)| {
            homes.into_iter().map(|home| goal.tiles()[usize::from(home)].number() as u8).collect::<Vec<_>>()
        })
        .collect()
}

fn shape(size: &str) -> Shape {
    size.parse().unwrap()
}

fn scrambles(size: &str, goal: &Goal, count: usize) -> Vec<u8> {
    let scrambler = Scrambler::new(shape(size), goal, Seed::new(5)).unwrap();
    scrambler
        .take(count)
        .flat_map(|board| board.iter().map(|t| t.number() as u8).collect::<Vec<_>>())
        .collect()
}

#[test]
fn every_label_of_small_boards_is_that_of_the_map_and_its_slides_lead_one_nearer() {
    for size in ["2x2", "2x3", "3x2", "2x4", "3x3"] {
        for metric in [Metric::Stm, Metric::Mtm] {
            let (shape, goal) = (shape(size), Goal::Spiral.board(shape(size)).unwrap());
            let map = distances(shape, goal.blank(), metric).unwrap();
            let bytes = all(shape, &goal);
            let boards = Boards::new(shape, &bytes).unwrap();
            let ask = Ask::new(goal.clone()).metric(metric).threads(2);
            let labels = label(&boards, &ask, true, &Unlimited).unwrap();
            assert_eq!(labels.distances, map.as_bytes());
            assert_eq!(labels.bounds, labels.distances);
            let of = |board: &Board| {
                let homes: Vec<u8> = board.iter().map(|t| goal.cell_of(t).unwrap().index() as u8).collect();
                map.distance(&homes).unwrap()
            };
            for (index, &mask) in labels.moves.iter().enumerate() {
                let board = boards.board(index).unwrap();
                let here = u32::from(labels.distances[index]);
                for direction in Direction::ALL {
                    let mut next = board.clone();
                    let mut nearer = false;
                    while next.slide(direction).is_some() {
                        nearer |= of(&next) + 1 == here;
                        if metric == Metric::Stm {
                            break;
                        }
                    }
                    assert_eq!(
                        mask >> direction as u8 & 1 == 1,
                        nearer,
                        "{size} {metric} {board} {direction:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_searched_is_what_is_looked_up() {
    for (size, metric) in
        [("2x5", Metric::Stm), ("2x5", Metric::Mtm), ("3x3", Metric::Stm), ("3x3", Metric::Mtm)]
    {
        let goal = Goal::BlankAt(1, 1);
        let bytes = scrambles(size, &goal, 200);
        let boards = Boards::new(shape(size), &bytes).unwrap();
        let ask = Ask::new(goal.board(shape(size)).unwrap()).metric(metric).threads(2);
        let looked_up = label(&boards, &ask, true, &Unlimited).unwrap();
        assert_eq!(search::label(&boards, &ask, true, &Unlimited).unwrap(), looked_up, "{size} {metric}");
    }
}

#[test]
fn slides_of_larger_boards_lead_one_nearer_and_others_do_not() {
    for (size, metric, count) in [("4x4", Metric::Stm, 12), ("2x7", Metric::Stm, 6), ("3x5", Metric::Mtm, 3)]
    {
        let goal = Goal::BlankFirst;
        let bytes = scrambles(size, &goal, count);
        let boards = Boards::new(shape(size), &bytes).unwrap();
        let ask = Ask::new(goal.board(shape(size)).unwrap()).metric(metric).threads(2);
        let labels = label(&boards, &ask, true, &Unlimited).unwrap();
        let options = Options::new().metric(metric).tables(ask.tables.clone());
        let length = |board: Board| {
            let solvable = Problem::new(board, &goal).unwrap().decide().unwrap();
            plan(&solvable, &options).unwrap().solve(&Unlimited).unwrap().solution.length(metric)
        };
        for index in 0..count {
            let board = boards.board(index).unwrap();
            let here = length(board.clone());
            assert_eq!(usize::from(labels.distances[index]), here);
            for direction in Direction::ALL {
                let (mut next, mut nearer) = (board.clone(), false);
                while next.slide(direction).is_some() {
                    nearer |= length(next.clone()) + 1 == here;
                    if metric == Metric::Stm {
                        break;
                    }
                }
                assert_eq!(
                    labels.moves[index] >> direction as u8 & 1 == 1,
                    nearer,
                    "{size} {board} {direction:?}"
                );
            }
        }
    }
}

#[test]
fn boards_without_a_solution_and_single_lines_are_told() {
    let goal = |size: &str| Goal::BlankLast.board(shape(size)).unwrap();
    let boards = Boards::new(shape("1x4"), &[0, 1, 2, 3, 1, 2, 3, 0, 2, 1, 3, 0, 1, 0, 2, 3]).unwrap();
    for (metric, distances) in [(Metric::Stm, [3, 0, UNSOLVABLE, 2]), (Metric::Mtm, [1, 0, UNSOLVABLE, 1])] {
        let labels = label(&boards, &Ask::new(goal("1x4")).metric(metric), true, &Unlimited).unwrap();
        assert_eq!(labels.distances, distances);
        assert_eq!(labels.moves, [1 << Direction::Left as u8, 0, 0, 1 << Direction::Left as u8]);
    }
    let swapped = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0];
    let boards = Boards::new(shape("4x4"), &swapped).unwrap();
    let labels = label(&boards, &Ask::new(goal("4x4")), true, &Unlimited).unwrap();
    assert_eq!((labels.distances[0], labels.bounds[0], labels.moves[0]), (UNSOLVABLE, 0, 0));
    let none = Boards::new(shape("5x5"), &[]).unwrap();
    assert!(matches!(label(&none, &Ask::new(goal("5x5")), true, &Unlimited), Err(BulkError::TooLarge(_))));
    assert!(matches!(label(&none, &Ask::new(goal("4x4")), true, &Unlimited), Err(BulkError::Goal(_))));
}

#[test]
fn a_limit_leaves_a_proven_bound_and_never_a_wrong_distance() {
    let bytes = scrambles("4x4", &Goal::BlankLast, 40);
    let boards = Boards::new(shape("4x4"), &bytes).unwrap();
    let whole = Ask::new(Goal::BlankLast.board(shape("4x4")).unwrap()).threads(2);
    let exact = label(&boards, &whole, false, &Unlimited).unwrap();
    let limited = whole.clone().nodes(20_000);
    let some = label(&boards, &limited, true, &Unlimited).unwrap();
    let one = label(&boards, &limited.clone().threads(1), true, &Unlimited).unwrap();
    assert_eq!(some, one, "a limit of nodes is the same for any number of threads");
    let unknown = some.distances.iter().filter(|&&distance| distance == UNKNOWN).count();
    assert!(unknown > 0 && unknown < 40, "{unknown}");
    for index in 0..40 {
        assert!(some.bounds[index] <= exact.distances[index] && some.bounds[index] > 20);
        assert!([UNKNOWN, exact.distances[index]].contains(&some.distances[index]));
        assert!(some.distances[index] != UNKNOWN || some.moves[index] == 0);
    }
    let stopped = Limits::new().on_progress(|_| ControlFlow::Break(StopReason::Interrupted));
    assert!(matches!(
        label(&boards, &limited, true, &stopped),
        Err(BulkError::Stopped(StopReason::Interrupted))
    ));
    let over = Limits::new().nodes(1);
    assert!(matches!(label(&boards, &limited, true, &over), Err(BulkError::Stopped(StopReason::Nodes))));
}

#[test]
fn bounds_are_those_of_the_bound_itself_and_solutions_come_in_order() {
    let goal = Goal::BlankLast;
    let mut bytes = scrambles("3x3", &goal, 30);
    bytes[..9].copy_from_slice(&[2, 1, 3, 4, 5, 6, 7, 8, 0]);
    let boards = Boards::new(shape("3x3"), &bytes).unwrap();
    let board = goal.board(shape("3x3")).unwrap();
    let labels = label(&boards, &Ask::new(board.clone()), false, &Unlimited).unwrap();
    let tables = Arc::default();
    for name in ["none", "manhattan", "linear-conflict", "inversion", "walking", "pattern:4-4"] {
        let bounds = ladder(&boards, &board, &name.parse().unwrap(), 2, &tables, &Unlimited).unwrap();
        assert_eq!(bounds[0], u32::MAX);
        for (index, &bound) in bounds.iter().enumerate().skip(1) {
            assert!(bound <= u32::from(labels.distances[index]), "{name}");
            let problem = Problem::new(boards.board(index).unwrap(), &goal).unwrap();
            assert!(name != "manhattan" || u64::from(bound) == problem.manhattan());
        }
    }
    assert!(ladder(&boards, &board, &"pattern:9".parse().unwrap(), 1, &tables, &Unlimited).is_err());
    let answers = solve_each(&boards, &goal, &Options::default(), 2, (None, None), &Unlimited).unwrap();
    assert!(matches!(&answers[0], Answer::Unsolvable(_)));
    for (index, answer) in answers.iter().enumerate().skip(1) {
        let Answer::Solved(solved) = answer else { panic!("{answer:?}") };
        assert_eq!(solved.solution.start(), &boards.board(index).unwrap());
        let moves: &Moves = solved.solution.moves();
        assert_eq!(moves.as_slice().len(), usize::from(labels.distances[index]));
    }
}

#[test]
fn deals_are_as_far_as_asked_and_the_same_whatever_else_is_asked_for() {
    let tables = Arc::default();
    let goal = Goal::BlankFirst;
    for (size, distances) in [("3x3", 0..=31u32), ("1x5", 0..=4), ("2x7", 8..=20)] {
        let wanted: Vec<Wanted> = distances
            .clone()
            .flat_map(|distance| (0..3).map(move |index| Wanted { index, distance }))
            .collect();
        let bytes = deal(shape(size), &goal, Seed::new(9), &wanted, 2, &tables, &Unlimited).unwrap();
        let boards = Boards::new(shape(size), &bytes).unwrap();
        let labels = label(&boards, &Ask::new(goal.board(shape(size)).unwrap()), false, &Unlimited).unwrap();
        for (one, &distance) in wanted.iter().zip(&labels.distances) {
            assert_eq!(one.distance, u32::from(distance), "{size}");
        }
        let alone = deal(shape(size), &goal, Seed::new(9), &wanted[4..5], 1, &tables, &Unlimited).unwrap();
        assert_eq!(alone, &bytes[4 * shape(size).cells()..][..alone.len()]);
    }
    let far = [Wanted { index: 0, distance: 32 }];
    let refused = deal(shape("3x3"), &goal, Seed::new(9), &far, 1, &tables, &Unlimited).unwrap_err();
    assert_eq!(refused.to_string(), "no 3x3 board is 32 slides from this goal: the farthest are at 31");
}
