//! How long shortest solutions take: `search SET… [--tables DIR] [--metric mtm] [--threads N] [--take N] [--repeat N] [--each] [--slopes]`.
//!
//! A SET is `korf` (Korf's 100 boards), `far` (the 17 at distance 80), `korf24` (Korf and Felner's 50) or one of them,
//! `korf24:38`, `easiest24:25` (so many of the 50, those with the fewest published nodes), or `random:1000` (uniform 4×4
//! boards). Without `--tables` the small tables are made in memory; with it
//! the big ones are read from there (`taquin table build 4x4 --tables DIR`). With `--slopes` 5×5 is searched on slopes, made before the clock starts (the
//! 50th board is begun first). Prints mean, median and longest time, nodes
//! a board and nanoseconds a node, with `--each` board by board too; every answer was replayed. With `--repeat` each board counts by its shortest time,
//! which other work on the machine disturbs least. Run it from the repository's root, on an idle machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use taquin_core::{Goal, Metric, Problem, Scrambler, Seed, Shape, Solvable};
use taquin_solve::{Limits, Options, StopReason, TableCache, Unlimited, Want, plan};

type Failure = Box<dyn std::error::Error>;

/// The boards of a file: the tiles of each line after some words, and the published length, if a column has it.
fn read(
    path: &str,
    skip: usize,
    length: Option<usize>,
    goal: &Goal,
) -> Result<Vec<(Solvable, Option<usize>)>, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}; run it from the root"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let board = words[skip..].join(" ").parse()?;
            let length = length.map(|column| words[column].parse()).transpose()?;
            Ok((Problem::new(board, goal)?.decide()?, length))
        })
        .collect()
}

fn boards(set: &str) -> Result<Vec<(Solvable, Option<usize>)>, Failure> {
    let (name, number) = set.split_once(':').unwrap_or((set, ""));
    let folder = "data/instances";
    Ok(match name {
        "korf" => read(&format!("{folder}/korf100.txt"), 4, Some(2), &Goal::BlankFirst)?,
        "far" => read(&format!("{folder}/antipodes_4x4_80.txt"), 1, None, &Goal::BlankLast)?,
        "korf24" => {
            let all = read(&format!("{folder}/korf24_50.txt"), 3, Some(1), &Goal::BlankFirst)?;
            match number.parse::<usize>() {
                Ok(number) => all.into_iter().skip(number - 1).take(1).collect(),
                Err(_) => all,
            }
        }
        "easiest24" => {
            let path = format!("{folder}/korf24_50.txt");
            let all = read(&path, 3, Some(1), &Goal::BlankFirst)?;
            let text = std::fs::read_to_string(&path)?;
            let nodes = text.lines().filter(|line| !line.starts_with('#'));
            let nodes = nodes.map(|line| line.split_whitespace().nth(2).and_then(|word| word.parse().ok()));
            let mut all: Vec<(Option<u64>, _)> = nodes.zip(all).collect();
            all.sort_by_key(|(nodes, _)| *nodes);
            all.into_iter().take(number.parse().unwrap_or(25)).map(|(_, board)| board).collect()
        }
        "random" => {
            let count = number.parse().unwrap_or(1000);
            let scrambler = Scrambler::new(Shape::new(4, 4)?, &Goal::BlankLast, Seed::new(1))?;
            (0..count)
                .map(|index| {
                    let problem = Problem::new(scrambler.board(index), &Goal::BlankLast)?;
                    Ok((problem.decide()?, None))
                })
                .collect::<Result<_, Failure>>()?
        }
        _ => return Err(format!("{set:?} is no set: korf, far, korf24[:N], easiest24:N, random:N").into()),
    })
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let number = |name: &str, usual| value(name).map_or(Ok(usual), |word| word.parse::<usize>());
    let metric = if value("--metric").is_some_and(|name| name == "mtm") { Metric::Mtm } else { Metric::Stm };
    let tables = value("--tables").map_or_else(TableCache::new, TableCache::with_tables_in);
    let options = Options::new()
        .metric(metric)
        .want(Want::Optimal)
        .threads(number("--threads", 1)?)
        .tables(Arc::new(tables))
        .table_bytes(if words.iter().any(|word| word == "--slopes") { 1 << 30 } else { 0 });
    let (take, repeat) = (number("--take", usize::MAX)?, number("--repeat", 1)?);
    let each = words.iter().any(|word| word == "--each");
    if options.table_bytes > 0 {
        // Hard enough for slopes to be made; once they are, it is left alone.
        let made = AtomicBool::new(false);
        let limits = Limits::new().on_progress(|progress| {
            let making = progress.phase == "making larger tables";
            let over = made.fetch_or(making, Ordering::Relaxed) && !making;
            if over { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
        });
        let hard = boards("korf24:50")?;
        plan(&hard[0].0, &options)?.solve(&limits)?;
    }
    for set in words.iter().take_while(|word| !word.starts_with("--")) {
        let boards: Vec<_> = boards(set)?.into_iter().take(take).collect();
        // Once to make or read the tables, as a program that solves many boards does.
        if let Some((first, _)) = boards.first() {
            let clock = Instant::now();
            let goal = first.problem().goal().clone();
            let solved = Problem::new(goal.clone(), &Goal::Board(goal))?.decide()?;
            plan(&solved, &options)?.solve(&Unlimited)?;
            println!("{set}: tables ready after {:.1} ms", clock.elapsed().as_secs_f64() * 1e3);
        }
        let (mut times, mut nodes, mut moves) = (vec![f64::INFINITY; boards.len()], 0, 0);
        for pass in 0..repeat.max(1) {
            for ((board, length), time) in boards.iter().zip(&mut times) {
                let clock = Instant::now();
                let solved = plan(board, &options)?.solve(&Unlimited)?;
                *time = time.min(clock.elapsed().as_secs_f64() * 1e3);
                let found = solved.solution.length(metric);
                if metric == Metric::Stm && length.is_some_and(|length| length != found) {
                    return Err(
                        format!("{}: {found} moves, published {length:?}", board.problem().start()).into()
                    );
                }
                if pass == 0 {
                    nodes += solved.stats.nodes;
                    moves += found;
                }
                if each {
                    println!("  {found} moves, {} nodes, {time:.1} ms", solved.stats.nodes);
                }
            }
        }
        let total: f64 = times.iter().sum();
        times.sort_by(f64::total_cmp);
        let count = times.len().max(1);
        println!(
            "{set}: {count} boards, {moves} moves; mean {:.4} ms, median {:.4}, longest {:.3}; {} nodes a board, {:.1} ns a node",
            total / count as f64,
            times.get(count / 2).unwrap_or(&0.0),
            times.last().unwrap_or(&0.0),
            nodes / count as u64,
            total * 1e6 / nodes.max(1) as f64,
        );
    }
    Ok(())
}
