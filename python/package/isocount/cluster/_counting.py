"""Counting on a cluster: the driver."""

from __future__ import annotations

import os
import platform
import time
import warnings
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from isocount import _native
from isocount._native import Model, Pattern
from isocount._reading import Reader, check_on_error, split
from isocount._words import Ignored, Method, OnError, Semantics, Unit
from isocount.cluster import _answers, _hard, _pairs, _parts, _piece
from isocount.cluster._cutting import LEAST_PAIRS, TARGET_SECONDS, Cutter
from isocount.cluster._executor import AHEAD, MOST_LOSSES, WAIT_SECONDS, Executor, WorkerLost, run_all
from isocount.cluster._hard import HardPair
from isocount.cluster._intervals import Range, missing, without
from isocount.cluster._job import DEFAULT_PATIENCE, Job, Question
from isocount.cluster._ledger import Ledger, Piece
from isocount.cluster._on_ray import OnRay
from isocount.cluster._report import Report, Reporter
from isocount.errors import AccuracyWarning, InputError, NoAnswer, UnreadWarning

#: A graph with at least this many arcs is held once by each node: a process takes about 70 bytes per arc.
ARCS_HELD_ONCE = 5_000_000
#: Memory for the graphs that each worker process keeps, in bytes, unless the largest one needs more.
CACHE_BYTES = 1 << 30
#: The number of files that one task of a survey reads.
SURVEYED_TOGETHER = 64


def count_many(
    patterns: Any,
    graphs: Any,
    out: str | os.PathLike[str],
    semantics: Semantics = "monomorphism",
    unit: Unit = "mappings",
    method: Method = "auto",
    *,
    pairs: str | os.PathLike[str] | None = None,
    address: str | None = None,
    workers: int | None = None,
    threads: int | None = None,
    ignore: Ignored | Iterable[Ignored] = (),
    time_limit: float | timedelta | None = None,
    step_limit: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    reading: dict[str, Any] | None = None,
    patience: float | None = DEFAULT_PATIENCE,
    target_seconds: float = TARGET_SECONDS,
    least_pairs: int = LEAST_PAIRS,
    cache_bytes: int | None = None,
    replace: bool = False,
    progress: bool | Callable[[int, int | None], None] = True,
    executor: Executor | None = None,
    on_error: OnError = "raise",
    **options: Any,
) -> Report:
    """Counts many patterns in many graphs on all machines of a Ray cluster.

    Parameters
    ----------
    patterns
        As in :func:`isocount.count_many`: a file or folder, texts, objects. They are sent to the workers once.
    graphs
        Files or folders on storage that every node sees under the same path: JSON lines, Parquet files with a graph in each
        row (as ``isocount data export --to parquet`` writes them), data-set folders, folders of graph files, graph files. Or
        what every node can make itself: ``"example:karate"``, ``"smiles:CCO"``.
    out
        The folder of the answers. A call that was stopped continues there, and skips what is complete.
    pairs
        A text file with lines ``pattern<TAB>graph`` or ``pattern,graph``, by name, or a Parquet file with columns ``pattern``
        and ``graph``, positions from 0; all pairs by default.
    address
        A Ray cluster, such as ``"10.0.0.7:6379"`` or ``"auto"``; a local one without an address.
    workers, threads
        The maximum number of tasks that run at the same time, and the number of processors of each: one, unless a graph has five million
        arcs or more. Then a task takes a whole node, so that a node holds the graph once.
    patience
        Seconds after which a question is called hard and divided among the workers, if the exact engine answers without
        limits.
    target_seconds, least_pairs
        The target time of a task, and its minimum number of pairs.
    cache_bytes
        The memory in which each worker process keeps graphs: 1 GiB, or what the largest graph needs.
    executor
        Runs the tasks in place of Ray.
    on_error
        ``"raise"``: a file that cannot be read, or a pair that kills its worker or raises an exception, ends the job with an
        exception; existing answers stay. ``"record"``: such pairs have ``answer="none"`` and the reason, all others are
        counted, and an :class:`isocount.UnreadWarning` gives their number; :meth:`Report.problems` lists them.

    The other parameters, and the options of reading, are those of :func:`isocount.count`.

    Returns
    -------
    Report
        Totals, and the location of the answers: ``report.table()`` reads them with pyarrow.
    """
    seconds = time_limit.total_seconds() if isinstance(time_limit, timedelta) else time_limit
    ignored = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    if seed is not None:
        options = {**options, "seed": seed}
    options, named = split(options)
    options = _with_model(options)
    given = tuple(sorted((name, value) for name, value in options.items() if value is not None))
    question = Question(semantics, unit, method, ignored, seconds, step_limit, given)
    question.ask(1)
    read = {**(reading or {}), **{name: value for name, value in named.items() if value is not None}}
    if check_on_error(on_error) == "record":
        read["on_error"] = on_error
    for name, value in (("node_label", node_label), ("edge_label", edge_label), ("directed", directed)):
        if value is not None:
            read[name] = value
    mine = executor is None
    executor = executor or OnRay(address, workers=workers, threads=threads or 1)
    try:
        reader = _parts.reader_of(read)
        reader.look_at(patterns)
        if reader.is_for_smarts:
            # The caller did not ask for this, so it is fine if there are no molecules.
            read["smarts"] = True
            reader = _parts.reader_of(read)
            reader.excuse("smarts")
        parts = _find(graphs, read, executor)
        pattern_list = _patterns(patterns, read, reader)
        _check(reader, parts)
        largest = max((part.arcs // part.graphs for part in parts), default=0)
        if threads is None:
            threads = executor.take_whole_nodes() if largest >= ARCS_HELD_ONCE else 1
        if cache_bytes is None:
            # The graph as it was read, the graph with its index, and some smaller data.
            cache_bytes = max(CACHE_BYTES, 4 * _parts.memory_of_arcs(largest))
        folder = os.path.abspath(os.fspath(out))
        if pairs is not None:
            listed = os.path.abspath(os.fspath(pairs))
            pairs = _pairs.places_file(listed, pattern_list, parts, read, executor, folder)
        job = Job(
            question,
            pattern_list,
            parts,
            options=read,
            pairs=pairs,
            threads=threads,
            cache_bytes=cache_bytes,
            patience=patience,
            out=folder,
        ).sealed()
        with Ledger(job, replace) as ledger:
            counting = Counting(job, ledger, executor, target_seconds, least_pairs, Reporter(progress, "count"))
            report = counting.run()
        if on_error == "record":
            _warn(report)
        counting.warn_of_doubts()
        return report
    finally:
        if mine:
            executor.close()


def _with_model(options: dict[str, Any]) -> dict[str, Any]:
    """A model is passed to workers as the path of its run."""
    model = options.get("model")
    if isinstance(model, Model):
        return {"confidence": model.confidence, **options, "model": os.path.abspath(model.path)}
    return options if model is None else {**options, "model": os.path.abspath(os.fspath(model))}


def _warn(report: Report) -> None:
    """Warns how many patterns and graphs could not be read, or pairs could not be counted."""
    problems = report.problems()
    if problems:
        name, reason = problems[0]
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        warnings.warn(f"{name}{more} could not be read or counted: {reason}", UnreadWarning, stacklevel=3)


def _find(graphs: Any, read: dict[str, Any], executor: Executor) -> list[_parts.Part]:
    """All parts with their sizes; files that must be read to know their sizes are read by workers."""
    parts = _parts.find(graphs, read)
    unknown = [part for part in parts if part.graphs < 0]
    if not unknown:
        return parts
    records = read.get("on_error") == "record"

    def cut(_: int, error: Exception) -> None:
        """Handles files that are read together and fail: each is read alone to find the one at fault."""
        if not records and not isinstance(error, NoAnswer):
            raise error

    def reason(place: int, error: Exception) -> list[str]:
        """Why one file cannot be read."""
        problem = f"{alone[place].path}: {_answers.reason_of(error)}"
        if not records:
            raise NoAnswer(problem, 'give workers more memory, or pass on_error="record"') if isinstance(error, NoAnswer) else error
        return [problem]

    together = [unknown[at : at + SURVEYED_TOGETHER] for at in range(0, len(unknown), SURVEYED_TOGETHER)]
    found = run_all(executor, _parts.survey, read, [(some,) for some in together], failed=cut)
    alone = [part for some, sizes in zip(together, found, strict=True) if sizes is None for part in some]
    singly = iter(run_all(executor, _parts.survey, read, [([part],) for part in alone], failed=reason))
    sizes = [size for some, them in zip(together, found, strict=True) for size in (them or [next(singly)[0] for _ in some])]
    return _parts.surveyed(parts, sizes)


def _check(reader: Reader, parts: list[_parts.Part]) -> None:
    """Refuses an option of reading that applies neither to patterns nor to graphs."""
    if reader.given:
        for part in parts:
            part.usable(reader)
        reader.check()


def _patterns(patterns: Any, read: dict[str, Any], reader: Reader) -> list[Pattern]:
    if isinstance(patterns, (str, os.PathLike)) and os.path.exists(os.path.join(patterns, "dataset.toml")):
        return _parts.open_dataset(os.path.abspath(os.fspath(patterns))).patterns
    found = reader.patterns(patterns, read.get("directed") is not False)
    if not found:
        raise InputError("there are no patterns", "pass a file or a folder with patterns")
    return found


class Counting:
    """One run of a driver: hands out tasks and takes their results, until nothing is left."""

    def __init__(
        self, job: Job, ledger: Ledger, executor: Executor, target: float, least: int, reporter: Reporter
    ) -> None:
        self.job = job
        self.ledger = ledger
        self.executor = executor
        self.reporter = reporter
        #: By their ranges: a hard pair that was a task of its own has no answer in its first piece, and one in its second.
        self.pieces: dict[Range, Piece] = {}
        #: The number of pairs with answers.
        self.done = 0
        self.total = job.num_pairs
        self.hard: dict[int, HardPair] = {}
        #: Hard questions that are not divided, and those that have not been considered yet.
        self.undecided: list[int] = []
        self.in_flight: dict[Any, tuple[Any, ...]] = {}
        self.losses: dict[tuple[int, int], int] = {}
        #: Pairs without an answer, because they kill their workers or raise exceptions.
        self.given_up: set[int] = set()
        self.num_lost = 0
        self.num_tasks = 0
        self.task_seconds: list[float] = []
        earlier = ledger.pieces()
        for piece in earlier:
            self._keep(piece)
        done = [range_ for it in earlier for range_ in without(it.start, it.stop, it.hard)]
        known_hard = {pair for it in earlier for pair in it.hard}
        counted = {it.start for it in earlier if it.stop == it.start + 1 and it.rows}
        self.undecided = sorted(known_hard - counted)
        left = missing([*done, *((pair, pair + 1) for pair in self.undecided)], self.total)
        self.cutter = Cutter(job, left, target, least)

    def run(self) -> Report:
        """Counts everything. An interrupt stops all tasks; finished pieces stay."""
        began = time.monotonic()
        self.shared = self.executor.share(self.job)
        try:
            with self.reporter as reporter:
                reporter.begin(self.done, self.total)
                while self._hand_out() or self.in_flight:
                    for handle, result in self.executor.wait(WAIT_SECONDS):
                        self._take(self.in_flight.pop(handle), result)
                    reporter.show(self.done)
        except BaseException as stopped:
            self.executor.cancel()
            if isinstance(stopped, KeyboardInterrupt):
                reporter.say(
                    f"stopped: {self.done} of {self.total} pairs are in {self.job.out}; the same call continues from there"
                )
            raise
        report = self.ledger.succeed([self.pieces[range_] for range_ in sorted(self.pieces)], versions())
        return Report(self.job.out, report, time.monotonic() - began, self.num_tasks, self.num_lost, self.task_seconds)

    def warn_of_doubts(self) -> None:
        """Warns once that answers of a model may be inaccurate, whichever workers gave them."""
        doubts = list(dict.fromkeys(doubt for range_ in sorted(self.pieces) for doubt in self.pieces[range_].doubts))
        if doubts:
            more = "; the column reason marks the other answers" if len(doubts) > 1 else ""
            warnings.warn(f"{doubts[0]}{more}", AccuracyWarning, stacklevel=3)

    def _hand_out(self) -> bool:
        """Keeps every worker busy; returns whether a task was started."""
        workers = self.executor.workers()
        begun = False
        while len(self.in_flight) < AHEAD * workers:
            task = self._next(workers)
            if task is None:
                break
            self._begin(task)
            begun = True
        return begun

    def _begin(self, task: tuple[Any, ...]) -> None:
        function, *arguments = task
        self.in_flight[self.executor.submit(function, self.shared, *arguments)] = task
        self.num_tasks += 1

    def _keep(self, piece: Piece) -> None:
        before = self.pieces.get((piece.start, piece.stop))
        self.pieces[piece.start, piece.stop] = piece
        self.done += piece.rows - (before.rows if before else 0)

    def _next(self, workers: int) -> tuple[Any, ...] | None:
        """The most urgent task: shares of hard questions first, since they end last."""
        for pair in [pair for pair, hard in self.hard.items() if hard.is_counted]:
            piece = self.hard[pair].finish(self.job)
            if piece is not None:
                self._keep(piece)
                del self.hard[pair]
        for hard in self.hard.values():
            if hard.open:
                hard.counting += 1
                return (_hard.count_share, hard.pair, hard.open.pop(), hard.seconds)
        if self.undecided:
            return (_hard.predict, self.undecided.pop())
        if self.cutter:
            return (_piece.count_range, *self.cutter.next(workers))
        return None

    def _take(self, task: tuple[Any, ...], result: Any) -> None:
        if isinstance(result, WorkerLost):
            self._lost(task)
        elif isinstance(result, Exception):
            self._failed(task, result)
        elif task[0] is _piece.count_range:
            self._take_range(task[1], task[2], *result)
        elif task[0] is _hard.predict:
            self._decide(task[1], *result)
        elif task[0] is _hard.count_share:
            if task[1] in self.hard:
                self.hard[task[1]].take(task[2], result)
        else:
            self._keep(result)

    def _take_range(self, start: int, stop: int, piece: Piece, stopped: int) -> None:
        self._keep(piece)
        self.cutter.learn(start, stopped, piece.seconds)
        self.cutter.give_back(stopped, stop)
        self.undecided.extend(piece.hard)
        self.task_seconds.append(piece.seconds)

    def _decide(self, pair: int, by_search: float | None, by_algebra: float | None) -> None:
        """Divides a hard question, unless algebra on one worker is expected to end before a search by all workers."""
        workers = self.executor.workers()
        if by_algebra is not None and (by_search is None or by_algebra * workers < by_search):
            self._begin((_hard.count_whole, pair))
        else:
            self.hard[pair] = HardPair.begin(self.job, pair, workers)

    @property
    def records(self) -> bool:
        """Whether a pair that cannot be counted is recorded."""
        return self.job.options.get("on_error") == "record"

    def _give_up(self, pair: int, reason: str) -> None:
        """Records that a pair has no answer, for this reason. A worker writes the record, since it can read the name of the graph."""
        if pair in self.given_up:
            return
        self.given_up.add(pair)
        self.hard.pop(pair, None)
        self.undecided = [other for other in self.undecided if other != pair]
        self._begin((_piece.give_up, pair, reason))

    def _failed(self, task: tuple[Any, ...], error: Exception) -> None:
        """A task raised an exception: the job ends, or a range is cut until the pair at fault is found."""
        if not self.records or task[0] is _piece.give_up:
            raise error
        if task[0] is not _piece.count_range or task[2] - task[1] == 1:
            self._give_up(task[1], _answers.reason_of(error))
            return
        start, stop = task[1], task[2]
        middle = (start + stop) // 2
        self.cutter.give_back(start, middle)
        self.cutter.give_back(middle, stop)

    def _lost(self, task: tuple[Any, ...]) -> None:
        """A worker died: its task is run again. A task that keeps dying is cut, to find the pair that kills its worker."""
        self.num_lost += 1
        if task[0] is _piece.give_up:
            # Not even the name of the graph can be read.
            self._keep(_piece.without_answer(self.job, task[1], None, task[2]))
            return
        if task[1] in self.given_up:
            return
        if task[0] is _hard.count_share:
            hard = self.hard[task[1]]
            hard.counting -= 1
            hard.open.append(task[2])
            key = (task[1], -task[2][0] - 1)
        elif task[0] is _piece.count_range:
            key = (task[1], task[2])
        else:
            self.undecided.append(task[1])
            key = (task[1], task[1] + 1)
        self.losses[key] = self.losses.get(key, 0) + 1
        if self.losses[key] > MOST_LOSSES and key[1] - key[0] <= 1:
            reason = f"its worker died {self.losses[key]} times"
            if self.records:
                self._give_up(task[1], reason)
                return
            patterns, graphs = self.job.places(task[1], task[1] + 1)
            raise NoAnswer(
                f"pattern {patterns[0]} in graph {graphs[0]}: {reason}",
                'give workers more memory, leave the pair out with pairs=, or pass on_error="record"',
            )
        if task[0] is _piece.count_range:
            start, stop = task[1], task[2]
            middle = (start + stop) // 2 if self.losses[key] > MOST_LOSSES // 2 and stop - start > 1 else stop
            self.cutter.give_back(start, middle)
            self.cutter.give_back(middle, stop)


def versions() -> dict[str, str]:
    """The versions of the software that answered."""
    import pyarrow

    found = {"isocount": _native.VERSION, "pyarrow": pyarrow.__version__, "python": platform.python_version()}
    try:
        import ray
    except ImportError:
        return found
    return {**found, "ray": ray.__version__}
