"""The environments for learners."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import taquin  # noqa: E402
import taquin.gym  # noqa: E402
from taquin.gym import Sliding, SlidingVector  # noqa: E402


@pytest.mark.parametrize("size", ["2x2", "3x3", "3x5", "4x4"])
@pytest.mark.parametrize("actions", ["tile", "blank"])
@pytest.mark.parametrize("reward", ["sparse", "step", "distance"])
def test_the_environment_passes_the_checks_of_gymnasium(size, actions, reward):
    env = gymnasium.make("taquin/Sliding-v0", size=size, actions=actions, reward=reward, walk=6, disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


def test_an_optimal_player_solves_it_and_is_paid_for_every_slide():
    env = Sliding("3x3", "spiral", reward="distance")
    observation, info = env.reset(seed=5)
    total, steps, start = 0.0, 0, info["distance"]
    done = False
    while not done:
        mask = int(taquin.optimal_moves(observation.reshape(-1), "spiral"))
        action = [bit for bit in range(4) if mask >> bit & 1][0]
        assert info["action_mask"][action]
        observation, reward, done, cut, info = env.step(action)
        total, steps = total + reward, steps + 1
    assert total == start == steps and info["distance"] == 0 and not cut


def test_actions_of_the_blank_are_those_of_jumanji():
    # The blank goes up, right, down, left.
    for action, after in [(0, "1 0 3/4 2 5/6 7 8"), (1, "1 2 3/4 5 0/6 7 8"), (2, "1 2 3/4 7 5/6 0 8"), (3, "1 2 3/0 4 5/6 7 8")]:
        env = Sliding("3x3", actions="blank", render_mode="ansi")
        env.reset(options={"board": "1 2 3/4 0 5/6 7 8"})
        observation, *_ = env.step(action)
        assert taquin.Board(observation) == taquin.Board(after)
    env.reset(options={"board": "1 2 3/4 5 6/7 8 0"})
    _, info = env.reset(options={"board": "1 2 3/4 5 6/7 8 0"})
    assert info["action_mask"].tolist() == [1, 0, 0, 1], "up and left"
    assert env.render().splitlines()[2] == "7 8 ."


def test_an_illegal_action_changes_nothing():
    env = Sliding("3x3")
    before, info = env.reset(options={"board": "1 2 3/4 5 6/7 8 0"})
    assert info["action_mask"].tolist() == [0, 1, 0, 1]
    after, reward, done, _, _ = env.step(taquin.UP)
    # The goal itself, not left: reached.
    assert (after == before).all() and done and reward == 1.0


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("reward", ["sparse", "step", "distance"])
def test_the_vector_environment_is_many_single_ones(mode, reward):
    envs = SlidingVector(16, "3x3", walk=4, max_episode_steps=12, reward=reward, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode
    random = np.random.default_rng(1)
    boards, info = envs.reset(seed=3)
    over = np.zeros(16, bool)
    clock = np.zeros(16, int)
    ends = 0
    for _ in range(60):
        actions = random.integers(0, 4, 16)
        before = boards.copy()
        boards, rewards, solved, cut, info = envs.step(actions)
        shown = info["final_obs"] if "final_obs" in info else boards
        for one in range(16):
            if over[one]:
                if mode is AutoresetMode.NEXT_STEP:
                    assert rewards[one] == 0 and not solved[one]
                    clock[one] = 0
                    continue
                if mode is AutoresetMode.DISABLED:
                    assert (boards[one] == before[one]).all()
                    continue
            expected = taquin.step(before[one].reshape(-1), [int(actions[one])], illegal="stay")
            clock[one] += 1
            assert (shown[one].reshape(-1) == expected).all()
            home = taquin.distance(expected) == 0
            assert solved[one] == home and cut[one] == (not home and clock[one] == 12)
            nearer = int(taquin.distance(before[one].reshape(-1))) - int(taquin.distance(expected))
            paid = {"sparse": float(home), "step": 0.0 if home else -1.0, "distance": float(nearer)}[reward]
            assert rewards[one] == paid
            if mode is AutoresetMode.SAME_STEP and (solved[one] or cut[one]):
                clock[one] = 0
        ends += int((solved | cut).sum())
        over = (solved | cut) if mode is not AutoresetMode.DISABLED else over | solved | cut
        if mode is AutoresetMode.SAME_STEP:
            over[:] = False
        masks = np.array([[taquin.legal(board.reshape(-1)) >> bit & 1 for bit in range(4)] for board in boards])
        assert (info["action_mask"] == masks).all()
    assert ends > 0
    if mode is AutoresetMode.DISABLED:
        again, _ = envs.reset(options={"reset_mask": over})
        assert (again[~over] == boards[~over]).all()


def test_the_same_seed_gives_the_same_games():
    one, two = SlidingVector(8, "4x4"), gymnasium.make_vec("taquin/Sliding-v0", 8, vectorization_mode="vector_entry_point", size="4x4")
    assert (one.reset(seed=7)[0] == two.reset(seed=7)[0]).all()
    assert (one.reset()[0] != two.reset(seed=7)[0]).any()
    for bad in [dict(actions="me"), dict(reward="gold"), dict(size="20x20"), dict(size="1x1")]:
        with pytest.raises(ValueError):
            SlidingVector(2, **{"size": "3x3", **bad})


def test_numbers_that_cannot_be_are_told():
    for call, told in [
        (lambda: SlidingVector(0), "num_envs 0 is not at least 1"),
        (lambda: SlidingVector(2, walk=-1), "walk -1 is not at least 0"),
        (lambda: SlidingVector(2, max_episode_steps=-1), "max_episode_steps -1 is not at least 0"),
        (lambda: SlidingVector(2).reset(seed=-1), "seed -1 is not at least 0"),
        (lambda: Sliding(walk=-1), "walk -1 is not at least 0"),
    ]:
        with pytest.raises(ValueError, match=told):
            call()
