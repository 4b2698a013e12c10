"""One hard question, divided among workers.

The pieces of a question (the images of the first node of its plan) are numbered in the same way by every process. A share consists of every
``stride``-th piece from ``first`` on. Workers count shares for a while; what one leaves is cut into halves, so nobody waits for
a straggler. Every counted share is saved in a small file, so it is not lost with a worker or the driver.

A question that algebra answers sooner than all workers could search it is not divided.
"""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from isocount import _native
from isocount.cluster import _answers
from isocount.cluster._job import Job
from isocount.cluster._ledger import Piece, write_json, write_piece
from isocount.errors import NoAnswer

Share = tuple[int, int]

#: Shares per worker at the start: enough that they end at about the same time, few enough that each is worth a task.
SHARES_PER_WORKER = 4
#: The rest of a share is cut into this many.
CUT = 2
#: Counts from here on are not answers, as on one machine.
TOO_MANY = 2**128 - 1
OVERFLOW = f"there are more than {TOO_MANY - 1} mappings, the most that 128 bits hold"


def cut(share: Share, number: int) -> list[Share]:
    """Divides the pieces of a share into several shares.

    >>> cut((1, 3), 2)
    [(1, 6), (4, 6)]
    """
    first, stride = share
    return [(first + stride * ix, stride * number) for ix in range(number)]


def folder_of(out: str, pair: int) -> str:
    """The folder for the shares of a pair."""
    return os.path.join(out, "hard", f"{pair:015d}")


# -- on a worker ------------------------------------------------------------------------------------------------------------


def predict(job: Job, pair: int) -> tuple[float | None, float | None]:
    """The seconds that search and algebra are expected to take on one thread."""
    pattern, graph = _both(job, pair)
    ask = job.question.ask_with_patience(1, job.patience or 1.0)
    return _native.predicted_times(ask, job.patterns[pattern], job.graph(graph))


def count_share(job: Job, pair: int, share: Share, seconds: float) -> list[Share]:
    """Counts a share for a while, and saves the result. Returns what is left."""
    pattern, graph = _both(job, pair)
    ask, asked, within = job.question.exactly(1), job.patterns[pattern], job.graph(graph)

    def one(part: Share) -> tuple[int, Share | None]:
        return _native.count_share(ask, asked, within, part[0], part[1], seconds)

    parts = cut(share, job.threads)
    began, began_cpu = time.monotonic(), time.process_time()
    try:
        with ThreadPoolExecutor(job.threads) as threads:
            found = list(threads.map(one, parts))
    except NoAnswer as none:
        _keep(job, pair, share, within.name, {"none": _answers.reason_of(none), "rests": []})
        return []
    rests = [rest for _, rest in found if rest is not None]
    spent = {"seconds": time.monotonic() - began, "cpu_seconds": time.process_time() - began_cpu, "worker": os.getpid()}
    _keep(job, pair, share, within.name, {"mappings": str(sum(number for number, _ in found)), "rests": rests, **spent})
    return rests


def _keep(job: Job, pair: int, share: Share, graph: str, said: dict[str, Any]) -> None:
    # The driver reads no graphs, so the share records the name of its graph.
    said = {"seal": job.seal, "pair": pair, "graph": graph, "share": share, **said}
    write_json(os.path.join(folder_of(job.out, pair), f"{share[0]}-{share[1]}.json"), said)


def count_whole(job: Job, pair: int) -> Piece:
    """Asks a hard question on one worker, without a time limit."""
    pattern, graph = _both(job, pair)
    ask, asked, within = job.question.exactly(job.threads), job.patterns[pattern], job.graph(graph)
    began, began_cpu = time.monotonic(), time.process_time()
    try:
        answer = ask.count(asked, within)
        row = _answers.row(asked, within.name, (pattern, graph), answer, None)
    except NoAnswer as none:
        row = _answers.row(asked, within.name, (pattern, graph), None, _answers.reason_of(none))
    spent = (time.monotonic() - began, time.process_time() - began_cpu)
    return write_piece(job, pair, pair + 1, _answers.rows([row]), [], spent)


def _both(job: Job, pair: int) -> tuple[int, int]:
    patterns, graphs = job.places(pair, pair + 1)
    return int(patterns[0]), int(graphs[0])


# -- on the driver ----------------------------------------------------------------------------------------------------------


@dataclass
class HardPair:
    """The state of a hard question."""

    pair: int
    #: The number of shares at the start.
    shares: int
    #: Shares that have not been counted and are not being counted.
    open: list[Share] = field(default_factory=list)
    counting: int = 0
    #: How long a share is counted; increases if no worker makes progress.
    seconds: float = 30.0

    @staticmethod
    def begin(job: Job, pair: int, workers: int) -> HardPair:
        """A question that is divided now, or was divided by an earlier run."""
        path = os.path.join(folder_of(job.out, pair), "plan.json")
        plan = _read(path, job.seal)
        if plan is None:
            plan = {"seal": job.seal, "pair": pair, "shares": SHARES_PER_WORKER * max(1, workers)}
            write_json(path, plan)
        hard = HardPair(pair, plan["shares"])
        hard.open = _walk(job, pair, hard.shares)[0]
        return hard

    @property
    def is_counted(self) -> bool:
        """Whether all shares are counted."""
        return not self.open and not self.counting

    def take(self, share: Share, rests: list[Share]) -> None:
        """Records that a share was counted; its rests are open again."""
        self.counting -= 1
        if share in rests:
            self.seconds *= 2
        for rest in rests:
            self.open.extend(cut(rest, CUT))

    def finish(self, job: Job) -> Piece | None:
        """Adds up all shares and writes the answer as the piece of its pair. Returns ``None`` if a share is open after all: a worker that
        was assumed lost has replaced one by its own, which has other rests."""
        left, said = _walk(job, self.pair, self.shares)
        if left:
            self.open = left
            return None
        pattern, graph = _both(job, self.pair)
        asked, name, places = job.patterns[pattern], said[0]["graph"], (pattern, graph)
        refusals = [it["none"] for it in said if "none" in it]
        mappings = sum(int(it.get("mappings", 0)) for it in said)
        if refusals or mappings >= TOO_MANY:
            row = _answers.row(asked, name, places, None, refusals[0] if refusals else OVERFLOW)
        else:
            per_subgraph = _native.automorphisms(job.question.exactly(1), asked) if job.question.unit == "subgraphs" else 1
            row = _answers.counted(asked, name, places, mappings // per_subgraph)
        return write_piece(job, self.pair, self.pair + 1, _answers.rows([row]), [], (0.0, 0.0))


def _walk(job: Job, pair: int, shares: int) -> tuple[list[Share], list[dict[str, Any]]]:
    """The shares that have not been counted, and the results of the others."""
    folder = folder_of(job.out, pair)
    left, said = [], []
    stack = cut((0, 1), shares)
    while stack:
        share = stack.pop()
        found = _read(os.path.join(folder, f"{share[0]}-{share[1]}.json"), job.seal)
        if found is None:
            left.append(share)
            continue
        said.append(found)
        for rest in found["rests"]:
            stack.extend(cut((rest[0], rest[1]), CUT))
    return left, said


def _read(path: str, seal: str) -> dict[str, Any] | None:
    try:
        with open(path, encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
    except (OSError, ValueError):
        return None
    return found if found.get("seal") == seal else None
