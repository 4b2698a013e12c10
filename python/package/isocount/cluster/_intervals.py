"""Ranges of pairs: finished and missing ones.

Pairs are numbered from 0. A range ``(start, stop)`` contains the pairs from ``start`` to ``stop - 1``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

Range = tuple[int, int]


def disjoint(ranges: Mapping[Range, Collection[int]]) -> list[Range]:
    """The ranges to keep so that no pair is in two of them: the first to begin, and of these the longest. Each range
    comes with its holes, the pairs that it leaves out; a single pair may fill one.

    Two files overlap if a task was assumed lost, cut again, and ended after all.

    >>> disjoint({(5, 9): [], (0, 4): [], (0, 6): [], (9, 9): []})
    [(0, 6)]
    >>> disjoint({(3, 4): [], (0, 6): [3], (6, 9): [], (4, 5): []})
    [(0, 6), (3, 4), (6, 9)]
    """
    kept: list[Range] = []
    reach, holes = 0, frozenset[int]()
    for start, stop in sorted(ranges, key=lambda it: (it[0], -it[1])):
        if start < stop and start >= reach:
            kept.append((start, stop))
            reach, holes = stop, frozenset(ranges[start, stop])
        elif stop == start + 1 and start in holes:
            kept.append((start, stop))
    return kept


def missing(done: Iterable[Range], total: int) -> list[Range]:
    """The rest of ``0..total`` outside of some disjoint ranges.

    >>> missing([(2, 4), (6, 8)], 10)
    [(0, 2), (4, 6), (8, 10)]
    >>> missing([(0, 10)], 10)
    []
    """
    left, at = [], 0
    for start, stop in sorted(done):
        if start > at:
            left.append((at, start))
        at = max(at, stop)
    if at < total:
        left.append((at, total))
    return left


def without(start: int, stop: int, single: Iterable[int]) -> list[Range]:
    """A range without some of its pairs.

    >>> without(0, 6, [2, 3])
    [(0, 2), (4, 6)]
    """
    gaps = [(pair, pair + 1) for pair in single if start <= pair < stop]
    return [(start + a, start + b) for a, b in missing([(a - start, b - start) for a, b in gaps], stop - start)]
