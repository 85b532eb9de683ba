"""Runs the beams of beam.cu: on the accelerator if there is one, else the emulation on one thread."""

import ctypes
import pathlib
import subprocess
import tempfile

import torch

from features import FAR, NAMES, SLIDE, Shape

# As in beam.cu.
LOST = 4
HERE = pathlib.Path(__file__).parent
INTS = "rows columns boards width room levels patience samples stride".split()
POINTERS = (
    "single blank_way block across down code zobrist start home walk "
    "length sample sampled next states member hash value child kept seen"
).split()


class Job(ctypes.Structure):
    _fields_ = (
        [(name, ctypes.c_int) for name in INTS]
        + [("seed", ctypes.c_uint64)]
        + [(name, ctypes.c_void_p) for name in POINTERS]
        + [("slots", ctypes.c_int)]
    )


class Beams:
    def __init__(self, device):
        self.device = device
        library = pathlib.Path(tempfile.mkdtemp()) / "beam.so"
        if device.type == "cuda":
            command = ["nvcc", "-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC"]
        else:
            command = ["g++", "-x", "c++", "-DEMULATE", "-O2", "-shared", "-fPIC"]
        subprocess.run([*command, str(HERE / "beam.cu"), "-o", str(library)], check=True)
        self.library = ctypes.CDLL(str(library))
        assert self.library.job_bytes() == ctypes.sizeof(Job)
        self.shapes = {}
        self.seed = 1

    def shape(self, rows, columns):
        if (rows, columns) not in self.shapes:
            self.shapes[rows, columns] = Shape(rows, columns, self.device)
        return self.shapes[rows, columns]

    def tables(self, families, weights, rows, columns):
        """The weights written out for one shape, as the kernel reads them."""
        shape = self.shape(rows, columns)
        raw = {}
        for name in NAMES:
            whole = (weights[name] * SLIDE).round().to(torch.int32).to(self.device)
            raw[name] = whole[families.orbit[name].long()]
        small = {name: raw[name].to(torch.int16) for name in ("block", "across")}
        way = raw["way"].view(FAR, FAR)
        r = torch.arange(rows, device=self.device).clamp(max=FAR - 1)
        c = torch.arange(columns, device=self.device).clamp(max=FAR - 1)
        generator = torch.Generator().manual_seed(7)
        cells = shape.cells
        zobrist = torch.randint(-(2**63), 2**63 - 1, (cells, cells), generator=generator)
        return {
            "single": raw["single"][shape.single] + raw["single"][shape.single.T] + SLIDE * shape.manhattan.to(torch.int32),
            "blank_way": way[r][:, c],
            "down": small["across"][families.transposed],
            "code": shape.code.to(torch.uint8),
            "zobrist": zobrist.to(self.device),
            **small,
        }

    def run(self, tables, rows, columns, start, home, width, levels, patience, walk=None, samples=0, stride=1):
        """Lengths (-1 where a beam lost its way), and sampled positions with the boards they came from.

        `start` is changed: where a walk was asked for, it is where the walk ended.
        """
        device, cells, boards = self.device, rows * columns, len(start)
        threads = 256 if width >= 256 else 128
        blocks = 132 * 2048 // threads if device.type == "cuda" else 1
        blocks = min(blocks, boards)
        room = width + width // 4
        slots = 1 << (16 * width - 1).bit_length()
        self.seed += 1

        def room_for(*size, kind=torch.int32):
            return torch.empty(size, dtype=kind, device=device)

        arrays = {
            **{name: table.contiguous() for name, table in tables.items()},
            "start": start,
            "home": home.to(torch.int32),
            "walk": torch.zeros(boards, dtype=torch.int32, device=device) if walk is None else walk.to(torch.int32),
            "length": room_for(boards),
            "sample": room_for(boards, samples + LOST, cells, kind=torch.int16),
            "sampled": torch.zeros(boards, dtype=torch.int32, device=device),
            "next": torch.zeros(1, dtype=torch.int32, device=device),
            "states": room_for(blocks, 2, room, cells),
            "member": room_for(blocks, 2, room, 3),
            "hash": room_for(blocks, 2, room, kind=torch.int64),
            "value": room_for(blocks, 4 * room),
            "child": room_for(blocks, 4 * room, kind=torch.int64),
            "kept": room_for(blocks, room),
            "seen": room_for(blocks, slots, kind=torch.int64),
        }
        job = Job(rows, columns, boards, width, room, levels, patience, samples, stride, self.seed)
        job.slots = slots
        for name in POINTERS:
            assert arrays[name].is_contiguous() and arrays[name].device.type == device.type, name
            setattr(job, name, arrays[name].data_ptr())
        if device.type == "cuda":
            torch.cuda.synchronize()
        code = self.library.run(ctypes.byref(job), blocks, threads)
        assert code == 0, f"the kernel failed: {code}"
        if not samples:
            return arrays["length"], None, None
        valid = torch.arange(samples + LOST, device=device)[None, :] < arrays["sampled"][:, None]
        source = torch.arange(boards, device=device)[:, None].expand(boards, samples + LOST)[valid]
        return arrays["length"], arrays["sample"][valid], source
