"""Many machines, simulated: tasks run in this process, which may lose them as a cluster does."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import warnings
from pathlib import Path

import networkx as nx
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

import isocount
from isocount import cluster
from isocount.cluster import _cache, _command, _counting, _job, _on_ray
from isocount.cluster._command import main
from isocount.cluster._ledger import Ledger


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cluster") / "small"
    isocount.Dataset.generate("small", folder, limit=120, progress=False)
    return folder


def answers(report: cluster.Report) -> list[tuple]:
    rows = report.table().to_pylist()
    keys = ("pattern", "graph", "answer", "count", "value", "low", "high", "reason")
    return sorted(tuple(row[key] for key in keys) for row in rows)


def expected(patterns, graphs, **options) -> list[tuple]:
    table = isocount.count_many(patterns, graphs, progress=False, **options).to_dict()
    counts = [None if count is None else str(int(count)) for count in table["count"]]
    columns = (table["pattern"], table["graph"], table["answer"], counts, table["value"], table["low"], table["high"], table["reason"])
    return sorted(zip(*columns, strict=True))


def of_small(small: Path) -> tuple[list, list]:
    dataset = isocount.Dataset.load(small)
    return dataset.patterns, [dataset.graph(place) for place in range(dataset.sizes["graphs"])]


class Losses:
    """Loses tasks at random: before they begin, or after they have written and before they could report it."""

    def __init__(self, seed: int, share: float = 0.4) -> None:
        self.random = random.Random(seed)
        self.share = share

    def __call__(self, number: int, when: str) -> bool:
        return self.random.random() < self.share / 2


class Interrupted(cluster.InProcess):
    """Ends like a driver that is killed: after ``after`` tasks, without cleaning up."""

    def __init__(self, after: int, **options) -> None:
        super().__init__(**options)
        self.left = after

    def wait(self, seconds: float):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().wait(seconds)


def write_sources(small: Path, folder: Path) -> dict[str, Path]:
    """The same graphs as JSON lines, as rows of a Parquet file and as separate files."""
    patterns, graphs = of_small(small)
    lines, rows, files = folder / "graphs.jsonl", folder / "graphs.parquet", folder / "files"
    files.mkdir()
    texts = []
    for number, graph in enumerate(graphs):
        labels = [int(label) for label in graph.node_labels]
        edges = [[tail, head, int(label)] for tail, head, label in graph.arcs]
        text = json.dumps({"name": graph.name, "nodes": labels, "edges": edges, "directed": True})
        texts.append(text)
        (files / f"{number:04d}.json").write_text(text)
    lines.write_text("\n".join(texts) + "\n")
    import pyarrow as pa

    columns = {
        "name": [graph.name for graph in graphs],
        "node_labels": [[str(int(label)) for label in graph.node_labels] for graph in graphs],
        "tails": [[tail for tail, _, _ in graph.arcs] for graph in graphs],
        "heads": [[head for _, head, _ in graph.arcs] for graph in graphs],
        "edge_labels": [[str(int(label)) for _, _, label in graph.arcs] for graph in graphs],
    }
    parquet.write_table(pa.table(columns), rows, row_group_size=100)
    return {"lines": lines, "rows": rows, "files": files}


def test_every_kind_of_source_gives_what_one_machine_gives(small: Path, tmp_path: Path, monkeypatch) -> None:
    patterns, graphs = of_small(small)
    right = expected(patterns, graphs)
    numbers = sorted(row[0:1] + row[2:] for row in right)
    monkeypatch.setattr("isocount.cluster._parts.LINES_BYTES", 10_000)
    monkeypatch.setattr("isocount.cluster._parts.GRAPHS_PER_PART", 64)
    sources = {"dataset": small, **write_sources(small, tmp_path)}
    for kind, source in sources.items():
        report = cluster.count_many(
            small, source, tmp_path / f"out-{kind}", executor=cluster.InProcess(3), progress=False, target_seconds=0.02
        )
        found = answers(report)
        assert report.tasks > 5, kind
        assert sorted(row[0:1] + row[2:] for row in found) == numbers, kind
        if kind != "files":
            assert found == right, kind
        assert report.answers == {"exact": len(right)}
        assert json.loads((tmp_path / f"out-{kind}" / "_SUCCESS").read_text())["rows"] == len(right)


def test_graphs_without_a_name_are_numbered_in_their_file(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text("".join('{"nodes": [0, 0, 0], "edges": [[0, 1], [1, 2]]}\n' for _ in range(11)))
    for bytes_ in (60, 200, 10_000):
        monkeypatch.setattr("isocount.cluster._parts.LINES_BYTES", bytes_)
        report = cluster.count_many("a->b", path, tmp_path / str(bytes_), executor=cluster.InProcess(), progress=False)
        assert report.table()["graph"].to_pylist() == [graph.name for graph in isocount.read_graphs(path)]


def test_lost_tasks_and_killed_drivers_lose_nothing_and_double_nothing(small: Path, tmp_path: Path) -> None:
    right = expected(*of_small(small))
    fine = {"target_seconds": 0.02, "least_pairs": 200}
    for seed in range(4):
        out = tmp_path / str(seed)
        for after in (3, 4, 2):
            with pytest.raises(KeyboardInterrupt):
                executor = Interrupted(after, workers=2, faults=Losses(seed))
                cluster.count_many(small, small, out, executor=executor, progress=False, **fine)
        assert not (out / "_SUCCESS").exists()
        executor = cluster.InProcess(2, Losses(seed + 100))
        report = cluster.count_many(small, small, out, executor=executor, progress=False, **fine)
        assert report.lost > 0
        assert answers(report) == right
        again = cluster.count_many(small, small, out, executor=cluster.InProcess(), progress=False)
        assert again.tasks == 0
        assert again.files == report.files
        left = {str(path) for path in out.glob("pieces/*/*.parquet")}
        assert left == set(report.files)


def test_a_damaged_piece_is_counted_again(small: Path, tmp_path: Path) -> None:
    def count() -> cluster.Report:
        return cluster.count_many(
            small, small, tmp_path / "out", executor=cluster.InProcess(2), progress=False, target_seconds=0.02
        )

    first = count()
    right, files = answers(first), first.files
    bytes_ = {path: Path(path).read_bytes() for path in files}
    Path(files[0]).write_bytes(bytes_[files[0]][:-7])
    Path(files[1]).unlink()
    Path(files[2]).with_suffix(".json").write_text("{")
    Path(files[3] + ".host-1.part").write_bytes(b"left by somebody who was killed")
    second = count()
    assert second.tasks > 0
    assert set(files[4:]) <= set(second.files)
    assert answers(second) == right
    assert all(Path(path).read_bytes() == bytes_[path] for path in files[4:])
    assert not list((tmp_path / "out").glob("pieces/*/*.part"))


def test_other_jobs_and_other_drivers_are_refused(small: Path, tmp_path: Path) -> None:
    def count(**options):
        return cluster.count_many(small, small, tmp_path / "out", executor=cluster.InProcess(), progress=False, **options)

    count()
    with pytest.raises(isocount.errors.InputError, match="another job: it differs in question"):
        count(semantics="homomorphism")
    assert count(semantics="homomorphism", replace=True).answers["exact"] == 120 * 75
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    with pytest.raises(isocount.errors.InputError, match="contains other files, such as thesis.tex"):
        cluster.count_many(small, small, tmp_path / "mine", executor=cluster.InProcess(), progress=False)
    with pytest.raises(isocount.errors.InputError, match="a cluster counts in files"):
        cluster.count_many("a-b", [nx.path_graph(3)], tmp_path / "o", executor=cluster.InProcess(), progress=False)
    with pytest.raises(isocount.errors.FileError, match=r"cannot read .*nothing: there is no such file or folder.*; check the spelling"):
        cluster.count_many("a-b", tmp_path / "nothing", tmp_path / "o", executor=cluster.InProcess(), progress=False)
    with pytest.raises(isocount.IsocountError):
        cluster.evaluate("exact", tmp_path / "nothing", executor=cluster.InProcess(), progress=False)
    job = _job.Job(_job.Question(), isocount.Dataset.load(small).patterns, _counting._find(small, {}, cluster.InProcess()))
    job.out = str(tmp_path / "busy")
    with Ledger(job.sealed()), pytest.raises(isocount.errors.FileError, match="another process counts here"):
        Ledger(job)


def test_listed_pairs(small: Path, tmp_path: Path) -> None:
    import pyarrow as pa

    patterns, graphs = of_small(small)
    pairs = [(number * 7 % len(patterns), number * 13 % len(graphs)) for number in range(900)]
    table = pa.table({"pattern": [it[0] for it in pairs], "graph": [it[1] for it in pairs]})
    parquet.write_table(table, tmp_path / "pairs.parquet", row_group_size=250)
    report = cluster.count_many(
        small, small, tmp_path / "out", pairs=tmp_path / "pairs.parquet", executor=cluster.InProcess(), progress=False, least_pairs=100, target_seconds=1e-3
    )
    assert report.tasks > 1
    assert answers(report) == expected(patterns, graphs, pairs=pairs)


def test_pairs_by_name(small: Path, tmp_path: Path) -> None:
    patterns, graphs = of_small(small)
    pairs = [(number * 7 % len(patterns), number * 13 % len(graphs)) for number in range(300)]
    listed = tmp_path / "pairs.csv"
    listed.write_text("pattern,graph\n" + "".join(f"{patterns[p].name},{graphs[g].name}\n" for p, g in pairs))
    options = {"pairs": listed, "progress": False, "least_pairs": 50, "target_seconds": 1e-3}
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        cluster.count_many(small, small, out, executor=Interrupted(3), **options)
    report = cluster.count_many(small, small, out, executor=cluster.InProcess(faults=Losses(1)), **options)
    assert answers(report) == expected(patterns, graphs, pairs=pairs)
    listed.write_text(f"{patterns[0].name},{graphs[0].name}\n{patterns[0].name},nobody\n")
    with pytest.raises(isocount.errors.InputError, match=r"pairs.csv:2: no graph is called 'nobody'"):
        cluster.count_many(small, small, tmp_path / "other", executor=cluster.InProcess(), **options)


def test_a_graph_that_is_large_is_held_once_by_each_node(tmp_path: Path, monkeypatch) -> None:
    """Tasks then take whole nodes, and the cache has space for the graph."""
    graph = tmp_path / "graph.csv"
    graph.write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in nx.gnp_random_graph(60, 0.2, seed=2).edges))
    jobs: list[_job.Job] = []
    original = _job.Job.sealed
    monkeypatch.setattr(_job.Job, "sealed", lambda job: jobs.append(job) or original(job))

    class Node(cluster.InProcess):
        def take_whole_nodes(self) -> int:
            return 3

    cluster.count_many("a->b", graph, tmp_path / "one", executor=Node(), progress=False)
    monkeypatch.setattr(_counting, "ARCS_HELD_ONCE", 100)
    monkeypatch.setattr(_counting, "CACHE_BYTES", 10)
    cluster.count_many("a->b", graph, tmp_path / "two", executor=Node(), progress=False)
    cluster.count_many("a->b", graph, tmp_path / "three", executor=Node(), progress=False, threads=2, cache_bytes=7)
    assert [job.threads for job in jobs] == [1, 3, 2]
    assert jobs[0].cache_bytes == 1 << 30 and jobs[2].cache_bytes == 7
    assert jobs[1].cache_bytes > 3 * 24 * jobs[1].parts[0].arcs


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph in which some questions take longer than others."""
    path = tmp_path_factory.mktemp("hard") / "graph.csv"
    graph = nx.gnp_random_graph(70, 0.45, seed=5)
    path.write_text("source,target\n" + "".join(f"{u},{v}\n{v},{u}\n" for u, v in graph.edges))
    return path


HARD_PATTERNS = ["a-b-c-a", "a-b-c-d-e-a, b-d", "a-b-c-d-e-f-a, a-d, b-e"]


@pytest.mark.parametrize(("semantics", "unit"), [("induced", "subgraphs"), ("monomorphism", "mappings")])
def test_hard_questions_are_shared_out(hard: Path, tmp_path: Path, semantics: str, unit: str, monkeypatch) -> None:
    monkeypatch.setattr("isocount.cluster._hard.HardPair.seconds", 0.05)
    # Otherwise the question would go to algebra on one worker.
    monkeypatch.setattr("isocount._native.predicted_times", lambda *_: (1.0, None))
    right = expected(HARD_PATTERNS, [str(hard)], semantics=semantics, unit=unit)
    out = tmp_path / "out"

    def count(executor):
        return cluster.count_many(HARD_PATTERNS, hard, out, semantics, unit, executor=executor, progress=False, patience=0.002)

    for after in (4, 8, 15):
        with pytest.raises(KeyboardInterrupt):
            count(Interrupted(after, workers=2, faults=Losses(after)))
    report = count(cluster.InProcess(2, Losses(1)))
    assert answers(report) == right
    parallel = cluster.count_many(
        HARD_PATTERNS, hard, tmp_path / "two", semantics, unit, executor=cluster.InProcess(), progress=False, patience=0.002, threads=2
    )
    assert answers(parallel) == right
    assert list(out.glob("hard/*/*-*.json")), "nothing was hard"
    assert count(cluster.InProcess()).tasks == 0


def test_a_question_for_algebra_is_asked_as_a_whole(hard: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("isocount._native.predicted_times", lambda *_: (100.0, 0.1))
    right = expected(HARD_PATTERNS, [str(hard)], semantics="induced")
    report = cluster.count_many(
        HARD_PATTERNS, hard, tmp_path / "out", "induced", executor=cluster.InProcess(2), progress=False, patience=0.002
    )
    assert answers(report) == right
    assert not list((tmp_path / "out").glob("hard/*/*"))


def test_shares_add_up_and_know_what_is_left() -> None:
    from isocount import _native

    graph = isocount.Graph(nx.gnp_random_graph(40, 0.4, seed=1))
    pattern = isocount.Pattern("a-b-c-d-a")
    ask = _job.Question("induced", "subgraphs").exactly(1)
    whole = int(isocount.count(pattern, graph, "induced"))
    assert sum(_native.count_share(ask, pattern, graph, first, 7, None)[0] for first in range(7)) == whole
    assert _native.automorphisms(ask, pattern) == 8
    number, rest = _native.count_share(ask, pattern, graph, 2, 7, 0.0)
    assert rest is None or rest[0] % 7 == 2
    with pytest.raises(isocount.errors.InputError):
        _native.count_share(ask, pattern, graph, 0, 0, None)


def test_a_pair_that_kills_its_worker_is_found(small: Path, tmp_path: Path, monkeypatch) -> None:
    poison = 1234

    class Killing(cluster.InProcess):
        def submit(self, function, shared, *arguments):
            if function is _counting._piece.count_range and arguments[0] <= poison < arguments[1]:
                return super().submit(lambda *_: (_ for _ in ()).throw(cluster.WorkerLost("out of memory")), shared)
            return super().submit(function, shared, *arguments)

    with pytest.raises(isocount.errors.NoAnswer, match=r"pattern 34 in graph 16: its worker died 9 times"):
        cluster.count_many(small, small, tmp_path / "out", executor=Killing(), progress=False)
    job = json.loads((tmp_path / "out" / "_job.json").read_text())
    assert job["pairs"] == 120 * 75
    # The same folder continues, and records the pair.
    with pytest.warns(isocount.UnreadWarning, match="its worker died 9 times"):
        report = cluster.count_many(small, small, tmp_path / "out", executor=Killing(), on_error="record", progress=False)
    without_one_answer(small, report, poison, "its worker died 9 times")


def without_one_answer(small: Path, report: cluster.Report, pair: int, reason: str) -> None:
    """All answers are those of one machine, except for one pair that has none."""
    patterns, graphs = of_small(small)
    pattern, graph = patterns[pair % 75].name, graphs[pair // 75].name
    found = {row[:2]: row for row in answers(report)}
    whole = {row[:2]: row for row in expected(patterns, graphs)}
    assert found.pop((pattern, graph)) == (pattern, graph, "none", None, None, None, None, reason)
    whole.pop((pattern, graph))
    assert found == whole and report.answers == {"exact": 120 * 75 - 1, "none": 1}
    assert report.problems() == [(f"{pattern} in {graph}", reason)]


def test_a_pair_whose_task_raises_is_recorded(small: Path, tmp_path: Path) -> None:
    poison = 4321

    class Raising(cluster.InProcess):
        def submit(self, function, shared, *arguments):
            if function is _counting._piece.count_range and arguments[0] <= poison < arguments[1]:
                return super().submit(lambda *_: (_ for _ in ()).throw(ZeroDivisionError("a mistake")), shared)
            return super().submit(function, shared, *arguments)

    with pytest.raises(ZeroDivisionError):
        cluster.count_many(small, small, tmp_path / "out", executor=Raising(), progress=False)
    with pytest.warns(isocount.UnreadWarning, match="a mistake"):
        report = cluster.count_many(small, small, tmp_path / "kept", executor=Raising(), on_error="record", progress=False)
    without_one_answer(small, report, poison, "ZeroDivisionError: a mistake")
    # The same call continues, and keeps the reason.
    with pytest.warns(isocount.UnreadWarning):
        again = cluster.count_many(small, small, tmp_path / "kept", executor=cluster.InProcess(), on_error="record", progress=False)
    assert answers(again) == answers(report) and again.tasks == 0


def test_a_pair_whose_graph_kills_its_reader_is_recorded(small: Path, tmp_path: Path) -> None:
    poison = 77

    class Killing(cluster.InProcess):
        def submit(self, function, shared, *arguments):
            is_poison = arguments[0] <= poison < (arguments[1] if function is _counting._piece.count_range else arguments[0] + 1)
            if function is not _counting._parts.survey and is_poison:
                return super().submit(lambda *_: (_ for _ in ()).throw(cluster.WorkerLost("out of memory")), shared)
            return super().submit(function, shared, *arguments)

    with pytest.warns(isocount.UnreadWarning, match="graph 1 could not be read or counted: its worker died"):
        report = cluster.count_many(small, small, tmp_path / "out", executor=Killing(), on_error="record", progress=False)
    assert report.answers == {"exact": 120 * 75 - 1, "none": 1} and len(report.problems()) == 1


LINES = ['{"nodes": [0, 0], "edges": [[0, 1]]}', '{"nodes": [0], "edges": [[0, 5]]}', '{"nodes": [0, 0, 0], "edges": [[0, 1], [1, 2]]}']


def test_a_faulty_line_is_raised_with_its_place_or_recorded(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join([*LINES[::2] * 3, *LINES]) + "\n")
    # This also holds if the line is in a later part of the file.
    for part_bytes in (1 << 20, 60):
        monkeypatch.setattr(_counting._parts, "LINES_BYTES", part_bytes)
        out = tmp_path / str(part_bytes)
        with pytest.raises(isocount.errors.FormatError, match=r"bad\.jsonl:8:") as raised:
            cluster.count_many("a->b", path, out, executor=cluster.InProcess(), progress=False)
        assert (raised.value.path, raised.value.line) == (str(path), 8) and "isocount-" not in str(raised.value)
        with pytest.warns(isocount.UnreadWarning, match=r"bad#7 could not be read or counted: .*bad\.jsonl:8:"):
            report = cluster.count_many("a->b", path, tmp_path / f"{part_bytes}-kept", executor=cluster.InProcess(), on_error="record", progress=False)
        with pytest.warns(isocount.UnreadWarning):
            assert answers(report) == expected("a->b", path, on_error="record")
        assert report.answers == {"exact": 8, "none": 1}


def test_a_faulty_file_row_or_pattern_is_raised_or_recorded(tmp_path: Path) -> None:
    folder = tmp_path / "graphs"
    folder.mkdir()
    for number in (10, 2):
        nx.write_gml(nx.cycle_graph(number + 1), folder / f"g{number}.gml")
    (folder / "g3.gml").write_text("graph [ nonsense")
    (folder / "README.md").write_text("not a graph")
    patterns = tmp_path / "patterns.smi"
    patterns.write_text("CC\nC(\n")
    rows = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"tails": [[0, 1], [0]], "heads": [[1, 2], [7]], "node_labels": [["1", "1", "1"], ["1"]]}), rows)
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    shutil.copy(folder / "g2.gml", damaged)
    (damaged / "bad.parquet").write_bytes(rows.read_bytes()[:-9])
    nulls = tmp_path / "nulls.parquet"
    one = [["1", "1"]]
    parquet.write_table(pa.table({"tails": [[0]] * 3, "heads": [[1]] * 3, "node_labels": [*one, None, *one]}), nulls)
    for number, (asked, source, message) in enumerate(
        [
            ("a-b", folder, r"g3\.gml:1:"),
            (patterns, folder / "g2.gml", r"patterns\.smi:2:"),
            ("a->b", rows, r"rows\.parquet: row 1: "),
            ("a-b", damaged, r"bad\.parquet: the file is damaged"),
            ("a->b", nulls, r"nulls\.parquet: row 1: a value is missing in the column node_labels"),
        ]
    ):
        ask = {"ignore": ("node_labels", "edge_labels"), "progress": False}
        with pytest.raises(isocount.errors.FormatError, match=message):
            cluster.count_many(asked, source, tmp_path / f"raised{number}", executor=cluster.InProcess(), **ask)
        # In the same folder.
        with pytest.warns(isocount.UnreadWarning, match=message):
            report = cluster.count_many(asked, source, tmp_path / f"raised{number}", executor=cluster.InProcess(), on_error="record", **ask)
        ((_, reason),) = report.problems()
        assert re.search(message, reason) and report.answers["none"] == 1
        assert report.answers.get("exact", 0) == {"graphs": 2, "damaged": 1, "nulls": 2, "rows": 1}.get(source.stem, 1)
        if source == folder:
            assert report.table()["graph"].to_pylist() == ["g2", "g3", "g10"]
            with pytest.warns(isocount.UnreadWarning):
                assert answers(report) == expected(asked, source, on_error="record", ignore=ask["ignore"])


def test_every_fault_of_a_row_is_its_own(tmp_path: Path) -> None:
    """A row that lacks something has no answer, and the others of its part have theirs."""
    good = {"name": "good", "tails": [0], "heads": [1], "node_labels": ["a", "b"], "edge_labels": ["x"]}
    faults = {
        "no value is there for the labels": {"node_labels": None},
        "a label": {"node_labels": ["a", None]},
        "a label of an edge": {"edge_labels": [None]},
        "a node": {"tails": [None]},
        "all arcs": {"tails": None},
        "a head": {"heads": []},
    }
    rows = [good, *({**good, "name": name, **fault} for name, fault in faults.items()), {**good, "name": None}]
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.Table.from_pylist(rows), path)
    run = {"executor": cluster.InProcess(), "progress": False}
    with pytest.warns(isocount.UnreadWarning):
        report = cluster.count_many("x:a-[x]->y:b", path, tmp_path / "out", on_error="record", **run)
    found = {row["graph"]: (row["answer"], row["reason"]) for row in report.table().to_pylist()}
    assert found.pop("good") == found.pop(str(len(rows) - 1)) == ("exact", None)
    assert set(found) == set(faults)
    for row, name in enumerate(faults, start=1):
        column = next(iter(faults[name]))
        assert found[name][0] == "none" and re.search(rf"rows\.parquet: row {row}: .*{column}", found[name][1])
    # A label that is left out may be missing.
    with pytest.warns(isocount.UnreadWarning):
        report = cluster.count_many("x->y", path, tmp_path / "plain", on_error="record", node_label=False, edge_label=False, **run)
    assert report.answers == {"exact": 4, "none": 4}
    spoiled = bytearray(path.read_bytes())
    spoiled[4:40] = b"\xff" * 36
    (tmp_path / "spoiled.parquet").write_bytes(spoiled)
    with pytest.raises(isocount.errors.FormatError, match=r"spoiled\.parquet: row group 0: "):
        cluster.count_many("x->y", tmp_path / "spoiled.parquet", tmp_path / "raised", **run)
    with pytest.warns(isocount.UnreadWarning, match=r"spoiled\.parquet: row group 0: "):
        report = cluster.count_many("x->y", tmp_path / "spoiled.parquet", tmp_path / "raised", on_error="record", **run)
    assert report.answers == {"none": len(rows)}
    parquet.write_table(pa.table({"tails": [[0.5]], "heads": [[1.0]]}), tmp_path / "floats.parquet")
    with pytest.raises(isocount.errors.FormatError, match="the column tails has lists of node numbers"):
        cluster.count_many("x->y", tmp_path / "floats.parquet", tmp_path / "floats", **run)


def test_a_file_that_kills_its_reader_is_named_or_recorded(tmp_path: Path) -> None:
    """The survey reads files together; the one at fault is found."""
    folder = tmp_path / "graphs"
    folder.mkdir()
    for number in range(3):
        nx.write_gml(nx.cycle_graph(number + 3), folder / f"g{number}.gml")

    class Killing(cluster.InProcess):
        def submit(self, function, shared, *arguments):
            if function is _counting._parts.survey and any(part.path.endswith("g1.gml") for part in arguments[0]):
                return super().submit(lambda *_: (_ for _ in ()).throw(cluster.WorkerLost("out of memory")), shared)
            return super().submit(function, shared, *arguments)

    run = {"executor": Killing(), "progress": False}
    with pytest.raises(isocount.errors.NoAnswer, match=r"g1\.gml: its worker died 9 times"):
        cluster.count_many("a-b", folder, tmp_path / "out", **run)
    with pytest.warns(isocount.UnreadWarning, match=r"g1 could not be read or counted: .*g1\.gml: its worker died 9 times"):
        report = cluster.count_many("a-b", folder, tmp_path / "out", on_error="record", **run)
    assert report.table()["graph"].to_pylist() == ["g0", "g1", "g2"] and report.answers == {"exact": 2, "none": 1}


def test_a_list_of_places_that_means_nothing_is_refused(tmp_path: Path) -> None:
    graph, pairs = tmp_path / "g.csv", tmp_path / "pairs.parquet"
    graph.write_text("source,target\n0,1\n")
    for table, message in [
        (None, "pairs.parquet"),
        ({"pattern": [0], "grph": [0]}, "graph"),
        ({"pattern": ["a"], "graph": [0]}, "pattern"),
        ({"pattern": [0, 1], "graph": [0, 0]}, "pattern 1, but there is 1"),
        ({"pattern": [0], "graph": [-1]}, "graph -1, but there is 1"),
        ({"pattern": [0, None], "graph": [0, 0]}, "a value is missing in the column pattern"),
    ]:
        if table is None:
            pairs.write_bytes(b"PAR1 nonsense")
        else:
            parquet.write_table(pa.table(table), pairs)
        with pytest.raises(isocount.IsocountError, match=message):
            cluster.count_many("a->b", graph, tmp_path / "out", pairs=pairs, executor=cluster.InProcess(), progress=False)


def test_options_of_reading_reach_what_can_use_them(tmp_path: Path) -> None:
    molecules = tmp_path / "molecules.smi"
    molecules.write_text("C[N+]\nCN\n")
    run = {"executor": cluster.InProcess(), "progress": False}
    for number, by in enumerate(({"atom_label": "charge"}, {"node_label": "charge"}, {"reading": {"atom_label": "charge"}})):
        report = cluster.count_many("smiles:C[N+]", molecules, tmp_path / f"charge{number}", **by, **run)
        assert report.table()["count"].to_pylist() == ["1", "0"]
    assert cluster.count_many("smarts:[#7]", molecules, tmp_path / "smarts", **run).table()["count"].to_pylist() == ["1", "1"]
    lines = tmp_path / "graphs.jsonl"
    lines.write_text(LINES[0] + "\n")
    assert cluster.count_many("a-b", lines, tmp_path / "undirected", directed=False, **run).table()["count"].to_pylist() == ["2"]
    for refused in ({"atom_label": "charge"}, {"hydrogens": "explicit"}, {"source": "a", "target": "b"}):
        with pytest.raises(isocount.errors.InputError, match=f"{next(iter(refused))}= "):
            cluster.count_many("a-b", lines, tmp_path / "refused", **refused, **run)
    rows = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"tails": [[0]], "heads": [[1]], "node_labels": [["x", "y"]]}), rows)
    assert cluster.count_many("a-b", rows, tmp_path / "rows", directed=False, node_label=False, **run).table()["count"].to_pylist() == ["2"]
    with pytest.raises(isocount.errors.InputError, match="node_label= "):
        cluster.count_many("a-b", rows, tmp_path / "refused", node_label="kind", **run)


def test_the_command_lists_what_has_no_answers(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr("isocount.cluster._counting.OnRay", lambda *_, **__: cluster.InProcess())
    (tmp_path / "bad.jsonl").write_text("\n".join(LINES) + "\n")
    common = ["count", "a->b", str(tmp_path / "bad.jsonl"), "--out"]
    assert main([*common, str(tmp_path / "out"), "-q"]) == 1
    assert re.search(r"no answers for bad#1: the graph could not be read: .*bad\.jsonl:2:", capsys.readouterr().err)
    assert main([*common, str(tmp_path / "raised"), "-q", "--on-error", "raise"]) == 2
    assert re.search(r"bad\.jsonl:2:", capsys.readouterr().err)


def test_a_molecule_or_an_example_is_a_graph_too(tmp_path: Path) -> None:
    run = {"executor": cluster.InProcess(), "progress": False}
    report = cluster.count_many("triangle", "example:karate", tmp_path / "karate", unit="subgraphs", **run)
    assert report.table().select(["graph", "count"]).to_pylist() == [{"graph": "karate", "count": "45"}]
    report = cluster.count_many("smarts:[#7]", ["smiles:CN", "smiles:CC"], tmp_path / "molecules", **run)
    assert report.table()["count"].to_pylist() == ["1", "0"]
    assert cluster.motifs("example:karate", tmp_path / "motifs", 3, **run)["count"].to_pylist() == ["393", "45"]
    with pytest.raises(isocount.IsocountError, match="there is no example `karat`"):
        cluster.count_many("a-b", "example:karat", tmp_path / "none", **run)
    with pytest.warns(isocount.UnreadWarning, match="there is no example `karat`"):
        report = cluster.count_many("a-b", ["example:karat", "example:karate"], tmp_path / "none", on_error="record", **run)
    assert report.answers == {"exact": 1, "none": 1}
    # A word that may be a mistyped path is not taken for a graph.
    with pytest.raises(isocount.errors.FileError, match="my-graphs"):
        cluster.count_many("a-b", "my-graphs", tmp_path / "none", **run)


def test_answers_that_may_be_far_off_are_warned_of_once(tmp_path: Path) -> None:
    isocount.Dataset.generate("small", tmp_path / "small", limit=60, progress=False)
    dataset = isocount.Dataset.load(tmp_path / "small")
    model, _ = isocount.train("count-gnn", dataset, tmp_path / "run", width=4, settings={"training.epochs": 1}, progress=False)
    folder = tmp_path / "graphs"
    folder.mkdir()
    for number in (100, 200, 3):
        nx.write_gml(nx.path_graph(number), folder / f"g{number}.gml")
    asked = {"method": "learned", "progress": False}
    for number, (least, given) in enumerate([(1, model.path), (500, model)]):
        out = tmp_path / str(number)
        for executor in (cluster.InProcess(2), cluster.InProcess()):
            # This also holds if all answers exist already.
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                report = cluster.count_many("a->b", folder, out, executor=executor, model=given, least_pairs=least, target_seconds=1e-6, **asked)
            assert [warning.category for warning in caught] == [isocount.AccuracyWarning]
            assert re.search(r"g100 .*larger than the graphs .*counts may be far off", str(caught[0].message))
            assert caught[0].filename == __file__
        assert report.table()["reason"][1].as_py()


def test_motifs_refuse_what_has_no_effect(tmp_path: Path) -> None:
    """With the same messages as on one machine."""
    graph = tmp_path / "g.csv"
    graph.write_text("source,target,kind\n0,1,x\n1,2,x\n")
    run = {"executor": cluster.InProcess(), "progress": False}
    for number, options in enumerate(
        (
            {"samples": 5},
            {"seed": 0},
            {"samples": 0, "null": "degree"},
            {"null": "edges"},
            {"semantics": "homomorphism"},
            {"size": (3, 7)},
            {"size": "3"},
            {"directed": "no"},
        )
    ):
        with pytest.raises(isocount.IsocountError) as alone:
            isocount.motifs(graph, **options, progress=False)
        with pytest.raises(isocount.IsocountError) as shared:
            cluster.motifs(graph, tmp_path / str(number), **options, **run)
        assert (type(shared.value), str(shared.value)) == (type(alone.value), str(alone.value)), options
    for name in ("node_label", "edge_label", "atom_label"):
        with pytest.raises(isocount.errors.InputError, match="labels have no effect without labels=True"):
            cluster.motifs(graph, tmp_path / "labels", reading={name: "kind"}, **run)
    # A census without labels leaves them out anyway.
    assert cluster.motifs(graph, tmp_path / "plain", 3, reading={"edge_label": False}, **run).num_rows
    with pytest.raises(isocount.IsocountError, match="'bogus'"):
        cluster.motifs(graph, tmp_path / "bogus", reading={"bogus": 1}, **run)


def test_motifs_follow_the_directions_of_each_graph_with_their_labels(tmp_path: Path) -> None:
    """An arc whose reverse has another label has no reverse with labels=True."""
    lines = tmp_path / "graphs.jsonl"
    graphs = [
        {"nodes": [0, 0, 0], "edges": [[0, 1], [1, 0], [1, 2], [2, 1]]},
        {"nodes": [0, 0, 0], "edges": [[0, 1], [1, 2]]},
        {"nodes": [0, 0, 0], "edges": [[0, 1, "a"], [1, 0, "b"], [1, 2, "a"], [2, 1, "a"]]},
    ]
    lines.write_text("".join(f"{json.dumps(graph)}\n" for graph in graphs))
    run = {"executor": cluster.InProcess(), "progress": False}
    for labels in (False, True):
        for directed in (None, True, False):
            found = cluster.motifs(lines, tmp_path / f"{labels}-{directed}", 3, labels=labels, directed=directed, **run).to_pydict()
            rows: list[tuple] = []
            for place, graph in enumerate(isocount.read_graphs(lines)):
                alone = isocount.motifs(graph, 3, labels=labels, directed=directed, progress=False)
                counts = zip(alone["pattern"].tolist(), alone["count"].tolist(), strict=True)
                rows.extend((place, alone.directed, pattern, str(count)) for pattern, count in counts)
            assert list(zip(*(found[name] for name in ("graph_number", "directed", "pattern", "count")), strict=True)) == rows
            if directed is None:
                assert [{row[1] for row in rows if row[0] == place} for place in range(3)] == [{False}, {True}, {labels}]


def test_motifs_are_those_of_one_machine(small: Path, tmp_path: Path) -> None:
    """For many graphs, and for one graph compared with randomised ones, whose samples file has the bytes of one machine."""
    _, graphs = of_small(small)
    with pytest.raises(KeyboardInterrupt):
        cluster.motifs(small, tmp_path / "many", 3, executor=Interrupted(5), progress=False)
    many = cluster.motifs(small, tmp_path / "many", 3, executor=cluster.InProcess(2, Losses(2)), progress=False)
    rows = [(place, graph.name, isocount.motifs(graph, 3).to_dict()) for place, graph in enumerate(graphs)]
    expected = [
        (place, name, pattern, str(count))
        for place, name, table in rows
        for pattern, count in zip(table["pattern"], table["count"], strict=True)
    ]
    found = many.to_pydict()
    columns = ("graph_number", "graph", "pattern", "count")
    assert list(zip(*(found[name] for name in columns), strict=True)) == expected

    karate = tmp_path / "karate.csv"
    karate.write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in nx.karate_club_graph().edges))
    options = {"null": "degree", "samples": 60, "seed": 3, "progress": False}
    with pytest.raises(KeyboardInterrupt):
        cluster.motifs(karate, tmp_path / "one", executor=Interrupted(1), **options)
    one = cluster.motifs(karate, tmp_path / "one", executor=cluster.InProcess(2, Losses(5)), **options).to_pydict()
    alone = isocount.motifs(str(karate), samples_file=tmp_path / "alone.jsonl", **options).to_dict()
    for name in ("pattern", "mean", "deviation", "z", "p", "q"):
        assert one[name] == list(alone[name])
    assert (tmp_path / "one" / "samples" / "000000000.jsonl").read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    with pytest.raises(isocount.errors.InputError, match="differs in null"):
        cluster.motifs(karate, tmp_path / "one", executor=cluster.InProcess(), **{**options, "seed": 4})
    again = cluster.motifs(karate, tmp_path / "one", executor=cluster.InProcess(), replace=True, **{**options, "seed": 4})
    assert again.to_pydict()["mean"] != one["mean"]


def test_labelling_gives_the_bytes_of_one_machine(small: Path, tmp_path: Path) -> None:
    dataset = isocount.Dataset.load(small)
    lines = write_sources(small, tmp_path)["lines"]
    alone = tmp_path / "alone" / "set"
    isocount.Dataset.import_(str(lines), dataset.patterns, alone, progress=False)
    shared = tmp_path / "shared" / "set"
    shared.parent.mkdir()
    for after in (2, 6):
        with pytest.raises(KeyboardInterrupt):
            executor = Interrupted(after, workers=2, faults=Losses(after))
            cluster.label(lines, dataset.patterns, shared, executor=executor, progress=False)
    made = cluster.label(lines, dataset.patterns, shared, executor=cluster.InProcess(3, Losses(7)), progress=False)
    assert len(made) == 120 * 75
    names = sorted(path.relative_to(alone) for path in alone.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(shared) for path in shared.rglob("*") if path.is_file())
    for name in names:
        assert (alone / name).read_bytes() == (shared / name).read_bytes(), name
    # Again: it exists already.
    assert cluster.label(lines, dataset.patterns, shared, executor=cluster.InProcess(), progress=False) == made
    # A sample of the pairs: the seed selects them, and without a sample it has no effect.
    sampled = [
        cluster.label(lines, dataset.patterns, tmp_path / str(seed), sample=50, seed=seed, executor=cluster.InProcess(), progress=False)
        for seed in (3, 4)
    ]
    again = isocount.Dataset.import_(str(lines), dataset.patterns, tmp_path / "again" / "3", sample=50, seed=3, progress=False)
    assert sampled[0] == again != sampled[1]
    with pytest.raises(isocount.errors.InputError, match="seed= needs sample="):
        cluster.label(lines, dataset.patterns, tmp_path / "x", seed=3, executor=cluster.InProcess(), progress=False)


def test_evaluation_gives_the_table_of_one_machine(small: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("isocount.cluster._evaluation.LEAST_TRIPLES", 20)
    dataset = isocount.Dataset.load(small)
    model, _ = isocount.train("count-gnn", dataset, tmp_path / "run", width=4, settings={"training.epochs": 1}, progress=False)
    counters = ["exact", "vf2", model]
    right = isocount.evaluate(counters, dataset, progress=False).to_dict()
    out = tmp_path / "outcomes"
    with pytest.raises(KeyboardInterrupt):
        cluster.evaluate(counters, small, out=out, executor=Interrupted(5, workers=2), progress=False)
    kept = len(list(out.rglob("*.jsonl")))
    assert kept == 5
    next(out.rglob("*.jsonl")).write_text("spoiled")
    found = cluster.evaluate(counters, small, out=out, executor=cluster.InProcess(2, Losses(5)), progress=False).to_dict()
    for column in ("counter", "mae", "q_error", "rmse", "triples", "unanswered"):
        assert found[column] == right[column], column
    assert cluster.evaluate("exact", small, limit=30, executor=cluster.InProcess(), progress=False)["triples"][0] == 30


def test_training_gives_the_bits_of_one_machine(small: Path, tmp_path: Path) -> None:
    settings = {"training.epochs": 3}
    dataset = isocount.Dataset.load(small)
    isocount.train("count-gnn", dataset, tmp_path / "one", width=8, settings=settings, seed=5, progress=False)
    right = (tmp_path / "one" / "weights.safetensors").read_bytes()
    for workers in (1, 2, 3):
        for faults in (None, Losses(workers)):
            out = tmp_path / f"{workers}-{faults is None}"
            if faults is not None:
                with pytest.raises(KeyboardInterrupt):
                    executor = Interrupted(3, workers=workers, faults=faults)
                    cluster.train("count-gnn", small, out, width=8, settings=settings, seed=5, executor=executor, progress=False)
            executor = cluster.InProcess(workers, faults)
            cluster.train("count-gnn", small, out, width=8, settings=settings, seed=5, executor=executor, progress=False)
            assert (out / "weights.safetensors").read_bytes() == right
            assert (out / "log.jsonl").read_bytes() == (tmp_path / "one" / "log.jsonl").read_bytes()


def test_machines_that_round_differently_are_refused(small: Path, tmp_path: Path, monkeypatch) -> None:
    from isocount.cluster import _training

    steps = _training.Steps(_training.Trained("count-gnn", str(small), "paper", 4, (), None), cluster.InProcess())
    weights = b"\0" * 4
    with pytest.raises(isocount.errors.LearningError, match="1 weights for a model of"):
        steps(0, weights, 1)
    with pytest.raises(isocount.errors.InputError, match="AVX2"):
        steps._checked("other", [])


def test_a_cache_keeps_to_its_bound_and_opens_a_large_graph_once(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("isocount.cluster._piece.ARCS_WORTH_OPENING", 10)
    graph = tmp_path / "graph.csv"
    graph.write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in nx.gnp_random_graph(60, 0.2, seed=2).edges))
    opened = []
    original = _job.Job.open_graph

    def counting(self, place, ask, key):
        before = _cache.CACHE.misses
        found = original(self, place, ask, key)
        opened.append(_cache.CACHE.misses - before)
        return found

    monkeypatch.setattr(_job.Job, "open_graph", counting)
    patterns = ["a->b", "a->b->c", "a->b->c->d", "a->b, a->c", "a->b->c, a->c"]
    report = cluster.count_many(
        patterns, graph, tmp_path / "out", executor=cluster.InProcess(), progress=False, least_pairs=1, target_seconds=1e-6
    )
    assert answers(report) == expected(patterns, [str(graph)])
    assert report.tasks == 5
    assert sum(opened) <= 1
    cache = _cache.Cache(100)
    for key in range(50):
        cache.get(key, lambda: "value", lambda _: 30)
        assert cache.bytes <= 100
    assert cache.get("huge", lambda: "given", lambda _: 1000) == "given"
    assert "huge" not in cache.keys()


def test_a_remote_address_needs_a_token(monkeypatch, tmp_path: Path) -> None:
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    _on_ray.require_token("127.0.0.1:6379")
    _on_ray.require_token("auto")
    with pytest.raises(isocount.errors.InputError, match="another machine, and there is no token"):
        _on_ray.require_token("10.1.2.3:6379")
    assert os.environ["RAY_AUTH_MODE"] == "token"
    (tmp_path / "token").write_text("secret")
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(tmp_path / "token"))
    _on_ray.require_token("ray://head.example:10001")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.delenv("RAY_AUTH_TOKEN_PATH")
    with pytest.warns(isocount.errors.IsocountWarning, match=r"10\.1\.2\.3:6379: without a token, anybody"):
        _on_ray.require_token("10.1.2.3:6379")


def test_the_command_line(small: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    executor = cluster.InProcess(2)
    for module in ("_counting", "_motifs", "_labelling", "_evaluation", "_training"):
        monkeypatch.setattr(f"isocount.cluster.{module}.OnRay", lambda *_, **__: executor)
    common = ["--patterns", str(small), "--graphs", str(small), "--out"]
    assert main(["count", *common, str(tmp_path / "out"), "--unit", "subgraphs", "--undirected"]) == 0
    assert "9000 pairs (9000 exact)" in capsys.readouterr().err
    found = json.loads((tmp_path / "out" / "_job.json").read_text())["question"]
    assert found["unit"] == "subgraphs" and found["ignore"] == ["directions"]
    assert main(["count", *common, str(tmp_path / "out"), "--resume", "-q"]) == 2
    assert "another job" in capsys.readouterr().err
    # Each graph is counted with its own directions, as on one machine, unless the flags decide otherwise.
    graphs = of_small(small)[1]
    for flags, directed in [([], None), (["--directed"], True), (["--undirected"], False)]:
        out = tmp_path / f"motifs{directed}"
        assert main(["motifs", str(small), "--size", "3", *flags, "--out", str(out)]) == 0
        rows = sum(len(isocount.motifs(graph, 3, directed=directed, progress=False)) for graph in graphs)
        assert f"{rows} rows" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["motifs", str(small), "--directed", "--undirected", "--out", str(tmp_path / "x")])
    assert "not allowed with argument" in capsys.readouterr().err
    assert main(["motifs", str(small), "--seed", "1", "--out", str(tmp_path / "x"), "-q"]) == 2
    assert "`seed` has no effect" in capsys.readouterr().err
    assert main(["label", *common, str(tmp_path / "set"), "--sample", "100", "-q"]) == 0
    assert main(["eval", str(tmp_path / "set"), "--method", "exact", "-q"]) == 0
    assert capsys.readouterr().out.startswith("counter,mae,")
    arguments = ["--width", "4", "--set", "training.epochs=1", "--out", str(tmp_path / "run"), "-q"]
    assert main(["train", str(tmp_path / "set"), *arguments]) == 0
    assert (tmp_path / "run" / "weights.safetensors").exists()
    with pytest.raises(SystemExit):
        main(["count", "a-b", "--out", str(tmp_path / "x")])
    shutil.rmtree(tmp_path / "out")


def flags_of(help_: str) -> set[str]:
    """The long flags of a help text: those at the beginning of a line."""
    return set(re.findall(r"^ +(?:-\w, )?(?:-\w[ \w]*, )?(--[a-z-]+)", help_, re.MULTILINE))


@pytest.mark.parametrize("command", ["count", "motifs"])
def test_the_flags_are_those_of_one_machine_or_refused_with_a_reason(command: str, capsys) -> None:
    """Every flag in the help of `isocount`, taken from its snapshot, is either supported or in the list of unsupported flags."""
    root = Path(os.environ["ISOCOUNT_ROOT"])
    theirs = flags_of((root / f"crates/cli/tests/cli/snapshots/cli__help__help_{command}.snap").read_text(encoding="utf-8"))
    missing = {"count": _command.NOT_IN_COUNT, "motifs": _command.NOT_IN_MOTIFS}[command]
    with pytest.raises(SystemExit):
        main([command, "--help"])
    ours = flags_of(capsys.readouterr().out)
    assert len(theirs) > 20 and theirs - ours == set(missing)
    documented = (root / "docs" / "cluster.md").read_text(encoding="utf-8")
    for flag, why in missing.items():
        with pytest.raises(SystemExit) as ended:
            main([command, "a-b", "g.csv", "--out", "x", flag, "1"])
        assert ended.value.code == 2 and f"{flag} is not supported: {why}" in " ".join(capsys.readouterr().err.split())
        assert f"`{flag}`" in documented, f"docs/cluster.md does not list {flag} as unsupported"


def test_options_of_reading_are_those_of_one_machine(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr("isocount.cluster._counting.OnRay", lambda *_, **__: cluster.InProcess())

    def counts(*arguments: str) -> list[str]:
        out = tmp_path / str(len(list(tmp_path.iterdir())))
        assert main(["count", *arguments, "--out", str(out), "-q"]) == 0, capsys.readouterr().err
        return [count for path in out.glob("pieces/*/*.parquet") for count in parquet.read_table(path)["count"].to_pylist()]

    labelled, weighted = tmp_path / "labelled.json", tmp_path / "weighted.csv"
    labelled.write_text('{"nodes": ["A", "B"], "edges": [[0, 1]]}')
    weighted.write_text("source,target,label\n0,1,5\n")
    assert counts("a->b", str(labelled)) == ["0"] and counts("a->b", str(labelled), "--no-node-labels") == ["1"]
    assert counts("a->b", str(weighted)) == ["0"] and counts("a->b", str(weighted), "--no-edge-labels") == ["1"]
    ring = tmp_path / "ring.smi"
    ring.write_text("C1=CC=CC=C1\n")
    aromatic = ("smiles:c1ccccc1", str(ring), "--unit", "subgraphs")
    assert counts(*aromatic) == ["1"] and counts(*aromatic, "--aromaticity", "as-written") == ["0"]
    # Patterns have a format of their own, and graphs keep theirs.
    pattern = tmp_path / "pattern.txt"
    pattern.write_text("x->y")
    assert counts(str(pattern), str(weighted), "--no-edge-labels", "--pattern-format", "text") == ["1"]
    graph = tmp_path / "graph.txt"
    graph.write_text(labelled.read_text())
    (tmp_path / "pattern.csv").write_text("source,target\n0,1\n")
    assert counts(str(tmp_path / "pattern.csv"), str(graph), "--format", "json", "--no-node-labels") == ["1"]
    for arguments in (["--no-node-labels", "--node-label-key", "kind"], ["--no-edge-labels", "--edge-label-key", "kind"]):
        with pytest.raises(SystemExit):
            main(["count", "a->b", str(labelled), "--out", str(tmp_path / "x"), *arguments])
        assert "not allowed with argument" in capsys.readouterr().err


def test_a_warning_is_a_line_of_the_command(tmp_path: Path, monkeypatch, capsys) -> None:
    def warning(*_, **__) -> cluster.InProcess:
        warnings.warn("look at this", isocount.errors.IsocountWarning, stacklevel=1)
        return cluster.InProcess()

    monkeypatch.setattr("isocount.cluster._counting.OnRay", warning)
    assert main(["count", "triangle", "example:karate", "--out", str(tmp_path / "out"), "-q"]) == 0
    assert capsys.readouterr().err == "isocount-cluster: warning: look at this\n"
