"""A census on many machines: what each depth sends and takes, from the geometry and a few measured figures.

    python bench/python/scale.py check              # the model against a run by parts that fits here (3x4)
    python bench/python/scale.py plan 4x4 64        # the plan for a board and so many parts

How many runs of words a part must send is a matter of geometry, and is counted on a sample of blocks. How full they are follows
from the published counts. Seconds for a block, bytes a second of disk and network are measured, or given.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
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


class Model:
    """Bytes and seconds of every depth."""

    def __init__(self, size: str, parts: int, block_s: float, network: float, disk: float, depth_s: float) -> None:
        self.geometry = Geometry(size)
        self.parts, self.block_s = parts, block_s
        self.network, self.disk, self.depth_s = network, disk, depth_s
        self.factor = self.geometry.sent(parts)

    def message_bytes(self, found: int) -> float:
        """What all parts send after a depth with so many positions, taken as spread evenly."""
        g = self.geometry
        runs = g.blocks * g.cells / 2
        share = min(1.0, found / (runs * g.words * g.bits))
        full_word = 1 - (1 - share) ** g.bits
        full_run = 1 - (1 - full_word) ** g.words
        live = runs * full_run
        per_run = 5 + math.ceil(g.words / 8) + 8 * g.words * full_word / max(full_run, 1e-12)
        return live * self.factor * per_run

    def depths(self, found: list[int]) -> list[dict[str, float]]:
        g = self.geometry
        told = []
        for depth in range(1, len(found)):
            bytes_ = self.message_bytes(found[depth - 1])
            work = g.blocks / self.parts * self.block_s
            told.append(
                {
                    "depth": depth,
                    "bytes": bytes_,
                    "work_s": work,
                    "network_s": bytes_ / self.parts / self.network,
                    "seconds": work + bytes_ / self.parts / self.network + self.depth_s,
                }
            )
        return told


def check(_: argparse.Namespace) -> None:
    import time

    from taquin import _taquin

    size, parts = "3x4", 6
    model = Model(size, parts, 1, 1, 1, 0)
    members = [_taquin.CensusPart((3, 4), "blank-last", "stm", parts, index, 1, None) for index in range(parts)]
    found, measured, expected, work = [1], [], [], 0.0
    while sum(found) < members[0].positions:
        sent = [member.export() for member in members]
        measured.append(sum(len(message) for one in sent for message in one))
        expected.append(model.message_bytes(found[-1]))
        start = time.perf_counter()
        found.append(sum(member.advance([one[to] for one in sent]) for to, member in enumerate(members)))
        work += time.perf_counter() - start
    assert found == counts(size)
    print(f"{size} in {parts} parts: a run goes to {model.factor:.2f} others on average")
    print(f"sent in all: measured {sum(measured) / 1e9:.3f} GB, by the model {sum(expected) / 1e9:.3f} GB")
    top = max(range(len(measured)), key=lambda depth: measured[depth])
    print(f"the fullest depth {top}: {measured[top] / 1e6:.1f} MB, by the model {expected[top] / 1e6:.1f} MB")
    blocks = model.geometry.blocks * (len(found) - 1)
    print(f"{work / blocks * 1e6:.1f} µs for a block and depth on one thread, messages read included")


def plan(args: argparse.Namespace) -> None:
    model = Model(args.size, args.parts, args.block_us / 1e6, args.network * 1e9 / 8, args.disk * 1e9, args.depth_s)
    g, found = model.geometry, counts(args.size)
    depths = model.depths(found)
    layers = g.blocks * g.cells * g.words * 8
    top = max(depths, key=lambda depth: depth["bytes"])
    hours = sum(depth["seconds"] for depth in depths) / 3600
    save = layers / args.parts / (args.disk * 1e9)
    print(f"{args.size}: {g.positions:.3e} positions, {g.blocks:,} blocks, {len(depths)} depths, {args.parts} parts")
    print(f"memory of a part: layers {layers / args.parts / 1e9:.1f} GB, origins {g.blocks * len(g.moves) * 8 / args.parts / 1e9:.2f} GB,")
    print(f"  messages of the fullest depth {2 * top['bytes'] / args.parts / 1e9:.1f} GB as they come and as they are read")
    print(f"a run goes to {model.factor:.2f} others; the fullest depth sends {top['bytes'] / 1e12:.2f} TB in all")
    print(f"work {sum(d['work_s'] for d in depths) / 3600:.2f} h, network {sum(d['network_s'] for d in depths) / 3600:.2f} h, in all {hours:.2f} h")
    print(f"a checkpoint of all parts takes {save / 60:.1f} min; one every 10 depths adds {save * len(depths) / 10 / 3600:.2f} h")
    print(f"cost at {args.price} an hour and part: {hours * args.parts * args.price:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    verbs.add_parser("check").set_defaults(run=check)
    planned = verbs.add_parser("plan")
    planned.add_argument("size")
    planned.add_argument("parts", type=int)
    planned.add_argument("--block-us", type=float, default=10.0, help="microseconds for a block and depth, all threads of a part")
    planned.add_argument("--network", type=float, default=25.0, help="Gbit/s of a part")
    planned.add_argument("--disk", type=float, default=1.0, help="GB/s of a part")
    planned.add_argument("--depth-s", type=float, default=0.5, help="seconds that a depth takes besides")
    planned.add_argument("--price", type=float, default=1.0, help="of a part for an hour")
    planned.set_defaults(run=plan)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    sys.exit(main())
