"""Words that arguments take: those of the type checker are those of the engine."""

from __future__ import annotations

import typing

import pytest

import isocount
import isocount.cluster
from isocount import _native, _words


def test_types_have_the_words_of_the_engine() -> None:
    registry = dict(_native.word_list())
    for name, words in registry.items():
        assert set(typing.get_args(getattr(_words, name))) == set(words), name
    assert {"Semantics", "Unit", "Ignored", "Hydrogens", "Aromaticity", "Duplicates", "Readout", "Kind"} == set(registry)
    assert set(typing.get_args(_words.Method)) == set(isocount.methods())


def test_calls_are_annotated_with_them() -> None:
    """A type checker sees what is written, so that is looked at."""
    for function in (isocount.count, isocount.count_many, isocount.open, isocount.find):
        assert function.__annotations__["semantics"] == "Semantics" and function.__annotations__["unit"] == "Unit"
        assert "Ignored" in function.__annotations__["ignore"]
    for function in (isocount.count, isocount.count_many, isocount.open):
        assert function.__annotations__["method"] == "Method"
    for function in (isocount.count_many, isocount.read_graphs, isocount.read_patterns, isocount.cluster.count_many):
        assert function.__annotations__["on_error"] == "OnError"
    assert isocount.node_counts.__annotations__["per"] == "PerMotif"


@pytest.mark.parametrize("word", ["semantics", "unit", "ignore", "method"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        isocount.count("a-b", "a-b", **{word: "nonsense"})  # type: ignore[arg-type]
