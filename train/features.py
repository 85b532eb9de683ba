"""What the evaluation looks at, as indices into tables of weights; the same as in crates/taquin-solve/src/short.

Every family has a raw table, invariant under the eight symmetries of the square: `orbits()` says which raw entries
share one weight. Weights are stored one for each orbit, orbits numbered by their smallest raw index.
"""

import torch

SLIDE = 64
FAR = 20
AXIS = 84
NEAR = [0, 20, 41, 63]  # where the classes of an axis begin: 0 to 2 cells from the nearest wall, and farther
OFFSETS = [(0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0)]
SYMMETRIES = range(8)


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


def _code(code, symmetry, reach):
    side = 2 * reach + 1
    r, c = _turn(code // side - reach, code % side - reach, symmetry)
    turned = (r + reach) * side + c + reach
    return torch.where(code >= side * side, code, turned)


def _square(b, symmetry):
    if symmetry & 1:
        b = [b[1], b[0], b[3], b[2]]
    if symmetry & 2:
        b = [b[2], b[3], b[0], b[1]]
    if symmetry & 4:
        b = [b[0], b[2], b[1], b[3]]
    return b


def square_orbits(base, reach):
    b = _digits(base**4, base, 4)
    images = []
    for symmetry in SYMMETRIES:
        t = [_code(code, symmetry, reach) for code in _square(b, symmetry)]
        images.append(((t[0] * base + t[1]) * base + t[2]) * base + t[3])
    return _number(images)


def across_orbits(reach):
    base = (2 * reach + 1) ** 2 + 2
    a = _digits(base**3, base, 3)
    images = []
    for symmetry in range(4):
        t = [_code(code, symmetry, reach) for code in a]
        t = t[::-1] if symmetry & 1 else t
        images.append((t[0] * base + t[1]) * base + t[2])
    return _number(images)


def across_to_down(reach):
    """For every three codes of a column, the index of the row that is its transpose."""
    base = (2 * reach + 1) ** 2 + 2
    t = [_code(code, 4, reach) for code in _digits(base**3, base, 3)]
    return (t[0] * base + t[1]) * base + t[2]


def pair_orbits(reach):
    side = 2 * reach + 1
    codes = side * side
    index = torch.arange(6 * 25 * codes * codes)
    b, a = index % codes, index // codes % codes
    cc, cr, o = index // codes**2 % 5, index // codes**2 // 5 % 5, index // codes**2 // 25
    images = []
    for symmetry in SYMMETRIES:
        number, swap = [], []
        for offset in OFFSETS:
            turned = _turn(*offset, symmetry)
            flip = turned not in OFFSETS
            number.append(OFFSETS.index((-turned[0], -turned[1]) if flip else turned))
            swap.append(flip)
        number, swap = torch.tensor(number)[o], torch.tensor(swap)[o]
        r, c = _turn(cr - 2, cc - 2, symmetry)
        x, y = _code(a, symmetry, reach), _code(b, symmetry, reach)
        x, y = torch.where(swap, y, x), torch.where(swap, x, y)
        images.append((((number * 5 + r + 2) * 5 + c + 2) * codes + x) * codes + y)
    return _number(images)


def grid_orbits(side):
    r, c = _digits(side * side, side, 2)
    return _number([r * side + c, c * side + r])


def wall_class(low, high, n):
    """Of a line, or of lines `low` to `high`: at the first wall, next to it, inside, next to the last, at it."""
    if low == 0:
        return 0
    if high == n - 1:
        return 4
    if low == 1:
        return 1
    return 3 if high == n - 2 else 2


def axis(home, cell, n):
    """How a tile stands along one axis: how near to a wall it belongs, and how far it is, away from that wall."""
    d, near = cell - home, home
    if n - 1 - home < home:
        d, near = -d, n - 1 - home
    if near >= 3:
        near, d = 3, abs(d)
    return NEAR[near] + (near if near < 3 else 0) + min(d, FAR - 1)


# How many rows or columns of displacement are told apart: the levels 0, 1, 2 … and where each begins.
SCHEMES = {
    "3": [1],
    "5": [1, 2],
    "7": [1, 2, 3],
    "7log": [1, 2, 4],
    "9": [1, 2, 3, 4],
    "9log": [1, 2, 3, 5],
    "11": [1, 2, 3, 4, 5],
}
SHAPES = {
    "quad": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "ell": [(0, 0), (0, 1), (1, 0)],
    "three": [(0, 0), (0, 1), (0, 2)],
    "four": [(0, 0), (0, 1), (0, 2), (0, 3)],
    "six": [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)],
}


def level(d, begins):
    size = sum((d.abs() >= begin).to(torch.long) for begin in begins)
    return len(begins) + size * d.sign()


class Tuple:
    """Tiles that belong together in one shape, in any orientation, by their displacements."""

    def __init__(self, name):
        self.name = name
        shape, self.scheme = name.split("-")
        self.offsets, self.begins = SHAPES[shape], SCHEMES[self.scheme]
        self.reach = len(self.begins)
        self.codes = (2 * self.reach + 1) ** 2
        self.turns = {}
        self.same = []
        for symmetry in SYMMETRIES:
            turned = [_turn(r, c, symmetry) for r, c in self.offsets]
            corner = min(r for r, _ in turned), min(c for _, c in turned)
            turned = [(r - corner[0], c - corner[1]) for r, c in turned]
            if set(turned) == set(self.offsets):
                self.same.append((symmetry, [turned.index(offset) for offset in self.offsets]))
            if frozenset(turned) not in self.turns:
                back = next(h for h in SYMMETRIES if all(_turn(*_turn(r, c, symmetry), h) == (r, c) for r, c in ((1, 2), (1, 0))))
                self.turns[frozenset(turned)] = (turned, back)

    def orbits(self):
        digits = _digits(self.codes ** len(self.offsets), self.codes, len(self.offsets))
        images = []
        for symmetry, order in self.same:
            index = 0
            for which in order:
                index = index * self.codes + _code(digits[which], symmetry, self.reach)
            images.append(index)
        return _number(images)

    def instances(self, rows, columns):
        """The tiles of every tuple on a board, in the order of the shape, and how their codes are turned first."""
        for turned, back in self.turns.values():
            for y in range(rows):
                for x in range(columns):
                    if all(y + r < rows and x + c < columns for r, c in turned):
                        yield back, [(y + r) * columns + x + c for r, c in turned]


TUPLES = []
NAMES = ["single", "way", "pair", "across", "block"]


class Families:
    """Orbits of every family; made once."""

    def __init__(self, device, tuples=TUPLES, whole=True, pair="7", line="5", block="5"):
        self.whole, self.pair, self.line, self.block = whole, SCHEMES[pair], SCHEMES[line], SCHEMES[block]
        self.base3, self.base4 = ((2 * len(s) + 1) ** 2 + 2 for s in (self.line, self.block))
        self.pair_codes = (2 * len(self.pair) + 1) ** 2
        self.orbit, self.count = {}, {}
        self.tuples = [Tuple(name) for name in tuples]
        self.names = [*NAMES, *tuples]
        with torch.device(device):
            self._make(device, tuples)

    def _make(self, device, extra):
        made = {
            "single": grid_orbits(AXIS),
            "way": grid_orbits(FAR),
            "pair": pair_orbits(len(self.pair)),
            "across": across_orbits(len(self.line)),
            "block": square_orbits(self.base4, len(self.block)),
        }
        for name in extra:
            made[name] = Tuple(name).orbits()
        for name, (orbit, count) in made.items():
            self.orbit[name], self.count[name] = orbit.to(device), count
        self.transposed = across_to_down(len(self.line)).to(device)


class Shape:
    """Everything about one shape that does not depend on weights."""

    def __init__(self, rows, columns, device):
        self.rows, self.columns, self.cells = rows, columns, rows * columns
        cells, n, m = self.cells, rows, columns
        home = torch.arange(cells, device=device)[:, None]
        cell = torch.arange(cells, device=device)[None, :]
        dr, dc = home // m - cell // m, home % m - cell % m
        self.down, self.right, self.codes = dr, dc, {}
        self.manhattan = dr.abs() + dc.abs()
        ar = torch.tensor([[axis(h, c, n) for c in range(n)] for h in range(n)], device=device)
        ac = torch.tensor([[axis(h, c, m) for c in range(m)] for h in range(m)], device=device)
        self.single = ar[home // m, cell // m] * AXIS + ac[home % m, cell % m]
        first, second, table = [], [], []
        for o, (r, c) in enumerate(OFFSETS):
            for y in range(n):
                for x in range(m):
                    if 0 <= y + r < n and 0 <= x + c < m:
                        cls = wall_class(y, y + r, n) * 5 + wall_class(min(x, x + c), max(x, x + c), m)
                        first.append(y * m + x)
                        second.append((y + r) * m + x + c)
                        table.append(o * 25 + cls)
        self.first, self.second, self.table = (torch.tensor(x, device=device) for x in (first, second, table))
        self.around = torch.full((cells, 12), -1, dtype=torch.int32)
        self.other = torch.zeros((cells, 12), dtype=torch.int32)
        used = [0] * cells
        for a, b, t in zip(first, second, table):
            for me, you, swapped in ((a, b, 0), (b, a, 1)):
                self.around[me, used[me]] = 2 * t + swapped
                self.other[me, used[me]] = you
                used[me] += 1
        self.around, self.other = self.around.to(device), self.other.to(device)

    def turned(self, kind, turn):
        """The codes of a kind of tuple, [tile][cell], after a symmetry."""
        return self.coded(kind.begins, turn)

    def coded(self, begins, turn=0):
        key = tuple(begins), turn
        if key not in self.codes:
            r, c = _turn(self.down, self.right, turn)
            self.codes[key] = level(r, begins) * (2 * len(begins) + 1) + level(c, begins)
        return self.codes[key]

    def _seen(self, base, begins, labels, is_blank):
        """The codes of all cells with two cells of wall around them, to be looked at in rectangles."""
        code = torch.where(is_blank, base - 2, self.coded(begins)[labels, torch.arange(self.cells, device=labels.device)])
        board = torch.full((len(labels), self.rows + 4, self.columns + 4), base - 1, device=labels.device)
        board[:, 2 : self.rows + 2, 2 : self.columns + 2] = code.view(-1, self.rows, self.columns)
        return base, lambda r, c, height, width: board[:, r : r + height, c : c + width]

    def indices(self, families, labels, home, names):
        """Orbit indices of every term, one row a position; `len` of a family stands for no term."""
        n, m, cells = self.rows, self.columns, self.cells
        device = labels.device
        labels = labels.long()
        count = len(labels)
        place = torch.empty_like(labels)
        place.scatter_(1, labels, torch.arange(cells, device=device).expand(count, cells))
        blank = place.gather(1, home[:, None].long())
        here = torch.arange(cells, device=device)
        out = {}

        def put(name, raw, mask):
            orbit = families.orbit[name]
            index = orbit[raw.clamp(0, len(orbit) - 1)]
            out.setdefault(name, []).append(torch.where(mask, index, families.count[name]).to(torch.int32))

        is_blank = labels == home[:, None]
        if "single" in names:
            put("single", self.single[labels, here], ~is_blank)
        if "way" in names:
            r, c = (blank // m - home[:, None] // m).abs(), (blank % m - home[:, None] % m).abs()
            put("way", r.clamp(max=FAR - 1) * FAR + c.clamp(max=FAR - 1), torch.ones_like(r, dtype=torch.bool))
        if "pair" in names:
            codes, code = families.pair_codes, self.coded(families.pair)
            a, b = code[self.first, place[:, self.first]], code[self.second, place[:, self.second]]
            mask = (self.first != home[:, None]) & (self.second != home[:, None])
            put("pair", (self.table * codes + a) * codes + b, mask)
        for kind in families.tuples:
            if kind.name in names:
                groups = {}
                for back, tiles in kind.instances(n, m):
                    groups.setdefault(back, []).append(tiles)
                for back, tiles in groups.items():
                    raw, mask = 0, torch.ones((count, len(tiles)), dtype=torch.bool, device=device)
                    for tile in torch.tensor(tiles, device=device).T:
                        raw = raw * kind.codes + self.turned(kind, back)[tile, place[:, tile]]
                        mask &= tile != home[:, None]
                    put(kind.name, raw, mask)
        if "block" in names:
            base, see = self._seen(families.base4, families.block, labels, is_blank)
            b = [see(1 + r, 1 + c, n + 1, m + 1) for r, c in ((0, 0), (0, 1), (1, 0), (1, 1))]
            mask = sum(x == base - 2 for x in b).flatten(1) > 0
            put("block", (((b[0] * base + b[1]) * base + b[2]) * base + b[3]).flatten(1), mask | families.whole)
        if "across" in names:
            base, see = self._seen(families.base3, families.line, labels, is_blank)
            b = [see(2, c, n, m + 2) for c in range(3)]
            mask = sum(x == base - 2 for x in b).flatten(1) > 0
            put("across", ((b[0] * base + b[1]) * base + b[2]).flatten(1), mask | families.whole)
            b = [see(r, 2, n + 2, m) for r in range(3)]
            mask = sum(x == base - 2 for x in b).flatten(1) > 0
            raw = families.transposed[(b[0] * base + b[1]) * base + b[2]]
            put("across", raw.flatten(1), mask | families.whole)
        base = self.manhattan[labels, here].masked_fill(is_blank, 0).sum(1)
        return {name: torch.cat(parts, 1) for name, parts in out.items()}, base


def by_hand(families):
    """Where learning starts: Σ d^1.2, homes near the walls up to half again as heavy, two slides for a conflict."""
    weights = {name: torch.zeros(families.count[name] + 1) for name in families.names}
    orbit = {name: families.orbit[name].cpu() for name in ("single", "pair")}
    near = [min(next(k for k in range(3, -1, -1) if i >= NEAR[k]), 3) for i in range(AXIS)]
    away = [abs(i - NEAR[k] - (k if k < 3 else 0)) for i, k in enumerate(near)]
    for i in range(AXIS):
        for j in range(AXIS):
            d = away[i] + away[j]
            value = d**1.2 - d + d * (3 - min(near[i], near[j])) / 6
            weights["single"][orbit["single"][i * AXIS + j]] = value
    # Two tiles of one line, both in it and in the wrong order.
    reach = len(families.pair)
    side, codes = 2 * reach + 1, families.pair_codes
    for o, (rows, columns) in enumerate(OFFSETS):
        if rows and columns:
            continue
        for a in range(codes):
            for b in range(codes):
                (ar, ac), (br, bc) = divmod(a, side), divmod(b, side)
                across, along = ((ac, bc), br - ar) if rows else ((ar, br), bc - ac)
                if across == (reach, reach) and along > rows + columns:
                    for cls in range(25):
                        weights["pair"][orbit["pair"][((o * 25 + cls) * codes + a) * codes + b]] = 2.0
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
