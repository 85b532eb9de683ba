//! Is deciding linear? Time per cell of the verdict and of counting inversions, from 10×10 to 1000×1000.
//!
//! Run with nothing else on the machine: `cargo run --release -p taquin-bench --bin decide`.

use std::hint::black_box;
use std::time::Instant;

use taquin_core::{Goal, Problem, Scrambler, Seed, Shape, inversions};

/// The median time of a call, in nanoseconds, over enough repetitions to fill a fifth of a second.
fn median_ns<T>(prepare: impl Fn() -> T, call: impl Fn(T)) -> f64 {
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 9 || begin.elapsed().as_millis() < 200 {
        let argument = prepare();
        let start = Instant::now();
        call(argument);
        times.push(start.elapsed().as_nanos() as f64);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    println!("| board | decide, ns a cell | inversions, ns a cell |");
    println!("|---|---|---|");
    let mut decide_per_cell = Vec::new();
    for side in [10, 30, 100, 300, 1000] {
        let shape = Shape::new(side, side).expect("a small shape");
        let scrambler =
            Scrambler::new(shape, &Goal::BlankLast, Seed::new(1)).expect("a goal for every shape");
        let board = scrambler.board(0);
        let cells = shape.cells() as f64;
        let problem = || Problem::new(board.clone(), &Goal::BlankLast).expect("the goal fits");
        let decide = median_ns(problem, |problem| drop(black_box(problem.decide()))) / cells;
        let homes: Vec<u32> = problem().homes().map(|cell| cell.index() as u32).collect();
        let count = median_ns(
            || (),
            |()| {
                black_box(inversions(black_box(&homes)));
            },
        ) / cells;
        println!("| {shape} | {decide:.2} | {count:.2} |");
        decide_per_cell.push((side, decide));
    }
    let at = |side| decide_per_cell.iter().find(|(s, _)| *s == side).map_or(f64::NAN, |(_, ns)| *ns);
    println!("\ndecide, 1000x1000 against 100x100: {:.2} times the time a cell", at(1000) / at(100));
}
