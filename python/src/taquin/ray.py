"""The same work on many machines, by Ray: ``pip install 'taquin[ray]'``.

Ray moves bytes, starts workers and starts them again; everything else is the engine's, the same two functions that
`taquin.label` and `taquin.census` call in one process, so files and counts are the same.

Folders must be seen by all machines (a shared file system).
"""

from __future__ import annotations

import json
import logging
import os
import time as _time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import ray

from . import _tables, _taquin
from ._boards import MEMORY, BoardsLike, Size, goal_text, shown, size_of, whole
from ._data import spec_of
from ._whole import Census

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _nodes() -> list[int]:
    """The processors of each machine of the cluster."""
    nodes: Any = ray.nodes  # untyped there
    found = [int(node["Resources"].get("CPU", 0)) for node in nodes() if node["Alive"]]
    return [cpus for cpus in found if cpus > 0] or [1]


def _pool(nodes: list[int], workers: int | None, threads: int | None) -> tuple[int, int, int]:
    """How many actors, of how many threads, and how many processors each asks Ray for, on machines of so many.

    One processor must stay free in Ray's books: actors that take all of them leave Ray Data none to hand out shards with, and it
    waits for ever.
    """
    if workers is None and threads is None:
        # One actor a machine (more on a larger one), which makes its tables once for all its threads. It asks for one
        # processor less than it uses: handing out shards is no work.
        threads = min(nodes)
        return sum(cpus // threads for cpus in nodes), threads, threads - 1
    threads = 1 if threads is None else whole(threads, "threads", 1)
    fit = min(sum(cpus // threads for cpus in nodes), (sum(nodes) - 1) // threads)
    pool = max(fit, 1) if workers is None else whole(workers, "workers", 1)
    if pool > fit:
        raise ValueError(
            f"{pool} workers of {threads} threads leave none of the cluster's {sum(nodes)} processors free, and Ray Data "
            f"would wait for ever; {fit} fit (without workers and threads there is one for each machine)"
        )
    return pool, threads, threads


class _Labeller:
    """A worker of the pool: its process keeps the tables from shard to shard."""

    def __init__(
        self,
        spec: str,
        given: NDArray[np.uint8] | None,
        folder: str,
        threads: int,
        memory: int,
        device: str,
        tables: str | None,
    ) -> None:
        self.work = (spec, given, folder)
        self.means = (threads, memory, device)
        if tables is not None:
            _tables.use_tables(tables)

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        made = [_taquin.label_shard(*self.work, int(shard), *self.means) for shard in batch["id"]]
        return {
            "skipped": np.array([skipped for _, skipped, _, _ in made]),
            "boards": np.array([0 if skipped else boards for _, skipped, boards, _ in made]),
            "unknown": np.array([unknown for _, _, _, unknown in made]),
        }


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
    shard_boards: int = 100_000,
    moves: bool = True,
    bounds: bool = True,
    nodes: int | None = None,
    time: float | None = None,
    validation: int = 50,
    test: int = 50,
    device: str = "cpu",
    workers: int | None = None,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Any = False,
) -> dict[str, int]:
    """`taquin.label` with a pool of actors: one for each machine, with all its threads, so that a machine makes its tables once.

    With ``workers`` or ``threads`` there are as many actors, of as many threads each (else 1), as long as one processor stays
    free, which Ray Data needs. The shards are shared out by Ray Data; a worker or a machine that is lost loses the shards it was
    at, and others make them. Tables are looked for where `taquin.use_tables` has said in this process. ``progress`` hears of
    every shard.
    """
    if not ray.is_initialized():
        ray.init(logging_level=logging.ERROR)
    spec, given = spec_of(
        size, count, boards, distance, seed, goal, metric, shard_boards, moves, bounds, nodes, time, validation, test
    )
    folder = os.path.abspath(os.fspath(folder))
    shards = _taquin.label_count(spec, given)
    if shards == 0:
        return {"files": 0, "skipped": 0, "boards": 0, "unknown": 0, "missing": 0}
    pool, threads, cpus = _pool(_nodes(), workers, threads)
    memory = whole(memory, "memory")
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    made = ray.data.range(shards, override_num_blocks=shards).map_batches(
        _Labeller,
        fn_constructor_args=(spec, given, folder, threads, memory, device, _tables.named),
        compute=ray.data.ActorPoolStrategy(size=min(pool, shards)),
        batch_size=1,
        num_cpus=cpus,
        scheduling_strategy="SPREAD",
        max_restarts=-1,
        max_task_retries=-1,
    )
    skipped = labelled = unknown = 0
    with shown(progress) as tell:
        for done, row in enumerate(made.iter_rows(), 1):
            skipped += int(row["skipped"])
            labelled += int(row["boards"])
            unknown += int(row["unknown"])
            if tell is not None:
                tell("labelling shards", done, shards, 0)
    missing = _taquin.label_seal(spec, given, folder)
    return {
        "files": shards - skipped,
        "skipped": skipped,
        "boards": labelled,
        "unknown": unknown,
        "missing": len(missing),
    }


class _Part:
    """An actor that holds one part of a census."""

    def __init__(self, work: tuple[Any, ...], index: int, threads: int, folder: str, depth: int) -> None:
        size, goal, metric, parts = work
        self.part = _taquin.CensusPart(size, goal, metric, parts, index, threads, folder)
        if depth:
            self.part.resume(depth)

    def found(self) -> tuple[int, int, int]:
        return self.part.depth, self.part.found, self.part.positions

    def export(self) -> Any:
        messages = self.part.export()
        return messages if len(messages) > 1 else messages[0]

    def advance(self, *messages: bytes) -> tuple[int, float, int]:
        begun = _time.perf_counter()
        found = self.part.advance(list(messages))
        return found, _time.perf_counter() - begun, sum(map(len, messages))

    def save(self) -> None:
        self.part.save()

    def place(self) -> tuple[int, str]:
        return os.getpid(), ray.get_runtime_context().get_node_id()

    def forget_before(self, depth: int) -> None:
        self.part.forget_before(depth)


def _write_aside(path: str, text: str) -> None:
    beside = f"{path}.{os.getpid()}.new"
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def census(
    size: Size,
    metric: str = "stm",
    goal: Any = "blank-last",
    *,
    folder: str | os.PathLike[str],
    parts: int | None = None,
    threads: int = 1,
    cpus: float | None = None,
    save_every: int = 1,
    attempts: int = 100,
    on_depth: Callable[[dict[str, Any]], object] | None = None,
) -> Census:
    """A census by ``parts`` actors of ``threads`` threads each, saved in ``folder`` every ``save_every`` depths; without a number
    of parts as many as fit, one processor left free.

    Each depth every part sends every other the runs that it needs, bytes that only the engine looks into, and makes its blocks of
    the next layer. A worker or a machine that is lost takes the whole back to the last depth that all have saved, as does calling
    this again after anything else. ``on_depth`` hears of every depth: what it counted, the seconds and bytes of every part.
    ``cpus`` is what an actor asks Ray for, ``threads`` unless something else is said.
    """
    if not ray.is_initialized():
        ray.init(logging_level=logging.ERROR)
    rows_columns = size_of(size)
    text = goal_text(goal, rows_columns)
    threads = whole(threads, "threads", 1)
    asked = threads if cpus is None else cpus
    if parts is None:
        parts = max(1, int((sum(_nodes()) - 1) // (asked or threads)))
    parts = whole(parts, "parts", 1)
    save_every = whole(save_every, "save_every", 1)
    folder = os.path.abspath(os.fspath(folder))
    os.makedirs(folder, exist_ok=True)
    work = (rows_columns, text, metric, parts)
    name = f"{rows_columns[0]}x{rows_columns[1]}-{metric}-of-{parts}-counts.json"
    path = os.path.join(folder, name)
    lost = 0
    while True:
        actors: list[Any] = []
        try:
            return _census(work, path, folder, threads, asked, save_every, on_depth, actors)
        except (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError, ray.exceptions.NodeDiedError):
            lost += 1
            if lost > attempts:
                raise
        finally:
            for actor in actors:
                ray.kill(actor)


def _census(
    work: tuple[Any, ...],
    path: str,
    folder: str,
    threads: int,
    cpus: float,
    save_every: int,
    on_depth: Callable[[dict[str, Any]], object] | None,
    actors: list[Any],
) -> Census:
    size, goal, metric, parts = work
    counts: list[int] = []
    saved = 0
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            told = json.load(file)
        if told["goal"] == goal:
            counts = [int(count) for count in told["counts"]]
            saved = len(counts) - 1
    remote: Any = ray.remote(_Part)
    actor = remote.options(num_cpus=cpus, max_restarts=0, scheduling_strategy="SPREAD")
    actors += [actor.remote(work, index, threads, folder, saved) for index in range(parts)]
    states = ray.get([actor.found.remote() for actor in actors])
    positions = states[0][2]
    if not counts:
        counts = [sum(found for _, found, _ in states)]
    while sum(counts) < positions:
        begun = _time.perf_counter()
        sent = [actor.export.options(num_returns=parts).remote() for actor in actors]
        sent = [one if parts > 1 else [one] for one in sent]
        told = ray.get(
            [actor.advance.remote(*[one[to] for one in sent]) for to, actor in enumerate(actors)]
        )
        found = sum(one[0] for one in told)
        if found == 0:
            raise RuntimeError("the parts that were saved are not those of the counts; remove the folder and begin anew")
        counts.append(found)
        depth = len(counts) - 1
        if depth % save_every == 0 or sum(counts) == positions:
            ray.get([actor.save.remote() for actor in actors])
            _write_aside(path, json.dumps({"goal": goal, "counts": counts}))
            ray.get([actor.forget_before.remote(depth) for actor in actors])
        if on_depth is not None:
            on_depth(
                {
                    "depth": depth,
                    "found": found,
                    "seconds": _time.perf_counter() - begun,
                    "part_seconds": [one[1] for one in told],
                    "part_bytes": [one[2] for one in told],
                    "actors": actors,
                }
            )
    return Census(size, metric, goal, np.array(counts, dtype=np.uint64), True, [])
