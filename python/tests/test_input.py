"""What is taken for boards, and what is told of everything else."""

import numpy as np
import pytest

import taquin

BOARD = [1, 2, 3, 4, 5, 6, 7, 0, 8]


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4"])
def test_every_integer_type_and_layout_is_taken(dtype):
    many = np.array([BOARD, BOARD], dtype=dtype)
    for boards in [many, many[::-1], np.asfortranarray(many), many.reshape(2, 3, 3), many[:, :]]:
        assert taquin.distance(boards).tolist() == [1, 1]


def test_lists_text_and_single_boards_are_taken():
    assert taquin.distance([BOARD, BOARD]).tolist() == [1, 1]
    assert taquin.distance("1 2 3/4 5 6/7 0 8") == 1
    assert taquin.distance(BOARD) == 1
    assert taquin.distance([[1, 2, 3], [4, 5, 6], [7, 0, 8]]) == 1
    assert taquin.distance(taquin.Board(BOARD)) == 1
    assert taquin.distance([taquin.Board(BOARD), taquin.Board(BOARD)]).tolist() == [1, 1]
    assert taquin.distance(np.empty((0, 9), np.uint8)).tolist() == []
    assert taquin.solvable("1 2 3 4 0 5", size="2x3") in (True, False)


def test_contiguous_bytes_are_not_copied():
    boards = taquin.scramble("4x4", 10)
    assert taquin._boards.Batch(boards).array is boards or np.shares_memory(taquin._boards.Batch(boards).array, boards)


@pytest.mark.parametrize(
    ("call", "kind", "told"),
    [
        (lambda: taquin.distance([1, 2, 2, 0]), ValueError, "board 0: tile 2 appears twice, in row 1 column 2"),
        (lambda: taquin.distance([1, 2, 9, 0]), ValueError, "9 in row 2 column 1 is no tile of a 2x2 board"),
        (lambda: taquin.distance([1, 2, -3, 0]), ValueError, "-3 in row 2 column 1"),
        (lambda: taquin.distance([1, 2, 300, 0]), ValueError, "300 in row 2 column 1"),
        (lambda: taquin.distance([1.5, 2, 3, 0]), TypeError, "tiles are integers, not float64"),
        (lambda: taquin.distance([1, 2, 3, 4, 5, 0]), ValueError, "6 cells are no square; say which size"),
        (lambda: taquin.distance(np.zeros((1, 1, 1, 1), np.uint8)), TypeError, "4 dimensions"),
        (lambda: taquin.distance("1 2/3 x"), ValueError, "x"),
        (lambda: taquin.distance(None), TypeError, "boards are"),
        (lambda: taquin.distance(BOARD, "nowhere"), ValueError, "nowhere"),
        (lambda: taquin.distance(BOARD, metric="htm"), ValueError, "htm"),
        (lambda: taquin.distance(BOARD, threads=0), ValueError, "0 threads"),
        (lambda: taquin.distance(BOARD, time=-1.0), ValueError, "-1 is no time"),
        (lambda: taquin.distance(taquin.scramble("5x5", 1)), ValueError, "up to 16 cells, 5x5 has 25"),
        (lambda: taquin.scramble("4by4"), ValueError, "'4by4' is not a size"),
        (lambda: taquin.scramble("0x4"), ValueError, "0 rows"),
        (lambda: taquin.scramble("17x17"), ValueError, "at most 256 cells, 17x17 has 289"),
        (lambda: taquin.scramble("4x4", seed=-1), ValueError, "seed -1"),
        (lambda: taquin.step(BOARD, "U"), ValueError, "board 0: no tile can slide that way"),
        (lambda: taquin.step(BOARD, "X"), ValueError, "U, D, L or R"),
        (lambda: taquin.step(BOARD, [0, 1]), ValueError, "2 slides for 1 boards"),
        (lambda: taquin.step(BOARD, [1.0]), TypeError, "not float64"),
        (lambda: taquin.bounds(BOARD, names="magic"), ValueError, "magic"),
        (lambda: taquin.census("4x4", memory=1 << 20), MemoryError, "census of 4x4 needs"),
        (lambda: taquin.distances("4x4"), ValueError, "too many positions"),
        (lambda: taquin.solve("1 2 3/4 5 6/8 7 0"), taquin.Unsolvable, "no solution exists"),
        (lambda: taquin.solve(BOARD, want="best"), ValueError, "best"),
        (lambda: taquin.solve(BOARD, search="astar", want="fast"), ValueError, "shortest solutions only"),
        (lambda: taquin.verify(BOARD, "ULX?"), ValueError, "X"),
        (lambda: taquin.Board(BOARD).slide("U"), ValueError, "move 1 .U. is illegal"),
    ],
)
def test_bad_arguments_are_told_in_one_line(call, kind, told):
    with pytest.raises(kind, match=told) as caught:
        call()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_arrow_is_taken_from_all_who_speak_it():
    pa = pytest.importorskip("pyarrow")
    boards = taquin.scramble("3x3", 5, seed=2)
    expected = taquin.distance(boards)
    fixed = pa.FixedSizeListArray.from_arrays(pa.array(boards.reshape(-1)), 9)
    lists = pa.array(boards.tolist())
    table = pa.table({"number": [1, 2, 3, 4, 5], "board": fixed})
    binary = pa.array([bytes(board) for board in boards], pa.binary(9))
    for given in [fixed, lists, table, binary, binary.slice(0, 5), pa.chunked_array([fixed[:2], fixed[2:]])]:
        assert (taquin.distance(given) == expected).all()
    assert (taquin.distance(fixed.slice(2, 3)) == expected[2:]).all()
    array = taquin._boards.from_arrow(fixed)
    assert array.ctypes.data == fixed.values.buffers()[1].address, "no copy"
    with pytest.raises(ValueError, match="different sizes"):
        taquin.distance(pa.array([[1, 2, 3, 0], [1, 0]]))
    with pytest.raises(ValueError, match="null"):
        taquin.distance(pa.array([[1, 2, 3, 0], None]))
    pl = pytest.importorskip("polars")
    series = pl.Series("board", boards.tolist(), dtype=pl.Array(pl.UInt8, 9))
    assert (taquin.distance(series) == expected).all()
    assert (taquin.distance(pl.DataFrame({"board": series})) == expected).all()
    duckdb = pytest.importorskip("duckdb")
    frame = table  # noqa: F841  (duckdb finds it by its name)
    assert (taquin.distance(duckdb.sql("select board from frame")) == expected).all()
