"""The questions of every interface, asked in Python and of the cluster's runner: the same record, or the same refusal in the same words.

``tests/pytest.rs`` writes the questions with the answers of the library, one JSON object per line.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import isocount
from isocount import cluster
from isocount._labels import value_of
from isocount.cluster._command import main

ROOT = Path(os.environ["ISOCOUNT_ROOT"])
FOLDER = ROOT / "testdata" / "questions"
#: The fields of a record that depend on the run alone.
ASIDE = {"open_seconds", "count_seconds", "pattern_hash", "graph_hash"}
#: The cluster's runner, which writes files for each question, gets one in this many groups of random questions. A group is about one graph.
CLUSTER_EVERY = 8
GROUP = 10
#: Options of a question about all motifs, in addition to the sizes.
OF_MOTIFS = ("directed", "labels", "semantics", "method", "seed", "precision", "confidence")


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


def as_networkx(graph: dict[str, Any], undirected: bool) -> tuple[nx.Graph, dict[str, Any]]:
    """A graph of our JSON format as an object, and its labels. A label that is written as a number is one."""
    edges = graph["edges"]
    if undirected:
        # Pairs of arcs are edges.
        edges = [edge for edge in edges if not graph.get("directed", True) or edge[0] <= edge[1]]
    ends = [(min(edge[:2]), max(edge[:2])) if undirected else tuple(edge[:2]) for edge in edges]
    is_simple = len(set(ends)) == len(ends)
    kind = (nx.Graph if is_simple else nx.MultiGraph) if undirected else (nx.DiGraph if is_simple else nx.MultiDiGraph)
    made = kind(name="g")
    for node, label in enumerate(graph["nodes"]):
        columns = graph.get("node_attributes", {})
        made.add_node(node, label=value_of(str(label)), **{name: values[node] for name, values in columns.items()})
    labelled = any(len(edge) > 2 for edge in edges)
    columns = graph.get("edge_attributes", {})
    for number, edge in enumerate(edges):
        attributes = {name: values[number] for name, values in columns.items()}
        made.add_edge(edge[0], edge[1], **({"label": value_of(str(edge[2]))} if labelled else {}), **attributes)
    labels = {"node_label": "label"} if any(label != 0 for label in graph["nodes"]) else {}
    kept = {"attributes": True} if "node_attributes" in graph or "edge_attributes" in graph else {}
    return made, {**labels, **({"edge_label": "label"} if labelled else {}), **kept}


def has_no_directions(graph: dict[str, Any]) -> bool:
    """Whether every arc has its reverse, with the same label."""
    if "edge_attributes" in graph:
        return False
    arcs = [tuple(edge) for edge in graph["edges"]]
    return sorted(arcs) == sorted((arc[1], arc[0], *arc[2:]) for arc in arcs)


def ways(question: dict[str, Any], folder: Path) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """The graph of a question in every form that Python takes: a text or file, a file of JSON, objects."""
    graph = question["graph"]
    if isinstance(graph, str):
        yield "argument", placed(graph), {}
        return
    path = folder / "g.json"
    path.write_text(json.dumps(graph), encoding="utf-8")
    yield "file", path, {}
    is_undirected = not graph.get("directed", True)
    if not is_undirected:
        made, labels = as_networkx(graph, undirected=False)
        yield "object", made, labels
    if is_undirected or has_no_directions(graph):
        made, labels = as_networkx(graph, undirected=True)
        yield "undirected object", made, labels


def said(question: dict[str, Any], graph: Any, labels: dict[str, Any]) -> dict[str, Any]:
    """The answer of Python, in the form that the questions have."""
    pattern, asked = placed(question["pattern"]), options(question)
    try:
        if labels:
            # A pattern as text contains its labels.
            graph = isocount.Graph(graph, name="g", **labels)
        if question["kind"] == "motifs":
            table = isocount.motifs(graph, **motif_options(question), progress=False)
            return census(table["pattern"].tolist(), table["count"].tolist(), table.directed)
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


def motif_options(question: dict[str, Any]) -> dict[str, Any]:
    given = {name: question[name] for name in OF_MOTIFS if question.get(name) is not None}
    return {"size": tuple(question["sizes"]), **given} if question.get("sizes") else given


def census(patterns: list[str], counts: list[Any], directed: bool | None) -> dict[str, Any]:
    found = {pattern: str(count) for pattern, count in zip(patterns, counts, strict=True) if int(count)}
    return {"answer": {"directed": directed, "motifs": found}}


def per(parts: Any, what: str) -> dict[str, Any]:
    rows = []
    for place, counts in enumerate(parts.counts.tolist()):
        # An edge with a label has it as a third part.
        ends = parts.edges[place][:2] if what == "edge" else [parts.nodes[place]]
        counts = counts if isinstance(counts, list) else [counts]
        rows.append({"nodes": [str(node) for node in ends], "counts": [str(count) for count in counts]})
    return {"answer": {"complete": True, "rows": sorted(rows, key=lambda row: (row["nodes"], row["counts"]))}}


def matches(found: list[dict[str, str]]) -> dict[str, Any]:
    return {"answer": {"matches": sorted(found, key=lambda one: json.dumps(one, separators=(",", ":"), sort_keys=True))}}


def refuses(told: dict[str, Any], words: str) -> bool:
    return "refused" in told and told["refused"] in " ".join(words.split())


def difference(told: dict[str, Any], said: dict[str, Any], is_object: bool) -> str | None:
    if "refused" in told:
        same = "refused" in said and refuses(told, said["refused"])
    elif told["answer"].get("answer") == "none":
        same = told["answer"]["reason"] in said.get("none", "")
    else:
        wanted, got = dict(told["answer"]), dict(said.get("answer", {}))
        if is_object:
            wanted.pop("graph", None), got.pop("graph", None)
        if "motifs" in wanted and "motifs" in got:
            same = same_census(wanted, got)
        else:
            same = wanted == got
    return None if same else f"expected {told}\n     got {said}"


def same_census(wanted: dict[str, Any], got: dict[str, Any]) -> bool:
    """Whether two censuses have the same motifs as often. Which node of a motif with labels is called `a` depends on the numbers of the
    labels, and those on what this process has read before."""
    if wanted["directed"] != got["directed"] or wanted["motifs"] == got["motifs"]:
        return wanted["directed"] == got["directed"]
    return sorted(map(unnamed, wanted["motifs"].items())) == sorted(map(unnamed, got["motifs"].items()))


def unnamed(counted: tuple[str, str]) -> tuple[Any, ...]:
    """A motif and its count, independent of the names of its nodes: the first of all its spellings."""
    pattern, count = counted
    motif = isocount.Pattern(pattern)
    labels = [str(label) for label in motif.node_labels]
    place = {node: place for place, node in enumerate(motif.nodes)}
    arcs = [(place[tail], place[head], str(label)) for tail, head, label in motif.arcs]
    ways = (
        (tuple(labels[node] for node in order), tuple(sorted((order.index(tail), order.index(head), label) for tail, head, label in arcs)))
        for order in itertools.permutations(range(len(labels)))
    )
    return min(ways), count


def same_row(wanted: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a row of a table has the numbers of a record: digits for what is counted, otherwise the estimate and its interval."""
    if (row["answer"], row["pattern"]) != (wanted["answer"], wanted["pattern"]):
        return False
    if wanted["answer"] in ("exact", "at_least"):
        return str(row["count"]) == wanted["count"]
    if wanted["answer"] == "none":
        return (row["reason"] or "") in wanted["reason"] and bool(row["reason"])
    numbers = [None if wanted[name] is None else float(wanted[name]) for name in ("count", "low", "high")]
    return [row["value"], row["low"], row["high"]] == numbers


def test_every_question_is_answered_as_by_the_library(tmp_path: Path) -> None:
    own = interface("python")
    wrong, asked = [], Counter[str]()
    for question, told in questions():
        if question["name"] in own["cannot_be_asked"]:
            continue
        for way, graph, labels in ways(question, tmp_path):
            asked[f"{question['kind']} ({way})"] += 1
            got = said(question, graph, labels)
            if question["name"] in own["own_words"] and "refused" in got:
                continue
            problem = difference(told, got, "object" in way)
            if problem:
                wrong.append(f"{question['name']} ({way}): {problem}\n{question}")
    print(f"asked Python: {dict(asked)}")
    assert asked.total() > 2_000 and len(asked) > 12, asked
    assert not wrong, f"{len(wrong)} of {asked.total()} differ:\n" + "\n".join(wrong[:20])


def test_tables_have_the_answers_of_the_library(tmp_path: Path) -> None:
    """``count_many`` never raises for a pair without an answer: its row contains the reason."""
    own = interface("python")
    wrong, asked = [], Counter[str]()
    for question, told in questions():
        if question["kind"] != "count" or question["name"] in own["cannot_be_asked"]:
            continue
        graph = question["graph"]
        if isinstance(graph, str):
            source: Any = placed(graph)
        else:
            source = tmp_path / "g.json"
            source.write_text(json.dumps(graph), encoding="utf-8")
        try:
            table = isocount.count_many([placed(question["pattern"])], [source], progress=False, explain=True, **options(question)).to_dict()
        except isocount.IsocountError as refused:
            asked["refused"] += 1
            if not refuses(told, str(refused)) and question["name"] not in own["own_words"]:
                wrong.append(f"{question['name']}: expected {told}\n     got {refused}\n{question}")
            continue
        row = {name: values[0] for name, values in table.items()}
        asked[row["answer"]] += 1
        wanted = told.get("answer")
        if wanted is None or not same_row(wanted, row) or (row["reason"] or None) != wanted["reason"]:
            wrong.append(f"{question['name']}: expected {told}\n     got {row}\n{question}")
    print(f"asked tables: {dict(asked)}")
    assert asked.total() > 1_000 and len(asked) == 5, asked
    assert not wrong, f"{len(wrong)} of {asked.total()} differ:\n" + "\n".join(wrong[:20])


def is_for_the_cluster(question: dict[str, Any]) -> bool:
    """Whether the cluster's runner gets this question: all that were written, and some groups of the random ones."""
    kind, _, number = question["name"].rpartition(" ")
    return kind != "random" or int(number) // GROUP % CLUSTER_EVERY == 0


def source_for_the_cluster(question: dict[str, Any], folder: Path) -> str | Path:
    """A cluster counts in files, and in examples and molecules, which every node has. A graph in the notation goes into a file."""
    graph = question["graph"]
    if not isinstance(graph, str):
        path = folder / "g.json"
        path.write_text(json.dumps(graph), encoding="utf-8")
        return path
    if graph.startswith(("files/", "example:", "smiles:")):
        return placed(graph)
    path = folder / "g.pattern"
    path.write_text(graph, encoding="utf-8")
    return path


def said_by_the_cluster(question: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The answer of the cluster's runner: a row, a census, or a refusal."""
    source, run = source_for_the_cluster(question, folder), {"progress": False, "executor": cluster.InProcess()}
    try:
        if question["kind"] == "motifs":
            found = cluster.motifs(source, folder / "out", **motif_options(question), **run).to_pydict()
            return census(found["pattern"], found["count"], found["directed"][0] if found["directed"] else None)
        report = cluster.count_many([placed(question["pattern"])], source, folder / "out", **options(question), **run)
    except isocount.IsocountError as refused:
        return {"refused": str(refused)}
    [row] = report.table().to_pylist()
    return {"row": row}


def test_the_cluster_has_the_answers_of_the_library(tmp_path: Path) -> None:
    own = interface("cluster")
    wrong, asked = [], Counter[str]()
    for number, (question, told) in enumerate(questions()):
        lacks = question["kind"] in own["lacks"]
        if question["name"] in own["cannot_be_asked"] or lacks or not is_for_the_cluster(question):
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        got = said_by_the_cluster(question, folder)
        shutil.rmtree(folder)
        asked[question["kind"] if question["name"].startswith("random") else f"written {question['kind']}"] += 1
        if "refused" in got:
            same = refuses(told, got["refused"]) or (question["name"] in own["own_words"] and "refused" in told)
        elif question["kind"] == "motifs":
            wanted, found = told.get("answer", {}), got["answer"]
            if not found["motifs"] and found["directed"] is None:
                # A table without rows does not say whether directions mattered.
                found["directed"] = wanted.get("directed")
            same = "motifs" in wanted and same_census(wanted, found)
        else:
            asked[got["row"]["answer"]] += 1
            same = "answer" in told and same_row(told["answer"], got["row"])
        if not same:
            wrong.append(f"{question['name']}: expected {told}\n     got {got}\n{question}")
    print(f"asked the cluster: {dict(asked)}")
    assert asked["count"] > 100 and asked["written count"] > 60 and asked["written motifs"] > 5 and asked["estimate"] > 3, asked
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:20])


def test_every_exception_is_a_question() -> None:
    names = {question["name"] for question, _ in questions()}
    for name in ("python", "cluster"):
        listed = interface(name)
        missing = (set(listed["own_words"]) | set(listed["cannot_be_asked"])) - names
        assert not missing, f"{name}: no question is called {missing}"


def test_what_is_lacking_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The cluster has no counts per node and no matches. It refuses them, in Python and on the command line, instead of ignoring a part."""
    lacks = interface("cluster")["lacks"]
    assert sorted(lacks) == ["find", "per"]
    run = {"progress": False, "executor": cluster.InProcess()}
    for question, _ in questions():
        if question["kind"] in lacks and not question["name"].startswith("random"):
            arguments = {"per": question["per"]} if question["kind"] == "per" else {"limit": question["limit"]}
            with pytest.raises(TypeError, match=next(iter(arguments))):
                cluster.count_many("a-b", "example:karate", tmp_path / "out", **arguments, **run)
    assert not (tmp_path / "out").exists()
    for arguments in (["count", "a-b", "example:karate", "--per", "node"], ["find", "a-b", "example:karate"]):
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--out", str(tmp_path / "out")])
        assert ended.value.code == 2 and ("--per is not supported" in capsys.readouterr().err or arguments[0] == "find")
    with pytest.raises(TypeError, match="per"):
        isocount.count("a-b", "a-b", per="node")
