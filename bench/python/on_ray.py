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
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        taquin.label(folder, threads=args.workers, **options)
        embedded = time.perf_counter() - start
    # One processor more than there are workers: Ray Data needs one for itself.
    ray.init(num_cpus=args.workers + 1, include_dashboard=False, logging_level="ERROR")
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        taquin.ray.label(folder, workers=args.workers, **options)
        spread = time.perf_counter() - start
    print(f"one process, {args.workers} threads: {embedded:.1f} s; Ray, {args.workers} workers: {spread:.1f} s")
    print(f"Ray reaches {100 * embedded / spread:.0f} % of the rate (80 wanted)")


if __name__ == "__main__":
    main()
