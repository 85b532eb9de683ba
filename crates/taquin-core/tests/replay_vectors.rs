//! The test vectors of `docs/replay.md`, read from the page itself.

use taquin_core::notation::read_board;
use taquin_core::replay::{Replay, Source};
use taquin_core::{Goal, Shape};

const PAGE: &str = include_str!("../../../docs/replay.md");

/// The cells of every table row below this heading's first line that begins with a text in backticks.
fn rows(after: &str, columns: usize) -> Vec<Vec<&'static str>> {
    let (_, rest) = PAGE.split_once(after).expect("the page has this heading");
    let table =
        rest.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    table
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .inspect(|row: &Vec<&str>| assert_eq!(row.len(), columns, "{row:?}"))
        .collect()
}

#[test]
fn every_vector_on_the_page_reads_and_writes_as_printed() {
    let rows = rows("## Test vectors", 7);
    assert_eq!(rows.len(), 8);
    for row in rows {
        let [text, size, goal, source, start, moves, times] = row[..] else { unreachable!() };
        let shape: Shape = size.parse().unwrap();
        let times = (times != "–").then(|| times.split_whitespace().map(|t| t.parse().unwrap()).collect());
        let replay = Replay::new(
            read_board(start, Some(shape)).unwrap(),
            Goal::parse(goal, Some(shape)).unwrap(),
            moves.parse().unwrap(),
            times,
            Source::ALL.into_iter().find(|s| s.word() == source).unwrap(),
        )
        .unwrap();
        assert_eq!(replay.encode().unwrap(), text);
        assert_eq!(Replay::decode(text).unwrap(), replay);
    }
}

#[test]
fn every_bad_text_on_the_page_is_refused() {
    let rows = rows("Texts that must be refused", 2);
    assert_eq!(rows.len(), 5);
    for row in rows {
        assert!(Replay::decode(row[0]).is_err(), "{row:?}");
    }
}
