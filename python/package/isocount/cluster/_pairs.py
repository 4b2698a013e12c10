"""Lists of pairs. Workers read positions of patterns and graphs from a Parquet file; a list of names is translated by the driver, once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import Any

from isocount import _native
from isocount._native import Pattern
from isocount.cluster import _parts
from isocount.cluster._executor import Executor, run_all
from isocount.cluster._ledger import TRANSLATED_PAIRS, write_whole
from isocount.errors import FormatError, InputError

#: The number of parts whose names one task reads.
NAMED_TOGETHER = 16
#: The number of names that an error shows.
SHOWN = 5


def places_file(
    path: str,
    patterns: Sequence[Pattern],
    parts: Sequence[_parts.Part],
    read: dict[str, Any],
    executor: Executor,
    out: str,
) -> str:
    """The Parquet file of positions for a list of pairs: the list itself, or a translation of its names in the folder of the answers.

    The translation is named after its contents, so a driver never changes the file of another one.
    """
    if path.endswith((".parquet", ".pq")):
        _check_places(path, {"pattern": len(patterns), "graph": sum(part.graphs for part in parts)})
        return path
    import pyarrow as pa
    import pyarrow.parquet as parquet

    listed = _native.read_name_pairs(path)
    chunks = [(list(parts[at : at + NAMED_TOGETHER]),) for at in range(0, len(parts), NAMED_TOGETHER)]
    graph_names = [name for names in run_all(executor, _names, read, chunks) for name in names]
    pattern_places = {pattern.name: place for place, pattern in enumerate(patterns)}
    graph_places = {name: place for place, name in enumerate(graph_names)}
    columns = {
        "pattern": [_place(pattern_places, "pattern", pattern, path, line) for line, pattern, _ in listed],
        "graph": [_place(graph_places, "graph", graph, path, line) for line, _, graph in listed],
    }
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns, schema=pa.schema([("pattern", pa.int64()), ("graph", pa.int64())])), sink)
    data = sink.getvalue().to_pybytes()
    translated = os.path.join(out, f"{TRANSLATED_PAIRS}{hashlib.sha256(data).hexdigest()[:16]}.parquet")
    write_whole(translated, data, durable=True)
    return translated


def _check_places(path: str, numbers: dict[str, int]) -> None:
    """Refuses a list of positions outside of the patterns and graphs, whose numbers are ``numbers``."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as parquet

    try:
        with parquet.ParquetFile(path) as file:
            columns = file.schema_arrow
            for name in numbers:
                if name not in columns.names or not pa.types.is_integer(columns.field(name).type):
                    raise InputError(
                        f"{path}: there is no column {name} of whole numbers",
                        "the columns are pattern and graph, positions from 0; use a text file for names",
                    )
            for group in range(file.metadata.num_row_groups):
                for name, number in numbers.items():
                    values = file.read_row_group(group, columns=[name])[name]
                    ends = pc.min_max(values)
                    if values.null_count:
                        raise InputError(f"{path}: a value is missing in the column {name}", "leave such rows out")
                    for place in (ends["min"].as_py(), ends["max"].as_py()):
                        if place is not None and not 0 <= place < number:
                            is_ = "is" if number == 1 else "are"
                            raise InputError(f"{path} names {name} {place}, but there {is_} {number}", "positions count from 0")
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: {error}", "write the file again") from None


def _names(read: dict[str, Any], parts: list[_parts.Part]) -> list[str]:
    return [graph.name for part in parts for graph in part.load(read)]


def _place(places: dict[str, int], kind: str, name: str, path: str, line: int) -> int:
    if name not in places:
        some = ", ".join(list(places)[:SHOWN]) + (", ..." if len(places) > SHOWN else "")
        raise InputError(f"{path}:{line}: no {kind} is called {name!r}", f"the {kind}s are {some}")
    return places[name]
