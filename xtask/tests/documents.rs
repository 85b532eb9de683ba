//! What the documents promise about themselves.

use std::fs;
use std::path::Path;

#[test]
fn decisions_are_numbered_from_one_without_a_gap_or_a_double() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/decisions");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for (number, name) in (1..).zip(&names) {
        assert!(name.starts_with(&format!("{number:04}-")) && name.ends_with(".md"), "{number}: {name}");
    }
    assert!(!names.is_empty());
}
