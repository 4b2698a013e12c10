//! Graphs to begin with: the karate club, a molecule, a network with hubs, a network like those of proteins. The
//! last two are made here, from a fixed seed, so that they are the same everywhere.

use axum::body::Bytes;
use isocount_core::{Control, LabeledGraph, NodeId, Rng};
use isocount_session::{LoadedGraph, Session};

use super::stored_graph::NamedBytes;
use crate::settings::Limits;

/// Zachary's karate club: 34 members and 78 friendships.
const KARATE: &[u8] = include_bytes!("../../data/karate.csv");

/// 1-nitropyrene, a mutagen: four aromatic rings and a nitro group.
const NITROPYRENE: &[u8] = b"O=[N+]([O-])c1ccc2ccc3cccc4ccc1c2c34 nitropyrene\n";

/// All of them, each with what its id is made from.
pub(super) fn all() -> Vec<(NamedBytes, LoadedGraph)> {
    let file = |name: &str, bytes: &'static [u8]| NamedBytes {
        name: name.to_owned(),
        bytes: Bytes::from_static(bytes),
    };
    let read = |file: &NamedBytes| file.read(&Limits::default(), &Control::NONE).ok();
    let karate = file("karate.csv", KARATE);
    let friends = read(&karate).and_then(|graph| graph.undirected(&Control::NONE).ok());
    let nitropyrene = file("nitropyrene.smi", NITROPYRENE);
    let molecule = read(&nitropyrene);
    let made = |graph: LoadedGraph| {
        let contents = graph.content_hash().into_bytes();
        (NamedBytes { name: graph.name().to_owned(), bytes: contents.into() }, graph)
    };
    let mut all = Vec::new();
    all.extend(friends.map(|graph| (karate, graph)));
    all.extend(molecule.map(|graph| (nitropyrene, graph)));
    all.extend([made(power_law(2000, 3)), made(proteins(800))]);
    all
}

/// Preferential attachment (Barabási and Albert): each node comes with a few edges, to nodes chosen in proportion
/// to their degree.
fn power_law(num_nodes: usize, each: usize) -> LoadedGraph {
    let mut rng = Rng::new(22);
    let mut session = Session::new();
    let (node, edge) = (session.node_label("0"), session.edge_label("0"));
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<NodeId> = (0..num_nodes).map(|_| builder.node(node)).collect();
    // Every node is in here as often as it has edges.
    let mut ends: Vec<usize> = (0..=each).flat_map(|node| vec![node; each]).collect();
    for a in 0..=each {
        for b in 0..a {
            builder.undirected_edge(nodes[a], nodes[b], edge);
        }
    }
    for new in each + 1..num_nodes {
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < each {
            let end = ends[rng.below(ends.len())];
            if !chosen.contains(&end) {
                chosen.push(end);
            }
        }
        for end in chosen {
            builder.undirected_edge(nodes[new], nodes[end], edge);
            ends.extend([new, end]);
        }
    }
    session.graph("power-law", builder.build().expect("every edge is new"))
}

/// What proteins are, with weights.
const KINDS: [(&str, usize); 8] = [
    ("enzyme", 34),
    ("kinase", 20),
    ("receptor", 14),
    ("transporter", 12),
    ("transcription factor", 9),
    ("structural", 6),
    ("chaperone", 3),
    ("phosphatase", 2),
];

/// Duplication and divergence: a new protein is a copy of another one that keeps some of its partners, which gives
/// hubs and many triangles. Kinases activate or inhibit; all others bind, in both directions.
fn proteins(num_nodes: usize) -> LoadedGraph {
    let mut rng = Rng::new(1922);
    let mut session = Session::new();
    let kinds = KINDS.map(|(kind, weight)| (session.node_label(kind), weight));
    let links = ["binds", "activates", "inhibits"].map(|link| session.edge_label(link));
    let kinase = kinds[1].0;
    let total: usize = kinds.iter().map(|kind| kind.1).sum();
    let any_kind = |rng: &mut Rng| {
        let mut left = rng.below(total);
        let found = kinds.iter().find(|kind| match left.checked_sub(kind.1) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        found.unwrap_or(&kinds[0]).0
    };
    let mut labels = vec![kinds[0].0, kinase, any_kind(&mut rng)];
    let mut partners: Vec<Vec<usize>> = vec![vec![1, 2], vec![0, 2], vec![0, 1]];
    for new in labels.len()..num_nodes {
        let parent = rng.below(new);
        let label = if rng.chance(50) { labels[parent] } else { any_kind(&mut rng) };
        let mut kept: Vec<usize> = Vec::new();
        for &partner in &partners[parent] {
            if rng.chance(42) {
                kept.push(partner);
            }
        }
        if rng.chance(25) || kept.is_empty() {
            kept.push(parent);
        }
        for &partner in &kept {
            partners[partner].push(new);
        }
        labels.push(label);
        partners.push(kept);
    }
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<NodeId> = labels.iter().map(|&label| builder.node(label)).collect();
    for (a, partners) in partners.iter().enumerate() {
        for &b in partners.iter().filter(|&&b| b > a) {
            match (labels[a] == kinase, labels[b] == kinase) {
                (true, _) => {
                    builder.edge(nodes[a], nodes[b], links[1 + usize::from(rng.chance(35))])
                }
                (_, true) => {
                    builder.edge(nodes[b], nodes[a], links[1 + usize::from(rng.chance(35))])
                }
                _ => builder.undirected_edge(nodes[a], nodes[b], links[0]),
            };
        }
    }
    session.graph("proteins", builder.build().expect("every pair is joined once"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_are_what_they_say() {
        let graphs = all();
        let sizes: Vec<(&str, usize, usize)> = graphs
            .iter()
            .map(|(_, it)| (it.name(), it.graph().num_nodes(), it.graph().num_arcs()))
            .collect();
        assert_eq!(sizes[0], ("karate", 34, 156));
        assert_eq!((sizes[1].0, sizes[1].1), ("nitropyrene", 19));
        assert_eq!(sizes[2], ("power-law", 2000, 2 * (6 + 3 * 1996)));
        assert_eq!((sizes[3].0, sizes[3].1), ("proteins", 800));
        let degrees = graphs[2].1.graph();
        let largest = degrees.nodes().map(|node| degrees.out_arcs(node).len()).max();
        assert!(largest > Some(60), "a hub has {largest:?} edges");
    }
}
