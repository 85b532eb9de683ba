"""Sliding puzzles as environments for learners: ``pip install 'taquin[gym]'``.

>>> import gymnasium, taquin.gym
>>> env = gymnasium.make("taquin/Sliding-v0", size="3x3", walk=20)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, bool(info["action_mask"].sum() >= 2)
((3, 3), True)

Actions are 0 up, 1 down, 2 left, 3 right, as the *tile* travels; with ``actions="blank"`` as jumanji's puzzle has them: 0 up,
1 right, 2 down, 3 left, as the *blank* moves. An illegal action changes nothing and costs a step.

Rewards: ``sparse`` (1 when solved, else 0), ``step`` (-1 each step until solved), ``distance`` (how much nearer the exact distance
has come: boards of up to 16 cells).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from . import _taquin
from ._boards import Board, BoardsLike, Size, goal_text, seed_of, size_of, text_of, whole
from ._bulk import distance

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: From jumanji's actions (the blank goes up, right, down, left) to slides (the tile goes down, left, up, right).
_BLANK = np.array([1, 2, 0, 3], dtype=np.uint8)

_RESETS = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "never",
}


def _check(actions: str, reward: str) -> None:
    if actions not in ("tile", "blank"):
        raise ValueError(f"actions={actions!r}; write 'tile' or 'blank'")
    if reward not in ("sparse", "step", "distance"):
        raise ValueError(f"reward={reward!r}; write 'sparse', 'step' or 'distance'")


def _slides(number: int | None, name: str) -> int | None:
    return None if number is None else whole(number, name, most=2**32 - 1)


def _spaces(size: tuple[int, int]) -> tuple[spaces.Box, spaces.Discrete[Any]]:
    most = size[0] * size[1] - 1
    return spaces.Box(0, most, size, np.uint8), spaces.Discrete(4)


def _mask(masks: NDArray[np.uint8], actions: str) -> NDArray[np.int8]:
    """Masks of slides as rows of 0 and 1, in the order of the actions."""
    bits = (masks[..., None] >> np.arange(4, dtype=np.uint8) & 1).astype(np.int8)
    return bits[..., _BLANK] if actions == "blank" else bits


class Sliding(gym.Env[Any, Any]):
    """One board. ``reset(options={"board": …})`` begins with a board of one's own."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        size: Size = "4x4",
        goal: Any = "blank-last",
        *,
        walk: int | None = None,
        reward: str = "sparse",
        actions: str = "tile",
        render_mode: str | None = None,
    ) -> None:
        _check(actions, reward)
        self.size = size_of(size)
        self.goal = goal_text(goal, self.size)
        self.reward_kind, self.actions = reward, actions
        self.render_mode = render_mode
        self._games = _taquin.Games(self.size, self.goal, 1, 0, _slides(walk, "walk"), 0, "never")
        self.observation_space, self.action_space = _spaces(self.size)
        self._distance: int | None = None

    def _board(self) -> NDArray[np.uint8]:
        return self._games.boards().reshape(self.size)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": _mask(self._games.legal(), self.actions)[0]}
        if self.reward_kind == "distance":
            info["distance"] = self._distance
        return info

    def _measure(self) -> int:
        return int(distance(self._games.boards(), self.goal, size=self.size, threads=1))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        board: BoardsLike | None = (options or {}).get("board")
        # A new seed each time from the environment's own source: the same seed, the same episodes.
        self._games.begin(seed=int(self.np_random.integers(0, 2**63)))
        if board is not None:
            given = Board(board, self.size)
            self._games.place(0, np.asarray(given.tiles, dtype=np.uint8))
        if self.reward_kind == "distance":
            self._distance = self._measure()
        return self._board(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        slide = int(_BLANK[action]) if self.actions == "blank" else int(action)
        solved, _, _, _, _ = self._games.step(np.array([slide], dtype=np.uint8))
        done = bool(solved[0])
        reward = float(done)
        if self.reward_kind == "step":
            reward = 0.0 if done else -1.0
        elif self.reward_kind == "distance":
            before, self._distance = self._distance, self._measure()
            reward = float((before or 0) - self._distance)
        return self._board(), reward, done, False, self._info()

    def render(self) -> Any:
        tiles = self._games.boards()
        if self.render_mode == "svg":
            return Board(text_of(tiles, self.size), self.size)._repr_svg_()
        if self.render_mode == "ansi":
            width = len(str(tiles.size - 1))
            rows = tiles.reshape(self.size)
            return "\n".join(" ".join(f"{tile or '.':>{width}}" for tile in row) for row in rows.tolist())
        return None


class SlidingVector(VectorEnv[Any, Any, Any]):
    """Many boards stepped together by the engine. Its autoreset mode is declared in ``metadata``.

    >>> envs = SlidingVector(3, "3x3", walk=5)
    >>> boards, info = envs.reset(seed=1)
    >>> boards.shape, info["action_mask"].shape
    ((3, 3, 3), (3, 4))
    """

    def __init__(
        self,
        num_envs: int,
        size: Size = "4x4",
        goal: Any = "blank-last",
        *,
        walk: int | None = None,
        max_episode_steps: int = 0,
        reward: str = "sparse",
        actions: str = "tile",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        action_masks: bool = True,
    ) -> None:
        _check(actions, reward)
        self.num_envs = num_envs = whole(num_envs, "num_envs", 1)
        self.size = size_of(size)
        self.goal = goal_text(goal, self.size)
        self.reward_kind, self.actions = reward, actions
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.render_mode = None
        self._mode = mode
        self._masks = action_masks
        most = _slides(max_episode_steps, "max_episode_steps") or 0
        self._games = _taquin.Games(self.size, self.goal, num_envs, 0, _slides(walk, "walk"), most, _RESETS[mode])
        self.single_observation_space, self.single_action_space = _spaces(self.size)
        self.observation_space = gym.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gym.vector.utils.batch_space(self.single_action_space, num_envs)
        self._distances: NDArray[np.int16] | None = None

    def _shaped(self, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return boards.reshape(self.num_envs, *self.size)

    def _measure(self, boards: NDArray[np.uint8]) -> NDArray[np.int16]:
        found: NDArray[np.int16] = distance(boards.reshape(self.num_envs, -1), self.goal, size=self.size)
        return found

    def _info(self) -> dict[str, Any]:
        return {"action_mask": _mask(self._games.legal(), self.actions)} if self._masks else {}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        if isinstance(seed, (list, tuple)):
            seed = seed[0]
        seed = None if seed is None else seed_of(seed)
        which = (options or {}).get("reset_mask")
        self._games.begin(seed=seed, which=None if which is None else np.asarray(which, dtype=np.bool_))
        boards = self._games.boards()
        if self.reward_kind == "distance":
            self._distances = self._measure(boards)
        return self._shaped(boards), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        slides = np.ascontiguousarray(actions, dtype=np.uint8)
        if self.actions == "blank":
            slides = _BLANK[slides & 3]
        solved, cut, _, begun, last = self._games.step(slides)
        boards = self._games.boards()
        info = self._info()
        ended = boards if last is None else last
        if self.reward_kind == "sparse":
            rewards = solved.astype(np.float64)
        elif self.reward_kind == "step":
            rewards = np.where(solved | begun, 0.0, -1.0)
        else:
            before = self._distances if self._distances is not None else self._measure(boards)
            after = self._measure(ended)
            rewards = np.where(begun, 0.0, (before - after).astype(np.float64))
            self._distances = after if last is None else self._measure(boards)
        if last is not None:
            over = solved | cut
            if over.any():
                info["final_obs"] = self._shaped(last)
                info["_final_obs"] = over
        return self._shaped(boards), rewards, solved, cut, info


def make_vec(num_envs: int = 1, **options: Any) -> SlidingVector:
    """What ``gymnasium.make_vec("taquin/Sliding-v0", vectorization_mode="vector_entry_point")`` calls."""
    return SlidingVector(num_envs, **options)


if "taquin/Sliding-v0" not in gym.registry:
    gym.register(
        id="taquin/Sliding-v0",
        entry_point="taquin.gym:Sliding",
        vector_entry_point="taquin.gym:make_vec",
    )
