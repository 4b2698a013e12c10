"""The result of a job, and its progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from isocount._progress import PATIENCE, PERIOD, _bar

if TYPE_CHECKING:
    import pyarrow


#: The prefixes of reasons for input that could not be read.
_UNREAD = ("the graph could not be read: ", "the pattern could not be read: ")


@dataclass
class Report:
    """The result of a job."""

    #: The folder of the answers.
    out: str
    #: The contents of ``_SUCCESS``.
    manifest: dict[str, Any] = field(repr=False)
    #: The time of this call, the number of tasks it ran, and how many of them were lost with their workers.
    seconds: float
    tasks: int
    lost: int
    #: The time of each task on its worker.
    task_seconds: list[float] = field(default_factory=list, repr=False)

    @property
    def pairs(self) -> int:
        """The number of pairs that were counted."""
        return int(self.manifest["pairs"])

    @property
    def answers(self) -> dict[str, int]:
        """The number of answers of each kind."""
        return dict(self.manifest["answers"])

    @property
    def files(self) -> list[str]:
        """The Parquet files, in the order of the pairs."""
        return [os.path.join(self.out, piece["file"]) for piece in self.manifest["pieces"]]

    def problems(self) -> list[tuple[str, str]]:
        """What has no answers because it could not be read or counted: the name of a pattern or graph, or of a pair, and the
        reason."""
        import pyarrow.parquet as parquet

        if not self.answers.get("none"):
            return []
        found: dict[tuple[str, str], None] = {}
        for path in self.files:
            columns = ["pattern", "graph", "graph_number", "answer", "reason"]
            rows = parquet.read_table(path, columns=columns, filters=[("answer", "=", "none")])
            for row in rows.to_pylist():
                reason, graph = row["reason"] or "", row["graph"] or f"graph {row['graph_number']}"
                if reason.startswith(_UNREAD):
                    name = row["pattern"] if reason.startswith(_UNREAD[1]) else graph
                else:
                    name = f"{row['pattern']} in {graph}"
                found[name, reason] = None
        return list(found)

    def table(self) -> pyarrow.Table:
        """All answers, in the order of the pairs where no question was hard; sort by ``graph_number`` and ``pattern_number``
        otherwise."""
        import pyarrow as pa
        import pyarrow.parquet as parquet

        return pa.concat_tables([parquet.read_table(path) for path in self.files])


class Reporter:
    """A progress bar with a rate and the time that is left, or a function that is called instead."""
    """A progress bar with a rate and the remaining time, or a function that is called instead."""
    def __init__(self, shown: bool | Callable[[int, int | None], None], what: str) -> None:
        self._shown = shown
        self._what = what
        self._bar: Any = None
        self._began = time.monotonic()
        self._drawn = 0.0
        self._first = 0
        self._total = 0

    def __enter__(self) -> Reporter:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def begin(self, done: int, total: int) -> None:
        """Sets how much is done already."""
        self._first, self._total = done, total

    def show(self, done: int) -> None:
        """Sets how much is done now."""
        if not self._shown:
            return
        if callable(self._shown):
            self._shown(done, self._total)
            return
        now = time.monotonic()
        if now - self._began < PATIENCE or now - self._drawn < PERIOD:
            return
        self._drawn = now
        if self._bar is None:
            self._bar = _bar(self._what, self._total - self._first)
        self._bar.n = done - self._first
        self._bar.refresh()

    def say(self, text: str) -> None:
        """Prints a line of progress."""
        if self._shown is True:
            sys.stderr.write(f"\n{text}\n")
