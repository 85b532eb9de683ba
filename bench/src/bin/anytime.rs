//! How short solutions get over time: `anytime SIZE… [--times 0.1,1,10] [--take N] [--skip N] [--threads N] [--svg FILE] [--data FILE]`.
//!
//! Uniform boards, blank last; every board is solved anew with each time limit, which the solver knows, and every solution
//! is replayed once more. Prints a table of means divided by ((m+n)mn)/2 (n³ on a square) as it grows; the data are one
//! line for each solve. `--draw FILE` draws data that are there already instead.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use taquin_core::{Goal, Metric, Problem, Scrambler, Seed, Shape};
use taquin_solve::{Limits, Options, Want, plan};

type Failure = Box<dyn std::error::Error>;

/// One solve.
struct Point {
    size: String,
    seconds: f64,
    board: u64,
    moves: usize,
    lower_bound: u64,
    late_ms: f64,
    origin: String,
}

impl Point {
    /// Moves divided by n³.
    fn share(&self) -> f64 {
        let (m, n) = self.size.split_once('x').unwrap_or(("1", "1"));
        let (m, n): (f64, f64) = (m.parse().unwrap_or(1.0), n.parse().unwrap_or(1.0));
        self.moves as f64 / ((m + n) * m * n / 2.0)
    }

    fn line(&self) -> String {
        let Point { size, seconds, board, moves, lower_bound, late_ms, origin } = self;
        format!("{size},{seconds},{board},{moves},{lower_bound},{late_ms:.0},{origin}")
    }

    fn read(line: &str) -> Result<Point, Failure> {
        let words: Vec<&str> = line.split(',').collect();
        let [size, seconds, board, moves, lower_bound, late_ms, origin] = words[..] else {
            return Err(format!("no line of this program: {line}").into());
        };
        Ok(Point {
            size: size.into(),
            seconds: seconds.parse()?,
            board: board.parse()?,
            moves: moves.parse()?,
            lower_bound: lower_bound.parse()?,
            late_ms: late_ms.parse()?,
            origin: origin.into(),
        })
    }
}

const HEADER: &str = "size,seconds,board,moves,lower_bound,late_ms,origin";

fn solve(shape: Shape, board: u64, seconds: f64, threads: usize) -> Result<Point, Failure> {
    let scrambler = Scrambler::new(shape, &Goal::BlankLast, Seed::new(7))?;
    let solvable = Problem::new(scrambler.board(board), &Goal::BlankLast)?.decide()?;
    let options = Options::new().want(Want::Short).threads(threads).memory_bytes(2 << 30);
    let solver = plan(&solvable, &options)?;
    let clock = Instant::now();
    let solved = solver.solve(&Limits::new().time(Duration::from_secs_f64(seconds)))?;
    let late_ms = (clock.elapsed().as_secs_f64() - seconds) * 1e3;
    let replayed = solvable.solution(solved.solution.moves().clone())?;
    Ok(Point {
        size: shape.to_string(),
        seconds,
        board,
        moves: replayed.length(Metric::Stm),
        lower_bound: solved.lower_bound,
        late_ms,
        origin: solved.origin.to_string(),
    })
}

/// The mean share of each size and time, in the order of the points.
fn means(points: &[Point]) -> Vec<(String, Vec<(f64, f64)>)> {
    let mut sizes: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    for point in points {
        if !sizes.iter().any(|(size, _)| *size == point.size) {
            sizes.push((point.size.clone(), Vec::new()));
        }
    }
    for (size, curve) in &mut sizes {
        let mut times: Vec<f64> = points.iter().filter(|p| p.size == *size).map(|p| p.seconds).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        for time in times {
            let these: Vec<f64> =
                points.iter().filter(|p| p.size == *size && p.seconds == time).map(Point::share).collect();
            curve.push((time, these.iter().sum::<f64>() / these.len() as f64));
        }
    }
    sizes
}

/// Mean moves / n³ over the time given, a curve for each size.
fn draw(points: &[Point]) -> String {
    const COLOURS: [&str; 6] = ["#0b6bcb", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#0f766e"];
    let curves = means(points);
    let all = || curves.iter().flat_map(|(_, curve)| curve);
    let (first, last) = all().fold((f64::MAX, f64::MIN), |(a, b), &(t, _)| (a.min(t), b.max(t)));
    let highest = all().map(|&(_, share)| share).fold(1.2, f64::max) + 0.05;
    let (left, right, top, bottom, lowest) = (70.0, 690.0, 40.0, 360.0, 0.6);
    let x = |t: f64| left + (right - left) * (t / first).ln() / (last / first).ln().max(1e-9);
    let y = |share: f64| bottom - (bottom - top) * (share - lowest) / (highest - lowest);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 420\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"860\" height=\"420\" fill=\"#fff\"/>\n\
         <text x=\"70\" y=\"24\" font-size=\"15\">Moves divided by n³ over the time given, n×n boards</text>\n",
    );
    let mut tick = lowest;
    while tick < highest {
        let at = y(tick);
        let _ = writeln!(svg, "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#e4e4e4\"/>");
        let _ = writeln!(svg, "<text x=\"60\" y=\"{:.1}\" text-anchor=\"end\">{tick:.1}</text>", at + 4.0);
        tick += 0.1;
    }
    let bound = y(2.0 / 3.0);
    let _ =
        writeln!(svg, "<path d=\"M{left} {bound:.1}H{right}\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>");
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{:.1}\" fill=\"#555\">Manhattan bound: 2/3</text>",
        right + 6.0,
        bound + 4.0
    );
    let mut times: Vec<f64> = all().map(|&(time, _)| time).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    for time in times {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{time}</text>",
            x(time),
            bottom + 20.0
        );
    }
    let mut labels = Vec::new();
    for ((size, curve), colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<String> =
            curve.iter().map(|&(time, share)| format!("{:.1},{:.1}", x(time), y(share))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
        for &(time, share) in curve {
            let (x, y) = (x(time), y(share));
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
        }
        if let Some(&(_, share)) = curve.last() {
            labels.push((y(share) + 4.0, format!("{} {share:.2}", size.replace('x', "×")), colour));
        }
    }
    // From the lowest up, each at least a line above the one before.
    labels.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lowest = f64::MAX;
    for (wanted, label, colour) in labels {
        let at = wanted.min(lowest);
        lowest = at - 15.0;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{at:.1}\" fill=\"{colour}\">{label}</text>", right + 6.0);
    }
    let _ = writeln!(
        svg,
        "<text x=\"380\" y=\"404\" text-anchor=\"middle\">seconds (logarithmic)</text>\n</svg>"
    );
    svg
}

fn main() -> Result<(), Failure> {
    let mut times = vec![0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];
    let (mut take, mut skip, mut threads) = (2, 0, 2);
    let (mut svg, mut data, mut drawn) = (None, None, None);
    let mut sizes: Vec<Shape> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--times" => times = value()?.split(',').map(str::parse).collect::<Result<_, _>>()?,
            "--take" => take = value()?.parse()?,
            "--skip" => skip = value()?.parse()?,
            "--threads" => threads = value()?.parse()?,
            "--svg" => svg = Some(value()?),
            "--data" => data = Some(value()?),
            "--draw" => drawn = Some(value()?),
            size => sizes.push(size.parse()?),
        }
    }
    let mut points = Vec::new();
    if let Some(file) = drawn {
        let text = std::fs::read_to_string(file)?;
        points = text.lines().skip(1).map(Point::read).collect::<Result<_, _>>()?;
    }
    for shape in sizes {
        for &time in &times {
            for board in skip..skip + take {
                points.push(solve(shape, board, time, threads)?);
            }
            let these = &points[points.len() - take as usize..];
            let share = these.iter().map(Point::share).sum::<f64>() / these.len() as f64;
            let late = these.iter().map(|point| point.late_ms).fold(f64::MIN, f64::max);
            println!(
                "{shape}: {take} boards, {time} s, {threads} threads: {share:.4} n^3, at most {late:.0} ms late"
            );
            // After every step: a run that is ended leaves what it has.
            if let Some(file) = &data {
                let lines: Vec<String> = points.iter().map(Point::line).collect();
                std::fs::write(file, format!("{HEADER}\n{}\n", lines.join("\n")))?;
            }
        }
    }
    if let Some(file) = svg {
        std::fs::write(file, draw(&points))?;
    }
    Ok(())
}
