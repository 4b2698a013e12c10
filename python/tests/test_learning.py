"""Data sets, training, evaluation and models, on a few triples."""

from __future__ import annotations

import logging
import pickle
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest

import isocount
import isocount.pyg


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> isocount.Dataset:
    return isocount.Dataset.generate("small", tmp_path_factory.mktemp("data") / "small", limit=60)


@pytest.fixture(scope="module")
def trained(
    small: isocount.Dataset, tmp_path_factory: pytest.TempPathFactory
) -> tuple[isocount.Model, isocount.Table]:
    out = tmp_path_factory.mktemp("runs") / "gcn"
    return isocount.train(
        "count-gnn", small, out, width=8, settings={"training.epochs": 2}, seed=1, progress=False
    )


def test_a_generated_data_set_has_true_counts(small: isocount.Dataset) -> None:
    assert len(small) == small.sizes["triples"] == 60
    triples = small.triples()
    patterns = {pattern.name: pattern for pattern in small.patterns}
    for row in triples.rows()[:5]:
        place = int(row["graph"].split("#")[-1]) if "#" in row["graph"] else None
        names = [small.graph(ix).name for ix in range(small.sizes["graphs"])]
        graph = small.graph(names.index(row["graph"]) if place is None else place)
        assert isocount.count(patterns[row["pattern"]], graph) == row["count"]
    again = isocount.Dataset.load(small.folder)
    assert again == small and pickle.loads(pickle.dumps(small)) == small
    assert repr(small).startswith("Dataset(") and "60 triples" in repr(small)


def test_training_reports_epochs_and_can_be_continued(
    trained: tuple[isocount.Model, isocount.Table], small: isocount.Dataset, tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    model, log = trained
    assert log["epoch"].tolist() == [1, 2] and np.isfinite(log["loss"]).all()
    assert model.name == "count-gnn"
    seen: list[dict[str, Any]] = []

    def stop(epoch: dict[str, Any]) -> None:
        seen.append(epoch)
        if len(seen) == 1:
            raise RuntimeError("enough")

    options: dict[str, Any] = {"width": 8, "settings": {"training.epochs": 2}, "seed": 1, "progress": False}
    with pytest.raises(RuntimeError, match="enough"):
        isocount.train("count-gnn", small, tmp_path / "run", callback=stop, **options)
    with caplog.at_level(logging.INFO, logger="isocount"):
        again, _ = isocount.train("count-gnn", small, tmp_path / "run", callback=seen.append, **options)
    assert [epoch["epoch"] for epoch in seen] == [1, 2]
    assert "epoch 2: loss" in caplog.text
    assert again == model


def test_models_predict_index_and_give_their_weights(
    trained: tuple[isocount.Model, isocount.Table], small: isocount.Dataset, tmp_path: Path
) -> None:
    model, _ = trained
    patterns, graph = small.patterns[:3], small.graph(0)
    answers = model.predict(patterns, graph)
    assert [answer.kind for answer in answers] == ["estimate"] * 3
    with pytest.raises(TypeError, match="estimate"):
        int(answers[0])
    assert float(answers[0]) + 1 == answers[0] + 1
    by_name = isocount.count(patterns[0], graph, method="learned", model=model)
    assert float(by_name) == pytest.approx(float(answers[0]), rel=1e-4)
    less_sure = isocount.Model.load(model.path, confidence=0.5)
    assert pickle.loads(pickle.dumps(less_sure)).confidence == 0.5
    (narrow,) = less_sure.predict(patterns[:1], graph)
    (narrower,) = isocount.Model.load(model.path, confidence=0.2).predict(patterns[:1], graph)
    assert narrow.low <= narrower.low <= narrower.high <= narrow.high and narrower.confidence == 0.2
    # More would need more validation triples.
    assert model.confidence == 0.95 and answers[0].interval == (None, None)
    asked = isocount.count(patterns[0], graph, method="learned", model=less_sure)
    assert asked.confidence == 0.5 and asked.high == pytest.approx(narrow.high, rel=1e-3)
    with pytest.raises(ValueError, match="confidence"):
        isocount.Model.load(model.path, confidence=2)
    index = model.index(graph, tmp_path / "graph.index", progress=False)
    assert float(index.count(patterns[0])) == pytest.approx(float(answers[0]), rel=1e-3, abs=1e-3)
    again = model.open_index(tmp_path / "graph.index")
    assert float(again.count(patterns[0])) == float(index.count(patterns[0]))
    assert float(model.index(graph).count(patterns[0])) == pytest.approx(float(answers[0]), rel=1e-3, abs=1e-3)
    weights = model.weights()
    assert weights and all(array.dtype == np.float32 for array in weights.values())
    assert pickle.loads(pickle.dumps(model)) == model and "\n" not in repr(model)


def test_one_pattern_has_one_answer(trained: tuple[isocount.Model, isocount.Table], small: isocount.Dataset, tmp_path: Path) -> None:
    model, _ = trained
    pattern, graph = small.patterns[0], small.graph(0)
    one = model.predict(pattern, graph)
    assert isinstance(one, isocount.Answer) and isinstance(model.predict([pattern], graph), list)
    assert float(one) == float(model.predict([pattern], graph)[0])
    edges = [(tail, head, label) for tail, head, label in pattern.arcs]
    same = model.predict(edges, graph, edge_label=True, node_label=dict(zip(pattern.nodes, pattern.node_labels, strict=True)))
    assert isinstance(same, isocount.Answer)
    # There are too few validation triples for this confidence, and the answer reports it.
    assert one.interval == (None, None) and any("no interval: " in note and "too few for a confidence of 0.95" in note for note in one.notes)
    assert "no interval" in repr(one) and isocount.Answer.from_json(one.to_json()).notes == one.notes == one.to_dict()["notes"]
    less_sure = isocount.Model.load(model.path, confidence=0.5)
    assert less_sure.predict(pattern, graph).notes == []
    index = model.index(graph, tmp_path / "graph.index", progress=False)
    assert index.count(pattern).notes == one.notes
    table = isocount.count_many([pattern], [graph], method="learned", model=model, progress=False)
    assert table["reason"].tolist() == one.notes


def test_a_graph_beyond_training_is_warned_of(trained: tuple[isocount.Model, isocount.Table], small: isocount.Dataset, tmp_path: Path) -> None:
    model, _ = trained
    pattern, known = small.patterns[0], small.graph(0)
    label, bond = known.node_labels[0], known.arcs[0][2]
    edges = [(u, v, bond) for u, v in nx.gnp_random_graph(400, 0.1, seed=1).edges]
    large = isocount.Graph(edges, edge_label=True, node_label=lambda _: label, name="large")
    text = r"large \(400 nodes, \d+ arcs\) is larger than the graphs that the model was trained on"
    for ask in (
        lambda: model.predict(pattern, large),
        lambda: model.predict([pattern], large)[0],
        lambda: isocount.count(pattern, large, method="learned", model=model),
        lambda: isocount.open(large, **meaning(model)).count(pattern),
        lambda: model.index(large).count(pattern),
        lambda: model.index(large, tmp_path / f"{random.random()}.index", progress=False).count(pattern),
    ):
        with pytest.warns(isocount.AccuracyWarning, match=text) as warned:
            answer = ask()
        assert len(warned) == 1 and warned[0].filename == __file__
        assert any(re.search(text, note) for note in answer.notes)
    with pytest.warns(isocount.AccuracyWarning, match=text):
        table = isocount.count_many([pattern], [known, large], method="learned", model=model, progress=False)
    assert re.search(text, table["reason"][1]) and not re.search(text, table["reason"][0])


def meaning(model: isocount.Model) -> dict[str, Any]:
    return {"method": "learned", "model": model}


def test_evaluation_has_a_row_for_each_counter(
    trained: tuple[isocount.Model, isocount.Table], small: isocount.Dataset
) -> None:
    table = isocount.evaluate(["exact", trained[0]], small, progress=False)
    assert table["counter"][0] == "exact" and table["mae"][0] == 0.0
    assert len(table) > 3 and table["mae"][1] > 0
    with pytest.raises(ValueError, match="there is no split named"):
        isocount.evaluate("exact", small, split="mine", progress=False)
    with pytest.raises(ValueError, match="there is no model .gnn.; the models are"):
        isocount.train("gnn", small, "nowhere")


def test_own_graphs_become_a_data_set(tmp_path: Path) -> None:
    graphs = {f"g{seed}": nx.gnp_random_graph(12, 0.3, seed=seed) for seed in range(8)}
    patterns = {"triangle": nx.cycle_graph(3), "path": nx.path_graph(4)}
    dataset = isocount.Dataset.import_(graphs, patterns, tmp_path / "own", unit="subgraphs", progress=False)
    assert dataset.sizes == {"patterns": 2, "graphs": 8, "triples": 16}
    counts = {(row["pattern"], row["graph"]): row["count"] for row in dataset.triples()}
    for name, graph in graphs.items():
        assert counts["triangle", name] == sum(nx.triangles(graph).values()) // 3
    estimated = isocount.Dataset.import_(
        {"large": nx.gnp_random_graph(300, 0.1, seed=1)},
        {"ring": nx.cycle_graph(6)},
        tmp_path / "estimated",
        method="sample",
        precision=0.2,
        progress=False,
    )
    assert [row["answer"] for row in estimated.triples()] == ["estimate"]
    with pytest.raises(ValueError, match="exists|there"):
        isocount.Dataset.import_(graphs, {"path": nx.path_graph(3)}, tmp_path / "own", progress=False)


def test_counts_as_features() -> None:
    triangle = np.array([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]])
    data = SimpleNamespace(edge_index=triangle, num_nodes=4, z=np.array([1, 1, 1, 2]))
    transform = isocount.pyg.SubstructureCounts([nx.cycle_graph(3), nx.path_graph(3)], unit="subgraphs")
    assert transform(data).substructure_counts.tolist() == [[1.0, 3.0]]
    transform = isocount.pyg.SubstructureCounts([nx.cycle_graph(3)], "features", log=True)
    assert transform(data).features.tolist() == [[pytest.approx(np.log(7))]]
    assert repr(transform) == "SubstructureCounts(1 pattern, 'features')"


def test_the_real_pyg() -> None:
    torch = pytest.importorskip("torch")
    data = pytest.importorskip("torch_geometric.data").Data(
        edge_index=torch.tensor([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]]), x=torch.eye(3)
    )
    counts = isocount.pyg.SubstructureCounts([nx.cycle_graph(3)], unit="subgraphs")(data).substructure_counts
    assert torch.is_tensor(counts) and counts.tolist() == [[1.0]]
    assert isocount.Graph(data, node_label=lambda data: data.x.argmax(1)).node_labels == [0, 1, 2]


TRIANGLE = SimpleNamespace(edge_index=np.array([[0, 1, 1, 2, 2, 0, 2, 3, 3], [1, 0, 2, 1, 0, 2, 3, 2, 3]]), num_nodes=4)


def test_orbit_counts_have_a_row_for_each_edge() -> None:
    data = isocount.pyg.OrbitCounts(3, per="edge", log=False)(SimpleNamespace(**vars(TRIANGLE)))
    # Columns: the path and the triangle; the last edge is a loop.
    assert data.orbit_counts.tolist() == [[0, 1], [0, 1], [1, 1], [1, 1], [1, 1], [1, 1], [2, 0], [2, 0], [0, 0]]
    assert isocount.pyg.OrbitCounts(3, per="motif", log=False)(data).orbit_counts.shape == (4, 2)


def test_a_feature_that_is_not_known_is_no_number() -> None:
    bipartite = nx.complete_bipartite_graph(20, 20)
    arcs = np.array([*bipartite.edges, *(edge[::-1] for edge in bipartite.edges)]).T
    data = SimpleNamespace(edge_index=arcs, num_nodes=40)
    unknown = isocount.pyg.SubstructureCounts([nx.cycle_graph(7)], method="sample", seed=1, step_limit=20_000)
    with pytest.raises(isocount.NoAnswer, match="the count of .* is unknown"):
        unknown(data)
    missing = isocount.pyg.SubstructureCounts(nx.DiGraph([(0, 1)]), method="peregrine")
    with pytest.raises(isocount.NoAnswer, match="peregrine"):
        missing(data)
    unread = isocount.pyg.SubstructureCounts(["a-b", "a-"], on_error="record")
    with pytest.warns(isocount.UnreadWarning), pytest.raises(isocount.NoAnswer, match="could not be read"):
        unread(data)
    bounds = isocount.pyg.SubstructureCounts([nx.cycle_graph(8), nx.path_graph(2)], method="exact", step_limit=1_000)
    with pytest.warns(isocount.BoundsWarning, match="1 of 2 features are lower bounds"):
        bounds(data)
    assert data.substructure_counts.shape == (1, 2) and np.isfinite(data.substructure_counts).all()


def test_a_seed_of_a_data_set_is_refused_where_nothing_is_drawn(tmp_path: Path) -> None:
    ask: dict[str, Any] = {"unit": "subgraphs", "progress": False}
    with pytest.raises(isocount.InputError, match="seed= needs sample= or precision="):
        isocount.Dataset.import_([nx.path_graph(3)], ["a-b"], tmp_path / "data", seed=1, **ask)
    made = isocount.Dataset.import_([nx.path_graph(3)], ["a-b", "a-b-c"], tmp_path / "data", seed=1, sample=1, **ask)
    assert len(made) == 1
