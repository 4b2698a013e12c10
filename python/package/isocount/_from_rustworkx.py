"""rustworkx: ``PyGraph`` and ``PyDiGraph``. Node names are the indices of rustworkx."""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._parts import NODES, Options, Parts, attribute, edge_numbers, node_numbers, own_names


def knows(source: Any) -> bool:
    return hasattr(source, "weighted_edge_list") and hasattr(source, "node_indices")


def read(graph: Any, options: Options) -> Parts:
    nodes = list(graph.node_indices())
    index = dict(zip(nodes, range(len(nodes))))
    # A graph without a method of directed graphs is undirected.
    directed = hasattr(graph, "successors")
    edges = list(graph.weighted_edge_list())
    labels = None
    if options.node_label is not None:
        payloads = list(zip(nodes, graph.nodes()))
        labels = node_numbers(_labels(payloads, options.node_label, "node", options.role), f"the {options.role}")
    weights = None
    if options.edge_label is not None:
        pairs = [((tail, head), payload) for tail, head, payload in edges]
        weights = edge_numbers(_labels(pairs, options.edge_label, "edge", options.role), f"the {options.role}")
    return Parts(
        num_nodes=len(nodes),
        tails=np.fromiter((index[tail] for tail, _, _ in edges), NODES, len(edges)),
        heads=np.fromiter((index[head] for _, head, _ in edges), NODES, len(edges)),
        directed=directed,
        both=not directed,
        merge=options.merges,
        node_labels=labels,
        edge_labels=weights,
        nodes=own_names(nodes),
    )


def _labels(items: list[tuple[Any, Any]], by: Any, owner: str, role: str) -> Any:
    """``True`` for the payload itself, a key of the payload, or a function of name and payload."""
    if by is True:
        return [payload for _, payload in items]
    if callable(by):
        return [by(name, payload) for name, payload in items]
    if isinstance(by, str):
        return [attribute(owner, name, payload, by, role) for name, payload in items]
    return by
