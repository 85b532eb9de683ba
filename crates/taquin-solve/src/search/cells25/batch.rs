//! The hot loops: one batch of positions on its way through the tables.
//!
//! As on 16 cells, children that are left move together, whole, and each loop keeps what the next will need.

use super::node::{MOVES, Node, Scene, Seen};
use crate::prefetch::prefetch;
use crate::search::frontier::BATCH;
use crate::search::prune::Automaton;

/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;

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
    /// The slides to all children, with their parents, as [`Child::slide`] has them; four at a time are written.
    slides: [u32; CHILDREN + 4],
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
        Work { batch: [some; BATCH], slides: [0; CHILDREN + 4], children: [child; CHILDREN], living: 0 }
    }

    /// Expands the first `count` positions of the batch, whose records begin with `record`: their children are listed,
    /// judged view by view, and those left are made into nodes, behind the others of `nodes`. Returns how many were listed.
    ///
    /// No closures: what is compiled for a processor's instructions is one function and what is inlined into it, and a
    /// closure that is large stays outside.
    pub fn expand(
        &mut self,
        scene: &Scene<'_, V>,
        automaton: &Automaton,
        count: usize,
        record: u32,
        nodes: &mut Vec<Node<V>>,
    ) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if crate::gather::is_possible() {
            // SAFETY: the processor has the instructions.
            return unsafe { self.expand_avx2(scene, automaton, count, record, nodes) };
        }
        self.expand_inlined(scene, automaton, count, record, nodes)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    fn expand_avx2(
        &mut self,
        scene: &Scene<'_, V>,
        automaton: &Automaton,
        count: usize,
        record: u32,
        nodes: &mut Vec<Node<V>>,
    ) -> u64 {
        self.expand_inlined(scene, automaton, count, record, nodes)
    }

    #[inline(always)]
    fn expand_inlined(
        &mut self,
        scene: &Scene<'_, V>,
        automaton: &Automaton,
        count: usize,
        record: u32,
        nodes: &mut Vec<Node<V>>,
    ) -> u64 {
        self.list(automaton, count);
        let listed = self.living as u64;
        for view in 0..V {
            self.ask(scene, view);
            self.judge(view);
        }
        self.make(scene, record, nodes);
        listed
    }

    /// Lists the slides of the first parents: the automaton leaves about two of four directions.
    #[inline(always)]
    fn list(&mut self, automaton: &Automaton, count: usize) {
        self.living = 0;
        for (number, parent) in self.batch[..count].iter().enumerate() {
            let (open, count) = automaton.open(parent.state);
            // All four are written, the next parent's over those that are not open.
            if let Some(list) = self.slides[self.living.min(CHILDREN)..].first_chunk_mut::<4>() {
                *list = open.map(|slide| slide | (number as u32) << 24);
            }
            self.living += count;
        }
    }

    /// Works out where a view's entries of the children stand, and asks for their cache lines.
    #[inline(always)]
    fn ask(&mut self, scene: &Scene<'_, V>, view: usize) {
        for (child, &slide) in self.children[..self.living.min(CHILDREN)].iter_mut().zip(&self.slides) {
            if view == 0 {
                child.slide = slide;
            }
            let parent = &self.batch[child.parent()];
            if view == 0 {
                child.parts = parent.board[scene.from[child.spot()] as usize & 31];
            }
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
    ///
    /// A child is copied whole and then changed where it lies: to read it whole right after a part of it was written
    /// would wait until that has reached the cache.
    #[inline(always)]
    fn judge(&mut self, view: usize) {
        let mut left = 0;
        for at in 0..self.living.min(CHILDREN) {
            let child = &self.children[at];
            // SAFETY: the address was made a moment ago from a layout's index of this table, and a table has as many
            // bytes as its layout says (`Table::new` checks it).
            let entry = unsafe { *child.address } >> (child.bit & 7);
            let slack = child.slack[view] - ((entry ^ child.hoped) & 1) as i8;
            self.children[left & (CHILDREN - 1)] = *child;
            self.children[left & (CHILDREN - 1)].slack[view] = slack;
            left += usize::from(slack >= 0);
        }
        self.living = left;
    }

    /// Makes nodes of the children that are left, each in its place, as above.
    #[inline(always)]
    fn make(&self, scene: &Scene<'_, V>, record: u32, nodes: &mut Vec<Node<V>>) {
        nodes.reserve(CHILDREN);
        for child in &self.children[..self.living.min(CHILDREN)] {
            let parent = &self.batch[child.parent()];
            nodes.push(*parent);
            let Some(node) = nodes.last_mut() else { return };
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
            node.up = (record + child.parent() as u32) << 2 | child.slide >> 16 & 3;
            node.state = child.slide as u16;
            node.blank = scene.from[child.spot()];
            node.depth = parent.depth + 1;
        }
    }
}
