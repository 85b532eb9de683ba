//! The hot loops: one batch of positions on its way through the tables.
//!
//! They are bound by instructions, some 215 a child, so each keeps what the next will need where it is at hand. Children
//! that are left move together, whole: a list of their numbers would be read again and again.

use super::node::{Node, Scene, TableSlide, ViewStage, at_view, at_view_mut, of, of_mut};
use crate::gather::Gather;
use crate::prefetch::prefetch_many;
use crate::search::frontier::{BATCH, Ended, Frontier, Waiting};

/// The most children of a batch.
const CHILDREN: usize = 4 * BATCH;

/// A child on its way through the views: the entry that was asked for last, and by stages what the views have said.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Child<const V: usize> {
    /// The byte that holds the entry.
    address: *const u8,
    rows: [u32; V],
    /// An open slide of the automaton, and in the upper eight bits the number of the parent in the batch.
    slide: u32,
    /// The entry's bit, in the lowest three.
    bit: u8,
    /// The entry that would mean no loss, in the lowest bit.
    hoped: u8,
    slots: [u8; V],
    /// What may still be lost.
    slack: [i8; V],
}

impl<const V: usize> Child<V> {
    #[inline(always)]
    fn state(&self) -> u16 {
        self.slide as u16
    }

    /// The slide: `blank << 2 | direction`.
    #[inline(always)]
    fn spot(&self) -> usize {
        (self.slide >> 16 & 63) as usize
    }

    #[inline(always)]
    fn parent(&self) -> usize {
        (self.slide >> 24) as usize & (BATCH - 1)
    }
}

/// The nodes of a batch, and their children.
pub(super) struct Batch<const V: usize, const P: usize> {
    parents: [Node<V, P>; BATCH],
    /// The record of the first parent.
    record: u32,
    /// First those that no view has dropped.
    children: [Child<V>; CHILDREN],
    /// How many of them those are.
    living: usize,
}

impl<const V: usize, const P: usize> Batch<V, P> {
    /// An empty batch; any node will do to fill its places.
    pub fn new(any: &Node<V, P>) -> Self {
        Batch {
            parents: [*any; BATCH],
            record: 0,
            living: 0,
            children: [Child {
                address: std::ptr::null(),
                rows: [0; V],
                slide: 0,
                bit: 0,
                hoped: 0,
                slots: [0; V],
                slack: [0; V],
            }; CHILDREN],
        }
    }

    /// Expands one batch: its children are listed, judged view by view, and those left are made into nodes.
    #[inline(always)]
    pub fn expand<G: Gather>(
        &mut self,
        scene: &Scene<'_, V, P>,
        frontier: &mut Frontier<'_, Node<V, P>>,
    ) -> Option<Ended> {
        let Some((count, record)) = frontier.take(&mut self.parents) else { return Some(Ended::Exhausted) };
        self.record = record;
        self.list(scene, count);
        frontier.nodes += self.living as u64;
        for (number, stage) in scene.stages.iter().enumerate() {
            if stage.within_row {
                self.ask::<G, true>(scene, number, stage);
            } else {
                self.ask::<G, false>(scene, number, stage);
            }
            self.judge(number);
        }
        // Deep down little is left below a node, and an order gains less than it costs.
        let order = if 4 * u32::from(self.parents[0].depth) < frontier.limit {
            self.sorted()
        } else {
            std::array::from_fn(|at| at as u8)
        };
        self.make(scene, &order, frontier)
    }

    /// Lists the children of the first parents.
    #[inline(always)]
    fn list(&mut self, scene: &Scene<'_, V, P>, count: usize) {
        self.living = 0;
        for (number, parent) in self.parents[..count].iter().enumerate() {
            let (open, count) = scene.tables.automaton.open(parent.state);
            // All four are written, the next parent's over those that are not open.
            if let Some(list) = self.children[self.living..].first_chunk_mut::<4>() {
                for (child, slide) in list.iter_mut().zip(open) {
                    child.slide = slide | (number as u32) << 24;
                }
            }
            self.living += count;
        }
    }

    /// Works out where the view's entries of the children stand, and asks for their cache lines.
    #[inline(always)]
    fn ask<G: Gather, const WITHIN_ROW: bool>(
        &mut self,
        scene: &Scene<'_, V, P>,
        number: usize,
        stage: &ViewStage,
    ) {
        let sets = &scene.tables.sets[..];
        for child in &mut self.children[..self.living.min(CHILDREN)] {
            let parent = &self.parents[child.parent()];
            let step = &stage.steps[child.spot()];
            let slot = scene.slot(parent, step);
            let lookup = scene.lookup(slot);
            let set = of(&parent.sets, slot) ^ step.cells;
            let row = if WITHIN_ROW {
                *of(&parent.rows, slot)
            } else {
                lookup.row::<G>(step.moved(*at_view(&parent.ids, step.view)), set)
            };
            let index = row + place(sets, set, step);
            child.address = lookup.byte(index);
            prefetch_many(child.address);
            if !WITHIN_ROW {
                child.rows[number] = row;
            }
            child.bit = index as u8;
            // The entry is bit 1 of the new bound: no loss if that is one less than the old.
            child.hoped = of(&parent.residues, slot).wrapping_sub(1) >> 1;
            child.slots[number] = slot as u8;
            child.slack[number] = *at_view(&parent.slack, step.view);
        }
    }

    /// Reads what was asked for, and drops the children that have lost too much.
    #[inline(always)]
    fn judge(&mut self, number: usize) {
        let mut left = 0;
        for at in 0..self.living.min(CHILDREN) {
            let child = &self.children[at];
            // SAFETY: the address was made from a layout's index of this table, and a table has as many bytes as its
            // layout says (`Table::new` checks it).
            let entry = unsafe { *child.address } >> (child.bit & 7);
            let slack = child.slack[number] - ((entry ^ child.hoped) & 1) as i8;
            self.children[left & (CHILDREN - 1)] = *child;
            self.children[left & (CHILDREN - 1)].slack[number] = slack;
            left += usize::from(slack >= 0);
        }
        self.living = left;
    }

    /// The children with the lowest bounds last, to be expanded first: the views differ, and where their mean is
    /// low the way home is more often short. Any order is right; this one ends the last iteration sooner.
    #[inline(always)]
    fn sorted(&self) -> [u8; CHILDREN] {
        const KEYS: usize = 32;
        let children = &self.children[..self.living.min(CHILDREN)];
        let mut keys = [0u8; CHILDREN];
        let mut counts = [0u8; KEYS];
        let mean = |child: &Child<V>| {
            let slack: i16 = child.slack.iter().map(|&slack| i16::from(slack)).sum();
            2 * slack / V as i16 + i16::from(self.parents[child.parent()].depth)
        };
        // Those far from the first share the outermost keys.
        let lowest = mean(&self.children[0]) - KEYS as i16 / 2;
        for (child, key) in children.iter().zip(&mut keys) {
            *key = (mean(child) - lowest).clamp(0, KEYS as i16 - 1) as u8;
            counts[*key as usize & (KEYS - 1)] += 1;
        }
        let mut before = 0;
        for count in &mut counts {
            before += std::mem::replace(count, before);
        }
        let mut sorted = [0u8; CHILDREN];
        for (at, &key) in keys[..children.len()].iter().enumerate() {
            let place = &mut counts[key as usize & (KEYS - 1)];
            sorted[*place as usize & (CHILDREN - 1)] = at as u8;
            *place += 1;
        }
        sorted
    }

    /// Makes nodes of the children that are left, on top of the stack.
    #[inline(always)]
    fn make(
        &self,
        scene: &Scene<'_, V, P>,
        order: &[u8; CHILDREN],
        frontier: &mut Frontier<'_, Node<V, P>>,
    ) -> Option<Ended> {
        frontier.stack.reserve(CHILDREN);
        let rest = frontier.stack.len();
        let mut goal = None;
        let room = &mut frontier.stack.spare_capacity_mut()[..self.living];
        for (&at, node) in order.iter().zip(room) {
            let child = &self.children[at as usize & (CHILDREN - 1)];
            let parent = &self.parents[child.parent()];
            // SAFETY: a node is plain data.
            let node = unsafe {
                node.as_mut_ptr().copy_from_nonoverlapping(parent, 1);
                node.assume_init_mut()
            };
            if !Node::<V, P>::IDS_TELL_PATTERNS {
                let (from, to) =
                    (scene.stages[0].steps[child.spot()].label_shift & 63, 4 * (child.spot() >> 2));
                let change = (parent.board >> from ^ parent.board >> to) & 15;
                node.board = parent.board ^ change << from ^ change << to;
            }
            node.up = (self.record + child.parent() as u32) << 2 | child.spot() as u32 & 3;
            node.state = child.state();
            node.depth = parent.depth + 1;
            for (number, stage) in scene.stages.iter().enumerate() {
                let step: &TableSlide = &stage.steps[child.spot()];
                let slot = child.slots[number] as usize;
                *at_view_mut(&mut node.ids, step.view) = step.moved(*at_view(&parent.ids, step.view));
                *of_mut(&mut node.sets, slot) ^= step.cells;
                if !stage.within_row {
                    *of_mut(&mut node.rows, slot) = child.rows[number];
                }
                let lost = (*at_view(&parent.slack, step.view) - child.slack[number]) as u8;
                *at_view_mut(&mut node.slack, step.view) = child.slack[number];
                *of_mut(&mut node.residues, slot) =
                    (of(&parent.residues, slot) + 2 * lost).wrapping_sub(1) & 3;
            }
            let depth = u32::from(node.depth);
            if depth + 1 == frontier.ahead_from {
                node.look_ahead();
            }
            if depth >= frontier.limit && node.is_home(frontier.limit) {
                goal = goal.filter(|&(_, before)| before < depth).or(Some((node.up, depth)));
            }
        }
        // SAFETY: as many nodes have just been written.
        unsafe { frontier.stack.set_len(rest + self.living) };
        goal.and_then(|(up, depth)| frontier.met(up, depth))
    }
}

/// The place in its row of a set, with the blank in the region of the cell that a slide leaves.
#[inline(always)]
fn place(sets: &[u64], set: u16, step: &TableSlide) -> u32 {
    debug_assert!((set as usize) < sets.len());
    // SAFETY: `set` has at most as many bits as the board has cells, and `sets` an entry for every such mask.
    let info = unsafe { *sets.get_unchecked(set as usize) };
    (info & 0xffff) as u32 + (info >> (step.region_shift & 63) & 7) as u32
}
