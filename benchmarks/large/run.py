"""Small patterns in large graphs, beside igraph and networkit: run.py [make|measure|table]

Needs Rust and Python; installs igraph, networkit and numpy from PyPI into a virtual environment under target/.
Without an argument all three stages run. Graphs are made from fixed seeds. Everything runs on one thread, one
program after the other; what takes longer than LIMIT seconds of wall-clock time (for other libraries with reading
the graph) is stopped and shown as such. Set
LARGE_GRAPHS to the path of the program `large_graphs` to use one that is already built.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "benchmarks" / "large"
WORK = ROOT / "target" / "large"
RECORDS = HERE / "results" / "records.jsonl"
LIMIT = int(os.environ.get("LIMIT", "100"))
SEED = 1
GRAPHS = [(kind, edges) for edges in (500_000, 5_000_000) for kind in ("power-law", "r-mat")]
PATTERNS = {
    "triangle": "ab-bc-ca",
    "4-cycle": "ab-bc-cd-da",
    "diamond": "ab-bc-cd-da-ac",
    "clique of 4": "ab-bc-cd-da-ac-bd",
    "star of 4": "ca-cb-cd-ce",
}
# What the libraries have functions for.
FUNCTIONS = {
    "triangle": ["igraph", "networkit"],
    "clique of 4": ["igraph"],
    "star of 4": ["igraph"],
}


def program():
    built = os.environ.get("LARGE_GRAPHS")
    if built:
        return built
    build = ["cargo", "build", "--release", "-p", "isocount-count", "--example", "large_graphs"]
    subprocess.run(build, cwd=ROOT, check=True)
    return ROOT / "target/release/examples/large_graphs"


def python():
    home = ROOT / "target" / "large-venv"
    if not (home / "bin" / "python").exists():
        venv.create(home, with_pip=True)
        install = [home / "bin" / "pip", "install", "-q", "igraph", "networkit", "numpy"]
        subprocess.run(install, check=True)
    return home / "bin" / "python"


def graph_file(kind, edges):
    return WORK / f"{kind}-{edges}.bin"


def make():
    WORK.mkdir(parents=True, exist_ok=True)
    for kind, edges in GRAPHS:
        if not graph_file(kind, edges).exists():
            made = [program(), "make", kind, str(edges), str(SEED), graph_file(kind, edges)]
            subprocess.run(made, check=True)


def ask(command, timeout):
    """The records that a program prints, or none if it takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=True)
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    except subprocess.TimeoutExpired:
        return []


def measure():
    RECORDS.parent.mkdir(exist_ok=True)
    with RECORDS.open("w") as out:
        for kind, edges in GRAPHS:
            file = graph_file(kind, edges)
            for name, pattern in PATTERNS.items():
                asked = {"isocount": [program(), "run", file, str(LIMIT), "1", pattern]}
                # One after the other, so that all of them meet the same load.
                for who in FUNCTIONS.get(name, []):
                    asked[who] = [python(), HERE / "peers.py", who, file, name]
                if name != "star of 4":
                    asked["isocount, 1 s"] = [program(), "run", file, "1", "1", pattern]
                for who, command in asked.items():
                    records = ask(command, LIMIT + 60 * who.startswith("isocount")) or [{"answer": "none", "limit": LIMIT}]
                    for record in records:
                        record |= {"who": who, "kind": kind, "edges": edges, "pattern": name}
                        out.write(json.dumps(record) + "\n")
                        out.flush()
                        print(record, file=sys.stderr)


def table():
    records = [json.loads(line) for line in RECORDS.open()]
    found = {(r["kind"], r["edges"], r["pattern"], r["who"]): r for r in records}
    lines = [
        "| graph, edges drawn | pattern | isocount | igraph | networkit | isocount / best other | within 1 s |",
        "|---|---|--:|--:|--:|--:|---|",
    ]
    for kind, edges in GRAPHS:
        for name in PATTERNS:
            row = lambda who: found.get((kind, edges, name, who))
            own, bound = row("isocount"), row("isocount, 1 s")
            others = [row(who) for who in ("igraph", "networkit")]
            counts = {r["count"] for r in [own, *others] if r and r.get("answer", "exact") == "exact"}
            if len(counts) > 1:
                raise SystemExit(f"{kind}, {edges}, {name}: counts differ: {counts}")

            def seconds(record, who):
                if who not in FUNCTIONS.get(name, []) and who != "isocount":
                    return "no function"
                if record is None:
                    return "not run"
                if record.get("answer", "exact") != "exact":
                    return f"over {LIMIT}"
                return f"{record['cpu_seconds']:.3f}"

            times = [r["cpu_seconds"] for r in others if r and "cpu_seconds" in r]
            is_done = own and own["answer"] == "exact"
            ratio = f"{own['cpu_seconds'] / min(times):.2f}" if times and is_done else ""
            said = ""
            if bound and "count" in bound:
                said = "exact" if bound["answer"] == "exact" else f"at least {int(bound['count']):.2e}"
            cells = [seconds(own, "isocount"), seconds(others[0], "igraph"), seconds(others[1], "networkit")]
            lines.append(f"| {kind}, {edges:,} | {name} | {' | '.join(cells)} | {ratio} | {said} |")
    (HERE / "results" / "table.md").write_text("\n".join(lines) + "\n")


stages = {"make": make, "measure": measure, "table": table}
for stage in sys.argv[1:] or stages:
    stages[stage]()
