//! What a crate embeds is inside it: a package that a registry gets has nothing else.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_crate_embeds_what_is_not_inside_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut looked_at = 0;
    for folder in fs::read_dir(&crates).unwrap() {
        let folder = folder.unwrap().path().canonicalize().unwrap();
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            // Tests run in the checkout, and may look at all of it.
            let program = text.split("#[cfg(test)]").next().unwrap();
            for embedded in
                ["include_str!(\"", "include_bytes!(\""].iter().flat_map(|call| program.split(call).skip(1))
            {
                let name = embedded.split('"').next().unwrap();
                let path = file.parent().unwrap().join(name).canonicalize();
                let path = path.unwrap_or_else(|why| panic!("{}: {name}: {why}", file.display()));
                assert!(path.starts_with(&folder), "{} embeds {name}", file.display());
                looked_at += 1;
            }
        }
    }
    assert!(looked_at >= 2, "the boards of the benchmark, at least");
}

#[test]
fn every_crate_that_is_published_says_what_it_is() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for folder in fs::read_dir(&crates).unwrap() {
        let folder = folder.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if manifest.contains("publish = false") {
            continue;
        }
        for field in ["description", "license", "keywords", "categories", "readme", "rust-version"] {
            let says = manifest.lines().any(|line| line.starts_with(field));
            assert!(says, "{} has no {field}", folder.display());
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).exists(), "{} has no {file}", folder.display());
        }
    }
}
