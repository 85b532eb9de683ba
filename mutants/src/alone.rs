//! Mutants that cannot be woven: each is written into the copy by itself, and built.

use std::fs;
use std::time::Instant;

use anyhow::{Result, ensure};

use crate::build::{Order, write};
use crate::tests::{Outcome, Results, Tests};
use crate::weave::Mutant;

/// Builds and tries those that nothing is known of yet. The copy holds the sources as they are.
pub fn run(order: &Order<'_>, filters: &[String], mutants: &[&Mutant], results: &Results) -> Result<()> {
    let open: Vec<&&Mutant> =
        mutants.iter().filter(|mutant| !results.known.contains_key(&mutant.number)).collect();
    println!("{} mutants one by one, {} known", mutants.len(), mutants.len() - open.len());
    if open.is_empty() {
        return Ok(());
    }
    let plain = order.build()?;
    ensure!(plain.is_done, "it does not build without a mutant");
    let tests = Tests { binaries: &plain.binaries, filters, folder: &order.folder()? };
    let stages = tests.stages(open.iter().map(|mutant| mutant.file.as_str()))?;
    for mutant in open {
        let begin = Instant::now();
        let path = order.copy.join(&mutant.file);
        let source = fs::read_to_string(&path)?;
        let mut changed = source.clone();
        changed.replace_range(mutant.range.clone(), &mutant.replacement);
        write(&path, changed.as_bytes())?;
        let outcome = if order.check()?.is_done && order.build()?.is_done {
            // The names of the test programs follow from the package alone: these are the mutant's now.
            tests.of_mutant(&stages, mutant)?
        } else {
            Outcome::Unviable
        };
        write(&path, source.as_bytes())?;
        results.write(mutant.number, outcome, begin.elapsed().as_secs_f64())?;
        println!("{outcome:?}: {}", mutant.name);
    }
    Ok(())
}
