#!/usr/bin/env python3
"""Load on a service on the loopback, from the program `load` (benchmarks/programs/src/bin/load.rs): small counts alone, as fast as
they are answered, for the CPU time of one; then the mix of small counts, batches and hopeless questions at a steady rate, with the memory
of the service every few seconds. One line of JSON per run.

    cargo build --release -p isocount-cli -p isocount-benchmarks --bin isocount --bin load
    python3 benchmarks/serve/load.py SECONDS RATE... > benchmarks/serve/results/load.jsonl
"""

import json
import os
import subprocess
import sys
import threading
import time

from service import Service

CONNECTIONS = 64
PROGRAM = os.environ.get("ISOCOUNT_PROGRAM", "target/release/isocount")
LOAD = os.environ.get("ISOCOUNT_LOAD", "target/release/load")


def run(name, rate, seconds, connections, *words):
    with Service(PROGRAM) as service:
        memory, is_over = [], threading.Event()

        def watch():
            while not is_over.wait(max(seconds / 60, 0.5)):
                memory.append(round(service.resident_megabytes(), 1))

        watcher = threading.Thread(target=watch)
        watcher.start()
        load_before, cpu_before, started = os.getloadavg()[0], service.cpu_seconds(), time.perf_counter()
        command = [LOAD, service.address, str(rate), str(seconds), str(connections), *words]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        took, cpu = time.perf_counter() - started, service.cpu_seconds() - cpu_before
        is_over.set()
        watcher.join()
    kinds = {line.pop("kind"): line for line in map(json.loads, lines)}
    number = sum(kind["requests"] for kind in kinds.values())
    print(json.dumps({
        "run": name, "asked_per_second": rate, "seconds": round(took, 1), "connections": connections, "requests": number,
        "per_second": round(number / took, 1), "server_cpu_seconds": round(cpu, 2),
        "requests_per_server_cpu_second": round(number / cpu, 1), "load_average_before": load_before,
        "memory_megabytes": memory, "kinds": kinds,
    }), flush=True)
    return kinds


def main():
    seconds = float(sys.argv[1])
    # Far more than can be answered: the service is never idle.
    run("small counts alone", 1_000_000, 0.05, 8, "only-small")
    for rate in map(float, sys.argv[2:]):
        run("mix", rate, seconds, CONNECTIONS)


main()
