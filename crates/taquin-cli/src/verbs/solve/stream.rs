//! `--want fast`: moves that are written as they are made, however many.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use taquin_core::notation::Style;
use taquin_core::{Direction, Goal, Metric, Problem};
use taquin_solve::{Options, Origin, StopReason, plan};

use super::report::{kind, stopped_by};
use super::{SolveArgs, stop_exit, tell};
use crate::failure::{Exit, Failure};
use crate::input::Given;
use crate::limits::{Watch, seconds};
use crate::report::{Report, Status};
use crate::width;

pub fn run(args: &SolveArgs, given: Given, goal: &Goal, options: &Options) -> Result<Exit, Failure> {
    let start = Instant::now();
    let mut report = Report::new("solve", Status::Solved);
    report.board = Some(given.board.to_string());
    report.size = Some(given.board.shape().to_string());
    report.goal = Some(args.goal.text(given.goal.as_deref()).to_owned());
    let problem = Problem::new(given.board, goal).map_err(|e| Failure::told(e.why))?;
    let solvable = match problem.decide() {
        Ok(solvable) => solvable,
        Err(unsolvable) => {
            let reason = unsolvable.obstruction.to_string();
            if args.json {
                let metric = Some(args.metric().to_string());
                let reason = Some(reason);
                let status = Status::Unsolvable;
                Report { status, metric, reason, ..report }.took(start.elapsed()).print()?;
            } else {
                tell(
                    args,
                    "",
                    &format!("No solution exists: {reason} (for instance: {})\n", unsolvable.repair()),
                )?;
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
    let elapsed = start.elapsed();
    let took = seconds(elapsed.as_secs_f64());
    let stopped = streamed.err().map(|stopped| stopped.why);
    let lower_bound = solver.lower_bound();
    let origin = if length == lower_bound { Origin::Proven } else { Origin::Constructed };
    if args.json {
        report.status = stopped.map_or(Status::Solved, stopped_by);
        // Where it was stopped the moves end nowhere: their number is no length of a solution.
        report.length = Some(length).filter(|_| stopped.is_none());
        report.metric = Some(metric.to_string());
        report.optimal = Some(origin == Origin::Proven && stopped.is_none());
        report.lower_bound = Some(lower_bound);
        report.gap = report.length.map(|length| length - lower_bound);
        report.origin = report.length.map(|_| origin.to_string());
        report.solver = Some("construct".into());
        report.reason = stopped.map(|why| why.to_string());
        report.took(elapsed).print()?;
    } else if let Some(why) = stopped {
        tell(args, "", &format!("Stopped by {why} after {length} moves in {took}.\n"))?;
    } else if args.count {
        tell(args, &format!("{length}\n"), "")?;
    } else {
        let kind = kind(length, origin, lower_bound);
        tell(args, "", &format!("{length} moves, {kind} ({took}, construct).\n"))?;
    }
    Ok(stopped.map_or(Exit::Answered, stop_exit))
}

/// Writes slides and counts them: slides always, runs where they are written or asked for.
struct Writer {
    out: Option<BufWriter<io::Stdout>>,
    metric: Metric,
    style: Style,
    turn: fn(Direction) -> Direction,
    /// The columns of a terminal, and how many of them this line has taken: a number is not broken in two.
    width: Option<usize>,
    taken: usize,
    /// The run that is still growing.
    run: Option<(Direction, u64)>,
    slides: u64,
    runs: u64,
    failed: Option<io::Error>,
}

impl Writer {
    fn new(args: &SolveArgs) -> Writer {
        let notation = args.notation.notation(false);
        let turn: fn(Direction) -> Direction = match notation.of {
            taquin_core::notation::Mover::Tile => |direction| direction,
            taquin_core::notation::Mover::Blank => Direction::opposite,
        };
        let out = (!args.count).then(|| BufWriter::with_capacity(1 << 16, io::stdout()));
        let metric = args.metric();
        let (style, width) = (notation.style, width::of_stdout());
        Writer { out, metric, style, turn, width, taken: 0, run: None, slides: 0, runs: 0, failed: None }
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
        let direction = (self.turn)(direction);
        let (letter, arrow, word) = (direction.letter(), direction.arrow(), direction.word());
        let written = match (self.style, count) {
            (Style::Runs, 1) => self.put(format_args!("{letter}")),
            (Style::Runs, _) => self.put(format_args!("{letter}{count}")),
            (Style::Letters, _) => (0..count).try_for_each(|_| self.put(format_args!("{letter}"))),
            (Style::Arrows, _) => (0..count).try_for_each(|_| self.put(format_args!("{arrow}"))),
            (Style::Words, _) => (0..count).try_for_each(|i| {
                let between = if first && i == 0 { "" } else { " → " };
                self.put(format_args!("{between}{word}"))
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

    /// Writes something that stays in one piece.
    fn put(&mut self, piece: fmt::Arguments<'_>) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let Some(width) = self.width else { return out.write_fmt(piece) };
        let text = piece.to_string();
        self.taken += width::columns(&text);
        if self.taken <= width {
            return out.write_all(text.as_bytes());
        }
        let text = text.trim_start();
        self.taken = width::columns(text);
        write!(out, "\n{text}")
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
