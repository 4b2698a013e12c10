"""Tables of edges: pandas, polars, or a dictionary of columns. Each row is an edge; its ends are the user's names of nodes.

The ends are the columns ``source=`` and ``target=``, by default those called ``source`` and ``target``, ``tail`` and ``head``,
``src`` and ``dst`` or ``from`` and ``to``, or else the first two. Edges have directions unless ``directed=False``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._parts import NODES, Options, Parts, edge_numbers, node_numbers, numbered, own_names
from isocount.errors import InputError

_ENDS = (("source", "target"), ("tail", "head"), ("src", "dst"), ("from", "to"), ("u", "v"))


def knows(source: Any) -> bool:
    return hasattr(source, "columns") and hasattr(source, "__getitem__") or _is_columns(source)


def _is_columns(source: Any) -> bool:
    return isinstance(source, dict) and any(pair[0] in source and pair[1] in source for pair in _ENDS)


def read(table: Any, options: Options) -> Parts:
    columns = list(table) if isinstance(table, dict) else list(table.columns)
    source, target = _ends(columns, options)
    tails, heads = _values(table, source, columns), _values(table, target, columns)
    if len(tails) != len(heads):
        raise InputError(f"{len(tails)} tails and {len(heads)} heads", "each row is an edge")
    names, index = numbered(end for pair in zip(tails, heads) for end in pair)
    labels = edges = None
    if options.edge_label is not None:
        edges = edge_numbers(_edge_labels(table, options.edge_label, columns), "the table")
    if options.node_label is not None:
        labels = node_numbers(_node_labels(names, options.node_label), "the table")
    undirected = options.directed is False
    return Parts(
        num_nodes=len(names),
        tails=np.fromiter(map(index.__getitem__, tails), NODES, len(tails)),
        heads=np.fromiter(map(index.__getitem__, heads), NODES, len(heads)),
        directed=not undirected,
        both=undirected,
        merge=True,
        node_labels=labels,
        edge_labels=edges,
        nodes=own_names(names),
    )


def _ends(columns: list[Any], options: Options) -> tuple[Any, Any]:
    if options.source is not None or options.target is not None:
        if options.source is None or options.target is None:
            raise InputError("one end of the edges is named", "name both columns: source= and target=")
        return options.source, options.target
    for pair in _ENDS:
        if pair[0] in columns and pair[1] in columns:
            return pair
    if len(columns) < 2:
        raise InputError(f"the table has {len(columns)} columns", "an edge needs two: its ends")
    return columns[0], columns[1]


def _values(table: Any, column: Any, columns: list[Any]) -> list[Any]:
    if column not in columns:
        raise InputError(
            f"the table has no column {column!r}", f"its columns are {', '.join(map(repr, columns))}"
        )
    values = table[column]
    if hasattr(values, "to_list"):
        return list(values.to_list())
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _edge_labels(table: Any, by: Any, columns: list[Any]) -> Any:
    if callable(by):
        return by(table)
    if isinstance(by, (list, tuple)) and all(name in columns for name in by):
        return list(zip(*(_values(table, name, columns) for name in by)))
    return _values(table, by, columns)


def _node_labels(names: list[Any], by: Any) -> list[Any]:
    """From names to labels: a function or a mapping."""
    if callable(by):
        return [by(name) for name in names]
    if hasattr(by, "keys") or hasattr(by, "index"):
        try:
            return [by[name] for name in names]
        except (KeyError, IndexError) as error:
            raise InputError(f"node_label has no label for {error.args[0]!r}", "give every node a label") from None
    raise InputError(
        "a table of edges has no attributes of nodes", "pass a mapping from nodes to labels, or a function"
    )
