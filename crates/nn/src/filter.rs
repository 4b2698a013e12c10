//! Which nodes and arcs of a graph a pattern leaves standing. What is not, is zero after every layer.
//!
//! | `filter`    | a node stays if                            | an arc stays if           |
//! |-------------|--------------------------------------------|---------------------------|
//! | `none`      | always                                     | always                    |
//! | `max-label` | its label is at most the pattern's largest | always                    |
//! | `member`    | the pattern has its label                  | the pattern has its label |
//!
//! Arcs have states in DMPNN-LRP alone; elsewhere only nodes are filtered. All are sound: what goes cannot be part of an occurrence. Degrees are those of the whole graph.
// PAPER: filter

use serde::{Deserialize, Serialize};

use crate::Prepared;

/// Which nodes of a graph stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// Everything stays, and a graph looks the same to every pattern.
    #[default]
    None,
    /// As the authors ran some of their baselines.
    MaxLabel,
    /// As DMPNN-LRP has it.
    Member,
}

/// One for each node or arc that stays, zero for the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    pub(crate) nodes: Vec<f32>,
    pub(crate) arcs: Vec<f32>,
}

impl Filter {
    pub(crate) fn keep(self, pattern: &Prepared, graph: &Prepared) -> Kept {
        let column = |labels: &[u32], keep: &dyn Fn(u32) -> bool| {
            labels.iter().map(|&label| f32::from(u8::from(keep(label)))).collect()
        };
        let everything = |labels: &[u32]| column(labels, &|_| true);
        match self {
            Self::None => {
                Kept { nodes: everything(&graph.node_labels), arcs: everything(&graph.edge_labels) }
            }
            Self::MaxLabel => {
                let largest = pattern.node_labels.iter().max().copied();
                Kept {
                    nodes: column(&graph.node_labels, &|label| Some(label) <= largest),
                    arcs: everything(&graph.edge_labels),
                }
            }
            Self::Member => Kept {
                nodes: column(&graph.node_labels, &|label| pattern.node_labels.contains(&label)),
                arcs: column(&graph.edge_labels, &|label| pattern.edge_labels.contains(&label)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;
    use crate::Vocabulary;

    #[test]
    fn labels_decide() {
        let vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
        let [pattern, graph] = ["a -[1]-> b:2", "a:3 -> b:2 -[1]-> c:1 -[2]-> d"]
            .map(|text| Prepared::new(&graph(text), vocabulary).unwrap());
        let kept = |filter: Filter| {
            let Kept { nodes, arcs } = filter.keep(&pattern, &graph);
            (nodes, arcs)
        };
        assert_eq!(kept(Filter::None), (vec![1.0; 4], vec![1.0; 3]));
        assert_eq!(kept(Filter::MaxLabel), (vec![0.0, 1.0, 1.0, 1.0], vec![1.0; 3]));
        assert_eq!(kept(Filter::Member), (vec![0.0, 1.0, 0.0, 1.0], vec![0.0, 1.0, 0.0]));
    }
}
