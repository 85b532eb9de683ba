//! The kernels' counts of nodes against a plain search of the same definition, which knows none of their arrangements.
//!
//! Without looking ahead, an iteration of limit T counts every position of the layers before its frontier once, and below
//! the frontier every child that is kept: whose bound in both views leaves T within reach, on a word that the
//! automaton lets pass.

use std::collections::HashMap;

use super::Shim;
use super::tests::{layout, map, two_sets};
use crate::automaton::automaton;
use crate::deep::{Deep, Habits, Iteration, Watchers};
use crate::layout::{Layout, Size, Split, stepped};
use taquin_solve::Unlimited;

const SIDE: usize = 3;
const CELLS: usize = SIDE * SIDE;
/// Moves of the longest forbidden words, as the search has them.
const WORDS: u32 = 12;

type Position = [u8; CELLS];

/// How many slides of its own tiles a pattern needs, by their cells and the blank's.
struct Pattern {
    tiles: Vec<u8>,
    slides: HashMap<(Vec<u8>, u8), u32>,
}

impl Pattern {
    /// From the goal outwards; a blank that moves past other tiles costs nothing.
    fn new(tiles: &[u8], home: u8) -> Pattern {
        let mut slides = HashMap::new();
        let mut now = vec![(tiles.to_vec(), home)];
        for depth in 0.. {
            let mut later = Vec::new();
            while let Some((cells, blank)) = now.pop() {
                if slides.contains_key(&(cells.clone(), blank)) {
                    continue;
                }
                slides.insert((cells.clone(), blank), depth);
                for next in (0..4).filter_map(|way| stepped(SIDE, blank.into(), way)) {
                    let next = next as u8;
                    match cells.iter().position(|&cell| cell == next) {
                        None => now.push((cells.clone(), next)),
                        Some(tile) => {
                            let mut cells = cells.clone();
                            cells[tile] = blank;
                            later.push((cells, next));
                        }
                    }
                }
            }
            if later.is_empty() {
                break;
            }
            now = later;
        }
        Pattern { tiles: tiles.to_vec(), slides }
    }
}

/// One view: patterns, and the cells as it sees them.
struct View {
    patterns: Vec<Pattern>,
    home: u8,
    seen: [u8; CELLS],
}

impl View {
    fn new(split: &Split, home: u8, seen: impl Fn(u8) -> u8) -> View {
        let patterns = split.iter().map(|tiles| Pattern::new(tiles, home)).collect();
        View { patterns, home, seen: std::array::from_fn(|cell| seen(cell as u8)) }
    }

    fn bound(&self, position: &Position) -> u32 {
        let mut cell_of = [0; CELLS];
        for (cell, &home) in position.iter().enumerate() {
            cell_of[usize::from(self.seen[usize::from(home)])] = self.seen[cell];
        }
        let slides = |pattern: &Pattern| {
            let cells = pattern.tiles.iter().map(|&tile| cell_of[usize::from(tile)]).collect();
            pattern.slides[&(cells, cell_of[usize::from(self.home)])]
        };
        self.patterns.iter().map(slides).sum()
    }
}

struct Plain {
    home: u8,
    views: [View; 2],
    automaton: Vec<u32>,
}

impl Plain {
    fn new(layout: &Layout) -> Plain {
        let first = View::new(&layout.split, layout.home, |cell| cell);
        let second = View::new(layout.seen_split(), layout.seen(layout.home), |cell| layout.seen(cell));
        Plain { home: layout.home, views: [first, second], automaton: automaton(SIDE, WORDS) }
    }

    fn bound(&self, position: &Position) -> u32 {
        self.views.iter().map(|view| view.bound(position)).max().unwrap()
    }

    fn child(&self, position: &Position, way: u8) -> Option<Position> {
        let blank = position.iter().position(|&home| home == self.home).unwrap();
        let mut child = *position;
        child.swap(blank, stepped(SIDE, blank, way)?);
        Some(child)
    }

    /// Nodes of an iteration, and the positions of its frontier.
    fn count(&self, start: &Position, limit: u32, depth: u32) -> (u64, u64) {
        let mut nodes = 0;
        // The ways back, all of them.
        let mut layer = HashMap::from([(*start, 0u8)]);
        for made in 0..depth {
            let mut next = HashMap::new();
            for (position, back) in &layer {
                nodes += 1;
                for way in (0..4).filter(|way| back >> way & 1 == 0) {
                    let Some(child) = self.child(position, way) else { continue };
                    if made + 1 + self.bound(&child) <= limit {
                        *next.entry(child).or_default() |= 1 << (way ^ 2);
                    }
                }
            }
            layer = next;
        }
        let below: u64 = layer
            .iter()
            .map(|(position, back)| self.below(position, 15 & !u32::from(*back), 0, limit - depth))
            .sum();
        (nodes + below, layer.len() as u64)
    }

    /// Nodes below a position from which these directions are open.
    fn below(&self, position: &Position, open: u32, state: u32, left: u32) -> u64 {
        let mut nodes = 0;
        for way in (0..4u8).filter(|way| open >> way & 1 == 1) {
            let Some(child) = self.child(position, way) else { continue };
            if self.bound(&child) < left {
                let after = self.automaton[(4 * state + u32::from(way)) as usize];
                nodes += 1 + self.below(&child, after >> 24, after & 0xff_ffff, left - 1);
            }
        }
        nodes
    }
}

#[test]
fn without_look_ahead_every_complete_iteration_has_the_nodes_of_a_plain_search() {
    let mut compared = 0;
    for (layout, blocks, frontier) in [
        (layout(0, Size::Deep), 1, 1.0),
        (layout(0, Size::Deep), 3, 40.0),
        (layout(4, Size::Deep), 2, 10.0),
        (two_sets(Size::Deep), 2, 25.0),
    ] {
        let plain = Plain::new(&layout);
        let map = map(u32::from(layout.home));
        let mut deep = Deep::new(&Shim::card(blocks), layout, &Unlimited).unwrap();
        deep.habits =
            Habits { ahead: false, frontier: (frontier, frontier), slice: 500, ..Habits::default() };
        for (position, _) in map.iter().filter(|(_, distance)| *distance >= 22).step_by(4001) {
            let position: Position = position.try_into().unwrap();
            let mut iterations: Vec<Iteration> = Vec::new();
            let watchers = Watchers { monitor: &Unlimited, keep: None, iterations: Some(&mut iterations) };
            let ended = deep.search(&position, None, watchers).unwrap();
            assert_eq!(ended.start_bound, plain.bound(&position));
            // The last one ends where it meets the goal.
            iterations.pop();
            for iteration in iterations {
                let counted = plain.count(&position, iteration.limit, iteration.depth);
                assert_eq!((iteration.nodes, iteration.frontier), counted, "{position:?} {iteration:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}
