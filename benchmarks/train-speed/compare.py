"""A training step of every row: isocount beside PyTorch, the same weights and questions, step by step in turn.

    benchmarks/train-speed/measure.sh [--rows gin,rgin-dn] [--widths 64,128] [--sets SMALL-like]

builds what is needed and calls this with the path of the bench `step`. Losses are compared on the way. Times are medians of
CPU time, of all threads of the process that takes the step.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import torch
from rows import ROWS, Questions, Weights
from safetensors.torch import save_file

NUM_TRIPLES = 128
RATE = 1e-3
CLIP = 8.0
OUTPUT_SLOPE = 0.5  # of the leaky ReLU that keeps outputs from being negative
LAMBDA = 1e-4
WARM_UP = 3

# Nodes and arcs of patterns and of graphs, labels, steps. Sizes are the means of the paper's Table 1.
SETS = {
    "SMALL-like": ((5, 7), (33, 76), 16, 24),
    "LARGE-like": ((8, 12), (240, 560), 64, 6),
}


def random_graph(num_nodes, num_arcs, num_labels):
    """Loops, parallel arcs, arcs back and lonely nodes come by themselves; no arc twice."""
    labels = torch.randint(0, num_labels, (num_nodes,)).tolist()
    arcs = set()
    while len(arcs) < num_arcs:
        tail, head = torch.randint(0, num_nodes, (2,)).tolist()
        arcs.add((tail, head, int(torch.randint(0, num_labels, ()))))
    return labels, sorted(arcs)


class Ours:
    """The bench, on so many threads."""

    def __init__(self, program, path, row, width, num_labels, threads):
        command = [program, path, row, str(width), str(num_labels), str(threads)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # The CPU clock of another process, as clock_getcpuclockid(3) makes its number.
        self.clock = ~self.process.pid << 3 | 2

    def cpu(self):
        return time.clock_gettime(self.clock)

    def step(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Torch:
    """PyTorch on one thread. The batch is made once, which is to its advantage."""

    def __init__(self, row, weights, asked):
        self.row, self.weights, self.asked = row, weights, asked
        self.params = list(weights.all.values())
        self.adam = torch.optim.Adam(self.params, lr=RATE, fused=True)

    def cpu(self):
        return time.process_time()

    def step(self):
        self.adam.zero_grad()
        outputs, penalty = ROWS[self.row](self.weights, self.asked)
        loss = (torch.nn.functional.leaky_relu(outputs, OUTPUT_SLOPE) - self.asked.counts).abs().mean()
        loss = loss if penalty is None else loss + LAMBDA * penalty
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.params, CLIP)
        self.adam.step()
        return loss.item()

    def close(self):
        pass


def questions(sizes):
    pattern, graph, num_labels, _ = sizes
    torch.manual_seed(0)
    patterns, graphs = ([random_graph(*size, num_labels) for _ in range(NUM_TRIPLES)] for size in (pattern, graph))
    return Questions(patterns, graphs, num_labels, torch.randint(0, 50, (NUM_TRIPLES, 1)).float())


def measure(program, row, width, asked, name, folder, steps):
    num_labels = SETS[name][2]
    weights = Weights(width, num_labels)
    with torch.no_grad():
        ROWS[row](weights, asked)
    path = str(Path(folder) / "step.safetensors")
    tensors = asked.tensors() | {f"weight.{name}": x for name, x in weights.all.items()}
    save_file({name: torch.as_tensor(x).detach().float().contiguous() for name, x in tensors.items()}, path)
    runs = {
        "isocount": Ours(program, path, row, width, num_labels, 1),
        "isocount, 2 threads": Ours(program, path, row, width, num_labels, 2),
        "PyTorch": Torch(row, weights, asked),
    }
    cpu, wall = {who: [] for who in runs}, {who: [] for who in runs}
    farthest = 0.0
    for step in range(WARM_UP + steps):
        losses = []
        for who, run in runs.items():
            before, started = run.cpu(), time.perf_counter()
            losses.append(run.step())
            if step >= WARM_UP:
                cpu[who].append(1e3 * (run.cpu() - before))
                wall[who].append(1e3 * (time.perf_counter() - started))
        apart = max(abs(loss / losses[0] - 1) for loss in losses)
        if step < 5:
            farthest = max(farthest, apart)
    for run in runs.values():
        run.close()
    assert farthest < 1e-4, f"{row}, {name}, {width}: losses differ by {farthest}"
    median = {who: {"cpu_ms": statistics.median(cpu[who]), "wall_ms": statistics.median(wall[who])} for who in runs}
    quickest = {who: {"cpu_ms": min(cpu[who]), "wall_ms": min(wall[who])} for who in runs}
    case = {"row": row, "set": name, "width": width, "steps": steps, "losses_differ_by": farthest}
    return case | {"median": median, "quickest": quickest}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program")
    for name, usual in (("rows", ROWS), ("widths", (24, 64, 128)), ("sets", SETS)):
        options.add_argument(f"--{name}", type=lambda text: text.split(","), default=[str(x) for x in usual])
    options.add_argument("--steps", type=int, help="instead of 24 and 6")
    options.add_argument("--json", help="where the records go")
    options = options.parse_args()
    torch.set_num_threads(1)
    records = []
    print(f"{'row':12} {'set':10} {'d':>3}  {'isocount':>8} {'PyTorch':>8} {'ratio':>5}  at best   2 threads  losses differ by")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets:
            asked = questions(SETS[name])
            for row in options.rows:
                for width in map(int, options.widths):
                    record = measure(options.program, row, width, asked, name, folder, options.steps or SETS[name][3])
                    records.append(record)
                    (one, two, torch_), (best, best_two, best_torch) = (list(record[k].values()) for k in ("median", "quickest"))
                    print(f"{row:12} {name:10} {width:3}  {one['cpu_ms']:8.2f} {torch_['cpu_ms']:8.2f} {one['cpu_ms'] / torch_['cpu_ms']:5.2f}", end="")
                    print(f"  {best['cpu_ms'] / best_torch['cpu_ms']:7.2f}   {best['wall_ms'] / best_two['wall_ms']:9.2f}", end="")
                    print(f"  {record['losses_differ_by']:.0e}", flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"torch": torch.__version__, "records": records}, file, indent=1)


if __name__ == "__main__":
    main()
