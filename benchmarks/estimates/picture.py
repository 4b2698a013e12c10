#!/usr/bin/env python3
"""The picture of docs/estimates.md: `picture.py RECORDS > docs/images/estimates.svg`

Q-error against milliseconds on the directed set, for the limits of `run.sh curve`: a line for the median, a thin one for the
largest. A bound that is zero has no q-error, and is drawn at the upper edge. Learned answers (`learned.py`) have no limit: a
filled point for the median, an empty one for the largest. Needs no package.
"""

import math
import sys

from records import runs

LIMITS = [3, 10, 30, 100, 300, 1000]
METHODS = [("exact", "#b3542e"), ("sample", "#2c6fbb"), ("auto", "#3a7d44")]
LEARNED = [("count-gnn", "Count-GNN", "#8a5fb0"), ("count-gnn-plus", "Count-GNN+", "#c2417a")]
LEFT, TOP, WIDTH, HEIGHT = 70, 30, 600, 300
LOW, HIGH = 1e-5, 1e4  # q-error minus 1
FASTEST, SLOWEST = 0.1, 2000  # milliseconds


def error(record):
    value, truth = record["value"], record["truth"]
    return max(value / truth, truth / value) - 1 if value > 0 else math.inf


def x(milliseconds):
    share = math.log(max(milliseconds, FASTEST) / FASTEST) / math.log(SLOWEST / FASTEST)
    return LEFT + WIDTH * share


def y(excess):
    share = math.log(min(max(excess, LOW), HIGH) / LOW) / math.log(HIGH / LOW)
    return TOP + HEIGHT * (1 - share)


def text(at_x, at_y, words, anchor="middle", colour="#333"):
    print(f'<text x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}" fill="{colour}" stroke="white" stroke-width="3" paint-order="stroke">{words}</text>')


def median_and_largest(found):
    errors = sorted(error(record) for record in found)
    time = x(1000 * sum(record["wall"] for record in found) / len(found))
    return (time, y(errors[len(errors) // 2])), (time, y(errors[-1]))


curve = runs(sys.argv[1], "curve-directed-")
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 130} {TOP + HEIGHT + 60}" '
    'font-family="sans-serif" font-size="13">'
)
print('<rect width="100%" height="100%" fill="white"/>')
for excess, label in [(1e-5, "exact"), (1e-4, "1.0001"), (1e-3, "1.001"), (1e-2, "1.01"), (0.1, "1.1"), (1, "2"), (9, "10"), (99, "100"), (999, "1,000")]:
    print(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(excess):.1f}" y2="{y(excess):.1f}" stroke="#ddd"/>')
    text(LEFT - 8, y(excess) + 4, label, "end")
for limit in [0.1, 1, *LIMITS]:
    print(f'<line x1="{x(limit):.1f}" x2="{x(limit):.1f}" y1="{TOP}" y2="{TOP + HEIGHT}" stroke="#eee"/>')
    text(x(limit), TOP + HEIGHT + 20, f"{limit:,}")
text(LEFT + WIDTH / 2, TOP + HEIGHT + 42, "mean time of a question, ms")
text(LEFT - 55, TOP - 12, "q-error", "start")
ends = []
for method, colour in METHODS:
    pairs = [median_and_largest(curve[f"curve-directed-{method}-{limit}ms"]) for limit in LIMITS]
    middle, worst = zip(*pairs)
    for points, width, dash in [(middle, 2.5, ""), (worst, 1.2, ' stroke-dasharray="4 3"')]:
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        print(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')
        for px, py in points:
            print(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{1 + width:.1f}" fill="{colour}"/>')
    ends.append((middle[-1][1], f"{method}, median", colour))
    ends.append((worst[-1][1], f"{method}, largest", colour))
for name, title, colour in LEARNED:
    for (px, py), word, fill in zip(median_and_largest(curve[f"curve-directed-{name}"]), ("median", "largest"), (colour, "white")):
        print(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4.5" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>')
        text(px + 9, py + 4, f"{title}, {word}", "start", colour)
last = -math.inf
for at_y, words, colour in sorted(ends):
    last = max(at_y, last + 15)
    text(LEFT + WIDTH + 8, last + 4, words, "start", colour)
print("</svg>")
