"""The size of tasks: fair pieces, cut when they are needed.

A task should take some seconds, so that its cost in Ray (about a millisecond) does not matter, and less towards the end, so that all
workers end together. The number of pairs is guessed from the sizes of the graphs and corrected by the times of finished tasks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from isocount.cluster._intervals import Range
from isocount.cluster._job import SMALL_ARCS

if TYPE_CHECKING:
    from isocount.cluster._job import Job

#: Ranges of small graphs are not cut finer: below this, a task is mostly overhead. In larger graphs a single question may be worth a task.
LEAST_PAIRS = 500
#: The target time of a task, in seconds.
TARGET_SECONDS = 2.0
#: A task returns what is left after this many times its expected time.
PATIENCE = 3.0
#: The weight of earlier measurements relative to a new one.
MEMORY = 0.8


class Cutter:
    """Cuts the open ranges into tasks."""

    def __init__(self, job: Job, open_ranges: Iterable[Range], target: float = TARGET_SECONDS, least: int = LEAST_PAIRS) -> None:
        self.job = job
        self.open = deque(open_ranges)
        self.target = target
        self.least = least
        #: Seconds that recent tasks took, and were expected to take. The first guess weighs as much as one task.
        self._took = self._expected = target
        self.pairs_left = sum(stop - start for start, stop in self.open)

    @property
    def factor(self) -> float:
        """Measured seconds per expected second."""
        return max(1e-3, self._took / self._expected)

    def __bool__(self) -> bool:
        return bool(self.open)

    def next(self, workers: int) -> tuple[int, int, float]:
        """The next task: a range, and the seconds after which it is to return what is left."""
        start, stop = self.open.popleft()
        # Towards the end tasks get shorter: a guided schedule.
        expected_left = self.factor * self.job.work(start, stop) * self.pairs_left / max(1, stop - start)
        seconds = min(self.target, max(expected_left / (2 * max(1, workers)), self.target / 16))
        pairs = self._fitting(start, stop, seconds)
        if self.job.arcs_at(start) >= SMALL_ARCS:
            least = 1
            pairs = min(pairs, -(-self.pairs_left // (2 * max(1, workers))))
        else:
            least = self.least
        pairs = max(least, pairs)
        # The rest of the range must be worth a task of its own.
        end = stop if stop - start < pairs + least else start + pairs
        if end < stop:
            self.open.appendleft((end, stop))
        self.pairs_left -= end - start
        return start, end, PATIENCE * max(seconds, self.target / 4)

    def _fitting(self, start: int, stop: int, seconds: float) -> int:
        """How many pairs, counted from ``start``, are expected to take ``seconds``."""
        low, high = 0, stop - start
        while low < high:
            middle = (low + high + 1) // 2
            if self.factor * self.job.work(start, start + middle) <= seconds:
                low = middle
            else:
                high = middle - 1
        return low

    def give_back(self, start: int, stop: int) -> None:
        """Returns a range that was not counted."""
        if start < stop:
            self.open.append((start, stop))
            self.pairs_left += stop - start

    def learn(self, start: int, stop: int, seconds: float) -> None:
        """Records that some pairs took ``seconds``."""
        self._took = MEMORY * self._took + seconds
        self._expected = MEMORY * self._expected + self.job.work(start, stop)
