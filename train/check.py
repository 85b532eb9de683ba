"""The kernel's change of a slide is the difference of two values counted from nothing; and small boards are solved."""

import ctypes

import torch

from beam import POINTERS, Beams, Job
from features import NAMES, SLIDE, Families, by_hand
from train import scrambled


def compare(beams, families, generator):
    device = beams.device
    weights = {
        name: torch.randint(-100, 100, (families.count[name] + 1,), generator=generator).float() / SLIDE
        for name in NAMES
    }
    for name in NAMES:
        weights[name][-1] = 0
    for rows, columns in ((3, 3), (4, 6), (6, 6), (9, 12)):
        shape = beams.shape(rows, columns)
        tables = {name: table.contiguous() for name, table in beams.tables(families, weights, rows, columns).items()}
        job = Job(rows, columns)
        for name in POINTERS:
            setattr(job, name, tables[name].data_ptr() if name in tables else None)
        labels, homes = scrambled(rows, columns, 40, generator, device)

        def value(labels, homes):
            indices, base = shape.indices(families, labels, homes)
            return base * SLIDE + sum((weights[name] * SLIDE).round()[indices[name].long()].sum(1) for name in NAMES)

        before = value(labels, homes)
        for board in range(40):
            label = labels[board].clone().contiguous()
            home = int(homes[board])
            blank = int((label == home).nonzero())
            place = torch.empty_like(label)
            place[label.long()] = torch.arange(shape.cells, dtype=torch.int16)
            from_ = blank + 1 if (blank + 1) % columns else blank - 1
            if board % 2:
                from_ = blank + columns if blank + columns < shape.cells else blank - columns
            change = beams.library.change(
                ctypes.byref(job), ctypes.c_void_p(label.data_ptr()), ctypes.c_void_p(place.data_ptr()), home, blank, from_
            )
            after = label.clone()
            after[blank], after[from_] = label[from_], home
            difference = int(value(after[None], homes[board : board + 1]) - before[board])
            assert change == difference, (rows, columns, board, change, difference)


def main():
    device = torch.device("cpu")
    beams = Beams(device)
    generator = torch.Generator().manual_seed(3)
    families = Families(device)
    compare(beams, families, generator)
    weights = by_hand(families)
    labels, homes = scrambled(3, 3, 20, generator, device)
    tables = beams.tables(families, weights, 3, 3)
    length, sample, source = beams.run(tables, 3, 3, labels, homes, 300, 60, 60, samples=3, stride=8)
    print(length.tolist(), sample.shape)
    labels, homes = scrambled(4, 4, 20, generator, device)
    tables = beams.tables(families, weights, 4, 4)
    length, sample, source = beams.run(tables, 4, 4, labels, homes, 300, 100, 60, samples=3, stride=8)
    print(length.tolist(), sample.shape)


if __name__ == "__main__":
    main()
