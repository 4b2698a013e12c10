"""The questions: one, many, and about a graph that is kept open."""

from __future__ import annotations

import numbers
import operator
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any

import numpy as np

from isocount import _native
from isocount._native import Answer, Graph, OpenGraph, Pattern, Table
from isocount._progress import Progress
from isocount.errors import InputError

#: Objects that say themselves whether they are directed.
_OWN_DIRECTIONS = ("is_directed", "weighted_edge_list", "GetBonds")


def count(
    pattern: Any,
    graph: Any,
    semantics: str = "monomorphism",
    unit: str = "mappings",
    method: str = "auto",
    *,
    ignore: str | Iterable[str] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    forecast: Callable[[Answer, float | None], object] | None = None,
    **options: Any,
) -> Answer:
    """Counts a pattern in a graph.

    Parameters
    ----------
    pattern, graph
        Any graph, see :class:`Graph`. A pattern that is a mere list or array of edges has directions if the graph has.
    semantics
        ``"monomorphism"``: different pattern nodes go to different graph nodes, and edges to edges. ``"induced"``: besides,
        nodes without an edge go to nodes without an edge. ``"homomorphism"``: pattern nodes may share a graph node.
    unit
        ``"mappings"`` of pattern nodes to graph nodes, or ``"subgraphs"``: mappings divided by the symmetries of the pattern.
    method
        One of :func:`methods`; ``"auto"`` is the best for the question.
    ignore
        What is left out of pattern and graph: ``"node_labels"``, ``"edge_labels"``, ``"directions"``.
    time_limit, step_limit
        Seconds, or steps of the search, after which the answer is a lower bound.
    threads
        How many threads work; all processors by default. Answers do not depend on it.
    seed
        For methods that draw at random.
    node_label, edge_label
        What labels nodes and edges of graphs that are not files or texts: the name of an attribute, or a function.
    directed
        Whether files, lists, arrays and tables of edges have directions.
    forecast
        A function for an exact count without limits that takes longer than a second. It is called with an estimate, and with
        the seconds that the exact count may take altogether, or ``None``; what it raises ends the count.
    options
        Options of the method, such as ``model=`` for ``method="learned"``.

    Examples
    --------
    >>> import isocount
    >>> path, ring = [(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> int(isocount.count(path, ring, directed=False))
    8
    >>> int(isocount.count(path, ring, "induced", "subgraphs", directed=False))
    4
    """
    ask = _ask(semantics, unit, method, ignore, time_limit, step_limit, threads, seed, options)
    if type(pattern) is Pattern and type(graph) is Graph and node_label is edge_label is directed is None:
        return ask.count(pattern, graph, forecast)
    return ask.count(*_Reader(node_label, edge_label, directed).both(pattern, graph), forecast)


def count_per(
    pattern: Any,
    graph: Any,
    semantics: str = "monomorphism",
    unit: str = "mappings",
    *,
    per: str = "node",
    ignore: str | Iterable[str] = (),
    time_limit: float | timedelta | None = None,
    threads: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
) -> Any:
    """In how many mappings or subgraphs each node or edge of a graph takes part, all of them from one search.

    Parameters
    ----------
    pattern, graph, semantics, unit, ignore, threads, node_label, edge_label, directed
        As for :func:`count`.
    per
        ``"node"``: a number for every node. ``"orbit"``: a column for every orbit of the pattern, its nodes up to symmetry. ``"edge"``: a
        number for every edge, or for every arc if the pattern or the graph has directions.
    time_limit
        Seconds after which all numbers are lower bounds, with a warning.

    Returns
    -------
    For ``"node"`` an array in the order of the nodes. For ``"orbit"`` a matrix with a row per node, and the pattern nodes of each column.
    For ``"edge"`` the two nodes of each edge, and an array of their counts. Counts are 64-bit integers, or floats if one does not fit.
    A mapping that sends two nodes of the pattern to one node counts there twice, so the sum is the number of pattern nodes times the count.

    Examples
    --------
    >>> import isocount
    >>> path, graph = [(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 0), (2, 3)]
    >>> isocount.count_per(path, graph, unit="subgraphs", directed=False).tolist()
    [4, 4, 5, 2]
    >>> counts, orbits = isocount.count_per(path, graph, unit="subgraphs", per="orbit", directed=False)
    >>> orbits, counts.tolist()
    (['0 2', '1'], [[3, 1], [3, 1], [2, 3], [2, 0]])
    >>> edges, counts = isocount.count_per(path, graph, unit="subgraphs", per="edge", directed=False)
    >>> edges.tolist(), counts.tolist()
    ([[0, 1], [0, 2], [1, 2], [2, 3]], [2, 3, 3, 2])
    """
    if per not in ("node", "edge", "orbit"):
        raise InputError(f"per={per!r}", 'say "node", "edge" or "orbit"')
    ask = _ask(semantics, unit, "exact", ignore, time_limit, None, threads, None, {})
    read = _Reader(node_label, edge_label, directed).both(pattern, graph)
    edges, counts, titles, _, is_complete = _native.count_per(ask, *read, per)
    if not is_complete:
        warnings.warn("the time limit was reached: all numbers are lower bounds", stacklevel=2)
    if per == "orbit":
        return counts, titles
    return counts[:, 0] if edges is None else (edges, counts[:, 0])


def count_many(
    patterns: Any,
    graphs: Any,
    semantics: str = "monomorphism",
    unit: str = "mappings",
    method: str = "auto",
    *,
    pairs: Any = None,
    progress: bool | Callable[[int, int | None], None] = True,
    explain: bool = False,
    output: str | os.PathLike[str] | None = None,
    ignore: str | Iterable[str] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    **options: Any,
) -> Table:
    """Counts many patterns in many graphs, on all processors.

    Parameters
    ----------
    patterns, graphs
        Lists, mappings from names, or one of them; or the path of a file or folder that holds many.
    pairs
        Which pairs are counted, as places ``(pattern, graph)`` or as names; all by default.
    progress
        Whether a progress bar is shown after a second, or a function that is called with what is done and how much there is.
    explain
        Whether the column ``reason`` says why a count is zero, where that can be seen without searching.

    output
        A file of JSON lines, ``.jsonl``, to which answers are written as they come. If the work is stopped, the same call
        continues: what is there is checked and not counted again.

    The others are those of :func:`count`.

    Returns
    -------
    Table
        One row for each pair, in the order of ``pairs``; otherwise by graph. An interrupt (Ctrl-C) ends the work and keeps the file of ``output``.

    Examples
    --------
    >>> import isocount
    >>> edge, triangle = [(0, 1)], [(0, 1), (1, 2), (2, 0)]
    >>> table = isocount.count_many({"edge": edge, "triangle": triangle}, {"t": triangle}, unit="subgraphs", directed=False)
    >>> table["count"].tolist()
    [3, 1]
    """
    ask = _ask(semantics, unit, method, ignore, time_limit, step_limit, threads, seed, options)
    reader = _Reader(node_label, edge_label, directed)
    reader.look_at(patterns)
    graph_list = reader.graphs(graphs)
    undirected = bool(graph_list) and not any(map(operator.attrgetter("directed"), graph_list))
    pattern_list = reader.patterns(patterns, not undirected)
    reader.check()
    places = None if pairs is None else _places(pairs, pattern_list, graph_list)
    with Progress(progress, "count") as bar:
        return _native.count_many(ask, pattern_list, graph_list, places, explain, output, bar.work)


def open_graph(
    graph: Any,
    semantics: str = "monomorphism",
    unit: str = "mappings",
    method: str = "auto",
    *,
    ignore: str | Iterable[str] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    **options: Any,
) -> OpenGraph:
    """Keeps a graph with its index, for many patterns. The arguments are those of :func:`count`.

    Examples
    --------
    >>> import isocount
    >>> ring = isocount.open([(0, 1), (1, 2), (2, 3), (3, 0)], directed=False, unit="subgraphs")
    >>> int(ring.count([(0, 1), (1, 2)])), int(ring.count([(0, 1), (1, 2), (2, 0)]))
    (4, 0)
    """
    ask = _ask(semantics, unit, method, ignore, time_limit, step_limit, threads, seed, options)
    reader = _Reader(node_label, edge_label, directed)
    opened = ask.open(reader.graph(graph))
    reader.check()
    return opened


def _open_count(self: OpenGraph, pattern: Any, *, node_label: Any = None, edge_label: Any = None) -> Answer:
    """Counts a pattern."""
    if type(pattern) is not Pattern:
        directed = True if self.graph is None else self.graph.directed
        pattern = _Reader(node_label, edge_label, None).pattern(pattern, directed)
    return self._count(pattern)


def _open_count_each(
    self: OpenGraph, patterns: Iterable[Any], *, node_label: Any = None, edge_label: Any = None
) -> list[Answer]:
    """Counts several patterns together, which some methods do faster than one by one."""
    directed = True if self.graph is None else self.graph.directed
    reader = _Reader(node_label, edge_label, None)
    return self._count_each(reader.patterns(patterns, directed))


# Conversions are Python's part of the class.
OpenGraph.count = _open_count  # type: ignore[method-assign]
OpenGraph.count_each = _open_count_each  # type: ignore[method-assign]


def why_zero(
    pattern: Any,
    graph: Any,
    semantics: str = "monomorphism",
    *,
    ignore: str | Iterable[str] = (),
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
) -> list[str]:
    """Why a count must be zero, as far as that can be seen without searching; the most helpful reason first.

    Examples
    --------
    >>> import isocount
    >>> isocount.why_zero([(0, 1), (1, 2), (2, 3)], [(0, 1)], directed=False)[0]
    'the pattern has 4 nodes, the graph only 2'
    """
    ask = _ask(semantics, "mappings", "auto", ignore, None, None, None, None, {})
    return ask.why_zero(*_Reader(node_label, edge_label, directed).both(pattern, graph))


def read_graphs(path: str | os.PathLike[str], **options: Any) -> list[Graph]:
    """Reads all graphs of a file, a folder of files or a TU data set.

    A file that cannot be read is logged as a warning, and the others are read. Options: ``format=``, ``node_label=`` and
    ``edge_label=`` (the names of attributes, or ``False``), ``duplicates="merge"``, and for molecules ``hydrogens=``,
    ``atom_label=``, and ``smarts=True`` if SMARTS are asked about them.
    """
    return _native.read_graphs(path, **options)


def read_patterns(path: str | os.PathLike[str], **options: Any) -> list[Pattern]:
    """Reads all patterns of a file or a folder, as :func:`read_graphs` does."""
    return _native.read_patterns(path, **options)


def methods() -> dict[str, str]:
    """The methods by name, the default first.

    >>> import isocount
    >>> "exact" in isocount.methods()
    True
    """
    return {name: summary for name, summary, _ in _native.method_list()}


def formats() -> dict[str, str]:
    """The formats of graph files that are read, by name.

    >>> import isocount
    >>> isocount.formats()["gml"].split(",")[0]
    'Graph Modelling Language'
    """
    return {name: about for name, _, about, readable, _ in _native.format_list() if readable}


# ---------------------------------------------------------------------------------------------------------------------------


def _ask(
    semantics: str,
    unit: str,
    method: str,
    ignore: str | Iterable[str],
    time_limit: float | timedelta | None,
    step_limit: int | None,
    threads: int | None,
    seed: int | None,
    options: dict[str, Any],
) -> _native.Ask:
    if not options and seed is None and isinstance(ignore, (tuple, str)):
        return _known_ask(semantics, unit, method, ignore, time_limit, step_limit, threads)
    if seed is not None:
        options = {**options, "seed": seed}
    return _make_ask(semantics, unit, method, ignore, time_limit, step_limit, threads, options)


@lru_cache(maxsize=256)
def _known_ask(
    semantics: str,
    unit: str,
    method: str,
    ignore: Any,
    time_limit: float | timedelta | None,
    step_limit: int | None,
    threads: int | None,
) -> _native.Ask:
    return _make_ask(semantics, unit, method, ignore, time_limit, step_limit, threads, {})


def _make_ask(
    semantics: str,
    unit: str,
    method: str,
    ignore: str | Iterable[str],
    time_limit: float | timedelta | None,
    step_limit: int | None,
    threads: int | None,
    options: dict[str, Any],
) -> _native.Ask:
    ignored = [ignore] if isinstance(ignore, str) else list(ignore)
    seconds = time_limit.total_seconds() if isinstance(time_limit, timedelta) else time_limit
    model = options.get("model")
    if isinstance(model, _native.Model):
        options = {"confidence": model.confidence, **options, "model": model.path}
    known = {option for _, _, names in _native.method_list() for option in names} - {"limits"}
    unknown = sorted(set(options) - known)
    if unknown:
        raise TypeError(
            f"there is no argument {unknown[0]!r}, and no method has an option of this name; limits are time_limit= and "
            f"step_limit=, and the options of methods {', '.join(sorted(known))}"
        )
    if seconds is not None and not isinstance(seconds, numbers.Real):
        raise InputError(f"time_limit={time_limit!r} is no time", "say how many seconds, such as time_limit=2.5")
    step_limit, threads = whole("step_limit", step_limit, 0), whole("threads", threads, 1)
    pairs = [(name, _text(value)) for name, value in options.items() if value is not None]
    return _native.Ask(semantics, unit, ignored, method, pairs, seconds, step_limit, threads)


def whole(name: str, number: Any, least: int) -> int | None:
    """An argument that is a whole number, or nothing."""
    if number is None:
        return None
    try:
        found = operator.index(number)
    except TypeError:
        raise InputError(f"{name}={number!r} is no whole number", f"say a number from {least}, or None") from None
    if found < least:
        raise InputError(f"{name}={number!r} is too small", f"say a number from {least}, or None")
    return found


def _text(value: Any) -> str:
    """An option as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if hasattr(value, "__fspath__") else str(value)


class _Reader:
    """Makes graphs and patterns of what a caller passed, and notices if an argument meant nothing."""

    def __init__(self, node_label: Any, edge_label: Any, directed: bool | None) -> None:
        self.labels = {"node_label": node_label, "edge_label": edge_label}
        self.labels = {name: by for name, by in self.labels.items() if by is not None}
        self.directed = directed
        self._used_directed = directed is None
        self._used_labels = not self.labels
        self._smarts = False

    def both(self, pattern: Any, graph: Any) -> tuple[Pattern, Graph]:
        """One pattern and one graph."""
        self.look_at(pattern)
        within = self.graph(graph)
        of = self.pattern(pattern, within.directed)
        self.check()
        return of, within

    def look_at(self, patterns: Any) -> None:
        """Molecules that SMARTS are compared with are read for them, and before them."""
        if isinstance(patterns, (str, os.PathLike)):
            text = os.fspath(patterns)
            self._smarts = text.startswith("smarts:") or text.endswith((".sma", ".smarts"))
        elif isinstance(patterns, (list, tuple)):
            self._smarts = any(isinstance(it, str) and it.startswith("smarts:") for it in patterns)
        elif isinstance(patterns, Mapping):
            self.look_at(list(patterns.values()))

    def check(self) -> None:
        """Refuses arguments that nothing needed."""
        if not self._used_labels:
            raise InputError(
                f"{next(iter(self.labels))}= goes with graphs that are converted now, and these are made already",
                "say it to isocount.Graph and isocount.Pattern",
            )
        if not self._used_directed:
            raise InputError(
                "directed= goes with files, lists, arrays and tables of edges, and these graphs say themselves whether they are",
                "leave it out; ignore='directions' asks about a directed graph without its directions",
            )

    def _options(self, source: Any, default: bool | None) -> dict[str, Any]:
        if isinstance(source, str) or hasattr(source, "__fspath__"):
            options = {name: by for name, by in self.labels.items() if isinstance(by, (str, bool))}
            self._used_labels = self._used_labels or bool(options)
            if self._smarts:
                options["smarts"] = True
            if self.directed is not None and os.path.exists(source):
                # A text says itself whether it has directions, a file of edges need not.
                self._used_directed = True
                options["directed"] = self.directed
            return options
        options = dict(self.labels)
        self._used_labels = True
        if not any(hasattr(source, name) for name in _OWN_DIRECTIONS):
            self._used_directed = True
            if self.directed is not None:
                options["directed"] = self.directed
            elif default is not None and not hasattr(source, "edge_index") and not hasattr(source, "tocoo"):
                options["directed"] = default
        return options

    def graph(self, source: Any) -> Graph:
        if isinstance(source, Graph):
            return source
        if self._smarts and not isinstance(source, (str, os.PathLike)):
            raise InputError(
                "SMARTS are compared with molecules that isocount reads itself",
                "pass the molecule as text, 'smiles:' + Chem.MolToSmiles(molecule), or a file of molecules",
            )
        return Graph(source, **self._options(source, None))

    def pattern(self, source: Any, directed: bool) -> Pattern:
        if isinstance(source, Pattern):
            return source
        if isinstance(source, Graph):
            return Pattern(source)
        return Pattern(source, **self._options(source, directed))

    def graphs(self, sources: Any) -> list[Graph]:
        if isinstance(sources, (str, os.PathLike)):
            return _native.read_graphs(sources, **self._options(sources, None))
        return self._many(sources, Graph, self.graph)

    def patterns(self, sources: Any, directed: bool) -> list[Pattern]:
        if isinstance(sources, (str, os.PathLike)):
            if isinstance(sources, str) and not os.path.exists(sources):
                # One pattern as text.
                return [self.pattern(sources, directed)]
            return _native.read_patterns(sources, **self._options(sources, None))
        return self._many(sources, Pattern, lambda source: self.pattern(source, directed))

    def _many(self, sources: Any, kind: Any, make: Callable[[Any], Any]) -> list[Any]:
        if isinstance(sources, kind):
            return [sources]
        if isinstance(sources, Mapping) or (hasattr(sources, "keys") and not hasattr(sources, "columns")):
            return [make(source).renamed(str(name)) for name, source in sources.items()]
        if _is_one_graph(sources):
            return [make(sources)]
        sources = sources if isinstance(sources, (list, tuple)) else list(sources)
        if set(map(type, sources)) == {kind}:
            return list(sources)
        made = []
        for place, source in enumerate(sources):
            one = make(source)
            if not isinstance(source, (Graph, Pattern, str)) and one.name in ("graph", "pattern"):
                one = one.renamed(str(place))
            made.append(one)
        return made


def _is_one_graph(source: Any) -> bool:
    """Whether this is one graph rather than a list of them."""
    if isinstance(source, (list, tuple)):
        # A list of edges, rather than a list of lists of edges.
        first = source[0] if source else None
        return isinstance(first, (tuple, list)) and len(first) >= 2 and not isinstance(first[0], (tuple, list))
    if hasattr(source, "__next__") or isinstance(source, (range, set)):
        return False
    return any(hasattr(source, name) for name in (*_OWN_DIRECTIONS, "edge_index", "tocoo", "columns", "ndata", "__array__"))


def _places(pairs: Any, patterns: Sequence[Pattern], graphs: Sequence[Graph]) -> np.ndarray:
    """Pairs as an array of places. Names are looked up."""
    try:
        array = np.asarray(pairs)
    except ValueError:
        array = np.empty(1)
    if array.ndim != 2 and array.size or array.ndim == 2 and array.shape[1] != 2:
        raise InputError("pairs= is no list of pairs", "give (pattern, graph) for each, as places from 0 or as names")
    if array.size == 0:
        return np.empty((0, 2), np.int64)
    if array.ndim == 2 and array.dtype.kind in "iu":
        return np.ascontiguousarray(array, np.int64)
    of_pattern = {pattern.name: place for place, pattern in enumerate(patterns)}
    of_graph = {graph.name: place for place, graph in enumerate(graphs)}

    def place(name: Any, of: dict[str, int], what: str) -> int:
        if not isinstance(name, str):
            return int(name)
        if name not in of:
            some = ", ".join(list(of)[:5])
            raise InputError(f"no {what} is called {name!r}", f"the {what}s are {some}{', ...' if len(of) > 5 else ''}")
        return of[name]

    rows = [(place(pattern, of_pattern, "pattern"), place(graph, of_graph, "graph")) for pattern, graph in pairs]
    return np.array(rows, np.int64)
