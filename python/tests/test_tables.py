"""Many counts as a table, in every library of tables."""

from __future__ import annotations

import pickle
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import isocount
from isocount._progress import PlainBar

PATTERNS = {"edge": nx.path_graph(2), "triangle": nx.cycle_graph(3), "square": nx.cycle_graph(4)}
GRAPHS = {"karate": nx.karate_club_graph(), "ring": nx.cycle_graph(4)}


@pytest.fixture(scope="module")
def table() -> isocount.Table:
    return isocount.count_many(PATTERNS, GRAPHS, unit="subgraphs", progress=False)


def test_all_pairs(table: isocount.Table) -> None:
    assert len(table) == 6 and table.shape[0] == 6
    assert table["pattern"].tolist() == ["edge", "triangle", "square"] * 2
    assert table["graph"].tolist() == ["karate"] * 3 + ["ring"] * 3
    assert table["count"].tolist() == [78, 45, 154, 4, 0, 1]
    assert set(table["answer"]) == {"exact"}
    assert table["count"].dtype == np.int64
    assert repr(table).startswith("Table(6 rows: pattern, graph, answer, count")
    assert "<table>" in table._repr_html_()
    assert table.rows()[1]["count"] == 45 and next(iter(table))["pattern"] == "edge"
    with pytest.raises(KeyError, match="the columns are pattern, graph"):
        table["counts"]


def test_pairs_keep_their_order() -> None:
    pairs = [(2, 1), (0, 0), (1, 1), (1, 0)]
    table = isocount.count_many(PATTERNS, GRAPHS, unit="subgraphs", pairs=pairs, progress=False)
    assert table["count"].tolist() == [1, 78, 0, 45]
    by_name = [("square", "ring"), ("edge", "karate")]
    table = isocount.count_many(PATTERNS, GRAPHS, unit="subgraphs", pairs=by_name, progress=False)
    assert table["count"].tolist() == [1, 78]
    assert len(isocount.count_many(PATTERNS, GRAPHS, pairs=[], progress=False)) == 0
    with pytest.raises(ValueError, match="names pattern 3, but there are only 3"):
        isocount.count_many(PATTERNS, GRAPHS, pairs=[(3, 0)], progress=False)
    with pytest.raises(ValueError, match="no graph is called 'star'; the graphs are karate, ring"):
        isocount.count_many(PATTERNS, GRAPHS, pairs=[("edge", "star")], progress=False)


def test_every_library_of_tables_takes_it(table: isocount.Table) -> None:
    arrow = pa.table(table)
    assert arrow.column("count").to_pylist() == [78, 45, 154, 4, 0, 1]
    assert arrow.column("pattern").to_pylist()[:2] == ["edge", "triangle"]
    assert arrow.column("reason").null_count == 6
    arrow.validate(full=True)
    frame = pl.DataFrame(table)
    assert frame["count"].to_list() == [78, 45, 154, 4, 0, 1]
    assert frame["graph"].to_list() == ["karate"] * 3 + ["ring"] * 3
    assert table.to_polars().equals(frame)
    assert table.to_arrow().equals(arrow)
    pandas = table.to_pandas()
    assert isinstance(pandas, pd.DataFrame) and pandas["count"].sum() == 282
    assert pa.schema(table).names == table.column_names
    # A stream can be taken again, and dropped unread.
    for _ in range(3):
        table.__arrow_c_stream__()
        pa.table(table)


def test_counts_beyond_64_and_128_bits() -> None:
    # The number of mappings of a star is the number of arrangements of its leaves.
    table = isocount.count_many([nx.star_graph(22), nx.path_graph(2)], [nx.star_graph(24)], progress=False)
    arrow = pa.table(table)
    assert arrow.column("count").type == pa.decimal128(38, 0)
    assert int(arrow.column("count")[0].as_py()) == table["count"][0] > 2**64
    assert pl.DataFrame(table)["count"][1] == 48
    far = isocount.count_many(nx.star_graph(33), [nx.star_graph(34)], progress=False)
    assert int(pa.table(far).column("count")[0].as_py()) == far["count"][0] > 10**38


def test_missing_values() -> None:
    table = isocount.count_many(
        [nx.DiGraph([(0, 1)])], [nx.DiGraph([(0, 1)])], method="peregrine", progress=False
    )
    assert table["answer"].tolist() == ["none"] and table["count"].tolist() == [None]
    assert "peregrine" in table["reason"][0] and np.isnan(table["value"][0])
    assert pa.table(table).column("count").null_count == 1
    zero = isocount.count_many([nx.complete_graph(4)], [nx.path_graph(3)], explain=True, progress=False)
    assert zero["reason"][0] == "the pattern has 4 nodes, the graph only 3"


def test_one_graph_lists_and_folders(tmp_path: Path) -> None:
    assert isocount.count_many(nx.path_graph(2), nx.path_graph(3), progress=False)["count"].tolist() == [4]
    assert isocount.count_many([[(0, 1)], [(0, 1), (1, 2)]], [nx.path_graph(3)], progress=False)["count"].tolist() == [4, 2]
    for number in (3, 4):
        nx.write_gml(nx.cycle_graph(number), tmp_path / f"ring{number}.gml")
    # networkx writes the names of nodes as their labels.
    table = isocount.count_many([nx.path_graph(2)], tmp_path, node_label=False, progress=False)
    assert (table["graph"].tolist(), table["count"].tolist()) == (["ring3", "ring4"], [6, 8])


def test_tables_are_pickled_and_compared(table: isocount.Table) -> None:
    assert pickle.loads(pickle.dumps(table)).to_dict() == pickle.loads(pickle.dumps(table)).to_dict()
    assert pickle.loads(pickle.dumps(table)).column_names == table.column_names
    assert pickle.loads(pickle.dumps(table))["count"].tolist() == table["count"].tolist()


def test_progress_is_called_and_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[int, int | None]] = []
    graph = isocount.Graph(nx.gnp_random_graph(120, 0.2, seed=1))
    isocount.count_many(
        [nx.cycle_graph(6)] * 40, [graph], time_limit=0.02, method="exact", threads=1,
        progress=lambda done, total: seen.append((done, total)),
    )
    # The end is always reported, however short the work was; earlier reports depend on the machine.
    assert seen[-1] == (40, 40) and seen == sorted(seen)
    bar = PlainBar("count", 3)
    bar.n = 3
    bar.close()
    assert "100%|██████████| 3/3" in capsys.readouterr().err


def test_answers_are_kept_in_a_file_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    ask = {"unit": "subgraphs", "progress": False, "output": path}
    whole = isocount.count_many(PATTERNS, GRAPHS, **ask)
    assert whole["count"].tolist() == [78, 45, 154, 4, 0, 1]
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 6
    path.write_text("".join(lines[:2]) + lines[2][:10])
    again = isocount.count_many(PATTERNS, GRAPHS, **ask)
    assert again["count"].tolist() == whole["count"].tolist()
    assert path.read_text().splitlines(keepends=True)[:2] == lines[:2]
    with pytest.raises(ValueError, match="answers.jsonl"):
        isocount.count_many(PATTERNS, GRAPHS, "induced", **ask)
    pairs = [(2, 1), (0, 0)]
    listed = isocount.count_many(PATTERNS, GRAPHS, pairs=pairs, unit="subgraphs", progress=False, output=tmp_path / "b.jsonl")
    assert listed["count"].tolist() == [1, 78]


@pytest.mark.parametrize("explain", [False, True])
def test_a_file_of_answers_is_explained_if_that_is_said(explain: bool, tmp_path: Path) -> None:
    ask = {"explain": explain, "progress": False}
    clique, path = [nx.complete_graph(4)], [nx.path_graph(3)]
    alone = isocount.count_many(clique, path, **ask)
    for _ in range(2):
        table = isocount.count_many(clique, path, output=tmp_path / "answers.jsonl", **ask)
        assert table["reason"].tolist() == alone["reason"].tolist()
        assert (table["reason"][0] is not None) == explain


def test_the_format_of_graphs_is_not_that_of_patterns(tmp_path: Path) -> None:
    (tmp_path / "groups.sma").write_text("[OX2H] hydroxyl\n[#6] carbon\n")
    (tmp_path / "molecules.csv").write_text("CCO ethanol\nC methane\n")
    table = isocount.count_many(tmp_path / "groups.sma", tmp_path / "molecules.csv", format="smiles", progress=False)
    assert table["count"].tolist() == [1, 2, 0, 1]
    (tmp_path / "groups.txt").write_text("[OX2H] hydroxyl\n")
    ask = {"pattern_format": "smarts", "format": "smiles"}
    assert isocount.count(tmp_path / "groups.txt", "smiles:CCO", pattern_format="smarts") == 1
    assert isocount.count_many(tmp_path / "groups.txt", tmp_path / "molecules.csv", progress=False, **ask)["count"].tolist() == [1, 0]
    assert isocount.count_many([tmp_path / "groups.txt"], tmp_path / "molecules.csv", progress=False, **ask)["count"].tolist() == [1, 0]
    assert isocount.open("smiles:CCO", smarts=True).count(tmp_path / "groups.txt", pattern_format="smarts") == 1
    with pytest.raises(ValueError, match="no graph is read from a file; .* pattern_format="):
        isocount.count(tmp_path / "groups.txt", nx.path_graph(3), format="smarts")
    with pytest.raises(ValueError, match="no pattern is read from a file"):
        isocount.count_many("smarts:[#6]", tmp_path / "molecules.csv", format="smiles", pattern_format="smarts", progress=False)
    with pytest.raises(ValueError, match="pattern_format="):
        isocount.open("smiles:CCO", pattern_format="smarts")
    assert len(isocount.read_patterns(tmp_path / "groups.sma", format="smarts")) == 2


def test_places_of_pairs_are_whole_numbers() -> None:
    for pairs in ([(0.5, 0)], [(None, 0)], [(0, 2**70)]):
        with pytest.raises(ValueError, match="pairs"):
            isocount.count_many(PATTERNS, GRAPHS, pairs=pairs, progress=False)


@pytest.mark.parametrize("wrong", [None, 5, 3.5])
def test_what_is_neither_a_graph_nor_many_is_refused(wrong: object) -> None:
    with pytest.raises(isocount.UnknownGraphError):
        isocount.count_many("a-b", wrong, progress=False)
    with pytest.raises(isocount.UnknownGraphError):
        isocount.count_many(wrong, "a-b", progress=False)
