//! What was woven and built, on the disk: tests can go on without building anything again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::build::{Order, Sorted};
use crate::weave::Mutant;

pub struct Plan {
    /// What it was woven of, as [`crate::build::copy`] gives it.
    pub sources: u64,
    pub folder: PathBuf,
    pub binaries: Vec<PathBuf>,
    pub filters: Vec<String>,
    pub woven: Vec<Mutant>,
    pub left: BTreeSet<u32>,
}

const FILE: &str = "plan.json";

impl Plan {
    /// The test programs are copied to the plan's folder: the next build replaces them.
    pub fn new(
        work: &Path,
        sources: u64,
        filters: &[String],
        order: &Order<'_>,
        mutants: &[Mutant],
        sorted: Sorted,
    ) -> Result<Plan> {
        let woven = mutants.iter().filter(|mutant| sorted.is_woven(mutant.number)).cloned().collect();
        let Sorted { binaries: built, left } = sorted;
        let mut binaries = Vec::new();
        for (place, program) in built.iter().enumerate() {
            binaries.push(work.join(format!("tests-{place}")));
            fs::copy(program, &binaries[place])?;
        }
        let (folder, filters) = (order.folder()?, filters.to_vec());
        Ok(Plan { sources, folder, binaries, filters, woven, left })
    }

    pub fn read(work: &Path) -> Result<Plan> {
        let plan: Value = serde_json::from_str(&fs::read_to_string(work.join(FILE))?)?;
        Plan::of(&plan).with_context(|| format!("{}: not a plan", work.join(FILE).display()))
    }

    fn of(plan: &Value) -> Option<Plan> {
        let texts = |key: &str| -> Option<Vec<String>> {
            plan[key].as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
        };
        // What is woven is known by its number; the rest of it is for people, and tells whose tests come first.
        let woven = plan["woven"].as_array()?.iter().map(|mutant| {
            let text = |key: &str| mutant[key].as_str().map(str::to_owned);
            Some(Mutant {
                number: mutant["number"].as_u64()?.try_into().ok()?,
                name: text("name")?,
                file: text("file")?,
                genre: String::new(),
                range: 0..0,
                replacement: String::new(),
            })
        });
        let left = plan["left"].as_array()?.iter().map(|number| number.as_u64()?.try_into().ok());
        Some(Plan {
            sources: plan["sources"].as_u64()?,
            folder: plan["folder"].as_str()?.into(),
            binaries: texts("binaries")?.into_iter().map(PathBuf::from).collect(),
            filters: texts("filters")?,
            woven: woven.collect::<Option<_>>()?,
            left: left.collect::<Option<_>>()?,
        })
    }

    pub fn write(&self, work: &Path) -> Result<()> {
        let woven: Vec<Value> = self
            .woven
            .iter()
            .map(|mutant| json!({ "number": mutant.number, "name": mutant.name, "file": mutant.file }))
            .collect();
        let plan = json!({
            "sources": self.sources,
            "folder": self.folder,
            "binaries": self.binaries,
            "filters": self.filters,
            "woven": woven,
            "left": self.left,
        });
        Ok(fs::write(work.join(FILE), serde_json::to_string_pretty(&plan)?)?)
    }
}
