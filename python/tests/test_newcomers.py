"""What newcomers try first, and the mistakes they make: either it works, or the message tells what to do."""

from __future__ import annotations

import math
import pickle
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from rdkit import Chem

import isocount

KARATE = nx.karate_club_graph()
TRIANGLE = nx.cycle_graph(3)


@pytest.mark.parametrize(
    "graph",
    [
        KARATE.edges,
        (pair for pair in KARATE.edges),
        set(KARATE.edges),
        list(np.array(KARATE.edges)),
        [[np.int64(u), np.int64(v)] for u, v in KARATE.edges],
    ],
    ids=["view", "generator", "set", "rows", "numpy integers"],
)
def test_edges_come_in_many_forms(graph: Any) -> None:
    assert isocount.count(TRIANGLE, graph, unit="subgraphs", directed=False) == 45


def test_an_adjacency_matrix_of_numpy_is_a_graph() -> None:
    matrix = nx.to_numpy_array(KARATE)
    graph = isocount.Graph(matrix)
    assert (graph.num_nodes, graph.num_edges, graph.directed) == (34, 78, False)
    weights = isocount.Graph(matrix, edge_label="data")
    assert {label for _, _, label in weights.arcs} == set(matrix[matrix > 0])
    one_way = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    assert isocount.Graph(one_way).directed and isocount.count([(0, 1)], one_way) == 2


def test_keys_of_a_multigraph_are_labels() -> None:
    graph = nx.MultiDiGraph([("a", "b", "knows"), ("a", "b", "likes"), ("b", "c", "knows")])
    pattern = nx.MultiDiGraph([(0, 1, "knows")])
    assert isocount.count(pattern, graph, edge_label="key") == 2
    # If an attribute has this name, it takes precedence, and every edge needs it.
    graph.edges["a", "b", "knows"]["key"] = "other"
    with pytest.raises(ValueError, match="of the graph has no attribute 'key'"):
        isocount.count(pattern, graph, edge_label="key")


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"threads": -1}, ValueError, "threads=-1 is too small; give a number of at least 1"),
        ({"threads": 1.5}, ValueError, "threads=1.5 is not a whole number"),
        ({"step_limit": -3}, ValueError, "step_limit=-3 is too small"),
        ({"time_limit": "2s"}, ValueError, "time_limit='2s' is not a valid time; give a number of seconds"),
        ({"timeout": 3}, TypeError, "there is no argument 'timeout'.*limits are time_limit="),
        ({"seed": -1}, ValueError, "`seed` cannot be `-1`; give a whole number"),
        ({"precision": 5}, ValueError, "more than 0 and less than 1"),
        ({"node_label": "club"}, ValueError, "node 0 of the pattern has no attribute 'club'"),
    ],
)
def test_wrong_arguments_have_a_remedy(wrong: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        isocount.count(TRIANGLE, KARATE, **wrong)


def test_what_is_converted_already_takes_no_labels() -> None:
    pattern, graph = isocount.Pattern(TRIANGLE), isocount.Graph(KARATE)
    for wrong in ({"node_label": "club"}, {"edge_label": "weight"}):
        with pytest.raises(ValueError, match="only applies to graphs that are converted by this call"):
            isocount.count(pattern, graph, **wrong)
    with pytest.raises(ValueError, match="directed= applies to"):
        isocount.count(pattern, graph, directed=False)
    with pytest.raises(ValueError, match="this is already a graph"):
        isocount.Graph(graph, node_label="club")
    assert isocount.Graph(graph, name="club").name == "club" and isocount.Pattern(pattern, name="t").name == "t"


def test_none_is_not_a_graph_and_bad_pairs_are_refused() -> None:
    with pytest.raises(TypeError, match="the graph is None; RDKit"):
        isocount.count(TRIANGLE, None)
    for pairs in ([0, 0], [(0, 0, 0)], [(0,), (0, 0)]):
        with pytest.raises(ValueError, match="pairs= is not a list of pairs"):
            isocount.count_many([TRIANGLE], [KARATE], pairs=pairs)


def test_an_answer_is_a_number_to_numpy_and_math() -> None:
    answer = isocount.count(TRIANGLE, KARATE)
    assert np.sqrt(answer) == math.sqrt(270) and np.array([answer, answer]).dtype.kind == "i"
    assert np.asarray(answer, dtype=np.float32).dtype == np.float32
    assert divmod(answer, 7) == (38, 4) and divmod(1000, answer) == (3, 190)
    large = isocount.count(nx.star_graph(20), nx.star_graph(22), method="exact")
    assert math.floor(large) == math.ceil(large) == math.trunc(large) == math.factorial(22) // 2


def test_the_reason_of_a_zero_is_shown() -> None:
    answer = isocount.count(TRIANGLE, nx.DiGraph(KARATE.edges))
    assert "no arc of the graph has its reverse" in repr(answer) and "\n" not in repr(answer)


def test_smiles_without_its_mark_is_recognised() -> None:
    with pytest.raises(ValueError, match='SMILES are written "smiles:CC'):
        isocount.Graph("CC(=O)O")


def test_smarts_are_refused_beside_a_molecule_that_was_not_read_for_them() -> None:
    # Another molecule is read for SMARTS: their sets have labels now, but none that these graphs have.
    assert isocount.count("smarts:[OX2H]", "smiles:CCO") == 1
    plain, ready = isocount.Graph("smiles:CCO"), isocount.Graph("smiles:CCO", smarts=True)
    for ask in (
        lambda graph: isocount.count("smarts:[OX2H]", graph),
        lambda graph: isocount.open(graph).count("smarts:[OX2H]"),
        lambda graph: len(list(isocount.find("smarts:[OX2H]", graph))),
    ):
        assert ask(ready) == ask(pickle.loads(pickle.dumps(ready))) == 1
        with pytest.raises(isocount.errors.NoAnswer, match="smarts=True"):
            ask(plain)
    table = isocount.count_many("smarts:[OX2H]", [plain, ready], progress=False)
    assert table["answer"].tolist() == ["none", "exact"]


def test_smarts_are_compared_with_molecules_that_are_read(tmp_path: Path) -> None:
    texts = ["CC(=O)Oc1ccccc1C(=O)O", "CCO", "OC(=O)CC(=O)O", "c1ccncc1Cl"]
    for smarts in ("[CX3](=O)[OX2H1]", "c[F,Cl,Br,I]", "[#6;R]-!@[#7,#8]"):
        query = Chem.MolFromSmarts(smarts)
        theirs = [len(Chem.MolFromSmiles(text).GetSubstructMatches(query, uniquify=False)) for text in texts]
        sources = [f"smiles:{text}" for text in texts]
        assert [int(isocount.count(f"smarts:{smarts}", source)) for source in sources] == theirs
        table = isocount.count_many(f"smarts:{smarts}", sources, progress=False)
        assert table["count"].tolist() == theirs
        file = tmp_path / "molecules.smi"
        file.write_text("".join(f"{text}\n" for text in texts))
        assert isocount.count_many({"it": f"smarts:{smarts}"}, file, progress=False)["count"].tolist() == theirs
    with pytest.raises(ValueError, match="molecules that isocount reads itself"):
        isocount.count("smarts:[#6]", Chem.MolFromSmiles("CCO"))


def test_a_sample_shows_its_interval() -> None:
    graph = isocount.Graph(nx.gnp_random_graph(120, 0.15, seed=3))
    ask = {"method": "sample", "unit": "subgraphs", "precision": 0.1, "confidence": 0.9, "seed": 5, "time_limit": 5}
    answer = isocount.count(nx.cycle_graph(6), graph, **ask)
    assert answer.kind == "estimate" and answer.confidence == 0.9 and answer.method == "sample"
    low, high = answer.interval
    assert low < answer.value < high and isinstance(float(answer), float)
    assert "estimate" in answer.kind and "±" in repr(answer)
    again = isocount.count(nx.cycle_graph(6), graph, **{**ask, "time_limit": None, "precision": 0.3})
    assert again == isocount.count(nx.cycle_graph(6), graph, **{**ask, "time_limit": None, "precision": 0.3})


def test_the_examples_are_graphs_by_name() -> None:
    assert isocount.count("triangle", "example:karate", unit="subgraphs") == 45
    graph = isocount.Graph("example:power-law")
    assert (graph.num_nodes, graph.num_edges, graph.directed) == (2000, 5994, False)
    with pytest.raises(isocount.errors.IsocountError, match="examples are karate, nitropyrene, power-law, proteins"):
        isocount.Graph("example:karat")
