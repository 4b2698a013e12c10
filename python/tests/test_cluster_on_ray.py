"""A real Ray cluster on this machine: `ISOCOUNT_SLOW=1`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import isocount

pytestmark = pytest.mark.skipif(not os.environ.get("ISOCOUNT_SLOW"), reason="Ray takes half a minute to start: ISOCOUNT_SLOW=1")


@pytest.fixture(scope="module")
def executor():
    pytest.importorskip("ray")
    from isocount import cluster

    executor = cluster.OnRay(workers=2)
    yield executor
    executor.close()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ray") / "small"
    isocount.Dataset.generate("small", folder, limit=2000, progress=False)
    return folder


def processes(text: str) -> list[int]:
    """Processes below this one whose command contains a text."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [(int(pid), int(parent), args) for pid, parent, args in (line.split(None, 2) for line in listed.splitlines())]
    ours = {os.getpid()}
    for _ in rows:
        more = {pid for pid, parent, _ in rows if parent in ours} - ours
        if not more:
            break
        ours |= more
    return [pid for pid, _, args in rows if pid in ours and text in args]


def test_nothing_listens_beyond_this_machine(executor) -> None:
    listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=False).stdout
    ours = set(processes(""))
    lines = [line for line in listening.splitlines() if any(f"pid={pid}," in line for pid in ours)]
    assert lines, "no sockets of Ray were found"
    for line in lines:
        assert "127.0.0.1" in line.split()[3] or "[::1]" in line.split()[3], line


@pytest.mark.filterwarnings("default")
def test_killed_workers_lose_nothing(executor, small: Path, tmp_path: Path) -> None:
    from isocount import cluster

    dataset = isocount.Dataset.load(small)
    graphs = [dataset.graph(place) for place in range(dataset.sizes["graphs"])]
    right = isocount.count_many(dataset.patterns, graphs, progress=False)["count"].tolist()
    ended, killed = threading.Event(), []

    def kill() -> None:
        while not ended.wait(0.4) and len(killed) < 3:
            running = processes("ray::_call")
            if running:
                os.kill(running[0], signal.SIGKILL)
                killed.append(running[0])

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        report = cluster.count_many(small, small, tmp_path / "out", executor=executor, progress=False, target_seconds=0.2)
    finally:
        ended.set()
        killer.join()
    assert killed
    rows = report.table().sort_by([("graph_number", "ascending"), ("pattern_number", "ascending")])
    assert [int(count) for count in rows["count"].to_pylist()] == right


@pytest.mark.filterwarnings("default")
def test_labels_and_weights_are_those_of_one_machine(executor, small: Path, tmp_path: Path) -> None:
    from isocount import cluster

    dataset = isocount.Dataset.load(small)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    cluster.label(small, dataset.patterns, tmp_path / "a" / "set", sample=3000, executor=executor, progress=False)
    graphs = [dataset.graph(place) for place in range(dataset.sizes["graphs"])]
    isocount.Dataset.import_(graphs, dataset.patterns, tmp_path / "b" / "set", sample=3000, progress=False)
    for path in (tmp_path / "b" / "set").rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "a" / path.relative_to(tmp_path / "b")).read_bytes(), path
    settings = {"width": 8, "settings": {"training.epochs": 2}}
    cluster.train("count-gnn", small, tmp_path / "run", executor=executor, progress=False, **settings)
    isocount.train("count-gnn", dataset, tmp_path / "alone", progress=False, **settings)
    assert (tmp_path / "run" / "weights.safetensors").read_bytes() == (tmp_path / "alone" / "weights.safetensors").read_bytes()
    table = cluster.evaluate("exact", small, limit=200, executor=executor, progress=False)
    assert table["mae"][0] == 0.0


def test_ctrl_c_stops_the_tasks_and_says_how_to_continue(small: Path, tmp_path: Path) -> None:
    command = ["count", "--patterns", str(small), "--graphs", str(small), "--out", str(tmp_path / "out"), "--task-time", "200ms"]
    arguments = [sys.executable, "-m", "isocount.cluster._command", *command]
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
    while not list((tmp_path / "out").rglob("*.parquet")) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "the same call continues" in said
