"""The pickled form of graphs and patterns: labels by value, since their numbers belong to one process."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from isocount._labels import edge_labels, node_labels
from isocount._native import Graph, Pattern
from isocount._parts import Parts


class _State:
    """The contents of a pickle, which are read like a foreign graph."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts


def reduce_graph(graph: Graph) -> tuple[Any, ...]:
    if graph.problem is not None:
        return (Graph._unread, (graph.name, graph.problem))
    return (restore, (Graph, *_state(graph)))


def reduce_pattern(pattern: Pattern) -> tuple[Any, ...]:
    if pattern.problem is not None:
        return (Pattern._unread, (pattern.name, pattern.problem))
    return (restore, (Pattern, *_state(pattern)))


def reduce_typed(text: str, name: str) -> tuple[Any, ...]:
    return (restore_typed, (text, name))


def restore_typed(text: str, name: str) -> Pattern:
    return Pattern(text, name=name)


def _state(graph: Any) -> tuple[Any, ...]:
    nodes, tails, heads, edges = graph._arrays()
    node_values, node_places = _distinct(node_labels, nodes)
    edge_values, edge_places = _distinct(edge_labels, edges)
    names = graph.nodes
    if names == list(range(len(names))):
        names = None
    return (
        graph.name,
        graph.directed,
        (node_values, node_places),
        tails,
        heads,
        (edge_values, edge_places),
        names,
    )


def _distinct(table: Any, numbers: np.ndarray) -> tuple[list[Hashable], np.ndarray]:
    distinct, places = np.unique(numbers, return_inverse=True)
    return table.values_of(distinct.tolist()), places.reshape(-1).astype(np.uint32)


def restore(
    kind: Any,
    name: str,
    directed: bool,
    nodes: tuple[list[Hashable], np.ndarray],
    tails: np.ndarray,
    heads: np.ndarray,
    edges: tuple[list[Hashable], np.ndarray],
    names: list[Hashable] | None,
) -> Any:
    node_numbers = node_labels.numbers_of(nodes[0], "the pickle")[nodes[1]]
    edge_numbers = edge_labels.numbers_of(edges[0], "the pickle")[edges[1]]
    return kind(
        _State(
            Parts(
                num_nodes=len(node_numbers),
                tails=tails,
                heads=heads,
                directed=directed,
                merge=False,
                node_labels=np.ascontiguousarray(node_numbers, np.uint32),
                edge_labels=np.ascontiguousarray(edge_numbers, np.uint32),
                nodes=names,
                name=name,
            )
        )
    )


def knows(source: Any) -> bool:
    return isinstance(source, _State)


def read(source: Any, options: Any) -> Parts:
    parts: Parts = source.parts
    return parts
