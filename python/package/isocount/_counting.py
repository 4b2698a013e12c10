"""Questions: one, many, and about a graph that is kept open."""

from __future__ import annotations

import numbers
import operator
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from isocount import _native
from isocount._native import Answer, Graph, OpenGraph, Pattern, Table
from isocount._progress import Progress
from isocount._reading import READING, Reader, check_on_error, flag, only_reading, split, warn_of_unread
from isocount._words import Aromaticity, Duplicates, Hydrogens, Ignored, Method, OnError, Semantics, Unit
from isocount.errors import InputError, UnknownArgumentError


def count(
    pattern: Any,
    graph: Any,
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    method: Method = "auto",
    *,
    ignore: Ignored | Iterable[Ignored] = (),
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
        Any graph, see :class:`Graph`. A pattern given as a list or array of edges is directed if the graph is.
    semantics
        ``"monomorphism"``: distinct pattern nodes map to distinct graph nodes, and edges to edges. ``"induced"``: in addition,
        nodes without an edge map to nodes without an edge. ``"homomorphism"``: pattern nodes may share a graph node.
    unit
        ``"mappings"`` of pattern nodes to graph nodes, or ``"subgraphs"``: mappings divided by the symmetries of the pattern.
    method
        One of :func:`methods`; ``"auto"`` chooses the best for the question.
    ignore
        What to ignore in pattern and graph: ``"node_labels"``, ``"edge_labels"``, ``"directions"``.
    time_limit, step_limit
        Seconds, or steps of the search. If they do not suffice, ``method="auto"`` returns an estimate with an interval, or a
        lower bound if it cannot estimate; ``method="exact"`` returns a lower bound.
    threads
        The number of threads; all processors by default. Answers do not depend on it.
    seed
        The seed of methods that draw at random.
    node_label, edge_label
        What labels nodes and edges: the name of an attribute or column, or a function; ``False`` leaves labels out. For
        molecules ``node_label=`` means ``atom_label=``.
    directed
        Whether files, lists, arrays and tables of edges have directions.
    forecast
        A function for exact counts without limits that take longer than a second. It is called with an estimate, and with
        the total seconds that the exact count may take, or ``None``; an exception that it raises ends the count.
    options
        Options of the method, such as ``model=`` for ``method="learned"``, and of reading: ``atom_label=`` (what labels the
        atoms of molecules: ``"element"``, or details such as ``"charge,aromaticity"``), ``hydrogens="explicit"``,
        ``aromaticity="as-written"``, ``duplicates="merge"`` for files, ``format=`` for a graph file and ``pattern_format=`` for a
        pattern file, ``source=`` and ``target=`` (the columns of a table of edges). An option that applies neither to the
        pattern nor to the graph is refused.

    Examples
    --------
    >>> import isocount
    >>> path, ring = [(0, 1), (1, 2)], [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> int(isocount.count(path, ring, directed=False))
    8
    >>> int(isocount.count(path, ring, "induced", "subgraphs", directed=False))
    4
    """
    options, reading = split(options)
    ask = _ask(semantics, unit, method, ignore, time_limit, step_limit, threads, seed, options)
    if forecast is not None and not callable(forecast):
        raise InputError(f"forecast={forecast!r} is not a function", "pass one that takes an answer and seconds")
    if type(pattern) is Pattern and type(graph) is Graph and node_label is edge_label is directed is None and not reading:
        return ask.count(pattern, graph, forecast)
    return ask.count(*Reader(node_label, edge_label, directed, reading).both(pattern, graph), forecast)


def count_many(
    patterns: Any,
    graphs: Any,
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    method: Method = "auto",
    *,
    pairs: Any = None,
    progress: bool | Callable[[int, int | None], None] = True,
    explain: bool = False,
    output: str | os.PathLike[str] | None = None,
    ignore: Ignored | Iterable[Ignored] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    on_error: OnError = "raise",
    **options: Any,
) -> Table:
    """Counts many patterns in many graphs, on all processors.

    Parameters
    ----------
    patterns, graphs
        Lists, mappings from names, or single ones; or the path of a file or folder that contains many.
    pairs
        The pairs to count, as positions ``(pattern, graph)`` or as names; all by default.
    progress
        Whether a progress bar is shown after a second; or a function ``(done, total)`` that is called several times a second and at the end.
    explain
        Whether the column ``reason`` explains why a count is zero, where the reason is visible without searching.
    output
        A file of JSON lines, ``.jsonl``, to which answers are written as they arrive. If the work is stopped, the same call
        continues: existing answers are checked and not counted again.
    on_error
        What to do about graphs and patterns that cannot be read, in files, folders and lists. ``"raise"`` raises an exception.
        ``"record"`` counts the others: each unreadable item keeps its position, its pairs have ``answer="none"`` and the
        ``reason``, and a :class:`isocount.UnreadWarning` gives their number.

    The other parameters are those of :func:`count`.

    Returns
    -------
    Table
        One row for each pair, in the order of ``pairs``; otherwise by graph. An interrupt (Ctrl-C) ends the work and keeps the
        file of ``output``.

    Examples
    --------
    >>> import isocount
    >>> edge, triangle = [(0, 1)], [(0, 1), (1, 2), (2, 0)]
    >>> table = isocount.count_many({"edge": edge, "triangle": triangle}, {"t": triangle}, unit="subgraphs", directed=False)
    >>> table["count"].tolist()
    [3, 1]
    """
    options, reading = split(options)
    ask = _ask(semantics, unit, method, ignore, time_limit, step_limit, threads, seed, options)
    explain = flag("explain", explain)
    if output is not None and not isinstance(output, (str, os.PathLike)):
        raise InputError(f"output={output!r} is not a path", "name a file, such as answers.jsonl")
    reader = Reader(node_label, edge_label, directed, reading, on_error)
    reader.look_at(patterns)
    graph_list = reader.graphs(graphs)
    undirected = bool(graph_list) and not any(map(operator.attrgetter("directed"), graph_list))
    pattern_list = reader.patterns(patterns, not undirected)
    reader.check()
    if on_error == "record":
        warn_of_unread(pattern_list, graph_list)
    places = None if pairs is None else _places(pairs, pattern_list, graph_list)
    with Progress(progress, "count") as bar:
        return _native.count_many(ask, pattern_list, graph_list, places, explain, output, bar.work)


def open_graph(
    graph: Any,
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    method: Method = "auto",
    *,
    ignore: Ignored | Iterable[Ignored] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    threads: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    **options: Any,
) -> OpenGraph:
    """Opens a graph with its index, for many patterns. The parameters are those of :func:`count`.

    Examples
    --------
    >>> import isocount
    >>> ring = isocount.open([(0, 1), (1, 2), (2, 3), (3, 0)], directed=False, unit="subgraphs")
    >>> int(ring.count([(0, 1), (1, 2)])), int(ring.count([(0, 1), (1, 2), (2, 0)]))
    (4, 0)
    """
    options, reading = split(options)
    ask = _ask(semantics, unit, method, ignore, time_limit, step_limit, threads, seed, options)
    reader = Reader(node_label, edge_label, directed, reading)
    within = reader.graph(graph)
    reader.check()
    return ask.open(within)


def _open_count(
    self: OpenGraph, pattern: Any, *, node_label: Any = None, edge_label: Any = None, **reading: Any
) -> Answer:
    """Counts a pattern. The options of reading are those of :func:`isocount.count`."""
    return self._count(pattern_for(self, pattern, node_label, edge_label, reading))


def pattern_for(opened: OpenGraph, pattern: Any, node_label: Any, edge_label: Any, reading: dict[str, Any]) -> Pattern:
    """Converts a pattern to count in an open graph."""
    if type(pattern) is Pattern and node_label is edge_label is None and not reading:
        return pattern
    reader = Reader(node_label, edge_label, None, only_reading("an open graph", reading))
    made = reader.pattern(pattern, True if opened.graph is None else opened.graph.directed)
    reader.check()
    return made


def _open_count_each(
    self: OpenGraph, patterns: Iterable[Any], *, node_label: Any = None, edge_label: Any = None, **reading: Any
) -> list[Answer]:
    """Counts several patterns together, which is faster than one by one for some methods."""
    reader = Reader(node_label, edge_label, None, only_reading("an open graph", reading))
    made = reader.patterns(patterns, True if self.graph is None else self.graph.directed)
    reader.check()
    return self._count_each(made)


# The part of the class that converts arguments is written in Python.
OpenGraph.count = _open_count  # type: ignore[method-assign]
OpenGraph.count_each = _open_count_each  # type: ignore[method-assign]


def why_zero(
    pattern: Any,
    graph: Any,
    semantics: Semantics = "monomorphism",
    *,
    ignore: Ignored | Iterable[Ignored] = (),
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    **reading: Any,
) -> list[str]:
    """Explains why a count must be zero, as far as this is visible without searching; the most helpful reason first.

    Examples
    --------
    >>> import isocount
    >>> isocount.why_zero([(0, 1), (1, 2), (2, 3)], [(0, 1)], directed=False)[0]
    'the pattern has 4 nodes, the graph only 2'
    """
    ask = _ask(semantics, "mappings", "auto", ignore, None, None, None, None, {})
    reader = Reader(node_label, edge_label, directed, only_reading("why_zero", reading))
    return ask.why_zero(*reader.both(pattern, graph))


def read_graphs(
    path: str | os.PathLike[str],
    *,
    on_error: OnError = "raise",
    format: str | None = None,
    node_label: str | Literal[False] | None = None,
    edge_label: str | Literal[False] | None = None,
    directed: bool | None = None,
    duplicates: Duplicates | None = None,
    atom_label: str | Sequence[str] | None = None,
    hydrogens: Hydrogens | None = None,
    aromaticity: Aromaticity | None = None,
    smarts: bool | None = None,
) -> list[Graph]:
    """Reads all graphs of a file, a folder of files or a TU data set.

    Parameters
    ----------
    on_error
        What to do about a file, or a line or record of a file of many graphs, that cannot be read. ``"raise"`` raises an
        exception with the position and a remedy. ``"record"`` puts a graph in its place whose ``problem`` is the reason, and warns.
    format
        The format of the files, if their names do not determine it: one of :func:`formats`.
    node_label, edge_label
        The names of attributes, or ``False`` to leave labels out.
    directed
        Whether edges have directions, no matter what the files say.
    duplicates
        ``"merge"`` merges repeated edges; otherwise they are an error.
    atom_label, hydrogens, aromaticity, smarts
        For molecules: what labels atoms, which hydrogen atoms are nodes, which bonds are aromatic, and ``smarts=True`` if SMARTS
        are to be counted in them.
    """
    options = {
        "format": format,
        "node_label": node_label,
        "edge_label": edge_label,
        "directed": directed,
        "duplicates": duplicates,
        "atom_label": atom_label,
        "hydrogens": hydrogens,
        "aromaticity": aromaticity,
        "smarts": smarts,
    }
    graphs = _native.read_graphs(_a_path(path), check_on_error(on_error), **options)
    if on_error == "record":
        warn_of_unread(graphs)
    return graphs


def read_patterns(
    path: str | os.PathLike[str],
    *,
    on_error: OnError = "raise",
    format: str | None = None,
    node_label: str | Literal[False] | None = None,
    edge_label: str | Literal[False] | None = None,
    directed: bool | None = None,
    duplicates: Duplicates | None = None,
    atom_label: str | Sequence[str] | None = None,
    hydrogens: Hydrogens | None = None,
    aromaticity: Aromaticity | None = None,
) -> list[Pattern]:
    """Reads all patterns of a file or a folder, like :func:`read_graphs`."""
    options = {
        "format": format,
        "node_label": node_label,
        "edge_label": edge_label,
        "directed": directed,
        "duplicates": duplicates,
        "atom_label": atom_label,
        "hydrogens": hydrogens,
        "aromaticity": aromaticity,
    }
    patterns = _native.read_patterns(_a_path(path), check_on_error(on_error), **options)
    if on_error == "record":
        warn_of_unread(patterns)
    return patterns


def _a_path(path: Any) -> Any:
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"{path!r} is not a path", "pass the path of a file or folder; isocount.Graph converts objects")
    return path


def methods() -> dict[str, str]:
    """Returns the methods by name, the default first.

    >>> import isocount
    >>> "exact" in isocount.methods()
    True
    """
    return {name: summary for name, summary, _ in _native.method_list()}


def formats() -> dict[str, str]:
    """Returns the formats of graph files that can be read, by name.

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
        try:
            return _known_ask(semantics, unit, method, ignore, time_limit, step_limit, threads)
        except TypeError:
            # An argument is not hashable; what is wrong with it is reported below.
            pass
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
    for name, word in (("semantics", semantics), ("unit", unit), ("method", method)):
        if not isinstance(word, str):
            raise InputError(f"{name}={word!r} is not a word", f"give {name}= as a string")
    ignored = [ignore] if isinstance(ignore, str) else list(ignore) if isinstance(ignore, Iterable) else [ignore]
    if not all(isinstance(word, str) for word in ignored):
        raise InputError(f"ignore={ignore!r} is neither a word nor a list of words", 'use "directions", for example')
    seconds = seconds_of(time_limit)
    model = options.get("model")
    if isinstance(model, _native.Model):
        options = {"confidence": model.confidence, **options, "model": model.path}
    known = set(method_options())
    unknown = sorted(set(options) - known)
    if unknown:
        raise UnknownArgumentError(
            f"there is no argument {unknown[0]!r}, and no method has an option of this name; limits are time_limit= and "
            f"step_limit=, options of methods are {', '.join(sorted(known))}, and options of reading {', '.join(READING)}"
        )
    step_limit, threads = whole("step_limit", step_limit, 0), whole("threads", threads, 1)
    pairs = [(name, _text(value)) for name, value in options.items() if value is not None]
    return _native.Ask(semantics, unit, ignored, method, pairs, seconds, step_limit, threads)


def method_options() -> list[str]:
    """The options of all methods that are passed by name; limits and threads are separate arguments."""
    return sorted({option for _, _, names in _native.method_list() for option in names} - {"limits", "threads"})


def seconds_of(time_limit: Any) -> float | None:
    """Converts a time limit to seconds."""
    seconds = time_limit.total_seconds() if isinstance(time_limit, timedelta) else time_limit
    if seconds is not None and not isinstance(seconds, numbers.Real):
        raise InputError(f"time_limit={time_limit!r} is not a valid time", "give a number of seconds, such as time_limit=2.5")
    return None if seconds is None else float(seconds)


def number(name: str, value: Any) -> float | None:
    """Checks an argument that is a number or ``None``."""
    if value is not None and not isinstance(value, numbers.Real):
        raise InputError(f"{name}={value!r} is not a number", "give one, or None")
    return None if value is None else float(value)


#: The largest number that the engine accepts.
MOST = 2**64 - 1


def whole(name: str, number: Any, least: int) -> int | None:
    """Checks an argument that is a whole number or ``None``."""
    if number is None:
        return None
    try:
        found = operator.index(number)
    except TypeError:
        raise InputError(f"{name}={number!r} is not a whole number", f"give a number of at least {least}, or None") from None
    if found < least:
        raise InputError(f"{name}={number!r} is too small", f"give a number of at least {least}, or None")
    if found > MOST:
        raise InputError(f"{name}={number!r} is too large", f"give a number of at most {MOST}, or None")
    return found


def _text(value: Any) -> str:
    """Converts an option to text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if hasattr(value, "__fspath__") else str(value)


def _places(pairs: Any, patterns: Sequence[Pattern], graphs: Sequence[Graph]) -> np.ndarray:
    """Converts pairs to an array of positions. Names are looked up."""
    try:
        array = np.asarray(pairs)
    except ValueError:
        array = np.empty(1)
    if array.ndim != 2 and array.size or array.ndim == 2 and array.shape[1] != 2:
        raise InputError("pairs= is not a list of pairs", "give (pattern, graph) for each, as positions from 0 or as names")
    if array.size == 0:
        return np.empty((0, 2), np.int64)
    if array.ndim == 2 and array.dtype.kind in "iu":
        return np.ascontiguousarray(array, np.int64)
    of_pattern = {pattern.name: place for place, pattern in enumerate(patterns)}
    of_graph = {graph.name: place for place, graph in enumerate(graphs)}

    def place(name: Any, of: dict[str, int], what: str) -> int:
        if not isinstance(name, str):
            try:
                return operator.index(name)
            except TypeError:
                raise InputError(f"pairs= names the {what} {name!r}", "give positions from 0, or names") from None
        if name not in of:
            some = ", ".join(list(of)[:5])
            raise InputError(f"no {what} is called {name!r}", f"the {what}s are {some}{', ...' if len(of) > 5 else ''}")
        return of[name]

    rows = [(place(pattern, of_pattern, "pattern"), place(graph, of_graph, "graph")) for pattern, graph in pairs]
    try:
        return np.array(rows, np.int64)
    except OverflowError:
        raise InputError("a number in pairs= is too large", "give positions from 0, or names") from None
