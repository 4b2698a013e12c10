"""scipy: sparse matrices and arrays. An entry in row i and column j is an arc from i to j; stored zeros are none.

A symmetric matrix is an undirected graph. ``edge_label="data"`` labels each arc by its entry.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._parts import Options, Parts, as_nodes, check_size, edge_numbers, node_numbers
from isocount.errors import InputError


def knows(source: Any) -> bool:
    return hasattr(source, "tocoo") and hasattr(source, "shape")


def read(matrix: Any, options: Options) -> Parts:
    if matrix.shape[0] != matrix.shape[1]:
        raise InputError(f"the matrix has the shape {matrix.shape}", "an adjacency matrix has as many rows as columns")
    entries = matrix.tocoo(copy=True)
    entries.sum_duplicates()
    entries.eliminate_zeros()
    num_nodes = check_size(int(matrix.shape[0]))
    labels = None
    if options.edge_label is not None:
        by = options.edge_label
        if by not in ("data", True) and not callable(by):
            raise InputError(f"edge_label={by!r} of a matrix", "say 'data' to label arcs by their entries")
        labels = edge_numbers(np.asarray(by(entries) if callable(by) else entries.data), "the matrix")
    nodes = options.node_label
    if callable(nodes):
        nodes = nodes(matrix)
    both = options.directed is False
    return Parts(
        num_nodes=num_nodes,
        tails=as_nodes(entries.row, num_nodes, "the matrix"),
        heads=as_nodes(entries.col, num_nodes, "the matrix"),
        directed=not both and not _is_symmetric(entries, labels),
        both=both,
        node_labels=None if nodes is None else node_numbers(nodes, "the matrix"),
        edge_labels=labels,
    )


def _is_symmetric(entries: Any, labels: np.ndarray | None) -> bool:
    codes = np.zeros(len(entries.row), np.int64) if labels is None else labels.astype(np.int64)
    arcs = np.stack([entries.row, entries.col, codes]).astype(np.int64)
    return bool(np.array_equal(np.unique(arcs, axis=1), np.unique(arcs[[1, 0, 2]], axis=1)))
