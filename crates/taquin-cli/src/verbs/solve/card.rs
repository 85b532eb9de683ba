//! The same on a graphics card, where there is one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use taquin_core::{Grouping, Metric, Solvable};
use taquin_gpu::{Answer, Ask, Device, GpuError, Settings};
use taquin_solve::{Monitor, Origin, Solved, Solver, Stats, Stretch, Want};

use super::{Halt, SolveArgs, Start, Verdict};
use crate::args::each_its_own;
use crate::failure::Failure;
use crate::limits::Watch;
use crate::width;

/// Where to search.
#[derive(Args, Debug)]
pub struct CardArgs {
    /// Where to search: cpu, cuda (an NVIDIA card), or auto: shortest solutions of 5x5 boards on a card if there is one
    #[arg(long, value_name = "DEVICE", value_enum, default_value_t)]
    device: DeviceArg,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DeviceArg {
    #[default]
    Auto,
    Cpu,
    Cuda,
}

const NOT_FOR_A_CARD: &str =
    "--device cuda is for shortest solutions in slides of 5x5 boards (--want optimal) and 4x4 boards";

/// The card, opened once.
fn device(args: &SolveArgs) -> Result<&'static Device, GpuError> {
    static DEVICE: OnceLock<Result<Device, GpuError>> = OnceLock::new();
    let open = || {
        let cache = args.method.tables.directory().map(|folder| folder.join("kernels"));
        Device::open(&Settings { cache, ..Settings::default() })
    };
    DEVICE.get_or_init(open).as_ref().map_err(Clone::clone)
}

pub(super) fn failure(error: &GpuError) -> Failure {
    match error {
        GpuError::Shape(_) | GpuError::Position { .. } | GpuError::Checkpoint(_) => {
            Failure::Input(error.to_string())
        }
        GpuError::NoDriver(_) | GpuError::NoCard(_) => {
            Failure::Environment(format!("{error}; go on with --device cpu"))
        }
        _ => Failure::Environment(error.to_string()),
    }
}

/// Whether what is asked for is a proof that a card can give for some board.
fn is_for_a_card(args: &SolveArgs) -> bool {
    let method = &args.method;
    args.metric() == Metric::Stm
        && method.heuristic.is_none()
        && method.search.is_none()
        && args.all.is_none()
        && !args.compare
}

/// The card for whole batches of lines, unless each has a limit of its own. A card that was asked for and is not there is
/// one failure, not one for each line.
pub fn for_lines(args: &SolveArgs) -> Result<Option<&'static Device>, Failure> {
    if args.card.device != DeviceArg::Cuda {
        return Ok(None);
    }
    if !is_for_a_card(args) {
        return Err(Failure::Input(NOT_FOR_A_CARD.into()));
    }
    let device = device(args).map_err(|error| failure(&error))?;
    let optimal = args.method.want.is_none_or(|want| want == Want::Optimal);
    let limited = args.limits.time.is_some() || args.limits.nodes.is_some();
    Ok((optimal && !limited).then_some(device))
}

/// Where tiles are alike no card helps, and no proof is long.
pub fn refuse_alike(args: &SolveArgs, alike: Grouping) -> Result<(), Failure> {
    if args.card.device == DeviceArg::Cuda {
        each_its_own(alike.into(), "a card")?;
    }
    if args.checkpoint.file().is_some() {
        each_its_own(alike.into(), "--checkpoint")?;
    }
    Ok(())
}

/// What a card has said to a board.
pub(super) enum Said {
    Verdict(Verdict),
    /// It is the processor's.
    GoOn(Start),
}

/// A board that the processor solves with so many nodes does not open the card, which takes longer: as many as the
/// solver gives small bounds where no tables are built.
const EASY_NODES: u64 = 1_000_000;

/// Whether a card that nobody asked for has failed: it is not tried again, and that was told.
static FAILED: AtomicBool = AtomicBool::new(false);

/// What a card says to a board, if one is to be asked.
pub fn search(
    args: &SolveArgs,
    solvable: &Solvable,
    solver: &Solver<'_>,
    watch: &Watch,
) -> Result<Said, Failure> {
    let processor = || Ok(Said::GoOn(Start::default()));
    let asked = args.card.device == DeviceArg::Cuda;
    let shape = solvable.problem().start().shape();
    let wanted = args.method.want == Some(Want::Optimal);
    let five = shape.rows() == 5 && shape.columns() == 5;
    let four = shape.rows() == 4
        && shape.columns() == 4
        && args.method.want.is_none_or(|want| want == Want::Optimal);
    let fits = is_for_a_card(args) && (five && wanted || four && asked);
    if !fits && asked {
        return Err(Failure::Input(NOT_FOR_A_CARD.into()));
    }
    // A 4x4 board takes no time worth keeping.
    if !fits || args.card.device == DeviceArg::Cpu || four && args.checkpoint.file().is_some() {
        return processor();
    }
    let mut nodes = 0;
    if !asked {
        if FAILED.load(Ordering::Relaxed) || !Device::has_driver() {
            return processor();
        }
        // Whoever names a checkpoint has a board that takes long.
        if args.checkpoint.file().is_none() {
            let easy = Stretch::new(watch, 0, EASY_NODES);
            let solved = solver.solve(&easy);
            let proven = solved.as_ref().is_ok_and(|solved| solved.optimal);
            if proven || !easy.is_over() {
                return Ok(Said::Verdict(match solved {
                    Ok(solved) => Verdict::of(solved, true),
                    Err(stopped) => Verdict::Stopped(Box::new(stopped.into())),
                }));
            }
            nodes = EASY_NODES;
        }
    }
    let rest = Stretch::new(watch, nodes, u64::MAX);
    match device(args).and_then(|device| ask(args, device, solvable, four, &rest)) {
        Ok(verdict) => verdict.map(Said::Verdict),
        Err(error) if asked => Err(failure(&error)),
        // The usual machine has no card: nothing to tell.
        Err(GpuError::NoDriver(_) | GpuError::NoCard(_)) => Ok(Said::GoOn(Start { from: None, nodes })),
        Err(error) => {
            if !FAILED.swap(true, Ordering::Relaxed) {
                width::say(&format!("warning: {error}; going on with the processor"));
            }
            let from = if let GpuError::Lost { proof, .. } = error { Some(*proof) } else { None };
            Ok(Said::GoOn(Start { from, nodes }))
        }
    }
}

/// Asks the card about one board.
fn ask(
    args: &SolveArgs,
    device: &Device,
    solvable: &Solvable,
    four: bool,
    watch: &dyn Monitor,
) -> Result<Result<Verdict, Failure>, GpuError> {
    let answer = if four {
        let answers = device.solve_many(std::slice::from_ref(solvable), watch)?;
        answers.into_iter().next().ok_or_else(|| GpuError::Failed("no answer came".into()))?
    } else {
        let kept = args.checkpoint.keeping(solvable, |keeping| {
            device.solve_with(solvable, Ask { keeping, iterations: None }, watch)
        });
        match kept {
            Ok(answer) => answer?,
            Err(failure) => return Ok(Err(failure)),
        }
    };
    Ok(Ok(verdict(device, answer)))
}

pub(super) fn verdict(device: &Device, answer: Answer) -> Verdict {
    let mut stats = Stats::default();
    stats.solver = device.name();
    stats.bound = u64::from(answer.start_bound);
    stats.nodes = answer.nodes;
    stats.table_bytes = answer.table_bytes;
    match (answer.solution, answer.stopped) {
        (Some(solution), None) => Verdict::Solved(Box::new(Solved::proven(solution, stats)), None),
        (best, why) => {
            let why = why.unwrap_or(taquin_solve::StopReason::Interrupted);
            let best = best.map(|solution| (solution, Origin::Improved));
            Verdict::Stopped(Box::new(Halt {
                why,
                lower_bound: u64::from(answer.lower_bound),
                best,
                stats,
                rest: None,
            }))
        }
    }
}
