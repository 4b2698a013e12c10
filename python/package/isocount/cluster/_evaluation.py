"""Evaluating counters on the test part of a large data set, in ranges of its triples."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from typing import Any

from isocount import _native
from isocount._native import Model, Table
from isocount.cluster._executor import Executor, run_all
from isocount.cluster._ledger import write_whole
from isocount.cluster._on_ray import OnRay
from isocount.cluster._parts import open_dataset
from isocount.cluster._report import Reporter

#: The maximum number of triples of a task, and the minimum where there are enough.
MOST_TRIPLES = 20_000
LEAST_TRIPLES = 500

Outcomes = tuple[str, bool, list[str]]


def answer_range(test: dict[str, Any], counter: str | tuple[str, str], start: int, stop: int) -> Outcomes:
    """The task of a worker: asks a counter about some triples, or reads the outcomes that an earlier run has saved."""
    path = _path(test, counter, start, stop)
    kept = _read(path)
    if kept is not None:
        return kept
    judged: str | Model = counter if isinstance(counter, str) else Model.load(counter[1])
    found = _native.evaluate_part(judged, open_dataset(test["dataset"]), test["split"], test["limit"], start, stop)
    if path is not None:
        text = "\n".join([json.dumps(found[:2]), *found[2]]).encode()
        write_whole(path, hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
    return found


def _path(test: dict[str, Any], counter: str | tuple[str, str], start: int, stop: int) -> str | None:
    """The file of some outcomes: named by the question, so that other questions do not find them."""
    if test["out"] is None:
        return None
    asked = json.dumps([{key: test[key] for key in ("dataset", "checksum", "split", "limit")}, counter])
    folder = hashlib.sha256(asked.encode()).hexdigest()[:16]
    return os.path.join(test["out"], folder, f"{start:012d}-{stop:012d}.jsonl")


def _read(path: str | None) -> Outcomes | None:
    """Saved outcomes, if the file is complete."""
    if path is None or not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        sum_, _, text = file.read().partition(b"\n")
    if hashlib.sha256(text).hexdigest().encode() != sum_:
        return None
    first, *lines = text.decode().split("\n")
    name, is_comparable = json.loads(first)
    return name, is_comparable, lines


def evaluate(
    counters: Any,
    dataset: str | os.PathLike[str],
    *,
    split: str = "paper",
    limit: int | None = None,
    out: str | os.PathLike[str] | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool | Callable[[int, int | None], None] = True,
    executor: Executor | None = None,
) -> Table:
    """Evaluates counters on the test part of a data set, on all machines of a Ray cluster.

    The table is that of :func:`isocount.evaluate`, except for the times, which were measured on several machines at once. ``dataset`` and the folders
    of models are on storage that every node sees. With a folder ``out``, outcomes are saved there, and the same call
    continues.
    """
    mine = executor is None
    executor = executor or OnRay(address, workers=workers)
    listed = [counters] if isinstance(counters, (str, Model)) else list(counters)
    named = [it if isinstance(it, str) else ("model", os.path.abspath(os.fspath(it.path))) for it in listed]
    folder = os.path.abspath(os.fspath(dataset))
    data = open_dataset(folder)
    test = {
        "dataset": folder,
        "checksum": _checksum(folder),
        "split": split,
        "limit": limit,
        "out": None if out is None else os.path.abspath(os.fspath(out)),
    }
    try:
        number = _native.test_size(data, split, limit)
        ranges = _ranges(number, executor.workers())
        tasks = [(counter, *range_) for counter in named for range_ in ranges]
        found = _ask_all(test, tasks, executor, Reporter(progress, "evaluate"))
        answered = []
        for first in range(0, len(tasks), len(ranges)):
            parts = found[first : first + len(ranges)]
            answered.append((parts[0][0], parts[0][1], [line for part in parts for line in part[2]]))
        return _native.judge_outcomes(answered, data, split, limit)
    finally:
        if mine:
            executor.close()


def _ask_all(test: dict[str, Any], tasks: list[tuple[Any, int, int]], executor: Executor, reporter: Reporter) -> list[Outcomes]:
    done, total = 0, sum(stop - start for _, start, stop in tasks)

    def taken(place: int, _: Outcomes) -> None:
        nonlocal done
        done += tasks[place][2] - tasks[place][1]
        reporter.show(done)

    try:
        with reporter:
            reporter.begin(0, total)
            return run_all(executor, answer_range, test, tasks, taken)
    except KeyboardInterrupt:
        if test["out"] is not None:
            reporter.say(f"stopped: {done} of {total} answers are there; the same call continues")
        raise


def _ranges(number: int, workers: int) -> list[tuple[int, int]]:
    """Divides triples into ranges, several for each worker.

    >>> _ranges(2_000, 2)
    [(0, 500), (500, 1000), (1000, 1500), (1500, 2000)]
    """
    length = min(MOST_TRIPLES, max(LEAST_TRIPLES, number // (8 * max(1, workers))))
    return [(start, min(start + length, number)) for start in range(0, number, length)]


def _checksum(folder: str) -> str:
    with open(os.path.join(folder, "SHA256SUMS"), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()
