"""Time to the first match, and matches per second, beside networkx, rustworkx and igraph.

    python3 benchmarks/find/run.py [--seconds S] [--arcs N]

Makes two graphs of a million arcs (500,000 undirected edges, 100,000 nodes): one random, one with a
power law. Looks for a triangle and a path of four nodes, one tool after the other. Each may
take S seconds of CPU time per pattern; then it is stopped. Everything is one process per tool and graph, on
one thread, and reading and building the graph is not timed.
"""

import argparse
import csv
import json
import pathlib
import platform
import random
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "find-bench"
PATTERNS = {
    "triangle": [(0, 1), (1, 2), (2, 0)],
    "path4": [(0, 1), (1, 2), (2, 3)],
}


def random_edges(nodes, edges, rng):
    found = set()
    while len(found) < edges:
        a, b = rng.randrange(nodes), rng.randrange(nodes)
        if a != b:
            found.add((min(a, b), max(a, b)))
    return sorted(found)


def power_law_edges(nodes, edges, rng):
    """Preferential attachment (Barabasi and Albert 1999)."""
    per_node = edges // nodes
    ends, found = list(range(per_node + 1)), set()
    for v in range(per_node + 1, nodes):
        chosen = set()
        while len(chosen) < per_node:
            chosen.add(rng.choice(ends))
        for w in sorted(chosen):
            found.add((w, v))
            ends += [w, v]
    return sorted(found)


PEER = r'''
import sys, time, json, signal
tool, graph, seconds, patterns = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4])
patterns = {name: [tuple(edge) for edge in pattern] for name, pattern in patterns.items()}
edges = [tuple(map(int, line.split(","))) for line in open(graph).read().split()[1:]]
nodes = 1 + max(max(edge) for edge in edges)
class Over(Exception): pass
def over(*_): raise Over
signal.signal(signal.SIGPROF, over)
def stream(pattern):
    size = 1 + max(max(edge) for edge in pattern)
    if tool == "networkx":
        import networkx as nx
        p = nx.Graph(pattern)
        yield from nx.algorithms.isomorphism.GraphMatcher(big, p).subgraph_monomorphisms_iter()
    elif tool == "rustworkx":
        import rustworkx as rx
        p = rx.PyGraph(); p.add_nodes_from(range(size)); p.add_edges_from_no_data(pattern)
        yield from rx.vf2_mapping(big, p, subgraph=True, induced=False, id_order=False)
if tool == "networkx":
    import networkx as nx
    big = nx.Graph(edges)
elif tool == "rustworkx":
    import rustworkx as rx
    big = rx.PyGraph(multigraph=False); big.add_nodes_from(range(nodes)); big.add_edges_from_no_data(edges)
else:
    import igraph
    big = igraph.Graph(n=nodes, edges=edges)
for name, pattern in patterns.items():
    found, first = 0, float("nan")
    # The callback of igraph looks at the clock itself.
    signal.setitimer(signal.ITIMER_PROF, 0 if tool == "igraph" else seconds)
    start = time.process_time()
    try:
        if tool == "igraph":
            p = igraph.Graph(edges=pattern)
            def note(*_):
                global found, first
                found += 1
                if found == 1: first = time.process_time() - start
                return time.process_time() - start < seconds
            big.subisomorphic_vf2(p, callback=note)
        else:
            for _ in stream(pattern):
                found += 1
                if found == 1: first = time.process_time() - start
    except Over:
        pass
    signal.setitimer(signal.ITIMER_PROF, 0)
    spent = time.process_time() - start
    print(f"{name},{first:.6f},{found},{spent:.6f}", flush=True)
'''


def run(command, timeout):
    """The lines that came before the CPU time was over."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(timeout), int(timeout) + 1))
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=12 * timeout, preexec_fn=limit
        )
        if done.returncode:
            print(done.stderr[-500:], file=sys.stderr)
        return done.stdout
    except subprocess.TimeoutExpired as late:
        out = late.stdout or b""
        return out.decode() if isinstance(out, bytes) else out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--arcs", type=int, default=1_000_000)
    parser.add_argument("--profile", default="release", help="how isocount is built")
    parser.add_argument("--timeout", type=float, default=600.0, help="CPU time of a tool on a graph, with reading")
    args = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    python = WORK / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", WORK / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "networkx", "rustworkx", "igraph"], check=True)
    subprocess.run(
        ["cargo", "build", "--profile", args.profile, "-q", "-p", "isocount", "--example", "time_find"],
        check=True, cwd=ROOT,
    )
    folder = "debug" if args.profile == "dev" else args.profile
    ours = ROOT / "target" / folder / "examples" / "time_find"
    edges, nodes = args.arcs // 2, args.arcs // 10
    files = {}
    for kind, make in [("random", random_edges), ("power law", power_law_edges)]:
        files[kind] = WORK / f"{kind.replace(' ', '_')}.csv"
        lines = [f"{a},{b}" for a, b in make(nodes, edges, random.Random(1))]
        files[kind].write_text("tail,head\n" + "\n".join(lines) + "\n")
    patterns = []
    for name, pattern in PATTERNS.items():
        path = WORK / f"{name}.csv"
        path.write_text("tail,head\n" + "\n".join(f"{a},{b}" for a, b in pattern) + "\n")
        patterns.append(str(path))
    (WORK / "peer.py").write_text(PEER)
    rows = []
    for kind, path in files.items():
        for tool in ["isocount", "rustworkx", "igraph", "networkx"]:
            if tool == "isocount":
                command = [str(ours), str(args.seconds), str(path), *patterns]
            else:
                command = [str(python), str(WORK / "peer.py"), tool, str(path), str(args.seconds),
                           json.dumps(PATTERNS)]
            out = run(command, args.timeout)
            seen = {line.split(",")[0]: line.split(",")[1:] for line in out.split()}
            for name in PATTERNS:
                first, found, spent = seen.get(name, ["failed", "0", "nan"])
                rows.append([kind, name, tool, first, found, spent])
                print(rows[-1], flush=True)
            write(rows, args, nodes, python)


def write(rows, args, nodes, python):
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    with open(results / "times.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["graph", "pattern", "tool", "first_seconds", "matches", "seconds"])
        writer.writerows(rows)
    versions = subprocess.run(
        [python, "-c", "import networkx, rustworkx, igraph; print('networkx', networkx.__version__, "
         "'rustworkx', rustworkx.__version__, 'igraph', igraph.__version__)"],
        capture_output=True, text=True, check=True,
    ).stdout.split()
    table = ["| Graph | Pattern | Tool | first match | matches | per second |", "|---|---|---|--:|--:|--:|"]
    for kind, name, tool, first, found, spent in rows:
        first_text = {"nan": f"none in {args.seconds:.0f} s", "failed": "not measured"}.get(first)
        first_text = first_text or f"{float(first) * 1e3:,.1f} ms"
        rate = f"{int(found) / float(spent):,.0f}" if int(found) and float(spent) > 0 else "–"
        table.append(f"| {kind} | {name} | {tool} | {first_text} | {int(found):,} | {rate} |")
    built = "" if args.profile == "release" else f" isocount was built with the profile {args.profile}."
    about = (f"{args.arcs:,} arcs, {nodes:,} nodes; {args.seconds:.0f} s of CPU time for each pattern and tool; "
             f"Python {platform.python_version()}, {' '.join(versions)}.{built}")
    (results / "table.md").write_text(about + "\n\n" + "\n".join(table) + "\n")


if __name__ == "__main__":
    main()
