//! The page: the engine compiled for the browser, its glue, and the bundle in `web/dist`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::test::FEATURES;

/// The oldest Node.js that the page's tools run on.
const NODE: (u32, u32) = (20, 19);
const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into `web/dist`, a folder that any static host can serve.
pub fn build(root: &Path) -> Result<()> {
    engine(root)?;
    packages(root)?;
    npm(root, &["run", "build"])?;
    embed(root)
}

/// Puts the built page where the program embeds it from, inside the crate that is published with it.
fn embed(root: &Path) -> Result<()> {
    let inside = root.join("crates/taquin-serve/page");
    if inside.exists() {
        std::fs::remove_dir_all(&inside)?;
    }
    crate::dist::copy_all(&root.join("web/dist"), &inside)
}

/// Builds the page and refuses one whose first load is too heavy, naming the files that grew (`web/build/weight.ts`).
pub fn build_and_weigh(root: &Path) -> Result<()> {
    engine(root)?;
    packages(root)?;
    run(npm_command(root, &["run", "build"]).env("TAQUIN_WEIGH", "check"))?;
    embed(root)
}

/// Builds the page and starts the league with `arguments`: its file is in the user's data directory.
pub fn serve(root: &Path, arguments: &[String]) -> Result<()> {
    build(root)?;
    run(Command::new(cargo())
        .current_dir(root)
        .args(["run", "--release", "--package", "taquin-league", "--", "serve"])
        .args(arguments))
}

/// Everything that is checked about the page once it is built: types, units, and the page itself in real browsers.
pub fn test(root: &Path, full: bool) -> Result<()> {
    browsers()?;
    npm(root, &["run", "format"])?;
    npm(root, &["run", "check"])?;
    npm(root, &["run", "unit"])?;
    embedded(root)?;
    // With what the other tests were built with, so that nothing but the page in it is compiled again.
    let programs = ["build", "--quiet", "--locked", "--workspace", "--bins", "--features", FEATURES];
    run(Command::new(cargo()).current_dir(root).args(programs))?;
    let mut e2e = npm_command(root, &["run", "e2e"]);
    if full {
        e2e.env("TAQUIN_FULL", "1");
    }
    run(&mut e2e)?;
    npm(root, &["run", "engines"])
}

/// The page that was just built is inside the program as a release is compiled: without debug assertions.
fn embedded(root: &Path) -> Result<()> {
    let mut test = Command::new(cargo());
    test.current_dir(root).args(["test", "--quiet", "--package", "taquin-serve", "--lib"]);
    // What embeds and what is embedded must agree on it.
    for package in ["taquin-serve", "rust-embed", "rust-embed-utils"] {
        test.arg("--config").arg(format!("profile.dev.package.{package}.debug-assertions=false"));
    }
    run(test.arg("page").env("TAQUIN_PAGE_BUILT", "1"))
}

/// Compiles `taquin-wasm` and writes its JavaScript glue where the page imports it from: once with what every visitor
/// loads, once whole.
fn engine(root: &Path) -> Result<()> {
    add_target()?;
    for (folder, features) in [("pkg", ["--no-default-features"].as_slice()), ("pkg-full", &[])] {
        run(Command::new(cargo())
            .current_dir(root)
            .args(["build", "--quiet", "--package", "taquin-wasm", "--target", TARGET, "--profile", "wasm"])
            .args(features))?;
        let module = target_directory(root).join(TARGET).join("wasm/taquin_wasm.wasm");
        let glue = root.join("web/src/engine").join(folder);
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&module).web(true)?.typescript(true);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen
            .generate(&glue)
            .with_context(|| format!("writing the engine's glue to {}", glue.display()))?;
    }
    Ok(())
}

fn target_directory(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |given| root.join(given))
}

/// Adds the browser's target to the toolchain when it is missing.
fn add_target() -> Result<()> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(libraries.trim()).exists() {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    ensure!(
        added.is_ok_and(|status| status.success()),
        "the Rust target {TARGET} is missing; install it with `rustup target add {TARGET}`"
    );
    Ok(())
}

/// Checks Node.js and installs the page's packages exactly as locked, unless that was done already.
fn packages(root: &Path) -> Result<()> {
    let version = output(Command::new("node").arg("--version"))
        .map_err(|_| anyhow::anyhow!("Node.js is missing; install {}.{} or newer (the command line needs none: `cargo install --path crates/taquin-cli`)", NODE.0, NODE.1))?;
    ensure!(
        node_is_new_enough(&version),
        "Node.js {} is too old; install {}.{} or newer",
        version.trim(),
        NODE.0,
        NODE.1
    );
    let lock = std::fs::read(root.join("web/package-lock.json")).context("reading web/package-lock.json")?;
    let stamp = root.join("web/node_modules/.installed-lock");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // Exactly what the lock file says.
    npm(root, &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    std::fs::write(&stamp, lock).with_context(|| format!("writing {}", stamp.display()))
}

fn node_is_new_enough(version: &str) -> bool {
    let mut numbers =
        version.trim().trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= NODE
}

/// The engines that the page is tested in, and where Debian puts them.
const BROWSERS: [(&str, &str, &[&str]); 3] = [
    (
        "TAQUIN_CHROMIUM",
        "chromium",
        &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    ),
    ("TAQUIN_FIREFOX", "firefox-esr", &["/usr/bin/firefox-esr", "/usr/bin/firefox"]),
    ("TAQUIN_WEBKIT_DRIVER", "webkit2gtk-driver xvfb", &["/usr/bin/WebKitWebDriver"]),
];

/// Makes sure of the browsers for the page's tests: the system's, installed when we may. Each must be there: a check that was left out is
/// no check.
fn browsers() -> Result<()> {
    let missing = || BROWSERS.iter().filter(|(named, _, usual)| find_browser(named, usual).is_none());
    let root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if root && missing().next().is_some() {
        let packages: Vec<&str> = missing().map(|(_, package, _)| *package).collect();
        let install = format!("apt-get update -qq && apt-get install -y -qq {}", packages.join(" "));
        // What could not be installed is looked at below.
        let _ = Command::new("sh").args(["-c", &install]).env("DEBIAN_FRONTEND", "noninteractive").status();
    }
    for (named, package, usual) in &BROWSERS {
        ensure!(
            find_browser(named, usual).is_some(),
            "no {package} found, in which the page is tested; install it (on Debian: `apt-get install {package}`) or name one in {named}"
        );
    }
    Ok(())
}

fn find_browser(named: &str, usual: &[&str]) -> Option<PathBuf> {
    let named = std::env::var_os(named).map(PathBuf::from);
    named.into_iter().chain(usual.iter().map(PathBuf::from)).find(|path| path.exists())
}

fn npm(root: &Path, arguments: &[&str]) -> Result<()> {
    run(&mut npm_command(root, arguments))
}

fn npm_command(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join("web")).args(arguments);
    command
}

fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!("{shown} failed ({status})"),
        Err(error) => bail!("{} cannot be started: {error}", command.get_program().display()),
    }
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    ensure!(output.status.success(), "{command:?} failed");
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_versions_of_node_are_told_from_new_ones() {
        assert!(
            node_is_new_enough("v20.19.0\n")
                && node_is_new_enough("v22.1.0")
                && node_is_new_enough("v20.20.2")
        );
        assert!(
            !node_is_new_enough("v18.20.1")
                && !node_is_new_enough("v20.9.0")
                && !node_is_new_enough("nonsense")
        );
    }
}
