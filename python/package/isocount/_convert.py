"""Reads graphs of other libraries by their behaviour; imports nothing that the caller has not imported.

Each reader takes an object and returns :class:`Parts`: arrays of node numbers and label numbers. The readers are one file each,
``_from_networkx.py`` and so on; :func:`parts` finds the one for an object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from isocount import (
    _from_arrays,
    _from_arrow,
    _from_dgl,
    _from_igraph,
    _from_networkx,
    _from_pyg,
    _from_rdkit,
    _from_rustworkx,
    _from_scipy,
    _from_tables,
    _state,
)
from isocount._parts import Options, Parts, check_memory
from isocount._reading import checked_for_object
from isocount.errors import UnknownGraphError

#: The readers; the first one that recognises an object reads it.
_READERS: tuple[tuple[Callable[[Any], bool], Callable[[Any, Options], Parts]], ...] = (
    (_state.knows, _state.read),
    (_from_arrow.knows, _from_arrow.read),
    (_from_networkx.knows, _from_networkx.read),
    (_from_igraph.knows, _from_igraph.read),
    (_from_rustworkx.knows, _from_rustworkx.read),
    (_from_rdkit.knows, _from_rdkit.read),
    (_from_dgl.knows, _from_dgl.read),
    (_from_pyg.knows, _from_pyg.read),
    (_from_scipy.knows, _from_scipy.read),
    (_from_tables.knows, _from_tables.read),
    (_from_arrays.knows, _from_arrays.read),
)

#: The kinds of graphs, for messages.
KNOWN = (
    "networkx, igraph and rustworkx graphs, PyG data, DGL graphs, scipy sparse matrices, adjacency matrices, arrays and lists of edges, "
    "pandas, polars and Arrow tables of edges, RDKit molecules, paths of files, and texts such as 'smiles:CCO'"
)


def parts(source: Any, role: str, /, **given: Any) -> Parts:
    """The parts of any object that is a graph."""
    reader = _reader(source, given)
    if reader is not None:
        options = Options(role=role, **checked_for_object(source, role, given))
        if not _from_rdkit.knows(source):
            # Only molecules have labels that can be left out.
            options.node_label = None if options.node_label is False else options.node_label
            options.edge_label = None if options.edge_label is False else options.edge_label
        found = reader(source, options)
        check_memory(found)
        if options.name is not None:
            found.name = options.name
        return found
    if source is None:
        raise UnknownGraphError(f"the {role} is None", "RDKit, for example, returns None for input that it cannot read")
    kind = type(source)
    raise UnknownGraphError(
        f"{kind.__module__}.{kind.__qualname__} is not a graph that isocount knows", f"it accepts {KNOWN}"
    )


def _reader(source: Any, given: dict[str, Any]) -> Callable[[Any, Options], Parts] | None:
    """The reader for an object."""
    for knows, read in _READERS:
        if knows(source):
            return read
    # A dictionary is a table of any columns, if two of them are named as the ends of edges.
    is_table = isinstance(source, dict) and (given.get("source") is not None or given.get("target") is not None)
    return _from_tables.read if is_table else None
