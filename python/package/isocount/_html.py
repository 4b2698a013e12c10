"""Tables for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

#: Of longer tables, only the beginning and the end are shown.
MOST = 20


def table(source: Any) -> str:
    columns = {name: source[name] for name in source.column_names}
    length = len(source)
    places = range(length)
    shown = list(places) if length <= MOST else [*places[: MOST // 2], None, *places[-MOST // 2 :]]
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{_row(columns, place)}</tr>" for place in shown)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><div>{length} rows</div>"


def _row(columns: dict[str, Any], place: int | None) -> str:
    if place is None:
        return "".join("<td>…</td>" for _ in columns)
    return "".join(f"<td>{escape(_text(values[place]))}</td>" for values in columns.values())


def _text(value: Any) -> str:
    if value is None or value != value:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
