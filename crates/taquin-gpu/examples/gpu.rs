//! Everything on a card, with its times: the command behind `bench/runs/*-gpu.md`.
//!
//! ```sh
//! cargo run --release -p taquin-gpu --example gpu -- check korf random 100 bulk 1e8
//! ```
//!
//! Prints one line as each thing is done and tables that can be kept as they are. `docs/gpu.md` says more.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use taquin_core::{Board, Cell, Goal, Metric, Problem, Shape, Solvable};
use taquin_gpu::{Answer, Ask, Device, GpuError, Iteration, Proof, Settings};
use taquin_solve::census::distances;
use taquin_solve::proof::Keeping;
use taquin_solve::{Limits, Unlimited};

type Any = Box<dyn std::error::Error>;

const USAGE: &str = "\
what to do, in order:
  check              every 3x3 distance and some 3x3 and 4x4 solutions, against the complete map and published lengths
  narrow             the same with instructions that every card has
  korf               Korf and Felner's 50 boards of 5x5
  boards FILE        boards of 5x5, lines of: number, length (0: unknown), anything, 25 tiles with the blank's home first
  random N           uniformly random 5x5 boards
  bulk N             exact distances of N random 4x4 boards
  seconds S          from here on give each board so much (60)
  total S            from here on give each set so much (1e9)
  seed S             from here on draw boards from this (1)
  numbers A,B,C      from here on only these of a file
  checkpoints DIR    from here on keep where searches stand, and go on from there
  paths FILE         from here on write what is found: number, length, moves
  iterations         from here on tell of each iteration
  data DIR           where instance sets are (data/instances)";

/// What the words on the command line have set so far.
struct Run {
    settings: Settings,
    device: Option<Device>,
    data: PathBuf,
    seconds: f64,
    total: f64,
    seed: u64,
    numbers: Option<Vec<u32>>,
    checkpoints: Option<PathBuf>,
    paths: Option<PathBuf>,
    iterations: bool,
}

/// A board with what is known of it.
struct Instance {
    number: u32,
    length: usize,
    problem: Solvable,
}

fn main() -> Result<(), Any> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let cache = std::env::var_os("TAQUIN_CACHE")
        .map(PathBuf::from)
        .or_else(|| Some(std::env::temp_dir().join("taquin-kernels")));
    let mut run = Run {
        settings: Settings { cache, ..Settings::default() },
        device: None,
        data: "data/instances".into(),
        seconds: 60.0,
        total: 1e9,
        seed: 1,
        numbers: None,
        checkpoints: None,
        paths: None,
        iterations: false,
    };
    if words.is_empty() {
        println!("{USAGE}");
        return Ok(());
    }
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value\n{USAGE}"));
        match word.as_str() {
            "check" => run.check()?,
            "narrow" => {
                run.settings.narrow = true;
                run.device = None;
                run.check()?;
                run.settings.narrow = false;
                run.device = None;
            }
            "korf" => run.boards("Korf and Felner's 50", &run.data.join("korf24_50.txt").clone())?,
            "boards" => {
                let file = PathBuf::from(value()?);
                run.boards(&file.file_stem().unwrap_or_default().to_string_lossy(), &file)?;
            }
            "random" => run.random(value()?.parse()?)?,
            "bulk" => run.bulk(value()?.parse::<f64>()? as usize)?,
            "seconds" => run.seconds = value()?.parse()?,
            "total" => run.total = value()?.parse()?,
            "seed" => run.seed = value()?.parse()?,
            "numbers" => {
                let list = value()?;
                run.numbers = Some(list.split(',').map(str::parse).collect::<Result<_, _>>()?);
            }
            "checkpoints" => run.checkpoints = Some(value()?.into()),
            "paths" => run.paths = Some(value()?.into()),
            "iterations" => run.iterations = true,
            "data" => run.data = value()?.into(),
            other => return Err(format!("what is {other}?\n{USAGE}").into()),
        }
    }
    Ok(())
}

impl Run {
    fn device(&mut self) -> Result<&Device, GpuError> {
        if self.device.is_none() {
            let start = Instant::now();
            let device = Device::open(&self.settings)?;
            println!("card: {} (opened in {:.2} s)", device.name(), start.elapsed().as_secs_f64());
            self.device = Some(device);
        }
        Ok(self.device.as_ref().expect("opened above"))
    }

    /// Against the complete map of 3×3 and published lengths of 4×4.
    fn check(&mut self) -> Result<(), Any> {
        let data = self.data.clone();
        let device = self.device()?;
        let three = Shape::new(3, 3)?;
        for home in [0, 1, 4] {
            let map = distances(three, Cell::new(home), Metric::Stm).ok_or("no map")?;
            let (mut positions, mut expected) = (Vec::new(), Vec::new());
            for (position, distance) in map.iter() {
                positions.extend(position);
                expected.push(distance as u8);
            }
            let found = device.distances(three, Cell::new(home), &positions, &Unlimited)?;
            let wrong = found.distances.iter().zip(&expected).filter(|(a, b)| a != b).count();
            println!("check: 3x3, blank home {home}: {} distances in bulk, {wrong} wrong", expected.len());
            let goal = Goal::Board(numbered(&(0..9).collect::<Vec<u8>>(), home as u8)?);
            let (mut searched, mut wrong) = (0, 0);
            for (position, distance) in map.iter().step_by(6007) {
                let problem = Problem::new(numbered(&position, home as u8)?, &goal)?.decide()?;
                let found = device.solve(&problem, &Unlimited)?.shortest();
                searched += 1;
                wrong += u32::from(found.is_none_or(|found| found.moves().len() as u32 != distance));
            }
            println!("check: 3x3, blank home {home}: {searched} searches, {wrong} wrong");
        }
        for (name, goal, column) in [
            ("korf100.txt", Goal::BlankFirst, 2),
            ("antipodes_4x4_80.txt", Goal::BlankLast, 99),
            ("deepcubea_15.txt", Goal::BlankLast, 0),
        ] {
            let (mut problems, mut lengths) = (Vec::new(), Vec::new());
            for numbers in rows(&data.join(name))? {
                let tiles: Vec<String> =
                    numbers[numbers.len() - 16..].iter().map(ToString::to_string).collect();
                problems.push(Problem::new(tiles.join(" ").parse()?, &goal)?.decide()?);
                lengths.push(numbers.get(column).copied().unwrap_or(80) as usize);
            }
            let start = Instant::now();
            let solved = device.solve_many(&problems, &Unlimited)?;
            let seconds = start.elapsed().as_secs_f64();
            let found =
                solved.into_iter().map(|answer| answer.shortest().map(|solution| solution.moves().len()));
            let count = lengths.len();
            let wrong = found.zip(&lengths).filter(|(found, length)| *found != Some(**length)).count();
            println!("check: {name}: {count} solutions with moves in {seconds:.2} s, {wrong} wrong");
        }
        // Another goal and another home, an edge of the board.
        for goal in ["blank-at:1,2", "blank-at:2,2", "spiral"] {
            let goal = Goal::parse(goal, None)?;
            let mut problems = Vec::new();
            for index in 0..200u64 {
                let board: Board = random_board(4, 77 + index).parse()?;
                problems.extend(Problem::new(board, &goal)?.decide().ok());
            }
            let start = Instant::now();
            let solved = device.solve_many(&problems, &Unlimited)?;
            let lengths =
                solved.into_iter().filter_map(Answer::shortest).map(|solution| solution.moves().len());
            let sum: usize = lengths.sum();
            let (count, seconds) = (problems.len(), start.elapsed().as_secs_f64());
            println!(
                "check: 4x4, goal {goal}: {count} solutions, {sum} slides in all, {seconds:.2} s with the tables"
            );
        }
        Ok(())
    }

    fn random(&mut self, count: u64) -> Result<(), Any> {
        let mut instances = Vec::new();
        let mut index = 0;
        while (instances.len() as u64) < count {
            let board: Board = random_board(5, self.seed * 1_000_003 + index).parse()?;
            index += 1;
            // Half of all permutations: those that can be solved are uniform among themselves.
            if let Ok(problem) = Problem::new(board, &Goal::BlankFirst)?.decide() {
                instances.push(Instance { number: instances.len() as u32 + 1, length: 0, problem });
            }
        }
        self.search(&format!("{count} random boards, seed {}", self.seed), instances)
    }

    fn boards(&mut self, name: &str, file: &Path) -> Result<(), Any> {
        let mut instances = Vec::new();
        for numbers in rows(file)? {
            let number = numbers[0] as u32;
            if self.numbers.as_ref().is_some_and(|wanted| !wanted.contains(&number)) {
                continue;
            }
            let tiles: Vec<String> = numbers[numbers.len() - 25..].iter().map(ToString::to_string).collect();
            let problem = Problem::new(tiles.join(" ").parse()?, &Goal::BlankFirst)?.decide()?;
            instances.push(Instance { number, length: numbers[1] as usize, problem });
        }
        self.search(name, instances)
    }

    /// Solves boards one after another and sums up.
    fn search(&mut self, name: &str, instances: Vec<Instance>) -> Result<(), Any> {
        let (limit, total, tell) = (self.seconds, self.total, self.iterations);
        let (checkpoints, paths) = (self.checkpoints.clone(), self.paths.clone());
        let begun = Instant::now();
        let device = self.device()?;
        device.prepare(Shape::new(5, 5)?, Cell::new(0))?;
        let ready = begun.elapsed().as_secs_f64();
        println!("{name}: {} boards; kernels and tables ready after {ready:.2} s", instances.len());
        let (mut times, mut nodes, mut wrong, mut given_up, mut not_begun) = (Vec::new(), 0, 0, 0, 0);
        for instance in &instances {
            let spent = begun.elapsed().as_secs_f64();
            if spent >= total {
                not_begun += 1;
                continue;
            }
            let file =
                checkpoints.as_ref().map(|folder| folder.join(format!("{}.checkpoint", instance.number)));
            let from: Option<Proof> = file
                .as_ref()
                .and_then(|file| std::fs::read_to_string(file).ok())
                .and_then(|text| text.parse().ok());
            let mut keep = |proof: &Proof| {
                if let Some(file) = &file {
                    let _ = std::fs::write(file.with_extension("tmp"), proof.to_string());
                    let _ = std::fs::rename(file.with_extension("tmp"), file);
                }
            };
            let mut iterations: Vec<Iteration> = Vec::new();
            let keeping = Keeping::new().from(from).keep(&mut keep);
            let ask = Ask { keeping, iterations: Some(&mut iterations) };
            let start = Instant::now();
            let limits = Limits::new().time(Duration::from_secs_f64(limit.min(total - spent)));
            let answer = device.solve_with(&instance.problem, ask, &limits)?;
            let seconds = start.elapsed().as_secs_f64();
            if tell {
                for one in &iterations {
                    println!("    {one:?}");
                }
            }
            let number = instance.number;
            nodes += answer.nodes;
            let made = answer.nodes as f64;
            let best = answer.solution.as_ref().map(|solution| solution.moves().len());
            if let Some(why) = answer.stopped {
                given_up += 1;
                let bound = answer.lower_bound;
                println!(
                    "  {number}: {why} after {seconds:.3} s: at least {bound}, best {best:?}, {made:.3e} nodes"
                );
                continue;
            }
            let Some(solution) = answer.shortest() else { continue };
            let length = solution.moves().len();
            let right = instance.length == 0 || instance.length == length;
            wrong += u32::from(!right);
            times.push(seconds);
            let verdict = if right { "" } else { " WRONG" };
            println!("  {number}: {length} slides, {seconds:.3} s, {made:.3e} nodes{verdict}");
            if let Some(paths) = &paths {
                let mut out = std::fs::OpenOptions::new().create(true).append(true).open(paths)?;
                let tiles = solution.start().tiles().iter().map(|tile| tile.number().to_string());
                let tiles: Vec<String> = tiles.collect();
                writeln!(out, "{number} {length} {} {}", solution.moves(), tiles.join(" "))?;
            }
        }
        let whole = begun.elapsed().as_secs_f64();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            times
                .get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)))
                .copied()
                .unwrap_or(0.0)
        };
        println!("\n| {name} | |\n|---|---|");
        println!(
            "| solved, wrong, given up, not begun | {}, {wrong}, {given_up}, {not_begun} |",
            times.len()
        );
        println!("| all, with tables | {whole:.2} s |");
        println!("| median, 90 %, worst of the solved | {:.3}, {:.2}, {:.2} s |", at(0.5), at(0.9), at(1.0));
        println!("| nodes | {:.4e}, {:.2e} a second |\n", nodes as f64, nodes as f64 / whole);
        Ok(())
    }

    /// Exact distances of random 4×4 boards.
    fn bulk(&mut self, count: usize) -> Result<(), Any> {
        const AT_ONCE: usize = 1 << 24;
        let seed = self.seed;
        let shape = Shape::new(4, 4)?;
        let begun = Instant::now();
        let device = self.device()?;
        device.prepare(shape, Cell::new(0))?;
        println!("bulk: kernels and tables ready after {:.2} s", begun.elapsed().as_secs_f64());
        let (mut seconds, mut nodes, mut drawing) = (0.0, 0, 0.0);
        let mut histogram: HashMap<u8, u64> = HashMap::new();
        for first in (0..count).step_by(AT_ONCE) {
            let drawn = Instant::now();
            let positions = random_positions(first as u64, (count - first).min(AT_ONCE), seed);
            drawing += drawn.elapsed().as_secs_f64();
            let start = Instant::now();
            let found = device.distances(shape, Cell::new(0), &positions, &Unlimited)?;
            seconds += start.elapsed().as_secs_f64();
            nodes += found.nodes;
            for distance in found.distances {
                *histogram.entry(distance).or_default() += 1;
            }
        }
        let sum: u64 = histogram.iter().map(|(&distance, &times)| u64::from(distance) * times).sum();
        let longest = histogram.keys().max().copied().unwrap_or(0);
        println!("\n| {count} random 4x4 boards, seed {seed} | |\n|---|---|");
        println!(
            "| exact distances | {seconds:.2} s, {:.0} a second (drawing the boards took {drawing:.2} s besides) |",
            count as f64 / seconds
        );
        println!("| mean (52.5895 over all boards), longest | {:.4}, {longest} |", sum as f64 / count as f64);
        println!("| nodes | {:.4e}, {:.0} a board |\n", nodes as f64, nodes as f64 / count as f64);
        Ok(())
    }
}

/// The numbers of each line of a file that is no comment.
fn rows(file: &Path) -> Result<Vec<Vec<u64>>, Any> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    Ok(lines
        .map(|line| line.split_whitespace().map(|number| number.parse().unwrap_or(0)).collect())
        .collect())
}

/// A board whose cells hold what belongs on these cells.
fn numbered(homes: &[u8], blank: u8) -> Result<Board, Any> {
    let number = |&home: &u8| {
        if home == blank {
            0
        } else if home < blank {
            home + 1
        } else {
            home
        }
    };
    let text: Vec<String> = homes.iter().map(|home| number(home).to_string()).collect();
    Ok(text.join(" ").parse()?)
}

/// A generator of numbers (splitmix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * u128::from(bound)) >> 64) as u64
    }
}

fn random_board(side: usize, seed: u64) -> String {
    let mut draw = Draw(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut tiles: Vec<usize> = (0..side * side).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, draw.below(last as u64 + 1) as usize);
    }
    let text: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    text.join(" ")
}

/// Uniformly random solvable 4×4 positions with the blank's home first: cells' homes.
fn random_positions(first: u64, count: usize, seed: u64) -> Vec<u8> {
    let mut all = vec![0u8; count * 16];
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = count.div_ceil(threads);
    std::thread::scope(|scope| {
        for (part, positions) in all.chunks_mut(share * 16).enumerate() {
            scope.spawn(move || {
                for (index, position) in positions.chunks_mut(16).enumerate() {
                    let number = first + (part * share + index) as u64;
                    let mut draw = Draw(seed << 40 ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
                    let mut odd = false;
                    for (cell, home) in position.iter_mut().enumerate() {
                        *home = cell as u8;
                    }
                    for last in (1..16).rev() {
                        let other = draw.below(last as u64 + 1) as usize;
                        position.swap(last, other);
                        odd ^= last != other;
                    }
                    let blank = position.iter().position(|&home| home == 0).unwrap_or(0);
                    if odd != ((blank / 4 + blank % 4) % 2 == 1) {
                        // Two tiles exchanged make the other half of the permutations.
                        let tiles: Vec<usize> = (0..16).filter(|&cell| cell != blank).take(2).collect();
                        position.swap(tiles[0], tiles[1]);
                    }
                }
            });
        }
    });
    all
}
