//! The page is embedded at compile time: a new build of it must reach the program.

fn main() {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=build.rs");
}
