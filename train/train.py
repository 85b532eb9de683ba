"""Learns the weights of the short solver: beams solve boards, weights are fitted to the lengths, again and again."""

import argparse
import pathlib
import time

import torch

from beam import Beams
from features import NAMES, SLIDE, Families, by_hand, continued


def scrambled(rows, columns, count, generator, device, corner=0.6):
    """Uniform solvable boards; the blank's home is the last corner for some, any cell for the others."""
    cells = rows * columns
    labels = torch.rand(count, cells, generator=generator).argsort(1)
    home = torch.randint(cells, (count,), generator=generator)
    home = torch.where(torch.rand(count, generator=generator) < corner, cells - 1, home)
    blank = (labels == home[:, None]).nonzero()[:, 1]
    # The sign of the permutation must be that of the blank's way home.
    index = torch.arange(count)
    odd = torch.cat([(part[:, :, None] > part[:, None, :]).triu(1).sum((1, 2)) for part in labels.split(256)])
    way = (blank // columns - home // columns).abs() + (blank % columns - home % columns).abs()
    wrong = (odd + way) % 2 == 1
    tiles = (labels != home[:, None]).to(torch.float).topk(2, dim=1).indices
    a, b = labels[index, tiles[:, 0]].clone(), labels[index, tiles[:, 1]].clone()
    labels[index, tiles[:, 0]] = torch.where(wrong, b, a)
    labels[index, tiles[:, 1]] = torch.where(wrong, a, b)
    return labels.to(torch.int16).to(device), home.to(torch.int32).to(device)


def expected(rows, columns):
    """About how many slides a uniform board takes."""
    return int(0.42 * (rows + columns) * rows * columns) + 10


# What is not explained of the length of a uniform board, in slides for each cell; for nearer positions it is as the root
# of their length. And beyond how many times that it counts less.
NOISE = 0.12
LONG, SHORT = 1.0, 2.0
# How much wider the beams are that try again where others have lost their way.
WIDER = 6
# The most that a stored weight of a patch can be.
BYTE = 127
# How large weights are expected to be, in slides.
PRIORS = {"single": 5.0, "way": 1.0, "across": 0.15, "block": 0.15}


class Matrix:
    """Which weights each position adds up, as two sparse matrices of ones: one for each way to multiply."""

    def __init__(self, columns, width):
        height = len(columns)
        rows = torch.arange(height, device=columns.device)[:, None].expand_as(columns)[columns >= 0]
        columns = columns[columns >= 0]
        self.forward = self._rows(rows, columns, (height, width))
        order = columns.argsort(stable=True)
        self.backward = self._rows(columns[order], rows[order], (width, height))

    @staticmethod
    def _rows(rows, columns, size):
        begin = torch.zeros(size[0] + 1, dtype=torch.int32, device=rows.device)
        begin[1:] = torch.bincount(rows, minlength=size[0]).cumsum(0)
        ones = torch.ones(len(columns), device=rows.device)
        return torch.sparse_csr_tensor(begin, columns.to(torch.int32), ones, size)

    def times(self, weights):
        return self.forward @ weights

    def back(self, residuals):
        return self.backward @ residuals


class Trainer:
    def __init__(self, device, seed):
        self.device = device
        self.generator = torch.Generator().manual_seed(seed)
        self.families = Families(device)
        self.beams = Beams(device)
        self.weights = {name: w.to(device) for name, w in by_hand(self.families).items()}
        self.data = []  # (shape, labels, home, length, round)
        self.begun = time.time()

    def say(self, *words):
        print(f"{time.time() - self.begun:6.1f} s", *words, flush=True)

    def solve(self, rows, columns, labels, home, width, **more):
        tables = self.beams.tables(self.families, self.weights, rows, columns)
        levels = 2 * expected(rows, columns) + 40
        patience = 60 + 6 * (rows + columns)
        return self.beams.run(tables, rows, columns, labels, home, width, levels, patience, **more)

    def collect(self, number, rows, columns, boards, wide, label_wide, samples=8):
        """Solves new boards, takes positions from the beams, walks on a little, and solves those."""
        before = time.time()
        labels, home = scrambled(rows, columns, boards, self.generator, self.device)
        stride = max(1, expected(rows, columns) // samples)
        length, sample, source = self.solve(
            rows, columns, labels, home, wide, samples=samples, stride=stride
        )
        middle = time.time()
        home = home[source]
        walk = torch.randint(0, 8, (len(sample),), generator=self.generator)
        walk = torch.where(torch.rand(len(sample), generator=self.generator) < 0.5, 0, walk).to(self.device)
        label, _, _ = self.solve(rows, columns, sample, home, label_wide, walk=walk)
        # Where narrow beams lose their way is what the weights must learn most about: wider ones find out.
        lost = (label < 0).nonzero()[:, 0]
        if len(lost):
            again, _, _ = self.solve(rows, columns, sample[lost], home[lost], WIDER * label_wide)
            label[lost] = again
        good = label >= 0
        if good.float().mean() < 0.7:
            # What can still be solved is not what boards are like.
            good &= False
        self.data.append(((rows, columns), sample[good], home[good], label[good], number))
        solved = length[length > 0].float()
        self.say(
            f"round {number} {rows}x{columns}: width {wide} {solved.mean().item():.1f}"
            f" ({(length < 0).sum().item()} of {boards} stalled, {middle - before:.1f} s);"
            f" {good.sum().item()} labels of width {label_wide}"
            f" ({len(lost)} stalled, {(label < 0).sum().item()} twice, {time.time() - middle:.1f} s)"
        )

    def measure(self, rows, columns, boards, width):
        """Mean length and the share of stalled beams on boards that are always the same."""
        generator = torch.Generator().manual_seed(99)
        labels, home = scrambled(rows, columns, boards, generator, self.device, corner=1.0)
        length, _, _ = self.solve(rows, columns, labels, home, width)
        stalled = (length < 0).sum().item()
        mean = length[length > 0].float().mean().item()
        return f"{rows}x{columns}/{width} {mean:.2f}" + (f" ({stalled} of {boards} stalled)" if stalled else "")

    def fit(self, keep, rounds=4, steps=50):
        """Ridge regression of the lengths on the terms, outliers weighing less (Huber), by conjugate gradients.

        A weight is believed only as far as positions bear it out: a beam looks for positions that seem better than
        they are, and would find every weight that was set by chance.
        """
        families, device = self.families, self.device
        offset, total = {}, 0
        for name in NAMES:
            offset[name] = total
            total += families.count[name]
        newest = max(part[4] for part in self.data)
        used = [p for p in self.data if p[4] > newest - keep and len(p[1])]
        sizes = sorted({part[0] for part in used})
        seen, held, positions = [], [], 0
        for (rows, columns), labels, home, length, _ in used:
            shape = self.beams.shape(rows, columns)
            positions += len(labels)
            # The last weights are one for each size.
            size = total + sizes.index((rows, columns))
            step = 65536 * 36 // (rows * columns)
            last = torch.arange(len(labels), device=device) >= len(labels) * 19 // 20
            for group, where in ((seen, ~last), (held, last)):
                for chunk in where.nonzero()[:, 0].split(step):
                    if not len(chunk):
                        continue
                    indices, base = shape.indices(families, labels[chunk], home[chunk])
                    columns_of = []
                    for name in NAMES:
                        index = indices[name].long()
                        columns_of.append(torch.where(index < families.count[name], index + offset[name], -1))
                    columns_of.append(torch.full((len(chunk), 1), size, device=device))
                    matrix = Matrix(torch.cat(columns_of, 1), total + len(sizes))
                    noise = NOISE * rows * columns * (length[chunk] / expected(rows, columns) + 0.02).sqrt()
                    group.append((matrix, length[chunk].float() - base.float(), noise, (rows, columns)))
        prior = torch.full((total + len(sizes),), 100.0, device=device)
        for name in NAMES:
            prior[offset[name] : offset[name] + families.count[name]] = PRIORS[name]
        ridge = prior**-2
        # What is not seen stays as it was chosen by hand; everything is fitted as a difference from that.
        weights = torch.zeros(total + len(sizes), device=device)
        chosen = torch.zeros_like(weights)
        for name, values in by_hand(families).items():
            chosen[offset[name] : offset[name] + families.count[name]] = values[:-1].to(device)
        seen = [(m, target - m.times(chosen), noise, of) for m, target, noise, of in seen]
        held = [(m, target - m.times(chosen), noise, of) for m, target, noise, of in held]
        for _ in range(rounds):
            # Labels are lengths of solutions found: too long now and then, never too short.
            trust, right, diagonal = [], torch.zeros_like(weights), ridge.clone()
            for matrix, target, noise, _ in seen:
                left = (matrix.times(weights) - target) / noise
                t = torch.where(left < 0, LONG / left.abs().clamp(min=LONG), SHORT / left.clamp(min=SHORT)) / noise**2
                trust.append(t)
                right += matrix.back(t * target)
                diagonal += matrix.back(t)

            def product(x):
                out = ridge * x
                for (matrix, *_), t in zip(seen, trust):
                    out += matrix.back(t * matrix.times(x))
                return out

            remainder = right - product(weights)
            z = remainder / diagonal
            way, strength = z.clone(), (remainder * z).sum()
            for _ in range(steps):
                moved = product(way)
                far = strength / (way * moved).sum()
                weights += far * way
                remainder -= far * moved
                z = remainder / diagonal
                strength, before = (remainder * z).sum(), strength
                way = z + strength / before * way
        text = []
        for size in sizes:
            left = [m.times(weights) - target for m, target, _, of in (held or seen) if of == size]
            left = torch.cat(left)
            text.append(f"{size[0]}x{size[1]} {(left - left.median()).clamp(-40, 40).std().item():.3f}")
        self.say(f"fit: {positions} positions, spread {' '.join(text)}")
        weights += chosen
        part = slice(offset["single"], offset["single"] + families.count["single"])
        known = ((diagonal - ridge)[part] * (NOISE * 36) ** 2 > 30).cpu()
        # Every tile counts twice.
        weights[part] = continued(families, 2 * weights[part].cpu(), known).to(device) / 2
        weights[offset["across"] :].clamp_(-BYTE / SLIDE, BYTE / SLIDE)
        nothing = torch.zeros(1, device=device)
        return {
            name: torch.cat([weights[offset[name] : offset[name] + families.count[name]], nothing]) for name in NAMES
        }

    def save(self, path):
        """Two bytes for a weight of one tile or of the blank, one for a weight of a patch."""
        kinds = {"single": torch.int16, "way": torch.int16, "across": torch.int8, "block": torch.int8}
        numbers = {name: (self.weights[name][:-1] * SLIDE).round() for name in NAMES}
        path.write_bytes(b"".join(numbers[name].to(kinds[name]).cpu().numpy().tobytes() for name in NAMES))


# Each round: the side of the boards, how many, the width of the beams that positions are taken from, and the width of
# those that say how far they are. A size joins when the weights of the smaller ones carry a beam through it.
ROUNDS = [
    [(4, 2000, 256, 64), (5, 2000, 256, 64)],
    [(5, 4000, 64, 128), (6, 4000, 64, 128)],
    [(5, 4000, 64, 128), (6, 4000, 64, 128), (7, 2000, 64, 128)],
    [(5, 8000, 64, 128), (6, 4000, 64, 128), (7, 4000, 64, 128)],
    [(5, 8000, 64, 128), (6, 4000, 64, 128), (7, 4000, 64, 128), (8, 2000, 64, 128)],
    [(5, 8000, 128, 256), (6, 8000, 128, 256), (7, 6000, 128, 256), (8, 3000, 128, 256)],
    [(5, 8000, 128, 256), (6, 8000, 128, 256), (7, 6000, 128, 256), (8, 3000, 128, 256), (9, 800, 128, 256)],
    [(5, 8000, 128, 256), (6, 8000, 128, 256), (7, 6000, 128, 256), (8, 3000, 128, 256), (9, 800, 128, 256)],
    [(5, 16000, 128, 512), (6, 12000, 128, 512), (7, 6000, 128, 512), (8, 3500, 128, 512)],
    [(5, 16000, 128, 512), (6, 12000, 128, 512), (7, 6000, 128, 512), (8, 3500, 128, 512)],
    [(5, 16000, 128, 1024), (6, 12000, 128, 1024), (7, 6000, 128, 512), (8, 3500, 128, 512)],
]


def train(trainer, out, share=1.0, rounds=ROUNDS):
    for number, sizes in enumerate(rounds):
        for side, boards, wide, label_wide in sizes:
            trainer.collect(number, side, side, max(4, int(boards * share)), wide, label_wide)
        trainer.weights = trainer.fit(keep=2 if number < 3 else 3)
        trainer.say("  so", *(trainer.measure(side, side, max(4, int(264 * share)), 256) for side, *_ in sizes))
        trainer.save(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("weights.bin"))
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--share", type=float, default=1.0, help="how many of the boards of each round")
    options = parser.parse_args()
    trainer = Trainer(torch.device("cuda" if torch.cuda.is_available() else "cpu"), options.seed)
    train(trainer, options.out, options.share)


if __name__ == "__main__":
    main()
