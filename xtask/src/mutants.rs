//! Mutants of what every proof rests on: one change at a time, and the tests must notice.
//!
//! Of those that build, [`LEAST`] hundredths must be noticed, and `docs/mutants.md` explains each of the others by name.
//!
//! cargo-mutants lists them. To build a package for each takes hours, so the program in `mutants` weaves as many as it can into one
//! build, and builds only those one by one that are left. It writes down what it finds as it goes: whoever stops it goes on from
//! there, as long as the sources are the same.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::test::step;

/// Of a hundred mutants that build, so many must be noticed.
const LEAST: usize = 95;

/// Where those that are not are explained.
const EXPLAINED: &str = "docs/mutants.md";

/// Files of one package, and the tests that run for each of their mutants: quick ones, of the package alone.
struct Group {
    package: &'static str,
    features: &'static str,
    files: &'static [&'static str],
    /// The test programs, as `cargo test` calls them.
    programs: &'static [&'static str],
    /// The tests in them, by parts of their names; none: all.
    tests: &'static [&'static str],
}

/// Verdict, ranking, bounds, pruning and the replayer.
const GROUPS: [Group; 2] = [
    Group {
        package: "taquin-core",
        features: "import",
        files: &[
            "crates/taquin-core/src/judge.rs",
            "crates/taquin-core/src/moves.rs",
            "crates/taquin-core/src/parity.rs",
            "crates/taquin-core/src/permutation.rs",
            "crates/taquin-core/src/problem.rs",
            "crates/taquin-core/src/replay/*.rs",
        ],
        programs: &["--lib", "--tests"],
        tests: &[],
    },
    Group {
        package: "taquin-solve",
        features: "",
        files: &[
            "crates/taquin-solve/src/position/grid.rs",
            "crates/taquin-solve/src/position/homes.rs",
            "crates/taquin-solve/src/position/rank.rs",
            "crates/taquin-solve/src/position/symmetry.rs",
            "crates/taquin-solve/src/heuristic/mod.rs",
            "crates/taquin-solve/src/heuristic/additive.rs",
            "crates/taquin-solve/src/heuristic/inversion.rs",
            "crates/taquin-solve/src/heuristic/linear_conflict.rs",
            "crates/taquin-solve/src/heuristic/manhattan.rs",
            "crates/taquin-solve/src/heuristic/walking.rs",
            "crates/taquin-solve/src/search/prune.rs",
            "crates/taquin-solve/src/construct/check.rs",
        ],
        programs: &["--lib", "--test", "heuristics", "--test", "large_sums"],
        // Without those that walk all positions of a board of nine or more: they would run for each mutant that is not noticed.
        tests: &[
            "position::grid",
            "position::homes",
            "position::rank",
            "position::symmetry",
            "heuristic::",
            "prune",
            "construct::check",
            "all_small_rectangles",
            "no_single_tile",
            "the_bounds",
        ],
    },
];

/// Runs the mutants of every group, one after another.
pub fn run(root: &Path) -> Result<()> {
    let installed = Command::new(env!("CARGO")).args(["mutants", "--version"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        let install = ["install", "--locked", "cargo-mutants"];
        step("installing cargo-mutants", Command::new(env!("CARGO")).args(install))?;
    }
    let explained = fs::read_to_string(root.join(EXPLAINED)).context(EXPLAINED)?;
    GROUPS.iter().try_for_each(|group| group.run(root, &explained))
}

impl Group {
    fn run(&self, root: &Path, explained: &str) -> Result<()> {
        let Group { package, features, programs, tests, .. } = self;
        let output = root.join("target/mutants").join(package);
        fs::create_dir_all(&output)?;
        let list = output.join("list.json");
        let listed = self.cargo_mutants(root).args(["--list", "--json"]).output()?;
        ensure!(listed.status.success(), "cargo-mutants lists no mutants of {package}");
        fs::write(&list, listed.stdout)?;
        let mut itself = Command::new(env!("CARGO"));
        itself.current_dir(root).env("CARGO_TARGET_DIR", root.join("target/mutants/tool"));
        step(
            "what weaves mutants",
            itself.args(["test", "--quiet", "--manifest-path", "mutants/Cargo.toml"]),
        )?;
        let mut woven = Command::new(env!("CARGO"));
        woven.current_dir(root).env("CARGO_TARGET_DIR", root.join("target/mutants/tool"));
        woven.args(["run", "--quiet", "--manifest-path", "mutants/Cargo.toml", "--"]);
        woven.arg(root).arg(&output).arg(package).arg(&list).arg(features);
        woven.args(*programs).arg("--").args(*tests);
        step(&format!("mutants of {package}"), &mut woven)?;
        let list = |name: &str| -> Result<String> {
            let path = output.join(name);
            fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        let found =
            Found { caught: list("caught.txt")?, missed: list("missed.txt")?, endless: list("timeout.txt")? };
        println!("== mutants of {package}: {}", found.weigh(explained)?);
        Ok(())
    }

    fn cargo_mutants(&self, root: &Path) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(root).args(["mutants", "--package", self.package]);
        command.args(self.files.iter().flat_map(|file| ["--file", file]));
        command
    }
}

/// The lists of one run, a mutant on each line.
struct Found {
    caught: String,
    missed: String,
    /// Tests that never end are red, too.
    endless: String,
}

impl Found {
    /// One line of figures; an error where too few were noticed, or one that was not has no explanation.
    fn weigh(&self, explained: &str) -> Result<String> {
        let count = |list: &str| list.lines().count();
        let (noticed, missed) = (count(&self.caught) + count(&self.endless), count(&self.missed));
        let all = noticed + missed;
        ensure!(all > 0, "there was no mutant");
        let figures =
            format!("{noticed} of {all} noticed, {} of them by tests that did not end", count(&self.endless));
        let open: Vec<String> =
            self.missed.lines().map(name).filter(|name| !explained.contains(name)).collect();
        ensure!(open.is_empty(), "{figures}; {EXPLAINED} does not explain:\n{}", open.join("\n"));
        ensure!(noticed * 100 >= all * LEAST, "{figures}: fewer than {LEAST} of 100");
        Ok(figures)
    }
}

/// A mutant without its line and column, which every change above it moves: `file: what was changed`.
fn name(line: &str) -> String {
    let mut parts = line.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(what)) => format!("{file}:{what}"),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(caught: usize, missed: &str) -> Found {
        Found {
            caught: "src/a.rs:1:2: replace x\n".repeat(caught),
            missed: missed.into(),
            endless: String::new(),
        }
    }

    #[test]
    fn a_mutant_is_called_by_its_file_and_what_was_changed() {
        let line = "src/a.rs:11:22: replace a::b -> Option<u8> with None";
        assert_eq!(name(line), "src/a.rs: replace a::b -> Option<u8> with None");
    }

    #[test]
    fn mutants_that_are_not_noticed_must_be_few_and_explained() {
        let missed = "src/a.rs:7:9: replace < with <= in f\n";
        let explained = "- `src/a.rs: replace < with <= in f`: the two are equal there";
        assert_eq!(
            found(19, missed).weigh(explained).unwrap(),
            "19 of 20 noticed, 0 of them by tests that did not end"
        );
        assert!(found(18, missed).weigh(explained).is_err(), "94.7 of 100");
        assert!(found(19, missed).weigh("").unwrap_err().to_string().contains("replace < with <= in f"));
        assert!(found(0, "").weigh("").is_err(), "a run without mutants shows nothing");
        let endless = Found { endless: "src/a.rs:1:1: b\n".into(), ..found(1, "") };
        assert!(endless.weigh("").is_ok());
    }

    #[test]
    fn every_file_that_is_mutated_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for file in GROUPS.iter().flat_map(|group| group.files) {
            assert!(root.join(file.trim_end_matches("*.rs")).exists(), "{file}");
        }
    }
}
