"""The labels of atoms: the same for texts, files and RDKit molecules, and refused where they do not apply."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from rdkit import Chem

import isocount
from isocount.errors import InputError

SMILES = ["C[NH+](C)C", "CN", "c1ccccc1O", "[13CH3]C([O-])=O", "[CH3:1][OH:2]"]
DETAILS = ["element", "charge", "aromaticity,hydrogens", "full", "isotope,class"]


def forms(smiles: str, folder: Path) -> list[Any]:
    """One molecule as text, as a file, and as an RDKit object."""
    file = folder / "molecule.smi"
    file.write_text(f"{smiles}\n")
    return [f"smiles:{smiles}", file, Chem.MolFromSmiles(smiles)]


@pytest.mark.parametrize(("smiles", "details"), list(product(SMILES, DETAILS)))
def test_all_forms_of_a_molecule_have_the_same_labels(smiles: str, details: str, tmp_path: Path) -> None:
    names = ("atom_label", "node_label")
    made = [isocount.Graph(source, **{name: details}) for source in forms(smiles, tmp_path) for name in names]
    assert len({tuple(graph.node_labels) for graph in made}) == 1
    made.append(isocount.Graph(f"smiles:{smiles}", atom_label=details.split(",")))
    assert len({graph.checksum() for graph in made}) == 1
    patterns = [isocount.Pattern(source, atom_label=details) for source in forms(smiles, tmp_path)]
    assert len({pattern.checksum() for pattern in patterns}) == 1


@pytest.mark.parametrize("name", ["node_label", "atom_label"])
def test_every_call_labels_atoms_alike(name: str, tmp_path: Path) -> None:
    for pattern, graph in product(forms("C[N+]", tmp_path), [f"smiles:{text}" for text in ("CN", "C[NH3+]")]):
        expected = 1 if "+" in graph else 0
        by: dict[str, Any] = {name: "charge"}
        assert isocount.count(pattern, graph, **by) == expected
        assert isocount.count(pattern, Chem.MolFromSmiles(graph.removeprefix("smiles:")), **by) == expected
        assert isocount.count_many([pattern], [graph], progress=False, **by)["count"].tolist() == [expected]
        assert isocount.open(graph, **by).count(pattern, **by) == expected
        assert len(list(isocount.find(pattern, graph, **by))) == expected
        assert bool(isocount.why_zero(pattern, graph, **by)) == (not expected)
        assert isocount.count_per(pattern, graph, **by).counts.sum() == 2 * expected
        # Without details, the nitrogen is a nitrogen.
        assert isocount.count(pattern, graph) == 1
    table = isocount.motifs("smiles:C[N+]C", 3, labels=True, **{name: "charge"})
    assert "N+" in table["pattern"][0]


@pytest.mark.parametrize("graph", ["smiles:CN", Chem.MolFromSmiles("CN")], ids=["text", "RDKit"])
def test_what_does_not_label_atoms_is_refused(graph: Any, tmp_path: Path) -> None:
    for wrong in ({"node_label": "nonsense"}, {"atom_label": "nonsense"}, {"node_label": 3}):
        with pytest.raises(InputError, match="atom_label='charge,aromaticity'"):
            isocount.count("smiles:CN", graph, **wrong)
    with pytest.raises(InputError, match="edge_label"):
        isocount.Graph(graph, edge_label="weight")
    assert isocount.count("smiles:CN", graph, edge_label="order") == 1
    assert isocount.count("smiles:CO", graph, node_label=False) == 2
    with pytest.raises(InputError, match="use one of them"):
        isocount.Graph(graph, node_label="charge", atom_label="charge")


def test_a_function_labels_rdkit_molecules_only() -> None:
    molecule, by = Chem.MolFromSmiles("CN"), lambda atom: atom.GetAtomicNum()
    assert isocount.count(Chem.MolFromSmiles("CN"), molecule, node_label=by, edge_label=False) == 1
    with pytest.raises(InputError, match="functions need RDKit"):
        isocount.count("smiles:CN", molecule, node_label=by)


def test_atoms_and_nodes_of_one_call_have_options_of_their_own() -> None:
    graph = nx.Graph([(0, 1)])
    nx.set_node_attributes(graph, {0: "C", 1: "N+"}, "kind")
    nx.set_edge_attributes(graph, "single", "bond")
    ask: dict[str, Any] = {"node_label": "kind", "edge_label": "bond"}
    assert isocount.count("smiles:C[N+]", graph, atom_label="charge", **ask) == 1
    assert isocount.count("smiles:C[N+]", graph, atom_label="element", **ask) == 0
    with pytest.raises(InputError, match="node_label='kind' does not label atoms"):
        isocount.count("smiles:C[N+]", graph, **ask)


def test_hydrogens_and_aromaticity_are_options_of_every_call(tmp_path: Path) -> None:
    assert isocount.count("smiles:[H]O", "smiles:CO", hydrogens="explicit") == 1
    file = tmp_path / "m.smi"
    file.write_text("CO methanol\nC methane\n")
    table = isocount.count_many("smiles:[H]C", file, hydrogens="explicit", progress=False)
    assert table["count"].tolist() == [3, 4]
    kekule = "smiles:C1=CC=CC=C1"
    assert isocount.count("smiles:c1ccccc1", kekule) == 12
    assert isocount.count("smiles:C=C", kekule, aromaticity="as-written", unit="subgraphs") == 3
    with pytest.raises(InputError, match="hydrogens= .* Chem.AddHs"):
        isocount.count("smiles:[H]O", Chem.MolFromSmiles("CO"), hydrogens="explicit")
    with pytest.raises(InputError, match='hydrogens=\'some\' is not a valid choice; use "implicit" or "explicit"'):
        isocount.count("smiles:C", kekule, hydrogens="some")


@pytest.mark.parametrize(
    "option",
    [
        {"atom_label": "charge"},
        {"hydrogens": "explicit"},
        {"aromaticity": "as-written"},
        {"format": "gml"},
        {"duplicates": "merge"},
        {"source": "a", "target": "b"},
    ],
    ids=lambda option: next(iter(option)),
)
def test_an_option_that_nothing_can_use_is_refused(option: dict[str, Any]) -> None:
    name, karate = next(iter(option)), nx.karate_club_graph()
    for ask in (
        lambda: isocount.count("triangle", karate, **option),
        lambda: isocount.count_many("triangle", [karate], progress=False, **option),
        lambda: isocount.open(karate, **option),
        lambda: isocount.open(karate).count("triangle", **option),
        lambda: isocount.find("triangle", karate, **option),
        lambda: isocount.why_zero("triangle", karate, **option),
        lambda: isocount.count_per("triangle", karate, **option),
        lambda: isocount.motifs(karate, 3, labels=True, **option),
        lambda: isocount.node_counts(karate, 3, labels=True, **option),
    ):
        with pytest.raises(InputError, match=f"{name}= "):
            ask()


def test_label_options_that_no_graph_can_use_are_refused() -> None:
    for option in ({"node_label": "club"}, {"edge_label": "weight"}):
        with pytest.raises(InputError, match="these sources have nothing that it could name"):
            isocount.count("triangle", "a-b-c-a", **option)
        with pytest.raises(InputError, match="names an attribute, but a text has none"):
            isocount.Graph("a-b-c-a", **option)
    assert isocount.count("a:C-b:O", "a:N-b:O", node_label=False) == 2
    with pytest.raises(InputError, match="SMARTS specify themselves"):
        isocount.count("smarts:[#6]", "smiles:C", atom_label="charge")
    with pytest.raises(InputError, match="labels=True as well"):
        isocount.motifs(nx.karate_club_graph(), 3, node_label="club")


def test_options_of_files_reach_every_call(tmp_path: Path) -> None:
    file = tmp_path / "edges.txt"
    file.write_text("source,target\na,b\nb,c\na,b\n")
    by: dict[str, Any] = {"format": "edge-list", "duplicates": "merge"}
    assert isocount.count("x->y", file, **by) == 2
    assert isocount.open(file, **by).count("x->y") == 2
    assert len(list(isocount.find("x->y", file, **by))) == 2
    assert isocount.count_per("x->y", file, **by).counts.tolist() == [1, 2, 1]
    assert isocount.motifs(file, 3, **by)["count"].sum() == 1


def test_labels_of_a_folder_with_molecules_are_for_the_others_if_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.smi").write_text("CO methanol\n")
    graph = nx.Graph()
    graph.add_edge(0, 1, weight=3)
    nx.set_node_attributes(graph, {0: "C", 1: "O"}, "kind")
    nx.write_gml(graph, tmp_path / "b.gml")
    for option in ({"edge_label": "weight"}, {"edge_label": "order"}, {"node_label": "kind"}):
        name = next(iter(option))
        for read in (
            lambda by: isocount.read_graphs(tmp_path, **by),
            lambda by: isocount.count_many("a-b", tmp_path, progress=False, **by),
        ):
            with pytest.raises(InputError, match=f"molecules and other graphs, and {name}= has different meanings"):
                read(option)
    molecule, other = isocount.read_graphs(tmp_path, atom_label="element", node_label="kind", edge_label="weight")
    assert molecule.node_labels == other.node_labels == ["C", "O"]
    assert molecule.arcs[0][2] == "single" and other.arcs[0][2] == 3
    # A list behaves like a folder.
    for molecules in ("smiles:CO", Chem.MolFromSmiles("CO")):
        with pytest.raises(InputError, match="edge_label='weight' does not label bonds"):
            isocount.count_many("a-b", [molecules, graph], edge_label="weight", progress=False)
        table = isocount.count_many("a:C-[single]-b:O", [molecules, graph], atom_label="element", node_label="kind", edge_label="weight", progress=False)
        assert table["count"].tolist() == [1, 0]
