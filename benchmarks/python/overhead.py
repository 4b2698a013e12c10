"""What a call from Python costs beyond the Rust call, what a conversion costs, and a batch.

    python benchmarks/python/overhead.py [RUST_BATCH_SECONDS]

Times are CPU times, the least of several runs.
"""

from __future__ import annotations

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


def call_overhead():
    """A call on prepared objects, less the time that the answer itself took."""
    pattern, graph = isocount.Pattern([(0, 1)], directed=False), isocount.Graph([(0, 1), (1, 2)], directed=False)
    number = 20_000
    inside = []

    def ask():
        total = 0.0
        for _ in range(number):
            total += isocount.count(pattern, graph).seconds
        inside.append(total)

    whole = least(ask) / number
    return whole * 1e6, min(inside) / number * 1e6


def conversion():
    graph = nx.gnm_random_graph(20_000, 100_000, seed=1)
    nx.set_node_attributes(graph, {node: f"kind {node % 7}" for node in graph}, "kind")
    nx.set_edge_attributes(graph, {edge: sum(edge) % 5 for edge in graph.edges}, "how")
    plain = least(lambda: isocount.Graph(graph))
    labelled = least(lambda: isocount.Graph(graph, node_label="kind", edge_label="how"))
    return plain, labelled


def batch(pairs=100_000):
    """The pairs of SMALL: the whole call, and the time inside the answers."""
    with tempfile.TemporaryDirectory() as folder:
        dataset = isocount.Dataset.generate("small", Path(folder) / "small", limit=pairs, progress=False)
        patterns = dataset.patterns
        place = {pattern.name: number for number, pattern in enumerate(patterns)}
        triples = dataset.triples()
        graphs = [dataset.graph(number) for number in range(dataset.sizes["graphs"])]
        names = {graph.name: number for number, graph in enumerate(graphs)}
        listed = np.array([(place[p], names[g]) for p, g in zip(triples["pattern"], triples["graph"])])
        seconds = []
        for _ in range(5):
            start, wall = time.process_time(), time.perf_counter()
            table = isocount.count_many(patterns, graphs, pairs=listed, threads=1, progress=False)
            seconds.append((time.process_time() - start, time.perf_counter() - wall, float(table["seconds"].sum())))
        assert (table["count"] == triples["count"]).all()
        return len(listed), min(seconds)


if __name__ == "__main__":
    whole, inside = call_overhead()
    print(f"count() on prepared objects: {whole:.2f} µs, of which the engine {inside:.2f} µs; {whole - inside:.2f} µs over it")
    plain, labelled = conversion()
    print(f"networkx graph of 100,000 edges: {plain:.3f} s of CPU, with node and edge labels {labelled:.3f} s")
    number, (cpu, wall, within) = batch(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    print(f"count_many on {number} pairs of SMALL, one thread: {cpu:.3f} s of CPU ({wall:.3f} s), inside the answers {within:.3f} s")
