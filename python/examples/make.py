"""Writes the notebooks of this folder from the texts below: what is kept is what is run, without outputs.

Run it after a change: python make.py
"""

from pathlib import Path

import nbformat

NOTEBOOKS = {
    "half_are_impossible.ipynb": [
        "# Why half of all boards are impossible\n\nIn 1880 a prize was offered for solving a 15 puzzle in which only 14 and 15 are exchanged. "
        "Nobody could claim it.",
        "import itertools\n\nimport numpy as np\nimport taquin\n\nprize = taquin.Board('1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0')\nprize",
        "try:\n    taquin.solve(prize)\nexcept taquin.Unsolvable as why:\n    print(why)",
        "A slide of the blank changes two things at once: the colour of its cell on a chessboard, and whether the tiles are an even or an odd "
        "permutation. So the two together never change. Count all arrangements of a small board: exactly half can be solved.",
        "every = np.array(list(itertools.permutations(range(6))), dtype=np.uint8)\ncan = taquin.solvable(every, size='2x3')\n"
        "print(f'{can.sum()} of {len(every)}')\nassert can.sum() * 2 == len(every)",
        "And those that can be solved, how far are they? The whole world of the 8 puzzle, by distance:",
        "whole = taquin.census('3x3')\nassert whole.positions == 181_440 and whole.radius == 31\nwhole",
        "Two boards are the farthest. Here is one, and a way home that nobody can shorten:",
        "solution = taquin.solve(whole.farthest[0])\nassert solution.optimal and solution.length == 31\nsolution",
    ],
    "how_good_is_a_heuristic.ipynb": [
        "# How good is a heuristic?\n\nA bound says how many slides a board needs *at least*. The exact distances of many boards say how "
        "much each bound leaves on the table.",
        "import numpy as np\nimport taquin\n\nboards = taquin.scramble('3x3', 20_000, seed=1)\nexact = taquin.distance(boards)\n"
        "bounds = taquin.bounds(boards, names=['manhattan', 'linear-conflict', 'inversion', 'walking', 'pattern:4-4'])",
        "for name, bound in bounds.items():\n    gap = exact - bound\n    assert (gap >= 0).all(), 'a bound is never above the distance'\n"
        "    print(f'{name:16} mean {bound.mean():5.2f} of {exact.mean():5.2f}, exact for {100 * (gap == 0).mean():4.1f} %')",
        "Your own heuristic is measured the same way: an array of numbers for an array of boards. Is it a bound? On a small board one "
        "can ask *all* positions, which finds what random boards miss.",
        "every = taquin.unrank(np.arange(181_440), '3x3')\ntruth = taquin.distances('3x3')\n\n"
        "def misplaced(boards):\n    goal = np.array([1, 2, 3, 4, 5, 6, 7, 8, 0])\n    return ((boards != goal) & (boards != 0)).sum(axis=1)\n\n"
        "assert (misplaced(every) <= truth).all()\nnp.corrcoef(misplaced(every), truth)[0, 1].round(3)",
        "The same for the fifteen puzzle, where nobody holds all positions, with Korf's hundred boards:",
        "korf = taquin.instances('korf100')\nfor name, bound in taquin.bounds(korf.boards, korf.goal).items():\n"
        "    print(f'{name:16} {bound.mean():5.2f} of {korf.optimal.mean():5.2f}')",
    ],
    "training_data.ipynb": [
        "# Training data with exact labels\n\nBoards, their exact distances and every optimal move, as arrays or as Parquet files.",
        "import tempfile\n\nimport numpy as np\nimport taquin\n\nboards = taquin.scramble('3x3', 50_000, seed=7)\n"
        "distance = taquin.distance(boards)\nmoves = taquin.optimal_moves(boards)\nboards[0], distance[0], f'{moves[0]:04b}'",
        "A model can be as small as a table: how much of the distance does each tile in each cell explain? One-hot boards, least squares.",
        "one_hot = np.eye(9, dtype=np.float32)[boards].reshape(len(boards), -1)\ntrain, held = slice(0, 40_000), slice(40_000, None)\n"
        "weights, *_ = np.linalg.lstsq(one_hot[train], distance[train], rcond=None)\nerror = np.abs(one_hot[held] @ weights - distance[held]).mean()\n"
        "print(f'mean error {error:.2f} slides; always saying the mean: {np.abs(distance[held] - distance[train].mean()).mean():.2f}')",
        "For more than fits into memory, and for many machines, the same goes to files. The call can be ended and made again.",
        "folder = tempfile.mkdtemp()\nprint(taquin.label(folder, '3x3', 20_000, distance=(10, 28), seed=1, shard_boards=5_000))\n"
        "print(taquin.label(folder, '3x3', 20_000, distance=(10, 28), seed=1, shard_boards=5_000))",
        "data = taquin.load(folder)\nassert (data['distance'] == taquin.distance(data['board'])).all()\n"
        "{name: column[:3].tolist() for name, column in data.items() if name != 'board'}",
        "An environment to learn in, thousands of boards at a time:",
        "from taquin.gym import SlidingVector\n\nenvs = SlidingVector(1024, '3x3', walk=10, max_episode_steps=50)\n"
        "boards, info = envs.reset(seed=1)\nsolved = 0\nfor _ in range(100):\n"
        "    # The exact player, in place of yours.\n    masks = taquin.optimal_moves(boards.reshape(1024, 9))\n"
        "    actions = np.array([0 if mask == 0 else int(mask).bit_length() - 1 for mask in masks])\n"
        "    boards, reward, done, cut, info = envs.step(actions)\n    solved += int(done.sum())\nprint(solved, 'games solved')\nassert solved > 1024",
    ],
}


def notebook(cells: list[str]) -> nbformat.NotebookNode:
    """Text that begins with a capital or a mark is prose; code begins with a small letter."""
    book = nbformat.v4.new_notebook()
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for number, text in enumerate(cells):
        prose = text[0] == "#" or text[0].isupper()
        cell = nbformat.v4.new_markdown_cell(text) if prose else nbformat.v4.new_code_cell(text)
        cell["id"] = f"cell-{number}"
        book.cells.append(cell)
    return book


def main(folder: Path) -> None:
    for name, cells in NOTEBOOKS.items():
        nbformat.write(notebook(cells), folder / name)


if __name__ == "__main__":
    main(Path(__file__).parent)
