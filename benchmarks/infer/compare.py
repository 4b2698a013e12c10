"""Learned answers: isocount beside PyTorch, the same weights, graphs and patterns, in turns.

    benchmarks/infer/measure.sh

builds what is needed and calls this with the path of the bench `answer`. PyTorch answers 128 pairs at once on one thread, with the
encodings of its graphs kept, as isocount keeps them. The answers are compared on the way.
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
from nn import CountGnn, Graphs, segment_sum, sigma
from safetensors.torch import load_file

ROUNDS = 3
LABELS = 16
WIDTH = 24


def read(path):
    graphs = json.loads(Path(path).read_text())
    return Graphs([(graph["nodes"], [tuple(arc) for arc in graph["arcs"]]) for graph in graphs], LABELS)


class Torch:
    """Pattern i in graph i, for all i at once."""

    def __init__(self, folder, name):
        self.model = CountGnn(WIDTH, LABELS)
        self.model.weights = load_file(str(folder / "weights.safetensors"))
        self.graphs, self.patterns = read(folder / f"{name}.json"), read(folder / "patterns.json")
        self.kept = None

    def encode(self, one_hot):
        self.model.one_hot = one_hot
        h = self.model.encode("graph_encoder", self.graphs, "include")
        self.kept = h, h @ self.model.weights["film.own"]

    def pattern_rows(self):
        h = self.model.encode("pattern_encoder", self.patterns, "include")
        each = segment_sum(h, self.patterns.of_arc, self.patterns.num)
        return sigma(each @ self.model.weights["pattern_readout.weight"])

    def answer(self, pattern):
        w, d, (h, a) = self.model.weights, WIDTH, self.kept
        c = pattern @ w["film.pattern.weight"] + w["film.pattern.bias"]
        film = sigma(a + c[self.graphs.of_arc])
        sums = segment_sum((film[:, :d] + 1) * h + film[:, d:], self.graphs.of_arc, self.graphs.num)
        graph = sigma(sums @ w["film.readout.weight"])
        both = torch.cat([pattern, graph, pattern - graph, pattern * graph], 1)
        matched = sigma(both @ w["head.match.weight"] + w["head.match.bias"])
        return (matched @ w["head.count.weight"] + w["head.count.bias"]).clamp(min=0)


def microseconds(work, times=40):
    """The median CPU time of a call, for each of 128."""
    work()
    spent = []
    for _ in range(times):
        before = time.process_time()
        work()
        spent.append((time.process_time() - before) * 1e6 / 128)
    return statistics.median(spent)


def torch_times(folder, name):
    torch_side = Torch(folder, name)
    encode = min(microseconds(lambda one_hot=one_hot: torch_side.encode(one_hot)) for one_hot in (True, False))
    rows = torch_side.pattern_rows()
    said, expected = torch_side.answer(rows)[:, 0], torch.tensor(json.loads((folder / f"{name}.counts.json").read_text()))
    differ = ((said - expected).abs() / (1 + expected.abs())).max().item()
    assert differ < 1e-4, f"{name}: answers differ by {differ}"
    h, a = torch_side.kept
    first = torch_side.graphs.of_arc == 0
    one = Torch(folder, name)
    number = int(first.sum())
    one.graphs.of_arc, one.graphs.num = torch.arange(128).repeat_interleave(number), 128

    def one_graph():
        # Every pattern sees its own copy of the kept rows, as the equations are written.
        one.kept = h[first].repeat(128, 1), a[first].repeat(128, 1)
        return one.answer(rows)

    return {
        "answer_one_graph_us": microseconds(one_graph),
        "encode_us": encode,
        "pattern_us": min(
            microseconds(lambda one_hot=one_hot: (setattr(torch_side.model, "one_hot", one_hot), torch_side.pattern_rows()))
            for one_hot in (True, False)
        ),
        "answer_us": microseconds(lambda: torch_side.answer(rows)),
        "answers_differ_by": differ,
    }


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    ours, theirs = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for _ in range(ROUNDS):
            done = subprocess.run([sys.argv[1], str(folder)], check=True, stdout=subprocess.PIPE, text=True)
            for line in done.stdout.splitlines():
                record = json.loads(line)
                ours.setdefault(record["graphs"], []).append(record)
            for name in ("small", "large"):
                theirs.setdefault(name, []).append(torch_times(folder, name))

    def median(records):
        return {key: statistics.median(record[key] for record in records) for key in records[0] if key != "graphs"}

    ours = {name: median(records) for name, records in ours.items()}
    theirs = {name: median(records) for name, records in theirs.items()}
    (Path(__file__).parent / "results").mkdir(exist_ok=True)
    with open(Path(__file__).parent / "results/answers.json", "w") as file:
        json.dump({"torch": torch.__version__, "isocount": ours, "pytorch": theirs}, file, indent=1)

    print("microseconds, medians; one thread unless said otherwise")
    print("own graph: pattern i in graph i; one graph: 128 patterns in the same graph, which stays in the cache")
    print(f"{'':32}{'encode':>10}{'index':>10}{'2 threads':>10}{'pattern':>8}{'own graph':>20}{'one graph':>18}")
    print(f"{'':6}{'arcs':>9}{'':47}{'fused':>11}{'indexed':>9}{'fused':>10}{'indexed':>9}  index pays from")
    for name, it in ours.items():
        gain = it["fused_one_graph_us"] - it["batched_us"]
        pays = f"{it['index_us'] / gain:.0f} patterns" if gain > 0 else "never"
        print(
            f"{name:6}{it['arcs']:9.0f}{'':17}{it['encode_us']:10.1f}{it['index_us']:10.1f}{it['index_2_threads_us']:10.1f}"
            f"{it['pattern_us']:8.2f}{it['fused_us']:11.2f}{it['indexed_us']:9.2f}{it['fused_one_graph_us']:10.2f}{it['batched_us']:9.2f}  {pays}"
        )
    for name, it in theirs.items():
        own = ours[name]
        own_graph = min(own["fused_us"], own["indexed_us"])
        one_graph = min(own["fused_one_graph_us"], own["batched_us"])
        print(f"PyTorch, {name}: encode {it['encode_us']:.1f}, pattern {it['pattern_us']:.2f}, answer {it['answer_us']:.2f}"
              f" (own graph), {it['answer_one_graph_us']:.2f} (one graph); answers differ by {it['answers_differ_by']:.1e}")
        print(f"  isocount is faster {it['encode_us'] / own['encode_us']:.1f} times at encoding,"
              f" {it['answer_us'] / own_graph:.0f} times per pair with own graphs, {it['answer_one_graph_us'] / one_graph:.0f} times with one")
    print(f"indexed against fused at 100k arcs: {ours['100k']['fused_us'] / ours['100k']['indexed_us']:.0f} times;"
          f" a million arcs against 10,000: {ours['1m']['indexed_us'] / ours['10k']['indexed_us']:.1f} times the time")
    for name, it in ours.items():
        print(f"index against encoding, {name}: {it['index_us'] / it['encode_us']:.1f} times,"
              f" {it['index_2_threads_us'] / it['encode_us']:.1f} with two threads; {it['index_bytes_per_arc']:.0f} bytes an arc")


if __name__ == "__main__":
    main()
