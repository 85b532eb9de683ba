//! What guides the beams, kept for the next board.

use std::sync::Arc;

use taquin_core::{Cell, Shape};

use super::bound::Bounds;
use super::evaluate::Evaluation;
use super::weights::Weights;
use crate::slots::Slots;
use crate::{Monitor, StopReason};

/// Shapes whose tables are kept.
const KEPT: usize = 4;

/// The learned weights, written out when they are first needed, and the tables of the shapes last asked for.
///
/// Whoever solves many boards keeps one: then only the first pays for the tables.
#[derive(Default)]
pub struct Learned {
    weights: Slots<(), Weights, 1>,
    evaluations: Slots<Shape, Evaluation, KEPT>,
    bounds: Slots<(Shape, Cell), Bounds, KEPT>,
}

impl Learned {
    /// The bounds of a shape and a home of the blank.
    pub(super) fn bounds(
        &self,
        shape: Shape,
        home: Cell,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Bounds>, StopReason> {
        self.bounds.find((shape, home), monitor, || Bounds::new(shape, home, monitor))
    }

    pub(super) fn evaluation(
        &self,
        shape: Shape,
        monitor: &dyn Monitor,
    ) -> Result<Arc<Evaluation>, StopReason> {
        self.evaluations.find(shape, monitor, || {
            let weights = self.weights.find((), monitor, || Weights::learned(monitor))?;
            Evaluation::new(shape, weights, monitor)
        })
    }
}
