#!/usr/bin/env python3
"""The time of `auto` beside that of its two parts: `beside.py EXACT SAMPLE AUTO [EXACT SAMPLE AUTO ...]`

Each triple names three files of records of the same queries. The better part is `exact` where it came to an end, if that was
quicker, otherwise `sample`. Times are CPU. `slower` are queries where `auto` took more than 1.2 times as long as the better
part and more than half a millisecond longer.
"""

import json
import sys


def read(path):
    with open(path) as lines:
        return {r["query"]: r for r in (json.loads(line.replace(":inf", ":Infinity")) for line in lines)}


print("| set | queries | exact, ms | sample, ms | better, ms | auto, ms | ratio | slower | worst |")
print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
arguments = sys.argv[1:]
for exact, sample, auto in zip(arguments[::3], arguments[1::3], arguments[2::3]):
    name = auto.split("/")[-1].removesuffix(".jsonl")
    exact, sample, auto = read(exact), read(sample), read(auto)
    sums = [0.0] * 4
    slower, worst = 0, 0.0
    for query, it in auto.items():
        e, s, a = exact[query], sample[query], it["cpu"]
        better = min(e["cpu"], s["cpu"]) if e["answer"] == "exact" else s["cpu"]
        for i, time in enumerate((e["cpu"], s["cpu"], better, a)):
            sums[i] += time
        if a > 1.2 * better and a > better + 0.0005:
            slower += 1
            worst = max(worst, a / better)
    n = len(auto)
    cells = " | ".join(f"{1000 * total / n:.2f}" for total in sums)
    print(f"| {name} | {n} | {cells} | {sums[3] / sums[2]:.2f} | {slower} | {worst:.2f} |")
