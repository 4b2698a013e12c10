#!/usr/bin/env python3
"""The time of `auto` beside that of its two parts: `beside.py RECORDS`

The runs `beside-SET-METHOD` asked the same queries. The better part is `exact` where it came to an end, if that was
quicker, otherwise `sample`. Times are CPU. `slower` are queries where `auto` took more than 1.2 times as long as the better
part and more than half a millisecond longer.
"""

import sys

from records import runs

SETS = ["walks", "er1", "er2", "ba1", "ba2", "directed"]

found = {run: {r["query"]: r for r in records} for run, records in runs(sys.argv[1], "beside-").items()}

print("| set | queries | exact, ms | sample, ms | better, ms | auto, ms | ratio | slower | worst |")
print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
for name in SETS:
    exact, sample, auto = (found[f"beside-{name}-{method}"] for method in ("exact", "sample", "auto"))
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
