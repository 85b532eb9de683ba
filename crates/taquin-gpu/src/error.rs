//! What can go wrong between here and the card, one line each.

use std::ops::ControlFlow;

use taquin_core::Shape;
use taquin_solve::proof::{Proof, ProofError};
use taquin_solve::{Monitor, Progress, StopReason};

/// Why the card gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no driver, or it cannot be used.
    #[error("no NVIDIA driver can be used here ({0})")]
    NoDriver(String),
    /// The driver has no card of that number.
    #[error("the NVIDIA driver offers no card ({0})")]
    NoCard(String),
    /// The card is too old.
    #[error("the card {name} has compute capability {major}.{minor}; 7.0 or newer is needed")]
    TooOld {
        /// What the card calls itself.
        name: String,
        /// Compute capability before the dot.
        major: u32,
        /// And behind it.
        minor: u32,
    },
    /// The kernels' compiler is missing.
    #[error(
        "NVRTC, which compiles the kernels, was not found; install CUDA's NVRTC or `pip install nvidia-cuda-nvrtc-cu12`, \
         or name its library in TAQUIN_NVRTC"
    )]
    NoCompiler,
    /// The kernels do not compile.
    #[error("the kernels do not compile for this card: {0}")]
    Compile(String),
    /// The card has too little memory.
    #[error("the card has {} MB free, and {} MB are needed", free >> 20, needed >> 20)]
    Memory {
        /// What would be needed, in bytes.
        needed: u64,
        /// What there is, in bytes.
        free: u64,
    },
    /// The card or its driver reported an error while it worked.
    #[error("the card failed: {0}")]
    Failed(String),
    /// The same in the middle of a search: what it had proven, for whoever goes on from there.
    #[error("the card failed: {why}; {}", known(proof))]
    Lost {
        /// What the card reported.
        why: String,
        /// How far the search had come.
        proof: Box<Proof>,
    },
    /// A board that is not for the card.
    #[error("{0} boards are not searched on the card: 5x5 boards are, and 4x4 boards in bulk")]
    Shape(Shape),
    /// A position that no search can solve.
    #[error("position {index} (from 0): {why}")]
    Position {
        /// Which of those given.
        index: usize,
        /// What is wrong with it.
        why: String,
    },
    /// What a checkpoint says does not fit the board or this version.
    #[error(transparent)]
    Checkpoint(#[from] ProofError),
}

/// What a search has proven and found, in words.
fn known(proof: &Proof) -> String {
    let bound = format!("no solution shorter than {} exists", proof.lower_bound());
    proof.best().map_or(bound.clone(), |best| format!("{bound}, the best known has {best}"))
}

/// Why work goes no further: told to, or broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Stopped(StopReason),
    Broken(GpuError),
}

impl From<GpuError> for Halt {
    fn from(error: GpuError) -> Halt {
        Halt::Broken(error)
    }
}

/// Asks whether to go on.
pub(crate) fn look(monitor: &dyn Monitor, progress: &Progress) -> Result<(), Halt> {
    match monitor.poll(progress) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(why) => Err(Halt::Stopped(why)),
    }
}

pub(crate) type Result<T, E = GpuError> = std::result::Result<T, E>;
