"""Boards in bulk, against slow oracles written here."""

import itertools
from collections import deque

import numpy as np
import pytest

import taquin


def slide(board, columns, direction):
    """A board after a slide, or None: what the engine's step is checked against."""
    board = list(board)
    rows = len(board) // columns
    blank = board.index(0)
    row, column = divmod(blank, columns)
    row, column = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)][direction]
    if not (0 <= row < rows and 0 <= column < columns):
        return None
    source = row * columns + column
    board[blank], board[source] = board[source], 0
    return tuple(board)


def reachable(goal, columns):
    """Every board in reach of the goal with its distance, by plain breadth-first search."""
    seen, waiting = {tuple(goal): 0}, deque([tuple(goal)])
    while waiting:
        board = waiting.popleft()
        for direction in range(4):
            after = slide(board, columns, direction)
            if after is not None and after not in seen:
                seen[after] = seen[board] + 1
                waiting.append(after)
    return seen


@pytest.fixture(scope="module")
def every():
    return np.array(list(itertools.permutations(range(6))), dtype=np.uint8)


@pytest.mark.parametrize("goal", ["blank-last", "blank-first", "spiral", "1 2 0/3 4 5"])
def test_every_arrangement_of_2x3_is_answered_as_by_breadth_first_search(every, goal):
    first = {
        "blank-last": (1, 2, 3, 4, 5, 0),
        "blank-first": (0, 1, 2, 3, 4, 5),
        "1 2 0/3 4 5": (1, 2, 0, 3, 4, 5),
        "spiral": None,
    }[goal]
    if first is None:
        # The goal is the one board whose distance is 0.
        first = tuple(every[taquin.distance(every, goal, size="2x3") == 0][0])
    known = reachable(first, 3)
    expected = np.array([known.get(tuple(board), -1) for board in every])
    assert (taquin.distance(every, goal, size="2x3") == expected).all()
    assert (taquin.solvable(every, goal, size="2x3") == (expected >= 0)).all()
    masks = taquin.optimal_moves(every, goal, size="2x3")
    after, legal = taquin.neighbors(every, size="2x3")
    assert (taquin.legal(every, size="2x3") == legal).all()
    for index, board in enumerate(every):
        for direction in range(4):
            there = slide(board, 3, direction)
            assert (legal[index] >> direction & 1) == (there is not None)
            if there is not None:
                assert tuple(after[index, direction]) == there
                nearer = expected[index] > 0 and known[there] == expected[index] - 1
                assert (masks[index] >> direction & 1) == nearer


def test_numbers_lead_to_boards_and_back():
    for size, count in [("2x2", 12), ("2x3", 360), ("3x3", 181_440)]:
        boards = taquin.unrank(np.arange(count), size)
        assert (taquin.rank(boards, size=size) == np.arange(count)).all()
        assert len(np.unique(boards, axis=0)) == count
    numbers = np.array([0, 10**12, 10_461_394_943_999], dtype=np.uint64)
    assert (taquin.rank(taquin.unrank(numbers, "4x4")) == numbers).all()
    with pytest.raises(ValueError, match="number 12 at 0 is not below 12"):
        taquin.unrank([12], "2x2")
    with pytest.raises(ValueError, match="board 1 cannot be solved"):
        taquin.rank(["1 2/3 0", "2 1/3 0"])


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_the_map_is_the_distances_in_the_order_of_the_numbers(metric):
    every = taquin.distances("3x3", metric)
    boards = taquin.unrank(np.arange(len(every)), "3x3")
    assert (taquin.distance(boards, metric=metric) == every).all()
    whole = taquin.census("3x3", metric)
    assert whole.complete and (np.bincount(every) == whole.counts).all()
    far = taquin.farthest("3x3", metric)
    assert len(far) == whole.counts[-1]
    assert {str(board) for board in whole.farthest} <= {str(taquin.Board(tiles)) for tiles in far}


def test_the_map_is_not_copied_and_cannot_be_written():
    one, two = taquin.distances("3x3"), taquin.distances("3x3")
    assert one.ctypes.data == two.ctypes.data and not one.flags.owndata
    with pytest.raises(ValueError):
        one[0] = 1
    taquin.use_tables()  # what was made is forgotten; the arrays keep theirs alive
    assert int(one[8]) == 0 and int(one.max()) == 31


def test_korfs_boards_take_as_many_slides_as_published():
    korf = taquin.instances("korf100")
    assert (taquin.distance(korf.boards, korf.goal) == korf.optimal).all()


def test_every_set_of_boards_is_whole():
    names = taquin.instances()
    sizes = {"korf100": 100, "korf24": 50, "antipodes": 17, "clausecker24": 200}
    for name in names:
        found = taquin.instances(name)
        assert found.boards.shape[1] == found.size[0] * found.size[1]
        assert taquin.solvable(found.boards, found.goal).all(), name
        assert len(found) == len(found.optimal) == sizes.get(name, len(found)) > 0
        manhattan = taquin.bounds(found.boards, found.goal, "manhattan")["manhattan"]
        assert ((found.optimal == -1) | (found.optimal >= manhattan)).all()
    with pytest.raises(ValueError, match="'korf' is no set of boards; there are korf100"):
        taquin.instances("korf")


def test_bounds_never_exceed_the_distance():
    boards = taquin.scramble("3x3", 500, seed=3)
    distance = taquin.distance(boards)
    found = taquin.bounds(boards, names=["none", "manhattan", "linear-conflict", "inversion", "walking", "pattern:4-4"])
    for name, bound in found.items():
        assert (bound <= distance).all(), name
    assert (found["linear-conflict"] >= found["manhattan"]).all() and (found["none"] == 0).all()
    assert int(taquin.bounds("2 1 3/4 5 6/7 8 0")["manhattan"]) == -1


def test_boards_at_a_distance_are_there():
    assert (taquin.distance(taquin.at_distance("3x3", 20, 50, seed=1)) == 20).all()
    wanted = np.arange(5, 30)
    assert (taquin.distance(taquin.at_distance("3x4", wanted, seed=1), size="3x4") == wanted).all()
    assert (taquin.distance(taquin.at_distance("4x4", [10, 30], seed=1)) == [10, 30]).all()
    with pytest.raises(ValueError, match="the farthest are at 31"):
        taquin.at_distance("3x3", 32, 1)


def test_a_limit_gives_unknown_and_never_a_wrong_distance():
    boards = taquin.scramble("4x4", 30, seed=5)
    exact, some = taquin.distance(boards), taquin.distance(boards, nodes=20_000)
    assert ((some == -2) | (some == exact)).all() and (some == -2).any() and (some == exact).any()


def test_the_same_answers_on_any_number_of_threads():
    boards = taquin.scramble("4x4", 40, seed=9)
    one = taquin.optimal_moves(boards, threads=1)
    assert (taquin.optimal_moves(boards, threads=3) == one).all()


def test_scrambles_are_those_of_the_command_line():
    assert str(taquin.Board(taquin.scramble("4x4", 1, seed=42)[0])) == "11 9 14 2/12 8 0 4/3 13 1 10/15 7 5 6"
    later = taquin.scramble("4x4", 3, seed=42, first=5)
    assert (later == taquin.scramble("4x4", 8, seed=42)[5:]).all()
