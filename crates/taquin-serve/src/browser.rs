//! Showing the page to whoever started the service.

use std::process::{Command, Stdio};

/// Shows an address in the browser; `false` when there is none to be started.
pub fn show(url: &str) -> bool {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Stdio::null;
    Command::new(opener).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().is_ok()
}
