//! Measures the search of 5×5 boards: `measure_wide TABLES/ [threads N] [nodes N] boards N…`, by the
//! numbers of Korf and Felner.
//!
//! Prints time, nodes and nanoseconds a node of each board. Every answer is replayed and its length compared
//! with the published one. Run it from the repository's root, in release, on an idle machine.

use std::time::Instant;

use taquin_core::{Cell, Shape};
use taquin_solve::search::cells25;
use taquin_solve::table::cells25::Tables25;
use taquin_solve::table::{Store, TableKey};
use taquin_solve::{Limits, Unlimited};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |word: &str, otherwise: u64| {
        let at = words.iter().position(|other| other == word);
        at.and_then(|at| words.get(at + 1)).and_then(|word| word.parse().ok()).unwrap_or(otherwise)
    };
    let shape = Shape::new(5, 5).expect("a shape");
    let home = Cell::new(0);
    let threads = number("threads", 1) as usize;
    let options = taquin_solve::Effort { threads, ..taquin_solve::Effort::default() };
    let nodes = number("nodes", u64::MAX);
    let store = Store::at(words.iter().find(|word| word.contains('/')).map_or("tables", |word| word));
    let start = Instant::now();
    for key in TableKey::big(shape, home) {
        let digest = store.build(&key, 2, &Unlimited).expect("a disk with room");
        println!("{key}: digest {digest:08x}, {:.2} s", start.elapsed().as_secs_f64());
    }
    let start = Instant::now();
    let tables = Tables25::big(shape, home, &Unlimited, |key| store.load_wide(key, 2, &Unlimited))
        .expect("just built");
    println!(
        "{}: {} bytes, ready in {:.1} ms",
        tables.name(),
        tables.memory_bytes(),
        start.elapsed().as_secs_f64() * 1e3
    );
    let boards: Vec<usize> = words
        .iter()
        .skip_while(|word| *word != "boards")
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let text = std::fs::read_to_string("data/instances/korf24_50.txt").expect("run it from the root");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if !boards.contains(&(numbers[0] as usize)) {
            continue;
        }
        let board: Vec<u8> = numbers[3..].iter().map(|&tile| tile as u8).collect();
        let start = Instant::now();
        match cells25::solve(&board, &tables, options, &Limits::new().nodes(nodes)) {
            Ok(found) => {
                let time = start.elapsed().as_secs_f64();
                assert_eq!(found.slides.len() as u64, numbers[1], "the published length");
                let mut position = board.clone();
                let mut blank = position.iter().position(|&label| label == 0).expect("a blank");
                for slide in &found.slides {
                    let from =
                        [blank + 5, blank.wrapping_sub(5), blank + 1, blank.wrapping_sub(1)][*slide as usize];
                    position.swap(blank, from);
                    blank = from;
                }
                assert!(position.is_sorted(), "{board:?} is not solved");
                println!(
                    "#{} {} slides, bound {}: {time:.3} s, {} nodes, {:.1} ns a node",
                    numbers[0],
                    numbers[1],
                    tables.bound(&board),
                    found.nodes,
                    time * 1e9 / found.nodes as f64
                );
            }
            Err(halted) => {
                let time = start.elapsed().as_secs_f64();
                println!(
                    "#{} at least {}: {time:.3} s, {} nodes, {:.1} ns a node",
                    numbers[0],
                    halted.lower_bound,
                    halted.nodes,
                    time * 1e9 / halted.nodes as f64
                );
            }
        }
    }
}
