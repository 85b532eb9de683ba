//! A part of a census: the layers of some of the blocks, for work that is shared between processes or machines.
//!
//! The blocks of a board (see [`super::moves`]) are dealt out in ranges. To make its blocks of the next layer a part needs its
//! own of the last two, and of the last one the runs that its blocks come from and others hold. Which those are follows from
//! the geometry: a block `b` comes from `c` by a move exactly if `c` comes from `b` by the move back. So whoever holds `c` knows
//! who wants its runs, without being asked: after every depth each part *exports* a message to every other, and *advances* when
//! it has those of all the others. A message is bytes with a checksum; nobody has to look into it who carries it.
//!
//! A message of a depth is the same whoever makes it and however often: a part that was lost is made anew from what was saved,
//! and the others never know.

use std::io::{Read, Write};

use rustc_hash::FxHashMap;
use taquin_core::{Cell, Metric, Shape};

use super::file::{FileError, FileKind, Reader, Writer};
use super::layers::{Layer, LayerWork, Layers, Runs, make_all};
use super::moves::{Blocks, Moves};
use super::{Census, CensusError, on_board};
use crate::monitor::Pace;
use crate::parallel::Workers;
use crate::{Monitor, Progress, Ranking, StopReason, Unlimited};

const KIND: FileKind = FileKind { name: "part of a census", magic: *b"taquinCP", version: 1 };

/// How a message begins.
const MESSAGE: FileKind = FileKind { name: "message of a census", magic: *b"taquinCM", version: 1 };

/// Blocks packed, or runs read, between two looks at the monitor: some milliseconds at most.
const POLL_RUNS: u64 = 64;

/// No board that can be numbered has positions as far as this from home.
const DEEPEST: u32 = 1 << 16;

/// Which part of which census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The board.
    pub shape: Shape,
    /// Where the blank belongs.
    pub blank_home: Cell,
    /// What counts as one move.
    pub metric: Metric,
    /// How many parts there are.
    pub parts: usize,
    /// Which of them this is, from 0.
    pub index: usize,
}

impl Share {
    fn numbers(&self) -> [u32; 6] {
        [
            self.shape.rows(),
            self.shape.columns(),
            self.blank_home.index() as u32,
            u32::from(self.metric == Metric::Mtm),
            self.parts as u32,
            self.index as u32,
        ]
    }
}

fn told([rows, columns, home, mtm, parts, index]: [u32; 6]) -> String {
    let metric = if mtm == 0 { "stm" } else { "mtm" };
    format!("{rows}x{columns} {metric}, blank home {home}, part {index} of {parts}")
}

/// A part of a census under way.
#[derive(Debug)]
pub struct Part {
    share: Share,
    ranking: Ranking,
    /// All blocks of the board.
    all: Blocks,
    /// The first block held here.
    first: usize,
    moves: Moves,
    /// For each move of `moves` the one back.
    back: Vec<usize>,
    current: Layer,
    previous: Layer,
    depth: u32,
    found: u64,
    spoiled: bool,
    workers: Workers,
}

impl Part {
    /// Bytes that a part takes, what others send it not counted; `None` if the board's positions cannot be numbered.
    pub fn memory_bytes(shape: Shape, metric: Metric, parts: usize) -> Option<u64> {
        let ranking = Ranking::new(shape, shape.last_cell())?;
        Some(Layers::bytes(&ranking, metric).div_ceil(parts.max(1) as u64))
    }

    /// A part that has seen the solved position, if that is one of its own. `threads` will make its layers.
    pub fn new(share: Share, threads: usize, monitor: &dyn Monitor) -> Result<Part, CensusError> {
        let Share { shape, blank_home, metric, parts, index } = share;
        on_board(shape, blank_home)?;
        let ranking = Ranking::new(shape, blank_home).ok_or(CensusError::TooLarge { shape })?;
        let all = Blocks::new(&ranking);
        if parts == 0 || index >= parts || parts > all.count {
            return Err(CensusError::Parts { shape, parts, index, blocks: all.count });
        }
        let range = range(all.count, parts, index);
        let own = Blocks { count: range.len(), ..all };
        let moves = Moves::of_blocks(&ranking, metric, range.clone(), monitor).map_err(|why| {
            let finished = Census::new(shape, blank_home, metric, Vec::new(), false);
            CensusError::Stopped { why, finished: Box::new(finished) }
        })?;
        let back = moves.all.iter().map(|m| moves.all.iter().position(|n| (n.from, n.to) == (m.to, m.from)));
        let back = back.map(|back| back.expect("every way of the blank has a way back")).collect();
        let home = ranking.home_step();
        let refused = || CensusError::Refused {
            shape,
            needed: Part::memory_bytes(shape, metric, parts).unwrap_or(u64::MAX),
        };
        let layer = |parity: usize| {
            let colour = move |step: usize| metric == Metric::Mtm || step % 2 == parity;
            Layer::empty(&own, shape.cells(), colour).ok_or_else(refused)
        };
        let mut part = Part {
            current: layer(home % 2)?,
            previous: layer(1 - home % 2)?,
            share,
            all,
            first: range.start,
            moves,
            back,
            depth: 0,
            found: 0,
            spoiled: false,
            workers: Workers::new(threads.min(own.count)),
            ranking,
        };
        let solved: Vec<u8> = (0..shape.cells() as u8).collect();
        let number = part.ranking.number(&solved).expect("the solved position is even");
        let order = number as usize / shape.cells();
        let (word, bit) = (order / all.bits, order % all.bits);
        if let Some(block) = (word / all.words).checked_sub(part.first).filter(|&block| block < own.count) {
            part.current.set(block, home, word % all.words, bit);
            part.found = 1;
        }
        Ok(part)
    }

    /// Which part it is.
    pub fn share(&self) -> Share {
        self.share
    }

    /// The depth that was counted last.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions this part has at that depth.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// How many positions the board has in all.
    pub fn positions(&self) -> u64 {
        self.ranking.positions()
    }

    /// What every part, this one left out, needs of the last layer to make the next: one message each, in their order; the
    /// message to itself is empty. A stop changes nothing.
    pub fn export(&self, monitor: &dyn Monitor) -> Result<Vec<Vec<u8>>, PartError> {
        let parts = self.share.parts;
        let mut pace = Pace::new(monitor, "packing messages", POLL_RUNS);
        let mut bodies = vec![Vec::new(); parts];
        for block in 0..self.previous.blocks() {
            pace.step(1)?;
            for step in self.current.steps() {
                let Some(run) = self.current.living_at(block, step) else { continue };
                let mut told = Vec::new();
                for (number, m) in self.moves.all.iter().enumerate() {
                    if m.from != step || m.origins.is_empty() {
                        continue;
                    }
                    let to = self.moves.all[self.back[number]].origins[block].block as usize;
                    let peer = owner(self.all.count, parts, to);
                    if peer != self.share.index && !told.contains(&peer) {
                        told.push(peer);
                        encode(&mut bodies[peer], (self.first + block) as u32, step as u8, run);
                    }
                }
            }
        }
        let sealed = bodies.into_iter().enumerate().map(|(peer, body)| {
            pace.step(POLL_RUNS)?;
            Ok(self.message(peer, &body))
        });
        sealed.collect()
    }

    fn message(&self, peer: usize, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        if peer == self.share.index {
            return bytes;
        }
        let write = |bytes: &mut Vec<u8>| {
            let mut out = Writer::new(MESSAGE, bytes)?;
            for number in self.share.numbers().into_iter().chain([peer as u32, self.depth]) {
                out.number(number)?;
            }
            out.number(body.len() as u32)?;
            out.number((body.len() as u64 >> 32) as u32)?;
            out.bytes(body)?;
            out.seal()
        };
        write(&mut bytes).expect("memory can be written");
        bytes
    }

    /// Makes the next layer from the messages of all others, in any order, and says how many positions this part has there.
    /// Empty messages are passed over.
    ///
    /// # Errors
    /// A message that is damaged, of another census or depth, or missing leaves the part as it was, as does a stop while they are
    /// read. A later stop leaves it half made, of no further use.
    pub fn advance(&mut self, messages: &[&[u8]], monitor: &dyn Monitor) -> Result<u64, PartError> {
        if self.spoiled {
            return Err(PartError::Spoiled);
        }
        let mut imports = Imports::new(self.all.words);
        let mut heard = vec![false; self.share.parts];
        heard[self.share.index] = true;
        let mut pace = Pace::new(monitor, "reading messages", POLL_RUNS);
        for message in messages.iter().filter(|message| !message.is_empty()) {
            let from = self.read(message, &mut imports, &mut pace)?;
            if std::mem::replace(&mut heard[from], true) {
                return Err(PartError::Twice { from });
            }
        }
        if let Some(from) = heard.iter().position(|heard| !heard) {
            return Err(PartError::Missing { from, depth: self.depth });
        }
        let progress =
            Progress { phase: "counting positions", lower_bound: self.depth + 1, ..Progress::default() };
        let source = Held { first: self.first, own: &self.current, imports: &imports };
        let step = LayerWork::new(
            &self.all,
            &self.moves,
            &source,
            self.first,
            // Only written beside positions where there is a map, whose depths fit a byte; there is none here.
            (self.depth + 1) as u8,
            &self.current,
            &self.previous,
        );
        match make_all(&step, &mut self.previous, None, &self.workers, monitor, progress) {
            Ok(found) => {
                std::mem::swap(&mut self.current, &mut self.previous);
                self.depth += 1;
                self.found = found;
                Ok(found)
            }
            Err(why) => {
                self.spoiled = true;
                Err(PartError::Stopped(why))
            }
        }
    }

    fn read(
        &self,
        mut message: &[u8],
        imports: &mut Imports,
        pace: &mut Pace<'_>,
    ) -> Result<usize, PartError> {
        let mut input = Reader::new(MESSAGE, &mut message)?;
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = input.number()?;
        }
        let (to, depth) = (input.number()?, input.number()?);
        let mut expected = self.share.numbers();
        expected[5] = numbers[5];
        let own = to as usize == self.share.index && (numbers[5] as usize) < self.share.parts;
        if numbers != expected || !own {
            let found = format!("{}, for part {to}", told(numbers));
            let wanted = format!("{}, for part {}", told(expected), self.share.index);
            return Err(FileError::Other { what: MESSAGE.name, found, expected: wanted }.into());
        }
        if depth != self.depth {
            return Err(PartError::Depth { found: depth, expected: self.depth });
        }
        let length = u64::from(input.number()?) | u64::from(input.number()?) << 32;
        let mut body = Vec::new();
        // Read in pieces: a length that lies takes no memory.
        while (body.len() as u64) < length {
            let from = body.len();
            pace.step(POLL_RUNS)?;
            body.resize(from + (length - from as u64).min(1 << 20) as usize, 0);
            input.bytes(&mut body[from..])?;
        }
        input.seal()?;
        let mut body = &body[..];
        while !body.is_empty() {
            pace.step(1)?;
            body = decode(body, imports).ok_or(PartError::Content)?;
        }
        Ok(numbers[5] as usize)
    }

    /// Writes everything that is needed to go on.
    pub fn save(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.spoiled {
            return Err(std::io::Error::other("a depth that was stopped half way cannot be saved"));
        }
        let mut out = Writer::new(KIND, out)?;
        for number in self.share.numbers() {
            out.number(number)?;
        }
        out.number(self.depth)?;
        out.words(&[self.found])?;
        for layer in [&self.current, &self.previous] {
            layer.save(&mut out)?;
        }
        out.seal()
    }

    /// Takes up a part where [`Part::save`] left it.
    pub fn resume(share: Share, threads: usize, input: &mut dyn Read) -> Result<Part, FileError> {
        let mut input = Reader::new(KIND, input)?;
        let mut numbers = [0; 6];
        for number in &mut numbers {
            *number = input.number()?;
        }
        if numbers != share.numbers() {
            let (found, expected) = (told(numbers), told(share.numbers()));
            return Err(FileError::Other { what: KIND.name, found, expected });
        }
        // What was begun before is made whole: whoever goes on waits for the file, which is longer.
        let mut part = Part::new(share, threads, &Unlimited)?;
        part.depth = input.number()?;
        if part.depth > DEEPEST {
            return Err(input.damaged("its depth cannot be true"));
        }
        let mut found = [0];
        input.words(&mut found)?;
        part.found = found[0];
        if part.depth % 2 == 1 {
            std::mem::swap(&mut part.current, &mut part.previous);
        }
        for layer in [&mut part.current, &mut part.previous] {
            layer.load(&mut input)?;
        }
        input.seal()?;
        Ok(part)
    }
}

/// Why a part cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// A message is damaged, or of another census.
    #[error(transparent)]
    Message(#[from] FileError),
    /// A message is of another depth.
    #[error("a message of depth {found} where depth {expected} is to be continued")]
    Depth {
        /// The message's.
        found: u32,
        /// The part's.
        expected: u32,
    },
    /// A message says what no part says.
    #[error("a message whose content is no part's")]
    Content,
    /// Two messages of one part.
    #[error("two messages came from part {from}")]
    Twice {
        /// The part.
        from: usize,
    },
    /// No message of one part.
    #[error("no message came from part {from} after depth {depth}")]
    Missing {
        /// The part.
        from: usize,
        /// The depth.
        depth: u32,
    },
    /// It was stopped before, half way.
    #[error("a depth was stopped half way; begin from what was saved")]
    Spoiled,
    /// It was stopped.
    #[error("stopped by {0}")]
    Stopped(StopReason),
}

impl From<StopReason> for PartError {
    fn from(why: StopReason) -> PartError {
        PartError::Stopped(why)
    }
}

/// The blocks of one of several parts.
fn range(blocks: usize, parts: usize, index: usize) -> std::ops::Range<usize> {
    let begin = |index: usize| (index as u128 * blocks as u128 / parts as u128) as usize;
    begin(index)..begin(index + 1)
}

/// The part that holds a block.
fn owner(blocks: usize, parts: usize, block: usize) -> usize {
    let guess = (block as u128 * parts as u128 / blocks as u128) as usize;
    // Ranges are rounded down, so a block may stand just past the one that is guessed.
    (guess..parts).find(|&index| range(blocks, parts, index).contains(&block)).unwrap_or(guess)
}

/// Runs that came from others.
struct Imports {
    length: usize,
    words: Vec<u64>,
    places: FxHashMap<(u32, u8), usize>,
}

impl Imports {
    fn new(length: usize) -> Imports {
        Imports { length, words: Vec::new(), places: FxHashMap::default() }
    }
}

/// What a part has to read: its own blocks, and those that others sent it.
struct Held<'a> {
    first: usize,
    own: &'a Layer,
    imports: &'a Imports,
}

impl Runs for Held<'_> {
    #[inline]
    fn living(&self, block: usize, step: usize) -> Option<&[u64]> {
        match block.checked_sub(self.first).filter(|&block| block < self.own.blocks()) {
            Some(block) => self.own.living_at(block, step),
            None => {
                let place = *self.imports.places.get(&(block as u32, step as u8))?;
                Some(&self.imports.words[place..][..self.imports.length])
            }
        }
    }
}

/// A run in a message: block, step, which words are not empty, and those.
fn encode(body: &mut Vec<u8>, block: u32, step: u8, run: &[u64]) {
    body.extend_from_slice(&block.to_le_bytes());
    body.push(step);
    for words in run.chunks(8) {
        body.push(words.iter().enumerate().fold(0, |bits, (bit, &word)| bits | u8::from(word != 0) << bit));
    }
    for word in run.iter().filter(|&&word| word != 0) {
        body.extend_from_slice(&word.to_le_bytes());
    }
}

/// Reads one run of a message, and gives back what follows it.
fn decode<'a>(body: &'a [u8], imports: &mut Imports) -> Option<&'a [u8]> {
    let (head, rest) = body.split_first_chunk::<5>()?;
    let block = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
    let (bits, mut rest) = rest.split_at_checked(imports.length.div_ceil(8))?;
    let place = imports.words.len();
    for at in 0..imports.length {
        let word = if bits[at / 8] >> (at % 8) & 1 == 1 {
            let (word, left) = rest.split_first_chunk::<8>()?;
            rest = left;
            u64::from_le_bytes(*word)
        } else {
            0
        };
        imports.words.push(word);
    }
    imports.places.insert((block, head[4]), place);
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::super::{CensusOptions, census};
    use super::*;
    use crate::Unlimited;

    fn share(size: &str, home: u32, metric: Metric, parts: usize, index: usize) -> Share {
        Share { shape: size.parse().unwrap(), blank_home: Cell::new(home), metric, parts, index }
    }

    fn parts(size: &str, home: u32, metric: Metric, parts: usize) -> Vec<Part> {
        (0..parts)
            .map(|index| Part::new(share(size, home, metric, parts, index), 1, &Unlimited).unwrap())
            .collect()
    }

    fn export(part: &Part) -> Vec<Vec<u8>> {
        part.export(&Unlimited).unwrap()
    }

    /// One depth of all parts; how many positions it has.
    fn deepen(parts: &mut [Part]) -> u64 {
        let sent: Vec<Vec<Vec<u8>>> = parts.iter().map(export).collect();
        let each = parts.iter_mut().enumerate().map(|(to, part)| {
            let messages: Vec<&[u8]> = sent.iter().map(|from| &from[to][..]).collect();
            part.advance(&messages, &Unlimited).unwrap()
        });
        each.sum()
    }

    #[test]
    fn parts_count_what_the_whole_counts() {
        let boards =
            [("2x2", 0, 1), ("2x3", 2, 1), ("3x3", 4, 1), ("3x3", 8, 7), ("2x5", 9, 5), ("4x2", 3, 3)];
        for (size, home, count) in boards {
            for metric in [Metric::Stm, Metric::Mtm] {
                let options = CensusOptions::new().metric(metric);
                let whole = census(size.parse().unwrap(), Cell::new(home), &options, &Unlimited).unwrap();
                let mut parts = parts(size, home, metric, count);
                let mut counts = vec![parts.iter().map(Part::found).sum::<u64>()];
                while counts.iter().sum::<u64>() < parts[0].positions() {
                    counts.push(deepen(&mut parts));
                }
                assert_eq!(counts, whole.counts, "{size} {home} {metric} in {count}");
            }
        }
    }

    #[test]
    fn a_part_that_was_saved_goes_on_as_if_it_had_never_been_away() {
        let (metric, count) = (Metric::Stm, 3);
        let mut parts = parts("3x3", 8, metric, count);
        let mut twin = self::parts("3x3", 8, metric, count);
        for depth in 1..=31 {
            let saved: Vec<Vec<u8>> = twin
                .iter()
                .map(|part| {
                    let mut file = Vec::new();
                    part.save(&mut file).unwrap();
                    file
                })
                .collect();
            twin = saved
                .iter()
                .enumerate()
                .map(|(i, file)| Part::resume(share("3x3", 8, metric, count, i), 1, &mut &file[..]).unwrap())
                .collect();
            assert_eq!(export(&twin[0]), export(&parts[0]), "the same bytes at depth {depth}");
            assert_eq!(deepen(&mut twin), deepen(&mut parts));
            assert_eq!((twin[0].depth(), twin[1].found()), (parts[0].depth(), parts[1].found()));
        }
        let mut file = Vec::new();
        twin[0].save(&mut file).unwrap();
        let other = Part::resume(share("3x3", 8, metric, count, 1), 1, &mut &file[..]).unwrap_err();
        assert!(
            other.to_string().contains("part 0 of 3, not of 3x3 stm, blank home 8, part 1 of 3"),
            "{other}"
        );
        let middle = file.len() / 2;
        file[middle] ^= 4;
        assert!(Part::resume(share("3x3", 8, metric, count, 0), 1, &mut &file[..]).is_err());
    }

    #[test]
    fn a_wrong_message_is_refused_and_changes_nothing() {
        let mut parts = parts("3x3", 8, Metric::Stm, 2);
        let early = export(&parts[1])[0].clone();
        deepen(&mut parts);
        let message = export(&parts[1])[0].clone();
        let mut refused =
            |messages: &[&[u8]]| parts[0].advance(messages, &Unlimited).unwrap_err().to_string();
        assert_eq!(refused(&[]), "no message came from part 1 after depth 1");
        assert_eq!(refused(&[&early]), "a message of depth 0 where depth 1 is to be continued");
        assert_eq!(refused(&[&message, &message]), "two messages came from part 1");
        for at in 0..message.len() {
            let mut damaged = message.clone();
            damaged[at] ^= 1;
            assert!(!refused(&[&damaged]).is_empty(), "byte {at}");
            refused(&[&message[..at.max(1)]]);
        }
        let other = export(&self::parts("3x3", 0, Metric::Stm, 2)[1])[0].clone();
        assert!(refused(&[&other]).contains("blank home 0"), "another census");
        assert!(parts[0].advance(&[&message], &Unlimited).is_ok());
        for (count, index) in [(0, 0), (2, 2), (1000, 0)] {
            let refused = Part::new(share("3x3", 8, Metric::Stm, count, index), 1, &Unlimited).unwrap_err();
            assert!(refused.to_string().contains("part"), "{refused}");
        }
    }

    #[test]
    fn a_part_can_be_stopped_while_it_is_made_and_while_messages_are_packed_and_read() {
        use std::ops::ControlFlow;
        use std::sync::atomic::{AtomicU64, Ordering};

        /// Stops at the look with this number.
        struct At(AtomicU64);
        impl Monitor for At {
            fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
                match self.0.fetch_sub(1, Ordering::Relaxed) {
                    0 => ControlFlow::Break(StopReason::Interrupted),
                    _ => ControlFlow::Continue(()),
                }
            }
        }
        let at = |look| At(AtomicU64::new(look));
        let share = |index| share("3x4", 11, Metric::Stm, 2, index);
        for look in [0, 3] {
            let stopped = Part::new(share(0), 1, &at(look)).unwrap_err();
            assert!(
                matches!(stopped, CensusError::Stopped { why: StopReason::Interrupted, .. }),
                "{stopped}"
            );
        }
        let mut parts = [0, 1].map(|index| Part::new(share(index), 1, &Unlimited).unwrap());
        for _ in 0..12 {
            deepen(&mut parts);
        }
        for look in [0, 2] {
            let stopped = parts[0].export(&at(look)).unwrap_err();
            assert!(matches!(stopped, PartError::Stopped(StopReason::Interrupted)), "{stopped}");
        }
        let message = export(&parts[1])[0].clone();
        let stopped = parts[0].advance(&[&message], &at(0)).unwrap_err();
        assert!(matches!(stopped, PartError::Stopped(StopReason::Interrupted)), "{stopped}");
        // What was stopped that early has changed nothing.
        assert_eq!(deepen(&mut parts), 4_442, "positions of 3x4 at 13 slides");
    }

    #[test]
    fn a_sealed_file_that_claims_any_depth_is_refused_or_goes_on() {
        let share = share("2x3", 5, Metric::Stm, 1, 0);
        let mut file = Vec::new();
        Part::new(share, 1, &Unlimited).unwrap().save(&mut file).unwrap();
        file.truncate(file.len() - 4);
        // Behind the magic word, the version and six numbers.
        let depth_at = 8 + 4 + 6 * 4;
        for depth in [0, 1, 254, 255, 256, DEEPEST, DEEPEST + 1, u32::MAX] {
            file[depth_at..][..4].copy_from_slice(&depth.to_le_bytes());
            let sealed = [&file[..], &crc32fast::hash(&file).to_le_bytes()].concat();
            match Part::resume(share, 1, &mut &sealed[..]) {
                Ok(mut part) => assert!(depth <= DEEPEST && part.advance(&[], &Unlimited).is_ok(), "{depth}"),
                Err(why) => assert!(depth > DEEPEST, "{depth}: {why}"),
            }
        }
    }

    #[test]
    fn every_block_has_one_owner() {
        for (blocks, parts) in [(1, 1), (7, 3), (462, 5), (462, 461), (15_135_120, 1000)] {
            for block in (0..blocks).step_by((blocks / 5000).max(1)) {
                assert!(range(blocks, parts, owner(blocks, parts, block)).contains(&block));
            }
        }
    }
}
