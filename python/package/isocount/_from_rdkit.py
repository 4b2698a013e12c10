"""RDKit: ``Mol``. Atoms are nodes, bonds are undirected edges.

Without ``atom_label=``, atoms are labelled by their element and bonds by their order, as in molecules that isocount reads
itself. ``atom_label=`` names details, joined by commas or in a list: ``charge``, ``aromaticity``, ``hydrogens``, ``isotope``,
``class``, or ``full`` for all of them; ``node_label=`` means the same, and may be a function of the atom. ``edge_label=`` is
``order``, or a function of the bond; ``False`` leaves labels out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from isocount._parts import Options, Parts, as_nodes, edge_numbers, node_numbers
from isocount.errors import InputError


def knows(source: Any) -> bool:
    return hasattr(source, "GetAtoms") and hasattr(source, "GetBonds")


def read(molecule: Any, options: Options) -> Parts:
    atoms, bonds = list(molecule.GetAtoms()), list(molecule.GetBonds())
    ends = np.array([(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds], dtype=np.int64)
    ends = ends.reshape(-1, 2)
    name = None
    if hasattr(molecule, "HasProp") and molecule.HasProp("_Name"):
        name = molecule.GetProp("_Name") or None
    return Parts(
        num_nodes=len(atoms),
        tails=as_nodes(ends[:, 0], len(atoms), "the molecule"),
        heads=as_nodes(ends[:, 1], len(atoms), "the molecule"),
        directed=False,
        both=True,
        node_labels=_nodes(atoms, options),
        edge_labels=_edges(bonds, options),
        name=name,
    )


def _nodes(atoms: list[Any], options: Options) -> np.ndarray | None:
    from isocount._reading import atom_details

    by, name = options.node_label, "node_label"
    if options.atom_label is not None:
        if by is not None:
            raise InputError("node_label= and atom_label= both determine the labels of atoms", "use one of them")
        by, name = options.atom_label, "atom_label"
    if by is False:
        return None
    if options.role == "pattern":
        _refuse_wildcards(atoms)
    if callable(by):
        return node_numbers([by(atom) for atom in atoms], "the molecule")
    details = set(atom_details("element" if by is None else by, name).split(","))
    return node_numbers([_text(atom, details) for atom in atoms], "the molecule")


def _refuse_wildcards(atoms: list[Any]) -> None:
    for atom in atoms:
        if atom.GetAtomicNum() == 0 or (hasattr(atom, "HasQuery") and atom.HasQuery()):
            raise InputError(
                f"atom {atom.GetIdx()} of the pattern is a query, not an atom",
                "make the pattern with Chem.MolFromSmiles and without wildcards",
            )


def _text(atom: Any, details: set[str]) -> str:
    """As in the brackets of SMILES: ``13C``, ``NH4+``, ``n``, ``Fe+2``, ``C:1``."""
    text = str(atom.GetIsotope()) if "isotope" in details and atom.GetIsotope() else ""
    symbol = str(atom.GetSymbol())
    text += symbol.lower() if "aromaticity" in details and atom.GetIsAromatic() else symbol
    if "hydrogens" in details:
        number = atom.GetTotalNumHs(includeNeighbors=True)
        text += "" if number == 0 else "H" if number == 1 else f"H{number}"
    if "charge" in details and atom.GetFormalCharge():
        charge = atom.GetFormalCharge()
        text += {1: "+", -1: "-"}.get(charge) or f"{charge:+d}"
    if "class" in details and atom.GetAtomMapNum():
        text += f":{atom.GetAtomMapNum()}"
    return text


def _edges(bonds: list[Any], options: Options) -> np.ndarray | None:
    by = options.edge_label
    if by is False:
        return None
    if callable(by):
        return edge_numbers([by(bond) for bond in bonds], "the molecule")
    if by not in (None, "order"):
        raise InputError(f"edge_label={by!r} does not label bonds", "say 'order', False for none, or pass a function of the bond")
    return edge_numbers([str(bond.GetBondType()).lower() for bond in bonds], "the molecule")
