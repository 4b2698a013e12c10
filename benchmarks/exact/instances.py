"""The instances of the comparison, from fixed seeds. A graph is (node labels, arcs)."""

import random

SMALL_PATTERNS = 75


def small_like(num_pairs):
    """Directed pairs in the style of the paper's SMALL set, every graph with the pattern planted in it."""
    patterns = [_pattern(random.Random(seed)) for seed in range(SMALL_PATTERNS)]
    pairs = []
    for i in range(num_pairs):
        rng = random.Random(1_000 + i)
        pattern = patterns[i % SMALL_PATTERNS]
        pairs.append((i % SMALL_PATTERNS, _planted(rng, pattern)))
    return patterns, pairs


def _pattern(rng):
    nodes = rng.choice([3, 4, 8])
    num_labels = rng.choice([2, 4, 8])
    labels = [rng.randrange(min(num_labels, nodes)) for _ in range(nodes)]
    arcs = set()
    for head in range(1, nodes):
        ends = [rng.randrange(head), head]
        rng.shuffle(ends)
        arcs.add((*ends, rng.randrange(num_labels)))
    for _ in range(rng.randrange(5)):
        arcs.add((rng.randrange(nodes), rng.randrange(nodes), rng.randrange(num_labels)))
    return labels, sorted(arcs)


def _planted(rng, pattern):
    """A random tree, then plantings (with probability alpha) and noise that does not look like the pattern."""
    pattern_labels, pattern_arcs = pattern
    types = {(pattern_labels[t], label, pattern_labels[h]) for t, h, label in pattern_arcs}
    n = rng.choice([v for v in (8, 16, 32, 64) if v >= len(pattern_labels)])
    m = min(256, n * rng.choice([1, 2, 4]))
    num_labels = rng.choice([v for v in (4, 8, 16) if v > max(pattern_labels)])
    alpha = rng.choice([0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
    labels = [rng.randrange(num_labels) for _ in range(n)]
    arcs = set()
    for head in range(1, n):
        ends = [rng.randrange(head), head]
        rng.shuffle(ends)
        arcs.add((*ends, rng.randrange(num_labels)))
    images = [[x for x in range(n) if labels[x] == label] for label in pattern_labels]
    while len(arcs) < m:
        if all(images) and rng.random() < alpha:
            f = [rng.choice(choices) for choices in images]
            arcs.update((f[t], f[h], label) for t, h, label in pattern_arcs)
            continue
        for _ in pattern_arcs:
            tail, head, label = rng.randrange(n), rng.randrange(n), rng.randrange(num_labels)
            if (labels[tail], label, labels[head]) not in types:
                arcs.add((tail, head, label))
    return labels, sorted(arcs)


def erdos_renyi(n, m, num_labels, seed=1):
    rng = random.Random(seed)
    edges = set()
    while len(edges) < m:
        edges.add(tuple(sorted(rng.sample(range(n), 2))))
    return [rng.randrange(num_labels) for _ in range(n)], _both_ways(edges)


def barabasi_albert(n, m, num_labels, seed=2):
    rng = random.Random(seed)
    ends, edges = list(range(m)), set()
    for v in range(m, n):
        chosen = set()
        while len(chosen) < m:
            chosen.add(rng.choice(ends))
        for u in sorted(chosen):
            edges.add((u, v))
            ends += [u, v]
    return [rng.randrange(num_labels) for _ in range(n)], _both_ways(edges)


def connected_patterns(nodes, num_labels, number):
    """A random tree and up to three further edges, undirected."""
    patterns = []
    for seed in range(number):
        rng = random.Random(seed)
        edges = {(rng.randrange(v), v) for v in range(1, nodes)}
        for _ in range(rng.randrange(4)):
            edges.add(tuple(sorted(rng.sample(range(nodes), 2))))
        patterns.append(([rng.randrange(num_labels) for _ in range(nodes)], _both_ways(edges)))
    return patterns


def _both_ways(edges):
    return sorted({(a, b, 0) for a, b in edges} | {(b, a, 0) for a, b in edges})
