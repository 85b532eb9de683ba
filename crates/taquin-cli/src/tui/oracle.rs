//! The solver behind the screen: one thread, the newest question wins, nobody waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use taquin_core::{Board, Goal, Grouping, Moves, Problem, Solvable};
use taquin_solve::along::Distances;
use taquin_solve::{Limits, Options, TableCache, Want, alike, plan};

/// How long an answer may take.
const LONGEST: Duration = Duration::from_secs(20);

/// What can be asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// A way home from here: a shortest one when `exact`, else any.
    Way { from: Box<Solvable>, alike: Option<Grouping>, exact: bool },
    /// The exact distance before the first of these moves and after each.
    Distances { start: Box<Solvable>, alike: Option<Grouping>, moves: Moves },
}

/// What comes back.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A way home; `None` when the solver gave up.
    Way { moves: Option<Moves>, exact: bool },
    /// The distance after so many of the moves.
    Distance { place: usize, distance: u32 },
}

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
            let mut solver = Solver::new();
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

/// The engine with its tables, and the distances it has told.
struct Solver {
    tables: Arc<TableCache>,
    distances: Distances,
}

impl Solver {
    fn new() -> Solver {
        let tables = Arc::<TableCache>::default();
        Solver { distances: Distances::new(Options::new().tables(tables.clone())), tables }
    }

    fn answer(&mut self, asked: &Asked, outbox: &Sender<(u64, Answer)>) {
        let send = |answer| {
            let _ = outbox.send((asked.number, answer));
        };
        match &asked.question {
            Question::Way { from, alike, exact } => {
                let moves = way(from, *alike, *exact, &self.tables, &asked.stop);
                send(Answer::Way { moves, exact: *exact });
            }
            Question::Distances { start, alike, moves } => {
                let limits = Limits::new().interrupt(&asked.stop);
                self.distances.along(start, *alike, moves, &limits, &mut |place, distance| {
                    send(Answer::Distance { place, distance });
                });
            }
        }
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
