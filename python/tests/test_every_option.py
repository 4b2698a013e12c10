"""Every option of every call changes the outcome for some input, and is refused where it could not.

The options are those of the signatures: one that this file does not know fails the test.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx
import pandas as pd
import pytest

import isocount
from isocount._counting import method_options
from isocount._reading import READING
from isocount.errors import IsocountError

#: Options about resources and the display of progress: no answer depends on them.
#: Attributes are for conditions, and test_conditions.py has those.
NEVER = {"threads", "progress", "attributes"}


class Case(NamedTuple):
    """An input for which an option changes the outcome."""

    #: The pattern, the graph, and further arguments; the first is left out where a call takes one source.
    pattern: Any
    graph: Any
    besides: dict[str, Any]
    #: The value, and another value; without one, the option is left out.
    value: Any
    other: Any = None


def labelled(labels: str) -> nx.Graph:
    """A path whose nodes and edges have labels."""
    graph = nx.path_graph(len(labels))
    nx.set_node_attributes(graph, dict(enumerate(labels)), "kind")
    nx.set_edge_attributes(graph, {edge: f"bond {number}" for number, edge in enumerate(graph.edges)}, "bond")
    return graph


KARATE = nx.karate_club_graph()
ARCS = [(0, 1), (1, 2), (2, 3)]
TABLE = pd.DataFrame({"a": ["x", "y", "z"], "b": ["y", "z", "v"], "c": ["y", "x", "x"]})
ENDS = {"source": "a", "target": "b"}
KEKULE = "smiles:C1=CC=CC=C1"
DENSE = nx.gnp_random_graph(60, 0.4, seed=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("options")
    (folder / "edges.data").write_text("source,target\na,b\nb,c\nc,d\n")
    (folder / "twice.csv").write_text("source,target\na,b\nb,c\na,b\nc,d\n")
    nx.write_gml(labelled("CCOC"), folder / "kinds.gml", stringizer=str)
    (folder / "molecules.smi").write_text("C[N+](C)C amine\nCC(O)C alcohol\n")
    (folder / "hydrogen.smi").write_text("[H]OC written\n")
    (folder / "kekule.smi").write_text("C1=CC=CC=C1 benzene\n")
    (folder / "faulty.smi").write_text("CCO ethanol\nCC(=O nothing\n")
    return folder


def reading(folder: Path) -> dict[str, Case]:
    """Options of reading. The option applies to the pattern and to the graph."""
    return {
        "node_label": Case(labelled("CO"), labelled("CCOC"), {}, "kind"),
        "edge_label": Case(labelled("CO"), labelled("CCOC"), {}, "bond"),
        "directed": Case(ARCS[:2], ARCS, {}, False),
        "atom_label": Case("smiles:CN", "smiles:NCC[N+]", {}, "charge"),
        "hydrogens": Case("smiles:[H]C", "smiles:CO", {}, "explicit"),
        "aromaticity": Case("smiles:C=C", KEKULE, {}, "as-written"),
        "smarts": Case(isocount.Pattern("smarts:[CH3]"), "smiles:CCCO", {}, True),
        "format": Case("a->b", folder / "edges.data", {}, "edge-list"),
        "pattern_format": Case(folder / "edges.data", nx.DiGraph(ARCS), {}, "edge-list"),
        "duplicates": Case("a->b", folder / "twice.csv", {}, "merge"),
        "source": Case("a->b->c", TABLE, {"target": "b"}, "a", "c"),
        "target": Case("a->b->c", TABLE, {"source": "a"}, "b", "c"),
    }


#: Calls that options of reading cannot apply to, so they are refused.
IDLE: dict[str, tuple[Any, Any]] = {name: ("triangle", KARATE) for name in ("directed", *READING)} | {
    name: ("a-b", "a-b-c-a") for name in ("node_label", "edge_label")
}
#: Values with which they are refused there.
VALUES: dict[str, Any] = {
    "node_label": "kind", "edge_label": "bond", "directed": False, "atom_label": "charge", "hydrogens": "explicit",
    "aromaticity": "as-written", "smarts": True, "format": "gml", "pattern_format": "gml", "duplicates": "merge",
    "source": "a", "target": "b", "num_nodes": 9,
}  # fmt: skip

SAMPLE = {"method": "sample", "step_limit": 20_000}


def counting(folder: Path) -> dict[str, Case]:
    """The options that ``count`` and ``count_many`` share."""
    cycle = nx.cycle_graph(5)
    return {
        "semantics": Case(nx.path_graph(3), KARATE, {}, "induced"),
        "unit": Case(nx.path_graph(3), KARATE, {}, "subgraphs"),
        "method": Case(nx.path_graph(3), nx.DiGraph(ARCS), {}, "peregrine"),
        "ignore": Case("a-b", nx.DiGraph(ARCS), {}, "directions"),
        "time_limit": Case(nx.cycle_graph(5), DENSE, {"method": "exact"}, 0.0),
        "step_limit": Case(nx.cycle_graph(9), DENSE, {"method": "exact"}, 1_000, 20_000),
        "seed": Case(cycle, DENSE, SAMPLE, 1, 2),
        "precision": Case(cycle, DENSE, {"method": "sample", "seed": 1}, 0.5, 0.02),
        "confidence": Case(cycle, DENSE, {**SAMPLE, "seed": 1}, 0.5),
        "replicates": Case(cycle, DENSE, {"method": "sample", "precision": 0.5, "seed": 1}, 5),
        "model": Case(cycle, DENSE, {"method": "learned"}, folder / "no model"),
        "readout": Case(cycle, DENSE, {"method": "learned", "model": folder / "no model"}, "nonsense"),
        **reading(folder),
    }


def stop(*_: Any) -> None:
    raise KeyboardInterrupt


def stop_otherwise(*_: Any) -> None:
    raise UserWarning


def cases(folder: Path) -> dict[Callable[..., Any], dict[str, Case]]:
    """The options that this file tests."""
    read = reading(folder)
    labels = {"labels": True}
    census = {
        "size": Case(None, KARATE, {}, 3),
        "directed": Case(None, nx.DiGraph(ARCS), {}, False),
        "labels": Case(None, "smiles:CCOC", {}, True),
        "semantics": Case(None, KARATE, {}, "monomorphism"),
    }
    read_by_census = {name: case._replace(besides={**case.besides, **labels}) for name, case in read.items()}
    # Here, whether directions matter is not an option of reading.
    read_by_census["directed"] = census["directed"]
    limited = {"time_limit": Case(nx.cycle_graph(5), DENSE, {}, 0.0)}
    counted = counting(folder)
    path = {
        "on_error": Case(None, folder / "faulty.smi", {}, "record"),
        "format": Case(None, folder / "edges.data", {}, "edge-list"),
        "node_label": Case(None, folder / "kinds.gml", {}, "kind"),
        "edge_label": Case(None, folder / "kinds.gml", {}, "bond"),
        "directed": Case(None, folder / "twice.csv", {"duplicates": "merge"}, False),
        "duplicates": Case(None, folder / "twice.csv", {}, "merge"),
        "atom_label": Case(None, folder / "molecules.smi", {}, "charge"),
        "hydrogens": Case(None, folder / "hydrogen.smi", {}, "explicit"),
        "aromaticity": Case(None, folder / "kekule.smi", {}, "as-written"),
    }
    one = {name: case for name, case in read.items() if name != "pattern_format"} | {
        "num_nodes": Case(ARCS, ARCS, {}, 9),
        "name": Case(ARCS, ARCS, {}, "mine"),
        "atom_label": Case("smiles:C[N+](C)C", "smiles:C[N+](C)C", {}, "charge"),
        "aromaticity": Case(KEKULE, KEKULE, {}, "as-written"),
        "smarts": Case("smiles:CCO", "smiles:CCO", {}, True),
        "format": Case(folder / "edges.data", folder / "edges.data", {}, "edge-list"),
        "duplicates": Case(folder / "twice.csv", folder / "twice.csv", {}, "merge"),
        "source": Case(TABLE, TABLE, {"target": "b"}, "a", "c"),
        "target": Case(TABLE, TABLE, {"source": "a"}, "b", "c"),
    }
    sampled = {"method": "sample", "draws": 2_000, "seed": 1}
    return {
        isocount.count: counted | {"forecast": Case("clique:9", nx.gnp_random_graph(90, 0.9, seed=1), {}, stop, stop_otherwise)},
        isocount.count_many: counted | {
            "pairs": Case([nx.path_graph(2)] * 2, [KARATE] * 2, {}, [(0, 1)]),
            "explain": Case(nx.complete_graph(4), nx.path_graph(3), {}, True),
            "output": Case(nx.path_graph(2), KARATE, {}, folder / "answers.jsonl"),
            "on_error": Case("smiles:C", ["smiles:C("], {}, "record"),
        },
        isocount.count_per: {name: counted[name] for name in ("semantics", "unit", "ignore")} | limited | read | {
            "per": Case(nx.path_graph(3), KARATE, {}, "edge"),
        },
        isocount.find: {name: counted[name] for name in ("semantics", "unit", "ignore")} | read | {
            "limit": Case(nx.path_graph(3), KARATE, {}, 2),
            "sample": Case(nx.path_graph(3), KARATE, {}, 2),
            "seed": Case(nx.path_graph(3), KARATE, {"sample": 4}, 1, 2),
            "time_limit": Case(nx.cycle_graph(5), DENSE, {}, 0.0),
            "step_limit": Case(nx.path_graph(3), KARATE, {}, 5),
        },
        isocount.motifs: census | read_by_census | {
            "null": Case(None, KARATE, {"size": 3}, "degree"),
            "samples": Case(None, KARATE, {"size": 3, "null": "degree"}, 5, 6),
            "seed": Case(None, KARATE, {"size": 3, "null": "degree", "samples": 5}, 1, 2),
            "samples_file": Case(None, KARATE, {"size": 3, "null": "degree", "samples": 3}, folder / "samples.jsonl"),
            "method": Case(None, KARATE, {"size": 3}, "sample"),
            "draws": Case(None, KARATE, {"size": 3, "method": "sample"}, 1_000, 100_000),
            "precision": Case(None, KARATE, {"size": 3, "method": "sample"}, 0.5, 0.005),
            "time_limit": Case(None, KARATE, {"size": 3, "method": "sample"}, 0.001),
            "confidence": Case(None, KARATE, {"size": 3, **sampled}, 0.5),
        },
        isocount.node_counts: census | read_by_census | {"per": Case(None, KARATE, {}, "motif")},
        isocount.open: counted,
        isocount.why_zero: {
            "semantics": Case(nx.star_graph(3), nx.path_graph(2), {}, "homomorphism"),
            "ignore": Case("a-b", nx.DiGraph(ARCS), {}, "directions"),
        } | {name: read[name] for name in ("pattern_format", "format", "duplicates", "smarts")} | {
            "node_label": Case(labelled("CN"), labelled("CC"), {}, "kind"),
            "edge_label": Case(labelled("CCC"), labelled("CC"), {}, "bond"),
            "directed": Case([(0, 1), (1, 0)], [(0, 1)], {}, False),
            "atom_label": Case("smiles:CN", "smiles:C[N+]", {}, "charge"),
            "hydrogens": Case("smiles:[H]CC", "smiles:CC", {}, "explicit"),
            "aromaticity": Case("smiles:C=C", KEKULE, {}, "as-written"),
            "source": Case("a->b->a", TABLE, {"target": "c"}, "a", "b"),
            "target": Case("a->b->a", TABLE, {"source": "a"}, "c", "b"),
        },
        isocount.read_graphs: path | {"smarts": Case(None, folder / "molecules.smi", {}, True)},
        isocount.read_patterns: path,
        isocount.Graph: one,
        isocount.Pattern: one | {"duplicates": one["duplicates"]},
    }  # fmt: skip


FUNCTIONS = {
    function.__name__: function
    for function in (
        isocount.count, isocount.count_many, isocount.count_per, isocount.find, isocount.motifs, isocount.node_counts,
        isocount.open, isocount.why_zero, isocount.read_graphs, isocount.read_patterns, isocount.Graph, isocount.Pattern,
    )
}  # fmt: skip
#: The sources of a call, which are not options.
SOURCES = {"pattern", "graph", "patterns", "graphs", "path"}


def options_of(function: Callable[..., Any]) -> Iterator[str]:
    """The options of a call, by its signature."""
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            yield from READING
            if name == "options":
                yield from method_options()
        elif name not in SOURCES:
            yield name


NAMED = [(name, option) for name, function in FUNCTIONS.items() for option in dict.fromkeys(options_of(function))]


def call(function: Callable[..., Any], case: Case, options: dict[str, Any]) -> Any:
    """Asks about the sources of a case that the call takes."""
    takes = inspect.signature(function).parameters
    sources = [case.pattern, case.graph] if {"pattern", "patterns"} & set(takes) else [case.graph]
    if function is isocount.Pattern:
        sources = [case.pattern]
    return function(*sources, **({"progress": False} if "progress" in takes else {}) | options)


def outcome(function: Callable[..., Any], case: Case, options: dict[str, Any]) -> Any:
    """The result or the refusal of a call, without times, and the files that exist afterwards."""
    try:
        found = plain(call(function, case, options), case)
    except IsocountError as refused:
        return ("refused", str(refused))
    except (KeyboardInterrupt, UserWarning) as stopped:
        return ("stopped", type(stopped).__name__)
    return (found, [value.exists() for value in options.values() if isinstance(value, Path)])


def plain(found: Any, case: Case) -> Any:
    """A result as values that can be compared."""
    if isinstance(found, isocount.Answer):
        return {key: value for key, value in found.to_dict().items() if not key.endswith("seconds")}
    if isinstance(found, isocount.Table):
        columns = {name: str(values) for name, values in found.to_dict().items() if name != "seconds"}
        return (columns, found.directed)
    if isinstance(found, isocount.OpenGraph):
        return (plain(found.graph, case), plain(found.count("a-b" if isinstance(case.pattern, (str, Path)) else case.pattern), case))
    if isinstance(found, isocount.Matches):
        return ([str(match) for _, match in zip(range(50), found)], found.ending)
    if isinstance(found, (isocount.Graph, isocount.Pattern)):
        return (found.name, found.directed, str(found.nodes), str(found.node_labels), str(found.arcs), found.problem)
    if isinstance(found, list):
        return [plain(one, case) for one in found]
    return str(found)


@pytest.mark.parametrize(("name", "option"), NAMED)
@pytest.mark.filterwarnings("ignore::isocount.errors.IsocountWarning")
def test_an_option_changes_an_outcome(name: str, option: str, folder: Path) -> None:
    if option in NEVER:
        return
    known = cases(folder)[FUNCTIONS[name]]
    assert option in known, f"{name} has an option that this test does not know: {option}"
    case = known[option]
    with_it = {**case.besides, option: case.value}
    without = case.besides if case.other is None else {**case.besides, option: case.other}
    one, other = outcome(FUNCTIONS[name], case, without), outcome(FUNCTIONS[name], case, with_it)
    if option in ("output", "samples_file"):
        case.value.unlink()
    assert one != other


@pytest.mark.parametrize(("name", "option"), [pair for pair in NAMED if pair[1] in VALUES])
def test_an_option_of_reading_is_refused_where_it_means_nothing(name: str, option: str, folder: Path) -> None:
    function, besides = FUNCTIONS[name], {"labels": True} if name in ("motifs", "node_counts") else {}
    pattern, graph = IDLE.get(option, ("triangle", KARATE))
    if option == "directed" and name in ("motifs", "node_counts"):
        # Whether the census has directions is not an option of reading.
        return
    if name.startswith("read_"):
        graph = folder / ("kinds.gml" if option in ("atom_label", "hydrogens", "aromaticity", "smarts") else "molecules.smi")
        if option in ("node_label", "edge_label"):
            graph = folder / "molecules.smi"
        if option == "format":
            graph = "smiles:CC"
    if name == "Pattern":
        pattern = "a-b" if option in ("node_label", "edge_label") else nx.cycle_graph(3)
    told = outcome(function, Case(pattern, graph, besides, None), {**besides, option: VALUES[option]})
    assert told[0] == "refused" and (option in told[1] or name.startswith("read_")), told


@pytest.mark.parametrize(("name", "option"), NAMED)
@pytest.mark.filterwarnings("ignore::isocount.errors.IsocountWarning")
def test_a_value_that_means_nothing_is_an_error_of_isocount(name: str, option: str, folder: Path) -> None:
    case = cases(folder)[FUNCTIONS[name]].get(option, Case("a-b", KARATE, {}, None))
    if name in ("open", "motifs") and option == "pattern_format":
        case = Case(None, KARATE, {}, None)
    pattern = ARCS if name == "Pattern" and case.pattern is None else case.pattern
    for nonsense in (object(), 3.5j):
        with pytest.raises(IsocountError):
            call(FUNCTIONS[name], case._replace(pattern=pattern), {**case.besides, option: nonsense})


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_an_option_that_there_is_not_is_an_error(name: str) -> None:
    sources = [ARCS] if name in ("motifs", "node_counts", "open_graph", "Graph", "Pattern") else [ARCS, ARCS]
    sources = [os.devnull] if name.startswith("read_") else sources
    with pytest.raises(TypeError, match="fromat"):
        FUNCTIONS[name](*sources, fromat="gml")
