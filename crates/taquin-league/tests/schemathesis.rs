//! The OpenAPI document against the service, by schemathesis: a program that reads the document and thinks of requests by itself. It is installed
//! into a folder of its own beside what is compiled.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Folder, Running, full};

const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemathesis");

fn run(command: &mut Command) -> (bool, String) {
    let done = command.output().unwrap_or_else(|why| panic!("{command:?}: {why}"));
    (done.status.success(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

/// The program, installed as the file of requirements says, once.
fn installed() -> PathBuf {
    let wanted = std::fs::read_to_string(Path::new(HERE).join("requirements.txt")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let (stamp, program) = (folder.join("installed"), folder.join("bin/schemathesis"));
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return program;
    }
    let (made, told) = run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
    assert!(made, "python3 cannot make an environment (on Debian: `apt-get install python3-venv`): {told}");
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
    let requirements = Path::new(HERE).join("requirements.txt");
    let (had, told) = run(Command::new(folder.join("bin/python")).args(pip).arg(requirements));
    assert!(had, "schemathesis cannot be installed: {told}");
    std::fs::write(stamp, wanted).unwrap();
    program
}

#[tokio::test(flavor = "multi_thread")]
async fn no_request_that_the_document_suggests_meets_an_error_or_something_undocumented() {
    let folder = Folder::new("schemathesis");
    let running = Running::new(&folder.sqlite()).await;
    let base = format!("http://localhost:{}", running.address.port());
    let program = tokio::task::spawn_blocking(installed).await.unwrap();
    let mut command = Command::new(program);
    // What the shapes allow the rules may still refuse: a text of one's choice is no point of a curve.
    command
        .args(["run", &format!("{base}/api/openapi.json"), "--checks", "all"])
        .args(["--exclude-checks", "positive_data_acceptance,ignored_auth", "--phases", "coverage,fuzzing"])
        .args(["--max-examples", if full() { "2000" } else { "25" }, "--seed", "16", "--continue-on-failure"])
        .args(["--suppress-health-check", "all", "--no-color"])
        .env("SCHEMATHESIS_HOOKS", "hooks")
        .env("PYTHONPATH", HERE)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("TAQUIN_LEAGUE", &base)
        .current_dir(&folder.0);
    let (is_good, told) = tokio::task::spawn_blocking(move || run(&mut command)).await.unwrap();
    assert!(is_good, "{told}");
    let tested = told.lines().find(|line| line.contains("Tested:")).unwrap_or_default();
    let operations = taquin_league::api::document().paths.paths.values().map(methods).sum::<usize>();
    assert!(tested.ends_with(&format!(" {operations}")), "every operation: {tested}");
    println!("{}", told[told.find("SUMMARY").unwrap_or(0)..].trim());
}

fn methods(path: &utoipa::openapi::PathItem) -> usize {
    [&path.get, &path.put, &path.post, &path.delete]
        .into_iter()
        .filter(|operation| operation.is_some())
        .count()
}
