"""Every row of the tables in PyTorch, as one would write it for speed: whole batches, `index_add`, no loops over graphs or arcs.

`testdata/golden/baselines.py` has the same models as plainly as their equations; compare.py checks that both libraries come to the
same losses. Weights have the names and shapes of isocount-nn, rows times weight, `[d_in, d_out]`. Nothing drops out.

PyTorch gets the same shortcuts in the mathematics as isocount where they need an idea: the pooling of DMPNN-LRP is collapsed to means,
weights that all arcs share come after the sum over arcs, and keys and values of DIAMNet are made once.
"""

import copy
import warnings

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore", message="index_reduce")

LAYERS = 3
SLOPE = 1 / 5.5  # of the leaky ReLU, σ in every equation
SCORE_SLOPE = 0.2  # of the one around scores of attention
HEADS = 4
SLOTS = 4  # of the memory of DIAMNet
STEPS = 3  # in which it reads
CLUSTERS = 6  # of DiffPool


class Weights:
    """Parameters by name; each is drawn when an equation first asks for it."""

    def __init__(self, width, num_labels):
        self.d, self.num_labels = width, num_labels
        self.all, self.prefix, self.random = {}, "", torch.Generator().manual_seed(0)

    def at(self, part):
        it = copy.copy(self)
        it.prefix = f"{self.prefix}{part}."
        return it

    def __call__(self, name, rows, cols, deviation=None, mean=0.0):
        name = self.prefix + name
        if name not in self.all:
            deviation = deviation or (0.5 * rows**-0.5 if rows > 1 else 0.1)
            self.all[name] = (mean + deviation * torch.randn(rows, cols, generator=self.random)).requires_grad_()
        return self.all[name]


def sigma(x):
    return F.leaky_relu(x, SLOPE)


def linear(w, x, d_out):
    """x·W + b"""
    return torch.addmm(w("bias", 1, d_out), x, w("weight", x.shape[1], d_out))


def group_sum(x, groups, num):
    return x.new_zeros(num, *x.shape[1:]).index_add(0, groups, x)


def codes(values, num_values):
    """Binary digits, the first one first, each as 10 or 01."""
    digits = max(1, (num_values - 1).bit_length())
    bits = values[:, None] >> torch.arange(digits - 1, -1, -1) & 1
    return F.one_hot(bits, 2).flatten(1).float()


class Side:
    """Patterns or graphs one after the other, and what layers want to know about them, all of it made before the clock runs."""

    def __init__(self, graphs, num_labels):
        labels, arcs, of_node, of_arc, first, sizes = [], [], [], [], 0, []
        for number, (nodes, edges) in enumerate(graphs):
            arcs += [(first + tail, first + head, label) for tail, head, label in edges]
            of_arc += [number] * len(edges)
            of_node += [number] * len(nodes)
            labels += nodes
            sizes.append(len(nodes))
            first += len(nodes)
        self.num, self.n, self.m = len(graphs), len(labels), len(arcs)
        self.tail, self.head, self.arc_label = (x.contiguous() for x in torch.tensor(arcs).T)
        self.of_node, self.of_arc = torch.tensor(of_node), torch.tensor(of_arc)
        self.sizes = torch.tensor(sizes)
        self.labels = torch.tensor(labels)
        self.codes = codes(self.labels, num_labels)
        self.one_hot = F.one_hot(self.labels, num_labels).float()
        parts = [self.labels[self.tail], self.arc_label, self.labels[self.head]]
        self.arc_one_hot = torch.cat([F.one_hot(part, num_labels) for part in parts], 1).float()
        self.arc_codes = codes(self.arc_label, num_labels)
        self.both_codes = codes(torch.cat([self.arc_label, num_labels + self.arc_label]), 2 * num_labels)
        degree = lambda end: torch.bincount(end, minlength=self.n).float()[:, None]
        self.d_in, self.d_out = degree(self.head), degree(self.tail)
        self.in_mean = 1 / self.d_in.clamp(min=1)
        self.in_norm, self.out_norm = self.d_in.clamp(min=1) ** -0.5, self.d_out.clamp(min=1) ** -0.5
        # Arcs label after label.
        order = self.arc_label.argsort(stable=True)
        self.by_label = [self.tail[order], self.head[order]]
        self.label_sizes = torch.bincount(self.arc_label, minlength=num_labels).tolist()
        self.edges, self.num_labels = arcs, num_labels

    def __getattr__(self, name):
        """The costly lists, when a model first wants them."""
        make = {"dual": self.make_dual, "lrp": self.make_lrp, "padded": self.make_padded, "windows": self.make_windows}.get(name)
        if make is None:
            raise AttributeError(name)
        setattr(self, name, make())
        return getattr(self, name)

    def make_dual(self):
        """Who hears whom among the arcs of DPGCNN: those that share a tail or a head."""
        leaving, entering = {}, {}
        for ix, (tail, head, _) in enumerate(self.edges):
            leaving.setdefault(tail, []).append(ix)
            entering.setdefault(head, []).append(ix)
        pairs = []
        for ix, (tail, head, _) in enumerate(self.edges):
            heard = leaving[tail] + [other for other in entering[head] if self.edges[other][0] != tail]
            pairs += [(other, ix) for other in heard]
        return [x.contiguous() for x in torch.tensor(pairs).T]

    def make_lrp(self):
        """The lists of the collapsed pooling: rows to add up, into which node, and factors; and nodes by their number of neighbours."""
        out = {}
        for ix, (tail, head, _) in enumerate(self.edges):
            out.setdefault(tail, []).append((head, ix))
        neighbours, forth, back, among, sizes = [], [], [], [], []
        for i in range(self.n):
            near = {head for head, _ in out.get(i, []) if head != i}
            sizes.append(len(near))
            neighbours += [(j, i) for j in near]
            forth += [(arc, i) for head, arc in out.get(i, []) if head != i]
            for j in near:
                for head, arc in out.get(j, []):
                    if head == i:
                        back.append((arc, i))
                    elif head in near and head != j:
                        among.append((arc, i))
        lists = [torch.tensor(pairs or torch.zeros(0, 2), dtype=torch.long).T for pairs in (neighbours, forth, back, among)]
        size = torch.tensor(sizes)
        one, two = 1 / size.clamp(min=1)[:, None], 1 / (size * (size - 1)).clamp(min=1)[:, None]
        kind = size.clamp(max=3)
        order = kind.argsort(stable=True)
        return lists, [one, one, one, two], order, order.argsort(), torch.bincount(kind, minlength=4).tolist()

    def make_padded(self):
        """For each graph the numbers of its rows, padded, and which of them are there."""
        longest = int(self.sizes.max())
        first = self.sizes.cumsum(0) - self.sizes
        places = torch.arange(longest)[None, :]
        there = places < self.sizes[:, None]
        rows = torch.where(there, first[:, None] + places, 0)
        return rows, there, bool(there.all())

    def make_windows(self):
        rows, slots, first = [], [], 0
        for number, n in enumerate(self.sizes.tolist()):
            stride = n // SLOTS
            for slot in range(SLOTS):
                window = range(slot * stride, slot * stride + n - (SLOTS - 1) * stride) if n >= SLOTS else range(slot, min(slot + 1, n))
                rows += [first + v for v in window]
                slots += [SLOTS * number + slot] * len(window)
            first += n
        rows, slots = torch.tensor(rows), torch.tensor(slots)
        return rows, slots, 1 / torch.bincount(slots, minlength=SLOTS * self.num).clamp(min=1).float()[:, None]


class Questions:
    """One pattern and one graph for each question."""

    def __init__(self, patterns, graphs, num_labels, counts):
        self.raw = patterns, graphs
        self.patterns, self.graphs = Side(patterns, num_labels), Side(graphs, num_labels)
        self.counts, self.num = counts, len(counts)
        n_p, n_g = self.patterns.sizes.float(), self.graphs.sizes.float()
        self.s = torch.stack([n_p, n_g, 1 / n_p, 1 / n_g], 1)

    def tensors(self):
        """What isocount-nn reads."""
        tensors = {}
        for side, graphs in zip(("patterns", "graphs"), self.raw):
            tensors[f"{side}.sizes"] = [[len(labels), len(arcs)] for labels, arcs in graphs]
            tensors[f"{side}.labels"] = [[label] for labels, _ in graphs for label in labels]
            tensors[f"{side}.arcs"] = [arc for _, arcs in graphs for arc in arcs]
        each = torch.arange(self.num)[:, None]
        tensors["questions"] = torch.cat([each, each, self.counts], 1)
        return tensors


# Layers over nodes


def gcn(w, g, h):
    heard = group_sum((h * g.out_norm)[g.tail], g.head, g.n) * g.in_norm
    return sigma(linear(w, heard, w.d))


def sage(w, g, h):
    heard = group_sum(h[g.tail], g.head, g.n) * g.in_mean
    return sigma(linear(w.at("own"), h, w.d) + linear(w.at("message"), heard, w.d))


def gin(w, g, h):
    x = (1 + w("epsilon", 1, 1)) * h + group_sum(h[g.tail], g.head, g.n)
    return mlp(w, x)


def mlp(w, x):
    return sigma(linear(w.at("second"), sigma(linear(w.at("first"), x, w.d)), w.d))


def edge_softmax(scores, groups, num):
    """Over the rows of each group, column by column."""
    with torch.no_grad():
        most = scores.new_full((num, scores.shape[1]), -torch.inf)
        most = most.index_reduce(0, groups, scores, "amax")
    weights = (scores - most[groups]).exp()
    return weights / group_sum(weights, groups, num)[groups]


def attention(w, x, speakers, listeners, heads, width):
    q = (x @ w("weight", x.shape[1], heads * width)).view(-1, heads, width)
    spoken, heard = ((q * w(name, heads * width, 1, deviation=width**-0.5).view(heads, width)).sum(2) for name in ("spoken", "heard"))
    alpha = edge_softmax(F.leaky_relu(spoken[speakers] + heard[listeners], SCORE_SLOPE), listeners, len(x))
    return group_sum(alpha[:, :, None] * q[speakers], listeners, len(x)).flatten(1)


def gat(w, g, h):
    return sigma(attention(w, h, g.tail, g.head, HEADS, w.d)).view(g.n, HEADS, w.d).mean(1)


def relational(w, g, h, normalised):
    blocks = max(num for num in range(1, min(8, g.num_labels) + 1) if w.d % num == 0)
    size = w.d // blocks
    weights = w("relations", g.num_labels * w.d, size, deviation=size**-0.5).view(g.num_labels, blocks, size, size)
    tails, heads = g.by_label
    # One batched product for each label; quicker than a weight gathered for each arc, and than blocks written out.
    x = h[tails].view(-1, blocks, size).transpose(0, 1).split(g.label_sizes, 1)
    said = torch.cat([torch.bmm(x, weight) for x, weight in zip(x, weights)], 1)
    heard = group_sum(said.transpose(0, 1).reshape(-1, w.d), heads, g.n)
    heard = heard * g.in_mean if normalised else heard
    return torch.addmm(w("bias", 1, w.d), h, w("loop", w.d, w.d)) + heard


def rgcn(w, g, h):
    return sigma(relational(w, g, h, True))


def rgin(w, g, h):
    return mlp(w, relational(w, g, h, False))


# Encoders


def embedded(w, code):
    return code @ w("weight", code.shape[1], w.d)


def node_stack(layer):
    def encode(w, g):
        h = embedded(w.at("labels"), g.codes)
        for k in range(LAYERS):
            h = h + layer(w.at(f"layer{k}"), g, h)
        return torch.cat([g.codes, h, g.d_in], 1), g.of_node

    return encode


def dual_primal(w, g, width=8):
    h = embedded(w.at("labels"), g.codes)
    f = torch.cat([h[g.tail], embedded(w.at("edge_labels"), g.arc_codes), h[g.head]], 1)
    for k in range(LAYERS):
        layer = w.at(f"layer{k}")
        f = sigma(attention(layer.at("dual"), f, *g.dual, HEADS, width) + layer("dual.bias", 1, HEADS * width))
        scores = F.leaky_relu(f @ layer("score", HEADS * width, 1), SCORE_SLOPE)
        alpha = edge_softmax(scores, g.head, g.n)
        h = h + sigma(linear(layer.at("primal"), group_sum(alpha * h[g.tail], g.head, g.n), w.d))
    return torch.cat([g.codes, h, g.d_in], 1), g.of_node


def diffpool(w, g):
    def sage(w, z, d_out):
        heard = group_sum(z[g.tail], g.head, g.n) * g.in_mean
        return F.normalize(linear(w, torch.cat([z, heard], 1), d_out))

    z = embedded(w.at("labels"), g.codes)
    for k in range(LAYERS):
        z = sage(w.at(f"layer{k}"), z, w.d)
        z = F.relu(z) if k + 1 < LAYERS else z
    w = w.at("pooling")
    f = F.relu(sage(w.at("features"), z, w.d))
    s = torch.softmax(sage(w.at("assignment"), z, CLUSTERS), 1)
    rows, there, full = g.padded
    dense = lambda x: x[rows] if full else x[rows] * there[:, :, None]
    x = dense(s).transpose(1, 2) @ dense(f)  # [graphs, clusters, d]
    outer = s[g.head][:, :, None] * s[g.tail][:, None, :]
    a = group_sum(outer.flatten(1), g.of_arc, g.num).view(-1, CLUSTERS, CLUSTERS)
    for k in range(3):
        x = F.relu(F.normalize(linear(w.at(f"dense{k}"), (a @ x).flatten(0, 1), w.d))).view(g.num, CLUSTERS, w.d)
    return x.sum(1), torch.arange(g.num)


def pooled(w, g, h, x):
    """The pooling of DMPNN-LRP without its sequences, which isocount-nn proves the same."""
    lists, factors, order, back, sizes = g.lrp
    rows = [h, x, x, x]
    means = [group_sum(of[index], node, g.n) * factor for of, (index, node), factor in zip(rows, lists, factors)]
    slots = w("weight", 16 * w.d, w.d, deviation=0.5 * w.d**-0.5).view(4, 4, w.d, w.d)
    out = []
    for most, part in enumerate(torch.cat([h, *means], 1)[order].split(sizes)):
        near = slots[1 : most + 1, 1 : most + 1]
        same = near.diagonal().sum(2)  # [d, d]
        weights = [slots[0, 0], same, slots[0, 1 : most + 1].sum(0), slots[1 : most + 1, 0].sum(0), near.sum((0, 1)) - same]
        out.append(part @ torch.cat(weights))
    return torch.cat(out)[back] + w("bias", 1, w.d)


def dual_message(w, g, h, x, last):
    small = 0.1 * w.d**-0.5
    into, out_of, source, target = (w(name, w.d, w.d, deviation=small) for name in ("in", "out", "source", "target"))

    def two_layers(name, x):
        return linear(w.at(f"{name}1"), sigma(linear(w.at(f"{name}0"), x, w.d)), w.d)

    heard = group_sum(x[g.m :], g.tail, g.n) @ out_of - group_sum(x[: g.m], g.head, g.n) @ into
    nodes = two_layers("node_mlp", linear(w.at("node"), h, w.d) + heard)
    # The reverses of the last layer are read by nobody.
    made = g.m if last else 2 * g.m
    degree = (g.d_in + g.d_out)[torch.cat([g.head, g.tail])][:made]
    x = x[:made]
    own = linear(w.at("arc"), x, w.d) + 2 * (1 + torch.log2(1 + degree)) * (x @ (source - target))
    ends = (h @ target)[g.head] - (h @ source)[g.tail]
    arcs = two_layers("arc_mlp", own + (ends if last else torch.cat([ends, ends])))
    return h + pooled(w.at("pooling"), g, nodes, arcs[: g.m]), x + arcs


def dmpnn_lrp(w, g):
    h, x = embedded(w.at("labels"), g.codes), embedded(w.at("edge_labels"), g.both_codes)
    for k in range(LAYERS):
        h, x = dual_message(w.at(f"layer{k}"), g, h, x, k + 1 == LAYERS)
    return torch.cat([g.codes, h, g.d_out, g.d_in], 1), g.of_node


# Heads


def count_of(w, x, s):
    y = sigma(linear(w.at("match"), torch.cat([x, s], 1), w.d))
    return linear(w.at("count"), torch.cat([y, s], 1), 1)


def summed(w, rows, groups, num, biases):
    """Σ { z_v·W } + b as often as `biases` says: the sum first, since the product is the same for all rows."""
    bias = w("bias", 1, w.d)
    return group_sum(rows, groups, num) @ w("weight", rows.shape[1], w.d) + bias * biases


def sum_head(each_row=False):
    def head(w, of_pattern, of_graph, asked):
        ones = torch.ones(asked.num, 1)
        sizes = [torch.bincount(groups, minlength=asked.num)[:, None] for _, groups in (of_pattern, of_graph)]
        p = summed(w.at("pattern"), *of_pattern, asked.num, sizes[0] if each_row else ones)
        g = summed(w.at("graph"), *of_graph, asked.num, sizes[1])
        return count_of(w, torch.cat([p, g, g - p, g * p], 1), asked.s)

    return head


def layer_norm(w, x):
    width = x.shape[-1]
    return F.layer_norm(x, (width,), w("gain", 1, width, mean=1.0)[0], w("bias", 1, width)[0], eps=1e-5)


def diamnet(w, of_pattern, of_graph, asked):
    """Keys and values by question and row, padded where sizes differ; here they do not."""
    heads, width = HEADS, w.d // HEADS

    def keys(w, side, y):
        rows, there, full = side.padded
        k = layer_norm(w.at("norm_key"), y) @ w("key", y.shape[1], w.d)
        v = layer_norm(w.at("norm_value"), y) @ w("value", y.shape[1], w.d)
        shape = (*rows.shape, heads, width)
        k, v = (x.view(shape) if full else x[rows].view(shape) for x in (k, v))
        return k.permute(0, 2, 3, 1), v.transpose(1, 2), None if full else there[:, None, None, :]

    def read(w, x, of):
        k, v, there = of
        x = layer_norm(w.at("norm_query"), x)
        q = (x @ w("query", w.d, w.d)).view(-1, SLOTS, heads, width).transpose(1, 2)
        scores = (q @ k) * width**-0.5
        scores = scores if there is None else scores.masked_fill(~there, -torch.inf)
        o = (torch.softmax(scores, 3) @ v).transpose(1, 2).reshape(-1, w.d) @ w("output", w.d, w.d)
        gamma = torch.sigmoid(linear(w.at("gate"), torch.cat([x, o], 1), w.d))
        return torch.lerp(o, x, gamma)

    rows, slots, factor = asked.graphs.windows
    z = of_graph[0]
    memory = linear(w.at("memory"), group_sum(z[rows], slots, SLOTS * asked.num) * factor, w.d)
    of_pattern = keys(w.at("read_pattern"), asked.patterns, of_pattern[0])
    of_graph = keys(w.at("read_graph"), asked.graphs, z)
    for _ in range(STEPS):
        memory = read(w.at("read_pattern"), memory, of_pattern)
        memory = read(w.at("read_graph"), memory, of_graph)
    return count_of(w, memory.view(asked.num, -1), asked.s)


def pair_model(encoder, head):
    def count(w, asked):
        of = [encoder(w.at("encoder"), side) for side in (asked.patterns, asked.graphs)]
        return head(w.at("head"), *of, asked), None

    return count


# Count-GNN and its variants


def edge_centric(w, g):
    h = g.arc_one_hot
    for k in range(LAYERS):
        layer = w.at(f"layer{k}")
        own, message = (layer(name, h.shape[1], w.d) for name in ("own", "message"))
        m = group_sum(h, g.head, g.n) * g.in_mean
        h = sigma(h @ own + torch.addmm(layer("bias", 1, w.d), m, message)[g.tail])
    return h, g.of_arc


def gin_encoder(w, g):
    h = g.one_hot
    for k in range(LAYERS):
        h = gin(w.at(f"layer{k}"), g, h)
    return h, g.of_node


def siamese(encoder, modulated=True):
    def count(w, asked):
        d = w.d
        rows, groups = encoder(w.at("pattern_encoder"), asked.patterns)
        pattern = sigma(group_sum(rows, groups, asked.num) @ w("pattern_readout.weight", d, d))
        h, groups = encoder(w.at("graph_encoder"), asked.graphs)
        penalty = None
        if modulated:
            film = w.at("film")
            c = linear(film.at("pattern"), pattern, 2 * d)
            film_rows = sigma(h @ film("own", d, 2 * d) + c[groups])
            sums = group_sum((film_rows[:, :d] + 1) * h + film_rows[:, d:], groups, asked.num)
            graph = sigma(sums @ film("readout.weight", d, d))
            penalty = film_rows.square().sum() / asked.num
        else:
            graph = sigma(group_sum(h, groups, asked.num) @ w("graph_readout.weight", d, d))
        both = torch.cat([pattern, graph, pattern - graph, pattern * graph], 1)
        head = w.at("head")
        return linear(head.at("count"), sigma(linear(head.at("match"), both, d)), 1), penalty

    return count


ROWS = {
    "gcn": pair_model(node_stack(gcn), sum_head()),
    "graphsage": pair_model(node_stack(sage), sum_head()),
    "gat": pair_model(node_stack(gat), sum_head()),
    "dpgcnn": pair_model(dual_primal, sum_head()),
    "diffpool": pair_model(diffpool, sum_head()),
    "gin": pair_model(node_stack(gin), sum_head()),
    "rgcn-sum": pair_model(node_stack(rgcn), sum_head()),
    "rgcn-dn": pair_model(node_stack(rgcn), diamnet),
    "rgin-sum": pair_model(node_stack(rgin), sum_head()),
    "rgin-dn": pair_model(node_stack(rgin), diamnet),
    "dmpnn-lrp": pair_model(dmpnn_lrp, sum_head(each_row=True)),
    "count-gnn": siamese(edge_centric),
    "count-gnn-e": siamese(gin_encoder),
    "count-gnn-m": siamese(edge_centric, modulated=False),
}
