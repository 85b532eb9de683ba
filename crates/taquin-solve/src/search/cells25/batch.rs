//! The hot loops: one batch of positions on its way through the tables.
//!
//! As on 16 cells, children that are left move together, whole, and each loop keeps what the next will need.

use super::node::{MOVES, Node, Scene, Seen};
use crate::prefetch::prefetch;
use crate::search::frontier::BATCH;
use crate::search::prune::Automaton;

/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;

/// By the number of views and the one that is asked first: the views in the order they are asked.
const ORDER: [[[usize; 4]; 4]; 5] = [
    [[0; 4]; 4],
    [[0; 4]; 4],
    [[0, 1, 0, 0], [1, 0, 0, 0], [0; 4], [0; 4]],
    [[0, 1, 2, 0], [1, 0, 2, 0], [2, 0, 1, 0], [0; 4]],
    [[0, 1, 2, 3], [1, 0, 2, 3], [2, 0, 1, 3], [3, 0, 1, 2]],
];

/// The view that is asked at a stage.
#[inline(always)]
fn view_at<const V: usize>(first: u8, stage: usize) -> usize {
    if V == 2 { (first as usize & 1) ^ stage } else { ORDER[V][first as usize & 3][stage] }
}

/// The view with the least slack.
#[inline(always)]
pub(super) fn first<const V: usize>(slack: &[i8; V]) -> u8 {
    let mut first = 0;
    for view in 1..V {
        if slack[view] < slack[first] {
            first = view;
        }
    }
    first as u8
}

/// A child on its way through the views: the entry that was asked for last, and by views what they have said.
#[derive(Clone, Copy)]
struct Child<const V: usize> {
    /// The byte that holds the entry.
    address: *const u8,
    seen: [Seen; V],
    /// An open slide of the automaton, and in the upper eight bits the number of the parent in the batch.
    slide: u32,
    /// The patterns of the tile, two bits a view.
    parts: u8,
    /// The entry's bit, in the lowest three.
    bit: u8,
    /// The entry that would mean no loss, in the lowest bit.
    hoped: u8,
    /// What may still be lost.
    slack: [i8; V],
}

impl<const V: usize> Child<V> {
    /// The slide: the blank's cell and the direction.
    #[inline(always)]
    fn spot(&self) -> usize {
        (self.slide >> 16) as usize & (MOVES - 1)
    }

    #[inline(always)]
    fn parent(&self) -> usize {
        (self.slide >> 24) as usize & (BATCH - 1)
    }
}

/// Positions that are expanded together, and what is known of their children.
pub(super) struct Work<const V: usize> {
    pub batch: [Node<V>; BATCH],
    /// First those that no view has dropped.
    children: [Child<V>; CHILDREN],
    /// How many of them those are.
    living: usize,
}

impl<const V: usize> Work<V> {
    /// An empty batch; any node will do to fill its places.
    pub fn new(some: Node<V>) -> Work<V> {
        let child = Child {
            address: std::ptr::null(),
            seen: [Seen::default(); V],
            slide: 0,
            parts: 0,
            bit: 0,
            hoped: 0,
            slack: [0; V],
        };
        Work { batch: [some; BATCH], children: [child; CHILDREN], living: 0 }
    }

    /// Expands the first `count` positions of the batch: their children are listed, judged view by view, and those left
    /// are made into nodes and handed on with the number of their parent; their `up` is the direction alone. Returns
    /// how many were listed.
    #[inline(always)]
    pub fn expand(
        &mut self,
        scene: &Scene<'_, V>,
        automaton: &Automaton,
        count: usize,
        push: impl FnMut(u32, &mut Node<V>),
    ) -> u64 {
        self.list(scene, automaton, count);
        let listed = self.living as u64;
        for stage in 0..V {
            self.ask(scene, stage);
            self.judge(stage);
        }
        self.make(scene, push);
        listed
    }

    /// Lists the children of the first parents: the automaton leaves about two of four directions.
    #[inline(always)]
    fn list(&mut self, scene: &Scene<'_, V>, automaton: &Automaton, count: usize) {
        self.living = 0;
        for (number, parent) in self.batch[..count].iter().enumerate() {
            let (open, count) = automaton.open(parent.state);
            // All four are written, the next parent's over those that are not open.
            if let Some(list) = self.children[self.living..].first_chunk_mut::<4>() {
                for (child, slide) in list.iter_mut().zip(open) {
                    child.slide = slide | (number as u32) << 24;
                    child.parts = parent.board[scene.from[child.spot()] as usize & 31];
                }
            }
            self.living += count;
        }
    }

    /// Works out where the view's entries of the children stand, and asks for their cache lines.
    #[inline(always)]
    fn ask(&mut self, scene: &Scene<'_, V>, stage: usize) {
        for child in &mut self.children[..self.living.min(CHILDREN)] {
            let parent = &self.batch[child.parent()];
            let view = view_at::<V>(parent.first, stage);
            let part = (child.parts >> (2 * view)) as usize & 3;
            let (seen, address, bit) = scene.after(view, part, parent.seen[view][part], child.spot());
            prefetch(address);
            child.address = address;
            child.seen[view] = seen;
            child.bit = bit as u8;
            // The entry is bit 1 of the new bound: no loss if that is one less than the old.
            let residue = parent.residues[view] >> (2 * part);
            child.hoped = !(residue ^ residue >> 1);
            child.slack[view] = parent.slack[view];
        }
    }

    /// Reads what was asked for, and drops the children that have lost too much.
    #[inline(always)]
    fn judge(&mut self, stage: usize) {
        let mut left = 0;
        for at in 0..self.living.min(CHILDREN) {
            let mut child = self.children[at];
            // SAFETY: the address was made a moment ago from a layout's index of this table, and a table has as many
            // bytes as its layout says (`Table::new` checks it).
            let entry = unsafe { *child.address } >> (child.bit & 7);
            let view = view_at::<V>(self.batch[child.parent()].first, stage);
            child.slack[view] -= ((entry ^ child.hoped) & 1) as i8;
            let keeps = child.slack[view] >= 0;
            self.children[left & (CHILDREN - 1)] = child;
            left += usize::from(keeps);
        }
        self.living = left;
    }

    /// Makes nodes of the children that are left.
    #[inline(always)]
    fn make(&self, scene: &Scene<'_, V>, mut push: impl FnMut(u32, &mut Node<V>)) {
        for child in &self.children[..self.living.min(CHILDREN)] {
            let parent = &self.batch[child.parent()];
            let mut node = *parent;
            for view in 0..V {
                let part = child.parts >> (2 * view) & 3;
                node.seen[view][part as usize] = child.seen[view];
                // One less, or one more where something was lost.
                let lost = (parent.slack[view] - child.slack[view]) as u8;
                let residue =
                    (parent.residues[view] >> (2 * part)).wrapping_add(2 * lost).wrapping_sub(1) & 3;
                node.residues[view] = parent.residues[view] & !(3 << (2 * part)) | residue << (2 * part);
            }
            node.slack = child.slack;
            node.board[parent.blank as usize & 31] = child.parts;
            node.first = first(&node.slack);
            node.up = child.slide >> 16 & 3;
            node.state = child.slide as u16;
            node.blank = scene.from[child.spot()];
            node.depth = parent.depth + 1;
            push(child.parent() as u32, &mut node);
        }
    }
}
