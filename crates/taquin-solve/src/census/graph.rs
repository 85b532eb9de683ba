//! A small board's whole world, drawn out: every position that slides can reach, and which is next to which.
//!
//! Lessons draw it; [`crate::census`] counts worlds too large to draw.

use std::collections::HashMap;

use taquin_core::{Board, Direction};

/// Every position in reach of a board, in the order of their distance from it.
#[derive(Clone, Debug)]
pub struct Graph {
    boards: Vec<Board>,
    distances: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// Walks from `start` to everything in reach; `None` when that is more than `most` positions.
    pub fn new(start: &Board, most: usize) -> Option<Graph> {
        let mut graph = Graph { boards: vec![start.clone()], distances: vec![0], edges: Vec::new() };
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut at = 0;
        while at < graph.boards.len() {
            for direction in Direction::ALL {
                let mut next = graph.boards[at].clone();
                if next.slide(direction).is_none() {
                    continue;
                }
                let number = *numbers.entry(next.clone()).or_insert_with(|| {
                    graph.boards.push(next);
                    graph.distances.push(graph.distances[at] + 1);
                    graph.boards.len() - 1
                });
                if graph.boards.len() > most {
                    return None;
                }
                if at < number {
                    graph.edges.push((at as u32, number as u32));
                }
            }
            at += 1;
        }
        Some(graph)
    }

    /// The positions, the start first.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// How far each is from the start.
    pub fn distances(&self) -> &[u32] {
        &self.distances
    }

    /// How many positions there are at each distance, from 0.
    pub fn counts(&self) -> Vec<u64> {
        // In the order of their distances the last is the farthest.
        let mut counts = vec![0; self.distances.last().map_or(0, |&farthest| farthest as usize + 1)];
        for &distance in &self.distances {
            counts[distance as usize] += 1;
        }
        counts
    }

    /// Which are one slide apart, each pair once, by their numbers.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_2x2_board_has_a_ring_of_twelve_and_2x3_two_worlds_of_360() {
        let corner = "1 2/3 0".parse().unwrap();
        assert!(Graph::new(&corner, 11).is_none());
        let ring = Graph::new(&corner, 12).unwrap();
        assert_eq!((ring.boards().len(), ring.edges().len()), (12, 12));
        assert_eq!(ring.distances().iter().max(), Some(&6));
        assert_eq!(ring.counts(), [1, 2, 2, 2, 2, 2, 1]);
        let home = Graph::new(&"1 2 3/4 5 0".parse().unwrap(), 1000).unwrap();
        let swapped = Graph::new(&"1 2 3/5 4 0".parse().unwrap(), 1000).unwrap();
        assert_eq!((home.boards().len(), swapped.boards().len()), (360, 360));
        assert!(home.boards().iter().all(|board| !swapped.boards().contains(board)));
        assert_eq!(home.distances().iter().max(), Some(&21));
    }

    #[test]
    fn a_world_too_large_to_draw_is_left_alone() {
        assert!(Graph::new(&"1 2 3/4 5 6/7 8 0".parse().unwrap(), 1000).is_none());
    }
}
