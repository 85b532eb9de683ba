//! Many boards on a card: the 4×4 boards of a whole batch of lines at once.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use taquin_core::{Cell, Solvable};
use taquin_gpu::{Device, GpuError};

use super::card::{failure, verdict};
use super::{Asked, Outcome, Verdict};
use crate::failure::Failure;
use crate::limits::Watch;
use crate::lines::Batch;

/// About 100,000 boards, and while the card has one batch another is read.
pub const BATCH: Batch = Batch { bytes: 4 << 20, threads: 2 };

type Answers = IntoIter<Result<Outcome, Failure>>;

/// The answers to a batch, in order; what is not for the card is `searched` as usual.
pub fn solve(
    device: &Device,
    watch: &Watch,
    asked: impl Iterator<Item = Result<Asked, Failure>>,
    searched: impl Fn(Asked) -> Result<Outcome, Failure>,
) -> Answers {
    let asked: Vec<_> = asked.collect();
    let mut verdicts = on_card(device, watch, &asked);
    let answer = |(index, asked): (usize, Result<Asked, Failure>)| match &mut verdicts {
        Err(error) => asked.and(Err(failure(error))),
        Ok(verdicts) => match verdicts.remove(&index) {
            Some(verdict) => asked?.answered(|_, _| Ok(verdict)),
            None => searched(asked?),
        },
    };
    asked.into_iter().enumerate().map(answer).collect::<Vec<_>>().into_iter()
}

/// The verdicts on 4×4 boards, by their places in the batch.
fn on_card(
    device: &Device,
    watch: &Watch,
    asked: &[Result<Asked, Failure>],
) -> Result<BTreeMap<usize, Verdict>, GpuError> {
    // Boards whose goals have the blank in the same cell go together.
    let mut groups = BTreeMap::<Cell, (Vec<usize>, Vec<Solvable>)>::new();
    for (index, asked) in asked.iter().enumerate() {
        let Ok(Asked { decided: Ok(solvable), goal, alike: None, .. }) = asked else { continue };
        if Device::measures(goal.shape()) {
            let (places, problems) = groups.entry(goal.blank()).or_default();
            places.push(index);
            problems.push(solvable.clone());
        }
    }
    let mut verdicts = BTreeMap::new();
    for (places, problems) in groups.into_values() {
        let answers = device.solve_many(&problems, watch)?;
        verdicts.extend(places.into_iter().zip(answers.into_iter().map(|answer| verdict(device, answer))));
    }
    Ok(verdicts)
}
