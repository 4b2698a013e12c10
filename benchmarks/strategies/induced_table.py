"""The table of induced counts, from induced-*.tsv in a folder: induced_table.py FOLDER."""

import csv
import pathlib
import sys


def read(path):
    with open(path) as file:
        return list(csv.reader(file, delimiter="\t"))[1:]


def seconds(line, column):
    return float(line[column]) if line[column + 1] == "true" else float("inf")


def shown(values, limit):
    return " ".join(f"{value:.2f}" if value <= limit else "-" for value in values)


def main():
    folder = pathlib.Path(sys.argv[1])
    six, seven = read(folder / "induced-k6.tsv"), read(folder / "induced-k7.tsv")
    print("| graph, labels | six nodes, every node but the last placed | six nodes | seven nodes |")
    print("|---|---|---|---|")
    for name, labels in dict.fromkeys(tuple(line[:2]) for line in six):
        of = lambda lines, column: [seconds(line, column) for line in lines if tuple(line[:2]) == (name, labels)]
        print(f"| {name}, {labels} | {shown(of(six, 5), 3)} | {shown(of(six, 7), 3)} | {shown(of(seven, 7), 30)} |")
    ended = lambda lines, column, limit: f"{sum(seconds(line, column) <= limit for line in lines)} of {len(lines)}"
    print(f"| **within the limit** | {ended(six, 5, 3)} | {ended(six, 7, 3)} | {ended(seven, 7, 30)} |")


main()
