"""Boards that papers measure themselves on, with what is known of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Name: file, size, goal, which column is the length of a shortest solution (None: all have this one), columns before the tiles.
_SETS: dict[str, tuple[str, int, str, int | None, int, int | None]] = {
    "korf100": ("korf100.txt", 4, "blank-first", 2, 4, None),
    "korf24": ("korf24_50.txt", 5, "blank-first", 1, 3, None),
    "clausecker24": ("clausecker24_200.txt", 5, "blank-first", 1, 3, None),
    "antipodes": ("antipodes_4x4_80.txt", 4, "blank-last", None, 1, 80),
    "deepcubea15": ("deepcubea_15.txt", 4, "blank-last", 0, 2, None),
    "deepcubea24": ("deepcubea_24.txt", 5, "blank-last", 0, 2, None),
    "deepcubea35": ("deepcubea_35.txt", 6, "blank-last", 0, 2, None),
    "deepcubea48": ("deepcubea_48.txt", 7, "blank-last", 0, 2, None),
}


@dataclass(frozen=True, eq=False)
class Instances:
    """A set of boards with its goal and the lengths of shortest solutions, -1 where nobody knows."""

    name: str
    size: tuple[int, int]
    goal: str
    boards: NDArray[np.uint8]
    optimal: NDArray[np.int16]
    #: Where it comes from.
    source: str

    def __len__(self) -> int:
        return len(self.boards)


def instances(name: str | None = None) -> Instances | list[str]:
    """A named set of boards, or the names there are.

    ``korf100``, ``korf24`` (Korf's), ``antipodes`` (the 17 farthest 15-puzzles), ``deepcubea15`` to ``deepcubea48``,
    ``clausecker24``.

    >>> korf = instances("korf100")
    >>> korf.boards.shape, korf.goal, int(korf.optimal.sum())
    ((100, 16), 'blank-first', 5305)
    """
    if name is None:
        return list(_SETS)
    if name not in _SETS:
        raise ValueError(f"{name[:40]!r} is no set of boards; there are {', '.join(_SETS)}")
    file, side, goal, column, before, same = _SETS[name]
    lines = resources.files("taquin").joinpath("data", file).read_text("utf-8").splitlines()
    about = [line.lstrip("# ") for line in lines if line.startswith("#")]
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    boards = np.array([row[before:] for row in rows], dtype=np.uint8)
    known = [str(same) if column is None else row[column] for row in rows]
    optimal = np.array([-1 if length == "-" else int(length) for length in known], dtype=np.int16)
    return Instances(name, (side, side), goal, boards, optimal, "\n".join(about))
