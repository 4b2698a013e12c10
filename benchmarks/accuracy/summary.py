#!/usr/bin/env python3
"""Prints the tables of README.md from results/: mean ± standard deviation over seeds.

    benchmarks/accuracy/summary.py [TABLE ...]
    benchmarks/accuracy/summary.py --baselines SET ...
    benchmarks/accuracy/summary.py --secondary SET ...
"""

import csv
import statistics
import sys
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"


def cell(values):
    mean = statistics.mean(values)
    digits = 3 if mean < 1 else 2 if mean < 100 else 0
    if len(values) == 1:
        return f"{mean:.{digits}f}"
    return f"{mean:.{digits}f} ± {statistics.stdev(values):.{digits}f}"


def table(path):
    lines = list(csv.DictReader(path.open()))
    columns = ("mae", "q_error") if "mae" in lines[0] else ("valid_mae", "valid_q_error")
    zeros = [float(line["mae"]) for line in lines if line["row"] == "zero"]
    zero = statistics.mean(zeros) if zeros else None
    print(f"\n{path.stem}\n")
    print("| | MAE | of the zero row | Q-error | seeds |\n|---|--:|--:|--:|--:|")
    for row in dict.fromkeys(line["row"] for line in lines):
        values = [[float(line[column]) for line in lines if line["row"] == row] for column in columns]
        share = f"{statistics.mean(values[0]) / zero:.2f}" if zero else ""
        print(f"| {row} | {cell(values[0])} | {share} | {cell(values[1])} | {len(values[0])} |")


ORDER = ["exact", "count-gnn", "count-gnn sum log", "count-gnn-e", "count-gnn-m", "count-gnn-plus"]
BASELINES = ["gcn", "graphsage", "gat", "dpgcnn", "diffpool", "gin", "rgcn-sum", "rgcn-dn", "rgin-sum", "rgin-dn", "dmpnn-lrp"]
TRIVIAL = ["zero", "train-mean", "train-median", "pattern-median", "pattern-rate", "smallest-tree"]
PAPER = {"small": "SMALL", "large": "LARGE", "mutag": "MUTAG", "mutag-edge-blind": "MUTAG", "ppa-stand-in": "OGB-PPA"}
PUBLISHED = RESULTS.parent.parent.parent / "crates/reproduce/src/published"


def lines_of(path):
    return list(csv.DictReader(path.open())) if path.exists() else []


def baselines(name):
    """Every model on one data set, beside what was published; what was not run says so."""
    lines = lines_of(RESULTS / f"{name}-baselines.csv")
    have = {line["row"] for line in lines}
    lines += [line for line in lines_of(RESULTS / f"{name}.csv") if line["row"] not in have]
    speed = {line["model"]: line for line in lines_of(RESULTS / f"speed-{name}.csv")}
    published = {line["counter"]: line for line in lines_of(PUBLISHED / "table2.csv") if line["set"] == PAPER[name]}
    epoch = {line["counter"]: line["seconds"] for line in lines_of(PUBLISHED / "table3.csv") if line["set"] == PAPER[name]}
    zero = next(float(line["mae"]) for line in lines if line["row"] == "zero")
    print(f"\n{name}\n")
    print("| | parameters | MAE | of the zero row | Q-error | seeds | published MAE, Q-error | s/epoch | published | µs/triple |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in ORDER + BASELINES + TRIVIAL:
        values = [[float(line[column]) for line in lines if line["row"] == row] for column in ("mae", "q_error")]
        known, there = speed.get(row, {}), published.get(row)
        paper = f"{there['mae']}, {there['q_error']}" if there else ""
        if not values[0]:
            cells = ["not run", "", "", ""]
        else:
            cells = [cell(values[0]), f"{statistics.mean(values[0]) / zero:.2f}", cell(values[1]), str(len(values[0]))]
        first = f"{int(known['parameters']):,}" if known else ""
        last = [known.get("seconds_per_epoch", ""), epoch.get(row, ""), known.get("microseconds_per_triple", "")]
        print("| " + " | ".join([row, first, *cells, paper, *last]) + " |")


def secondary(name):
    """One model for one pattern: LRP beside Count-GNN."""
    published = lines_of(PUBLISHED / "table4.csv")
    print(f"\n{name}, one model for one pattern\n")
    print("| | LRP | Count-GNN | Count-GNN+ | zero | published LRP | published Count-GNN |\n|---|--:|--:|--:|--:|--:|--:|")
    for number in "123":
        lines = {line["row"]: line for line in lines_of(RESULTS / f"{name}-secondary-{number}.csv")}
        rows = [lines.get(row) for row in ("lrp", "count-gnn", "count-gnn-plus", "zero")]
        cells = [f"{float(row['mae']):.2f}, {float(row['q_error']):.2f}" if row else "not run" for row in rows]
        of_paper = [line for line in published if line["set"] == PAPER[name] and line["pattern"] == number]
        cells += [f"{line['mae']}, {line['q_error']}" for row in ("lrp", "count-gnn") for line in of_paper if line["counter"] == row]
        print(f"| Q{number} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    if sys.argv[1:2] in (["--baselines"], ["--secondary"]):
        for name in sys.argv[2:]:
            baselines(name) if sys.argv[1] == "--baselines" else secondary(name)
        sys.exit()
    for name in sys.argv[1:] or sorted(path.stem for path in RESULTS.glob("*.csv")):
        table(RESULTS / f"{name}.csv")
