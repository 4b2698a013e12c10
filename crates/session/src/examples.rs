//! Graphs to start with, the same in every interface: the karate club, a molecule, a network with
//! hubs, a network like those of proteins. The last two are generated from a fixed seed.

use isocount_core::{Control, LabeledGraph, NodeId, Rng};
use isocount_format::{Format, LabelNames, write};

use crate::SessionError;

/// Zachary's karate club: 34 members and 78 friendships, each listed once.
const KARATE: &str = include_str!("../data/karate.csv");

/// 1-nitropyrene, a mutagen: four aromatic rings and a nitro group.
const NITROPYRENE: &str = "O=[N+]([O-])c1ccc2ccc3cccc4ccc1c2c34 nitropyrene\n";

/// The prefix of the name of an example, where a file could be named.
const PREFIX: &str = "example:";

/// A graph that comes with isocount. Wherever a graph is expected, `example:NAME` refers to it.
///
/// ```
/// use isocount_core::Control;
/// use isocount_session::{Example, Session, Source};
///
/// let karate = Source::argument("example:karate".as_ref());
/// let karate = Session::new().read_graph(karate, &Control::NONE)?;
/// assert_eq!((karate.name(), karate.graph().num_nodes()), ("karate", 34));
/// assert!(Example::ALL.iter().any(|example| example.name() == "power-law"));
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Example {
    /// Zachary's karate club: 34 members, 78 friendships.
    Karate,
    /// 1-nitropyrene as SMILES.
    Nitropyrene,
    /// 2000 nodes, some of them hubs.
    PowerLaw,
    /// 800 proteins of several kinds, and their interactions.
    Proteins,
}

impl Example {
    /// All examples.
    pub const ALL: &[Self] = &[Self::Karate, Self::Nitropyrene, Self::PowerLaw, Self::Proteins];

    /// The name of its graph.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Karate => "karate",
            Self::Nitropyrene => "nitropyrene",
            Self::PowerLaw => "power-law",
            Self::Proteins => "proteins",
        }
    }

    /// What a user types: `example:karate`.
    #[must_use]
    pub fn argument(self) -> String {
        format!("{PREFIX}{}", self.name())
    }

    /// The name of its file. The extension determines the format.
    #[must_use]
    pub fn file_name(self) -> String {
        let ending = match self {
            Self::Karate => "csv",
            Self::Nitropyrene => "smi",
            Self::PowerLaw | Self::Proteins => "json",
        };
        format!("{}.{ending}", self.name())
    }

    /// The contents of its file.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Self::Karate => karate(),
            Self::Nitropyrene => NITROPYRENE.into(),
            Self::PowerLaw => power_law(2000, 3),
            Self::Proteins => proteins(800),
        }
    }

    /// The name after `example:`, if the argument has this prefix.
    #[must_use]
    pub fn typed(argument: &str) -> Option<&str> {
        argument.strip_prefix(PREFIX)
    }

    /// The example of this name.
    ///
    /// # Errors
    /// If there is no such example.
    pub fn by_name(name: &str) -> Result<Self, SessionError> {
        let found = Self::ALL.iter().copied().find(|example| example.name() == name);
        found.ok_or_else(|| SessionError::UnknownExample { name: name.to_owned() })
    }

    /// The names of all examples, for messages.
    pub(crate) fn names() -> String {
        Self::ALL.iter().map(|example| example.name()).collect::<Vec<_>>().join(", ")
    }
}

/// Adds the reverse of every line, because a friendship goes both ways and an edge list has arcs.
/// The members keep their order.
fn karate() -> Vec<u8> {
    let edges = KARATE.lines().skip(1).filter_map(|line| line.split_once(','));
    let backwards: Vec<String> = edges.map(|(tail, head)| format!("{head},{tail}\n")).collect();
    [KARATE, &backwards.concat()].concat().into_bytes()
}

fn json(graph: &LabeledGraph, names: &LabelNames) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(graph, names, Format::Json, &mut bytes, &Control::NONE)
        .expect("JSON can represent every graph");
    bytes
}

/// Preferential attachment (Barabási and Albert): each new node is joined by a few edges to nodes
/// chosen in proportion to their degree.
fn power_law(num_nodes: usize, each: usize) -> Vec<u8> {
    let mut rng = Rng::new(22);
    let mut names = LabelNames::new();
    let (node, edge) = (names.node_label("0"), names.edge_label("0"));
    let mut builder = LabeledGraph::builder();
    let nodes: Vec<NodeId> = (0..num_nodes).map(|_| builder.node(node)).collect();
    // Every node occurs once per incident edge.
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
    json(&builder.build().expect("every edge is new"), &names)
}

/// Kinds of proteins, with weights.
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

/// Duplication and divergence: a new protein is a copy of another one and keeps some of its
/// partners, which creates hubs and many triangles. Kinases activate or inhibit; all others bind,
/// in both directions.
fn proteins(num_nodes: usize) -> Vec<u8> {
    let mut rng = Rng::new(1922);
    let mut names = LabelNames::new();
    let kinds = KINDS.map(|(kind, weight)| (names.node_label(kind), weight));
    let links = ["binds", "activates", "inhibits"].map(|link| names.edge_label(link));
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
    json(&builder.build().expect("every pair is joined once"), &names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadedGraph, Session, Source};

    fn read(example: Example) -> LoadedGraph {
        let typed = example.argument();
        let source = Source::argument(typed.as_ref());
        Session::new().read_graph(source, &Control::NONE).expect("an example can be read")
    }

    #[test]
    fn the_examples_match_their_descriptions() {
        let size = |example| {
            let graph = read(example);
            assert_eq!(graph.name(), example.name());
            (graph.graph().num_nodes(), graph.graph().num_arcs())
        };
        assert_eq!(size(Example::Karate), (34, 156));
        assert_eq!(size(Example::Nitropyrene).0, 19);
        assert_eq!(size(Example::PowerLaw), (2000, 2 * (6 + 3 * 1996)));
        assert_eq!(size(Example::Proteins).0, 800);
        let graph = read(Example::PowerLaw);
        let degrees = graph.graph().nodes().map(|node| graph.graph().out_arcs(node).len());
        let largest = degrees.max();
        assert!(largest > Some(60), "a hub has {largest:?} edges");
    }

    #[test]
    fn another_name_lists_the_examples() {
        let source = Source::argument("example:karat".as_ref());
        let problem =
            Session::new().read_graph(source, &Control::NONE).expect_err("no such example");
        assert_eq!(
            problem.to_string(),
            "there is no example `karat`; the examples are karate, nitropyrene, power-law, proteins"
        );
    }
}
