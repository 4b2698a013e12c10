//! Every sequence of local relational pooling with its 4×4 slots, explicitly: the specification
//! against which the factorised and the collapsed layer are tested.

use crate::Prepared;

/// Nodes in a sequence.
const LENGTH: usize = 4;

/// The sequences that begin with a node: itself, then each ordered selection of up to three
/// out-neighbours.
pub(crate) fn sequences(graph: &Prepared, node: u32) -> Vec<Vec<u32>> {
    let arcs = graph.tails.iter().zip(&graph.heads);
    let mut neighbours: Vec<u32> = arcs
        .filter(|(tail, head)| **tail == node && **head != node)
        .map(|(_, &head)| head)
        .collect();
    neighbours.sort_unstable();
    neighbours.dedup();
    let mut all = vec![vec![node]];
    for _ in 0..neighbours.len().min(LENGTH - 1) {
        let longer = |sequence: &Vec<u32>| {
            let next = neighbours.iter().filter(|next| !sequence.contains(next));
            next.map(|&next| [sequence.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// `Σ_ab T[a,b]·W_ab`, where `T[a,a]` is a node's row, `T[a,b]` the sum of the rows of the arcs
/// from a to b, and W the 16 weights concatenated vertically.
pub(crate) fn functional(
    graph: &Prepared,
    sequence: &[u32],
    node_rows: &[Vec<f64>],
    arc_rows: &[Vec<f64>],
    weight: &[f32],
    width: usize,
) -> Vec<f64> {
    let mut sum = vec![0.0; width];
    let mut add = |row: &[f64], a: usize, b: usize| {
        let weight = &weight[(LENGTH * a + b) * row.len() * width..];
        for (x, weights) in row.iter().zip(weight.chunks(width)) {
            sum.iter_mut().zip(weights).for_each(|(sum, w)| *sum += x * f64::from(*w));
        }
    };
    for (a, &from) in sequence.iter().enumerate() {
        add(&node_rows[from as usize], a, a);
        for (b, &to) in sequence.iter().enumerate().filter(|(b, _)| *b != a) {
            let ends = graph.tails.iter().zip(&graph.heads);
            for (_, row) in ends.zip(arc_rows).filter(|(ends, _)| *ends == (&from, &to)) {
                add(row, a, b);
            }
        }
    }
    sum
}

#[test]
fn a_node_of_degree_d_begins_one_sequence_per_selection() {
    for (degree, expected) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 60), (10, 720)] {
        let star = Prepared {
            node_labels: vec![0; degree + 1],
            tails: vec![0; degree],
            heads: (1..=degree as u32).collect(),
            edge_labels: vec![0; degree],
        };
        assert_eq!(sequences(&star, 0).len(), expected);
        let vocabulary = crate::Vocabulary { node_labels: 1, edge_labels: 1 };
        let batch = crate::GraphBatch::new(&[&star], vocabulary, crate::Reverse::Include);
        // Each leaf begins one more.
        let number = batch.neighbourhoods().selections.num_selections();
        assert_eq!(number, (expected + degree) as u64);
    }
}
