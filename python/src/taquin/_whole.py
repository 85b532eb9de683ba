"""Whole boards: how many positions there are at every distance, and the distance of every position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _taquin
from ._boards import MEMORY, Board, Size, goal_text, shown, size_of, text_of, threads_of, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Census:
    """How many positions there are at every distance; in a notebook, a histogram."""

    size: tuple[int, int]
    metric: str
    goal: str
    #: How many positions there are at each depth, from 0.
    counts: NDArray[np.uint64]
    #: Whether every position has been counted.
    complete: bool
    #: Some of the farthest boards.
    farthest: list[Board] = field(repr=False)

    @property
    def positions(self) -> int:
        """How many were counted."""
        return int(self.counts.sum())

    @property
    def radius(self) -> int:
        """The last depth: the distance of the farthest position, if the census is complete."""
        return len(self.counts) - 1

    @property
    def mean(self) -> float:
        """The mean distance."""
        return float(np.average(np.arange(len(self.counts)), weights=self.counts.astype(np.float64)))

    def __len__(self) -> int:
        return len(self.counts)

    def _repr_svg_(self) -> str:
        from ._looks import census_svg

        return census_svg(self)

    def plot(self, axes: Any = None) -> Any:
        """A histogram by matplotlib (``pip install 'taquin[plot]'``)."""
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if axes is None else axes
        axes.bar(np.arange(len(self.counts)), self.counts, width=0.9)
        axes.set_xlabel(f"distance ({self.metric})")
        axes.set_ylabel("positions")
        return axes


def census(
    size: Size,
    metric: str = "stm",
    goal: Any = "blank-last",
    *,
    depth: int | None = None,
    farthest: int | None = None,
    parts: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Any = False,
) -> Census:
    """Counts all positions of a board by their distance; with ``depth`` only the first ones. ``farthest`` of the farthest boards
    are given, 16 unless something else is said; ``memory`` is the most bytes it may take, 4 GiB.

    With ``parts`` the work is done as `taquin.ray.census` does it, by parts that send each other messages, in this process: all
    positions, none of the farthest, and as much memory as that takes.

    >>> whole = census("3x3")
    >>> whole.positions, whole.radius, int(whole.counts[31])
    (181440, 31, 2)
    >>> [str(board) for board in whole.farthest]
    ['6 4 7/8 5 0/3 2 1', '8 6 7/2 5 4/3 0 1']
    """
    rows, columns = size_of(size)
    text = goal_text(goal, (rows, columns))
    if parts is not None:
        for name, given in [("depth", depth), ("farthest", farthest), ("memory", memory)]:
            if given is not None:
                raise ValueError(f"a census by parts counts all positions and keeps none: leave {name} out")
        with shown(progress) as tell:
            counts = _taquin.census_in_parts(
                (rows, columns), text, metric, whole(parts, "parts", 1), threads_of(threads), tell
            )
        return Census((rows, columns), metric, text, counts, True, [])
    with shown(progress) as tell:
        counts, complete, found = _taquin.census(
            (rows, columns),
            text,
            metric,
            None if depth is None else whole(depth, "depth", most=2**32 - 1),
            16 if farthest is None else whole(farthest, "farthest"),
            threads_of(threads),
            MEMORY if memory is None else whole(memory, "memory"),
            tell,
        )
    boards = found.reshape(-1, rows * columns)
    return Census(
        size=(rows, columns),
        metric=metric,
        goal=text,
        counts=counts,
        complete=complete,
        farthest=[Board(text_of(tiles, (rows, columns)), (rows, columns)) for tiles in boards],
    )


def distances(
    size: Size,
    metric: str = "stm",
    goal: Any = "blank-last",
    *,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Any = False,
) -> NDArray[np.uint8]:
    """The distance of every position of a board of up to 12 cells, one byte each; `rank` is the index.

    The array is the engine's own memory: not copied, read only, made once.

    >>> every = distances("3x3")
    >>> every.shape, int(every.max()), int(every[rank("8 6 7/2 5 4/3 0 1")])
    ((181440,), 31, 31)
    """
    rows, columns = size_of(size)
    text = goal_text(goal, (rows, columns))
    with shown(progress) as tell:
        return _taquin.distances((rows, columns), text, metric, threads_of(threads), whole(memory, "memory"), tell)


def farthest(
    size: Size,
    metric: str = "stm",
    goal: Any = "blank-last",
    *,
    threads: int | None = None,
    memory: int = MEMORY,
) -> NDArray[np.uint8]:
    """All positions at the largest distance of a board of up to 12 cells.

    >>> farthest("2x2")
    array([[0, 3, 2, 1]], dtype=uint8)
    """
    from ._bulk import unrank

    every = distances(size, metric, goal, threads=threads, memory=memory)
    return unrank(np.flatnonzero(every == every.max()), size, goal)


if TYPE_CHECKING:
    from ._bulk import rank as rank
else:
    from ._bulk import rank  # the examples above name it
