#!/usr/bin/env python3
"""Fetches MUTAG and imports it twice: with edge labels, and without, as in the released counts.

    python3 scripts/mutag.py [--out data] [--isocount PROGRAM]
    python3 scripts/mutag.py --files data/MUTAG

The first makes data/mutag and data/mutag-edge-blind with `isocount data import`, which names its labels (C, N,
O, …; aromatic, single, …); data sets that exist are kept. PROGRAM is found on the PATH unless it is named; without either, a checkout of the sources builds it.
The second only fetches the files and needs no program; `isocount reproduce` finds them there.
MUTAG comes inside the Python package grakel (BSD-3-Clause), in its tests. Only that package is
downloaded, nothing is installed.
"""

from __future__ import annotations

import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "grakel==0.1.11"
FOLDER = "grakel/tests/data/MUTAG/"
LICENCE = "MUTAG (Debnath et al. 1991), as packaged in grakel (BSD-3-Clause)"
# The files, and what they must contain (SHA-256).
FILES = {
    "MUTAG_A.txt": "d9656ca7493f3445d737c711710bb36fd432dddd1c0ea32e1d4713c86ebd28e2",
    "MUTAG_graph_indicator.txt": "7d520a4d6c7961c0cdeabe076d8fe27e795b6d373485c9a2b744987e560a2056",
    "MUTAG_node_labels.txt": "678f429965490e84dd27713017538c995fc05d1621beac910848b600015ee863",
    "MUTAG_edge_labels.txt": "4669ce755075ff86c3240709345745886400908fa637a49310459b9c267b3e56",
}


def fetch(folder: pathlib.Path) -> None:
    """Downloads the package and takes the files of MUTAG out of it."""
    with tempfile.TemporaryDirectory() as download:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary",
                   ":all:", "--dest", download, PACKAGE]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit(f"cannot download {PACKAGE}; with a folder of MUTAG of your own, use\n"
                     "  isocount data import tu --from MUTAG --patterns mutag --out data/mutag\n"
                     "  isocount reproduce mutag --mutag MUTAG")
        wheel = next(pathlib.Path(download).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            for name, digest in FILES.items():
                try:
                    content = archive.read(FOLDER + name)
                except KeyError:
                    sys.exit(f"{PACKAGE} has no {FOLDER}{name}")
                if hashlib.sha256(content).hexdigest() != digest:
                    sys.exit(f"{FOLDER}{name} of {PACKAGE} is not the file that is expected")
                # Whole or not at all.
                part = folder / f"{name}.part"
                part.write_bytes(content)
                part.replace(folder / name)


def program(named: str | None) -> list[str]:
    """The command that runs isocount: the one that is named, the installed one, or one built from these sources."""
    if named:
        return [named]
    installed = shutil.which("isocount")
    if installed:
        return [installed]
    manifest = pathlib.Path(__file__).resolve().parent.parent / "Cargo.toml"
    if manifest.is_file() and shutil.which("cargo"):
        return ["cargo", "run", "--quiet", "--release", "--package", "isocount-cli",
                "--manifest-path", str(manifest), "--"]
    sys.exit("isocount is not on the PATH; name the program with --isocount, or only fetch the files with --files DIR")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("data"))
    parser.add_argument("--isocount", metavar="PROGRAM",
                        help="the program [default: the one on the PATH, else built with cargo]")
    parser.add_argument("--files", type=pathlib.Path, metavar="DIR", help="only fetch the files into this folder")
    args = parser.parse_args()
    if args.files:
        args.files.mkdir(parents=True, exist_ok=True)
        fetch(args.files)
        print(args.files)
        return
    isocount = program(args.isocount)
    args.out.mkdir(parents=True, exist_ok=True)
    wanted = {"mutag": [], "mutag-edge-blind": ["--ignore-edge-labels"]}
    missing = {name: flags for name, flags in wanted.items() if not (args.out / name).exists()}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "MUTAG"
        folder.mkdir()
        if missing:
            fetch(folder)
        for name, flags in missing.items():
            command = isocount + ["data", "import", "tu", "--from", str(folder), "--patterns", "mutag",
                                 "--as", "mutag", "--licence", LICENCE, "--out", str(args.out / name),
                                 *flags]
            if subprocess.run(command, check=False).returncode != 0:
                sys.exit(1)
    for name in wanted:
        print(args.out / name)


if __name__ == "__main__":
    main()
