"""A job: what to count, and where. Workers get it once; a task is a range of its pairs."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from isocount import _native
from isocount._counting import _make_ask
from isocount._native import Graph, Pattern
from isocount.cluster._cache import CACHE
from isocount.cluster._parts import TYPED, Part, memory_of

#: Graphs with fewer arcs are small: many questions make a task.
SMALL_ARCS = 1000
#: A graph with at least this many arcs is opened once by each process and kept open.
ARCS_WORTH_OPENING = 50_000
#: At least this many seconds are spent on a question before it is called hard.
DEFAULT_PATIENCE = 20.0


@dataclass(frozen=True)
class Question:
    """The question about each pair: the arguments of :func:`isocount.count`."""

    semantics: str = "monomorphism"
    unit: str = "mappings"
    method: str = "auto"
    ignore: tuple[str, ...] = ()
    time_limit: float | None = None
    step_limit: int | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def ask(self, threads: int) -> _native.Ask:
        """The question in the form of the engine."""
        return _make_ask(
            self.semantics, self.unit, self.method, self.ignore, self.time_limit, self.step_limit, threads, dict(self.options)
        )

    @property
    def can_be_cut(self) -> bool:
        """Whether the exact engine answers without limits, so that a hard question can be divided."""
        return self.method in ("auto", "exact") and self.time_limit is None and self.step_limit is None and not self.options

    def ask_with_patience(self, threads: int, patience: float) -> _native.Ask:
        """The question with a time limit."""
        return _make_ask(self.semantics, self.unit, "exact", self.ignore, patience, None, threads, {})

    def exactly(self, threads: int) -> _native.Ask:
        """The question to the exact engine."""
        return _make_ask(self.semantics, self.unit, "exact", self.ignore, None, None, threads, {})


@dataclass
class Job:
    """Patterns, parts of graphs, and the pairs to count."""

    question: Question
    patterns: list[Pattern]
    parts: list[Part]
    #: How files are read.
    options: dict[str, Any] = field(default_factory=dict)
    #: A Parquet file of pairs, as positions of patterns and graphs; all pairs if there is none.
    pairs: str | None = None
    threads: int = 1
    cache_bytes: int = 1 << 30
    #: Seconds after which a question is called hard and divided; ``None`` for never.
    patience: float | None = DEFAULT_PATIENCE
    out: str = ""

    def __post_init__(self) -> None:
        self.firsts = np.concatenate([[0], np.cumsum([part.graphs for part in self.parts])]).astype(np.int64)
        if not self.question.can_be_cut:
            self.patience = None

    @property
    def num_graphs(self) -> int:
        """The number of graphs."""
        return int(self.firsts[-1])

    @property
    def num_pairs(self) -> int:
        """The number of pairs to count."""
        if self.pairs is None:
            return self.num_graphs * len(self.patterns)
        import pyarrow.parquet as parquet

        return int(parquet.read_metadata(self.pairs).num_rows)

    def places(self, start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The patterns and the graphs of pairs ``start..stop``, as positions."""
        if self.pairs is None:
            graphs, patterns = np.divmod(np.arange(start, stop, dtype=np.int64), len(self.patterns))
            return patterns, graphs
        return _listed(self.pairs, start, stop)

    def graph(self, place: int) -> Graph:
        """Returns one graph, reading its part if it is not in the cache."""
        number = int(np.searchsorted(self.firsts, place, side="right")) - 1
        return self.parts[number].load(self.options)[place - int(self.firsts[number])]

    def open_graph(self, place: int, ask: _native.Ask, key: str) -> _native.OpenGraph:
        """A graph with its index, opened once by each process."""
        graph = self.graph(place)
        return CACHE.get(("open", self.seal, key, place), lambda: ask.open(graph), lambda _: 2 * memory_of(graph))

    def arcs_at(self, pair: int) -> float:
        """The approximate number of arcs of the graph of a pair; the mean of all graphs if pairs are listed."""
        if self.pairs is not None:
            return sum(part.arcs for part in self.parts) / max(1, self.num_graphs)
        number = int(np.searchsorted(self.firsts, pair // len(self.patterns), side="right")) - 1
        return self.parts[number].arcs / self.parts[number].graphs

    def work(self, start: int, stop: int) -> float:
        """The approximate time of pairs ``start..stop`` in seconds, before anything was measured."""
        if self.pairs is not None:
            return (stop - start) * _seconds(self.arcs_at(start))
        total = 0.0
        first, last = start // len(self.patterns), (stop - 1) // len(self.patterns)
        number = int(np.searchsorted(self.firsts, first, side="right")) - 1
        while number < len(self.parts) and int(self.firsts[number]) <= last:
            part, begin = self.parts[number], int(self.firsts[number]) * len(self.patterns)
            end = begin + part.graphs * len(self.patterns)
            inside = min(stop, end) - max(start, begin)
            total += max(0, inside) * _seconds(part.arcs / part.graphs)
            number += 1
        return total

    def describe(self) -> dict[str, Any]:
        """The properties in which another run must agree to continue this one."""
        sources = sorted({part.path for part in self.parts})
        model = dict(self.question.options).get("model")
        question = {name: value for name, value in vars(self.question).items() if value not in (None, (), [])}
        return {
            "question": question,
            **({} if model is None else {"model": fingerprint(model)}),
            "patterns": [{"name": it.name, "checksum": it.checksum()} for it in self.patterns],
            "sources": [{"path": path, "sum": fingerprint(path)} for path in sources],
            "graphs": self.num_graphs,
            "pairs": self.num_pairs,
            "listed": None if self.pairs is None else fingerprint(self.pairs),
            # Problems may be raised now and recorded later.
            "reading": {name: value for name, value in self.options.items() if name != "on_error"},
        }

    def sealed(self) -> Job:
        """The job with its seal: the checksum of its description, which every piece carries."""
        self.seal = hashlib.sha256(json.dumps(self.describe(), sort_keys=True, default=list).encode()).hexdigest()
        return self


def _seconds(arcs: float) -> float:
    """A guess for one question on a graph with ``arcs`` arcs; measurements correct it at once."""
    return 2e-6 + 3e-8 * arcs


def _listed(path: str, start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of a list of pairs: only the row groups that contain them are read."""
    import pyarrow.parquet as parquet

    patterns, graphs = [], []
    with parquet.ParquetFile(path) as file:
        first = 0
        for group in range(file.metadata.num_row_groups):
            last = first + file.metadata.row_group(group).num_rows
            if first < stop and start < last:
                rows = file.read_row_group(group, columns=["pattern", "graph"])
                rows = rows.slice(max(0, start - first), min(stop, last) - max(start, first))
                patterns.append(rows["pattern"].to_numpy().astype(np.int64))
                graphs.append(rows["graph"].to_numpy().astype(np.int64))
            first = last
    return np.concatenate(patterns), np.concatenate(graphs)


def fingerprint(path: str) -> str:
    """The size of a file and a checksum of its beginning and end; for a folder, those of its files. Copies have the same fingerprint. A path
    that is not a file, or cannot be opened, is identified by its name alone."""
    digest = hashlib.sha256()
    if path.startswith(TYPED) or not os.path.exists(path):
        return hashlib.sha256(path.encode()).hexdigest()
    names = [path] if os.path.isfile(path) else [os.path.join(path, name) for name in sorted(os.listdir(path))]
    for name in names:
        if not os.path.isfile(name):
            continue
        size = os.path.getsize(name)
        digest.update(f"{os.path.basename(name)} {size}\n".encode())
        with open(name, "rb") as file:
            digest.update(file.read(1 << 20))
            file.seek(max(0, size - (1 << 20)))
            digest.update(file.read(1 << 20))
    return digest.hexdigest()
