"""What every reader of foreign graphs gives, and what it is told."""

from __future__ import annotations

import operator
import os
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from isocount._labels import edge_labels, node_labels
from isocount.errors import InputError

NODES = np.uint32
#: More nodes than this have no number.
MOST = 2**32 - 1
#: How many nodes an array may have without edges, because it names one with a larger number: for each end of an edge, and in
#: any case.
MOST_PER_END = 1_000
MOST_UNNAMED = 1_000_000
#: What a node and an arc take while a graph is built, at least; smaller graphs than this are not looked at.
BYTES_PER_NODE = 24
BYTES_PER_ARC = 24
SMALL_BYTES = 1 << 28


@dataclass
class Parts:
    """A graph as arrays."""

    num_nodes: int
    tails: np.ndarray
    heads: np.ndarray
    directed: bool
    #: Whether each edge stands for both its arcs; not if the arrays have both already.
    both: bool = False
    #: Whether arcs that are equal are one.
    merge: bool = True
    node_labels: np.ndarray | None = None
    edge_labels: np.ndarray | None = None
    #: The user's names of the nodes, in order; ``None`` if they are the numbers from 0.
    nodes: Sequence[Hashable] | None = None
    name: str | None = None


@dataclass
class Options:
    """How a foreign graph is read."""

    role: str = "graph"
    node_label: Any = None
    edge_label: Any = None
    directed: bool | None = None
    num_nodes: int | None = None
    name: str | None = None
    #: Which columns of a table are the ends of an edge.
    source: str | None = None
    target: str | None = None
    #: What labels the atoms of a molecule.
    atom_label: Any = None

    @property
    def merges(self) -> bool:
        """Whether parallel edges with the same label are one: in a graph that changes no count, in a pattern it may."""
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
    """An array of node numbers, checked."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise InputError(
            f"the node numbers of {what} are of type {array.dtype}", "node numbers are integers"
        )
    if array.size and (int(array.min()) < 0 or int(array.max()) >= num_nodes):
        wrong = int(array.min()) if int(array.min()) < 0 else int(array.max())
        raise InputError(
            f"{what} names node {wrong}, and there are {num_nodes} nodes",
            "nodes are numbered from 0; num_nodes= says how many there are",
        )
    return np.ascontiguousarray(array, NODES)


def last_node(ends: np.ndarray, what: str) -> int:
    """How many nodes an array of node numbers means: those from 0 to the largest. One number that is far larger than there are
    edges is a mistake, or the name of a node, and would take memory for all numbers below it."""
    if not ends.size or ends.dtype.kind not in "iub":
        return 0
    num_nodes = max(0, int(ends.max()) + 1)
    if num_nodes > max(MOST_UNNAMED, MOST_PER_END * ends.size):
        raise InputError(
            f"{what} has {ends.size // 2} edge{'' if ends.size == 2 else 's'} and names node {num_nodes - 1}, so that there "
            f"would be {num_nodes} nodes",
            "number the nodes from 0, give a list of pairs if numbers are names, or say num_nodes= if this is meant",
        )
    return num_nodes


def check_size(num_nodes: Any) -> int:
    """A stated number of nodes, if a graph can have that many."""
    try:
        number = operator.index(num_nodes)
    except TypeError:
        raise InputError(f"num_nodes={num_nodes!r} is not a whole number", "say how many nodes there are") from None
    if not 0 <= number <= MOST:
        raise InputError(f"num_nodes={number} is not a number of nodes", f"a graph has at most {MOST}")
    return number


def check_memory(parts: Parts) -> None:
    """Refuses a graph that this machine has no memory for, before any of it is taken: a process that runs out of memory is
    killed."""
    num_arcs = len(parts.tails) * (2 if parts.both else 1)
    needed = BYTES_PER_NODE * parts.num_nodes + BYTES_PER_ARC * num_arcs
    if needed < SMALL_BYTES:
        return
    there = memory()
    if there is not None and needed > there:
        raise InputError(
            f"a graph with {parts.num_nodes} nodes and {num_arcs} arcs takes about {needed / 1e9:.1f} GB, and there are "
            f"{there / 1e9:.1f} GB",
            "use a machine with more memory, or leave out nodes without edges",
        )


def memory() -> int | None:
    """How much memory this process may use, in bytes, if the system says it."""
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
    """The attribute of a node or an edge of a graph or pattern; says which one lacks it."""
    try:
        return attributes[key]  # type: ignore[no-any-return]
    except (KeyError, IndexError, TypeError):
        has = ", ".join(repr(name) for name in attributes) if isinstance(attributes, dict) else ""
        raise InputError(
            f"{owner} {node!r} of the {role} has no attribute {key!r}" + (f", only {has}" if has else ""),
            f"give every {owner} the attribute, or pass a function that says what is missing",
        ) from None


def numbered(names: Iterable[Hashable]) -> tuple[list[Hashable], dict[Hashable, int]]:
    """Names in the order in which they are first met, and their numbers."""
    index: dict[Hashable, int] = {}
    for name in names:
        index.setdefault(name, len(index))
    return list(index), index


def own_names(names: Sequence[Hashable]) -> Sequence[Hashable] | None:
    """Names of nodes, or nothing if they are their numbers."""
    if isinstance(names, range) or all(type(name) is int and name == place for place, name in enumerate(names)):
        return None
    return names
