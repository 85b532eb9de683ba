//! A split of a board's tiles into patterns, checked.

use taquin_core::Shape;

/// The most patterns that a search reads at once.
pub const MOST_PATTERNS: usize = 4;

/// Patterns of home cells in which every tile of a board occurs exactly once: only then is the sum of their tables a
/// bound that is zero at home and nowhere else, and only then has every tile a table to be read from. The searches
/// rely on both without looking again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split(Vec<Vec<u8>>);

/// Why some patterns are not a split that tables can be made for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotASplit {
    /// The board is a corridor, has too many cells, or the home is not on it.
    #[error("there are no tables for a {0} board with this home of the blank")]
    Board(Shape),
    /// There are none, or more than can be searched with.
    #[error("{0} patterns where 1 to {MOST_PATTERNS} can be searched with")]
    Patterns(usize),
    /// A pattern has no tile, or more than a table holds.
    #[error("a pattern of {size} tiles where a table holds 1 to {most}")]
    Size {
        /// Tiles of the pattern.
        size: usize,
        /// The most a table holds.
        most: usize,
    },
    /// A pattern's tiles are not in rising order.
    #[error("the tiles of a pattern do not rise")]
    Order,
    /// A tile is in no pattern or in two, is not on the board, or is the blank.
    #[error("the patterns do not hold every tile of the board once")]
    Tiles,
}

impl Split {
    /// Checks the patterns for a board of at most `most_cells`, whose tables hold up to `most_tiles` tiles.
    pub fn new(
        shape: Shape,
        home: u8,
        patterns: Vec<Vec<u8>>,
        most_cells: usize,
        most_tiles: usize,
    ) -> Result<Split, NotASplit> {
        let cells = shape.cells();
        if shape.is_corridor() || cells > most_cells || usize::from(home) >= cells {
            return Err(NotASplit::Board(shape));
        }
        if !(1..=MOST_PATTERNS).contains(&patterns.len()) {
            return Err(NotASplit::Patterns(patterns.len()));
        }
        if let Some(wrong) = patterns.iter().find(|pattern| !(1..=most_tiles).contains(&pattern.len())) {
            return Err(NotASplit::Size { size: wrong.len(), most: most_tiles });
        }
        if !patterns.iter().all(|pattern| pattern.is_sorted_by(|a, b| a < b)) {
            return Err(NotASplit::Order);
        }
        let mut tiles = patterns.concat();
        tiles.sort_unstable();
        if !tiles.into_iter().eq((0..cells as u8).filter(|&cell| cell != home)) {
            return Err(NotASplit::Tiles);
        }
        Ok(Split(patterns))
    }

    /// The patterns, each a rising list of home cells.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_holds_every_tile_once_is_a_split() {
        let shape = Shape::new(4, 4).unwrap();
        let of =
            |patterns: &[&[u8]]| Split::new(shape, 0, patterns.iter().map(|p| p.to_vec()).collect(), 16, 8);
        assert!(of(&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]).is_ok());
        // With these, safe calls read past the table, or called 30 moves the shortest way of 57.
        assert_eq!(of(&[&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10, 11, 12]]), Err(NotASplit::Tiles));
        assert_eq!(of(&[&[1, 2, 3, 4, 5, 6, 7], &[7, 9, 10, 11, 12, 13, 14, 15]]), Err(NotASplit::Tiles));
        assert_eq!(of(&[&[0, 1, 2, 3, 4, 5, 6], &[8, 9, 10, 11, 12, 13, 14, 15]]), Err(NotASplit::Tiles));
        assert_eq!(of(&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 16]]), Err(NotASplit::Tiles));
        assert_eq!(of(&[&[2, 1, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]), Err(NotASplit::Order));
        assert_eq!(of(&[]), Err(NotASplit::Patterns(0)));
        assert_eq!(of(&[&[1], &[2], &[3], &[4], &[5]]), Err(NotASplit::Patterns(5)));
        let nine = NotASplit::Size { size: 9, most: 8 };
        assert_eq!(of(&[&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12, 13, 14, 15]]), Err(nine));
        assert_eq!(of(&[&[], &[1]]), Err(NotASplit::Size { size: 0, most: 8 }));
        let wide = Shape::new(4, 5).unwrap();
        assert_eq!(Split::new(wide, 0, vec![vec![1]], 16, 8), Err(NotASplit::Board(wide)));
        assert_eq!(Split::new(shape, 16, vec![vec![1]], 16, 8), Err(NotASplit::Board(shape)));
    }
}
