"""Sliding-tile puzzles: exact distances in bulk, shortest solutions, complete maps of small boards.

>>> import taquin
>>> boards = taquin.scramble("3x3", 4, seed=1)
>>> taquin.distance(boards)
array([24, 23, 27, 22], dtype=int16)
>>> taquin.solve("8 6 7/2 5 4/3 0 1").length
31

Boards are numpy arrays, one row of cells each, 0 for the blank; lists, text and Arrow are taken, too. Sizes are rows before
columns: ``"4x5"`` has 4 rows of 5. Slides are numbered as the *tile* travels: 0 up, 1 down, 2 left, 3 right; a mask has the bit
of each number.
"""

from __future__ import annotations

import os as _os

from . import _taquin
from ._boards import DOWN, LEFT, RIGHT, UP, Board
from ._bulk import (
    at_distance,
    bounds,
    distance,
    legal,
    neighbors,
    optimal_moves,
    rank,
    scramble,
    solvable,
    step,
    unrank,
)
from ._data import label, load
from ._instances import Instances, instances
from ._solve import Solution, Unsolvable, Verdict, solve, solve_many, verify
from ._tables import use_tables
from ._whole import Census, census, distances, farthest

__version__: str = _taquin.__version__

__all__ = [
    "DOWN",
    "LEFT",
    "RIGHT",
    "UP",
    "Board",
    "Census",
    "Instances",
    "Solution",
    "Unsolvable",
    "Verdict",
    "at_distance",
    "bounds",
    "census",
    "distance",
    "distances",
    "farthest",
    "instances",
    "label",
    "legal",
    "load",
    "neighbors",
    "optimal_moves",
    "rank",
    "scramble",
    "solvable",
    "solve",
    "solve_many",
    "step",
    "unrank",
    "use_tables",
    "verify",
]


use_tables()
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_taquin.after_fork)


def __getattr__(name: str) -> object:
    # What needs more than numpy is loaded when it is asked for.
    if name in ("gym", "ray"):
        from importlib import import_module

        return import_module(f"taquin.{name}")
    raise AttributeError(f"module 'taquin' has no attribute {name!r}")
