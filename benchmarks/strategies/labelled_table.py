"""The table of large labelled patterns, from labelled.tsv in a folder: labelled_table.py FOLDER."""

import collections
import csv
import pathlib
import statistics
import sys


def read(path):
    """For each way to answer, the line of each question."""
    lines = collections.defaultdict(dict)
    with open(path) as file:
        for line in csv.DictReader(file, delimiter="\t"):
            lines[line["who"]][int(line.get("seed") or 0), int(line["k"]), int(line["pattern"])] = line
    return lines["search"], lines["router"]


def ends(line):
    return line["ends"] == "true"


def main():
    folder = pathlib.Path(sys.argv[1])
    search, router = read(folder / "labelled.tsv")
    keys = sorted(search.keys() & router.keys())
    for key in keys:
        counts = {who[key]["count"] for who in (search, router) if ends(who[key])}
        if len(counts) > 1:
            sys.exit(f"{key}: the counts differ")
    print("| network | pattern nodes | edges | questions | search alone | exact engine | median s | 95 % within s | answered by splitting |")
    print("|--:|--:|---|--:|--:|--:|--:|--:|--:|")
    kinds = ("of the walk", "all")
    rows = sorted({(seed, k, kinds[i % 2]) for seed, k, i in keys}, key=lambda row: (row[0], row[1], kinds.index(row[2])))
    totals = [(None, k, None) for k in sorted({k for _, k, _ in keys})]
    for seed, size, kind in [*rows, *totals, (None, None, None)]:
        some = [key for key in keys if seed in (None, key[0]) and size in (None, key[1]) and kind in (None, kinds[key[2] % 2])]
        times = sorted(float(router[key]["seconds"]) if ends(router[key]) else float("inf") for key in some)
        solved = [sum(ends(who[key]) for key in some) for who in (search, router)]
        share = [f"{n} ({100 * n / len(some):.1f} %)" for n in solved]
        split = sum(router[key]["strategy"] == "splitting_search" for key in some)
        late = times[min(len(times) - 1, int(0.95 * len(times)))]
        names = ["**all**" if name is None else name for name in (seed, size, kind)]
        print(f"| {names[0]} | {names[1]} | {names[2]} | {len(some)} | {share[0]} | {share[1]} | {statistics.median(times):.4f} | {late:.3f} | {split} |")
    print()
    old = [(float(router[key]["seconds"]) / float(search[key]["seconds"]), key) for key in keys
           if ends(search[key]) and float(search[key]["seconds"]) > 0.02]
    slower = [item for item in old if item[0] > 1.5]
    print(f"* Where search alone took over 20 ms and ended: {len(slower)} of {len(old)} took the engine more than 1.5 times as long; the worst "
          f"{max(old)[0]:.2f} times.")
    lost = [key for key in keys if ends(search[key]) and not ends(router[key])]
    won = [key for key in keys if not ends(search[key]) and ends(router[key])]
    print(f"* Solved by the engine only: {len(won)}. Solved by search alone only: {len(lost)}.")
    strategies = collections.Counter(router[key]["strategy"].replace("_", " ") for key in keys)
    print("* Who answered, or had the better bound: " + ", ".join(f"{name} {n}" for name, n in strategies.most_common()) + ".")


main()
