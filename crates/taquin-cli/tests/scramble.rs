//! Scrambles as printed: solvable, reproducible, uniform.

use std::collections::HashMap;
use std::process::Command;

fn scramble(words: &[&str]) -> (Vec<String>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_taquin")).arg("scramble").args(words).output().unwrap();
    assert!(output.status.success());
    let boards = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    (boards, String::from_utf8(output.stderr).unwrap())
}

/// Pearson's statistic in units of its own standard deviation, with its expected value taken off.
fn deviation(counts: impl Iterator<Item = u64>, expected: f64, freedom: f64) -> f64 {
    let statistic: f64 = counts.map(|count| (count as f64 - expected).powi(2) / expected).sum();
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn every_solvable_2x3_board_is_as_likely_as_every_other() {
    let (boards, _) = scramble(&["2x3", "-n", "360000", "--seed", "7"]);
    let mut counts: HashMap<&str, u64> = HashMap::new();
    for board in &boards {
        *counts.entry(board).or_default() += 1;
    }
    assert_eq!(counts.len(), 360, "each of the 360 solvable boards comes up, and no other");
    let deviation = deviation(counts.values().copied(), 1000.0, 359.0);
    assert!(deviation.abs() < 4.0, "{deviation} standard deviations");
}

#[test]
fn every_tile_is_as_likely_in_every_cell_of_4x4() {
    const BOARDS: u64 = 160_000;
    let (boards, _) = scramble(&["4x4", "-n", &BOARDS.to_string(), "--seed", "v1-11"]);
    let mut counts = [[0u64; 16]; 16];
    for board in &boards {
        for (cell, tile) in board.split([' ', '/']).enumerate() {
            counts[cell][tile.parse::<usize>().unwrap()] += 1;
        }
    }
    // Rows and columns of the table of counts are fixed: 15 × 15 degrees of freedom.
    let deviation = deviation(counts.iter().flatten().copied(), BOARDS as f64 / 16.0, 225.0);
    assert!(deviation.abs() < 4.0, "{deviation} standard deviations");
}

#[test]
fn a_seed_gives_the_same_boards_again() {
    let (first, told) = scramble(&["3x4", "-n", "5"]);
    let seed = told.trim().strip_prefix("seed ").expect("the seed is told");
    assert!(seed.starts_with("v1-"));
    assert_eq!(scramble(&["3x4", "-n", "5", "--seed", seed]).0, first);
    assert_ne!(scramble(&["3x4", "-n", "5"]).0, first, "without a seed another one is drawn");
}

#[test]
fn what_is_printed_can_be_given_back_whatever_the_shape() {
    for size in ["1x4", "1x5", "4x1", "1x2", "2x3", "3x3"] {
        let (boards, _) = scramble(&[size, "--seed", "3"]);
        let verdict = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["check", "--json", &boards[0]])
            .output()
            .unwrap();
        let report = String::from_utf8(verdict.stdout).unwrap();
        assert!(verdict.status.success(), "{size}: {}", boards[0]);
        assert!(report.contains(&format!("\"size\":\"{size}\"")), "{size}: {report}");
    }
}
