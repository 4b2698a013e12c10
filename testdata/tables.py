"""Writes the tables of edges in `good/parquet`, `good/arrow`, `bad/parquet` and `bad/arrow`.

    python3 -m venv .venv && .venv/bin/pip install pandas pyarrow polars duckdb fastparquet
    .venv/bin/python tables.py

The files in these folders were made so, with pandas 3.1, pyarrow 26, polars 2.1, duckdb 2.0 and fastparquet
2026.9. All good ones but `types` are one table, written by several programs in several ways;
`crates/format/tests/format/tables.rs` reads them.
"""

import io
from pathlib import Path

import duckdb
import fastparquet
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq

here = Path(__file__).parent

people = {
    "tail": ["anna", "ben", "ben", "carl", "anna"],
    "head": ["ben", "acme", "carl", "acme", "acme"],
    "label": ["knows", "works at", "knows", "works at", "founded"],
    "tail_label": ["person"] * 5,
    "head_label": ["person", "company", "person", "company", "company"],
    "since": [2001, None, 2003, 2004, 2005],
}
table = pa.table(people)


def good(name):
    folder = here / "good" / ("parquet" if name.endswith(("parquet", "pq")) else "arrow")
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / name)


def bad(name):
    folder = here / "bad" / ("parquet" if name.endswith("parquet") else "arrow")
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / name)


def good_parquet():
    for codec in ("none", "snappy", "gzip", "zstd", "lz4"):
        pq.write_table(table, good(f"pyarrow-{codec}.parquet"), compression=codec, row_group_size=2)
    plain = {"compression": "none", "use_dictionary": False}
    pq.write_table(table, good("pyarrow-plain.parquet"), **plain)
    encodings = {
        "tail": "DELTA_BYTE_ARRAY",
        "head": "DELTA_LENGTH_BYTE_ARRAY",
        "since": "DELTA_BINARY_PACKED",
    }
    options = {"data_page_version": "2.0", "column_encoding": encodings, "use_dictionary": False}
    for codec in ("none", "zstd"):
        pq.write_table(table, good(f"pyarrow-v2-{codec}.parquet"), compression=codec, **options)
    # Values that are missing at both ends of the pages, and columns that nobody asks for.
    wide = table.append_column("seen", pa.array([None, [1], [], [2, 3], None]))
    wide = wide.append_column("where", pa.array([{"x": 1}, None, {"x": 2}, {"x": 3}, None]))
    order = ["seen", "since", "head_label", "label", "where", "tail_label", "head", "tail"]
    pq.write_table(wide.select(order), good("pyarrow-wide.parquet"), row_group_size=3)
    frame = pd.DataFrame(people, index=list("vwxyz"))
    frame.to_parquet(good("pandas-index.parquet"))
    frame.astype("category").to_parquet(good("pandas-category.pq"))
    fastparquet.write(good("fastparquet.parquet"), frame, row_group_offsets=2)
    pl.DataFrame(people).write_parquet(good("polars.parquet"))
    connection = duckdb.connect()
    connection.register("people", table)
    for version in ("V1", "V2"):
        connection.execute(
            f"COPY people TO '{good(f'duckdb-{version.lower()}.parquet')}' "
            f"(FORMAT parquet, PARQUET_VERSION {version})"
        )


def good_arrow():
    for codec in ("uncompressed", "lz4", "zstd"):
        pa.feather.write_feather(table, good(f"pyarrow-{codec}.feather"), compression=codec, chunksize=2)
    batches = table.to_batches(max_chunksize=3)
    with pa.ipc.new_stream(good("pyarrow-stream.arrow"), table.schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    options = pa.ipc.IpcWriteOptions(metadata_version=pa.ipc.MetadataVersion.V4)
    with pa.ipc.new_stream(good("pyarrow-v4.ipc"), table.schema, options=options) as writer:
        writer.write_table(table)
    # Dictionaries that grow, or change, from batch to batch.
    encoded = [
        pa.record_batch([column.dictionary_encode() for column in batch.columns], batch.schema.names)
        for batch in batches
    ]
    for name, deltas in (("deltas", True), ("replaced", False)):
        options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=deltas)
        out = good(f"pyarrow-{name}.arrow")
        with pa.ipc.new_stream(out, encoded[0].schema, options=options) as writer:
            for batch in encoded:
                writer.write_batch(batch)
    # Unlike a stream, a file has one dictionary for each column.
    category = pa.Table.from_pandas(pd.DataFrame(people).astype("category"))
    with pa.ipc.new_file(good("pandas-category.arrow"), category.schema) as writer:
        writer.write_table(category, max_chunksize=2)
    wide = table.append_column("seen", pa.array([None, [1], [], [2, 3], None]))
    wide = wide.append_column("where", pa.array([{"x": 1}, None, {"x": 2}, {"x": 3}, None]))
    wide = wide.append_column("nothing", pa.nulls(5))
    views = pa.array(["short", None, "a text of more than twelve bytes", "", "x" * 40], pa.string_view())
    wide = wide.append_column("views", views)
    tags = pa.array([0, 1, 0, 1, 0], pa.int8())
    values = [pa.array([1, 2, 3, 4, 5]), pa.array(list("abcde"))]
    wide = wide.append_column("sparse", pa.UnionArray.from_sparse(tags, values))
    places = pa.array([0, 0, 1, 1, 2], pa.int32())
    wide = wide.append_column("dense", pa.UnionArray.from_dense(tags, places, values))
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 5], pa.int32()), pa.array([7, 8]))
    wide = wide.append_column("runs", runs)
    pairs = pa.array([[1, 2], [3, 4], None, [5, 6], [7, 8]], pa.list_(pa.int64(), 2))
    wide = wide.append_column("pairs", pairs)
    mapped = pa.array([[("k", 1)], [], None, [("k", 2), ("l", 3)], []], pa.map_(pa.string(), pa.int64()))
    wide = wide.append_column("mapped", mapped)
    order = [name for name in wide.column_names if name not in people] + list(people)
    with pa.ipc.new_file(good("pyarrow-wide.arrow"), wide.select(order).schema) as writer:
        writer.write_table(wide.select(order))
    frame = pl.DataFrame(people)
    frame.write_ipc(good("polars.arrow"))
    frame.write_ipc(good("polars-zstd.feather"), compression="zstd")
    frame.write_ipc_stream(good("polars-stream.ipc"))


def types():
    """Two arcs with values of every type as possible labels; the second row has none."""
    import datetime
    import decimal

    columns = {"tail": pa.array([1, 2], pa.int64()), "head": pa.array([2, 3], pa.uint8())}
    for name in ("int8", "int16", "int32", "int64"):
        columns[name] = pa.array([-5, None], getattr(pa, name)())
    for name in ("uint8", "uint16", "uint32", "uint64"):
        size = int(name[4:])
        columns[name] = pa.array([2**size - 1, None], getattr(pa, name)())
    columns["float16"] = pa.array([2.5, None], pa.float16())
    columns["float32"] = pa.array([0.1, None], pa.float32())
    columns["float64"] = pa.array([0.1, None], pa.float64())
    columns["whole"] = pa.array([3.0, float("nan")], pa.float64())
    columns["bool"] = pa.array([True, None])
    for name in ("string", "large_string", "string_view", "binary", "large_binary", "binary_view"):
        columns[name] = pa.array(["a text of more than twelve bytes", None], getattr(pa, name)())
    columns["dictionary"] = pa.array(["ä", None]).dictionary_encode()
    columns["numbers"] = pa.array([70, None]).dictionary_encode()
    columns["null"] = pa.nulls(2)
    columns["date"] = pa.array([datetime.date(2001, 1, 1), None])
    columns["time"] = pa.array([datetime.time(1, 2), None])
    columns["timestamp"] = pa.array([datetime.datetime(2001, 1, 1), None])
    columns["decimal"] = pa.array([decimal.Decimal("1.50"), None])
    columns["fixed"] = pa.array([b"abcd", None], pa.binary(4))
    columns["list"] = pa.array([[1], None])
    columns["struct"] = pa.array([{"x": 1}, None])
    columns["map"] = pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int64()))
    pq.write_table(pa.table(columns), good("types.parquet"))
    columns["duration"] = pa.array([5, None], pa.duration("s"))
    columns["list_view"] = pa.array([[1], None], pa.list_view(pa.int64()))
    whole = pa.table(columns)
    with pa.ipc.new_file(good("types.arrow"), whole.schema) as writer:
        writer.write_table(whole)


def write_bad(name, data):
    rows = data if isinstance(data, pa.Table) else pa.table(data)
    pq.write_table(rows, bad(f"{name}.parquet"))
    pa.feather.write_feather(rows, bad(f"{name}.arrow"), compression="uncompressed")


def changed(path, change):
    data = bytearray(Path(path).read_bytes())
    return bytes(change(data) or data)


def bad_tables():
    arcs = {"source": [1, 2, 3], "target": [2, 3, 1]}
    write_bad("unknown_columns", {"x": [1], "y": [2], "__index_level_0__": [0]})
    write_bad("missing_tail", {"source": [1, None, 3], "target": [2, 3, 1]})
    write_bad("missing_label", arcs | {"label": ["a", None, "b"]})
    write_bad("missing_node_label", arcs | {"source_label": ["a", "b", "c"], "target_label": ["b", "c", None]})
    write_bad("conflicting_label", arcs | {"source_label": ["a", "b", "c"], "target_label": ["b", "d", "a"]})
    write_bad("half_a_node", {"source": [1.0, 2.0, 2.5], "target": [2, 3, 1]})
    write_bad("lists", {"source": [[1], [2]], "target": [2, 3]})
    write_bad("dates", arcs | {"label": pa.array([1, 2, 3], pa.date32())})
    write_bad("two_tails", arcs | {"from": [1, 2, 3]})
    write_bad("one_label_column", arcs | {"source_label": ["a", "b", "c"]})
    write_bad("repeated_arc", {"source": [1, 2, 1], "target": [2, 3, 2]})
    write_bad("type_changes", arcs | {"type": ["Directed", "Undirected", "Both"]})
    write_bad("not_utf8", {"source": pa.array([b"a", b"\xff"], pa.binary()), "target": ["b", "c"]})
    pq.write_table(pa.table(arcs), bad("brotli.parquet"), compression="brotli")
    # A few kilobytes that stand for twenty million rows.
    ones = pa.DictionaryArray.from_arrays(pa.array([0] * 20_000_000, pa.int8()), pa.array([1]))
    schema = pa.schema([pa.field(name, ones.type, nullable=False) for name in ("tail", "head")])
    options = {"compression": "zstd", "row_group_size": 20_000_000, "data_page_size": 1 << 30}
    options |= {"max_rows_per_page": 20_000_000, "write_batch_size": 20_000_000}
    pq.write_table(pa.table([ones, ones], schema=schema), bad("many_rows.parquet"), **options)
    for name in ("empty.parquet", "empty.arrow"):
        Path(bad(name)).write_bytes(b"")
    for name in ("text.parquet", "text.arrow"):
        Path(bad(name)).write_text("tail,head\n1,2\n")
    Path(bad("feather_1.feather")).write_bytes(b"FEA1" + bytes(20) + b"FEA1")
    whole = good("pyarrow-none.parquet")
    Path(bad("cut_off.parquet")).write_bytes(changed(whole, lambda data: data[:-40]))
    Path(bad("encrypted.parquet")).write_bytes(changed(whole, lambda data: data[:-1] + b"E"))
    # The length of the metadata.
    Path(bad("long_metadata.parquet")).write_bytes(
        changed(whole, lambda data: data[:-8] + (2**20).to_bytes(4, "little") + b"PAR1")
    )
    start = -8 - int.from_bytes(Path(whole).read_bytes()[-8:-4], "little")
    Path(bad("broken_metadata.parquet")).write_bytes(
        changed(whole, lambda data: data.__setitem__(slice(start + 9, start + 19), b"\xff" * 10))
    )
    Path(bad("broken_page.parquet")).write_bytes(
        changed(whole, lambda data: data.__setitem__(slice(10, 20), b"\xff" * 10))
    )
    whole = good("pyarrow-uncompressed.feather")
    Path(bad("cut_off.arrow")).write_bytes(changed(whole, lambda data: data[:-40]))
    Path(bad("long_metadata.arrow")).write_bytes(
        changed(whole, lambda data: data[:-10] + (2**20).to_bytes(4, "little") + b"ARROW1")
    )
    whole = good("pyarrow-stream.arrow")
    Path(bad("cut_off_stream.arrow")).write_bytes(changed(whole, lambda data: data[:-150]))
    # The number of a value that is not in the dictionary.
    numbers = [0, 1, 2, 1, 0, 2]
    tail = pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int8()), ["a", "b", "c"])
    out = io.BytesIO()
    rows = pa.table({"tail": tail, "head": list("bcacba")})
    with pa.ipc.new_stream(out, rows.schema) as writer:
        writer.write_table(rows)
    assert out.getvalue().count(bytes(numbers)) == 1
    Path(bad("beyond_dictionary.arrow")).write_bytes(
        out.getvalue().replace(bytes(numbers), bytes([0, 1, 2, 1, 9, 2]))
    )
    # The text of the second row ends beyond the texts.
    rows = pa.table({"tail": ["aa", "bb"], "head": [1, 2]})
    out = io.BytesIO()
    with pa.ipc.new_stream(out, rows.schema) as writer:
        writer.write_table(rows)
    ends = b"\x00\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00"
    assert out.getvalue().count(ends) == 1
    Path(bad("beyond_text.arrow")).write_bytes(out.getvalue().replace(ends, ends[:8] + b"\xff\x00\x00\x00"))


if __name__ == "__main__":
    good_parquet()
    good_arrow()
    types()
    bad_tables()
