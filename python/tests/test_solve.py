import pickle

import numpy as np
import pytest

import taquin


def test_a_solution_is_replayed_and_proven():
    solution = taquin.solve("0 5 9 12/15 8 14 11/1 4 13 3/6 2 10 7")
    assert (solution.length, solution.optimal, solution.lower_bound, solution.stopped) == (54, True, 54, None)
    verdict = taquin.verify(solution.board, solution.moves)
    assert verdict and verdict.length == 54
    assert taquin.verify(solution.board, solution.moves, metric="mtm").length < 54
    assert str(solution.boards()[-1]) == "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    assert len(solution) == 54 and solution.nodes > 0


def test_the_metric_the_goal_and_what_is_wanted_are_asked_for():
    assert taquin.solve("8 6 7/2 5 4/3 0 1", metric="mtm").length == 20
    assert taquin.solve("8 1 3/7 2 4/0 6 5", "spiral").optimal
    assert taquin.solve("8 6 7/2 5 4/3 0 1", want="fast").length >= 31
    big = taquin.solve(taquin.Board(taquin.scramble("6x6", 1)[0]), time=0.5)
    assert not big.optimal and big.length >= big.lower_bound
    huge = taquin.solve(" ".join(map(str, [*range(1, 399), 0, 399])), size="20x20", want="fast")
    assert taquin.verify(huge.board, huge.moves)


def test_a_solution_says_where_it_comes_from():
    board = taquin.Board(taquin.scramble("6x6", 1, seed=1))
    assert taquin.solve("8 6 7/2 5 4/3 0 1").origin == "proven"
    assert taquin.solve(board, want="fast").origin == "constructed"
    assert taquin.solve(board, want="short", time=0.5).origin == "improved"
    assert taquin.solve_many(taquin.scramble("3x3", 1))[0].origin == "proven"
    stopped = taquin.solve(taquin.Board(taquin.instances("antipodes").boards[0]), nodes=100_000)
    assert (stopped.moves is None) == (stopped.origin is None) and stopped.origin != "proven"


def test_a_limit_gives_what_was_proven():
    board = taquin.Board(taquin.instances("antipodes").boards[0])
    solution = taquin.solve(board, nodes=100_000)
    assert not solution.optimal and 58 <= solution.lower_bound <= 80 and "node" in solution.stopped


def test_many_are_solved_as_each_alone():
    boards = np.concatenate([taquin.scramble("3x3", 20, seed=1), [[2, 1, 3, 4, 5, 6, 7, 8, 0]]])
    solutions = taquin.solve_many(boards)
    assert solutions[-1] is None
    for tiles, solution in zip(boards[:-1], solutions):
        assert solution.board == taquin.Board(tiles)
        assert solution.length == taquin.solve(tiles).length
        assert taquin.verify(tiles, solution.moves)


def test_boards_are_values():
    board = taquin.Board("1 2 3/4 5 6/7 0 8")
    assert board == taquin.Board([1, 2, 3, 4, 5, 6, 7, 0, 8]) == taquin.Board(board.to_numpy())
    assert pickle.loads(pickle.dumps(board)) == board and len({board, taquin.Board(board)}) == 1
    assert taquin.Board([[1, 2, 3], [4, 5, 0]]).size == (2, 3)
    assert list(board) == [1, 2, 3, 4, 5, 6, 7, 0, 8] and len(board) == 9


def test_moves_are_read_in_either_direction():
    assert taquin.verify("1 2 3/4 5 6/7 0 8", "R", moves_of="blank")
    assert not taquin.verify("1 2 3/4 5 6/7 0 8", "R")
    with pytest.raises(ValueError, match="moves_of"):
        taquin.verify("1 2 3/4 5 6/7 0 8", "R", moves_of="me")


def test_pictures_are_well_formed():
    from xml.dom import minidom

    board = taquin.Board(taquin.scramble("4x5", 1)[0], "4x5")
    svg = minidom.parseString(board._repr_svg_())
    assert len(svg.getElementsByTagName("text")) == 19
    census = taquin.census("3x3")
    bars = minidom.parseString(census._repr_svg_()).getElementsByTagName("rect")
    assert len(bars) == 32
    html = taquin.solve("8 6 7/2 5 4/3 0 1")._repr_html_()
    assert "31 moves (stm), shortest" in html and '"columns": 3' in html
    # Without scripts the board stands there all the same.
    without = minidom.parseString(html[html.index("<svg") : html.index("</svg>") + 6])
    assert [text.firstChild.data for text in without.getElementsByTagName("text")] == list("86725431")
    assert "21×20" in taquin.Board(" ".join(map(str, range(420))), "21x20")._repr_svg_()


def test_published_counts_are_ours():
    assert taquin.census("2x4").counts.sum() == 20160
    first = taquin.census("4x4", depth=10)
    assert not first.complete and first.counts.tolist() == [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948]
