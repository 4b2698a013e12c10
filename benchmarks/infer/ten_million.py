#!/usr/bin/env python3
"""A random labelled graph of ten million arcs: its index, and a thousand patterns answered from it.

    cargo build --release
    benchmarks/infer/ten_million.py RUN FOLDER

RUN is a model of labels 0 to 15 (isocount train count-gnn --data small); FOLDER takes about 3.5 GB. Prints what
benchmarks/infer/results/ten_million.txt shows.
"""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = os.environ.get("ISOCOUNT", Path(__file__).resolve().parents[2] / "target/release/isocount")
NODES, EDGES, LABELS, PATTERNS = 1_000_000, 5_000_000, 16, 1000


def make_graph(path):
    """Undirected edges, two arcs each."""
    rng = random.Random(0)
    label = lambda: rng.randrange(LABELS)
    seen = set()
    while len(seen) < EDGES:
        u, v = rng.randrange(NODES), rng.randrange(NODES)
        if u != v:
            seen.add((u, v) if u < v else (v, u))
    degrees = [0] * NODES
    for u, v in seen:
        degrees[u] += 1
        degrees[v] += 1
    with open(path, "w") as file:
        file.write(f"t {NODES} {EDGES}\n")
        file.writelines(f"v {ix} {label()} {degree}\n" for ix, degree in enumerate(degrees))
        file.writelines(f"e {u} {v} {label()}\n" for u, v in sorted(seen))


def make_patterns(path):
    rng = random.Random(1)
    with open(path, "w") as file:
        for _ in range(PATTERNS):
            size = rng.randint(3, 8)
            arcs = {(rng.randrange(ix), ix, rng.randrange(LABELS)) for ix in range(1, size)}
            nodes = [rng.randrange(LABELS) for _ in range(size)]
            file.write(json.dumps({"nodes": nodes, "edges": sorted(arcs)}) + "\n")


def run(*arguments):
    """Seconds, megabytes that were resident at most, and what was printed."""
    started = time.perf_counter()
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, text=True)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, arguments
    return time.perf_counter() - started, usage.ru_maxrss / 1024, said


def main():
    model, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    graph, patterns, one, index = (folder / name for name in ("ten.graph", "patterns.jsonl", "one.jsonl", "ten.index"))
    if not graph.exists():
        make_graph(graph)
    make_patterns(patterns)
    one.write_text(patterns.read_text().splitlines()[0] + "\n")
    index.unlink(missing_ok=True)
    seconds, memory, _ = run("index", graph, "--model", model, "--out", index)
    print(f"index: {seconds:.1f} s with reading {graph.stat().st_size / 1e6:.0f} MB of text, {memory:.0f} MB at most")
    print(f"file: {index.stat().st_size:,} bytes, {index.stat().st_size / (2 * EDGES):.0f} an arc")
    seconds, memory, _ = run("count", one, "--index", index, "--quiet", "--json")
    print(f"one pattern, a new process: {1e3 * seconds:.1f} ms, {memory:.0f} MB resident at most")
    for when in ("first", "second"):
        seconds, memory, said = run("count", "--patterns", patterns, "--index", index, "--quiet", "--json")
        each = sorted(json.loads(line)["count_seconds"] for line in said.splitlines())
        print(f"{PATTERNS} patterns, {when} time: {1e3 * seconds:.0f} ms, {1e6 * each[len(each) // 2]:.1f} µs each by the median, "
              f"{1e6 * sum(each) / len(each):.1f} by the mean; {memory:.0f} MB resident at most, most of it the file")


if __name__ == "__main__":
    main()
