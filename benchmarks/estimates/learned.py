#!/usr/bin/env python3
"""The learned points of the picture: `learned.py FOLDER [--isocount PROGRAM] [--epochs 20]`

FOLDER has directed.txt and directed.mono of `run.sh make`. The same seed gives the same graph and the same first 24 queries,
followed by 800 others: these are labelled by `auto` (estimates of a precision of 0.05 where exact takes long) and a model is trained on
300 of them. Then the model is asked about the queries with a known count, which it has not seen. Adds the runs curve-directed-MODEL to FOLDER/records.jsonl:
one line a query, as the other records have it, and the time of opening the graph in every line.
"""

import argparse
import json
import os
import pathlib
import subprocess

ASKED = 24  # the queries of directed.txt
OTHERS = 800  # half of a data set is for testing, and a fifth of the rest for validation
MODELS = ["count-gnn", "count-gnn-plus"]


def sketches(path):
    """The graph and the queries of a set, as objects in isocount's JSON."""
    found, current = {}, None
    with open(path) as lines:
        for line in lines:
            kind, *words = line.split()
            if kind in ("graph", "query"):
                current = found.setdefault(words[0] if words else "graph", {"nodes": [], "edges": []})
            elif kind == "v":
                current["nodes"].append(int(words[0]))
            else:
                tail, head, label = map(int, words)
                current["edges"].append([tail, head, label])
                if kind == "u":
                    current["edges"].append([head, tail, label])
    return found


def write_patterns(path, patterns):
    with open(path, "w") as lines:
        for name, pattern in patterns.items():
            lines.write(json.dumps({"name": name, **pattern}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--isocount", default="target/release/isocount")
    parser.add_argument("--epochs", type=int, default=20)
    args = parser.parse_args()
    folder, isocount = args.folder, args.isocount
    queries = os.environ.get("ESTIMATE_QUERIES", "target/release/examples/estimate_queries")
    both = folder / "directed-learned.txt"
    subprocess.run([queries, "make", "directed", "3", str(ASKED + OTHERS), "8", "14", both], check=True)
    found = sketches(both)
    graph = found.pop("graph")
    assert graph == sketches(folder / "directed.txt")["graph"], "another graph: was the seed changed?"
    truth = dict(line.split() for line in open(folder / "directed.mono"))
    (folder / "directed.json").write_text(json.dumps(graph))
    names = list(found)
    write_patterns(folder / "asked.jsonl", {name: found[name] for name in names if name in truth})
    write_patterns(folder / "training.jsonl", {name: found[name] for name in names[ASKED:]})

    def run(*arguments):
        return subprocess.run([isocount, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    run("data", "label", "--graphs", folder / "directed.json", "--patterns", folder / "training.jsonl", "--method", "auto",
        "--precision", 0.05, "--time-limit", "2s", "--out", folder / "directed-set", "--quiet", "--force")
    for model in MODELS:
        out = folder / f"run-{model}"
        run("train", model, "--data", folder / "directed-set", "--split", "training-size", "--training-triples", 300,
            "--set", f"training.epochs={args.epochs}", "--out", out, "--quiet", "--force")
        answers = run("count", "--patterns", folder / "asked.jsonl", "--graphs", folder / "directed.json", "--method", "learned",
                      "--model", out, "--threads", 1, "--json", "--quiet")
        with open(folder / "records.jsonl", "a") as records:
            for line in answers.splitlines():
                answer = json.loads(line)
                name = answer["pattern"]
                records.write(json.dumps({
                    "run": f"curve-directed-{model}",
                    "query": name, "truth": float(truth[name]), "answer": "estimate", "value": float(answer["count"]),
                    "low": answer["low"], "high": answer["high"],
                    "wall": answer["count_seconds"], "open": answer["open_seconds"],
                }) + "\n")


main()
