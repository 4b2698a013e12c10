"""Answers as Parquet.

The files are written by pyarrow, which takes the table of answers through the Arrow stream without a copy. It is required to
read Parquet files in Python anyway. The files contain no times, so that the same pairs give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from isocount._native import Answer, Pattern, Table
from isocount.errors import IsocountError

if TYPE_CHECKING:
    import pyarrow


def schema() -> pyarrow.Schema:
    """The columns of every piece. ``count`` is text with every digit, as in ``triples.parquet`` of an exported data set."""
    import pyarrow as pa

    words = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("pattern_number", pa.int32()),
            ("graph_number", pa.int64()),
            ("pattern", words),
            ("graph", pa.string()),
            ("answer", words),
            ("count", pa.string()),
            ("value", pa.float64()),
            ("low", pa.float64()),
            ("high", pa.float64()),
            ("reason", pa.string()),
        ]
    )


def rows_of_table(table: Table, patterns: NDArray[np.int64], graphs: NDArray[np.int64]) -> pyarrow.Table:
    """The answers of a batch, with the positions of their patterns and graphs."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = pa.table(table)
    count = found["count"]
    if pa.types.is_integer(count.type):
        count = pc.cast(count, pa.string())
    else:
        count = pa.chunked_array([pa.array([None if it is None else str(int(it)) for it in table["count"]], pa.string())])
    columns = {
        "pattern_number": pa.array(patterns, pa.int32()),
        "graph_number": pa.array(graphs, pa.int64()),
        "pattern": found["pattern"],
        "graph": pc.cast(found["graph"], pa.string()),
        "answer": found["answer"],
        "count": count,
        "value": found["value"],
        "low": found["low"],
        "high": found["high"],
        "reason": found["reason"],
    }
    return pa.table(columns).cast(schema())


def row(
    pattern: Pattern, graph_name: str | None, places: tuple[int, int], answer: Answer | None, reason: str | None
) -> dict[str, Any]:
    """One answer, or the reason why there is none."""
    exact = answer is not None and answer.kind != "estimate"
    return {
        "pattern_number": places[0],
        "graph_number": places[1],
        "pattern": pattern.name,
        "graph": graph_name,
        "answer": "none" if answer is None else answer.kind,
        "count": str(answer.low) if answer is not None and exact else None,
        "value": None if answer is None or answer.value is None else float(answer.value),
        "low": None if answer is None or answer.low is None else float(answer.low),
        "high": None if answer is None or answer.high is None else float(answer.high),
        "reason": reason,
    }


def counted(pattern: Pattern, graph_name: str, places: tuple[int, int], count: int) -> dict[str, Any]:
    """An exact answer that was summed up from shares."""
    number = float(count)
    found = row(pattern, graph_name, places, None, None)
    return {**found, "answer": "exact", "count": str(count), "value": number, "low": number, "high": number}


def reason_of(error: Exception) -> str:
    """Why there is no answer, without the remedy: the reason that a batch records for such a pair. Exceptions of other packages have their
    class name in front."""
    if not isinstance(error, IsocountError):
        return f"{type(error).__name__}: {error}"
    return str(error) if error.remedy is None else str(error).removesuffix(f"; {error.remedy}")


def rows(found: Sequence[dict[str, Any]]) -> pyarrow.Table:
    """Single answers as a table."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(found), schema=schema())


def joined(tables: Sequence[pyarrow.Table]) -> pyarrow.Table:
    """Tables one after another, with one dictionary for each column of words, so that the bytes do not depend on how the
    pairs were divided into stretches."""
    import pyarrow as pa

    if not tables:
        return schema().empty_table()
    plain = pa.concat_tables([_decoded(table) for table in tables]).combine_chunks()
    return plain.cast(schema())


def _decoded(table: pyarrow.Table) -> pyarrow.Table:
    import pyarrow as pa

    names = [field.name for field in table.schema if pa.types.is_dictionary(field.type)]
    for name in names:
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table[name].cast(pa.string()))
    return table
