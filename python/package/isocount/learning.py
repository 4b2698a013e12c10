"""Data sets, training and trained models."""

from __future__ import annotations

import json
import logging
import os
import struct
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

import numpy as np

from isocount import _native
from isocount._counting import _make_ask, whole
from isocount._native import Answer, Dataset, Graph, Model, OpenGraph, Table
from isocount._progress import Progress
from isocount._reading import Reader, is_one_pattern, only_reading
from isocount._words import Ignored, Method, Semantics, Unit
from isocount.errors import InputError

_log = logging.getLogger("isocount")


def models() -> dict[str, str]:
    """Returns the models that can be trained, by name.

    >>> import isocount
    >>> "count-gnn" in isocount.models()
    True
    """
    return dict(_native.model_list())


def train(
    model: str,
    dataset: Dataset,
    out: str | os.PathLike[str],
    *,
    split: str = "paper",
    width: int | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    replace: bool = False,
    callback: Callable[[dict[str, Any]], None] | None = None,
    progress: bool = True,
) -> tuple[Model, Table]:
    """Trains a model on a data set.

    Parameters
    ----------
    model
        One of :func:`models`.
    out
        The folder of the run. A run that was stopped continues there; ``replace=True`` begins again.
    split
        The split that determines the training triples: ``"paper"``, ``"held-out-patterns"``, ``"held-out-graphs"`` and so on.
    width
        The width of the model; that of the paper by default.
    settings
        Settings by name, such as ``{"training.epochs": 20}``.
    callback
        Called after each epoch with its number, loss and errors. An exception in it ends training.

    Returns
    -------
    The model, and the log as a table: epoch, loss, validation errors.
    """
    assignments = [f"{name}={_toml(value)}" for name, value in (settings or {}).items()]

    def report(epoch: dict[str, Any]) -> None:
        _log.info("epoch %d: loss %.4f, validation MAE %.4f", epoch["epoch"], epoch["loss"], epoch["valid_mae"])
        if callback is not None:
            callback(epoch)

    with Progress(progress, "train") as bar:
        return _native.train(
            model, dataset, out, split, width, assignments, seed, threads, replace, report, None, bar.work
        )


def _toml(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def evaluate(
    counters: Any, dataset: Dataset, *, split: str = "paper", limit: int | None = None, progress: bool = True
) -> Table:
    """Evaluates counters on the test part of a data set.

    Parameters
    ----------
    counters
        A name of :func:`isocount.methods` or a :class:`Model`, or a list of them.
    limit
        The number of triples of the test part to use, spread evenly; all by default.

    Returns
    -------
    A table with a row for each counter, and below them the trivial baselines: predict zero, the mean and the median.
    """
    listed = [counters] if isinstance(counters, (str, Model)) else list(counters)
    with Progress(progress, "evaluate") as bar:
        return _native.evaluate(listed, dataset, split, limit, bar.work)


# The parts of the classes that convert arguments and show progress are written in Python.


def _generate(
    kind: str,
    out: str | os.PathLike[str],
    *,
    seed: int = 0,
    limit: int | None = None,
    threads: int | None = None,
    replace: bool = False,
    progress: bool = True,
) -> Dataset:
    """Generates a data set of the paper, ``"small"``, ``"large"`` or ``"ppa-stand-in"``, in the folder ``out``.

    ``limit`` is the number of triples; all by default. A call that was stopped continues where it was.
    """
    with Progress(progress, "generate") as bar:
        return Dataset._generate(kind, out, seed, limit, threads, replace, bar.work)


def _import(
    graphs: Any,
    patterns: Any,
    out: str | os.PathLike[str],
    *,
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    method: Method = "exact",
    ignore: Ignored | Iterable[Ignored] = (),
    time_limit: float | timedelta | None = None,
    precision: float | None = None,
    threads: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    name: str | None = None,
    licence: str | None = None,
    sample: int | None = None,
    seed: int | None = None,
    replace: bool = False,
    progress: bool = True,
    **reading: Any,
) -> Dataset:
    """Counts patterns in graphs and saves everything as a data set in the folder ``out``.

    ``graphs``, ``patterns`` and the options of reading are those of :func:`isocount.count_many`. ``sample`` is the number of
    pairs to count; ``seed``, 0 by default, selects them. A call that was stopped continues where it was. With
    ``method="auto"`` and a ``precision``, counts that take too long are estimated, with the same seed; they are marked in
    :meth:`Dataset.triples`.
    """
    if seed is not None and sample is None and precision is None:
        raise InputError("seed= needs sample= or precision=", "leave it out: all pairs are counted")
    sample, seed = whole("sample", sample, 0), whole("seed", seed, 0) or 0
    options = {} if precision is None else {"precision": precision, "seed": seed}
    ask = _make_ask(semantics, unit, method, ignore, time_limit, None, threads, options)
    reader = Reader(node_label, edge_label, directed, only_reading("import_", reading))
    graph_list = reader.graphs(graphs)
    undirected = bool(graph_list) and not any(graph.directed for graph in graph_list)
    pattern_list = reader.patterns(patterns, not undirected)
    reader.check()
    with Progress(progress, "count") as bar:
        return Dataset._import(
            ask, pattern_list, graph_list, out, name, licence, sample, seed, replace, bar.work
        )


def _predict(
    self: Model,
    patterns: Any,
    graph: Any,
    *,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    threads: int | None = None,
    **reading: Any,
) -> Answer | list[Answer]:
    """Estimates the count of a pattern in a graph, or of several patterns. Returns one answer for one pattern, a list of them for a
    list, a mapping or a file. For a pattern or graph that is larger than any in training, issues an
    :class:`isocount.AccuracyWarning` and adds a note to ``answer.notes``."""
    ask = _native.Ask.of_model(self, threads)
    reader = Reader(node_label, edge_label, directed, only_reading("predict", reading))
    within = reader.graph(graph)
    asked = reader.patterns(patterns, within.directed)
    reader.check()
    answers = ask.open(within)._count_each(asked)
    return answers[0] if is_one_pattern(patterns) else answers


def _index(
    self: Model,
    graph: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    replace: bool = False,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    threads: int | None = None,
    progress: bool = True,
    **reading: Any,
) -> OpenGraph:
    """Prepares a graph for many questions to this model: in a file, or in memory without one."""
    reader = Reader(node_label, edge_label, directed, only_reading("index", reading))
    within: Graph = reader.graph(graph)
    reader.check()
    if path is None:
        return _native.Ask.of_model(self, threads).open(within)
    with Progress(progress, "index") as bar:
        return self._index_file(within, path, replace, threads, bar.work)


def _weights(self: Model) -> dict[str, np.ndarray]:
    """The weights by name, as numpy arrays: ``{name: torch.from_numpy(array) for name, array in model.weights().items()}``."""
    data = self._weights_file()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    types = {"F32": "<f4", "F64": "<f8", "I64": "<i8", "I32": "<i4", "U8": "u1"}
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = entry["data_offsets"]
        kind = np.dtype(types[entry["dtype"]])
        raw = np.frombuffer(data, kind, (end - start) // kind.itemsize, 8 + length + start)
        weights[name] = raw.reshape(entry["shape"]).copy()
    return weights


def _open_index(self: Model, path: str | os.PathLike[str]) -> OpenGraph:
    """Opens a graph that :meth:`index` wrote to a file for this model."""
    return self._open_index_file(path)


Dataset.generate = staticmethod(_generate)  # type: ignore[method-assign]
Dataset.import_ = staticmethod(_import)  # type: ignore[method-assign]
Model.predict = _predict  # type: ignore[method-assign, assignment]
Model.index = _index  # type: ignore[method-assign]
Model.open_index = _open_index  # type: ignore[method-assign]
Model.weights = _weights  # type: ignore[method-assign]
