//! How the constructive solver's moves grow with the board: `growth SIZE… [-n BOARDS]`, one line per size.

use std::ops::ControlFlow;
use std::time::Instant;

use taquin_core::{Cell, Shape};
use taquin_solve::Unlimited;
use taquin_solve::construct::{Checker, Construct, Order};

/// A uniform solvable position by splitmix64; the blank belongs on the last cell.
fn position(shape: Shape, state: &mut u64) -> Vec<u32> {
    let mut next = |n: usize| {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * n as u128) >> 64) as usize
    };
    let mut list: Vec<u32> = (0..shape.cells() as u32).collect();
    let mut odd = false;
    for i in (1..list.len()).rev() {
        let j = next(i + 1);
        odd ^= i != j;
        list.swap(i, j);
    }
    let last = shape.last_cell();
    let blank = list.iter().position(|&l| l as usize == last.index()).unwrap_or(0);
    if odd != (shape.distance(Cell::new(blank as u32), last) % 2 == 1) {
        let mut tiles = (0..list.len()).filter(|&c| c != blank);
        if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
            list.swap(a, b);
        }
    }
    list
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut boards = 20;
    let mut sizes: Vec<Shape> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-n" => boards = arguments.next().ok_or("-n needs a number")?.parse()?,
            size => sizes.push(size.parse()?),
        }
    }
    println!("size      boards  mean moves     /((m+n)mn/2)  M moves/s");
    for shape in sizes {
        let mut seed = 1;
        let mut construct = Construct::new(shape, shape.last_cell(), Order::Square);
        let (mut moves, mut seconds) = (0, 0.0);
        for _ in 0..boards {
            let start = position(shape, &mut seed);
            let mut checker = Checker::new(shape, &start, shape.last_cell());
            let clock = Instant::now();
            moves += construct.solve(&start, &Unlimited, &mut |_| ControlFlow::Continue(()))?;
            seconds += clock.elapsed().as_secs_f64();
            if shape.cells() <= 1 << 16 {
                construct.solve(&start, &Unlimited, &mut |slides| match checker.slides(slides) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(taquin_solve::StopReason::Interrupted),
                })?;
                checker.finish()?;
            }
        }
        let (m, n) = (f64::from(shape.rows()), f64::from(shape.columns()));
        let mean = moves as f64 / f64::from(boards);
        let (constant, rate) = (mean / ((m + n) * m * n / 2.0), moves as f64 / seconds / 1e6);
        println!("{:<9} {boards:>6}  {mean:<13.1}  {constant:<12.4}  {rate:.1}", shape.to_string());
    }
    Ok(())
}
