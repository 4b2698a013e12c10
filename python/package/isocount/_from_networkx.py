"""networkx: ``Graph``, ``DiGraph``, ``MultiGraph``, ``MultiDiGraph``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import numpy as np

from isocount._parts import (
    NODES,
    Options,
    Parts,
    attribute,
    attribute_columns,
    edge_numbers,
    node_numbers,
    own_names,
    with_absent,
)


def knows(source: Any) -> bool:
    return hasattr(source, "is_multigraph") and hasattr(source, "adjacency") and hasattr(source, "nodes")


def read(graph: Any, options: Options) -> Parts:
    nodes = list(graph)
    index = dict(zip(nodes, range(len(nodes))))
    directed, multiple = bool(graph.is_directed()), bool(graph.is_multigraph())
    kept = options.attributes if options.role == "graph" else None
    rows = [neighbours for _, neighbours in graph.adjacency()]
    degrees = np.fromiter(map(len, rows), np.int64, len(rows))
    total = int(degrees.sum())
    heads = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), NODES, total)
    tails = np.repeat(np.arange(len(nodes), dtype=NODES), degrees)
    needs_data = multiple or options.edge_label or options.role == "pattern" or kept
    data = list(chain.from_iterable(row.values() for row in rows)) if needs_data else []
    keys: list[Any] | None = None
    if multiple:
        # One entry for each of the parallel edges.
        copies = np.fromiter(map(len, data), np.int64, len(data))
        tails, heads = np.repeat(tails, copies), np.repeat(heads, copies)
        keys = list(chain.from_iterable(data)) if options.edge_label == "key" else None
        data = list(chain.from_iterable(edges.values() for edges in data))
    labels = None
    if options.edge_label is not None:
        ends = ((nodes[tail], nodes[head]) for tail, head in zip(tails.tolist(), heads.tolist()))
        labels = edge_numbers(edge_labels(ends, data, keys, options), f"the {options.role}")
    parts = Parts(
        num_nodes=len(nodes),
        tails=tails,
        heads=heads,
        directed=directed,
        # An undirected loop is in its row once, so what is equal is parallel.
        merge=options.merges,
        node_labels=None if options.node_label is None else node_numbers(
            node_labels(graph.nodes, options), f"the {options.role}"
        ),
        edge_labels=labels,
        nodes=own_names(nodes),
        node_attributes=attribute_columns([it for _, it in graph.nodes(data=True)], kept["nodes"]) if kept else None,
        edge_attributes=attribute_columns(data, kept["edges"]) if kept else None,
        name=str(graph.name) or None if getattr(graph, "name", None) else None,
    )
    if options.role != "pattern":
        return parts
    return with_absent(parts, (attributes.get("absent", False) for attributes in data))


def node_labels(nodes: Any, options: Options) -> Any:
    """Labels of nodes: by an attribute, a function of the node and its attributes, or a mapping or sequence."""
    by, role = options.node_label, options.role
    if callable(by):
        return [by(node, attributes) for node, attributes in nodes(data=True)]
    if isinstance(by, str):
        try:
            return [attributes[by] for _, attributes in nodes(data=True)]
        except KeyError:
            return [attribute("node", node, attributes, by, role) for node, attributes in nodes(data=True)]
    if hasattr(by, "keys"):
        return [attribute("node", node, by, node, role) for node in nodes]
    return by


def edge_labels(ends: Iterable[Any], data: list[Any], keys: list[Any] | None, options: Options) -> Any:
    """Labels of edges: by an attribute, or a function of both ends and the attributes. Without such an attribute, ``"key"`` is
    the key of an edge in a multigraph."""
    by = options.edge_label
    if callable(by):
        function: Callable[..., Any] = by
        return [function(tail, head, attributes) for (tail, head), attributes in zip(ends, data)]
    if keys is not None and not any("key" in attributes for attributes in data):
        return keys
    try:
        return [attributes[by] for attributes in data]
    except (KeyError, TypeError):
        return [attribute("edge", pair, attributes, by, options.role) for pair, attributes in zip(ends, data)]
