"""Training with the gradients of many workers.

A step has a fixed number of groups, and its gradient is the sum of theirs in a fixed order. Workers compute groups; the driver adds them
in that order and makes the step. So the weights are bit for bit the same for any number of workers, and after any number of kills: a group
that is lost is computed again, and a driver that is lost continues after its last epoch.

This holds if all processes agree on whether products are fused with sums: all of them have AVX2 or AVX-512, or none
has. This is checked. Mixed architectures are not supported.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from isocount import _native
from isocount._native import Model, Table
from isocount._progress import Progress
from isocount.cluster._cache import CACHE
from isocount.cluster._executor import MOST_LOSSES, WAIT_SECONDS, Executor, WorkerLost
from isocount.cluster._on_ray import OnRay
from isocount.cluster._parts import open_dataset
from isocount.errors import InputError, NoAnswer
from isocount.learning import _toml


@dataclass(frozen=True)
class Trained:
    """What to train, and how."""

    model: str
    dataset: str
    split: str
    width: int | None
    settings: tuple[str, ...]
    seed: int | None

    def worker(self) -> _native.GroupWorker:
        """The examples, prepared once by each process."""
        size = 20 * sum(entry.stat().st_size for entry in os.scandir(self.dataset) if entry.is_file())

        def make() -> _native.GroupWorker:
            data = open_dataset(self.dataset)
            return _native.GroupWorker(self.model, data, self.split, self.width, list(self.settings), self.seed)

        return CACHE.get(("groups", self), make, lambda _: size)


def group_gradients(
    shared: tuple[Trained, int, bytes], start: int, stop: int
) -> tuple[str, list[tuple[float, bytes]]]:
    """The task of a worker: the losses and gradients of some groups of one step."""
    trained, step, weights = shared
    return _native.arithmetic(), trained.worker().gradients(step, weights, start, stop)


class Steps:
    """The gradients of each step, from the workers of an executor."""

    def __init__(self, trained: Trained, executor: Executor) -> None:
        self.trained = trained
        self.executor = executor
        self.losses = 0
        self.num_tasks = 0

    def __call__(self, step: int, weights: bytes, groups: int) -> list[tuple[float, bytes]]:
        """All groups of a step, in order."""
        shared = self.executor.share((self.trained, step, weights))
        number = max(1, min(groups, self.executor.workers()))
        ranges = [(groups * ix // number, groups * (ix + 1) // number) for ix in range(number)]
        in_flight = {self._begin(shared, range_): range_ for range_ in ranges}
        found: dict[int, list[tuple[float, bytes]]] = {}
        while in_flight:
            for handle, result in self.executor.wait(WAIT_SECONDS):
                range_ = in_flight.pop(handle)
                if isinstance(result, WorkerLost):
                    self.losses += 1
                    if self.losses > MOST_LOSSES * (step + 8):
                        raise NoAnswer(f"workers died {self.losses} times", "give them more memory")
                    in_flight[self._begin(shared, range_)] = range_
                elif isinstance(result, Exception):
                    raise result
                else:
                    found[range_[0]] = self._checked(*result)
        return [group for start, _ in ranges for group in found[start]]

    def _begin(self, shared: Any, range_: tuple[int, int]) -> Any:
        self.num_tasks += 1
        return self.executor.submit(group_gradients, shared, *range_)

    def _checked(self, arithmetic: str, groups: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
        if arithmetic != _native.arithmetic():
            raise InputError(
                "some machines fuse products with sums and some do not, so the weights would depend on who computes what",
                "use machines that all have AVX2, or machines without it",
            )
        return groups


def train(
    model: str,
    dataset: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    split: str = "paper",
    width: int | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int | None = None,
    address: str | None = None,
    workers: int | None = None,
    threads: int | None = None,
    replace: bool = False,
    callback: Callable[[dict[str, Any]], None] | None = None,
    progress: bool = True,
    executor: Executor | None = None,
) -> tuple[Model, Table]:
    """Trains a model on a data set with the gradients of many workers.

    The weights are those of :func:`isocount.train`, bit for bit. ``dataset`` is a folder that every node sees; the run ``out`` is
    the driver's, which also validates, on ``threads`` threads. A call that was stopped continues after its last epoch.
    """
    folder = os.path.abspath(os.fspath(dataset))
    assignments = tuple(f"{name}={_toml(value)}" for name, value in (settings or {}).items())
    trained = Trained(model, folder, split, width, assignments, seed)
    mine = executor is None
    executor = executor or OnRay(address, workers=workers)
    try:
        with Progress(progress, "train") as bar:
            return _native.train(
                model,
                open_dataset(folder),
                out,
                split,
                width,
                list(assignments),
                seed,
                threads,
                replace,
                callback,
                Steps(trained, executor),
                bar.work,
            )
    except BaseException:
        executor.cancel()
        raise
    finally:
        if mine:
            executor.close()
