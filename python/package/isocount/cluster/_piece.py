"""The task of a worker on a range of pairs: counts for a while, writes the answers, reports what is left."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from isocount import _native
from isocount.cluster import _answers
from isocount.cluster._cache import CACHE
from isocount.cluster._job import ARCS_WORTH_OPENING, SMALL_ARCS, Job
from isocount.cluster._ledger import Piece, write_piece
from isocount.errors import AccuracyWarning, NoAnswer

if TYPE_CHECKING:
    import pyarrow

#: The first and the longest stretch of a range of small graphs. Stretches grow while they take less than this time.
FIRST_STRETCH = 64
MOST_STRETCH = 8192
STRETCH_SECONDS = 0.2
#: The prefix of a reason of the exact engine, which is asked with a time limit in place of the method of the question.
BY_EXACT = "exact: "
#: Questions that take longer are asked one by one, with a check of the time between them.
QUICK_SECONDS = 0.02


def count_range(job: Job, start: int, stop: int, seconds: float) -> tuple[Piece, int]:
    """Counts pairs from ``start`` on, for about ``seconds`` seconds. Returns the manifest of what was written, and where it
    stopped."""
    CACHE.set_limit(job.cache_bytes)
    began, began_cpu = time.monotonic(), time.process_time()
    tables: list[pyarrow.Table] = []
    hard: list[int] = []
    at, length = start, FIRST_STRETCH if job.arcs_at(start) < SMALL_ARCS else 1
    most = MOST_STRETCH
    if job.question.time_limit:
        # Each of them may take all of its time.
        most = max(1, min(most, int(seconds / job.question.time_limit)))
    doubts: list[str] = []
    while at < stop:
        end = min(stop, at + min(length, most))
        stretch_began = time.monotonic()
        # At least one question is answered.
        stretch = Stretch(job, at, end, began + seconds, at == start)
        with doubts_in(doubts):
            tables.append(stretch.count())
        hard.extend(stretch.hard)
        at = stretch.stop
        now = time.monotonic()
        if at < end or now - began > seconds:
            break
        if now - stretch_began < STRETCH_SECONDS:
            length *= 2
    spent = (time.monotonic() - began, time.process_time() - began_cpu)
    return write_piece(job, start, at, _answers.joined(tables), hard, spent, doubts), at


@contextmanager
def doubts_in(doubts: list[str]) -> Iterator[None]:
    """Collects warnings about answers that may be inaccurate: nobody sees those of a worker, so the driver shows them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AccuracyWarning)
        yield
    for warning in caught:
        if issubclass(warning.category, AccuracyWarning):
            doubts.append(str(warning.message))
        else:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)


def give_up(job: Job, pair: int, reason: str) -> Piece:
    """Records that a pair has no answer, with the name of its graph if that can be read."""
    _, graphs = job.places(pair, pair + 1)
    try:
        name = job.graph(int(graphs[0])).name
    except Exception:
        # Whatever is wrong with the graph, the given reason is recorded.
        name = None
    return without_answer(job, pair, name, reason)


def without_answer(job: Job, pair: int, graph_name: str | None, reason: str) -> Piece:
    """The piece of one pair that has no answer."""
    patterns, graphs = job.places(pair, pair + 1)
    pattern, graph = int(patterns[0]), int(graphs[0])
    row = _answers.row(job.patterns[pattern], graph_name, (pattern, graph), None, reason)
    return write_piece(job, pair, pair + 1, _answers.rows([row]), [], (0.0, 0.0))


class Stretch:
    """Some pairs that are asked together. Where a question may be hard, all are asked with a short time limit, and those that need
    more one by one; the stretch ends early if its time is over."""

    def __init__(self, job: Job, start: int, stop: int, deadline: float, is_first: bool) -> None:
        self.job = job
        self.start = start
        self.stop = stop
        self.deadline = deadline
        self.is_first = is_first
        #: Pairs whose time limit was reached.
        self.hard: list[int] = []
        self.patterns, self.graphs = job.places(start, stop)

    def count(self) -> pyarrow.Table:
        """The answers of the pairs up to ``stop``, which may have moved."""
        import pyarrow.compute as pc

        job = self.job
        numbers, local = np.unique(self.graphs, return_inverse=True)
        loaded = [job.graph(int(number)) for number in numbers]
        large = np.array([graph.num_arcs >= ARCS_WORTH_OPENING for graph in loaded])
        small = np.flatnonzero(~large[local])
        found: dict[int, dict[str, Any]] = {}
        table = None
        later = list(np.flatnonzero(large[local]))
        if len(small):
            pairs = np.stack([self.patterns[small], local[small]], axis=1).astype(np.int64)
            answered = _native.count_many(
                self._quick(), job.patterns, loaded, np.ascontiguousarray(pairs), False, None, None
            )
            table = _answers.rows_of_table(answered, self.patterns[small], self.graphs[small])
            if job.patience is not None:
                reasons = pc.replace_substring_regex(table["reason"], f"^{BY_EXACT}", f"{job.question.method}: ")
                table = table.set_column(table.schema.get_field_index("reason"), "reason", reasons)
                unsettled = pc.equal(table["answer"].cast("string"), "at_least").to_numpy(zero_copy_only=False)
                later.extend(small[unsettled])
                small, table = small[~unsettled], table.filter(~unsettled)
        for row in sorted(map(int, later)):
            if time.monotonic() > self.deadline and not (self.is_first and row == 0):
                self.stop = self.start + row
                break
            answer = self._one(row)
            if answer is not None:
                found[row] = answer
        return self._in_order(table, small, found)

    def _quick(self) -> _native.Ask:
        job = self.job
        if job.patience is None:
            return job.question.ask(job.threads)
        return job.question.ask_with_patience(job.threads, min(job.patience, QUICK_SECONDS))

    def _one(self, row: int) -> dict[str, Any] | None:
        """The answer to one question; ``None`` if it is hard."""
        job, pattern, graph = self.job, int(self.patterns[row]), int(self.graphs[row])
        if job.patience is None:
            ask = job.question.ask(job.threads)
        else:
            ask = job.question.ask_with_patience(job.threads, job.patience)
        asked, within, places = job.patterns[pattern], job.graph(graph), (pattern, graph)
        try:
            if within.num_arcs >= ARCS_WORTH_OPENING:
                answer = job.open_graph(graph, ask, f"{job.patience}")._count(asked)
            else:
                answer = ask.count(asked, within)
        except NoAnswer as none:
            reason = _answers.reason_of(none)
            if job.patience is not None and reason.startswith(BY_EXACT):
                reason = f"{job.question.method}: {reason.removeprefix(BY_EXACT)}"
            return _answers.row(asked, within.name, places, None, reason)
        if job.patience is not None and not answer.is_exact:
            self.hard.append(self.start + row)
            return None
        return _answers.row(asked, within.name, places, answer, "; ".join(answer.notes) or None)

    def _in_order(
        self, table: pyarrow.Table | None, rows: np.ndarray, found: dict[int, dict[str, Any]]
    ) -> pyarrow.Table:
        """All answers in the order of the pairs, up to the end of the stretch."""
        tables = [] if table is None else [table]
        if found:
            tables.append(_answers.rows(list(found.values())))
        places = np.concatenate([rows, np.array(list(found), dtype=np.int64)]).astype(np.int64)
        order = np.argsort(places, kind="stable")
        order = order[places[order] < self.stop - self.start]
        return _answers.joined(tables).take(order)
