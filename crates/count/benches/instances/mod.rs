//! The instances of the benches, made from fixed seeds or read from the data next to the workspace.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use isocount_core::{Control, GraphBuilder, Label, LabelSet, LabeledGraph, NodeId, Pattern};
use isocount_format::{LabelNames, ReadOptions, read_collection, read_one};
use isocount_testkit::Rng;

/// Directed pattern and graph pairs in the style of the paper's SMALL set: graphs of 8 to 64 nodes
/// and up to 256 arcs with 4 to 16 labels, 75 patterns of 3 to 8 nodes planted into them, one
/// pattern per graph.
pub(crate) fn small_like(num_pairs: u64) -> Vec<(Pattern, LabeledGraph)> {
    let pair = |seed| {
        let mut rng = Rng::new(seed % 75);
        let num_labels = 4 << rng.below(3);
        let pattern_labels = (2 << rng.below(3)).min(num_labels);
        let nodes = [3, 4, 8][rng.below(3)];
        let pattern = random_pattern(&mut rng, nodes, pattern_labels);
        let mut rng = Rng::new(75 + seed);
        let n: usize = 8 << rng.below(4);
        let m = (n << rng.below(3)).min(256);
        let graph = planted(&mut rng, &pattern, n, m, num_labels);
        (pattern, graph)
    };
    (0..num_pairs).map(pair).collect()
}

fn random_pattern(rng: &mut Rng, num_nodes: usize, num_labels: usize) -> Pattern {
    let mut builder = GraphBuilder::default();
    for _ in 0..num_nodes {
        builder.node(Label(rng.below(num_labels) as u32));
    }
    for head in 1..num_nodes {
        let ends = [rng.below(head), head];
        let way = rng.below(2);
        let label = Label(rng.below(num_labels) as u32);
        builder.edge(NodeId(ends[way] as u32), NodeId(ends[1 - way] as u32), label);
    }
    for _ in 0..rng.below(4) {
        let [tail, head] = [(); 2].map(|()| NodeId(rng.below(num_nodes) as u32));
        builder.edge(tail, head, Label(rng.below(num_labels) as u32));
    }
    Pattern::try_from(builder.build_merged().unwrap()).unwrap()
}

fn planted(rng: &mut Rng, p: &Pattern, n: usize, m: usize, num_labels: usize) -> LabeledGraph {
    let mut builder = GraphBuilder::default();
    let labels: Vec<_> = (0..n).map(|_| Label(rng.below(num_labels) as u32)).collect();
    for &label in &labels {
        builder.node(label);
    }
    let by_label = |label| (0..n).filter(|&x| labels[x] == label).collect::<Vec<_>>();
    let images: Vec<Vec<usize>> = p.nodes().map(|u| by_label(p.node_label(u))).collect();
    let plantable = images.iter().all(|images| !images.is_empty());
    while builder.num_arcs() < m {
        if plantable && rng.chance(50) {
            let f: Vec<_> = images.iter().map(|of_u| of_u[rng.below(of_u.len())] as u32).collect();
            for arc in p.arcs() {
                builder.edge(NodeId(f[arc.tail.ix()]), NodeId(f[arc.head.ix()]), arc.label);
            }
        } else {
            for _ in 0..p.num_arcs() {
                let [tail, head] = [(); 2].map(|()| NodeId(rng.below(n) as u32));
                builder.edge(tail, head, Label(rng.below(num_labels) as u32));
            }
        }
    }
    builder.build_merged().unwrap()
}

/// An undirected graph with `m` edges and labels drawn uniformly.
pub(crate) fn erdos_renyi(n: usize, m: usize, num_labels: usize) -> LabeledGraph {
    let mut rng = Rng::new(1);
    let mut builder = labelled_nodes(&mut rng, n, num_labels);
    for _ in 0..m {
        let a = rng.below(n);
        let b = (a + 1 + rng.below(n - 1)) % n;
        builder.undirected_edge(NodeId(a as u32), NodeId(b as u32), Label(0));
    }
    builder.build_merged().unwrap()
}

/// An undirected graph in which each new node joins `m` earlier ones, in proportion to degree.
pub(crate) fn barabasi_albert(n: usize, m: usize, num_labels: usize) -> LabeledGraph {
    let mut rng = Rng::new(2);
    let mut builder = labelled_nodes(&mut rng, n, num_labels);
    let mut ends: Vec<usize> = (0..m).collect();
    for v in m..n {
        let mut chosen = Vec::new();
        while chosen.len() < m {
            let u = ends[rng.below(ends.len())];
            if !chosen.contains(&u) {
                chosen.push(u);
            }
        }
        for u in chosen {
            builder.undirected_edge(NodeId(u as u32), NodeId(v as u32), Label(0));
            ends.extend([u, v]);
        }
    }
    builder.build_merged().unwrap()
}

fn labelled_nodes(rng: &mut Rng, n: usize, num_labels: usize) -> GraphBuilder {
    let mut builder = GraphBuilder::default();
    for _ in 0..n {
        builder.node(Label(rng.below(num_labels) as u32));
    }
    builder
}

/// Random connected undirected patterns: a random tree and up to three further edges.
pub(crate) fn connected_patterns(
    num_nodes: usize,
    num_labels: usize,
    num_patterns: u64,
) -> Vec<Pattern> {
    let draw = |seed| {
        let mut rng = Rng::new(1_000 + seed);
        let mut builder = labelled_nodes(&mut rng, num_nodes, num_labels);
        for v in 1..num_nodes {
            let u = rng.below(v) as u32;
            builder.undirected_edge(NodeId(u), NodeId(v as u32), Label(0));
        }
        for _ in 0..rng.below(4) {
            let a = rng.below(num_nodes);
            let b = (a + 1 + rng.below(num_nodes - 1)) % num_nodes;
            builder.undirected_edge(NodeId(a as u32), NodeId(b as u32), Label(0));
        }
        Pattern::try_from(builder.build_merged().unwrap()).unwrap()
    };
    (0..num_patterns).map(draw).collect()
}

/// The 24 patterns and 188 molecules of the paper, if they are available.
pub(crate) fn mutag() -> Option<(Vec<Pattern>, Vec<LabeledGraph>)> {
    let folder = data("mutag")?;
    let mut names = LabelNames::default();
    let mut read = |part| {
        let read = read_collection(
            &folder.join(part),
            &ReadOptions::default(),
            &mut names,
            &Control::NONE,
        );
        read.unwrap().into_iter().map(|named| named.graph).collect::<Vec<_>>()
    };
    let patterns = read("patterns").into_iter().map(|p| Pattern::try_from(p).unwrap()).collect();
    Some((patterns, read("graphs")))
}

/// 200 patterns of 16 nodes and the protein network, if they are available.
pub(crate) fn hprd() -> Option<(Vec<Pattern>, Vec<LabeledGraph>)> {
    let folder = data("hprd")?;
    let (options, mut names) = (ReadOptions::default(), LabelNames::default());
    let graph =
        read_one(&folder.join("HPRD.graph"), &options, &mut names, &Control::NONE).unwrap().graph;
    let queries =
        read_collection(&folder.join("queries"), &options, &mut names, &Control::NONE).unwrap();
    let patterns = queries.into_iter().map(|named| Pattern::try_from(named.graph).unwrap());
    Some((patterns.collect(), vec![graph]))
}

/// The nodes with odd numbers get new labels, and patterns accept both labels instead of one.
pub(crate) fn divided(
    patterns: &[Pattern],
    graphs: &[LabeledGraph],
) -> (Vec<Pattern>, Vec<Arc<LabeledGraph>>) {
    let other = |label: Label| Label(label.0 + (1 << 20));
    let graph = |graph: &LabeledGraph| {
        let mut builder = GraphBuilder::default();
        for (number, &label) in graph.node_labels().iter().enumerate() {
            builder.node(if number % 2 == 1 { other(label) } else { label });
        }
        for arc in graph.arcs() {
            builder.edge(arc.tail, arc.head, arc.label);
        }
        Arc::new(builder.build().unwrap())
    };
    let pattern = |pattern: &Pattern| {
        let mut builder = Pattern::builder();
        for &label in pattern.node_labels() {
            builder.node(LabelSet::one_of([label, other(label)]));
        }
        for arc in pattern.arcs() {
            builder.edge(arc.tail, arc.head, arc.label);
        }
        builder.build().unwrap()
    };
    (patterns.iter().map(pattern).collect(), graphs.iter().map(graph).collect())
}

/// The pattern with arcs that accept any label.
pub(crate) fn with_any_edge_label(pattern: &Pattern) -> Pattern {
    let mut builder = Pattern::builder();
    for &label in pattern.node_labels() {
        builder.node(label);
    }
    for arc in pattern.arcs() {
        builder.edge(arc.tail, arc.head, LabelSet::any());
    }
    builder.build().unwrap()
}

fn data(name: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let beside = workspace.parent()?.join("shared/data");
    let data = std::env::var_os("ISOCOUNT_DATA").map_or(beside, PathBuf::from);
    let folder = data.join(name);
    folder.is_dir().then_some(folder)
}
