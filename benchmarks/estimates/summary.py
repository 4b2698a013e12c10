#!/usr/bin/env python3
"""One row of a table per run: `summary.py RECORDS [RUN...]`; without names all runs.

Records are what `estimate_queries run` prints. The q-error is max(value/truth, truth/value); the coverage is that of answers
that are not exact; `far` are intervals whose nearer end is off by more than a factor of 1.2.
"""

import sys

from records import runs


def quantile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def row(name, records):
    errors, zeros = [], 0
    covered = estimates = unreliable = far = 0
    widths = []
    for r in records:
        truth, value = r["truth"], r["value"]
        if truth == 0:
            zeros += value != 0
            continue
        if value <= 0:
            zeros += 1
            errors.append(float("inf"))
        else:
            errors.append(max(value / truth, truth / value))
        if r["answer"] == "estimate":
            estimates += 1
            unreliable += not r["reliable"]
            holds = r["low"] <= truth <= r["high"]
            covered += holds
            if not holds:
                end = r["low"] if truth < r["low"] else r["high"]
                far += max(end, truth) / max(min(end, truth), 1e-300) > 1.2
            widths.append((r["high"] - r["low"]) / 2 / max(value, 1e-300))
    errors.sort()
    widths = sorted(width for width in widths if width < float("inf"))
    cpu = [r["cpu"] for r in records]
    wall = sorted(r["wall"] for r in records)
    n = max(len(records), 1)
    width = f"{quantile(widths, .5):.3g}" if widths else "–"
    share = f"{100 * covered / estimates:.1f}" if estimates else "–"
    return (
        f"| {name} | {len(records)} | {quantile(errors, .5):.4f} | {quantile(errors, .95):.4f} | "
        f"{quantile(errors, .99):.4f} | {errors[-1] if errors else 1:.4g} | {zeros} | {1000 * sum(cpu) / n:.2f} | "
        f"{1000 * max(cpu):.1f} | {1000 * wall[-1]:.1f} | {estimates} | {share} | {far} | {unreliable} | {width} |"
    )


print("| run | queries | p50 | p95 | p99 | max | zeros | mean CPU, ms | max CPU | max wall | estimates | covered, % | far | unreliable | half-width |")
print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
found = runs(sys.argv[1])
for name in sys.argv[2:] or found:
    print(row(name, found[name]))
