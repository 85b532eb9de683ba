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


def test_a_row_alone_is_a_board_of_an_array_and_rows_are_a_drawing():
    dealt = taquin.scramble("4x4", 1, seed=3)
    assert taquin.Board(dealt) == taquin.Board(dealt[0]) == taquin.Board(dealt.reshape(1, 4, 4))
    assert taquin.solve(dealt).length == taquin.distance(dealt)[0] == taquin.distance(dealt.tolist())[0]
    assert taquin.verify(dealt, taquin.solve(dealt).moves)
    wide = taquin.scramble("3x4", 1, seed=3)
    assert taquin.solve(wide, size="3x4").board.size == (3, 4)
    with pytest.raises(ValueError, match="12 cells are no square; say which size"):
        taquin.solve(wide)
    assert taquin.Board([[1, 2, 0, 3]], "1x4").size == (1, 4)


def test_one_board_may_have_any_number_of_cells():
    tiles = np.r_[1:399, 0, 399]
    text = " ".join(map(str, tiles))
    for given in [tiles, tiles.tolist(), tiles.reshape(20, 20), tiles.reshape(20, 20).tolist(), tiles.astype(">u2")]:
        assert taquin.Board(given) == taquin.Board(text, "20x20")
    solution = taquin.solve(tiles, want="fast")
    assert taquin.verify(tiles, solution.moves)
    home = np.r_[1:400, 0]
    assert taquin.solve(tiles, home, want="fast").moves == solution.moves
    assert taquin.solve(tiles, home.reshape(20, 20), want="fast").moves == solution.moves


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
        (lambda: taquin.distance(np.arange(400)), ValueError, "at most 256 cells, 20x20 has 400"),
        (lambda: taquin.Board(np.r_[1:400, 400]), ValueError, "^400 in row 20 column 20 is no tile of a 20x20 board"),
        (lambda: taquin.solve(np.r_[-1, 1:400]), ValueError, "^-1 in row 1 column 1 is no tile of a 20x20 board"),
        (lambda: taquin.solve(taquin.scramble("4x4", 3)), ValueError, "3 blanks where one board is wanted"),
        (lambda: taquin.Board(np.arange(12).reshape(3, 4), "4x3"), ValueError, "a board of 3x4 where the size says 4x3"),
        (lambda: taquin.Board([]), ValueError, "0 cells"),
        (lambda: taquin.solve(BOARD, None), TypeError, "a goal is one board or a name"),
        (lambda: taquin.solve(BOARD, [1, 2, 3, 0]), ValueError, "4 cells in a row where a 3x3 board has 9"),
        (lambda: taquin.distance([1.5, 2, 3, 0]), TypeError, "tiles are integers, not float64"),
        (lambda: taquin.distance([1, 2, 3, 4, 5, 0]), ValueError, "6 cells are no square; say which size"),
        (lambda: taquin.distance(np.zeros((1, 1, 1, 1), np.uint8)), TypeError, "4 dimensions"),
        (lambda: taquin.distance("1 2/3 x"), ValueError, "x"),
        (lambda: taquin.distance(None), TypeError, "boards are"),
        (lambda: taquin.distance(BOARD, "nowhere"), ValueError, "nowhere"),
        (lambda: taquin.distance(BOARD, metric="htm"), ValueError, "htm"),
        (lambda: taquin.distance(BOARD, threads=0), ValueError, "threads 0 is not at least 1"),
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
        (lambda: taquin.step(BOARD, np.array([4], np.uint8)), ValueError, "slides are numbered 0 up"),
        (lambda: taquin.bounds(BOARD, names="magic"), ValueError, "magic"),
        (lambda: taquin.census("4x4", memory=1 << 20), MemoryError, "census of 4x4 needs"),
        (lambda: taquin.distances("4x4"), ValueError, "too many positions"),
        (lambda: taquin.census("3x3", parts=2, depth=3), ValueError, "leave depth out"),
        (lambda: taquin.census("3x3", parts=2, farthest=3), ValueError, "leave farthest out"),
        (lambda: taquin.census("3x3", parts=2, memory=1 << 30), ValueError, "leave memory out"),
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


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("nodes", lambda number: taquin.distance(BOARD, nodes=number)),
        ("memory", lambda number: taquin.distance(BOARD, memory=number)),
        ("memory", lambda number: taquin.optimal_moves(BOARD, memory=number)),
        ("nodes", lambda number: taquin.solve(BOARD, nodes=number)),
        ("memory", lambda number: taquin.solve(BOARD, memory=number)),
        ("nodes", lambda number: taquin.solve_many([BOARD], nodes=number)),
        ("memory", lambda number: taquin.solve_many([BOARD], memory=number)),
        ("threads", lambda number: taquin.solve(BOARD, threads=number)),
        ("depth", lambda number: taquin.census("3x3", depth=number)),
        ("farthest", lambda number: taquin.census("3x3", farthest=number)),
        ("memory", lambda number: taquin.census("3x3", memory=number)),
        ("parts", lambda number: taquin.census("3x3", parts=number)),
        ("memory", lambda number: taquin.distances("3x3", memory=number)),
        ("count", lambda number: taquin.scramble("3x3", number)),
        ("seed", lambda number: taquin.scramble("3x3", seed=number)),
        ("first", lambda number: taquin.scramble("3x3", first=number)),
        ("count", lambda number: taquin.at_distance("3x3", 5, number)),
        ("seed", lambda number: taquin.at_distance("3x3", 5, seed=number)),
        ("first", lambda number: taquin.at_distance("3x3", 5, first=number)),
        ("count", lambda number: taquin.label("unmade", "3x3", number)),
        ("seed", lambda number: taquin.label("unmade", "3x3", 1, seed=number)),
        ("nodes", lambda number: taquin.label("unmade", "3x3", 1, nodes=number)),
        ("memory", lambda number: taquin.label("unmade", "3x3", 1, memory=number)),
        ("shard", lambda number: taquin.label("unmade", "3x3", 1, shard=(number, 1))),
        ("shard_boards", lambda number: taquin.label("unmade", "3x3", 1, shard_boards=number)),
        ("validation", lambda number: taquin.label("unmade", "3x3", 1, validation=number)),
        ("distance", lambda number: taquin.label("unmade", "3x3", 1, distance=(number, 5))),
    ],
)
def test_whole_numbers_are_whole_and_within_their_bounds(name, call):
    for number, kind, told in [
        (-1, ValueError, f"{name} -1 is not at least"),
        (2**64, ValueError, f"{name} 18446744073709551616 is not at most"),
        (1.5, TypeError, f"{name} is a whole number, not '1.5'"),
        ("7", TypeError, f"{name} is a whole number, not '7'"),
    ]:
        with pytest.raises(kind, match=told):
            call(number)


def test_numbers_are_neither_rounded_nor_wrapped():
    for call, kind, told in [
        (lambda: taquin.scramble((4.7, 5)), ValueError, r"\(4.7, 5\) is not a size"),
        (lambda: taquin.scramble((-4, 5)), ValueError, r"\(-4, 5\) is not a size"),
        (lambda: taquin.at_distance("3x3", 2**32 + 5), ValueError, "distance 4294967301 is not at most"),
        (lambda: taquin.at_distance("3x3", [5, -5]), ValueError, "distance -5 is not at least 0"),
        (lambda: taquin.label("unmade", "3x3", 1, time=-1), ValueError, "-1 is no time"),
        (lambda: taquin.label("unmade", "3x3", 1, time=float("nan")), ValueError, "nan is no time"),
        (lambda: taquin.label("unmade", "3x3", 1, distance=5), TypeError, "distance is two whole numbers"),
    ]:
        with pytest.raises(kind, match=told):
            call()
    # What numpy counts with is whole, too.
    assert (taquin.scramble("3x3", np.int64(2), seed=np.uint8(7)) == taquin.scramble("3x3", 2, seed=7)).all()
    assert (taquin.scramble((np.int32(3), 3), 1) == taquin.scramble("3x3", 1)).all()


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
    batch = table.to_batches()[0]
    for given in [batch, pa.record_batch({"tiles": fixed}), batch.to_struct_array()]:
        assert (taquin.distance(given) == expected).all()
    assert (taquin.distance(batch.slice(1, 3)) == expected[1:4]).all()
    texts = [str(taquin.Board(board)) for board in boards]
    for kind in [pa.string(), pa.large_string(), pa.string_view()]:
        assert (taquin.distance(pa.array(texts, kind)) == expected).all()
        assert (taquin.distance(pa.table({"board": pa.array(texts, kind)})) == expected).all()
    assert (taquin.distance(fixed.slice(2, 3)) == expected[2:]).all()
    array = taquin._boards.from_arrow(fixed)
    assert array.ctypes.data == fixed.values.buffers()[1].address, "no copy"
    with pytest.raises(ValueError, match="different sizes"):
        taquin.distance(pa.array([[1, 2, 3, 0], [1, 0]]))
    with pytest.raises(ValueError, match="null"):
        taquin.distance(pa.array([[1, 2, 3, 0], None]))
    with pytest.raises(ValueError, match="null"):
        taquin.distance(pa.array(["1 2/3 0", None]))
    with pytest.raises(TypeError, match="a column of boards holds lists of integers or text, not double"):
        taquin.distance(pa.record_batch({"board": [1.5, 2.5]}))
    pl = pytest.importorskip("polars")
    series = pl.Series("board", boards.tolist(), dtype=pl.Array(pl.UInt8, 9))
    assert (taquin.distance(series) == expected).all()
    assert (taquin.distance(pl.DataFrame({"board": series})) == expected).all()
    assert (taquin.distance(pl.Series("board", texts)) == expected).all()
    duckdb = pytest.importorskip("duckdb")
    frame = table  # noqa: F841  (duckdb finds it by its name)
    assert (taquin.distance(duckdb.sql("select board from frame")) == expected).all()
