"""The notebooks run from the first cell to the last, and are what their texts say."""

import runpy
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert shown and not any(output.output_type == "error" for output in shown)


def test_the_notebooks_are_those_of_their_texts(tmp_path):
    made = runpy.run_path(str(EXAMPLES / "make.py"))
    made["main"](tmp_path)
    for path in EXAMPLES.glob("*.ipynb"):
        assert path.read_text() == (tmp_path / path.name).read_text(), f"run python make.py: {path.name} differs"
    assert len(list(EXAMPLES.glob("*.ipynb"))) == len(list(tmp_path.glob("*.ipynb"))) == 3
