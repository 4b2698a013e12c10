"""CPU time of the census of undirected graphs and of counts per node, beside igraph and networkx.

    cargo build --release -p isocount-benchmarks --bin census_times
    cargo build --release -p isocount-count --example participation_times
    python3 benchmarks/motifs/run.py [--hprd HPRD.graph] [--graphs NAME...] [--seconds S] [--out DIR]

Graphs: karate, 1,000 nodes and 16,000 random edges, preferential attachment with 100,000 nodes and 999,900 edges (seed 0), and HPRD's
topology if its file is named (lines `e TAIL HEAD`). Each tool and task is one process on one thread; reading the graph is not timed, and a
process may take S seconds of CPU time altogether, reading included; once an igraph census is stopped, larger ones are not begun. Needs igraph and networkx. Where both tools count the same, the counts are compared.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "motifs-bench"
BUILT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
CENSUS = BUILT / "census_times"
PARTS = BUILT / "examples" / "participation_times"

PEERS = r"""
import json, sys, time
tool, task, path = sys.argv[1:4]
edges = [tuple(map(int, line.split())) for line in open(path)]
if tool == "igraph":
    import igraph
    graph = igraph.Graph(edges=edges).simplify()
    start = time.process_time()
    if task.endswith("per node"):
        # igraph lists the triangles or the cliques; how often each node is among them is counted from the list.
        import itertools, collections
        listed = graph.list_triangles() if task.startswith("triangles") else graph.cliques(4, 4)
        found = sum(collections.Counter(itertools.chain.from_iterable(listed)).values())
    else:
        found = sum(n for n in graph.motifs_randesu(int(task.split()[-1])) if n == n)
else:
    import networkx
    graph = networkx.Graph(edges)
    start = time.process_time()
    found = sum(networkx.triangles(graph).values())
print(json.dumps({"cpu_seconds": time.process_time() - start, "found": int(found)}))
"""


def edges_of(name: str, hprd: pathlib.Path | None) -> list[tuple[int, int]]:
    rng = random.Random(0)
    if name == "karate":
        rows = list(csv.reader((ROOT / "examples" / "karate.csv").open()))[1:]
        return [(int(a), int(b)) for a, b, *_ in rows]
    if name == "hprd":
        words = (line.split() for line in hprd.read_text().splitlines())
        return [(int(w[1]), int(w[2])) for w in words if w and w[0] == "e"]
    if name == "random":
        edges: set[tuple[int, int]] = set()
        while len(edges) < 16_000:
            a, b = rng.randrange(1000), rng.randrange(1000)
            if a != b:
                edges.add((min(a, b), max(a, b)))
        return sorted(edges)
    # Preferential attachment: every end of an edge is one chance.
    ends, found = list(range(10)), []
    for node in range(10, 100_000):
        others: set[int] = set()
        while len(others) < 10:
            others.add(ends[rng.randrange(len(ends))])
        found += [(node, other) for other in sorted(others)]
        ends += sorted(others) + [node] * 10
    return found


def run(command: list[str], seconds: int) -> str | None:
    """The output, or nothing if the process took too long."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode == 0:
        return done.stdout
    if done.returncode < 0:
        return None
    sys.exit(f"{command}: {done.stderr}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hprd", type=pathlib.Path)
    parser.add_argument("--graphs", nargs="*", default=[], help="some of karate, hprd, random, attachment")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results")
    args = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    names = args.graphs or ["karate", *(["hprd"] if args.hprd else []), "random", "attachment"]
    times = args.out / "times.csv"
    # What was measured of other graphs stays.
    earlier = list(csv.reader(times.open()))[1:] if times.exists() else []
    rows: list[list[object]] = [row for row in earlier if row[0] not in names]
    for name in names:
        path = WORK / f"{name}.edges"
        path.write_text("".join(f"{a} {b}\n" for a, b in edges_of(name, args.hprd)))
        ours: dict[str, int] = {}
        for task in ["3", "4", "5", "3 per-node", "4 per-node", "5 per-node"]:
            text = run([str(CENSUS), str(path), *task.split()], args.seconds)
            found = ""
            seconds = ""
            if text:
                head, *counts = text.splitlines()
                seconds = head.split()[0].split("=")[1]
                total = {row.rsplit(": ", 1)[0]: int(row.rsplit(": ", 1)[1]) for row in counts}
                ours |= total
                found = sum(total.values())
            rows.append([name, "isocount", f"census 3 to {task}", seconds, found])
            print(*rows[-1], flush=True)
        per_node: dict[str, int] = {}
        for pattern in ["triangle", "cycle4", "clique4"]:
            for per in ["plain", "node", "edge"]:
                text = run([str(PARTS), str(path), pattern, per], args.seconds)
                told = dict(word.split("=") for word in text.split()) if text else {}
                task = f"{pattern}, {'one count' if per == 'plain' else 'per ' + per}"
                rows.append([name, "isocount", task, told.get("cpu_seconds", ""), told.get("count", "")])
                print(*rows[-1], flush=True)
                if told:
                    per_node.setdefault(pattern, int(told["count"]))
                    assert per_node[pattern] == int(told["count"]), (name, pattern)
        is_stopped = False
        for tool, task in [
            ("networkx", "triangles per node"),
            ("igraph", "triangles per node"),
            ("igraph", "cliques of 4 per node"),
            ("igraph", "census of 3"),
            ("igraph", "census of 4"),
            ("igraph", "census of 5"),
        ]:
            if is_stopped and task.startswith("census"):
                # A larger census takes longer.
                continue
            text = run([sys.executable, "-c", PEERS, tool, task, str(path)], args.seconds)
            is_stopped = not text and task.startswith("census")
            told = json.loads(text) if text else {"cpu_seconds": "", "found": ""}
            seconds = f"{told['cpu_seconds']:.3f}" if text else ""
            rows.append([name, tool, task, seconds, told["found"]])
            print(*rows[-1], flush=True)
            if text and task == "triangles per node":
                assert told["found"] == 3 * ours["triangle"] == 3 * per_node["triangle"], name
            if text and task == "cliques of 4 per node":
                assert told["found"] == 4 * per_node["clique4"], name
            if text and task == "census of 3":
                assert told["found"] == ours["triangle"] + ours["path of 3"], name
        write(args, rows)


def write(args: argparse.Namespace, rows: list[list[object]]) -> None:
    args.out.mkdir(parents=True, exist_ok=True)
    with (args.out / "times.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["graph", "tool", "task", "cpu_seconds", "found"])
        writer.writerows(rows)
    table = ["| graph | tool | task | CPU seconds |", "|---|---|---|--:|"]
    table += [f"| {graph} | {tool} | {task} | {seconds or 'stopped'} |" for graph, tool, task, seconds, _ in rows]
    (args.out / "table.md").write_text("\n".join(table) + "\n")
    machine = {"cores": os.cpu_count(), "load_at_end": os.getloadavg(), "limit_seconds": args.seconds}
    (args.out / "machine.json").write_text(json.dumps(machine) + "\n")


if __name__ == "__main__":
    main()
