"""Tables of edges: pandas, polars, or a dictionary of columns. Each row is an edge; its ends are the user's names of nodes.

The ends are the columns ``source=`` and ``target=``, by default those called ``source`` and ``target``, ``tail`` and ``head``,
``src`` and ``dst``, ``from`` and ``to`` or ``u`` and ``v``; a table of two columns without names has them in this order. Edges
have directions unless ``directed=False``. Missing values in these columns, and in columns of labels, are refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from isocount._parts import NODES, Columns, Options, Parts, edge_numbers, named_columns, node_numbers, numbered, own_names
from isocount.errors import InputError

_ENDS = (("source", "target"), ("tail", "head"), ("src", "dst"), ("from", "to"), ("u", "v"))
#: Rows that a message names.
_SHOWN = 5


def knows(source: Any) -> bool:
    return hasattr(source, "columns") and hasattr(source, "__getitem__") or _is_columns(source)


def _is_columns(source: Any) -> bool:
    """Whether a dictionary is a table of edges: by the names of its columns, or because nothing in it can be a graph."""
    if not isinstance(source, dict):
        return False
    if any(pair[0] in source and pair[1] in source for pair in _ENDS):
        return True
    # Numbers as keys are nodes, and what they have are neighbours.
    return bool(source) and all(isinstance(name, str) and _is_column(values) for name, values in source.items())


def _is_column(values: Any) -> bool:
    """Whether this is a list or array of single values, and so no graph. An empty list may be a graph without edges."""
    if isinstance(values, (list, tuple)):
        return bool(values) and not isinstance(values[0], (list, tuple, np.ndarray, Mapping))
    return len(getattr(values, "shape", ())) == 1


def wanted(columns: list[Any], options: Options) -> list[Any]:
    """The columns that are needed: the ends of edges, and labels. All of them are there, once."""
    by = options.edge_label
    needed = list(_ends(columns, options))
    if by is not None and not callable(by):
        is_one = not isinstance(by, (list, tuple)) or _is_in(by, columns)
        needed.extend([by] if is_one else by)
    for name in needed:
        if not _is_in(name, columns):
            raise InputError(f"the table has no column {name!r}", f"its columns are {', '.join(map(repr, columns))}")
        refuse_repeated(name, columns)
    return list(dict.fromkeys(needed))


def _is_in(name: Any, columns: list[Any]) -> bool:
    return isinstance(name, Hashable) and name in columns


def refuse_repeated(name: Any, columns: list[Any]) -> None:
    """Refuses a column that is there twice."""
    if columns.count(name) > 1:
        raise InputError(f"the table has two columns {name!r}", "give each a name of its own")


def read(table: Any, options: Options) -> Parts:
    columns = list(table) if isinstance(table, dict) else list(table.columns)
    wanted(columns, options)
    source, target = _ends(columns, options)
    tails, heads = _present(table, source), _present(table, target)
    if len(tails) != len(heads):
        problem = f"column {source!r} has {len(tails)} values, and column {target!r} has {len(heads)}"
        raise InputError(problem, "each row is an edge, with a value in both")
    names, index = numbered(end for pair in zip(tails, heads) for end in pair)
    labels = edges = None
    if options.edge_label is not None:
        edges = edge_numbers(_edge_labels(table, options.edge_label, columns), "the table")
    if options.node_label is not None:
        labels = node_numbers(_node_labels(names, options.node_label), "the table")
    kept = options.attributes if options.role == "graph" else None
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
        node_attributes=([], []) if kept else None,
        edge_attributes=_attributes(table, columns, (source, target), kept["edges"]) if kept else None,
    )


def _ends(columns: list[Any], options: Options) -> tuple[Any, Any]:
    if options.source is not None or options.target is not None:
        if options.source is None or options.target is None:
            raise InputError("one end of the edges is named", "name both columns: source= and target=")
        return options.source, options.target
    for pair in _ENDS:
        if pair[0] in columns and pair[1] in columns:
            return pair
    if columns == [0, 1]:
        return 0, 1
    known = ", ".join(f"{source!r} and {target!r}" for source, target in _ENDS)
    remedy = f"say which columns are the ends of an edge, as in source={columns[0]!r}, target={columns[-1]!r}" if columns else ""
    if any(str(name).lower() == "smiles" for name in columns):
        remedy = (
            "molecules in a column are a list of texts: ['smiles:' + text for text in table['smiles']]; for edges, say source= "
            "and target="
        )
    raise InputError(
        f"no columns of the table are known to be the ends of edges ({known}); it has {', '.join(map(repr, columns)) or 'none'}",
        remedy or "an edge needs two columns: its ends",
    )


def _values(table: Any, column: Any) -> list[Any]:
    values = table[column]
    if hasattr(values, "to_list"):
        return list(values.to_list())
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _present(table: Any, column: Any, what: str = "the end of an edge") -> list[Any]:
    """The values of a column, all of which must be there."""
    values = _values(table, column)
    missing = [row for row, value in enumerate(values) if _is_missing(value)]
    if missing:
        rows = ", ".join(map(str, missing[:_SHOWN]))
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise InputError(
            f"column {column!r} of the table has no value in row{'' if len(missing) == 1 else 's'} {rows}{more} (counted from "
            f"0), and each is {what}",
            "drop such rows, or fill them with a name",
        )
    return values


def _is_missing(value: Any) -> bool:
    """None, NaN, NaT or pandas' NA, which is equal to nothing and cannot be asked whether it is."""
    if value is None:
        return True
    if isinstance(value, (str, int)):
        return False
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return False


def _attributes(table: Any, columns: list[Any], ends: tuple[Any, Any], wanted: list[str] | None) -> Columns:
    """All columns but the ends are attributes of edges."""
    there = [name for name in columns if isinstance(name, str) and name not in ends]
    return named_columns(there, wanted, lambda name: [None if _is_missing(it) else it for it in _values(table, name)])


def _edge_labels(table: Any, by: Any, columns: list[Any]) -> Any:
    what = "the label of an edge"
    if callable(by):
        return by(table)
    if isinstance(by, (list, tuple)) and not _is_in(by, columns):
        return list(zip(*(_present(table, name, what) for name in by)))
    return _present(table, by, what)


def _node_labels(names: list[Any], by: Any) -> list[Any]:
    """From names to labels: a function or a mapping."""
    if callable(by):
        return [by(name) for name in names]
    if hasattr(by, "keys"):
        missing = [name for name in names if name not in by]
        if missing:
            raise InputError(f"node_label has no label for {missing[0]!r}", "give every node a label")
        return [by[name] for name in names]
    raise InputError(
        "a table of edges has no attributes of nodes", "pass a mapping from nodes to labels, or a function"
    )
