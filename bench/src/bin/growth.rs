//! How the constructive solver's moves grow with the board: `growth SIZE… [-n BOARDS] [--svg FILE]`.
//!
//! Prints one line per size (uniform boards, blank last; every solution up to 256x256 is replayed once more) and the
//! cubic law that fits the squares best; draws moves / n³ over n when asked to.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use taquin_core::{Goal, Problem, Scrambler, Seed, Shape};
use taquin_solve::construct::{self, Checker, Order};
use taquin_solve::position::Homes;
use taquin_solve::{StopReason, Unlimited};

struct Row {
    shape: Shape,
    boards: u32,
    mean: f64,
    worst: u64,
    /// Mean over (m + n) m n / 2, which is n³ on a square.
    constant: f64,
    rate: f64,
}

fn measure(shape: Shape, boards: u32) -> Result<Row, Box<dyn std::error::Error>> {
    let (mut moves, mut worst, mut seconds) = (0, 0, 0.0);
    let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(1))?;
    for number in 0..boards {
        let problem = Problem::new(scrambler.board(u64::from(number)), &Goal::BlankLast)?;
        let homes = Homes::from(&problem.decide()?);
        let clock = Instant::now();
        let count = construct::solve(&homes, Order::Square, &Unlimited, &mut |_| ControlFlow::Continue(()))?;
        seconds += clock.elapsed().as_secs_f64();
        moves += count;
        worst = worst.max(count);
        if shape.cells() <= 1 << 16 {
            let mut checker = Checker::new(&homes);
            construct::solve(
                &homes,
                Order::Square,
                &Unlimited,
                &mut |slides| match checker.slides(slides) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(StopReason::Interrupted),
                },
            )?;
            checker.finish()?;
        }
    }
    let (m, n) = (f64::from(shape.rows()), f64::from(shape.columns()));
    let mean = moves as f64 / f64::from(boards);
    let constant = mean / ((m + n) * m * n / 2.0);
    Ok(Row { shape, boards, mean, worst, constant, rate: moves as f64 / seconds / 1e6 })
}

/// The a and b of a n³ + b n² that fit the squares best, relatively, and the worst relative miss.
fn fit(rows: &[Row]) -> Option<(f64, f64, f64)> {
    let squares = || rows.iter().filter(|row| row.shape.rows() == row.shape.columns());
    let terms = |row: &Row| {
        let n = f64::from(row.shape.rows());
        (n * n * n / row.mean, n * n / row.mean)
    };
    let mut sums = [0.0; 5];
    for (x, y) in squares().map(terms) {
        for (sum, term) in sums.iter_mut().zip([x * x, x * y, y * y, x, y]) {
            *sum += term;
        }
    }
    let [xx, xy, yy, x, y] = sums;
    let whole = xx * yy - xy * xy;
    let (a, b) = ((x * yy - y * xy) / whole, (y * xx - x * xy) / whole);
    let miss = squares().map(terms).map(|(x, y)| (a * x + b * y - 1.0).abs()).fold(0.0, f64::max);
    (squares().count() > 2).then_some((a, b, miss))
}

/// Moves / n³ over n, with what it is to be compared with.
fn draw(rows: &[Row]) -> String {
    let squares: Vec<&Row> = rows.iter().filter(|row| row.shape.rows() == row.shape.columns()).collect();
    let (left, right, top, bottom, highest) = (70.0, 690.0, 40.0, 360.0, 3.0);
    let sides = squares.iter().map(|row| f64::from(row.shape.rows()));
    let (least, most) = sides.fold((f64::MAX, 1.0f64), |(a, b), n| (a.min(n), b.max(n)));
    let x = |n: f64| left + (right - left) * (n / least).ln() / (most / least).ln();
    let y = |c: f64| bottom - (bottom - top) * c / highest;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 420\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"860\" height=\"420\" fill=\"#fff\"/>\n\
         <text x=\"70\" y=\"24\" font-size=\"15\">Moves of the constructive solver divided by n³, n×n boards</text>\n",
    );
    for tick in 0..=6 {
        let (c, at) = (f64::from(tick) / 2.0, y(f64::from(tick) / 2.0));
        let _ = writeln!(svg, "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#e4e4e4\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{c:.1}</text>",
            left - 26.0,
            at + 4.0
        );
    }
    let compared = [
        (8.0 / 3.0, "one tile after another: 8/3"),
        (1.42, "people, fewest moves: 1.42"),
        (2.0 / 3.0, "Manhattan bound: 2/3"),
    ];
    for (c, label) in compared {
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {0:.1}H{right}\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>",
            y(c)
        );
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" fill=\"#555\">{label}</text>", right + 6.0, y(c) + 4.0);
    }
    let place = |row: &&Row| (x(f64::from(row.shape.rows())), y(row.constant));
    let points: Vec<String> = squares.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#0b6bcb\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for row in &squares {
        let (x, y) = place(row);
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#0b6bcb\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.2}</text>",
            y - 10.0,
            row.constant
        );
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 20.0,
            row.shape.rows()
        );
    }
    let _ =
        writeln!(svg, "<text x=\"380\" y=\"404\" text-anchor=\"middle\">side n (logarithmic)</text>\n</svg>");
    svg
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut boards, mut sizes, mut file) = (20u32, Vec::<Shape>::new(), None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-n" => boards = arguments.next().ok_or("-n needs a number")?.parse()?,
            "--svg" => file = Some(arguments.next().ok_or("--svg needs a file")?),
            size => sizes.push(size.parse()?),
        }
    }
    println!("| size | boards | mean moves | worst | / ((m+n)mn/2) | M moves/s |\n|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for shape in sizes {
        let row = measure(shape, if shape.cells() >= 20_000 { boards.div_ceil(4) } else { boards })?;
        let Row { shape, boards, mean, worst, constant, rate } = row;
        println!("| {shape} | {boards} | {mean:.1} | {worst} | {constant:.3} | {rate:.1} |");
        rows.push(row);
    }
    if let Some((a, b, miss)) = fit(&rows) {
        println!("\nsquares: {a:.3} n^3 + {b:.2} n^2, at most {:.1} % off", 100.0 * miss);
    }
    if let Some(file) = file {
        std::fs::write(file, draw(&rows))?;
    }
    Ok(())
}
