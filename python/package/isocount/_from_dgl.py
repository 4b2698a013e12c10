"""DGL: homogeneous graphs. ``node_label=`` and ``edge_label=`` name features in ``ndata`` and ``edata``."""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._from_pyg import is_symmetric
from isocount._parts import Options, Parts, as_array, as_nodes, check_size, edge_numbers, node_numbers
from isocount.errors import InputError


def knows(source: Any) -> bool:
    return hasattr(source, "ndata") and hasattr(source, "edata") and hasattr(source, "edges")


def read(graph: Any, options: Options) -> Parts:
    num_nodes = check_size(int(graph.num_nodes()))
    tails, heads = graph.edges()
    labels = edges = None
    if options.node_label is not None:
        labels = node_numbers(_feature(graph, graph.ndata, options.node_label, "node"), "the graph")
    if options.edge_label is not None:
        edges = edge_numbers(_feature(graph, graph.edata, options.edge_label, "edge"), "the graph")
    undirected = options.directed is False
    ends = np.stack([as_array(tails), as_array(heads)])
    return Parts(
        num_nodes=num_nodes,
        tails=as_nodes(as_array(tails), num_nodes, "the graph"),
        heads=as_nodes(as_array(heads), num_nodes, "the graph"),
        directed=not undirected and not is_symmetric(ends, edges),
        both=undirected,
        node_labels=labels,
        edge_labels=edges,
    )


def _feature(graph: Any, features: Any, by: Any, owner: str) -> Any:
    if callable(by):
        return by(graph)
    if not isinstance(by, str):
        return by
    known = dict(features)
    if by not in known:
        has = f", only {', '.join(map(repr, known))}" if known else ""
        raise InputError(f"the {owner}s of the DGL graph have no feature {by!r}{has}", "name one that they have")
    return known[by]
