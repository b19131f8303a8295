"""The notebooks run from a clean state."""

from pathlib import Path

import nbclient
import nbformat
import pytest

EXAMPLES = Path(__file__).parent.with_name("examples")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before committing"
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs
