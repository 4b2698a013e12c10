"""The notebooks of the documentation run from top to bottom, and the last value of each cell can be displayed."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(os.environ.get("ISOCOUNT_ROOT", Path(__file__).parents[2]))
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def run(path: Path) -> int:
    """Runs the cells as a kernel would; returns their number."""
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells):
        tree = ast.parse("".join(cell["source"]), f"{path.name}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}, cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"{path.name}, cell {number}", "eval"), names)
            shown = value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
            assert shown
    return len(cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(path) >= 5


def test_there_is_a_notebook_for_each_reader() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"chemist", "graph_ml_researcher", "network_scientist"}
