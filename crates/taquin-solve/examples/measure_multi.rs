//! Korf's boards in the multi-tile metric: how long the tables take, and how long the boards.
//!
//! `cargo run --release -p taquin-solve --example mtm_korf -- [small|big] [boards] [threads]`

use std::time::Instant;

use taquin_core::{Metric, Moves, Shape};
use taquin_solve::{Unlimited, multi};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, otherwise: usize| arguments.get(i).and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (boards, threads) = (number(1, 20), number(2, 1));
    let shape = Shape::new(4, 4).expect("4x4 is a shape");
    let home = shape.cell(0, 0).expect("4x4 has a first cell");

    let start = Instant::now();
    let tables = match arguments.first().map(String::as_str) {
        Some("big") => multi::MultiTables::big(shape, home, 2, &Unlimited),
        _ => multi::MultiTables::small(shape, home, 2, &Unlimited),
    };
    let tables = tables.expect("nothing stops it");
    println!(
        "tables: {} bytes in {:.3} s on 2 threads",
        tables.memory_bytes(),
        start.elapsed().as_secs_f64()
    );

    let text = include_str!("../../../data/instances/korf100.txt");
    let (mut times, mut nodes, mut moves) = (Vec::new(), 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).take(boards) {
        let position: Vec<u8> = line.split_whitespace().skip(4).map(|n| n.parse().expect("a tile")).collect();
        let start = Instant::now();
        let found = multi::solve(&position, &tables, threads, &Unlimited).expect("nothing stops it");
        times.push(start.elapsed().as_secs_f64() * 1e3);
        nodes += found.nodes;
        moves += Moves::from(found.slides).length(Metric::Mtm);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{} boards, {threads} threads: {moves} moves in all, {} nodes a board; mean {:.2} ms, median {:.2}, max {:.2}",
        times.len(),
        nodes / times.len() as u64,
        times.iter().sum::<f64>() / times.len() as f64,
        times[times.len() / 2],
        times[times.len() - 1],
    );
}
