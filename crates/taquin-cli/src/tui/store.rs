//! What is kept between games: preferences, unfinished games, solves. All of it text, in the user's data directory.
//!
//! A file is replaced by writing beside it and renaming, the log of solves only ever grows at its end, so a kill at
//! any moment loses at most what came after the last save. A file that cannot be read is renamed, never deleted; a line of the
//! log that cannot be read stays where it is, since another program may be adding to that file.
//! A game of some size is saved by one program at a time: it holds a lock, which ends with it however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy;
use taquin_core::game::{Game, LogLine, Occasion};
use taquin_core::{Goal, Shape, Target};

use super::keys::{Letters, Steer};
use super::palette::{Scheme, Theme};
use crate::lines::no_thread;

/// What a player likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    pub letters: Letters,
    pub steer: Steer,
    pub scheme: Scheme,
    pub theme: Theme,
    pub hover: bool,
    pub clock: bool,
    pub distance: bool,
    pub five_percent: bool,
    /// The size played last.
    pub size: Shape,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            letters: Letters::Hjkl,
            steer: Steer::Tile,
            scheme: Scheme::Rows,
            theme: Theme::Dark,
            hover: false,
            clock: true,
            distance: true,
            five_percent: false,
            size: Shape::new(4, 4).expect("4x4 is a shape"),
        }
    }
}

impl Preferences {
    /// Every preference with its name and its word, in the order of the file.
    fn words(self) -> Vec<(&'static str, String)> {
        let yes = |flag: bool| if flag { "yes" } else { "no" }.to_string();
        vec![
            ("letters", self.letters.name().to_string()),
            ("steer", self.steer.name().to_string()),
            ("scheme", self.scheme.name().to_string()),
            ("theme", self.theme.name().to_string()),
            ("hover", yes(self.hover)),
            ("clock", yes(self.clock)),
            ("distance", yes(self.distance)),
            ("five-percent", yes(self.five_percent)),
            ("size", self.size.to_string()),
        ]
    }

    /// Takes one preference; `None` when there is none of this name, or no such word for it.
    fn take(&mut self, name: &str, word: &str) -> Option<()> {
        let flag = |word: &str| ["no", "yes"].iter().position(|w| *w == word).map(|place| place == 1);
        match name {
            "letters" => self.letters = Letters::read(word)?,
            "steer" => self.steer = Steer::named(word)?,
            "scheme" => self.scheme = Scheme::named(word)?,
            "theme" => self.theme = Theme::named(word)?,
            "hover" => self.hover = flag(word)?,
            "clock" => self.clock = flag(word)?,
            "distance" => self.distance = flag(word)?,
            "five-percent" => self.five_percent = flag(word)?,
            "size" => self.size = word.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

/// Preferences as they stand in the file: those this program knows, and lines of a newer one, kept as they are.
#[derive(Clone, Debug, Default)]
struct Liked {
    known: Preferences,
    strangers: Vec<String>,
}

impl Liked {
    fn from_text(text: &str) -> Liked {
        let mut liked = Liked::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let taken = line.split_once(' ').and_then(|(name, word)| liked.known.take(name, word));
            if taken.is_none() {
                liked.strangers.push(line.to_owned());
            }
        }
        liked
    }

    /// The file's text with these preferences. A word that only a newer program knows stays until it is changed here.
    fn to_text(&self, likes: Preferences) -> String {
        let stranger = |name: &str| {
            self.strangers.iter().find(|line| line.split_once(' ').is_some_and(|(first, _)| first == name))
        };
        let mut text = String::new();
        let mut known = Vec::new();
        for ((name, word), (_, before)) in likes.words().into_iter().zip(self.known.words()) {
            match stranger(name) {
                Some(line) if word == before => text += &format!("{line}\n"),
                _ => text += &format!("{name} {word}\n"),
            }
            known.push(name);
        }
        let unknown = |line: &&String| {
            known.iter().all(|name| line.split_once(' ').is_none_or(|(first, _)| first != *name))
        };
        for line in self.strangers.iter().filter(unknown) {
            text += &format!("{line}\n");
        }
        text
    }
}

/// Something to write; the last of each file wins.
enum Job {
    Replace(PathBuf, String),
    Append(PathBuf, String),
    Remove(PathBuf),
}

/// Whose the saved game of a size is while it is played.
enum Claim {
    /// Ours, for as long as this file is locked; without one where files cannot be locked.
    Ours { _lock: Option<File> },
    /// Another program's that is playing now.
    Theirs,
}

/// The data directory and the thread that writes to it.
pub struct Store {
    folder: Option<PathBuf>,
    claim: Option<(Shape, Claim)>,
    liked: Liked,
    jobs: Option<Sender<Job>>,
    writer: Option<JoinHandle<()>>,
    troubles: Receiver<String>,
    /// What went wrong while reading.
    pub notes: Vec<String>,
    /// Lines of the log that could not be read, told already.
    bad_lines: usize,
}

impl Store {
    /// The store in the user's data directory; an error where the system refuses the thread that writes to it.
    pub fn open() -> io::Result<Store> {
        let folder = etcetera::choose_base_strategy().ok().map(|base| base.data_dir().join("taquin"));
        Store::at(folder)
    }

    /// The store in this folder; without one nothing is kept.
    pub fn at(folder: Option<PathBuf>) -> io::Result<Store> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, troubles) = channel();
        let writer = Builder::new().spawn(move || {
            for job in inbox {
                let (path, done) = match job {
                    Job::Replace(path, text) => (path.clone(), replace(&path, &text)),
                    Job::Append(path, line) => (path.clone(), append(&path, &line)),
                    Job::Remove(path) => (path.clone(), remove(&path)),
                };
                if let Err(error) = done {
                    let _ = outbox.send(format!("cannot write {}: {error}", path.display()));
                }
            }
        });
        let writer = writer.map_err(no_thread)?;
        Ok(Store {
            folder,
            claim: None,
            liked: Liked::default(),
            jobs: Some(jobs),
            writer: Some(writer),
            troubles,
            notes: Vec::new(),
            bad_lines: 0,
        })
    }

    /// What could not be written since the last call.
    pub fn trouble(&self) -> Option<String> {
        self.troubles.try_iter().last()
    }

    pub fn preferences(&mut self) -> Preferences {
        self.liked = self.load("preferences", |text| Some(Liked::from_text(text))).unwrap_or_default();
        self.liked.known
    }

    pub fn keep_preferences(&self, likes: Preferences) {
        self.send("preferences", |path| Job::Replace(path, self.liked.to_text(likes)));
    }

    /// Takes the saved game of this size for ourselves and lets go of any other; false, with a note, when another
    /// program plays it now. What is refused stays so until another size was claimed: the other may still save.
    pub fn claim(&mut self, shape: Shape) -> bool {
        if self.claim.as_ref().is_none_or(|(claimed, _)| *claimed != shape) {
            let claim = self.path(&format!("{DEALT}-{shape}.lock")).map_or(Ok(None), |path| lock(&path));
            let claim = match claim {
                Ok(lock) => Claim::Ours { _lock: lock },
                Err(TryLockError::WouldBlock) => {
                    self.notes
                        .push(format!("another {shape} game is being played; this one will not be saved"));
                    Claim::Theirs
                }
                Err(TryLockError::Error(_)) => Claim::Ours { _lock: None },
            };
            self.claim = Some((shape, claim));
        }
        self.is_ours(shape)
    }

    fn is_ours(&self, shape: Shape) -> bool {
        !matches!(&self.claim, Some((claimed, Claim::Theirs)) if *claimed == shape)
    }

    /// The unfinished game of this size and goal, unless another program plays one of this size.
    pub fn unfinished(&mut self, shape: Shape, target: &Target) -> Option<Game> {
        self.restored(shape, target, DEALT)
    }

    /// The same on a board that was chosen.
    pub fn chosen_game(&mut self, shape: Shape, target: &Target) -> Option<Game> {
        self.restored(shape, target, CHOSEN)
    }

    fn restored(&mut self, shape: Shape, target: &Target, kind: &str) -> Option<Game> {
        if !self.claim(shape) {
            return None;
        }
        let kept = self.load(&game_file(kind, shape, target), |text| Game::restore(text).ok());
        kept.filter(|game| game.target() == target)
    }

    pub fn keep_game(&self, game: &Game, now_ms: u64) {
        let shape = game.board().shape();
        if self.is_ours(shape) {
            let text = game.save(now_ms);
            self.send(&file_of(game), |path| Job::Replace(path, text));
        }
    }

    pub fn forget_game(&self, game: &Game) {
        if self.is_ours(game.board().shape()) {
            self.send(&file_of(game), Job::Remove);
        }
    }

    /// Every solve of this size and goal, oldest first.
    pub fn solves(&mut self, shape: Shape, target: &Target) -> Vec<LogLine> {
        let Some(path) = self.path("solves.log") else { return Vec::new() };
        let Ok(bytes) = read_log(&path) else { return Vec::new() };
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<Result<LogLine, _>> =
            text.lines().filter(|line| !line.trim().is_empty()).map(str::parse).collect();
        let bad = lines.iter().filter(|line| line.is_err()).count();
        if bad > self.bad_lines {
            self.notes
                .push(format!("{bad} of {} solves could not be read; they stay in solves.log", lines.len()));
        }
        self.bad_lines = bad;
        // Where tiles are alike, a line has the end that was reached as its goal, and says what was alike.
        let own = |line: &LogLine| match (target, line.solve.occasion) {
            (Target::Alike(alike), Occasion::Alike(of_line)) => of_line == *alike,
            (Target::Goal(goal), occasion) => *goal == line.goal && !matches!(occasion, Occasion::Alike(_)),
            (Target::Alike(_), _) => false,
        };
        lines.into_iter().flatten().filter(|line| line.shape == shape && own(line)).collect()
    }

    pub fn keep_solve(&self, line: &LogLine) {
        self.send("solves.log", |path| Job::Append(path, format!("{line}\n")));
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(name))
    }

    fn send(&self, name: &str, job: impl FnOnce(PathBuf) -> Job) {
        if let (Some(path), Some(jobs)) = (self.path(name), &self.jobs) {
            let _ = jobs.send(job(path));
        }
    }

    fn load<T>(&mut self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let path = self.path(name)?;
        let bytes = fs::read(&path).ok()?;
        let value = std::str::from_utf8(&bytes).ok().and_then(read);
        if value.is_none()
            && let Some(kept) = self.set_aside(&path)
        {
            self.notes.push(format!("{name} is damaged; it is kept as {kept}"));
        }
        value
    }

    /// Renames a file that cannot be read, so that nothing is lost; its new name.
    fn set_aside(&mut self, path: &Path) -> Option<String> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".damaged-{}", wall_ms()));
        let kept = PathBuf::from(name);
        match fs::rename(path, &kept) {
            Ok(()) => kept.file_name().map(|name| name.to_string_lossy().into_owned()),
            Err(error) => {
                self.notes.push(format!("{} is damaged and cannot be renamed: {error}", path.display()));
                None
            }
        }
    }
}

impl Drop for Store {
    /// Waits until everything is written.
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// A board that was chosen is kept apart from those that were dealt: trying one out must not cost the game that was being
/// played.
const DEALT: &str = "game";
const CHOSEN: &str = "chosen";

/// Goals whose text is longer than a file's name should be share one.
const GOAL_BYTES: usize = 100;

/// Where a game is kept: by its size and, but for the usual one, its goal, so that neither writes over another's.
fn game_file(kind: &str, shape: Shape, target: &Target) -> String {
    if *target == Target::Goal(Goal::BlankLast) {
        return format!("{kind}-{shape}");
    }
    let goal = target.to_string().replace(|sign: char| !sign.is_ascii_alphanumeric(), "-");
    let goal = if goal.len() > GOAL_BYTES { "board" } else { &goal };
    format!("{kind}-{shape}-{goal}")
}

fn file_of(game: &Game) -> String {
    let kind = if is_chosen(game) { CHOSEN } else { DEALT };
    game_file(kind, game.board().shape(), game.target())
}

/// Whether somebody chose the board, its seed or its distance.
pub fn is_chosen(game: &Game) -> bool {
    matches!(game.occasion(), Occasion::Chosen | Occasion::Placed)
}

/// Milliseconds since 1970.
pub fn wall_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Locks a file until the returned one is closed, by a kill too.
fn lock(path: &Path) -> Result<Option<File>, TryLockError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(TryLockError::Error)?;
    }
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = file.map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(Some(file))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".new-{}", std::process::id()));
    let mut file = File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()?;
    fs::rename(&beside, path)
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    // Another program's line is whole before ours begins. Where files cannot be locked, lines are short.
    let _ = file.lock();
    // A line that a kill cut short must not swallow the next one.
    let text = if ends_cut(&mut file)? { format!("\n{line}") } else { line.to_string() };
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// The whole log, with no line that is being written just now.
fn read_log(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let _ = file.lock_shared();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn ends_cut(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use taquin_core::game::{Input, Source};
    use taquin_core::{Grouping, Seed};

    /// The usual goal.
    const USUAL: Target = Target::Goal(Goal::BlankLast);

    /// An empty folder of its own for a test.
    pub fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("taquin-test-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| !name.ends_with(".lock"))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_kept_comes_back() {
        let folder = folder("kept");
        let shape: Shape = "3x3".parse().unwrap();
        let game = Game::deal(shape, &Goal::BlankLast, Seed::new(4)).unwrap();
        let likes = Preferences { steer: Steer::Gap, hover: true, size: shape, ..Preferences::default() };
        let store = Store::at(Some(folder.clone())).unwrap();
        store.keep_preferences(likes);
        store.keep_game(&game, 0);
        drop(store);
        let mut store = Store::at(Some(folder.clone())).unwrap();
        assert_eq!(store.preferences(), likes);
        assert_eq!(store.unfinished(shape, &USUAL).unwrap().save(0), game.save(0));
        assert!(store.unfinished("4x4".parse().unwrap(), &USUAL).is_none() && store.notes.is_empty());
        store.forget_game(&game);
        drop(store);
        assert_eq!(files(&folder), ["preferences"]);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn the_second_of_two_games_of_one_size_says_so_and_leaves_the_save_alone() {
        let folder = folder("two");
        let (shape, other): (Shape, Shape) = ("3x3".parse().unwrap(), "4x4".parse().unwrap());
        let game = |seed| Game::deal(shape, &Goal::BlankLast, Seed::new(seed)).unwrap();
        let mut first = Store::at(Some(folder.clone())).unwrap();
        assert!(first.unfinished(shape, &USUAL).is_none() && first.notes.is_empty());
        first.keep_game(&game(1), 0);
        let mut second = Store::at(Some(folder.clone())).unwrap();
        assert!(second.unfinished(shape, &USUAL).is_none() && !second.claim(shape));
        assert_eq!(second.notes, ["another 3x3 game is being played; this one will not be saved"]);
        second.keep_game(&game(2), 0);
        second.forget_game(&game(2));
        assert!(second.claim(other), "another size is free");
        drop(second);
        drop(first);
        let mut third = Store::at(Some(folder.clone())).unwrap();
        assert_eq!(third.unfinished(shape, &USUAL).unwrap().save(0), game(1).save(0));
        assert!(third.notes.is_empty());
        drop(third);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_board_that_was_chosen_leaves_the_game_of_its_size_alone() {
        let folder = folder("chosen");
        let shape: Shape = "3x3".parse().unwrap();
        let dealt = Game::deal(shape, &Goal::BlankLast, Seed::new(7)).unwrap();
        let chosen = Game::of_board("1 2 3/4 5 6/7 0 8".parse().unwrap(), &Goal::BlankLast).unwrap();
        let store = Store::at(Some(folder.clone())).unwrap();
        store.keep_game(&dealt, 0);
        store.keep_game(&chosen, 0);
        drop(store);
        let mut store = Store::at(Some(folder.clone())).unwrap();
        assert_eq!(store.unfinished(shape, &USUAL).unwrap().save(0), dealt.save(0));
        assert_eq!(store.chosen_game(shape, &USUAL).unwrap().save(0), chosen.save(0));
        store.forget_game(&chosen);
        drop(store);
        let mut store = Store::at(Some(folder.clone())).unwrap();
        assert!(store.unfinished(shape, &USUAL).is_some() && store.chosen_game(shape, &USUAL).is_none());
        drop(store);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_game_leaves_those_with_other_goals_alone() {
        let folder = folder("goals");
        let shape: Shape = "3x3".parse().unwrap();
        let own = Goal::Board("8 7 6/5 4 3/2 1 0".parse().unwrap());
        let [spiral, own] = [Goal::Spiral, own].map(Target::Goal);
        let targets = [USUAL, spiral, own, Grouping::Rows.into(), Grouping::Fringe.into()];
        let store = Store::at(Some(folder.clone())).unwrap();
        let dealt = |target: &Target| Game::deal(shape, target, Seed::new(5)).unwrap();
        let chosen = |target: &Target| Game::deal(shape, target, Seed::new(6)).unwrap().on(Occasion::Chosen);
        for target in &targets {
            store.keep_game(&dealt(target), 0);
            store.keep_game(&chosen(target), 0);
        }
        drop(store);
        let mut store = Store::at(Some(folder.clone())).unwrap();
        for target in &targets {
            assert_eq!(store.unfinished(shape, target).unwrap().save(0), dealt(target).save(0));
            assert_eq!(store.chosen_game(shape, target).unwrap().save(0), chosen(target).save(0));
        }
        drop(store);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_damaged_file_is_set_aside_with_a_message() {
        let folder = folder("damaged");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("game-3x3"), "taquin-game 1\norigin gi").unwrap();
        fs::write(folder.join("preferences"), b"letters \xff\n").unwrap();
        let mut store = Store::at(Some(folder.clone())).unwrap();
        assert!(store.unfinished("3x3".parse().unwrap(), &USUAL).is_none());
        assert_eq!(store.preferences(), Preferences::default());
        assert_eq!(store.notes.len(), 2);
        assert!(store.notes[0].starts_with("game-3x3 is damaged; it is kept as "), "{:?}", store.notes);
        let names = files(&folder);
        assert!(names.len() == 2 && names.iter().all(|name| name.contains(".damaged-")), "{names:?}");
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn what_a_newer_program_likes_is_kept_and_discards_nothing() {
        let folder = folder("newer");
        fs::create_dir_all(&folder).unwrap();
        let written = "letters ijkl\nsteer gap\ntheme sepia\nsize 3x3\nsound loud and clear\n";
        fs::write(folder.join("preferences"), written).unwrap();
        let mut store = Store::at(Some(folder.clone())).unwrap();
        let likes = store.preferences();
        assert_eq!((likes.letters, likes.steer, likes.theme), (Letters::Ijkl, Steer::Gap, Theme::Dark));
        assert!(store.notes.is_empty());
        store.keep_preferences(Preferences { hover: true, ..likes });
        drop(store);
        let text = fs::read_to_string(folder.join("preferences")).unwrap();
        for line in ["letters ijkl", "theme sepia", "sound loud and clear", "hover yes"] {
            assert!(text.lines().any(|kept| kept == line), "{line:?} is not in {text:?}");
        }
        // A theme chosen here takes the place of the one that nobody here knows.
        let mut store = Store::at(Some(folder.clone())).unwrap();
        let likes = store.preferences();
        store.keep_preferences(Preferences { theme: Theme::Light, ..likes });
        drop(store);
        let text = fs::read_to_string(folder.join("preferences")).unwrap();
        assert!(text.contains("theme light\n") && !text.contains("sepia"), "{text}");
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn no_damaged_file_is_deleted_however_many_there_are() {
        let folder = folder("pile");
        fs::create_dir_all(&folder).unwrap();
        for old in 1..=7 {
            fs::write(folder.join(format!("game-3x3.damaged-{old}")), "old").unwrap();
        }
        fs::write(folder.join("game-3x3"), "no game").unwrap();
        let mut store = Store::at(Some(folder.clone())).unwrap();
        assert!(store.unfinished("3x3".parse().unwrap(), &USUAL).is_none());
        drop(store);
        assert_eq!(files(&folder).len(), 8, "{:?}", files(&folder));
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn two_programs_that_add_to_one_log_and_read_it_lose_no_solve_and_see_whole_lines() {
        let folder = folder("both");
        let shape: Shape = "2x2".parse().unwrap();
        let mut game = Game::of_board("1 2/0 3".parse().unwrap(), &Goal::BlankLast).unwrap();
        game.play(Input::Slide(taquin_core::Direction::Left), Source::Keys, 0);
        let replay = game.replay();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("solves.log"), "what nobody can read\n").unwrap();
        std::thread::scope(|both| {
            for own in 0..2u64 {
                let (folder, replay) = (&folder, &replay);
                both.spawn(move || {
                    for solve in 0..40 {
                        let mut store = Store::at(Some(folder.clone())).unwrap();
                        let ended = 1000 * own + solve;
                        store.keep_solve(&LogLine::new(ended, 0, 0, Occasion::Chosen, replay).unwrap());
                        store.solves(shape, &USUAL);
                        assert!(store.notes.iter().all(|note| note.starts_with("1 of")), "{:?}", store.notes);
                    }
                });
            }
        });
        let mut store = Store::at(Some(folder.clone())).unwrap();
        let mut ended: Vec<u64> = store.solves(shape, &USUAL).iter().map(|line| line.ended_ms).collect();
        ended.sort_unstable();
        assert_eq!(ended, (0..40).chain(1000..1040).collect::<Vec<u64>>());
        drop(store);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_log_cut_by_a_kill_keeps_all_its_whole_lines() {
        let folder = folder("log");
        let shape: Shape = "2x2".parse().unwrap();
        let mut game = Game::of_board("1 2/0 3".parse().unwrap(), &Goal::BlankLast).unwrap();
        game.play(Input::Slide(taquin_core::Direction::Left), Source::Keys, 0);
        let line = LogLine::new(5, 0, 0, Occasion::Chosen, &game.replay()).unwrap();
        let store = Store::at(Some(folder.clone())).unwrap();
        store.keep_solve(&line);
        drop(store);
        let path = folder.join("solves.log");
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &whole[..whole.len() / 2])).unwrap();
        let store = Store::at(Some(folder.clone())).unwrap();
        store.keep_solve(&line);
        drop(store);
        let before = fs::read(&path).unwrap();
        let mut store = Store::at(Some(folder.clone())).unwrap();
        assert_eq!(store.solves(shape, &USUAL), [line.clone(), line]);
        assert_eq!(store.notes, ["1 of 3 solves could not be read; they stay in solves.log"]);
        // Another program may be adding to it: reading changes nothing.
        assert_eq!((fs::read(&path).unwrap(), files(&folder)), (before, vec!["solves.log".to_string()]));
        assert!(store.solves(shape, &Target::Goal(Goal::Snake)).is_empty() && store.notes.len() == 1);
        let _ = fs::remove_dir_all(folder);
    }
}
