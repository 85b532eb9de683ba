//! A card that fails, in each phase and in each way, and one of 8 GB.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use taquin_core::{Cell, Shape, Solvable};
use taquin_solve::proof::Keeping;
use taquin_solve::{StopReason, Unlimited};

use super::Shim;
use super::tests::{After, some_problems};
use crate::card::{Card, Launch, Program, Source};
use crate::error::Result;
use crate::{Ask, Device, GpuError, Proof};

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Compile,
    Launch(&'static str),
    FreeBytes,
    Allocate,
    Fill,
    Upload,
    Download,
    Copy,
}

/// The processor as a card whose so-manyth call of a kind fails, and all after it: a card that is lost stays lost.
struct Failing {
    inner: Arc<Shim>,
    what: What,
    left: AtomicU32,
    lost: AtomicBool,
}

impl Failing {
    fn call(&self, what: What) -> Result<()> {
        if what == self.what
            && self
                .left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                .is_err()
        {
            self.lost.store(true, Ordering::Relaxed);
        }
        match (self.lost.load(Ordering::Relaxed), what) {
            (false, _) => Ok(()),
            (true, What::Allocate) => Err(GpuError::Memory { needed: 1 << 30, free: 1 << 20 }),
            (true, _) => Err(GpuError::Failed("an error of no kind".into())),
        }
    }
}

impl Card for Failing {
    fn name(&self) -> String {
        self.inner.name()
    }
    fn threads(&self) -> u32 {
        self.inner.threads()
    }
    fn resident_blocks(&self, program: Program, kernel: &'static str, shared: u32) -> Result<u32> {
        self.inner.resident_blocks(program, kernel, shared)
    }
    fn blocks_wanted(&self, usual: u32) -> u32 {
        self.inner.blocks_wanted(usual)
    }
    fn wide_exchange(&self) -> bool {
        self.inner.wide_exchange()
    }
    fn compile(&self, source: &Source) -> Result<Program> {
        self.call(What::Compile)?;
        self.inner.compile(source)
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<()> {
        self.call(What::Launch(launch.kernel))?;
        self.inner.launch(launch)
    }
    fn free_bytes(&self) -> Result<u64> {
        self.call(What::FreeBytes)?;
        self.inner.free_bytes()
    }
    fn allocate(&self, bytes: u64) -> Result<u64> {
        self.call(What::Allocate)?;
        self.inner.allocate(bytes)
    }
    fn release(&self, address: u64) {
        self.inner.release(address);
    }
    fn fill(&self, address: u64, byte: u8, bytes: u64) -> Result<()> {
        self.call(What::Fill)?;
        self.inner.fill(address, byte, bytes)
    }
    fn upload(&self, address: u64, data: &[u8]) -> Result<()> {
        self.call(What::Upload)?;
        self.inner.upload(address, data)
    }
    fn download(&self, address: u64, data: &mut [u8]) -> Result<()> {
        self.call(What::Download)?;
        self.inner.download(address, data)
    }
    fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<()> {
        self.call(What::Copy)?;
        self.inner.copy(to, from, bytes)
    }
}

/// A board of 31 slides.
fn farthest() -> (Solvable, u32) {
    some_problems(0, 1 << 20).pop().unwrap()
}

const KINDS: [What; 14] = [
    What::Compile,
    What::Launch("level_2"),
    What::Launch("level_4"),
    What::Launch("measure"),
    What::Launch("expand"),
    What::Launch("gather"),
    What::Launch("deep"),
    What::Launch("bulk"),
    What::FreeBytes,
    What::Allocate,
    What::Fill,
    What::Upload,
    What::Download,
    What::Copy,
];

#[test]
fn wherever_a_card_fails_it_says_so_in_one_line_gives_all_memory_back_and_another_goes_on() {
    let (problem, distance) = farthest();
    let inner = Arc::new(Shim::new(1));
    let healthy = Device::with(Arc::clone(&inner) as Arc<dyn Card>);
    assert!(healthy.solve(&problem, &Unlimited).unwrap().shortest().is_some());
    let held = inner.pieces.lock().unwrap().len();
    let (mut failed, mut with_a_proof, mut furthest) = (0, 0, 0);
    for what in KINDS {
        let mut nth = 0;
        loop {
            let left = AtomicU32::new(nth);
            let card = Failing { inner: Arc::clone(&inner), what, left, lost: AtomicBool::new(false) };
            let device = Device::with(Arc::new(card));
            let solved = device.solve(&problem, &Unlimited);
            drop(device);
            assert_eq!(inner.pieces.lock().unwrap().len(), held, "{what:?} {nth}");
            let error = match solved {
                // There are no more calls of this kind, or none at all.
                Ok(answer) => {
                    assert_eq!(answer.shortest().unwrap().moves().len() as u32, distance);
                    break;
                }
                Err(error) => error,
            };
            failed += 1;
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            if let GpuError::Lost { proof, .. } = error {
                assert_eq!(proof.check(&problem), Ok(()));
                assert!(proof.lower_bound() <= distance && proof.best().is_none_or(|best| best >= distance));
                furthest = furthest.max(proof.lower_bound());
                with_a_proof += 1;
                // No iteration that was complete is searched again.
                let mut iterations = Vec::new();
                let (limit, keeping) = (proof.lower_bound(), Keeping::new().from(*proof));
                let ask = Ask { keeping, iterations: Some(&mut iterations) };
                let answer = healthy.solve_with(&problem, ask, &Unlimited).unwrap();
                assert_eq!(answer.shortest().unwrap().moves().len() as u32, distance);
                assert!(iterations.iter().all(|iteration| iteration.limit >= limit));
            }
            // Early calls one by one, later ones now and then.
            nth += 1 + nth / 4;
        }
    }
    assert!(
        failed > 60 && with_a_proof > 20 && furthest > distance - 4,
        "{failed} {with_a_proof} {furthest}"
    );
}

#[test]
fn wherever_a_card_fails_boards_in_bulk_are_told_in_one_line_and_all_memory_comes_back() {
    let (problems, _): (Vec<_>, Vec<_>) = some_problems(0, 50_000).into_iter().unzip();
    let inner = Arc::new(Shim::new(1));
    let mut failed = 0;
    for what in KINDS {
        let mut nth = 0;
        loop {
            let left = AtomicU32::new(nth);
            let card = Failing { inner: Arc::clone(&inner), what, left, lost: AtomicBool::new(false) };
            let device = Device::with(Arc::new(card));
            let solved = device.solve_many(&problems, &Unlimited);
            drop(device);
            assert!(inner.pieces.lock().unwrap().is_empty(), "{what:?} {nth}");
            let Err(error) = solved else { break };
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            failed += 1;
            nth += 1 + nth / 2;
        }
    }
    assert!(failed > 40, "{failed}");
}

#[test]
fn a_limit_holds_from_the_first_table_on_and_what_comes_back_is_true() {
    let (problem, distance) = farthest();
    let card = Shim::card(1);
    let quick = u32::try_from(taquin_solve::lower_bound(&problem)).unwrap();
    let (mut before, mut looks) = (0, 0);
    loop {
        let device = Device::with(Arc::clone(&card));
        let answer = device.solve(&problem, &After(looks, AtomicU32::new(0))).unwrap();
        assert!((before.max(quick)..=distance).contains(&answer.lower_bound), "{looks}: {answer:?}");
        before = answer.lower_bound;
        if answer.stopped.is_none() {
            break;
        }
        assert_eq!(answer.stopped, Some(StopReason::Time));
        // The first looks are at the tables, which are nodes of no search.
        assert!(looks > 0 || answer.nodes == 0);
        looks += 1 + looks / 8;
    }
    assert!(looks > 20, "{looks}");
    let device = Device::with(card);
    let many = device.solve_many(&[problem], &After(0, AtomicU32::new(0))).unwrap();
    assert_eq!((many[0].lower_bound, many[0].stopped), (quick, Some(StopReason::Time)));
    let distances = device.distances(
        Shape::new(3, 3).unwrap(),
        Cell::new(0),
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        &After(0, AtomicU32::new(0)),
    );
    assert_eq!(distances.unwrap().distances, [crate::UNKNOWN]);
}

#[test]
fn a_checkpoint_of_a_bound_that_no_solution_has_is_passed_over() {
    let (problem, distance) = farthest();
    let device = Device::with(Shim::card(1));
    let mut kept: Option<Proof> = None;
    let mut keep = |proof: &Proof| kept = Some(proof.clone());
    let ask = Ask { keeping: Keeping::new().keep(&mut keep), ..Ask::default() };
    assert!(device.solve_with(&problem, ask, &Unlimited).unwrap().shortest().is_some());
    let mut odd = kept.expect("a hard board takes more than one iteration");
    (odd.limit, odd.best) = (odd.limit - 1, None);
    odd.restart();
    let ask = Ask { keeping: Keeping::new().from(odd), ..Ask::default() };
    let answer = device.solve_with(&problem, ask, &Unlimited).unwrap();
    assert_eq!(answer.shortest().unwrap().moves().len() as u32, distance);
}

/// A card whose memory is counted and whose kernels do nothing.
struct Counting {
    blocks: u32,
    bytes: u64,
    used: AtomicU64,
    most: AtomicU64,
    next: AtomicU64,
    pieces: Mutex<std::collections::HashMap<u64, u64>>,
    levels: AtomicUsize,
}

impl Counting {
    fn new(blocks: u32, bytes: u64) -> Counting {
        let pieces = Mutex::default();
        Counting { blocks, bytes, used: 0.into(), most: 0.into(), next: 1.into(), pieces, levels: 0.into() }
    }
}

impl Card for Counting {
    fn name(&self) -> String {
        "a card of so many bytes".into()
    }
    fn threads(&self) -> u32 {
        256
    }
    fn resident_blocks(&self, _: Program, _: &'static str, _: u32) -> Result<u32> {
        Ok(self.blocks)
    }
    fn blocks_wanted(&self, usual: u32) -> u32 {
        usual
    }
    fn wide_exchange(&self) -> bool {
        false
    }
    fn compile(&self, _: &Source) -> Result<Program> {
        Ok(Program(0))
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<()> {
        self.levels.fetch_add(usize::from(launch.kernel.starts_with("level_")), Ordering::Relaxed);
        Ok(())
    }
    fn free_bytes(&self) -> Result<u64> {
        Ok(self.bytes - self.used.load(Ordering::Relaxed))
    }
    fn allocate(&self, bytes: u64) -> Result<u64> {
        let free = self.free_bytes()?;
        if bytes > free {
            return Err(GpuError::Memory { needed: bytes, free });
        }
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.most.fetch_max(used, Ordering::Relaxed);
        let address = self.next.fetch_add(1 << 48, Ordering::Relaxed);
        self.pieces.lock().unwrap().insert(address, bytes);
        Ok(address)
    }
    fn release(&self, address: u64) {
        let bytes = self.pieces.lock().unwrap().remove(&address).expect("released once");
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
    fn fill(&self, _: u64, _: u8, _: u64) -> Result<()> {
        Ok(())
    }
    fn upload(&self, _: u64, _: &[u8]) -> Result<()> {
        Ok(())
    }
    fn download(&self, _: u64, data: &mut [u8]) -> Result<()> {
        data.fill(0);
        Ok(())
    }
    fn copy(&self, _: u64, _: u64, _: u64) -> Result<()> {
        Ok(())
    }
}

#[test]
fn tables_and_frontiers_fit_cards_of_8_gb_and_fill_larger_ones() {
    let (four, five) = (Shape::new(4, 4).unwrap(), Shape::new(5, 5).unwrap());
    let mut most_of = Vec::new();
    // Blocks of 256 threads that run at once, and what is free of 8 and of 141 GB.
    for (blocks, bytes) in [(46 * 5, 15 << 29), (132 * 5, 139 << 30)] {
        let card = Arc::new(Counting::new(blocks, bytes));
        let device = Device::with(Arc::clone(&card) as Arc<dyn Card>);
        let mut most = 0;
        // A corner, and beside it, where a second set of tables is of use.
        for (shape, home) in [(five, 0), (four, 1), (five, 1)] {
            card.most.store(0, Ordering::Relaxed);
            let ready = device.prepare(shape, Cell::new(home));
            ready.unwrap_or_else(|error| panic!("{shape}, blank home {home}: {error}"));
            most = most.max(card.most.load(Ordering::Relaxed));
        }
        assert!(card.levels.load(Ordering::Relaxed) > 0);
        drop(device);
        assert_eq!(card.used.load(Ordering::Relaxed), 0);
        most_of.push(most);
    }
    assert!(most_of[0] <= 15 << 29 && most_of[1] > 40 << 30, "{most_of:?}");
}
