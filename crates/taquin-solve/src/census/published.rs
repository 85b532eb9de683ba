//! Counts that others have published: which boards share them, and how they are written down.

use std::fmt;

use taquin_core::{Cell, Metric, Shape, Site, Symmetry};

use super::Census;

/// What a census depends on, and with it every board that has the same one: turned and mirrored boards do.
///
/// It is printed as the files in `data/censuses` are named.
///
/// ```
/// use taquin_core::{Metric, Shape};
/// use taquin_solve::census::CensusKey;
/// let shape = Shape::new(4, 3)?;
/// let key = CensusKey::of(shape, shape.last_cell(), Metric::Stm).unwrap();
/// assert_eq!(key.to_string(), "3x4_stm_corner");
/// # Ok::<(), taquin_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CensusKey {
    /// The shorter side is its rows.
    shape: Shape,
    site: Site,
    metric: Metric,
}

impl CensusKey {
    /// The key of a board whose blank belongs on `home`. `None` where its site does not say enough: the edge of 3×4 has cells that no
    /// symmetry brings together, and a census of each.
    #[must_use]
    pub fn of(shape: Shape, home: Cell, metric: Metric) -> Option<CensusKey> {
        if home.index() >= shape.cells() {
            return None;
        }
        let site = shape.site(home);
        let reaches = |cell| Symmetry::of(shape).any(|symmetry| symmetry.cell(shape, home) == Some(cell));
        // Of corners one is like another, and large boards have many cells.
        let known =
            site == Site::Corner || shape.all_cells().filter(|&cell| shape.site(cell) == site).all(reaches);
        let shape = if shape.rows() <= shape.columns() { shape } else { shape.transposed() };
        known.then_some(CensusKey { shape, site, metric })
    }
}

impl fmt::Display for CensusKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.shape, self.metric, self.site.word())
    }
}

/// Why a text is no list of counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not the next depth and its count")]
pub struct CountsError {
    /// Counted from 1.
    pub line: usize,
}

impl Census {
    /// A census as it is published: a line for each depth from 0, with its count, among lines that begin with `#`.
    ///
    /// # Errors
    ///
    /// Another line, or a depth out of turn.
    pub fn published(
        shape: Shape,
        blank_home: Cell,
        metric: Metric,
        text: &str,
    ) -> Result<Census, CountsError> {
        let mut counts: Vec<u64> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if text.starts_with('#') || text.trim().is_empty() {
                continue;
            }
            let mut numbers = text.split_whitespace().map(|number| number.parse::<u64>().ok());
            match (numbers.next(), numbers.next(), numbers.next()) {
                (Some(Some(depth)), Some(Some(count)), None) if depth == counts.len() as u64 => {
                    counts.push(count);
                }
                _ => return Err(CountsError { line }),
            }
        }
        let all = counts.iter().map(|&count| u128::from(count)).sum::<u128>();
        let complete = shape.reachable() == Some(all);
        Ok(Census::new(shape, blank_home, metric, counts, complete))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(rows: u32, columns: u32, home: u32) -> Option<String> {
        let shape = Shape::new(rows, columns).unwrap();
        CensusKey::of(shape, Cell::new(home), Metric::Stm).map(|key| key.to_string())
    }

    #[test]
    fn boards_have_one_census_however_they_are_turned_and_none_where_their_homes_cannot_be_told_apart() {
        assert_eq!(key(3, 2, 5).as_deref(), Some("2x3_stm_corner"));
        assert_eq!(key(2, 3, 0), key(3, 2, 4));
        assert_eq!(key(4, 4, 10).as_deref(), Some("4x4_stm_center"));
        assert_eq!((key(4, 4, 1), key(4, 4, 8)), (key(4, 4, 14), key(4, 4, 2)));
        assert_eq!(key(3, 4, 1), None, "the long edge and the short one differ");
        assert_eq!((key(5, 5, 2), key(5, 5, 12), key(3, 3, 9)), (None, None, None));
    }

    #[test]
    fn every_file_of_published_counts_is_read_and_a_whole_one_is_known_to_be() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/censuses");
        let mut read = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let Some(rest) = name.strip_prefix("depth_counts_").filter(|rest| *rest != "small_other_homes")
            else {
                continue;
            };
            let parts: Vec<&str> = rest.split('_').collect();
            let shape: Shape = parts[0].parse().unwrap();
            let metric = if parts[1] == "stm" { Metric::Stm } else { Metric::Mtm };
            let site = shape.all_cells().find(|&cell| shape.site(cell).word() == parts[2]).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            let census = Census::published(shape, site, metric, &text).unwrap();
            assert_eq!(census.complete, !rest.ends_with("partial"), "{name}");
            let key = CensusKey::of(shape, site, metric).unwrap();
            assert_eq!(key.to_string(), rest.trim_end_matches("_partial"));
            read += 1;
        }
        assert!(read >= 20, "{read} files");
    }

    #[test]
    fn what_is_no_list_of_counts_is_refused_by_its_line() {
        let shape = Shape::new(2, 2).unwrap();
        let read =
            |text| Census::published(shape, shape.last_cell(), Metric::Stm, text).map(|read| read.counts);
        assert_eq!(read("# a board\n0 1\n\n1 2\n"), Ok(vec![1, 2]));
        assert_eq!(read("0 1\n2 2\n"), Err(CountsError { line: 2 }));
        for bad in ["0", "0 x", "0 1 2", "0 -1", "x", "0 99999999999999999999"] {
            assert_eq!(read(bad), Err(CountsError { line: 1 }), "{bad}");
        }
        assert_eq!(read("0 18446744073709551615\n1 18446744073709551615").map(|counts| counts.len()), Ok(2));
    }
}
