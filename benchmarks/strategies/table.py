"""Tables from the lines that the example `strategies` writes: table.py FILE [CPU_SECONDS]."""

import csv
import statistics
import sys


def median(times, limit):
    """The median where more than half ended, with those that did not at infinity."""
    value = statistics.median_high(times)
    return f"{value:.3f}" if value <= limit else "-"


def main():
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    with open(sys.argv[1]) as file:
        lines = [line for line in csv.reader(file, delimiter="\t")][1:]
    questions = []
    for line in lines:
        name, labels, k, _ = line[:4]
        times = []
        for i in (4, 6, 8):
            seconds, ended = float(line[i]), line[i + 1] == "true"
            times.append(seconds if ended and seconds <= limit else float("inf"))
        numbers = [None if text == "-" else float(text) for text in line[11:14]]
        questions.append((name, labels, int(k), times, line[10], numbers, int(line[15])))
    sizes = sorted({q[2] for q in questions})
    print("Solved and median CPU seconds, search : router : algebra\n")
    print("| graph, labels | " + " | ".join(f"k={k}" for k in sizes) + " |")
    print("|---|" + "---|" * len(sizes))
    for name, labels in dict.fromkeys((q[0], q[1]) for q in questions):
        cells = []
        for k in sizes:
            of_cell = [q[3] for q in questions if q[:3] == (name, labels, k)]
            parts = []
            for column in zip(*of_cell):
                solved = sum(t <= limit for t in column)
                parts.append(f"{solved} {median(column, limit)}")
            cells.append(" : ".join(parts) or "")
        print(f"| {name}, {labels} | " + " | ".join(cells) + " |")
    for k in sizes:
        of_size = [q[3] for q in questions if q[2] == k]
        solved = [sum(t <= limit for t in column) for column in zip(*of_size)]
        print(f"k={k}: of {len(of_size)}, search {solved[0]}, router {solved[1]}, algebra {solved[2]}")
    old = [q for q in questions if 0.02 < q[3][0] <= limit]
    slower = [(q[3][1] / q[3][0], q[:3]) for q in old]
    worse = [s for s in slower if s[0] > 1.5]
    print(f"router over search where that took over 20 ms: {len(worse)} of {len(old)} above 1.5 times;"
          f" worst {max(slower, default=None)}")
    both = [q for q in questions if min(q[3][0], q[3][2]) <= limit]
    spent = sum(min(q[3][1], limit) for q in both)
    best = sum(min(q[3][0], q[3][2]) for q in both)
    print(f"router over the better of both, summed: {spent:.2f} s over {best:.2f} s, {spent / best:.2f} times")
    ratios = sorted(q[5][2] / q[5][1] for q in questions if q[4] == "algebra" and q[5][1])
    if ratios:
        within = sum(0.25 <= r <= 4 for r in ratios)
        print(f"algebra's actual over predicted time: median {statistics.median(ratios):.2f}, "
              f"{within} of {len(ratios)} within a factor of 4, from {ratios[0]:.2f} to {ratios[-1]:.2f}")
    print(f"most memory for factors: {max(q[6] for q in questions) / 1e6:.1f} MB")


main()
