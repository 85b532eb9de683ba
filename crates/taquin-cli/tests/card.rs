//! A card that is there and fails: the driver is one of ours (`card/driver.c`), whose card does nothing.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// 81 slides: no easy board, and some seconds of the processor.
const HARD: &str = "3 17 9 8 24/1 11 12 14 0/5 4 22 13 16/21 15 6 7 10/20 23 2 18 19";
/// A few slides from home.
const NEAR: &str = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
/// 44 slides, 188,019 nodes.
const EASY: &str = "6 1 2 3 5/7 17 13 8 10/12 11 24 4 19/16 0 20 9 18/21 22 23 14 15";

/// The driver, and what it was called for.
struct Driver {
    folder: TempDir,
}

impl Driver {
    fn new(options: &[&str]) -> Driver {
        let folder = tempfile::tempdir().unwrap();
        let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/card/driver.c");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-w", "-o"])
            .args([&folder.path().join("libcuda.so"), &text])
            .args(options)
            .status()
            .expect("this test needs a C compiler: install gcc");
        assert!(built.success());
        Driver { folder }
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn calls(&self, name: &str) -> usize {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().filter(|line| *line == name).count()
    }

    /// The program with these words on this machine, where these calls fail.
    fn run(&self, words: &[&str], input: &str, fails: &str, sleeps: &str) -> Output {
        let (library, tables) = (self.folder.path().join("libcuda.so"), self.folder.path().join("tables"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args(words).env("LD_LIBRARY_PATH", self.folder.path()).env("TAQUIN_NVRTC", library);
        command.env("TAQUIN_TABLES", tables).env("DRIVER_LOG", self.log());
        command.env("DRIVER_FAILS", fails).env("DRIVER_SLEEPS", sleeps);
        let file = self.folder.path().join("input");
        std::fs::write(&file, input).unwrap();
        command.stdin(std::fs::File::open(file).unwrap()).output().unwrap()
    }
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn answer(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn an_easy_board_does_not_open_the_card_unless_it_is_asked_for() {
    let driver = Driver::new(&[]);
    for board in [NEAR, EASY] {
        let solved = driver.run(&["solve", "--want", "optimal", "--count", board], "", "", "");
        assert_eq!((solved.status.code(), driver.calls("cuInit")), (Some(0), 0), "{}", told(&solved));
    }
    let words = ["solve", "--want", "optimal", "--count", "--device", "cuda", NEAR];
    let failed = driver.run(&words, "", "cuInit", "");
    assert_eq!((failed.status.code(), driver.calls("cuInit")), (Some(4), 1), "{}", told(&failed));
    // A board that is not easy does, and this limit ends it.
    let words = ["solve", "--want", "optimal", "--nodes", "2000000", HARD];
    let stopped = driver.run(&words, "", "cuLaunchKernel", "");
    assert_eq!((stopped.status.code(), driver.calls("cuInit")), (Some(3), 2), "{}", told(&stopped));
}

#[test]
fn the_clock_goes_on_when_a_card_fails() {
    let driver = Driver::new(&[]);
    let file = driver.folder.path().join("board.checkpoint");
    // Whoever names a checkpoint has a board that takes long: the card is asked at once, and takes longer than the limit.
    let words = ["solve", "--want", "optimal", "--time", "1s", "--checkpoint", file.to_str().unwrap(), EASY];
    let stopped = driver.run(&words, "", "cuLaunchKernel", "1100");
    let told = told(&stopped);
    assert_eq!(stopped.status.code(), Some(3), "{told}");
    assert!(told.contains("warning: the card failed: "), "{told}");
    assert!(told.contains("Stopped by the time limit"), "{told}");
}

#[test]
fn a_card_that_fails_is_told_of_once_and_the_processor_goes_on() {
    let driver = Driver::new(&[]);
    // In every phase: where it is opened, where kernels are made, where there is no memory, in tables, in the search.
    for fails in [
        "cuDeviceGetAttribute",
        "cuDevicePrimaryCtxRetain",
        "nvrtcCompileProgram",
        "cuModuleLoadData",
        "cuMemGetInfo_v2",
        "cuMemAlloc_v2",
        "cuMemsetD8_v2",
        "cuMemcpyHtoD_v2",
        "cuMemcpyDtoH_v2",
        "cuLaunchKernel",
        "cuLaunchKernel:5",
        "cuLaunchKernel:6",
        "cuCtxSynchronize:6",
    ] {
        let file = driver.folder.path().join(format!("{fails}.checkpoint"));
        let words = ["solve", "--want", "optimal", "--count", "--checkpoint", file.to_str().unwrap(), EASY];
        let solved = driver.run(&words, "", fails, "");
        let told = told(&solved);
        assert_eq!((solved.status.code(), answer(&solved).trim()), (Some(0), "44"), "{fails}: {told}");
        let warned = told.lines().filter(|line| line.starts_with("warning: ")).count();
        let no_card = ["cuDeviceGetAttribute"].contains(&fails);
        assert_eq!(
            (warned, told.lines().count()),
            (usize::from(!no_card), usize::from(!no_card)),
            "{fails}: {told}"
        );
        // Whoever asked for the card gets the reason, one line, and no answer of another.
        let words = ["solve", "--want", "optimal", "--count", "--device", "cuda", EASY];
        let failed = driver.run(&words, "", fails, "");
        let told = self::told(&failed);
        assert_eq!((failed.status.code(), told.lines().count()), (Some(4), 1), "{fails}: {told}");
        assert!(answer(&failed).is_empty(), "{fails}");
    }
}

#[test]
fn with_many_lines_a_card_that_fails_is_told_of_once() {
    let driver = Driver::new(&[]);
    let lines = format!("{HARD}\n{HARD}\n{HARD}\n{NEAR}\n");
    let words = ["solve", "--lines", "--want", "optimal", "--count", "--nodes", "2000000", "--threads", "2"];
    let stopped = driver.run(&words, &lines, "cuLaunchKernel", "");
    let told = told(&stopped);
    assert_eq!(told.lines().filter(|line| line.starts_with("warning: the card failed")).count(), 1, "{told}");
    let answers = answer(&stopped);
    assert_eq!((answers.lines().count(), answers.lines().last()), (4, Some("1")), "{answers}{told}");
}

#[test]
fn a_driver_that_lacks_a_call_is_told_of_in_one_line() {
    let driver = Driver::new(&["-DOLD"]);
    let words = ["solve", "--want", "optimal", "--device", "cuda", NEAR];
    let failed = driver.run(&words, "", "", "");
    let told = told(&failed);
    assert_eq!((failed.status.code(), told.lines().count()), (Some(4), 1), "{told}");
    assert!(told.contains("it is too old: it has no cuLaunchKernel"), "{told}");
}
