"""Tables that come as an Arrow stream: pyarrow tables and readers, lazy frames of polars, relations of duckdb, and whatever
else has ``__arrow_c_stream__``. The stream is read here, without a library of Arrow.

pandas and polars frames have one too, and are read by ``_from_tables.py``: pandas makes its stream with pyarrow, which need
not be there."""

from __future__ import annotations

from typing import Any

from isocount import _from_tables, _native
from isocount._parts import Options, Parts


def knows(source: Any) -> bool:
    kind = type(source)
    if _is_lazy(kind):
        return True
    is_frame = hasattr(kind, "iloc") or hasattr(kind, "iter_rows")
    return hasattr(kind, "__arrow_c_stream__") and not is_frame


def _is_lazy(kind: type) -> bool:
    """A lazy frame. Its columns are not asked for: that would plan the query twice."""
    return hasattr(kind, "collect") and hasattr(kind, "collect_schema")


def read(source: Any, options: Options) -> Parts:
    if _is_lazy(type(source)):
        return _from_tables.read(source.collect(), options)

    def wanted(names: list[str]) -> list[str]:
        needed = _from_tables.wanted(names, options)
        if not callable(options.edge_label):
            return needed
        # A function of the table gets all columns.
        for name in names:
            _from_tables.refuse_repeated(name, names)
        return names

    return _from_tables.read(dict(_native.arrow_columns(source, wanted)), options)
