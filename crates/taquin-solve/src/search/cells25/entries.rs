//! The hot loops of a search that asks tables: one batch of positions on its way through the views.
//!
//! As on 16 cells, children that are left move together, whole, and each loop keeps what the next will need.

use super::batch::{Batch, Brood, CHILDREN, Look, parent_of, spot_of};
use super::node::{Node, PARTS, Scene, Seen};
use crate::prefetch::prefetch;

/// For each view the bounds of the patterns modulo 4, two bits each: with an entry, which is bit 1 of a child's bound, they
/// tell whether that is lower. On the board stands for each tile the pattern that it belongs to, two bits a view.
#[derive(Clone, Copy)]
pub(super) struct ByEntries<const V: usize> {
    residues: [u8; V],
}

/// A child on its way through the views: the entry that was asked for last, and by views what they have said.
#[derive(Clone, Copy)]
pub(super) struct Child<const V: usize> {
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

/// The children of a batch: first those that no view has dropped.
pub(super) type Children<const V: usize> = [Child<V>; CHILDREN];

impl<const V: usize> Look<V> for ByEntries<V> {
    type Children = Children<V>;

    fn children() -> Children<V> {
        let child = Child {
            address: std::ptr::null(),
            seen: [Seen::default(); V],
            slide: 0,
            parts: 0,
            bit: 0,
            hoped: 0,
            slack: [0; V],
        };
        [child; CHILDREN]
    }

    fn tile(scene: &Scene<'_, V>, label: u8) -> u8 {
        (0..V).fold(0, |parts, view| parts | (scene.place(view, label).0 as u8) << (2 * view))
    }

    fn first(_: &Scene<'_, V>, bounds: &[Vec<u32>], _: &[[u32; PARTS]; V]) -> ByEntries<V> {
        let residues = |view: usize| {
            let bounds = bounds[view].iter().enumerate();
            bounds.fold(0, |all, (part, &bound)| all | (bound as u8 & 3) << (2 * part))
        };
        ByEntries { residues: std::array::from_fn(residues) }
    }

    #[inline(always)]
    fn judge(batch: &mut Batch<V, Self>, scene: &Scene<'_, V>, listed: Brood) -> usize {
        let mut living = listed.count;
        for view in 0..V {
            batch.ask(scene, view, living);
            living = batch.drop_lost(view, living);
        }
        living
    }

    #[inline(always)]
    fn make(
        batch: &Batch<V, Self>,
        scene: &Scene<'_, V>,
        living: usize,
        record: u32,
        nodes: &mut Vec<Node<V, Self>>,
    ) {
        for child in &batch.children[..living.min(CHILDREN)] {
            let parent = &batch.parents[parent_of(child.slide)];
            nodes.push(*parent);
            let Some(node) = nodes.last_mut() else { return };
            for view in 0..V {
                let part = child.parts >> (2 * view) & 3;
                node.seen[view][part as usize] = child.seen[view];
                // One less, or one more where something was lost.
                let lost = (parent.slack[view] - child.slack[view]) as u8;
                let residues = parent.look.residues[view];
                let residue = (residues >> (2 * part)).wrapping_add(2 * lost).wrapping_sub(1) & 3;
                node.look.residues[view] = residues & !(3 << (2 * part)) | residue << (2 * part);
            }
            node.slide(scene, child.slide, child.parts, child.slack, record);
        }
    }
}

impl<const V: usize> Batch<V, ByEntries<V>> {
    /// Works out where a view's entries of the children stand, and asks for their cache lines.
    #[inline(always)]
    fn ask(&mut self, scene: &Scene<'_, V>, view: usize, living: usize) {
        for (child, &slide) in self.children[..living.min(CHILDREN)].iter_mut().zip(&self.slides) {
            if view == 0 {
                child.slide = slide;
            }
            let parent = &self.parents[parent_of(child.slide)];
            if view == 0 {
                child.parts = parent.board[scene.from[spot_of(child.slide)] as usize & 31];
            }
            let part = (child.parts >> (2 * view)) as usize & 3;
            let (seen, address, bit) = scene.after(view, part, parent.seen[view][part], spot_of(child.slide));
            prefetch(address);
            child.address = address;
            child.seen[view] = seen;
            child.bit = bit as u8;
            // The entry is bit 1 of the new bound: no loss if that is one less than the old.
            let residue = parent.look.residues[view] >> (2 * part);
            child.hoped = !(residue ^ residue >> 1);
            child.slack[view] = parent.slack[view];
        }
    }

    /// Reads what was asked for, and drops the children that have lost too much.
    ///
    /// A child is copied whole and then changed where it lies: to read it whole right after a part of it was written
    /// would wait until that has reached the cache.
    #[inline(always)]
    fn drop_lost(&mut self, view: usize, living: usize) -> usize {
        let mut left = 0;
        for at in 0..living.min(CHILDREN) {
            let child = &self.children[at];
            // SAFETY: the address was made a moment ago from a layout's index of this table, and a table has as many
            // bytes as its layout says (`Table::new` checks it).
            let entry = unsafe { *child.address } >> (child.bit & 7);
            let slack = child.slack[view] - ((entry ^ child.hoped) & 1) as i8;
            self.children[left & (CHILDREN - 1)] = *child;
            self.children[left & (CHILDREN - 1)].slack[view] = slack;
            left += usize::from(slack >= 0);
        }
        left
    }
}
