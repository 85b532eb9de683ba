//! A single row or column: the tiles keep their order, so a position is where the blank is, and nothing else.

use taquin_core::{Cell, Metric, Shape};

use super::{Census, CensusOptions};

pub(super) fn census(shape: Shape, blank_home: Cell, options: &CensusOptions) -> Census {
    let (cells, home) = (shape.cells(), blank_home.index());
    let distance = |blank: usize| match options.metric {
        Metric::Stm => blank.abs_diff(home),
        Metric::Mtm => usize::from(blank != home),
    };
    let radius = (0..cells).map(distance).max().unwrap_or(0);
    let last = options.depth.map_or(radius, |depth| radius.min(depth as usize));
    let mut counts = vec![0; last + 1];
    (0..cells).map(distance).filter(|&d| d <= last).for_each(|d| counts[d] += 1);
    let farthest = (0..cells).filter(|&blank| distance(blank) == last).take(options.farthest);
    Census {
        shape,
        blank_home,
        metric: options.metric,
        counts,
        complete: last == radius,
        farthest: farthest.map(|blank| with_blank(cells, home, blank)).collect(),
    }
}

/// The solved corridor with its blank pushed elsewhere.
fn with_blank(cells: usize, home: usize, blank: usize) -> Vec<u32> {
    let mut position: Vec<u32> = (0..cells as u32).filter(|&label| label as usize != home).collect();
    position.insert(blank, home as u32);
    position
}
