"""Golden values for the operations and optimisers of isocount-grad, computed by PyTorch.

    python -m venv .venv && .venv/bin/pip install torch numpy safetensors
    .venv/bin/python testdata/golden/grad.py

writes grad.safetensors beside itself. Tensors of an operation `op`:

    op.<op>.in<i>     inputs
    op.<op>.out       result
    op.<op>.k         weights of the loss sum(k * out)
    op.<op>.grad<i>   its gradient by the inputs

and of an optimiser, over five steps: `optim.<name>.start`, `.grad<t>`, `.param<t>`.
"""

import itertools
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

torch.manual_seed(0)
torch.set_num_threads(1)
tensors = {}


def rows(*shape):
    """Random numbers that keep away from 0, where some functions have a kink."""
    x = torch.randn(*shape)
    return torch.where(x.abs() < 0.05, x + 0.1, x)


def positive(*shape):
    return torch.rand(*shape) + 0.2


def op(name, inputs, f):
    inputs = [x.clone().requires_grad_() for x in inputs]
    out = f(*inputs)
    k = torch.randn(out.shape)
    (k * out).sum().backward()
    tensors[f"op.{name}.out"] = out.detach()
    tensors[f"op.{name}.k"] = k
    for i, x in enumerate(inputs):
        tensors[f"op.{name}.in{i}"] = x.detach()
        tensors[f"op.{name}.grad{i}"] = torch.zeros_like(x) if x.grad is None else x.grad


def segment_sum(x, groups, num):
    return torch.zeros(num, x.shape[1]).index_add(0, groups, x)


def segment_mean(x, groups, num):
    size = torch.bincount(groups, minlength=num).clamp(min=1)
    return segment_sum(x, groups, num) / size[:, None]


# The lists of tests/golden.rs.
INDEX = torch.tensor([3, 0, 3, 1, 4, 0])
GROUPS = torch.tensor([2, 0, 2, 4, 0, 2])  # of 5; 1 and 3 are empty
HOT = torch.tensor([[0, 5], [2, 4], [2, 7], [1, 6]])
SPANS = [(0, 4), (4, 4), (4, 9), (0, 4)]

op("add", [rows(4, 5), rows(4, 5)], lambda a, b: a + b)
op("sub", [rows(4, 5), rows(4, 5)], lambda a, b: a - b)
op("mul", [rows(4, 5), rows(4, 5)], lambda a, b: a * b)
op("add_row", [rows(4, 5), rows(1, 5)], lambda x, b: x + b)
op("mul_row", [rows(4, 5), rows(1, 5)], lambda x, b: x * b)
op("scale", [rows(4, 5)], lambda x: -1.5 * x)
op("scale_shift", [rows(4, 5)], lambda x: 1 - x)
op("leaky_relu", [rows(4, 5)], lambda x: F.leaky_relu(x, 0.2))
op("relu", [rows(4, 5)], F.relu)
op("sigmoid", [rows(4, 5)], torch.sigmoid)
op("tanh", [rows(4, 5)], torch.tanh)
op("softplus", [rows(4, 5)], F.softplus)
op("abs", [rows(4, 5)], torch.abs)
op("square", [rows(4, 5)], torch.square)
op("sqrt", [positive(4, 5)], torch.sqrt)
op("exp", [rows(4, 5)], torch.exp)
op("ln", [positive(4, 5)], torch.log)
op("ln_1p", [positive(4, 5)], torch.log1p)
op("sum", [rows(4, 5)], lambda x: x.sum().reshape(1, 1))

for n, d_in, d_out in [(7, 12, 12), (13, 24, 24), (5, 30, 48), (9, 5, 1)]:
    op(f"matmul_{d_in}_{d_out}", [rows(n, d_in), rows(d_in, d_out)], lambda x, w: x @ w)
op("linear", [rows(6, 5), rows(5, 9), rows(1, 9)], lambda x, w, b: F.linear(x, w.T, b[0]))
op("linear_leaky_relu", [rows(6, 5), rows(5, 9), rows(1, 9)], lambda x, w, b: F.leaky_relu(x @ w + b, 0.01))
op("linear_onto", [rows(6, 5), rows(5, 9), rows(6, 9)], lambda x, w, b: F.leaky_relu(x @ w + b, 0.2))
op("linear_from", [rows(6, 5), rows(5, 9), rows(5, 9)], lambda x, w, b: F.leaky_relu(x @ w + b[INDEX], 0.2))
op("linear_hot", [rows(8, 9), rows(1, 9)], lambda w, b: F.leaky_relu(F.one_hot(HOT, 8).sum(1).float() @ w + b, 0.2))

op("gather_rows", [rows(5, 3)], lambda x: x[INDEX])
op("gather_sum", [rows(5, 3)], lambda x: segment_sum(x[INDEX], GROUPS, 5))
op("segment_sum", [rows(6, 3)], lambda x: segment_sum(x, GROUPS, 5))
op("segment_mean", [rows(6, 3)], lambda x: segment_mean(x, GROUPS, 5))
op("row_scale", [rows(6, 4), rows(6, 1)], lambda x, s: x * s)
op("row_scale_blocks", [rows(6, 4), rows(6, 2)], lambda x, s: x * s.repeat_interleave(2, 1))
op("row_sum", [rows(6, 4)], lambda x: x.reshape(6, 2, 2).sum(2))
op("softmax_rows", [rows(6, 4)], lambda x: x.softmax(1))


def segment_softmax(x):
    out = torch.zeros_like(x)
    for group in GROUPS.unique():
        mine = GROUPS == group
        out = out + torch.zeros_like(x).index_add(0, mine.nonzero()[:, 0], x[mine].softmax(0))
    return out


op("segment_softmax", [rows(6, 3)], segment_softmax)


def typed_block_matmul(x, w):
    """Rows 0 and 1 of type 0, the rest of type 2; two blocks of 3 by 2."""
    w = w.reshape(3, 2, 3, 2)
    kinds = [0, 0, 2, 2, 2]
    return torch.stack([torch.cat([x[e, 3 * b : 3 * b + 3] @ w[r, b] for b in range(2)]) for e, r in enumerate(kinds)])


op("typed_block_matmul", [rows(5, 6), rows(18, 2)], typed_block_matmul)


def segment_outer_sum(a, b):
    products = torch.einsum("ei,ej->eij", a, b).reshape(6, -1)
    return segment_sum(products, GROUPS, 5).reshape(5 * 2, 3)


op("segment_outer_sum", [rows(6, 2), rows(6, 3)], segment_outer_sum)
op("block_matmul", [rows(6, 4), rows(12, 5)], lambda a, x: torch.bmm(a.reshape(3, 2, 4), x.reshape(3, 4, 5)).reshape(6, 5))
op("concat_cols", [rows(4, 2), rows(4, 3)], lambda a, b: torch.cat([a, b, a], 1))
op("slice_cols", [rows(4, 5)], lambda x: x[:, 1:4].contiguous())
op("reshape", [rows(4, 6)], lambda x: x.reshape(3, 8))
op("transpose", [rows(4, 6)], lambda x: x.T.contiguous())
op("layer_norm", [rows(4, 6), rows(1, 6), rows(1, 6)], lambda x, g, b: F.layer_norm(x, (6,), g[0], b[0]))
op("l2norm_rows", [rows(4, 6)], lambda x: F.normalize(x))


def film_sum(h, a, c):
    out = []
    for t, (start, end) in enumerate(SPANS):
        z = F.leaky_relu(a[start:end] + c[t], 0.01)
        gamma, beta = z.chunk(2, 1)
        r = ((1 + gamma) * h[start:end] + beta).sum(0)
        out.append(torch.cat([r, z.square().sum().reshape(1)]))
    return torch.stack(out)


op("film_sum", [rows(9, 12), rows(9, 24), rows(4, 24)], film_sum)

for name, make in {
    "adam": lambda p: torch.optim.Adam(p, lr=0.01),
    "adam_l2": lambda p: torch.optim.Adam(p, lr=0.01, weight_decay=0.1),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.01, weight_decay=0.1),
    "amsgrad": lambda p: torch.optim.AdamW(p, lr=0.01, weight_decay=1e-5, amsgrad=True),
}.items():
    param = rows(3, 7).requires_grad_()
    tensors[f"optim.{name}.start"] = param.detach().clone()
    optimiser = make([param])
    for t in range(5):
        # The third gradient is huge: later, AMSGrad and Adam differ.
        param.grad = torch.randn(3, 7) * (10 if t == 2 else 1)
        tensors[f"optim.{name}.grad{t}"] = param.grad.clone()
        optimiser.step()
        tensors[f"optim.{name}.param{t}"] = param.detach().clone()

grad = rows(3, 7) * 10
tensors["clip.before"] = grad.clone()
param = torch.zeros(3, 7, requires_grad=True)
param.grad = grad
torch.nn.utils.clip_grad_norm_([param], 8.0)
tensors["clip.after"] = param.grad

# Later additions stand here: the random numbers above stay as they were.


def weighted_gather_sum(x, w):
    """Three heads of four columns."""
    return segment_sum((x[INDEX].reshape(6, 3, 4) * w[:, :, None]).reshape(6, 12), GROUPS, 5)


op("weighted_gather_sum", [rows(5, 12), rows(6, 3)], weighted_gather_sum)
op("gather_dots", [rows(5, 18), rows(5, 18)], lambda a, b: (a[INDEX] * b[GROUPS]).reshape(6, 2, 9).sum(2))

# Neighbours of each node, and (node, slot, slot) of each pair entry.
SIZES = [3, 0, 1, 5, 2]
PAIRS = [(3, 4, 0), (0, 1, 2), (3, 0, 4), (0, 2, 1), (4, 1, 0), (3, 1, 3), (3, 0, 1), (0, 0, 1)]


def ordered_mean(base, u1, u2, u3, v12, v13, v23):
    out, start = [], 0
    for i, d in enumerate(SIZES):
        terms = []
        for slots in itertools.permutations(range(d), min(3, d)):
            z = base[i]
            for u, slot in zip([u1, u2, u3], slots):
                z = z + u[start + slot]
            for v, (p, q) in zip([v12, v13, v23], [(0, 1), (0, 2), (1, 2)]):
                if q < len(slots) and (i, slots[p], slots[q]) in PAIRS:
                    z = z + v[PAIRS.index((i, slots[p], slots[q]))]
            terms.append(F.relu(z))
        out.append(torch.stack(terms).mean(0))
        start += d
    return torch.stack(out)


op("ordered_mean", [rows(n, 21) for n in [5, 11, 11, 11, 8, 8, 8]], ordered_mean)

op("add_scaled", [rows(4, 5), rows(4, 5), rows(1, 1)], lambda a, b, s: a + (1 + s) * b)
op(
    "linear_onto_both",
    [rows(17, 40), rows(40, 70), rows(17, 70), rows(1, 70)],
    lambda x, w, base, b: F.leaky_relu(x @ w + base + b, 0.2),
)
op("matmul_33_64", [rows(31, 33), rows(33, 64)], lambda x, w: x @ w)
op(
    "add_gathered",
    [rows(4, 19), rows(3, 19), rows(2, 19)],
    lambda x, s, t: F.leaky_relu(x + s[[2, 0, 0, 1]] + t[[0, 1, 1, 1]], 0.2),
)

path = Path(__file__).with_suffix(".safetensors")
save_file({name: x.contiguous().clone() for name, x in tensors.items()}, path, {"torch": torch.__version__.split("+")[0]})
