//! What people install: an archive with the program, its manual pages, completions and licences, its checksums, and a
//! Debian package; and the crates, packed as a registry would get them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

use crate::test::step;
use crate::web;

/// The crates that are published, each after those it builds upon.
pub const CRATES: [&str; 9] = [
    "taquin-core",
    "taquin-solve",
    "taquin-gpu",
    "taquin-data",
    "taquin-serve",
    "taquin-ledger",
    "taquin-wasm",
    "taquin-cli",
    "taquin-league",
];

/// Completions and the names that their shells look for.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "taquin"),
    ("zsh", "_taquin"),
    ("fish", "taquin.fish"),
    ("elvish", "taquin.elv"),
    ("powershell", "_taquin.ps1"),
];

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root);
    command
}

/// `cargo xtask dist`: the page, the program, everything around it, into `target/dist`.
pub fn run(root: &Path) -> Result<()> {
    web::build(root)?;
    step("the program", cargo(root).args(["build", "--locked", "--release", "--package", "taquin-cli"]))?;
    let made = make(root, "release", true)?;
    for file in made {
        println!("{}", file.display());
    }
    Ok(())
}

/// The archive, its checksum and, if it is wanted and there is dpkg, the Debian package, of a program that was built.
fn make(root: &Path, profile: &str, package: bool) -> Result<Vec<PathBuf>> {
    let program = root.join("target").join(profile).join(format!("taquin{}", std::env::consts::EXE_SUFFIX));
    ensure!(program.exists(), "{} is not there; build the program first", program.display());
    let dist = root.join("target/dist");
    // What an older run left there is no part of this one.
    let _ = fs::remove_dir_all(&dist);
    let name =
        format!("taquin-{}-{}-{}", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    let stage = dist.join(&name);
    let at = |folder: &str| -> Result<PathBuf> {
        let folder = stage.join(folder);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    };
    fs::copy(&program, at("bin")?.join(program.file_name().context("a program has a name")?))?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(file), stage.join(file))
            .with_context(|| format!("{file} is part of the archive"))?;
    }
    let man = at("man/man1")?;
    step("manual pages", Command::new(&program).arg("man").arg("--dir").arg(&man))?;
    let completions = at("completions")?;
    for (shell, file) in SHELLS {
        let script = Command::new(&program).args(["completions", shell]).output()?;
        ensure!(script.status.success(), "no completions for {shell}");
        fs::write(completions.join(file), script.stdout)?;
    }
    let archive = dist.join(format!("{name}.tar.gz"));
    step("archive", Command::new("tar").current_dir(&dist).arg("-czf").arg(&archive).arg(&name))?;
    let mut made = vec![archive];
    if package && cfg!(target_os = "linux") && has("dpkg-deb", "--version") {
        made.push(debian(root, profile, &name, &stage)?);
    }
    let mut sums = String::new();
    for file in &made {
        let digest = Sha256::digest(fs::read(file)?);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        sums += &format!("{hex}  {}\n", file.file_name().unwrap_or_default().to_string_lossy());
    }
    let checksums = dist.join(format!("{name}.sha256"));
    fs::write(&checksums, sums)?;
    made.push(checksums);
    Ok(made)
}

fn has(program: &str, option: &str) -> bool {
    Command::new(program).arg(option).output().is_ok_and(|output| output.status.success())
}

fn has_cargo_deb(root: &Path) -> bool {
    cargo(root).args(["deb", "--version"]).output().is_ok_and(|output| output.status.success())
}

/// A Debian package of what was staged; the tool is installed if it is missing.
fn debian(root: &Path, profile: &str, name: &str, stage: &Path) -> Result<PathBuf> {
    if !has_cargo_deb(root) {
        step("installing cargo-deb", cargo(root).args(["install", "--locked", "cargo-deb"]))?;
    }
    // The manifest names the files by a place that does not change with version and machine.
    let fixed = root.join("target/dist/stage");
    copy_all(stage, &fixed)?;
    let file = root.join("target/dist").join(format!("{name}.deb"));
    let profile = if profile == "debug" { "dev" } else { profile };
    let words =
        ["deb", "--package", "taquin-cli", "--no-build", "--no-strip", "--profile", profile, "--output"];
    let mut deb = cargo(root);
    deb.args(words).arg(&file);
    if profile == "dev" {
        // Only tried, never given away: what a program with its symbols weighs does not matter.
        deb.arg("--fast");
    }
    step("Debian package", &mut deb)?;
    fs::remove_dir_all(&fixed)?;
    Ok(file)
}

pub fn copy_all(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Publishes every crate, each after those it builds upon, and stops before anything is sent; `whole` also builds each from
/// what was packed, with the others taken from there too, which takes long.
pub fn crates(root: &Path, whole: bool) -> Result<()> {
    let page = root.join("crates/taquin-serve/page/index.html");
    if !page.exists() {
        println!("note: the page is not built: taquin-serve is packed without it (`cargo xtask web`)");
    }
    let mut publish = cargo(root);
    publish.args(["publish", "--dry-run", "--locked", "--allow-dirty", "--quiet"]);
    if !whole {
        publish.arg("--no-verify");
    }
    for name in CRATES {
        publish.args(["--package", name]);
    }
    step("crates as they would be published", &mut publish)
}

/// Makes everything from the program of the tests, unpacks it, installs the package under a fresh root, runs what is
/// there, and takes it away again. The tool for the package takes minutes to install: only `whole` does so.
pub fn test(root: &Path, whole: bool) -> Result<()> {
    step("the program", cargo(root).args(["build", "--locked", "--package", "taquin-cli"]))?;
    let made = make(root, "debug", whole || has_cargo_deb(root))?;
    let place = root.join("target/dist/test");
    fs::create_dir_all(&place)?;
    let archive =
        made.iter().find(|file| file.extension().is_some_and(|e| e == "gz")).context("an archive")?;
    step("unpacking", Command::new("tar").current_dir(&place).arg("-xzf").arg(archive))?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy().replace(".tar.gz", "");
    runs(&place.join(&name).join("bin/taquin"))?;
    for file in ["man/man1/taquin-solve.1", "completions/_taquin", "LICENSE-MIT", "README.md"] {
        ensure!(place.join(&name).join(file).exists(), "{file} is not in the archive");
    }
    let sums =
        made.iter().find(|file| file.extension().is_some_and(|e| e == "sha256")).context("checksums")?;
    step("checksums", Command::new("sha256sum").current_dir(root.join("target/dist")).arg("-c").arg(sums))?;
    if let Some(package) = made.iter().find(|file| file.extension().is_some_and(|e| e == "deb")) {
        installed(package, &place.join("root"))?;
    }
    Ok(())
}

/// The program says who it is and answers.
fn runs(program: &Path) -> Result<()> {
    let output = Command::new(program).args(["solve", "1 2 3/4 5 6/0 7 8", "--quiet"]).output()?;
    if output.status.success() && output.stdout == b"L2\n" {
        return Ok(());
    }
    bail!("{} does not answer: {}", program.display(), String::from_utf8_lossy(&output.stderr))
}

/// Installs a Debian package into a system that has nothing, runs it from there, and removes it without a trace.
fn installed(package: &Path, system: &Path) -> Result<()> {
    let admin = system.join("var/lib/dpkg");
    for folder in ["info", "updates", "triggers"] {
        fs::create_dir_all(admin.join(folder))?;
    }
    for file in ["status", "available"] {
        fs::write(admin.join(file), "")?;
    }
    let dpkg = |words: &[&str]| {
        let mut command = Command::new("dpkg");
        // The fresh root has no C library to depend upon; the program runs on this machine's.
        command.arg(format!("--root={}", system.display())).args([
            "--force-depends",
            "--force-not-root",
            "--force-script-chrootless",
        ]);
        command.args(words);
        command
    };
    step("install", dpkg(&["--install"]).arg(package))?;
    runs(&system.join("usr/bin/taquin"))?;
    let files = [
        "usr/share/man/man1/taquin.1.gz",
        "usr/share/bash-completion/completions/taquin",
        "usr/share/zsh/vendor-completions/_taquin",
        "usr/share/fish/vendor_completions.d/taquin.fish",
        "lib/systemd/system/taquin.service",
        "usr/share/doc/taquin/copyright",
    ];
    for file in files {
        let there = system.join(file).exists() || system.join("usr").join(file).exists();
        ensure!(there, "/{file} is not installed");
    }
    step("remove", &mut dpkg(&["--purge", "taquin"]))?;
    ensure!(!system.join("usr/bin/taquin").exists(), "the program is still there");
    Ok(())
}
