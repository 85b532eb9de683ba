//! Data sets: the same bytes whoever makes them, every label right, nothing half made.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type};
use arrow_array::{Array, RecordBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use taquin_core::batch::Boards;
use taquin_core::{Goal, Metric, Shape};
use taquin_data::label::shards;
use taquin_data::{Device, LabelError, Limits, Manifest, Oracle, Source, Spec, Work, oracle, shard};
use taquin_solve::bulk::{Ask, BulkError, Labels};
use taquin_solve::census::distances;
use taquin_solve::{Monitor, Progress, StopReason, Unlimited};

fn limits(threads: usize) -> Limits {
    Limits {
        threads,
        memory_bytes: 1 << 30,
        tables: Arc::default(),
        oracle: oracle(Device::Cpu, None).unwrap(),
    }
}

fn spec(size: &str, source: Source) -> Spec {
    Spec { shard_boards: 70, ..Spec::new(size, source) }
}

/// Makes a data set, and reads all its files.
fn made(spec: &Spec, given: &[u8], folder: &Path, threads: usize) -> BTreeMap<String, Vec<u8>> {
    let limits = limits(threads);
    let missing = shards(Work { spec, given, folder, limits: &limits }, (0, 1), &Unlimited, |_| ()).unwrap();
    assert!(missing.is_empty());
    files(folder)
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap()))
        .collect()
}

fn rows(file: &[u8]) -> Vec<RecordBatch> {
    let bytes = parquet::data_type::AsBytes::as_bytes(file).to_vec();
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).unwrap().build().unwrap();
    reader.map(Result::unwrap).collect()
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn every_position_of_a_board_is_labelled_as_its_map_says() {
    for metric in [Metric::Stm, Metric::Mtm] {
        let folder = temporary();
        let spec = Spec { metric: metric.to_string(), goal: "spiral".into(), ..spec("2x3", Source::All) };
        let files = made(&spec, &[], folder.path(), 2);
        let shape: Shape = "2x3".parse().unwrap();
        let home = Goal::Spiral.board(shape).unwrap();
        let map = distances(shape, home.blank(), metric).unwrap();
        let mut seen = 0;
        for (_, file) in files.iter().filter(|(name, _)| name.ends_with(".parquet")) {
            for batch in rows(file) {
                let column = |name: &str| batch.column_by_name(name).unwrap().clone();
                let boards = column("board");
                let boards = boards.as_fixed_size_list();
                let distance = column("distance");
                let distance = distance.as_primitive::<UInt8Type>();
                let masks = column("optimal_moves");
                let masks = masks.as_primitive::<UInt8Type>();
                let manhattan = column("manhattan");
                let manhattan = manhattan.as_primitive::<UInt16Type>();
                assert!(column("split").as_primitive::<UInt8Type>().iter().all(|split| split.unwrap() <= 2));
                for row in 0..batch.num_rows() {
                    let tiles = boards.value(row);
                    let tiles = tiles.as_primitive::<UInt8Type>();
                    let homes: Vec<u8> = tiles
                        .iter()
                        .map(|tile| home.cell_of(u32::from(tile.unwrap()).into()).unwrap().index() as u8)
                        .collect();
                    let exact = map.distance(&homes).unwrap();
                    assert_eq!(u32::from(distance.value(row)), exact);
                    assert_eq!(masks.value(row) == 0, exact == 0);
                    assert!(metric == Metric::Mtm || u32::from(manhattan.value(row)) <= exact);
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 360);
        let (manifest, wrong) = Manifest::check(folder.path(), &Unlimited).unwrap();
        assert_eq!((manifest.shards.len(), wrong.len()), (6, 0));
        assert_eq!(manifest.shards.values().map(|entry| entry.boards).sum::<u64>(), 360);
    }
}

#[test]
fn the_bytes_are_the_same_with_any_number_of_threads_and_workers() {
    let sources = [
        ("4x4", Source::Seed { seed: 7, count: 60 }),
        ("3x3", Source::Distance { seed: 7, count: 60, least: 5, most: 25 }),
    ];
    for (size, source) in sources {
        let spec = Spec { nodes: Some(100_000), shard_boards: 25, ..spec(size, source) };
        let [one, two, eight, shared] = [(); 4].map(|()| temporary());
        let first = made(&spec, &[], one.path(), 1);
        assert_eq!(first, made(&spec, &[], two.path(), 2));
        assert_eq!(first, made(&spec, &[], eight.path(), 8));
        let limits = limits(1);
        let work = Work { spec: &spec, given: &[], folder: shared.path(), limits: &limits };
        for (index, left) in [(2, 2), (0, 1), (1, 0)] {
            let missing = shards(work, (index, 3), &Unlimited, |_| ()).unwrap();
            assert_eq!(missing.len(), left, "a manifest when all are there");
        }
        assert_eq!(first, files(shared.path()));
        assert!(shard(work, 0, &Unlimited).unwrap().skipped);
    }
}

/// The processor, as somebody who has several shards made at a time; it fails at a shard if that is wanted.
struct Several {
    own: Arc<dyn Oracle>,
    calls: AtomicU64,
    fails_at: u64,
}

impl Oracle for Several {
    fn label(
        &self,
        boards: &Boards<'_>,
        ask: &Ask,
        moves: bool,
        monitor: &dyn Monitor,
    ) -> Result<Labels, BulkError> {
        if self.calls.fetch_add(1, Ordering::Relaxed) == self.fails_at {
            return Err(BulkError::Device("the card has left".into()));
        }
        self.own.label(boards, ask, moves, monitor)
    }

    fn at_once(&self, threads: usize) -> usize {
        threads
    }
}

#[test]
fn several_shards_at_a_time_are_the_same_bytes_and_the_first_that_fails_ends_all() {
    let spec = spec("3x3", Source::Seed { seed: 4, count: 1234 });
    let folder = temporary();
    let one = made(&spec, &[], folder.path(), 1);
    for (threads, fails_at) in [(1, u64::MAX), (3, u64::MAX), (40, u64::MAX), (1, 5), (4, 0), (4, 9)] {
        let several = Several { own: oracle(Device::Cpu, None).unwrap(), calls: AtomicU64::new(0), fails_at };
        let limits = Limits { oracle: Arc::new(several), ..limits(threads) };
        let folder = temporary();
        let work = Work { spec: &spec, given: &[], folder: folder.path(), limits: &limits };
        let mut heard = 0;
        let ended = shards(work, (0, 1), &Unlimited, |_| heard += 1);
        if fails_at == u64::MAX {
            assert!(ended.unwrap().is_empty() && heard == 18, "{threads} threads");
            assert!(files(folder.path()) == one, "{threads} threads");
        } else {
            assert_eq!(ended.unwrap_err().to_string(), "the card has left");
            assert!(heard < 18, "{threads} threads");
            // What was finished is whole, and the rest is made by whoever comes next.
            assert!(made(&spec, &[], folder.path(), 2) == one);
        }
    }
}

/// Panics at its first shard; the others wait until they are told to stop.
struct Panics {
    calls: AtomicU64,
    unheard: AtomicBool,
}

impl Oracle for Panics {
    fn label(&self, _: &Boards<'_>, _: &Ask, _: bool, monitor: &dyn Monitor) -> Result<Labels, BulkError> {
        assert!(self.calls.fetch_add(1, Ordering::Relaxed) > 0, "on purpose");
        for _ in 0..600 {
            if let ControlFlow::Break(why) = monitor.poll(&Progress::default()) {
                return Err(BulkError::Stopped(why));
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        self.unheard.store(true, Ordering::Relaxed);
        Err(BulkError::Stopped(StopReason::Time))
    }

    fn at_once(&self, threads: usize) -> usize {
        threads
    }
}

#[test]
fn a_panic_at_one_shard_ends_the_work_at_all_others() {
    let spec = spec("3x3", Source::Seed { seed: 4, count: 1234 });
    for threads in [1, 4] {
        let panics = Arc::new(Panics { calls: AtomicU64::new(0), unheard: AtomicBool::new(false) });
        let limits = Limits { oracle: panics.clone(), ..limits(threads) };
        let folder = temporary();
        let work = Work { spec: &spec, given: &[], folder: folder.path(), limits: &limits };
        let caught = catch_unwind(AssertUnwindSafe(|| shards(work, (0, 1), &Unlimited, |_| ())));
        assert!(caught.is_err(), "the panic is passed on");
        assert!(!panics.unheard.load(Ordering::Relaxed), "nobody waits for the end of his shard");
        assert!(panics.calls.load(Ordering::Relaxed) <= threads as u64, "nobody begins another shard");
    }
}

#[test]
fn work_that_is_stopped_leaves_whole_files_and_goes_on() {
    let spec = Spec { shard_boards: 20, ..spec("4x4", Source::Seed { seed: 3, count: 60 }) };
    let (whole, broken) = (temporary(), temporary());
    let expected = made(&spec, &[], whole.path(), 2);
    let limits = limits(2);
    let work = Work { spec: &spec, given: &[], folder: broken.path(), limits: &limits };
    let mut stops = 0u64;
    loop {
        let (polls, before) = (AtomicU64::new(0), stops);
        let stopping = taquin_solve::Limits::new().on_progress(move |_| {
            // Later each time, so that it ends.
            let many = polls.fetch_add(1, Ordering::Relaxed) > 40 << before;
            if many { ControlFlow::Break(StopReason::Interrupted) } else { ControlFlow::Continue(()) }
        });
        match shards(work, (0, 1), &stopping, |_| ()) {
            Ok(missing) => {
                assert!(missing.is_empty());
                break;
            }
            Err(LabelError::Stopped(StopReason::Interrupted)) => stops += 1,
            Err(other) => panic!("{other}"),
        }
        for (name, bytes) in files(broken.path()) {
            assert!(expected[&name] == bytes, "{name} is whole");
        }
    }
    assert!(stops > 0);
    assert_eq!(files(broken.path()), expected);
}

#[test]
fn making_boards_checking_them_and_the_manifest_can_be_stopped() {
    let stop_at = |phase: &'static str| {
        taquin_solve::Limits::new().on_progress(move |progress| match progress.phase == phase {
            true => ControlFlow::Break(StopReason::Interrupted),
            false => ControlFlow::Continue(()),
        })
    };
    let shape: Shape = "3x3".parse().unwrap();
    let given = [1, 2, 3, 4, 5, 6, 7, 0, 8].repeat(20);
    let stopped = Spec::given(shape, &given, &stop_at("checking boards")).unwrap_err();
    assert!(matches!(stopped, LabelError::Stopped(StopReason::Interrupted)), "{stopped}");
    let listed = Spec::given(shape, &given, &Unlimited).unwrap();
    let limits = limits(1);
    for (source, phase) in [
        (Source::Seed { seed: 1, count: 10 }, "making boards"),
        (Source::All, "making boards"),
        (listed.clone(), "checking boards"),
        (Source::Seed { seed: 1, count: 10 }, "checking boards"),
        (Source::Seed { seed: 1, count: 10 }, "checking files"),
    ] {
        let folder = temporary();
        let spec = Spec { shard_boards: 1000, ..spec("3x3", source.clone()) };
        let given = if source == listed { &given[..] } else { &[] };
        let work = Work { spec: &spec, given, folder: folder.path(), limits: &limits };
        let stopped = shards(work, (0, 1), &stop_at(phase), |_| ()).unwrap_err();
        assert!(matches!(stopped, LabelError::Stopped(StopReason::Interrupted)), "{phase}: {stopped}");
        assert!(!folder.path().join("manifest.json").exists());
    }
    let folder = temporary();
    made(&spec("3x3", Source::Seed { seed: 1, count: 10 }), &[], folder.path(), 1);
    let stopped = Manifest::check(folder.path(), &stop_at("checking files")).unwrap_err();
    assert!(matches!(stopped, LabelError::Stopped(StopReason::Interrupted)), "{stopped}");
}

#[test]
fn a_limit_leaves_a_null_and_a_bound_and_the_same_boards_can_be_given() {
    let folder = temporary();
    let shape: Shape = "4x4".parse().unwrap();
    let goal = Goal::BlankLast.board(shape).unwrap();
    let mut given: Vec<u8> = goal.iter().map(|tile| tile.number() as u8).collect();
    let far = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 6, 2, 4, 8, 5, 1];
    let swapped = [2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    given.extend(far.iter().chain(&swapped));
    let source = Spec::given(shape, &given, &Unlimited).unwrap();
    let spec = Spec { nodes: Some(50_000), ..spec("4x4", source) };
    let files = made(&spec, &given, folder.path(), 1);
    let batch = &rows(&files["part-00000-of-00001.parquet"])[0];
    let column = |name: &str| batch.column_by_name(name).unwrap().as_primitive::<UInt8Type>().clone();
    let (distance, bound, masks) = (column("distance"), column("lower_bound"), column("optimal_moves"));
    assert_eq!((distance.value(0), bound.value(0), masks.value(0), masks.is_null(0)), (0, 0, 0, false));
    assert!(distance.is_null(1) && masks.is_null(1) && (58..=80).contains(&bound.value(1)));
    assert!(distance.is_null(2) && bound.is_null(2) && masks.is_null(2));
    let solvable = batch.column_by_name("solvable").unwrap().as_boolean().clone();
    assert_eq!(solvable.iter().flatten().collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn what_cannot_be_is_told_and_what_is_damaged_is_found() {
    let folder = temporary();
    let good = spec("3x3", Source::Seed { seed: 1, count: 100 });
    made(&good, &[], folder.path(), 1);
    let limits = limits(1);
    let told = |spec: &Spec, share| {
        let work = Work { spec, given: &[], folder: folder.path(), limits: &limits };
        shards(work, share, &Unlimited, |_| ()).unwrap_err().to_string()
    };
    let other = Spec { moves: false, ..good.clone() };
    assert!(told(&other, (0, 1)).contains("holds another data set"));
    assert!(told(&Spec { size: "5x5".into(), ..good.clone() }, (0, 1)).contains("up to 16 cells"));
    assert!(told(&Spec { goal: "home".into(), ..good.clone() }, (0, 1)).contains("home"));
    assert!(told(&Spec { shard_boards: 0, ..good.clone() }, (0, 1)).contains("0 boards in a shard"));
    assert!(told(&good, (3, 3)).contains("shard 3 of 3"));
    let far = Source::Distance { seed: 1, count: 5, least: 30, most: 40 };
    let empty = temporary();
    let work = Work { spec: &spec("3x3", far), given: &[], folder: empty.path(), limits: &limits };
    assert!(shard(work, 0, &Unlimited).unwrap_err().to_string().contains("the farthest are at 31"));
    let path = folder.path().join("part-00001-of-00002.parquet");
    let mut bytes = fs::read(&path).unwrap();
    bytes[40] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(Manifest::check(folder.path(), &Unlimited).unwrap().1, ["part-00001-of-00002.parquet"]);
    // Shards of another version are not mixed with ours; a folder that says none was claimed before versions were told.
    let path = folder.path().join("dataset.json");
    let claim = fs::read_to_string(&path).unwrap();
    let own = format!("\"version\": \"{}\",\n", env!("CARGO_PKG_VERSION"));
    assert!(claim.contains(&own), "{claim}");
    fs::write(&path, claim.replace(&own, "\"version\": \"0.0.9\",\n")).unwrap();
    assert!(told(&good, (0, 1)).contains("holds shards of taquin 0.0.9, this is"));
    fs::write(&path, claim.replace(&own, "")).unwrap();
    let work = Work { spec: &good, given: &[], folder: folder.path(), limits: &limits };
    assert!(shard(work, 0, &Unlimited).unwrap().skipped);
    // A card that is not there is one line.
    if let Err(why) = oracle(Device::Cuda, None) {
        let why = why.to_string();
        assert!(!why.is_empty() && !why.contains('\n'), "{why}");
    }
}
