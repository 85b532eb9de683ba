//! Boards as people and programs write them.

use taquin_core::notation::{BoardReader, Mover, read_board, read_moves};
use taquin_core::{Board, BoardError, Goal, Metric, Problem, Shape};

fn read(text: &str) -> String {
    match text.parse::<Board>() {
        Ok(board) => format!("{} {board}", board.shape()),
        Err(e) => e.to_string(),
    }
}

#[test]
fn one_board_has_many_spellings() {
    let wanted = "2x3 1 2 3/4 5 0";
    for text in [
        "1 2 3/4 5 0",
        "1 2 3 / 4 5 _",
        "1 2 3\n4 5 .",
        "1 2 3\r\n4 5 0\r\n",
        "\u{feff}1 2 3\n4 5 0\n",
        "1,2,3\n4,5,0",
        "1, 2, 3 / 4, 5, 0",
        "1\t2\t3\n4\t5\t0",
        "\n\n1 2 3\n\n4 5 0\n\n",
        "  1  2  3  /  4  5  0  ",
        "01 02 03/04 05 00",
        "1 2 3/\n4 5 0",
        "[[1,2,3],[4,5,0]]",
        "[ [1, 2, 3],\n  [4, 5, 0] ]\n",
    ] {
        assert_eq!(read(text), wanted, "{text:?}");
    }
}

#[test]
fn a_flat_list_of_a_square_number_is_square() {
    let wanted = "2x2 1 2/3 0";
    for text in ["1 2 3 0", "1,2,3,0", "1\n2\n3\n0\n", "[1,2,3,0]", "1 2 3 0\n"] {
        assert_eq!(read(text), wanted, "{text:?}");
    }
    assert_eq!(read("0"), "1x1 0");
}

#[test]
fn sixteen_numbers_in_any_spacing_are_the_15_puzzle() {
    let numbers: Vec<String> = (1..16).chain([0]).map(|n| n.to_string()).collect();
    let wanted = "4x4 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    assert_eq!(read(&numbers.join(" ")), wanted);
    assert_eq!(read(&numbers.join("\n\n ")), wanted);
    assert_eq!(read(&format!("{}\n{}", numbers[..5].join(" "), numbers[5..].join("  \t"))), wanted);
}

#[test]
fn rows_told_apart_are_meant() {
    assert_eq!(read("1/2/3/0"), "4x1 1/2/3/0");
    assert_eq!(read("[[1,2,3,0]]"), "1x4 [[1,2,3,0]]");
    assert_eq!(read("1 2 3 4 5 6 7 8\n9 10 11 12 13 14 15 0").split(' ').next(), Some("2x8"));
}

#[test]
fn with_a_size_any_layout_of_the_right_count_is_taken() {
    let size = Some(Shape::new(2, 3).unwrap());
    for text in ["1 2 3 4 5 0", "1\n2\n3\n4\n5\n0", "1 2/3 4/5 0", "[1,2,3,4,5,0]", "1 2 3 4\n5 0"] {
        assert_eq!(read_board(text, size).unwrap().to_string(), "1 2 3/4 5 0", "{text:?}");
    }
    assert_eq!(
        read_board("1 2 3 0", size).unwrap_err().to_string(),
        "a 2x3 board has 6 cells, but 4 numbers were given"
    );
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, message) in [
        ("", "the board is empty; write rows such as 1 2 3/4 5 6/7 8 0"),
        ("1 2 3/4 5/6 7 8 0", "row 2 has 2 cells where the first row has 3"),
        (
            "1 2 3 4 5 0",
            "6 numbers in a flat list fill no square board; separate the rows with / or give the size",
        ),
        ("1 2/3 +0", "\"+0\" in row 2 column 2 is not a tile; write 1, 2, 3 … and 0, _ or . for the blank"),
        ("1 2/3 0/", "the '/' near row 3 column 1 separates nothing; remove it or fill in what is missing"),
        ("1,2,/3,0", "the ',' near row 1 column 2 separates nothing; remove it or fill in what is missing"),
        ("[[1,2],[3,0]", "the end of the text in row 3 is not JSON here; write [[1,2],[3,0]] or [1,2,3,0]"),
        ("[1,[2,3,0]]", "'[' in row 1 is not JSON here; write [[1,2],[3,0]] or [1,2,3,0]"),
        ("1 2/2 0", "tile 2 appears twice, in row 1 column 2 and row 2 column 1; tile 3 is missing"),
    ] {
        assert_eq!(read(text), message, "{text:?}");
    }
}

#[test]
fn pieces_may_be_cut_anywhere() {
    let text = "\u{feff}10 11 1 / 2 3 4 / 5 6 7/ 8 9 _\r\n".as_bytes();
    let whole = read_board(std::str::from_utf8(text).unwrap(), None).unwrap();
    for cut in 0..=text.len() {
        let mut reader = BoardReader::new(None);
        reader.feed(&text[..cut]).unwrap();
        reader.feed(&text[cut..]).unwrap();
        assert_eq!(reader.finish().as_ref(), Ok(&whole), "cut at {cut}");
    }
}

#[test]
fn an_endless_stream_is_refused_soon() {
    for piece in [[b' '; 1 << 16], [b'\n'; 1 << 16], [b'7'; 1 << 16]] {
        let mut reader = BoardReader::new(None);
        let fed = (0..).take_while(|_| reader.feed(&piece).is_ok()).count();
        assert!(fed <= 17, "refused after {fed} pieces of 64 KiB");
    }
    let mut reader = BoardReader::new(None);
    let error = (0..1000).find_map(|_| reader.feed(&b"1 ".repeat(1 << 15)).err());
    assert_eq!(error, Some(BoardError::TooManyCells));
}

#[test]
fn document_003s_list_of_54_moves_is_in_blank_directions_and_solves_its_board() {
    let list = "Right → Down → Down → Down → Right → Up → Up → Up → Left → Down → Down → Down → Right → Up → Right → \
        Up → Up → Left → Left → Down → Left → Down → Down → Right → Up → Up → Right → Down → Left → Up → Left → Down → \
        Right → Down → Right → Up → Right → Down → Left → Up → Right → Up → Up → Left → Left → Down → Left → Up → \
        Right → Right → Down → Down → Down → Right";
    let board: Board = "0 5 9 12 15 8 14 11 1 4 13 3 6 2 10 7".parse().unwrap();
    let solvable = Problem::new(board, &Goal::BlankLast).unwrap().decide().unwrap();
    let solution = solvable.solution(read_moves(list, Mover::Blank).unwrap()).unwrap();
    assert_eq!(solution.length(Metric::Stm), 54);
    assert!(solvable.solution(read_moves(list, Mover::Tile).unwrap()).is_err());
}
