"""Data sets: boards with their labels, in Parquet files."""

from __future__ import annotations

import json
import os
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


def spec_of(
    size: Size | None,
    count: int | None,
    boards: BoardsLike | None,
    distance: tuple[int, int] | None,
    seed: int,
    goal: Any,
    metric: str,
    shard_boards: int,
    moves: bool,
    bounds: bool,
    nodes: int | None,
    time: float | None,
    validation: int,
    test: int,
) -> tuple[str, NDArray[np.uint8] | None]:
    """The description of a data set as the engine reads it, and the boards that are given."""
    given = None
    source: Any
    if boards is not None:
        if count is not None or distance is not None:
            raise ValueError("boards are given: leave count and distance out")
        batch = Batch(boards, size)
        size, given = batch.size, batch.array
        source = {"given": {"count": 0, "crc32": 0}}
    elif count is None:
        if distance is not None:
            raise ValueError("say how many boards: count")
        source = "all"
    elif distance is None:
        source = {"seed": {"seed": seed_of(seed), "count": whole(count, "count")}}
    else:
        least, most = _pair(distance, "distance", "(least, most)")
        source = {"distance": {"seed": seed_of(seed), "count": whole(count, "count"), "least": least, "most": most}}
    if size is None:
        raise ValueError("say which size the boards are")
    rows, columns = size_of(size)
    spec = {
        "size": f"{rows}x{columns}",
        "goal": goal_text(goal, (rows, columns)),
        "metric": metric,
        "source": source,
        "shard_boards": whole(shard_boards, "shard_boards"),
        "moves": bool(moves),
        "bounds": bool(bounds),
        "nodes": limit(nodes, "nodes"),
        "time_ms": _milliseconds(time),
        "validation": whole(validation, "validation", most=1000),
        "test": whole(test, "test", most=1000),
    }
    return json.dumps(spec), given


def _pair(pair: Any, name: str, told: str) -> tuple[int, int]:
    try:
        first, second = pair
    except (TypeError, ValueError):
        raise TypeError(f"{name} is two whole numbers, {told}") from None
    return whole(first, name, most=2**32 - 1), whole(second, name, most=2**32 - 1)


def _milliseconds(time: float | None) -> int | None:
    if time is None:
        return None
    try:
        seconds = float(time)
    except (TypeError, ValueError):
        raise TypeError(f"time is seconds, not {str(time)[:40]!r}") from None
    if not 0 <= seconds < 2**50:
        raise ValueError(f"{seconds:g} is no time; give seconds, at least 0")
    return int(seconds * 1000)


def label(
    folder: str | os.PathLike[str],
    size: Size | None = None,
    count: int | None = None,
    *,
    boards: BoardsLike | None = None,
    distance: tuple[int, int] | None = None,
    seed: int = 1,
    goal: Any = "blank-last",
    metric: str = "stm",
    shard: tuple[int, int] = (0, 1),
    shard_boards: int = 100_000,
    moves: bool = True,
    bounds: bool = True,
    nodes: int | None = None,
    time: float | None = None,
    validation: int = 50,
    test: int = 50,
    device: str = "cpu",
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Any = False,
) -> dict[str, int]:
    """Labels boards with exact distances and optimal moves, into Parquet files: what ``taquin label`` does, the same bytes.

    ``count`` random boards of a seed (at distances within ``distance``), the ``boards`` given, or without either every position.
    Files that are there are passed over, so the same call goes on where one was ended; ``shard=(i, n)`` is the share of one of n
    workers. ``nodes`` and ``time`` (seconds) are limits for one board.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> label(folder, "3x3", 1000, seed=1)
    {'files': 1, 'skipped': 0, 'boards': 1000, 'unknown': 0, 'missing': 0}
    >>> label(folder, "3x3", 1000, seed=1)["skipped"]
    1
    """
    spec, given = spec_of(
        size, count, boards, distance, seed, goal, metric, shard_boards, moves, bounds, nodes, time, validation, test
    )
    with shown(progress) as tell:
        missing, files, skipped, labelled, unknown = _taquin.label_shards(
            spec,
            given,
            os.fspath(folder),
            _pair(shard, "shard", "(index, of how many)"),
            threads_of(threads),
            whole(memory, "memory"),
            device,
            tell,
        )
    return {"files": files, "skipped": skipped, "boards": labelled, "unknown": unknown, "missing": len(missing)}


def load(folder: str | os.PathLike[str], columns: list[str] | None = None) -> dict[str, Any]:
    """The columns of a data set as arrays (``pip install 'taquin[arrow]'``): boards as rows of bytes, what is missing as -1.

    For data sets that do not fit into memory read the files themselves, which everything that reads Parquet can.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> made = label(folder, "3x3", 3, seed=1)
    >>> data = load(folder, ["board", "distance"])
    >>> data["board"].shape, bool((data["distance"] == [24, 23, 27]).all())
    ((3, 9), True)
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = sorted(name for name in os.listdir(folder) if name.endswith(".parquet"))
    if not names:
        raise ValueError(f"{os.fspath(folder)}: no Parquet files here")
    table = pa.concat_tables(pq.read_table(os.path.join(folder, name), columns=columns) for name in names)
    arrays: dict[str, Any] = {}
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = column.chunk(0)
        if pa.types.is_fixed_size_list(column.type):
            arrays[name] = column.flatten().to_numpy().reshape(len(column), column.type.list_size)
        elif column.null_count:
            arrays[name] = column.cast(pa.int32()).fill_null(-1).to_numpy()
        else:
            arrays[name] = column.to_numpy(zero_copy_only=False)
    return arrays
