"""What a worker does with a range of pairs: counts for a while, writes what it has, says what is left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from isocount import _native
from isocount.cluster import _answers
from isocount.cluster._cache import CACHE
from isocount.cluster._job import ARCS_WORTH_OPENING, Job
from isocount.cluster._ledger import Piece, write_piece
from isocount.errors import NoAnswer

if TYPE_CHECKING:
    import pyarrow

#: The first stretch of a range; later ones grow while they take less than this time.
FIRST_STRETCH = 64
STRETCH_SECONDS = 0.2


def count_range(job: Job, start: int, stop: int, seconds: float) -> tuple[Piece, int]:
    """Counts pairs from ``start`` on, for about so many seconds. Gives the manifest of what was written, and where it stopped."""
    CACHE.set_limit(job.cache_bytes)
    began, began_cpu = time.monotonic(), time.process_time()
    tables: list[pyarrow.Table] = []
    hard: list[int] = []
    at, length = start, FIRST_STRETCH
    while at < stop:
        end = min(stop, at + length)
        stretch_began = time.monotonic()
        table, too_hard = _count_stretch(job, at, end)
        tables.append(table)
        hard.extend(too_hard)
        at = end
        now = time.monotonic()
        if now - stretch_began < STRETCH_SECONDS:
            length *= 2
        if now - began > seconds or hard and now - began > seconds / 4:
            break
    spent = (time.monotonic() - began, time.process_time() - began_cpu)
    return write_piece(job, start, at, _answers.joined(tables), hard, spent), at


def _count_stretch(job: Job, start: int, stop: int) -> tuple[pyarrow.Table, list[int]]:
    """The answers of some pairs, and the pairs that were too hard."""
    patterns, graphs = job.places(start, stop)
    ask = _ask(job)
    numbers, local = np.unique(graphs, return_inverse=True)
    loaded = [job.graph(int(number)) for number in numbers]
    tables, hard = [], []
    large = np.array([graph.num_arcs >= ARCS_WORTH_OPENING for graph in loaded])
    for index in np.flatnonzero(large):
        # In a large graph a question may take long: one by one, so that a hard one is noticed.
        mine = np.flatnonzero(local == index)
        opened = job.open_graph(int(numbers[index]), ask, "patience")
        found = [_one(job, opened, int(patterns[row]), int(graphs[row])) for row in mine]
        tables.append(_answers.rows(found))
    small = np.flatnonzero(~large[local])
    if len(small):
        pairs = np.stack([patterns[small], local[small]], axis=1).astype(np.int64)
        table = _native.count_many(ask, job.patterns, loaded, np.ascontiguousarray(pairs), False, None, None)
        tables.append(_answers.rows_of_table(table, patterns[small], graphs[small]))
    table = _answers.joined(tables)
    if large.any():
        table = table.sort_by([("graph_number", "ascending"), ("pattern_number", "ascending")]) if job.pairs is None else table
    if job.patience is not None:
        table, hard = _without_hard(job, table, start, patterns, graphs)
    return table, hard


def _ask(job: Job) -> _native.Ask:
    if job.patience is None:
        return job.question.ask(job.threads)
    return job.question.ask_with_patience(job.threads, job.patience)


def _one(job: Job, opened: _native.OpenGraph, pattern: int, graph: int) -> dict[str, Any]:
    asked, places = job.patterns[pattern], (pattern, graph)
    try:
        answer = opened._count(asked)
    except NoAnswer as none:
        return _answers.row(asked, opened.name, places, None, _answers.reason_of(none))
    return _answers.row(asked, opened.name, places, answer, None)


def _without_hard(
    job: Job, table: pyarrow.Table, start: int, patterns: np.ndarray, graphs: np.ndarray
) -> tuple[pyarrow.Table, list[int]]:
    """The answers that are exact, and the numbers of the pairs whose patience ran out."""
    import pyarrow.compute as pc

    bound = pc.equal(table["answer"].cast("string"), "at_least")
    if not pc.any(bound).as_py():
        return table, []
    left = table.filter(bound)
    too_hard = set(zip(left["pattern_number"].to_pylist(), left["graph_number"].to_pylist(), strict=True))
    pairs = zip(patterns.tolist(), graphs.tolist(), strict=True)
    hard = [start + row for row, pair in enumerate(pairs) if pair in too_hard]
    return table.filter(pc.invert(bound)), hard
