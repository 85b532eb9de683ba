//! `taquin solve --checkpoint`: a proof that is killed goes on where it stood.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Korf and Felner's 25th board: 81 slides, some seconds.
const HARD: &str = "3 17 9 8 24/1 11 12 14 0/5 4 22 13 16/21 15 6 7 10/20 23 2 18 19";

fn taquin(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(words).env("CUDA_VISIBLE_DEVICES", "");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn proven(file: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix("limit ")?.parse().ok())
}

/// Waits until more than this is proven, or the search is over.
fn wait_for_more(file: &Path, child: &mut Child, known: u32) {
    let start = Instant::now();
    while proven(file).is_none_or(|limit| limit <= known) && child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(300), "no checkpoint");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_proof_killed_at_any_time_goes_on_from_its_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    let (tables, file) = (directory.path().join("tables"), directory.path().join("board.checkpoint"));
    let (tables, name) = (tables.to_str().unwrap(), file.to_str().unwrap());
    let built =
        taquin(&["table", "build", "5x5", "--goal", "blank-first", "--tables", tables]).output().unwrap();
    assert!(built.status.success(), "{}", told(&built));
    let words = ["solve", "--want", "optimal", "--goal", "blank-first", "--count", "--tables", tables, HARD];
    let keeping = [&words[..], &["--checkpoint", name]].concat();
    for wait_ms in [0, 30, 200] {
        let known = proven(&file).unwrap_or(0);
        let mut child = taquin(&keeping).spawn().unwrap();
        wait_for_more(&file, &mut child, known);
        std::thread::sleep(Duration::from_millis(wait_ms));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(proven(&file).is_some_and(|limit| limit <= 81));
    }
    // What was proven stays proven, whatever comes then.
    let before = proven(&file).unwrap();
    let stopped = taquin(&[&keeping[..], &["--nodes", "1"]].concat()).output().unwrap();
    assert!(proven(&file).unwrap() >= before, "{}", told(&stopped));
    for words in [&keeping[..], &keeping[..], &words[..]] {
        let output = taquin(words).output().unwrap();
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((output.status.code(), answer.trim()), (Some(0), "81"), "{}", told(&output));
    }
}

#[test]
fn a_file_that_is_no_checkpoint_of_the_board_is_refused_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    let near = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
    let position: Vec<String> = (0..25).map(|cell: u32| cell.to_string()).collect();
    let title = "taquin checkpoint of a search, version 1";
    let fields = "limit 10\ndepth 0\nparts 0\ndone 0\nahead 40\nnodes 0 0 0\nbest -";
    let other = format!("{title}\nposition {}\n{fields}\n", position.join(" "));
    for (bytes, why) in [
        (&b""[..], "it is none of a search"),
        (b"\xff\xfe\x00", "no checkpoint"),
        (title.as_bytes(), "it ends early"),
        (other.as_bytes(), "it is of another board"),
    ] {
        std::fs::write(&file, bytes).unwrap();
        let words = ["solve", "--want", "optimal", "--checkpoint", file.to_str().unwrap(), near];
        let refused = taquin(&words).output().unwrap();
        let told = told(&refused);
        assert_eq!((refused.status.code(), told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.starts_with("error: ") && told.contains(why), "{told}");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "it is left as it was");
    }
}

#[test]
fn where_no_checkpoint_can_be_written_no_proof_is_begun() {
    let near = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
    let words = ["solve", "--want", "optimal", "--checkpoint", "/no/such/folder/file", near];
    let refused = taquin(&words).output().unwrap();
    assert_eq!((refused.status.code(), told(&refused).lines().count()), (Some(4), 1), "{}", told(&refused));
}
