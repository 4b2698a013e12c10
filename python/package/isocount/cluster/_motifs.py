"""The census of many graphs, and of randomised graphs, on a cluster.

::

    OUT/_job.json                            the job; only the same job continues
    OUT/samples/GRAPH/FIRST-STOP.jsonl       counts of randomised graphs FIRST to STOP - 1 of a graph, after their checksum
    OUT/samples/GRAPH.jsonl                  all of them: the same file as that of ``isocount motifs --samples-file``
    OUT/motifs/FIRST-STOP.parquet            the motifs of graphs FIRST to STOP - 1

Every file is written next to its place and renamed, and what exists is not counted again.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from isocount import _native
from isocount._counting import whole
from isocount._motifs import What, _what
from isocount._native import Graph
from isocount.cluster._counting import _check, _find
from isocount.cluster._executor import Executor, run_all
from isocount.cluster._job import fingerprint
from isocount.cluster._ledger import write_json, write_whole
from isocount.cluster._on_ray import OnRay
from isocount.cluster._parts import Part, reader_of
from isocount.cluster._report import Reporter
from isocount._words import MotifSemantics, NullModel
from isocount.errors import InputError

if TYPE_CHECKING:
    import pyarrow

#: The maximum number of randomised graphs, and of graphs, in a task.
MOST_SAMPLES = 25
MOST_GRAPHS = 500
#: The number of tasks into which graphs are divided if there are enough.
LEAST_TASKS = 64

#: Options of reading that only concern labels.
LABELLING = ("node_label", "edge_label", "atom_label")
#: The default number of randomised graphs.
DEFAULT_SAMPLES = 100


@dataclass
class Census:
    """What to count, and where."""

    parts: list[Part]
    options: dict[str, Any]
    what: What
    samples: int
    seed: int
    out: str

    def __post_init__(self) -> None:
        self.firsts = np.concatenate([[0], np.cumsum([part.graphs for part in self.parts])]).astype(np.int64)

    @property
    def num_graphs(self) -> int:
        """The number of graphs."""
        return int(self.firsts[-1])

    def graph(self, place: int) -> Graph:
        """Returns one graph, reading its part if it is not in the cache."""
        number = int(np.searchsorted(self.firsts, place, side="right")) - 1
        return self.parts[number].load(self.options)[place - int(self.firsts[number])]

    def describe(self) -> dict[str, Any]:
        """The properties in which another run must agree to continue this one."""
        sources = sorted({part.path for part in self.parts})
        return {
            "sources": [{"path": path, "sum": fingerprint(path)} for path in sources],
            "graphs": self.num_graphs,
            "motifs": self.what[:4],
            "null": {"samples": self.samples, "seed": self.seed} if self.samples else None,
            "reading": self.options,
        }

    def samples_file(self, place: int) -> str:
        """The file of all samples of a graph."""
        return os.path.join(self.out, "samples", f"{place:09d}.jsonl")

    def piece(self, start: int, stop: int) -> str:
        """The file of the motifs of some graphs."""
        return os.path.join(self.out, "motifs", f"{start:09d}-{stop:09d}.parquet")


def motifs(
    graphs: Any,
    out: str | os.PathLike[str],
    size: int | tuple[int, int] = (3, 4),
    *,
    directed: bool | None = None,
    labels: bool = False,
    semantics: MotifSemantics = "induced",
    null: NullModel | None = None,
    samples: int | None = None,
    seed: int | None = None,
    address: str | None = None,
    workers: int | None = None,
    reading: dict[str, Any] | None = None,
    replace: bool = False,
    progress: bool | Callable[[int, int | None], None] = True,
    executor: Executor | None = None,
) -> pyarrow.Table:
    """Counts the motifs of many graphs, or of one graph compared with many randomised ones, on all machines of a Ray cluster.

    ``graphs`` and ``out`` are those of :func:`isocount.cluster.count_many`, the other parameters are those of :func:`isocount.motifs`, and
    so are the results: without ``directed=``, each graph is counted with directions if it has any, and the column ``directed`` tells
    whether they mattered. The table has a row for each motif of each graph, with the position and the name of the graph. A call that was
    stopped continues."""
    what = _what(size, directed, labels, semantics, 1)
    drawn = _drawn(what, null, samples, seed)
    mine = executor is None
    executor = executor or OnRay(address, workers=workers)
    read = {name: value for name, value in (reading or {}).items() if value is not None}
    if not labels and any(read.get(name, False) is not False for name in LABELLING):
        raise InputError("labels have no effect without labels=True", "pass labels=True as well")
    try:
        parts = _find(graphs, read, executor)
        _check(reader_of(read), parts)
        census = Census(parts, read, what, *drawn, os.path.abspath(os.fspath(out)))
        _begin(census, replace)
        return _run(census, executor, Reporter(progress, "motifs"))
    finally:
        if mine:
            executor.close()


def _drawn(what: What, null: str | None, samples: int | None, seed: int | None) -> tuple[int, int]:
    """The number of randomised graphs, and their seed. Refuses what one machine refuses, before anything is counted."""
    if null is not None and null not in get_args(NullModel):
        raise InputError(f"null={null!r} is not a valid choice", 'use null="degree", or leave it out')
    if null is None and samples is not None:
        raise InputError("samples= needs null=", 'pass null="degree" as well')
    samples, seed = whole("samples", samples, 1), whole("seed", seed, 0)
    number = DEFAULT_SAMPLES if null and samples is None else samples
    _native.MotifQuestion(what, ("exact", number, seed, None, None, None, None))
    return number or 0, seed or 0


def _begin(census: Census, replace: bool) -> None:
    """Checks that the folder belongs to the same job."""
    path = os.path.join(census.out, "_job.json")
    description = json.loads(json.dumps(census.describe(), default=list))
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            earlier = json.load(file)
        keys = [key for key, value in description.items() if earlier.get(key) != value]
        if keys and not replace:
            raise InputError(
                f"{census.out} belongs to another job: it differs in {', '.join(keys)}",
                "choose another folder, or pass replace=True to begin again",
            )
        if not keys and not replace:
            return
        for kept in glob.glob(os.path.join(glob.escape(census.out), "*", "**", "*.*"), recursive=True):
            os.remove(kept)
    elif os.path.isdir(census.out) and os.listdir(census.out):
        raise InputError(f"{census.out} contains other files", "choose a folder that is empty or does not exist")
    write_json(path, description, durable=True)


def _run(census: Census, executor: Executor, reporter: Reporter) -> pyarrow.Table:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    chunks = [(first, min(first + MOST_SAMPLES, census.samples)) for first in range(0, census.samples, MOST_SAMPLES)]
    sampled = [(place, *chunk) for place in range(census.num_graphs) for chunk in chunks]
    # Independent of the number of workers, so that a run continues on another cluster.
    length = max(1, min(MOST_GRAPHS, census.num_graphs // LEAST_TASKS))
    ranges = [(start, min(start + length, census.num_graphs)) for start in range(0, census.num_graphs, length)]
    done, total = 0, len(sampled) + len(ranges)

    def taken(_: int, __: Any) -> None:
        nonlocal done
        done += 1
        reporter.show(done)

    try:
        with reporter:
            reporter.begin(0, total)
            run_all(executor, count_samples, census, sampled, taken)
            run_all(executor, count_graphs, census, ranges, taken)
    except KeyboardInterrupt:
        reporter.say(f"stopped: {done} of {total} tasks are done; the same call continues")
        raise
    return pa.concat_tables([parquet.read_table(census.piece(*range_)) for range_ in ranges])


def count_samples(census: Census, place: int, first: int, stop: int) -> None:
    """The task of a worker: counts some randomised graphs of one graph."""
    path = os.path.join(census.out, "samples", f"{place:09d}", f"{first:09d}-{stop:09d}.jsonl")
    if _read_whole(path) is None:
        graph = census.graph(place)
        heading, lines = _native.motif_samples(graph, census.what, census.seed, first, stop)
        text = "".join(f"{line}\n" for line in [heading, *lines]).encode()
        write_whole(path, hashlib.sha256(text).hexdigest().encode() + b"\n" + text)


def _read_whole(path: str) -> list[bytes] | None:
    """The lines of a file of samples, if its checksum is correct."""
    try:
        with open(path, "rb") as file:
            sum_, _, text = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    return text.splitlines(keepends=True) if hashlib.sha256(text).hexdigest().encode() == sum_ else None


def count_graphs(census: Census, start: int, stop: int) -> None:
    """The task of a worker: counts the motifs of some graphs, compared with the samples that exist by now."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    path = census.piece(start, stop)
    if os.path.exists(path):
        return
    tables = []
    for place in range(start, stop):
        graph, model, samples = census.graph(place), None, None
        if census.samples:
            model, samples = (census.samples, census.seed), _assembled(census, place)
        counted = _native.motifs(graph, census.what, model, samples, None)
        found = pa.table(counted)
        found = found.append_column("directed", pa.array([counted.directed] * len(found), pa.bool_()))
        counts = pa.array([str(int(count)) for count in found["count"].to_pylist()], pa.string())
        found = found.set_column(found.schema.get_field_index("count"), "count", counts)
        found = found.add_column(0, "graph", pa.array([graph.name] * len(found), pa.string()))
        tables.append(found.add_column(0, "graph_number", pa.array([place] * len(found), pa.int64())))
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.concat_tables(tables, promote_options="permissive"), sink, compression="zstd")
    write_whole(path, sink.getvalue().to_pybytes())


def _assembled(census: Census, place: int) -> str:
    """The file of all samples of a graph, as one machine writes it."""
    path = census.samples_file(place)
    parts = sorted(glob.glob(os.path.join(glob.escape(census.out), "samples", f"{place:09d}", "*.jsonl")))
    found = [lines for lines in map(_read_whole, parts) if lines]
    write_whole(path, b"".join([found[0][0], *(line for lines in found for line in lines[1:])]))
    return path
