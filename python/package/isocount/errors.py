"""Exceptions and warnings. Every exception describes what was found and, in ``remedy``, what to do about it. Warnings are for what a
person must see."""

from __future__ import annotations


class IsocountError(Exception):
    """The base of all exceptions of isocount."""

    #: What to do about it, if known.
    remedy: str | None = None

    def __init__(self, message: str, remedy: str | None = None) -> None:
        super().__init__(message if remedy is None else f"{message}; {remedy}")
        self.remedy = remedy

    def __reduce__(self) -> tuple[object, ...]:
        # Includes its attributes, such as the line of a file.
        return (_again, (type(self), str(self)), dict(self.__dict__))


class InputError(IsocountError, ValueError):
    """An argument, a graph or a pattern makes no sense."""


class UnknownGraphError(IsocountError, TypeError):
    """An object is not a kind of graph that isocount accepts."""


class UnknownArgumentError(IsocountError, TypeError):
    """A function has no parameter of this name."""


class FormatError(IsocountError, ValueError):
    """A file is not valid. ``path``, ``line`` and ``column`` locate the problem, if known."""

    path: str | None = None
    line: int | None = None
    column: int | None = None


class FileError(IsocountError, OSError):
    """A file cannot be read or written."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NoAnswer(IsocountError, ValueError):
    """A method cannot answer a question; the message is the reason."""


class LearningError(IsocountError, ValueError):
    """A data set, a run or a model cannot be used in this way."""


class IsocountWarning(UserWarning):
    """The base of all warnings of isocount."""


class UnreadWarning(IsocountWarning):
    """Graphs or patterns could not be read, and their pairs have no answers."""


class AccuracyWarning(IsocountWarning):
    """An answer may be inaccurate: a model is asked about something larger than it was trained on."""


class BoundsWarning(IsocountWarning):
    """A limit was reached, and all numbers are lower bounds."""


def _again(cls: type[IsocountError], message: str) -> IsocountError:
    return cls(message)
