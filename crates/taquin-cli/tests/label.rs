//! `taquin label`: killed at any moment it goes on, and the files are the same.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(["label"]).args(words).arg("--out").arg(folder).env("TAQUIN_TABLES", folder.join("none"));
    command
}

fn label(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).output().unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap()))
        .collect()
}

const DATA: [&str; 8] = ["4x4", "-n", "120", "--seed", "5", "--shard-boards", "10", "--no-bounds"];

#[test]
fn killed_at_any_moment_it_goes_on_and_the_files_are_the_same() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let told = label(whole.path(), &[&DATA[..], &["--threads", "2"]].concat());
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    assert!(String::from_utf8_lossy(&told.stdout).ends_with("; the data set is complete\n"));
    let expected = files(whole.path());
    let mut kills = 0;
    for moment in 0u64.. {
        let mut child = command(killed.path(), &DATA)
            .args(["--threads", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Moments that are spread over starting, solving and writing.
        std::thread::sleep(Duration::from_micros(40_000 + moment * 7_919 % 90_000));
        match child.try_wait().unwrap() {
            Some(status) => {
                assert!(status.success());
                break;
            }
            None => {
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
            }
        }
        for (name, bytes) in files(killed.path()).iter().filter(|(name, _)| !name.starts_with('.')) {
            assert!(expected.get(name) == Some(bytes), "{name} is whole, or not there");
        }
        // A machine so slow that nothing is finished between two kills still gets to an end.
        if kills == 200 {
            assert!(label(killed.path(), &DATA).status.success());
            break;
        }
    }
    assert!(kills > 0);
    assert_eq!(files(killed.path()), expected, "and nothing is left beside them");
    let checked = label(killed.path(), &["4x4", "--check"]);
    assert_eq!(
        String::from_utf8_lossy(&checked.stdout),
        "12 files with 120 boards are as the manifest says\n"
    );
}

#[test]
fn boards_of_a_file_are_labelled_and_bad_ones_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.txt");
    std::fs::write(&file, "# two\n8 6 7/2 5 4/3 0 1\n\n1 2 3/4 5 6/8 7 0\n").unwrap();
    let out = folder.path().join("out");
    let words = ["3x3", "--file", file.to_str().unwrap()];
    assert!(label(&out, &words).status.success());
    let told = |out: &Path, words: &[&str]| {
        let output = label(out, words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
        text
    };
    std::fs::write(&file, "8 6 7/2 5 4/3 0 1\n1 2 3/4 5 6/8 8 0\n").unwrap();
    assert!(told(&out, &words).contains("line 2: tile 8 appears twice"));
    assert!(told(&out, &["3x3", "-n", "5"]).contains("holds another data set"));
    assert!(told(&out, &["5x5", "-n", "5"]).contains("up to 16 cells"));
    assert!(told(&out, &["3x3", "-n", "5", "--shard", "4/4"]).contains("is not a share"));
    assert!(told(&out, &["3x3", "-n", "5", "--distance", "9"]).contains("is not a range"));
    assert!(told(&out, &["3x3"]).contains("--number"));
}

#[test]
fn a_card_that_is_not_there_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let output = label(&folder.path().join("out"), &["4x4", "-n", "3", "--device", "cuda"]);
    if !output.status.success() {
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{text}");
        assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
    }
}
