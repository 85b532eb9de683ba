//! Tables16: the same bytes whoever builds them, proved entry by entry, and no damaged file accepted.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::table::cells16::layout::Layout;
use crate::table::cells16::{Table16, Tables16};
use crate::table::numbering::Numbering;
use crate::table::{Bits, Flaw, Store, TableError, TableKey, build, format, prove};
use crate::{Monitor, Progress, StopReason, Unlimited};
use taquin_core::{Cell, Metric, Shape};

fn full() -> bool {
    std::env::var_os("TAQUIN_FULL").is_some()
}

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(rows, columns).unwrap()
}

/// A directory of its own for each test, removed afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("taquin-tables-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn store(&self) -> Store {
        Store::at(&self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn table(layout: &Layout) -> Table16 {
    let words = build(layout, 1, &Unlimited).unwrap();
    Table16::new(layout.clone(), words.into())
}

fn six() -> TableKey {
    TableKey::new(shape(4, 4), 0, &[1, 2, 4, 5, 8, 9]).unwrap()
}

fn quick() -> TableKey {
    TableKey::new(shape(4, 3), 0, &[1, 2, 3, 4, 5]).unwrap()
}

#[test]
fn builds_with_1_2_and_8_threads_give_the_same_bytes() {
    for key in [six(), quick(), TableKey::new(shape(8, 2), 3, &[1, 2, 4, 5, 6]).unwrap()] {
        let layout = key.layout(&Unlimited).unwrap();
        let one = build(&layout, 1, &Unlimited).unwrap();
        for threads in [2, 8] {
            assert!(*one == *build(&layout, threads, &Unlimited).unwrap(), "{key} with {threads} threads");
        }
    }
}

#[test]
fn every_entry_of_small_tables_is_proved() {
    let mut layouts = vec![
        Layout::new(shape(3, 3), 0, &[1, 2, 3, 4, 5, 6, 7, 8]),
        Layout::new(shape(3, 3), 4, &[0, 1, 2, 3]),
        Layout::new(shape(5, 2), 2, &[0, 1, 3, 4, 5]),
        quick().layout(&Unlimited).unwrap(),
    ];
    if full() {
        layouts.push(six().layout(&Unlimited).unwrap());
        layouts.push(Layout::new(shape(4, 4), 5, &[0, 1, 2, 3, 4, 6]));
        layouts.push(Layout::new(shape(8, 2), 0, &[1, 2, 3, 4, 5, 6]));
    }
    let largest: Vec<u8> = layouts.iter().map(|layout| prove(&table(layout), &Unlimited).unwrap()).collect();
    assert_eq!(largest[0], 31);
}

#[test]
fn a_wrong_entry_is_found_by_the_proof() {
    let layout = Layout::new(shape(3, 3), 0, &[1, 2, 3, 5]);
    let right = build(&layout, 1, &Unlimited).unwrap();
    for number in (0..layout.geometry().places()).step_by(17) {
        let mut wrong = right.to_vec();
        wrong[number / 64] ^= 1 << (number % 64);
        let table = Table16::new(layout.clone(), Bits::from(wrong));
        let flaw = prove(&table, &Unlimited).unwrap_err();
        assert!(matches!(flaw, Flaw::Stuck(_) | Flaw::Gap(..)), "entry {number}: {flaw}");
    }
}

#[test]
fn digests_are_those_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables.digests");
    let text = std::fs::read_to_string(path).unwrap();
    let pinned = |key: &TableKey| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{key} ")));
        u32::from_str_radix(line.unwrap_or_else(|| panic!("{key} is not in data/tables.digests")), 16)
            .unwrap()
    };
    let check = |table: &Table16| {
        let layout = table.layout();
        let key = TableKey::new(layout.shape(), layout.home(), layout.tiles()).unwrap();
        let header = format::header(&key, table.bytes());
        let file_bytes = (format::HEADER_BYTES + table.bytes().len()) as u64;
        let digest = format::read_header(&header, file_bytes).unwrap().digest;
        assert_eq!(digest, pinned(&key), "{key} has digest {digest:08x}");
    };
    for home in [0, 1, 5] {
        Tables16::small(shape(4, 4), Cell::new(home), 2, &Unlimited).unwrap().tables.iter().for_each(check);
    }
    if full() {
        for key in TableKey::big(shape(4, 4), Cell::new(0), Metric::Stm) {
            check(&Table16::new(
                key.layout(&Unlimited).unwrap(),
                build(&key.layout(&Unlimited).unwrap(), 2, &Unlimited).unwrap().into(),
            ));
        }
    }
}

#[test]
fn a_stored_table_comes_back_as_it_was_built() {
    let scratch = Scratch::new();
    let store = scratch.store();
    let key = quick();
    assert!(matches!(store.load(&key, 1, &Unlimited), Err(TableError::Missing { .. })));
    let digest = store.build(&key, 2, &Unlimited).unwrap();
    assert_eq!(store.verify(&key).unwrap(), digest);
    let built = table(&key.layout(&Unlimited).unwrap());
    assert_eq!(store.load(&key, 2, &Unlimited).unwrap().bytes(), built.bytes());
    let listed = store.list().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].header.as_ref().unwrap().key, key);
    assert!(store.remove(&key).unwrap());
    assert!(!store.remove(&key).unwrap());
}

#[test]
fn a_damaged_foreign_older_or_truncated_table_is_refused_by_name() {
    let scratch = Scratch::new();
    let store = scratch.store();
    let key = quick();
    store.build(&key, 1, &Unlimited).unwrap();
    let whole = std::fs::read(store.path(&key)).unwrap();
    let refused = |bytes: &[u8], part: &str| {
        std::fs::write(store.path(&key), bytes).unwrap();
        for error in [store.verify(&key).err(), store.load(&key, 1, &Unlimited).err()] {
            let error = error.unwrap_or_else(|| panic!("accepted, but: {part}")).to_string();
            assert!(error.starts_with(&key.file_name()) && error.contains(part), "{error}");
            assert!(error.starts_with("4x3-"), "{error}");
        }
    };
    for at in [4096, whole.len() - 1, whole.len() / 2] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        refused(&flipped, "damaged");
    }
    for at in 8..200 {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        refused(&flipped, "");
    }
    refused(&whole[..whole.len() - 1], "bytes where");
    refused(&whole[..100], "bytes where");
    refused(&[], "not a table");
    refused(b"GIF89a not a table at all", "not a table");
    let mut older = whole.clone();
    older[8] = 0;
    refused(&older, "table format 0, this program reads format 1");
    let other = TableKey::new(shape(4, 3), 0, &[1, 2, 3, 4, 6]).unwrap();
    store.build(&other, 1, &Unlimited).unwrap();
    refused(&std::fs::read(store.path(&other)).unwrap(), "holds 4x3-b0-t1.2.3.4.6");
    // Building mends it.
    store.build(&key, 1, &Unlimited).unwrap();
    assert_eq!(std::fs::read(store.path(&key)).unwrap(), whole);
}

#[test]
fn a_disk_without_room_is_told_before_anything_is_built() {
    /// Nothing is done but what it takes to know how much room is needed.
    struct Never;
    impl Monitor for Never {
        fn poll(&self, progress: &Progress) -> ControlFlow<StopReason> {
            assert_eq!(progress.phase, "preparing a table", "there is no room for it");
            ControlFlow::Continue(())
        }
    }
    let scratch = Scratch::new();
    let (store, key) = (scratch.store(), quick());
    let needed = 4096 + key.bytes() as u64;
    let refused = store.build_where(&key, 1, &Never, |_| Some(needed - 1)).unwrap_err();
    let (file, directory) = (key.file_name(), scratch.0.display());
    let free = needed - 1;
    let line = format!("{file}: {needed} bytes are needed and {free} are free in {directory}");
    assert_eq!(refused.to_string(), line);
    assert!(store.list().unwrap().is_empty());
    // With just enough, and where nobody can say, it is built.
    for room in [Some(needed), None] {
        store.build_where(&key, 1, &Unlimited, |_| room).unwrap();
        assert!(store.remove(&key).unwrap());
    }
}

/// A device that is always full stands where the table is written first.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_while_a_table_is_written_is_told_and_leaves_nothing() {
    let scratch = Scratch::new();
    let (store, key) = (scratch.store(), quick());
    std::fs::create_dir_all(&scratch.0).unwrap();
    let part = scratch.0.join(format!("{key}.part"));
    std::os::unix::fs::symlink("/dev/full", &part).unwrap();
    let due = 4096 + key.bytes() as u64;
    match store.build(&key, 1, &Unlimited) {
        Err(TableError::NoSpace { needed, file, .. }) => {
            assert_eq!((needed, file), (due, key.file_name()));
        }
        other => panic!("{other:?}"),
    }
    assert!(std::fs::symlink_metadata(&part).is_err(), "what was begun is gone");
    assert!(store.list().unwrap().is_empty());
    store.build(&key, 1, &Unlimited).unwrap();
    assert_eq!(store.verify(&key).ok(), store.build(&key, 1, &Unlimited).ok());
}

/// Stops after some polls.
struct After(AtomicU32);

impl Monitor for After {
    fn poll(&self, _: &Progress) -> ControlFlow<StopReason> {
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(StopReason::Interrupted),
        }
    }
}

#[test]
fn a_stopped_build_leaves_no_table() {
    let scratch = Scratch::new();
    let store = scratch.store();
    let key = quick();
    for polls in [0, 1, 5, 50, 100] {
        let stopped = store.build(&key, 2, &After(AtomicU32::new(polls)));
        assert!(matches!(stopped, Err(TableError::Stopped(StopReason::Interrupted))), "{stopped:?}");
        assert!(store.list().unwrap().is_empty());
    }
}

#[test]
fn eight_builders_of_one_table_end_with_one() {
    let scratch = Scratch::new();
    let key = quick();
    let digests: Vec<u32> = std::thread::scope(|scope| {
        let builders: Vec<_> =
            (0..8).map(|_| scope.spawn(|| scratch.store().build(&key, 1, &Unlimited).unwrap())).collect();
        builders.into_iter().map(|builder| builder.join().unwrap()).collect()
    });
    assert!(digests.iter().all(|digest| *digest == digests[0]));
    assert_eq!(scratch.store().list().unwrap().len(), 1);
    let left: Vec<String> = std::fs::read_dir(&scratch.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Not a test of its own: with `TAQUIN_BUILD_IN` set it builds the same table again and again, to be killed.
#[test]
fn a_builder_that_may_be_killed_builds_what_it_is_told() {
    let Some(directory) = std::env::var_os("TAQUIN_BUILD_IN") else { return };
    let store = Store::at(directory);
    loop {
        store.remove(&quick()).unwrap();
        store.build(&quick(), 1, &Unlimited).unwrap();
    }
}

#[test]
fn killed_builds_leave_no_file_that_is_accepted_and_wrong() {
    let scratch = Scratch::new();
    let store = scratch.store();
    let key = quick();
    let right = table(&key.layout(&Unlimited).unwrap());
    let builder = "tests::tables::a_builder_that_may_be_killed_builds_what_it_is_told";
    let part = scratch.0.join(format!("{key}.part"));
    let (mut begun, mut whole) = (0, 0);
    for round in 0..100 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", builder, "--nocapture"])
            .env("TAQUIN_BUILD_IN", &scratch.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // However slow the machine is, it is killed at its work: from the first look at a file in the making on.
        while !part.exists() {
            assert!(child.try_wait().unwrap().is_none(), "it builds until it is killed");
            std::thread::sleep(Duration::from_micros(100));
        }
        std::thread::sleep(Duration::from_micros(round * 7_919 % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        begun += u32::from(std::fs::remove_file(&part).is_ok());
        match store.load(&key, 1, &Unlimited) {
            Ok(table) => {
                whole += 1;
                assert!(table.bytes() == right.bytes());
            }
            Err(TableError::Missing { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(begun + whole > 0, "no builder was killed at its work");
    store.build(&key, 1, &Unlimited).unwrap();
    assert_eq!(store.load(&key, 1, &Unlimited).unwrap().bytes(), right.bytes());
}

#[test]
fn tables_of_lines_come_back_from_their_files_and_are_used() {
    let scratch = Scratch::new();
    let store = scratch.store();
    for (rows, columns, home) in [(3, 3, 8), (3, 3, 1), (2, 5, 9)] {
        let shape = shape(rows, columns);
        for key in TableKey::big(shape, Cell::new(home), Metric::Mtm) {
            let digest = store.build(&key, 2, &Unlimited).unwrap();
            assert_eq!(store.verify(&key).unwrap(), digest);
            let (built, read) = (
                crate::multi::MultiTable::build(&key, 1, &Unlimited).unwrap().into_entries(),
                store.load_lines(&key, 2, &Unlimited).unwrap().into_entries(),
            );
            assert!(built.as_bytes() == read.as_bytes() && read.as_bytes().len() == key.bytes(), "{key}");
            let header = store.list().unwrap().into_iter().find(|listed| listed.path == store.path(&key));
            assert_eq!(header.unwrap().header.unwrap().key, key);
        }
    }
    // Boards of 2×5 with the larger tables, which mark seven tiles, and the small ones.
    let cache = crate::TableCache::with_tables_in(store.directory());
    let grid = crate::position::Grid::new(shape(2, 5), Cell::new(9)).unwrap();
    let big = cache.multi(&grid, 1, &Unlimited).unwrap();
    let small = crate::multi::MultiTables::small(shape(2, 5), Cell::new(9), 1, &Unlimited).unwrap();
    assert!(big.memory_bytes() > small.memory_bytes(), "the files are used");
    let map = crate::census::distances(shape(2, 5), Cell::new(9), Metric::Mtm).unwrap();
    for (position, distance) in map.iter().step_by(6101) {
        let position: Vec<u32> = position.into_iter().map(u32::from).collect();
        let homes = crate::tests::homes(shape(2, 5), 9, &position);
        assert!(big.bound(&homes) <= distance && big.bound(&homes) >= small.bound(&homes));
        let found = crate::multi::solve(&homes, &big, 1, &Unlimited).unwrap();
        assert_eq!(taquin_core::Moves::from(found.slides).length(Metric::Mtm), distance as usize);
    }
}

#[test]
fn a_damaged_table_of_lines_is_passed_over_with_a_warning() {
    let scratch = Scratch::new();
    let store = scratch.store();
    let [key] = &TableKey::big(shape(3, 3), Cell::new(8), Metric::Mtm)[..] else { panic!("one table") };
    store.build(key, 1, &Unlimited).unwrap();
    let mut bytes = std::fs::read(store.path(key)).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(store.path(key), &bytes).unwrap();
    let cache = crate::TableCache::with_tables_in(store.directory());
    let grid = crate::position::Grid::new(shape(3, 3), Cell::new(8)).unwrap();
    cache.multi(&grid, 1, &Unlimited).unwrap();
    let warnings = cache.take_warnings();
    assert!(warnings.len() == 1 && warnings[0].contains("damaged"), "{warnings:?}");
    // A table of slides that goes by the name of one of lines is another table.
    let slides = TableKey::new(shape(3, 3), 0, &[1, 2, 3]).unwrap();
    store.build(&slides, 1, &Unlimited).unwrap();
    std::fs::rename(store.path(&slides), store.path(key)).unwrap();
    assert!(matches!(store.verify(key), Err(TableError::Refused { .. })));
}
