"""Threads, interrupts, pickles, logging: the expected behaviour of a package."""

from __future__ import annotations

import ast
import copy
import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import networkx as nx
import pytest

import isocount
from isocount import _native
from isocount._reading import OF_ONE

#: Work that takes minutes.
LONG = {
    "count": "isocount.count(nx.cycle_graph(12), nx.gnp_random_graph(400, 0.4, seed=1), method='exact')",
    "count_many": "isocount.count_many([nx.cycle_graph(12)] * 4, nx.gnp_random_graph(400, 0.4, seed=1), method='exact', progress=False)",
    "open": "isocount.open(nx.gnp_random_graph(400, 0.4, seed=1), method='exact').count(nx.cycle_graph(12))",
    "find": "next(isocount.find(nx.cycle_graph(13), nx.complete_bipartite_graph(60, 60)))",
    "find a sample": "isocount.find(nx.cycle_graph(12), nx.gnp_random_graph(400, 0.4, seed=1), sample=10)",
    "find all": "sum(1 for _ in isocount.find(nx.cycle_graph(12), nx.gnp_random_graph(400, 0.4, seed=1)))",
}


def interrupted(code: str, delay: float = 1.0) -> tuple[float, str]:
    """Runs a program, interrupts it once it reports that it works, and returns the CPU time and its last line."""
    program = f"""
import resource, sys, time
import networkx as nx
import isocount
print("ready", flush=True)
try:
    {code}
    print("ended", flush=True)
except KeyboardInterrupt:
    print("interrupted", time.monotonic(), flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(delay)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        said = child.stdout.read().split()
    assert said and said[0] == "interrupted", said
    return float(said[1]) - sent, said[0]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("code", LONG.values(), ids=LONG)
def test_an_interrupt_is_raised_soon(code: str) -> None:
    seconds, _ = interrupted(code)
    # The promise is 100 ms; a loaded machine may take longer to run anything at all.
    assert seconds < 2.0


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_a_handler_that_does_not_raise_does_not_end_the_count() -> None:
    noticed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: noticed.append(number))
    try:
        graph = isocount.Graph(nx.gnp_random_graph(300, 0.3, seed=1))
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        answer = isocount.count(nx.cycle_graph(9), graph, method="exact", time_limit=0.3, threads=1)
        time.sleep(0.1)
        assert noticed == [signal.SIGINT] and answer.kind == "at_least"
        assert isocount.count(nx.path_graph(2), nx.path_graph(3)) == 4
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_an_interrupt_loses_no_match() -> None:
    graph = nx.complete_bipartite_graph(40, 40)
    graph.add_edges_from([("a", "b"), ("b", "c"), ("c", "a")])
    expected = [set(match.values()) for match in isocount.find(nx.cycle_graph(3), graph)]
    assert len(expected) == 6
    # The search for odd cycles takes long and finds nothing; the interrupt arrives while it runs.
    hard = isocount.find(nx.cycle_graph(11), graph)
    easy = isocount.find(nx.cycle_graph(3), graph)
    found = [set(next(easy).values())]
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        next(hard)
        time.sleep(5)
    timer.join()
    found.extend(set(match.values()) for match in easy)
    assert found == expected
    assert hard.ending is None and hard.num_found == 0


def test_other_threads_run_while_counting() -> None:
    graph = isocount.Graph(nx.gnp_random_graph(300, 0.3, seed=1))
    steps, ended = [0], threading.Event()

    def busy() -> None:
        while not ended.is_set():
            steps[0] += 1

    thread = threading.Thread(target=busy)
    thread.start()
    before = steps[0]
    isocount.count(nx.cycle_graph(9), graph, method="exact", time_limit=0.3, threads=1)
    during = steps[0] - before
    ended.set()
    thread.join()
    assert during > 1_000


def test_threads_share_graphs_and_open_graphs() -> None:
    graph = isocount.Graph(nx.karate_club_graph())
    opened = isocount.open(graph, unit="subgraphs")
    pattern = isocount.Pattern(nx.cycle_graph(3))
    found: list[int] = []

    def ask() -> None:
        for _ in range(200):
            found.append(int(opened.count(pattern)))
            found.append(int(isocount.count(pattern, graph, unit="subgraphs")))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1600 and set(found) == {45}


def test_graphs_and_patterns_are_pickled_copied_and_compared() -> None:
    source = nx.MultiDiGraph()
    source.add_node("x", kind=("a", 1))
    source.add_node("y", kind=None)
    source.add_edge("x", "y", how=1.5)
    source.add_edge("x", "x", how="1.5")
    for kind in (isocount.Graph, isocount.Pattern):
        made = kind(source, node_label="kind", edge_label="how", name="mine")
        again = pickle.loads(pickle.dumps(made))
        assert again == made and hash(again) == hash(made) and again.name == "mine"
        assert again.node_labels == [("a", 1), None] and again.nodes == ["x", "y"]
        assert copy.deepcopy(made) is made and copy.copy(made) is made
        assert made != kind(source, node_label="kind") and made != "mine"
    # In another process the numbers of the labels differ; the labels do not.
    graph = isocount.Graph(source, node_label="kind", edge_label="how")
    program = (
        "import sys, pickle, isocount\n"
        "isocount.Graph([(0, 1)], node_label=['p', 'q'])\n"
        "g = pickle.loads(sys.stdin.buffer.read())\n"
        "print(g.node_labels, g.arcs, isocount.count(isocount.Pattern(g), g))"
    )
    said = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(graph), stdout=subprocess.PIPE, check=True)
    assert said.stdout.decode().strip() == "[('a', 1), None] [('x', 'x', '1.5'), ('x', 'y', 1.5)] 1"


def test_representations_are_one_line() -> None:
    graph = isocount.Graph(nx.karate_club_graph(), name="karate")
    assert repr(graph) == "Graph('karate', 34 nodes, 78 edges)"
    assert repr(isocount.Pattern(nx.DiGraph([(0, 1)]))) == "Pattern('pattern', 2 nodes, 1 arc)"
    for it in (graph, isocount.open(graph), isocount.count([(0, 1)], graph)):
        assert "\n" not in repr(it)


def test_exceptions_have_remedies_and_are_pickled() -> None:
    with pytest.raises(isocount.errors.InputError) as raised:
        isocount.count([(0, 1)], [(0, 1)], unit="cups")
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is isocount.errors.InputError and str(again) == str(raised.value)
    assert again.remedy == "choose `mappings` or `subgraphs`"
    assert issubclass(isocount.errors.InputError, ValueError)
    assert issubclass(isocount.errors.FileError, OSError)
    assert issubclass(isocount.errors.UnknownGraphError, TypeError)


def test_nothing_is_imported_that_the_user_has_not() -> None:
    program = (
        "import sys, numpy, isocount\n"
        "isocount.count([(0, 1)], numpy.array([[0, 1]]))\n"
        "print([m for m in ('networkx', 'pandas', 'pyarrow', 'torch', 'rdkit', 'scipy') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    assert said.stdout.decode().strip() == "[]"


def test_the_stub_names_what_is_there() -> None:
    stub = ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text("utf-8"))
    classes = {item.name: item for item in stub.body if isinstance(item, ast.ClassDef)}
    functions = {item.name for item in stub.body if isinstance(item, ast.FunctionDef)}
    there = {name for name in dir(_native) if not name.startswith("__")}
    assert there == functions | set(classes) | {"VERSION"}
    for name, item in classes.items():
        stated = {part.name for part in item.body if isinstance(part, ast.FunctionDef)}
        found = {part for part in vars(getattr(_native, name)) if not part.startswith("__")}
        assert {part for part in stated if not part.startswith("__")} == found, name
        assert all(hasattr(getattr(_native, name), part) for part in stated), name
    assert set(isocount.__all__) <= set(dir(isocount))
    assert isocount.__version__.count(".") == 2


def test_help_names_every_option() -> None:
    for kind in (isocount.Graph, isocount.Pattern):
        signature = inspect.signature(kind)
        first, *options = signature.parameters.values()
        assert first.name == "graph" and first.kind is inspect.Parameter.POSITIONAL_ONLY
        meant = set(OF_ONE) - ({"attributes"} if kind is isocount.Pattern else set())
        assert {option.name for option in options} == meant and all(option.default is None for option in options)
    about = isocount.Graph.__doc__ or ""
    listed = {name for line in about.splitlines() if not line.startswith(" ") for name in line.split(", ")}
    assert set(OF_ONE) <= listed and "Arrow" in about
    stub = ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text("utf-8"))
    for item in stub.body:
        if isinstance(item, ast.ClassDef) and item.name in ("Graph", "Pattern"):
            [new] = [part for part in item.body if isinstance(part, ast.FunctionDef) and part.name == "__new__"]
            meant = set(OF_ONE) - ({"attributes"} if item.name == "Pattern" else set())
            assert {option.arg for option in new.args.kwonlyargs} == meant


def test_a_long_count_is_forecast_and_can_be_ended() -> None:
    # There are too many cliques of nine among some 90 nodes to count them one by one.
    graph = isocount.Graph(nx.gnp_random_graph(90, 0.9, seed=1))
    pattern = isocount.Pattern("clique:9")

    class Enough(Exception):
        pass

    heard: list[tuple[isocount.Answer, float | None]] = []

    def listen(answer: isocount.Answer, seconds: float | None) -> None:
        heard.append((answer, seconds))
        raise Enough

    with pytest.raises(Enough):
        isocount.count(pattern, graph, forecast=listen)
    ((answer, seconds),) = heard
    assert answer.kind == "estimate" and answer.interval[0] <= answer.value <= answer.interval[1]
    assert seconds is None or seconds > 1
    # A quick count has no forecast.
    assert isocount.count("triangle", graph, forecast=listen) > 0
    assert len(heard) == 1
