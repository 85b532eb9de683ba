//! A PostgreSQL server of one's own: its own folder, its own port, its own user.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::Folder;

/// A server that runs, and ends with this.
pub struct Postgres {
    folder: Folder,
    port: u16,
}

/// Where Debian puts it; the newest there is.
fn bin() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|e| e.path().join("bin")).collect();
    found.retain(|bin| bin.join("initdb").exists());
    found.sort();
    found.pop()
}

/// Makes sure that there is a server's program, installing it where that is allowed.
fn installed() -> &'static Path {
    static BIN: OnceLock<PathBuf> = OnceLock::new();
    BIN.get_or_init(|| {
        if bin().is_none() && is_root() {
            let install = "apt-get update -qq && apt-get install -y -qq postgresql";
            let _ =
                Command::new("sh").args(["-c", install]).env("DEBIAN_FRONTEND", "noninteractive").status();
        }
        bin().expect("PostgreSQL is missing; install it (on Debian: `apt-get install postgresql`)")
    })
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n")
}

/// Runs a program of the server's, as somebody else than root: it refuses root.
fn run(program: &str, arguments: &[&str]) {
    let program = installed().join(program);
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    let done = command.args(arguments).current_dir("/").stdout(Stdio::null()).stderr(Stdio::piped()).output();
    let done = done.expect("it starts");
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

impl Postgres {
    pub fn start() -> Postgres {
        installed();
        let folder = Folder::new("postgres");
        if is_root() {
            let owned = Command::new("chown").arg("postgres").arg(&folder.0).status();
            assert!(owned.is_ok_and(|status| status.success()));
        }
        let data = folder.0.join("data");
        run(
            "initdb",
            &[
                "-D",
                data.to_str().unwrap(),
                "-U",
                "postgres",
                "--auth=trust",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C",
            ],
        );
        // A port that is free now.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Postgres { folder, port };
        server.resume();
        server
    }

    fn data(&self) -> String {
        self.folder.0.join("data").display().to_string()
    }

    pub fn resume(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c shared_buffers=64MB -c wal_recycle=off",
            self.port
        );
        let log = self.folder.0.join("log").display().to_string();
        run("pg_ctl", &["-D", &self.data(), "-o", &options, "-l", &log, "-w", "start"]);
    }

    /// Stops it at once, as a crash would.
    pub fn stop(&self) {
        run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"]);
    }

    /// Everything it has written: its data, its log of what was done (WAL), its log of what it says.
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// Does something that only whoever looks after it may.
    pub fn command(&self, sql: &str) {
        let port = self.port.to_string();
        run("psql", &["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-q", "-c", sql]);
    }

    /// A database of one's own on it.
    pub fn database(&self, name: &str) -> String {
        let port = self.port.to_string();
        run("createdb", &["-h", "127.0.0.1", "-p", &port, "-U", "postgres", name]);
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}
