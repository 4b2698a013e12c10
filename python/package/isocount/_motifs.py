"""The census of a graph: all motifs, for each node if asked, and beside randomised graphs."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from isocount import _native
from isocount._native import Graph, Table
from isocount._progress import Progress
from isocount._reading import Reader, is_text, only_reading, usable
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
    samples: int = 100,
    seed: int = 0,
    samples_file: str | os.PathLike[str] | None = None,
    method: MotifMethod = "exact",
    draws: int | None = None,
    precision: float | None = None,
    time_limit: float | timedelta | None = None,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] = True,
    node_label: Any = None,
    edge_label: Any = None,
    **reading: Any,
) -> Table:
    """How often every small connected pattern occurs in a graph.

    Parameters
    ----------
    graph
        Any graph, see :class:`Graph`. Loops are left out, and parallel edges count once.
    size
        The number of nodes of the motifs, or the least and the greatest: 3 to 6, directed or labelled 3 to 5.
    directed
        Whether directions matter: by default they do if the graph has them, and ``table.directed`` says whether they did.
        ``directed=False`` counts the motifs of a directed graph without its directions.
    labels
        Whether labels matter. With labels, and of directed motifs with five nodes, those that occur are listed.
    semantics
        ``"induced"``: nodes between which there is exactly the motif. ``"monomorphism"``: whatever else there is.
    null
        ``"degree"`` compares the counts with those of randomised graphs in which every node keeps its degrees: columns
        ``mean``, ``deviation``, ``z``, ``p`` (two-sided, at least 2 / (samples + 1)) and ``q`` (adjusted for the number of
        motifs).
    samples, seed
        How many randomised graphs; which, or the seed of a sample.
    samples_file
        Keeps the counts of the randomised graphs; a call that was stopped goes on from it.
    method
        ``"exact"``, or ``"sample"``: estimates from random subgraphs, up to 6 nodes, with the columns ``low`` and ``high`` (an
        interval that should hold the count with probability ``confidence``), ``hits`` and ``draws``.
    draws, precision, time_limit
        How many random subgraphs of each size, a million by default; or until the intervals of all motifs with a share of 1 %
        or more are this narrow, relative to the count; or for this many seconds for each size.
    threads
        How many threads work; all processors by default. Answers do not depend on it.
    progress
        Whether a progress bar is shown after a second; or a function ``(done, total)`` that is called several times a second and at the end.
    node_label, edge_label, reading
        As for :func:`isocount.count`. Labels have no effect without ``labels=True``, and are refused then.

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
    if null not in (None, "degree"):
        raise InputError(f"null={null!r}", 'say null="degree", or leave it out')
    if samples < 1:
        raise InputError(f"samples={samples}", "say at least 1")
    if method not in ("exact", "sample"):
        raise InputError(f"method={method!r}", 'say "exact" or "sample"')
    if null is None and samples_file is not None:
        raise InputError("samples_file= goes with null=", 'say null="degree" as well')
    read = _read(graph, directed, labels, node_label, edge_label, only_reading("motifs", reading))
    what = _what(size, _directed(directed, read), labels, semantics, threads)
    if method == "sample":
        if null is not None or semantics != "induced":
            raise InputError("a sample estimates induced motifs of the graph itself", "leave null= and semantics= out")
        seconds = time_limit.total_seconds() if isinstance(time_limit, timedelta) else time_limit
        for name, value in [("precision", precision), ("time_limit", seconds), ("draws", draws)]:
            if value is not None and not value > 0:
                raise InputError(f"{name}={value}", "say more than 0")
        is_open = precision is not None or seconds is not None
        most = draws or (1 << 30 if is_open else 1_000_000)
        with Progress(progress, "draws") as shown:
            return _native.sampled_motifs(read, what, (most, precision, seconds, confidence, seed), shown.work)
    if draws is not None or precision is not None or time_limit is not None:
        raise InputError("draws=, precision= and time_limit= go with a sample", 'say method="sample" as well')
    model = None if null is None else (samples, seed)
    with Progress(progress, "graphs") as shown:
        return _native.motifs(read, what, model, samples_file, shown.work)


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
    """How often each node, or edge, takes part in every motif.

    Parameters
    ----------
    graph, size, directed, labels, semantics, threads, node_label, edge_label, reading
        As for :func:`motifs`.
    per
        ``"orbit"``: a column for every orbit of every motif; undirected orbits up to five nodes have their customary numbers 0
        to 72, as in ORCA (0 is the degree, and no column). ``"motif"``: a column for every motif. ``"edge"``: the same for
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
    if per not in ("orbit", "motif", "edge"):
        raise InputError(f"per={per!r}", 'say "orbit", "motif" or "edge"')
    read = _read(graph, directed, labels, node_label, edge_label, only_reading("node_counts", reading))
    what = _what(size, _directed(directed, read), labels, semantics, threads)
    edges, counts, titles = _native.node_counts(read, what, per)
    return (counts, titles) if edges is None else (edges, counts, titles)


def _directed(directed: bool | None, graph: Graph) -> bool:
    """Whether directions matter: as is said, or as the graph has them."""
    return graph.directed if directed is None else bool(directed)


def _read(
    graph: Any, directed: bool | None, labels: bool, node_label: Any, edge_label: Any, reading: dict[str, Any]
) -> Graph:
    if not labels and any(by is not None and by is not False for by in (node_label, edge_label, reading.get("atom_label"))):
        problem = "the census is without labels, so that what labels nodes and edges has no effect"
        raise InputError(problem, "say labels=True as well")
    # A list of edges has directions if they matter; what has its own keeps them, and the census goes without if that is said.
    takes = directed is not None and not isinstance(graph, Graph) and not is_text(graph) and "directed" in usable(graph)
    reader = Reader(node_label, edge_label, directed if takes else None, reading)
    read = reader.graph(graph)
    reader.check()
    return read


def _what(
    size: int | tuple[int, int], directed: bool, labels: bool, semantics: str, threads: int | None
) -> tuple[tuple[int, int], bool, bool, str, int | None]:
    sizes = (size, size) if isinstance(size, int) else tuple(size)
    if len(sizes) != 2:
        raise InputError(f"size={size!r}", "say a number such as 4, or the least and the greatest such as (3, 5)")
    return (int(sizes[0]), int(sizes[1])), bool(directed), bool(labels), semantics, threads
