from typing import Any, Callable, final

import numpy as np
from numpy.typing import NDArray

_Bytes = NDArray[np.uint8]
_Flags = NDArray[np.bool_]
_Size = tuple[int, int]
_Progress = Callable[[str, int, int, int], object] | None

__version__: str
__all__ = [
    "CensusPart",
    "Games",
    "__version__",
    "after_fork",
    "at_distance",
    "bounds",
    "census",
    "census_in_parts",
    "distances",
    "label",
    "label_count",
    "label_seal",
    "label_shard",
    "label_shards",
    "legal",
    "neighbors",
    "panic_on_purpose",
    "rank",
    "read_board",
    "saved_depth",
    "scramble",
    "solvable",
    "solve_many",
    "solve_one",
    "step",
    "unrank",
    "use_tables",
    "verify",
]

def use_tables(folder: str | None = None) -> None: ...
def after_fork() -> None: ...
def panic_on_purpose(apart: bool) -> None: ...
def read_board(text: str, size: _Size | None = None) -> tuple[int, int, list[int]]: ...
def solvable(boards: _Bytes, size: _Size, goal: str) -> _Flags: ...
def legal(boards: _Bytes, size: _Size) -> _Bytes: ...
def step(boards: _Bytes, size: _Size, slides: _Bytes) -> tuple[_Bytes, int | None]: ...
def neighbors(boards: _Bytes, size: _Size) -> tuple[_Bytes, _Bytes]: ...
def rank(boards: _Bytes, size: _Size, goal: str) -> NDArray[np.uint64]: ...
def unrank(numbers: NDArray[np.uint64], size: _Size, goal: str) -> _Bytes: ...
def scramble(size: _Size, goal: str, seed: int, first: int, count: int) -> _Bytes: ...
def at_distance(
    size: _Size,
    goal: str,
    seed: int,
    first: int,
    distances: NDArray[np.uint32],
    threads: int,
    progress: _Progress,
) -> _Bytes: ...
def label(
    boards: _Bytes,
    size: _Size,
    goal: str,
    metric: str,
    moves: bool,
    threads: int,
    nodes: int | None,
    time: float | None,
    memory: int,
    device: str,
    progress: _Progress,
) -> tuple[_Bytes, _Bytes, _Bytes]: ...
def bounds(
    boards: _Bytes, size: _Size, goal: str, bound: str, threads: int, progress: _Progress
) -> NDArray[np.uint32]: ...
def solve_one(
    board: str,
    size: _Size | None,
    goal: str,
    want: str | None,
    metric: str,
    heuristic: str | None,
    search: str | None,
    time: float | None,
    nodes: int | None,
    threads: int,
    memory: int,
    progress: _Progress,
) -> dict[str, Any]: ...
def solve_many(
    boards: _Bytes,
    size: _Size,
    goal: str,
    want: str | None,
    metric: str,
    time: float | None,
    nodes: int | None,
    threads: int,
    memory: int,
    progress: _Progress,
) -> list[dict[str, Any]]: ...
def verify(
    board: str, size: _Size | None, moves: str, goal: str, metric: str, blank: bool
) -> dict[str, Any]: ...
def census(
    size: _Size,
    goal: str,
    metric: str,
    depth: int | None,
    farthest: int,
    threads: int,
    memory: int,
    progress: _Progress,
) -> tuple[NDArray[np.uint64], bool, _Bytes]: ...
def distances(
    size: _Size, goal: str, metric: str, threads: int, memory: int, progress: _Progress
) -> _Bytes: ...

@final
class Games:
    def __new__(
        cls,
        size: _Size,
        goal: str,
        games: int,
        seed: int,
        walk: int | None,
        most_slides: int,
        reset: str,
    ) -> Games: ...
    def boards(self) -> _Bytes: ...
    def legal(self) -> _Bytes: ...
    def begin(self, seed: int | None = None, which: _Flags | None = None) -> None: ...
    def place(self, game: int, board: _Bytes) -> None: ...
    def step(self, slides: _Bytes) -> tuple[_Flags, _Flags, _Flags, _Flags, _Bytes | None]: ...

def label_shards(
    spec: str,
    given: _Bytes | None,
    folder: str,
    share: tuple[int, int],
    threads: int,
    memory: int,
    device: str,
    progress: _Progress,
) -> tuple[list[int], int, int, int, int]: ...
def label_count(spec: str, given: _Bytes | None = None) -> int: ...
def label_shard(
    spec: str,
    given: _Bytes | None,
    folder: str,
    shard: int,
    threads: int,
    memory: int,
    device: str,
) -> tuple[str, bool, int, int]: ...
def label_seal(spec: str, given: _Bytes | None, folder: str) -> list[int]: ...
def census_in_parts(
    size: _Size, goal: str, metric: str, parts: int, threads: int, progress: _Progress
) -> NDArray[np.uint64]: ...
def saved_depth(folder: str, size: _Size, goal: str, metric: str, parts: int) -> int: ...

@final
class CensusPart:
    def __new__(
        cls,
        size: _Size,
        goal: str,
        metric: str,
        parts: int,
        index: int,
        threads: int,
        folder: str | None,
    ) -> CensusPart: ...
    @property
    def depth(self) -> int: ...
    @property
    def found(self) -> int: ...
    @property
    def positions(self) -> int: ...
    def export(self) -> list[bytes]: ...
    def advance(self, messages: list[bytes]) -> int: ...
    def save(self) -> None: ...
    def forget_before(self, depth: int) -> None: ...
    def resume(self, depth: int) -> None: ...
