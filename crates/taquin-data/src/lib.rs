//! Sliding-tile puzzles in bulk: boards with their exact distances, in Parquet files, shard by shard.
//!
//! Two functions do all the work, whoever calls them: [`label::shard`] makes one file of a data set, [`blocks::census`] takes a
//! census by parts that send each other messages. The command line and Python call them in one process; on many machines a
//! scheduler (Ray, or anything that starts programs) gives each the number of its shard or its part.
//!
//! - A data set is described by a [`Spec`] and nothing else: the same description gives the same bytes, on any machine,
//!   with any number of threads, in any order of the shards.
//! - A file is written beside its place and renamed: what has its name is whole. One that is there is passed over, so work that
//!   was killed goes on where it was.
//! - Boards are labelled by an [`Oracle`]: the processor, or a graphics card where there is one.

#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

pub mod blocks;
mod file;
pub mod label;
mod manifest;
mod oracle;
mod source;
mod write;

pub use label::{LabelError, Limits, Shard, Work, shard};
pub use manifest::{Entry, Manifest};
pub use oracle::{Device, Oracle, oracle};
pub use source::{Source, Spec};
