"""igraph: ``Graph``, directed or not."""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._parts import (
    Columns,
    Options,
    Parts,
    as_nodes,
    attribute,
    edge_numbers,
    named_columns,
    node_numbers,
    own_names,
    with_absent,
)


def knows(source: Any) -> bool:
    return hasattr(source, "get_edgelist") and hasattr(source, "vs") and hasattr(source, "es")


def read(graph: Any, options: Options) -> Parts:
    kept = options.attributes if options.role == "graph" else None
    num_nodes = int(graph.vcount())
    ends = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    directed = bool(graph.is_directed())
    names = graph.vs["name"] if "name" in graph.vs.attributes() else list(range(num_nodes))
    labels = None
    if options.node_label is not None:
        labels = node_numbers(_labels(graph.vs, options.node_label, "node", options.role), f"the {options.role}")
    edges = None
    if options.edge_label is not None:
        edges = edge_numbers(_labels(graph.es, options.edge_label, "edge", options.role), f"the {options.role}")
    parts = Parts(
        num_nodes=num_nodes,
        tails=as_nodes(ends[:, 0], num_nodes, "the graph"),
        heads=as_nodes(ends[:, 1], num_nodes, "the graph"),
        directed=directed,
        both=not directed,
        merge=options.merges,
        node_labels=labels,
        edge_labels=edges,
        nodes=own_names(names),
        node_attributes=_columns(graph.vs, kept["nodes"]) if kept else None,
        edge_attributes=_columns(graph.es, kept["edges"]) if kept else None,
        name=graph["name"] if "name" in graph.attributes() and isinstance(graph["name"], str) else None,
    )
    if options.role != "pattern" or "absent" not in graph.es.attributes():
        return parts
    return with_absent(parts, graph.es["absent"])


def _columns(sequence: Any, wanted: list[str] | None) -> Columns:
    return named_columns(list(sequence.attributes()), wanted, lambda name: list(sequence[name]))


def _labels(sequence: Any, by: Any, owner: str, role: str) -> Any:
    """By an attribute, a function of the vertex or edge, or a sequence."""
    if callable(by):
        return [by(item) for item in sequence]
    if isinstance(by, str):
        if by not in sequence.attributes():
            attribute(owner, 0, dict.fromkeys(sequence.attributes()), by, role)
        return sequence[by]
    return by
