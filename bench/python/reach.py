"""What the Python package reaches, beside what one would write without it. Run it alone on the machine.

    cargo xtask wheel && pip install target/dist/taquin-*.whl gymnasium pyarrow
    python bench/python/reach.py [--taquin target/release/taquin] [--tables DIR] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

import taquin


def clock(work, least=0.5):
    """Seconds of the fastest of some runs: what the machine can do when nobody disturbs it."""
    times, begun = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - begun < least:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def say(what, value, unit, wanted=""):
    print(f"{what:58} {value:>12,.2f} {unit:22} {wanted}", flush=True)


def loops(_):
    boards = taquin.scramble("4x4", 1_000_000, seed=1)
    moves = np.random.default_rng(1).integers(0, 4, len(boards)).astype(np.uint8)
    for name, work in [
        ("solvable", lambda: taquin.solvable(boards)),
        ("legal", lambda: taquin.legal(boards)),
        ("step", lambda: taquin.step(boards, moves, illegal="stay")),
    ]:
        say(f"{name}, 4x4", len(boards) / clock(work) / 1e6, "M boards/s, 1 core", "50")


def lookups(_):
    for size in ["3x3", "3x4"]:
        boards = taquin.scramble(size, 2_000_000, seed=1)
        taquin.distances(size)
        work = clock(lambda: taquin.distance(boards, size=size, threads=1))
        say(f"distance, {size}, map", len(boards) / work / 1e6, "M boards/s, 1 core", "20")
        say(f"rank, {size}", len(boards) / clock(lambda: taquin.rank(boards, size=size)) / 1e6, "M boards/s, 1 core")


def distances(args):
    count = args.boards
    boards = taquin.scramble("4x4", count, seed=7)
    taquin.distance(boards[:100], threads=args.threads)
    if not args.taquin:
        start = time.perf_counter()
        taquin.distance(boards, threads=args.threads)
        return say(f"distance, 4x4, {count} boards, {args.threads} threads", count / (time.perf_counter() - start), "boards/s")
    text = "\n".join(str(taquin.Board(tiles)) for tiles in boards) + "\n"

    def program(given):
        command = [args.taquin, "solve", "--lines", "--count", "--device", "cpu", "--threads", str(args.threads)]
        start = time.perf_counter()
        answer = subprocess.run(command, input=given, text=True, stdout=subprocess.PIPE, check=True)
        return time.perf_counter() - start, [int(line) for line in answer.stdout.split()]

    # The program reads its tables each time: one board alone says how long that takes.
    begin = min(program(text[: text.index("\n") + 1])[0] for _ in range(3))
    shares = []
    # In turns, because a machine that is not alone changes its speed by a quarter within minutes.
    for _ in range(5):
        start = time.perf_counter()
        found = taquin.distance(boards, threads=args.threads)
        ours = time.perf_counter() - start
        theirs, lengths = program(text)
        assert lengths == found.tolist()
        shares.append(100 * (theirs - begin) / ours)
        say(f"distance, 4x4, {count} boards, {args.threads} threads", count / ours, "boards/s")
        say("taquin solve --lines, the same", count / (theirs - begin), "boards/s")
    say("of it, median of five", statistics.median(shares), "%", "95")


def label(args):
    count = args.boards // 5
    boards = taquin.scramble("4x4", count, seed=1)
    start = time.perf_counter()
    taquin.distance(boards, threads=args.threads)
    own = count / (time.perf_counter() - start)
    say(f"the solver's own rate, {args.threads} threads", own, "boards/s")
    for name, moves in [("label, distances", False), ("label, with every optimal move", True)]:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            taquin.label(folder, "4x4", count, seed=1, moves=moves, threads=args.threads, shard_boards=count // 4)
            rate = count / (time.perf_counter() - start)
            say(name, rate, "boards/s", "90 % of the rate above" if not moves else "")
            say("  a day on 4 cores", rate / args.threads * 4 * 86400 / 1e9, "billion boards", "1")


class Plain:
    """A vector environment as one would write it with numpy."""

    def __init__(self, count):
        self.boards = taquin.scramble("4x4", count, seed=1).astype(np.int64)
        self.blank = np.argmax(self.boards == 0, axis=1)
        self.goal = np.r_[1:16, 0]
        self.offset = np.array([4, -4, 1, -1])

    def step(self, actions):
        row, column = np.divmod(self.blank, 4)
        legal = np.choose(actions, [row < 3, row > 0, column < 3, column > 0])
        source = np.where(legal, self.blank + self.offset[actions], self.blank)
        index = np.arange(len(actions))
        self.boards[index, self.blank] = self.boards[index, source]
        self.boards[index, source] = 0
        self.blank = source
        done = (self.boards == self.goal).all(axis=1)
        return self.boards.copy(), done.astype(np.float64), done


def vector(_):
    from taquin.gym import SlidingVector

    count, steps = 4096, 200
    actions = np.random.default_rng(1).integers(0, 4, (steps, count))
    for name, env in [
        ("vector environment, 4,096 boards, as it is made", SlidingVector(count, "4x4")),
        ("vector environment, without action masks", SlidingVector(count, "4x4", action_masks=False)),
        ("plain numpy, the same", Plain(count)),
    ]:
        if hasattr(env, "reset"):
            env.reset(seed=1)
        bytes_ = actions.astype(np.uint8) if hasattr(env, "reset") else actions

        def work(env=env, bytes_=bytes_):
            for row in bytes_:
                env.step(row)

        say(name, count * steps / clock(work) / 1e6, "M steps/s, 1 core", "10" if "vector" in name else "")
    try:
        import jax
        import jumanji
    except ModuleNotFoundError:
        print("jumanji is not installed: not measured beside it")
        return
    env = jumanji.make("SlidingTilePuzzle-v0")
    state, _ = jax.vmap(env.reset)(jax.random.split(jax.random.PRNGKey(0), count))
    step = jax.jit(jax.vmap(env.step))
    jumanji_actions = jax.numpy.asarray(actions)
    state, _ = jax.block_until_ready(step(state, jumanji_actions[0]))

    def work():
        now = state
        for row in jumanji_actions[:50]:
            now, _ = step(now, row)
        jax.block_until_ready(now)

    say("jumanji's SlidingTilePuzzle-v0, 5x5, jitted", count * 50 / clock(work) / 1e6, "M steps/s")


def imports(_):
    def seconds(program):
        runs = []
        for _ in range(15):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            runs.append(time.perf_counter() - start)
        return statistics.median(runs)

    say("import taquin, more than numpy", 1000 * (seconds("import numpy, taquin") - seconds("import numpy")), "ms", "60")


def lock(_):
    """How much of its speed a counting thread keeps while a long call runs on another core."""

    def counted(seconds):
        count, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            count += 1
        return count

    alone = counted(2.0)
    boards = taquin.scramble("4x4", 1_000_000, seed=3)
    over = threading.Event()

    def ask():
        while not over.is_set():
            taquin.distance(boards[:2000], threads=1)

    thread = threading.Thread(target=ask)
    thread.start()
    beside = counted(2.0)
    over.set()
    thread.join()
    say("a counting thread keeps", 100 * beside / alone, "% of its speed", "80")


def interrupts(_):
    program = (
        "import taquin, time, sys\nboards = taquin.scramble('4x4', 200_000)\nprint('ready', flush=True)\n"
        "try:\n    taquin.distance(boards)\nexcept KeyboardInterrupt:\n    print(time.time(), flush=True)\n"
    )
    late = []
    for run in range(100):
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        child.stdout.readline()
        time.sleep(0.05 + run % 10 * 0.03)
        sent = time.time()
        os.kill(child.pid, signal.SIGINT)
        told = child.stdout.readline()
        late.append(float(told) - sent if told.strip() else float("inf"))
        child.kill()
        child.wait()
    say("Ctrl-C, slowest of 100", 1000 * max(late), "ms", "200")
    say("  within 200 ms", sum(one < 0.2 for one in late), "of 100", "100")


PARTS = {
    "loops": loops,
    "lookups": lookups,
    "vector": vector,
    "imports": imports,
    "lock": lock,
    "interrupts": interrupts,
    "distances": distances,
    "label": label,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--taquin", help="the program to compare with")
    parser.add_argument("--tables", help="where big tables are kept")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--only", nargs="*", choices=PARTS, default=list(PARTS))
    args = parser.parse_args()
    if args.tables:
        os.environ["TAQUIN_TABLES"] = args.tables
        taquin.use_tables()
    print(f"taquin {taquin.__version__}, {args.threads} threads; the last column is what it should reach")
    for name in args.only:
        PARTS[name](args)


if __name__ == "__main__":
    main()
