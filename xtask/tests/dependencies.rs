//! Dependencies point one way: front ends → taquin-solve → taquin-core.

use std::collections::BTreeMap;
use std::process::Command;

/// What each crate of ours may depend on, of our own crates.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("taquin-core", &[]),
    ("taquin-solve", &["taquin-core"]),
    ("taquin-gpu", &["taquin-core", "taquin-solve"]),
    ("taquin-data", &["taquin-core", "taquin-solve", "taquin-gpu"]),
    ("taquin-ledger", &["taquin-core"]),
    (
        "taquin-cli",
        &["taquin-core", "taquin-solve", "taquin-gpu", "taquin-data", "taquin-ledger", "taquin-serve"],
    ),
    ("taquin-league", &["taquin-core", "taquin-solve", "taquin-ledger", "taquin-serve"]),
    ("taquin-serve", &["taquin-core", "taquin-solve"]),
    ("taquin-wasm", &["taquin-core", "taquin-solve"]),
    ("taquin-py", &["taquin-core", "taquin-solve", "taquin-gpu", "taquin-data"]),
    ("taquin-bench", &["taquin-core", "taquin-solve"]),
    ("xtask", &[]),
];

#[test]
fn dependencies_point_one_way() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let allowed: BTreeMap<_, _> = ALLOWED.into_iter().collect();
    let packages = metadata["packages"].as_array().expect("packages");
    let ours: Vec<&str> = packages.iter().filter_map(|p| p["name"].as_str()).collect();
    assert!(ours.contains(&"taquin-core"));
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let may = allowed.get(name).unwrap_or_else(|| panic!("say in ALLOWED what {name} may depend on"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let on = dependency["name"].as_str().expect("a name");
            // What only tests use may point anywhere.
            let for_tests = dependency["kind"] == "dev";
            assert!(for_tests || !ours.contains(&on) || may.contains(&on), "{name} must not depend on {on}");
        }
    }
}
