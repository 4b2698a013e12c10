"""Edges without a library: numpy arrays, torch tensors and lists of pairs.

An array has a row of two node numbers for each edge, or two rows (``edge_index``); nodes are numbered from 0. A larger square
array is an adjacency matrix. Pairs in a list, or in anything that gives them one by one, have any hashable ends, and a third
entry is the label of the edge if ``edge_label=True``. Edges have directions unless ``directed=False``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np

from isocount import _from_scipy
from isocount._parts import (
    NODES,
    Options,
    Parts,
    as_array,
    as_nodes,
    check_size,
    edge_numbers,
    last_node,
    node_numbers,
    numbered,
    own_names,
)
from isocount.errors import InputError


def knows(source: Any) -> bool:
    if hasattr(source, "__array__"):
        return True
    # networkx's view of edges is a mapping as well as a set.
    is_mapping = isinstance(source, Mapping) and not isinstance(source, Set)
    return isinstance(source, Iterable) and not is_mapping and not isinstance(source, (str, bytes))


def read(source: Any, options: Options) -> Parts:
    if isinstance(source, tuple) and len(source) == 2 and all(hasattr(part, "__array__") for part in source):
        tails, heads = map(as_array, source)
        if tails.ndim != 1 or tails.shape != heads.shape:
            raise InputError(
                f"two arrays are the tails and the heads of edges, and have the shapes {tails.shape} and {heads.shape}",
                "give a tail and a head for each edge",
            )
        return _array(np.stack([tails, heads], axis=1), options)
    if hasattr(source, "__array__"):
        return _array(as_array(source), options)
    return _pairs(list(source), options)


def _array(edges: np.ndarray, options: Options) -> Parts:
    if edges.ndim == 2 and edges.shape[0] == edges.shape[1] > 2:
        if options.num_nodes is not None:
            raise InputError("num_nodes= goes with edges, and an adjacency matrix has a row for each node", "leave it out")
        return _from_scipy.read(_Matrix(edges), options)
    if edges.size == 0:
        edges = edges.reshape(0, 2)
    if edges.ndim != 2 or 2 not in edges.shape:
        raise InputError(
            f"an array of edges has the shape {edges.shape}", "give one row of two node numbers for each edge"
        )
    # A square array has an edge in each row.
    rows = edges if edges.shape[1] == 2 else edges.T
    if rows.dtype.kind not in "iub":
        if rows.dtype.kind in "OUS":
            return _pairs([tuple(row) for row in rows.tolist()], options)
        raise InputError(f"the edges are of type {rows.dtype}", "node numbers are integers")
    num_nodes = last_node(rows, "the array") if options.num_nodes is None else check_size(options.num_nodes)
    undirected = options.directed is False
    return Parts(
        num_nodes=num_nodes,
        tails=as_nodes(rows[:, 0], num_nodes, "the array"),
        heads=as_nodes(rows[:, 1], num_nodes, "the array"),
        directed=not undirected,
        both=undirected,
        node_labels=_sequence(options.node_label, "node", node_numbers),
        edge_labels=_sequence(options.edge_label, "edge", edge_numbers),
    )


class _Matrix:
    """An adjacency matrix without scipy: its entries that are not zero."""

    def __init__(self, matrix: np.ndarray) -> None:
        self.shape = matrix.shape
        self.row, self.col = np.nonzero(matrix)
        self.data = matrix[self.row, self.col]

    def tocoo(self, copy: bool) -> _Matrix:
        return self

    def sum_duplicates(self) -> None:
        """There are none."""

    def eliminate_zeros(self) -> None:
        """There are none."""


def _sequence(by: Any, owner: str, numbers: Any) -> np.ndarray | None:
    if by is None:
        return None
    if isinstance(by, str) or callable(by):
        raise InputError(f"an array has no attribute {by!r}", f"give {owner}_label= as an array, one label for each {owner}")
    return np.asarray(numbers(by if isinstance(by, (list, tuple)) else as_array(by), "the array"))


def _pairs(edges: list[Any], options: Options) -> Parts:
    width = 3 if options.edge_label is True else 2
    for edge in edges:
        if not isinstance(edge, (tuple, list, np.ndarray)) or len(edge) < width:
            raise InputError(
                f"{edge!r} is not an edge", "an edge is a pair of nodes" + (", and a label" if width == 3 else "")
            )
    names, index = _names(edges, options)
    labels = edges_labels = None
    if options.edge_label is True:
        edges_labels = edge_numbers([edge[2] for edge in edges], "the list")
    elif callable(options.edge_label):
        edges_labels = edge_numbers([options.edge_label(*edge) for edge in edges], "the list")
    elif options.edge_label is not None:
        edges_labels = _sequence(options.edge_label, "edge", edge_numbers)
    by = options.node_label
    if callable(by):
        labels = node_numbers([by(name) for name in names], "the list")
    elif hasattr(by, "keys"):
        missing = [name for name in names if name not in by]
        if missing:
            raise InputError(f"node_label has no label for {missing[0]!r}", "give every node a label")
        labels = node_numbers([by[name] for name in names], "the list")
    elif by is not None:
        labels = _sequence(by, "node", node_numbers)
    undirected = options.directed is False
    return Parts(
        num_nodes=len(names),
        tails=np.fromiter((index[edge[0]] for edge in edges), NODES, len(edges)),
        heads=np.fromiter((index[edge[1]] for edge in edges), NODES, len(edges)),
        directed=not undirected,
        both=undirected,
        merge=True,
        node_labels=labels,
        edge_labels=edges_labels,
        nodes=own_names(names),
    )


def _names(edges: list[Any], options: Options) -> tuple[Sequence[Hashable], Any]:
    """The names of the nodes, and their numbers. Names that are numbers are sorted, so that labels in a list mean what they
    seem to."""
    try:
        names, index = numbered(end for edge in edges for end in edge[:2])
    except TypeError as error:
        raise InputError(f"a node of the list is {error}", "a node is a string, a number or a tuple") from None
    are_numbers = all(type(name) is int for name in names)
    if options.num_nodes is not None:
        if not are_numbers:
            raise InputError("num_nodes= goes with node numbers", "leave it out: the list names its nodes")
        every = range(check_size(options.num_nodes))
        wrong = [name for name in names if name not in every]
        if wrong:
            raise InputError(f"a node is {wrong[0]}, and num_nodes={options.num_nodes}", "nodes are numbered from 0")
        return every, every
    if are_numbers:
        ordered = sorted(names)  # type: ignore[type-var]
        return ordered, dict(zip(ordered, range(len(ordered))))
    return names, index
