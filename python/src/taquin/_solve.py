"""Solutions, one and many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _taquin
from ._boards import (
    MEMORY,
    Batch,
    Board,
    BoardsLike,
    Size,
    goal_text,
    limit,
    shown,
    size_of,
    text_of,
    threads_of,
    whole,
)


class Unsolvable(ValueError):
    """There is no solution, and this is why."""


@dataclass(frozen=True)
class Solution:
    """A solution, replayed by the engine, and what is proven of it; in a notebook it plays.

    ``moves`` are letters, U D L R as the *tile* travels; None if a limit ended the work before any was known.
    """

    board: Board
    moves: str | None
    #: In the metric asked for.
    length: int | None
    #: Whether no shorter one exists.
    optimal: bool
    #: What to think of its length: ``constructed`` as it came, ``improved`` by a search for shorter ones, ``proven`` shortest.
    origin: str | None
    #: No solution is shorter than this.
    lower_bound: int
    #: What ended the work early.
    stopped: str | None
    metric: str
    solver: str
    nodes: int
    table_bytes: int
    elapsed_ms: float

    def boards(self) -> list[Board]:
        """Every position from the board to the goal."""
        after = [self.board]
        for letter in self.moves or "":
            after.append(after[-1].slide(letter))
        return after

    def __len__(self) -> int:
        return len(self.moves or "")

    def _repr_html_(self) -> str:
        from ._looks import solution_html

        return solution_html(self)


@dataclass(frozen=True)
class Verdict:
    """What moves do to a board."""

    #: Whether they end at the goal.
    solves: bool
    #: Their number, in the metric asked for.
    length: int
    #: The board they end at; None if one of them is illegal.
    end: Board | None
    #: What is wrong with them.
    error: str | None

    def __bool__(self) -> bool:
        return self.solves


def _board(board: BoardsLike, size: Size | None) -> Board:
    return board if isinstance(board, Board) else Board(board, size)


def solve(
    board: BoardsLike,
    goal: Any = "blank-last",
    *,
    want: str | None = None,
    metric: str = "stm",
    time: float | None = None,
    nodes: int | None = None,
    heuristic: str | None = None,
    search: str | None = None,
    size: Size | None = None,
    threads: int | None = None,
    memory: int = 1 << 30,
    progress: Any = False,
) -> Solution:
    """Solves one board of any size: shortest up to 16 cells, as short as ``time`` allows (10 s) beyond.

    ``want`` is ``optimal``, ``short`` or ``fast``; ``time`` in seconds and ``nodes`` are limits, and what was proven by then is
    in the answer. `Unsolvable` says why there is no solution.

    >>> solution = solve("8 6 7/2 5 4/3 0 1")
    >>> solution.length, solution.optimal, solution.origin
    (31, True, 'proven')
    >>> solve("1 2 3/4 5 6/8 7 0")
    Traceback (most recent call last):
        ...
    taquin._solve.Unsolvable: no solution exists: the tiles are an odd permutation of the goal, but the blank is 0 steps (an even number) from home; swap any two tiles and one exists
    """
    start = _board(board, size)
    with shown(progress) as tell:
        told = _taquin.solve_one(
            str(start),
            start.size,
            goal_text(goal, start.size),
            want,
            metric,
            heuristic,
            search,
            time,
            limit(nodes, "nodes"),
            threads_of(threads),
            whole(memory, "memory"),
            tell,
        )
    if not told["solvable"]:
        raise Unsolvable(told["why"])
    return _solution(start, told, metric)


def _solution(start: Board, told: dict[str, Any], metric: str) -> Solution:
    return Solution(
        board=start,
        moves=told["moves"],
        length=told["length"],
        optimal=told["optimal"],
        origin=told["origin"],
        lower_bound=told["lower_bound"],
        stopped=told["stopped"],
        metric=metric,
        solver=told["solver"],
        nodes=told["nodes"],
        table_bytes=told["table_bytes"],
        elapsed_ms=told["elapsed_ms"],
    )


def solve_many(
    boards: BoardsLike,
    goal: Any = "blank-last",
    *,
    want: str | None = None,
    metric: str = "stm",
    time: float | None = None,
    nodes: int | None = None,
    size: Size | None = None,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Any = False,
) -> list[Solution | None]:
    """Solves many boards of one size, on every core; None stands for one that cannot be solved.

    Limits hold for each board.

    >>> [solution and solution.length for solution in solve_many(["8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/8 7 0"])]
    [31, None]
    """
    batch = Batch(boards, size)
    with shown(progress) as tell:
        told = _taquin.solve_many(
            batch.array,
            batch.size,
            goal_text(goal, batch.size),
            want,
            metric,
            time,
            limit(nodes, "nodes"),
            threads_of(threads),
            whole(memory, "memory"),
            tell,
        )
    starts = (Board(text_of(tiles, batch.size), batch.size) for tiles in batch.array)
    return [_solution(start, one, metric) if one["solvable"] else None for start, one in zip(starts, told)]


def verify(
    board: BoardsLike,
    moves: str,
    goal: Any = "blank-last",
    *,
    metric: str = "stm",
    moves_of: str = "tile",
    size: Size | None = None,
) -> Verdict:
    """Replays moves (``R2DL``, words or arrows) on a board, and says what they do.

    >>> verify("1 2 3/4 5 6/7 0 8", "L").solves
    True
    >>> verify("1 2 3/4 5 6/7 0 8", "LL").error
    'move 2 (L) is illegal: the blank is at the edge, no tile can go left there'
    """
    if moves_of not in ("tile", "blank"):
        raise ValueError(f"moves_of={moves_of!r}; write 'tile' or 'blank'")
    start = _board(board, None if size is None else size_of(size))
    text = goal_text(goal, start.size)
    told = _taquin.verify(str(start), start.size, moves, text, metric, moves_of == "blank")
    end = Board(text_of(told["end"], start.size), start.size) if "end" in told else None
    return Verdict(solves=told["solves"], length=told["length"], end=end, error=told.get("error"))
