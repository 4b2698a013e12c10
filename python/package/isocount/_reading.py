"""The options for reading graphs and patterns, and the sources that they apply to.

An option that does not apply to a source is refused. A call with several sources passes each of them the options that apply to it, and
refuses those that apply to none of them.

Graphs and patterns share all options but one: ``format=`` is for graph files, ``pattern_format=`` for pattern files.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from isocount import _from_arrow, _from_igraph, _from_networkx, _from_pyg, _from_rdkit, _from_tables, _native
from isocount._native import Graph, Pattern
from isocount._words import OnError
from isocount.errors import InputError, IsocountError, UnknownArgumentError, UnreadWarning

_LABELS = ("node_label", "edge_label")
#: Options of reading in addition to ``node_label=``, ``edge_label=`` and ``directed=``.
READING = ("atom_label", "hydrogens", "aromaticity", "smarts", "format", "pattern_format", "duplicates", "source", "target", "attributes")
#: The options of ``Graph`` and ``Pattern``.
OF_ONE = (*_LABELS, "directed", "num_nodes", "name", *(name for name in READING if name != "pattern_format"))

#: The message for each option if it applies to no source.
_ABOUT = {
    "node_label": "node_label= determines the labels of nodes, but these sources have nothing that it could name",
    "edge_label": "edge_label= determines the labels of edges, but these sources have nothing that it could name",
    "directed": "directed= applies to lists, arrays, tables and files of edges; molecules, texts and other graphs determine it themselves",
    "atom_label": "atom_label= determines the labels of atoms in molecules, but there is no molecule",
    "hydrogens": "hydrogens= determines which hydrogen atoms of SMILES and SDF are nodes, but there are no such molecules",
    "aromaticity": "aromaticity= determines which bonds of SMILES and SDF are aromatic, but there are no such molecules",
    "smarts": "smarts=True prepares molecules (SMILES and SDF) for SMARTS, but there are no such molecules",
    "format": "format= is the format of a file, but there is no file",
    "pattern_format": "pattern_format= is the format of a pattern file, but no pattern is read from a file",
    "duplicates": "duplicates= determines what happens to repeated edges of files, but there is no file of edges",
    "source": "source= names a column of a table of edges, but there is no table",
    "target": "target= names a column of a table of edges, but there is no table",
    "attributes": "attributes= names attributes of networkx and igraph graphs, tables, PyG data and graph files, but there is none of them",
    "num_nodes": "num_nodes= is the number of nodes of an array or list of edges, but there is neither",
}

#: The remedies that are more than leaving the option out.
_REMEDY = {
    "node_label": "texts contain their labels, as in 'a:C-b:O'; node_label=False leaves them out",
    "edge_label": "texts contain their labels, as in 'a-[likes]-b'; edge_label=False leaves them out",
    "directed": "leave it out; ignore='directions' ignores the directions of a directed graph",
    "atom_label": "leave it out; node_label= labels the nodes of other graphs",
}

#: Messages for sources that determine the same thing in their own way.
_OF_FILE = {
    name: (
        f"{name}= names a column of a table in memory, but the columns of a file are determined by its header",
        "name them source and target in the header, or read the file with pandas or polars and pass the table",
    )
    for name in ("source", "target")
}
_OF_RDKIT = {
    name: (
        f"{name}= determines how molecules of SMILES and SDF are read, but an RDKit molecule already exists",
        "change it with RDKit, such as Chem.AddHs, or pass 'smiles:' + Chem.MolToSmiles(molecule)",
    )
    for name in ("hydrogens", "aromaticity")
}
_OF_RDKIT["smarts"] = (
    "SMARTS are compared with molecules that isocount reads itself",
    "pass the molecule as text, 'smiles:' + Chem.MolToSmiles(molecule), or a file of molecules",
)

_MOLECULES = (*_LABELS, "atom_label", "hydrogens", "aromaticity", "smarts")
#: The options by the kind of a path or a text, see ``_native.source_kind``.
_OF_TEXT = {
    "smiles": _MOLECULES,
    "smarts": (),
    "smarts file": ("format",),
    "text": _LABELS,
    "molecules": (*_MOLECULES, "format"),
    "graphs": (*_LABELS, "format", "duplicates", "directed", "attributes"),
    "both": (*_MOLECULES, "format", "duplicates", "directed", "attributes"),
}
#: Objects that determine themselves whether they are directed.
OWN_DIRECTIONS = ("is_directed", "weighted_edge_list", "GetBonds")


def is_text(source: Any) -> bool:
    """Whether a source is the path of a file or folder, or a graph as text."""
    return isinstance(source, str) or hasattr(source, "__fspath__")


def usable(source: Any) -> tuple[str, ...]:
    """The options that apply to an object."""
    if _from_rdkit.knows(source):
        return (*_LABELS, "atom_label")
    if _from_arrow.knows(source):
        return (*_LABELS, "directed", "source", "target")
    if isinstance(source, dict) or _from_tables.knows(source):
        return (*_LABELS, "directed", "source", "target", "attributes")
    if _from_networkx.knows(source) or _from_igraph.knows(source):
        return (*_LABELS, "attributes")
    if any(hasattr(source, name) for name in OWN_DIRECTIONS):
        return _LABELS
    if hasattr(source, "tocoo") or hasattr(source, "ndata"):
        return (*_LABELS, "directed")
    if _from_pyg.knows(source):
        return (*_LABELS, "directed", "num_nodes", "attributes")
    return (*_LABELS, "directed", "num_nodes")


def said(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not ``None``, each checked for its type."""
    options = {name: value for name, value in given.items() if value is not None}
    for name in ("directed", "smarts"):
        if name in options:
            options[name] = flag(name, options[name])
    if "attributes" in options:
        options["attributes"] = kept_attributes(options["attributes"])
    for name in ("name", "format", "pattern_format"):
        if not isinstance(options.get(name, ""), str):
            raise InputError(f"{name}={options[name]!r} is not a string", "pass the name as a string")
    return options


def kept_attributes(value: Any) -> dict[str, list[str] | None]:
    """The attributes of nodes and of edges that are kept for conditions: ``None`` for all."""
    if value is True:
        return {"nodes": None, "edges": None}
    if isinstance(value, Mapping):
        if set(value) != {"nodes", "edges"}:
            raise InputError(f"attributes={value!r} does not name attributes", "use {'nodes': [...], 'edges': [...]}")
        return {of: None if names is None else [str(name) for name in names] for of, names in value.items()}
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple, set, frozenset)) or not all(isinstance(name, str) for name in names):
        raise InputError(f"attributes={value!r} does not name attributes", "use True for all, or a list of names")
    return {"nodes": list(names), "edges": list(names)}


def flag(name: str, value: Any) -> bool:
    """An argument that is ``True`` or ``False``."""
    if not isinstance(value, (bool, np.bool_)):
        raise InputError(f"{name}={value!r} is neither True nor False", "use one of them")
    return bool(value)


def unusable(name: str, source: Any = None) -> InputError:
    """The error for an option that does not apply to a source, or to any source of a call."""
    if source is not None and _from_rdkit.knows(source) and name in _OF_RDKIT:
        return InputError(*_OF_RDKIT[name])
    return InputError(_ABOUT[name], _REMEDY.get(name, "leave it out"))


def checked_for_object(source: Any, role: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of one object. Raises an error for one that does not apply to it."""
    options, allowed = said(given), (*usable(source), "name")
    for name in options:
        if name not in OF_ONE:
            raise UnknownArgumentError(f"a {role} takes no argument {name!r}", f"it takes {', '.join(OF_ONE)}")
        if name not in allowed:
            raise unusable(name, source)
    if role == "pattern" and "attributes" in options:
        raise InputError("attributes= keeps attributes of graphs, and this is a pattern", "write conditions as text: 'x{age > 30}'")
    return options


def checked(source: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of one file or text, in the form of the native reader. Raises an error for one that does not apply to it."""
    options = said(given)
    kind = _native.source_kind(source, options.get("format"))
    allowed = (*_OF_TEXT[kind], "name")
    for name in options:
        if name not in OF_ONE:
            raise UnknownArgumentError(f"a file or text takes no argument {name!r}", f"it takes {', '.join(OF_ONE)}")
        if name in _OF_FILE and "format" in allowed:
            raise InputError(*_OF_FILE[name])
        if name not in allowed:
            raise unusable(name)
    if kind in ("smiles", "molecules", "both"):
        return _of_molecules(options, is_mixed=kind == "both")
    if kind == "text":
        for name in _LABELS:
            if options.get(name, False) is not False:
                raise InputError(f"{name}={options[name]!r} names an attribute, but a text has none", _REMEDY[name])
    return options


def _of_molecules(options: dict[str, Any], is_mixed: bool) -> dict[str, Any]:
    """``node_label=`` of a molecule means ``atom_label=``, and ``edge_label="order"`` is the default for bonds."""
    node, atom = options.get("node_label"), options.get("atom_label")
    if options.get("smarts") and (atom is not None or node):
        raise InputError("SMARTS specify themselves what they ask of atoms", "leave atom_label= and node_label= out")
    if atom is not None:
        if node is not None and not is_mixed:
            raise InputError("node_label= and atom_label= both determine the labels of atoms", "use one of them")
        options["atom_label"] = atom_details(atom, "atom_label")
    elif is_mixed:
        for name in _LABELS:
            if options.get(name, False) is not False:
                raise InputError(
                    f"the folder contains molecules and other graphs, and {name}= has different meanings for them",
                    "use atom_label= for the molecules, which leaves the option to the others, or read them separately",
                )
    elif node is not None and node is not False:
        options["atom_label"] = atom_details(node, "node_label")
        del options["node_label"]
    if not is_mixed and options.get("edge_label", False) is not False:
        bond_details(options.pop("edge_label"))
    return options


def atom_details(by: Any, name: str) -> str:
    """The labels of atoms, such as ``"element"`` or ``"charge,aromaticity"``; a list of details is accepted."""
    listed = [by] if isinstance(by, str) else by
    if not isinstance(listed, (list, tuple)) or not all(isinstance(detail, str) for detail in listed):
        raise InputError(
            f"{name}={by!r} does not determine the labels of atoms in a molecule that isocount reads itself",
            "use atom_label='element', or details such as atom_label='charge,aromaticity'; functions need RDKit molecules",
        )
    text = ",".join(listed)
    try:
        return ",".join(_native.atom_details(text)) or "element"
    except ValueError as error:
        raise InputError(
            f"{name}={by!r} does not label atoms: {error}",
            "use atom_label='element', or details such as atom_label='charge,aromaticity'",
        ) from None


def bond_details(by: Any) -> None:
    """Refuses labels of bonds other than their order."""
    if by != "order":
        raise InputError(f"edge_label={by!r} does not label bonds", "use 'order', which is the default, or False for none")


class Reader:
    """Converts the arguments of a call to graphs and patterns, and notices options that applied to none of them."""

    def __init__(
        self,
        node_label: Any,
        edge_label: Any,
        directed: bool | None,
        reading: Mapping[str, Any] | None = None,
        on_error: OnError = "raise",
    ) -> None:
        given = {"node_label": node_label, "edge_label": edge_label, "directed": directed, **(reading or {})}
        self.given = said(given)
        unknown = [name for name in self.given if name not in (*_LABELS, "directed", *READING)]
        if unknown:
            raise InputError(f"there is no option of reading {unknown[0]!r}", f"options of reading are {', '.join(READING)}")
        self.on_error = check_on_error(on_error)
        self._used: set[str] = set()
        self._converted = False
        self._smarts = False
        #: The attributes that conditions of the patterns name.
        self._needed: dict[str, list[str]] = {"nodes": [], "edges": []}
        self._has_file = False

    def both(self, pattern: Any, graph: Any) -> tuple[Pattern, Graph]:
        """One pattern and one graph."""
        self.look_at(pattern)
        within = self.graph(graph)
        of = self.pattern(pattern, within.directed)
        self.check()
        return of, within

    def look_at(self, patterns: Any) -> None:
        """Molecules that SMARTS are compared with are read in a special way, so patterns are inspected before graphs are read."""
        if isinstance(patterns, Pattern):
            self._need(patterns)
        elif isinstance(patterns, str) and ("{" in patterns or "where" in patterns) and _native.source_kind(patterns) == "text":
            self._need(Pattern(patterns))
        elif isinstance(patterns, (str, os.PathLike)):
            self._smarts = _native.source_kind(patterns, self.given.get("pattern_format")).startswith("smarts")
        elif isinstance(patterns, (list, tuple)):
            for pattern in patterns:
                if isinstance(pattern, (str, os.PathLike, Pattern)) and not self._smarts:
                    self.look_at(pattern)
        elif isinstance(patterns, Mapping):
            self.look_at(list(patterns.values()))

    def _need(self, pattern: Pattern) -> None:
        """Graphs keep the attributes that a pattern asks about."""
        nodes, edges = pattern._needed_attributes()
        self._needed["nodes"] += nodes
        self._needed["edges"] += edges

    def _with_needed(self, options: dict[str, Any], names: tuple[str, ...]) -> None:
        if any(self._needed.values()) and "attributes" in names and "attributes" not in options:
            options["attributes"] = self._needed

    @property
    def is_for_smarts(self) -> bool:
        """Whether there are SMARTS among the patterns."""
        return self._smarts

    def excuse(self, name: str) -> None:
        """Marks an option that need not be used."""
        self._used.add(name)

    def check(self) -> None:
        """Refuses options that were not used."""
        for name in self.given:
            if name in self._used:
                continue
            if not self._converted and name != "directed":
                raise InputError(
                    f"{name}= only applies to graphs that are converted by this call, and these already exist",
                    "pass it to isocount.Graph and isocount.Pattern",
                )
            if name == "format":
                problem = "format= is the format of a graph file, but no graph is read from a file"
                raise InputError(problem, "leave it out; pattern_format= is the format of a pattern file")
            if name in _OF_FILE and self._has_file:
                raise InputError(*_OF_FILE[name])
            raise unusable(name)

    def options(self, source: Any, default: bool | None, *, is_pattern: bool = False) -> dict[str, Any]:
        """The options for one source: those that apply to it."""
        self._converted = True
        if is_text(source):
            return self._options_of_text(source, is_pattern)
        names = usable(source)
        options = {name: value for name, value in self.given.items() if name in names}
        if "atom_label" in names:
            for name in _OF_RDKIT:
                if name in self.given:
                    raise unusable(name, source)
        if "atom_label" in options:
            # For a molecule, it determines the labels of nodes; names of attributes are for the others.
            options.pop("node_label", None)
            if isinstance(options.get("edge_label"), str) and options["edge_label"] != "order":
                del options["edge_label"]
        if is_pattern:
            options.pop("attributes", None)
        self._used.update(options)
        if not is_pattern:
            self._with_needed(options, names)
        if default is not None and "directed" in names and "directed" not in options:
            if not hasattr(source, "edge_index") and not hasattr(source, "tocoo"):
                options["directed"] = default
        return options

    def _options_of_text(self, source: Any, is_pattern: bool) -> dict[str, Any]:
        given = dict(self.given)
        of_patterns, of_graphs = given.pop("pattern_format", None), given.pop("format", None)
        option, file_format = ("pattern_format", of_patterns) if is_pattern else ("format", of_graphs)
        if file_format is not None:
            given["format"] = file_format
        kind = _native.source_kind(source, given.get("format"))
        names = _OF_TEXT[kind]
        self._has_file = self._has_file or "format" in names
        options = {name: value for name, value in given.items() if name in names}
        if is_pattern:
            options.pop("attributes", None)
        for name in _LABELS:
            if name in options and not self._is_meant(kind, name, options[name]):
                del options[name]
        self._used.update(option if name == "format" else name for name in options)
        if self._smarts and "smarts" in names:
            options["smarts"] = True
        if not is_pattern:
            self._with_needed(options, names)
        return options

    def of_rows(self) -> dict[str, Any]:
        """The options for graphs that are rows of a table, with labels in separate columns: labels can only be left out."""
        self._converted = True
        options = {name: self.given[name] for name in ("directed", *_LABELS) if name in self.given}
        options = {name: value for name, value in options.items() if name == "directed" or value is False}
        self._used.update(options)
        return options

    def _is_meant(self, kind: str, name: str, by: Any) -> bool:
        """Whether a label option is meant for this kind of file or text, and not only for other sources of the call."""
        if by is False:
            return True
        if kind in ("smiles", "molecules"):
            # A value that labels neither atoms nor bonds is refused, unless atom_label= shows that it is for the others.
            return "atom_label" not in self.given or (name == "edge_label" and by == "order")
        return kind != "text" and isinstance(by, str)

    def graph(self, source: Any) -> Graph:
        """Converts a source to a graph."""
        if isinstance(source, Graph):
            return source
        if self._smarts and not isinstance(source, (str, os.PathLike)):
            raise InputError(*_OF_RDKIT["smarts"])
        return Graph(source, **self.options(source, None))

    def pattern(self, source: Any, directed: bool) -> Pattern:
        """Converts a source to a pattern; a list of edges is directed if the graph is."""
        if isinstance(source, Pattern):
            return source
        if isinstance(source, Graph):
            return Pattern(source)
        return Pattern(source, **self.options(source, directed, is_pattern=True))

    def graphs(self, sources: Any) -> list[Graph]:
        """Many graphs: of a file or folder, a list, or a mapping from names."""
        if isinstance(sources, (str, os.PathLike)):
            if _native.source_kind(sources) in ("smiles", "text"):
                return [self._one(sources, os.fspath(sources), Graph, self.graph)]
            return _native.read_graphs(sources, self.on_error, **self.options(sources, None))
        return self._many(sources, Graph, self.graph)

    def patterns(self, sources: Any, directed: bool) -> list[Pattern]:
        """Many patterns, like :meth:`graphs`."""
        if isinstance(sources, (str, os.PathLike)):
            if is_one_pattern(sources):
                return [self._one(sources, os.fspath(sources), Pattern, lambda source: self.pattern(source, directed))]
            return _native.read_patterns(sources, self.on_error, **self.options(sources, None, is_pattern=True))
        return self._many(sources, Pattern, lambda source: self.pattern(source, directed))

    def _many(self, sources: Any, kind: Any, make: Callable[[Any], Any]) -> list[Any]:
        if isinstance(sources, kind):
            return [sources]
        if is_one_graph(sources) or not hasattr(sources, "__iter__"):
            return [self._one(sources, kind.__name__.lower(), kind, make)]
        if isinstance(sources, Mapping) or (hasattr(sources, "keys") and not hasattr(sources, "columns")):
            return [self._one(source, str(name), kind, make).renamed(str(name)) for name, source in sources.items()]
        sources = sources if isinstance(sources, (list, tuple)) else list(sources)
        if set(map(type, sources)) == {kind}:
            return list(sources)
        made = []
        for place, source in enumerate(sources):
            one = self._one(source, source if isinstance(source, str) else str(place), kind, make)
            if not isinstance(source, (Graph, Pattern, str)) and one.name in ("graph", "pattern"):
                one = one.renamed(str(place))
            made.append(one)
        return made

    def _one(self, source: Any, name: str, kind: Any, make: Callable[[Any], Any]) -> Any:
        """One of many, or a stand-in if it cannot be read."""
        if self.on_error == "raise":
            return make(source)
        try:
            return make(source)
        except IsocountError as error:
            return kind._unread(name, str(error))


def warn_of_unread(*made: Sequence[Graph] | Sequence[Pattern], stacklevel: int = 3) -> None:
    """Warns how many could not be read, and why the first could not."""
    unread = [one for some in made for one in some if one.problem is not None]
    if unread:
        kinds = {type(one).__name__.lower() for one in unread}
        what = kinds.pop() if len(kinds) == 1 else "pattern or graph"
        plural = what if len(unread) == 1 else what + "s" if what != "pattern or graph" else "patterns and graphs"
        others = "" if len(unread) == 1 else f"; the first is {unread[0].name}"
        message = f"{len(unread)} {plural} could not be read{others}: {unread[0].problem}"
        warnings.warn(message, UnreadWarning, stacklevel=stacklevel)


def is_one_graph(source: Any) -> bool:
    """Whether this is one graph rather than a list of them."""
    if isinstance(source, (list, tuple)):
        # A list of edges, rather than a list of lists of edges.
        first = source[0] if source else None
        return isinstance(first, (tuple, list)) and len(first) >= 2 and not isinstance(first[0], (tuple, list))
    if _from_arrow.knows(source) or (isinstance(source, Mapping) and _from_tables.knows(source)):
        return True
    if hasattr(source, "__next__") or isinstance(source, (range, set, Mapping)):
        return False
    return any(hasattr(source, name) for name in (*OWN_DIRECTIONS, "edge_index", "tocoo", "columns", "ndata", "__array__"))


def is_one_pattern(source: Any) -> bool:
    """Whether this is one pattern: an object, a text, or a list of edges; files and folders may contain many."""
    if isinstance(source, str):
        return not os.path.exists(source)
    return isinstance(source, (Pattern, Graph)) or (not is_text(source) and is_one_graph(source))


def check_on_error(on_error: Any) -> OnError:
    """Checks the value of ``on_error=``."""
    if on_error not in get_args(OnError):
        raise InputError(f"on_error={on_error!r} is not a valid choice", 'use "raise" or "record"')
    return on_error  # type: ignore[no-any-return]


def split(options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Splits options into those of the method and those of reading."""
    if not options:
        return options, options
    reading = {name: value for name, value in options.items() if name in READING}
    return {name: value for name, value in options.items() if name not in reading}, reading


def only_reading(function: str, options: dict[str, Any]) -> dict[str, Any]:
    """Checks the options of a function that takes only those of reading."""
    unknown = [name for name in options if name not in READING]
    if unknown:
        raise UnknownArgumentError(f"{function} takes no argument {unknown[0]!r}", f"options of reading are {', '.join(READING)}")
    return options
