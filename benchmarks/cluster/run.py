"""Measures `isocount.cluster` on two Ray node processes of this machine, and keeps a record of each measurement.

    python run.py all --work SCRATCH [--records DIR]     everything, about half an hour on two idle cores
    python run.py small|hard|kills|scaling|overhead|training --work SCRATCH

Needs `pip install 'isocount[ray]'`. All data is generated from seeds. Every process listens on the loopback interface alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# A node counts as dead after so many missed looks, and workers are restarted at once.
os.environ.setdefault("RAY_health_check_period_ms", "500")
os.environ.setdefault("RAY_health_check_failure_threshold", "3")

import isocount  # noqa: E402
from isocount import cluster  # noqa: E402

NUM_GRAPHS = 13_334
HARD_PATTERNS = [
    "a-b-c-d-e-f-a",
    "a-b-c-d-e-f-a, a-d",
    "a-b-c-d-e-f-a, a-c",
    "a-b-c-d-e-f-a, a-d, b-e",
    "a-b-c-d-e-a, e-f",
    "a-b-c-d-e-f-a, a-c, d-f",
]
SHORT_PATTERNS = HARD_PATTERNS[1:4]
HARD = {"semantics": "induced", "unit": "subgraphs", "patience": 0.5}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["all", *STEPS, "driver"])
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--records", type=Path, default=Path(__file__).parent / "records")
    parser.add_argument("--job", help="for `driver`: arguments as JSON")
    given = parser.parse_args()
    if given.what == "driver":
        driver(json.loads(given.job))
        return
    given.work.mkdir(parents=True, exist_ok=True)
    given.records.mkdir(parents=True, exist_ok=True)
    prepare(given.work)
    for name in STEPS if given.what == "all" else [given.what]:
        began = os.getloadavg()[0]
        record = STEPS[name](given.work)
        record["load_average"] = [round(began, 2), round(os.getloadavg()[0], 2)]
        record["processors"] = os.cpu_count()
        (given.records / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n")
        print(name, json.dumps(record)[:2000], flush=True)


# -- data -------------------------------------------------------------------------------------------------------------------


def prepare(work: Path) -> None:
    if not (work / "small").exists():
        isocount.Dataset.generate("small", work / "small", seed=0, limit=NUM_GRAPHS, progress=False)
    for name, nodes in (("hard", 300), ("harder", 400)):
        path = work / f"{name}.csv"
        if not path.exists():
            source = random.Random(7)
            edges = [(i, j) for i in range(nodes) for j in range(i) if source.random() < 0.085]
            path.write_text("source,target\n" + "".join(f"{u},{v}\n{v},{u}\n" for u, v in edges))


def small_job(work: Path, out: str) -> dict:
    return {"patterns": str(work / "small"), "graphs": str(work / "small"), "out": str(work / out)}


def hard_job(work: Path, out: str) -> dict:
    return {"patterns": HARD_PATTERNS, "graphs": str(work / "hard.csv"), "out": str(work / out), **HARD}


def short_job(work: Path, out: str) -> dict:
    """A hard batch that is not so long, to be disturbed."""
    return {**hard_job(work, out), "patterns": SHORT_PATTERNS, "patience": 0.1}


def lines(table: dict, counts: list) -> str:
    """Answers as sorted lines, and their checksum."""
    rows = zip(table["pattern"], table["graph"], table["answer"], counts, strict=True)
    text = "\n".join(sorted(",".join(map(str, row)) for row in rows))
    return hashlib.sha256(text.encode()).hexdigest()


def alone(work: Path, which: str) -> dict:
    """The answers of one machine, once."""
    path = work / f"alone-{which}.json"
    if path.exists():
        return json.loads(path.read_text())
    began, cpu = time.monotonic(), time.process_time()
    if which == "small":
        dataset = isocount.Dataset.load(work / "small")
        graphs = [dataset.graph(place) for place in range(dataset.sizes["graphs"])]
        table = isocount.count_many(dataset.patterns, graphs, progress=False)
    else:
        options = {name: value for name, value in HARD.items() if name != "patience"}
        patterns = HARD_PATTERNS if which == "hard" else SHORT_PATTERNS
        table = isocount.count_many(patterns, [str(work / "hard.csv")], progress=False, **options)
    seconds, cpu = time.monotonic() - began, time.process_time() - cpu
    columns = table.to_dict()
    found = {"pairs": len(table), "seconds": seconds, "cpu_seconds": cpu, "sha256": lines(columns, list(map(int, columns["count"])))}
    path.write_text(json.dumps(found))
    return found


def found(out: str) -> str:
    """The checksum of the answers of a folder. Every piece of `_SUCCESS` is read."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    manifest = json.loads((Path(out) / "_SUCCESS").read_text())
    table = pa.concat_tables([parquet.read_table(Path(out) / piece["file"]) for piece in manifest["pieces"]])
    assert table.num_rows == manifest["pairs"], "a pair is missing or double"
    return lines(table.to_pydict(), table["count"].to_pylist())


# -- a cluster of two nodes -------------------------------------------------------------------------------------------------


class TwoNodes:
    """A head without processors, and two nodes with one processor each, all on this machine."""

    def __init__(self, cpus: tuple[int, ...] = (1, 1)) -> None:
        from ray.cluster_utils import Cluster

        small = {"object_store_memory": 100 << 20, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
        self.nodes = [self.add(number) for number in cpus]
        self.cluster.wait_for_nodes()

    def add(self, cpus: int = 1):
        return self.cluster.add_node(num_cpus=cpus, object_store_memory=100 << 20)

    def workers(self) -> list[int]:
        """The worker processes of our nodes that run a task."""
        raylets = {info.process.pid for node in self.nodes for info in node.all_processes.get("raylet", [])}
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        return [int(pid) for pid, parent, args in rows if int(parent) in raylets and "ray::_call" in args]

    def kill_node(self) -> None:
        node = self.nodes.pop(0)
        self.cluster.remove_node(node, allow_graceful=False)
        self.nodes.append(self.add())

    def close(self) -> None:
        self.cluster.shutdown()


def begin(nodes: TwoNodes, job: dict) -> subprocess.Popen:
    """A driver in a process of its own."""
    arguments = {**job, "address": nodes.cluster.address}
    command = [sys.executable, __file__, "driver", "--work", "/", "--job", json.dumps(arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def driver(job: dict) -> None:
    kind = job.pop("kind", "count")
    if kind == "train":
        cluster.train(job.pop("model"), job.pop("dataset"), job.pop("out"), progress=False, **job)
        print("{}")
        return
    report = cluster.count_many(job.pop("patterns"), job.pop("graphs"), job.pop("out"), progress=False, **job)
    print(json.dumps({"seconds": report.seconds, "tasks": report.tasks, "lost": report.lost, "task_seconds": report.task_seconds}))


def run(nodes: TwoNodes, job: dict, disturb=None) -> tuple[float, dict]:
    """Runs a driver to its end, with `disturb` called again and again while it works."""
    shutil.rmtree(job["out"], ignore_errors=True)
    began = time.monotonic()
    process = begin(nodes, job)
    while process.poll() is None:
        if disturb is None:
            process.wait()
        else:
            disturb(process)
    said = process.stdout.read()
    if process.returncode != 0:
        raise RuntimeError(f"the driver ended with {process.returncode}: {said}")
    # Ray speaks on the same stream.
    return time.monotonic() - began, json.loads(said.strip().splitlines()[-1])


# -- measurements -----------------------------------------------------------------------------------------------------------


def same_answers(which: str):
    def measure(work: Path) -> dict:
        reference = alone(work, which)
        nodes = TwoNodes()
        try:
            job = (small_job if which == "small" else hard_job)(work, f"out-{which}")
            seconds, said = run(nodes, job)
        finally:
            nodes.close()
        size = sum(path.stat().st_size for path in Path(job["out"]).rglob("*.parquet"))
        questions: dict[int, float] = {}
        for path in Path(job["out"]).glob("hard/*/*-*.json"):
            share = json.loads(path.read_text())
            questions[share["pair"]] = questions.get(share["pair"], 0.0) + share["cpu_seconds"]
        return {
            "cpu_seconds_of_shared_questions": sorted(round(it, 3) for it in questions.values()),
            "one_machine": reference,
            "cluster_seconds": seconds,
            "driver_seconds": said["seconds"],
            "tasks": said["tasks"],
            "task_seconds": [round(it, 4) for it in said["task_seconds"]],
            "output_bytes": size,
            "equal": found(job["out"]) == reference["sha256"],
        }

    return measure


def kills(work: Path) -> dict:
    """Workers (20), nodes with a new one joining (5), drivers (5) are killed while a hard batch and SMALL are counted."""
    record: dict = {}
    nodes = TwoNodes()
    chance = random.Random(3)
    try:
        for which, make in (("short", short_job), ("small", small_job)):
            reference = alone(work, which)
            fine = {} if which == "short" else {"target_seconds": 0.25}
            calm, _ = run(nodes, {**make(work, "out-calm"), **fine})
            killed = {"workers": 0, "nodes": 0, "seen": -1}

            def kill_workers(process, killed=killed) -> None:
                """Kills a worker at random, once something was counted since the last kill."""
                time.sleep(chance.uniform(0.1, 0.7))
                there, running = files(work / "out-w"), nodes.workers()
                if running and killed["workers"] < 10 and there != killed["seen"] and there > 0:
                    os.kill(chance.choice(running), signal.SIGKILL)
                    killed["workers"], killed["seen"] = killed["workers"] + 1, there

            with_workers, said = run(nodes, {**make(work, "out-w"), **fine}, kill_workers)
            rounds = 1
            total = said["lost"]
            while killed["workers"] < 10:
                more, said = run(nodes, {**make(work, "out-w"), **fine}, kill_workers)
                with_workers, rounds, total = with_workers + more, rounds + 1, total + said["lost"]
            record[f"{which}: workers"] = {
                "killed": killed["workers"],
                "runs": rounds,
                "tasks_lost": total,
                "seconds_lost_per_kill": (with_workers - rounds * calm) / killed["workers"],
                "equal": found(str(work / "out-w")) == reference["sha256"],
            }
            print(record, flush=True)

            most_nodes = 3 if which == "short" else 2

            def kill_node(process, killed=killed, most_nodes=most_nodes) -> None:
                time.sleep(chance.uniform(0.3, 1.0))
                there = files(work / "out-n")
                if process.poll() is None and killed["nodes"] < most_nodes and nodes.workers() and 0 < there != killed["seen"]:
                    nodes.kill_node()
                    killed["nodes"], killed["seen"] = killed["nodes"] + 1, there

            seconds, rounds = 0.0, 0
            while killed["nodes"] < most_nodes:
                more, said = run(nodes, {**make(work, "out-n"), **fine}, kill_node)
                seconds, rounds = seconds + more, rounds + 1
            record[f"{which}: nodes"] = {
                "killed": killed["nodes"],
                "runs": rounds,
                "seconds_lost_per_kill": (seconds - rounds * calm) / killed["nodes"],
                "equal": found(str(work / "out-n")) == reference["sha256"],
            }
            print(record, flush=True)
            record[f"{which}: drivers"] = kill_drivers(nodes, {**make(work, "out-d"), **fine}, most_nodes, calm, chance)
            record[f"{which}: drivers"]["equal"] = found(str(work / "out-d")) == reference["sha256"]
            record[f"{which}: undisturbed_seconds"] = calm
            print(record, flush=True)
    finally:
        nodes.close()
    return record


def files(out: Path) -> int:
    """How much was counted."""
    return sum(1 for _ in out.glob("pieces/*/*.json")) + sum(1 for _ in out.glob("hard/*/*-*.json"))


def kill_drivers(nodes: TwoNodes, job: dict, most: int, calm: float, chance: random.Random) -> dict:
    """A driver that is killed, and the next one that continues, until one ends."""
    shutil.rmtree(job["out"], ignore_errors=True)
    killed, began = 0, time.monotonic()
    kept: list[int] = []
    while True:
        process = begin(nodes, job)
        if killed < most:
            # Not before it has begun to count.
            before = files(Path(job["out"]))
            while process.poll() is None and files(Path(job["out"])) <= before:
                time.sleep(0.02)
            time.sleep(chance.uniform(0.0, 0.3))
            if process.poll() is None:
                process.kill()
                process.wait()
                killed += 1
                kept.append(files(Path(job["out"])))
                continue
        process.wait()
        if process.returncode != 0:
            raise RuntimeError("a driver failed that was not killed")
        if killed >= most:
            break
        # It ended before it could be killed: once more from the beginning.
        shutil.rmtree(job["out"], ignore_errors=True)
    seconds = time.monotonic() - began
    return {"killed": killed, "pieces_and_shares_kept_after_each": kept, "seconds_lost_per_kill": (seconds - calm) / max(1, killed)}


def scaling(work: Path) -> dict:
    """A hard batch of about a minute on one worker and on two, so that the seconds in which workers start matter little. CPU time is what a
    loaded machine cannot change: the work of one worker, by that of the busier one of two."""
    record: dict = {}
    for workers in (1, 2):
        nodes = TwoNodes((1,) * workers)
        try:
            job = {**hard_job(work, f"out-scaling-{workers}"), "patterns": HARD_PATTERNS[:4], "graphs": str(work / "harder.csv")}
            _, said = run(nodes, job)
        finally:
            nodes.close()
        by_worker: dict[int, float] = {}
        shares = []
        for path in Path(job["out"]).glob("hard/*/*-*.json"):
            share = json.loads(path.read_text())
            by_worker[share["worker"]] = by_worker.get(share["worker"], 0.0) + share["cpu_seconds"]
            shares.append(round(share["cpu_seconds"], 3))
        for path in Path(job["out"]).glob("pieces/*/*.json"):
            piece = json.loads(path.read_text())
            if piece["cpu_seconds"]:
                by_worker[piece["worker"]] = by_worker.get(piece["worker"], 0.0) + piece["cpu_seconds"]
        record[f"{workers} workers"] = {
            "driver_seconds": said["seconds"],
            "tasks": said["tasks"],
            "cpu_seconds_by_worker": sorted(round(it, 2) for it in by_worker.values()),
            "shares": sorted(shares),
        }
    one = sum(record["1 workers"]["cpu_seconds_by_worker"])
    two = record["2 workers"]["cpu_seconds_by_worker"]
    record["speed_up_by_cpu_time"] = one / max(two)
    record["speed_up_by_the_clock"] = record["1 workers"]["driver_seconds"] / record["2 workers"]["driver_seconds"]
    return record


def one_graph(work: Path) -> dict:
    """Many questions about one large graph, by tasks that take a whole node: how many processes hold the graph?"""
    path = work / "large.csv"
    if not path.exists():
        source = random.Random(11)
        edges = {(source.randrange(100_000), source.randrange(100_000)) for _ in range(300_000)}
        path.write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in sorted(edges) if u != v))
    names = "abcdef"
    patterns = ["->".join(names[: 2 + ix % 4]) + f", a->{names[ix % 2]}x{ix}" for ix in range(60)]
    nodes = TwoNodes((2, 2))
    try:
        job = {"patterns": patterns, "graphs": str(path), "out": str(work / "out-large"), "threads": 2, "target_seconds": 0.2}
        _, said = run(nodes, job)
    finally:
        nodes.close()
    pieces = [json.loads(it.read_text()) for it in (work / "out-large").glob("pieces/*/*.json")]
    return {"nodes": 2, "threads": 2, "tasks": said["tasks"], "processes_that_counted": len({it["worker"] for it in pieces}), "pairs": len(patterns)}


def nothing(_shared: object) -> None:
    """A task that does nothing."""


def overhead(work: Path) -> dict:
    """What a task costs beside its work: on the clock, and in CPU time of the driver."""
    executor = cluster.OnRay(workers=2)
    shared = executor.share({})
    for _ in range(8):
        executor.submit(nothing, shared)
    while executor.wait(5.0):
        pass
    number = 2_000
    began, cpu = time.monotonic(), time.process_time()
    left, in_flight = number, 0
    while left or in_flight:
        while left and in_flight < 4:
            executor.submit(nothing, shared)
            left, in_flight = left - 1, in_flight + 1
        in_flight -= len(executor.wait(1.0))
    seconds, cpu = time.monotonic() - began, time.process_time() - cpu
    executor.close()
    from isocount.cluster._cutting import TARGET_SECONDS

    per_task = 2 * seconds / number
    return {
        "tasks": number,
        "seconds_per_task_and_worker": per_task,
        "driver_cpu_seconds_per_task": cpu / number,
        "default_task_seconds": TARGET_SECONDS,
        "share_of_default_task": per_task / TARGET_SECONDS,
    }


def training(work: Path) -> dict:
    """The bits of the weights for 1, 2 and 3 workers, undisturbed and with workers killed."""
    dataset = work / "training"
    if not dataset.exists():
        isocount.Dataset.generate("small", dataset, seed=1, limit=2_000, progress=False)
    settings = {"width": 24, "settings": {"training.epochs": 3}, "seed": 5}
    shutil.rmtree(work / "run-alone", ignore_errors=True)
    isocount.train("count-gnn", isocount.Dataset.load(dataset), work / "run-alone", progress=False, **settings)
    right = hashlib.sha256((work / "run-alone" / "weights.safetensors").read_bytes()).hexdigest()
    record: dict = {"one_machine": right}
    for workers in (1, 2, 3):
        nodes = TwoNodes((1,) * workers)
        try:
            for disturbed in (False, True):
                killed = 0

                def kill(process, nodes=nodes) -> None:
                    nonlocal killed
                    time.sleep(0.7)
                    running = nodes.workers()
                    if running and killed < 5:
                        os.kill(running[0], signal.SIGKILL)
                        killed += 1

                out = work / f"run-{workers}-{disturbed}"
                job = {"kind": "train", "model": "count-gnn", "dataset": str(dataset), "out": str(out), **settings}
                seconds, _ = run(nodes, job, kill if disturbed else None)
                weights = hashlib.sha256((out / "weights.safetensors").read_bytes()).hexdigest()
                record[f"{workers} workers, {'killed' if disturbed else 'calm'}"] = {
                    "equal": weights == right,
                    "kills": killed,
                    "seconds": round(seconds, 1),
                }
                print(record, flush=True)
        finally:
            nodes.close()
    return record


STEPS = {
    "overhead": overhead,
    "small": same_answers("small"),
    "hard": same_answers("hard"),
    "training": training,
    "kills": kills,
    "scaling": scaling,
    "one_graph": one_graph,
}

if __name__ == "__main__":
    main()
