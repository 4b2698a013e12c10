"""CPU time of the census of six nodes: by formulas, by listing, and as chosen.

    cargo build --release -p isocount-benchmarks --bin census_times
    python3 benchmarks/motifs/six.py [--hprd HPRD.graph] [--seconds S] [--listing L] [--out DIR]

Graphs: karate, HPRD's topology if its file is named, preferential attachment, random graphs and R-MAT graphs of growing size, from fixed seeds. Each
measurement is one process on one thread that may take S seconds of CPU time, listing L seconds; reading the graph is not timed. Counts of both ways are compared.
"""

import argparse
import csv
import pathlib
import random
import sys

from run import CENSUS, HERE, WORK, edges_of, run


def attachment(nodes: int, degree: int, rng: random.Random) -> set[tuple[int, int]]:
    ends, found = list(range(degree)), set()
    for node in range(degree, nodes):
        others: set[int] = set()
        while len(others) < degree:
            others.add(ends[rng.randrange(len(ends))])
        found |= {(other, node) for other in others}
        ends += sorted(others) + [node] * degree
    return found


def uniform(nodes: int, edges: int, rng: random.Random) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    while len(found) < edges:
        a, b = rng.randrange(nodes), rng.randrange(nodes)
        if a != b:
            found.add((min(a, b), max(a, b)))
    return found


def r_mat(bits: int, edges: int, rng: random.Random) -> set[tuple[int, int]]:
    found = set()
    for _ in range(edges):
        a = b = 0
        for _ in range(bits):
            drawn = rng.randrange(100)
            a, b = 2 * a + (drawn >= 76), 2 * b + (57 <= drawn < 76 or drawn >= 95)
        if a != b:
            found.add((min(a, b), max(a, b)))
    return found


def graphs(hprd: pathlib.Path | None):
    yield "karate", edges_of("karate", None)
    if hprd:
        yield "HPRD", edges_of("hprd", hprd)
    for nodes, degree in [(100, 4), (300, 4), (1_000, 4), (1_000, 8), (10_000, 4), (100_000, 4)]:
        yield f"attachment, {nodes:,} nodes, {degree} each", sorted(attachment(nodes, degree, random.Random(1)))
    for nodes, edges in [(60, 885), (200, 600), (1_000, 3_000), (1_000, 16_000), (10_000, 20_000)]:
        yield f"random, {nodes:,} nodes, {edges:,} edges", sorted(uniform(nodes, edges, random.Random(1)))
    for bits, edges in [(8, 1_000), (10, 5_000), (13, 50_000)]:
        yield f"R-MAT, {edges:,} edges drawn", sorted(r_mat(bits, edges, random.Random(1)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hprd", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--listing", type=int, default=60)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results")
    args = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    rows: list[list[object]] = []
    lines = ["| graph | edges | subgraphs | listing | formulas | chosen |", "|---|--:|--:|--:|--:|--:|"]
    for name, edges in graphs(args.hprd):
        path = WORK / "six.edges"
        path.write_text("".join(f"{a} {b}\n" for a, b in edges))
        counts: dict[str, list[str]] = {}
        cells = []
        for way in ["listed", "formulas", "chosen"]:
            limit = args.listing if way == "listed" else args.seconds
            text = run([str(CENSUS), str(path), "6..6", way], limit)
            seconds = "over"
            if text:
                head, *counts[way] = text.splitlines()
                seconds = head.split()[0].split("=")[1]
            rows.append([name, len(edges), way, seconds])
            cells.append(seconds if seconds != "over" else f"over {limit}")
        if len(set(map(tuple, counts.values()))) > 1:
            sys.exit(f"{name}: counts differ")
        found = [sum(int(text.rsplit(": ", 1)[1]) for text in texts) for texts in counts.values()]
        subgraphs = f"{found[0]:.2e}" if found else "-"
        lines.append(f"| {name} | {len(edges):,} | {subgraphs} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    with (args.out / "six.csv").open("w") as file:
        writer = csv.writer(file)
        writer.writerow(["graph", "edges", "way", "cpu_seconds"])
        writer.writerows(rows)
    (args.out / "six.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
