//! The search for boards of 17 to 25 cells: that of [`crate::search::cells16`], on wide tables.
//!
//! It takes `BATCH` positions from the top of its stack at once, works out where the entries of all their children
//! stand, asks for those cache lines, and only then judges. A child that survives one view asks the other. What
//! differs is what is kept of a position: no tile by name, but for each pattern the set of its cells and the rank of
//! its order, both brought up to date by the slide (see [`crate::table::cells25::layout`]).
//!
//! The last iteration, the one that finds, would take most of the time. So before each iteration of a hard board a
//! beam looks for a solution of that length.

mod beam;
mod node;

use super::frontier::{BATCH, Ended, Frontier};
use super::prune::Automaton;
use super::{Found, Halted, Outcome, as_given, pool};
use crate::position::Homes;
use crate::prefetch::prefetch;
use crate::table::cells25::Tables25;
use crate::{Effort, Monitor};
use node::{MOVES, Node, Scene, Seen};

/// Once so many nodes are made, the board is hard enough for a beam.
const BEAM_NODES: u64 = 1 << 18;

/// A beam before an iteration may be as wide as the nodes made so far divided by this; it then takes a third of the
/// time that they took, where the iteration would take several times as much.
const NODES_PER_WIDTH: u64 = 512;

/// The first beam, which is to find anything at all: its width, and how far its limit is from the bound.
const FIRST_BEAM: (usize, u32) = (1000, 40);

/// The shortest way home from a position on the tables' board. With one thread the slides and the number
/// of nodes are always the same; with more, hard boards are shared between them.
pub fn solve(homes: &Homes, tables: &Tables25, effort: Effort, monitor: &dyn Monitor) -> Outcome {
    match tables.views.len() {
        1 => deepen::<1>(homes, tables, effort, monitor),
        2 => deepen::<2>(homes, tables, effort, monitor),
        3 => deepen::<3>(homes, tables, effort, monitor),
        _ => deepen::<4>(homes, tables, effort, monitor),
    }
}

fn deepen<const V: usize>(
    homes: &Homes,
    tables: &Tables25,
    effort: Effort,
    monitor: &dyn Monitor,
) -> Outcome {
    homes.must_be_of(tables.shape(), tables.home());
    let scene = Scene::<V>::new(tables);
    let position = homes.bytes();
    let (root, bounds) = scene.root(&position);
    let mut limit = bounds.iter().copied().max().unwrap_or(0);
    let mut best: Option<Vec<u8>> = None;
    let threads = if cfg!(target_family = "wasm") { 1 } else { effort.threads };
    let mut frontier = Frontier::new(monitor, threads);
    let found = loop {
        // Everything shorter than the limit is excluded.
        if let Some(way) = best.take_if(|way| way.len() <= limit as usize) {
            break Ok(way);
        }
        if limit == 0 {
            break Ok(Vec::new());
        }
        frontier.limit = limit;
        frontier.best = best.as_ref().map(|way| way.len() as u64);
        frontier.start(under(&root, &bounds, limit), Vec::new());
        match pool::search(&mut frontier, threads, &|frontier| go_on(&scene, frontier)) {
            Ended::Found(way) => break Ok(way),
            Ended::Exhausted | Ended::TooMuch => limit += 2,
            Ended::Stopped(why) => break Err(why),
        }
        if frontier.nodes < BEAM_NODES {
            continue;
        }
        if best.is_none() {
            let (width, over) = FIRST_BEAM;
            let far = limit + over;
            match beam::search(&scene, &under(&root, &bounds, far), far, width, &mut frontier) {
                Ok(way) => best = way,
                Err(why) => break Err(why),
            }
        }
        let most = (effort.memory_bytes / beam::WIDTH_BYTES).min(beam::WIDEST);
        let width = (frontier.nodes / NODES_PER_WIDTH).min(most) as usize;
        match beam::search(&scene, &under(&root, &bounds, limit), limit, width, &mut frontier) {
            Ok(way) => best = way.or(best),
            Err(why) => break Err(why),
        }
    };
    let given = |way: Vec<u8>| as_given(tables.standing(), tables.shape(), &position, &way);
    match found {
        Ok(way) => Ok(Found { slides: given(way), nodes: frontier.nodes }),
        Err(why) => Err(Halted { why, lower_bound: limit, best: best.map(given), nodes: frontier.nodes }),
    }
}

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
    ORDER[V][first as usize & 3][stage]
}

/// The first position with the slack that a limit leaves it.
fn under<const V: usize>(root: &Node<V>, bounds: &[u32; V], limit: u32) -> Node<V> {
    let mut node = *root;
    node.slack = bounds.map(|bound| ((limit - bound) / 2) as i8);
    node.first = first(&node.slack);
    node
}

/// The view with the least slack.
#[inline(always)]
fn first<const V: usize>(slack: &[i8; V]) -> u8 {
    let mut first = 0;
    for view in 1..V {
        if slack[view] < slack[first] {
            first = view;
        }
    }
    first as u8
}

/// A child on its way through the views.
#[derive(Clone, Copy, Default)]
struct Child {
    parent: u8,
    /// The blank's cell and the direction.
    slide: u8,
    /// The patterns of the tile, two bits a view.
    parts: u8,
    /// The view that is asked first.
    first: u8,
    state: u16,
}

/// What one view makes of a child.
#[derive(Clone, Copy)]
struct Judged {
    seen: Seen,
    address: *const u8,
    bit: u8,
    residues: u8,
    slack: i8,
}

const UNJUDGED: Judged =
    Judged { seen: Seen { set: 0, rank: 0 }, address: std::ptr::null(), bit: 0, residues: 0, slack: 0 };

/// Positions that are expanded together, and what is known of their children.
struct Work<const V: usize> {
    batch: [Node<V>; BATCH],
    children: [Child; 4 * BATCH],
    judged: [[Judged; V]; 4 * BATCH],
    alive: [u8; 4 * BATCH],
}

impl<const V: usize> Work<V> {
    fn new(some: Node<V>) -> Work<V> {
        Work {
            batch: [some; BATCH],
            children: [Child::default(); 4 * BATCH],
            judged: [[UNJUDGED; V]; 4 * BATCH],
            alive: [0; 4 * BATCH],
        }
    }

    /// The hot loop, whole. Children of the first `count` positions of the batch go through three steps: they are
    /// listed (the automaton leaves about two of four directions), judged view by view, and those left are made
    /// into nodes and handed on with the number of their parent; their `up` is the direction alone. Returns how
    /// many were listed.
    #[inline(always)]
    fn expand(
        &mut self,
        scene: &Scene<'_, V>,
        automaton: &Automaton,
        count: usize,
        mut push: impl FnMut(u32, &mut Node<V>),
    ) -> u64 {
        const MASK: usize = 4 * BATCH - 1;
        let Work { batch, children, judged, alive } = self;
        let mut kids = 0;
        for (number, node) in batch[..count].iter().enumerate() {
            let (open, count) = automaton.open(node.state);
            for &open in &open[..count] {
                let slide = (open >> 16) as u8;
                let parts = node.board[scene.from[slide as usize & (MOVES - 1)] as usize & 31];
                children[kids & MASK] =
                    Child { parent: number as u8, slide, parts, first: node.first, state: open as u16 };
                kids += 1;
            }
        }
        for (number, alive) in alive.iter_mut().enumerate().take(kids) {
            *alive = number as u8;
        }
        let mut living = kids;
        for stage in 0..V {
            for &at in &alive[..living] {
                let child = children[at as usize & MASK];
                let view = view_at::<V>(child.first, stage);
                let parent = &batch[child.parent as usize & (BATCH - 1)];
                let part = (child.parts >> (2 * view)) as usize & 3;
                let (seen, address, bit) =
                    scene.after(view, part, parent.seen[view][part], child.slide as usize);
                prefetch(address);
                let judged = &mut judged[at as usize & MASK][view];
                judged.seen = seen;
                judged.address = address;
                judged.bit = bit as u8;
            }
            let mut left = 0;
            for number in 0..living {
                let at = alive[number];
                let child = children[at as usize & MASK];
                let view = view_at::<V>(child.first, stage);
                let parent = &batch[child.parent as usize & (BATCH - 1)];
                let judged = &mut judged[at as usize & MASK][view];
                // SAFETY: the address was made a moment ago from a layout's index of this table, and a table has as
                // many bytes as its layout says (`Table::new` checks it).
                let entry = unsafe { *judged.address } >> judged.bit & 1;
                let shift = 2 * (child.parts >> (2 * view) & 3);
                let residue = parent.residues[view] >> shift & 3;
                let lost = 1 ^ entry ^ (residue ^ residue >> 1) & 1;
                let after = entry << 1 | (!residue & 1);
                judged.residues = parent.residues[view] & !(3 << shift) | after << shift;
                judged.slack = parent.slack[view] - lost as i8;
                alive[left] = at;
                left += usize::from(judged.slack >= 0);
            }
            living = left;
        }
        for &at in &alive[..living] {
            let child = children[at as usize & MASK];
            let parent = &batch[child.parent as usize & (BATCH - 1)];
            let mut node = *parent;
            for (view, judged) in judged[at as usize & MASK].iter().enumerate() {
                node.seen[view][(child.parts >> (2 * view)) as usize & 3] = judged.seen;
                node.residues[view] = judged.residues;
                node.slack[view] = judged.slack;
            }
            node.board[parent.blank as usize & 31] = child.parts;
            node.first = first(&node.slack);
            node.up = u32::from(child.slide & 3);
            node.state = child.state;
            node.blank = scene.from[child.slide as usize & (MOVES - 1)];
            node.depth = parent.depth + 1;
            push(u32::from(child.parent), &mut node);
        }
        kids as u64
    }
}

/// Searches everything that waits.
fn go_on<const V: usize>(scene: &Scene<'_, V>, frontier: &mut Frontier<'_, Node<V>>) -> Ended {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("avx2")
    {
        // SAFETY: the processor has the features.
        return unsafe { go_on_avx2(scene, frontier) };
    }
    expand_all(scene, frontier)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
fn go_on_avx2<const V: usize>(scene: &Scene<'_, V>, frontier: &mut Frontier<'_, Node<V>>) -> Ended {
    expand_all(scene, frontier)
}

#[inline(always)]
fn expand_all<const V: usize>(scene: &Scene<'_, V>, frontier: &mut Frontier<'_, Node<V>>) -> Ended {
    let Some(&some) = frontier.stack.first() else { return Ended::Exhausted };
    let mut work = Work::new(some);
    frontier.exhaust(|frontier| {
        let Some((count, record)) = frontier.take(&mut work.batch) else { return Some(Ended::Exhausted) };
        let mut goal = None;
        let (limit, stack) = (frontier.limit, &mut frontier.stack);
        frontier.nodes += work.expand(scene, &scene.tables.automaton, count, |parent, node| {
            node.up |= (record + parent) << 2;
            stack.push(*node);
            if u32::from(node.depth) == limit {
                goal = Some(node.up);
            }
        });
        goal.map(|up| Ended::Found(frontier.way(up, limit)))
    })
}
