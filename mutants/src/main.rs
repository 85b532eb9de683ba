//! The mutants that cargo-mutants lists, all in one build.
//!
//! `cargo mutants` builds a package once for each mutant, which takes longer than its tests. Here all of them are woven into one
//! copy of the tree (`weave.rs`), which is built once; then the tests run once for each, told by a number in the environment which
//! of them counts. What cannot be woven (a change in a constant, another type of answer) is left, by name, for `cargo mutants`.

mod alone;
mod build;
mod plan;
mod tests;
mod weave;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use plan::Plan;
use tests::{Outcome, Results, Tests};
use weave::Mutant;

const USAGE: &str = "usage: taquin-mutants ROOT WORK PACKAGE LIST FEATURES [TARGET OF CARGO TEST …] -- [FILTER …]
       taquin-mutants try WORK WORKERS

ROOT      the repository
WORK      a folder for the lists caught.txt, missed.txt, timeout.txt, unviable.txt, and for what is known already (results.txt), so that
          whoever is stopped can go on; the copy and the build lie beside it
LIST      what `cargo mutants --list --json` printed
FEATURES  features of the package, with commas between; may be empty
try       the tests alone, for what was woven already, so many at a time";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [verb, work, workers] = arguments.as_slice()
        && verb == "try"
    {
        return woven(&Plan::read(Path::new(work))?, Path::new(work), workers.parse()?).map(drop);
    }
    let (before, filters) = match arguments.iter().position(|word| word == "--") {
        Some(place) => (&arguments[..place], &arguments[place + 1..]),
        None => (&arguments[..], &[][..]),
    };
    let [root, work, package, list, features, targets @ ..] = before else { bail!(USAGE) };
    let (root, work) = (Path::new(root), PathBuf::from(work));
    // Packages share the copy and what is built of others' code.
    let shared = work.parent().context("WORK lies in a folder")?;
    let (copy, target) = (shared.join("tree"), shared.join("build"));
    let mutants = read(root, list)?;
    let order = build::Order { copy: &copy, target: &target, package, features, targets };
    let sources = build::copy(root, &copy, package)?;
    let plan = match Plan::read(&work) {
        Ok(plan) if plan.sources == sources => plan,
        _ => {
            let sorted = order.woven(&mutants)?;
            let plan = Plan::new(&work, sources, filters, &order, &mutants, sorted)?;
            plan.write(&work)?;
            plan
        }
    };
    println!("{} mutants: {} are woven, {} are left", mutants.len(), plan.woven.len(), plan.left.len());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    woven(&plan, &work, workers)?;
    build::copy(root, &copy, package)?;
    let left: Vec<&Mutant> = mutants.iter().filter(|mutant| plan.left.contains(&mutant.number)).collect();
    alone::run(&order, filters, &left, &Results::open(&work.join("results.txt"), sources)?)?;
    let known = Results::open(&work.join("results.txt"), sources)?.known;
    for outcome in Outcome::ALL {
        let is = |mutant: &&Mutant| known.get(&mutant.number) == Some(&outcome);
        let lines: String = mutants.iter().filter(is).map(|mutant| mutant.name.clone() + "\n").collect();
        fs::write(work.join(outcome.word()).with_extension("txt"), lines)?;
    }
    Ok(())
}

/// The tests for what was woven.
fn woven(plan: &Plan, work: &Path, workers: usize) -> Result<()> {
    let results = Results::open(&work.join("results.txt"), plan.sources)?;
    let tests = Tests { binaries: &plan.binaries, filters: &plan.filters, folder: &plan.folder };
    tests::run(&tests, &plan.woven.iter().collect::<Vec<_>>(), workers, &results)
}

/// The list of cargo-mutants, its lines and columns turned into bytes.
fn read(root: &Path, list: &str) -> Result<Vec<Mutant>> {
    let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(list).with_context(|| list.to_owned())?)?;
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let mut mutants = Vec::new();
    for (number, item) in (1..).zip(&list) {
        let text =
            |key: &str| item[key].as_str().with_context(|| format!("no {key}: {item}")).map(str::to_owned);
        let file = text("file")?;
        if !sources.contains_key(&file) {
            sources.insert(file.clone(), fs::read_to_string(root.join(&file))?);
        }
        let place = |end: &str| {
            let of = |key: &str| item["span"][end][key].as_u64().map(|number| number as usize);
            let (line, column) = of("line").zip(of("column")).with_context(|| format!("no place: {item}"))?;
            byte(&sources[&file], line, column).with_context(|| format!("no such place: {item}"))
        };
        let range = place("start")?..place("end")?;
        mutants.push(Mutant {
            number,
            name: text("name")?,
            genre: text("genre")?,
            replacement: text("replacement")?,
            range,
            file,
        });
    }
    ensure!(!mutants.is_empty(), "the list is empty");
    Ok(mutants)
}

/// Lines and columns count from 1, columns in characters.
fn byte(source: &str, line: usize, column: usize) -> Option<usize> {
    let start: usize = source.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let rest = &source[start..];
    let offset = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(column.checked_sub(1)?)?;
    Some(start + offset)
}
