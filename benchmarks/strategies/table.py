"""Tables and the picture from the lines that the example `strategies` writes.

table.py FOLDER [CPU_SECONDS]: the folder has k5.tsv, k6.tsv and so on, each from a run that asked all three. Writes docs/images/strategies.svg
as well.
"""

import csv
import math
import pathlib
import statistics
import sys

WHO = ("search", "router", "algebra")
COLUMN = {"search": 4, "router": 6, "algebra": 8}


def read(folder, limit):
    """For each question, the CPU time of each strategy; infinite if it did not end within the limit."""
    times, details = {}, {}
    for path in sorted(folder.glob("k*.tsv"), key=lambda path: int(path.stem[1:])):
        with open(path) as file:
            for line in list(csv.reader(file, delimiter="\t"))[1:]:
                key = (line[0], line[1], int(line[2]), line[3])
                details[key] = line
                for who, place in COLUMN.items():
                    seconds, ended = float(line[place]), line[place + 1] == "true"
                    times.setdefault(key, {})[who] = seconds if ended and seconds <= limit else float("inf")
    return times, details


def median(column, limit):
    value = statistics.median_high(column)
    return f"{value:.3f}" if value <= limit else "-"


def table(times, who, limit):
    sizes = sorted({key[2] for key in times})
    print("Solved, and median CPU seconds: " + " : ".join(who) + "\n")
    print("| graph, labels | " + " | ".join(f"k={k}" for k in sizes) + " |")
    print("|---|" + "---|" * len(sizes))
    for name, labels in dict.fromkeys(key[:2] for key in times):
        cells = []
        for k in sizes:
            of_cell = [t for key, t in times.items() if key[:3] == (name, labels, k)]
            columns = [[t[w] for t in of_cell if w in t] for w in who]
            parts = [f"{sum(t <= limit for t in c)} {median(c, limit)}" for c in columns if c]
            cells.append(" : ".join(parts))
        print(f"| {name}, {labels} | " + " | ".join(cells) + " |")
    totals = []
    for k in sizes:
        of_size = [t for key, t in times.items() if key[2] == k]
        parts = []
        for w in who:
            column = [t[w] for t in of_size if w in t]
            if column:
                parts.append(f"{w} {sum(t <= limit for t in column)} of {len(column)}")
        totals.append(", ".join(parts))
    print("| **all** | " + " | ".join(totals) + " |\n")


def comparisons(times, details, limit):
    both = {key: t for key, t in times.items() if "search" in t and "router" in t}
    old = {key: t for key, t in both.items() if 0.02 < t["search"] <= limit}
    if old:
        ratios = sorted((t["router"] / t["search"], key) for key, t in old.items())
        above = sum(r > 1.5 for r, _ in ratios)
        print(f"* Router over search where that took 20 ms to {limit:g} s: {above} of {len(old)} above 1.5 times; the worst {ratios[-1][0]:.2f}")
    three = [t for t in both.values() if "algebra" in t and min(t["search"], t["algebra"]) <= limit]
    if three:
        spent = sum(min(t["router"], limit) for t in three)
        best = sum(min(t["search"], t["algebra"]) for t in three)
        print(f"* Router over the better of both, summed over {len(three)} questions that one of them solved: {spent:.2f} s over {best:.2f} s, {spent / best:.2f} times")
    for what, column, name in ((6, 12, "the question"), (13, 12, "the sum alone")):
        ratios = sorted(float(d[what]) / float(d[column]) for d in details.values()
                        if d[10] == "algebra" and d[7] == "true" and d[column] != "-" and float(d[column]) > 0.01)
        if ratios:
            within = sum(0.25 <= r <= 4 for r in ratios)
            print(f"* CPU time of {name} over the predicted time of its sum, where that was over 10 ms: median {statistics.median(ratios):.2f}, {within} of {len(ratios)} within a factor of 4, from {ratios[0]:.2f} to {ratios[-1]:.2f}")
    if details:
        most = max(details.values(), key=lambda d: int(d[15]))
        print(f"* Most memory expected for a sum: {int(most[15]) / 1e6:.0f} MB ({most[0]}, {most[1]} label(s), k = {most[2]})")


def picture(times, who, limit, path):
    """The share of questions answered within the limit, and the median time, by the size of the pattern."""
    sizes = sorted({key[2] for key in times})
    colours = {"search": "#c44e52", "router": "#4c72b0", "algebra": "#55a868"}
    width, height, left, top, bottom = 520, 300, 60, 20, 40
    x = lambda k: left + (k - sizes[0]) / max(1, sizes[-1] - sizes[0]) * (width - left - 100)
    low, high = -3.0, math.log10(limit * 1.6)
    y = lambda s: top + (high - math.log10(max(s, 1e-3))) / (high - low) * (height - top - bottom)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">']
    out.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    for s in (0.001, 0.01, 0.1, 1, limit):
        out.append(f'<line x1="{left}" y1="{y(s):.1f}" x2="{width - 95}" y2="{y(s):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{y(s) + 4:.1f}" text-anchor="end">{s:g} s</text>')
    for k in sizes:
        out.append(f'<text x="{x(k):.1f}" y="{height - 22}" text-anchor="middle">{k}</text>')
    out.append(f'<text x="{(left + width - 95) / 2}" y="{height - 6}" text-anchor="middle">pattern nodes</text>')
    for w in who:
        columns = {k: [min(t[w], limit * 1.3) for key, t in times.items() if key[2] == k and w in t] for k in sizes}
        # Sizes of which some questions have not been asked would be out of line.
        whole = max(len(column) for column in columns.values())
        points = [(x(k), y(statistics.median(c))) for k, c in columns.items() if len(c) == whole]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colours[w]}" stroke-width="2"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colours[w]}"/>' for a, b in points]
        name = {"search": "search alone", "router": "exact", "algebra": "algebra alone"}[w]
        out.append(f'<text x="{points[-1][0] + 8:.1f}" y="{points[-1][1] + 4:.1f}" fill="{colours[w]}">{name}</text>')
    out.append("</svg>\n")
    path.write_text("\n".join(out))


def main():
    folder = pathlib.Path(sys.argv[1])
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    times, details = read(folder, limit)
    who = [w for w in WHO if any(w in t for t in times.values())]
    table(times, who, limit)
    comparisons(times, details, limit)
    picture(times, [w for w in who if w != "algebra"], limit, pathlib.Path(__file__).parents[2] / "docs/images/strategies.svg")


main()
