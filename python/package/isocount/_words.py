"""The words that arguments accept, for type checkers. A test compares them with those of the engine."""

from __future__ import annotations

from typing import Literal

Semantics = Literal["homomorphism", "monomorphism", "induced"]
Unit = Literal["mappings", "subgraphs"]
Ignored = Literal["node_labels", "edge_labels", "directions"]
#: What to do about a graph or pattern that cannot be read.
OnError = Literal["raise", "record"]
#: What :func:`isocount.count_per` counts for.
Per = Literal["node", "edge", "orbit"]
#: What :func:`isocount.node_counts` has columns or rows for.
PerMotif = Literal["orbit", "motif", "edge"]
MotifSemantics = Literal["induced", "monomorphism"]
MotifMethod = Literal["exact", "sample"]
NullModel = Literal["degree"]
Hydrogens = Literal["implicit", "explicit"]
Aromaticity = Literal["perceive", "as-written"]
Duplicates = Literal["refuse", "merge"]
Readout = Literal["auto", "plain", "fused", "indexed"]
Kind = Literal["exact", "at_least", "estimate"]
Method = Literal["auto", "exact", "sample", "learned", "vf2", "peregrine", "brute-force"]
