use std::time::{Duration, Instant};
use taquin_core::*;
use taquin_solve::{Limits, short};
fn rnd(s: &mut u64) -> u64 {
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    *s
}
fn board(rows: usize, cols: usize, seed: u64) -> Vec<u32> {
    let n = rows * cols;
    let mut s = seed.wrapping_mul(0x9E3779B97F4A7C15) | 1;
    for _ in 0..20 {
        rnd(&mut s);
    }
    let mut p: Vec<u32> = (0..n as u32).collect();
    for i in (1..n).rev() {
        let j = (rnd(&mut s) >> 11) as usize % (i + 1);
        p.swap(i, j);
    }
    let mut seen = vec![false; n];
    let mut par = 0;
    for i in 0..n {
        let mut j = i;
        let mut l = 0;
        while !seen[j] {
            seen[j] = true;
            j = p[j] as usize;
            l += 1;
        }
        if l > 0 {
            par ^= (l - 1) & 1;
        }
    }
    let b = p.iter().position(|&x| x as usize == n - 1).unwrap();
    let d = (b / cols).abs_diff((n - 1) / cols) + (b % cols).abs_diff((n - 1) % cols);
    if par != d & 1 {
        let (i, j) = if b == 0 {
            (1, 2)
        } else if b == 1 {
            (0, 2)
        } else {
            (0, 1)
        };
        p.swap(i, j);
    }
    p
}
fn md(p: &[u32], cols: usize) -> usize {
    let n = p.len();
    p.iter()
        .enumerate()
        .filter(|&(_, &t)| t as usize != n - 1)
        .map(|(c, &t)| {
            let t = t as usize;
            (c / cols).abs_diff(t / cols) + (c % cols).abs_diff(t % cols)
        })
        .sum()
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rows: usize = a[1].parse().unwrap();
    let cols: usize = a[2].parse().unwrap();
    let skip: usize = a[3].parse().unwrap();
    let count: usize = a[4].parse().unwrap();
    let secs: f64 = a[5].parse().unwrap();
    let threads: usize = a[6].parse().unwrap();
    let set = a.get(7);
    let n = rows * cols;
    let boards: Vec<(i32, Vec<u32>)> = match set {
        Some(f) => std::fs::read_to_string(f)
            .unwrap()
            .lines()
            .filter(|l| !l.starts_with('#') && !l.is_empty())
            .skip(skip)
            .take(count)
            .map(|l| {
                let l = l.replace('/', " ");
                let v: Vec<&str> = l.split_whitespace().collect();
                let opt = if v.len() > n { v[0].parse().unwrap_or(0) } else { 0 };
                (
                    opt,
                    v[v.len() - n..]
                        .iter()
                        .map(|t| {
                            let t: u32 = t.parse().unwrap();
                            if t == 0 { n as u32 - 1 } else { t - 1 }
                        })
                        .collect(),
                )
            })
            .collect(),
        None => (0..count).map(|s| (0, board(rows, cols, (s + skip) as u64 + 1))).collect(),
    };
    let shape = Shape::new(rows as u32, cols as u32).unwrap();
    let (mut sum, mut sm, mut so, mut nodes, mut worst) = (0, 0, 0, 0, 0.0f64);
    let t = Instant::now();
    let verbose = std::env::var_os("V").is_some();
    for (opt, b) in &boards {
        let lim = Limits::new().time(Duration::from_secs_f64(secs));
        let t1 = Instant::now();
        let ans = short::solve(
            shape,
            shape.last_cell(),
            b,
            short::Options { threads, memory_bytes: 4 << 30 },
            &lim,
            &|s| {
                if verbose {
                    println!("  {:.3}s {}", t1.elapsed().as_secs_f64(), s.len());
                }
            },
        )
        .unwrap();
        worst = worst.max(t1.elapsed().as_secs_f64() - secs);
        nodes += ans.nodes;
        sum += ans.slides.len();
        sm += md(b, cols);
        so += opt;
        if std::env::var_os("E").is_some() {
            println!("{} md {} opt {opt} lb {}", ans.slides.len(), md(b, cols), ans.lower_bound);
        }
    }
    let k = boards.len() as f64;
    let e = t.elapsed().as_secs_f64();
    println!(
        "{rows}x{cols} {secs}s t{threads} n{k} mean {:.2} md {:.2} ratio {:.4} opt {:.2} over {:.4} nodes/s {:.2}M worst {:.0}ms",
        sum as f64 / k,
        sm as f64 / k,
        sum as f64 / sm as f64,
        so as f64 / k,
        sum as f64 / (so as f64).max(1.0),
        nodes as f64 / e / 1e6,
        worst * 1e3
    );
}
