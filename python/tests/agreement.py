"""Random cases, counted through every library and compared with brute force and networkx's matchers.

``python agreement.py 5000`` runs that many cases and prints what was compared.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from types import SimpleNamespace
from typing import Any

import igraph
import networkx as nx
import numpy as np
import scipy.sparse

import isocount

MEANINGS = [
    ("homomorphism", "mappings"),
    ("monomorphism", "mappings"),
    ("monomorphism", "subgraphs"),
    ("induced", "mappings"),
    ("induced", "subgraphs"),
]

#: Labels of many types; some are equal in Python, some only look alike.
LABELS: list[list[Hashable]] = [
    [None],
    ["C", "O"],
    [1, "1", 1.5],
    [("a", 1), frozenset({1, 2}), None],
    [True, 2, "True"],
    [b"x", "x", "⟨b'x'⟩"],
]


class Case:
    """A labelled multigraph: nodes with names and labels, arcs with labels."""

    def __init__(
        self, names: list[Hashable], labels: list[Hashable], arcs: set[tuple[int, int, Hashable]], directed: bool
    ) -> None:
        self.names, self.labels, self.arcs, self.directed = names, labels, arcs, directed

    @property
    def all_arcs(self) -> set[tuple[int, int, Hashable]]:
        """Both arcs of each undirected edge."""
        return self.arcs if self.directed else self.arcs | {(v, u, label) for u, v, label in self.arcs}

    @property
    def is_simple(self) -> bool:
        ends = Counter((u, v) for u, v, _ in self.all_arcs)
        return all(number == 1 for number in ends.values())


def draw(rng: random.Random, most_nodes: int, node_labels: list[Hashable], edge_labels: list[Hashable], directed: bool) -> Case:
    number = rng.randint(1, most_nodes)
    names: list[Hashable] = [f"n{place}" if rng.random() < 0.5 else ("n", place) for place in range(number)]
    arcs = set()
    for _ in range(rng.randint(0, 2 * number)):
        u, v = rng.randrange(number), rng.randrange(number)
        label = rng.choice(edge_labels)
        if directed or (v, u, label) not in arcs:
            arcs.add((u, v, label))
    return Case(names, [rng.choice(node_labels) for _ in range(number)], arcs, directed)


def part(rng: random.Random, graph: Case) -> Case:
    """Some nodes of a graph and some of the arcs between them, so that there is an occurrence to find."""
    kept = rng.sample(range(len(graph.names)), rng.randint(1, min(4, len(graph.names))))
    place = {node: new for new, node in enumerate(kept)}
    arcs = {(place[u], place[v], label) for u, v, label in graph.arcs if u in place and v in place and rng.random() < 0.9}
    return Case([("p", node) for node in kept], [graph.labels[node] for node in kept], arcs, graph.directed)


# ------------------------------------------------------------------------------------------------------------ the definitions


def all_mappings(pattern: Case, graph: Case, semantics: str) -> Iterator[tuple[int, ...]]:
    """The definition: every map from pattern nodes to graph nodes is tried."""
    arcs, wanted = graph.all_arcs, pattern.all_arcs
    injective = semantics != "homomorphism"
    nodes = range(len(graph.names))
    maps = itertools.permutations(nodes, len(pattern.names)) if injective else itertools.product(nodes, repeat=len(pattern.names))
    for image in maps:
        if any(pattern.labels[u] != graph.labels[x] for u, x in enumerate(image)):
            continue
        hit = {(image[u], image[v], label) for u, v, label in wanted}
        if not hit <= arcs:
            continue
        if semantics == "induced":
            inside = set(image)
            if any(u in inside and v in inside and (u, v, label) not in hit for u, v, label in arcs):
                continue
        yield image


def mappings(pattern: Case, graph: Case, semantics: str) -> int:
    return sum(1 for _ in all_mappings(pattern, graph, semantics))


def expected(pattern: Case, graph: Case, semantics: str, unit: str) -> int:
    number = mappings(pattern, graph, semantics)
    return number if unit == "mappings" else number // mappings(pattern, pattern, semantics)


def by_networkx(pattern: Case, graph: Case, semantics: str) -> int | None:
    """The count of networkx's own matcher; ``None`` where it counts something else."""
    if semantics == "homomorphism" or not (pattern.is_simple and graph.is_simple):
        return None
    kind = nx.isomorphism.DiGraphMatcher if pattern.directed else nx.isomorphism.GraphMatcher
    matcher = kind(
        to_networkx(graph, False),
        to_networkx(pattern, False),
        node_match=lambda one, other: one["kind"] == other["kind"],
        edge_match=lambda one, other: one["kind"] == other["kind"],
    )
    if semantics == "induced":
        return sum(1 for _ in matcher.subgraph_isomorphisms_iter())
    return sum(1 for _ in matcher.subgraph_monomorphisms_iter())


# -------------------------------------------------------------------------------------------------------------- the libraries


def to_networkx(case: Case, multiple: bool) -> Any:
    classes = {
        (False, False): nx.Graph,
        (True, False): nx.DiGraph,
        (False, True): nx.MultiGraph,
        (True, True): nx.MultiDiGraph,
    }
    graph = classes[case.directed, multiple]()
    for name, label in zip(case.names, case.labels):
        graph.add_node(name, kind=label)
    for u, v, label in sorted(case.arcs, key=repr):
        graph.add_edge(case.names[u], case.names[v], kind=label)
    return graph


def to_igraph(case: Case) -> Any:
    arcs = sorted(case.arcs, key=repr)
    graph = igraph.Graph(n=len(case.names), edges=[arc[:2] for arc in arcs], directed=case.directed)
    graph.vs["kind"] = case.labels
    graph.es["kind"] = [label for _, _, label in arcs]
    return graph


def to_scipy(case: Case, codes: dict[Hashable, int]) -> Any:
    arcs = sorted(case.all_arcs, key=repr)
    ends = ([u for u, _, _ in arcs], [v for _, v, _ in arcs])
    values = [codes[label] for _, _, label in arcs]
    return scipy.sparse.coo_array((values, ends), shape=(len(case.names),) * 2)


def to_pyg(case: Case, codes: dict[Hashable, int]) -> Any:
    arcs = sorted(case.all_arcs, key=repr)
    index = np.array([[u for u, _, _ in arcs], [v for _, v, _ in arcs]], dtype=np.int64).reshape(2, -1)
    return SimpleNamespace(
        edge_index=index,
        edge_attr=np.array([codes[label] for _, _, label in arcs], dtype=np.int64),
        kind=list(case.labels),
        num_nodes=len(case.names),
    )


def counts(pattern: Case, graph: Case, semantics: str, unit: str) -> dict[str, int]:
    """The same question through every library that can represent it."""
    ask = {"semantics": semantics, "unit": unit, "node_label": "kind", "edge_label": "kind"}
    found = {}
    multiple = not (pattern.is_simple and graph.is_simple)
    found["networkx multigraph"] = isocount.count(to_networkx(pattern, True), to_networkx(graph, True), **ask)
    if not multiple:
        found["networkx"] = isocount.count(to_networkx(pattern, False), to_networkx(graph, False), **ask)
    found["igraph"] = isocount.count(to_igraph(pattern), to_igraph(graph), **ask)
    codes = {label: place + 1 for place, label in enumerate({arc[2] for arc in pattern.arcs | graph.arcs})}
    found["PyG"] = isocount.count(to_pyg(pattern, codes), to_pyg(graph, codes), **{**ask, "edge_label": "edge_attr"})
    if not multiple:
        made = [
            kind(to_scipy(case, codes), node_label=case.labels, edge_label="data")
            for kind, case in ((isocount.Pattern, pattern), (isocount.Graph, graph))
        ]
        found["scipy"] = isocount.count(*made, semantics, unit)
    return {name: int(answer) for name, answer in found.items()}


def run(cases: int, seed: int = 0) -> Counter[str]:
    """Compares the counts; returns how often each library was used."""
    rng = random.Random(seed)
    compared: Counter[str] = Counter()
    for number in range(cases):
        directed = rng.random() < 0.5
        node_labels, edge_labels = rng.choice(LABELS), rng.choice(LABELS)
        graph = draw(rng, 6, node_labels, edge_labels, directed)
        pattern = part(rng, graph) if rng.random() < 0.6 else draw(rng, 4, node_labels, edge_labels, directed)
        semantics, unit = MEANINGS[number % len(MEANINGS)]
        truth = expected(pattern, graph, semantics, unit)
        if unit == "mappings":
            theirs = by_networkx(pattern, graph, semantics)
            if theirs is not None:
                assert theirs == truth, (number, seed)
                compared["networkx's matcher"] += 1
        for name, found in counts(pattern, graph, semantics, unit).items():
            assert found == truth, f"case {number} of seed {seed}, {name}: {found}, expected {truth} ({semantics}, {unit})"
            compared[name] += 1
        compared["not zero"] += truth > 0
    return compared


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    print(f"{wanted} cases agree:", dict(run(wanted)))
