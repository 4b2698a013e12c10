"""Executors, which run tasks. The driver uses only this interface; Ray is one implementation (``_on_ray.py``), this process another."""

from __future__ import annotations

import itertools
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from isocount.errors import NoAnswer

#: A function of this package and its arguments run as one task. Functions are named, not sent.
Handle = Any


class WorkerLost(Exception):
    """A task did not end because its process or its machine did. It can be run again."""


class Executor(Protocol):
    """Runs tasks somewhere."""

    def workers(self) -> int:
        """The number of tasks that run at the same time; this may change as nodes come and go."""

    def take_whole_nodes(self) -> int:
        """From now on, a task takes all processors of a node, so that one process works per node; returns their number."""

    def share(self, value: Any) -> Any:
        """Shares a value with all workers, once; tasks are given the result of this call, and functions the value."""

    def submit(self, function: Callable[..., Any], shared: Any, *arguments: Any) -> Handle:
        """Starts a task: ``function(value of shared, *arguments)``."""

    def wait(self, seconds: float) -> list[tuple[Handle, Any]]:
        """Tasks that have ended, with their results or exceptions; none if no task ended within ``seconds``."""

    def cancel(self) -> None:
        """Stops all tasks."""

    def close(self) -> None:
        """Releases all resources."""


#: The number of waiting tasks per worker, so that none is idle between two tasks.
AHEAD = 2
#: How long a driver sleeps if nothing ends, in seconds.
WAIT_SECONDS = 0.5
#: The number of deaths of workers that is tolerated per task: on average, or of the same task where tasks may fail.
MOST_LOSSES = 8


def run_all(
    executor: Executor,
    function: Callable[..., Any],
    value: Any,
    tasks: Sequence[tuple[Any, ...]],
    taken: Callable[[int, Any], None] = lambda _place, _result: None,
    failed: Callable[[int, Exception], Any] | None = None,
) -> list[Any]:
    """Runs ``function(value, *task)`` for each task, and returns the results in order. Tasks whose worker dies run again.

    ``taken`` is called with the position and the result of each task that ended. An exception stops all tasks. With ``failed`` it does not:
    that is called with the position of the task and its exception, or after repeated deaths of its worker, and returns the result instead.
    """
    shared = executor.share(value)
    todo, losses = list(reversed(range(len(tasks)))), Counter[int]()
    in_flight: dict[Handle, int] = {}
    results: list[Any] = [None] * len(tasks)
    try:
        while todo or in_flight:
            while todo and len(in_flight) < AHEAD * executor.workers():
                place = todo.pop()
                in_flight[executor.submit(function, shared, *tasks[place])] = place
            for handle, result in executor.wait(WAIT_SECONDS):
                place = in_flight.pop(handle)
                if isinstance(result, WorkerLost):
                    losses[place] += 1
                    if failed is None and losses.total() > MOST_LOSSES * max(8, len(tasks)):
                        raise NoAnswer(f"workers died {losses.total()} times", "give them more memory")
                    if failed is None or losses[place] <= MOST_LOSSES:
                        todo.append(place)
                        continue
                    result = NoAnswer(f"its worker died {losses[place]} times", "give workers more memory")
                if isinstance(result, Exception):
                    if failed is None:
                        raise result
                    result = failed(place, result)
                results[place] = result
                taken(place, result)
    except BaseException:
        executor.cancel()
        raise
    return results


class InProcess:
    """Runs tasks one by one in this process, during ``wait``: for tests, and for small jobs without Ray.

    ``faults`` is called before and after each task and decides whether the worker is lost there.
    """

    def __init__(self, workers: int = 1, faults: Callable[[int, str], bool] | None = None) -> None:
        self._workers = workers
        self._faults = faults or (lambda _number, _when: False)
        self._numbers = itertools.count()
        self._queue: deque[tuple[int, Callable[..., Any], tuple[Any, ...]]] = deque()
        self.ran = 0

    def workers(self) -> int:
        """The number of workers that it simulates."""
        return self._workers

    def take_whole_nodes(self) -> int:
        """This process is the node, and runs one task at a time anyway."""
        return 1

    def share(self, value: Any) -> Any:
        """Returns the value itself."""
        return value

    def submit(self, function: Callable[..., Any], shared: Any, *arguments: Any) -> Handle:
        """Queues the task."""
        number = next(self._numbers)
        self._queue.append((number, function, (shared, *arguments)))
        return number

    def wait(self, seconds: float) -> list[tuple[Handle, Any]]:
        """Runs one task."""
        if not self._queue:
            return []
        number, function, arguments = self._queue.popleft()
        try:
            if self._faults(number, "before"):
                raise WorkerLost("killed before it began")
            result = function(*arguments)
            self.ran += 1
            if self._faults(number, "after"):
                raise WorkerLost("killed before it could say so")
        except Exception as error:
            return [(number, error)]
        return [(number, result)]

    def cancel(self) -> None:
        """Drops the queued tasks."""
        self._queue.clear()

    def close(self) -> None:
        """Does nothing: there are no resources."""
