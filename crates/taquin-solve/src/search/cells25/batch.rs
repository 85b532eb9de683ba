//! A batch of positions, and what is done with it however they are judged.

use super::node::{MOVES, Node, PARTS, Scene};
use crate::search::frontier::BATCH;
use crate::search::prune::Automaton;

/// The most children of a batch.
pub(super) const CHILDREN: usize = 4 * BATCH;

/// How positions are judged: child by child, by the entries of tables ([`super::entries`]), or all children of a
/// position at once, by slopes ([`super::slopes`]). Both say the same. This is what a position keeps for it.
pub(super) trait Look<const V: usize>: Copy + Send + Sync + 'static {
    /// The children of a batch while they are judged.
    type Children;
    /// Places for as many as there can be.
    fn children() -> Self::Children;
    /// How a tile stands on a node's board.
    fn tile(scene: &Scene<'_, V>, label: u8) -> u8;
    /// What the first position keeps, from the bounds of its patterns and the numbers of their words.
    fn first(scene: &Scene<'_, V>, bounds: &[Vec<u32>], numbers: &[[u32; PARTS]; V]) -> Self;
    /// Judges the children that are listed: how many are left.
    fn judge(batch: &mut Batch<V, Self>, scene: &Scene<'_, V>, listed: Brood) -> usize;
    /// Makes nodes of those, behind the others of `nodes`. The parents' records begin with `record`.
    fn make(
        batch: &Batch<V, Self>,
        scene: &Scene<'_, V>,
        living: usize,
        record: u32,
        nodes: &mut Vec<Node<V, Self>>,
    );
}

/// Some parents, and how many children they have together.
#[derive(Clone, Copy)]
pub(super) struct Brood {
    pub parents: usize,
    pub count: usize,
}

/// Positions that are expanded together, and what is known of their children.
pub(super) struct Batch<const V: usize, L: Look<V>> {
    pub parents: [Node<V, L>; BATCH],
    /// The slides to all children, with their parents; four at a time are written.
    pub slides: [u32; CHILDREN + 4],
    pub children: L::Children,
}

/// The slide of a child: the blank's cell and the direction. Below it stands the automaton's next state, above it the
/// number of the parent in the batch.
#[inline(always)]
pub(super) fn spot_of(slide: u32) -> usize {
    (slide >> 16) as usize & (MOVES - 1)
}

/// The number of a child's parent in the batch.
#[inline(always)]
pub(super) fn parent_of(slide: u32) -> usize {
    (slide >> 24) as usize & (BATCH - 1)
}

impl<const V: usize, L: Look<V>> Node<V, L> {
    /// Brings a copy of the parent up to date, but for what the patterns see.
    #[inline(always)]
    pub fn slide(&mut self, scene: &Scene<'_, V>, slide: u32, tile: u8, slack: [i8; V], record: u32) {
        self.board[self.blank as usize & 31] = tile;
        self.slack = slack;
        self.up = (record + parent_of(slide) as u32) << 2 | slide >> 16 & 3;
        self.state = slide as u16;
        self.blank = scene.from[spot_of(slide)];
        self.depth += 1;
    }
}

impl<const V: usize, L: Look<V>> Batch<V, L> {
    /// An empty batch; any node will do to fill its places.
    pub fn new(some: Node<V, L>) -> Batch<V, L> {
        Batch { parents: [some; BATCH], slides: [0; CHILDREN + 4], children: L::children() }
    }

    /// Expands the first `count` positions of the batch, whose records begin with `record`: their children are listed and
    /// judged, and those left are made into nodes, behind the others of `nodes`. Returns how many were listed.
    ///
    /// No closures: what is compiled for a processor's instructions is one function and what is inlined into it, and a
    /// closure that is large stays outside.
    pub fn expand(
        &mut self,
        scene: &Scene<'_, V>,
        automaton: &Automaton,
        count: usize,
        record: u32,
        nodes: &mut Vec<Node<V, L>>,
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
        nodes: &mut Vec<Node<V, L>>,
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
        nodes: &mut Vec<Node<V, L>>,
    ) -> u64 {
        let listed = Brood { parents: count, count: self.list(automaton, count) };
        let living = L::judge(self, scene, listed);
        nodes.reserve(CHILDREN);
        L::make(self, scene, living, record, nodes);
        listed.count as u64
    }

    /// Lists the slides of the first parents: the automaton leaves about two of four directions.
    #[inline(always)]
    fn list(&mut self, automaton: &Automaton, count: usize) -> usize {
        let mut listed = 0;
        for (number, parent) in self.parents[..count].iter().enumerate() {
            let (open, count) = automaton.open(parent.state);
            // All four are written, the next parent's over those that are not open.
            if let Some(list) = self.slides[listed.min(CHILDREN)..].first_chunk_mut::<4>() {
                *list = open.map(|slide| slide | (number as u32) << 24);
            }
            listed += count;
        }
        listed
    }
}
