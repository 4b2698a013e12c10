"""Counts of one pattern for each node or edge of a graph."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable
from datetime import timedelta
from typing import Any, Literal, NamedTuple, get_args, overload

import numpy as np

from isocount import _native
from isocount._counting import _ask
from isocount._labels import edge_labels
from isocount._reading import Reader, only_reading
from isocount._words import Ignored, Per, Semantics, Unit
from isocount.errors import BoundsWarning, InputError


class PerNode(NamedTuple):
    """A count for every node."""

    #: The nodes, as named by the graph.
    nodes: list[Hashable]
    #: Their counts, in the same order: 64-bit integers, or floats if one does not fit.
    counts: np.ndarray


class PerOrbit(NamedTuple):
    """Counts for every node, a column for each orbit of the pattern."""

    #: The nodes, as named by the graph.
    nodes: list[Hashable]
    #: A row for each node.
    counts: np.ndarray
    #: The nodes of the pattern in each orbit.
    orbits: list[str]


class PerEdge(NamedTuple):
    """A count for every edge."""

    #: The two nodes of each edge, as named by the graph; if edges have several labels, the label as well.
    edges: list[tuple[Hashable, ...]]
    #: Their counts, in the same order.
    counts: np.ndarray


@overload
def count_per(
    pattern: Any,
    graph: Any,
    semantics: Semantics = ...,
    unit: Unit = ...,
    *,
    per: Literal["node"] = ...,
    ignore: Ignored | Iterable[Ignored] = ...,
    time_limit: float | timedelta | None = ...,
    threads: int | None = ...,
    node_label: Any = ...,
    edge_label: Any = ...,
    directed: bool | None = ...,
    **reading: Any,
) -> PerNode: ...
@overload
def count_per(
    pattern: Any,
    graph: Any,
    semantics: Semantics = ...,
    unit: Unit = ...,
    *,
    per: Literal["orbit"],
    ignore: Ignored | Iterable[Ignored] = ...,
    time_limit: float | timedelta | None = ...,
    threads: int | None = ...,
    node_label: Any = ...,
    edge_label: Any = ...,
    directed: bool | None = ...,
    **reading: Any,
) -> PerOrbit: ...
@overload
def count_per(
    pattern: Any,
    graph: Any,
    semantics: Semantics = ...,
    unit: Unit = ...,
    *,
    per: Literal["edge"],
    ignore: Ignored | Iterable[Ignored] = ...,
    time_limit: float | timedelta | None = ...,
    threads: int | None = ...,
    node_label: Any = ...,
    edge_label: Any = ...,
    directed: bool | None = ...,
    **reading: Any,
) -> PerEdge: ...
def count_per(
    pattern: Any,
    graph: Any,
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    *,
    per: Per = "node",
    ignore: Ignored | Iterable[Ignored] = (),
    time_limit: float | timedelta | None = None,
    threads: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    **reading: Any,
) -> PerNode | PerOrbit | PerEdge:
    """Counts how many mappings or subgraphs each node or edge of a graph takes part in, all from one search.

    Parameters
    ----------
    pattern, graph, semantics, unit, ignore, threads, node_label, edge_label, directed, reading
        As in :func:`count`.
    per
        ``"node"``: a number for every node. ``"orbit"``: a column for every orbit of the pattern, its nodes up to symmetry.
        ``"edge"``: a number for every edge, or for every arc if the pattern or the graph has directions.
    time_limit
        Seconds after which all numbers are lower bounds, with a :class:`isocount.BoundsWarning`.

    Returns
    -------
    For ``"node"`` a named tuple ``PerNode(nodes, counts)``, for ``"orbit"`` ``PerOrbit(nodes, counts, orbits)``, for ``"edge"``
    ``PerEdge(edges, counts)``: names as in the graph, and an array of counts in the same order, 64-bit integers, or
    floats if one does not fit. A mapping that maps two nodes of the pattern to one node counts there twice, so the sum is the
    number of pattern nodes times the count.

    Examples
    --------
    >>> import isocount
    >>> path, graph = [(0, 1), (1, 2)], [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> nodes, counts = isocount.count_per(path, graph, unit="subgraphs", directed=False)
    >>> nodes, counts.tolist()
    (['a', 'b', 'c', 'd'], [4, 4, 5, 2])
    >>> found = isocount.count_per(path, graph, unit="subgraphs", per="orbit", directed=False)
    >>> found.orbits, found.counts.tolist()
    (['0 2', '1'], [[3, 1], [3, 1], [2, 3], [2, 0]])
    >>> edges, counts = isocount.count_per(path, graph, unit="subgraphs", per="edge", directed=False)
    >>> edges, counts.tolist()
    ([('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd')], [2, 3, 3, 2])
    """
    if per not in get_args(Per):
        raise InputError(f"per={per!r} is not a valid choice", 'use "node", "edge" or "orbit"')
    ask = _ask(semantics, unit, "exact", ignore, time_limit, None, threads, None, {})
    of, within = Reader(node_label, edge_label, directed, only_reading("count_per", reading)).both(pattern, graph)
    ends, labels, counts, titles, is_complete = _native.count_per(ask, of, within, per)
    if not is_complete:
        warnings.warn("the time limit was reached: all numbers are lower bounds", BoundsWarning, stacklevel=2)
    nodes = within.nodes
    if per == "orbit":
        return PerOrbit(nodes, counts, titles)
    if ends is None:
        return PerNode(nodes, counts[:, 0])
    edges: list[tuple[Hashable, ...]] = [(nodes[tail], nodes[head]) for tail, head in ends.tolist()]
    if labels is not None:
        edges = [(*edge, label) for edge, label in zip(edges, edge_labels.values_of(labels))]
    return PerEdge(edges, counts[:, 0])
