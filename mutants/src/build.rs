//! The copy of the tree, and its build with every mutant that can be woven into it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::weave::{Mutant, SWITCH, Woven, weave};

/// Copies what git knows and what it does not ignore; what has not changed is left alone, so that it is not built again. Gives a
/// number that is another one when something of this package, or of the core below it, has changed.
pub fn copy(root: &Path, to: &Path, package: &str) -> Result<u64> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let files = Command::new("git").current_dir(root).args(list).output()?;
    ensure!(files.status.success(), "git does not list the files");
    let mut sources = DefaultHasher::new();
    let crates = ["taquin-core", package].map(|name| format!("crates/{name}/"));
    for file in String::from_utf8(files.stdout)?.split('\0').filter(|file| !file.is_empty()) {
        if root.join(file).is_file() {
            let content = fs::read(root.join(file))?;
            if crates.iter().any(|folder| file.starts_with(folder)) {
                (file, &content).hash(&mut sources);
            }
            write(&to.join(file), &content)?;
        }
    }
    Ok(sources.finish())
}

pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|found| found == content) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
    fs::write(path, content).with_context(|| path.display().to_string())
}

/// What is built, and where.
pub struct Order<'a> {
    pub copy: &'a Path,
    pub target: &'a Path,
    pub package: &'a str,
    pub features: &'a str,
    pub targets: &'a [String],
}

/// What became of the mutants.
#[derive(Default)]
pub struct Sorted {
    pub binaries: Vec<PathBuf>,
    /// Those that cannot be woven. Most of them do not build by themselves either.
    pub left: BTreeSet<u32>,
}

impl Sorted {
    pub fn is_woven(&self, number: u32) -> bool {
        !self.left.contains(&number)
    }
}

/// What one build gave: its test programs, or the compiler's complaints as places in files.
#[derive(Default)]
pub struct Built {
    pub is_done: bool,
    /// The test programs, that of the library first.
    pub binaries: Vec<PathBuf>,
    /// Where they point, what each is mainly about first.
    complaints: Vec<Vec<(String, Range<usize>)>>,
    told: String,
}

impl Order<'_> {
    /// The package's folder.
    pub fn folder(&self) -> Result<PathBuf> {
        Ok(self.copy.join("crates").join(self.package))
    }

    /// Weaves the mutants and builds, without those that the compiler complains about, until it does not.
    pub fn woven(&self, mutants: &[Mutant]) -> Result<Sorted> {
        let mut sorted = Sorted::default();
        let root = self.folder()?.join("src/lib.rs");
        let plain = fs::read_to_string(&root)?;
        let sources = sources(self.copy, mutants)?;
        loop {
            let mut files = BTreeMap::new();
            for (file, source) in &sources {
                let of_file = |mutant: &&Mutant| mutant.file == *file && sorted.is_woven(mutant.number);
                let here: Vec<&Mutant> = mutants.iter().filter(of_file).collect();
                let woven = weave(source, &here).with_context(|| file.clone())?;
                sorted.left.extend(woven.left.iter().copied());
                write(&self.copy.join(file), woven.text.as_bytes())?;
                files.insert(file.clone(), woven);
            }
            write(&root, format!("{plain}{SWITCH}").as_bytes())?;
            let mut built = self.check()?;
            if built.is_done {
                built = self.build()?;
            }
            if built.is_done {
                return Ok(Sorted { binaries: built.binaries, ..sorted });
            }
            let before = sorted.left.len();
            sorted.left.extend(built.complaints.iter().flat_map(|places| blamed(places, &files)));
            let now = sorted.left.len();
            println!("{} complaints, {} mutants less", built.complaints.len(), now - before);
            ensure!(now > before, "it does not build:\n{}", built.told);
        }
    }

    /// Whether the compiler takes the library of the copy as it is now: that is sooner known than built.
    pub fn check(&self) -> Result<Built> {
        self.cargo(&["check", "--lib"], &[])
    }

    /// The test programs of the copy as it is now.
    pub fn build(&self) -> Result<Built> {
        self.cargo(&["test", "--no-run"], self.targets)
    }

    fn cargo(&self, words: &[&str], targets: &[String]) -> Result<Built> {
        // A constant can be changed so that the compiler works it out for ever.
        let mut cargo = Command::new("timeout");
        cargo.args(["900", "cargo"]).current_dir(self.copy).args(words).args([
            "--profile",
            "mutants",
            "--message-format=json",
        ]);
        cargo.args(["--package", self.package, "--features", self.features]).args(targets);
        // Warnings about what was changed help nobody.
        cargo.env("CARGO_TARGET_DIR", self.target).env("RUSTFLAGS", "--cap-lints=allow");
        let output = cargo.stderr(Stdio::inherit()).output().context("cargo does not start")?;
        let mut built = Built { is_done: output.status.success(), ..Built::default() };
        for line in String::from_utf8(output.stdout)?.lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            if let Some(binary) = message["executable"].as_str() {
                let place = if message["target"]["kind"][0] == "lib" { 0 } else { built.binaries.len() };
                built.binaries.insert(place, binary.into());
            }
            let complaint = &message["message"];
            if message["reason"] == "compiler-message" && complaint["level"] == "error" {
                let places: Vec<_> =
                    complaint["spans"].as_array().into_iter().flatten().flat_map(places).collect();
                built.told += complaint["rendered"].as_str().unwrap_or_default();
                if !places.is_empty() {
                    built.complaints.push(places);
                }
            }
        }
        Ok(built)
    }
}

fn sources(copy: &Path, mutants: &[Mutant]) -> Result<BTreeMap<String, String>> {
    let files: BTreeSet<&String> = mutants.iter().map(|mutant| &mutant.file).collect();
    files.into_iter().map(|file| Ok((file.clone(), fs::read_to_string(copy.join(file))?))).collect()
}

/// Where a complaint points, the macros around it too; what it is mainly about comes first.
fn places(span: &Value) -> Vec<(String, Range<usize>)> {
    let mut places = Vec::new();
    let mut next = span;
    while let Some(file) = next["file_name"].as_str() {
        let of = |key: &str| next[key].as_u64().unwrap_or(0) as usize;
        let place = (file.to_owned(), of("byte_start")..of("byte_end"));
        if next["is_primary"] == true {
            places.insert(0, place)
        } else {
            places.push(place)
        }
        next = &next["expansion"]["span"];
    }
    places
}

/// Whose text a complaint is about: the smallest part around one of its places, else the nearest.
fn blamed(spans: &[(String, Range<usize>)], files: &BTreeMap<String, Woven>) -> Vec<u32> {
    let parts = |file: &String| files.get(file).map(|woven| woven.parts.as_slice()).unwrap_or_default();
    for (file, span) in spans {
        let around = parts(file).iter().filter(|(part, _)| part.start <= span.start && span.end <= part.end);
        if let Some(least) = around.clone().map(|(part, _)| part.len()).min() {
            return around.filter(|(part, _)| part.len() == least).map(|&(_, number)| number).collect();
        }
    }
    for (file, span) in spans {
        let distance = |part: &Range<usize>| part.start.abs_diff(span.start);
        if let Some((nearest, _)) = parts(file).iter().min_by_key(|(part, _)| distance(part)) {
            return parts(file)
                .iter()
                .filter(|(part, _)| part == nearest)
                .map(|&(_, number)| number)
                .collect();
        }
    }
    Vec::new()
}
