"""Golden values for the twelve baselines, for Count-GNN as its authors ran it, and for exchanged heads, by PyTorch in
double precision.

    python -m venv .venv && .venv/bin/pip install torch numpy safetensors
    .venv/bin/python testdata/golden/baselines.py

writes baselines.safetensors beside itself. Everything is as plain as its equation: a question is answered alone, arc by
arc, order by order of the neighbours, with every slot and every dense matrix written down. isocount-nn does all of that
in other ways and has to come to the same numbers.

A row is a model in one setting; ROWS has the list. Weights are random, with the names and shapes of isocount-nn: rows
times weight, `[d_in, d_out]`. The tensors:

    <side>.sizes               for each of `patterns` or `graphs`: nodes, arcs
    <side>.labels              the label of each node, graph after graph
    <side>.arcs                tail, head and label of each arc, graph after graph
    questions                  for each question: pattern, graph
    weight.<row>.<name>        the weights; rows of SAME_WEIGHTS have those of another
    out.<row>                  the output for each question, before the ReLU
    grad.<row>.<name>          the gradient of the mean of the squared outputs
"""

import copy
import itertools
import math
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

NODE_LABELS, EDGE_LABELS = 5, 3
D = 8  # the width of every model
LAYERS = 3
MAX_NODES = 32  # as far as numbers of nodes are written, and ten for each cluster
SLOPE = 1 / 5.5  # of the leaky ReLU, σ in every equation
SCORE_SLOPE = 0.2  # of the one around scores of attention
HEADS = 4
SLOTS = 4  # of the memory
STEPS = 3  # in which it reads
LENGTH = 4  # of the sequences of local relational pooling

# Labels of nodes; tail, head and label of arcs. Loops, parallel arcs, arcs back, nodes alone; every number of
# neighbours from 0 to 6; graphs of fewer than four nodes, of four, and of more.
PATTERNS = [
    ([0, 2], [(0, 1, 1)]),
    ([0, 3, 3], [(0, 1, 0), (1, 2, 1), (2, 0, 1), (2, 1, 1), (1, 2, 0)]),
    ([2, 1, 1, 2], [(0, 1, 0), (0, 1, 2), (0, 2, 2), (0, 3, 2), (2, 2, 0), (3, 0, 2)]),
    ([3], []),
]
GRAPHS = [
    ([0, 2, 4], [(0, 1, 1), (0, 1, 0), (1, 0, 2), (1, 1, 1)]),
    ([1, 1, 0, 3], [(0, 1, 0), (0, 2, 0), (0, 3, 2), (1, 2, 1), (2, 1, 1), (2, 3, 0), (3, 0, 1)]),
    (
        [0, 1, 2, 3, 4, 1, 0, 2, 1],
        [(0, v, v % 3) for v in range(1, 7)]
        + [(0, 0, 1), (0, 1, 2), (1, 2, 0), (2, 1, 0), (2, 0, 1), (2, 0, 2), (3, 4, 0), (3, 4, 2), (3, 3, 1)]
        + [(5, 0, 2), (5, 3, 1), (5, 6, 0), (6, 7, 1), (7, 0, 1), (7, 5, 0), (4, 1, 2)],
    ),
    ([0, 0, 1, 2, 3, 4, 2], [(0, 1, 0), (1, 2, 0), (2, 3, 1), (2, 0, 2), (3, 4, 1), (4, 5, 2), (5, 3, 0), (5, 2, 0)]),
    (
        [1, 0, 2, 1, 3, 0],
        [(0, v, (2 * v) % 3) for v in range(1, 6)]
        + [(1, v, v % 2) for v in (0, 2, 3, 4)]
        + [(2, 1, 1), (2, 3, 0), (3, 3, 2), (4, 5, 1), (4, 5, 2)],
    ),
]
QUESTIONS = [(0, 0), (1, 2), (2, 2), (3, 4), (1, 4), (2, 1), (0, 3), (1, 0), (2, 4)]


class Graph:
    """Arcs in and out, degrees, and what a filter leaves: all of it, if there is none."""

    def __init__(self, labels, arcs):
        self.labels, self.arcs, self.n, self.m = labels, arcs, len(labels), len(arcs)
        self.keep_nodes, self.keep_arcs = torch.ones(self.n, 1), torch.ones(self.m, 1)

    def tails_into(self, v):
        """A node for each arc that ends in v, so parallel arcs are there twice."""
        return [tail for tail, head, _ in self.arcs if head == v]

    def d_in(self, v):
        return sum(head == v for _, head, _ in self.arcs)

    def d_out(self, v):
        return sum(tail == v for tail, _, _ in self.arcs)

    def neighbours(self, v):
        """N⁺(v): distinct, and without v."""
        return sorted({head for tail, head, _ in self.arcs if tail == v and head != v})

    def filtered(self, kind, pattern):
        """The same graph, as a pattern leaves it."""
        node_labels, edge_labels = set(pattern.labels), {label for _, _, label in pattern.arcs}
        it = copy.copy(self)
        if kind == "max-label":
            it.keep_nodes = column([label <= max(node_labels) for label in self.labels])
        if kind == "member":
            it.keep_nodes = column([label in node_labels for label in self.labels])
            it.keep_arcs = column([label in edge_labels for _, _, label in self.arcs])
        return it


class Weights:
    """Parameters by name; each is drawn when an equation first asks for it."""

    def __init__(self):
        self.all, self.prefix, self.random = {}, "", torch.Generator().manual_seed(0)

    def at(self, part):
        it = copy.copy(self)
        it.prefix = f"{self.prefix}{part}."
        return it

    def __call__(self, name, rows, cols, deviation=None, mean=0.0):
        name = self.prefix + name
        if name not in self.all:
            deviation = deviation or (rows**-0.5 if rows > 1 else 0.3)
            value = mean + deviation * torch.randn(rows, cols, generator=self.random)
            # What isocount-nn reads, digit for digit.
            self.all[name] = value.float().double().requires_grad_()
        assert self.all[name].shape == (rows, cols), name
        return self.all[name]


def sigma(x):
    return F.leaky_relu(x, SLOPE)


def column(numbers):
    return torch.tensor(numbers, dtype=torch.float64).reshape(-1, 1)


def matrix(rows, width):
    return torch.stack(rows) if rows else torch.zeros(0, width)


def total(rows, width):
    return sum(rows, torch.zeros(width))


def mean(rows, width):
    return total(rows, width) / max(len(rows), 1)


def linear(w, x, d_out, deviation=None):
    """y = x·W + b"""
    return x @ w("weight", x.shape[-1], d_out, deviation) + w("bias", 1, d_out)[0]


# What nodes and arcs begin with, and what a head sees of them


def code(value, num_values):
    """Binary digits, the first one first, each as 10 or 01."""
    digits = max(1, (num_values - 1).bit_length())
    bits = [value >> place & 1 for place in reversed(range(digits))]
    return torch.tensor([float(bit == side) for bit in bits for side in (0, 1)])


def codes(values, num_values):
    return matrix([code(value, num_values) for value in values], len(code(0, num_values)))


def embedded(w, labels, num_labels, width=D):
    """x = code(label)·W"""
    x = codes(labels, num_labels)
    return x @ w("weight", x.shape[1], width)


def features(g, h, degrees, ids=False):
    """z_v = [ code(v) ‖ code(label) ‖ h_v ‖ degrees ]; of a node that is filtered out, the degrees."""
    if degrees is None:
        return h
    parts = [codes(range(g.n), MAX_NODES) * g.keep_nodes] if ids else []
    parts += [codes(g.labels, NODE_LABELS) * g.keep_nodes, h]
    return torch.cat(parts + [column([degree(v) for v in range(g.n)]) for degree in degrees], 1)


# Layers over nodes: from rows h, one for each node, to as many rows


def gcn(w, g, h, activation=sigma):
    """σ( in(v)^-½ · Σ { out(u)^-½·h_u }·W + b ), degrees of zero counted as one"""
    heard = []
    for v in range(g.n):
        spoken = [h[u] / max(g.d_out(u), 1) ** 0.5 for u in g.tails_into(v)]
        heard.append(total(spoken, D) / max(g.d_in(v), 1) ** 0.5)
    return activation(linear(w, matrix(heard, D), D))


def sage_mean(w, g, h):
    """σ( h_v·W + b + mean { h_u }·U + c )"""
    heard = [mean([h[u] for u in g.tails_into(v)], D) for v in range(g.n)]
    return sigma(linear(w.at("own"), h, D) + linear(w.at("message"), matrix(heard, D), D))


def sage_gcn(w, g, h):
    """σ( (h_v + Σ h_u)/(in(v) + 1)·W + b )"""
    heard = [mean([h[v]] + [h[u] for u in g.tails_into(v)], D) for v in range(g.n)]
    return sigma(linear(w.at("message"), matrix(heard, D), D))


def gin(w, g, h):
    """MLP( (1 + ε)·h_v + Σ h_u )"""
    epsilon = w("epsilon", 1, 1)[0]
    heard = [(1 + epsilon) * h[v] + total([h[u] for u in g.tails_into(v)], D) for v in range(g.n)]
    return mlp(w, matrix(heard, D), sigma)


def gin_as_run(w, g, h):
    """GCN without σ, then an MLP with ReLUs"""
    return mlp(w, gcn(w.at("convolution"), g, h, activation=lambda x: x), F.relu)


def mlp(w, x, activation):
    """Two layers, each with its activation."""
    x = activation(linear(w.at("first"), x, D))
    return activation(linear(w.at("second"), x, D))


def attention(w, x, heard_by, heads, width):
    """q = x·W in heads; s_uv = LeakyReLU(a·q_u + b·q_v); o_v = Σ softmax(s)_u·q_u over the u that v hears"""
    q = (x @ w("weight", x.shape[1], heads * width)).view(-1, heads, width)
    spoken, listening = (w(name, heads * width, 1, deviation=1.0).view(heads, width) for name in ("spoken", "heard"))
    out = []
    for v, speakers in enumerate(heard_by):
        for t in range(heads):
            scores = [F.leaky_relu(spoken[t] @ q[u, t] + listening[t] @ q[v, t], SCORE_SLOPE) for u in speakers]
            alpha = torch.softmax(matrix(scores, 0), 0)
            out.append(total([alpha[k] * q[u, t] for k, u in enumerate(speakers)], width))
    return matrix(out, width).view(len(heard_by), heads * width)


def gat(w, g, h):
    """The mean of the heads, each of the whole width and after σ"""
    o = attention(w, h, [g.tails_into(v) for v in range(g.n)], HEADS, D)
    return sigma(o).view(g.n, HEADS, D).mean(1)


def relational(w, g, h, normalised):
    """Σ { c·h_u·diag(W_r1 … W_rB) } + b + h_v·W_loop, where c = 1/in(v) or 1"""
    blocks = max(num for num in range(1, min(8, EDGE_LABELS) + 1) if D % num == 0)
    size = D // blocks
    relations = w("relations", EDGE_LABELS * D, size, deviation=size**-0.5).view(EDGE_LABELS, blocks, size, size)
    weights = [torch.block_diag(*relation) for relation in relations]
    rows = []
    for v in range(g.n):
        c = 1 / max(g.d_in(v), 1) if normalised else 1
        rows.append(total([c * (h[tail] @ weights[label]) for tail, head, label in g.arcs if head == v], D))
    return matrix(rows, D) + w("bias", 1, D) + h @ w("loop", D, D)


def rgcn(w, g, h):
    """σ( RC(h) )"""
    return sigma(relational(w, g, h, normalised=True))


def rgin(w, g, h):
    """MLP( RC(h) )"""
    return mlp(w, relational(w, g, h, normalised=False), sigma)


# Encoders: from a graph to what a head sees of it, a row for each node or one for the graph


def node_stack(layer, ids=False, plain=False):
    """hᵏ = hᵏ⁻¹ + layer(hᵏ⁻¹), filtered after every layer; `plain`: the head sees nothing else"""

    def encode(w, g):
        h = embedded(w.at("labels"), g.labels, NODE_LABELS) * g.keep_nodes
        for k in range(LAYERS):
            h = (h + layer(w.at(f"layer{k}"), g, h)) * g.keep_nodes
        return features(g, h, None if plain else [g.d_in], ids)

    return encode


def arc_features(g):
    """f⟨u,v⟩ = [ code(label of u) ‖ code(label of ⟨u,v⟩) ‖ code(label of v) ‖ in-degrees of u and v ]"""
    rows = [
        torch.cat([
            code(g.labels[u], NODE_LABELS),
            code(label, EDGE_LABELS),
            code(g.labels[v], NODE_LABELS),
            torch.tensor([float(g.d_in(u)), float(g.d_in(v))]),
        ])
        for u, v, label in g.arcs
    ]
    return matrix(rows, 2 * len(code(0, NODE_LABELS)) + len(code(0, EDGE_LABELS)) + 2)


def edge_centric(w, g):
    """Count-GNN: h′⟨u,v⟩ = σ( W·h⟨u,v⟩ + U·mean { h⟨i,u⟩ } + b ), one-hot labels first"""
    one_hot = lambda label, num: F.one_hot(torch.tensor(label), num).double()
    h = matrix(
        [
            torch.cat([one_hot(g.labels[u], NODE_LABELS), one_hot(label, EDGE_LABELS), one_hot(g.labels[v], NODE_LABELS)])
            for u, v, label in g.arcs
        ],
        2 * NODE_LABELS + EDGE_LABELS,
    )
    for k in range(LAYERS):
        at = w.at(f"layer{k}")
        own, message = (at(name, h.shape[1], D) for name in ("own", "message"))
        heard = [mean([h[j] for j, arc in enumerate(g.arcs) if arc[1] == u], h.shape[1]) for u, _, _ in g.arcs]
        h = sigma(h @ own + matrix(heard, h.shape[1]) @ message + at("bias", 1, D)[0])
    return h


def branches(shared, w, g, width=9):
    """The released code of Count-GNN: branches beside each other, which see labels and one hop"""
    nodes = embedded(w.at("nodes"), g.labels, NODE_LABELS, width // 3)
    edges = embedded(w.at("edges"), [label for _, _, label in g.arcs], EDGE_LABELS, width // 3)
    h = matrix([torch.cat([nodes[v], edges[i], nodes[u]]) for i, (u, v, _) in enumerate(g.arcs)], width)
    a = [
        total([h[j] for j, arc in enumerate(g.arcs) if arc[0] == v], width) / (1 + g.d_in(u)) for u, v, _ in g.arcs
    ]
    a = matrix(a, width)
    out = linear(w.at("residual"), h, width)
    for k in range(LAYERS):
        at = shared.at(f"branch{k}")
        out = out + sigma(linear(at.at("message"), a, width) + linear(at.at("own"), h, width))
    return out


def modulated(w, h, of_pattern, activation):
    """Σ (1 + γ) ⊙ h + β, where γ and β are `activation` of W·h + U·p + b"""
    d = h.shape[1]
    scale, shift = activation(h @ w("own", d, 2 * d) + linear(w.at("pattern"), of_pattern, 2 * d)).split(d, 1)
    return ((1 + scale) * h + shift).sum(0)


def count_gnn_compared(w, pattern, graph):
    """Count-GNN's encoders and modulation with the head of the baselines"""
    of_pattern, of_graph = edge_centric(w.at("pattern_encoder"), pattern), edge_centric(w.at("graph_encoder"), graph)
    h_q = sigma(of_pattern.sum(0) @ w.at("pattern_readout")("weight", D, D))
    sums = torch.cat([arc_features(graph).sum(0), modulated(w.at("film"), of_graph, h_q, sigma)])
    head = w.at("head")
    p = linear(head.at("pattern"), torch.cat([arc_features(pattern), of_pattern], 1).sum(0), D)
    at = head.at("graph")
    g = sums @ at("weight", len(sums), D) + graph.m * at("bias", 1, D)[0]
    return count_of(head, torch.cat([p, g, g - p, g * p]), size_features(pattern, graph))


def count_gnn_as_run(w, pattern, graph):
    """Count-GNN as its authors ran it, without numbers of nodes and arcs, and without padding"""
    z = lambda side, g: torch.cat([arc_features(g), branches(w.at("encoder"), w.at(side), g)], 1)
    head = w.at("head")
    p = linear(head.at("pattern"), z("pattern_encoder", pattern).sum(0), D)
    g = linear(head.at("graph"), z("graph_encoder", graph), D)
    m = modulated(w.at("film"), g, p, lambda x: x)
    arcs = [max(pattern.m, 1), max(graph.m, 1)]
    s = torch.tensor([pattern.m, graph.m, 1 / arcs[0], 1 / arcs[1]])
    return count_of(head, torch.cat([p, m, m - p, m * p]), s)


def dual_primal(w, g, heads=4, width=4):
    """DPGCNN: f⁰ = h_u ‖ x_e ‖ h_v. Arcs hear S(e) ∪ T(e), each arc of it once; nodes hear by what arcs then are."""
    h = embedded(w.at("labels"), g.labels, NODE_LABELS) * g.keep_nodes
    labels = embedded(w.at("edge_labels"), [label for _, _, label in g.arcs], EDGE_LABELS)
    f = matrix([torch.cat([h[tail], x, h[head]]) for (tail, head, _), x in zip(g.arcs, labels)], 3 * D)
    heard_by = [[i for i, b in enumerate(g.arcs) if a[0] == b[0] or a[1] == b[1]] for a in g.arcs]
    for k in range(LAYERS):
        layer = w.at(f"layer{k}")
        # f′ = σ( attention + b̃ )
        f = sigma(attention(layer.at("dual"), f, heard_by, heads, width) + layer("dual.bias", 1, heads * width))
        scores = F.leaky_relu(f @ layer("score", heads * width, 1, deviation=1.0), SCORE_SLOPE)
        # h′_v = σ( Σ α_e·h_u·W + b )
        heard = []
        for v in range(g.n):
            entering = [e for e, arc in enumerate(g.arcs) if arc[1] == v]
            alpha = torch.softmax(scores[entering, 0], 0)
            heard.append(total([alpha[i] * h[g.arcs[e][0]] for i, e in enumerate(entering)], D))
        h = (h + sigma(linear(layer.at("primal"), matrix(heard, D), D))) * g.keep_nodes
    return features(g, h, [g.d_in])


def diffpool(normalise=True):
    """Rows of nodes, gathered into clusters by S; one row for the graph"""
    norm = F.normalize if normalise else lambda x: x
    clusters = MAX_NODES // 10

    def sage(w, g, z, d_out):
        """norm( [ z_v ‖ mean { z_u } ]·W + b )"""
        heard = matrix([mean([z[u] for u in g.tails_into(v)], D) for v in range(g.n)], D)
        return norm(linear(w, torch.cat([z, heard], 1), d_out))

    def encode(w, g):
        z = embedded(w.at("labels"), g.labels, NODE_LABELS)
        for k in range(LAYERS):
            z = sage(w.at(f"layer{k}"), g, z, D)
            z = F.relu(z) if k + 1 < LAYERS else z
        w = w.at("pooling")
        f = F.relu(sage(w.at("features"), g, z, D))
        s = torch.softmax(sage(w.at("assignment"), g, z, clusters), 1)
        a = torch.zeros(g.n, g.n)
        for tail, head, _ in g.arcs:
            a[head, tail] += 1
        x, a = s.T @ f, s.T @ a @ s
        for k in range(3):
            x = F.relu(norm(linear(w.at(f"dense{k}"), a @ x, D, deviation=0.15)))
        return x.sum(0, keepdim=True)

    return encode


# Local relational pooling


def sequences(g, i):
    """i and an ordered selection of three neighbours, or of as many as there are: all of them"""
    neighbours = g.neighbours(i)
    return [(i, *chosen) for chosen in itertools.permutations(neighbours, min(LENGTH - 1, len(neighbours)))]


def slots(g, sequence, node_rows, arc_rows):
    """T_s: the row of s_a in slot (a, a), the rows of all arcs from s_a to s_b in slot (a, b), added up"""
    t = torch.zeros(LENGTH, LENGTH, node_rows.shape[1])
    for a, u in enumerate(sequence):
        t[a, a] = node_rows[u]
        for b, v in enumerate(sequence):
            for e, (tail, head, _) in enumerate(g.arcs):
                if a != b and (tail, head) == (u, v):
                    t[a, b] += arc_rows[e]
    return t


def lrp(w, g):
    """h_i = ReLU( mean { ReLU( Σ T_s[a,b]·W_ab + b ) } ⊙ f(in(i)) ), n̂ = Σ { h_i·w + b }"""
    labels = NODE_LABELS + EDGE_LABELS
    one_hot = torch.eye(labels)
    node_rows, arc_rows = one_hot[g.labels], one_hot[[NODE_LABELS + label for _, _, label in g.arcs]]
    layer = w.at("layer")
    weight, bias = layer("weight", LENGTH * LENGTH * labels, D, deviation=0.5), layer("bias", 1, D)[0]
    count = torch.zeros(1)
    for i in range(g.n):
        o = [F.relu(slots(g, s, node_rows, arc_rows).flatten() @ weight + bias) for s in sequences(g, i)]
        hidden = F.relu(linear(layer.at("degree0"), column([g.d_in(i)]), 256))
        h = F.relu(mean(o, D) * linear(layer.at("degree1"), hidden, D)[0])
        count = count + linear(w.at("count"), h, 1)
    return count


def linear_lrp(w, g, h, x):
    """v_i = mean { Σ T_s[a,b]·W_ab + b }"""
    weight, bias = w("weight", LENGTH * LENGTH * D, D, deviation=D**-0.5), w("bias", 1, D)[0]
    pooled = []
    for i in range(g.n):
        pooled.append(mean([slots(g, s, h, x).flatten() @ weight + bias for s in sequences(g, i)], D))
    return matrix(pooled, D)


def dual_message(w, g, h, x):
    """One layer of DMPNN-LRP. Arc e has the row x_e, its reverse the row x_{m+e}."""
    into, out_of, source, target = (w(name, D, D, deviation=0.1) for name in ("in", "out", "source", "target"))

    def two_layers(name, x):
        return linear(w.at(f"{name}1"), sigma(linear(w.at(f"{name}0"), x, D)), D)

    # ĥ_v = MLP( h_v·W_nl − Σ { x_e·W_in : e ends in v } + Σ { x_ē·W_out : ē ends in v } + b )
    nodes = []
    for v in range(g.n):
        entering = [-x[e] @ into for e, (_, head, _) in enumerate(g.arcs) if head == v]
        leaving = [x[g.m + e] @ out_of for e, (tail, _, _) in enumerate(g.arcs) if tail == v]
        nodes.append(linear(w.at("node"), h[v], D) + total(entering + leaving, D))
    nodes = two_layers("node_mlp", matrix(nodes, D))

    # x̂_e = MLP( x_e·W_el + 2·(1 + log₂(1 + degree))·x_e·(W_src − W_dst) + h_v·W_dst − h_u·W_src + c ); the degree, in
    # both directions, is that of the node where e ends, and ⟨u,v⟩ is the direction of the graph
    arcs = []
    for is_reverse in (False, True):
        for e, (tail, head, _) in enumerate(g.arcs):
            end = tail if is_reverse else head
            factor = 2 * (1 + math.log2(1 + g.d_in(end) + g.d_out(end)))
            row = x[g.m + e] if is_reverse else x[e]
            own = linear(w.at("arc"), row, D) + factor * (row @ (source - target))
            arcs.append(own + h[head] @ target - h[tail] @ source)
    arcs = two_layers("arc_mlp", matrix(arcs, D))

    return h + linear_lrp(w.at("pooling"), g, nodes, arcs[: g.m]), x + arcs


def dmpnn_lrp(w, g):
    """Layers over nodes and arcs, the reverse of label r having label r + R"""
    labels = [label for _, _, label in g.arcs] + [EDGE_LABELS + label for _, _, label in g.arcs]
    keep_arcs = torch.cat([g.keep_arcs, g.keep_arcs])
    h = embedded(w.at("labels"), g.labels, NODE_LABELS) * g.keep_nodes
    x = embedded(w.at("edge_labels"), labels, 2 * EDGE_LABELS) * keep_arcs
    for k in range(LAYERS):
        h, x = dual_message(w.at(f"layer{k}"), g, h, x)
        h, x = h * g.keep_nodes, x * keep_arcs
    return features(g, h, [g.d_out, g.d_in])


# Heads: from what is seen of the pattern and of the graph to a count


def size_features(pattern, graph):
    return torch.tensor([pattern.n, graph.n, 1 / pattern.n, 1 / graph.n])


def count_of(w, x, s):
    """n̂ = [ σ( [ x ‖ s ]·F + f ) ‖ s ]·w + c"""
    y = sigma(linear(w.at("match"), torch.cat([x, s]), D))
    return linear(w.at("count"), torch.cat([y, s]), 1)


def sum_head(w, of_pattern, of_graph, s, each_row=False):
    """p = Σ z_v·P + a, or with `each_row` Σ { z_v·P + a }; g = Σ { z_v·G + b }"""
    if each_row:
        p = linear(w.at("pattern"), of_pattern, D).sum(0)
    else:
        p = linear(w.at("pattern"), of_pattern.sum(0), D)
    g = linear(w.at("graph"), of_graph, D).sum(0)
    return count_of(w, torch.cat([p, g, g - p, g * p]), s)


def first_memory(z):
    """Means of four windows; of fewer rows than slots, the rows and then zeros"""
    n = len(z)
    if n < SLOTS:
        return torch.cat([z, torch.zeros(SLOTS - n, z.shape[1])])
    stride = n // SLOTS
    width = n - (SLOTS - 1) * stride
    return torch.stack([z[j * stride : j * stride + width].mean(0) for j in range(SLOTS)])


def layer_norm(w, x):
    gain, bias = w("gain", 1, x.shape[1], mean=1.0), w("bias", 1, x.shape[1])
    return F.layer_norm(x, x.shape[1:], gain[0], bias[0], eps=1e-5)


def gated_attention(w, x, y, over):
    """X̄ = norm(X); O = softmax( X̄·W_q·(norm(Y)·W_k)ᵀ )·norm(Y)·W_v·W_o in heads; γ ⊙ X̄ + (1 − γ) ⊙ O"""
    z, width = y.shape[1], D // HEADS
    x = layer_norm(w.at("norm_query"), x)
    q = (x @ w("query", D, D)).view(-1, HEADS, width)
    k = (layer_norm(w.at("norm_key"), y) @ w("key", z, D)).view(-1, HEADS, width)
    v = (layer_norm(w.at("norm_value"), y) @ w("value", z, D)).view(-1, HEADS, width)
    scores = torch.einsum("itd,jtd->ijt", q, k) / width**0.5
    a = torch.softmax(scores, {"keys": 1, "heads": 2}[over])
    o = torch.einsum("ijt,jtd->itd", a, v).reshape(-1, D) @ w("output", D, D)
    gamma = torch.sigmoid(linear(w.at("gate"), torch.cat([x, o], 1), D))
    return gamma * x + (1 - gamma) * o


def diamnet(over="keys"):
    """A memory that reads the pattern and the graph in turns"""

    def head(w, of_pattern, of_graph, s):
        memory = linear(w.at("memory"), first_memory(of_graph), D)
        for _ in range(STEPS):
            memory = gated_attention(w.at("read_pattern"), memory, of_pattern, over)
            memory = gated_attention(w.at("read_graph"), memory, of_graph, over)
        return count_of(w, memory.flatten(), s)

    return head


# Rows


def pair_model(encoder, head=sum_head, shared=True, kind=None):
    """An encoder for both sides or one for each, and a head; `kind` is that of the filter"""

    def count(w, pattern, graph):
        sides = ("encoder", "encoder") if shared else ("pattern_encoder", "graph_encoder")
        of_pattern = encoder(w.at(sides[0]), pattern)
        of_graph = encoder(w.at(sides[1]), graph.filtered(kind, pattern))
        return head(w.at("head"), of_pattern, of_graph, size_features(pattern, graph))

    return count


def count_head(w, of_pattern, of_graph, _):
    """The head of Count-GNN's equations: n̂ = w·σ( F·(x ‖ y ‖ x − y ‖ x ⊙ y) + f ) + b"""
    sides = (("pattern_readout", of_pattern), ("graph_readout", of_graph))
    x, y = (sigma(rows.sum(0) @ w.at(name)("weight", D, D)) for name, rows in sides)
    return linear(w.at("count"), sigma(linear(w.at("match"), torch.cat([x, y, x - y, x * y]), D)), 1)


def each_row_head(*args):
    return sum_head(*args, each_row=True)


ROWS = {
    "gcn": pair_model(node_stack(gcn)),
    "gcn-max-label": pair_model(node_stack(gcn), kind="max-label"),
    "gcn-member": pair_model(node_stack(gcn), kind="member"),
    "graphsage": pair_model(node_stack(sage_mean)),
    "graphsage-gcn": pair_model(node_stack(sage_gcn)),
    "gat": pair_model(node_stack(gat)),
    "gat-apart": pair_model(node_stack(gat), shared=False),
    "dpgcnn": pair_model(dual_primal),
    "diffpool": pair_model(diffpool()),
    "diffpool-lengths": pair_model(diffpool(normalise=False)),
    "gin": pair_model(node_stack(gin)),
    "gin-as-run": pair_model(node_stack(gin_as_run)),
    "rgcn-sum": pair_model(node_stack(rgcn)),
    "rgcn-dn": pair_model(node_stack(rgcn), diamnet()),
    "rgcn-dn-heads": pair_model(node_stack(rgcn), diamnet(over="heads")),
    "rgin-sum": pair_model(node_stack(rgin)),
    "rgin-sum-ids": pair_model(node_stack(rgin, ids=True)),
    "rgin-dn": pair_model(node_stack(rgin), diamnet()),
    "lrp": lambda w, _, graph: lrp(w, graph),
    "dmpnn-lrp": pair_model(dmpnn_lrp, each_row_head),
    "dmpnn-lrp-member": pair_model(dmpnn_lrp, each_row_head, kind="member"),
    "gin-count-head": pair_model(node_stack(gin, plain=True), count_head),
    "rgin-sum-count-head": pair_model(node_stack(rgin, plain=True), count_head),
    "count-gnn-sum-head": count_gnn_compared,
    "count-gnn-as-run": count_gnn_as_run,
}

# Whose weights a row has that has no names or shapes of its own.
SAME_WEIGHTS = {
    "gcn-max-label": "gcn",
    "gcn-member": "gcn",
    "diffpool-lengths": "diffpool",
    "rgcn-dn-heads": "rgcn-dn",
    "dmpnn-lrp-member": "dmpnn-lrp",
}


def inputs():
    """Patterns, graphs and questions, as isocount-nn reads them."""
    tensors = {"questions": QUESTIONS}
    for side, graphs in (("patterns", PATTERNS), ("graphs", GRAPHS)):
        tensors[f"{side}.sizes"] = [[len(labels), len(arcs)] for labels, arcs in graphs]
        tensors[f"{side}.labels"] = [[label] for labels, _ in graphs for label in labels]
        tensors[f"{side}.arcs"] = [arc for _, arcs in graphs for arc in arcs]
    return tensors


def main():
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    patterns, graphs = ([Graph(*graph) for graph in side] for side in (PATTERNS, GRAPHS))
    tensors = inputs()
    for row, model in ROWS.items():
        w = Weights()
        out = torch.stack([model(w, patterns[p], graphs[g]) for p, g in QUESTIONS])
        out.square().mean().backward()
        tensors[f"out.{row}"] = out
        tensors |= {f"grad.{row}.{name}": x.grad for name, x in w.all.items()}
        weights = {f"weight.{SAME_WEIGHTS.get(row, row)}.{name}": x for name, x in w.all.items()}
        assert all(torch.equal(x, tensors.setdefault(name, x)) for name, x in weights.items())
    tensors = {name: torch.as_tensor(x).detach().float().contiguous() for name, x in tensors.items()}
    save_file(tensors, Path(__file__).with_suffix(".safetensors"), {"torch": torch.__version__.split("+")[0]})


if __name__ == "__main__":
    main()
