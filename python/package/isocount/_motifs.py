"""The census of a graph: all motifs, on request for each node, and compared with randomised graphs."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args

from isocount import _native
from isocount._counting import MOST, number, seconds_of, whole
from isocount._native import Graph, Table
from isocount._progress import Progress
from isocount._reading import Reader, flag, is_text, only_reading, usable
from isocount._words import MotifMethod, MotifSemantics, NullModel, PerMotif
from isocount.errors import InputError


def motifs(
    graph: Any,
    size: int | tuple[int, int] = (3, 4),
    *,
    directed: bool | None = None,
    labels: bool = False,
    semantics: MotifSemantics = "induced",
    null: NullModel | None = None,
    samples: int | None = None,
    seed: int | None = None,
    samples_file: str | os.PathLike[str] | None = None,
    method: MotifMethod = "exact",
    draws: int | None = None,
    precision: float | None = None,
    time_limit: float | timedelta | None = None,
    confidence: float | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] = True,
    node_label: Any = None,
    edge_label: Any = None,
    **reading: Any,
) -> Table:
    """Counts how often every small connected pattern occurs in a graph.

    Parameters
    ----------
    graph
        Any graph, see :class:`Graph`. Loops are left out, and parallel edges count once.
    size
        The number of nodes of the motifs, or the smallest and the largest: 3 to 6, directed or labelled 3 to 5.
    directed
        Whether directions matter: by default they do if an arc has no reverse (with ``labels=True``, none with its label), and
        ``table.directed`` tells whether they did. ``directed=False`` counts the motifs of a directed graph without its directions.
    labels
        Whether labels matter. With labels, and for directed motifs with five nodes, only motifs that occur are listed.
    semantics
        ``"induced"``: the nodes have no other edges between them. ``"monomorphism"``: they may have others.
    null
        ``"degree"`` compares the counts with those of randomised graphs in which every node keeps its degrees: columns
        ``mean``, ``deviation``, ``z``, ``p`` (two-sided, at least 2 / (samples + 1)) and ``q`` (adjusted for the number of
        motifs).
    samples
        The number of randomised graphs; 100 by default.
    seed
        The seed of the randomised graphs, or of the random subgraphs; 0 by default.
    samples_file
        A file that keeps the counts of the randomised graphs; an interrupted call continues from it.
    method
        ``"exact"``, or ``"sample"``: estimates from random subgraphs, up to 6 nodes, with the columns ``low`` and ``high`` (an
        interval that contains the count with probability ``confidence``, 0.95 by default), ``hits`` and ``draws``.
    draws, precision, time_limit
        The number of random subgraphs of each size, a million by default; or draw until the intervals of all motifs with a share of
        1 % or more are this narrow, relative to the count; or for this many seconds for each size.
    threads
        The number of threads; all processors by default. Answers do not depend on it.
    progress
        Whether a progress bar is shown after a second; or a function ``(done, total)`` that is called several times a second and at the end.
    node_label, edge_label, reading
        As in :func:`isocount.count`. Without ``labels=True``, labels have no effect and are refused.

    Examples
    --------
    >>> import isocount
    >>> table = isocount.motifs([(0, 1), (1, 2), (2, 0), (2, 3)], 3, directed=False)
    >>> dict(zip(table["motif"].tolist(), table["count"].tolist())), table.directed
    ({'path of 3': 2, 'triangle': 1}, False)
    >>> table = isocount.motifs([(0, 1), (1, 2), (2, 0), (2, 3)], 3, directed=False, method="sample", draws=10_000)
    >>> bool((table["low"] <= [2, 1]).all() and (table["high"] >= [2, 1]).all())
    True
    """
    if null is not None and null not in get_args(NullModel):
        raise InputError(f"null={null!r} is not a valid choice", 'use null="degree", or leave it out')
    if null is None:
        for name, value in (("samples", samples), ("samples_file", samples_file)):
            if value is not None:
                raise InputError(f"{name}= needs null=", 'pass null="degree" as well')
    if samples_file is not None and not isinstance(samples_file, (str, os.PathLike)):
        raise InputError(f"samples_file={samples_file!r} is not a path", "name a file, such as samples.jsonl")
    what = _what(size, directed, labels, semantics, threads)
    samples, seed = whole("samples", samples, 1), whole("seed", seed, 0)
    drawn = (whole("draws", draws, 1), number("precision", precision), seconds_of(time_limit), number("confidence", confidence))
    chosen = (str(method), 100 if null and samples is None else samples, seed, *drawn)
    question = _native.MotifQuestion(what, chosen)
    read = _read(graph, what[1], what[2], node_label, edge_label, only_reading("motifs", reading))
    with Progress(progress, "draws" if method == "sample" else "graphs") as shown:
        return question.answer(read, samples_file, shown.work)


def node_counts(
    graph: Any,
    size: int | tuple[int, int] = (3, 4),
    *,
    per: PerMotif = "orbit",
    directed: bool | None = None,
    labels: bool = False,
    semantics: MotifSemantics = "induced",
    threads: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    **reading: Any,
) -> Any:
    """Counts how often each node, or edge, takes part in every motif.

    Parameters
    ----------
    graph, size, directed, labels, semantics, threads, node_label, edge_label, reading
        As in :func:`motifs`.
    per
        ``"orbit"``: a column for every orbit of every motif; undirected orbits up to five nodes have their customary numbers 0
        to 72, as in ORCA (0 is the degree, which is not a column). ``"motif"``: a column for every motif. ``"edge"``: the same for
        every edge, a row per edge.

    Returns
    -------
    The counts, a row per node in the order of the graph, and the titles of the columns. The counts are 64-bit integers, or
    floats if one does not fit. With ``per="edge"``, the two nodes of each edge come first: ``edges, counts, titles``.

    Examples
    --------
    >>> import isocount
    >>> counts, titles = isocount.node_counts([(0, 1), (1, 2), (2, 0), (2, 3)], 3, directed=False)
    >>> titles
    ['orbit 1', 'orbit 2', 'orbit 3']
    >>> counts.tolist()
    [[1, 0, 1], [1, 0, 1], [0, 2, 1], [2, 0, 0]]
    >>> edges, counts, titles = isocount.node_counts([(0, 1), (1, 2), (2, 0), (2, 3)], 3, per="edge", directed=False)
    >>> edges.tolist(), counts[:, 1].tolist()
    ([[0, 1], [0, 2], [1, 2], [2, 3]], [1, 1, 1, 0])
    """
    if per not in get_args(PerMotif):
        raise InputError(f"per={per!r} is not a valid choice", 'use "orbit", "motif" or "edge"')
    what = _what(size, directed, labels, semantics, threads)
    read = _read(graph, what[1], what[2], node_label, edge_label, only_reading("node_counts", reading))
    edges, counts, titles = _native.node_counts(read, what, per)
    return (counts, titles) if edges is None else (edges, counts, titles)


def _read(
    graph: Any, directed: bool | None, labels: bool, node_label: Any, edge_label: Any, reading: dict[str, Any]
) -> Graph:
    if not labels and any(by is not None and by is not False for by in (node_label, edge_label, reading.get("atom_label"))):
        raise InputError("labels have no effect without labels=True", "pass labels=True as well")
    # directed= applies to the edges of a list; a graph with directions of its own keeps them, and the census
    # follows directed=.
    takes = directed is not None and not isinstance(graph, Graph) and not is_text(graph) and "directed" in usable(graph)
    reader = Reader(node_label, edge_label, directed if takes else None, reading)
    read = reader.graph(graph)
    reader.check()
    return read


#: What a census counts: the smallest and the largest size, whether directions matter (``None`` if the graph decides), whether labels
#: matter, what an occurrence is, and the number of threads.
What = tuple[tuple[int, int], bool | None, bool, str, int | None]


def _what(size: int | tuple[int, int], directed: bool | None, labels: bool, semantics: str, threads: int | None) -> What:
    directed = None if directed is None else flag("directed", directed)
    return _sizes(size), directed, flag("labels", labels), str(semantics), whole("threads", threads, 1)


def _sizes(size: Any) -> tuple[int, int]:
    """The smallest and the largest number of nodes."""
    try:
        least, greatest = size if isinstance(size, (tuple, list)) else (size, size)
        sizes = operator.index(least), operator.index(greatest)
    except (TypeError, ValueError):
        remedy = "give a number of nodes such as 4, or the smallest and the largest such as (3, 5)"
        raise InputError(f"size={size!r} is not a valid size of motifs", remedy) from None
    for one in sizes:
        if not 0 <= one <= MOST:
            raise InputError(f"size={size!r} is not a valid size of motifs", "motifs have 3 to 6 nodes")
    return sizes
