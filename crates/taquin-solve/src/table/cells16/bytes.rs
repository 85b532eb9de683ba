//! Small tables as bytes, for whoever has no file system to keep them in.
//!
//! The bytes are the files of `docs/tables.md`, one after another in the order of the splits. Reading trusts
//! nothing: each header must name the pattern that is due, and every block must have its checksum.

use taquin_core::{Cell, Shape};

use super::{Table16, Tables16, layouts, partition};
use crate::Unlimited;
use crate::position::symmetry::stand;
use crate::table::TableKey;
use crate::table::format::{self, FormatError, HEADER_BYTES};

impl Tables16 {
    /// What [`Tables16::small`] makes for a shape and a home, as a name to keep it under: symmetric homes have the same,
    /// and another format another one.
    pub fn small_name(shape: Shape, home: Cell) -> String {
        let standing = stand(shape, home.index() as u8);
        let splits = partition::small(standing.shape, standing.home);
        let (format, name) = (format::FORMAT, partition::name(&splits));
        format!("{}-b{}-{}-f{format}", standing.shape, standing.home, name.replace(' ', ""))
    }

    /// All tables as bytes, with their checksums.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.memory_bytes() + HEADER_BYTES * self.tables.len());
        for table in &self.tables {
            let layout = table.layout();
            let key = TableKey::new(layout.shape(), layout.home(), layout.tiles());
            let key = key.expect("a table that was made has a key");
            bytes.extend_from_slice(&format::header(&key, table.bytes()));
            bytes.extend_from_slice(table.bytes());
        }
        bytes
    }

    /// The tables of [`Tables16::small`], from the bytes of [`Tables16::to_bytes`]; every byte is checked.
    ///
    /// # Panics
    /// If the shape is a corridor or has more than 16 cells, or the home is not on the board.
    pub fn small_from_bytes(shape: Shape, home: Cell, bytes: &[u8]) -> Result<Tables16, FormatError> {
        let standing = stand(shape, home.index() as u8);
        let splits = partition::small(standing.shape, standing.home);
        let layouts = layouts(&standing, &splits, &Unlimited).expect("nobody stops it");
        let expected: u64 = layouts.iter().map(|layout| (HEADER_BYTES + layout.bytes()) as u64).sum();
        if bytes.len() as u64 != expected {
            return Err(FormatError::Length { expected, got: bytes.len() as u64 });
        }
        let mut rest = bytes;
        let mut tables = Vec::with_capacity(layouts.len());
        for layout in layouts {
            let (file, others) = rest.split_at(HEADER_BYTES + layout.bytes());
            rest = others;
            let header = format::read_header(file, file.len() as u64)?;
            if (header.key.shape(), header.key.home()) != (layout.shape(), layout.home())
                || header.key.tiles() != layout.tiles()
            {
                return Err(FormatError::Other(header.key.to_string()));
            }
            let (sums, entries) = file.split_at(HEADER_BYTES);
            format::check_sums(sums)?;
            for (block, part) in entries.chunks(format::block_bytes()).enumerate() {
                format::check_block(sums, block, part)?;
            }
            // A layout's rows are whole cache lines, so that the entries are whole words.
            let words: Vec<u64> = entries
                .chunks_exact(8)
                .map(|word| word.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
                .collect();
            tables.push(Table16::new(layout, words.into()));
        }
        Ok(Tables16::from_tables(shape, home, &splits, tables, &Unlimited).expect("nobody stops it"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(rows: u32, columns: u32, home: u32) -> (Shape, Cell, Tables16) {
        let (shape, home) = (Shape::new(rows, columns).unwrap(), Cell::new(home));
        (shape, home, Tables16::small(shape, home, 1, &Unlimited).unwrap())
    }

    #[test]
    fn small_tables_come_back_from_their_bytes() {
        for (rows, columns, home) in [(2, 2, 3), (3, 3, 8), (3, 3, 4), (4, 2, 0), (2, 5, 3)] {
            let (shape, home, made) = small(rows, columns, home);
            let bytes = made.to_bytes();
            let read = Tables16::small_from_bytes(shape, home, &bytes).unwrap();
            assert_eq!(read.to_bytes(), bytes);
            assert_eq!(read.name(), made.name());
        }
    }

    #[test]
    fn symmetric_homes_share_a_name_and_their_bytes() {
        let (shape, last, tables) = small(3, 3, 8);
        let first = Cell::new(0);
        assert_eq!(Tables16::small_name(shape, first), Tables16::small_name(shape, last));
        assert!(Tables16::small_from_bytes(shape, first, &tables.to_bytes()).is_ok());
        assert_ne!(Tables16::small_name(shape, Cell::new(4)), Tables16::small_name(shape, last));
    }

    #[test]
    fn damaged_cut_and_foreign_bytes_are_refused() {
        let (shape, home, tables) = small(2, 3, 5);
        let bytes = tables.to_bytes();
        for at in (0..bytes.len()).step_by(97).chain(0..80).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Tables16::small_from_bytes(shape, home, &damaged).is_err(), "byte {at}");
        }
        for cut in [0, 1, 47, HEADER_BYTES, bytes.len() - 1] {
            assert!(Tables16::small_from_bytes(shape, home, &bytes[..cut]).is_err(), "cut at {cut}");
        }
        // The table of a home in the middle is as well formed as the corner's, and another.
        let middle = small(2, 3, 4).2.to_bytes();
        assert!(Tables16::small_from_bytes(shape, home, &middle).is_err());
    }
}
