//! The hot loops of a search on slopes: what a position's words say of its children, before anything is made of them.
//!
//! A position on the stack has the number of the word that its last slide has changed; the word itself is asked for when the
//! position is made, and read when it is expanded. All others are those of its parent.

use super::batch::{Batch, Brood, CHILDREN, Look, parent_of, spot_of};
use super::node::{Node, PARTS, Scene};
use crate::prefetch::prefetch;

/// The words of a position. On the board stand the tiles by name.
#[derive(Clone, Copy)]
pub(super) struct BySlopes<const V: usize> {
    /// By views and patterns the words, and where a pattern has changed the number of its word.
    words: [[u32; PARTS]; V],
    /// The patterns that have changed, two bits a view.
    changed: u8,
}

/// A child that is left.
#[derive(Clone, Copy)]
pub(super) struct Survivor<const V: usize> {
    slide: u32,
    tile: u8,
    slack: [i8; V],
}

/// The pattern in a tile's place; see [`Scene::places`].
#[inline(always)]
fn pattern_of(place: u8) -> usize {
    (place >> 5) as usize & (PARTS - 1)
}

impl<const V: usize> Look<V> for BySlopes<V> {
    type Children = [Survivor<V>; CHILDREN];

    fn children() -> [Survivor<V>; CHILDREN] {
        [Survivor { slide: 0, tile: 0, slack: [0; V] }; CHILDREN]
    }

    fn tile(_: &Scene<'_, V>, label: u8) -> u8 {
        label
    }

    fn first(scene: &Scene<'_, V>, _: &[Vec<u32>], numbers: &[[u32; PARTS]; V]) -> BySlopes<V> {
        let words = |view: usize| {
            let patterns = scene.tables.views[view].parts.len();
            std::array::from_fn(|part| match numbers[view][part] {
                // The first is told by its number, as if it had changed.
                number if part == 0 => number,
                // SAFETY: the number is that of a placement of this pattern's tiles.
                number if part < patterns => unsafe { scene.word(view, part, number) },
                _ => 0,
            })
        };
        BySlopes { words: std::array::from_fn(words), changed: 0 }
    }

    #[inline(always)]
    fn judge(batch: &mut Batch<V, Self>, scene: &Scene<'_, V>, listed: Brood) -> usize {
        for parent in &mut batch.parents[..listed.parents] {
            for view in 0..V {
                let part = (parent.look.changed >> (2 * view)) as usize & (PARTS - 1);
                let word = &mut parent.look.words[view][part];
                // SAFETY: a position waits with the number of a placement of this pattern's tiles, and a batch is expanded once.
                *word = unsafe { scene.word(view, part, *word) };
            }
        }
        let mut left = 0;
        for &slide in &batch.slides[..listed.count.min(CHILDREN)] {
            let parent = &batch.parents[parent_of(slide)];
            let tile = parent.board[scene.from[spot_of(slide)] as usize & 31];
            let mut slack = parent.slack;
            let mut lost = 0;
            for (view, slack) in slack.iter_mut().enumerate() {
                // A shift counts modulo 32, so that the pattern above falls off.
                let place = scene.places[view][spot_of(slide) & 3][tile as usize & 31];
                let word = parent.look.words[view][pattern_of(place)];
                *slack += (word.wrapping_shr(place.into()) & 1) as i8 - 1;
                lost |= *slack;
            }
            batch.children[left & (CHILDREN - 1)] = Survivor { slide, tile, slack };
            left += usize::from(lost >= 0);
        }
        left
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
            nodes.push(batch.parents[parent_of(child.slide)]);
            let Some(node) = nodes.last_mut() else { return };
            node.look.changed = 0;
            for view in 0..V {
                let part = pattern_of(scene.places[view][0][child.tile as usize & 31]);
                let (seen, number) = scene.placed(view, part, node.seen[view][part], spot_of(child.slide));
                prefetch(scene.word_at(view, part, number));
                node.seen[view][part] = seen;
                node.look.words[view][part] = number;
                node.look.changed |= (part as u8) << (2 * view);
            }
            node.slide(scene, child.slide, child.tile, child.slack, record);
        }
    }
}
