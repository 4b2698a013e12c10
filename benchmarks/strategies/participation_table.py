"""Makes the table of counts per node, orbit and edge from the raw lines: participation_table.py FILE"""

import csv
import statistics
import sys
from collections import defaultdict

KINDS = ["node", "orbit", "edge"]
# Below this the ratio says more about the clock than about the work.
HARD = 0.02


def main():
    with open(sys.argv[1]) as file:
        lines = list(csv.DictReader(file, delimiter="\t"))
    questions = defaultdict(dict)
    for line in lines:
        key = (line["k"], line["set"], line["labels"], line["pattern"])
        questions[key][line["kind"]] = line
    sizes = sorted({int(key[0]) for key in questions})
    print("| k | questions | " + " | ".join(f"per {kind}: solved, median s, worst s" for kind in KINDS) + " |")
    print("|--:|--:|" + "--:|" * len(KINDS))
    for k in sizes:
        own = [q for key, q in questions.items() if int(key[0]) == k]
        cells = []
        for kind in KINDS:
            times = [float(q[kind]["seconds"]) for q in own]
            solved = sum(q[kind]["ends"] == "true" for q in own)
            cells.append(f"{solved}, {statistics.median(times):.3f}, {max(times):.2f}")
        print(f"| {k} | {len(own)} | " + " | ".join(cells) + " |")
    print()
    for kind in KINDS:
        ratios, rows = [], []
        for key, q in questions.items():
            count, parts = q["count"], q[kind]
            if count["ends"] != "true" or parts["ends"] != "true" or float(count["seconds"]) < HARD:
                continue
            ratio = float(parts["seconds"]) / float(count["seconds"])
            ratios.append(ratio)
            rows.append((ratio, key))
        if not ratios:
            continue
        ratios.sort()
        within = sum(ratio <= 4 for ratio in ratios)
        worst, key = max(rows)
        sum_parts = sum(float(questions[key][kind]["seconds"]) for _, key in rows)
        sum_count = sum(float(questions[key]["count"]["seconds"]) for _, key in rows)
        print(
            f"* Per {kind}, over one count of more than {1000 * HARD:.0f} ms: median {statistics.median(ratios):.2f}, "
            f"in sum {sum_parts / sum_count:.2f}, within 4 times {within} of {len(ratios)}, the worst {worst:.2f} ({' '.join(key)})"
        )
    answered = defaultdict(int)
    for line in lines:
        if line["kind"] in KINDS:
            answered[line["strategy"]] += 1
    print("* Who answered: " + ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in sorted(answered.items())))
    most = max(int(line["bytes"]) for line in lines if line["kind"] in KINDS)
    print(f"* Most memory expected for a sum: {most / 1e6:.0f} MB")


main()
