//! Filters that keep only the nodes and arcs of a graph that a pattern can use. All others are zero
//! after every layer.
//!
//! | `filter`    | a node stays if                            | an arc stays if           |
//! |-------------|--------------------------------------------|---------------------------|
//! | `none`      | always                                     | always                    |
//! | `max-label` | its label is at most the pattern's largest | always                    |
//! | `member`    | the pattern has its label                  | the pattern has its label |
//!
//! Only DMPNN-LRP has states of arcs; elsewhere only nodes are filtered. All filters are sound:
//! dropped nodes and arcs cannot be part of an occurrence. Degrees are those of the whole graph.
// PAPER: filter

use isocount_grad::{Matrix, Tape, Var};
use isocount_model::Filter;

use crate::Prepared;

/// The rows that a filter keeps, with zeros for the others.
pub(crate) fn masked(tape: &mut Tape<'_>, x: Var, kept: Option<&Matrix>) -> Var {
    match kept {
        None => x,
        Some(kept) => {
            let kept = tape.input(kept);
            tape.row_scale(x, kept)
        }
    }
}

/// One for each kept node or arc, zero for the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    pub(crate) nodes: Vec<f32>,
    pub(crate) arcs: Vec<f32>,
}

/// The nodes and arcs of a graph that a filter keeps; `None` if it keeps all of them.
pub(crate) fn keep(filter: Filter, pattern: &Prepared, graph: &Prepared) -> Option<Kept> {
    let column = |labels: &[u32], keep: &dyn Fn(u32) -> bool| {
        labels.iter().map(|&label| f32::from(u8::from(keep(label)))).collect()
    };
    match filter {
        Filter::None => None,
        Filter::MaxLabel => {
            let largest = pattern.node_labels.iter().max().copied();
            Some(Kept {
                nodes: column(&graph.node_labels, &|label| Some(label) <= largest),
                arcs: column(&graph.edge_labels, &|_| true),
            })
        }
        Filter::Member => Some(Kept {
            nodes: column(&graph.node_labels, &|label| pattern.node_labels.contains(&label)),
            arcs: column(&graph.edge_labels, &|label| pattern.edge_labels.contains(&label)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use isocount_testkit::graph;

    use super::*;
    use crate::Vocabulary;

    #[test]
    fn filters_select_by_label() {
        let vocabulary = Vocabulary { node_labels: 4, edge_labels: 4 };
        let [pattern, graph] = ["a -[1]-> b:2", "a:3 -> b:2 -[1]-> c:1 -[2]-> d"]
            .map(|text| Prepared::new(&graph(text), vocabulary).unwrap());
        let kept = |filter: Filter| {
            let Kept { nodes, arcs } = keep(filter, &pattern, &graph).unwrap();
            (nodes, arcs)
        };
        assert_eq!(keep(Filter::None, &pattern, &graph), None);
        assert_eq!(kept(Filter::MaxLabel), (vec![0.0, 1.0, 1.0, 1.0], vec![1.0; 3]));
        assert_eq!(kept(Filter::Member), (vec![0.0, 1.0, 0.0, 1.0], vec![0.0, 1.0, 0.0]));
    }
}
