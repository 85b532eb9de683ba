import os

import pytest

FULL = bool(os.environ.get("TAQUIN_FULL"))


def pytest_collection_modifyitems(items):
    for item in items:
        if "full" in item.keywords and not FULL:
            item.add_marker(pytest.mark.skip(reason="takes minutes; TAQUIN_FULL=1 runs it"))
