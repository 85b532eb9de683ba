"""A census on many machines: what each depth sends and takes, from the geometry and a few measured figures.

    python bench/python/scale.py check [--ray 2]    # figures of this machine, and the model driven with them against other runs
    python bench/python/scale.py plan 4x4 64        # the plan for a board and so many parts

How many runs of words a part must send is a matter of geometry, and is counted on a sample of blocks. How full they are follows
from the published counts. Seconds for a block and for a byte of a message, bytes a second of disk and network are measured, or given.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data" / "censuses"


class Geometry:
    """The blocks of a board: the classes of tiles along the snake, as crates/taquin-solve/src/position/rank.rs has them."""

    def __init__(self, size: str) -> None:
        rows, columns = (int(number) for number in size.split("x"))
        self.size, self.cells = size, rows * columns
        self.tiles = self.cells - 1
        self.small = min(self.tiles, 5)
        self.middle = min(self.tiles - self.small, 6)
        self.large = self.tiles - self.small - self.middle
        self.blocks = (
            math.comb(self.tiles, self.small) * math.comb(self.tiles - self.small, self.middle) * math.factorial(self.large)
        )
        self.words = math.factorial(self.middle)
        self.bits = max(1, math.factorial(self.small) // 2)
        self.positions = math.factorial(self.cells) // 2
        across = columns >= rows
        walk = []
        for line in range(rows if across else columns):
            cells = [(line, at) if across else (at, line) for at in range(columns if across else rows)]
            walk += cells if line % 2 == 0 else cells[::-1]
        step = {cell: at for at, cell in enumerate(walk)}
        self.moves = []
        for (row, column), at in step.items():
            for there in [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]:
                if there in step and abs(step[there] - at) != 1:
                    self.moves.append((at, step[there]))

    def pattern(self, order: list[int]) -> int:
        """The number of an order's block: small and middle tiles are not told from their own."""
        small = middle = others = smalls = middles = 0
        large = []
        for place, tile in enumerate(order):
            if tile == 0:
                smalls += 1
                small += math.comb(place, smalls)
                continue
            if tile == 1:
                middles += 1
                middle += math.comb(others, middles)
            else:
                large.append(tile)
            others += 1
        number = 0
        for at, tile in enumerate(large):
            number = number * (len(large) - at) + sum(later < tile for later in large[at + 1 :])
        number = (small * math.comb(self.tiles - self.small, self.middle) + middle) * math.factorial(self.large) + number
        return number

    def sample(self, count: int, seed: int = 1) -> list[list[int]]:
        """Orders as classes: 0 small, 1 middle, from 2 on the large ones, each of its own."""
        kinds = [0] * self.small + [1] * self.middle + list(range(2, 2 + self.large))
        if self.blocks <= count:
            return [list(order) for order in sorted(set(itertools.permutations(kinds)))] if self.tiles < 9 else self._all(kinds)
        chance = random.Random(seed)
        return [chance.sample(kinds, len(kinds)) for _ in range(count)]

    def _all(self, kinds: list[int]) -> list[list[int]]:
        found = []
        for places in itertools.combinations(range(self.tiles), self.small):
            order = [1] * self.tiles
            for place in places:
                order[place] = 0
            found.append(order)
        return found if self.large == 0 else [random.Random(1).sample(kinds, len(kinds)) for _ in range(2000)]

    def sent(self, parts: int, count: int = 3000) -> float:
        """To how many other parts a run has to go, on average over blocks and places of the blank."""
        total = 0
        orders = self.sample(count)
        owner = lambda number: number * parts // self.blocks  # noqa: E731
        for order in orders:
            own = owner(self.pattern(order))
            for step in range(self.cells):
                peers = set()
                for start, end in self.moves:
                    if start != step:
                        continue
                    after = list(order)
                    # The tile between jumps over those in between.
                    if start < end:
                        after.insert(start, after.pop(end - 1))
                    else:
                        after.insert(start - 1, after.pop(end))
                    peers.add(owner(self.pattern(after)))
                total += len(peers - {own})
        return total / (len(orders) * self.cells)


def counts(size: str) -> list[int]:
    lines = (DATA / f"depth_counts_{size}_stm_corner.txt").read_text().splitlines()
    return [int(line.split()[1]) for line in lines if line.strip() and not line.startswith("#")]


@dataclass
class Figures:
    """What a model is driven with: measured, or given."""

    #: Seconds for a block and depth, all threads of a part together.
    block_s: float = 0.0
    #: Seconds for a byte of a message: to pack it, and to read it. One thread of a part does either.
    pack_s: float = 0.0
    read_s: float = 0.0
    #: Bytes a second of a part.
    network: float = math.inf
    disk: float = math.inf
    #: Seconds that a depth takes besides.
    depth_s: float = 0.0


class Model:
    """Bytes and seconds of every depth."""

    def __init__(self, size: str, parts: int, figures: Figures) -> None:
        self.geometry = Geometry(size)
        self.parts, self.figures = parts, figures
        self.factor = self.geometry.sent(parts)

    def full(self, found: int) -> tuple[float, float]:
        """Which share of words and of runs holds a position, of so many that are taken as spread evenly."""
        g = self.geometry
        share = min(1.0, found / (g.blocks * g.cells / 2 * g.words * g.bits))
        words = 1 - (1 - share) ** g.bits
        return words, 1 - (1 - words) ** g.words

    def message_bytes(self, found: int) -> float:
        """What all parts send after a depth with so many positions."""
        g = self.geometry
        words, runs = self.full(found)
        live = g.blocks * g.cells / 2 * runs
        per_run = 5 + math.ceil(g.words / 8) + 8 * g.words * words / max(runs, 1e-12)
        return live * self.factor * per_run

    def blocks_made(self, found: int) -> float:
        """How many blocks have work in the depth after one with so many positions."""
        return self.geometry.blocks * self.full(found)[1]

    def depths(self, found: list[int]) -> list[dict[str, float]]:
        """Each depth of a part, as if all were equal."""
        figures, told = self.figures, []
        for depth in range(1, len(found)):
            bytes_ = self.message_bytes(found[depth - 1])
            each = bytes_ / self.parts
            one = {
                "depth": depth,
                "bytes": bytes_,
                "work_s": self.blocks_made(found[depth - 1]) / self.parts * figures.block_s,
                "pack_s": each * figures.pack_s,
                "read_s": each * figures.read_s,
                "network_s": each / figures.network,
            }
            one["seconds"] = one["work_s"] + one["pack_s"] + one["read_s"] + one["network_s"] + figures.depth_s
            told.append(one)
        return told

    def layer_bytes(self) -> int:
        """Both layers of all parts."""
        g = self.geometry
        return g.blocks * g.cells * g.words * 8


@dataclass
class Run:
    """A census by parts in this process, one thread each: what every depth sent and took."""

    size: str
    parts: int
    found: list[int]
    bytes_: list[int]
    pack_s: list[float]
    advance_s: list[float]
    saved_bytes: int
    save_s: float

    @property
    def seconds(self) -> float:
        return sum(self.pack_s) + sum(self.advance_s)


def counted(size: str, parts: int, times: int = 5) -> Run:
    """The fastest of some runs, depth by depth: what the machine can do when nobody disturbs it."""
    runs = [_counted(size, parts) for _ in range(times)]
    best = runs[0]
    best.pack_s = [min(depth) for depth in zip(*(run.pack_s for run in runs))]
    best.advance_s = [min(depth) for depth in zip(*(run.advance_s for run in runs))]
    best.save_s = min(run.save_s for run in runs)
    return best


def _counted(size: str, parts: int) -> Run:
    """Packing and advancing by the processor's clock, which others on the machine move least; saving by the wall's."""
    from taquin import _taquin

    rows, columns = (int(number) for number in size.split("x"))
    run = Run(size, parts, [1], [], [], [], 0, 0.0)
    fullest = counts(size).index(max(counts(size)))
    with tempfile.TemporaryDirectory() as folder:
        members = [
            _taquin.CensusPart((rows, columns), "blank-last", "stm", parts, index, 1, folder) for index in range(parts)
        ]
        while sum(run.found) < members[0].positions:
            start = time.process_time()
            sent = [member.export() for member in members]
            packed = time.process_time()
            run.found.append(sum(member.advance([one[to] for one in sent]) for to, member in enumerate(members)))
            run.advance_s.append(time.process_time() - packed)
            run.pack_s.append(packed - start)
            run.bytes_.append(sum(len(message) for one in sent for message in one))
            if len(run.found) - 1 == fullest:
                begun = time.perf_counter()
                for member in members:
                    member.save()
                run.save_s = time.perf_counter() - begun
                run.saved_bytes = sum(file.stat().st_size for file in Path(folder).iterdir())
    assert run.found == counts(size)
    return run


def measured() -> Figures:
    """The figures of this machine: a census in one part sends nothing, one in six says what messages cost."""
    alone, six = counted("3x4", 1), counted("3x4", 6)
    model = Model("3x4", 1, Figures())
    blocks = sum(model.blocks_made(found) for found in alone.found[:-1])
    sent = sum(six.bytes_)
    return Figures(
        block_s=sum(alone.advance_s) / blocks,
        # Looking for what is to be sent is part of packing; alone it finds nothing.
        pack_s=max(0.0, sum(six.pack_s) - sum(alone.pack_s)) / sent,
        read_s=max(0.0, sum(six.advance_s) - sum(alone.advance_s)) / sent,
        disk=six.saved_bytes / six.save_s,
    )


def check(args: argparse.Namespace) -> None:
    figures = measured()
    print("measured on 3x4 in one part and in six, on one thread:")
    print(f"  {figures.block_s * 1e6:.1f} µs for a block and depth, {figures.pack_s * 1e9:.2f} ns to pack a byte of a message,")
    print(f"  {figures.read_s * 1e9:.2f} ns to read one, {figures.disk / 1e9:.2f} GB/s saved")
    print()
    print("| | sent, MB | packed, s | advanced, s | in all, s | the fullest depth, ms | saved, MB | saved, s |")
    print("|---|---|---|---|---|---|---|---|")
    for size, parts in [("3x4", 3), ("3x4", 24), ("2x6", 6), ("2x6", 24)]:
        model, run = Model(size, parts, figures), counted(size, parts)
        depths = model.depths(run.found)
        total = {name: parts * sum(depth[name] for depth in depths) for name in depths[0]}
        top = max(range(len(depths)), key=lambda depth: run.bytes_[depth])
        peak = run.pack_s[top] + run.advance_s[top]
        advanced = sum(run.advance_s)
        print(
            f"| {size} in {parts}: measured | {sum(run.bytes_) / 1e6:.0f} | {sum(run.pack_s):.2f} | {advanced:.2f} "
            f"| {run.seconds:.2f} | {1000 * peak:.0f} | {run.saved_bytes / 1e6:.0f} | {run.save_s:.2f} |"
        )
        print(
            f"| by the model | {sum(depth['bytes'] for depth in depths) / 1e6:.0f} | {total['pack_s']:.2f} "
            f"| {total['work_s'] + total['read_s']:.2f} | {total['seconds']:.2f} | {1000 * parts * depths[top]['seconds']:.0f} "
            f"| {model.layer_bytes() / 1e6:.0f} | {model.layer_bytes() / figures.disk:.2f} |",
            flush=True,
        )
    if args.ray:
        on_ray(figures, args.ray)


def on_ray(figures: Figures, cores: int) -> None:
    """The same by Ray's actors on so many cores: what a depth costs besides is taken from 3x3, where there is no other work."""
    import ray

    import taquin.ray

    ray.init("local", num_cpus=cores + 1, include_dashboard=False, logging_level="ERROR")

    def wall(size: str, parts: int) -> tuple[list[int], float]:
        depths: list[dict[str, float]] = []
        with tempfile.TemporaryDirectory() as folder:
            options = {"parts": parts, "cpus": cores / parts, "save_every": 1000}
            found = taquin.ray.census(size, folder=folder, on_depth=depths.append, **options)
        return [int(count) for count in found.counts], sum(depth["seconds"] for depth in depths)

    parts = 6
    counts_, seconds = wall("3x3", parts)
    figures.depth_s = seconds / (len(counts_) - 1)
    counts_, seconds = wall("3x4", parts)
    depths = Model("3x4", parts, figures).depths(counts_)
    work = parts * sum(depth["seconds"] - figures.depth_s for depth in depths) / cores
    modelled = work + figures.depth_s * len(depths)
    print()
    print(f"by Ray, {parts} actors on {cores} cores: {1000 * figures.depth_s:.0f} ms for a depth without work (3x3);")
    print(f"  3x4: measured {seconds:.1f} s, by the model {modelled:.1f} s")


def plan(args: argparse.Namespace) -> None:
    figures = Figures(
        args.block_us / 1e6, args.pack_ns / 1e9, args.read_ns / 1e9, args.network * 1e9 / 8, args.disk * 1e9, args.depth_s
    )
    model = Model(args.size, args.parts, figures)
    g, found = model.geometry, counts(args.size)
    depths = model.depths(found)
    layers = model.layer_bytes() / args.parts
    top = max(depths, key=lambda depth: depth["bytes"])
    total = {name: sum(depth[name] for depth in depths) for name in depths[0]}
    save = layers / figures.disk
    hours = (total["seconds"] + save * len(depths) / 10) / 3600
    print(f"{args.size}: {g.positions:.3e} positions, {g.blocks:,} blocks, {len(depths)} depths, {args.parts} parts")
    print(f"memory of a part: layers {layers / 1e9:.1f} GB, origins {g.blocks * len(g.moves) * 8 / args.parts / 1e9:.2f} GB,")
    print(f"  messages of the fullest depth {2 * top['bytes'] / args.parts / 1e9:.1f} GB as they come and as they are read")
    print(f"a run goes to {model.factor:.2f} others; the fullest depth sends {top['bytes'] / 1e12:.2f} TB in all")
    print(f"work {total['work_s'] / 60:.1f} min, packing {total['pack_s'] / 60:.1f} min, reading {total['read_s'] / 60:.1f} min,")
    print(f"  network {total['network_s'] / 60:.1f} min, besides {figures.depth_s * len(depths) / 60:.1f} min")
    print(f"a checkpoint of all parts takes {save / 60:.1f} min")
    print(f"in all, with a checkpoint every ten depths, {60 * hours:.0f} min")
    print(f"cost at {args.price} an hour and part: {hours * args.parts * args.price:,.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    checked = verbs.add_parser("check")
    checked.add_argument("--ray", type=int, default=0, help="by Ray's actors, too, on so many cores")
    checked.set_defaults(run=check)
    planned = verbs.add_parser("plan")
    planned.add_argument("size")
    planned.add_argument("parts", type=int)
    planned.add_argument("--block-us", type=float, default=10.0, help="microseconds for a block and depth, all threads of a part")
    planned.add_argument("--pack-ns", type=float, default=0.0, help="nanoseconds to pack a byte of a message, on one thread")
    planned.add_argument("--read-ns", type=float, default=0.0, help="nanoseconds to read one")
    planned.add_argument("--network", type=float, default=25.0, help="Gbit/s of a part")
    planned.add_argument("--disk", type=float, default=1.0, help="GB/s of a part")
    planned.add_argument("--depth-s", type=float, default=0.5, help="seconds that a depth takes besides")
    planned.add_argument("--price", type=float, default=1.0, help="of a part for an hour")
    planned.set_defaults(run=plan)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    sys.exit(main())
