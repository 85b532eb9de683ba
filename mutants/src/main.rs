//! The mutants that cargo-mutants lists, all in one build.
//!
//! `cargo mutants` builds a package once for each mutant, which takes longer than its tests. Here all of them are woven into one
//! copy of the tree (`weave.rs`), which is built once; then the tests run once for each, told by a number in the environment which
//! of them counts. What cannot be woven (a change in a constant, another type of answer) is left, by name, for `cargo mutants`.

mod build;
mod tests;
mod weave;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use weave::Mutant;

const USAGE: &str = "usage: taquin-mutants ROOT WORK PACKAGE LIST FEATURES [TARGET OF CARGO TEST …] -- [FILTER …]

ROOT      the repository
WORK      a folder for the lists caught.txt, missed.txt, timeout.txt, unviable.txt, left.txt; the copy and the build lie beside it
LIST      what `cargo mutants --list --json` printed
FEATURES  features of the package, with commas between; may be empty";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (before, filters) = match arguments.iter().position(|word| word == "--") {
        Some(place) => (&arguments[..place], &arguments[place + 1..]),
        None => (&arguments[..], &[][..]),
    };
    let [root, work, package, list, features, targets @ ..] = before else { anyhow::bail!(USAGE) };
    let (root, work) = (Path::new(root), PathBuf::from(work));
    // Packages share the copy and what is built of others' code.
    let shared = work.parent().context("WORK lies in a folder")?;
    let copy = shared.join("tree");
    build::copy(root, &copy)?;
    let mutants = read(root, list)?;
    println!("{} mutants", mutants.len());
    let order = build::Order { copy: &copy, target: &shared.join("build"), package, features, targets };
    let sorted = order.woven(&mutants)?;
    let tried: Vec<&Mutant> = mutants.iter().filter(|mutant| sorted.is_woven(mutant.number)).collect();
    println!(
        "{} are woven, {} do not build, {} are left",
        tried.len(),
        sorted.unviable.len(),
        sorted.left.len()
    );
    for (file, numbers) in [("unviable.txt", &sorted.unviable), ("left.txt", &sorted.left)] {
        let of_list = mutants.iter().filter(|mutant| numbers.contains(&mutant.number));
        fs::write(work.join(file), of_list.map(|mutant| mutant.name.clone() + "\n").collect::<String>())?;
    }
    tests::run(&tests::Tests { binaries: &sorted.binaries, filters, folder: &order.folder()? }, &tried, &work)
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
