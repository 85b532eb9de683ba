"""Data sets in Parquet."""

import hashlib
import os

import numpy as np
import pytest

import taquin

pq = pytest.importorskip("pyarrow.parquet")


def digest(folder):
    """Every file of a data set, by what is in it."""
    return {
        name: hashlib.sha256(open(os.path.join(folder, name), "rb").read()).hexdigest()
        for name in sorted(os.listdir(folder))
        if not name.startswith(".")
    }


def test_what_is_written_is_what_is_asked(tmp_path):
    told = taquin.label(tmp_path, "3x3", 500, seed=3, goal="spiral", shard_boards=200)
    assert told == {"files": 3, "skipped": 0, "boards": 500, "unknown": 0, "missing": 0}
    data = taquin.load(tmp_path)
    assert (data["board"] == taquin.scramble("3x3", 500, seed=3, goal="spiral")).all()
    assert (data["distance"] == taquin.distance(data["board"], "spiral")).all()
    assert (data["optimal_moves"] == taquin.optimal_moves(data["board"], "spiral")).all()
    assert (data["walking"] == taquin.bounds(data["board"], "spiral")["walking"]).all()
    assert set(np.unique(data["split"])) <= {0, 1, 2}
    meta = pq.read_metadata(next(tmp_path.glob("*.parquet"))).metadata
    assert meta[b"taquin.goal"] == b"spiral" and b'"seed":3' in meta[b"taquin.dataset"]


def test_given_boards_limits_and_shares(tmp_path):
    boards = np.concatenate([taquin.instances("antipodes").boards, [[2, 1, *range(3, 16), 0]]])
    taquin.label(tmp_path / "given", boards=boards, nodes=30_000, bounds=False)
    data = taquin.load(tmp_path / "given")
    assert (data["distance"] == -1).all() and (data["lower_bound"][:-1] > 50).all() and data["lower_bound"][-1] == -1
    assert data["solvable"].tolist() == [True] * 17 + [False]
    one, shared = tmp_path / "one", tmp_path / "shared"
    taquin.label(one, "3x3", 100, distance=(5, 25), shard_boards=30)
    for index in range(4):
        taquin.label(shared, "3x3", 100, distance=(5, 25), shard_boards=30, shard=(index, 4))
    assert digest(one) == digest(shared) and len(digest(one)) == 6


def test_what_cannot_be_is_told(tmp_path):
    taquin.label(tmp_path, "3x3", 10)
    for call, kind, told in [
        (lambda: taquin.label(tmp_path, "3x3", 11), ValueError, "holds another data set"),
        (lambda: taquin.label(tmp_path / "a", "5x5", 1), ValueError, "up to 16 cells"),
        (lambda: taquin.label(tmp_path / "a"), ValueError, "which size"),
        (lambda: taquin.label(tmp_path / "a", "3x3", 1, boards=[[1, 2, 3, 0]]), ValueError, "leave count"),
        (lambda: taquin.label(tmp_path / "a", "3x3", 1, shard=(1, 1)), ValueError, "shard 1 of 1"),
        (lambda: taquin.label(tmp_path / "a", "3x3", 1, device="tpu"), ValueError, "there are cpu and cuda"),
        (lambda: taquin.label("/proc/none/such", "3x3", 1), OSError, "none"),
        (lambda: taquin.load(tmp_path / "a"), (ValueError, OSError), "a"),
    ]:
        with pytest.raises(kind, match=told):
            call()


def test_a_census_by_parts_counts_what_the_whole_counts():
    for size, metric, parts in [("3x3", "stm", 3), ("2x5", "mtm", 4)]:
        assert (taquin.census(size, metric, parts=parts).counts == taquin.census(size, metric).counts).all()
    with pytest.raises(ValueError, match="part 0 of 99"):
        taquin.census("2x2", parts=99)


def test_a_card_is_used_when_asked_and_missed_in_one_line():
    boards = taquin.scramble("4x4", 20, seed=1)
    try:
        found = taquin.distance(boards, device="cuda")
    except RuntimeError as missing:
        assert str(missing) and "\n" not in str(missing)
    else:
        assert (found == taquin.distance(boards)).all()
        assert (taquin.optimal_moves(boards, device="cuda") == taquin.optimal_moves(boards)).all()
    with pytest.raises(ValueError, match="there are cpu and cuda"):
        taquin.distance(boards, device="tpu")
