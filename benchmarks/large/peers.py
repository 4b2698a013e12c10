"""Counts with igraph's and networkit's own functions: peers.py WHO FILE [PATTERN...]

One JSON object per pattern that WHO (igraph or networkit) has a function for. Times are CPU seconds of the
process on one thread; the graph is read before.
"""

import json
import sys
import time

import numpy as np


def read(file):
    return np.fromfile(file, dtype="<u4").reshape(-1, 2)


def igraph_functions(edges):
    import igraph

    graph = igraph.Graph(n=int(edges.max()) + 1, edges=edges)

    def star(leaves):
        degrees = np.array(graph.degree(), dtype=object)
        chosen = 1
        for i in range(leaves):
            chosen = chosen * (degrees - i) // (i + 1)
        return int(chosen.sum())

    return {
        "triangle": ("list_triangles", lambda: len(graph.list_triangles())),
        "clique of 4": ("cliques(4, 4)", lambda: len(graph.cliques(4, 4))),
        "star of 4": ("degree, summed up by numpy", lambda: star(4)),
    }


def networkit_functions(edges):
    import networkit

    networkit.setNumberOfThreads(1)
    nodes = int(edges.max()) + 1
    graph = networkit.graph.Graph(nodes)
    graph.addEdges((edges[:, 0].astype(np.uint64), edges[:, 1].astype(np.uint64)))
    graph.indexEdges()

    def triangles():
        scorer = networkit.sparsification.TriangleEdgeScore(graph)
        scorer.run()
        return int(np.sum(scorer.scores())) // 3

    return {"triangle": ("TriangleEdgeScore", triangles)}


def main():
    who, file, *wanted = sys.argv[1:]
    edges = read(file)
    functions = {"igraph": igraph_functions, "networkit": networkit_functions}[who](edges)
    for pattern, (function, count) in functions.items():
        if wanted and pattern not in wanted:
            continue
        began, cpu = time.perf_counter(), time.process_time()
        found = count()
        record = {
            "who": who,
            "function": function,
            "pattern": pattern,
            "arcs": 2 * len(edges),
            "count": str(found),
            "cpu_seconds": round(time.process_time() - cpu, 4),
            "elapsed_seconds": round(time.perf_counter() - began, 4),
        }
        print(json.dumps(record), flush=True)


main()
