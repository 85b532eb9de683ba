//! A bound of one's own under any search: tiles out of place.
//!
//! A slide moves one tile, so at least as many slides are needed as tiles stand elsewhere than at home.

use taquin_core::{Board, Goal, Metric, Problem};
use taquin_solve::Unlimited;
use taquin_solve::heuristic::Heuristic;
use taquin_solve::position::{Grid, Homes, Position, Slide};
use taquin_solve::search::ida;

struct Misplaced(Grid);

impl Heuristic for Misplaced {
    type Memo = u32;
    fn start<P: Position>(&self, state: &P) -> u32 {
        (0..self.0.cells()).filter(|&c| c != state.blank() && state.at(c) != c).count() as u32
    }
    fn step<P: Position>(&self, memo: &u32, _: &P, slide: Slide) -> u32 {
        memo + u32::from(slide.tile == slide.from) - u32::from(slide.tile == slide.to)
    }
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
    fn is_for(&self, grid: &Grid) -> bool {
        self.0 == *grid
    }
    fn is_admissible(&self, metric: Metric) -> bool {
        metric == Metric::Stm
    }
    fn is_consistent(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "1 8 2/0 4 3/7 6 5".parse()?;
    let solvable = Problem::new(board, &Goal::BlankLast)?.decide()?;
    let homes = Homes::from(&solvable);
    let found = ida::solve(&homes, &Misplaced(homes.grid()), &Unlimited).expect("its own board").unwrap();
    println!("{} ({} nodes)", solvable.solution(found.slides.into())?.moves(), found.nodes);
    Ok(())
}
