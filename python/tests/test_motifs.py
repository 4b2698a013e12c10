"""The census compared with networkx and igraph, and per node."""

from __future__ import annotations

import pickle
from itertools import combinations
from pathlib import Path

import igraph
import networkx as nx
import numpy as np
import pytest

import isocount
from isocount.errors import InputError


def counts(table: isocount.Table) -> dict[str, int]:
    names = [name or pattern for name, pattern in zip(table["motif"], table["pattern"], strict=True)]
    return dict(zip(names, table["count"].tolist(), strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_triads_are_those_of_networkx(seed: int) -> None:
    graph = nx.gnp_random_graph(30, 0.02 + 0.02 * seed, seed=seed, directed=True)
    ours = counts(isocount.motifs(graph, 3, directed=True))
    theirs = nx.triadic_census(graph)
    # A census of motifs has the connected ones.
    assert {code: theirs[code] for code in ours} == ours
    assert set(theirs) - set(ours) == {"003", "012", "102"}


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("size", [3, 4])
def test_motifs_are_those_of_igraph(directed: bool, size: int) -> None:
    for seed in range(5):
        graph = nx.gnp_random_graph(25, 0.05 + 0.05 * seed, seed=seed, directed=directed)
        table = isocount.motifs(graph, size, directed=directed)
        theirs = igraph.Graph.from_networkx(graph).motifs_randesu(size)
        # igraph has classes of its own numbering, without a count (nan) if they are not connected.
        for row in table:
            motif = nx.DiGraph() if directed else nx.Graph()
            for edge in row["pattern"].split(", "):
                arrow = "->" in edge
                tail, head = edge.split("->" if arrow else "-")
                motif.add_edge(tail, head)
                if directed and not arrow:
                    motif.add_edge(head, tail)
            kind = igraph.Graph.from_networkx(motif).isoclass()
            assert theirs[kind] == row["count"], row


def test_per_node_counts_follow_from_the_definition() -> None:
    graph = nx.gnp_random_graph(12, 0.4, seed=3)
    found, titles = isocount.node_counts(graph, (3, 5))
    assert titles == [f"orbit {number}" for number in range(1, 73)]
    assert found.dtype == np.int64
    assert found[:, 2].tolist() == list(nx.triangles(graph).values())
    cliques = [0] * 12
    for nodes in combinations(range(12), 4):
        if graph.subgraph(nodes).number_of_edges() == 6:
            for node in nodes:
                cliques[node] += 1
    assert found[:, 13].tolist() == cliques
    per_motif, names = isocount.node_counts(graph, (3, 5), per="motif")
    table = isocount.motifs(graph, (3, 5))
    assert names == table["motif"].tolist()
    assert per_motif.sum(axis=0).tolist() == (table["count"] * table["size"]).tolist()


def test_labels_tell_motifs_apart() -> None:
    graph = nx.Graph([(0, 1), (1, 2), (2, 3)])
    nx.set_node_attributes(graph, {0: "C", 1: "O", 2: "C", 3: "C"}, "element")
    table = isocount.motifs(graph, 3, labels=True, node_label="element")
    assert table["count"].tolist() == [1, 1]
    assert all("C" in pattern and "O" in pattern for pattern in table["pattern"])


def test_surprise_is_the_same_for_any_number_of_threads_and_after_a_stop(tmp_path: Path) -> None:
    karate = nx.karate_club_graph()
    samples = tmp_path / "samples.jsonl"
    first = isocount.motifs(karate, 3, null="degree", samples=10, threads=1, samples_file=samples)
    again = isocount.motifs(karate, 3, null="degree", samples=20, threads=2, samples_file=samples)
    fresh = isocount.motifs(karate, 3, null="degree", samples=20, threads=2)
    assert len(samples.read_text().splitlines()) == 21
    assert again.to_dict() == fresh.to_dict()
    assert first["count"].tolist() == fresh["count"].tolist()
    assert 0 < fresh["p"][0] <= 1
    with pytest.raises(isocount.errors.FormatError, match="another question"):
        isocount.motifs(karate, 4, null="degree", samples=10, samples_file=samples)


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(InputError, match="3 to 5"):
        isocount.motifs([(0, 1)], 6, directed=True)
    with pytest.raises(InputError, match="`induced` or `monomorphism`, not `homomorphism`"):
        isocount.motifs([(0, 1)], 3, semantics="homomorphism")
    with pytest.raises(InputError, match="null"):
        isocount.motifs([(0, 1)], 3, null="erdos")
    with pytest.raises(InputError, match="per"):
        isocount.node_counts([(0, 1)], 3, per="face")


def test_counts_per_edge_sum_up() -> None:
    graph = nx.gnp_random_graph(14, 0.4, seed=5)
    edges, found, titles = isocount.node_counts(graph, (3, 4), per="edge")
    table = isocount.motifs(graph, (3, 4))
    assert titles == table["motif"].tolist()
    links = [len(pattern.split(", ")) for pattern in table["pattern"]]
    assert found.sum(axis=0).tolist() == [n * k for n, k in zip(table["count"].tolist(), links, strict=True)]
    assert [tuple(edge) for edge in edges.tolist()] == sorted(tuple(sorted(edge)) for edge in graph.edges)


def test_a_sample_has_intervals_and_a_seed() -> None:
    karate = nx.karate_club_graph()
    exact = isocount.motifs(karate, (3, 5))
    sample = isocount.motifs(karate, (3, 5), method="sample", draws=100_000, seed=1)
    again = isocount.motifs(karate, (3, 5), method="sample", draws=100_000, seed=1, threads=1)
    assert sample["count"].tolist() == again["count"].tolist()
    held = 0
    for seed in range(10):
        sample = isocount.motifs(karate, (3, 5), method="sample", draws=20_000, seed=seed)
        held += ((sample["low"] <= exact["count"]) & (exact["count"] <= sample["high"])).sum()
    # Of 290 intervals, 95 % should contain the count; those of one seed are not independent.
    assert held >= 261
    with pytest.raises(InputError):
        isocount.motifs(karate, 3, draws=10)
    with pytest.raises(InputError):
        isocount.motifs(karate, 3, method="guess")


def test_one_pattern_per_node_edge_and_orbit() -> None:
    graph = nx.gnp_random_graph(30, 0.3, seed=2)
    triangle = nx.complete_graph(3)
    nodes, numbers = isocount.count_per(triangle, graph, unit="subgraphs")
    assert dict(zip(nodes, numbers.tolist(), strict=True)) == nx.triangles(graph)
    edges, counts = isocount.count_per(triangle, graph, unit="subgraphs", per="edge")
    expected = [len(set(graph[a]) & set(graph[b])) for a, b in edges]
    assert counts.tolist() == expected
    path = nx.path_graph(3)
    same, found, orbits = isocount.count_per(path, graph, "homomorphism", per="orbit")
    assert same == nodes == list(graph)
    assert orbits == ["0 2", "1"]
    degrees = np.array([degree for _, degree in graph.degree])
    assert found[:, 1].tolist() == (degrees**2).tolist()
    assert found[:, 0].sum() == 2 * found[:, 1].sum()
    with pytest.raises(InputError):
        isocount.count_per(path, graph, per="face")
    with pytest.warns(isocount.BoundsWarning, match="lower bounds"):
        isocount.count_per(nx.path_graph(12), graph, per="node", time_limit=0.01)


def test_counts_per_node_and_edge_have_the_names_of_the_graph() -> None:
    friends = nx.relabel_nodes(nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]), dict(enumerate(["anna", "ben", "carl", "dora"])))
    found = isocount.count_per("triangle", friends, unit="subgraphs")
    assert found == isocount.PerNode(found.nodes, found.counts) and dict(zip(*found, strict=True)) == nx.triangles(friends)
    edges = isocount.count_per("triangle", friends, unit="subgraphs", per="edge")
    assert [edge for edge, count in zip(edges.edges, edges.counts, strict=True) if count] == [("anna", "ben"), ("anna", "carl"), ("ben", "carl")]
    # Edges between the same nodes are distinguished by their labels.
    graph = nx.MultiDiGraph([("a", "b", "knows"), ("a", "b", "likes"), ("b", "c", "knows")])
    pattern = nx.MultiDiGraph([(0, 1, "knows")])
    arcs = isocount.count_per(pattern, graph, per="edge", edge_label="key")
    assert dict(zip(arcs.edges, arcs.counts.tolist(), strict=True)) == {("a", "b", "knows"): 1, ("a", "b", "likes"): 0, ("b", "c", "knows"): 1}


@pytest.mark.parametrize("directed", [False, True])
def test_the_census_follows_the_directions_of_its_graph(directed: bool) -> None:
    graph = nx.gnp_random_graph(20, 0.2, seed=4, directed=directed)
    found = isocount.motifs(graph, 3)
    assert found.directed is directed and found.to_dict() == isocount.motifs(graph, 3, directed=directed).to_dict()
    if directed:
        theirs = nx.triadic_census(graph)
        assert {code: theirs[code] for code in counts(found)} == counts(found)
    without = isocount.motifs(graph, 3, directed=False)
    assert without.directed is False and without.to_dict() == isocount.motifs(nx.Graph(graph), 3).to_dict()
    sampled = isocount.motifs(graph, 3, method="sample", draws=1000)
    assert sampled.directed is directed and len(sampled) == len(found)
    assert pickle.loads(pickle.dumps(found)).directed is directed
    numbers, titles = isocount.node_counts(graph, 3, per="motif")
    assert titles == list(counts(found)) and numbers.sum(axis=0).tolist() == [3 * count for count in counts(found).values()]
    assert isocount.count_many(nx.path_graph(2), nx.path_graph(3), progress=False).directed is None


def test_the_census_of_edges_without_a_library_has_their_directions(tmp_path: Path) -> None:
    edges = [(0, 1), (1, 2), (2, 0), (2, 3)]
    (tmp_path / "edges.csv").write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in edges))
    for source in (edges, np.array(edges), nx.DiGraph(edges), tmp_path / "edges.csv"):
        assert isocount.motifs(source, 3).directed is True
        flat = isocount.motifs(source, 3, directed=False)
        assert flat.directed is False and counts(flat) == {"path of 3": 2, "triangle": 1}
    assert isocount.motifs("a-b-c-a", 3).directed is False


def test_directions_are_decided_as_the_engine_decides_them() -> None:
    both_ways = nx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 1)])
    assert isocount.Graph(both_ways).directed and isocount.motifs(both_ways, 3).directed is False
    assert isocount.motifs(both_ways, 3, directed=True).directed is True
    # An edge whose arcs have different labels has a direction only where labels matter.
    labels = isocount.Graph("0-[x]->1, 1-[y]->0, 1-[x]->2, 2-[x]->1")
    assert labels.directed and isocount.motifs(labels, 3).directed is False
    assert isocount.motifs(labels, 3, labels=True).directed is True
    assert isocount.node_counts(both_ways, 3)[1] == ["orbit 1", "orbit 2", "orbit 3"]


#: Options of a census that would have no effect, and a part of the message.
UNUSED = [
    ({"samples": 10}, "samples= needs null="),
    ({"samples": 10, "method": "sample"}, "samples= needs null="),
    ({"seed": 1}, "`seed` has no effect"),
    ({"confidence": 0.9}, "`confidence`"),
    ({"confidence": 0.9, "null": "degree"}, "`confidence`"),
    ({"draws": 10}, "`draws`"),
    ({"precision": 0.1}, "`precision`"),
    ({"time_limit": 1}, "`time_limit`"),
    ({"method": "sample", "null": "degree"}, "randomised graphs"),
    ({"method": "sample", "semantics": "monomorphism"}, "monomorphisms"),
]


@pytest.mark.parametrize(("options", "message"), UNUSED)
def test_an_option_of_a_census_without_effect_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        isocount.motifs(nx.karate_club_graph(), 3, progress=False, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {"size": (3.7, 4.9)}, {"size": "34"}, {"size": (3, 4, 5)}, {"size": -1}, {"size": 2**70}, {"size": (5, 3)}, {"threads": -1}, {"threads": 0},
        {"seed": -1, "null": "degree"}, {"seed": 1.5, "null": "degree"}, {"seed": 2**64, "null": "degree"}, {"samples": 0, "null": "degree"},
        {"samples": "10", "null": "degree"}, {"draws": 0, "method": "sample"}, {"draws": 2.5, "method": "sample"}, {"precision": "0.1", "method": "sample"},
        {"precision": 0, "method": "sample"}, {"confidence": "0.9", "method": "sample"}, {"confidence": 1, "method": "sample"},
        {"time_limit": "2s", "method": "sample"}, {"time_limit": -1, "method": "sample"}, {"labels": "no"}, {"directed": "no"}, {"null": 3}, {"method": 3},
        {"samples_file": 3, "null": "degree"}, {"semantics": 3},
    ],
    ids=str,
)  # fmt: skip
def test_what_means_nothing_to_a_census_is_an_input_error(options: dict[str, object]) -> None:
    with pytest.raises(InputError):
        isocount.motifs(nx.karate_club_graph(), progress=False, **options)  # type: ignore[arg-type]


def test_sizes_may_be_numbers_of_numpy() -> None:
    karate = nx.karate_club_graph()
    assert isocount.motifs(karate, np.int64(3)).to_dict() == isocount.motifs(karate, 3).to_dict()
    assert isocount.motifs(karate, (np.int64(3), np.uint8(4))).to_dict() == isocount.motifs(karate, [3, 4]).to_dict()  # type: ignore[arg-type]
