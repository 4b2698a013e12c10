"""A training step of Count-GNN: isocount beside PyTorch, the same weights and questions, step by step in turn.

    benchmarks/train-speed/measure.sh

builds what is needed and calls this with the path of the bench `step`. Losses are compared on the way. Times are medians of
CPU time, of all threads of the process that takes the step.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "testdata/golden"))

import torch
from nn import RATE, CountGnn, Graphs, Questions, random_graph, write

NUM_TRIPLES = 128
CLIP = 8.0
WARM_UP = 10

# Nodes and arcs of patterns and of graphs, labels, width, steps. Sizes are the means of the paper's Table 1.
CASES = {
    "SMALL-like, d = 24": ((5, 7), (33, 76), 16, 24, 200),
    "LARGE-like, d = 24": ((8, 12), (240, 560), 64, 24, 60),
    "SMALL-like, d = 128": ((5, 7), (33, 76), 16, 128, 60),
}


class Ours:
    """The bench, on so many threads."""

    def __init__(self, program, path, width, num_labels, threads):
        command = [program, path, str(width), str(num_labels), str(threads)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # The CPU clock of another process, as clock_getcpuclockid(3) makes its number.
        self.clock = ~self.process.pid << 3 | 2

    def cpu(self):
        return time.clock_gettime(self.clock)

    def step(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


class Torch:
    """PyTorch on one thread. The batch is made once, which is to its advantage."""

    def __init__(self, model, asked, one_hot):
        self.model, self.asked = model, asked
        self.model.one_hot = one_hot
        self.weights = list(model.weights.values())
        self.adam = torch.optim.Adam(self.weights, lr=RATE)

    def cpu(self):
        return time.process_time()

    def step(self):
        self.adam.zero_grad()
        loss = self.model.loss(*self.model.forward(self.asked), self.asked.counts)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, CLIP)
        self.adam.step()
        return loss.item()


def measure(program, name, folder):
    pattern, graph, num_labels, width, steps = CASES[name]
    torch.manual_seed(0)
    patterns = Graphs([random_graph(*pattern, num_labels) for _ in range(NUM_TRIPLES)], num_labels)
    graphs = Graphs([random_graph(*graph, num_labels) for _ in range(NUM_TRIPLES)], num_labels)
    each = torch.arange(NUM_TRIPLES)
    asked = Questions(patterns, graphs, each, each, torch.randint(0, 50, (NUM_TRIPLES, 1)).float())

    def model():
        torch.manual_seed(1)
        return CountGnn(width, num_labels)

    path = str(Path(folder) / "step.safetensors")
    write(asked.tensors() | model().tensors(), path)
    runs = {
        "isocount": Ours(program, path, width, num_labels, 1),
        "isocount, 2 threads": Ours(program, path, width, num_labels, 2),
        "PyTorch, one-hot": Torch(model(), asked, True),
        "PyTorch, rows looked up": Torch(model(), asked, False),
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
        if step < 10:
            farthest = max(farthest, max(abs(loss / losses[0] - 1) for loss in losses))
    for run in runs.values():
        if isinstance(run, Ours):
            run.process.stdin.close()
            run.process.wait()
    assert farthest < 1e-4, f"{name}: losses differ by {farthest}"
    median = {who: {"cpu_ms": statistics.median(cpu[who]), "wall_ms": statistics.median(wall[who])} for who in runs}
    quickest = {who: {"cpu_ms": min(cpu[who]), "wall_ms": min(wall[who])} for who in runs}
    return {"case": name, "steps": steps, "first_ten_losses_differ_by": farthest, "median": median, "quickest": quickest}


def main():
    torch.set_num_threads(1)
    results = Path(__file__).parent / "results"
    results.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        records = [measure(sys.argv[1], name, folder) for name in CASES]
    for record in records:
        print(record["case"])
        for who, times in record["median"].items():
            quickest = record["quickest"][who]
            print(f"  {who:24} CPU {times['cpu_ms']:7.2f} ms  wall {times['wall_ms']:7.2f} ms", end="")
            print(f"  (quickest {quickest['cpu_ms']:.2f}, {quickest['wall_ms']:.2f})")
        print(f"  first ten losses differ by {record['first_ten_losses_differ_by']:.1e}")
    with open(results / "steps.json", "w") as file:
        json.dump({"torch": torch.__version__, "records": records}, file, indent=1)


if __name__ == "__main__":
    main()
