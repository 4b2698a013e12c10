"""Matches, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from isocount._counting import _ask, pattern_for, whole
from isocount._native import Matches, OpenGraph
from isocount._reading import Reader, only_reading
from isocount._words import Ignored, Semantics, Unit


def find(
    pattern: Any,
    graph: Any,
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    *,
    limit: int | None = None,
    sample: int | None = None,
    seed: int | None = None,
    ignore: Ignored | Iterable[Ignored] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    threads: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    **reading: Any,
) -> Matches:
    """Finds the matches of a pattern in a graph, one by one.

    Each match is a dictionary from the nodes of the pattern to nodes of the graph, under their own names. Matches are
    found on demand: taking the first one of many is quick, and memory does not grow with their number. Their order
    is the same in every run.

    Parameters
    ----------
    limit
        The maximum number of matches.
    sample
        The number of matches to draw at random, with replacement, instead of listing all. All matches are equally likely, and
        ``matches.total`` is their number; if they are too many to be counted, each has a ``matches.weight``.
    seed
        The seed of the sample; 0 by default.
    time_limit, step_limit
        Seconds of searching, or steps, after which the search ends and ``matches.ending`` is ``"out_of_budget"``.
    threads
        The number of threads that count for a sample; all processors by default.

    The other parameters, and the options of reading, are those of :func:`count`. With ``unit="subgraphs"``, each subgraph gives one match.

    Returns
    -------
    Matches
        An iterator. You may stop at any time; its ``ending`` tells why there are no more matches.

    Examples
    --------
    >>> import isocount
    >>> friends = [("Anna", "Ben"), ("Ben", "Carl"), ("Carl", "Anna"), ("Carl", "Dora")]
    >>> for match in isocount.find("x-y-z-x", friends, unit="subgraphs", directed=False):
    ...     print(match)
    {'x': 'Anna', 'y': 'Ben', 'z': 'Carl'}
    >>> matches = isocount.find([(0, 1)], friends, directed=False, limit=2)
    >>> list(matches), matches.ending
    ([{0: 'Anna', 1: 'Ben'}, {0: 'Anna', 1: 'Carl'}], 'limited')
    >>> draws = isocount.find("x-y-z", friends, directed=False, sample=3, seed=7)
    >>> len(list(draws)), draws.total
    (3, 10)
    """
    ask = _ask(semantics, unit, "exact", ignore, time_limit, step_limit, threads, None, {})
    of, within = Reader(node_label, edge_label, directed, only_reading("find", reading)).both(pattern, graph)
    return ask.find(of, within, whole("limit", limit, 0), whole("sample", sample, 0), whole("seed", seed, 0))


def _open_find(
    self: OpenGraph,
    pattern: Any,
    *,
    limit: int | None = None,
    sample: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    **reading: Any,
) -> Matches:
    """Finds the matches of a pattern, like :func:`isocount.find`."""
    made = pattern_for(self, pattern, node_label, edge_label, reading)
    return self._find(made, whole("limit", limit, 0), whole("sample", sample, 0), whole("seed", seed, 0))


OpenGraph.find = _open_find  # type: ignore[method-assign]
