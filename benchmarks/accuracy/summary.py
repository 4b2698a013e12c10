#!/usr/bin/env python3
"""Prints the tables of README.md and choices.md from results/: mean ± standard deviation over seeds.

    benchmarks/accuracy/summary.py [TABLE ...]
"""

import json
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
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    columns = ("mae", "q_error") if "mae" in lines[0] else ("valid_mae", "valid_q_error")
    zeros = [line["mae"] for line in lines if line["row"] == "zero"]
    zero = statistics.mean(zeros) if zeros else None
    print(f"\n{path.stem}\n")
    print("| | MAE | of the zero row | Q-error | seeds |\n|---|--:|--:|--:|--:|")
    for row in dict.fromkeys(line["row"] for line in lines):
        values = [[line[column] for line in lines if line["row"] == row] for column in columns]
        share = f"{statistics.mean(values[0]) / zero:.2f}" if zero else ""
        print(f"| {row} | {cell(values[0])} | {share} | {cell(values[1])} | {len(values[0])} |")


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.stem for path in RESULTS.glob("*.jsonl")):
        table(RESULTS / f"{name}.jsonl")
