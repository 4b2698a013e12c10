"""The cache of a worker process: graphs, open graphs, data sets. The least recently used goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

#: The memory limit of the cache of a process, in bytes, unless a job sets another one.
DEFAULT_BYTES = 1 << 30


class Cache:
    """Values by key, with a bound on their size in memory.

    >>> cache = Cache(100)
    >>> for key in "abca":
    ...     _ = cache.get(key, lambda: key.upper(), lambda value: 40)
    >>> cache.keys(), cache.misses
    (['c', 'a'], 4)
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.bytes = 0
        self.misses = 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T], size: Callable[[T], int]) -> T:
        """The value of a key, which is made if it is missing. A value larger than the limit is returned but not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                value: T = self._kept[key][0]
                return value
        value = make()
        bytes_ = size(value)
        with self._lock:
            self.misses += 1
            if key not in self._kept and bytes_ <= self.limit:
                self._kept[key] = (value, bytes_)
                self.bytes += bytes_
                self._shrink()
        return value

    def set_limit(self, limit: int) -> None:
        """Changes the limit."""
        with self._lock:
            self.limit = limit
            self._shrink()

    def keys(self) -> list[Hashable]:
        """The keys in the cache, the least recently used first."""
        return list(self._kept)

    def _shrink(self) -> None:
        while self.bytes > self.limit:
            _, (_, bytes_) = self._kept.popitem(last=False)
            self.bytes -= bytes_


#: The cache of this process.
CACHE = Cache(DEFAULT_BYTES)
