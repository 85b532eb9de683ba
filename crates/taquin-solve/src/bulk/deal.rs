//! Many deals at exact distances.

use std::sync::{Arc, Mutex};

use taquin_core::game::DealError;
use taquin_core::{Goal, Metric, Seed, Shape};

use super::{BulkError, SharedWork};
use crate::census::{CensusError, CensusOptions, MAX_MAPPED_CELLS};
use crate::parallel::{Workers, lock};
use crate::random::Random;
use crate::{Monitor, StopReason, TableCache};

/// A board that is asked for: which one of its seed, and how far from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its number: the same number, seed and distance give the same board, whatever else is asked for.
    pub index: u64,
    /// Its distance in single slides.
    pub distance: u32,
}

/// Boards at exact distances, as bytes one after another; `threads` work at different ones.
///
/// Up to 12 cells each is uniform among all boards as far away; beyond, see [`crate::deal`].
pub fn deal(
    shape: Shape,
    goal: &Goal,
    seed: Seed,
    wanted: &[Wanted],
    threads: usize,
    tables: &Arc<TableCache>,
    monitor: &dyn Monitor,
) -> Result<Vec<u8>, BulkError> {
    let home = goal.board(shape)?;
    let cells = shape.cells();
    if cells > 256 {
        return Err(BulkError::TooLarge(shape));
    }
    let mut boards = vec![0u8; wanted.len() * cells];
    let random = |wanted: &Wanted| Random(seed.number() ^ Random(wanted.index).next()).next();
    if cells <= MAX_MAPPED_CELLS && !shape.is_corridor() {
        let options = CensusOptions::new().metric(Metric::Stm).threads(threads);
        let map = tables.map(shape, home.blank(), &options, monitor).map_err(|error| match error {
            CensusError::Stopped { why, .. } => BulkError::Stopped(why),
            other => other.into(),
        })?;
        let counts = map.counts(monitor)?;
        // Which of the boards at its distance each is; then one walk through the map finds them all.
        let mut places = vec![Vec::new(); counts.len()];
        for (at, one) in wanted.iter().enumerate() {
            let radius = counts.len() as u32 - 1;
            let Some(&count) = counts.get(one.distance as usize) else {
                return Err(DealError::TooFar { shape, wanted: one.distance, radius }.into());
            };
            let place = ((u128::from(random(one)) * u128::from(count)) >> 64) as u64;
            places[one.distance as usize].push((place, at));
        }
        places.iter_mut().for_each(|places| places.sort_unstable_by(|a, b| b.cmp(a)));
        let mut met = vec![0u64; places.len()];
        let tiles: Vec<u8> = home.iter().map(|tile| tile.number() as u8).collect();
        let mut position = vec![0; cells];
        for (first, piece) in map.pieces(monitor) {
            for (number, &distance) in (first..).zip(piece?) {
                let distance = usize::from(distance);
                while let Some(&(_, at)) =
                    places[distance].last().filter(|(place, _)| *place == met[distance])
                {
                    places[distance].pop();
                    map.ranking().write_position(number, &mut position);
                    for (tile, &home) in boards[at * cells..][..cells].iter_mut().zip(&position) {
                        *tile = tiles[usize::from(home)];
                    }
                }
                met[distance] += 1;
            }
        }
        return Ok(boards);
    }
    let work = SharedWork::new(wanted.len(), monitor, "dealing boards");
    let failed = Mutex::new(None);
    let shared = Workers::new(threads.min(wanted.len())).share(
        boards.chunks_mut(cells).zip(wanted),
        || (),
        |(), (board, one)| {
            let own = Seed::new(random(one));
            if one.distance == 0 {
                board.iter_mut().zip(home.iter()).for_each(|(to, tile)| *to = tile.number() as u8);
                return work.look(1);
            }
            match crate::deal::at_distance(shape, goal, own, one.distance, tables, monitor) {
                Ok(game) => {
                    board
                        .iter_mut()
                        .zip(game.start().iter())
                        .for_each(|(to, tile)| *to = tile.number() as u8);
                    work.look(1)
                }
                Err(error) => {
                    // A deal that was interrupted says only that it found nothing.
                    work.look(0)?;
                    lock(&failed).get_or_insert(error);
                    Err(StopReason::Interrupted)
                }
            }
        },
    );
    match (shared, lock(&failed).take()) {
        (_, Some(error)) => Err(error.into()),
        (Err(why), None) => Err(why.into()),
        (Ok(_), None) => Ok(boards),
    }
}
