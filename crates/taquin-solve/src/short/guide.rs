//! What guides the beams, kept for the next board.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use taquin_core::Shape;

use super::evaluate::Evaluation;
use super::weights::Weights;

/// Shapes whose tables are kept.
const KEPT: usize = 4;

/// The learned weights, written out when they are first needed, and the tables of the shapes last asked for.
///
/// Whoever solves many boards keeps one: then only the first pays for the tables.
#[derive(Default)]
pub struct Guide {
    weights: OnceLock<Arc<Weights>>,
    last: Mutex<Vec<(Shape, Arc<Evaluation>)>>,
}

impl Guide {
    /// A guide with nothing written out yet.
    pub fn new() -> Guide {
        Guide::default()
    }

    /// Writes out what boards of this shape will need.
    pub fn prepare(&self, shape: Shape) {
        self.evaluation(shape);
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
