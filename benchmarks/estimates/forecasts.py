#!/usr/bin/env python3
"""How good forecasts were, a row per set: `forecasts.py RECORDS`

Records are what `estimate_queries forecasts` prints. Rows have the counts that came to an end and took longer than a second.
The ratio is that of the time forecast and the time it took; the error is that of the estimate, relative to the count.
"""

import sys

from records import runs

print("| set | counts | time forecast / taken: least | median | most | error of the estimate: median, % | most, % | covered |")
print("|---|--:|--:|--:|--:|--:|--:|--:|")
everything = []
for name, records in [*runs(sys.argv[1], "forecasts-").items(), ("all", None)]:
    if records is None:
        records = everything
    else:
        name = name.removeprefix("forecasts-")
        records = [r for r in records if r["answer"] == "exact" and r["seconds"] > 1 and "forecast" in r]
        everything = everything + records
    if not records:
        print(f"| {name} | 0 | – | – | – | – | – | – |")
        continue
    times = sorted(r["forecast_seconds"] / r["seconds"] for r in records)
    errors = sorted(100 * abs(r["forecast"] / r["value"] - 1) for r in records)
    covered = sum(r["low"] <= r["value"] <= r["high"] for r in records)
    middle = len(records) // 2
    print(
        f"| {name} | {len(records)} | {times[0]:.2f} | {times[middle]:.2f} | {times[-1]:.2f} | "
        f"{errors[middle]:.2f} | {errors[-1]:.2f} | {covered} of {len(records)} |"
    )
