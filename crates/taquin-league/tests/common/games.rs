//! Games as somebody might play them.

use taquin_core::game::Push;
use taquin_core::replay::{Act, Record, Source};
use taquin_core::{Board, Direction, Goal, Moves, Problem};
use taquin_solve::{Options, Unlimited, Want, plan};

/// A small generator: the same numbers for the same seed.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }
}

/// Some solution, found at once.
pub fn solution(board: &Board) -> Moves {
    let solvable = Problem::new(board.clone(), &Goal::BlankLast).unwrap().decide().unwrap();
    let options = Options::new().want(Want::Fast);
    plan(&solvable, &options).unwrap().solve(&Unlimited).unwrap().solution.moves().clone()
}

/// Slides before the solution: enough for 64 seeds on 3x3, where every other slide is from a cell with two ways on.
const WANDERED: usize = 12;

/// A solution that wanders first, by the digits of the seed: two players with small seeds never come the same way.
fn wandering(board: &Board, seed: u64) -> Moves {
    let (mut now, mut moves, mut digits) = (board.clone(), Moves::new(), seed);
    for _ in 0..WANDERED {
        let back = moves.iter().last().map(Direction::opposite);
        let ways: Vec<(Direction, Board)> = Direction::ALL
            .into_iter()
            .filter(|&way| Some(way) != back)
            .filter_map(|way| {
                let mut next = now.clone();
                next.slide(way).map(|_| (way, next))
            })
            .collect();
        let count = ways.len() as u64;
        let Some((way, next)) = ways.into_iter().nth((digits % count.max(1)) as usize) else { break };
        digits /= count;
        now = next;
        moves.push(way);
        if now == Goal::BlankLast.board(now.shape()).unwrap() {
            return moves;
        }
    }
    for way in solution(&now).iter() {
        moves.push(way);
    }
    moves
}

/// A solve with a hand's rhythm: `first_ms` of looking, then gaps between 70 and 260 ms.
pub fn played(board: &Board, source: Source, seed: u64) -> Record {
    with_gaps(board, source, 400 + seed % 900, |numbers| numbers.between(70, 260), seed)
}

pub fn with_gaps(
    board: &Board,
    source: Source,
    first_ms: u64,
    gap: impl Fn(&mut Numbers) -> u64,
    seed: u64,
) -> Record {
    let mut numbers = Numbers(seed);
    let mut at = first_ms;
    let acts = wandering(board, seed)
        .iter()
        .map(|direction| {
            let act = (Act::Push(Push { direction, tiles: 1 }), at);
            at += gap(&mut numbers);
            act
        })
        .collect();
    Record::new(board.clone(), Goal::BlankLast, source, acts).unwrap()
}
