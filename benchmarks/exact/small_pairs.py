#!/usr/bin/env python3
"""Small pairs in one run: isocount in process and from Python, rustworkx, igraph and networkx, on the same pairs.

    python3 benchmarks/exact/small_pairs.py [--data DIR] [--rounds 5] [--out benchmarks/exact/results]

Needs Python 3.10 or later and cargo. Builds isocount's package and installs the other tools from PyPI into a throw-away environment. SMALL and
LARGE are drawn with the published generator, each graph with the pattern that it was made for; DIR holds `mutag/`.

Every time is CPU time of the process that answers, on one thread. In every round each tool answers the same pairs as isocount just did; a ratio
is taken within a round. The table has medians and ranges over the rounds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from run import HERE, PACKAGES, ROOT, TARGET, Files, cpu, read_gml, spread, write_jsonl

NETWORKX_PAIRS = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds that a measurement takes at least")
    parser.add_argument("--small-pairs", type=int, default=2_000)
    parser.add_argument("--large-pairs", type=int, default=500)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--python", help="an interpreter that has isocount and the other tools; otherwise they are installed")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside:
        return measure(args)
    arguments = [__file__, "--inside", *sys.argv[1:]]
    if args.python:
        sys.exit(subprocess.run([args.python, *arguments]).returncode)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES, ROOT / "python"], check=True)
        sys.exit(subprocess.run([python, *arguments]).returncode)


def measure(args):
    build = ["cargo", "build", "--release", "--quiet", "--package", "isocount-benchmarks", "--bin", "time_pairs"]
    subprocess.run(build, cwd=ROOT, check=True)
    raw, rows, load = [], [], os.getloadavg()[0]
    for name, patterns, graphs, listed in workloads(args):
        print(f"{name}: {len(listed)} pairs", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            for row, measured in workload(args, name, patterns, graphs, listed, Path(folder)):
                rows.append(row)
                raw += measured
                print(" | ".join(row), flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    lines = ["workload,pairs,tool,round,seconds_for_all_pairs", *raw]
    (args.out / "small_pairs.csv").write_text("\n".join(lines) + "\n")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True, capture_output=True).stdout.strip()
    table = [
        f"{time.strftime('%Y-%m-%d')}, commit {commit}, {cpu()}, {os.cpu_count()} cores, {args.rounds} rounds; load {load:.1f} and "
        f"{os.getloadavg()[0]:.1f} before and after. Median (least to most).",
        "",
        "| workload | pairs | tool | µs per pair | times in process | times `count_many` | times `count` | note |",
        "|---|--:|---|--:|--:|--:|--:|---|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    (args.out / "small_pairs.md").write_text("\n".join(table) + "\n")


def workloads(args):
    """Name, patterns and graphs by name as (labels, arcs), and the pairs of names."""
    import isocount

    for name, limit in [("small", args.small_pairs), ("large", args.large_pairs)]:
        with tempfile.TemporaryDirectory() as folder:
            dataset = isocount.Dataset.generate(name, Path(folder) / name, limit=limit, progress=False)
            patterns = {pattern.name: plain(pattern) for pattern in dataset.patterns}
            read = [dataset.graph(number) for number in range(dataset.sizes["graphs"])]
            graphs = {graph.name: plain(graph) for graph in read}
            triples = dataset.triples()
            listed = [(str(p), str(g)) for p, g in zip(triples["pattern"], triples["graph"])]
        yield f"{name.upper()}, own pairs", patterns, graphs, listed
    source = args.data / "mutag"
    if source.is_dir():
        patterns = {f.stem: read_gml(f) for f in sorted((source / "patterns").iterdir())}
        graphs = {f.stem: read_gml(f) for f in sorted((source / "graphs").iterdir())}
        yield "MUTAG, 24 x 188", patterns, graphs, [(p, g) for g in graphs for p in patterns]


def plain(graph):
    place = {node: number for number, node in enumerate(graph.nodes)}
    arcs = [(place[tail], place[head], int(label)) for tail, head, label in graph.arcs]
    return [int(label) for label in graph.node_labels], arcs


class Isocount:
    """Prepared objects of the package."""

    def __init__(self, patterns, graphs, scratch):
        import isocount

        self.module = isocount
        for file, them in [("patterns", patterns), ("graphs", graphs)]:
            write_jsonl(scratch / f"{file}.jsonl", them.items())
        self.patterns = {it.name: it for it in isocount.read_patterns(scratch / "patterns.jsonl")}
        self.graphs = {it.name: it for it in isocount.read_graphs(scratch / "graphs.jsonl")}

    def count(self, keys):
        count, pairs = self.module.count, [(self.patterns[p], self.graphs[g]) for p, g in keys]
        return lambda: [int(count(p, g, threads=1)) for p, g in pairs]

    def count_many(self, keys):
        import numpy

        patterns, graphs = list(self.patterns.values()), list(self.graphs.values())
        of_pattern = {name: number for number, name in enumerate(self.patterns)}
        of_graph = {name: number for number, name in enumerate(self.graphs)}
        pairs = numpy.array([(of_pattern[p], of_graph[g]) for p, g in keys])
        many = self.module.count_many
        return lambda: many(patterns, graphs, pairs=pairs, threads=1, progress=False)["count"].tolist()


def workload(args, name, patterns, graphs, listed, scratch):
    """The rows of the table with the lines of the raw record."""
    from peers import Igraph, Networkx, Rustworkx

    ours = Isocount(patterns, graphs, scratch)
    files = Files(scratch / "patterns.jsonl", scratch / "graphs.jsonl", scratch)
    # The tools that are asked about the same pairs, and these pairs.
    groups = []
    for peers, keys in [([Rustworkx(True), Rustworkx(False)], listed), ([Igraph()], listed), ([Networkx()], listed[:NETWORKX_PAIRS])]:
        ready = {}
        for peer in peers:
            sides = [{k: peer.prepare(v) for k, v in side.items()} for side in (patterns, graphs)]
            ready[peer.name] = (peer, sides)
        kept = [(p, g) for p, g in keys if all(s[0][p] is not None and s[1][g] is not None for _, s in ready.values())]
        if kept:
            groups.append((kept, len(keys) - len(kept), ready))
    for keys, refused, ready in groups:
        times = {tool: [] for tool in ["isocount in process", "isocount.count_many", "isocount.count", *ready]}
        wrong = dict.fromkeys(times, 0)
        many, single = ours.count_many(keys), ours.count(keys)
        for _ in range(args.rounds):
            counts, total, *_ = files.time(keys, args.seconds)
            expected = [counts[key] for key in keys]
            times["isocount in process"].append(total)
            calls = {"isocount.count_many": many, "isocount.count": single}
            for tool, (peer, (own_patterns, own_graphs)) in ready.items():
                pairs = [(own_patterns[p], own_graphs[g]) for p, g in keys]
                calls[tool] = lambda peer=peer, pairs=pairs: [peer.count(p, g) for p, g in pairs]
            for tool, call in calls.items():
                found, seconds = passes(call, args.seconds)
                times[tool].append(seconds)
                wrong[tool] = sum(map(int.__ne__, map(int, found), expected))
        for tool, seconds in times.items():
            own = [times[it] for it in ("isocount in process", "isocount.count_many", "isocount.count")]
            ratios = ["", "", ""] if tool.startswith("isocount") else [spread([a / b for a, b in zip(seconds, it)]) for it in own]
            note = "all counts agree" if wrong[tool] == 0 else f"{wrong[tool]} of {len(keys)} counts differ"
            if refused and not tool.startswith("isocount"):
                note += f"; {refused} pairs refused"
            if tool == "isocount.count":
                more = [(a - b) / len(keys) * 1e6 for a, b in zip(seconds, own[0])]
                note += f"; {spread(more)} µs more than in process"
            per_pair = spread([total / len(keys) * 1e6 for total in seconds])
            row = [name, f"{len(keys):,}", tool, per_pair, *ratios, note]
            yield row, [f'"{name}",{len(keys)},"{tool}",{number},{total:.9f}' for number, total in enumerate(seconds)]


def passes(call, seconds):
    """What the call returns, and its mean CPU seconds over passes that take some time, after one to warm up."""
    started = time.process_time()
    found = call()
    elapsed = time.process_time() - started
    if elapsed >= seconds:
        return found, elapsed
    started, number = time.process_time(), 0
    while time.process_time() - started < seconds:
        call()
        number += 1
    return found, (time.process_time() - started) / number


if __name__ == "__main__":
    main()
