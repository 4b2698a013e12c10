"""The program ``isocount-cluster``: the flags of ``isocount count``, for a Ray cluster."""

from __future__ import annotations

import argparse
import logging
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any, get_args

from isocount import _native
from isocount.cluster import _counting, _evaluation, _labelling, _training
from isocount.cluster import _motifs as _motifs_of_many
from isocount._words import Aromaticity, Hydrogens, Ignored, OnError, Readout
from isocount.errors import IsocountError, IsocountWarning, UnreadWarning

#: What a shell expects of a program that Ctrl-C has ended.
INTERRUPTED = 130

_FILES = "answers are Parquet files, which any reader of tables accepts"
_ONE_ANSWER = "is about one answer; use `isocount count`"
_PARTS = "counts for each node or edge are those of one graph; use `isocount count`"
#: Flags of ``isocount count`` that are not supported here, and why.
NOT_IN_COUNT = {
    "--json": _FILES,
    "--csv": _FILES,
    "--matrix": _FILES,
    "--explain": _ONE_ANSWER,
    "--explain-plan": _ONE_ANSWER,
    "--strict": _ONE_ANSWER,
    "--per": _PARTS,
    "--top": _PARTS,
    "--draw": _PARTS,
    "--index": "an index is about one graph, which one machine answers in microseconds",
}
_CENSUS = "belongs to the census of one graph; use `isocount motifs`"
_SAMPLE = "is for a sample, which one machine draws; use `isocount motifs --method sample`"
#: Flags of ``isocount motifs`` that are not supported here, and why.
NOT_IN_MOTIFS = {
    "--json": _FILES,
    "--csv": _FILES,
    "--per": _CENSUS,
    "--top": _CENSUS,
    "--pictures": _CENSUS,
    "--draw": _CENSUS,
    "--method": _SAMPLE,
    "--draws": _SAMPLE,
    "--precision": _SAMPLE,
    "--confidence": _SAMPLE,
    "--time-limit": _SAMPLE,
    "--threads": "a task counts on one processor, and --workers limits the number of tasks at the same time",
    "--samples-file": "the counts of the randomised graphs are kept in --out, as files of this kind",
}

_UNITS = {"ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}


def duration(text: str) -> float:
    """Parses a duration, in seconds.

    >>> duration("200ms"), duration("5s"), duration("2m"), duration("1.5")
    (0.2, 5.0, 120.0, 1.5)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h)?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a duration: expected e.g. 200ms, 5s or 2m")
    return float(found[1]) * _UNITS[found[2] or "s"]


def size(text: str) -> int:
    """Parses a size in bytes.

    >>> size("512MB"), size("2GB"), size("1000")
    (512000000, 2000000000, 1000)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(kB|MB|GB|TB)?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size: expected e.g. 512MB or 2GB")
    return int(float(found[1]) * {"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, None: 1}[found[2]])


def sizes(text: str) -> tuple[int, int]:
    """Parses the smallest and the largest number of nodes.

    >>> sizes("4"), sizes("3..5"), sizes("3-5")
    ((4, 4), (3, 5), (3, 5))
    """
    found = re.fullmatch(r"(\d+)(?:(?:\.\.=?|-)(\d+))?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size: expected e.g. 4 or 3..5")
    return int(found[1]), int(found[2] or found[1])


class _NotHere(argparse.Action):
    """A flag of ``isocount`` that is not supported here: prints the reason, instead of being unknown."""

    def __init__(self, option_strings: Sequence[str], dest: str, why: str) -> None:
        super().__init__(option_strings, dest, nargs="?", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        self.why = why

    def __call__(self, parser: argparse.ArgumentParser, _given: Any, _value: Any, option: str | None = None) -> None:
        parser.error(f"{option} is not supported: {self.why}")


def parser() -> argparse.ArgumentParser:
    """The parser with all flags."""
    program = argparse.ArgumentParser(
        prog="isocount-cluster",
        description="Counts, labels, evaluates and trains on many machines. Stopped work continues with the same command.",
    )
    program.add_argument("--version", action="version", version=f"isocount-cluster {_native.VERSION}")
    commands = program.add_subparsers(dest="command", required=True, metavar="COMMAND")

    count = commands.add_parser("count", help="count patterns in graphs, into a folder of Parquet files", allow_abbrev=False)
    count.add_argument("pattern", nargs="?", help="a pattern: 'a-b-c-a', its name, or a file")
    count.add_argument("graph", nargs="?", help="a graph file, or one that every machine has: example:karate, smiles:CCO")
    count.add_argument("--patterns", metavar="DIR|FILE", help="a folder of pattern files, a file with many patterns, or a data set")
    count.add_argument("--graphs", metavar="DIR|FILE", action="append", help="graphs: a folder, a file, a data set; may be repeated")
    count.add_argument("--pairs", metavar="FILE", help="count only these pairs: lines pattern<TAB>graph or pattern,graph, by name; or a Parquet file of positions")
    count.add_argument("--out", metavar="DIR", required=True, help="the folder of the answers, where a stopped count continues")
    count.add_argument("--resume", action="store_true", help="continue; this is the default, and the flag is accepted for compatibility with isocount count")
    count.add_argument("--force", action="store_true", help="begin again if --out has other answers")
    _meaning(count)
    _work(count)
    _reading(count)
    count.add_argument("--pattern-format", metavar="F", help="the format of the patterns [default: by file name]")
    count.add_argument("--on-error", choices=get_args(OnError), default="record", help="record what cannot be read or counted and go on, or stop [default: record]")
    count.add_argument("--patience", type=duration, metavar="TIME", help="divide questions that take longer among the workers [default: 20s]")
    count.add_argument("--task-time", type=duration, metavar="TIME", default=2.0, help="the target time of a task [default: 2s]")
    _cluster(count)

    for flag, why in NOT_IN_COUNT.items():
        count.add_argument(flag, action=_NotHere, why=why)

    help_ = "count all small patterns of many graphs, or of many randomised graphs"
    motifs = commands.add_parser("motifs", help=help_, allow_abbrev=False)
    motifs.add_argument("graphs", nargs="+", metavar="DIR|FILE", help="graphs: a folder, a file, a data set")
    motifs.add_argument("--out", metavar="DIR", required=True, help="the folder of the counts, where a stopped call continues")
    motifs.add_argument("--size", type=sizes, metavar="K..L", default=(3, 4), help="the number of nodes, such as 4 or 3..5 [default: 3..4]")
    directions = motifs.add_mutually_exclusive_group()
    directions.add_argument(
        "--directed", action="store_const", const=True, help="tell directions apart [default: for each graph with an arc without its reverse]"
    )
    directions.add_argument("--undirected", action="store_const", const=False, dest="directed", help="ignore directions")
    motifs.add_argument("--labels", action="store_true", help="tell labels apart")
    motifs.add_argument("--semantics", choices=["induced", "monomorphism"], default="induced")
    motifs.add_argument("--null", choices=["degree"], help="compare with randomised graphs of the same degrees")
    motifs.add_argument("--samples", type=int, metavar="N", help="with --null, the number of randomised graphs [default: 100]")
    motifs.add_argument("--seed", type=int, metavar="S", help="with --null, the seed of the randomised graphs [default: 0]")
    motifs.add_argument("--force", action="store_true", help="begin again if --out has other counts")
    _reading(motifs)
    _cluster(motifs)
    for flag, why in NOT_IN_MOTIFS.items():
        motifs.add_argument(flag, action=_NotHere, why=why)

    help_ = "count patterns in graphs and make a data set, with the same bytes as on one machine"
    label = commands.add_parser("label", help=help_, allow_abbrev=False)
    label.add_argument("--patterns", metavar="DIR|FILE", required=True)
    label.add_argument("--graphs", metavar="DIR|FILE", action="append", required=True)
    label.add_argument("--out", metavar="DIR", required=True, help="the folder of the data set")
    label.add_argument("--name", help="the name of the data set [default: its folder]")
    label.add_argument("--licence", help="the licence of the graphs")
    label.add_argument("--sample", type=int, metavar="N", help="count only N of the pairs")
    label.add_argument("--seed", type=int, metavar="N", help="with --sample, the seed that selects them [default: 0]")
    label.add_argument("--method", metavar="M", default="exact")
    label.add_argument("--time-limit", type=duration, metavar="TIME")
    _meaning(label)
    _reading(label)
    _cluster(label)

    evaluate = commands.add_parser("eval", help="evaluate counters on the test part of a data set", allow_abbrev=False)
    evaluate.add_argument("dataset")
    evaluate.add_argument("--method", action="append", default=[], metavar="M", help="a method; may be repeated")
    evaluate.add_argument("--model", action="append", default=[], metavar="RUN", help="the folder of a run; may be repeated")
    evaluate.add_argument("--split", default="paper")
    evaluate.add_argument("--limit", type=int, metavar="N", help="use only N triples, spread evenly")
    evaluate.add_argument("--out", metavar="DIR", help="save outcomes here, and continue from them")
    _cluster(evaluate)

    train = commands.add_parser("train", help="train a model; the weights are bit for bit those of one machine", allow_abbrev=False)
    train.add_argument("dataset")
    train.add_argument("--model", default="count-gnn", metavar="NAME")
    train.add_argument("--out", metavar="RUN", required=True)
    train.add_argument("--split", default="paper")
    train.add_argument("--width", type=int)
    train.add_argument("--seed", type=int)
    train.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting, such as training.epochs=20")
    train.add_argument("--force", action="store_true", help="replace an existing run")
    _cluster(train)
    return program


def _meaning(command: argparse.ArgumentParser) -> None:
    command.add_argument("--semantics", choices=["monomorphism", "induced", "homomorphism"], default="monomorphism")
    command.add_argument("--unit", choices=["mappings", "subgraphs"], default="mappings")
    command.add_argument("--ignore-node-labels", action="store_true")
    command.add_argument("--ignore-edge-labels", action="store_true")
    command.add_argument("--undirected", action="store_true", help="ignore directions, in the pattern and in the graph")


def _work(command: argparse.ArgumentParser) -> None:
    command.add_argument("--method", metavar="M", default="auto", choices=[name for name, *_ in _native.method_list()])
    command.add_argument("--model", metavar="RUN", help="the folder of a run, for --method learned")
    command.add_argument("--readout", choices=get_args(Readout), help="how to evaluate learned models [default: auto]")
    command.add_argument("--time-limit", type=duration, metavar="TIME", help="the time limit per question, such as 200ms, 5s or 2m")
    command.add_argument("--step-limit", type=int, metavar="N")
    command.add_argument("--threads", type=int, metavar="N", help="processors per task [default: 1; a whole node if a graph has 5 million arcs]")
    command.add_argument("--precision", type=float, metavar="P")
    command.add_argument("--confidence", type=float, metavar="C")
    command.add_argument("--seed", type=int, metavar="N")
    command.add_argument("--replicates", type=int, metavar="N")


def _reading(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", metavar="F", help="the format of the graphs [default: by file name]")
    for what in ("node", "edge"):
        labels = command.add_mutually_exclusive_group()
        labels.add_argument(f"--{what}-label-key", metavar="K", help=f"the attribute or column that contains {what} labels [default: label]")
        labels.add_argument(f"--no-{what}-labels", action="store_true", help=f"read files as if their {what}s had no labels")
    command.add_argument("--merge-duplicates", action="store_true", help="merge equal arcs")
    command.add_argument("--atom-label", metavar="L", help="what labels atoms: element, full, or details such as charge,aromaticity")
    command.add_argument("--hydrogens", choices=get_args(Hydrogens), help="which hydrogen atoms are nodes")
    command.add_argument("--aromaticity", choices=get_args(Aromaticity), help="which bonds of molecules are aromatic")


def _cluster(command: argparse.ArgumentParser) -> None:
    command.add_argument("--address", help="a Ray cluster, such as 10.0.0.7:6379 or auto [default: a local one]")
    command.add_argument("--workers", type=int, metavar="N", help="at most N tasks at a time")
    command.add_argument("--cache", type=size, metavar="SIZE", help="memory for the graphs that each worker keeps [default: 1GB, or what the largest graph needs]")
    command.add_argument("--quiet", "-q", action="store_true", help="no progress")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns the exit code."""
    given = parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    try:
        commands = {"count": _count, "motifs": _motifs, "label": _label, "eval": _eval, "train": _train}
        with warnings.catch_warnings():
            warnings.simplefilter("always", IsocountWarning)
            # They are listed at the end instead.
            warnings.simplefilter("ignore", UnreadWarning)
            warnings.showwarning = _showing(warnings.showwarning)
            return commands[given.command](given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (IsocountError, OSError) as error:
        sys.stderr.write(f"isocount-cluster: {error}\n")
        return 2


def _showing(others: Callable[..., None]) -> Callable[..., None]:
    """Shows the warnings of this package as a command-line program does, without the position in the source."""

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, IsocountWarning):
            sys.stderr.write(f"isocount-cluster: warning: {message}\n")
        else:
            others(message, category, *place, **more)

    return show


def _read_options(given: argparse.Namespace) -> dict[str, Any]:
    options = {name: getattr(given, name, None) for name in ("format", "pattern_format", "atom_label", "hydrogens", "aromaticity")}
    options["node_label"] = False if given.no_node_labels else given.node_label_key
    options["edge_label"] = False if given.no_edge_labels else given.edge_label_key
    options["duplicates"] = "merge" if given.merge_duplicates else None
    return {name: value for name, value in options.items() if value is not None}


def _ignored(given: argparse.Namespace) -> tuple[Ignored, ...]:
    flags: dict[Ignored, bool] = {"node_labels": given.ignore_node_labels, "edge_labels": given.ignore_edge_labels, "directions": given.undirected}
    return tuple(name for name, is_set in flags.items() if is_set)


def _count(given: argparse.Namespace) -> int:
    patterns, graphs = given.patterns, given.graphs
    if given.pattern is not None and (patterns is not None or (given.graph is not None and graphs is not None)):
        parser().error("give PATTERN and GRAPH, or --patterns and --graphs")
    patterns, graphs = patterns or given.pattern, graphs or ([given.graph] if given.graph else None)
    if patterns is None or graphs is None:
        parser().error("give PATTERN and GRAPH, or --patterns and --graphs")
    options = {name: getattr(given, name) for name in ("model", "readout", "precision", "confidence", "replicates")}
    extra = {} if given.patience is None else {"patience": given.patience}
    report = _counting.count_many(
        patterns,
        graphs,
        given.out,
        given.semantics,
        given.unit,
        given.method,
        pairs=given.pairs,
        address=given.address,
        workers=given.workers,
        threads=given.threads,
        ignore=_ignored(given),
        time_limit=given.time_limit,
        step_limit=given.step_limit,
        seed=given.seed,
        reading=_read_options(given),
        target_seconds=given.task_time,
        cache_bytes=given.cache,
        replace=given.force,
        progress=not given.quiet,
        on_error=given.on_error,
        **{name: value for name, value in options.items() if value is not None},
        **extra,
    )
    for name, reason in report.problems():
        sys.stderr.write(f"isocount-cluster: no answers for {name}: {reason}\n")
    if not given.quiet:
        kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(report.answers.items()))
        rate = report.pairs / report.seconds if report.seconds else 0.0
        sys.stderr.write(f"{report.pairs} pairs ({kinds}) in {report.seconds:.1f} s, {rate:.0f} per second: {report.out}\n")
    return 1 if report.answers.get("none") else 0


def _motifs(given: argparse.Namespace) -> int:
    table = _motifs_of_many.motifs(
        given.graphs,
        given.out,
        given.size,
        directed=given.directed,
        labels=given.labels,
        semantics=given.semantics,
        null=given.null,
        samples=given.samples,
        seed=given.seed,
        address=given.address,
        workers=given.workers,
        reading=_read_options(given),
        replace=given.force,
        progress=not given.quiet,
    )
    if not given.quiet:
        sys.stderr.write(f"{table.num_rows} rows: {given.out}/motifs\n")
    return 0


def _label(given: argparse.Namespace) -> int:
    dataset = _labelling.label(
        given.graphs,
        given.patterns,
        given.out,
        given.semantics,
        given.unit,
        given.method,
        address=given.address,
        workers=given.workers,
        ignore=_ignored(given),
        time_limit=given.time_limit,
        name=given.name,
        licence=given.licence,
        sample=given.sample,
        seed=given.seed,
        reading=_read_options(given),
        cache_bytes=given.cache or _counting.CACHE_BYTES,
        progress=not given.quiet,
    )
    if not given.quiet:
        sys.stderr.write(f"{dataset!r}\n")
    return 0


def _eval(given: argparse.Namespace) -> int:
    models = [_native.Model.load(path, "auto", 0.95) for path in given.model]
    counters = [*given.method, *models] or ["exact"]
    table = _evaluation.evaluate(
        counters,
        given.dataset,
        split=given.split,
        limit=given.limit,
        out=given.out,
        address=given.address,
        workers=given.workers,
        progress=not given.quiet,
    )
    columns = table.to_dict()
    sys.stdout.write(",".join(columns) + "\n")
    for row in zip(*columns.values(), strict=True):
        sys.stdout.write(",".join("" if value is None else str(value) for value in row) + "\n")
    return 0


def _train(given: argparse.Namespace) -> int:
    settings: dict[str, Any] = {}
    for assignment in given.set:
        key, equals, value = assignment.partition("=")
        if not equals:
            parser().error(f"--set {assignment}: expected KEY=VALUE")
        settings[key] = _value(value)
    model, _ = _training.train(
        given.model,
        given.dataset,
        given.out,
        split=given.split,
        width=given.width,
        settings=settings,
        seed=given.seed,
        address=given.address,
        workers=given.workers,
        replace=given.force,
        progress=not given.quiet,
    )
    if not given.quiet:
        sys.stderr.write(f"{model!r}\n")
    return 0


def _value(text: str) -> Any:
    """Parses a value from the command line.

    >>> _value("20"), _value("0.5"), _value("true"), _value("softplus")
    (20, 0.5, True, 'softplus')
    """
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


if __name__ == "__main__":
    sys.exit(main())
