"""Graphs of every library."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import rustworkx as rx
import scipy.sparse
from rdkit import Chem

import isocount
import isocount._labels

EDGES = [(0, 1), (1, 2), (2, 0), (2, 3)]
TRIANGLE = nx.cycle_graph(3)


def arrays() -> dict[str, Any]:
    """One graph, in every form."""
    both = np.array([*EDGES, *[(v, u) for u, v in EDGES]])
    undirected = rx.PyGraph()
    undirected.add_nodes_from(list("abcd"))
    undirected.add_edges_from([(u, v, None) for u, v in EDGES])
    dense = np.zeros((4, 4), int)
    dense[both[:, 0], both[:, 1]] = 1
    return {
        "networkx": nx.Graph(EDGES),
        "multigraph": nx.MultiGraph([*EDGES, EDGES[0]]),
        "igraph": igraph.Graph(4, EDGES),
        "rustworkx": undirected,
        "scipy csr": scipy.sparse.csr_matrix(dense),
        "scipy coo": scipy.sparse.coo_array(dense),
        "PyG": SimpleNamespace(edge_index=both.T, num_nodes=4),
        "DGL": SimpleNamespace(
            num_nodes=lambda: 4, edges=lambda: (both[:, 0], both[:, 1]), ndata={}, edata={}
        ),
    }


@pytest.mark.parametrize("name", list(arrays()))
def test_undirected_objects(name: str) -> None:
    graph = isocount.Graph(arrays()[name])
    assert (graph.num_nodes, graph.num_arcs) == (4, 8)
    assert isocount.count(TRIANGLE, graph, unit="subgraphs") == 1
    assert isocount.count(TRIANGLE, arrays()[name], unit="subgraphs") == 1


@pytest.mark.parametrize(
    "edges",
    [
        np.array(EDGES),
        np.array(EDGES).T,
        EDGES,
        [list(edge) for edge in EDGES],
        pd.DataFrame(EDGES, columns=["source", "target"]),
        pd.DataFrame(EDGES),
        pl.DataFrame({"src": [u for u, _ in EDGES], "dst": [v for _, v in EDGES]}),
        {"tail": [u for u, _ in EDGES], "head": [v for _, v in EDGES]},
    ],
    ids=["rows", "edge index", "list", "lists", "pandas", "pandas without names", "polars", "columns"],
)
def test_edges_have_directions_unless_it_is_said(edges: Any) -> None:
    assert isocount.Graph(edges).num_arcs == 4
    assert isocount.Graph(edges).directed
    undirected = isocount.Graph(edges, directed=False)
    assert (undirected.num_nodes, undirected.num_arcs, undirected.num_edges) == (4, 8, 4)
    assert isocount.count(TRIANGLE, undirected, unit="subgraphs") == 1


def test_tables_have_names_and_labels() -> None:
    frame = pd.DataFrame({"who": ["anna", "ben"], "whom": ["ben", "carl"], "how": ["likes", "knows"]})
    graph = isocount.Graph(frame, source="who", target="whom", edge_label="how", node_label=lambda name: name[0])
    assert graph.nodes == ["anna", "ben", "carl"]
    assert graph.node_labels == ["a", "b", "c"]
    assert graph.arcs == [("anna", "ben", "likes"), ("ben", "carl", "knows")]
    with pytest.raises(ValueError, match="the table has no column 'why'; its columns are 'who', 'whom', 'how'"):
        isocount.Graph(frame, source="who", target="whom", edge_label="why")


def test_igraph_names_and_labels() -> None:
    graph = igraph.Graph(3, [(0, 1), (1, 2)], directed=True)
    graph.vs["name"], graph.vs["element"], graph.es["bond"] = ["x", "y", "z"], ["C", "O", "C"], [1, 2]
    ours = isocount.Graph(graph, node_label="element", edge_label="bond")
    assert ours.arcs == [("x", "y", 1), ("y", "z", 2)]
    assert ours.node_labels == ["C", "O", "C"]
    assert isocount.Graph(graph, node_label=lambda vertex: vertex.index % 2).node_labels == [0, 1, 0]
    with pytest.raises(ValueError, match="has no attribute 'mass'"):
        isocount.Graph(graph, node_label="mass")


def test_rustworkx_holes_and_payloads() -> None:
    graph = rx.PyDiGraph()
    graph.add_nodes_from([{"kind": "a"}, {"kind": "b"}, {"kind": "c"}])
    graph.add_edge(0, 2, "x")
    graph.remove_node(1)
    ours = isocount.Graph(graph, node_label="kind", edge_label=True)
    assert (ours.nodes, ours.node_labels, ours.arcs) == ([0, 2], ["a", "c"], [(0, 2, "x")])
    assert ours.directed


def test_pyg_labels() -> None:
    data = SimpleNamespace(
        edge_index=np.array([[0, 1], [1, 0]]),
        x=np.array([[0, 1], [1, 0]]),
        z=np.array([6, 8]),
        edge_attr=np.array([[1], [1]]),
        num_nodes=2,
    )
    assert isocount.Graph(data, node_label="z").node_labels == [6, 8]
    assert isocount.Graph(data, node_label="x").node_labels == [(0, 1), (1, 0)]
    assert isocount.Graph(data, node_label=lambda data: data.x.argmax(1)).node_labels == [1, 0]
    assert isocount.Graph(data, edge_label="edge_attr").arcs == [(0, 1, 1), (1, 0, 1)]
    assert not isocount.Graph(data).directed
    with pytest.raises(ValueError, match="have no attribute 'y'"):
        isocount.Graph(data, node_label="y")
    data.edge_index = np.array([[0, 2], [1, 0]])
    with pytest.raises(ValueError, match="edge_index names node 2, but there are 2 nodes"):
        isocount.Graph(data)


def test_scipy_labels_and_directions() -> None:
    matrix = scipy.sparse.csr_array(np.array([[0, 2, 0], [0, 0, 3], [0, 0, 0]]))
    graph = isocount.Graph(matrix, edge_label="data", node_label=["a", "b", "c"])
    assert graph.directed
    assert graph.arcs == [(0, 1, 2), (1, 2, 3)]
    with pytest.raises(ValueError, match="as many rows as columns"):
        isocount.Graph(scipy.sparse.csr_array(np.ones((2, 3))))


def test_molecules() -> None:
    phenol, ring = Chem.MolFromSmiles("Oc1ccccc1"), Chem.MolFromSmiles("c1ccccc1")
    assert isocount.count(ring, phenol) == 12
    assert isocount.count("smiles:c1ccccc1", phenol) == 12
    assert isocount.Graph(phenol).checksum() == isocount.Graph("smiles:Oc1ccccc1").checksum()
    salt = Chem.MolFromSmiles("[NH4+].[13CH4]")
    assert isocount.Graph(salt, node_label="element,charge,hydrogens,isotope").node_labels == ["NH4+", "13CH4"]
    assert isocount.Graph(phenol, node_label=["element", "aromaticity"]).node_labels[:2] == ["O", "c"]
    assert isocount.Graph(phenol, node_label=lambda atom: atom.GetAtomicNum(), edge_label=False).node_labels[:2] == [8, 6]
    with pytest.raises(ValueError, match="node_label='mass' does not label atoms"):
        isocount.Graph(phenol, node_label="mass")
    with pytest.raises(ValueError, match="is a query, not an atom"):
        isocount.Pattern(Chem.MolFromSmarts("[C,N]"))


def test_files(tmp_path: Path) -> None:
    karate = nx.karate_club_graph()
    for file, write in {
        "k.gml": nx.write_gml,
        "k.graphml": nx.write_graphml,
        "k.net": nx.write_pajek,
    }.items():
        path = tmp_path / file
        write(karate, path)
        graph = isocount.Graph(path, edge_label=False)
        assert graph.name == "k"
        assert isocount.count(TRIANGLE, isocount.Graph(path, edge_label=False, node_label=False), unit="subgraphs") == 45
    labelled = isocount.Graph(tmp_path / "k.gml", node_label="club", edge_label=False)
    assert labelled.node_labels == [karate.nodes[node]["club"] for node in karate]
    pattern = nx.Graph([(0, 1)])
    nx.set_node_attributes(pattern, {0: "Mr. Hi", 1: "Officer"}, "club")
    across = isocount.count(isocount.Pattern(pattern, node_label="club"), labelled)
    assert across == sum(karate.nodes[u]["club"] != karate.nodes[v]["club"] for u, v in karate.edges)
    packed = tmp_path / "k.gml.gz"
    packed.write_bytes(gzip.compress((tmp_path / "k.gml").read_bytes()))
    assert isocount.Graph(str(packed), edge_label=False).num_edges == 78


def test_mistakes_in_files_have_a_place(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="check the spelling") as missing:
        isocount.Graph(tmp_path / "no.gml")
    assert isinstance(missing.value, isocount.errors.FileError)
    bad = tmp_path / "bad.gml"
    bad.write_text("graph [\n  node [ id 0 ]\n  edge [ source 0 target 7 ]\n]\n")
    with pytest.raises(ValueError) as wrong:
        isocount.Graph(bad)
    assert isinstance(wrong.value, isocount.errors.FormatError)
    assert (wrong.value.line, wrong.value.column is not None) == (3, True)
    assert "bad.gml:3:" in str(wrong.value)
    with pytest.raises(ValueError, match="no argument|takes no argument") as error:
        raise ValueError("takes no argument")
    del error


def test_collections(tmp_path: Path) -> None:
    for number in (3, 4, 5):
        nx.write_gml(nx.cycle_graph(number), tmp_path / f"ring{number}.gml")
    assert [graph.name for graph in isocount.read_graphs(tmp_path)] == ["ring3", "ring4", "ring5"]


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        (np.zeros((3, 4)), "has the shape"),
        (np.array([[0.5, 1.0]]), "are of type float64"),
        (np.array([[-1, 0]]), "names node -1"),
        ([(0,)], "is not an edge"),
        ([([], 1)], "unhashable"),
        (np.array([[0, 2**40]]), "names node 1099511627776, so that there would be"),
    ],
)
def test_bad_edges(edges: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        isocount.Graph(edges)


def test_unhashable_labels_are_named() -> None:
    graph = nx.Graph()
    graph.add_node(0, kind=[1, 2])
    with pytest.raises(ValueError, match=r"the node label \[1, 2\] of the graph is not hashable"):
        isocount.Graph(graph, node_label="kind")


def test_labels_in_lists_and_isolated_nodes() -> None:
    graph = isocount.Graph([(2, 1), (1, 0)], node_label=["a", "b", "c"], directed=False)
    assert (graph.nodes, graph.node_labels) == ([0, 1, 2], ["a", "b", "c"])
    assert isocount.Graph(np.array([[0, 1]]), num_nodes=5).num_nodes == 5
    assert isocount.Graph([(0, 1)], num_nodes=5).num_nodes == 5
    assert isocount.Graph([(0, 1, "x")], edge_label=True).arcs == [(0, 1, "x")]
    assert isocount.Graph(np.empty((0, 2), int)).num_nodes == 0
    with pytest.raises(ValueError, match="the pattern has no nodes"):
        isocount.Pattern(np.empty((0, 2), int))


def test_patterns_as_text() -> None:
    karate = nx.karate_club_graph()
    assert isocount.count("triangle", karate, unit="subgraphs") == 45
    assert isocount.count("a-b-c-a", karate, unit="subgraphs") == 45
    pattern = isocount.Pattern("a:C-b:O")
    assert (pattern.nodes, pattern.node_labels, pattern.directed) == (["a", "b"], ["C", "O"], False)
    assert isocount.count(pattern, Chem.MolFromSmiles("CO"), ignore="edge_labels") == 1
    assert isocount.count("a:1-b:2", isocount.Graph([(0, 1)], node_label=[1, 2], directed=False)) == 1
    assert isocount.count("a->b", "a->b->c") == 2
    with pytest.raises(ValueError, match="expected"):
        isocount.Pattern("a-")


def test_patterns_with_sets_of_labels() -> None:
    pattern = isocount.Pattern("a:C|N-b:!C-(:*)")
    assert pattern.node_labels[0] == frozenset({"C", "N"})
    assert repr(pattern.node_labels[1]) == "AllBut({'C'})" and repr(pattern.node_labels[2]) == "AllBut()"
    again = pickle.loads(pickle.dumps(pattern))
    assert again == pattern and again != isocount.Pattern("a:C|O-b:!C-(:*)")
    graph = isocount.Graph([(0, 1), (1, 2)], node_label=["C", "O", "C"], directed=False)
    assert isocount.count(pattern, graph) == 2


def test_patterns_with_absent_arcs() -> None:
    kite = [(0, 1), (1, 2), (2, 0), (2, 3)]
    typed = isocount.Pattern("0-1-2, 0!-2")
    assert [arc[:2] for arc in typed.absent] == [(0, 2), (2, 0)] and typed.num_edges == 2
    graph = isocount.Graph(kite, directed=False)
    assert isocount.count(typed, graph) == 4
    assert pickle.loads(pickle.dumps(typed)) == typed
    wedge = nx.Graph([(0, 1), (1, 2)])
    wedge.add_edge(0, 2, absent=True)
    made = isocount.Pattern(wedge)
    assert (made.num_edges, len(made.absent)) == (2, 2)
    assert isocount.count(made, graph) == 4
    assert isocount.count(isocount.Graph(wedge), graph) == 6
    other = igraph.Graph([(0, 1), (1, 2), (0, 2)])
    other.es["absent"] = [False, False, True]
    assert isocount.count(isocount.Pattern(other), graph) == 4
    arcs = nx.DiGraph()
    arcs.add_edge("a", "b", kind="x")
    arcs.add_edge("b", "a", kind="y", absent=True)
    labelled = isocount.Pattern(arcs, edge_label="kind")
    assert labelled.absent == [("b", "a", "y")]
    assert isocount.count(labelled, isocount.Graph("1-[x]->2, 2-[y]->1, 3-[x]->4, 5-[x]->6, 6->5")) == 2


@pytest.mark.parametrize("label", ["C", "7", 7, "'7'", '"q"', "'", "''", "\"'7'\"", "0.5", 0.5, "⟨x⟩", "C|D", "x y", "nan", "1e5", "-3", "\\"])
def test_a_label_is_the_same_in_a_file_and_in_an_object(label: Any, tmp_path: Path) -> None:
    made = isocount.Graph([(0, 1)], node_label=[label, "other"], directed=False)
    name = isocount._labels.name_of(label)
    (tmp_path / "g.json").write_text(json.dumps({"directed": False, "nodes": [name, "other"], "edges": [[0, 1]]}))
    read = isocount.Graph(tmp_path / "g.json")
    assert read.checksum() == made.checksum() and isocount.count(made, read) == 1
    assert read.node_labels == made.node_labels == [label, "other"]


#: Objects, and options that do not apply to them.
IDLE = [
    (nx.path_graph(3), {"num_nodes": 100}, "num_nodes= is the number of nodes of an array or list"),
    (nx.path_graph(3), {"source": "a", "target": "b"}, "source= names a column"),
    (nx.path_graph(3), {"directed": True}, "directed= applies to"),
    (nx.path_graph(3), {"atom_label": "charge"}, "there is no molecule; .* node_label="),
    ([(0, 1)], {"source": "a", "target": "b"}, "source= names a column"),
    ([(0, 1)], {"format": "gml"}, "format= is the format of a file"),
    (np.array([[0, 1]]), {"duplicates": "merge"}, "duplicates= determines"),
    (np.ones((3, 3)), {"num_nodes": 5}, "num_nodes= goes with edges, and an adjacency matrix"),
    (scipy.sparse.csr_array(np.ones((3, 3))), {"num_nodes": 5}, "num_nodes= is"),
    (pd.DataFrame({"u": [0], "v": [1]}), {"num_nodes": 5}, "num_nodes= is"),
    (igraph.Graph(2, [(0, 1)]), {"num_nodes": 5}, "num_nodes= is"),
    (rx.generators.path_graph(3), {"directed": False}, "directed= applies to"),
    (Chem.MolFromSmiles("CO"), {"hydrogens": "explicit"}, "hydrogens= determines .* Chem.AddHs"),
    (Chem.MolFromSmiles("CO"), {"smarts": True}, "SMARTS are compared with molecules that isocount reads itself"),
    (Chem.MolFromSmiles("CO"), {"directed": True}, "directed= applies to"),
    ("smiles:CC", {"directed": True}, "directed= applies to"),
    ("a->b", {"directed": False}, "directed= applies to"),
    ("a->b", {"num_nodes": 5}, "num_nodes= is"),
    ("a->b", {"source": "a", "target": "b"}, "there is no table"),
]


@pytest.mark.parametrize("kind", [isocount.Graph, isocount.Pattern])
@pytest.mark.parametrize(("source", "options", "message"), IDLE, ids=[f"{type(source).__name__} {options}" for source, options, _ in IDLE])
def test_an_option_that_an_object_cannot_use_is_refused(kind: Any, source: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(isocount.InputError, match=message):
        kind(source, **options)


@pytest.mark.parametrize(
    "make",
    [
        lambda: isocount.count("a-b", "a-b", smarts="yes"),
        lambda: isocount.Graph("smiles:CC", smarts="yes"),
        lambda: isocount.Graph("edges.csv", format=3),
        lambda: isocount.count("a-b", "edges.csv", format=3),
        lambda: isocount.Graph([(0, 1)], name=3),
        lambda: isocount.Graph("a-b", name=3),
        lambda: isocount.Graph([(0, 1)], directed="no"),
        lambda: isocount.Graph([(0, 1)], directed=0),
        lambda: isocount.count("a-b", [(0, 1)], directed="no"),
        lambda: isocount.Graph((np.array([0]), np.array([1, 2]))),
        lambda: isocount.Graph((np.array([[0]]), np.array([[1]]))),
        lambda: isocount.count("a-b", "a-b", semantics=3),
        lambda: isocount.count("a-b", "a-b", semantics=["induced"]),
        lambda: isocount.count("a-b", "a-b", ignore=3),
        lambda: isocount.count("a-b", "a-b", ignore=["directions", 3]),
        lambda: isocount.count("a-b", "a-b", step_limit=2**64),
        lambda: isocount.count("a-b", "a-b", forecast="soon"),
        lambda: isocount.count_many("a-b", "a-b", output=3),
        lambda: isocount.count_many("a-b", "a-b", explain="yes"),
        lambda: isocount.count_many("a-b", "a-b", progress="yes"),
        lambda: isocount.read_graphs(3),
        lambda: isocount._reading.Reader(None, None, None, {"fromat": "gml"}),
    ],
)
def test_what_an_option_cannot_be_is_an_input_error(make: Any) -> None:
    with pytest.raises(isocount.InputError):
        make()


def test_two_arrays_are_tails_and_heads() -> None:
    for number in (1, 2, 3):
        tails, heads = np.arange(number), np.arange(number) + 1
        assert [arc[:2] for arc in isocount.Graph((tails, heads)).arcs] == [(at, at + 1) for at in range(number)]
    assert not isocount.Graph([(0, 1)], directed=np.False_).directed
