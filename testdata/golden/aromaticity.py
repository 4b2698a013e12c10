"""Writes aromaticity.tsv: which atoms and bonds of some molecules are aromatic in RDKit.

    pip install rdkit
    python testdata/golden/aromaticity.py

Each molecule comes twice: as it is listed here, and with aromatic or alternating bonds, whichever it did not
have. The columns are SMILES, atoms (small letters are aromatic, H and its number are the hydrogens) and
bonds, in the order of the SMILES.
"""

from pathlib import Path

from rdkit import Chem, RDLogger

RDLogger.DisableLog("rdApp.*")

MOLECULES = """
C1=CC=CC=C1  C1=CC=NC=C1  C1=CNC=C1  C1=COC=C1  C1=CSC=C1  C1=C[Se]C=C1  C1=C[Te]C=C1  C1=CPC=C1
C1=CN=CN1  C1=CNN=C1  C1=COC=N1  C1=CON=C1  C1=CSC=N1  C1=CSN=C1  C1=NN=CN1  C1=NNN=N1  N1=NN=NN1
C1=CC=NN=C1  C1=CN=CC=N1  C1=CN=CN=C1  C1=NC=NC=N1  C1=NN=CN=N1  N1=NN=NN=N1  C1=CC=PC=C1
C1=CC=[SiH]C=C1  C1=CC=[AsH0]C=C1  C1=CB(C)C=C1  B1=CC=CC=C1  B1NBNBN1  [BH-]1=CC=CC=C1
C1=CC2=CC=CC=C2C=C1  C1=CC=C2C=C3C=CC=CC3=CC2=C1  C1=CC2=CC=CC2=C1  C1=CC=C2C=CC=CC=C12
C1=CC2=C(C=C1)C1=CC=CC=C21  C1=CC=C2C(=C1)CC1=CC=CC=C21  C1=CC=C2C(=C1)C1=CC=CC=C1N2
C1=CC=C2C(=C1)OC1=CC=CC=C1O2  C1=CC=C2C(=C1)SC1=CC=CC=C1N2  C1CC2=CC=CC=C2C1  C1=CC2=CC=CC=C2C1
C1=CNC2=CC=CC=C21  C1=CC=C2C(=C1)C=CC=N2  C1=CC=C2C=NC=CC2=C1  C1=NC2=C(N1)N=CN=C2  C1=CN2C=CC=CC2=C1
C1=CN2C=CN=C2C=C1  C1=CC=C2N=CC=NC2=C1  C1=CC=C2NN=NC2=C1  C1=CC=C2SC=NC2=C1  C1=CC2=CC=CC3=CC=CC1=C23
C1=CC2=CC=C3C=CC=C4C=CC(=C1)C2=C34  C1=CC2=C3C(=C1)C=CC1=C3C3=C(C=C1)C=CC=C3C=C2
C1=CC2=CC=C3C=CC4=CC=C5C=CC6=CC=C1C1=C2C3=C4C5=C61  C1=CC2=C3C4=C1C=CC1=C4C4=C(C=C1)C=CC(=C34)C=C2
C1=CC=CC=CC=C1  C1=CC=C1  C1=CC1  C1=CC=CC=C1C2=CC=CC=C2  C1=CC(C=C1)=C1C=CC=C1  C=C1C=CC=C1  C=C1C=C1
C=C1C=CC=CC=C1  O=C1C=CC=CC=C1  O=C1C=C1  O=C1C=CC=C1  O=C1C=CC(=O)C=C1  O=C1C=CC=CC1=O  O=C1C=CC=CN1
O=C1C=CNC=C1  O=C1C=COC=C1  O=C1C=CC=CO1  O=C1NC(=O)C=CN1  O=C1C=CC2=CC=CC=C2O1  S=C1C=CC=CN1
N=C1C=CC=CN1  CN1C=CC=CC1=NC  O=C1C2=CC=CC=C2C(=O)C2=CC=CC=C12  O=C1NC2=CC=CC=C2C1=O  O=C1NC(=O)C2=CC=CC=C12
[CH+]1C=CC=CC=C1  [CH+]1C=C1  [CH-]1C=CC=C1  [CH+]1C=CC=C1  [CH-]1C=CC=CC=C1  C[N+]1=CC=CC=C1
C[N+]1=CNC=C1  CN1C=C[NH+]=C1  [O+]1=CC=CC=C1  [S+]1=CC=CC=C1  [O-][N+]1=CC=CC=C1
[NH-]1C=CC=C1  [N-]1C=CC=C1  [NH+]1=CC=CC=C1  [n-]1cccc1  [O-]C1=CC=CC=[NH+]1  C1=C[NH2+]C=C1
O=S1C=CC=C1  O=S1(=O)C=CC=C1  O=S1(=O)C=CC2=CC=CC=C21  O=S1(=O)NC(=O)C2=CC=CC=C12  O=P1(C)C=CC=C1
CS1=CC=CC=C1  C1=CS2C=CC=C2C=C1  C1=CC=C[SiH2]1  C1=CC=CC1(C)C  C[N+]1(C)C=CC=C1  C1=CN=[N+]=[N-]C=C1
C1=C[C]=CC=C1  [CH]1C=CC=C1  [CH2]C1=CC=CC=C1  [C]1=CC=CC=C1  [C]1=CC=C1  C1#CC=CC=C1  C1=C=CC=CC1
C1=CC=C(C=C1)[N+](=O)[O-]  C1=CC=C(C=C1)N=NC1=CC=CC=C1  CC1=CC=CC=C1C#N  ClC1=CC=C(Br)C=C1I
*1=CC=CC=C1  C1=CC=*C=C1  *1C=CC=C1  *1*C=CC=C1  *1=*C=CC=C1  **1=CC=CC=C1  *c1ccccc1
C1CC1  C1CCCCC1  C12C3C4C1C5C2C3C45  C1CC2CCC1C2  C1C2CC3CC1CC(C2)C3  C1CC2=CC=C(C=C2)CCC2=CC=C1C=C2
C1=CC2=CC=C(N2)C=C2C=CC(=N2)C=C2C=CC(N2)=CC2=NC1C=C2  C1=CC2=CC3=CC=C(N3)C=C3C=CC(=N3)C=C3C=CC(N3)=CC1=N2
C1=CC=CC=CC=CC=C1  C1=CC=CC=CC=CC=CC=CC=CC=CC=C1  C1=CC2=CC=CC3=CC=CC(=C1)C23  C1=CC2=C3C(=C1)C=CC3=CC=C2
C1=CC2=C(C=C1)N=C1C=CC=CC1=N2  C1=CC=C2C(=C1)N=C1C=CC=CC1=[O+]2  CN1C=NC2=C1C(=O)N(C)C(=O)N2C  NC1=NC=NC2=C1N=CN2
O=C1C(O)=C(OC2=CC=CC=C12)C1=CC=CC=C1  CN1C(=O)CN=C(C2=CC=CC=C2)C2=CC(Cl)=CC=C12  C1=CC=C2C(=C1)C(=O)C=CC2=O
O=C1C=CC2=CC=CC3=CC=CC1=C23  C1=CC(=C2C=CC=C2)C=C1  C1=CC2=CC=CC=C2C=C1C3=CC=NC=C3  C1=CC2=NSN=C2C=C1
C1=CC2=NON=C2C=C1  C1=NSC=N1  C1=NC=NN1  C1N=CC=C1  C1=CCC=N1  [O-]C1=C[N+](C)=NO1  C1OC2=CC=CC=C2O1
[B-]1(F)(F)N2C=CC=C2C=C2C=CC=[N+]12  [Fe]1C=CC=C1  [Zn]1C=CC=C1  C1=CC=C[Hg]1  C1=C[As](C)C=C1  C1=CC=[Pb]C=C1
C1=CC2=C(C=C1)[Se]C=C2  C1=CC2=C(S1)C=CS2  C1=CC2=CC=CN2C=C1  C1=CC2=CC=CC=[N+]2C=C1  C12=CC=CC=C1N1C=CC=C1C=C2
[nH]1cccc1  c1ccc2[nH]ccc2c1  c1ccc(cc1)c1ccccc1  c1cc2ccc3cccc4ccc(c1)c2c34  c1ccsc1  o1cccc1  c1cc[se]c1
c1cn[nH]c1  c1ccc2c(c1)Cc1ccccc12  O=c1cc[nH]cc1  O=c1[nH]cnc2[nH]cnc12  c1ccc1  c1ccccccc1  c1cc[n+](C)cc1
c1cc[cH-]c1  c1ccc[cH+]cc1  c1c[nH+]c[nH]1  n1c[nH]cc1  s1(=O)cccc1  s1(=O)(=O)cccc1  p1ccccc1  [pH]1cccc1
b1ccccc1  [bH]1cccc1  [c]1ccccc1  c1cccc2cccc12  c1ccc2cccc2c1  c1cc2cccc3cccc(c1)c23  [te]1cccc1  [as]1ccccc1  [si]1ccccc1
"""

NAMES = {"SINGLE": "single", "DOUBLE": "double", "TRIPLE": "triple", "AROMATIC": "aromatic"}


def row(smiles):
    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None:
        return None
    atoms = []
    for atom in molecule.GetAtoms():
        symbol = atom.GetSymbol()
        symbol = symbol.lower() if atom.GetIsAromatic() else symbol
        hydrogens = atom.GetTotalNumHs()
        atoms.append(symbol + ("H" if hydrogens else "") + (str(hydrogens) if hydrogens > 1 else ""))
    bonds = []
    for bond in molecule.GetBonds():
        ends = sorted([bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()])
        bonds.append((ends, NAMES[str(bond.GetBondType())]))
    bonds = [f"{a}-{b}:{order}" for (a, b), order in sorted(bonds)]
    return "\t".join([smiles, " ".join(atoms), " ".join(bonds)])


def other(smiles):
    """The same molecule with alternating bonds, or with aromatic ones."""
    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None or not any(atom.GetIsAromatic() for atom in molecule.GetAtoms()):
        return None
    if any(character in smiles for character in "cnospb"):
        Chem.Kekulize(molecule, clearAromaticFlags=True)
        return Chem.MolToSmiles(molecule, kekuleSmiles=True, canonical=False)
    return Chem.MolToSmiles(molecule, canonical=False)


rows = []
for smiles in MOLECULES.split():
    rows += [row(text) for text in [smiles, other(smiles)] if text is not None]
rows = [text for text in dict.fromkeys(rows) if text is not None]
target = Path(__file__).with_suffix(".tsv")
target.write_text("\n".join(rows) + "\n")
print(len(rows), "molecules")
