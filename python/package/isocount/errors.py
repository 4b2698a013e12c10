"""What can go wrong. Every exception says what was found and, in ``remedy``, what to do about it."""

from __future__ import annotations


class IsocountError(Exception):
    """The base of all exceptions of isocount."""

    #: What to do about it, if that is known.
    remedy: str | None = None

    def __init__(self, message: str, remedy: str | None = None) -> None:
        super().__init__(message if remedy is None else f"{message}; {remedy}")
        self.remedy = remedy

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (type(self), str(self), self.remedy))


class InputError(IsocountError, ValueError):
    """An argument, a graph or a pattern makes no sense."""


class UnknownGraphError(IsocountError, TypeError):
    """An object is no graph that isocount knows."""


class FormatError(IsocountError, ValueError):
    """A file is not what it should be. ``path``, ``line`` and ``column`` say where, if that is known."""

    path: str | None = None
    line: int | None = None
    column: int | None = None


class FileError(IsocountError, OSError):
    """A file cannot be read or written."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NoAnswer(IsocountError, ValueError):
    """A question has no answer by this method: the reason is the message."""


class LearningError(IsocountError, ValueError):
    """A data set, a run or a model cannot be used in this way."""


def _again(cls: type[IsocountError], message: str, remedy: str | None) -> IsocountError:
    error = cls(message)
    error.remedy = remedy
    return error
