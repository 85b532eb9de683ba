"""What the evaluation looks at, as indices into tables of weights; the same as in crates/taquin-solve/src/short.

Every family has a raw table, invariant under the eight symmetries of the square: `orbits()` says which raw entries
share one weight. Weights are stored one for each orbit, orbits numbered by their smallest raw index.
"""

import torch

SLIDE = 64
FAR = 20
AXIS = 84
NEAR = [0, 20, 41, 63]  # where the classes of an axis begin: 0 to 2 cells from the nearest wall, and farther
SYMMETRIES = range(8)
# How far displacements are told apart in patches of cells, and how many codes that makes: the blank and the wall have
# codes too.
REACH = 2
CODES = (2 * REACH + 1) ** 2 + 2
NAMES = ["single", "way", "across", "block"]


def _turn(rows, columns, symmetry):
    """A displacement after mirroring left to right (bit 0), top to bottom (bit 1) and transposing (bit 2)."""
    if symmetry & 1:
        columns = -columns
    if symmetry & 2:
        rows = -rows
    return (columns, rows) if symmetry & 4 else (rows, columns)


def _number(images):
    """Orbit numbers from the images of every raw index."""
    least = torch.stack(images).amin(0)
    values, inverse = torch.unique(least, return_inverse=True)
    return inverse.to(torch.int32), len(values)


def _digits(count, base, places):
    index = torch.arange(count)
    digits = []
    for _ in range(places):
        digits.append(index % base)
        index = index // base
    return digits[::-1]


def _code(code, symmetry):
    side = 2 * REACH + 1
    r, c = _turn(code // side - REACH, code % side - REACH, symmetry)
    turned = (r + REACH) * side + c + REACH
    return torch.where(code >= side * side, code, turned)


def _square(b, symmetry):
    if symmetry & 1:
        b = [b[1], b[0], b[3], b[2]]
    if symmetry & 2:
        b = [b[2], b[3], b[0], b[1]]
    if symmetry & 4:
        b = [b[0], b[2], b[1], b[3]]
    return b


def square_orbits():
    b = _digits(CODES**4, CODES, 4)
    images = []
    for symmetry in SYMMETRIES:
        t = [_code(code, symmetry) for code in _square(b, symmetry)]
        images.append(((t[0] * CODES + t[1]) * CODES + t[2]) * CODES + t[3])
    return _number(images)


def across_orbits():
    a = _digits(CODES**3, CODES, 3)
    images = []
    for symmetry in range(4):
        t = [_code(code, symmetry) for code in a]
        t = t[::-1] if symmetry & 1 else t
        images.append((t[0] * CODES + t[1]) * CODES + t[2])
    return _number(images)


def across_to_down():
    """For every three codes of a column, the index of the row that is its transpose."""
    t = [_code(code, 4) for code in _digits(CODES**3, CODES, 3)]
    return (t[0] * CODES + t[1]) * CODES + t[2]


def grid_orbits(side):
    r, c = _digits(side * side, side, 2)
    return _number([r * side + c, c * side + r])


def axis(home, cell, n):
    """How a tile stands along one axis: how near to a wall it belongs, and how far it is, away from that wall."""
    d, near = cell - home, home
    if n - 1 - home < home:
        d, near = -d, n - 1 - home
    if near >= 3:
        near, d = 3, abs(d)
    return NEAR[near] + (near if near < 3 else 0) + min(d, FAR - 1)


class Families:
    """Orbits of every family; made once."""

    def __init__(self, device):
        self.orbit, self.count = {}, {}
        with torch.device(device):
            made = {
                "single": grid_orbits(AXIS),
                "way": grid_orbits(FAR),
                "across": across_orbits(),
                "block": square_orbits(),
            }
            self.transposed = across_to_down()
        for name, (orbit, count) in made.items():
            self.orbit[name], self.count[name] = orbit, count


class Shape:
    """Everything about one shape that does not depend on weights."""

    def __init__(self, rows, columns, device):
        self.rows, self.columns, self.cells = rows, columns, rows * columns
        cells, n, m = self.cells, rows, columns
        home = torch.arange(cells, device=device)[:, None]
        cell = torch.arange(cells, device=device)[None, :]
        dr, dc = home // m - cell // m, home % m - cell % m
        self.code = (dr.clamp(-REACH, REACH) + REACH) * (2 * REACH + 1) + dc.clamp(-REACH, REACH) + REACH
        self.manhattan = dr.abs() + dc.abs()
        ar = torch.tensor([[axis(h, c, n) for c in range(n)] for h in range(n)], device=device)
        ac = torch.tensor([[axis(h, c, m) for c in range(m)] for h in range(m)], device=device)
        self.single = ar[home // m, cell // m] * AXIS + ac[home % m, cell % m]

    def indices(self, families, labels, home):
        """Orbit indices of every term, one row a position; `count` of a family stands for no term.

        Every term is there twice: of the cells and the tiles on them, and of the homes and the cells their tiles are on.
        """
        n, m, cells = self.rows, self.columns, self.cells
        labels = labels.long()
        count = len(labels)
        here = torch.arange(cells, device=labels.device)
        place = torch.empty_like(labels)
        place.scatter_(1, labels, here.expand(count, cells))
        blank = place.gather(1, home[:, None].long())
        out = {name: [] for name in NAMES}

        def put(name, raw, mask=None):
            index = families.orbit[name][raw]
            index = index if mask is None else torch.where(mask, index, families.count[name])
            out[name].append(index.to(torch.int32))

        r, c = (blank // m - home[:, None] // m).abs(), (blank % m - home[:, None] % m).abs()
        put("way", r.clamp(max=FAR - 1) * FAR + c.clamp(max=FAR - 1))
        for what, no_tile in ((labels, labels == home[:, None]), (place, place == blank)):
            put("single", self.single[what, here], ~no_tile)
            # The codes of all cells with two cells of wall around them.
            board = torch.full((count, n + 4, m + 4), CODES - 1, device=labels.device)
            board[:, 2:-2, 2:-2] = torch.where(no_tile, CODES - 2, self.code[what, here]).view(-1, n, m)

            def seen(corners, height, width):
                raw = 0
                for r, c in corners:
                    raw = raw * CODES + board[:, r : r + height, c : c + width]
                return raw.flatten(1)

            put("block", seen(((1, 1), (1, 2), (2, 1), (2, 2)), n + 1, m + 1))
            put("across", seen(((2, 0), (2, 1), (2, 2)), n, m + 2))
            put("across", families.transposed[seen(((0, 2), (1, 2), (2, 2)), n + 2, m)])
        base = self.manhattan[labels, here].masked_fill(labels == home[:, None], 0).sum(1)
        return {name: torch.cat(parts, 1) for name, parts in out.items()}, base


def by_hand(families):
    """Where learning starts: Σ d^1.2, homes near the walls up to half again as heavy."""
    weights = {name: torch.zeros(families.count[name] + 1) for name in NAMES}
    orbit = families.orbit["single"].cpu()
    near = [min(next(k for k in range(3, -1, -1) if i >= NEAR[k]), 3) for i in range(AXIS)]
    away = [abs(i - NEAR[k] - (k if k < 3 else 0)) for i, k in enumerate(near)]
    for i in range(AXIS):
        for j in range(AXIS):
            d = away[i] + away[j]
            # Every tile counts twice, once for its home and once for its cell.
            weights["single"][orbit[i * AXIS + j]] = (d**1.2 - d + d * (3 - min(near[i], near[j])) / 6) / 2
    return weights


def continued(families, single, known):
    """Weights of single tiles, those far from home made to grow at least as fast as the farthest that are well known.

    Few positions have a tile so far away, and none of a board larger than those learned from. A tile that is alone far
    from home costs more and more for each step.
    """
    orbit = families.orbit["single"].cpu().tolist()
    single, known = single.tolist(), known.tolist()
    begin = [NEAR[k] + (k if k < 3 else 0) for k in range(4)]
    places = [(d, begin[k] + d) for k in range(4) for d in range(FAR)]
    for (d, i), (e, j) in sorted(((a, b) for a in places for b in places), key=lambda ab: (ab[0][0] + ab[1][0], ab)):
        here = orbit[i * AXIS + j]
        if max(d, e) < 3 or (known[here] and max(d, e) < 7):
            continue
        steps = ((1, 0), (2, 0)) if d >= e else ((0, 1), (0, 2))
        one, two = (single[orbit[(i - r) * AXIS + j - c]] for r, c in steps)
        if max(d, e) < 7:
            single[here] = one + min(max(one - two, 0.0), 1.0)
        else:
            single[here] = min(max(single[here] if known[here] else 0.0, one + 1.0), one + 1.5)
    return torch.tensor(single)
