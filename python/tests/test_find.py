"""Matches one by one: against the definition, against networkx, and as an iterator that behaves."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import agreement

import isocount

ROOT = Path(os.environ.get("ISOCOUNT_ROOT", Path(__file__).parents[2]))


def frozen(matches: Any) -> Counter[frozenset[Any]]:
    """Matches without their order."""
    return Counter(frozenset(match.items()) for match in matches)


def test_matches_are_those_of_the_definition_in_every_meaning() -> None:
    rng = random.Random(5)
    found_some = 0
    for number in range(3_000 if os.environ.get("ISOCOUNT_SLOW") else 300):
        directed = rng.random() < 0.5
        node_labels, edge_labels = rng.choice(agreement.LABELS), rng.choice(agreement.LABELS)
        graph = agreement.draw(rng, 6, node_labels, edge_labels, directed)
        pattern = agreement.part(rng, graph)
        semantics, unit = agreement.MEANINGS[number % len(agreement.MEANINGS)]
        truth = Counter(
            frozenset((pattern.names[u], graph.names[x]) for u, x in enumerate(image))
            for image in agreement.all_mappings(pattern, graph, semantics)
        )
        ours = frozen(
            isocount.find(
                agreement.to_networkx(pattern, True),
                agreement.to_networkx(graph, True),
                semantics,
                unit,
                node_label="kind",
                edge_label="kind",
            )
        )
        if unit == "mappings":
            assert ours == truth, number
        else:
            # One of the mappings onto each subgraph.
            symmetries = agreement.mappings(pattern, pattern, semantics)
            assert set(ours) <= set(truth) and len(ours) * symmetries == len(truth), number
            assert set(ours.values()) <= {1}
        found_some += bool(ours)
    assert found_some > 100


def test_matches_are_those_of_networkx() -> None:
    karate = nx.karate_club_graph()
    pattern = nx.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    matcher = nx.isomorphism.GraphMatcher(karate, pattern)
    theirs = Counter(frozenset((p, g) for g, p in match.items()) for match in matcher.subgraph_monomorphisms_iter())
    assert frozen(isocount.find(pattern, karate)) == theirs
    once = list(isocount.find(pattern, karate, unit="subgraphs"))
    assert len(once) == isocount.count(pattern, karate, unit="subgraphs")


def test_the_first_matches_of_very_many_come_at_once() -> None:
    graph = isocount.Graph(nx.complete_graph(200))
    matches = isocount.find(nx.path_graph(10), graph)
    assert matches.ending is None
    first = list(itertools.islice(matches, 3))
    assert len(first) == 3 and all(len(set(match.values())) == 10 for match in first)
    assert matches.num_found == 3 and matches.ending is None
    assert repr(matches) == "Matches(mappings (monomorphism), pattern in graph, 3 so far)"
    assert iter(matches) is matches


def test_limits_end_a_search_and_say_so() -> None:
    edge = [(0, 1)]
    matches = isocount.find(edge, nx.complete_graph(4), limit=5)
    assert (len(list(matches)), matches.ending, next(matches, None)) == (5, "limited", None)
    matches = isocount.find(edge, nx.complete_graph(4))
    assert (len(list(matches)), matches.ending) == (12, "complete")
    graph = nx.complete_bipartite_graph(40, 40)
    matches = isocount.find(nx.cycle_graph(9), graph, step_limit=10_000)
    assert (list(matches), matches.ending) == ([], "out_of_budget")
    matches = isocount.find(nx.cycle_graph(9), graph, time_limit=0.05)
    assert (list(matches), matches.ending) == ([], "out_of_budget")
    assert list(isocount.find(edge, nx.complete_graph(4), limit=0)) == []


def test_draws_are_matches_with_equal_chances() -> None:
    kite = nx.Graph([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")])
    path = nx.path_graph(3)
    draws = isocount.find(path, kite, sample=3_000, seed=4)
    assert draws.total == 10 and draws.weight is None
    drawn = frozen(draws)
    assert set(drawn) == set(frozen(isocount.find(path, kite)))
    assert draws.ending == "complete" and draws.num_found == 3_000
    # 300 of each are expected, with a standard deviation of 16.4.
    assert all(abs(number - 300) < 100 for number in drawn.values())
    again = [list(isocount.find(path, kite, sample=5, seed=4)) for _ in range(2)]
    assert again[0] == again[1]
    assert list(isocount.find(nx.complete_graph(4), kite, sample=5)) == []


def test_arguments_that_do_not_go_together_are_refused() -> None:
    edge = [(0, 1)]
    with pytest.raises(ValueError, match="limit= and sample= do not go together"):
        isocount.find(edge, edge, limit=1, sample=1)
    with pytest.raises(ValueError, match="seed= is for matches that are drawn"):
        isocount.find(edge, edge, seed=1)
    with pytest.raises(isocount.errors.NoAnswer, match="at most 64 nodes"):
        isocount.find(nx.path_graph(65), nx.path_graph(70))
    with pytest.raises(TypeError):
        pickle.dumps(isocount.find(edge, edge))


def test_labels_views_and_directions_are_those_of_count() -> None:
    karate = nx.karate_club_graph()
    across = nx.Graph([("hi", "officer")])
    nx.set_node_attributes(across, {"hi": "Mr. Hi", "officer": "Officer"}, "club")
    matches = list(isocount.find(across, karate, node_label="club"))
    assert len(matches) == 11
    for match in matches:
        assert karate.nodes[match["hi"]]["club"] == "Mr. Hi" and karate.nodes[match["officer"]]["club"] == "Officer"
    assert len(list(isocount.find(across, karate, node_label="club", ignore="node_labels"))) == 156
    ring = nx.cycle_graph(3, nx.DiGraph)
    assert list(isocount.find(nx.Graph([(0, 1)]), ring)) == []
    assert len(list(isocount.find(nx.Graph([(0, 1)]), ring, ignore="directions"))) == 6


def test_an_open_graph_finds() -> None:
    karate = isocount.open(nx.karate_club_graph(), unit="subgraphs", ignore="node_labels")
    assert len(list(karate.find(nx.cycle_graph(3)))) == 45
    assert len(list(karate.find("triangle", limit=7))) == 7
    assert karate.find([(0, 1), (1, 2), (2, 0)], sample=2).total == 45


def test_nodes_of_files_and_texts_have_their_own_names(tmp_path: Path) -> None:
    friends = tmp_path / "friends.csv"
    friends.write_text("tail,head\nAnna,Ben\nBen,Carl\nCarl,Anna\nCarl,7\n")
    assert list(isocount.find("x->y->z->x", friends, unit="subgraphs")) == [{"x": "Anna", "y": "Ben", "z": "Carl"}]
    assert isocount.Graph(friends).nodes == ["Anna", "Ben", "Carl", "7"]
    # Names that are all numbers are numbers; the file of the club counts from 1.
    club = isocount.Graph(ROOT / "examples" / "karate.csv", directed=False)
    assert (club.nodes[0], len(club), club.num_edges, club.directed) == (1, 34, 78, False)
    assert isocount.count("triangle", club, unit="subgraphs") == 45
    assert isocount.count("triangle", ROOT / "examples" / "karate.csv", unit="subgraphs", directed=False) == 45
    match = next(isocount.find("1-2-3-1", club, unit="subgraphs"))
    assert set(match) == {1, 2, 3} and all(type(node) is int for node in match.values())
    assert pickle.loads(pickle.dumps(club)) == club and club.renamed("x").nodes == club.nodes


def test_several_threads_take_from_one_search() -> None:
    matches = isocount.find(nx.path_graph(4), nx.complete_graph(12))
    taken: list[frozenset[Any]] = []

    def take() -> None:
        for match in matches:
            taken.append(frozenset(match.items()))

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 12 * 11 * 10 * 9


def test_a_search_goes_on_in_another_thread_and_after_another_interrupt() -> None:
    matches = isocount.find(nx.path_graph(4), nx.complete_graph(12))
    taken = [frozenset(match.items()) for match in itertools.islice(matches, 100)]
    thread = threading.Thread(target=lambda: taken.extend(frozenset(it.items()) for it in itertools.islice(matches, 3_000)))
    thread.start()
    thread.join()
    taken.extend(frozenset(match.items()) for match in matches)
    assert len(taken) == len(set(taken)) == 12 * 11 * 10 * 9
