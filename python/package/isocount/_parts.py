"""The output of every reader of foreign graphs, and the options that it gets."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from isocount._labels import edge_labels, node_labels
from isocount.errors import InputError

NODES = np.uint32
#: The largest number of nodes.
MOST = 2**32 - 1
#: How many nodes an array may imply beyond those with edges, by naming one with a large number: for each end of an edge, and in
#: any case.
MOST_PER_END = 1_000
MOST_UNNAMED = 1_000_000
#: The least memory of a node and an arc while a graph is built; graphs below this size are not checked.
BYTES_PER_NODE = 24
BYTES_PER_ARC = 24
SMALL_BYTES = 1 << 28


#: Names of attributes, and some of them with a value for each node or edge; ``None`` for a missing value.
Columns = tuple[list[str], list[tuple[str, list[Any]]]]


def attribute_columns(of: Sequence[Any], wanted: list[str] | None) -> Columns:
    """The columns of attributes, from the dictionaries of all nodes or edges; ``None`` means all."""
    there = sorted({name for attributes in of for name in attributes if isinstance(name, str)})
    return named_columns(there, wanted, lambda name: [attributes.get(name) for attributes in of])


def named_columns(there: list[str], wanted: list[str] | None, column: Callable[[str], list[Any]]) -> Columns:
    """The wanted columns of those that are there; ``None`` means all."""
    names = there if wanted is None else [name for name in dict.fromkeys(wanted) if name in there]
    return there, [(name, column(name)) for name in names]


@dataclass
class Parts:
    """A graph as arrays."""

    num_nodes: int
    tails: np.ndarray
    heads: np.ndarray
    directed: bool
    #: Whether each edge stands for both its arcs; false if the arrays contain both already.
    both: bool = False
    #: Whether equal arcs are merged.
    merge: bool = True
    node_labels: np.ndarray | None = None
    edge_labels: np.ndarray | None = None
    #: For patterns: tails, heads and labels of the arcs that must be absent.
    absent: tuple[np.ndarray, np.ndarray, np.ndarray | None] | None = None
    #: The user's names of the nodes, in order; ``None`` for the numbers from 0.
    nodes: Sequence[Hashable] | None = None
    name: str | None = None
    #: The names of all attributes, and the columns of those that are kept, of nodes and of edges.
    node_attributes: Columns | None = None
    edge_attributes: Columns | None = None


def with_absent(parts: Parts, is_absent: Iterable[Any]) -> Parts:
    """The parts of a pattern, with the edges apart that must be absent; one flag for each edge."""
    absent = np.fromiter(map(bool, is_absent), bool, len(parts.tails))
    if not absent.any():
        return parts
    tails, heads, labels = parts.tails[absent], parts.heads[absent], parts.edge_labels
    forbidden = None if labels is None else labels[absent]
    if parts.both:
        tails, heads = np.concatenate([tails, heads]), np.concatenate([heads, tails])
        forbidden = None if forbidden is None else np.concatenate([forbidden, forbidden])
    parts.absent = (tails, heads, forbidden)
    parts.tails, parts.heads = parts.tails[~absent], parts.heads[~absent]
    parts.edge_labels = None if labels is None else labels[~absent]
    return parts


@dataclass
class Options:
    """The options for reading a foreign graph."""

    role: str = "graph"
    node_label: Any = None
    edge_label: Any = None
    directed: bool | None = None
    num_nodes: int | None = None
    name: str | None = None
    #: The columns of a table that contain the ends of an edge.
    source: str | None = None
    target: str | None = None
    #: What labels the atoms of a molecule.
    atom_label: Any = None
    #: The attributes that are kept, of nodes and of edges; ``None`` for all.
    attributes: dict[str, list[str] | None] | None = None

    @property
    def merges(self) -> bool:
        """Whether parallel edges with the same label are merged: in a graph that changes no count, in a pattern it may."""
        return self.role == "graph"


def node_numbers(labels: Any, what: str) -> np.ndarray:
    """The numbers of node labels, from an array or any sequence."""
    return _numbers(node_labels, labels, what)


def edge_numbers(labels: Any, what: str) -> np.ndarray:
    """The numbers of edge labels, from an array or any sequence."""
    return _numbers(edge_labels, labels, what)


def _numbers(table: Any, labels: Any, what: str) -> np.ndarray:
    if isinstance(labels, (list, tuple)):
        return np.asarray(table.numbers_of(labels, what))
    return np.asarray(table.numbers_of_array(as_array(labels), what))


def as_array(values: Any) -> np.ndarray:
    """Anything that is an array: numpy's, torch's, pandas'."""
    if hasattr(values, "detach"):
        values = values.detach()
    if hasattr(values, "cpu"):
        values = values.cpu()
    return np.asarray(values)


def as_nodes(values: Any, num_nodes: int, what: str) -> np.ndarray:
    """Checks an array of node numbers."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise InputError(
            f"the node numbers of {what} are of type {array.dtype}", "node numbers are integers"
        )
    if array.size and (int(array.min()) < 0 or int(array.max()) >= num_nodes):
        wrong = int(array.min()) if int(array.min()) < 0 else int(array.max())
        raise InputError(
            f"{what} names node {wrong}, but there are {num_nodes} nodes",
            "nodes are numbered from 0; num_nodes= sets their number",
        )
    return np.ascontiguousarray(array, NODES)


def last_node(ends: np.ndarray, what: str) -> int:
    """The number of nodes that an array of node numbers implies: those from 0 to the largest. A single number far above the number of
    edges is a mistake, or the name of a node, and would take memory for all numbers below it."""
    if not ends.size or ends.dtype.kind not in "iub":
        return 0
    num_nodes = max(0, int(ends.max()) + 1)
    if num_nodes > max(MOST_UNNAMED, MOST_PER_END * ends.size):
        raise InputError(
            f"{what} has {ends.size // 2} edge{'' if ends.size == 2 else 's'} and names node {num_nodes - 1}, so that there "
            f"would be {num_nodes} nodes",
            "number the nodes from 0, give a list of pairs if numbers are names, or pass num_nodes= if this is intended",
        )
    return num_nodes


def check_size(num_nodes: Any) -> int:
    """Checks a given number of nodes."""
    try:
        number = operator.index(num_nodes)
    except TypeError:
        raise InputError(f"num_nodes={num_nodes!r} is not a whole number", "give the number of nodes") from None
    if not 0 <= number <= MOST:
        raise InputError(f"num_nodes={number} is not a valid number of nodes", f"a graph has at most {MOST}")
    return number


def check_memory(parts: Parts) -> None:
    """Refuses a graph that does not fit into the memory of this machine, before any of it is allocated: a process that runs out of memory is
    killed."""
    num_arcs = len(parts.tails) * (2 if parts.both else 1)
    needed = BYTES_PER_NODE * parts.num_nodes + BYTES_PER_ARC * num_arcs
    if needed < SMALL_BYTES:
        return
    there = memory()
    if there is not None and needed > there:
        raise InputError(
            f"a graph with {parts.num_nodes} nodes and {num_arcs} arcs takes about {needed / 1e9:.1f} GB, but there are "
            f"{there / 1e9:.1f} GB",
            "use a machine with more memory, or leave out nodes without edges",
        )


def memory() -> int | None:
    """The memory that this process may use, in bytes, if the system reports it."""
    found = []
    try:
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        pass
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as file:
                found.append(int(file.read()))
        except (OSError, ValueError):
            # There is no limit: the file says "max", or does not exist.
            continue
    return min(found, default=None)


def attribute(owner: str, node: Any, attributes: Any, key: Any, role: str) -> Hashable:
    """The attribute of a node or an edge of a graph or pattern; the error names the one that lacks it."""
    try:
        return attributes[key]  # type: ignore[no-any-return]
    except (KeyError, IndexError, TypeError):
        has = ", ".join(repr(name) for name in attributes) if isinstance(attributes, dict) else ""
        raise InputError(
            f"{owner} {node!r} of the {role} has no attribute {key!r}" + (f", only {has}" if has else ""),
            f"give every {owner} the attribute, or pass a function that supplies what is missing",
        ) from None


def numbered(names: Iterable[Hashable]) -> tuple[list[Hashable], dict[Hashable, int]]:
    """Names in the order of their first occurrence, and their numbers."""
    index: dict[Hashable, int] = {}
    for name in names:
        index.setdefault(name, len(index))
    return list(index), index


def own_names(names: Sequence[Hashable]) -> Sequence[Hashable] | None:
    """The names of nodes, or ``None`` if they are the numbers of the nodes."""
    if isinstance(names, range) or all(type(name) is int and name == place for place, name in enumerate(names)):
        return None
    return names
