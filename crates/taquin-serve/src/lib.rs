//! The web service behind `taquin serve`: the page, embedded in the program, on this machine alone.
//!
//! There is nothing to attack but files that are the same for everyone: only `GET` and `HEAD` are
//! answered, a foreign `Host` is refused (so that no other site can reach the page by renaming itself),
//! a client that is slow with its headers is dropped, and every answer carries the page's content-security policy.

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod hosts;
mod page;
mod server;

pub use page::is_page_built;
pub use server::{Options, ServeError, Server};
