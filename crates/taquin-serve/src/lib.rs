//! The web service behind `taquin serve`: the page, embedded in the program, on this machine alone.
//!
//! The door ([`Server`]) is the same for any service that stands behind it: time limits for headers, reading and writing, so many
//! connections, one `Host` that is ours, the policy on every answer.
//!
//! Of the page itself there is nothing to attack but files that are the same for everyone: only `GET` and `HEAD` are
//! answered, a foreign `Host` is refused (so that no other site can reach the page by renaming itself),
//! a client that is slow with its headers is dropped, and every answer carries the page's content-security policy.

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod browser;
mod hosts;
mod page;
mod patient;
mod server;

pub use browser::show;
pub use page::{answer, is_page_built};
pub use server::{Options, Peer, ServeError, Server};
