"""The questions of every interface, asked in Python and of the cluster's runner: the same record, or the same refusal in the same words.

``tests/pytest.rs`` writes the questions with what the library says to them, one JSON object per line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import isocount
from isocount import cluster
from isocount._labels import value_of

ROOT = Path(os.environ["ISOCOUNT_ROOT"])
FOLDER = ROOT / "testdata" / "questions"
#: What a record has that depends on the run alone.
ASIDE = {"open_seconds", "count_seconds", "pattern_hash", "graph_hash"}
#: One random question in this many is asked of the cluster's runner too, which writes files for each.
CLUSTER_EVERY = 10


def questions() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    lines = Path(os.environ["ISOCOUNT_QUESTIONS"]).read_text(encoding="utf-8").splitlines()
    return [(one["question"], one["told"]) for one in map(json.loads, lines)]


def interface(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / "interfaces" / "list.json").read_text(encoding="utf-8"))[name]


def placed(argument: str) -> str:
    return str(FOLDER / argument) if argument.startswith("files/") else argument


def options(question: dict[str, Any]) -> dict[str, Any]:
    names = ("semantics", "unit", "method", "ignore", "precision", "confidence", "seed", "replicates", "time_limit", "step_limit", "threads")
    return {name: question[name] for name in names if question.get(name) not in (None, [])}


def as_networkx(graph: dict[str, Any]) -> tuple[nx.MultiDiGraph, dict[str, str]]:
    """A graph of our JSON format as an object, and what labels it. A label that is written as a number is one."""
    made = nx.MultiDiGraph(name="g")
    for node, label in enumerate(graph["nodes"]):
        made.add_node(node, label=value_of(str(label)))
    labelled = any(len(edge) > 2 for edge in graph["edges"])
    for edge in graph["edges"]:
        made.add_edge(edge[0], edge[1], **({"label": value_of(str(edge[2]))} if labelled else {}))
    labels = {"node_label": "label"} if any(label != 0 for label in graph["nodes"]) else {}
    return made, {**labels, **({"edge_label": "label"} if labelled else {})}


def ways(question: dict[str, Any], folder: Path) -> Iterator[tuple[str, Any, dict[str, str]]]:
    """The graph of a question in every form that Python takes: a text or file, a file of JSON, an object."""
    graph = question["graph"]
    if isinstance(graph, str):
        yield "argument", placed(graph), {}
        return
    path = folder / "g.json"
    path.write_text(json.dumps(graph), encoding="utf-8")
    yield "file", path, {}
    if graph.get("directed", True):
        made, labels = as_networkx(graph)
        yield "object", made, labels


def said(question: dict[str, Any], graph: Any, labels: dict[str, str]) -> dict[str, Any]:
    """What Python says, in the form that the questions have."""
    pattern, asked = placed(question["pattern"]), options(question)
    try:
        if labels:
            # A pattern as text says its own labels.
            graph = isocount.Graph(graph, name="g", **labels)
        if question["kind"] == "motifs":
            table = isocount.motifs(
                graph,
                tuple(question.get("sizes", (3, 4))),
                directed=question.get("directed"),
                labels=question.get("labels", False),
                semantics=question.get("semantics", "induced"),
                progress=False,
            )
            counts = zip(table["pattern"].tolist(), table["count"].tolist(), strict=True)
            found = {pattern: str(count) for pattern, count in counts if count}
            return {"answer": {"directed": table.directed, "motifs": found}}
        if question["kind"] == "per":
            return per(isocount.count_per(pattern, graph, per=question["per"], **asked), question["per"])
        if question["kind"] == "find":
            found = isocount.find(pattern, graph, limit=question["limit"], **asked)
            return matches([{str(node): str(image) for node, image in one.items()} for one in found])
        answer = isocount.count(pattern, graph, **asked)
    except isocount.NoAnswer as none:
        return {"none": str(none)}
    except isocount.IsocountError as refused:
        return {"refused": str(refused)}
    return {"answer": {key: value for key, value in json.loads(answer.to_json()).items() if key not in ASIDE}}


def per(parts: Any, what: str) -> dict[str, Any]:
    rows = []
    for place, counts in enumerate(parts.counts.tolist()):
        ends = parts.edges[place] if what == "edge" else [parts.nodes[place]]
        counts = counts if isinstance(counts, list) else [counts]
        rows.append({"nodes": [str(node) for node in ends], "counts": [str(count) for count in counts]})
    return {"answer": {"complete": True, "rows": sorted(rows, key=lambda row: (row["nodes"], row["counts"]))}}


def matches(found: list[dict[str, str]]) -> dict[str, Any]:
    return {"answer": {"matches": sorted(found, key=lambda one: json.dumps(one, separators=(",", ":"), sort_keys=True))}}


def difference(told: dict[str, Any], said: dict[str, Any], is_object: bool) -> str | None:
    if "refused" in told:
        same = "refused" in said and told["refused"] in " ".join(said["refused"].split())
    elif told["answer"].get("answer") == "none":
        same = told["answer"]["reason"] in said.get("none", "")
    else:
        wanted, got = dict(told["answer"]), dict(said.get("answer", {}))
        if is_object:
            wanted.pop("graph", None), got.pop("graph", None)
        same = wanted == got
    return None if same else f"expected {told}\n     got {said}"


def test_every_question_is_answered_as_by_the_library(tmp_path: Path) -> None:
    own = interface("python")
    wrong, asked = [], 0
    for question, told in questions():
        if question["name"] in own["cannot_be_asked"]:
            continue
        for way, graph, labels in ways(question, tmp_path):
            asked += 1
            got = said(question, graph, labels)
            if question["name"] in own["own_words"] and "refused" in got:
                continue
            problem = difference(told, got, way == "object")
            if problem:
                wrong.append(f"{question['name']} ({way}): {problem}\n{question}")
    assert asked > 2_000
    assert not wrong, f"{len(wrong)} of {asked} differ:\n" + "\n".join(wrong[:20])


def test_tables_have_the_answers_of_the_library(tmp_path: Path) -> None:
    """``count_many`` never raises for a pair without an answer: its row says why."""
    wrong, asked = [], 0
    for question, told in questions():
        if question["kind"] != "count" or isinstance(question["graph"], str) or "refused" in told:
            continue
        asked += 1
        path = tmp_path / "g.json"
        path.write_text(json.dumps(question["graph"]), encoding="utf-8")
        table = isocount.count_many([question["pattern"]], [path], progress=False, explain=True, **options(question)).to_dict()
        row = {name: values[0] for name, values in table.items()}
        wanted = told["answer"]
        counts = wanted["answer"] in ("exact", "at_least")
        same = row["answer"] == wanted["answer"] and (not counts or str(row["count"]) == wanted["count"])
        if not same or (row["reason"] or None) != wanted["reason"]:
            wrong.append(f"{question['name']}: expected {wanted}\n     got {row}\n{question}")
    assert asked > 1_000
    assert not wrong, f"{len(wrong)} of {asked} differ:\n" + "\n".join(wrong[:20])


def test_the_cluster_has_the_answers_of_the_library(tmp_path: Path) -> None:
    own = interface("cluster")
    wrong, asked = [], 0
    for number, (question, told) in enumerate(questions()):
        is_random = question["name"].startswith("random")
        if question["kind"] in own["lacks"] or question["name"] in own["cannot_be_asked"]:
            continue
        if isinstance(question["graph"], str) or (is_random and number % CLUSTER_EVERY):
            continue
        asked += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "g.json").write_text(json.dumps(question["graph"]), encoding="utf-8")
        asks = {name: value for name, value in options(question).items() if name != "threads"}
        try:
            report = cluster.count_many(
                [placed(question["pattern"])], folder / "g.json", folder / "out", progress=False, executor=cluster.InProcess(), **asks
            )
            [row] = report.table().to_pylist()
        except isocount.IsocountError as refused:
            if "refused" not in told or told["refused"] not in " ".join(str(refused).split()):
                wrong.append(f"{question['name']}: expected {told}\n     got {refused}")
            continue
        wanted = told.get("answer", {})
        counts = wanted.get("answer") in ("exact", "at_least")
        same = row["answer"] == wanted.get("answer") and (not counts or row["count"] == wanted["count"])
        if not same or (wanted["answer"] == "none" and row["reason"] != wanted["reason"]):
            wrong.append(f"{question['name']}: expected {told}\n     got {row}\n{question}")
    assert asked > 100
    assert not wrong, f"{len(wrong)} of {asked} differ:\n" + "\n".join(wrong[:20])


def test_every_exception_is_a_question() -> None:
    names = {question["name"] for question, _ in questions()}
    for name in ("python", "cluster"):
        listed = interface(name)
        missing = (set(listed["own_words"]) | set(listed["cannot_be_asked"])) - names
        assert not missing, f"{name}: no question is called {missing}"


def test_what_is_lacking_is_refused() -> None:
    """The cluster has no counts per node and no matches: it has no such functions, rather than some that ignore a part."""
    for name in interface("cluster")["lacks"]:
        assert not hasattr(cluster, {"per": "count_per", "find": "find", "motifs": "no_motifs_of_one_graph"}[name])
    with pytest.raises(TypeError, match="per"):
        isocount.count("a-b", "a-b", per="node")
