"""What a call from Python costs beyond the Rust call, what a conversion costs, and a batch.

    cargo build --release -p isocount-benchmarks --bin time_batch
    python benchmarks/python/overhead.py target/release/time_batch [PAIRS]

``time_batch`` asks the same questions through the session layer in Rust. Times are CPU times, the least of several runs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import networkx as nx
import numpy as np

import isocount


def least(work, times=7):
    """The least CPU seconds of several runs."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def call():
    """The seconds of a call on prepared objects."""
    pattern, graph = isocount.Pattern([(0, 1)], directed=False), isocount.Graph([(0, 1), (1, 2)], directed=False)
    number = 20_000

    def ask():
        for _ in range(number):
            isocount.count(pattern, graph, threads=1)

    return least(ask, 15) / number


def conversion():
    graph = nx.gnm_random_graph(20_000, 100_000, seed=1)
    nx.set_node_attributes(graph, {node: f"kind {node % 7}" for node in graph}, "kind")
    nx.set_edge_attributes(graph, {edge: sum(edge) % 5 for edge in graph.edges}, "how")
    plain = least(lambda: isocount.Graph(graph))
    labelled = least(lambda: isocount.Graph(graph, node_label="kind", edge_label="how"))
    return plain, labelled


def batch(folder):
    """The seconds of ``count_many`` over all triples of a data set, on one thread."""
    dataset = isocount.Dataset.load(folder)
    patterns, triples = dataset.patterns, dataset.triples()
    place = {pattern.name: number for number, pattern in enumerate(patterns)}
    graphs = [dataset.graph(number) for number in range(dataset.sizes["graphs"])]
    names = {graph.name: number for number, graph in enumerate(graphs)}
    listed = np.array([(place[p], names[g]) for p, g in zip(triples["pattern"], triples["graph"])])
    tables = []
    seconds = least(lambda: tables.append(isocount.count_many(patterns, graphs, pairs=listed, threads=1, progress=False)), 9)
    assert (tables[0]["count"] == triples["count"]).all()
    return len(listed), len(graphs), seconds


def main(program, pairs=100_000):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "small"
        isocount.Dataset.generate("small", folder, limit=int(pairs), progress=False)
        said = subprocess.run([program, folder], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
        rust_call, rust_batch = map(float, said)
        number, graphs, seconds = batch(folder)
    whole = call()
    print(f"count() on prepared objects: {whole * 1e6:.2f} µs; in Rust {rust_call * 1e6:.2f} µs; {(whole - rust_call) * 1e6:.2f} µs more")
    plain, labelled = conversion()
    print(f"networkx graph of 100,000 edges: {plain:.3f} s of CPU, with node and edge labels {labelled:.3f} s")
    ratio = seconds / rust_batch
    print(f"count_many on {number} pairs of SMALL ({graphs} graphs), one thread: {seconds:.3f} s of CPU; in Rust {rust_batch:.3f} s; {ratio:.2f} times")


if __name__ == "__main__":
    main(*sys.argv[1:])
