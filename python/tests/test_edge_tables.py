"""Tables of edges: the columns of their ends, missing values, and every form of table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import isocount
from isocount.errors import InputError

COLUMNS = {
    "source": ["anna", "ben", "carl"],
    "target": ["ben", "carl", "a name of more than twelve letters"],
    "how": ["x", "y", "x"],
}


def tables(columns: dict[str, list[Any]]) -> dict[str, Any]:
    """One table, in every form."""
    arrow = pa.table(columns)
    return {
        "pandas": pd.DataFrame(columns),
        "pandas of Arrow": pd.DataFrame(columns).convert_dtypes(dtype_backend="pyarrow"),
        "polars": pl.DataFrame(columns),
        "lazy frame": pl.LazyFrame(columns),
        "columns": columns,
        "pyarrow": arrow,
        "batches": pa.concat_tables([arrow.slice(0, 1), arrow.slice(1)]),
        "a slice": pa.concat_tables([arrow, arrow]).slice(len(arrow)),
        "one batch": arrow.combine_chunks().to_batches()[0].slice(0),
        "reader": pa.RecordBatchReader.from_batches(arrow.schema, arrow.to_batches(max_chunksize=2)),
        "dictionary": arrow.set_column(0, "source", arrow["source"].dictionary_encode()),
        "large text": arrow.cast(pa.schema([(name, pa.large_string()) for name in arrow.column_names])),
        "text views": arrow.cast(pa.schema([(name, pa.string_view()) for name in arrow.column_names])),
    }


@pytest.mark.parametrize("name", list(tables(COLUMNS)))
def test_every_table_is_the_same_graph(name: str) -> None:
    graph = isocount.Graph(tables(COLUMNS)[name], edge_label="how", node_label=lambda node: node[0])
    assert graph.nodes == ["anna", "ben", "carl", COLUMNS["target"][2]] and graph.node_labels == ["a", "b", "c", "a"]
    assert graph.arcs == [("anna", "ben", "x"), ("ben", "carl", "y"), ("carl", COLUMNS["target"][2], "x")]
    assert isocount.count("a->b->c", tables(COLUMNS)[name]) == 2
    assert isocount.count_many("a->b->c", tables(COLUMNS)[name], progress=False)["count"].tolist() == [2]
    undirected = isocount.Graph(tables(COLUMNS)[name], directed=False)
    assert undirected.num_edges == 3 and not undirected.directed


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint16(), pa.int32(), pa.uint64(), pa.float32(), pa.float64()])
def test_numbers_of_every_width_are_names(kind: pa.DataType) -> None:
    graph = isocount.Graph(pa.table({"u": pa.array([1, 2], kind), "v": pa.array([2, 3], kind)}))
    assert graph.nodes == [1, 2, 3]
    flags = isocount.Graph(pa.table({"u": [True, False, True], "v": [False, False, True]}))
    assert flags.nodes == [True, False]


def missing() -> dict[str, Any]:
    """Tables with a missing value in row 1, and in rows 1 and 2."""
    text = {"source": ["a", None, "c"], "target": ["b", "c", "d"]}
    number = {"source": [0, 1, 2], "target": [1.0, np.nan, 3.0]}
    return {
        "None": pd.DataFrame(text),
        "NaN": pd.DataFrame(number),
        "NA": pd.DataFrame(text).convert_dtypes(),
        "NaT": pd.DataFrame({"source": pd.to_datetime(["2020-01-01", None, "2020-01-02"]), "target": [1, 2, 3]}),
        "polars null": pl.DataFrame(text),
        "polars NaN": pl.DataFrame(number),
        "lazy": pl.LazyFrame(text),
        "columns": text,
        "pyarrow": pa.table(text),
        "pyarrow NaN": pa.table(number),
        "dictionary": pa.table({"source": pa.array(text["source"]).dictionary_encode(), "target": text["target"]}),
        "all null": pa.table({"source": pa.nulls(3), "target": text["target"]}),
    }


@pytest.mark.parametrize("name", list(missing()))
def test_a_missing_end_is_refused_with_its_row_and_column(name: str) -> None:
    with pytest.raises(InputError, match=r"column '(source|target)' of the table has no value in rows? (0, )?1"):
        isocount.Graph(missing()[name])
    with pytest.raises(InputError, match="drop such rows, or fill them"):
        isocount.count("a-b", missing()[name], directed=False)


def test_a_missing_label_is_refused_and_many_rows_are_not_listed() -> None:
    frame = pd.DataFrame({"source": range(9), "target": range(1, 10), "how": ["x"] * 2 + [None] * 7})
    with pytest.raises(InputError, match=r"column 'how' .* rows 2, 3, 4, 5, 6 and 2 more .* the label of an edge"):
        isocount.Graph(frame, edge_label="how")
    assert isocount.Graph(frame).num_edges == 9


@pytest.mark.parametrize(
    "columns",
    [
        {"name": ["ethanol"], "smiles": ["CCO"]},
        {"id": [7], "weight": [0.5], "a": [1], "b": [2]},
        {"source": ["a"], "to": ["b"]},
    ],
    ids=["molecules", "other columns first", "half of a pair"],
)
@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pl.LazyFrame, pa.table], ids=["pandas", "polars", "lazy", "pyarrow"])
def test_columns_that_are_not_known_are_never_taken_for_ends(make: Any, columns: dict[str, list[Any]]) -> None:
    with pytest.raises(InputError) as raised:
        isocount.Graph(make(columns))
    assert all(repr(name) in str(raised.value) for name in columns) and "source=" in str(raised.value)
    if "smiles" in columns:
        assert "'smiles:' + text" in str(raised.value)


def test_ends_are_named_in_every_call() -> None:
    frame = pd.DataFrame({"weight": [1, 2], "a": ["x", "y"], "b": ["y", "z"]})
    by: dict[str, Any] = {"source": "a", "target": "b"}
    assert isocount.count("p->q->r", frame, **by) == 1
    assert isocount.count_many("p->q->r", frame, progress=False, **by)["count"].tolist() == [1]
    assert len(list(isocount.find("p->q", frame, **by))) == 2
    assert isocount.count("p->q->r", pa.table(dict(frame.items())), **by) == 1
    with pytest.raises(InputError, match="name both columns"):
        isocount.count("p->q", frame, source="a")


def test_what_is_not_a_table_of_names_is_refused() -> None:
    with pytest.raises(InputError, match="single values, not of a table"):
        isocount.Graph(pa.chunked_array([[1, 2]]))
    with pytest.raises(InputError, match="column \"source\" of the table has the Arrow type"):
        isocount.Graph(pa.table({"source": [[1], [2]], "target": [1, 2]}))
    with pytest.raises(InputError, match="two columns 'u'"):
        isocount.Graph(pa.table([[1], [2], [3]], names=["u", "v", "u"]))
    # A column that is not needed may be anything.
    assert isocount.Graph(pa.table({"u": [1], "v": [2], "more": [[1, 2]]})).num_nodes == 2


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pl.LazyFrame, pa.table, dict], ids=["pandas", "polars", "lazy", "pyarrow", "columns"])
def test_a_column_that_there_is_not_is_refused_with_all_that_there_are(make: Any) -> None:
    table = {"id": [1], "u": ["a"], "v": ["b"], "how": ["x"]}
    for wrong in ({"source": "why", "target": "v"}, {"source": "u", "target": "why"}, {"edge_label": "why"}, {"edge_label": ["how", "why"]}):
        with pytest.raises(InputError, match="the table has no column 'why'; its columns are 'id', 'u', 'v', 'how'"):
            isocount.Graph(make(table), **wrong)


def test_two_columns_of_one_name_are_refused_where_they_are_needed() -> None:
    pandas = pd.DataFrame([["a", "b", "c"], ["b", "c", "a"]], columns=["u", "v", "u"])
    arrow = pa.table([["a"], ["b"], ["c"]], names=["u", "v", "u"])
    for table in (pandas, arrow):
        with pytest.raises(InputError, match="the table has two columns 'u'; give each a name of its own"):
            isocount.Graph(table)
    for names in (["u", "v", "more", "more"], ["more", "v", "more", "u"]):
        assert isocount.Graph(pd.DataFrame([list("abcd")], columns=names)).num_nodes == 2
        assert isocount.Graph(pa.table([["a"], ["b"], ["c"], ["d"]], names=names)).num_nodes == 2
        with pytest.raises(InputError, match="two columns 'more'"):
            isocount.Graph(pd.DataFrame([list("abcd")], columns=names), edge_label="more")


def test_a_dictionary_of_columns_has_ends_of_any_name() -> None:
    columns = {"weight": [1, 2], "a": ["x", "y"], "b": np.array(["y", "z"])}
    by: dict[str, Any] = {"source": "a", "target": "b"}
    assert isocount.Graph(columns, **by).nodes == ["x", "y", "z"]
    assert isocount.count("p->q->r", columns, **by) == 1
    assert isocount.count_many("p->q->r", columns, progress=False, **by)["count"].tolist() == [1]
    assert isocount.Graph({"a": [(0, 0)], "b": [(0, 1)]}, **by).nodes == [(0, 0), (0, 1)]
    with pytest.raises(InputError, match="no columns of the table are known to be the ends"):
        isocount.Graph(columns)
    with pytest.raises(InputError, match="column 'a' has 2 values, and column 'b' has 1"):
        isocount.Graph({"a": [1, 2], "b": [3]}, **by)
    # A dictionary of neighbours is not a table, and neither is a mapping from names to graphs.
    with pytest.raises(isocount.UnknownGraphError):
        isocount.Graph({0: [1], 1: [0]})
    named = {"a": [(0, 1), (1, 2)], "b": [(0, 1)], "c": []}
    assert isocount.count_many("p->q", named, progress=False)["count"].tolist() == [2, 1, 0]


def test_labels_of_nodes_of_a_table_are_a_mapping_or_a_function() -> None:
    frame = pd.DataFrame({"source": ["a"], "target": ["b"]})
    for by in ({"a": 1, "b": 2}, pd.Series({"a": 1, "b": 2}), lambda name: ord(name) - 96):
        assert isocount.Graph(frame, node_label=by).node_labels == [1, 2]
    for by in ("club", ["x", "y"], np.array([1, 2])):
        with pytest.raises(InputError, match="no attributes of nodes"):
            isocount.Graph(frame, node_label=by)
    with pytest.raises(InputError, match="no label for 'b'"):
        isocount.Graph(frame, node_label={"a": 1})


def test_the_columns_of_a_file_are_those_of_its_header(tmp_path: Any) -> None:
    (tmp_path / "edges.csv").write_text("a,b\nx,y\n")
    for ask in (
        lambda: isocount.Graph(tmp_path / "edges.csv", source="a", target="b"),
        lambda: isocount.count("a-b", tmp_path / "edges.csv", source="a", target="b"),
        lambda: isocount.count_many("a-b", [tmp_path / "edges.csv"], source="a", target="b", progress=False),
    ):
        with pytest.raises(InputError, match="source= names a column of a table in memory, .* source and target in the header"):
            ask()
