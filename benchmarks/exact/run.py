#!/usr/bin/env python3
"""Compares isocount's exact engine with other tools on the same pairs in the same run.

    python3 benchmarks/exact/run.py [--data DIR] [--repeats 5] [--out benchmarks/exact/results]

Needs Python 3.9 or later and cargo. Installs the other tools from PyPI into a throw-away
environment. DIR holds `mutag/` and `hprd/`; their rows say "not run" without it. One thread;
medians over the repeats; isocount's times include opening the graph unless a row says otherwise.
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
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = ["rustworkx==0.18.1", "igraph==1.0.0", "networkx==3.6.1"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--small-pairs", type=int, default=5_000)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if not args.inside:
        return install_and_rerun()
    for what in (["--package", "isocount-cli"], ["--package", "isocount", "--example", "time_pairs"]):
        subprocess.run(["cargo", "build", "--release", "--quiet", *what], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        report = Report(args)
        run_all(report, args, Path(folder))
    report.write()


def install_and_rerun():
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        sys.exit(subprocess.run([python, __file__, "--inside", *sys.argv[1:]]).returncode)


class Report:
    """Raw measurements, and the table made from them."""

    def __init__(self, args):
        self.args, self.raw, self.rows = args, [], []

    def add(self, workload, tool, pairs, seconds, right, note=""):
        """`seconds` holds one total per repeat."""
        for repeat, total in enumerate(seconds):
            self.raw.append([workload, tool, repeat, pairs, f"{total:.6f}"])
        per_pair = statistics.median(seconds) / pairs * 1e6
        self.rows.append([workload, tool, pairs, per_pair, right, note])
        print(f"{workload:28} {tool:28} {per_pair:14.2f} µs/pair  {right} {note}", flush=True)

    def write(self):
        out = self.args.out
        out.mkdir(parents=True, exist_ok=True)
        with open(out / "raw.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["workload", "tool", "repeat", "pairs", "total_seconds"])
            writer.writerows(self.raw)
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True,
                                capture_output=True).stdout.strip()
        lines = [
            f"Date {datetime.date.today()}, commit {commit}, {cpu()}, {os.cpu_count()} cores, "
            f"{self.args.repeats} repeats.",
            "",
            "| workload | tool | pairs | µs per pair (median) | times isocount | counts | note |",
            "|---|---|--:|--:|--:|---|---|",
        ]
        ours = {}
        for workload, tool, pairs, per_pair, right, note in self.rows:
            ours.setdefault(workload, per_pair)
            ratio = per_pair / ours[workload]
            lines.append(f"| {workload} | {tool} | {pairs:,} | {per_pair:,.2f} | {ratio:,.1f} | {right} | {note} |")
        (out / "table.md").write_text("\n".join(lines) + "\n")
        print("\n".join(lines))


def cpu():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def isocount(*args):
    command = [ROOT / "target" / "release" / "isocount", "count", "--quiet", *map(str, args)]
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode not in (0, 3):
        sys.exit(f"{command}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def write_jsonl(path, graphs):
    with open(path, "w") as file:
        for name, (labels, arcs) in graphs:
            file.write(json.dumps({"name": name, "nodes": labels, "edges": arcs}) + "\n")


def ours(args):
    """One pass over all pairs, after one to warm up: counts, and seconds for opening and counting."""
    program = ROOT / "target" / "release" / "examples" / "time_pairs"
    done = subprocess.run([program, "2", *map(str, args)], text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{program}: {done.stderr}")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    opening, counting = map(float, lines[1])
    counts = {(pattern, graph): int(count) for pattern, graph, count in lines[2:]}
    return counts, opening, counting


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
        self.note = "; ".join(filter(None, [note, f"{refused} pairs refused" if refused else ""]))
        self.seconds, self.wrong = [], 0

    def ask(self, expected):
        from peers import timed

        counts, total = timed(self.peer, self.ready)
        self.seconds.append(total)
        self.wrong = sum(expected[key] != count for key, count in zip(self.keys, counts))


def compare(report, workload, args, asked, counting_only=False):
    """Rounds in which every tool has its turn, so that a slow moment of the machine hits them all."""
    totals, counting = [], []
    for _ in range(report.args.repeats):
        counts, open_seconds, count_seconds = ours(args)
        totals.append(open_seconds + count_seconds)
        counting.append(count_seconds)
        for questions in asked:
            questions.ask(counts)
    report.add(workload, "isocount exact", len(counts), totals, "reference")
    if counting_only:
        report.add(workload, "isocount exact, counting only", len(counts), counting, "reference")
    for q in asked:
        right = "all agree" if q.wrong == 0 else f"{q.wrong} of {len(q.keys)} differ"
        report.add(workload, q.peer.name, len(q.keys), q.seconds, right, q.note)


def run_all(report, args, folder):
    from peers import Igraph, Networkx, Rustworkx

    rustworkx = [Rustworkx(id_order=True), Rustworkx(id_order=False)]
    small(report, args, folder, [*rustworkx, Igraph()], Networkx())
    mutag(report, args, [*rustworkx, Igraph(), Networkx()])
    hprd(report, args, rustworkx[1], Igraph())
    few_labels(report, args, folder)
    threads(report, folder)


def small(report, args, folder, peers, slow_peer):
    import instances

    patterns, pairs = instances.small_like(args.small_pairs)
    write_jsonl(folder / "patterns.jsonl", [(f"p{i}", p) for i, p in enumerate(patterns)])
    write_jsonl(folder / "graphs.jsonl", [(f"g{i}", g) for i, (_, g) in enumerate(pairs)])
    listed = [((f"p{p}", f"g{i}"), patterns[p], g) for i, (p, g) in enumerate(pairs)]

    def list_pairs():
        (folder / "pairs.tsv").write_text("".join(f"{p}\t{g}\n" for (p, g), _, _ in listed))

    # The published generator keeps counts up to 1,024.
    list_pairs()
    answers = isocount("--patterns", folder / "patterns.jsonl", "--graphs", folder / "graphs.jsonl",
                       "--pairs", folder / "pairs.tsv", "--json")
    large = {(a["pattern"], a["graph"]) for a in answers if int(a["count"]) > 1024}
    listed = [pair for pair in listed if pair[0] not in large]
    list_pairs()
    workload = "SMALL-like, own pairs"
    values = [int(a["count"]) for a in answers if (a["pattern"], a["graph"]) not in large]
    print(f"{workload}: mean count {statistics.mean(values):.2f}, {values.count(0) / len(values):.0%} zeros")
    asked = [Questions(peer, listed) for peer in peers]
    asked.append(Questions(slow_peer, listed[:500], "first 500 pairs"))
    compare(report, workload, [folder / "patterns.jsonl", folder / "graphs.jsonl",
                               folder / "pairs.tsv"], asked)


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


def mutag(report, args, peers):
    folder = args.data / "mutag"
    workload = "MUTAG, all pairs"
    if not folder.is_dir():
        return report.rows.append([workload, "not run", 0, float("nan"), "", "no data"])
    patterns = {f.stem: read_gml(f) for f in sorted((folder / "patterns").iterdir())}
    graphs = {f.stem: read_gml(f) for f in sorted((folder / "graphs").iterdir())}
    listed = [((p, g), patterns[p], graphs[g]) for g in graphs for p in patterns]
    asked = [Questions(peer, listed) for peer in peers]
    compare(report, workload, [folder / "patterns", folder / "graphs"], asked)


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


def hprd(report, args, *peers):
    folder = args.data / "hprd"
    workload = "HPRD, patterns of 16 nodes"
    if not folder.is_dir():
        return report.rows.append([workload, "not run", 0, float("nan"), "", "no data"])
    graph = read_dot_graph(folder / "HPRD.graph")
    sample = sorted((folder / "queries").iterdir())[:20]
    listed = [((f.stem, "HPRD"), read_dot_graph(f), graph) for f in sample]
    asked = [Questions(peer, listed, "first 20 of 200 patterns") for peer in peers]
    compare(report, workload, [folder / "queries", folder / "HPRD.graph"], asked, counting_only=True)


def few_labels(report, args, folder):
    import instances

    for workload, graph, labels in [
        ("Erdős–Rényi n=1000 d=8, 1 label, k=6", instances.erdos_renyi(1000, 4000, 1), 1),
        ("Barabási–Albert n=1000 m=8, 2 labels, k=6", instances.barabasi_albert(1000, 8, 2), 2),
    ]:
        write_jsonl(folder / "graph.jsonl", [("graph", graph)])
        patterns = instances.connected_patterns(6, labels, 51)
        write_jsonl(folder / "pattern.jsonl", [(f"p{i}", p) for i, p in enumerate(patterns)])
        medians, worst = [], []
        for _ in range(args.repeats):
            answers = isocount("--patterns", folder / "pattern.jsonl", "--graphs",
                               folder / "graph.jsonl", "--threads", 1, "--json")
            seconds = sorted(a["count_seconds"] for a in answers)
            medians.append(seconds[len(seconds) // 2])
            worst.append(seconds[-1])
        note = f"median of 51 patterns; slowest {statistics.median(worst) * 1e3:.0f} ms"
        report.add(workload, "isocount exact", 1, medians, "no peer", note)


def threads(report, folder):
    """One hard question, and a batch, on one thread and on two, in turns."""
    import instances

    write_jsonl(folder / "graph.jsonl", [("graph", instances.barabasi_albert(1000, 8, 1))])
    write_jsonl(folder / "hard.jsonl", [("hard", instances.connected_patterns(6, 1, 12)[11])])
    write_jsonl(folder / "many.jsonl", [
        (f"p{i}", p) for i, p in enumerate(instances.connected_patterns(5, 1, 30))])
    for workload, patterns in [("2 threads: one hard question", "hard.jsonl"),
                               ("2 threads: a batch of 30", "many.jsonl")]:
        seconds = {1: [], 2: []}
        for _ in range(report.args.repeats):
            for number in seconds:
                start = datetime.datetime.now()
                isocount("--patterns", folder / patterns, "--graphs", folder / "graph.jsonl",
                         "--threads", number, "--json")
                seconds[number].append((datetime.datetime.now() - start).total_seconds())
        report.add(workload, "isocount, 2 threads", 1, seconds[2], "wall time")
        report.add(workload, "isocount, 1 thread", 1, seconds[1], "wall time")


if __name__ == "__main__":
    main()
