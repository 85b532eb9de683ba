"""Data sets: boards with their labels, in Parquet files."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _taquin
from ._boards import MEMORY, Batch, BoardsLike, Size, goal_text, progress_of, size_of, threads_of

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
        source = {"seed": {"seed": seed, "count": count}}
    else:
        least, most = distance
        source = {"distance": {"seed": seed, "count": count, "least": least, "most": most}}
    if size is None:
        raise ValueError("say which size the boards are")
    rows, columns = size_of(size)
    spec = {
        "size": f"{rows}x{columns}",
        "goal": goal_text(goal, (rows, columns)),
        "metric": metric,
        "source": source,
        "shard_boards": shard_boards,
        "moves": moves,
        "bounds": bounds,
        "nodes": nodes,
        "time_ms": None if time is None else int(time * 1000),
        "validation": validation,
        "test": test,
    }
    return json.dumps(spec), given


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
    missing, files, skipped, labelled, unknown = _taquin.label_shards(
        spec, given, os.fspath(folder), shard, threads_of(threads), memory, device, progress_of(progress)
    )
    return {"files": files, "skipped": skipped, "boards": labelled, "unknown": unknown, "missing": len(missing)}


def load(folder: str | os.PathLike[str], columns: list[str] | None = None) -> dict[str, Any]:
    """The columns of a data set as arrays (``pip install 'taquin[arrow]'``): boards as rows of bytes, what is missing as -1.

    For data sets that do not fit into memory read the files themselves, which everything that reads Parquet can.
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
