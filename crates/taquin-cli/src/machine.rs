//! What the program asks of the machine it runs on.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// What a program may take where the system does not say how much there is.
const USUAL_BYTES: u64 = 2 << 30;

/// Bytes of memory that can be had now: what the system has left, or less where this process or its group (a container)
/// may not have so much.
pub fn memory_bytes() -> u64 {
    let read = |file: &str| std::fs::read_to_string(file).ok();
    let group = |file: &str| read(&format!("/sys/fs/cgroup/{file}")).and_then(|text| number(&text));
    let system = read("/proc/meminfo").as_deref().and_then(available);
    let group = group("memory.max").map(|most| most.saturating_sub(group("memory.current").unwrap_or(0)));
    let process = read("/proc/self/limits").as_deref().and_then(address_space).map(|most| {
        let pages = read("/proc/self/statm").and_then(|text| number(text.split(' ').next()?));
        most.saturating_sub(pages.unwrap_or(0).saturating_mul(4096))
    });
    least([system, group, process])
}

/// The smallest of those that are known; the usual where none is.
fn least(told: [Option<u64>; 3]) -> u64 {
    told.into_iter().flatten().min().unwrap_or(USUAL_BYTES)
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// The line `Max address space   3072000000   unlimited   bytes` of /proc/self/limits: the first number counts.
fn address_space(limits: &str) -> Option<u64> {
    number(limits.lines().find_map(|line| line.strip_prefix("Max address space"))?.split_whitespace().next()?)
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
        let limits =
            "Max data size  unlimited unlimited bytes\nMax address space   3072000   unlimited  bytes\n";
        assert_eq!(address_space(limits), Some(3_072_000));
        assert_eq!(address_space("Max address space   unlimited   unlimited  bytes\n"), None);
    }

    #[test]
    fn a_system_that_says_nothing_has_a_limit_all_the_same() {
        assert_eq!(least([None, None, None]), USUAL_BYTES);
        assert_eq!(least([Some(9), None, Some(7)]), 7);
        assert!(memory_bytes() < u64::MAX);
    }
}
