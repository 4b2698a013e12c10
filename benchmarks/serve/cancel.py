#!/usr/bin/env python3
"""How soon work ends after its client has gone: the time until the service has no work left, and the CPU time that it
spends meanwhile. One line of JSON per kind of request.

    python3 benchmarks/serve/cancel.py [PROGRAM] [ROUNDS]
"""

import json
import os
import random
import socket
import sys
import time

from service import Service

HOPELESS = {"pattern": "path:14", "graph": "power-law", "time_limit": 60}
KINDS = {
    "count, exact": ("count", {**HOPELESS, "method": "exact", "pattern": "cycle:12"}, ""),
    "count, auto": ("count", {**HOPELESS, "pattern": "cycle:12"}, ""),
    "count, vf2": ("count", {**HOPELESS, "method": "vf2"}, ""),
    "count, watched": ("count", {**HOPELESS, "pattern": "cycle:12"}, "Accept: text/event-stream\r\n"),
    "count-many": ("count-many", {"patterns": ["cycle:12"] * 50, "graphs": ["power-law"], "method": "exact", "time_limit": 60}, ""),
    "find": ("find", {"pattern": "path:14", "graph": "power-law", "after": "999999999999", "time_limit": 60}, ""),
}


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/isocount"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rng = random.Random(22)
    with Service(program) as service:
        watch = service.connect()
        host, port = service.address.split(":")
        for kind, (path, question, headers) in KINDS.items():
            times, cpu = [], []
            body = json.dumps(question)
            for _ in range(rounds):
                client = socket.create_connection((host, int(port)))
                client.sendall(
                    f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
                )
                while service.metric(watch, "at_work") == 0:
                    pass
                time.sleep(rng.uniform(0.05, 0.4))
                assert service.metric(watch, "at_work") == 1, kind
                before, started = service.cpu_seconds(), time.perf_counter()
                client.close()
                while service.metric(watch, "at_work") > 0:
                    pass
                times.append(time.perf_counter() - started)
                cpu.append(service.cpu_seconds() - before)
            times.sort()
            cpu.sort()
            quantile = lambda values, share: round(1000 * values[int(share * (len(values) - 1))], 2)
            print(json.dumps({
                "kind": kind, "rounds": rounds, "load_average": os.getloadavg()[0],
                "milliseconds": {"p50": quantile(times, 0.5), "p90": quantile(times, 0.9), "max": quantile(times, 1)},
                "cpu_milliseconds": {"p50": quantile(cpu, 0.5), "max": quantile(cpu, 1)},
            }), flush=True)


main()
