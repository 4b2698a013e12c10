"""How often does this pattern occur in this graph?

>>> import isocount
>>> triangle = [("a", "b"), ("b", "c"), ("c", "a")]
>>> square = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]
>>> isocount.count(triangle, square, unit="subgraphs", directed=False) == 2
True

Graphs and patterns may be objects of networkx, igraph, rustworkx, PyG, DGL, scipy, numpy, pandas, polars or RDKit, files, or
texts. :func:`count` answers one question, :func:`count_many` many of them as a table, :func:`open` keeps a graph ready for
many patterns, and :func:`find` returns the matches themselves. :func:`motifs` counts all
small patterns of a graph, :func:`node_counts` for each node; :func:`count_per` counts one pattern for each node or edge.
:class:`Graph` and :class:`Pattern` convert an object once. :class:`Dataset`, :func:`train`, :func:`evaluate` and :class:`Model` are for
learned counts.
"""

from __future__ import annotations

import logging as _logging
import numbers as _numbers

from isocount import errors
from isocount._counting import count, count_many, formats, methods, read_graphs, read_patterns, why_zero
from isocount._counting import open_graph as open
from isocount._finding import find
from isocount._motifs import motifs, node_counts
from isocount._native import VERSION as __version__
from isocount._native import Answer, Dataset, Graph, Matches, Model, OpenGraph, Pattern, Table
from isocount._per import PerEdge, PerNode, PerOrbit, count_per
from isocount.errors import (
    AccuracyWarning,
    BoundsWarning,
    FileError,
    FormatError,
    InputError,
    IsocountError,
    LearningError,
    NoAnswer,
    UnknownArgumentError,
    UnknownGraphError,
    UnreadWarning,
)
from isocount.learning import evaluate, models, train

# Messages are shown if a handler is set; without one, none are.
_logging.getLogger("isocount").addHandler(_logging.NullHandler())
_numbers.Number.register(Answer)

__all__ = [
    "AccuracyWarning",
    "Answer",
    "BoundsWarning",
    "Dataset",
    "FileError",
    "FormatError",
    "Graph",
    "InputError",
    "IsocountError",
    "LearningError",
    "Matches",
    "Model",
    "NoAnswer",
    "OpenGraph",
    "Pattern",
    "PerEdge",
    "PerNode",
    "PerOrbit",
    "Table",
    "UnknownArgumentError",
    "UnknownGraphError",
    "UnreadWarning",
    "__version__",
    "count",
    "count_many",
    "count_per",
    "errors",
    "evaluate",
    "find",
    "formats",
    "methods",
    "models",
    "motifs",
    "node_counts",
    "open",
    "read_graphs",
    "read_patterns",
    "train",
    "why_zero",
]
