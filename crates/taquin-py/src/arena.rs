//! Games stepped together, for learners.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use taquin_core::Seed;
use taquin_core::batch::{Arena, Outcome, Reset};

use crate::boards::{Bytes, goal_of, shape_of};
use crate::fault::value;
use crate::run::at_once;

type Flags<'py> = Bound<'py, PyArray1<bool>>;

/// Solved, cut off, legal, begun anew; the boards before games began anew, where that happens in the same step.
type Stepped<'py> = (Flags<'py>, Flags<'py>, Flags<'py>, Flags<'py>, Option<Bytes<'py>>);

#[pyclass]
pub struct Games {
    arena: Arena,
    same_step: bool,
}

#[pymethods]
impl Games {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "named on the other side of the border")]
    fn new(
        size: (u32, u32),
        goal: &str,
        games: usize,
        seed: u64,
        walk: Option<u32>,
        most_slides: u32,
        reset: &str,
    ) -> PyResult<Games> {
        let shape = shape_of(size)?;
        let (goal, _) = goal_of(goal, shape)?;
        let reset = match reset {
            "next-step" => Reset::NextStep,
            "same-step" => Reset::SameStep,
            "never" => Reset::Never,
            other => return Err(value(format!("{other:?} is no way to begin anew"))),
        };
        let arena =
            Arena::new(shape, &goal, games, Seed::new(seed), walk, most_slides, reset).map_err(value)?;
        Ok(Games { arena, same_step: reset == Reset::SameStep })
    }

    /// A copy of all boards.
    fn boards<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        PyArray1::from_slice(py, self.arena.boards())
    }

    fn legal<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        let mut masks = vec![0; self.arena.games()];
        self.arena.legal(&mut masks);
        masks.into_pyarray(py)
    }

    #[pyo3(signature = (seed=None, which=None))]
    fn begin(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        which: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let which: Option<Vec<bool>> = which.map(|which| which.as_array().to_vec());
        let arena = &mut self.arena;
        at_once(py, || arena.begin_again(seed.map(Seed::new), which.as_deref()))
    }

    fn place(&mut self, game: usize, board: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let board = board.as_array().to_vec();
        if self.arena.place(game, &board) {
            Ok(())
        } else {
            Err(value(format!("this is no {} board, or there is no game {game}", self.arena.shape())))
        }
    }

    fn step<'py>(&mut self, py: Python<'py>, slides: PyReadonlyArray1<'py, u8>) -> PyResult<Stepped<'py>> {
        let slides = slides.as_slice().map_err(|_| PyTypeError::new_err("slides must be contiguous"))?;
        if slides.len() != self.arena.games() {
            return Err(value(format!("{} slides for {} games", slides.len(), self.arena.games())));
        }
        let Games { arena, same_step } = self;
        let mut outcome = Outcome::default();
        let mut last = Vec::new();
        at_once(py, || arena.step(slides, &mut outcome, same_step.then_some(&mut last)))?.map_err(value)?;
        let Outcome { solved, cut, legal, begun } = outcome;
        let [solved, cut, legal, begun] = [solved, cut, legal, begun].map(|flags| flags.into_pyarray(py));
        Ok((solved, cut, legal, begun, self.same_step.then(|| last.into_pyarray(py))))
    }
}
