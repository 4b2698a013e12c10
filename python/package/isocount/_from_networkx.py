"""networkx: ``Graph``, ``DiGraph``, ``MultiGraph``, ``MultiDiGraph``."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from isocount._parts import NODES, Options, Parts, attribute, edge_numbers, node_numbers, own_names


def knows(source: Any) -> bool:
    return hasattr(source, "is_multigraph") and hasattr(source, "adjacency") and hasattr(source, "nodes")


def read(graph: Any, options: Options) -> Parts:
    options.undirected_only("a networkx graph")
    nodes = list(graph)
    index = dict(zip(nodes, range(len(nodes))))
    directed, multiple = bool(graph.is_directed()), bool(graph.is_multigraph())
    rows = [neighbours for _, neighbours in graph.adjacency()]
    degrees = np.fromiter(map(len, rows), np.int64, len(rows))
    total = int(degrees.sum())
    heads = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), NODES, total)
    tails = np.repeat(np.arange(len(nodes), dtype=NODES), degrees)
    data = list(chain.from_iterable(row.values() for row in rows)) if multiple or options.edge_label else []
    if multiple:
        # One entry for each of the parallel edges.
        copies = np.fromiter(map(len, data), np.int64, len(data))
        tails, heads = np.repeat(tails, copies), np.repeat(heads, copies)
        data = list(chain.from_iterable(edges.values() for edges in data))
    merge = options.merges
    if multiple and not directed and not merge:
        # An undirected loop is in its row once, so what is equal is parallel.
        merge = False
    labels = None
    if options.edge_label is not None:
        ends = ((nodes[tail], nodes[head]) for tail, head in zip(tails.tolist(), heads.tolist()))
        labels = edge_numbers(edge_labels(ends, data, options.edge_label), "the graph")
    return Parts(
        num_nodes=len(nodes),
        tails=tails,
        heads=heads,
        directed=directed,
        merge=merge,
        node_labels=None if options.node_label is None else node_numbers(
            node_labels(graph.nodes, options.node_label), "the graph"
        ),
        edge_labels=labels,
        nodes=own_names(nodes),
        name=str(graph.name) or None if getattr(graph, "name", None) else None,
    )


def node_labels(nodes: Any, by: Any) -> Any:
    """Labels of nodes: by an attribute, a function of the node and its attributes, or a mapping or sequence."""
    if callable(by):
        return [by(node, attributes) for node, attributes in nodes(data=True)]
    if isinstance(by, str):
        try:
            return [attributes[by] for _, attributes in nodes(data=True)]
        except KeyError:
            return [attribute("node", node, attributes, by) for node, attributes in nodes(data=True)]
    if hasattr(by, "keys"):
        return [attribute("node", node, by, node) for node in nodes]
    return by


def edge_labels(ends: Any, data: Any, by: Any) -> Any:
    """Labels of edges: by an attribute, or a function of both ends and the attributes."""
    if callable(by):
        function: Callable[..., Any] = by
        return [function(tail, head, attributes) for (tail, head), attributes in zip(ends, data)]
    try:
        return [attributes[by] for attributes in data]
    except (KeyError, TypeError):
        return [attribute("edge", pair, attributes, by) for pair, attributes in zip(ends, data)]
