"""Time to the first match, and matches per second, beside networkx, rustworkx and igraph.

    python3 benchmarks/find/run.py [--seconds S] [--arcs N] [--out DIR]

Makes two graphs of a million arcs (500,000 undirected edges, 100,000 nodes): one random, one with a
power law; each without labels and with four labels on its nodes. Looks for a triangle and a path of
four nodes, one tool after the other. Each may take S seconds of CPU time for a pattern; then it is
stopped. Everything is one process per tool, graph and pattern, on one thread, and reading and building
the graph is not timed.
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
LABELS = 4


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


def write_graph(path, edges, labels):
    """As an edge list, with the labels of both ends if there are some."""
    if labels is None:
        lines = ["tail,head"] + [f"{a},{b}" for a, b in edges]
    else:
        lines = ["tail,head,tail_label,head_label"]
        lines += [f"{a},{b},L{labels[a]},L{labels[b]}" for a, b in edges]
    path.write_text("\n".join(lines) + "\n")


PEER = r'''
import sys, time, json, signal
tool, graph, seconds, pattern = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4])
pattern = [tuple(edge) for edge in pattern]
rows = [line.split(",") for line in open(graph).read().split()[1:]]
edges = [(int(row[0]), int(row[1])) for row in rows]
is_labelled = len(rows[0]) > 2
nodes = 1 + max(max(edge) for edge in edges)
size = 1 + max(max(edge) for edge in pattern)
label = [0] * nodes
if is_labelled:
    for row in rows:
        label[int(row[0])], label[int(row[1])] = int(row[2][1:]), int(row[3][1:])
# The nodes of a labelled pattern have the labels in turn.
wanted = list(range(size)) if is_labelled else [0] * size
class Over(Exception): pass
def over(*_): raise Over
signal.signal(signal.SIGPROF, over)
def stream():
    if tool == "networkx":
        p = nx.Graph(pattern)
        nx.set_node_attributes(p, dict(enumerate(wanted)), "label")
        same = nx.algorithms.isomorphism.categorical_node_match("label", None) if is_labelled else None
        yield from nx.algorithms.isomorphism.GraphMatcher(big, p, node_match=same).subgraph_monomorphisms_iter()
    elif tool == "rustworkx":
        p = rx.PyGraph(); p.add_nodes_from(wanted); p.add_edges_from_no_data(pattern)
        same = (lambda a, b: a == b) if is_labelled else None
        yield from rx.vf2_mapping(big, p, node_matcher=same, subgraph=True, induced=False, id_order=False)
if tool == "networkx":
    import networkx as nx
    big = nx.Graph(edges)
    nx.set_node_attributes(big, dict(enumerate(label)), "label")
elif tool == "rustworkx":
    import rustworkx as rx
    big = rx.PyGraph(multigraph=False); big.add_nodes_from(label); big.add_edges_from_no_data(edges)
else:
    import igraph
    big = igraph.Graph(n=nodes, edges=edges)
found, first = 0, float("nan")
# The callback of igraph looks at the clock itself.
signal.setitimer(signal.ITIMER_PROF, 0 if tool == "igraph" else seconds)
start = time.thread_time()
try:
    if tool == "igraph":
        p = igraph.Graph(edges=pattern)
        colours = dict(color1=label, color2=wanted) if is_labelled else {}
        def note(*_):
            global found, first
            found += 1
            if found == 1: first = time.thread_time() - start
            return time.thread_time() - start < seconds
        big.subisomorphic_vf2(p, callback=note, **colours)
    else:
        for _ in stream():
            found += 1
            if found == 1: first = time.thread_time() - start
except Over:
    pass
signal.setitimer(signal.ITIMER_PROF, 0)
spent = time.thread_time() - start
print(f"{first:.6f},{found},{spent:.6f}", flush=True)
'''


def run(command, timeout):
    """First match, matches and seconds; "stopped" if the CPU time was over before there was a line."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(timeout), int(timeout) + 1))
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode > 0:
        print(done.stderr[-500:], file=sys.stderr)
        return ["failed", "0", "nan"]
    words = done.stdout.strip().split(",")
    return words[-3:] if len(words) >= 3 else ["stopped", "0", "nan"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--arcs", type=int, default=1_000_000)
    parser.add_argument("--profile", default="release", help="how isocount is built")
    parser.add_argument("--timeout", type=float, default=20.0, help="CPU time of a tool, with reading")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results")
    args = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    python = WORK / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", WORK / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "networkx", "rustworkx", "igraph"], check=True)
    subprocess.run(
        ["cargo", "build", "--profile", args.profile, "-q", "-p", "isocount-benchmarks", "--bin", "time_find"],
        check=True, cwd=ROOT,
    )
    folder = "debug" if args.profile == "dev" else args.profile
    ours = ROOT / "target" / folder / "time_find"
    edges, nodes = args.arcs // 2, args.arcs // 10
    rng = random.Random(2)
    labels = [rng.randrange(LABELS) for _ in range(nodes)]
    graphs = []
    for kind, make in [("random", random_edges), ("power law", power_law_edges)]:
        made = make(nodes, edges, random.Random(1))
        for words, some in [("", None), (f", {LABELS} labels", labels)]:
            path = WORK / f"{kind.replace(' ', '_')}{'_labels' if words else ''}.csv"
            write_graph(path, made, some)
            graphs.append((kind + words, path, some))
    (WORK / "peer.py").write_text(PEER)
    rows = []
    for kind, path, labels in graphs:
        for name, pattern in PATTERNS.items():
            own = WORK / f"{name}{'' if labels is None else '_labels'}.csv"
            write_graph(own, pattern, None if labels is None else range(LABELS))
            for tool in ["isocount", "networkx", "rustworkx", "igraph"]:
                if tool == "isocount":
                    command = [str(ours), str(args.seconds), str(path), str(own)]
                else:
                    command = [str(python), str(WORK / "peer.py"), tool, str(path), str(args.seconds),
                               json.dumps(pattern)]
                rows.append([kind, name, tool, *run(command, args.timeout)])
                print(rows[-1], flush=True)
    write(rows, args, nodes, python)


def write(rows, args, nodes, python):
    results = args.out
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
        first_text = {"nan": f"none in {args.seconds:.0f} s",
                      "stopped": f"none in {args.timeout:.0f} s", "failed": "not measured"}.get(first)
        first_text = first_text or f"{float(first) * 1e3:,.1f} ms"
        rate = f"{int(found) / float(spent):,.0f}" if int(found) and float(spent) > 0 else "–"
        table.append(f"| {kind} | {name} | {tool} | {first_text} | {int(found):,} | {rate} |")
    built = "" if args.profile == "release" else f" isocount was built with the profile {args.profile}."
    about = (f"{args.arcs:,} arcs, {nodes:,} nodes; {args.seconds:.0f} s of CPU time for each pattern and tool; "
             f"Python {platform.python_version()}, {' '.join(versions)}.{built}")
    (results / "table.md").write_text(about + "\n\n" + "\n".join(table) + "\n")


if __name__ == "__main__":
    main()
