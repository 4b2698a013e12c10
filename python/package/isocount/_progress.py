"""Progress bars: those of tqdm if it is installed, otherwise one line in the same style."""

from __future__ import annotations

import importlib.util
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from isocount import _native
from isocount.errors import InputError

#: Work that ends sooner shows no bar.
PATIENCE = 1.0
#: The interval between updates of a bar.
PERIOD = 0.1


class Progress:
    """Shows the progress of the ``with`` block from a separate thread."""

    def __init__(self, shown: bool | Callable[[int, int | None], None], what: str) -> None:
        if not callable(shown) and not isinstance(shown, bool):
            raise InputError(f"progress={shown!r} is neither True, False nor a function", "pass a function of (done, total)")
        self.work = _native.Work()
        self._shown = shown
        self._what = what
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Progress:
        if self._shown:
            self._thread = threading.Thread(target=self._watch, name="isocount progress", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        call = self._shown if callable(self._shown) else None
        if call is None and self._ended.wait(PATIENCE):
            return
        bar = None
        ended = False
        while not ended:
            ended = self._ended.wait(PERIOD)
            # The end of the work is always shown, however short it was.
            found = self.work.ended() if ended else self.work.progress()
            if found is None:
                continue
            _, done, total = found
            if call is not None:
                call(done, total)
                continue
            if bar is None:
                bar = _bar(self._what, total)
            bar.total = total
            bar.n = done
            bar.refresh()
        if bar is not None:
            bar.close()


def _bar(what: str, total: int | None) -> Any:
    if importlib.util.find_spec("tqdm") is not None:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

        return tqdm(desc=what, total=total, unit="")
    return PlainBar(what, total)


class PlainBar:
    """A bar on the error stream, in the style of tqdm."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what = what
        self.total = total
        self.n = 0
        self._started = time.monotonic()
        self._width = 0

    def refresh(self) -> None:
        self._write(self.line(time.monotonic() - self._started))

    def line(self, seconds: float) -> str:
        """The text of the bar after ``seconds`` seconds.

        >>> bar = PlainBar("count", 200)
        >>> bar.n = 50
        >>> bar.line(5.0)
        'count:  25%|██▌       | 50/200 [00:05<00:15, 10.00/s]'
        """
        rate = self.n / seconds if seconds > 0 else 0.0
        if not self.total:
            return f"{self.what}: {self.n} [{_clock(seconds)}, {rate:.2f}/s]"
        share = min(1.0, self.n / self.total)
        eighths = int(share * 80)
        filled = "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
        left = _clock((self.total - self.n) / rate) if rate else "?"
        return (
            f"{self.what}: {share:4.0%}|{filled:<10}| {self.n}/{self.total} "
            f"[{_clock(seconds)}<{left}, {rate:.2f}/s]"
        )

    def close(self) -> None:
        self.refresh()
        sys.stderr.write("\n")

    def _write(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:02d}:{rest:02d}"
