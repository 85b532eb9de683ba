//! `--want fast`: moves that are written as they are made, however many.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use serde_json::json;
use taquin_core::notation::Style;
use taquin_core::{Board, Direction, Goal, Metric, Problem};
use taquin_solve::{Options, StopReason, plan};

use super::{SolveArgs, stop_exit};
use crate::failure::{Exit, Failure};
use crate::limits::{Watch, seconds};

pub fn run(args: &SolveArgs, board: Board, goal: &Goal, options: &Options) -> Result<Exit, Failure> {
    let start = Instant::now();
    let name = board.to_string();
    let problem = Problem::new(board, goal).map_err(Failure::input)?;
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(unsolvable) => {
            let mut out = anstream::stdout().lock();
            if args.json {
                let reason = unsolvable.obstruction.to_string();
                let report =
                    json!({"board": name, "goal": args.goal.goal, "status": "unsolvable", "reason": reason});
                writeln!(out, "{report}")?;
            } else {
                writeln!(out, "No solution: {}", unsolvable.obstruction)?;
            }
            return Ok(Exit::No);
        }
    };
    let solver = plan(&solvable, options).map_err(super::refused)?;
    let watch = Watch::new(args.limits.start(None)?, true);
    let mut writer = Writer::new(args);
    let streamed = solver.stream(&watch, &mut |slides| writer.take(slides));
    watch.finish();
    writer.end()?;
    let (metric, length) = (writer.metric, writer.length());
    let mut out = std::io::stdout().lock();
    let elapsed = start.elapsed().as_secs_f64();
    match streamed {
        Ok(_) if args.json => {
            let elapsed_ms = (elapsed * 1e6).round() / 1e3;
            let report = json!({
                "board": name, "goal": args.goal.goal, "status": "solved", "moves": null, "length": length,
                "metric": metric.to_string(), "optimal": false, "lower_bound": null, "nodes": 0,
                "elapsed_ms": elapsed_ms, "solver": "construct",
            });
            writeln!(out, "{report}")?;
            Ok(Exit::Answered)
        }
        Ok(_) if args.count => {
            writeln!(out, "{length}")?;
            Ok(Exit::Answered)
        }
        Ok(_) => {
            writeln!(out, "{length} moves, not the shortest ({}, construct).", seconds(elapsed))?;
            Ok(Exit::Answered)
        }
        Err(stopped) => {
            writeln!(out, "Stopped by {} after {length} moves in {}.", stopped.why, seconds(elapsed))?;
            Ok(stop_exit(stopped.why))
        }
    }
}

/// Writes slides and counts them: slides always, runs where they are written or asked for.
struct Writer {
    out: Option<BufWriter<std::io::Stdout>>,
    metric: Metric,
    style: Style,
    turn: fn(Direction) -> Direction,
    /// The run that is still growing.
    run: Option<(Direction, u64)>,
    slides: u64,
    runs: u64,
    failed: Option<std::io::Error>,
}

impl Writer {
    fn new(args: &SolveArgs) -> Writer {
        let notation = args.notation.notation(false);
        let turn: fn(Direction) -> Direction = match notation.of {
            taquin_core::notation::Mover::Tile => |direction| direction,
            taquin_core::notation::Mover::Blank => Direction::opposite,
        };
        let out = (!args.count).then(|| BufWriter::with_capacity(1 << 16, std::io::stdout()));
        let metric = args.method.metric.into();
        Writer { out, metric, style: notation.style, turn, run: None, slides: 0, runs: 0, failed: None }
    }

    fn length(&self) -> u64 {
        match self.metric {
            Metric::Stm => self.slides,
            Metric::Mtm => self.runs,
        }
    }

    fn take(&mut self, slides: &[Direction]) -> ControlFlow<StopReason> {
        if self.out.is_none() && self.metric == Metric::Stm {
            self.slides += slides.len() as u64;
            return ControlFlow::Continue(());
        }
        for &slide in slides {
            match &mut self.run {
                Some((direction, count)) if *direction == slide => *count += 1,
                _ => {
                    if self.flush_run().is_break() {
                        return ControlFlow::Break(StopReason::Interrupted);
                    }
                    self.run = Some((slide, 1));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn flush_run(&mut self) -> ControlFlow<()> {
        let Some((direction, count)) = self.run.take() else { return ControlFlow::Continue(()) };
        let first = self.slides == 0;
        self.slides += count;
        self.runs += 1;
        let Some(out) = &mut self.out else { return ControlFlow::Continue(()) };
        let direction = (self.turn)(direction);
        let written = match (self.style, count) {
            (Style::Runs, 1) => write!(out, "{}", direction.letter()),
            (Style::Runs, _) => write!(out, "{}{count}", direction.letter()),
            (Style::Letters, _) => (0..count).try_for_each(|_| write!(out, "{}", direction.letter())),
            (Style::Arrows, _) => (0..count).try_for_each(|_| write!(out, "{}", direction.arrow())),
            (Style::Words, _) => (0..count).try_for_each(|i| {
                let between = if first && i == 0 { "" } else { " → " };
                write!(out, "{between}{}", direction.word())
            }),
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn end(&mut self) -> Result<(), Failure> {
        let _ = self.flush_run();
        if let Some(error) = self.failed.take() {
            return Err(error.into());
        }
        if let Some(out) = &mut self.out {
            if self.slides > 0 {
                writeln!(out)?;
            }
            out.flush()?;
        }
        Ok(())
    }
}
