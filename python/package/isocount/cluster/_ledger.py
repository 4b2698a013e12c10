"""The folder of a job.

::

    OUT/_job.json                       the job; only the same job continues
    OUT/_pairs-CHECKSUM.parquet         positions of the pairs, if they were listed by name
    OUT/_lock                           held by the driver at work
    OUT/pieces/000000/FIRST-LAST.parquet  answers of pairs FIRST to LAST - 1
    OUT/pieces/000000/FIRST-LAST.json     its manifest: the range, the pairs that it leaves out, checksum, the seal of the job
    OUT/hard/PAIR/FIRST-STRIDE.json     a share of a hard question
    OUT/_SUCCESS                        at the end: all pieces, totals, versions

Every file is written next to its place and renamed. A piece counts once its manifest exists and its checksum is correct. So
a process that is killed leaves complete pieces, and the pairs of incomplete ones are counted again.
"""

from __future__ import annotations

import fcntl
import glob
import hashlib
import json
import os
import socket
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from isocount.cluster._intervals import disjoint
from isocount.errors import FileError, InputError

if TYPE_CHECKING:
    import pyarrow

    from isocount.cluster._job import Job

JOB = "_job.json"
SUCCESS = "_SUCCESS"
#: The prefix of the file of positions for a list of names.
TRANSLATED_PAIRS = "_pairs-"
#: Pieces per folder: file systems slow down with millions of files in one.
PIECES_PER_FOLDER = 4096


@dataclass
class Piece:
    """The manifest of a piece."""

    start: int
    stop: int
    rows: int
    bytes: int
    sha256: str
    seal: str
    #: Pairs of the range that were too hard and are not in the file.
    hard: list[int] = field(default_factory=list)
    #: The number of answers of each kind.
    answers: dict[str, int] = field(default_factory=dict)
    #: Why answers of a model may be inaccurate, each sentence once.
    doubts: list[str] = field(default_factory=list)
    #: The time it took in seconds, and the process that made it.
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    worker: int = 0


def path_of(out: str, start: int, stop: int) -> str:
    """The file of a piece, without its extension."""
    # With pieces of the minimum size, a folder has this many.
    folder = f"{start // (PIECES_PER_FOLDER * 500):06d}"
    return os.path.join(out, "pieces", folder, f"{start:015d}-{stop:015d}")


def write_whole(path: str, data: bytes, durable: bool = False) -> None:
    """Writes a file that is complete or absent. Several processes may write the same file at a time. Damage from a power failure is
    detected by its checksum and the file is made again, unless it is to be ``durable``."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    beside = f"{path}.{socket.gethostname()}-{os.getpid()}.part"
    try:
        with open(beside, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def write_json(path: str, value: Any, durable: bool = False) -> None:
    """Like :func:`write_whole`, but for a value as JSON."""
    write_whole(path, json.dumps(value, indent=1, default=list).encode() + b"\n", durable)


def write_piece(
    job: Job,
    start: int,
    stop: int,
    table: pyarrow.Table,
    hard: list[int],
    seconds: tuple[float, float],
    doubts: Iterable[str] = (),
) -> Piece:
    """Writes the answers of a range, then its manifest."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    data = sink.getvalue().to_pybytes()
    path = path_of(job.out, start, stop)
    write_whole(f"{path}.parquet", data)
    kinds = table["answer"].value_counts().to_pylist()
    piece = Piece(
        start=start,
        stop=stop,
        rows=table.num_rows,
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        seal=job.seal,
        hard=hard,
        answers={it["values"]: it["counts"] for it in kinds},
        doubts=list(dict.fromkeys(doubts)),
        seconds=seconds[0],
        cpu_seconds=seconds[1],
        worker=os.getpid(),
    )
    write_json(f"{path}.json", asdict(piece))
    return piece


class Ledger:
    """The folder from the driver's point of view."""

    def __init__(self, job: Job, replace: bool = False) -> None:
        self.job = job
        self.out = job.out
        os.makedirs(self.out, exist_ok=True)
        self._lock = open(os.path.join(self.out, "_lock"), "w")  # noqa: SIM115
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise FileError(f"{self.out}: another process counts here", "wait for it, or choose another folder") from None
        try:
            self._begin(replace)
        except BaseException:
            self.close()
            raise

    def _begin(self, replace: bool) -> None:
        path = os.path.join(self.out, JOB)
        ours = (JOB, SUCCESS, "_lock", "pieces", "hard")
        foreign = [name for name in os.listdir(self.out) if name not in ours and not name.startswith(TRANSLATED_PAIRS)]
        if foreign and not os.path.exists(path):
            raise InputError(f"{self.out} contains other files, such as {foreign[0]}", "choose a folder that is empty or does not exist")
        description = {"seal": self.job.seal, **self.job.describe()}
        if os.path.exists(path) and not replace:
            with open(path, encoding="utf-8") as file:
                earlier = json.load(file)
            if earlier.get("seal") != self.job.seal:
                keys = [key for key in description if _plain(earlier.get(key)) != _plain(description[key]) and key != "seal"]
                raise InputError(
                    f"{self.out} belongs to another job: it differs in {', '.join(keys) or 'its layout'}",
                    "choose another folder, or pass replace=True to begin again",
                )
            return
        if replace:
            self._clear()
        write_json(path, description, durable=True)

    def _clear(self) -> None:
        import shutil

        for name in ("pieces", "hard"):
            shutil.rmtree(os.path.join(self.out, name), ignore_errors=True)
        for name in (SUCCESS, JOB):
            if os.path.exists(os.path.join(self.out, name)):
                os.remove(os.path.join(self.out, name))

    def close(self) -> None:
        """Releases the lock."""
        self._lock.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def is_finished(self) -> bool:
        """Whether everything was counted by an earlier run."""
        return os.path.exists(os.path.join(self.out, SUCCESS))

    def pieces(self) -> list[Piece]:
        """The complete pieces in order, none of which overlap. Others are removed."""
        found: dict[tuple[int, int], Piece] = {}
        for path, piece in self._manifests():
            if piece is None:
                _remove(path)
            else:
                found[piece.start, piece.stop] = piece
        kept = disjoint({range_: piece.hard for range_, piece in found.items()})
        for start, stop in set(found) - set(kept):
            _remove(path_of(self.out, start, stop))
        return [found[range_] for range_ in kept]

    def _manifests(self) -> Iterator[tuple[str, Piece | None]]:
        for path in sorted(glob.glob(os.path.join(glob.escape(self.out), "pieces", "*", "*.json"))):
            yield path[: -len(".json")], self._check(path[: -len(".json")])

    def _check(self, path: str) -> Piece | None:
        """The piece of a manifest, if its file matches the manifest."""
        try:
            with open(f"{path}.json", encoding="utf-8") as file:
                piece = Piece(**json.load(file))
            with open(f"{path}.parquet", "rb") as file:
                data = file.read()
        except (OSError, ValueError, TypeError):
            return None
        whole = len(data) == piece.bytes and hashlib.sha256(data).hexdigest() == piece.sha256
        return piece if whole and piece.seal == self.job.seal else None

    def succeed(self, pieces: list[Piece], versions: dict[str, str]) -> dict[str, Any]:
        """Writes the last manifest: what was counted and where it is. Files outside of all pieces are removed."""
        named = {path_of(self.out, piece.start, piece.stop) for piece in pieces}
        for path in glob.glob(os.path.join(glob.escape(self.out), "pieces", "*", "*")):
            if path.rsplit(".", 1)[0] not in named:
                os.remove(path)
        answers: dict[str, int] = {}
        for piece in pieces:
            for kind, number in piece.answers.items():
                answers[kind] = answers.get(kind, 0) + number
        report = {
            "seal": self.job.seal,
            "pairs": self.job.num_pairs,
            "rows": sum(piece.rows for piece in pieces),
            "answers": answers,
            "versions": versions,
            "pieces": [
                {
                    "file": os.path.relpath(path_of(self.out, it.start, it.stop) + ".parquet", self.out),
                    "start": it.start,
                    "stop": it.stop,
                    "rows": it.rows,
                    "bytes": it.bytes,
                    "sha256": it.sha256,
                }
                for it in pieces
            ],
        }
        write_json(os.path.join(self.out, SUCCESS), report, durable=True)
        return report


def _plain(value: Any) -> Any:
    """A value as JSON returns it."""
    return json.loads(json.dumps(value, default=list))


def _remove(path: str) -> None:
    for ending in (".json", ".parquet"):
        if os.path.exists(path + ending):
            os.remove(path + ending)
