"""Other tools, each asked for the number of monomorphisms (mappings) of a pattern in a graph."""

import gc
import time


class Rustworkx:
    """`vf2_mapping(subgraph=True, induced=False)`; mappings are iterated, as it has no count."""

    def __init__(self, id_order):
        import rustworkx

        self.rx = rustworkx
        self.id_order = id_order
        self.name = f"rustworkx {rustworkx.__version__}" + (", id order" if id_order else "")

    def prepare(self, graph):
        labels, arcs = graph
        prepared = self.rx.PyDiGraph(multigraph=True)
        prepared.add_nodes_from(labels)
        prepared.add_edges_from(arcs)
        return prepared

    def count(self, pattern, graph):
        same = lambda a, b: a == b
        found = self.rx.digraph_vf2_mapping(
            graph, pattern, same, same, id_order=self.id_order, subgraph=True, induced=False
        )
        return sum(1 for _ in found)


class Networkx:
    """`MultiDiGraphMatcher.subgraph_monomorphisms_iter`."""

    def __init__(self):
        import networkx

        self.nx = networkx
        self.name = f"networkx {networkx.__version__}"

    def prepare(self, graph):
        labels, arcs = graph
        prepared = self.nx.MultiDiGraph()
        prepared.add_nodes_from((i, {"label": label}) for i, label in enumerate(labels))
        prepared.add_edges_from((t, h, {"label": label}) for t, h, label in arcs)
        return prepared

    def count(self, pattern, graph):
        from networkx.algorithms import isomorphism

        node = lambda a, b: a["label"] == b["label"]
        edge = lambda there, wanted: {d["label"] for d in wanted.values()} <= {
            d["label"] for d in there.values()
        }
        matcher = isomorphism.MultiDiGraphMatcher(graph, pattern, node_match=node, edge_match=edge)
        return sum(1 for _ in matcher.subgraph_monomorphisms_iter())


class Igraph:
    """`count_subisomorphisms_vf2` with colour arrays; it cannot do loops or parallel arcs."""

    def __init__(self):
        import igraph

        self.ig = igraph
        self.name = f"igraph {igraph.__version__}"

    def prepare(self, graph):
        labels, arcs = graph
        pairs = [(t, h) for t, h, _ in arcs]
        if len(set(pairs)) < len(pairs) or any(t == h for t, h in pairs):
            return None
        return self.ig.Graph(len(labels), pairs, directed=True), labels, [a[2] for a in arcs]

    def count(self, pattern, graph):
        (g, colors, edge_colors), (p, own, own_edges) = graph, pattern
        return g.count_subisomorphisms_vf2(
            p, color1=colors, color2=own, edge_color1=edge_colors, edge_color2=own_edges
        )


def timed(peer, pairs, seconds):
    """Counts, and CPU seconds for one pass over prepared (pattern, graph) pairs; building the graphs is not timed.
    After a pass to warm up, passes are timed until they take `seconds`; a pass that takes longer is timed at once."""
    gc.collect()
    gc.disable()
    try:
        counts, elapsed = one_pass(peer, pairs)
        if elapsed >= seconds:
            return counts, elapsed
        total, passes = 0.0, 0
        while total < seconds and passes < 1_000:
            total += one_pass(peer, pairs)[1]
            passes += 1
        return counts, total / passes
    finally:
        gc.enable()


def one_pass(peer, pairs):
    counts = []
    start = time.process_time()
    for pattern, graph in pairs:
        counts.append(peer.count(pattern, graph))
    return counts, time.process_time() - start
