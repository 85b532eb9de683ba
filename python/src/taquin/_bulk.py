"""Boards in bulk: arrays in, arrays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _taquin
from ._boards import (
    MEMORY,
    Batch,
    BoardsLike,
    Size,
    goal_text,
    limit,
    seed_of,
    shown,
    size_of,
    threads_of,
    whole,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: In `distance`: the board cannot be solved.
UNSOLVABLE = -1
#: In `distance`: a limit ended the proof.
UNKNOWN = -2

_UNSOLVABLE, _UNKNOWN = 254, 255


def solvable(boards: BoardsLike, goal: Any = "blank-last", size: Size | None = None) -> Any:
    """Which boards can be brought to the goal.

    >>> solvable(["1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"])
    array([False,  True])
    """
    batch = Batch(boards, size)
    return batch.answer(_taquin.solvable(batch.array, batch.size, goal_text(goal, batch.size)))


def legal(boards: BoardsLike, size: Size | None = None) -> Any:
    """The slides that each board has, as a mask: bit 0 up, 1 down, 2 left, 3 right, as the tile travels.

    >>> int(legal("1 2 3/4 5 6/7 8 0"))
    10
    """
    batch = Batch(boards, size)
    return batch.answer(_taquin.legal(batch.array, batch.size))


def _slides(moves: Any, count: int) -> NDArray[np.uint8]:
    if isinstance(moves, str):
        moves = list(moves)
    if isinstance(moves, (list, tuple)) and moves and isinstance(moves[0], str):
        try:
            moves = ["UDLR".index(letter) for letter in moves]
        except ValueError:
            raise ValueError("a slide is U, D, L or R: the way the tile travels") from None
    array = np.asarray(moves)
    if array.ndim == 0:
        array = np.full(count, array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"slides are integers from 0 to 3 or letters, not {array.dtype}")
    if array.ndim != 1 or len(array) != count:
        raise ValueError(f"{array.size} slides for {count} boards")
    if array.size and (array.min() < 0 or array.max() > 3):
        raise ValueError("slides are numbered 0 up, 1 down, 2 left, 3 right")
    return np.ascontiguousarray(array, dtype=np.uint8)


def step(boards: BoardsLike, moves: Any, illegal: str = "raise", size: Size | None = None) -> Any:
    """The boards after one slide each (numbers, or letters). With ``illegal="stay"`` an illegal one changes nothing.

    >>> step("1 2 3/4 5 6/7 0 8", "L")
    array([1, 2, 3, 4, 5, 6, 7, 8, 0], dtype=uint8)
    """
    if illegal not in ("raise", "stay"):
        raise ValueError(f"illegal={illegal!r}; write 'raise' or 'stay'")
    batch = Batch(boards, size)
    after, bad = _taquin.step(batch.array, batch.size, _slides(moves, len(batch.array)))
    if bad is not None and illegal == "raise":
        raise ValueError(f"board {bad}: no tile can slide that way, the blank is at the edge")
    return batch.answer(after.reshape(batch.array.shape))


def neighbors(boards: BoardsLike, size: Size | None = None) -> tuple[Any, Any]:
    """The four boards that slides lead to (up, down, left, right), and the mask of those that are legal; in place of the
    others stands the board itself.

    >>> after, mask = neighbors("1 2 3/4 5 6/7 8 0")
    >>> after.shape, int(mask)
    ((4, 9), 10)
    """
    batch = Batch(boards, size)
    after, masks = _taquin.neighbors(batch.array, batch.size)
    count, cells = batch.array.shape
    return batch.answer(after.reshape(count, 4, cells)), batch.answer(masks)


def distance(
    boards: BoardsLike,
    goal: Any = "blank-last",
    metric: str = "stm",
    *,
    size: Size | None = None,
    threads: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    memory: int = MEMORY,
    device: str = "cpu",
    progress: Any = False,
) -> Any:
    """How many moves each board is from the goal: exact, for boards of up to 16 cells.

    Boards of up to 12 cells are looked up in their complete map, which is made once; others are solved. -1 stands for
    a board that cannot be solved, -2 for one that the limits (nodes, or seconds, for each board) left unsolved.
    With ``device="cuda"`` 4x4 boards are measured on an NVIDIA card, or one line says why not.

    >>> distance(["8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/8 7 0"])
    array([31, -1], dtype=int16)
    >>> int(distance("8 6 7/2 5 4/3 0 1", metric="mtm"))
    20
    """
    batch = Batch(boards, size)
    found, _, _ = _label(batch, goal, metric, False, threads, nodes, time, memory, device, progress)
    return batch.answer(_signed(found))


def _signed(found: NDArray[np.uint8]) -> NDArray[np.int16]:
    answer = found.astype(np.int16)
    answer[found == _UNSOLVABLE] = UNSOLVABLE
    answer[found == _UNKNOWN] = UNKNOWN
    return answer


def _label(
    batch: Batch,
    goal: Any,
    metric: str,
    moves: bool,
    threads: int | None,
    nodes: int | None,
    time: float | None,
    memory: int,
    device: str,
    progress: Any,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    with shown(progress) as tell:
        return _taquin.label(
            batch.array,
            batch.size,
            goal_text(goal, batch.size),
            metric,
            moves,
            threads_of(threads),
            limit(nodes, "nodes"),
            time,
            whole(memory, "memory"),
            device,
            tell,
        )


def optimal_moves(
    boards: BoardsLike,
    goal: Any = "blank-last",
    metric: str = "stm",
    *,
    size: Size | None = None,
    threads: int | None = None,
    memory: int = MEMORY,
    device: str = "cpu",
    progress: Any = False,
) -> Any:
    """The mask of every slide that begins a shortest solution; 0 for the goal and for what cannot be solved.

    >>> int(optimal_moves("1 2 3/4 5 6/7 0 8"))
    4
    """
    batch = Batch(boards, size)
    _, _, masks = _label(batch, goal, metric, True, threads, None, None, memory, device, progress)
    return batch.answer(masks)


def bounds(
    boards: BoardsLike,
    goal: Any = "blank-last",
    names: list[str] | tuple[str, ...] | str | None = None,
    *,
    size: Size | None = None,
    threads: int | None = None,
    progress: Any = False,
) -> dict[str, Any]:
    """What every rung of the ladder says of each board, in single slides; -1 where there is no solution.

    Rungs are ``manhattan``, ``linear-conflict``, ``inversion``, ``walking``, and additive tables such as ``pattern:6-6-3``.

    >>> {name: int(bound) for name, bound in bounds("8 6 7/2 5 4/3 0 1").items()}
    {'manhattan': 21, 'linear-conflict': 23, 'inversion': 23, 'walking': 25}
    """
    batch = Batch(boards, size)
    if names is None:
        names = ["manhattan", "linear-conflict", "inversion", "walking"]
    elif isinstance(names, str):
        names = [names]
    text, count = goal_text(goal, batch.size), threads_of(threads)
    answers = {}
    with shown(progress) as tell:
        for name in names:
            found = _taquin.bounds(batch.array, batch.size, text, name, count, tell).astype(np.int64)
            found[found == 2**32 - 1] = -1
            answers[name] = batch.answer(found.astype(np.int32))
    return answers


def rank(boards: BoardsLike, goal: Any = "blank-last", size: Size | None = None) -> Any:
    """The number of each board among those that can be solved: the index into `distances`. ValueError for others.

    >>> int(rank("1 2 3/4 5 6/7 8 0"))
    8
    """
    batch = Batch(boards, size)
    numbers = _taquin.rank(batch.array, batch.size, goal_text(goal, batch.size))
    bad = numbers == np.uint64(2**64 - 1)
    if bad.any():
        raise ValueError(f"board {int(np.argmax(bad))} cannot be solved, and has no number")
    return batch.answer(numbers)


def unrank(numbers: Any, size: Size, goal: Any = "blank-last") -> NDArray[np.uint8]:
    """The boards of numbers: `rank` the other way round.

    >>> unrank([8], "3x3")
    array([[1, 2, 3, 4, 5, 6, 7, 8, 0]], dtype=uint8)
    """
    array = np.asarray(numbers)
    if array.dtype.kind not in "iu":
        raise TypeError(f"numbers are integers, not {array.dtype}")
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        raise ValueError("numbers of boards begin with 0")
    rows, columns = size_of(size)
    flat = np.ascontiguousarray(array.astype(np.uint64).reshape(-1))
    boards = _taquin.unrank(flat, (rows, columns), goal_text(goal, (rows, columns)))
    return boards.reshape(*array.shape, rows * columns)


def scramble(size: Size, count: int = 1, seed: int = 0, goal: Any = "blank-last", first: int = 0) -> NDArray[np.uint8]:
    """Uniformly random boards that can be solved: numbers ``first``, ``first + 1`` … of the seed, the same for ever and the
    same as ``taquin scramble`` deals.

    >>> scramble("3x3", 1, seed=42).shape
    (1, 9)
    """
    rows, columns = size_of(size)
    many = whole(count, "count")
    text = goal_text(goal, (rows, columns))
    boards = _taquin.scramble((rows, columns), text, seed_of(seed), whole(first, "first", most=2**64 - 1), many)
    return boards.reshape(many, rows * columns)


def at_distance(
    size: Size,
    distance: Any,
    count: int | None = None,
    seed: int = 0,
    goal: Any = "blank-last",
    *,
    first: int = 0,
    threads: int | None = None,
    progress: Any = False,
) -> NDArray[np.uint8]:
    """Boards at exact distances in single slides: ``count`` at one, or one for each of a list.

    Up to 12 cells each is uniform among all boards so far away.

    >>> distance(at_distance("3x3", [0, 7, 31], seed=1)).tolist()
    [0, 7, 31]
    """
    rows, columns = size_of(size)
    wanted = np.asarray(distance)
    if wanted.dtype.kind not in "iu":
        raise TypeError(f"distances are integers, not {wanted.dtype}")
    if wanted.ndim == 0:
        wanted = np.full(1 if count is None else whole(count, "count"), wanted)
    elif count is not None:
        raise ValueError("a list of distances says how many boards there are: leave count out")
    if wanted.size:
        whole(wanted.min(), "distance")
        whole(wanted.max(), "distance", most=2**32 - 1)
    flat = np.ascontiguousarray(wanted.reshape(-1).astype(np.uint32))
    with shown(progress) as tell:
        boards = _taquin.at_distance(
            (rows, columns),
            goal_text(goal, (rows, columns)),
            seed_of(seed),
            whole(first, "first", most=2**64 - 1),
            flat,
            threads_of(threads),
            tell,
        )
    return boards.reshape(-1, rows * columns)
