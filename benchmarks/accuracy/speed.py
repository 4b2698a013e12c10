#!/usr/bin/env python3
"""Times every model: seconds for an epoch, microseconds for a test triple, parameters.

    cargo build --release
    benchmarks/accuracy/speed.py DATA SET [MODEL ...]

DATA holds the folders of `measure.py`; SET is one of them. Each model is trained for EPOCHS epochs (2 unless
told otherwise) on one thread and asked TRIPLES test triples (2,000); opening a graph is part of the time. Writes results/speed-SET.csv; run it on a machine that does nothing else.
"""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("ISOCOUNT", HERE.parent.parent / "target/release/isocount")
EPOCHS = os.environ.get("EPOCHS", "2")
TRIPLES = os.environ.get("TRIPLES", "2000")


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True)


def measure(data, model, run):
    where = ["--data", data]
    trained = program("train", model, *where, "--out", run, "--threads", "1", "--set", f"training.epochs={EPOCHS}", "--json", "--quiet")
    trained = json.loads(trained.stdout)
    table = program("eval", run, *where, "--limit", TRIPLES, "--table", "csv", "--quiet").stdout
    row = next(csv.DictReader(io.StringIO(table)))
    seconds = float(row["open_seconds"]) + float(row["count_seconds"])
    return {
        "model": model,
        "parameters": trained["parameters"],
        "seconds_per_epoch": f"{trained['seconds_per_epoch']:.3g}",
        "microseconds_per_triple": f"{seconds / int(row['triples']) * 1e6:.3g}",
    }


def main():
    data = Path(sys.argv[1]) / sys.argv[2]
    lines = program("models", "--json").stdout.splitlines()
    models = sys.argv[3:] or [json.loads(line)["name"] for line in lines]
    path = HERE / f"results/speed-{sys.argv[2]}.csv"
    with path.open("w", newline="") as file, tempfile.TemporaryDirectory() as runs:
        writer = None
        for model in models:
            line = measure(data, model, Path(runs) / model)
            writer = writer or csv.DictWriter(file, line, lineterminator="\n")
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(line)
            file.flush()
            print(*line.values(), sep=" | ", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
