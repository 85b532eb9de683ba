"""It behaves like Python: the lock is released, Ctrl-C ends a call, errors are exceptions, forks and threads are safe."""

import doctest
import importlib
import os
import pkgutil
import signal
import subprocess
import sys
import threading
import time
import types

import numpy as np
import pytest

import taquin
from taquin import _taquin

LONG = "taquin.solve('0 12 9 13/15 11 10 14/3 7 6 2/4 8 5 1', heuristic='manhattan')"


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(taquin.__path__)])
def test_the_examples_in_the_documentation_run(name):
    if name in ("_taquin",):
        return
    try:
        module = importlib.import_module(f"taquin.{name}")
    except ModuleNotFoundError as error:
        pytest.skip(str(error))
    assert doctest.testmod(module).failed == 0


def test_the_examples_of_the_front_page_run():
    assert doctest.testmod(taquin).failed == 0


@pytest.mark.parametrize("apart", [False, True])
def test_a_panic_is_an_exception(apart, capfd):
    with pytest.raises(RuntimeError, match="an error of taquin's own, please report it: on purpose"):
        _taquin.panic_on_purpose(apart)
    capfd.readouterr()


CALLS = [
    LONG,
    "taquin.distance(taquin.scramble('4x4', 200_000))",
    "taquin.census('2x7', memory=1 << 34)",
    "taquin.solve_many(taquin.scramble('4x4', 100_000))",
    "taquin.solvable(boards)",
    "taquin.census('3x5', parts=2)",
    "taquin.label(folder, boards=boards)",
    "taquin.label(folder, '4x4', 1 << 24, shard_boards=1 << 24)",
]


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_a_call_with_keyboard_interrupt(call):
    program = f"""
import signal, taquin, tempfile, numpy as np
folder = tempfile.mkdtemp()
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are started deaf to it
boards = np.tile(taquin.scramble('4x4', 1000), (20_000 if 'boards)' in {call!r} else 1, 1))
print('ready', flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    print('interrupted', flush=True)
"""
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert run.stdout.readline() == "ready\n"
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        assert run.stdout.readline() == "interrupted\n"
        assert run.wait(10) == 0
    finally:
        run.kill()


def test_threads_may_ask_at_once():
    boards = taquin.scramble("4x4", 20, seed=4)
    expected = taquin.distance(boards)
    wrong = []

    def ask():
        for _ in range(3):
            if not (taquin.distance(boards, threads=2) == expected).all():
                wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong


def test_python_goes_on_while_the_engine_works():
    """The lock is released: a counting thread gets far while a long call runs."""
    counted = [0]
    over = threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    taquin.distance(taquin.scramble("4x4", 300, seed=4), threads=1)
    over.set()
    thread.join()
    assert counted[0] > 10_000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_of_a_fork_can_ask_even_if_its_parent_was_asking():
    boards = taquin.scramble("4x4", 5, seed=4)
    expected = taquin.distance(boards)
    asking = threading.Thread(target=lambda: taquin.distance(taquin.scramble("4x4", 400, seed=5)))
    asking.start()
    time.sleep(0.05)
    for _ in range(3):
        child = os.fork()
        if child == 0:
            right = False
            try:
                right = bool((taquin.distance(boards) == expected).all())
            finally:
                os._exit(0 if right else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    asking.join()


def test_many_calls_grow_no_memory():
    import resource

    boards = taquin.scramble("3x3", 8, seed=1)
    moves = np.zeros(8, np.uint8)

    def calls(count):
        for _ in range(count):
            taquin.solvable(boards)
            taquin.step(boards, moves, illegal="stay")
            taquin.legal(boards)
            taquin.rank(boards)

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    calls(2_000)
    before = resident()
    calls(25_000)
    assert resident() - before < 10 << 20


def test_progress_is_told():
    heard = []
    taquin.distance(taquin.scramble("4x4", 600, seed=1), progress=lambda *news: heard.append(news))
    assert heard and heard[-1][2] in (0, 600) and all(len(news) == 4 for news in heard)

    def refuse(*news):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        taquin.distance(taquin.scramble("4x4", 100_000, seed=1), progress=refuse)
    with pytest.raises(TypeError, match="progress is True"):
        taquin.distance("1 2/3 0", progress="loud")


def test_a_bar_is_shown_and_closed_however_the_work_ends(monkeypatch):
    bars, enough = [], threading.Event()

    class Bar:
        def __init__(self, total, desc, leave):
            self.shown, self.open, self.n = [], True, 0
            bars.append(self)

        def set_description(self, phase, refresh):
            assert self.open and not refresh

        def refresh(self):
            if enough.is_set():
                raise KeyboardInterrupt
            self.shown.append((self.n, self.total))

        def close(self):
            self.open = False

    tqdm = types.ModuleType("tqdm.auto")
    tqdm.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", tqdm)
    taquin.distance(taquin.scramble("4x4", 600, seed=1), progress=True)
    assert len(bars) == 1 and bars[0].shown and not bars[0].open
    taquin.bounds(taquin.scramble("4x4", 10, seed=1), names="manhattan", progress=True)
    enough.set()
    with pytest.raises(KeyboardInterrupt):
        taquin.distance(taquin.scramble("4x4", 100_000, seed=1), progress=True)
    assert not any(bar.open for bar in bars)
    # Without tqdm there is no bar, and the work is done all the same.
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert taquin.distance("1 2 3/4 5 6/7 0 8", progress=True) == 1


def test_nothing_but_numpy_is_imported():
    program = "import sys, numpy; before = set(sys.modules); import taquin; print(*sorted(set(sys.modules) - before))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    for name in told:
        assert name.split(".")[0] not in {"pyarrow", "gymnasium", "ray", "matplotlib", "tqdm", "polars", "pandas"}, name
