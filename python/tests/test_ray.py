"""The same work on a real Ray cluster of several nodes on one machine: the same bytes and counts, whoever is killed."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip("ray")

import ray  # noqa: E402
from ray._private import services  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import taquin  # noqa: E402
import taquin.ray  # noqa: E402

from test_data import digest  # noqa: E402

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]


def patient(ask, seconds=120):
    """Asks again until there is an answer. How long a node may take to come up is written down in Ray's code, half a minute;
    it looks at its clock only after this question has failed."""

    def asking(*what):
        until = time.monotonic() + seconds
        while True:
            try:
                return ask(*what)
            except RuntimeError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    return asking


def add_node(cluster, attempts=3, **options):
    """A node of the cluster. One whose processes have given up on a busy machine does not come up later: another is started."""
    while True:
        attempts -= 1
        try:
            return cluster.add_node(wait=False, num_cpus=2, **options)
        except Exception:
            if attempts == 0:
                raise


@pytest.fixture(scope="module")
def cluster():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(services, "get_node", patient(services.get_node))
        cluster = Cluster()
        add_node(cluster, include_dashboard=False)
        cluster.workers = [add_node(cluster) for _ in range(2)]
        ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)
        yield cluster
        ray.shutdown()
        cluster.shutdown()


def kill_node(cluster, node):
    """A machine that is gone at once; another takes its place, as in a cluster that heals."""
    cluster.workers.remove(node)
    cluster.remove_node(node, allow_graceful=False)
    cluster.workers.append(add_node(cluster))


def kill_a_worker(name):
    """A process that holds such an actor, as an administrator or the kernel would."""
    from ray.util.state import list_actors

    alive = [actor for actor in list_actors(limit=1000) if actor.state == "ALIVE" and name in actor.class_name]
    if alive:
        os.kill(alive[0].pid, signal.SIGKILL)
    return bool(alive)


def test_a_node_is_waited_for_and_asked_for_again():
    """However slow the machine is: a question is repeated, and so is the start of a node that failed."""
    answers = [RuntimeError("not yet"), RuntimeError("not yet"), "there"]

    def ask(who):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return who, answer

    assert patient(ask)("a node") == ("a node", "there")
    answers[:] = [RuntimeError("never")]
    with pytest.raises(RuntimeError, match="never"):
        patient(ask, seconds=-1)("a node")

    class Starved:
        started = 0

        def add_node(self, **options):
            self.started += 1
            if self.started < 3:
                raise Exception("The current node timed out during startup.")
            return options

    assert add_node(Starved(), resources={}) == {"wait": False, "num_cpus": 2, "resources": {}}
    with pytest.raises(Exception, match="timed out"):
        add_node(Starved(), attempts=2)


def test_a_census_is_the_same_with_a_worker_and_then_a_node_killed_in_the_middle(cluster, tmp_path):
    expected = taquin.census("3x3").counts
    seen = []

    def accident(depth):
        seen.append(depth["depth"])
        places = ray.get([actor.place.remote() for actor in depth["actors"]])
        if depth["depth"] == 9 and seen.count(9) == 1:
            os.kill(places[-1][0], signal.SIGKILL)
        if depth["depth"] == 17 and seen.count(17) == 1:
            held = {node for _, node in places}
            kill_node(cluster, next(node for node in cluster.workers if node.node_id in held))

    found = taquin.ray.census("3x3", folder=tmp_path, parts=3, save_every=4, on_depth=accident)
    assert (found.counts == expected).all()
    assert seen.count(9) > 1 and seen.count(17) > 1, "depths after what was saved were made again"
    # What was finished is not done again, and the same parts in one process count the same.
    again = []
    taquin.ray.census("3x3", folder=tmp_path, parts=3, on_depth=again.append)
    assert again == []
    assert (taquin.census("3x3", parts=3).counts == expected).all()


def spread_out(cluster, tmp_path, accidents):
    options = dict(size="4x4", count=45, seed=2, shard_boards=3, bounds=False)
    embedded, spread = tmp_path / "embedded", tmp_path / "spread"
    spread.mkdir()
    taquin.label(embedded, **options)

    def after(count, accident):
        while len(list(spread.glob("*.parquet"))) < count:
            time.sleep(0.02)
        accident()

    def run():
        for count, accident in accidents:
            after(count, accident)

    killer = threading.Thread(target=run, daemon=True)
    killer.start()
    told = taquin.ray.label(spread, **options, workers=3)
    killer.join(60)
    assert told["missing"] == 0 and told["files"] + told["skipped"] == 15
    assert digest(spread) == digest(embedded)


def test_labels_are_the_same_bytes_as_in_one_process(cluster, tmp_path):
    spread_out(cluster, tmp_path, [])


def test_a_pool_has_an_actor_for_each_machine_and_leaves_ray_data_a_processor():
    # Actors, threads of each, processors each asks for.
    for nodes, workers, threads, pool in [
        ([1], None, None, (1, 1, 0)),
        ([16], None, None, (1, 16, 15)),
        ([16, 16, 16], None, None, (3, 16, 15)),
        ([64, 8], None, None, (9, 8, 7)),
        ([16, 16], None, 1, (31, 1, 1)),
        ([16, 16], None, 4, (7, 4, 4)),
        ([2, 2, 2], 5, None, (5, 1, 1)),
        ([3, 3, 3], None, 2, (3, 2, 2)),
    ]:
        assert taquin.ray._pool(nodes, workers, threads) == pool
        assert pool[0] * pool[2] < sum(nodes)
    for nodes, workers, threads, told in [
        ([2, 2], 4, None, "4 workers of 1 threads leave none of the cluster's 4 processors free.* 3 fit"),
        ([1], None, 1, "1 workers of 1 threads leave none of the cluster's 1 processors free.* 0 fit"),
        ([3, 3, 3], 4, 2, "4 workers of 2 threads .* 3 fit"),
        ([4], -1, None, "workers -1 is not at least 1"),
        ([4], None, 0, "threads 0 is not at least 1"),
    ]:
        with pytest.raises(ValueError, match=told):
            taquin.ray._pool(nodes, workers, threads)


def test_every_machine_labels_with_the_tables_of_the_driver_and_tells_of_progress(cluster, tmp_path, monkeypatch):
    class Telling(taquin.ray._Labeller):
        """Writes down where it is, how many threads it has, and which tables."""

        def __init__(self, *work):
            super().__init__(*work)
            place = f"{ray.get_runtime_context().get_node_id()} {self.means[0]} {taquin._tables.named}"
            with open(os.path.join(self.work[2], f".{os.getpid()}.told"), "w") as file:
                file.write(place)

    monkeypatch.setattr(taquin.ray, "_Labeller", Telling)
    heard = []
    options = dict(size="3x3", count=60, seed=2, shard_boards=5)
    folder, tables = tmp_path / "spread", tmp_path / "tables"
    folder.mkdir()
    taquin.use_tables(tables)
    try:
        taquin.ray.label(folder, **options, progress=lambda *news: heard.append(news))
    finally:
        taquin.use_tables()
    assert heard == [("labelling shards", done, 12, 0) for done in range(1, 13)]
    told = [file.read_text().split(" ") for file in folder.glob(".*.told")]
    assert len({node for node, _, _ in told}) >= 2
    assert {(threads, named) for _, threads, named in told} == {("2", str(tables))}
    taquin.label(tmp_path / "embedded", **options)
    assert digest(folder) == digest(tmp_path / "embedded")


def test_a_census_asks_for_as_many_parts_as_there_are_processors_for(cluster, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(taquin.ray, "_census", lambda work, *rest: asked.append(work[3]))
    for options in [dict(), dict(threads=2), dict(threads=4), dict(threads=2, cpus=0.5), dict(parts=7)]:
        taquin.ray.census("3x3", folder=tmp_path, **options)
    # Six processors, one of them left free.
    assert asked == [5, 2, 1, 10, 7]


SMALL = """
import sys, taquin, taquin.ray, ray
ray.init("local", num_cpus=1, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
print(taquin.ray.label(sys.argv[1], "3x3", 30, shard_boards=10))
try:
    taquin.ray.label(sys.argv[1], "3x3", 30, shard_boards=10, workers=1)
except ValueError as refused:
    print(refused)
"""


@pytest.mark.full
def test_a_cluster_of_one_processor_labels_too(tmp_path):
    run = subprocess.run([sys.executable, "-c", SMALL, tmp_path], capture_output=True, text=True, timeout=600, check=True)
    first, second = run.stdout.splitlines()[-2:]
    assert first == "{'files': 3, 'skipped': 0, 'boards': 30, 'unknown': 0, 'missing': 0}"
    assert second.startswith("1 workers of 1 threads leave none of the cluster's 1 processors free")


@pytest.mark.full
def test_labels_are_the_same_bytes_with_a_worker_and_then_a_node_killed(cluster, tmp_path):
    accidents = [(2, lambda: kill_a_worker("MapWorker")), (6, lambda: kill_node(cluster, cluster.workers[0]))]
    spread_out(cluster, tmp_path, accidents)


@pytest.mark.full
def test_as_many_actors_as_a_large_plan_has(cluster, tmp_path):
    """The command of the plan for boards that fit no machine, with as many parts as it has."""
    found = taquin.ray.census("3x4", folder=tmp_path, parts=64, cpus=0.05, save_every=20)
    assert (found.counts == taquin.census("3x4").counts).all()
