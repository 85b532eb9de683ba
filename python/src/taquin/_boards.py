"""What is taken for boards, and what a board looks like."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from . import _taquin

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Numbers of the slides: the way the tile travels.
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3

#: Memory that maps and censuses may take unless something else is said.
MEMORY = 4 << 30

Size: TypeAlias = "str | tuple[int, int]"
BoardsLike: TypeAlias = Any


def size_of(size: Size) -> tuple[int, int]:
    """Rows and columns of ``"4x5"`` or ``(4, 5)``."""
    if isinstance(size, str):
        rows, sign, columns = size.lower().partition("x")
        if sign and rows.isdecimal() and columns.isdecimal():
            return check_size(int(rows), int(columns))
        raise ValueError(f"{size[:40]!r} is not a size; write rows x columns, such as 4x5")
    try:
        rows_, columns_ = size
        return check_size(int(rows_), int(columns_))
    except (TypeError, ValueError):
        raise ValueError(f"{size!r} is not a size; write '4x5' or (4, 5): rows before columns") from None


def check_size(rows: int, columns: int) -> tuple[int, int]:
    if not (1 <= rows < 2**31 and 1 <= columns < 2**31):
        raise ValueError(f"a board of {rows} rows and {columns} columns cannot be")
    return rows, columns


def threads_of(threads: int | None) -> int:
    """As many threads as asked for, or as there are processors for this process."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"{threads} threads do no work; give 1 or more, or None for all")
    return min(int(threads), 1024)


def goal_text(goal: Any, size: tuple[int, int] | None = None) -> str:
    """A goal's name, or the board that it is, as text."""
    if isinstance(goal, str):
        return goal
    batch = Batch(goal, size)
    if batch.many or len(batch.array) != 1:
        raise ValueError("a goal is one board or a name: blank-last, blank-first, blank-at:R,C, snake, spiral")
    return text_of(batch.array[0], batch.size)


def text_of(tiles: Sequence[int] | NDArray[Any], size: tuple[int, int]) -> str:
    columns = size[1]
    rows = (tiles[at : at + columns] for at in range(0, len(tiles), columns))
    return "/".join(" ".join(str(int(tile)) for tile in row) for row in rows)


class Batch:
    """Boards as the engine takes them: contiguous bytes, with their size, and whether many were given."""

    __slots__ = ("array", "many", "size")

    array: NDArray[np.uint8]
    size: tuple[int, int]
    many: bool

    def __init__(self, boards: BoardsLike, size: Size | tuple[int, int] | None = None) -> None:
        given = None if size is None else size_of(size)
        if isinstance(boards, Batch):
            self.array, self.size, self.many = boards.array, boards.size, boards.many
            return
        if isinstance(boards, Board):
            array = np.asarray(boards.tiles, dtype=np.int64).reshape(1, -1)
            self._take(array, boards.size, many=False)
        elif isinstance(boards, str):
            rows, columns, tiles = _taquin.read_board(boards, given)
            self._take(np.asarray(tiles, dtype=np.int64).reshape(1, -1), (rows, columns), many=False)
        elif hasattr(boards, "__arrow_c_array__") or hasattr(boards, "__arrow_c_stream__"):
            self._take(from_arrow(boards), given, many=True)
        else:
            self._from_list_or_array(boards, given)

    def _from_list_or_array(self, boards: BoardsLike, given: tuple[int, int] | None) -> None:
        if isinstance(boards, (list, tuple)) and boards and isinstance(boards[0], (str, Board)):
            singles = [Batch(board, given) for board in boards]
            sizes = {single.size for single in singles}
            if len(sizes) > 1:
                told = " and ".join("x".join(map(str, size)) for size in sorted(sizes)[:2])
                raise ValueError(f"boards of different sizes in one list: {told}")
            array = np.concatenate([single.array for single in singles])
            self._take(array, singles[0].size, many=True)
            return
        array = np.asarray(boards)
        if array.size == 0 and not np.issubdtype(array.dtype, np.integer):
            array = array.astype(np.uint8)
        if array.ndim == 1 and array.dtype != object:
            self._take(array.reshape(1, -1), given, many=False)
        elif array.ndim == 2:
            rows, columns = array.shape
            # One board drawn as rows: every number once. A list of boards has as many zeros as boards.
            drawn = isinstance(boards, (list, tuple)) and given is None and _is_one_board(array)
            if drawn or given == (rows, columns) != (1, columns) and rows * columns != columns:
                self._take(array.reshape(1, -1), (rows, columns), many=False)
            else:
                self._take(array, given, many=True)
        elif array.ndim == 3:
            count, rows, columns = array.shape
            if given is not None and given != (rows, columns):
                raise ValueError(f"boards of {rows}x{columns} where the size says {given[0]}x{given[1]}")
            self._take(array.reshape(count, rows * columns), (rows, columns), many=True)
        else:
            raise TypeError(
                "boards are an array of integers, boards x cells (or boards x rows x columns), a list of such, "
                f"text, or Arrow; this has {array.ndim} dimensions and type {array.dtype}"
            )

    def _take(self, array: NDArray[Any], size: tuple[int, int] | None, many: bool) -> None:
        if array.dtype.kind not in "iu":
            raise TypeError(f"tiles are integers, not {array.dtype}")
        cells = array.shape[1]
        if size is None:
            side = int(round(cells**0.5))
            if side * side != cells or cells == 0:
                raise ValueError(f"{cells} cells are no square; say which size they are, such as size='3x4'")
            size = (side, side)
        elif size[0] * size[1] != cells:
            told = f"{size[0]}x{size[1]}"
            raise ValueError(f"{cells} cells in a row where a {told} board has {size[0] * size[1]}")
        if array.dtype != np.uint8:
            if array.size and (array.min() < 0 or array.max() > 255):
                where = np.argwhere((array < 0) | (array > 255))[0]
                raise ValueError(
                    f"board {where[0]}: {array[tuple(where)]} in row {where[1] // size[1] + 1} "
                    f"column {where[1] % size[1] + 1} is no tile of a {size[0]}x{size[1]} board"
                )
            array = array.astype(np.uint8)
        self.array = np.ascontiguousarray(array)
        self.size = size
        self.many = many

    def answer(self, values: NDArray[Any]) -> Any:
        """One answer for one board, an array for many."""
        return values if self.many else values[0]


def _is_one_board(array: NDArray[Any]) -> bool:
    if array.dtype.kind not in "iu" or array.size > 1 << 16:
        return False
    return bool(np.array_equal(np.sort(array, axis=None), np.arange(array.size)))


def from_arrow(boards: Any) -> NDArray[Any]:
    """Boards from anything that speaks Arrow's C data interface, without a copy where it can be done."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        raise ModuleNotFoundError("boards from Arrow need pyarrow: pip install 'taquin[arrow]'") from None
    if hasattr(boards, "__arrow_c_array__"):
        chunks = [pa.array(boards)]
    else:
        try:
            chunks = list(pa.chunked_array(boards).chunks)
        except (pa.ArrowInvalid, pa.ArrowTypeError, TypeError, ValueError):
            chunks = []
        if not chunks or pa.types.is_struct(chunks[0].type):
            table = pa.table(boards)
            name = "board" if "board" in table.column_names else table.column_names[0]
            chunks = list(table.column(name).chunks)
    arrays = []
    for chunk in chunks:
        kind = chunk.type
        if chunk.null_count:
            raise ValueError("a board is missing (null) in the Arrow data")
        if pa.types.is_fixed_size_list(kind):
            flat = chunk.flatten()
            cells = kind.list_size
        elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
            flat = chunk.flatten()
            cells = len(flat) // max(len(chunk), 1)
            lengths = {int(length) for length in chunk.value_lengths().unique().to_pylist()}
            if lengths - {cells}:
                raise ValueError("boards of different sizes in one Arrow column")
        elif pa.types.is_fixed_size_binary(kind):
            cells = kind.byte_width
            flat = pa.array(np.frombuffer(chunk.buffers()[1], dtype=np.uint8))
            flat = flat.slice(chunk.offset * cells, len(chunk) * cells)
        else:
            raise TypeError(f"a column of boards holds lists of integers, not {kind}")
        if flat.null_count:
            raise ValueError("a tile is missing (null) in the Arrow data")
        arrays.append(flat.to_numpy(zero_copy_only=False).reshape(-1, cells))
    if not arrays:
        raise ValueError("the Arrow data holds no boards")
    return cast("NDArray[Any]", arrays[0] if len(arrays) == 1 else np.concatenate(arrays))


class Board:
    """One board; in a notebook, a picture.

    >>> board = Board("1 2 3/4 0 6/7 5 8")
    >>> board.size, board.blank
    ((3, 3), 4)
    >>> board.slide("U")
    Board('1 2 3/4 5 6/7 0 8')
    >>> board.to_numpy()
    array([[1, 2, 3],
           [4, 0, 6],
           [7, 5, 8]], dtype=uint32)
    """

    __slots__ = ("_size", "_tiles")

    def __init__(self, board: BoardsLike, size: Size | None = None) -> None:
        if isinstance(board, str):
            rows, columns, tiles = _taquin.read_board(board, None if size is None else size_of(size))
            self._size, self._tiles = (rows, columns), tuple(tiles)
            return
        if isinstance(board, Board):
            self._size, self._tiles = board._size, board._tiles
            return
        array = np.asarray(board)
        if array.ndim == 2 and size is None:
            size = (int(array.shape[0]), int(array.shape[1]))
        batch = Batch(array.reshape(-1), size)
        text = text_of(batch.array[0], batch.size)
        rows, columns, tiles = _taquin.read_board(text, batch.size)
        self._size, self._tiles = (rows, columns), tuple(tiles)

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._size

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles in reading order, 0 for the blank."""
        return self._tiles

    @property
    def blank(self) -> int:
        """The cell of the blank, counted from 0 in reading order."""
        return self._tiles.index(0)

    def to_numpy(self) -> NDArray[np.uint32]:
        """Rows of tiles."""
        return np.asarray(self._tiles, dtype=np.uint32).reshape(self._size)

    def slide(self, moves: str) -> Board:
        """The board after moves such as ``"R2DL"``; ValueError where one of them is illegal."""
        told = _taquin.verify(str(self), self._size, moves, str(self), "stm", False)
        if "error" in told:
            raise ValueError(told["error"])
        return Board(text_of(told["end"], self._size), self._size)

    def __str__(self) -> str:
        return text_of(self._tiles, self._size)

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self._size, self._tiles) == (other._size, other._tiles)

    def __hash__(self) -> int:
        return hash((self._size, self._tiles))

    def __iter__(self) -> Iterator[int]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __reduce__(self) -> tuple[type[Board], tuple[str, tuple[int, int]]]:
        return Board, (str(self), self._size)

    def _repr_svg_(self) -> str:
        from ._looks import board_svg

        return board_svg(self._tiles, self._size)


def progress_of(progress: Any) -> Callable[[str, int, int, int], object] | None:
    """True for a bar by tqdm where that is installed, or a function of one's own."""
    if progress is None or progress is False:
        return None
    if progress is not True:
        if not callable(progress):
            raise TypeError("progress is True, False or a function of (phase, done, total, nodes)")
        return cast("Callable[[str, int, int, int], object]", progress)
    try:
        from tqdm.auto import tqdm
    except ModuleNotFoundError:
        return None
    bar: Any = None

    def tell(phase: str, done: int, total: int, nodes: int) -> None:
        nonlocal bar
        if bar is None:
            bar = tqdm(total=total or None, desc=phase, leave=False)
        bar.total = total or None
        bar.set_description(phase, refresh=False)
        bar.n = done
        bar.refresh()

    return tell
