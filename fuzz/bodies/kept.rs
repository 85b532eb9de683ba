//! The inputs that were found worth keeping: every plain test of a fuzzer's body runs them.

use std::path::Path;

/// Runs every kept input, and every beginning of it: half a file is what a broken copy leaves.
pub fn run_all(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let kept = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("kept-")));
    let mut count = 0;
    for path in kept {
        let bytes = std::fs::read(&path).unwrap();
        for end in 0..=bytes.len() {
            body(&bytes[..end]);
        }
        count += 1;
    }
    assert!(count >= 5, "{target} has {count} kept inputs");
}
