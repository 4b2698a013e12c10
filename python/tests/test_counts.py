"""Counts through networkx, by hand and against networkx's own matcher."""

from __future__ import annotations

import networkx as nx
import pytest

import isocount


def test_triangles_of_karate() -> None:
    karate = nx.karate_club_graph()
    answer = isocount.count(nx.cycle_graph(3), karate, unit="subgraphs")
    assert answer == 45
    assert int(answer) == sum(nx.triangles(karate).values()) // 3


@pytest.mark.parametrize(
    ("semantics", "unit", "expected"),
    [
        ("homomorphism", "mappings", 18),
        ("monomorphism", "mappings", 10),
        ("monomorphism", "subgraphs", 5),
        ("induced", "mappings", 4),
        ("induced", "subgraphs", 2),
    ],
)
def test_a_path_in_a_kite_in_every_meaning(semantics: str, unit: str, expected: int) -> None:
    kite = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3)])
    assert isocount.count(nx.path_graph(3), kite, semantics, unit) == expected


def test_undirected_objects_are_undirected_and_directed_ones_are_not() -> None:
    ring, arc = nx.cycle_graph(3, nx.DiGraph), nx.DiGraph([(0, 1)])
    assert isocount.count(arc, ring) == 3
    assert isocount.count(nx.Graph([(0, 1)]), ring) == 0
    assert isocount.count(arc, nx.cycle_graph(3)) == 6
    assert isocount.count(nx.Graph([(0, 1)]), ring, ignore="directions") == 6


def test_labels_by_attribute_function_and_mapping() -> None:
    graph = nx.Graph([("x", "y"), ("y", "z")])
    nx.set_node_attributes(graph, {"x": "C", "y": "O", "z": "C"}, "element")
    pattern = nx.Graph([(1, 2)])
    nx.set_node_attributes(pattern, {1: "C", 2: "O"}, "element")
    assert isocount.count(pattern, graph, node_label="element") == 2
    assert isocount.count(pattern, graph, node_label=lambda node, data: data["element"]) == 2
    assert isocount.count(pattern, graph) == 4
    by_mapping = isocount.Graph(graph, node_label={"x": "C", "y": "C", "z": "C"})
    assert isocount.count(isocount.Pattern(pattern, node_label="element"), by_mapping) == 0


def test_labels_are_compared_as_python_compares_them() -> None:
    labels = [1, "1", None, ("a", 1), frozenset({1, 2}), 0.5, "0.5", "", "None", True, 2**70, "⟨None⟩", "'1'"]
    graph = nx.Graph()
    for place, label in enumerate(labels):
        graph.add_node(place, kind=label)
    for label in labels:
        single = nx.Graph()
        single.add_node("it", kind=label)
        expected = sum(1 for other in labels if other == label)
        assert isocount.count(single, graph, node_label="kind") == expected, label


def test_edge_labels_and_parallel_edges() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", kind="knows")
    graph.add_edge("a", "b", kind="likes")
    graph.add_edge("a", "b", kind="likes")
    graph.add_edge("b", "b", kind="likes")
    pattern = nx.MultiDiGraph()
    pattern.add_edge(0, 1, kind="knows")
    pattern.add_edge(0, 1, kind="likes")
    assert isocount.count(pattern, graph, edge_label="kind") == 1
    assert isocount.count(pattern, graph, edge_label=lambda u, v, data: data["kind"]) == 1
    loop = nx.DiGraph([(0, 0)])
    assert isocount.count(loop, graph) == 1
    with pytest.raises(ValueError, match="two edges from 0 to 1 with the same label"):
        isocount.count(pattern, graph)


def test_a_zero_is_explained() -> None:
    answer = isocount.count(nx.complete_graph(5), nx.path_graph(3))
    assert answer == 0
    assert answer.reason == "the pattern has 5 nodes, the graph only 3"


def test_names_of_nodes_survive() -> None:
    graph = isocount.Graph(nx.Graph([("anna", "ben"), ("ben", "carl")]))
    assert graph.nodes == ["anna", "ben", "carl"]
    assert graph.arcs[0] == ("anna", "ben", 0)
    assert isocount.Graph(nx.path_graph(3)).nodes == [0, 1, 2]


def test_a_node_without_the_attribute_is_named() -> None:
    graph = nx.path_graph(3)
    graph.nodes[0]["element"] = "C"
    with pytest.raises(ValueError, match=r"node 1 of the graph has no attribute 'element'"):
        isocount.Graph(graph, node_label="element")


def test_lists_arrays_and_directions() -> None:
    triangle = [(0, 1), (1, 2), (2, 0)]
    assert isocount.count(triangle, nx.karate_club_graph(), unit="subgraphs") == 45
    assert isocount.count(triangle, triangle) == 3
    assert isocount.count(triangle, triangle, directed=False) == 6
    with pytest.raises(ValueError, match="directed= applies to lists, arrays, tables and files"):
        isocount.count(nx.path_graph(2), nx.path_graph(2), directed=True)


def test_homomorphisms_hit_no_subgraphs() -> None:
    with pytest.raises(ValueError, match="homomorphisms cannot be counted as subgraphs"):
        isocount.count([(0, 1)], [(0, 1)], "homomorphism", "subgraphs")


def test_unknown_objects_and_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match=r"builtins\.object is not a graph that isocount knows; it accepts networkx"):
        isocount.Graph(object())
    with pytest.raises(TypeError, match="takes no argument 'node_lable'"):
        isocount.Graph([(0, 1)], node_lable="x")
    with pytest.raises(ValueError, match="`iso` is not a semantics; choose `monomorphism`, `induced` or `homomorphism`"):
        isocount.count([(0, 1)], [(0, 1)], "iso")
    with pytest.raises(ValueError, match="there is no method `fast`; the methods are"):
        isocount.count([(0, 1)], [(0, 1)], method="fast")
