#!/usr/bin/env python3
"""Compares isocount's exact engine with other tools on the same pairs in the same run.

    python3 benchmarks/exact/run.py [--data DIR] [--rounds 7] [--out benchmarks/exact/results]

Needs Python 3.9 or later and cargo. Installs the other tools from PyPI into a throw-away environment. DIR
holds `mutag/` and `hprd/`; their rows say "not run" without it.

Every time is CPU time of the process that answers, on one thread; only the comparison of one thread with
two is wall time. In every round each tool answers the same pairs as isocount just did; a ratio is taken
within a round. The tables have medians and ranges over the rounds.
"""

import argparse
import csv
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PACKAGES = ["rustworkx==0.18.1", "igraph==1.0.0", "networkx==3.6.1"]
ISOCOUNT = "isocount"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5,
                        help="CPU seconds that a measurement takes at least; passes are repeated")
    parser.add_argument("--small-pairs", type=int, default=5_000)
    parser.add_argument("--workloads", default=",".join(WORKLOADS), help="some of %(default)s")
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.workloads = args.workloads.split(",")
    if not set(args.workloads) <= set(WORKLOADS):
        parser.error(f"workloads are {', '.join(WORKLOADS)}")
    if not args.inside:
        return install_and_rerun()
    needed = [["--package", "isocount-benchmarks", "--bin", "time_pairs"]]
    needed += [["--package", "isocount-cli"]] if "threads" in args.workloads else []
    for what in needed:
        subprocess.run(["cargo", "build", "--release", "--quiet", *what], cwd=ROOT, check=True)
    report = Report(args)
    for name in args.workloads:
        with tempfile.TemporaryDirectory() as folder:
            WORKLOADS[name](report, args, Path(folder))
    report.write()


def install_and_rerun():
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        sys.exit(subprocess.run([python, __file__, "--inside", *sys.argv[1:]]).returncode)


class Report:
    """Raw measurements, and the tables made from them."""

    def __init__(self, args):
        self.args, self.raw, self.rows, self.load = args, [], [], os.getloadavg()

    def add(self, workload, tool, pairs, seconds, base=None, note=""):
        """`seconds` holds one time per round, for all pairs; `base` those of isocount for the same pairs."""
        for number, total in enumerate(seconds):
            self.raw.append([workload, tool, number, pairs, f"{total:.9f}"])
        per_pair = [total / pairs * 1e6 for total in seconds]
        ratios = [total / own for total, own in zip(seconds, base)] if base else []
        self.rows.append([workload, f"{pairs:,}", tool, spread(per_pair), spread(ratios), note])
        print(" | ".join(self.rows[-1]), flush=True)

    def not_run(self, workload, note):
        self.rows.append([workload, "", "not run", "", "", note])

    def write(self):
        out = self.args.out
        out.mkdir(parents=True, exist_ok=True)
        with open(out / "raw.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["workload", "tool", "round", "pairs", "seconds_for_all_pairs"])
            writer.writerows(self.raw)
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True,
                                capture_output=True).stdout.strip()
        loads = " and ".join(f"{load:.1f}" for load in (self.load[0], os.getloadavg()[0]))
        lines = [
            f"{datetime.date.today()}, commit {commit}, {cpu()}, {os.cpu_count()} cores, {self.args.rounds} rounds; "
            f"load {loads} before and after. Median (least to most).",
            "",
            "| workload | pairs | tool | µs per pair | times isocount | note |",
            "|---|--:|---|--:|--:|---|",
            *(f"| {' | '.join(row)} |" for row in self.rows),
        ]
        (out / "table.md").write_text("\n".join(lines) + "\n")
        print("\n".join(lines))


def spread(values):
    if not values:
        return ""
    low, middle, high = min(values), statistics.median(values), max(values)
    digits = 0 if middle >= 100 else 1 if middle >= 10 else 2
    shown = [f"{value:,.{digits}f}" for value in (middle, low, high)]
    return shown[0] if len(values) == 1 else f"{shown[0]} ({shown[1]} to {shown[2]})"


def cpu():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def isocount(*args):
    command = [TARGET / "release" / "isocount", "count", "--quiet", *map(str, args)]
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode not in (0, 3):
        sys.exit(f"{command}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def write_jsonl(path, graphs):
    with open(path, "w") as file:
        for name, (labels, arcs) in graphs:
            file.write(json.dumps({"name": name, "nodes": labels, "edges": arcs}) + "\n")


class Files:
    """Patterns and graphs as isocount reads them, and a place for lists of pairs."""

    def __init__(self, patterns, graphs, scratch):
        self.patterns, self.graphs, self.scratch = patterns, graphs, scratch

    def time(self, keys, seconds):
        """Counts, CPU seconds for all pairs, CPU seconds for opening the graphs, CPU seconds for each pair."""
        pairs = self.scratch / "pairs.tsv"
        pairs.write_text("".join(f"{p}\t{g}\n" for p, g in keys))
        program = TARGET / "release" / "time_pairs"
        command = [program, str(seconds), self.patterns, self.graphs, pairs]
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{program}: {done.stderr}")
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        total, opening = map(float, lines[0])
        counts = {(p, g): int(count) for p, g, count, _ in lines[1:]}
        return counts, total, opening, [float(line[3]) for line in lines[1:]]


class Questions:
    """The same pairs for one peer, its graphs built beforehand."""

    def __init__(self, peer, pairs, note=""):
        """`pairs`: ((pattern name, graph name), pattern, graph) of plain graphs."""
        self.peer, self.keys, self.ready = peer, [], []
        cache = {}

        def prepared(key, graph):
            if key not in cache:
                cache[key] = peer.prepare(graph)
            return cache[key]

        for names, pattern, graph in pairs:
            both = prepared(("pattern", names[0]), pattern), prepared(("graph", names[1]), graph)
            if None not in both:
                self.keys.append(names)
                self.ready.append(both)
        refused = len(pairs) - len(self.keys)
        self.note = "; ".join(filter(None, [note, f"{refused:,} pairs refused" if refused else ""]))
        self.seconds, self.wrong = [], 0

    def ask(self, expected, seconds):
        from peers import timed

        counts, total = timed(self.peer, self.ready, seconds)
        self.seconds.append(total)
        self.wrong = sum(expected[key] != count for key, count in zip(self.keys, counts))


def compare(report, workload, files, asked, seconds):
    """Rounds in which every tool has its turn, so that a slow moment of the machine hits them all. Peers that answer the
    same pairs share a measurement of isocount on exactly these pairs."""
    groups = {}
    for questions in asked:
        groups.setdefault(tuple(questions.keys), []).append(questions)
    own = {keys: ([], []) for keys in groups}
    for number in range(report.args.rounds):
        for keys, peers in groups.items():
            counts, total, opening, _ = files.time(keys, seconds)
            own[keys][0].append(total)
            own[keys][1].append(opening)
            for questions in peers if number % 2 == 0 else reversed(peers):
                questions.ask(counts, seconds)
    for keys, peers in groups.items():
        totals, opening = own[keys]
        share = statistics.median(opening) / statistics.median(totals)
        note = f"opening graphs {share:.0%} of it" if share >= 0.03 else ""
        report.add(workload, ISOCOUNT, len(keys), totals, note=note)
        for questions in peers:
            wrong = f"{questions.wrong} of {len(keys)} counts differ" if questions.wrong else "all counts agree"
            note = "; ".join(filter(None, [wrong, questions.note]))
            report.add(workload, questions.peer.name, len(keys), questions.seconds, totals, note)


def rustworkx():
    from peers import Rustworkx

    return [Rustworkx(id_order=True), Rustworkx(id_order=False)]


def small(report, args, folder):
    import instances
    from peers import Igraph, Networkx

    patterns, pairs = instances.small_like(args.small_pairs)
    write_jsonl(folder / "patterns.jsonl", [(f"p{i}", p) for i, p in enumerate(patterns)])
    write_jsonl(folder / "graphs.jsonl", [(f"g{i}", g) for i, (_, g) in enumerate(pairs)])
    files = Files(folder / "patterns.jsonl", folder / "graphs.jsonl", folder)
    listed = [((f"p{p}", f"g{i}"), patterns[p], g) for i, (p, g) in enumerate(pairs)]
    # The published generator keeps counts up to 1,024.
    counts, *_ = files.time([names for names, _, _ in listed], 0)
    listed = [pair for pair in listed if counts[pair[0]] <= 1024]
    values = [counts[names] for names, _, _ in listed]
    workload = "SMALL-like, a graph per pattern"
    print(f"{workload}: mean count {statistics.mean(values):.2f}, {values.count(0) / len(values):.0%} zeros")
    asked = [Questions(peer, listed) for peer in [*rustworkx(), Igraph()]]
    asked.append(Questions(Networkx(), listed[:500], "first 500 pairs"))
    compare(report, workload, files, asked, args.seconds)


def read_gml(path):
    """igraph's dialect, as the MUTAG files are written."""
    words = path.read_text().split()
    labels, arcs, i = [], [], 0
    while i < len(words):
        if words[i] in ("node", "edge"):
            end = words.index("]", i)
            fields = dict(zip(words[i + 2 : end : 2], words[i + 3 : end : 2]))
            if words[i] == "node":
                labels.append(int(fields["label"]))
            else:
                arcs.append((int(fields["source"]), int(fields["target"]), int(fields["label"])))
            i = end
        i += 1
    return labels, arcs


def mutag(report, args, folder):
    from peers import Igraph, Networkx

    source = args.data / "mutag"
    workload = "MUTAG, 24 patterns in 188 graphs"
    if not source.is_dir():
        return report.not_run(workload, f"no {source}")
    patterns = {f.stem: read_gml(f) for f in sorted((source / "patterns").iterdir())}
    graphs = {f.stem: read_gml(f) for f in sorted((source / "graphs").iterdir())}
    listed = [((p, g), patterns[p], graphs[g]) for g in graphs for p in patterns]
    asked = [Questions(peer, listed) for peer in [*rustworkx(), Igraph(), Networkx()]]
    compare(report, workload, Files(source / "patterns", source / "graphs", folder), asked, args.seconds)


def read_dot_graph(path):
    labels, arcs = [], []
    for line in path.read_text().splitlines():
        kind, *fields = line.split()
        if kind == "v":
            labels.append(int(fields[1]))
        elif kind == "e":
            a, b = int(fields[0]), int(fields[1])
            arcs += [(a, b, 0), (b, a, 0)]
    return labels, arcs


def hprd(report, args, folder):
    from peers import Igraph

    source = args.data / "hprd"
    workload = "HPRD, patterns of 16 nodes"
    if not source.is_dir():
        return report.not_run(workload, f"no {source}")
    graph = read_dot_graph(source / "HPRD.graph")
    queries = sorted((source / "queries").iterdir())
    files = Files(source / "queries", source / "HPRD.graph", folder)
    listed = [((f.stem, "HPRD"), read_dot_graph(f), graph) for f in queries[:20]]
    asked = [Questions(peer, listed, f"first 20 of {len(queries)} patterns") for peer in [rustworkx()[1], Igraph()]]
    compare(report, workload, files, asked, args.seconds)
    keys = [(f.stem, "HPRD") for f in queries]
    measured = [files.time(keys, args.seconds) for _ in range(args.rounds)]
    report.add(workload, ISOCOUNT, len(keys), [total for _, total, _, _ in measured], note="all patterns")
    counting = [total - opening for _, total, opening, _ in measured]
    report.add(workload, ISOCOUNT, len(keys), counting, note="all patterns, without opening the graph")


def few_labels(report, args, folder):
    import instances

    for workload, graph, labels in [
        ("Erdős–Rényi n=1000 d=8, 1 label, k=6", instances.erdos_renyi(1000, 4000, 1), 1),
        ("Barabási–Albert n=1000 m=8, 2 labels, k=6", instances.barabasi_albert(1000, 8, 2), 2),
    ]:
        patterns = instances.connected_patterns(6, labels, 51)
        write_jsonl(folder / "graphs.jsonl", [("graph", graph)])
        write_jsonl(folder / "patterns.jsonl", [(f"p{i}", p) for i, p in enumerate(patterns)])
        files = Files(folder / "patterns.jsonl", folder / "graphs.jsonl", folder)
        keys = [(f"p{i}", "graph") for i in range(len(patterns))]
        # The first one also pays for opening the graph.
        each = [files.time(keys, 0)[3][1:] for _ in range(args.rounds)]
        slowest = statistics.median(max(seconds) for seconds in each)
        note = f"median of 50 patterns, slowest {slowest * 1e3:.0f} ms; others were not asked, they list every mapping"
        report.add(workload, ISOCOUNT, 1, [statistics.median(seconds) for seconds in each], note=note)


def threads(report, args, folder):
    """One hard question, and a batch, on one thread and on two, in turns."""
    import instances

    write_jsonl(folder / "graph.jsonl", [("graph", instances.barabasi_albert(1000, 8, 1))])
    write_jsonl(folder / "hard.jsonl", [("hard", instances.connected_patterns(6, 1, 12)[11])])
    write_jsonl(folder / "many.jsonl", [
        (f"p{i}", p) for i, p in enumerate(instances.connected_patterns(5, 1, 30))])
    for workload, patterns in [("one hard question", "hard.jsonl"), ("a batch of 30", "many.jsonl")]:
        seconds = {2: [], 1: []}
        for _ in range(args.rounds):
            for number, walls in seconds.items():
                start = time.perf_counter()
                isocount("--patterns", folder / patterns, "--graphs", folder / "graph.jsonl",
                         "--threads", number, "--json")
                walls.append(time.perf_counter() - start)
        note = "wall time of the program"
        report.add(workload, f"{ISOCOUNT}, 2 threads", 1, seconds[2], note=note)
        report.add(workload, f"{ISOCOUNT}, 1 thread", 1, seconds[1], seconds[2], note)


WORKLOADS = {"small": small, "mutag": mutag, "hprd": hprd, "few-labels": few_labels, "threads": threads}

if __name__ == "__main__":
    main()
