"""For PyTorch Geometric: counts of patterns as features of graphs."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from isocount._counting import count_many
from isocount._motifs import node_counts
from isocount._parts import as_array
from isocount.errors import BoundsWarning, NoAnswer


class SubstructureCounts:
    """A transform that adds counts of patterns to each graph, as a row of floats.

    A count that is unknown, or that cannot be computed, raises an exception (:class:`isocount.NoAnswer`). If a limit was reached and
    some counts are lower bounds, it issues a :class:`isocount.BoundsWarning`.

    Parameters
    ----------
    patterns
        The patterns, as in :func:`isocount.count_many`.
    attr_name
        The attribute that gets the row.
    log
        Whether features are ``log(1 + count)``: counts spread over many orders of magnitude.
    options
        Those of :func:`isocount.count_many`: ``semantics=``, ``unit=``, ``node_label=``, ``time_limit=`` and so on.

    Examples
    --------
    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> import isocount.pyg
    >>> data = SimpleNamespace(edge_index=np.array([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]]), num_nodes=3)
    >>> transform = isocount.pyg.SubstructureCounts({"triangle": [(0, 1), (1, 2), (2, 0)]}, unit="subgraphs")
    >>> transform(data).substructure_counts.tolist()
    [[1.0]]
    """

    def __init__(
        self, patterns: Any, attr_name: str = "substructure_counts", *, log: bool = False, **options: Any
    ) -> None:
        self.patterns = patterns
        self.attr_name = attr_name
        self.log = log
        self.options = options

    def __call__(self, data: Any) -> Any:
        return self.forward(data)

    def forward(self, data: Any) -> Any:
        options = {"progress": False, **self.options}
        table = count_many(self.patterns, [data], **options)
        bounds = []
        for row in table:
            if row["value"] is None:
                problem = row["reason"] or f"the count of {row['pattern']} is unknown: nothing was found, and nothing proves that there is none"
                raise NoAnswer(f"there is no feature for the pattern {row['pattern']}: {problem}", "give it more time, or leave it out")
            if row["answer"] == "at_least":
                bounds.append(row["pattern"])
        if bounds:
            message = f"the limit was reached: {len(bounds)} of {len(table)} features are lower bounds, the first is that of {bounds[0]}"
            warnings.warn(message, BoundsWarning, stacklevel=3)
        values = table["value"].astype(np.float32).reshape(1, -1)
        if self.log:
            values = np.log1p(np.maximum(values, 0))
        setattr(data, self.attr_name, _like(values, data))
        return data

    def __repr__(self) -> str:
        one = isinstance(self.patterns, str) or not hasattr(self.patterns, "__len__")
        number = 1 if one else len(self.patterns)
        return f"SubstructureCounts({number} pattern{'' if number == 1 else 's'}, {self.attr_name!r})"


class OrbitCounts:
    """A transform that adds to each node how often it takes part in every motif, as a row of floats.

    With ``per="edge"`` there is a row for each column of ``edge_index`` instead: how often that edge takes part. The rows of
    loops are zero, since motifs have no loops.

    Parameters
    ----------
    size
        The number of nodes of the motifs, or the smallest and the largest.
    attr_name
        The attribute that gets the matrix.
    log
        Whether features are ``log(1 + count)``: counts spread over many orders of magnitude.
    options
        Those of :func:`isocount.node_counts`: ``per=``, ``directed=``, ``semantics=`` and so on.

    Examples
    --------
    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> import isocount.pyg
    >>> data = SimpleNamespace(edge_index=np.array([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]]), num_nodes=3)
    >>> isocount.pyg.OrbitCounts(3, log=False)(data).orbit_counts.tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    """

    def __init__(
        self, size: int | tuple[int, int] = (3, 4), attr_name: str = "orbit_counts", *, log: bool = True, **options: Any
    ) -> None:
        self.size = size
        self.attr_name = attr_name
        self.log = log
        self.options = options

    def __call__(self, data: Any) -> Any:
        return self.forward(data)

    def forward(self, data: Any) -> Any:
        counts = self._counts(data)
        values = (np.log1p(counts) if self.log else counts).astype(np.float32)
        setattr(data, self.attr_name, _like(values, data))
        return data

    def _counts(self, data: Any) -> np.ndarray:
        found = node_counts(data, self.size, **self.options)
        if len(found) == 2:
            return np.asarray(found[0])
        edges, counts, _ = found
        rows = {(tail, head): row for row, (tail, head) in enumerate(edges.tolist())}
        of_edges = np.zeros((as_array(data.edge_index).shape[1], counts.shape[1]), counts.dtype)
        for place, (tail, head) in enumerate(as_array(data.edge_index).T.tolist()):
            row = rows.get((tail, head), rows.get((head, tail)))
            if row is not None:
                of_edges[place] = counts[row]
        return of_edges

    def __repr__(self) -> str:
        return f"OrbitCounts({self.size!r}, {self.attr_name!r})"


def _like(values: np.ndarray, data: Any) -> Any:
    """A torch tensor if the data contain tensors, otherwise an array."""
    index = data.edge_index
    if hasattr(index, "new_tensor") and hasattr(index, "device"):
        import torch  # type: ignore[import-not-found,unused-ignore]

        return torch.from_numpy(values).to(index.device)
    return values


__all__ = ["OrbitCounts", "SubstructureCounts"]
