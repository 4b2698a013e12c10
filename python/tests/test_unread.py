"""Unreadable input is raised or recorded, and never silently left out."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import isocount
from isocount.errors import FormatError

#: Files with one fault each: its line, and a part of the message.
FAULTY = {
    "molecules.smi": ("CCO ethanol\nCC(=O benzene\nCC ethane\n", 2, "closed"),
    "lines.jsonl": ('{"nodes": [0, 0], "edges": [[0, 1]]}\n{"nodes": [0], "edges": [[0, 5]]}\n', 2, "5"),
    "twice.csv": ("source,target\na,b\nb,c\na,b\n", 4, "twice|again|already"),
    "empty.csv": ("source,target\na,b\n,c\n", 3, "empty|name"),
    "cut.gml": ("graph [\n  node [ id 0 ]\n  edge [ source 0 target 7 ]\n]\n", 3, "7"),
}


@pytest.mark.parametrize("name", list(FAULTY))
@pytest.mark.parametrize(
    "read",
    [
        isocount.read_graphs,
        isocount.read_patterns,
        lambda path: isocount.count_many("a-b", path, progress=False),
        lambda path: isocount.count_many(path, nx.path_graph(3), progress=False),
    ],
    ids=["read_graphs", "read_patterns", "graphs", "patterns"],
)
def test_a_faulty_file_is_raised_with_its_place(name: str, read: Callable[[Path], Any], tmp_path: Path) -> None:
    text, line, _ = FAULTY[name]
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FormatError) as raised:
        read(path)
    assert f"{name}:{line}:" in str(raised.value) and raised.value.line == line
    assert 'on_error="record"' in str(raised.value) and raised.value.remedy is not None
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.path, again.line, again.remedy) == (str(raised.value), str(path), line, raised.value.remedy)


def test_a_folder_raises_its_first_fault_and_says_how_many_more(tmp_path: Path) -> None:
    nx.write_gml(nx.cycle_graph(3), tmp_path / "a.gml")
    for number in range(3):
        (tmp_path / f"b{number}.gml").write_text("graph [ nonsense")
    with pytest.raises(FormatError, match=r"b0\.gml:1:.*; 2 more files cannot be read"):
        isocount.read_graphs(tmp_path)
    with pytest.raises(FormatError, match=r"b0\.gml:1:.*; 2 more files cannot be read"):
        isocount.count_many("a-b", tmp_path, progress=False)


def test_on_error_has_two_words(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="on_error='skip' is not a valid choice"):
        isocount.count_many("a-b", nx.path_graph(3), on_error="skip", progress=False)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="on_error='skip' is not a valid choice"):
        isocount.read_graphs(tmp_path, on_error="skip")  # type: ignore[arg-type]


def read_as(source: Any, role: str) -> Any:
    """The table of one call with a faulty source, as graphs or as patterns."""
    pair = (source, nx.path_graph(3)) if role == "patterns" else ("a-b", source)
    with pytest.warns(isocount.UnreadWarning, match="could not be read") as warned:
        table = isocount.count_many(*pair, on_error="record", ignore=("node_labels", "edge_labels"), progress=False)
    assert len(warned) == 1
    return table


@pytest.mark.parametrize("role", ["graphs", "patterns"])
@pytest.mark.parametrize("name", list(FAULTY))
def test_what_cannot_be_read_has_its_place_in_the_table(name: str, role: str, tmp_path: Path) -> None:
    text, line, _ = FAULTY[name]
    path = tmp_path / name
    path.write_text(text)
    table = read_as(path, role)
    answers, reasons = table["answer"].tolist(), table["reason"].tolist()
    place = line - 1 if name.endswith((".smi", ".jsonl")) else 0
    assert answers[place] == "none" and table["count"][place] is None and answers.count("none") == 1
    assert f"the {role[:-1]} could not be read: " in reasons[place] and f"{name}:{line}:" in reasons[place]
    assert len(answers) == {"molecules.smi": 3, "lines.jsonl": 2}.get(name, 1)


def test_a_folder_and_a_list_go_on_after_a_fault(tmp_path: Path) -> None:
    nx.write_gml(nx.cycle_graph(3), tmp_path / "a.gml")
    (tmp_path / "b.gml").write_text("graph [ nonsense")
    nx.write_gml(nx.cycle_graph(4), tmp_path / "c.gml")
    table = read_as(tmp_path, "graphs")
    assert table["graph"].tolist() == ["a", "b", "c"] and table["count"].tolist() == [6, None, 8]
    table = read_as([nx.path_graph(3), None, "smiles:C(", [(0, 1)]], "graphs")
    assert table["answer"].tolist() == ["exact", "none", "none", "exact"]
    assert table["graph"].tolist() == ["0", "1", "smiles:C(", "3"]
    table = read_as({"good": nx.path_graph(3), "bad": [(0,)]}, "graphs")
    assert table["graph"].tolist() == ["good", "bad"] and table["answer"].tolist() == ["exact", "none"]
    table = read_as(["a-b", "a-"], "patterns")
    assert table["answer"].tolist() == ["exact", "none"]
    with pytest.warns(isocount.UnreadWarning):
        pairs = [("a-b", "c"), ("a-b", "b")]
        listed = isocount.count_many("a-b", tmp_path, on_error="record", node_label=False, pairs=pairs, progress=False)
    assert listed["answer"].tolist() == ["exact", "none"]


def test_a_stand_in_has_the_reason_and_no_answers(tmp_path: Path) -> None:
    (tmp_path / "m.smi").write_text("CCO ethanol\nCC(=O benzene\n")
    for read, ask in (
        (isocount.read_graphs, lambda one: isocount.count("smiles:C", one)),
        (isocount.read_patterns, lambda one: isocount.count(one, "smiles:C")),
    ):
        with pytest.warns(isocount.UnreadWarning, match="1 (graph|pattern) could not be read: .*m.smi:2:"):
            fine, lost = read(tmp_path / "m.smi", on_error="record")
        assert fine.problem is None and "m.smi:2:" in lost.problem and lost.name == "benzene"
        assert "not read" in repr(lost) and lost != fine and lost == lost.renamed("benzene")
        again = pickle.loads(pickle.dumps(lost))
        assert again == lost and again.problem == lost.problem
        with pytest.raises(isocount.errors.NoAnswer, match="could not be read: .*m.smi:2:"):
            ask(lost)
    with pytest.warns(isocount.UnreadWarning):
        lost = isocount.read_graphs(tmp_path / "m.smi", on_error="record")[1]
    for refuse in (
        isocount.motifs,
        lambda graph: isocount.count_per("a-b", graph),
        lambda graph: list(isocount.find("a-b", graph)),
    ):
        with pytest.raises(isocount.errors.IsocountError, match="could not be read: .*m.smi:2:"):
            refuse(lost)


def test_recorded_answers_are_written_and_continued(tmp_path: Path) -> None:
    (tmp_path / "m.smi").write_text("CCO ethanol\nCC(=O benzene\nCC ethane\n")
    ask: dict[str, Any] = {"on_error": "record", "output": tmp_path / "answers.jsonl", "progress": False}
    with pytest.warns(isocount.UnreadWarning):
        first = isocount.count_many("smiles:CC", tmp_path / "m.smi", **ask)
    with pytest.warns(isocount.UnreadWarning):
        again = isocount.count_many("smiles:CC", tmp_path / "m.smi", **ask)
    assert first["answer"].tolist() == again["answer"].tolist() == ["exact", "none", "exact"]
    assert first["reason"].tolist() == again["reason"].tolist()


@pytest.mark.parametrize("bad", [[(0, 1), (1,)], nx.Graph([(0, 1)]), None, 5], ids=str)
def test_one_object_that_cannot_be_read_is_recorded(bad: Any) -> None:
    # A graph without the attribute that the labels come from.
    by = {"node_label": "kind"} if isinstance(bad, nx.Graph) else {}
    for place, pair in (("graph", ("a-b", bad)), ("pattern", (bad, "a-b"))):
        with pytest.raises(isocount.IsocountError):
            isocount.count_many(*pair, progress=False, **by)
        with pytest.warns(isocount.UnreadWarning, match=f"1 {place} could not be read"):
            table = isocount.count_many(*pair, progress=False, on_error="record", **by)
        assert table["answer"].tolist() == ["none"] and f"the {place} could not be read" in table["reason"][0]
