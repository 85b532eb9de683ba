//! Measures the search of 4×4 boards: `measure small|big|mapped [TABLES] [random N] [korf] [far] [threads N] [repeat N]`.
//!
//! Prints, for each set of boards, mean, median and longest time, nodes, and nanoseconds a node. Every answer is
//! replayed. With `repeat`, all boards are solved several times and each counts by its shortest time, which other work on the machine disturbs least. Run it from the repository's root, in release, on an idle machine.

use std::time::Instant;

use taquin_core::{Cell, Direction, Shape};
use taquin_solve::Unlimited;
use taquin_solve::search::cells16;
use taquin_solve::table::cells16::Tables16;
use taquin_solve::table::{Store, TableKey};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|other| other == word);
    let number = |word: &str, otherwise: usize| {
        let at = words.iter().position(|other| other == word);
        at.and_then(|at| words.get(at + 1)).and_then(|word| word.parse().ok()).unwrap_or(otherwise)
    };
    let shape = Shape::new(4, 4).expect("a shape");
    let home = Cell::new(0);
    let threads = number("threads", 1);
    let repeat = number("repeat", 1);
    let start = Instant::now();
    let tables = if has("small") {
        Tables16::small(shape, home, 2, &Unlimited).expect("nothing stops it")
    } else {
        let directory = words.iter().find(|word| word.contains('/')).map_or("tables", |word| word);
        let store = Store::at(directory);
        for key in TableKey::big(shape, home) {
            let digest = store.build(&key, 2, &Unlimited).expect("a disk with room");
            println!("{key}: digest {digest:08x}, {:.2} s", start.elapsed().as_secs_f64());
        }
        let start = Instant::now();
        let tables = if has("mapped") {
            Tables16::big_mapped(&store, shape, home)
        } else {
            Tables16::big(&store, shape, home, 2, &Unlimited)
        };
        println!("opened in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        tables.expect("just built")
    };
    println!(
        "{}: {} bytes, ready after {:.1} ms",
        tables.name(),
        tables.memory_bytes(),
        start.elapsed().as_secs_f64() * 1e3
    );
    if has("random") {
        run(
            "random",
            &random_boards(number("random", 1000), number("seed", 1) as u64),
            &tables,
            threads,
            repeat,
        );
    }
    if has("korf") {
        run("korf", &korf(), &tables, threads, repeat);
    }
    if has("far") {
        run("far", &far(), &tables, threads, repeat);
    }
}

fn run(name: &str, boards: &[Vec<u8>], tables: &Tables16, threads: usize, repeat: usize) {
    // Once to warm up, as a program that solves many boards is.
    for board in boards.iter().take(20) {
        let _ = cells16::solve(board, tables, threads, &Unlimited);
    }
    let mut times = vec![f64::INFINITY; boards.len()];
    let (mut nodes, mut slides) = (0, 0);
    for pass in 0..repeat {
        for (board, time) in boards.iter().zip(&mut times) {
            let start = Instant::now();
            let found = cells16::solve(board, tables, threads, &Unlimited).expect("nothing stops it");
            *time = time.min(start.elapsed().as_secs_f64() * 1e3);
            if pass == 0 {
                nodes += found.nodes;
                slides += found.slides.len();
                replay(board, &found.slides);
            }
        }
    }
    let total: f64 = times.iter().sum();
    times.sort_by(f64::total_cmp);
    let count = times.len();
    println!(
        "{name}: mean {:.4} ms, median {:.4}, longest {:.3}; {} nodes a board, {slides} slides, {:.1} ns a node",
        total / count as f64,
        times[count / 2],
        times[count - 1],
        nodes / count as u64,
        total * 1e6 / nodes as f64,
    );
}

fn replay(board: &[u8], slides: &[Direction]) {
    let mut position = board.to_vec();
    let mut blank = position.iter().position(|&label| label == 0).expect("a blank");
    for slide in slides {
        let from = [blank + 4, blank.wrapping_sub(4), blank + 1, blank.wrapping_sub(1)][*slide as usize];
        position.swap(blank, from);
        blank = from;
    }
    assert!(position.is_sorted(), "{board:?} is not solved");
}

/// Uniform solvable boards whose blank belongs in the first cell.
fn random_boards(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    (0..count)
        .map(|_| {
            let mut board: Vec<u8> = (0..16).collect();
            for at in (1..16).rev() {
                board.swap(at, below(at + 1));
            }
            let blank = board.iter().position(|&label| label == 0).expect("a blank");
            let mut odd = (blank / 4 + blank % 4) % 2 == 1;
            let mut copy = board.clone();
            for at in 0..16 {
                while copy[at] as usize != at {
                    let other = copy[at] as usize;
                    copy.swap(at, other);
                    odd = !odd;
                }
            }
            if odd {
                let tiles: Vec<usize> = (0..3).filter(|&cell| cell != blank).collect();
                board.swap(tiles[0], tiles[1]);
            }
            board
        })
        .collect()
}

fn lines(path: &str, skip: usize) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(path).expect("run it from the repository's root");
    let row =
        |line: &str| line.split_whitespace().skip(skip).map(|word| word.parse().expect("a tile")).collect();
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn korf() -> Vec<Vec<u8>> {
    lines("data/instances/korf100.txt", 4)
}

/// The farthest boards, turned half round so that the blank belongs in the first cell.
fn far() -> Vec<Vec<u8>> {
    let turn = |tile: u8| if tile == 0 { 0 } else { 16 - tile };
    let boards = lines("data/instances/antipodes_4x4_80.txt", 1);
    boards.into_iter().map(|board| board.into_iter().rev().map(turn).collect()).collect()
}
