//! One iteration after another, each with a limit two slides higher, until a way is as short as what is proven.
//!
//! Iteration T visits every position from which a way of T slides may lead home. Where somebody keeps checkpoints a long
//! one begins with a frontier without duplicates ([`super::layers`]), cut into parts. Near the goal ways of T + 2 slides are
//! followed, too: see [`crate::proof::look_ahead`]. Between two iterations beams (`short/`) look for any way at first, then for
//! better ones: where one has found what is shortest, the iteration of that length, the longest of all, is spared. A beam that
//! finds nothing proves nothing.

use taquin_core::Direction;

use super::batch::Look;
use super::go_on;
use super::layers::{NodeLayer, POSITION_BYTES, Until};
use super::node::{Node, Scene};
use crate::position::Homes;
use crate::position::symmetry::inverse;
use crate::proof::{Keeping, Key, MOST_SLIDES, Place, Proof, look_ahead};
use crate::search::frontier::{Ended, Frontier, NEVER, SHARE_NODES};
use crate::search::{Found, Halted, Outcome, as_given, pool};
use crate::short::{End, Guess, Learned, guess};
use crate::{Effort, Monitor, StopReason};

/// An iteration has about this many times the nodes of the one before.
const GROWTH: u64 = 6;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Slides from the goal within which to look ahead, always; without it as [`look_ahead`] says.
    pub ahead: Option<u32>,
    /// An iteration that is expected to have this many nodes begins with a frontier, if somebody keeps checkpoints. Else
    /// it is not worth it: 62,505 positions without duplicates left 1 % of the nodes away.
    pub frontier_nodes: u64,
    /// Nodes for each position of a frontier, and the most positions: more take memory, and hardly fewer nodes.
    pub nodes_a_root: u64,
    pub most_roots: u64,
    /// A checkpoint is possible after each part of an iteration, which is expected to have this many nodes: some seconds.
    pub part_nodes: u64,
    /// Positions of each part at least, so that parts are about equal.
    pub part_roots: u64,
    /// With several threads, a search that has made this many nodes is worth sharing.
    pub share_nodes: u64,
    /// An iteration that is expected to have this many nodes is worth making slopes for; without it none are made or used.
    pub slopes_nodes: Option<u64>,
}

/// What making slopes takes, six seconds of one thread on 5×5, is won again by an iteration of so many nodes, each of which
/// takes some four nanoseconds less.
pub(crate) const SLOPES_NODES: u64 = 1 << 31;

impl Default for Habits {
    fn default() -> Habits {
        Habits {
            ahead: None,
            frontier_nodes: 1 << 27,
            nodes_a_root: 300,
            most_roots: 1 << 19,
            part_nodes: 1 << 27,
            part_roots: 100,
            share_nodes: SHARE_NODES,
            slopes_nodes: None,
        }
    }
}

/// The part of an iteration's nodes that looking ahead may begin among. A board whose goal is not met early has one
/// iteration more, eight times as long as this one: a few in a hundred nodes are well spent.
const AHEAD_SHARE: f64 = 0.02;

/// Once so many nodes are made, the board is hard enough for beams: what guides them takes as long to be written out.
const BEAM_NODES: u64 = 1 << 19;

/// Beams may be as wide as the nodes made so far divided by this, so that they take a small part of an iteration's time; a node
/// of theirs costs some four of the search's.
const NODES_PER_WIDTH: u64 = 1 << 13;

/// A narrower beam finds hardly anything, a wider one leaves the caches.
const WIDTHS: (u64, u64) = (100, 1 << 17);

/// How a search came to an end of its own.
enum RunEnd {
    Ended,
    /// Before an iteration that is worth better tables.
    Paused,
}

/// A search as it goes on.
struct Deepening<'s, 'k, const V: usize, L: Look<V>> {
    scene: &'s Scene<'s, V>,
    homes: &'s Homes,
    learned: &'s Learned,
    root: Node<V, L>,
    bounds: [u32; V],
    position: Vec<u8>,
    place: Place,
    effort: Effort,
    habits: Habits,
    frontier: Frontier<'s, Node<V, L>>,
    proof: Proof,
    /// Nodes that an earlier search made.
    nodes_before: u64,
    keep: Option<&'k mut dyn FnMut(&Proof)>,
    /// The best way known.
    best: Option<Vec<Direction>>,
}

/// Searches until a way is proven shortest or the monitor says stop; `None` where an iteration is ahead that is worth to make
/// slopes, and `keeping` says where it stands.
pub(super) fn deepen<const V: usize, L: Look<V>>(
    homes: &Homes,
    scene: &Scene<'_, V>,
    learned: &Learned,
    effort: Effort,
    habits: Habits,
    keeping: &mut Keeping<'_>,
    monitor: &dyn Monitor,
) -> Option<Outcome> {
    let tables = scene.tables;
    homes.must_be_of(tables.shape(), tables.home());
    let position = homes.bytes();
    let (root, bounds) = scene.root::<L>(&position);
    let bound = bounds.iter().copied().max().unwrap_or(0);
    let threads = if cfg!(target_family = "wasm") { 1 } else { effort.threads };
    let place = Place::new(tables.shape(), tables.home()).expect("tables are for a home on their board");
    let laid = place.position(position.iter().map(|&home| u32::from(home)));
    let fits = |proof: &Proof| {
        proof.position == laid && proof.limit >= bound && (proof.limit - bound).is_multiple_of(2)
    };
    let proof = keeping.from.take().filter(fits).unwrap_or_else(|| Proof::new(bound));
    let mut search = Deepening {
        scene,
        homes,
        learned,
        root,
        bounds,
        position,
        best: proof.best.as_ref().map(|way| place.moves(way).into()),
        nodes_before: proof.nodes,
        proof: Proof { position: laid, ..proof },
        place,
        effort: Effort { threads, ..effort },
        habits,
        frontier: Frontier::new(monitor, threads),
        keep: keeping.keep.take(),
    };
    if threads > 1 {
        search.frontier.share_after = habits.share_nodes;
    }
    let ended = search.run();
    let Deepening { proof, best, keep, .. } = search;
    let nodes = proof.nodes;
    match (ended, best) {
        (Ok(RunEnd::Ended), Some(slides)) => Some(Ok(Found { slides, nodes })),
        (Ok(RunEnd::Ended), None) => unreachable!("a search ends with a way"),
        (Ok(RunEnd::Paused), _) => {
            *keeping = Keeping { from: Some(proof), keep };
            None
        }
        (Err(why), best) => Some(Err(Halted { why, lower_bound: proof.limit, best, nodes })),
    }
}

impl<const V: usize, L: Look<V>> Deepening<'_, '_, V, L> {
    fn run(&mut self) -> Result<RunEnd, StopReason> {
        if self.proof.limit == 0 {
            self.best = Some(Vec::new());
        }
        // Everything shorter than the limit is excluded.
        while self.best.as_ref().is_none_or(|way| way.len() as u32 > self.proof.limit) {
            // A depth is a byte, and the next iteration is looked into.
            if self.proof.limit + 2 > MOST_SLIDES {
                return Err(StopReason::Memory);
            }
            if self.habits.slopes_nodes.is_some_and(|least| self.expected() >= least) {
                return Ok(RunEnd::Paused);
            }
            let ended = self.iterate();
            self.proof.nodes = self.nodes_before + self.frontier.nodes;
            ended?;
        }
        Ok(RunEnd::Ended)
    }

    /// How many nodes this iteration will have, more or less.
    fn expected(&self) -> u64 {
        self.proof.last_nodes.saturating_mul(GROWTH)
    }

    /// One iteration, from where it stands to its end or to a way within its limit.
    fn iterate(&mut self) -> Result<(), StopReason> {
        let limit = self.proof.limit;
        self.frontier.limit = limit;
        let layer = self.first_layer()?;
        for part in self.proof.done..self.proof.parts {
            self.part(&layer, part)?;
            let found = self.best.as_ref().is_some_and(|way| way.len() as u32 == limit);
            self.proof.done = if found { part } else { part + 1 };
            self.keep();
            if found {
                return Ok(());
            }
        }
        drop(layer);
        let depths = std::mem::take(&mut self.frontier.depths);
        self.proof.next(look_ahead(&depths.to_go(limit), AHEAD_SHARE, self.proof.ahead));
        self.keep();
        if cfg!(feature = "short") && self.proof.nodes >= BEAM_NODES {
            self.beams()?;
        }
        Ok(())
    }

    /// Beams between two iterations, from both ends, for a way better than the best.
    fn beams(&mut self) -> Result<(), StopReason> {
        let width = (self.proof.nodes / NODES_PER_WIDTH).clamp(WIDTHS.0, WIDTHS.1);
        for from in [End::Start, End::Home] {
            let below = self.best.as_ref().map_or(MOST_SLIDES as usize, Vec::len);
            if below as u32 <= self.proof.limit {
                break;
            }
            self.frontier.limit = self.proof.limit;
            self.frontier.best = self.best.as_ref().map(|way| way.len() as u64);
            let wanted = Guess { from, width, below, memory_bytes: self.effort.memory_bytes };
            let Deepening { homes, learned, frontier, .. } = self;
            let monitor = frontier.monitor;
            let found = guess(learned, homes, wanted, monitor, &mut |nodes| frontier.made(nodes));
            self.proof.nodes = self.nodes_before + self.frontier.nodes;
            if let Some(way) = found? {
                self.known(way);
            }
        }
        Ok(())
    }

    /// The positions that this iteration begins with: the start alone, or a frontier.
    fn first_layer(&mut self) -> Result<NodeLayer<V, L>, StopReason> {
        let limit = self.proof.limit;
        let key = Key::new(&self.proof.position, self.place.home());
        let mut layer = NodeLayer::new(self.under(limit), key);
        let expected = self.expected();
        let depth = (self.proof.parts > 0).then_some(self.proof.depth);
        let habits = self.habits;
        let kept = self.keep.is_some() && expected >= habits.frontier_nodes;
        if kept || depth.is_some_and(|depth| depth > 0) {
            let most = (self.effort.memory_bytes / POSITION_BYTES).min(habits.most_roots);
            let parts = expected / habits.part_nodes + 1;
            let until = Until {
                wanted: (expected / habits.nodes_a_root).max(parts * habits.part_roots).min(most) as usize,
                depth,
                most: most as usize,
                deepest: self.ahead_from().min(limit / 2).saturating_sub(2),
            };
            // Cells of the board as it stands, as the keys number them.
            let given = inverse(&self.scene.tables.standing().map);
            let cells: Vec<u8> = given.iter().map(|&cell| self.place.cell(u32::from(cell))).collect();
            layer.grow(self.scene, &cells, &until, &mut self.frontier)?;
            if depth.is_some_and(|depth| depth != layer.depth) {
                // Whoever made the checkpoint had room for more positions: this iteration begins again.
                self.proof.restart();
            }
            if self.proof.parts == 0 {
                self.proof.parts = parts.min(1 << 16) as u32;
            }
        }
        self.proof.parts = self.proof.parts.max(1);
        self.proof.depth = layer.depth;
        Ok(layer)
    }

    /// Searches below one part of the positions.
    fn part(&mut self, layer: &NodeLayer<V, L>, part: u32) -> Result<(), StopReason> {
        let (parts, cells) = (self.proof.parts, self.position.len());
        let mine = |(_, key): &(&Node<V, L>, &Key)| parts == 1 || key.part(cells, parts) == part;
        let roots = layer.nodes.iter().zip(&layer.keys).filter(mine).map(|(node, _)| *node).collect();
        let records = if layer.depth == 0 { vec![0] } else { layer.records.clone() };
        let Effort { threads, .. } = self.effort;
        self.frontier.best = self.best.as_ref().map(|way| way.len() as u64);
        self.frontier.ahead_from = self.ahead_from();
        self.frontier.start_below(roots, records);
        let scene = self.scene;
        let ended = pool::search(&mut self.frontier, threads, &|frontier| go_on(scene, frontier));
        if let Some(way) = self.frontier.ahead.take() {
            self.found(&way);
        }
        match ended {
            Ended::Found(way) => self.found(&way),
            Ended::Exhausted | Ended::TooMuch => {}
            Ended::Stopped(why) => return Err(why),
        }
        self.proof.nodes = self.nodes_before + self.frontier.nodes;
        Ok(())
    }

    /// The depth from which this iteration looks ahead: nowhere if a way of the next one's length is known, or if
    /// everything is near the goal.
    fn ahead_from(&self) -> u32 {
        let Proof { limit, ahead, .. } = self.proof;
        let ahead = self.habits.ahead.unwrap_or(ahead);
        let known = self.best.as_ref().is_some_and(|way| way.len() as u32 <= limit + 2);
        let from = (limit + 2).saturating_sub(ahead);
        if known || from < 2 || ahead == 0 { NEVER } else { from }
    }

    /// A way, as the search writes it, that is better than any known.
    fn found(&mut self, way: &[u8]) {
        let tables = self.scene.tables;
        self.known(as_given(tables.standing(), tables.shape(), &self.position, way));
    }

    /// A way that is better than any known.
    fn known(&mut self, slides: Vec<Direction>) {
        self.proof.best = Some(self.place.blank_moves(&slides));
        self.best = Some(slides);
    }

    fn keep(&mut self) {
        if let Some(keep) = &mut self.keep {
            keep(&self.proof);
        }
    }

    /// The start with the slack that a limit leaves it.
    fn under(&self, limit: u32) -> Node<V, L> {
        let mut node = self.root;
        node.slack = self.bounds.map(|bound| ((limit - bound) / 2) as i8);
        node
    }
}
