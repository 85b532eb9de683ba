//! What the method does next, for a person: the stage, the tile, the slides and the reason.

use std::fmt;
use std::ops::ControlFlow;

use taquin_core::{Cell, Direction};

use super::field::Field;
use super::line::{Entry, Line, LineWork};
use super::{Failure, Order, Stage, StageKind, StageTables, block, corridor, stages, stopped};
use crate::Unlimited;
use crate::position::Homes;

/// The next thing to do in the textbook method, from one position. Following its slides, all or only the first of them, and
/// asking again leads to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The part of the board to look at.
    pub stage: Stage,
    /// What is to be done there.
    pub task: Task,
    /// The slides that do it; never empty.
    pub slides: Vec<Direction>,
}

/// One task of a stage. Tiles are named by their home cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Task {
    /// Bring one tile home.
    Place(Cell),
    /// Bring the last two tiles of a line in together: neither can go first without locking the other out.
    PlaceTwo(Cell, Cell),
    /// Turn the tiles of the last block until all are home.
    TurnBlock,
    /// Lead the blank home along the only line.
    LeadHome,
}

impl Task {
    /// The tiles it brings home, by their home cells.
    pub fn tiles(self) -> impl Iterator<Item = Cell> {
        let (first, second) = match self {
            Task::Place(tile) => (Some(tile), None),
            Task::PlaceTwo(first, second) => (Some(first), Some(second)),
            Task::TurnBlock | Task::LeadHome => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl Advice {
    /// One sentence with the reason; `name` says what the tile of a home cell is called.
    pub fn reason(&self, name: impl Fn(Cell) -> String) -> String {
        let stage = self.stage;
        match self.task {
            Task::Place(tile) => {
                format!(
                    "next in the {stage} is {}: bring it home without moving what is finished",
                    name(tile)
                )
            }
            Task::PlaceTwo(a, b) => {
                let (a, b) = (name(a), name(b));
                format!(
                    "{a} and {b} end the {stage}, and placed alone either would lock the other out: \
                     line them up, then turn both in"
                )
            }
            Task::TurnBlock => format!("only the {stage} is left: turn its tiles until all are home"),
            Task::LeadHome => "tiles cannot pass each other here: lead the blank home".to_owned(),
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let home = |cell: Cell| {
            let shape = self.stage.shape();
            format!("the tile of row {} column {}", shape.row(cell) + 1, shape.column(cell) + 1)
        };
        f.write_str(&self.reason(home))
    }
}

/// What the textbook method does next; `None` when the position is solved.
///
/// ```
/// use taquin_core::{Cell, Shape};
/// use taquin_solve::{construct, position::Homes};
/// let homes = Homes::new(Shape::new(3, 3)?, Cell::new(8), [1, 4, 2, 0, 8, 5, 3, 6, 7])?;
/// let advice = construct::advise(&homes).expect("not solved yet");
/// assert_eq!(advice.stage.to_string(), "top row");
/// assert_eq!(advice.task.tiles().collect::<Vec<_>>(), [Cell::new(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise(homes: &Homes) -> Option<Advice> {
    next(homes).map_err(stopped).expect("nothing stops it")
}

fn next(homes: &Homes) -> Result<Option<Advice>, Failure> {
    let mut slides = Vec::new();
    let mut sink = |piece: &[Direction]| {
        slides.extend_from_slice(piece);
        ControlFlow::Continue(())
    };
    let mut field = Field::new(homes, &Unlimited, &mut sink)?;
    let mut tables = StageTables::default();
    let mut found = None;
    for stage in stages(homes.shape(), homes.blank_home(), Order::Textbook) {
        let task = match stage.kind {
            StageKind::Corridor => corridor(&mut field).map(|()| Some(Task::LeadHome))?,
            StageKind::Block => block(&mut field, &stage, &mut tables).map(|()| Some(Task::TurnBlock))?,
            StageKind::Row { .. } | StageKind::Column { .. } => {
                next_in_line(&mut field, &stage, &mut tables)?
            }
        };
        if field.made_in_all() > 0 {
            found = task.map(|task| (stage, task));
            break;
        }
    }
    field.flush()?;
    drop(field);
    Ok(found.map(|(stage, task)| Advice { stage, task, slides }))
}

/// Works on a line until the first entry that takes a slide.
fn next_in_line(field: &mut Field, stage: &Stage, tables: &mut StageTables) -> Result<Option<Task>, Failure> {
    let Some(line) = Line::of(stage, field.is_transposed()) else { return Err(Failure::Stuck) };
    let cells: Vec<Cell> = stage.cells().collect();
    let mut work = LineWork::new(field, line, false);
    while let Some(entry) = work.place_next(tables)? {
        if work.field.made_in_all() > 0 {
            return Ok(Some(match entry {
                Entry::One(at) => Task::Place(cells[at]),
                Entry::Two(at) => Task::PlaceTwo(cells[at], cells[at + 1]),
            }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{is_solvable, permutations, position};
    use super::*;
    use crate::position::{Large, Position, State};
    use crate::random::Random;
    use crate::tests::homes;
    use taquin_core::Shape;

    /// Follows advice, one slide at a time or a task at a time.
    fn follow(shape: Shape, position: &[u32], home: Cell, one_slide: bool) {
        let start = homes(shape, home.index(), position);
        let (grid, mut state, mut made) = (start.grid(), Large::new(&start).unwrap(), 0);
        let now =
            |state: &Large| -> Vec<u32> { (0..shape.cells()).map(|cell| state.at(cell) as u32).collect() };
        while let Some(advice) = advise(&homes(shape, home.index(), &now(&state))) {
            assert!(!advice.slides.is_empty() && made < 20_000, "{shape} {position:?} {advice}");
            let take = if one_slide { 1 } else { advice.slides.len() };
            for &slide in &advice.slides[..take] {
                state.slide(&grid, slide).unwrap();
                made += 1;
            }
        }
        assert!(state.is_goal(&grid));
    }

    #[test]
    fn following_advice_slide_by_slide_solves_every_2x3_and_some_of_every_shape_to_7x7() {
        let shape = Shape::new(2, 3).unwrap();
        for home in shape.all_cells() {
            permutations(6, &mut |position| {
                if is_solvable(shape, position, home) {
                    follow(shape, position, home, true);
                }
            });
        }
        let mut random = Random(5);
        for (rows, columns) in (2..=7).flat_map(|r| (2..=7).map(move |c| (r, c))) {
            let shape = Shape::new(rows, columns).unwrap();
            for home in [Cell::new(0), shape.last_cell(), Cell::new(shape.cells() as u32 / 2)] {
                let position = position(&mut random, shape, home);
                follow(shape, &position, home, true);
                follow(shape, &position, home, false);
            }
        }
    }

    #[test]
    fn a_solved_board_needs_no_advice() {
        assert_eq!(advise(&Homes::solved(Shape::new(4, 5).unwrap(), Cell::new(7))), None);
    }

    #[test]
    fn the_last_two_of_a_line_are_explained_together() {
        let shape = Shape::new(3, 3).unwrap();
        let advice = advise(&homes(shape, 8, &[0_u32, 2, 1, 3, 4, 5, 7, 6, 8])).unwrap();
        assert_eq!(advice.task, Task::PlaceTwo(Cell::new(1), Cell::new(2)));
        let text = advice.reason(|cell| (cell.index() + 1).to_string());
        assert!(text.starts_with("2 and 3 end the top row"), "{text}");
    }
}
