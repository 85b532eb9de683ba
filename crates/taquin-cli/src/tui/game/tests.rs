//! The game driven through the door the keyboard uses, drawn on a screen that a test can read.

use std::path::PathBuf;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyModifiers, MouseEvent};
use taquin_core::{Board, Grouping};

use super::*;
use crate::tui::store::tests::folder;

struct Table {
    screen: GameScreen,
    terminal: Terminal<TestBackend>,
    now_ms: u64,
}

impl Table {
    fn with(game: Game, size: (u16, u16), folder: Option<PathBuf>) -> Table {
        let mut store = Store::at(folder).unwrap();
        let likes = store.preferences();
        let screen = GameScreen::new(game, store, likes, Colours::All, || Seed::new(7));
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        let mut table = Table { screen, terminal, now_ms: 0 };
        table.draw();
        table
    }

    fn new(drawing: &str) -> Table {
        Table::with(
            Game::of_board(drawing.parse::<Board>().unwrap(), &Goal::BlankLast).unwrap(),
            (80, 24),
            None,
        )
    }

    fn draw(&mut self) {
        self.screen.tick(self.now_ms);
        self.terminal.draw(|frame| self.screen.draw(frame, self.now_ms)).unwrap();
    }

    fn event(&mut self, event: Event) {
        self.now_ms += 100;
        self.screen.handle(&event, self.now_ms);
        self.draw();
    }

    fn press(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn type_keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(KeyCode::Char(key));
        }
    }

    fn mouse(&mut self, kind: MouseEventKind, cell: u32) {
        let area = self.screen.layout.unwrap().tile_area(Cell::new(cell));
        let event = MouseEvent { kind, column: area.x, row: area.y, modifiers: KeyModifiers::NONE };
        self.event(Event::Mouse(event));
    }

    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let signs: Vec<&str> = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        signs.chunks(width).map(|row| row.concat().trim_end().to_string() + "\n").collect()
    }

    fn wait_for(&mut self, what: &str) {
        for _ in 0..3000 {
            self.draw();
            if self.text().contains(what) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{what:?} never came:\n{}", self.text());
    }

    #[track_caller]
    fn shows(&self, what: &str) {
        assert!(self.text().contains(what), "{what:?} is not in\n{}", self.text());
    }
}

#[test]
fn a_game_is_played_and_won_by_arrow_keys() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.shows("Taquin · 3x3 · blank-last · a given board");
    table.shows("The clock starts with your first slide.");
    table.press(KeyCode::Left);
    table.press(KeyCode::Left);
    table.shows("Solved in 0.100 with 2 moves. No record: the board was chosen.");
    table.press(KeyCode::Left);
    table.shows("Solved. Press n for a new game.");
    table.wait_for("shortest   2");
    table.press(KeyCode::Char('n'));
    table.shows("v1-7");
}

/// The tiles of a row are alike: exchanged they are home, and the solve is no record beside others.
#[test]
fn a_game_where_tiles_are_alike_is_won_in_any_of_their_places() {
    let folder = folder("alike");
    let shape = Shape::new(3, 3).unwrap();
    let mut kept = Game::deal(shape, &Goal::BlankLast, Seed::new(3)).unwrap();
    let legal = Direction::ALL.into_iter().find(|d| kept.board().source(*d).is_some()).unwrap();
    kept.play(Input::Slide(legal), Source::Keys, 0);
    Store::at(Some(folder.clone())).unwrap().keep_game(&kept, 0);
    let board: Board = "2 1 3/4 5 6/0 8 7".parse().unwrap();
    let mut table =
        Table::with(Game::of_board(board, Grouping::Rows).unwrap(), (80, 24), Some(folder.clone()));
    table.shows("Taquin · 3x3 · rows · a given board");
    table.shows("Tiles of one row are alike.");
    table.wait_for("distance   2");
    table.type_keys("c");
    table.shows("Here a colour is one row.");
    table.press(KeyCode::Left);
    table.type_keys("t");
    table.wait_for("Slide 7 left: it begins a shortest solution, 1 move from here.");
    table.press(KeyCode::Left);
    table.shows("Solved in 0.200 with 2 moves. No record: it was solved with hints.");
    table.type_keys("nq");
    table.shows("Taquin · 3x3 · rows · v1-7");
    drop(table);
    let mut store = Store::at(Some(folder.clone())).unwrap();
    assert_eq!(
        store.unfinished(shape, &Target::Goal(Goal::BlankLast)).unwrap().board(),
        kept.board(),
        "the game that was kept is still there"
    );
    let solves = store.solves(shape, &Target::Alike(Grouping::Rows));
    assert_eq!(solves.len(), 1, "kept under its own goal");
    assert!(store.solves(shape, &Target::Alike(Grouping::Columns)).is_empty());
    assert!(store.solves(shape, &Target::Goal(solves[0].goal.clone())).is_empty());
    assert!(store.solves(shape, &Target::Goal(Goal::BlankLast)).is_empty());
    drop(store);
    let _ = std::fs::remove_dir_all(folder);
}

/// An unfinished one is taken up by its own goal alone.
#[test]
fn a_game_where_tiles_are_alike_is_kept_and_taken_up() {
    let folder = folder("alike-kept");
    let shape = Shape::new(5, 5).unwrap();
    let game = Game::deal(shape, Grouping::Fringe, Seed::new(3)).unwrap();
    let mut table = Table::with(game, (80, 24), Some(folder.clone()));
    table.press(KeyCode::Left);
    table.press(KeyCode::Right);
    let moved = table.screen.game.moves();
    table.type_keys("t");
    table.wait_for("a way home");
    table.type_keys("q");
    drop(table);
    let mut store = Store::at(Some(folder.clone())).unwrap();
    assert!(store.unfinished(shape, &Target::Goal(Goal::BlankLast)).is_none());
    assert!(store.unfinished(shape, &Target::Alike(Grouping::Rows)).is_none());
    let kept = store.unfinished(shape, &Target::Alike(Grouping::Fringe)).unwrap();
    assert_eq!(kept.moves(), moved);
    assert!(!moved.as_slice().is_empty());
    drop(store);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn letters_slide_and_the_gap_can_be_steered_instead() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.type_keys("h");
    table.shows("moves      1");
    table.screen.likes.steer = keys::Steer::Gap;
    table.type_keys("h");
    assert_eq!(table.screen.game.board(), table.screen.game.start());
    table.type_keys("d");
    assert_eq!(table.screen.game.length().0, 3, "W A S D slide too");
    table.type_keys("i");
    assert_eq!(table.screen.game.length().0, 3, "i is no letter of this set");
}

#[test]
fn the_mouse_pushes_a_line_and_undo_takes_it_back() {
    let mut table = Table::new("0 1 2 4/5 6 3 8/9 10 7 11/13 14 15 12");
    table.mouse(MouseEventKind::Down(MouseButton::Left), 2);
    table.shows("moves      2 (1 mtm)");
    table.mouse(MouseEventKind::Down(MouseButton::Left), 5);
    table.shows("Only tiles in the blank's row or column can be pushed.");
    table.type_keys("u");
    assert_eq!(table.screen.game.board(), table.screen.game.start());
    table.shows("undone     1");
    table.type_keys("r");
    table.shows("moves      2");
}

#[test]
fn hovering_loses_no_tile_between_two_places_where_the_pointer_was_seen() {
    let mut table = Table::new("0 1 2 4/5 6 3 8/9 10 7 11/13 14 15 12");
    table.mouse(MouseEventKind::Moved, 0);
    table.mouse(MouseEventKind::Moved, 3);
    assert_eq!(table.screen.game.length().0, 0, "hovering is off");
    table.screen.likes.hover = true;
    table.screen.hover = Some(Cell::new(0));
    table.mouse(MouseEventKind::Moved, 2);
    table.mouse(MouseEventKind::Moved, 14);
    table.mouse(MouseEventKind::Moved, 15);
    assert_eq!(table.screen.game.moves().to_string(), "L2U3L");
    assert_eq!(table.screen.game.replay().source(), Source::Hover);
}

#[test]
fn numbers_are_typed_and_wait_for_their_second_digit() {
    let mut table = Table::new("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15");
    table.type_keys("1");
    table.shows("Tile 1… Enter pushes it.");
    table.type_keys("4");
    table.shows("moves      2");
    table.type_keys("1");
    table.now_ms += TYPING_MS;
    table.draw();
    table.shows("Only tiles in the blank's row or column");
    table.type_keys("9");
    table.shows("Only tiles in the blank's row");
    table.type_keys("15");
    table.shows("Solved in");
}

#[test]
fn a_typed_number_has_the_time_of_its_last_digit() {
    let mut table = Table::new("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15");
    table.type_keys("14");
    let begun = table.now_ms;
    table.press(KeyCode::Right);
    table.type_keys("1");
    table.now_ms += TYPING_MS + 700;
    table.draw();
    table.shows("Only tiles in the blank's row or column");
    table.press(KeyCode::Right);
    table.type_keys("1");
    let typed = table.now_ms;
    table.now_ms += TYPING_MS + 700;
    table.draw();
    assert_eq!(table.screen.game.replay().times_ms().unwrap().last(), Some(&(typed - begun)));
}

#[test]
fn a_pointer_moved_over_the_help_traces_no_way_when_the_board_is_back() {
    let mut table = Table::new("0 1 2 4/5 6 3 8/9 10 7 11/13 14 15 12");
    table.screen.likes.hover = true;
    table.screen.hover = Some(Cell::new(3));
    table.type_keys("?");
    table.mouse(MouseEventKind::Moved, 7);
    table.press(KeyCode::Esc);
    // The way from there to here was hidden: only the cell that is entered counts.
    table.mouse(MouseEventKind::Moved, 1);
    assert_eq!(table.screen.game.moves().to_string(), "L");
}

#[test]
fn a_paused_board_is_hidden() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.type_keys("p");
    table.shows("The clock is not running; it starts with the first slide.");
    table.press(KeyCode::Left);
    table.type_keys(" ");
    table.shows("Paused. Press p to go on.");
    let layout = table.screen.layout.unwrap();
    let buffer = table.terminal.backend().buffer();
    for cell in table.screen.game.board().shape().all_cells() {
        assert!(layout.tile_area(cell).positions().all(|place| buffer[place].symbol() == " "));
    }
    table.press(KeyCode::Left);
    table.shows("The game is paused.");
    table.type_keys("p");
    table.press(KeyCode::Left);
    table.shows("Solved");
}

#[test]
fn hints_grow_stronger_and_say_why() {
    let mut table = Table::new("1 2 3/4 0 6/7 5 8");
    table.wait_for("distance   2");
    table.type_keys("t");
    table.wait_for("Look at the last 2x2: 5 and 8 are not there yet.");
    table.type_keys("t");
    table.wait_for("Slide 5 up: it begins a shortest solution, 2 moves from here.");
    table.shows("▸5◂");
    table.type_keys("t");
    table.wait_for("Slide 5 up, 8 left: they begin a shortest solution");
    table.press(KeyCode::Up);
    table.shows("distance   1");
    table.press(KeyCode::Left);
    table.shows("No record: it was solved with hints.");
}

#[test]
fn the_distance_follows_the_board() {
    let mut table = Table::new("1 2 3/4 5 6/7 0 8");
    table.wait_for("distance   1");
    table.press(KeyCode::Right);
    table.wait_for("distance   2");
    table.type_keys("u");
    table.wait_for("distance   1");
}

#[test]
fn the_computer_solves_and_the_game_goes_on() {
    let mut table = Table::new("1 2 3/4 0 6/7 5 8");
    table.press(KeyCode::Right);
    table.type_keys("v");
    table.wait_for("a shortest solution, 3 moves");
    table.shows("move       0 of 3");
    table.press(KeyCode::Right);
    table.shows("move       1 of 3");
    table.press(KeyCode::End);
    table.shows("Solved by a shortest solution.");
    table.press(KeyCode::Char('q'));
    table.shows("Paused. Press p to go on.");
    assert!(!table.screen.is_over());
}

#[test]
fn after_a_solve_the_game_is_looked_back_at() {
    let mut table = Table::new("1 2 3/4 5 6/7 0 8");
    table.type_keys("e");
    table.shows("Solve it first; then e looks back at your game.");
    for key in [KeyCode::Right, KeyCode::Left, KeyCode::Left] {
        table.press(key);
    }
    table.type_keys("e");
    table.shows("your game");
    table.wait_for("lost most  2 in 1–1");
    table.shows("shortest   1");
}

#[test]
fn a_new_game_is_not_dealt_over_one_in_play_by_one_key() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.press(KeyCode::Left);
    table.type_keys("n");
    table.shows("Give this game up? Press n again for a new one.");
    assert_eq!(table.screen.game.length().0, 1);
    table.type_keys("n");
    table.shows("v1-7");
}

#[test]
fn another_size_is_typed_and_a_window_too_small_says_so() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.type_keys("g5x4");
    table.shows("5x4▏");
    table.press(KeyCode::Enter);
    table.shows("Taquin · 5x4");
    table.type_keys("g0x4");
    table.press(KeyCode::Enter);
    table.shows("Size 0x4 has no cells");
    table.press(KeyCode::Esc);
    table.type_keys("g30");
    table.press(KeyCode::Enter);
    table.shows("This window is too small for 30x30.");
    table.shows("It needs 120 columns and 34 rows, and has 80 and 24.");
    table.terminal.backend_mut().resize(160, 40);
    table.draw();
    table.shows("Taquin · 30x30");
}

#[test]
fn every_window_from_1x1_up_is_drawn_without_a_panic() {
    for (width, height) in
        (1..40).map(|w| (w, 12)).chain((1..30).map(|h| (70, h))).chain([(1, 1), (300, 100)])
    {
        let game = Game::deal("4x4".parse().unwrap(), &Goal::BlankLast, Seed::new(1)).unwrap();
        let mut table = Table::with(game, (width, height), None);
        for key in ["?", "x", "o", "q", "g", "3"] {
            table.type_keys(key);
        }
    }
}

#[test]
fn help_and_options_show_every_key_at_80x24() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.type_keys("?");
    for (key, what) in keys::help(table.screen.likes.letters, table.screen.likes.steer) {
        table.shows(&key);
        table.shows(&what);
    }
    table.type_keys("x");
    table.type_keys("o");
    table.press(KeyCode::Enter);
    table.shows("ijkl");
    table.press(KeyCode::Esc);
    table.shows("arrows wasd ijkl");
}

#[test]
fn a_killed_game_comes_back() {
    let folder = folder("killed");
    let shape: Shape = "4x4".parse().unwrap();
    let game = Game::deal(shape, &Goal::BlankLast, Seed::new(3)).unwrap();
    let mut table = Table::with(game, (80, 24), Some(folder.clone()));
    for key in [KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down, KeyCode::Left] {
        table.press(key);
    }
    assert!(table.screen.game.length().0 > 0);
    table.now_ms += SAVE_MS;
    table.draw();
    let board = table.screen.game.board().clone();
    // A kill: nothing is told to the screen. The store only finishes what was handed to it.
    drop(table);
    let mut store = Store::at(Some(folder.clone())).unwrap();
    let back = store.unfinished(shape, &Target::Goal(Goal::BlankLast)).unwrap();
    assert_eq!((back.board(), back.status()), (&board, Status::Paused));
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn the_clock_stands_under_help_options_and_the_size() {
    for key in ["?", "o", "g"] {
        let mut table = Table::new("1 2 3/4 5 6/0 7 8");
        table.press(KeyCode::Left);
        table.type_keys(key);
        let stood = table.screen.game.elapsed_ms(table.now_ms);
        table.now_ms += 60_000;
        table.draw();
        assert_eq!(table.screen.game.elapsed_ms(table.now_ms), stood, "under {key}");
        table.press(KeyCode::Esc);
        assert_eq!(table.screen.game.status(), Status::Running, "it goes on after {key}");
        table.now_ms += 500;
        assert_eq!(table.screen.game.elapsed_ms(table.now_ms), stood + 500);
    }
    // A pause that the player made stays one.
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.press(KeyCode::Left);
    table.type_keys("p?x");
    assert_eq!(table.screen.game.status(), Status::Paused);
}

#[test]
fn a_deal_is_not_begun_again_by_one_key() {
    let mut table = Table::new("1 2 3/4 5 6/0 7 8");
    table.press(KeyCode::Left);
    table.type_keys("b");
    table.shows("Begin this deal again? Press b again to do so.");
    assert_eq!(table.screen.game.length().0, 1);
    table.type_keys("n");
    table.shows("Give this game up?");
    assert_eq!(table.screen.game.length().0, 1, "another key asks its own question");
    table.type_keys("bb");
    assert_eq!(table.screen.game.length().0, 0);
}

#[test]
fn the_first_move_is_saved_at_once_and_no_deal_without_one() {
    let folder = folder("first");
    let shape: Shape = "3x3".parse().unwrap();
    let deal = |seed| Game::deal(shape, &Goal::BlankLast, Seed::new(seed)).unwrap();
    let table = Table::with(deal(3), (80, 24), Some(folder.clone()));
    drop(table);
    assert!(
        Store::at(Some(folder.clone())).unwrap().unfinished(shape, &Target::Goal(Goal::BlankLast)).is_none(),
        "nobody has played"
    );
    let mut table = Table::with(deal(3), (80, 24), Some(folder.clone()));
    for key in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
        if table.screen.game.length().0 == 0 {
            table.press(key);
        }
    }
    let board = table.screen.game.board().clone();
    drop(table);
    assert_eq!(
        *Store::at(Some(folder.clone()))
            .unwrap()
            .unfinished(shape, &Target::Goal(Goal::BlankLast))
            .unwrap()
            .board(),
        board
    );
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn after_a_chosen_board_the_kept_game_comes_back() {
    let folder = folder("chosen-game");
    let shape: Shape = "3x3".parse().unwrap();
    let mut kept = Game::deal(shape, &Goal::BlankLast, Seed::new(3)).unwrap();
    let legal = Direction::ALL.into_iter().find(|d| kept.board().source(*d).is_some()).unwrap();
    kept.play(Input::Slide(legal), Source::Keys, 0);
    Store::at(Some(folder.clone())).unwrap().keep_game(&kept, 0);
    let game = Game::of_board("1 2 3/4 5 6/0 7 8".parse().unwrap(), &Goal::BlankLast).unwrap();
    let mut table = Table::with(game, (80, 24), Some(folder.clone()));
    table.press(KeyCode::Left);
    table.press(KeyCode::Left);
    table.shows("Solved in");
    table.type_keys("n");
    table.shows("Welcome back.");
    assert_eq!(table.screen.game.board(), kept.board());
    drop(table);
    let _ = std::fs::remove_dir_all(folder);
}

/// Every row of what is laid over the board begins with its key or question: nothing went on in the next line or fell off.
#[test]
fn at_40_columns_help_and_options_are_whole() {
    let game = Game::deal("4x4".parse().unwrap(), &Goal::BlankLast, Seed::new(1)).unwrap();
    let mut table = Table::with(game, (40, 20), None);
    table.shows("? help");
    table.shows("q quit");
    table.type_keys("?");
    let inside = |text: &str| text.lines().filter(|line| line.starts_with('│')).count();
    assert_eq!(
        inside(&table.text()),
        keys::help(table.screen.likes.letters, table.screen.likes.steer).len() + 2
    );
    table.shows("Any key closes this.");
    table.type_keys("xo");
    table.shows("▸ letters that slide          hjkl");
    table.shows("averages leave out 5 %      no");
    table.shows("Esc closes");
}

#[test]
fn at_40_columns_no_number_is_cut_and_sentences_are_whole() {
    let game = Game::deal("4x4".parse().unwrap(), &Goal::BlankLast, Seed::new(1)).unwrap();
    let mut table = Table::with(game, (40, 24), None);
    let far = table.screen.game.rest();
    let way = taquin_solve::plan(&far, &taquin_solve::Options::default()).unwrap();
    let length = way.solve(&taquin_solve::Limits::new()).unwrap().solution.moves().as_slice().len();
    table.wait_for(&format!("distance {length}"));
    table.type_keys("t");
    table.wait_for("not there yet.");
    table.type_keys("?");
    for what in ["pause", "undo", "new game", "quit", "closes this."] {
        assert!(table.text().to_lowercase().contains(what), "{what}\n{}", table.text());
    }
}
