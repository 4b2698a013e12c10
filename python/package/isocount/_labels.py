"""Labels of any hashable type, as numbers that all graphs of the process share.

Labels are compared as in Python: ``1 == 1.0`` is one label, ``1`` and ``"1"`` are two. Files and texts have labels
too, as text. So every label has a name, and labels with equal names are equal:

==============================  ==========================================================
label                           name
==============================  ==========================================================
a number                        as Python writes it: ``7``, ``0.5``
a string                        itself, or in quotes if it could be taken for another label: ``'7'``
anything else                   its ``repr`` between ``⟨`` and ``⟩``
==============================  ==========================================================

The text ``7`` in a file is therefore the number 7, ``'7'`` is the string ``"7"``, and ``C`` is the string ``"C"``.
"""

from __future__ import annotations

import ast
import math
import re
import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from isocount import _native
from isocount.errors import InputError

_INTEGER = re.compile(r"[+-]?[0-9]+\Z")


def _number_name(number: Any) -> str | None:
    """The name of a number, or ``None`` if it is not an ordinary number."""
    try:
        if number == int(number):
            return str(int(number))
    except (TypeError, ValueError, OverflowError):
        return None
    if isinstance(number, (float, np.floating)) and math.isfinite(number):
        return repr(float(number))
    return None


def _means_number(text: str) -> bool:
    """Whether this text in a file means a number."""
    if _INTEGER.match(text):
        return True
    try:
        number = float(text)
    except ValueError:
        return False
    return math.isfinite(number) and repr(number) == text


def _is_ambiguous(text: str) -> bool:
    """Whether a string would be taken for another label if it were used as its own name."""
    return _means_number(text) or text[:1] == "⟨" or _unquoted(text) is not None


def _unquoted(name: str) -> str | None:
    """The string of a quoted name; ``None`` if the quotes are part of the string, because it would not need any."""
    if name[:1] not in ("'", '"'):
        return None
    try:
        text = ast.literal_eval(name)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return text if isinstance(text, str) and repr(text) == name and _is_ambiguous(text) else None


def name_of(label: Hashable) -> str:
    r"""The name of a label. Names of objects other than numbers and strings need not be unique.

    >>> name_of("C"), name_of(7), name_of("7"), name_of("'7'"), name_of('"q"')
    ('C', '7', "'7'", '"\'7\'"', '"q"')
    """
    if isinstance(label, str):
        text = str(label)
        return repr(text) if _is_ambiguous(text) else text
    if isinstance(label, (int, float, np.integer, np.floating, np.bool_)):
        name = _number_name(label)
        if name is not None:
            return name
    return f"⟨{label!r}⟩"


def value_of(name: str) -> Hashable:
    """The label for a name from a file or a text.

    >>> value_of("C"), value_of("7"), value_of("'7'"), value_of('"q"')
    ('C', 7, '7', '"q"')
    """
    if _INTEGER.match(name):
        return int(name)
    if _means_number(name):
        return float(name)
    text = _unquoted(name)
    return name if text is None else text


class AllBut(frozenset):  # type: ignore[type-arg]
    """The labels that a node of a pattern accepts: all but these; if empty, every label."""

    def __repr__(self) -> str:
        return f"AllBut({set(self) or ''})"


class LabelTable(dict):  # type: ignore[type-arg]
    """Maps labels to numbers. A missing label gets a number when it is looked up."""

    def __init__(
        self, kind: str, number: Callable[[str], int], text: Callable[[int], str | None]
    ) -> None:
        super().__init__()
        self._kind = kind
        self._number = number
        self._text = text
        self._values: dict[int, Hashable] = {}
        self._lock = threading.RLock()

    def __missing__(self, label: Hashable) -> int:
        with self._lock:
            if label in self:
                return int(dict.__getitem__(self, label))
            if label != label:
                # No NaN equals another; all of them are one label.
                number = self._number("⟨nan⟩")
                self._values.setdefault(number, label)
                return number
            name = name_of(label)
            number = self._number(name)
            copy = 1
            while number in self._values and self._values[number] != label:
                copy += 1
                number = self._number(f"{name} {copy}")
            self._values.setdefault(number, label)
            self[label] = number
            return number

    def numbers_of(self, labels: Iterable[Hashable], what: str) -> np.ndarray:
        """The numbers of many labels."""
        labels = labels if isinstance(labels, Sequence) else list(labels)
        try:
            return np.fromiter(map(self.__getitem__, labels), np.uint32, len(labels))
        except TypeError:
            for label in labels:
                try:
                    hash(label)
                except TypeError:
                    raise InputError(
                        f"the {self._kind} label {label!r} of {what} is not hashable",
                        "use a label such as a string, a number or a tuple",
                    ) from None
            raise

    def numbers_of_array(self, labels: Any, what: str) -> np.ndarray:
        """The numbers of the labels in an array, each distinct one looked up once; rows of a two-dimensional array are tuples."""
        array = np.asarray(labels)
        if array.ndim == 2 and array.shape[1] == 1:
            array = array[:, 0]
        if array.ndim == 2:
            return self.numbers_of([tuple(row) for row in array.tolist()], what)
        if array.ndim != 1:
            raise InputError(
                f"the {self._kind} labels of {what} have {array.ndim} dimensions",
                "give one label, or one row, for each",
            )
        if array.dtype.kind == "O":
            return self.numbers_of(array.tolist(), what)
        distinct, places = np.unique(array, return_inverse=True)
        return self.numbers_of(distinct.tolist(), what)[places.reshape(-1)]

    def values_of(self, numbers: Iterable[int]) -> list[Hashable]:
        """The labels of many numbers."""
        return [self._value_of(number) for number in numbers]

    def wanted(self, wanted: Iterable[tuple[int, list[int]]]) -> list[Hashable]:
        """What nodes or arcs of a pattern accept: a label, a set of labels, or all but some."""
        kinds = (lambda labels: labels[0], frozenset, AllBut)
        return [kinds[kind](self.values_of(numbers)) for kind, numbers in wanted]

    def _value_of(self, number: int) -> Hashable:
        try:
            return self._values[number]
        except KeyError:
            name = self._text(number)
            value = number if name is None else value_of(name)
            with self._lock:
                return self._values.setdefault(number, value)


node_labels = LabelTable("node", _native.node_label, _native.node_label_text)
edge_labels = LabelTable("edge", _native.edge_label, _native.edge_label_text)
