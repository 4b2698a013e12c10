"""Counts of 30 substructures in 1,000 molecules, against RDKit.

    python benchmarks/python/rdkit_substructures.py [FILE.smi]

The molecules are those of a file of SMILES, or else made by joining fragments at random. A pattern made from SMILES compares elements and bonds in RDKit as it
does here, so the number of mappings is ``len(mol.GetSubstructMatches(pattern, uniquify=False))``.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from rdkit import Chem, RDLogger

import isocount

PATTERNS = """C CC CCC CCCC CCO CO C=O C(=O)O C(=O)N CN CNC C#N C=C C=CC C#C CCN CCCN COC CS CSC CCl CF CBr
c1ccccc1 c1ccncc1 C1CCCCC1 c1ccoc1 c1cc[nH]c1 Oc1ccccc1 N=O""".split()

FRAGMENTS = """C CC CCC C(C)C CO OC C=O C(=O)O C(=O)N N NC C#N C=C Cl F Br S SC c1ccccc1 c1ccncc1 C1CCCCC1 c1ccoc1
c1cc[nH]c1 c1ccc2ccccc2c1 C1CCNCC1 [N+](=O)[O-]""".split()


def molecules(number, seed=1):
    """Molecules joined from fragments, each from its own draw."""
    rng, made = random.Random(seed), []
    while len(made) < number:
        parts = [Chem.MolFromSmiles(rng.choice(FRAGMENTS)) for _ in range(rng.randint(2, 6))]
        whole = Chem.RWMol(parts[0])
        for part in parts[1:]:
            before = whole.GetNumAtoms()
            whole.InsertMol(part)
            whole.UpdatePropertyCache(False)
            free = [a.GetIdx() for a in whole.GetAtoms() if a.GetTotalNumHs() > 0]
            old, new = [i for i in free if i < before], [i for i in free if i >= before]
            if old and new:
                whole.AddBond(rng.choice(old), rng.choice(new), Chem.BondType.SINGLE)
        molecule = Chem.MolFromSmiles(Chem.MolToSmiles(whole))
        if molecule is not None:
            made.append(molecule)
    return made


def main():
    RDLogger.DisableLog("rdApp.*")
    if len(sys.argv) > 1:
        lines = Path(sys.argv[1]).read_text().split("\n")
        mols = [mol for line in lines if line.strip() and (mol := Chem.MolFromSmiles(line.split()[0]))][:1000]
    else:
        mols = molecules(1000)
    patterns = [Chem.MolFromSmiles(smiles) for smiles in PATTERNS]
    assert len(PATTERNS) == 30 and all(patterns)
    start = time.process_time()
    theirs = [len(mol.GetSubstructMatches(p, uniquify=False, maxMatches=10**9)) for mol in mols for p in patterns]
    rdkit_seconds = time.process_time() - start
    start = time.process_time()
    table = isocount.count_many(dict(zip(PATTERNS, patterns)), mols, progress=False)
    our_seconds = time.process_time() - start
    ours = table["count"].tolist()
    differing = sum(a != b for a, b in zip(ours, theirs))
    print(f"{len(patterns)} substructures in {len(mols)} molecules: {len(ours)} counts, {sum(x > 0 for x in ours)} not zero, {differing} differ")
    print(f"CPU seconds: RDKit {rdkit_seconds:.2f}, isocount {our_seconds:.2f} (conversion included), of which counting {table['seconds'].sum():.3f}")
    if differing:
        for place, (a, b) in enumerate(zip(ours, theirs)):
            if a != b:
                print(PATTERNS[place % 30], Chem.MolToSmiles(mols[place // 30]), "ours", a, "RDKit", b)
                break
        sys.exit(1)


main()
