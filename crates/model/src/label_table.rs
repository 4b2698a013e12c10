//! The names of labels.

use isocount_core::Label;
use isocount_format::LabelNames;
use serde::{Deserialize, Serialize};

/// The names of node labels and of edge labels; label 3 has the fourth name.
///
/// ```
/// use isocount_core::Label;
/// use isocount_model::LabelTable;
///
/// let atoms = ["C", "N", "O"].map(str::to_owned).to_vec();
/// let labels = LabelTable { nodes: atoms, edges: vec!["single".to_owned()] };
/// assert_eq!(labels.node_name(Label(2)), "O");
/// assert_eq!((labels.vocabulary().node_labels, labels.vocabulary().edge_labels), (3, 1));
///
/// // Labels without names are called by their numbers.
/// assert_eq!(LabelTable::numbers(16, 16).node_name(Label(15)), "15");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelTable {
    /// The names of node labels.
    pub nodes: Vec<String>,
    /// The names of edge labels.
    pub edges: Vec<String>,
}

/// The numbers of labels that a model knows.
///
/// ```
/// use isocount_model::{LabelTable, Vocabulary};
///
/// // SMALL has sixteen labels of nodes and sixteen of edges.
/// let vocabulary = Vocabulary { node_labels: 16, edge_labels: 16 };
/// assert_eq!(LabelTable::numbers(16, 16).vocabulary(), vocabulary);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vocabulary {
    /// Node labels are 0 to `node_labels`, excluded.
    pub node_labels: usize,
    /// Edge labels are 0 to `edge_labels`, excluded.
    pub edge_labels: usize,
}

impl LabelTable {
    /// Labels whose names are their numbers.
    #[must_use]
    pub fn numbers(num_node_labels: usize, num_edge_labels: usize) -> Self {
        let names = |number| (0..number).map(|label: usize| label.to_string()).collect();
        Self { nodes: names(num_node_labels), edges: names(num_edge_labels) }
    }

    /// The numbers of labels.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary {
        Vocabulary { node_labels: self.nodes.len(), edge_labels: self.edges.len() }
    }

    /// The name of a node label; its number if it has none.
    #[must_use]
    pub fn node_name(&self, label: Label) -> String {
        self.nodes.get(label.0 as usize).cloned().unwrap_or_else(|| label.0.to_string())
    }

    /// The name of an edge label; its number if it has none.
    #[must_use]
    pub fn edge_name(&self, label: Label) -> String {
        self.edges.get(label.0 as usize).cloned().unwrap_or_else(|| label.0.to_string())
    }

    /// The names in the form that readers and writers of graph files use.
    #[must_use]
    pub fn to_label_names(&self) -> LabelNames {
        let mut names = LabelNames::new();
        for name in &self.nodes {
            names.node_label(name);
        }
        for name in &self.edges {
            names.edge_label(name);
        }
        names
    }

    /// A name shared by two labels, if any; readers of graph files could not distinguish them.
    pub(crate) fn ambiguous(&self) -> Option<&str> {
        [&self.nodes, &self.edges].into_iter().find_map(|names| {
            let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
            sorted.sort_unstable();
            sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
        })
    }
}
