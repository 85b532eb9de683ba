//! Split times: when each part of the board was done.

use super::Replay;
use crate::prelude::*;
use crate::{Board, Direction, Grouping};

/// A group of tiles that is at home, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// Which group, from 0.
    pub group: u32,
    /// The slides after which all of its tiles were at home and stayed there to the end.
    pub slides: usize,
    /// The time of the last of these, in milliseconds of play; `None` when nobody took the time.
    pub time_ms: Option<u64>,
}

impl Split {
    /// The slides and the time that it took after the split before; all of them where there is none.
    ///
    /// ```
    /// use taquin_core::replay::Split;
    /// let split = |slides, time_ms| Split { group: 0, slides, time_ms };
    /// assert_eq!(split(7, Some(500)).since(Some(&split(4, Some(200)))), (3, Some(300)));
    /// assert_eq!(split(7, None).since(None), (7, None));
    /// ```
    #[must_use]
    pub fn since(&self, before: Option<&Split>) -> (usize, Option<u64>) {
        let (slides, time) = before.map_or((0, Some(0)), |before| (before.slides, before.time_ms));
        let took = self.time_ms.zip(time).map(|(end, begin)| end.saturating_sub(begin));
        (self.slides.saturating_sub(slides), took)
    }
}

impl Replay {
    /// When each group of tiles was done, the first one first; groups that are not at home at the end, and one that is the blank's home alone, are left out.
    ///
    /// A tile may be moved away again to make room for others, so a group counts as done from the slide after which it is not touched any more.
    ///
    /// ```
    /// use taquin_core::replay::{Replay, Source};
    /// use taquin_core::{Goal, Grouping};
    /// let start = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let replay = Replay::new(start, Goal::BlankLast, "LUL".parse()?, Some(vec![0, 200, 500]), Source::Keys)?;
    /// let done: Vec<_> = replay.splits(Grouping::Rows).iter().map(|split| (split.group, split.slides, split.time_ms)).collect();
    /// assert_eq!(done, [(0, 0, Some(0)), (1, 2, Some(200)), (2, 3, Some(500))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn splits(&self, grouping: Grouping) -> Vec<Split> {
        let shape = self.start.shape();
        let homes = self.goal_board.cells_by_tile();
        let groups: Vec<u32> = homes.iter().map(|&home| grouping.group(shape, home)).collect();
        let mut away = vec![0_u32; grouping.count(shape) as usize];
        // The home of the blank may be a group of its own: there is nothing to be done in it.
        let blank = groups[0];
        let alone = groups.iter().filter(|&&group| group == blank).count() == 1;
        for (cell, tile) in shape.all_cells().zip(self.start.tiles()) {
            let number = tile.number() as usize;
            away[groups[number] as usize] += u32::from(!tile.is_blank() && homes[number] != cell);
        }
        let mut since: Vec<Option<usize>> = away.iter().map(|&count| (count == 0).then_some(0)).collect();
        let mut board = self.start.clone();
        for (slide, direction) in self.moves.iter().enumerate() {
            let Some((number, left_home, came_home)) = slid(&mut board, direction, &homes) else { break };
            let group = groups[number] as usize;
            away[group] = away[group] + u32::from(left_home) - u32::from(came_home);
            if away[group] > 0 {
                since[group] = None;
            } else if since[group].is_none() {
                since[group] = Some(slide + 1);
            }
        }
        let time = |slides: usize| {
            let times = self.times_ms.as_ref()?;
            Some(slides.checked_sub(1).map_or(0, |last| times[last]))
        };
        let members = (0..).zip(&since).filter(|&(group, _)| group != blank || !alone);
        let done = members.filter_map(|(group, &since)| since.map(|slides| (slides, group)));
        let mut done: Vec<(usize, u32)> = done.collect();
        done.sort_unstable();
        done.into_iter().map(|(slides, group)| Split { group, slides, time_ms: time(slides) }).collect()
    }
}

/// Slides, and tells the tile's number, whether it stood at home, and whether it stands there now.
fn slid(board: &mut Board, direction: Direction, homes: &[crate::Cell]) -> Option<(usize, bool, bool)> {
    let (from, to) = (board.source(direction)?, board.blank());
    let number = board.slide(direction)?.number() as usize;
    Some((number, homes[number] == from, homes[number] == to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Source;
    use crate::{Goal, Moves, Scrambler, Seed, Shape};

    /// The same from the definition: a group is done after the fewest slides from which on every board has it at home.
    fn by_definition(replay: &Replay, grouping: Grouping) -> Vec<(usize, u32)> {
        let shape = replay.start().shape();
        let goal = replay.goal_board();
        let boards: Vec<Board> = replay.boards().collect();
        let at_home = |board: &Board, group: u32| {
            let of_group = |cell| {
                let blank = goal.tile(cell).is_some_and(crate::Tile::is_blank);
                grouping.group(shape, cell) == group && !blank
            };
            shape.all_cells().filter(|&cell| of_group(cell)).all(|cell| board.tile(cell) == goal.tile(cell))
        };
        let mut done: Vec<(usize, u32)> = (0..grouping.count(shape))
            .filter(|&group| {
                let tiles = shape.all_cells().zip(goal.tiles()).filter(|(_, tile)| !tile.is_blank());
                tiles.clone().any(|(cell, _)| grouping.group(shape, cell) == group)
            })
            .filter(|&group| at_home(boards.last().unwrap(), group))
            .map(|group| {
                (boards.iter().rposition(|board| !at_home(board, group)).map_or(0, |last| last + 1), group)
            })
            .collect();
        done.sort_unstable();
        done
    }

    #[test]
    fn splits_are_those_of_the_definition_on_walks_from_every_goal() {
        for (size, goal) in
            [("3x3", Goal::BlankLast), ("2x4", Goal::BlankFirst), ("4x4", Goal::Spiral), ("5x3", Goal::Snake)]
        {
            let shape: Shape = size.parse().unwrap();
            for seed in 0..if cfg!(miri) { 2 } else { 60 } {
                // A scramble's numbers are a source of random ways.
                let numbers = Scrambler::new("5x8".parse().unwrap(), &Goal::BlankLast, Seed::new(seed))
                    .unwrap()
                    .board(0);
                let mut board = goal.board(shape).unwrap();
                let way = numbers.tiles().iter().map(|tile| Direction::ALL[tile.number() as usize % 4]);
                let moves: Moves = way.filter(|&way| board.slide(way).is_some()).collect();
                let times: Vec<u64> = (0..moves.as_slice().len() as u64).map(|slide| slide * 10).collect();
                // Forwards the walk leaves home, backwards it ends there.
                let forwards = Replay::new(
                    goal.board(shape).unwrap(),
                    goal.clone(),
                    moves.clone(),
                    Some(times.clone()),
                    Source::Keys,
                );
                let backwards = Replay::new(board, goal.clone(), moves.inverse(), Some(times), Source::Keys);
                for replay in [forwards.unwrap(), backwards.unwrap()] {
                    for grouping in Grouping::ALL {
                        let found = replay.splits(grouping);
                        let pairs: Vec<_> = found.iter().map(|split| (split.slides, split.group)).collect();
                        assert_eq!(pairs, by_definition(&replay, grouping), "{size} {grouping} {seed}");
                        assert!(
                            found.iter().all(
                                |split| split.time_ms == Some(split.slides.saturating_sub(1) as u64 * 10)
                            )
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_split_took_what_came_after_the_one_before() {
        let split = |slides, time_ms| Split { group: 0, slides, time_ms };
        let end = split(7, Some(500));
        assert_eq!(end.since(Some(&split(4, Some(200)))), (3, Some(300)));
        assert_eq!(end.since(None), (7, Some(500)));
        assert_eq!(end.since(Some(&split(4, None))), (3, None));
        assert_eq!(split(7, None).since(Some(&split(4, Some(200)))), (3, None));
    }

    #[test]
    fn a_replay_without_times_has_splits_without_times() {
        let replay = Replay::new(
            "1 2/0 3".parse().unwrap(),
            Goal::BlankLast,
            "L".parse().unwrap(),
            None,
            Source::Unknown,
        );
        let splits = replay.unwrap().splits(Grouping::Rows);
        assert_eq!(splits.last(), Some(&Split { group: 1, slides: 1, time_ms: None }));
    }
}
