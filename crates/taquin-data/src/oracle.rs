//! Who says how far boards are: the processor, or a card.

use std::path::PathBuf;
use std::sync::Arc;

use taquin_core::Metric;
use taquin_core::batch::Boards;
use taquin_solve::bulk::{self, Ask, BulkError, Labels, UNKNOWN, UNSOLVABLE};
use taquin_solve::{Monitor, StopReason};

/// Where boards are labelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// On the processor.
    #[default]
    Cpu,
    /// On an NVIDIA card: distances of 4×4 boards in single slides; whatever else is asked is the processor's.
    Cuda,
}

impl std::str::FromStr for Device {
    type Err = String;

    fn from_str(name: &str) -> Result<Device, String> {
        match name {
            "cpu" => Ok(Device::Cpu),
            "cuda" => Ok(Device::Cuda),
            other => Err(format!(
                "{:?} is no device; there are cpu and cuda",
                other.chars().take(40).collect::<String>()
            )),
        }
    }
}

/// Whoever answers how far boards are, and which slides begin shortest solutions. All give the same answers.
pub trait Oracle: Send + Sync {
    /// The labels of boards, in their order.
    fn label(
        &self,
        boards: &Boards<'_>,
        ask: &Ask,
        moves: bool,
        monitor: &dyn Monitor,
    ) -> Result<Labels, BulkError>;

    /// How many shards are best made at the same time with so many threads. A processor gives all threads to one.
    fn at_once(&self, _threads: usize) -> usize {
        1
    }
}

/// The oracle of a device; one line that says why there is none. `cache` is a folder for what a card compiles.
pub fn oracle(device: Device, cache: Option<PathBuf>) -> Result<Arc<dyn Oracle>, BulkError> {
    match device {
        Device::Cpu => Ok(Arc::new(Processor)),
        Device::Cuda => {
            let settings = taquin_gpu::Settings { cache, ..taquin_gpu::Settings::default() };
            let card =
                taquin_gpu::Device::open(&settings).map_err(|why| BulkError::Device(why.to_string()))?;
            Ok(Arc::new(Card(card)))
        }
    }
}

struct Processor;

impl Oracle for Processor {
    fn label(
        &self,
        boards: &Boards<'_>,
        ask: &Ask,
        moves: bool,
        monitor: &dyn Monitor,
    ) -> Result<Labels, BulkError> {
        bulk::label(boards, ask, moves, monitor)
    }
}

struct Card(taquin_gpu::Device);

impl Card {
    fn distances(&self, boards: &Boards<'_>, ask: &Ask, monitor: &dyn Monitor) -> Result<Vec<u8>, BulkError> {
        let mut distances = vec![UNSOLVABLE; boards.len()];
        let cells = boards.shape().cells();
        let mut solvable = vec![false; boards.len()];
        boards.solvable(&taquin_core::Goal::Board(ask.goal.clone()), &mut solvable)?;
        let mut homes = vec![0; boards.as_bytes().len()];
        boards.homes(&ask.goal, &mut homes)?;
        let mut asked = Vec::with_capacity(homes.len());
        for (homes, _) in homes.chunks_exact(cells).zip(&solvable).filter(|(_, can)| **can) {
            asked.extend_from_slice(homes);
        }
        let found = self.0.distances(boards.shape(), ask.goal.blank(), &asked, monitor);
        let found = found.map_err(|why| BulkError::Device(why.to_string()))?;
        if let Some(why) = found.stopped {
            return Err(BulkError::Stopped(why));
        }
        let mut found = found.distances.into_iter();
        for (distance, _) in distances.iter_mut().zip(&solvable).filter(|(_, can)| **can) {
            // What a card leaves unfinished without being stopped would be an error of ours.
            *distance = found.next().filter(|&label| label < UNSOLVABLE).ok_or(StopReason::Interrupted)?;
        }
        Ok(distances)
    }
}

/// Shards in the making while a card labels: it takes 0.27 µs for a board, one thread that draws boards and writes them 1.6,
/// and waits for the card in between.
const BESIDE_A_CARD: usize = 12;

impl Oracle for Card {
    fn at_once(&self, threads: usize) -> usize {
        threads.min(BESIDE_A_CARD)
    }

    fn label(
        &self,
        boards: &Boards<'_>,
        ask: &Ask,
        moves: bool,
        monitor: &dyn Monitor,
    ) -> Result<Labels, BulkError> {
        let fits = ask.metric == Metric::Stm && ask.nodes.is_none() && ask.time.is_none();
        if !fits || !taquin_gpu::Device::measures(boards.shape()) {
            return bulk::label(boards, ask, moves, monitor);
        }
        let distances = self.distances(boards, ask, monitor)?;
        let mut masks = Vec::new();
        if moves {
            // A slide begins a shortest solution where its end is one nearer: four boards for each.
            let (mut after, mut legal) = (vec![0; 4 * boards.as_bytes().len()], vec![0; boards.len()]);
            boards.neighbours(&mut after, &mut legal)?;
            let next =
                Boards::new(boards.shape(), &after).map_err(|why| BulkError::Device(why.to_string()))?;
            let next = self.distances(&next, ask, monitor)?;
            let (fours, _) = next.as_chunks::<4>();
            masks = distances
                .iter()
                .zip(fours)
                .map(|(&here, four)| {
                    let nearer = |&there: &u8| here != UNSOLVABLE && here != UNKNOWN && there + 1 == here;
                    (0..4).zip(four).map(|(bit, there)| u8::from(nearer(there)) << bit).sum()
                })
                .collect();
        }
        Ok(Labels::exact(distances, masks))
    }
}
