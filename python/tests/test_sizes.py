"""Graphs that do not fit into memory are refused before any memory is allocated."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.sparse

import isocount
from isocount import _parts
from isocount.errors import InputError

FAR = 4_000_000_000


@pytest.mark.parametrize(
    "source",
    [
        np.array([[0, FAR]]),
        np.array([[0], [FAR]]),
        np.array([[0, FAR]], np.uint32),
        np.array([[0, 2**62]]),
        np.array([[0, 2**64 - 1]], np.uint64),
        (np.array([0]), np.array([FAR])),
        SimpleNamespace(edge_index=np.array([[0], [FAR]])),
        SimpleNamespace(edge_index=np.array([[0], [FAR]]), num_nodes=FAR + 1),
    ],
    ids=["rows", "edge index", "32 bits", "64 bits", "unsigned", "two arrays", "PyG", "PyG with its number"],
)
def test_a_far_node_number_is_refused(source: Any) -> None:
    with pytest.raises(InputError, match=r"names node \d+, so that there would be"):
        isocount.Graph(source)
    with pytest.raises(InputError, match=r"names node \d+, so that there would be"):
        isocount.count("a-b", source, directed=False)


@pytest.mark.parametrize("number", [10**12, 2**63, 2**70, -1])
@pytest.mark.parametrize(
    "source", [np.array([[0, 1]]), [(0, 1)], SimpleNamespace(edge_index=np.array([[0], [1]]))], ids=["array", "list", "PyG"]
)
def test_a_number_of_nodes_that_no_graph_has_is_refused(source: Any, number: int) -> None:
    with pytest.raises(InputError, match="is not a valid number of nodes; a graph has at most 4294967295"):
        isocount.Graph(source, num_nodes=number)


@pytest.mark.parametrize(
    "make",
    [
        lambda: isocount.Graph(np.array([[0, 1]]), num_nodes=FAR),
        lambda: isocount.Graph([(0, 1)], num_nodes=FAR),
        lambda: isocount.Graph(scipy.sparse.coo_array(([1], ([0], [1])), shape=(FAR, FAR))),
        lambda: isocount.Graph(SimpleNamespace(edge_index=np.array([[0], [1]]), num_nodes=FAR)),
    ],
    ids=["array", "list", "scipy", "PyG"],
)
def test_a_graph_that_does_not_fit_into_memory_is_refused(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_parts, "memory", lambda: 16 << 30)
    with pytest.raises(InputError, match="a graph with 4000000000 nodes and [12] arcs takes about 96.0 GB, but there are 17.2 GB"):
        make()


def test_a_number_is_bounded_by_the_edges_that_there_are() -> None:
    assert isocount.Graph(np.array([[0, 900_000]])).num_nodes == 900_001
    assert isocount.Graph(np.array([[0, 1]]), num_nodes=2_000_000).num_nodes == 2_000_000
    # Names, not numbers: only those that occur.
    assert isocount.Graph([(0, FAR)]).nodes == [0, FAR]
    with pytest.raises(InputError, match="num_nodes=1.5 is not a whole number"):
        isocount.Graph([(0, 1)], num_nodes=1.5)
    assert _parts.memory() is None or _parts.memory() > 1 << 20


def test_memory_that_the_system_does_not_give_is_an_error() -> None:
    """Runs in a separate process with little more memory than it has already."""
    program = """
import resource, numpy, isocount
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 28), used + (1 << 28)))
for source in (numpy.array([[0, 1]]), [(0, 1)]):
    try:
        isocount.Graph(source, num_nodes=100_000_000)
    except isocount.InputError as error:
        print(error)
print(isocount.Graph([(0, 1)]).num_nodes)
"""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("the limit is set from what Linux says")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[2] == "2" and all("there is not enough memory for a graph with 100000000 nodes" in line for line in lines[:2])
