//! The combined facts of many graphs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{GraphFacts, LabelCount, LabelFacts, LabelLook, Oddity};

/// A combined description of the graphs of a file or a folder.
///
/// ```
/// use isocount_core::Control;
/// use isocount_format::Notation;
/// use isocount_session::{CollectionFacts, Session, Source};
///
/// // Two graphs of a folder, seen one after the other and then dropped.
/// let (mut session, mut facts) = (Session::new(), CollectionFacts::new());
/// for text in ["a-b-c-a", "a->b"] {
///     let graph = session.read_graph(Source::text(Notation::Text, text), &Control::NONE)?;
///     facts.add(graph.name(), &graph.facts(&Control::NONE)?);
/// }
/// assert_eq!((facts.graphs, facts.nodes, facts.arcs), (2, 5, 7));
/// assert_eq!(facts.one_way, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CollectionFacts {
    /// The number of graphs.
    pub graphs: usize,
    /// The total number of nodes.
    pub nodes: usize,
    /// The total number of arcs.
    pub arcs: usize,
    /// Arcs with a reverse arc.
    pub reciprocated: usize,
    /// Arcs between different nodes without a reverse arc.
    pub one_way: usize,
    /// Arcs from a node to itself.
    pub loops: usize,
    /// Arcs in addition to the first one with the same tail and head.
    pub parallel: usize,
    /// The total number of components.
    pub components: usize,
    /// The maximum out-degree.
    pub most_out: usize,
    /// The maximum in-degree.
    pub most_in: usize,
    /// The number of graphs with each oddity.
    pub oddities: BTreeMap<Oddity, usize>,
    /// Names of more than one graph, in the order in which they were repeated.
    pub repeated_names: Vec<String>,
    /// The number of graphs with each name.
    names: FxHashMap<String, usize>,
    node_labels: LabelTotals,
    edge_labels: LabelTotals,
}

impl CollectionFacts {
    /// Starts with no graphs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a graph.
    pub fn add(&mut self, name: &str, facts: &GraphFacts) {
        self.graphs += 1;
        self.nodes += facts.nodes;
        self.arcs += facts.arcs;
        self.reciprocated += facts.reciprocated;
        self.one_way += facts.one_way;
        self.loops += facts.loops;
        self.parallel += facts.parallel;
        self.components += facts.components.count;
        self.most_out = self.most_out.max(facts.degrees.out.most);
        self.most_in = self.most_in.max(facts.degrees.into.most);
        for oddity in facts.oddities() {
            *self.oddities.entry(oddity).or_default() += 1;
        }
        let same_name = self.names.entry(name.to_owned()).or_default();
        *same_name += 1;
        if *same_name == 2 {
            self.repeated_names.push(name.to_owned());
        }
        self.node_labels.add(&facts.node_labels);
        self.edge_labels.add(&facts.edge_labels);
    }

    /// The labels of all nodes. A classification that applies only to some of the graphs is
    /// dropped.
    #[must_use]
    pub fn node_labels(&self) -> LabelFacts {
        self.node_labels.facts()
    }

    /// The labels of all arcs.
    #[must_use]
    pub fn edge_labels(&self) -> LabelFacts {
        self.edge_labels.facts()
    }
}

#[derive(Clone, Debug, Default)]
struct LabelTotals {
    counts: FxHashMap<String, usize>,
    total: usize,
    /// The common classification of the labels of all graphs that have any.
    look: Option<LabelLook>,
}

impl LabelTotals {
    fn add(&mut self, labels: &LabelFacts) {
        for LabelCount { label, count } in &labels.most_frequent {
            match self.counts.get_mut(label) {
                Some(sum) => *sum += count,
                None => drop(self.counts.insert(label.clone(), *count)),
            }
        }
        self.total += labels.total;
        self.look = match self.look {
            look if labels.look == LabelLook::Absent => look,
            Some(look) if look != labels.look => Some(LabelLook::Classes),
            _ => Some(labels.look),
        };
    }

    fn facts(&self) -> LabelFacts {
        let counts = self.counts.iter();
        let counts = counts.map(|(label, &count)| LabelCount { label: label.clone(), count });
        let mut most_frequent: Vec<LabelCount> = counts.collect();
        most_frequent
            .sort_by(|a, b| (Reverse(a.count), &a.label).cmp(&(Reverse(b.count), &b.label)));
        let look = self.look.unwrap_or(LabelLook::Absent);
        LabelFacts { distinct: most_frequent.len(), total: self.total, look, most_frequent }
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Control;
    use isocount_testkit::graph;

    use super::*;
    use crate::Session;

    #[test]
    fn totals_sum_over_graphs() {
        let session = Session::new();
        let mut sum = CollectionFacts::new();
        for (name, text) in [("a", "x:1-y"), ("b", "x:1->y:2, y-[7]->y"), ("a", ""), ("a", "x")] {
            let facts = session.graph(name, graph(text)).facts(&Control::NONE).unwrap();
            sum.add(name, &facts);
        }
        assert_eq!((sum.graphs, sum.nodes, sum.arcs, sum.components), (4, 5, 4, 3));
        assert_eq!((sum.reciprocated, sum.one_way, sum.loops), (2, 1, 1));
        assert_eq!((sum.most_out, sum.most_in), (1, 2));
        assert_eq!(sum.node_labels().to_string(), "`0` (2), `1` (2) and `2` (1)");
        assert_eq!(sum.edge_labels().to_string(), "`0` (3) and `7` (1)");
        assert_eq!(sum.edge_labels().look, LabelLook::Classes);
        assert_eq!(sum.repeated_names, ["a"]);
        let oddities: Vec<_> = sum.oddities.into_iter().collect();
        assert_eq!(oddities, [(Oddity::Empty, 1), (Oddity::NoneReciprocated, 1)]);
    }
}
