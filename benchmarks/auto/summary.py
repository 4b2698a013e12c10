#!/usr/bin/env python3
"""Tables of `auto` beside its parts: summary.py RESULTS"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

KIND = {"exact": 2, "precise": 1, "reliable": 1, "unreliable": 1, "bound": 0}
# With a precision, an estimate that has it is as good as the count.
KIND_IF_PRECISE = {**KIND, "precise": 2}
NAMES = ["exact", "estimate", "bound"]


def read(path):
    """The answers of each question, by who gave them; those under a load are lists."""
    questions = defaultdict(lambda: defaultdict(list))
    for row in csv.DictReader(path.open(), delimiter="\t"):
        questions[row["set"], row["pattern"]][row["who"]].append(row)
    return questions


def name(row):
    return NAMES[2 - KIND[row["kind"]]]


def better(exact, sample, is_precise):
    """The CPU seconds of the better part; none if neither answers what was asked for."""
    enough = {"exact", "precise"} if is_precise else {"exact"}
    fit = [float(row["cpu"]) for row in (exact, sample) if row["kind"] in enough]
    return min(fit, default=None)


def line(path):
    is_precise, is_loaded = "precision" in path.stem, "load" in path.stem
    kind = KIND_IF_PRECISE if is_precise else KIND
    counts, worse, changed, sums, above = defaultdict(int), 0, 0, [0.0, 0.0], []
    for answers in read(path).values():
        [exact], [sample], [auto] = (answers[who] for who in ("exact", "sample", "auto"))
        counts[name(auto)] += 1
        worse += kind[auto["kind"]] < max(kind[exact["kind"]], kind[sample["kind"]])
        changed += any(name(again) != name(auto) for again in answers["again"])
        least = better(exact, sample, is_precise)
        if least is not None and not is_loaded:
            cpu = float(auto["cpu"])
            sums = [sums[0] + cpu, sums[1] + least]
            if least > 0.01:
                above.append(cpu / least)
    ratio = f"{sums[0] / sums[1]:.2f}" if sums[1] else "–"
    over = f"{sum(r > 1.5 for r in above)} of {len(above)}" if above else "–"
    worst = f"{max(above):.2f}" if above else "–"
    kinds = ", ".join(f"{counts[it]} {it}" for it in NAMES if counts[it])
    changed = changed if is_loaded else "–"
    return f"| {path.stem} | {kinds} | {worse} | {changed} | {ratio} | {over} | {worst} |"


def large(path):
    lines = ["| pattern | exact, half | sample, half | auto | interval | s of CPU |", "|---|---|---|---|---|--:|"]
    for (_, pattern), answers in read(path).items():
        [exact], [sample], [auto] = (answers[who] for who in ("exact", "sample", "auto"))
        value, low, high = (float(auto[key]) for key in ("value", "low", "high"))
        half = max(high - value, value - low) / value if value else float("inf")
        width = "" if auto["kind"] == "exact" else f"± {100 * half:.1f} %"
        lines.append(
            f"| {pattern} | {name(exact)} | {name(sample)} | {name(auto)} | {width} | {float(auto['cpu']):.3f} |"
        )
    return "\n".join(lines)


def main():
    results = Path(sys.argv[1])
    paths = sorted(results.glob("*.tsv"))
    print("| questions | answers of `auto` | of a worse kind than a part | changed under load | CPU over the better part | above 1.5 | worst |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for path in paths:
        print(line(path))
    for path in paths:
        if path.stem.startswith("large") and "load" not in path.stem:
            print(f"\n{path.stem}:\n\n{large(path)}")


if __name__ == "__main__":
    main()
