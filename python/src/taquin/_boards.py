"""What is taken for boards, and what a board looks like."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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

#: The most cells of boards in bulk: their tiles are bytes. A single board may have any number.
_MOST_CELLS = 256


def whole(value: Any, name: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number within its bounds. Nothing is rounded, and nothing goes round past the end of a machine's integers."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {str(value)[:40]!r}") from None
    if not least <= number <= most:
        bound = f"at least {least}" if number < least else f"at most {most}"
        raise ValueError(f"{name} {str(number)[:40]} is not {bound}")
    return number


def limit(value: int | None, name: str) -> int | None:
    """A whole number, or None for no limit."""
    return None if value is None else whole(value, name)


def seed_of(seed: int) -> int:
    return whole(seed, "seed", most=2**64 - 1)


def size_of(size: Size) -> tuple[int, int]:
    """Rows and columns of ``"4x5"`` or ``(4, 5)``."""
    if isinstance(size, str):
        rows, sign, columns = size.lower().partition("x")
        if sign and rows.isdecimal() and columns.isdecimal():
            return check_size(int(rows), int(columns))
        raise ValueError(f"{size[:40]!r} is not a size; write rows x columns, such as 4x5")
    try:
        rows_, columns_ = size
        return check_size(whole(rows_, "rows"), whole(columns_, "columns"))
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
    return min(whole(threads, "threads", 1), 1024)


def goal_text(goal: Any, size: tuple[int, int] | None = None) -> str:
    """A goal's name, or the board that it is, as text."""
    if isinstance(goal, str):
        return goal
    if isinstance(goal, Board):
        return str(goal)
    if np.asarray(goal).dtype.kind not in "iu":
        raise TypeError("a goal is one board or a name: blank-last, blank-first, blank-at:R,C, snake, spiral")
    return str(Board(goal, size))


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
            found = from_arrow(boards)
            if isinstance(found, list):
                self._from_list_or_array(found, given)
            else:
                self._take(found, given, many=True)
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
            # One board drawn as rows: every number once. A list of boards has as many zeros as boards, and a single row is
            # a list of one board, as it is in an array.
            drawn = isinstance(boards, (list, tuple)) and given is None and rows > 1 and _is_one_board(array)
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
        size = _fitting(array.shape[1], size)
        if size[0] * size[1] > _MOST_CELLS:
            told = f"{size[0]}x{size[1]} has {size[0] * size[1]}"
            raise ValueError(f"boards in bulk have at most {_MOST_CELLS} cells, {told}")
        if array.dtype != np.uint8:
            bad = _first_outside(array, 255)
            if bad is not None:
                board, cell = divmod(bad, array.shape[1])
                raise ValueError(f"board {board}: {_no_tile(int(array[board, cell]), cell, size)}")
            array = array.astype(np.uint8)
        self.array = np.ascontiguousarray(array)
        self.size = size
        self.many = many

    def answer(self, values: NDArray[Any]) -> Any:
        """One answer for one board, an array for many."""
        return values if self.many else values[0]


def _fitting(cells: int, size: tuple[int, int] | None) -> tuple[int, int]:
    """The size of boards of so many cells: the one given, if it fits, or a square."""
    if size is None:
        side = int(round(cells**0.5))
        if side * side != cells or cells == 0:
            raise ValueError(f"{cells} cells are no square; say which size they are, such as size='3x4'")
        return side, side
    if size[0] * size[1] != cells:
        told = f"{size[0]}x{size[1]}"
        raise ValueError(f"{cells} cells in a row where a {told} board has {size[0] * size[1]}")
    return size


def _first_outside(array: NDArray[Any], most: int) -> int | None:
    """The place of the first number that is below 0 or above the most, in reading order."""
    if array.size == 0 or (array.min() >= 0 and array.max() <= most):
        return None
    return int(np.argmax(((array < 0) | (array > most)).reshape(-1)))


def _no_tile(number: int, cell: int, size: tuple[int, int]) -> str:
    row, column = divmod(cell, size[1])
    return f"{number} in row {row + 1} column {column + 1} is no tile of a {size[0]}x{size[1]} board"


def _is_one_board(array: NDArray[Any]) -> bool:
    if array.dtype.kind not in "iu" or array.size > 1 << 16:
        return False
    return bool(np.array_equal(np.sort(array, axis=None), np.arange(array.size)))


def from_arrow(boards: Any) -> NDArray[Any] | list[str]:
    """Boards from anything that speaks Arrow's C data interface, without a copy where it can be done; text stays text."""
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
            chunks = list(pa.table(boards).to_struct_array().chunks)
    chunks = [_column(chunk) if pa.types.is_struct(chunk.type) else chunk for chunk in chunks]
    if not chunks:
        raise ValueError("the Arrow data holds no boards")
    if any(chunk.null_count for chunk in chunks):
        raise ValueError("a board is missing (null) in the Arrow data")
    kind = chunks[0].type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or str(kind) == "string_view":
        return [text for chunk in chunks for text in chunk.to_pylist()]
    arrays = [_tiles(chunk) for chunk in chunks]
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def _column(chunk: Any) -> Any:
    """The column of boards of a table: the one that is called so, or the first."""
    import pyarrow as pa

    table = pa.RecordBatch.from_struct_array(chunk)
    if not table.column_names:
        raise ValueError("the Arrow data holds no boards")
    return table.column("board" if "board" in table.column_names else 0)


def _tiles(chunk: Any) -> NDArray[Any]:
    """A chunk of lists of integers, or of as many bytes each, as boards x cells."""
    import pyarrow as pa

    kind = chunk.type
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
        raise TypeError(f"a column of boards holds lists of integers or text, not {kind}")
    if flat.null_count:
        raise ValueError("a tile is missing (null) in the Arrow data")
    return cast("NDArray[Any]", flat.to_numpy(zero_copy_only=False).reshape(-1, cells))


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
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"tiles are integers, not {array.dtype}")
        blanks = int(np.count_nonzero(array == 0))
        if array.ndim > 1 and blanks > 1:
            raise ValueError(f"{blanks} blanks where one board is wanted; take one row of an array of boards")
        given = None if size is None else size_of(size)
        # Rows that are drawn say the size. A single one is a board of an array of boards, as `scramble` deals it.
        if array.ndim > 1 and array.shape[-2] > 1:
            drawn = (int(array.shape[-2]), int(array.shape[-1]))
            if given is not None and given != drawn:
                raise ValueError(f"a board of {drawn[0]}x{drawn[1]} where the size says {given[0]}x{given[1]}")
            given = drawn
        fitting = _fitting(array.size, given)
        flat = array.reshape(-1)
        bad = _first_outside(flat, array.size - 1)
        if bad is not None:
            raise ValueError(_no_tile(int(flat[bad]), bad, fitting))
        rows, columns, tiles = _taquin.read_board(text_of(flat, fitting), fitting)
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


@contextmanager
def shown(progress: Any) -> Iterator[Callable[[str, int, int, int], object] | None]:
    """What hears of progress: for True a bar by tqdm, where that is installed, which is closed however the work ends; or a
    function of one's own."""
    if progress is None or progress is False:
        yield None
        return
    if progress is not True:
        if not callable(progress):
            raise TypeError("progress is True, False or a function of (phase, done, total, nodes)")
        yield progress
        return
    try:
        from tqdm.auto import tqdm
    except ModuleNotFoundError:
        yield None
        return
    bars: list[Any] = []

    def tell(phase: str, done: int, total: int, nodes: int) -> None:
        if not bars:
            bars.append(tqdm(total=total or None, desc=phase, leave=False))
        bar = bars[0]
        bar.total = total or None
        bar.set_description(phase, refresh=False)
        bar.n = done
        bar.refresh()

    try:
        yield tell
    finally:
        for bar in bars:
            bar.close()
