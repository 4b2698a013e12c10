"""PyTorch Geometric: ``Data``, and whatever else has an ``edge_index``.

``node_label=`` and ``edge_label=`` name attributes, or are functions of the data. A feature with several columns labels by the
tuple of its row; ``node_label=lambda data: data.x.argmax(1)`` labels by the place of the 1 in a one-hot row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._parts import (
    Columns,
    Options,
    Parts,
    as_array,
    as_nodes,
    check_size,
    edge_numbers,
    last_node,
    named_columns,
    node_numbers,
)
from isocount.errors import InputError


def knows(source: Any) -> bool:
    return hasattr(source, "edge_index")


def read(data: Any, options: Options) -> Parts:
    ends = as_array(data.edge_index)
    if ends.ndim != 2 or ends.shape[0] != 2:
        raise InputError(f"edge_index has the shape {ends.shape}", "its two rows are the tails and the heads")
    num_nodes = options.num_nodes
    if num_nodes is None:
        num_nodes = getattr(data, "num_nodes", None)
        if num_nodes is None or (ends.size and num_nodes == int(ends.max()) + 1):
            # Data that were not told how many nodes there are go by the largest number, too.
            num_nodes = last_node(ends, "edge_index")
    num_nodes = check_size(num_nodes)
    labels = edges = None
    if options.node_label is not None:
        labels = node_numbers(_attribute(data, options.node_label), "the data")
    if options.edge_label is not None:
        edges = edge_numbers(_attribute(data, options.edge_label), "the data")
    kept = options.attributes if options.role == "graph" else None
    both = options.directed is False
    return Parts(
        num_nodes=num_nodes,
        tails=as_nodes(ends[0], num_nodes, "edge_index"),
        heads=as_nodes(ends[1], num_nodes, "edge_index"),
        directed=not both and not is_symmetric(ends, edges),
        both=both,
        node_labels=labels,
        edge_labels=edges,
        node_attributes=_columns(data, num_nodes, "is_node_attr", kept["nodes"]) if kept else None,
        edge_attributes=_columns(data, ends.shape[1], "is_edge_attr", kept["edges"]) if kept else None,
        name=None,
    )


def is_symmetric(ends: np.ndarray, labels: np.ndarray | None) -> bool:
    """PyG has an undirected edge as two arcs."""
    codes = np.zeros(ends.shape[1], np.int64) if labels is None else labels.astype(np.int64)
    arcs = np.stack([ends[0], ends[1], codes]).astype(np.int64)
    back = arcs[[1, 0, 2]]
    return bool(np.array_equal(np.unique(arcs, axis=1), np.unique(back, axis=1)))


def _columns(data: Any, length: int, is_of: str, wanted: list[str] | None) -> Columns:
    """Attributes with one number for each node, or for each edge."""
    keys = data.keys() if callable(getattr(data, "keys", None)) else getattr(data, "keys", [])
    columns = {}
    for name in keys:
        if name == "edge_index" or (hasattr(data, is_of) and not getattr(data, is_of)(name)):
            continue
        found = getattr(data, name, None)
        if not hasattr(found, "shape"):
            continue
        array = as_array(found)
        if array.shape in ((length,), (length, 1)):
            columns[name] = array.reshape(-1)
    return named_columns(sorted(columns), wanted, lambda name: columns[name].tolist())


def _attribute(data: Any, by: Any) -> Any:
    if callable(by):
        return by(data)
    if not isinstance(by, str):
        return by
    found = getattr(data, by, None)
    if found is None:
        raise InputError(f"the data have no attribute {by!r}", "name one that they have, or pass a function of the data")
    return found
