//! Classic bugs, put in one at a time: the tests must turn red for each of them.
//!
//! A `.bug` file in `xtask/seeded` names a source file, the tests that should notice, the right lines and the wrong ones.
//! It is applied to a copy of the tree under `target/seeded`, never to the tree itself.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::test::step;

/// A bug as its file describes it.
struct Bug {
    name: String,
    file: String,
    test: Vec<String>,
    right: String,
    wrong: String,
}

impl Bug {
    fn read(path: &Path) -> Result<Bug> {
        let text = std::fs::read_to_string(path)?;
        let parts = || {
            let (head, body) = text.split_once("--- right\n")?;
            let (right, wrong) = body.split_once("+++ wrong\n")?;
            let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let trimmed = |lines: &str| lines.strip_suffix('\n').unwrap_or(lines).to_owned();
            Some(Bug {
                name: path.file_stem()?.to_string_lossy().into_owned(),
                file: field("file:")?.into(),
                test: field("test:")?.split_whitespace().map(str::to_owned).collect(),
                right: trimmed(right),
                wrong: trimmed(wrong),
            })
        };
        parts().with_context(|| format!("{}: not a bug file", path.display()))
    }

    /// The file it belongs in, as it is; an error where the right lines do not stand there exactly once.
    fn place(&self, tree: &Path) -> Result<String> {
        let text = std::fs::read_to_string(tree.join(&self.file)).with_context(|| self.file.clone())?;
        let count = text.matches(&self.right).count();
        let (name, file) = (&self.name, &self.file);
        ensure!(
            count == 1,
            "{name}: the right lines stand {count} times in {file}; bring the bug up to date"
        );
        Ok(text)
    }
}

/// Every bug there is, by name.
fn all(root: &Path) -> Result<Vec<Bug>> {
    let mut files: Vec<_> = std::fs::read_dir(root.join("xtask/seeded"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    files.iter().map(|path| Bug::read(path)).collect()
}

/// The bugs whose names begin so, in turn: all of them where none is named.
pub fn run(root: &Path, names: &[String]) -> Result<()> {
    let copy = root.join("target/seeded/tree");
    copy_tree(root, &copy)?;
    let mut bugs = all(root)?;
    bugs.retain(|bug| names.is_empty() || names.iter().any(|name| bug.name.starts_with(name)));
    ensure!(!bugs.is_empty(), "xtask/seeded holds no such bug");
    let mut unseen = Vec::new();
    for bug in &bugs {
        let (path, text) = (copy.join(&bug.file), bug.place(&copy)?);
        std::fs::write(&path, text.replace(&bug.right, &bug.wrong))?;
        let noticed = turns_red(root, &copy, bug)?;
        println!("   {} {}", if noticed { "noticed:    " } else { "NOT NOTICED:" }, bug.name);
        if !noticed {
            unseen.push(bug.name.as_str());
        }
        std::fs::write(&path, &text)?;
    }
    ensure!(unseen.is_empty(), "no test turned red for: {}", unseen.join(", "));
    println!("== {} seeded bugs, all noticed", bugs.len());
    Ok(())
}

/// Seconds after which tests that do not end count as red.
const PATIENCE: &str = "600";

/// Whether the tests fail, or never end: they must build, so that what turns red is a test.
fn turns_red(root: &Path, copy: &Path, bug: &Bug) -> Result<bool> {
    let cargo = |extra: &[&str]| {
        let mut command = Command::new("timeout");
        command
            .args([PATIENCE, env!("CARGO")])
            .current_dir(copy)
            .env("CARGO_TARGET_DIR", root.join("target/seeded/target"));
        // Built twenty times: quick to build matters more than quick to run.
        command.args(["test", "--locked", "--config", "profile.dev.package.taquin-solve.opt-level=1"]);
        command.args(&bug.test).args(extra).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    if !cargo(&["--no-run"]).status()?.success() {
        bail!("{}: the bug does not build", bug.name);
    }
    Ok(!cargo(&[]).status()?.success())
}

/// The files that git knows, as they are now.
fn copy_tree(root: &Path, copy: &Path) -> Result<()> {
    std::fs::create_dir_all(copy)?;
    let mut archive = Command::new("sh");
    archive.current_dir(root).env("COPY", copy);
    archive.args(["-c", "git ls-files -z | xargs -0 tar cf - | tar xf - -C \"$COPY\""]);
    step("a copy of the tree for seeded bugs", &mut archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bug_has_its_one_place_in_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let bugs = all(&root).unwrap();
        assert!(bugs.len() >= 20, "{} bugs", bugs.len());
        for bug in bugs {
            let text = bug.place(&root).unwrap();
            assert_ne!(text.replace(&bug.right, &bug.wrong), text, "{} changes nothing", bug.name);
        }
    }
}
