"""Conditions on attributes of networkx graphs and files."""

import pickle

import networkx as nx
import pytest

import isocount


@pytest.fixture
def payments() -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_node("ann", age=34, city="Rome")
    graph.add_node("bob", age=17.5, city=None)
    graph.add_node("cid", city="Oslo", active=True)
    graph.add_edge("ann", "bob", amount=120)
    graph.add_edge("ann", "bob", amount=80)
    graph.add_edge("bob", "cid", amount=float("nan"))
    return graph


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("x{age > 30}->y", 1),
        ("x{not age > 30}->y", 1),
        ("x->y{age is missing}", 1),
        ("x->y{active = true}", 1),
        ("x{city in ('Rome', 'Oslo')}->y", 1),
        ("x{city starts with 'R'}->y", 1),
        ("x-[{amount >= 80}]->y", 1),
        ("x-[{amount >= 80}]->y, x-[{amount >= 80}]->y", 1),
        ("x-[{amount is missing}]->y", 1),
        ("x->y, where x.age > y.age", 1),
        ("x-[e:0]->y, where e.amount > x.age", 1),
    ],
)
def test_networkx_attributes(payments: nx.MultiDiGraph, pattern: str, expected: int) -> None:
    assert int(isocount.count(pattern, payments)) == expected
    assert int(isocount.count(pattern, isocount.Graph(payments, attributes=True))) == expected
    assert int(isocount.count(isocount.Pattern(pattern), payments)) == expected


def test_what_is_not_kept_is_explained(payments: nx.MultiDiGraph) -> None:
    with pytest.raises(isocount.IsocountError, match="the graph has no attributes"):
        isocount.count("x{age > 30}->y", isocount.Graph(payments))
    with pytest.raises(isocount.IsocountError, match="the attributes are active, age, city"):
        isocount.count("x{agee > 30}->y", payments)
    with pytest.raises(isocount.IsocountError, match="its values are numbers"):
        isocount.count("x{age > 'x'}->y", payments)


def test_typed_patterns_with_conditions_are_pickled(payments: nx.MultiDiGraph) -> None:
    pattern = pickle.loads(pickle.dumps(isocount.Pattern("x{age > 30}->y")))
    assert int(isocount.count(pattern, payments)) == 1


def test_a_file_keeps_what_a_pattern_needs(tmp_path) -> None:
    path = tmp_path / "g.csv"
    path.write_text("tail,head,w\na,b,1\nb,c,2\n")
    assert int(isocount.count("x-[{w > 1}]->y", str(path))) == 1
