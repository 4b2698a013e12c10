"""Writes the karate club (34 nodes, 78 edges, 45 triangles) in every way that people's tools write it.

    python3 -m venv .venv && .venv/bin/pip install networkx igraph pandas scipy pyarrow
    .venv/bin/python exports.py

The files beside this script were made so; `crates/cli/tests/cli/exports.rs` counts triangles in each. Gephi
cannot be run by a script: its two tables are written here column by column as it exports them.
"""

import gzip
import json
import warnings
from pathlib import Path

import igraph
import networkx as nx
import pandas as pd
import scipy.io

warnings.simplefilter("ignore")
here = Path(__file__).parent
graph = nx.karate_club_graph()
unweighted = nx.Graph(graph.edges)


def out(name):
    return str(here / name)


def networkx():
    nx.write_gml(graph, out("networkx.gml"))
    nx.write_graphml(graph, out("networkx.graphml"))
    nx.write_gexf(graph, out("networkx.gexf"))
    nx.write_pajek(graph, out("networkx.net"))
    nx.write_adjlist(graph, out("networkx.adjlist"))
    nx.write_edgelist(graph, out("networkx-attributes.edgelist"))
    nx.write_edgelist(graph, out("networkx-plain.edgelist"), data=False)
    nx.write_weighted_edgelist(graph, out("networkx-weighted.edgelist"))
    nx.write_graph6(unweighted, out("networkx.g6"), header=False)
    nx.write_sparse6(unweighted, out("networkx.s6"))
    for spelling in ("links", "edges"):
        data = nx.node_link_data(graph, edges=spelling)
        Path(out(f"networkx-{spelling}.json")).write_text(json.dumps(data))
    with gzip.GzipFile(out("networkx.gml.gz"), "wb", mtime=0) as file:
        file.write(Path(out("networkx.gml")).read_bytes())


def igraph_():
    karate = igraph.Graph.from_networkx(graph)
    karate.write_gml(out("igraph.gml"), creator="igraph")
    karate.write_graphml(out("igraph.graphml"))
    karate.write_pajek(out("igraph.net"))
    karate.write_edgelist(out("igraph.edgelist"))
    karate.vs["name"] = [f"n{node}" for node in range(karate.vcount())]
    karate.write_ncol(out("igraph.ncol"), names="name", weights=None)


def pandas():
    table = nx.to_pandas_edgelist(graph)
    table.to_csv(out("pandas-index.csv"))
    table.to_csv(out("pandas-semicolon.csv"), sep=";", index=False)
    table.to_csv(out("pandas-no-header.tsv"), sep="\t", index=False, header=False)
    table.to_parquet(out("pandas.parquet"), index=False)
    table.to_feather(out("pandas.feather"))


def scipy_():
    scipy.io.mmwrite(out("scipy.mtx"), nx.to_scipy_sparse_array(graph), symmetry="symmetric")


def gephi():
    names = [str(node) for node in graph]
    edges = [(names[a], names[b], data["weight"]) for a, b, data in graph.edges(data=True)]
    rows = [
        [a, b, "Undirected", number, "", "", float(weight)]
        for number, (a, b, weight) in enumerate(edges)
    ]
    columns = ["Source", "Target", "Type", "Id", "Label", "timeset", "Weight"]
    pd.DataFrame(rows, columns=columns).to_csv(out("gephi.csv"), index=False)
    # The list of nodes is a second table, and no graph.


if __name__ == "__main__":
    networkx()
    igraph_()
    pandas()
    scipy_()
    gephi()
