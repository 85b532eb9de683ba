//! How short solutions get in a given time: `short BOARDS… [--take N] [--skip N] [--time SECONDS] [--threads N] [--jobs N]`.
//!
//! BOARDS is a file of `data/instances` (optimal length or -, Manhattan distance, tiles) or a size such as 8x8 for
//! uniform boards with the blank last. Prints each board and the means; every solution is replayed once more.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use taquin_core::{Goal, Metric, Problem, Scrambler, Seed, Shape, Solvable};
use taquin_solve::heuristic::{Heuristic, Manhattan};
use taquin_solve::position::Homes;
use taquin_solve::{Limits, Options, Want, plan};

type Failure = Box<dyn std::error::Error + Send + Sync>;

struct Board {
    problem: Solvable,
    optimum: Option<usize>,
}

struct Found {
    moves: usize,
    manhattan: u32,
    optimum: Option<usize>,
    late: f64,
    nodes: u64,
    first: usize,
}

fn manhattan(board: &Board) -> u32 {
    let homes = Homes::from(&board.problem);
    let heuristic = Manhattan::new(&homes.grid());
    heuristic.bound(&heuristic.start(&homes))
}

fn read(path: &str) -> Result<Vec<Board>, Failure> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let problem = Problem::new(words[2..].join(" ").parse()?, &Goal::BlankLast)?.decide()?;
            Ok(Board { problem, optimum: words[0].parse().ok() })
        })
        .collect()
}

fn uniform(size: &str, count: usize) -> Result<Vec<Board>, Failure> {
    let (rows, columns) = size.split_once('x').ok_or("a size is ROWSxCOLUMNS")?;
    let shape = Shape::new(rows.parse()?, columns.parse()?)?;
    let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(7))?;
    (0..count as u64)
        .map(|number| {
            let problem = Problem::new(scrambler.board(number), &Goal::BlankLast)?;
            Ok(Board { problem: problem.decide()?, optimum: None })
        })
        .collect()
}

fn run(board: &Board, time: f64, options: &Options) -> Result<Found, Failure> {
    let first = AtomicUsize::new(0);
    let solver = plan(&board.problem, options)?;
    let clock = Instant::now();
    let limits = Limits::new().time(Duration::from_secs_f64(time)).on_progress(|progress| {
        let length = progress.best.unwrap_or(0) as usize;
        let _ = first.compare_exchange(0, length, Ordering::Relaxed, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    let solved = solver.solve(&limits)?;
    let late = clock.elapsed().as_secs_f64() - time;
    Ok(Found {
        moves: solved.solution.length(Metric::Stm),
        manhattan: manhattan(board),
        optimum: board.optimum,
        late,
        nodes: solved.stats.nodes,
        first: first.load(Ordering::Relaxed),
    })
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |word: &str, otherwise: f64| {
        let at = words.iter().position(|other| other == word);
        at.and_then(|at| words.get(at + 1)).and_then(|word| word.parse().ok()).unwrap_or(otherwise)
    };
    let (take, skip) = (number("--take", 10.0) as usize, number("--skip", 0.0) as usize);
    let (time, jobs) = (number("--time", 10.0), number("--jobs", 1.0) as usize);
    let options =
        Options::new().want(Want::Short).threads(number("--threads", 2.0) as usize).memory_bytes(2 << 30);
    let sets = words.iter().take_while(|word| !word.starts_with("--"));
    for set in sets {
        let boards = if set.contains('/') { read(set)? } else { uniform(set, skip + take)? };
        let boards: Vec<Board> = boards.into_iter().skip(skip).take(take).collect();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        // Once to write out what boards of this shape need.
        if let Some(board) = boards.first() {
            let goal = board.problem.problem().goal().clone();
            let solved = Problem::new(goal.clone(), &Goal::Board(goal))?.decide()?;
            plan(&solved, &options)?.solve(&Limits::new().time(Duration::ZERO))?;
        }
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let one = run(board, time, &options);
                        found.lock().expect("no panic").push(one);
                    }
                });
            }
        });
        let found = found.into_inner().expect("no panic").into_iter().collect::<Result<Vec<Found>, _>>()?;
        report(set, time, options.threads, &found);
    }
    Ok(())
}

fn report(set: &str, time: f64, threads: usize, found: &[Found]) {
    let boards = found.len() as f64;
    let mean = |of: &dyn Fn(&Found) -> f64| found.iter().map(of).sum::<f64>() / boards;
    let (moves, distance) = (mean(&|f| f.moves as f64), mean(&|f| f64::from(f.manhattan)));
    let worst = found.iter().map(|f| f.moves).max().unwrap_or(0);
    let late = found.iter().map(|f| f.late).fold(f64::MIN, f64::max);
    print!(
        "{set}: {boards} boards, {time} s, {threads} threads: mean {moves:.2}, worst {worst}, {:.4} x Manhattan ({distance:.2})",
        moves / distance
    );
    let known: Vec<&Found> = found.iter().filter(|f| f.optimum.is_some()).collect();
    if !known.is_empty() {
        let sum: usize = known.iter().map(|f| f.moves).sum();
        let best: usize = known.iter().filter_map(|f| f.optimum).sum();
        print!(", {:.4} x optimum ({} boards)", sum as f64 / best as f64, known.len());
    }
    println!(
        ", {:.1} M nodes/s, first answer {:.0}, at most {:.0} ms late",
        mean(&|f| f.nodes as f64) / time / 1e6,
        mean(&|f| f.first as f64),
        late * 1e3
    );
}
