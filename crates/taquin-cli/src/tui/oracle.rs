//! The solver behind the screen: one thread, the newest question wins, nobody waits.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use taquin_core::{Board, Goal, Grouping, Moves, Problem, Solvable};
use taquin_solve::{Limits, Options, TableCache, Want, alike, plan};

/// Up to this many cells the exact distance is a matter of milliseconds.
pub const EXACT_CELLS: usize = 16;
/// How long an answer may take.
const LONGEST: Duration = Duration::from_secs(20);

/// What can be asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// A way home from here: a shortest one when `exact`, else any.
    Way { from: Box<Solvable>, alike: Option<Grouping>, exact: bool },
    /// The exact distance of each of these positions.
    Distances(Vec<Solvable>, Option<Grouping>),
}

/// What comes back.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A way home; `None` when the solver gave up.
    Way { moves: Option<Moves>, exact: bool },
    /// The distance of one position of several: its place in the list.
    Distance { place: usize, distance: u32 },
}

/// A flag that nobody raises.
pub static NEVER: AtomicBool = AtomicBool::new(false);

struct Asked {
    number: u64,
    question: Question,
    stop: Arc<AtomicBool>,
}

/// Asks the solver without waiting.
pub struct Oracle {
    asks: Sender<Asked>,
    answers: Receiver<(u64, Answer)>,
    number: u64,
    stop: Arc<AtomicBool>,
}

impl Oracle {
    pub fn new() -> Oracle {
        let (asks, inbox) = channel::<Asked>();
        let (outbox, answers) = channel();
        // Where the system gives no thread nobody answers, and the game goes on without.
        let _ = std::thread::Builder::new().spawn(move || {
            let mut solver = Exact::default();
            while let Ok(mut asked) = inbox.recv() {
                while let Ok(newer) = inbox.try_recv() {
                    asked = newer;
                }
                solver.answer(&asked, &outbox);
            }
        });
        Oracle { asks, answers, number: 0, stop: Arc::default() }
    }

    /// Asks; what was asked before is dropped.
    pub fn ask(&mut self, question: Question) {
        self.forget();
        self.stop = Arc::default();
        let _ = self.asks.send(Asked { number: self.number, question, stop: self.stop.clone() });
    }

    /// Drops what was asked.
    pub fn forget(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.number += 1;
    }

    /// What has been answered to the last question since the last call.
    pub fn answers(&self) -> Vec<Answer> {
        self.answers
            .try_iter()
            .filter(|(number, _)| *number == self.number)
            .map(|(_, answer)| answer)
            .collect()
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.forget();
    }
}

/// The engine's planner with its tables, and the distances it has told.
#[derive(Default)]
pub struct Exact {
    tables: Arc<TableCache>,
    known: HashMap<Board, u32>,
}

impl Exact {
    fn answer(&mut self, asked: &Asked, outbox: &Sender<(u64, Answer)>) {
        let send = |answer| {
            let _ = outbox.send((asked.number, answer));
        };
        match &asked.question {
            Question::Way { from, alike, exact } => {
                let moves = way(from, *alike, *exact, &self.tables, &asked.stop);
                send(Answer::Way { moves, exact: *exact });
            }
            Question::Distances(positions, alike) => {
                // From the end, where most positions are near home and the next is one slide away.
                for (place, position) in positions.iter().enumerate().rev() {
                    if asked.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Some(distance) = self.distance(position, *alike, &asked.stop) {
                        send(Answer::Distance { place, distance });
                    }
                }
            }
        }
    }

    /// Every position on a shortest way has its distance told at once. What is asked of one of these is of one goal.
    pub fn distance(&mut self, from: &Solvable, alike: Option<Grouping>, stop: &AtomicBool) -> Option<u32> {
        let start = from.problem().start();
        if let Some(&known) = self.known.get(start) {
            return Some(known);
        }
        if self.known.len() > 1 << 16 {
            self.known.clear();
        }
        let moves = way(from, alike, true, &self.tables, stop)?;
        let length = moves.as_slice().len() as u32;
        let mut board = start.clone();
        for (done, direction) in (0..=length).zip(moves.iter().map(Some).chain([None])) {
            self.known.insert(board.clone(), length - done);
            if let Some(direction) = direction {
                board.slide(direction);
            }
        }
        Some(length)
    }
}

/// A way home, shortest or any; `None` when stopped.
pub fn way(
    from: &Solvable,
    alike: Option<Grouping>,
    exact: bool,
    tables: &Arc<TableCache>,
    stop: &AtomicBool,
) -> Option<Moves> {
    let want = if exact { Want::Optimal } else { Want::Fast };
    let options = Options::new().want(want).tables(tables.clone());
    let limits = Limits::new().time(LONGEST).interrupt(stop);
    let solved = match alike {
        None => plan(from, &options).ok()?.solve(&limits).ok()?,
        Some(alike) => alike::solve(from, alike, &options, &limits).ok()?.ok()?,
    };
    (solved.optimal || !exact).then(|| solved.solution.into_moves())
}

/// No solution is shorter than this: distances of single tiles, and tiles in each other's way.
pub fn bound(board: &Board, goal: &Board, alike: Option<Grouping>) -> u32 {
    if let Some(alike) = alike {
        return alike.bound(board) as u32;
    }
    let Ok(problem) = Problem::new(board.clone(), &Goal::Board(goal.clone())) else { return 0 };
    problem.decide().map_or(0, |solvable| taquin_solve::lower_bound(&solvable) as u32)
}
