//! The hot loops: one batch of positions on its way through the tables.

use super::node::{Gather, Node, Stage, of, of_mut, prefetch};
use super::{Ended, Search};

/// Positions expanded together. More would overshoot in the last iteration; fewer wait for memory.
pub(super) const BATCH: usize = 32;

/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;

/// A child on its way through the views.
#[derive(Clone, Copy)]
struct Child {
    state: u16,
    /// The slide: `blank << 2 | direction`.
    spot: u8,
    /// The number of its parent in the batch.
    parent: u8,
}

/// An entry that was asked for: a bit of a byte, and whose it is.
#[derive(Clone, Copy)]
struct Asked {
    address: *const u8,
    bit: u8,
}

/// What the views have said of a child so far.
#[derive(Clone, Copy)]
struct Judged<const V: usize> {
    rows: [u32; V],
    slots: [u8; V],
    residues: [u8; V],
    slack: [i8; V],
}

/// The nodes of a batch, their children, and what is known of them.
pub(super) struct Batch<const V: usize, const P: usize> {
    parents: [Node<V, P>; BATCH],
    /// The record of the first parent.
    record: u32,
    children: [Child; CHILDREN],
    /// The numbers of the children that no view has dropped.
    alive: [u8; CHILDREN],
    living: usize,
    asked: [Asked; CHILDREN],
    judged: [Judged<V>; CHILDREN],
}

impl<const V: usize, const P: usize> Batch<V, P> {
    /// An empty batch; any node will do to fill its places.
    pub fn new(any: &Node<V, P>) -> Self {
        Batch {
            parents: [*any; BATCH],
            record: 0,
            children: [Child { state: 0, spot: 0, parent: 0 }; CHILDREN],
            alive: [0; CHILDREN],
            living: 0,
            asked: [Asked { address: std::ptr::null(), bit: 0 }; CHILDREN],
            judged: [Judged { rows: [0; V], slots: [0; V], residues: [0; V], slack: [0; V] }; CHILDREN],
        }
    }
}

impl<const V: usize, const P: usize> Search<'_, '_, V, P> {
    /// Expands one batch: its children are listed, judged view by view, and those left are made into nodes.
    #[inline(always)]
    pub(super) fn expand<G: Gather>(&mut self, batch: &mut Batch<V, P>) -> Option<Ended> {
        if !self.list(batch) {
            return Some(Ended::Exhausted);
        }
        for stage in &self.scene.stages {
            if stage.within_row {
                self.ask::<G, true>(batch, stage);
            } else {
                self.ask::<G, false>(batch, stage);
            }
            self.judge(batch, stage);
        }
        self.sort(batch);
        self.make(batch)
    }

    /// Takes the next nodes and lists their children; `false` if there are no more nodes.
    #[inline(always)]
    fn list(&mut self, batch: &mut Batch<V, P>) -> bool {
        let count = self.stack.len().min(BATCH);
        let rest = self.stack.len() - count;
        let parents = &mut batch.parents[..count];
        parents.copy_from_slice(&self.stack[rest..]);
        self.stack.truncate(rest);
        let Some(last) = parents.last() else { return false };
        // Records of positions whose descendants are all done are given up: the last node has the latest parent.
        let kept = ((last.up >> 2) as usize / BATCH + 1) * BATCH;
        self.records.truncate(kept);
        batch.record = self.records.len() as u32;
        let mut kids = 0;
        for (number, parent) in parents.iter().enumerate() {
            self.records.push(parent.up);
            let open = self.scene.tables.automaton.open(parent.state);
            // All four are written, the next parent's over those that are not open.
            for (child, slide) in batch.children[kids..].iter_mut().zip(open) {
                *child = Child { state: slide.state, spot: slide.spot, parent: number as u8 };
            }
            kids += usize::from(open[0].count);
        }
        self.records.resize(batch.record as usize + BATCH, 0);
        self.nodes += kids as u64;
        for (number, alive) in batch.alive.iter_mut().enumerate() {
            *alive = number as u8;
        }
        batch.living = kids;
        true
    }

    /// Works out where the view's entries of the children stand, and asks for their cache lines.
    #[inline(always)]
    fn ask<G: Gather, const WITHIN_ROW: bool>(&self, batch: &mut Batch<V, P>, stage: &Stage) {
        let scene = self.scene;
        for &at in &batch.alive[..batch.living.min(CHILDREN)] {
            let at = at as usize & (CHILDREN - 1);
            let child = batch.children[at];
            let parent = &batch.parents[child.parent as usize & (BATCH - 1)];
            let step = &stage.steps[child.spot as usize & 63];
            let label = parent.board >> (4 * (scene.from[child.spot as usize & 63] & 15)) & 15;
            let slot = scene.slot(step.view, label);
            let lookup = scene.lookup(slot);
            let set = of(&parent.sets, slot) ^ step.cells;
            let row = if WITHIN_ROW {
                *of(&parent.rows, slot)
            } else {
                lookup.row::<G>(step.moved(*at_view(&parent.ids, step.view)), set)
            };
            let index = row + lookup.place(set, step.region_shift);
            let address = lookup.byte(index);
            prefetch(address);
            let judged = &mut batch.judged[at];
            *at_view_mut(&mut judged.rows, step.view) = row;
            *at_view_mut(&mut judged.slots, step.view) = slot as u8;
            batch.asked[at] = Asked { address, bit: (index % 8) as u8 };
        }
    }

    /// Reads what was asked for, and drops the children that have lost too much.
    #[inline(always)]
    fn judge(&self, batch: &mut Batch<V, P>, stage: &Stage) {
        let mut left = 0;
        for number in 0..batch.living.min(CHILDREN) {
            let at = batch.alive[number];
            let here = at as usize & (CHILDREN - 1);
            let child = batch.children[here];
            let parent = &batch.parents[child.parent as usize & (BATCH - 1)];
            let view = stage.steps[child.spot as usize & 63].view;
            let Asked { address, bit } = batch.asked[here];
            // SAFETY: the address was made from a layout's index of this table, and a table has as many bytes as
            // its layout says (`PatternTable::new` checks it).
            let entry = unsafe { *address } >> (bit & 7) & 1;
            let judged = &mut batch.judged[here];
            let slot = *at_view(&judged.slots, view) as usize;
            let residue = *of(&parent.residues, slot);
            let lost = (1 ^ entry ^ residue ^ residue >> 1) & 1;
            let slack = *at_view(&parent.slack, view) - lost as i8;
            *at_view_mut(&mut judged.residues, view) = entry << 1 | (!residue & 1);
            *at_view_mut(&mut judged.slack, view) = slack;
            batch.alive[left & (CHILDREN - 1)] = at;
            left += usize::from(slack >= 0);
        }
        batch.living = left;
    }

    /// Puts the children with the lowest bounds last, to be expanded first: the views differ, and where their mean is
    /// low the way home is more often short. Any order is right; this one ends the last iteration sooner.
    #[inline(always)]
    fn sort(&self, batch: &mut Batch<V, P>) {
        const KEYS: usize = 32;
        let living = batch.living.min(CHILDREN);
        let mut keys = [0u8; CHILDREN];
        let mut counts = [0u8; KEYS];
        let mut middle = None;
        for (&at, key) in batch.alive[..living].iter().zip(&mut keys) {
            let at = at as usize & (CHILDREN - 1);
            let depth = i32::from(batch.parents[batch.children[at].parent as usize & (BATCH - 1)].depth);
            let slack: i32 = batch.judged[at].slack.iter().map(|&slack| i32::from(slack)).sum();
            let sum = (2 * slack + V as i32 * depth) / V as i32;
            let offset = sum - *middle.get_or_insert(sum) + KEYS as i32 / 2;
            *key = offset.clamp(0, KEYS as i32 - 1) as u8;
            counts[*key as usize & (KEYS - 1)] += 1;
        }
        let mut before = 0;
        for count in &mut counts {
            before += std::mem::replace(count, before);
        }
        let mut sorted = [0u8; CHILDREN];
        for (&at, &key) in batch.alive[..living].iter().zip(&keys) {
            let place = &mut counts[key as usize & (KEYS - 1)];
            sorted[*place as usize & (CHILDREN - 1)] = at;
            *place += 1;
        }
        batch.alive = sorted;
    }

    /// Makes nodes of the children that are left, on top of the stack.
    #[inline(always)]
    fn make(&mut self, batch: &Batch<V, P>) -> Option<Ended> {
        self.stack.reserve(CHILDREN);
        let scene = self.scene;
        let rest = self.stack.len();
        let room = &mut self.stack.spare_capacity_mut()[..batch.living];
        for (&at, node) in batch.alive[..batch.living].iter().zip(room) {
            let child = batch.children[at as usize & (CHILDREN - 1)];
            let judged = &batch.judged[at as usize & (CHILDREN - 1)];
            let parent = &batch.parents[child.parent as usize & (BATCH - 1)];
            let node = node.write(*parent);
            let from = scene.from[child.spot as usize & 63] & 15;
            let to = child.spot >> 2 & 15;
            let change = (parent.board >> (4 * from) ^ parent.board >> (4 * to)) & 15;
            node.board = parent.board ^ change << (4 * from) ^ change << (4 * to);
            node.up = (batch.record + u32::from(child.parent)) << 2 | u32::from(child.spot & 3);
            node.state = child.state;
            node.depth = parent.depth + 1;
            for view in 0..V {
                let step = scene.step(view, child.spot);
                let slot = judged.slots[view] as usize;
                node.ids[view] = step.moved(parent.ids[view]);
                *of_mut(&mut node.sets, slot) ^= step.cells;
                *of_mut(&mut node.rows, slot) = judged.rows[view];
                *of_mut(&mut node.residues, slot) = judged.residues[view];
            }
            node.slack = judged.slack;
            if u32::from(node.depth) == self.limit {
                let up = node.up;
                return Some(Ended::Found(self.way(up, self.limit)));
            }
        }
        // SAFETY: as many nodes have just been written.
        unsafe { self.stack.set_len(rest + batch.living) };
        None
    }
}

/// What belongs to a view, in a list by views.
#[inline(always)]
fn at_view<T, const V: usize>(list: &[T; V], view: u8) -> &T {
    debug_assert!((view as usize) < V);
    // SAFETY: a step's view is one of the scene's.
    unsafe { list.get_unchecked(view as usize) }
}

/// The same to be changed.
#[inline(always)]
fn at_view_mut<T, const V: usize>(list: &mut [T; V], view: u8) -> &mut T {
    debug_assert!((view as usize) < V);
    // SAFETY: as above.
    unsafe { list.get_unchecked_mut(view as usize) }
}
