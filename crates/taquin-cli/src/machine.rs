//! What the program asks of the machine it runs on.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// Bytes of memory that can be had now; without bound where the system does not say.
pub fn memory_bytes() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").ok();
    told.as_deref().and_then(available).unwrap_or(u64::MAX)
}

/// The line `MemAvailable:   12345 kB` of /proc/meminfo, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// A flag that Ctrl-C raises. A second Ctrl-C ends the program at once.
pub fn interrupted() -> Result<&'static AtomicBool, Failure> {
    static RAISED: AtomicBool = AtomicBool::new(false);
    static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
    let handler = || {
        if RAISED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    let installed = INSTALLED.get_or_init(|| ctrlc::set_handler(handler).map_err(|e| e.to_string()));
    installed
        .clone()
        .map(|()| &RAISED)
        .map_err(|e| Failure::Environment(format!("cannot listen for Ctrl-C: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_bytes() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:   12345 kB\n"), Some(12_641_280));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
        assert_eq!(available("MemAvailable: many kB\n"), None);
    }
}
