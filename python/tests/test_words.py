"""The words that arguments accept: those for type checkers are those of the engine."""

from __future__ import annotations

import os
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import isocount
import isocount.cluster
from isocount import _native, _words


def test_types_have_the_words_of_the_engine() -> None:
    registry = dict(_native.word_list())
    for name, words in registry.items():
        assert set(typing.get_args(getattr(_words, name))) == set(words), name
    assert {"Semantics", "Unit", "Ignored", "Hydrogens", "Aromaticity", "Duplicates", "Readout", "Kind"} == set(registry)
    assert set(typing.get_args(_words.Method)) == set(isocount.methods())


def test_calls_are_annotated_with_them() -> None:
    """Checks the annotations, which are what a type checker sees."""
    for function in (isocount.count, isocount.count_many, isocount.open, isocount.find):
        assert function.__annotations__["semantics"] == "Semantics" and function.__annotations__["unit"] == "Unit"
        assert "Ignored" in function.__annotations__["ignore"]
    for function in (isocount.count, isocount.count_many, isocount.open, isocount.Dataset.import_):
        assert function.__annotations__["method"] == "Method"
    for function in (isocount.count_many, isocount.read_graphs, isocount.read_patterns, isocount.cluster.count_many):
        assert function.__annotations__["on_error"] == "OnError"
    assert isocount.node_counts.__annotations__["per"] == "PerMotif"


@pytest.mark.parametrize("word", ["semantics", "unit", "ignore", "method"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        isocount.count("a-b", "a-b", **{word: "nonsense"})  # type: ignore[arg-type]


#: Example calls; a type checker refuses those marked as refused.
CALLS = """
import isocount
from isocount import Answer, Dataset, Model, Pattern, PerEdge, PerNode, PerOrbit

graph, pattern = isocount.Graph("a-b-c"), isocount.Pattern("a-b")
isocount.count(pattern, graph, semantics="induced", unit="subgraphs", method="exact", ignore=["directions"], hydrogens="explicit")
isocount.count(pattern, graph, semantics="nonsense")  # refused
isocount.count(pattern, graph, unit="nonsense")  # refused
isocount.count(pattern, graph, method="nonsense")  # refused
isocount.count(pattern, graph, ignore="nonsense")  # refused
isocount.count_many([pattern], [graph], on_error="record")
isocount.count_many([pattern], [graph], on_error="nonsense")  # refused
isocount.find(pattern, graph, semantics="nonsense")  # refused
nodes: PerNode = isocount.count_per(pattern, graph, ignore="directions", time_limit=2)
edges: PerEdge = isocount.count_per(pattern, graph, per="edge")
orbits: PerOrbit = isocount.count_per(pattern, graph, per="orbit", threads=2)
isocount.count_per(pattern, graph, per="nonsense")  # refused
isocount.count_per(pattern, graph, ignore="nonsense")  # refused
isocount.count_per(pattern, graph, time_limit="2s")  # refused
isocount.motifs(graph, 3, null="degree", samples=10, seed=None)
isocount.motifs(graph, 3, null="nonsense")  # refused
isocount.motifs(graph, 3, method="nonsense")  # refused
isocount.node_counts(graph, per="nonsense")  # refused
isocount.Graph("smiles:C", hydrogens="explicit", duplicates="merge")
isocount.Graph("smiles:C", hydrogens="nonsense")  # refused
isocount.Graph("smiles:C", fromat="smiles")  # refused
isocount.read_graphs("molecules.smi", aromaticity="as-written", node_label=False)
isocount.read_graphs("molecules.smi", aromaticity="nonsense")  # refused
isocount.read_patterns("molecules.smi", fromat="smiles")  # refused
Dataset.import_(graph, pattern, "folder", method="auto")
Dataset.import_(graph, pattern, "folder", method="nonsense")  # refused


def predicted(model: Model) -> None:
    one: Answer = model.predict(pattern, graph)
    many: list[Answer] = model.predict([pattern], graph)
    named: list[Answer] = model.predict({"name": [(0, 1)]}, graph)
    wrong: Answer = model.predict([pattern], graph)  # refused
"""


def test_a_type_checker_refuses_other_words(tmp_path: Path) -> None:
    """Runs mypy on the package as it is installed."""
    calls = tmp_path / "calls.py"
    calls.write_text(CALLS, encoding="utf-8")
    package = Path(isocount.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"), str(calls)],
        capture_output=True, text=True, check=False, cwd=tmp_path, env={**os.environ, "MYPYPATH": str(package)},
    )  # fmt: skip
    refused = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    expected = {number for number, line in enumerate(CALLS.splitlines(), 1) if line.endswith("# refused")}
    assert refused == expected, done.stdout + done.stderr
