"""Answers as numbers, and their other properties."""

from __future__ import annotations

import json
import copy
import math
import pickle

import networkx as nx
import numpy as np
import pytest

import isocount


def complete(number: int) -> isocount.Graph:
    return isocount.Graph(nx.complete_graph(number), name=f"K{number}")


@pytest.fixture(scope="module")
def large() -> isocount.Answer:
    """22 · 21 · … · 3 mappings, which do not fit into 64 bits."""
    return isocount.count(nx.star_graph(20), nx.star_graph(22), method="exact")


def test_an_exact_answer_is_an_integer_of_any_size(large: isocount.Answer) -> None:
    value = math.factorial(22) // 2
    assert large == value
    assert int(large) == value
    assert large + 1 == value + 1
    assert 1 + large == value + 1
    assert large - large == 0
    assert 2 * large == 2 * value
    assert large // 7 == value // 7
    assert large % 1000 == value % 1000
    assert large / 2 == value / 2
    assert 10 - large == 10 - value
    assert divmod(int(large), 10) == divmod(value, 10)
    assert pow(large, 2) == value**2
    assert -large == -value
    assert large > 10 and large >= value and large <= value and not large < value
    assert hash(large) == hash(value)
    assert {large: 1}[value] == 1
    assert float(large) == float(value)
    assert f"{large:,}" == f"{value:,}"
    assert str(large) == str(value)
    assert bool(large)
    assert (large.kind, large.low, large.high, large.confidence) == ("exact", value, value, 1.0)


def test_answers_are_numbers_to_numpy_and_builtins() -> None:
    answer = isocount.count([(0, 1)], complete(4))
    assert list(range(answer))[-1] == 11
    assert sum([answer, answer]) == 24
    assert np.array([answer, answer], dtype=float).sum() == 24.0
    assert np.array([int(answer)]).dtype.kind == "i"
    assert max(answer, isocount.count([(0, 1)], complete(3))) == 12


def test_the_properties_of_an_answer() -> None:
    answer = isocount.count(isocount.Pattern([(0, 1)], directed=False, name="edge"), complete(4), unit="subgraphs")
    assert answer.meaning == "subgraphs (monomorphism)"
    assert (answer.semantics, answer.unit, answer.method) == ("monomorphism", "subgraphs", answer.method)
    assert answer.seconds > 0
    assert (answer.pattern_name, answer.graph_name) == ("edge", "K4")
    text = repr(answer)
    assert text.startswith("Answer(6 subgraphs (monomorphism) of edge in K4") and "\n" not in text
    html = answer._repr_html_()
    assert "<svg" in html and "6 subgraphs" in html
    assert "one match: <code>{0: 0, 1: 1}</code>" in html
    assert answer.graph.num_nodes == 4 and answer.pattern.num_edges == 1


def test_pictures_of_large_graphs_show_the_match_alone() -> None:
    html = isocount.count(nx.cycle_graph(3), nx.barabasi_albert_graph(2000, 3, seed=1))._repr_html_()
    assert "<svg" in html and len(html) < 200_000 and "a part of 2000 nodes" in html
    named = isocount.count("x-y", nx.Graph([("Anna", "Ben")]))._repr_html_()
    assert ">x</text>" in named and "one match: <code>{&#x27;x&#x27;: &#x27;Anna&#x27;, &#x27;y&#x27;: &#x27;Ben&#x27;}</code>" in named
    assert "<svg" in isocount.count(nx.cycle_graph(3), nx.path_graph(4))._repr_html_()
    assert "<svg" in complete(4)._repr_html_() and "nodes" in complete(300)._repr_html_()


def test_a_lower_bound_is_not_a_number() -> None:
    graph = isocount.Graph(nx.gnp_random_graph(300, 0.3, seed=1))
    answer = isocount.count(nx.cycle_graph(9), graph, method="exact", step_limit=50_000)
    assert (answer.kind, answer.high, answer.is_exact) == ("at_least", None, False)
    assert answer.low == answer.value
    with pytest.raises(TypeError, match="lower bound"):
        int(answer)
    with pytest.raises(TypeError, match="lower bound"):
        answer + 1
    assert answer != answer.low
    assert answer == answer
    limited = isocount.count(nx.cycle_graph(9), graph, method="exact", time_limit=0.05)
    assert limited.kind == "at_least" and limited.seconds < 5


def test_answers_are_pickled_copied_and_written() -> None:
    answer = isocount.count([(0, 1)], complete(4))
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.meaning == answer.meaning and repr(again) == repr(answer)
    assert copy.copy(answer) is answer and copy.deepcopy(answer) is answer
    assert isocount.Answer.from_json(answer.to_json()) == answer
    assert "12" in again._repr_html_()


def test_a_question_without_an_answer_raises() -> None:
    with pytest.raises(isocount.errors.NoAnswer, match="another method"):
        isocount.count(nx.DiGraph([(0, 1)]), nx.DiGraph([(0, 1)]), method="peregrine")


def test_an_open_graph_answers_many_patterns() -> None:
    karate = isocount.open(nx.karate_club_graph(), unit="subgraphs")
    assert karate.count(nx.cycle_graph(3)) == 45
    assert [int(answer) for answer in karate.count_each([nx.cycle_graph(3), nx.path_graph(2)])] == [45, 78]
    assert karate.graph.num_nodes == 34
    assert "subgraphs" in repr(karate) and karate.open_seconds >= 0


def test_limits_and_arguments_are_checked() -> None:
    for wrong in ({"time_limit": -1}, {"time_limit": float("nan")}, {"threads": 0}, {"ignore": "colours"}, {"unit": "cups"}):
        with pytest.raises(ValueError):
            isocount.count([(0, 1)], [(0, 1)], **wrong)
    with pytest.raises(TypeError, match="there is no argument 'colour'"):
        isocount.count([(0, 1)], [(0, 1)], colour="red")
    assert isocount.count([(0, 1)], [(0, 1)], seed=3, time_limit=60) == 1
    with pytest.raises(ValueError, match="`seed` has no effect: without a precision or a limit, auto counts exactly"):
        isocount.count([(0, 1)], [(0, 1)], seed=3)


def test_an_estimate_has_the_properties_of_its_sample() -> None:
    graph = nx.gnp_random_graph(60, 0.2, seed=3)
    truth = int(isocount.count(nx.cycle_graph(5), graph))
    answer = isocount.count(nx.cycle_graph(5), graph, method="sample", precision=0.1, seed=5)
    assert answer.kind == "estimate" and answer.precise is True and answer.reliable is True
    assert 0 < answer.relative_standard_error < 0.1
    assert answer.at_least <= truth <= answer.at_most
    rough = isocount.count(nx.cycle_graph(5), graph, method="sample", precision=1e-9, seed=5, step_limit=20_000)
    assert rough.precise is False and rough.at_least <= truth


def test_other_answers_have_none_of_it() -> None:
    exact = isocount.count(nx.cycle_graph(3), nx.karate_club_graph())
    assert (exact.at_least, exact.at_most) == (270, 270)
    bound = isocount.count(nx.cycle_graph(9), nx.gnp_random_graph(60, 0.4, seed=3), method="exact", step_limit=1000)
    assert bound.kind == "at_least" and bound.at_least == bound.low and bound.at_most is None
    for answer in (exact, bound):
        assert answer.reliable is answer.precise is answer.relative_standard_error is None and answer.notes == []


def test_answers_and_tables_are_json() -> None:
    large = isocount.count(nx.star_graph(30), nx.star_graph(32))
    graph = nx.gnp_random_graph(60, 0.2, seed=3)
    for answer in (
        large,
        isocount.count(nx.complete_graph(4), nx.path_graph(3), ignore="directions"),
        isocount.count(nx.cycle_graph(5), graph, method="sample", precision=0.5, seed=1),
        isocount.count(nx.cycle_graph(9), graph, method="exact", step_limit=1000),
    ):
        found = answer.to_dict()
        assert json.loads(json.dumps(found)) == found
        assert found["value"] == answer.value and found["answer"] == answer.kind and found["reason"] == answer.reason
        assert (found["low"], found["high"]) == answer.interval and found["at_least"] == answer.at_least
        again = isocount.Answer.from_json(answer.to_json())
        assert again.to_dict() == found
    table = isocount.count_many([nx.star_graph(30), nx.path_graph(2)], [nx.star_graph(32)], progress=False)
    assert json.loads(json.dumps(table.to_dict())) == table.to_dict() and json.loads(json.dumps(table.rows())) == table.rows()
    census = isocount.motifs(nx.karate_club_graph(), 3)
    assert json.loads(json.dumps(census.to_dict())) == census.to_dict()


def test_an_estimate_that_found_nothing_is_unknown() -> None:
    line = (
        '{"pattern":"p","graph":"g","semantics":"monomorphism","unit":"mappings","method":"sample","answer":"estimate","count":"0","low":"0",'
        '"high":"1200","confidence":0.95,"reason":null,"relative_standard_error":null,"replicates":12,"at_least":"0","at_most":"1200",'
        '"reliable":false,"precise":false,"open_seconds":0.0,"count_seconds":0.0}'
    )
    answer = isocount.Answer.from_json(line)
    assert answer.value is None and answer.at_most == 1200 and answer.kind == "estimate" and not answer.is_exact
    assert str(answer) == f"{answer}" == "unknown, at most 1200" and answer != 0 and answer == isocount.Answer.from_json(line)
    for use in (float, int, bool, lambda it: it + 1, lambda it: f"{it:.1f}"):
        with pytest.raises(TypeError, match="unknown, at most 1200|is an estimate"):
            use(answer)
    assert json.loads(json.dumps(answer.to_dict()))["value"] is None
    # Proven to be zero.
    assert isocount.Answer.from_json(line.replace('"1200"', '"0"')) == 0


def test_a_question_about_which_a_sample_finds_nothing_has_no_value() -> None:
    # An odd cycle in a bipartite graph: there is none, but its spanning trees cannot show that.
    answer = isocount.count(nx.cycle_graph(7), nx.complete_bipartite_graph(20, 20), method="sample", seed=1, step_limit=20_000)
    assert answer.kind == "estimate" and answer.value is None and answer.low == 0 and answer.high == answer.at_most > 1
    assert str(answer).startswith("unknown, at most ") and answer != 0
    with pytest.raises(TypeError, match="unknown, at most"):
        float(answer)
