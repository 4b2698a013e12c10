"""The census of a graph: all motifs, for each node if asked, and beside randomised graphs."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from isocount import _native
from isocount._counting import _Reader
from isocount._native import Graph, Table
from isocount._progress import Progress
from isocount.errors import InputError


def motifs(
    graph: Any,
    size: int | tuple[int, int] = (3, 4),
    *,
    directed: bool = False,
    labels: bool = False,
    semantics: str = "induced",
    null: str | None = None,
    samples: int = 100,
    seed: int = 0,
    samples_file: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] = True,
    node_label: Any = None,
    edge_label: Any = None,
) -> Table:
    """How often every small connected pattern occurs in a graph.

    Parameters
    ----------
    graph
        Any graph, see :class:`Graph`. Loops are left out, and parallel edges count once.
    size
        The number of nodes of the motifs, or the least and the greatest: 3 to 6, directed 3 to 4, labelled 3 to 5.
    directed, labels
        Whether directions and labels matter. With labels, motifs that occur are listed.
    semantics
        ``"induced"``: nodes between which there is exactly the motif. ``"monomorphism"``: whatever else there is.
    null
        ``"degree"`` compares the counts with those of randomised graphs in which every node keeps its degrees: columns
        ``mean``, ``deviation``, ``z``, ``p`` (two-sided, at least 2 / (samples + 1)) and ``q`` (adjusted for the number of motifs).
    samples, seed
        How many randomised graphs, and which.
    samples_file
        Keeps the counts of the randomised graphs; a call that was stopped goes on from it.
    threads
        How many threads work; all processors by default. Answers do not depend on it.
    progress
        Whether a progress bar is shown after a second, or a function that is called with what is done and how much there is.
    node_label, edge_label
        What labels nodes and edges of graphs that are not files or texts.

    Examples
    --------
    >>> import isocount
    >>> table = isocount.motifs([(0, 1), (1, 2), (2, 0), (2, 3)], 3)
    >>> dict(zip(table["motif"].tolist(), table["count"].tolist()))
    {'path of 3': 2, 'triangle': 1}
    """
    if null not in (None, "degree"):
        raise InputError(f"null={null!r}", 'say null="degree", or leave it out')
    if samples < 1:
        raise InputError(f"samples={samples}", "say at least 1")
    if null is None and samples_file is not None:
        raise InputError("samples_file= goes with null=", 'say null="degree" as well')
    what = _what(size, directed, labels, semantics, threads)
    read = _read(graph, directed, node_label, edge_label)
    model = None if null is None else (samples, seed)
    with Progress(progress, "graphs") as shown:
        return _native.motifs(read, what, model, samples_file, shown.work)


def node_counts(
    graph: Any,
    size: int | tuple[int, int] = (3, 4),
    *,
    per: str = "orbit",
    directed: bool = False,
    labels: bool = False,
    semantics: str = "induced",
    threads: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
) -> tuple[np.ndarray, list[str]]:
    """How often each node takes part in every motif.

    Parameters
    ----------
    graph, size, directed, labels, semantics, threads, node_label, edge_label
        As for :func:`motifs`.
    per
        ``"orbit"``: a column for every orbit of every motif; undirected orbits up to five nodes have their customary numbers 0 to
        72, as in ORCA (0 is the degree, and no column). ``"motif"``: a column for every motif.

    Returns
    -------
    The counts, a row per node in the order of the graph, and the titles of the columns. The counts are 64-bit integers, or floats if
    one does not fit.

    Examples
    --------
    >>> import isocount
    >>> counts, titles = isocount.node_counts([(0, 1), (1, 2), (2, 0), (2, 3)], 3)
    >>> titles
    ['orbit 1', 'orbit 2', 'orbit 3']
    >>> counts.tolist()
    [[1, 0, 1], [1, 0, 1], [0, 2, 1], [2, 0, 0]]
    """
    if per not in ("orbit", "motif"):
        raise InputError(f"per={per!r}", 'say "orbit" or "motif"')
    read = _read(graph, directed, node_label, edge_label)
    return _native.node_counts(read, _what(size, directed, labels, semantics, threads), per == "orbit")


def _read(graph: Any, directed: bool, node_label: Any, edge_label: Any) -> Graph:
    if isinstance(graph, Graph):
        return graph
    # A list of edges has directions if they matter.
    return Graph(graph, **_Reader(node_label, edge_label, None)._options(graph, directed))


def _what(
    size: int | tuple[int, int], directed: bool, labels: bool, semantics: str, threads: int | None
) -> tuple[tuple[int, int], bool, bool, str, int | None]:
    sizes = (size, size) if isinstance(size, int) else tuple(size)
    if len(sizes) != 2:
        raise InputError(f"size={size!r}", "say a number such as 4, or the least and the greatest such as (3, 5)")
    return (int(sizes[0]), int(sizes[1])), bool(directed), bool(labels), semantics, threads
