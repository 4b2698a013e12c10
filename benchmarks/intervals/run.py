"""How often the intervals of learned answers hold the true count, where they should and where nothing says so.

    python3 benchmarks/intervals/run.py [--triples N] [--epochs N] [--work FOLDER]

Trains Count-GNN and Count-GNN+ on SMALL three times: on its random split, on its split by patterns, and on
the triples with graphs of at most 16 nodes. Then asks each for intervals at 80, 90 and 95 %: on the test part of its own split,
on patterns that it has not seen, and on larger graphs. Writes results/table.md and results/rows.json.
"""

import argparse
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = ROOT / "target" / "release" / "isocount"
MODELS = ["count-gnn", "count-gnn-plus"]
SMALL_GRAPH = 16


def isocount(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True)
    return done.stdout


def parts_by_size(data, work):
    """Two data sets: triples with graphs of at most 16 nodes, and the others."""
    lines = work / "lines"
    if not lines.exists():
        isocount("data", "export", data, "--to", "jsonl", "--out", lines, "-q")
    read = lambda name: [json.loads(line) for line in (lines / name).read_text().splitlines()]
    graphs = read("graphs.jsonl")
    small = {graph["name"] for graph in graphs if len(graph["nodes"]) <= SMALL_GRAPH}
    made = []
    for name, wanted in [("smaller", True), ("larger", False)]:
        source, out = work / f"{name}.source", work / name
        made.append(out)
        if out.exists():
            continue
        source.mkdir(exist_ok=True)
        (source / "patterns.jsonl").write_text((lines / "patterns.jsonl").read_text())
        keep = lambda graph: (graph in small) == wanted
        rows = [graph for graph in graphs if keep(graph["name"])]
        (source / "graphs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        rows = [row for row in read("triples.jsonl") if keep(row["graph"])]
        (source / "triples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        isocount("data", "import", "jsonl", "--from", source, "--out", out, "-q")
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triples", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target" / "intervals-bench")
    args = parser.parse_args()
    work = args.work
    work.mkdir(parents=True, exist_ok=True)
    data = work / "small"
    if not data.exists():
        isocount("data", "generate", "small", "--limit", args.triples, "--out", data, "-q")
    smaller, larger = parts_by_size(data, work)
    # (what it learns from, its split), and what it is asked: (name, data set, split).
    questions = [
        (("random", data, "paper"), [("test part", data, "paper")]),
        (("patterns", data, "held-out-patterns"), [("patterns not seen", data, "held-out-patterns")]),
        (("smaller", smaller, "paper"), [("test part", smaller, "paper"), ("larger graphs", larger, "paper")]),
    ]
    rows = []
    for model in MODELS:
        for (run_name, learned_from, split), asked in questions:
            run = work / f"{model}-{run_name}"
            if not (run / "intervals.toml").exists():
                isocount(
                    "train", model, "--data", learned_from, "--split", split, "--out", run,
                    "--set", f"training.epochs={args.epochs}", "--seed", 0, "-q",
                )
            for name, judged_on, split in asked:
                for confidence in [0.8, 0.9, 0.95]:
                    said = isocount(
                        "eval", run, "--data", judged_on, "--split", split, "--limit", 20_000,
                        "--confidence", confidence, "--json",
                    )
                    metrics = json.loads(said)["rows"][0]["metrics"]
                    rows.append({
                        "model": model, "trained_on": run_name, "asked": name, "confidence": confidence,
                        "triples": metrics["number"], "intervals": metrics.get("intervals", 0),
                        "covered": metrics.get("covered", 0),
                        "half_width": metrics.get("interval_half_width"),
                        "mae": metrics["mae"], "q_error": metrics["q_error"],
                    })
                    print(rows[-1], flush=True)
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / "rows.json").write_text(json.dumps(rows, indent=1) + "\n")
    lines = [
        "| model | learned from | asked about | triples | MAE | Q-error | 80 % | 90 % | 95 % | half-width at 95 % |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for at in range(0, len(rows), 3):
        row = rows[at]
        shares = [100 * it["covered"] / max(1, it["intervals"]) for it in rows[at : at + 3]]
        cells = [row["model"], row["trained_on"], row["asked"], f"{row['triples']:,}"]
        cells += [f"{row['mae']:.2f}", f"{row['q_error']:.2f}"] + [f"{share:.1f}" for share in shares]
        cells.append(f"{100 * rows[at + 2]['half_width']:.0f} %")
        lines.append("| " + " | ".join(cells) + " |")
    (HERE / "results" / "table.md").write_text("\n".join(lines) + "\n")


main()
