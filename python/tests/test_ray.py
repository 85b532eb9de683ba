"""The same work on a real Ray cluster of several nodes on one machine: the same bytes and counts, whoever is killed."""

import os
import signal
import threading
import time

import pytest

pytest.importorskip("ray")

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import taquin  # noqa: E402
import taquin.ray  # noqa: E402

from test_data import digest  # noqa: E402

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=2) for _ in range(2)]
    ray.init(address=cluster.address, logging_level="ERROR", log_to_driver=False)
    cluster.workers = nodes
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def kill_node(cluster, node):
    """A machine that is gone at once; another takes its place, as in a cluster that heals."""
    cluster.workers.remove(node)
    cluster.remove_node(node, allow_graceful=False)
    cluster.workers.append(cluster.add_node(num_cpus=2))


def kill_a_worker(name):
    """A process that holds such an actor, as an administrator or the kernel would."""
    from ray.util.state import list_actors

    alive = [actor for actor in list_actors(limit=1000) if actor.state == "ALIVE" and name in actor.class_name]
    if alive:
        os.kill(alive[0].pid, signal.SIGKILL)
    return bool(alive)


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


@pytest.mark.full
def test_labels_are_the_same_bytes_with_a_worker_and_then_a_node_killed(cluster, tmp_path):
    accidents = [(2, lambda: kill_a_worker("MapWorker")), (6, lambda: kill_node(cluster, cluster.workers[0]))]
    spread_out(cluster, tmp_path, accidents)


@pytest.mark.full
def test_as_many_actors_as_a_large_plan_has(cluster, tmp_path):
    """The command of the plan for boards that fit no machine, with as many parts as it has."""
    found = taquin.ray.census("3x4", folder=tmp_path, parts=64, cpus=0.05, save_every=20)
    assert (found.counts == taquin.census("3x4").counts).all()
