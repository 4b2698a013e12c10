#!/usr/bin/env python3
"""Trains every row of the accuracy tables and judges it by the whole test part.

    cargo build --release
    benchmarks/accuracy/measure.py DATA RUNS [TABLE ...]

DATA holds the folders mutag, mutag-edge-blind, small, large and ppa-stand-in (docs/data.md says how they
are made); RUNS is where the runs go. Writes results/TABLE.jsonl, one line per row and seed; the lines of
seed 0 also hold the settings and the log of their run. Lines that are there are not made again, so the
program can be stopped and started; several can work on different tables. SEEDS=1 makes the first seed
only. `summary.py` prints the tables.
"""

import csv
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
PROGRAM = os.environ.get("ISOCOUNT", TARGET / "release/isocount")

SUMS = ["model.encoder.aggregation=sum"]
LOG = ["training.loss=logarithmic"]
NO_TREES = ["model.tree_counts=false"]
ONE_WAY = NO_TREES + ["model.residual=false", "model.both_directions=false", "model.log_counts=false"]

# The rows of a table: name, model, settings.
MODELS = [
    ("count-gnn", "count-gnn", []),
    ("count-gnn sum log", "count-gnn", SUMS + LOG),
    ("count-gnn-e", "count-gnn-e", []),
    ("count-gnn-e log", "count-gnn-e", LOG),
    ("count-gnn-m", "count-gnn-m", []),
    ("count-gnn-m sum log", "count-gnn-m", SUMS + LOG),
    ("count-gnn-plus", "count-gnn-plus", []),
]
CORE = [row for row in MODELS if row[0] in ("count-gnn", "count-gnn sum log", "count-gnn-plus")]
# One idea after the other; the last row is the model.
STEPS = [
    ("none", "count-gnn-plus", ONE_WAY + ["model.sieve=false"]),
    ("sieve", "count-gnn-plus", ONE_WAY),
    ("sieve, both ways, log", "count-gnn-plus", NO_TREES),
    ("sieve, both ways, log, trees", "count-gnn-plus", []),
    ("both ways, log, trees", "count-gnn-plus", ["model.sieve=false"]),
    ("both ways, log", "count-gnn-plus", NO_TREES + ["model.sieve=false"]),
]
# What the paper leaves open; judged by the validation part only.
CHOICES = [
    ("as it is", "count-gnn", []),
    ("reverse exclude", "count-gnn", ["model.encoder.reverse=exclude"]),
    ("output plain", "count-gnn", ["training.output=plain"]),
    ("output softplus", "count-gnn", ["training.output=softplus"]),
    ("aggregation sum", "count-gnn", SUMS),
    ("aggregation attention", "count-gnn", ["model.encoder.aggregation=attention"]),
    ("residual", "count-gnn", ["model.encoder.residual=true"]),
    ("shared", "count-gnn", ["model.shared=true"]),
    ("loss logarithmic", "count-gnn", LOG),
    ("sum, loss logarithmic", "count-gnn", SUMS + LOG),
]
# How long a row is trained: along a cosine of so many epochs, or until 15 epochs brought nothing better,
# at a rate that falls on a plateau.
UNTIL_IT_STOPS = ["training.cosine=false", "training.plateau=5", "training.patience=15", "training.epochs=120"]


def along_a_cosine(*lengths):
    return [
        (f"{model}, {epochs} epochs", model, [f"training.epochs={epochs}", f"training.patience={epochs}"])
        for model, epochs in lengths
    ]


LENGTHS = [
    *along_a_cosine(("gin", 20), ("gin", 40), ("gin", 80), ("rgin-sum", 20), ("rgin-sum", 40)),
    *((f"{model}, until it stops", model, UNTIL_IT_STOPS) for model in ("gin", "rgin-sum")),
]
# One model for one pattern: small batches, since examples are few; as many epochs for all.
SECONDARY = ["training.batch=16", "training.epochs=2", "training.patience=2"]
SECONDARY = [(name, name, SECONDARY) for name in ("lrp", "count-gnn", "count-gnn-plus")]


@dataclass
class Table:
    data: str
    rows: list
    seeds: int = 1
    split: str = "paper"
    # Whether the test part is asked.
    tested: bool = True
    # The pattern of the secondary protocol.
    pattern: str = None


TABLES = {
    "mutag": Table("mutag", MODELS, 5),
    "mutag-edge-blind": Table("mutag-edge-blind", MODELS, 5),
    "mutag-choices": Table("mutag", CHOICES, 5, tested=False),
    "small": Table("small", MODELS, 5),
    "large": Table("large", MODELS),
    "ppa-stand-in": Table("ppa-stand-in", [CORE[0], CORE[2], CORE[1], MODELS[2], MODELS[4]]),
    "small-held-out-patterns": Table("small", CORE, 3, "held-out-patterns"),
    "small-plus-steps": Table("small", STEPS),
    "small-choices": Table("small", CHOICES, tested=False),
    "small-lengths": Table("small", LENGTHS, tested=False),
    "large-lengths": Table("large", along_a_cosine(("gin", 20), ("gin", 40)), tested=False),
    "ppa-stand-in-lengths": Table(
        "ppa-stand-in", along_a_cosine(("gin", 10), ("rgin-sum", 10)), tested=False
    ),
    "ppa-stand-in-secondary-1": Table("ppa-stand-in", SECONDARY, 1, "secondary", pattern="0"),
}


def program(*arguments):
    done = subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def rows_of(table):
    return list(csv.DictReader(io.StringIO(table)))


def log_of(run):
    return [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]


class Results:
    """The lines of a table that are there already, and a place for more."""

    def __init__(self, path):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.done = {(line["row"], line["seed"]) for line in map(json.loads, lines)}

    def add(self, row, seed, columns, kept=None):
        """`columns` are printed too; `kept` is only written."""
        line = {"row": row, "seed": seed, **columns}
        with self.path.open("a") as file:
            file.write(json.dumps(line | (kept or {}), separators=(",", ":"), ensure_ascii=False) + "\n")
        print(self.path.stem, *line.values(), sep=" | ", flush=True)


def numbers(columns):
    """The cells of a CSV line as numbers, with every digit."""
    return {name: json.loads(cell) for name, cell in columns.items()}


def measure(name, data, runs):
    table = TABLES[name]
    results = Results(HERE / f"results/{name}.jsonl")
    results.path.parent.mkdir(exist_ok=True)
    where = ["--data", data / table.data, "--split", table.split]
    if table.pattern:
        where += ["--pattern", table.pattern]
    for seed in range(min(table.seeds, int(os.environ.get("SEEDS", table.seeds)))):
        for row, model, own in table.rows:
            if (row, seed) in results.done:
                continue
            run = runs / f"{name}-{row.replace(', ', '-').replace(' ', '-')}-{seed}"
            flags = [flag for setting in own for flag in ("--set", setting)]
            seeded = [*where, "--split-seed", str(seed)]
            program("train", model, *seeded, "--seed", str(seed), "--out", run, "--resume", "--threads", "1", "--quiet", *flags)
            log = log_of(run)
            kept = {"config": (run / "config.toml").read_text(), "log": log} if seed == 0 else {}
            columns = {"epoch": log[-1]["best_epoch"]}
            if table.tested:
                asked = rows_of(program("eval", run, *seeded, "--table", "csv", "--quiet"))[0]
                asked.pop("counter")
                columns |= numbers(asked)
                # The held-out patterns differ from seed to seed, and so do the trivial rows.
                if row == table.rows[0][0] and (seed == 0 or table.split == "held-out-patterns"):
                    for line in rows_of(program("eval", "exact", *seeded, "--table", "csv", "--quiet")):
                        results.add(line.pop("counter"), seed, numbers(line))
            else:
                columns |= {"valid_mae": log[-1]["best_mae"], "valid_q_error": log[-1]["valid_q_error"]}
            results.add(row, seed, columns, kept)


if __name__ == "__main__":
    if len(sys.argv) < 3 or not set(sys.argv[3:]) <= set(TABLES):
        sys.exit(f"{__doc__}\nTables: {', '.join(TABLES)}")
    Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    for asked in sys.argv[3:] or TABLES:
        measure(asked, Path(sys.argv[1]), Path(sys.argv[2]))
