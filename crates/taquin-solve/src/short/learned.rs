//! What guides the beams, kept for the next board.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::{Cell, Shape};

use super::bound::Bounds;
use super::evaluate::Evaluation;
use super::weights::Weights;

/// Shapes whose tables are kept.
const KEPT: usize = 4;

/// The learned weights, written out when they are first needed, and the tables of the shapes last asked for.
///
/// Whoever solves many boards keeps one: then only the first pays for the tables.
#[derive(Default)]
pub struct Learned {
    weights: OnceLock<Arc<Weights>>,
    last: Mutex<Vec<(Shape, Arc<Evaluation>)>>,
    bounds: Mutex<Option<(Shape, Cell, Arc<Bounds>)>>,
}

impl Learned {
    /// A guide with nothing written out yet.
    pub fn new() -> Learned {
        Learned::default()
    }

    /// Writes out what boards of this shape with the blank's home there will need.
    pub fn prepare(&self, shape: Shape, home: Cell) {
        self.evaluation(shape);
        self.bounds(shape, home);
    }

    /// The bounds of a shape and a home of the blank; those last asked for are kept.
    pub(super) fn bounds(&self, shape: Shape, home: Cell) -> Arc<Bounds> {
        let mut kept = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((of, at, bounds)) if (*of, *at) == (shape, home) => Arc::clone(bounds),
            _ => {
                let bounds = Arc::new(Bounds::new(shape, home));
                *kept = Some((shape, home, Arc::clone(&bounds)));
                bounds
            }
        }
    }

    pub(super) fn evaluation(&self, shape: Shape) -> Arc<Evaluation> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, evaluation)) = last.iter().find(|(of, _)| *of == shape) {
            return Arc::clone(evaluation);
        }
        let weights = self.weights.get_or_init(|| Arc::new(Weights::learned()));
        let evaluation = Arc::new(Evaluation::new(shape, Arc::clone(weights)));
        if last.len() >= KEPT {
            last.remove(0);
        }
        last.push((shape, Arc::clone(&evaluation)));
        evaluation
    }
}
