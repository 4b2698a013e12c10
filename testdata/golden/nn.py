"""Golden values for Count-GNN, computed by PyTorch.

    python -m venv .venv && .venv/bin/pip install torch numpy safetensors
    .venv/bin/python testdata/golden/nn.py

writes nn.safetensors beside itself. Weights have the names and shapes of isocount-nn: rows times weight, `[d_in, d_out]`. The tensors:

    weight.<name>              the weights at the start
    <side>.sizes               for each pattern or graph: nodes, arcs
    <side>.labels              the label of each node, graph after graph
    <side>.arcs                tail, head and label of each arc, graph after graph
    questions                  for each question: pattern, graph, count
    <setting>.out              outputs; settings are `include`, `exclude` and `sum`
    <setting>.penalty          the penalty of the modulation, for each question
    <setting>.loss             their loss
    grad.<name>                the gradient of the loss, setting `include`
    losses                     ten losses, each before its step of Adam, setting `include`
"""

from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

LAYERS = 3
SLOPE = 1 / 5.5  # of the leaky ReLU, σ in every equation
OUTPUT_SLOPE = 0.5  # of the one that keeps outputs from being negative
LAMBDA = 1e-4
RATE = 1e-3


def sigma(x):
    return F.leaky_relu(x, SLOPE)


def segment_sum(x, groups, num):
    return torch.zeros(num, x.shape[1]).index_add(0, groups, x)


class Graphs:
    """Graphs one after the other: node labels, and (tail, head, label) of each arc. There are as many
    labels of nodes as of edges."""

    def __init__(self, graphs, num_labels):
        self.graphs = graphs
        labels, arcs, of_arc, first = [], [], [], 0
        for number, (nodes, edges) in enumerate(graphs):
            arcs += [(first + tail, first + head, label) for tail, head, label in edges]
            of_arc += [number] * len(edges)
            labels += nodes
            first += len(nodes)
        self.num, self.num_nodes = len(graphs), len(labels)
        labels = torch.tensor(labels)
        self.tail, self.head, label = torch.tensor(arcs).T
        self.of_arc = torch.tensor(of_arc)
        # h⁰⟨u,v⟩ = x_u ‖ x⟨u,v⟩ ‖ x_v
        parts = [labels[self.tail], label, labels[self.head]]
        self.x = torch.cat([F.one_hot(part, num_labels) for part in parts], 1).float()
        self.places = torch.stack([part + ix * num_labels for ix, part in enumerate(parts)], 1)
        self.in_degree = torch.bincount(self.head, minlength=self.num_nodes).clamp(min=1)[:, None]

    def hears(self):
        """Who hears whom, reverses left out: a matrix of zeros and ones over the arcs."""
        into = self.tail[:, None] == self.head[None, :]
        back = self.head[:, None] == self.tail[None, :]
        return (into & ~back).float()


class Questions:
    """A pattern, a graph and a count for each question."""

    def __init__(self, patterns, graphs, pattern_of, graph_of, counts):
        self.patterns, self.graphs, self.pattern_of, self.graph_of = patterns, graphs, pattern_of, graph_of
        self.counts, self.num = counts, len(counts)
        # The arcs of the graph of each question, one question after the other.
        arcs_of = [(graphs.of_arc == graph).nonzero()[:, 0] for graph in range(graphs.num)]
        arcs_of = [arcs_of[graph] for graph in graph_of.tolist()]
        self.of_row = torch.arange(self.num).repeat_interleave(torch.tensor([len(arcs) for arcs in arcs_of]))
        self.rows = torch.cat(arcs_of)
        if torch.equal(self.rows, torch.arange(len(graphs.of_arc))):
            self.rows = slice(None)

    def tensors(self):
        """What isocount-nn reads."""
        tensors = {}
        for side, them in (("patterns", self.patterns), ("graphs", self.graphs)):
            tensors[f"{side}.sizes"] = [[len(labels), len(arcs)] for labels, arcs in them.graphs]
            tensors[f"{side}.labels"] = [[label] for labels, _ in them.graphs for label in labels]
            tensors[f"{side}.arcs"] = [arc for _, arcs in them.graphs for arc in arcs]
        tensors["questions"] = torch.cat([self.pattern_of[:, None], self.graph_of[:, None], self.counts], 1)
        return tensors


class CountGnn:
    """Weights by name; the equations are those of the paper."""

    def __init__(self, d, num_labels):
        self.d, self.weights = d, {}
        # Whether the first layer multiplies by ones and zeros, or looks its rows up; the same numbers.
        self.one_hot = True
        for side in ("pattern_encoder", "graph_encoder"):
            for layer in range(LAYERS):
                d_in = d if layer else 3 * num_labels
                self.add(f"{side}.layer{layer}.own", d_in, d)
                self.add(f"{side}.layer{layer}.message", d_in, d)
                self.add(f"{side}.layer{layer}.bias", 1, d, d_in)
        self.add("pattern_readout.weight", d, d)
        self.add("film.own", d, 2 * d)
        self.add("film.pattern.weight", d, 2 * d)
        self.add("film.pattern.bias", 1, 2 * d, d)
        self.add("film.readout.weight", d, d)
        self.add("head.match.weight", 4 * d, d)
        self.add("head.match.bias", 1, d, 4 * d)
        self.add("head.count.weight", d, 1)
        self.add("head.count.bias", 1, 1, d)

    def add(self, name, rows, cols, fan_in=None):
        bound = (fan_in or rows) ** -0.5
        self.weights[name] = ((2 * torch.rand(rows, cols) - 1) * bound).requires_grad_()

    def tensors(self):
        return {f"weight.{name}": x.detach().clone() for name, x in self.weights.items()}

    def encode(self, side, graphs, setting):
        h = graphs.x
        for layer in range(LAYERS):
            own, message, bias = (self.weights[f"{side}.layer{layer}.{part}"] for part in ("own", "message", "bias"))
            if layer == 0 and not self.one_hot:
                rows, spoken = (F.embedding_bag(graphs.places, weight, mode="sum") for weight in (own, message))
                m = segment_sum(spoken, graphs.head, graphs.num_nodes) / graphs.in_degree
                h = sigma(rows + (m + bias)[graphs.tail])
            elif setting == "exclude":
                hears = graphs.hears()
                m = hears @ h / hears.sum(1, keepdim=True).clamp(min=1)
                h = sigma(h @ own + m @ message + bias)
            else:
                m = segment_sum(h, graphs.head, graphs.num_nodes)  # (2)
                m = m if setting == "sum" else m / graphs.in_degree
                h = sigma(h @ own + (m @ message + bias)[graphs.tail])  # (1)
        return h

    def forward(self, asked, setting="include"):
        """Outputs before the ReLU and penalties: two columns, a row for each question."""
        w, d = self.weights, self.d
        h = self.encode("pattern_encoder", asked.patterns, setting)
        each = segment_sum(h, asked.patterns.of_arc, asked.patterns.num)
        pattern = sigma(each @ w["pattern_readout.weight"])[asked.pattern_of]  # (3)

        h = self.encode("graph_encoder", asked.graphs, setting)[asked.rows]
        c = pattern @ w["film.pattern.weight"] + w["film.pattern.bias"]
        film = sigma(h @ w["film.own"] + c[asked.of_row])  # (5), (6)
        gamma, beta = film[:, :d], film[:, d:]
        sums = segment_sum((gamma + 1) * h + beta, asked.of_row, asked.num)  # (4)
        graph = sigma(sums @ w["film.readout.weight"])  # (7)
        penalty = segment_sum(film.square().sum(1, keepdim=True), asked.of_row, asked.num)

        both = torch.cat([pattern, graph, pattern - graph, pattern * graph], 1)
        matched = sigma(both @ w["head.match.weight"] + w["head.match.bias"])
        return matched @ w["head.count.weight"] + w["head.count.bias"], penalty  # (8)

    def loss(self, outputs, penalty, counts):
        """Eq. 9 without its last term."""
        error = (F.leaky_relu(outputs, OUTPUT_SLOPE) - counts).abs()
        return error.mean() + LAMBDA * penalty.mean()


def random_graph(num_nodes, num_arcs, num_labels):
    """Loops, parallel arcs, arcs back and lonely nodes come by themselves; no arc twice."""
    labels = torch.randint(0, num_labels, (num_nodes,)).tolist()
    arcs = set()
    while len(arcs) < num_arcs:
        tail, head = torch.randint(0, num_nodes, (2,)).tolist()
        arcs.add((tail, head, int(torch.randint(0, num_labels, ()))))
    return labels, sorted(arcs)


def write(tensors, path):
    tensors = {name: torch.as_tensor(x).detach().float().contiguous() for name, x in tensors.items()}
    save_file(tensors, path, {"torch": torch.__version__.split("+")[0]})


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    patterns = Graphs([random_graph(2 + i % 4, 1 + 2 * i, 16) for i in range(5)], 16)
    graphs = Graphs([random_graph(4 + 2 * i, 8 + 6 * i, 16) for i in range(6)], 16)
    pattern_of = torch.tensor([i % 5 for i in range(16)])
    graph_of = torch.tensor([(i * i + i // 5) % 6 for i in range(16)])
    counts = torch.randint(0, 40, (16, 1)).float()
    asked = Questions(patterns, graphs, pattern_of, graph_of, counts)
    model = CountGnn(24, 16)

    tensors = asked.tensors() | model.tensors()
    for setting in ("include", "exclude", "sum"):
        outputs, penalty = model.forward(asked, setting)
        tensors[f"{setting}.out"], tensors[f"{setting}.penalty"] = outputs, penalty
        tensors[f"{setting}.loss"] = model.loss(outputs, penalty, counts).reshape(1, 1)

    optimiser = torch.optim.Adam(model.weights.values(), lr=RATE)
    losses = []
    for step in range(10):
        optimiser.zero_grad()
        loss = model.loss(*model.forward(asked), counts)
        loss.backward()
        if step == 0:
            tensors |= {f"grad.{name}": x.grad.clone() for name, x in model.weights.items()}
        losses.append([loss.item()])
        optimiser.step()
    tensors["losses"] = losses

    write(tensors, Path(__file__).with_suffix(".safetensors"))


if __name__ == "__main__":
    main()
