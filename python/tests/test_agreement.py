"""Random cases through every library; ``ISOCOUNT_SLOW=1`` runs as many cases as the published figure."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import agreement


def test_every_library_gives_the_same_counts() -> None:
    cases = 5_000 if os.environ.get("ISOCOUNT_SLOW") else 500
    compared = agreement.run(cases, seed=1)
    assert compared["PyG"] == compared["igraph"] == cases
    assert compared["not zero"] > cases // 5
    assert compared["networkx's matcher"] > cases // 5
