"""What boards, solutions and censuses look like in a notebook. Drawings only: what they show was worked out elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._solve import Solution
    from ._whole import Census

_CELL = 44
_HUES = ("#2f6f9f", "#b3632c", "#4b7f52", "#8a5a9e", "#a8853a", "#417f86", "#9c4a5a")
#: Boards with more cells are told, not drawn.
_MOST = 400


def _colour(tile: int, columns: int) -> str:
    return _HUES[(tile - 1) // columns % len(_HUES)]


def board_svg(tiles: Sequence[int], size: tuple[int, int]) -> str:
    """A board as a picture, the tiles coloured by the rows where they belong in reading order."""
    rows, columns = size
    if rows * columns > _MOST:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="320" height="30"><text x="4" y="20">{rows}×{columns} board</text></svg>'
    width, height = columns * _CELL, rows * _CELL
    drawn = _tiles(tiles, columns)
    told = " / ".join(" ".join(map(str, tiles[row * columns : (row + 1) * columns])) for row in range(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width + 8}" height="{height + 8}" '
        f'viewBox="-4 -4 {width + 8} {height + 8}"><title>{told}</title>'
        f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" rx="8" fill="#d9d4c7"/>{drawn}</svg>'
    )


def _tiles(tiles: Sequence[int], columns: int) -> str:
    drawn = []
    for at, tile in enumerate(tiles):
        if tile == 0:
            continue
        x, y = at % columns * _CELL, at // columns * _CELL
        drawn.append(
            f'<g transform="translate({x},{y})"><rect x="2" y="2" width="{_CELL - 4}" height="{_CELL - 4}" rx="6" '
            f'fill="{_colour(tile, columns)}"/><text x="{_CELL / 2}" y="{_CELL / 2 + 6}" text-anchor="middle" '
            f'font-family="sans-serif" font-size="17" font-weight="600" fill="#fff">{tile}</text></g>'
        )
    return "".join(drawn)


_PLAYER = """
<div class="taquin-player" style="display:inline-block;font-family:sans-serif">
<svg xmlns="http://www.w3.org/2000/svg" width="%(width)d" height="%(height)d" viewBox="-4 -4 %(width)d %(height)d" role="img">
<rect x="-4" y="-4" width="%(width)d" height="%(height)d" rx="8" fill="#d9d4c7"/><g>%(drawn)s</g></svg>
<div style="margin-top:6px"><button type="button" aria-label="play or pause">&#9654;</button>
<input type="range" min="0" max="%(last)d" value="0" aria-label="position" style="width:160px;vertical-align:middle">
<span style="color:#666;font-size:12px"></span></div></div>
<div style="color:#666;font-size:12px;font-family:sans-serif">%(told)s</div>
<script>(function () {
const place = document.currentScript.previousElementSibling.previousElementSibling;
const data = %(data)s, cell = %(cell)d, ns = "http://www.w3.org/2000/svg";
const group = place.querySelector("g"), range = place.querySelector("input");
const button = place.querySelector("button"), text = place.querySelector("span");
const boards = [data.tiles.slice()];
for (const letter of data.moves) {
  const board = boards[boards.length - 1].slice(), blank = board.indexOf(0);
  const from = blank + {U: data.columns, D: -data.columns, L: 1, R: -1}[letter];
  board[blank] = board[from]; board[from] = 0; boards.push(board);
}
const tiles = {};
group.replaceChildren(); // what stands there without scripts
for (const tile of data.tiles) {
  if (tile === 0) continue;
  const g = document.createElementNS(ns, "g"), rect = document.createElementNS(ns, "rect");
  const label = document.createElementNS(ns, "text");
  rect.setAttribute("x", 2); rect.setAttribute("y", 2); rect.setAttribute("rx", 6);
  rect.setAttribute("width", cell - 4); rect.setAttribute("height", cell - 4);
  rect.setAttribute("fill", data.hues[Math.floor((tile - 1) / data.columns) %% data.hues.length]);
  label.setAttribute("x", cell / 2); label.setAttribute("y", cell / 2 + 6); label.setAttribute("text-anchor", "middle");
  label.setAttribute("font-size", 17); label.setAttribute("font-weight", 600); label.setAttribute("fill", "#fff");
  label.textContent = tile; g.append(rect, label); g.style.transition = "transform 120ms"; group.append(g); tiles[tile] = g;
}
function show(at) {
  range.value = at; text.textContent = at + " / " + data.moves.length;
  boards[at].forEach((tile, where) => { if (tile) tiles[tile].setAttribute("transform",
    "translate(" + where %% data.columns * cell + "," + Math.floor(where / data.columns) * cell + ")"); });
}
let timer = null;
function stop() { clearInterval(timer); timer = null; button.innerHTML = "&#9654;"; }
button.onclick = () => {
  if (timer) return stop();
  if (+range.value === data.moves.length) show(0);
  button.innerHTML = "&#10074;&#10074;";
  timer = setInterval(() => { if (+range.value >= data.moves.length) return stop(); show(+range.value + 1); }, 220);
};
range.oninput = () => { stop(); show(+range.value); };
show(0);
})();</script>
"""


def solution_html(solution: Solution) -> str:
    """A solution that plays: a board, a button, a slider. Without scripts the picture stays and the moves are told."""
    rows, columns = solution.board.size
    if solution.moves is None:
        return f"<div>no solution known yet; none is shorter than {solution.lower_bound}</div>"
    proof = "shortest" if solution.optimal else f"at least {solution.lower_bound} are needed"
    told = f"{solution.length} moves ({solution.metric}), {proof}"
    if rows * columns > _MOST or len(solution.moves) > 5000:
        return f"<div>{told}</div>"
    data = {"tiles": list(solution.board.tiles), "columns": columns, "moves": solution.moves, "hues": _HUES}
    return _PLAYER % {
        "width": columns * _CELL + 8,
        "height": rows * _CELL + 8,
        "last": len(solution.moves),
        "told": told,
        "drawn": _tiles(solution.board.tiles, columns),
        "data": json.dumps(data),
        "cell": _CELL,
    }


def census_svg(census: Census) -> str:
    """A census as a histogram."""
    counts = [int(count) for count in census.counts]
    width, height, left, below = 480, 200, 12, 34
    bar, most = (width - 2 * left) / max(len(counts), 1), max(counts)
    bars = []
    for depth, count in enumerate(counts):
        tall = max(height * count / most, 0.6)
        x = left + depth * bar
        bars.append(
            f'<rect x="{x:.2f}" y="{height + 10 - tall:.2f}" width="{max(bar * 0.9, 0.5):.2f}" height="{tall:.2f}" '
            f'fill="#2f6f9f"><title>{count:,} at {depth}</title></rect>'
        )
    marks = []
    stride = max(1, round(len(counts) / 8))
    for depth in range(0, len(counts), stride):
        x = left + (depth + 0.45) * bar
        marks.append(f'<text x="{x:.1f}" y="{height + 24}" text-anchor="middle">{depth}</text>')
    told = f"{census.positions:,} positions, {'farthest' if census.complete else 'as far as'} {census.radius}, mean {census.mean:.2f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height + below + 16}" '
        f'font-family="sans-serif" font-size="11" fill="#555"><title>{told}</title>{"".join(bars)}{"".join(marks)}'
        f'<text x="{left}" y="{height + 42}">{census.size[0]}×{census.size[1]} ({census.metric}): {told}</text></svg>'
    )
