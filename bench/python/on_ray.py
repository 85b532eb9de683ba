"""The same labels in one process and by Ray's workers, on the same number of cores. Run it alone on the machine.

    python bench/python/on_ray.py [--boards 60000] [--workers 2]
"""

from __future__ import annotations

import argparse
import tempfile
import time

import ray

import taquin
import taquin.ray


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=60_000)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    options = dict(size="4x4", count=args.boards, seed=3, moves=False, bounds=False, shard_boards=max(1, args.boards // 60))

    def seconds(label, **more):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            label(folder, **more, **options)
            return time.perf_counter() - start

    def on_ray(cpus, **more):
        ray.init("local", num_cpus=cpus, include_dashboard=False, logging_level="ERROR")
        try:
            return seconds(taquin.ray.label, **more)
        finally:
            ray.shutdown()

    cores = args.workers
    embedded = seconds(taquin.label, threads=cores)
    # One actor with all threads, as it is without a word; and so many of one thread, for which Ray must think that there is one
    # processor more, because Ray Data needs one for itself.
    alone, several = on_ray(cores), on_ray(cores + 1, workers=cores)
    print(f"one process, {cores} threads: {embedded:.1f} s")
    for name, spread in [("one actor", alone), (f"{cores} workers", several)]:
        print(f"Ray, {name}: {spread:.1f} s, {100 * embedded / spread:.0f} % of the rate (80 wanted)")


if __name__ == "__main__":
    main()
