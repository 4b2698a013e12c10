"""The location of graphs: parts that a worker reads independently, each in one go.

A part is a descriptor, some numbers and a path. It is a stretch of a file of JSON lines, rows of a row group of a Parquet
file, a stretch of a data-set folder, a file with one graph or several, or an example or molecule by its name. Graphs are numbered over
all parts, in their order.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from isocount import _native
from isocount._labels import value_of
from isocount._native import Dataset, Graph
from isocount._reading import Reader
from isocount.cluster._cache import CACHE
from isocount.errors import FileError, FormatError, InputError, IsocountError

#: The approximate size of one part of a file of JSON lines, in bytes.
LINES_BYTES = 4 << 20
#: The number of graphs of a data-set folder, or rows of a row group, in one part.
GRAPHS_PER_PART = 2048
#: The columns that identify a Parquet file with a graph in each row, as ``isocount data export --to parquet`` writes it.
ROW_COLUMNS = ("tails", "heads")
#: Files that programs leave in a folder that they have finished.
SUCCESS = "_SUCCESS"
#: The prefixes of sources that are not paths: every node can make them itself.
TYPED = ("example:", "smiles:")
#: The remedy if a file, line or row cannot be read.
RECORDS = 'on_error="record" goes on and records the reason'


@dataclass(frozen=True)
class Part:
    """Some graphs of one file or folder."""

    #: ``"lines"``, ``"rows"``, ``"dataset"``, ``"file"`` or ``"typed"``.
    kind: str
    path: str
    #: Bytes of a file of lines, rows of a row group, graphs of a data set.
    start: int
    stop: int
    #: The row group.
    group: int
    #: The number of graphs.
    graphs: int
    #: The approximate number of arcs of all of them, to guess the work.
    arcs: int
    #: The number of earlier graphs in the same file.
    before: int = 0
    #: Whether a file of lines has no other part.
    is_whole: bool = False
    #: Why nothing of it can be read, if that is known already: the part then stands for one graph.
    problem: str | None = None

    def load(self, options: dict[str, Any]) -> list[Graph]:
        """Reads the graphs, or takes them from the cache of this process."""
        key = ("part", self, repr(sorted(options.items())))
        return CACHE.get(key, lambda: self._checked(options), lambda graphs: sum(map(memory_of, graphs)))

    def _checked(self, options: dict[str, Any]) -> list[Graph]:
        """Reads the graphs and checks their number: graphs are numbered over all parts, so one that cannot be read must not go unnoticed."""
        if self.problem is not None:
            return [Graph._unread(os.path.basename(self.path).rsplit(".", 1)[0], self.problem)]
        graphs = self._read(options)
        if self.graphs not in (-1, len(graphs)):
            where = f"bytes {self.start} to {self.stop}" if self.kind == "lines" else "it"
            raise FormatError(
                f"{self.path}: {len(graphs)} of the {self.graphs} graphs in {where} can be read",
                "`isocount info` shows what is wrong with the others",
            )
        return graphs

    def _read(self, options: dict[str, Any]) -> list[Graph]:
        on_error = options.get("on_error", "raise")
        options = self.usable(reader_of(options))
        if self.kind == "lines":
            return self._read_lines(on_error, options)
        if self.kind == "rows":
            return _read_rows(self, on_error, options)
        if self.kind == "dataset":
            dataset = open_dataset(self.path)
            return [dataset.graph(place) for place in range(self.start, self.stop)]
        if self.kind == "typed":
            return [self._typed(on_error, options)]
        return _native.read_graphs(self.path, on_error, **options)

    def _typed(self, on_error: str, options: dict[str, Any]) -> Graph:
        try:
            return Graph(self.path, **options)
        except IsocountError as error:
            if on_error == "raise":
                raise
            return Graph._unread(self.path, str(error))

    def usable(self, reader: Reader) -> dict[str, Any]:
        """The options of reading that apply to this part."""
        if self.kind == "dataset":
            return {}
        if self.kind == "rows":
            return reader.of_rows()
        return reader.options(self.path, None)

    def _read_lines(self, on_error: str, options: dict[str, Any]) -> list[Graph]:
        with open(self.path, "rb") as file:
            file.seek(self.start)
            text = file.read(self.stop - self.start)
        try:
            graphs = self._read_text(text, on_error, options)
            is_faulty = any(graph.problem is not None for graph in graphs)
        except FormatError:
            is_faulty = True
        if is_faulty:
            # Read again after as many empty lines as come before, so that faults have their line numbers in the whole file.
            graphs = self._read_text(b"\n" * _num_lines(self.path, self.start) + text, on_error, options)
        stem = os.path.basename(self.path).rsplit(".", 1)[0]
        return graphs if self.is_whole else [_numbered(it, stem, place, self.before) for place, it in enumerate(graphs)]

    def _read_text(self, text: bytes, on_error: str, options: dict[str, Any]) -> list[Graph]:
        """Reads lines as a separate file. A graph without a name is named after its file, and faults name the file
        itself."""
        with tempfile.TemporaryDirectory(prefix="isocount-") as folder:
            path = os.path.join(folder, os.path.basename(self.path))
            with open(path, "wb") as file:
                file.write(text)
            try:
                graphs = _native.read_graphs(path, on_error, **options)
            except FormatError as error:
                line, column = error.line, error.column
                found = FormatError(str(error).replace(path, self.path))
                found.remedy, found.path, found.line, found.column = error.remedy, self.path, line, column
                raise found from None
        return [it if it.problem is None else Graph._unread(it.name, it.problem.replace(path, self.path)) for it in graphs]


def _num_lines(path: str, stop: int) -> int:
    """The number of lines that end before a position in a file."""
    number = 0
    with open(path, "rb") as file:
        while stop > 0 and (block := file.read(min(stop, LINES_BYTES))):
            number, stop = number + block.count(b"\n"), stop - len(block)
    return number


def _numbered(graph: Graph, stem: str, place: int, before: int) -> Graph:
    """Graphs without a name are numbered in the whole file, not in their part. A single graph in a part has no number."""
    is_nameless = graph.name in (stem, f"{stem}#{place}")
    return graph.renamed(f"{stem}#{before + place}") if is_nameless else graph


def memory_of(graph: Graph) -> int:
    """The approximate size of a graph with an index, in bytes."""
    return memory_of_arcs(graph.num_arcs) + 12 * graph.num_nodes


def memory_of_arcs(arcs: int) -> int:
    """Like :func:`memory_of`, but without the nodes."""
    return 24 * arcs + 600


def open_dataset(folder: str) -> Dataset:
    """A data set, read once by each process."""
    if not os.path.isdir(folder):
        # This reports the problem.
        return Dataset.load(folder)
    size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder) if name.endswith(".bin"))
    return CACHE.get(("dataset", folder), lambda: Dataset.load(folder), lambda _: 3 * size)


def _read_rows(part: Part, on_error: str, options: dict[str, Any]) -> list[Graph]:
    """Graphs that are rows of a Parquet file."""
    try:
        rows = _rows(part)
    except (OSError, ValueError) as error:
        # The footer of the file was valid, but the data that it refers to are not.
        problem = f"{part.path}: row group {part.group}: {error}"
        if on_error == "raise":
            raise FormatError(problem, RECORDS) from None
        return [Graph._unread(str(part.before + row), problem) for row in range(part.stop - part.start)]
    graphs = []
    for row in range(len(rows["tails"])):
        number = part.before + row
        named = rows["name"][row] if "name" in rows else None
        name = str(number) if named is None else str(named)
        try:
            graphs.append(_row_graph({column: values[row] for column, values in rows.items()}, name, options))
        except (IsocountError, ValueError, TypeError) as error:
            problem = f"{part.path}: row {number}: {error}"
            if on_error == "raise":
                raise FormatError(problem, RECORDS) from None
            graphs.append(Graph._unread(name, problem))
    return graphs


def _rows(part: Part) -> dict[str, list[Any]]:
    """The columns of a part that consists of rows."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(part.path) as file:
        names = set(file.schema_arrow.names)
        for name in ROW_COLUMNS:
            of = file.schema_arrow.field(name).type
            if not hasattr(of, "value_type") or not pa.types.is_integer(of.value_type):
                raise ValueError(f"the column {name} has lists of node numbers, and this one has the type {of}")
        wanted = [name for name in ("name", "node_labels", *ROW_COLUMNS, "edge_labels") if name in names]
        rows = file.read_row_group(part.group, columns=wanted)
    found: dict[str, list[Any]] = rows.slice(part.start, part.stop - part.start).to_pydict()
    return found


def _row_graph(row: dict[str, Any], name: str, options: dict[str, Any]) -> Graph:
    for column in ROW_COLUMNS:
        if row[column] is None or None in row[column]:
            raise ValueError(f"a value is missing in the column {column}")
    if len(row["tails"]) != len(row["heads"]):
        raise ValueError(f"{len(row['tails'])} tails and {len(row['heads'])} heads are not the ends of arcs")
    node_labels = _labels(row, "node_labels", "node_label" not in options)
    edge_labels = _labels(row, "edge_labels", "edge_label" not in options)
    return Graph(
        np.array([row["tails"], row["heads"]], np.int64).T.reshape(-1, 2),
        node_label=node_labels if "node_label" not in options else None,
        edge_label=edge_labels if "edge_label" not in options else None,
        num_nodes=len(node_labels) if node_labels is not None else None,
        directed=options.get("directed", True),
        name=name,
    )


def _labels(row: dict[str, Any], column: str, are_read: bool) -> list[Any] | None:
    """Labels as in any file: those that are written as numbers are numbers, and none may be missing."""
    if column not in row:
        return None
    labels = row[column]
    if labels is None or (are_read and None in labels):
        raise ValueError(f"a value is missing in the column {column}")
    return [value_of(label) if isinstance(label, str) else label for label in labels]


def reader_of(options: dict[str, Any]) -> Reader:
    """The reader that passes each source the options that apply to it."""
    given = dict(options)
    on_error = given.pop("on_error", "raise")
    labels = (given.pop("node_label", None), given.pop("edge_label", None), given.pop("directed", None))
    return Reader(*labels, given, on_error)


def find(sources: Any, options: dict[str, Any]) -> list[Part]:
    """The parts of files and folders. A file that must be read to count its graphs gets ``graphs=-1``: see
    :func:`survey`."""
    listed = [sources] if isinstance(sources, (str, os.PathLike)) else list(sources)
    parts: list[Part] = []
    for source in listed:
        if not isinstance(source, (str, os.PathLike)):
            raise InputError(
                f"a cluster counts in files, but {type(source).__name__} is not the path of one",
                "write the graphs to storage that every node sees, and pass the path",
            )
        named = os.fspath(source)
        if named.startswith(TYPED):
            parts.append(Part("typed", named, 0, 0, 0, -1, 1))
            continue
        path = os.path.abspath(named)
        if not os.path.exists(path):
            raise FileError(
                f"cannot read {path}: there is no such file or folder on this machine",
                "check the spelling; a cluster counts in files, which every node and this machine see under the same path",
            )
        parts.extend(_parts_of(path, options))
    if not parts:
        raise InputError("there are no graphs", "pass a file or a folder with graphs")
    return parts


def _parts_of(path: str, options: dict[str, Any]) -> list[Part]:
    if os.path.isdir(path):
        if os.path.exists(os.path.join(path, "dataset.toml")):
            return _dataset_parts(path)
        if any(name.endswith("_A.txt") for name in os.listdir(path)):
            # A TU data set consists of several files.
            return [_file_part(path)]
        # The files that one machine reads, in the same order, without the marker of a finished job.
        inside = [entry for entry in map(os.fspath, _native.folder_files(path)) if os.path.basename(entry) != SUCCESS]
        return [part for entry in inside for part in _parts_of(entry, options)]
    try:
        if options.get("format", "json-lines") == "json-lines" and path.endswith((".jsonl", ".ndjson")):
            return _line_parts(path)
        if path.endswith((".parquet", ".pq")) and "format" not in options:
            rows = _row_parts(path)
            return [_file_part(path)] if rows is None else rows
    except (OSError, ValueError):
        # The task that reads the file finds the problem, which is raised or recorded as for any other file.
        pass
    return [_file_part(path)]


def _file_part(path: str) -> Part:
    size = os.path.getsize(path) if os.path.isfile(path) else 0
    return Part("file", path, 0, 0, 0, -1, max(1, size // 12))


def _dataset_parts(path: str) -> list[Part]:
    number = open_dataset(path).sizes["graphs"]
    arcs = os.path.getsize(os.path.join(path, "graphs.bin")) // 3
    firsts = range(0, number, GRAPHS_PER_PART)
    return [_of_range("dataset", path, first, min(first + GRAPHS_PER_PART, number), number, arcs) for first in firsts]


def _of_range(kind: str, path: str, start: int, stop: int, number: int, arcs: int) -> Part:
    return Part(kind, path, start, stop, 0, stop - start, max(1, arcs * (stop - start) // max(1, number)), start)


def _line_parts(path: str) -> list[Part]:
    """Stretches of whole lines."""
    parts: list[Part] = []
    with open(path, "rb") as file:
        start, before = 0, 0
        while True:
            block = file.read(LINES_BYTES)
            if not block:
                break
            block += file.readline()
            number = sum(1 for line in block.split(b"\n") if line.strip())
            if number:
                parts.append(Part("lines", path, start, start + len(block), 0, number, len(block) // 10 + 1, before))
            start, before = start + len(block), before + number
    return [replace(parts[0], is_whole=True)] if len(parts) == 1 else parts


def _row_parts(path: str) -> list[Part] | None:
    """Rows of row groups; ``None`` if the file is one graph, as a table of edges. pyarrow raises a ``ValueError`` if it is damaged."""
    import pyarrow.parquet as parquet

    parts: list[Part] = []
    with parquet.ParquetFile(path) as file:
        if not set(ROW_COLUMNS) <= set(file.schema_arrow.names):
            return None
        before = 0
        for group in range(file.metadata.num_row_groups):
            about = file.metadata.row_group(group)
            arcs = about.total_byte_size // 12 + 1
            for start in range(0, about.num_rows, GRAPHS_PER_PART):
                stop = min(start + GRAPHS_PER_PART, about.num_rows)
                share = arcs * (stop - start) // about.num_rows + 1
                parts.append(Part("rows", path, start, stop, group, stop - start, share, before + start))
            before += about.num_rows
    return parts


def survey(options: dict[str, Any], parts: Sequence[Part]) -> list[tuple[int, int]]:
    """The task of a worker: finds the numbers of graphs and arcs of some parts by reading them."""
    found = []
    for part in parts:
        graphs = part.load(options)
        found.append((len(graphs), sum(graph.num_arcs for graph in graphs)))
    return found


def surveyed(parts: Iterable[Part], found: Iterable[tuple[int, int] | str]) -> list[Part]:
    """Parts with the results of a survey: sizes, or why a file cannot be read."""
    sizes = iter(found)
    made = []
    for part in parts:
        if part.graphs < 0:
            size = next(sizes)
            if isinstance(size, str):
                part = replace(part, graphs=1, arcs=1, problem=size)
            else:
                part = replace(part, graphs=size[0], arcs=size[1] + 1)
        made.append(part)
    return [part for part in made if part.graphs > 0]
