//! The file of a table, byte by byte (also drawn in `docs/tables.md`).
//!
//! ```text
//! offset  bytes
//!      0      8  "taquinPT"; in the multi-tile metric "taquinLT"
//!      8      4  format, 1
//!     12      4  rows, columns, the blank's home cell, number of tiles
//!     16      8  home cells of the tiles, rising; the rest 0
//!     24      8  bytes of entries
//!     32      4  bytes of a block, 1,048,576
//!     36      4  number of blocks
//!     40      4  CRC-32 of the block checksums: the table's digest
//!     44      4  CRC-32 of bytes 0 to 43
//!     48     16  0
//!     64      4  CRC-32 of the first block of entries, then of the next, …; the rest 0
//!   4096         the entries, as the layout numbers them, entry 0 in bit 0 of the first byte
//! ```
//! Numbers are little-endian. `open` checks everything up to byte 48 and the length of the file; `verify` all.

use taquin_core::{Metric, Shape};

use super::TableKey;

/// The format this program writes and reads.
pub const FORMAT: u32 = 1;

/// Where the entries start.
pub const HEADER_BYTES: usize = 4096;

/// What a file begins with, by metric: single slides, whole lines.
const MAGIC: [(Metric, &[u8; 8]); 2] = [(Metric::Stm, b"taquinPT"), (Metric::Mtm, b"taquinLT")];
const BLOCK_BYTES: usize = 1 << 20;
const SUMS_AT: usize = 64;

/// Why bytes are not a table of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file does not begin as a table does.
    #[error("not a table of this program")]
    Foreign,
    /// Written by another version.
    #[error("table format {0}, this program reads format {FORMAT}")]
    Version(u32),
    /// The first bytes contradict themselves.
    #[error("the header is damaged")]
    Header,
    /// A table, but of something else.
    #[error("holds {0}")]
    Other(String),
    /// Too short or too long.
    #[error("{got} bytes where {expected} are due")]
    Length {
        /// Bytes that there should be.
        expected: u64,
        /// Bytes that there are.
        got: u64,
    },
    /// A block does not have its checksum.
    #[error("block {block} of {blocks} is damaged")]
    Block {
        /// Which, from 1.
        block: usize,
        /// Of how many.
        blocks: usize,
    },
}

/// What the first bytes of a file say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// What the table is for.
    pub key: TableKey,
    /// Bytes of entries.
    pub bytes: u64,
    /// A number that changes whenever an entry does.
    pub digest: u32,
}

/// The header of a table with these entries.
pub fn header(key: &TableKey, entries: &[u8]) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    let (_, magic) = MAGIC.iter().find(|(metric, _)| *metric == key.metric()).expect("each metric has one");
    header[0..8].copy_from_slice(*magic);
    header[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    let (rows, columns) = (key.shape().rows() as u8, key.shape().columns() as u8);
    header[12..16].copy_from_slice(&[rows, columns, key.home(), key.tiles().len() as u8]);
    header[16..16 + key.tiles().len()].copy_from_slice(key.tiles());
    header[24..32].copy_from_slice(&(entries.len() as u64).to_le_bytes());
    header[32..36].copy_from_slice(&(BLOCK_BYTES as u32).to_le_bytes());
    let blocks = entries.len().div_ceil(BLOCK_BYTES);
    header[36..40].copy_from_slice(&(blocks as u32).to_le_bytes());
    for (number, block) in entries.chunks(BLOCK_BYTES).enumerate() {
        let at = SUMS_AT + 4 * number;
        header[at..at + 4].copy_from_slice(&crc32fast::hash(block).to_le_bytes());
    }
    let digest = crc32fast::hash(&header[SUMS_AT..SUMS_AT + 4 * blocks]);
    header[40..44].copy_from_slice(&digest.to_le_bytes());
    let own = crc32fast::hash(&header[..44]);
    header[44..48].copy_from_slice(&own.to_le_bytes());
    header
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// Reads a header, and checks it against the length of the file.
pub fn read_header(bytes: &[u8], file_bytes: u64) -> Result<Header, FormatError> {
    let known = MAGIC.iter().find(|(_, magic)| bytes.starts_with(*magic));
    let Some((metric, _)) = known else { return Err(FormatError::Foreign) };
    let short = FormatError::Length { expected: HEADER_BYTES as u64, got: file_bytes };
    if bytes.len() < 48 {
        return Err(short);
    }
    let format = number(bytes, 8);
    if format != FORMAT {
        return Err(FormatError::Version(format));
    }
    if number(bytes, 44) != crc32fast::hash(&bytes[..44]) {
        return Err(FormatError::Header);
    }
    if bytes.len() < HEADER_BYTES {
        return Err(short);
    }
    let [rows, columns, home, count] = [12, 13, 14, 15].map(|at| bytes[at]);
    let (tiles, rest) = bytes[16..24].split_at_checked(count.into()).ok_or(FormatError::Header)?;
    if rest.iter().any(|&byte| byte != 0) {
        return Err(FormatError::Header);
    }
    let shape = Shape::new(rows.into(), columns.into()).map_err(|_| FormatError::Header)?;
    let key = match metric {
        Metric::Stm => TableKey::new(shape, home, tiles),
        Metric::Mtm => TableKey::of_lines(shape, home, tiles),
    };
    let key = key.ok_or(FormatError::Header)?;
    let length = u64::from(number(bytes, 24)) | u64::from(number(bytes, 28)) << 32;
    let blocks = number(bytes, 36) as usize;
    let fits = blocks as u64 == length.div_ceil(BLOCK_BYTES as u64) && SUMS_AT + 4 * blocks <= HEADER_BYTES;
    if number(bytes, 32) as usize != BLOCK_BYTES || !fits {
        return Err(FormatError::Header);
    }
    let expected = HEADER_BYTES as u64 + length;
    if file_bytes != expected {
        return Err(FormatError::Length { expected, got: file_bytes });
    }
    Ok(Header { key, bytes: length, digest: number(bytes, 40) })
}

/// Checks the checksums of the blocks against the header's digest.
pub fn check_sums(header: &[u8]) -> Result<(), FormatError> {
    let blocks = number(header, 36) as usize;
    let sums = header.get(SUMS_AT..SUMS_AT + 4 * blocks).ok_or(FormatError::Header)?;
    let rest = &header[SUMS_AT + 4 * blocks..];
    let zero = header[48..SUMS_AT].iter().chain(rest).all(|&byte| byte == 0);
    if crc32fast::hash(sums) == number(header, 40) && zero { Ok(()) } else { Err(FormatError::Header) }
}

/// Checks one block of entries, numbered from 0.
pub fn check_block(header: &[u8], block: usize, entries: &[u8]) -> Result<(), FormatError> {
    if crc32fast::hash(entries) == number(header, SUMS_AT + 4 * block) {
        Ok(())
    } else {
        Err(FormatError::Block { block: block + 1, blocks: number(header, 36) as usize })
    }
}

/// The length of a block.
pub const fn block_bytes() -> usize {
    BLOCK_BYTES
}
