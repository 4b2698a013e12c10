"""Replays recorded task times on 1,000 workers, with and without re-cutting.

    python simulate.py [--records DIR]

A job is a list of ranges, each about as long as a recorded task of SMALL (records/small.json), and some of them hold a hard
question as long as a recorded one (records/hard.json), or a hundred times as long. Without re-cutting a worker keeps its range to the end.
With it, the rules of `isocount.cluster` hold: ranges shrink towards the end, a task gives back what is left after three times its expected time, a
question that outlasts its patience is shared out, and what a share leaves after 30 s is halved.
Utilisation is work by (workers × time to the end). Every task costs what records/overhead.json says.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from pathlib import Path

WORKERS = 1_000
TARGET = 2.0
GIVE_BACK = 3.0 * TARGET
PATIENCE = 20.0
SHARES_PER_WORKER = 4
SHARE_SECONDS = 30.0


def jobs(small: list[float], hard: list[float], seconds_per_worker: float, scale: float, seed: int) -> list[list[float]]:
    """Ranges as lists of what they hold: a recorded time for the small pairs, and hard questions by themselves."""
    source = random.Random(seed)
    mean = sum(small) / len(small)
    total, ranges = 0.0, []
    while total < WORKERS * seconds_per_worker:
        # The recorded times vary about their mean; so do ranges that are cut to the target.
        parts = [TARGET * source.choice(small) / mean]
        if source.random() < 0.002:
            parts.append(scale * source.choice(hard))
        ranges.append(parts)
        total += sum(parts)
    return ranges


def without(ranges: list[list[float]], overhead: float) -> float:
    """The time to the end if every range stays whole."""
    free = [0.0] * WORKERS
    for parts in ranges:
        heapq.heappush(free, heapq.heappop(free) + sum(parts) + overhead)
    return max(free)


def with_cutting(ranges: list[list[float]], overhead: float) -> float:
    """The time to the end under the rules of the package. Tasks are (kind, seconds)."""
    queue = [("range", list(parts)) for parts in reversed(ranges)]
    left = sum(sum(parts) for parts in ranges)
    free = [(0.0, worker) for worker in range(WORKERS)]
    heapq.heapify(free)
    shares: list[float] = []
    end = 0.0
    later: list[tuple[float, list[float]]] = []
    while queue or shares or later:
        now, worker = heapq.heappop(free)
        while later and later[0][0] <= now:
            shares.extend(heapq.heappop(later)[1])
        if not queue and not shares:
            # Idle until somebody gives something back.
            heapq.heappush(free, (later[0][0], worker))
            continue
        if shares:
            work = shares.pop()
            took = min(work, SHARE_SECONDS)
            rest = work - took
            if rest > 0:
                heapq.heappush(later, (now + took + overhead, [rest / 2, rest / 2]))
        else:
            parts = queue.pop()[1]
            small = parts[0]
            # Shorter tasks towards the end.
            fitting = min(small, max(min(TARGET, left / (2 * WORKERS)), TARGET / 16))
            if small - fitting > 0.01:
                queue.append(("range", [small - fitting, *parts[1:]]))
                parts = [fitting]
            took = parts[0]
            for question in parts[1:]:
                took += min(question, PATIENCE)
                if question > PATIENCE:
                    # Asked again to foretell it, then shared out from the beginning.
                    number = SHARES_PER_WORKER * WORKERS
                    heapq.heappush(later, (now + took + PATIENCE + overhead, [question / number] * number))
            left -= parts[0]
        done = now + took + overhead
        end = max(end, done)
        heapq.heappush(free, (done, worker))
    return end


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=Path, default=Path(__file__).parent / "records")
    given = parser.parse_args()
    read = {name: json.loads((given.records / f"{name}.json").read_text()) for name in ("small", "hard", "overhead")}
    overhead = read["overhead"]["seconds_per_task_and_worker"]
    small = [it for it in read["small"]["task_seconds"] if it > 0]
    hard = read["hard"]["cpu_seconds_of_shared_questions"]
    lines = ["seconds per worker, longest question (s), ranges, utilisation without re-cutting, with"]
    for seconds in (60.0, 600.0):
        for scale in (1.0, 100.0):
            ranges = jobs(small, hard, seconds, scale, seed=1)
            work = sum(sum(parts) for parts in ranges)
            longest = max((max(parts[1:]) for parts in ranges if len(parts) > 1), default=0.0)
            found = [work / (WORKERS * end) for end in (without(ranges, overhead), with_cutting(ranges, overhead))]
            lines.append(f"{seconds:.0f}, {longest:.0f}, {len(ranges)}, {found[0]:.3f}, {found[1]:.3f}")
    text = "\n".join(lines) + "\n"
    (given.records / "simulation.txt").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
