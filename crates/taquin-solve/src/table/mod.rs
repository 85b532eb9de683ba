//! Pattern tables: built, kept in files, opened, proved.

mod bits;
mod build;
pub mod cells16;
pub mod cells25;
mod entries;
pub mod format;
mod key;
pub mod numbering;
mod prove;
mod several;
#[cfg(not(target_family = "wasm"))]
mod store;
mod transpose;

pub use bits::Bits;
pub(crate) use bits::{Words, zeroed};
pub use build::build;
pub use entries::{Placement, Table};
pub use key::TableKey;
pub use prove::{Flaw, prove};
pub(crate) use several::build_all;
#[cfg(not(target_family = "wasm"))]
pub use store::{Listed, Store, TableError};

/// Runs `work` on this many threads and returns what each came back with; on the web, and for one thread,
/// right here.
pub(crate) fn on_threads<T: Send>(threads: usize, work: &(impl Fn() -> T + Sync)) -> Vec<T> {
    if threads <= 1 || cfg!(target_family = "wasm") {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let mut all = vec![mine];
        for other in others {
            match other.join() {
                Ok(result) => all.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}
