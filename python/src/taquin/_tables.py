"""Where big tables are kept."""

from __future__ import annotations

import os

from . import _taquin

#: The folder that somebody has named, for those who work for this process elsewhere; None for the usual one.
named: str | None = None


def use_tables(folder: str | os.PathLike[str] | None = None) -> None:
    """Says where big tables are kept (``taquin table build`` makes them), and forgets those in memory.

    Without a folder: ``TAQUIN_TABLES`` if it is set, else the user's cache, as for the program ``taquin``.

    >>> import tempfile
    >>> use_tables(tempfile.mkdtemp())  # nothing there: boards are solved with small tables, made in memory
    >>> use_tables()
    """
    global named
    named = None if folder is None else os.path.abspath(os.fspath(folder))
    if named is not None:
        _taquin.use_tables(named)
        return
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    _taquin.use_tables(os.environ.get("TAQUIN_TABLES") or os.path.join(cache, "taquin"))
