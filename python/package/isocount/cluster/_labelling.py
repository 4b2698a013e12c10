"""Labelling data sets on many machines. The bytes are the same as on one machine, since a piece depends only on its number."""

from __future__ import annotations

import os
import socket
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from isocount import _native
from isocount._counting import whole
from isocount._native import Dataset, Pattern
from isocount.cluster._cache import CACHE
from isocount.cluster._counting import CACHE_BYTES, _check, _find, _patterns
from isocount.cluster._executor import Executor, run_all
from isocount.cluster._job import Question
from isocount.cluster._on_ray import OnRay
from isocount.cluster._parts import Part, memory_of, reader_of
from isocount.cluster._report import Reporter
from isocount.errors import InputError


@dataclass(frozen=True)
class Labels:
    """What to label, in the order in which one machine would read it."""

    question: Question
    patterns: tuple[Pattern, ...]
    parts: tuple[Part, ...]
    options: tuple[tuple[str, Any], ...]
    out: str
    name: str
    licence: str | None
    sample: int | None
    seed: int
    cache_bytes: int
    #: Distinguishes this call from others of the same process.
    call: str = field(default_factory=lambda: uuid.uuid4().hex)

    def ready(self) -> _native.Labelling:
        """The questions with all graphs, read once by each process."""
        CACHE.set_limit(self.cache_bytes)
        sizes: list[int] = []

        def make() -> _native.Labelling:
            graphs = [graph for part in self.parts for graph in part.load(dict(self.options))]
            sizes.append(sum(map(memory_of, graphs)))
            return _native.Labelling(
                self.question.ask(1),
                list(self.patterns),
                graphs,
                self.out,
                self.name,
                self.licence,
                self.sample,
                self.seed,
            )

        key = ("labelling", self.call)
        return CACHE.get(key, make, lambda _: sizes[0])


def make_pieces(labels: Labels, start: int, stop: int) -> int:
    """The task of a worker: makes some pieces next to the data set. Returns their number."""
    labels.ready().make(start, stop, f"{socket.gethostname()}-{os.getpid()}")
    return stop - start


def label(
    graphs: Any,
    patterns: Any,
    out: str | os.PathLike[str],
    semantics: str = "monomorphism",
    unit: str = "mappings",
    method: str = "exact",
    *,
    address: str | None = None,
    workers: int | None = None,
    ignore: str | Iterable[str] = (),
    time_limit: float | None = None,
    name: str | None = None,
    licence: str | None = None,
    sample: int | None = None,
    seed: int | None = None,
    node_label: Any = None,
    edge_label: Any = None,
    directed: bool | None = None,
    reading: dict[str, Any] | None = None,
    cache_bytes: int = CACHE_BYTES,
    progress: bool | Callable[[int, int | None], None] = True,
    executor: Executor | None = None,
) -> Dataset:
    """Counts patterns in graphs on all machines of a Ray cluster, and saves everything as a data set in the folder ``out``.

    The data set has the same bytes as that of :meth:`isocount.Dataset.import_` on one machine. ``graphs`` and ``patterns`` are those of
    :func:`isocount.cluster.count_many`, on storage that every node sees, and so is ``out``. ``sample`` is the number of pairs to
    count; ``seed``, 0 by default, selects them. A call that was stopped continues.
    """
    if seed is not None and sample is None:
        raise InputError("seed= needs sample=", "leave it out: all pairs are counted")
    sample, seed = whole("sample", sample, 0), whole("seed", seed, 0) or 0
    mine = executor is None
    executor = executor or OnRay(address, workers=workers)
    read = dict(reading or {})
    for key, value in (("node_label", node_label), ("edge_label", edge_label), ("directed", directed)):
        if value is not None:
            read[key] = value
    ignored = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    place = os.path.abspath(os.fspath(out))
    try:
        parts, reader = _find(graphs, read, executor), reader_of(read)
        pattern_list = _patterns(patterns, read, reader)
        _check(reader, parts)
        labels = Labels(
            question=Question(semantics, unit, method, ignored, time_limit),
            patterns=tuple(pattern_list),
            parts=tuple(parts),
            options=tuple(sorted(read.items())),
            out=place,
            name=name or os.path.basename(place),
            licence=licence,
            sample=sample,
            seed=seed,
            cache_bytes=cache_bytes,
        )
        labelling = labels.ready()
        _make_all(labels, labelling, executor, Reporter(progress, "label"))
        return labelling.finish(None)
    finally:
        if mine:
            executor.close()


def _make_all(labels: Labels, labelling: _native.Labelling, executor: Executor, reporter: Reporter) -> None:
    """Makes all missing pieces."""
    missing = labelling.missing()
    if not missing:
        return
    done, total = labelling.num_pieces - len(missing), labelling.num_pieces

    def taken(_: int, made: int) -> None:
        nonlocal done
        done += made
        reporter.show(done)

    try:
        with reporter:
            reporter.begin(done, total)
            run_all(executor, make_pieces, labels, _runs(missing, executor.workers()), taken)
    except KeyboardInterrupt:
        reporter.say(f"stopped: {done} of {total} pieces of {labels.out} are there; the same call continues")
        raise


def _runs(missing: list[int], workers: int) -> list[tuple[int, int]]:
    """Divides consecutive pieces into runs, each short enough that every worker gets several.

    >>> _runs([0, 1, 2, 5, 6], 1)
    [(0, 1), (1, 2), (2, 3), (5, 6), (6, 7)]
    >>> _runs(list(range(64)), 2)[:2]
    [(0, 4), (4, 8)]
    """
    most = max(1, len(missing) // (8 * max(1, workers)))
    runs: list[tuple[int, int]] = []
    for piece in missing:
        if runs and runs[-1][1] == piece and piece - runs[-1][0] < most:
            runs[-1] = (runs[-1][0], piece + 1)
        else:
            runs.append((piece, piece + 1))
    return runs
