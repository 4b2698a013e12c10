//! A label that the model does not know is refused, in patterns and in graphs, by every encoder.

use isocount_core::{Control, Label, LabeledGraph};
use isocount_infer::{EncodeError, Index};
use isocount_nn::{CountGnnConfig, CountGnnEConfig, ModelConfig};

use crate::trained_case::{Case, VOCABULARY, as_pattern};

/// Three nodes and two arcs; the last node and the last arc have these labels.
fn graph(node: usize, edge: usize) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    let [a, b, c] = [0, 1, node].map(|label| builder.node(Label(label as u32)));
    builder.edge(a, b, Label(0));
    builder.edge(a, c, Label(edge as u32));
    builder.build().unwrap()
}

#[test]
fn unknown_labels_are_refused_nodes_first() {
    let (nodes, edges) = (VOCABULARY.node_labels, VOCABULARY.edge_labels);
    let node = "the model knows 5 node labels, and label 5 is not among them";
    let edge = "the model knows 3 edge labels, and label 7 is not among them";
    let models = [
        ModelConfig::CountGnn(CountGnnConfig::with_width(8)),
        ModelConfig::CountGnnE(CountGnnEConfig { layers: 2, width: 8 }),
    ];
    for model in models {
        let Case { network, .. } = Case::new(&model, 1, 1.0);
        for (graph, expected) in [
            (graph(nodes - 1, edges - 1), None),
            (graph(nodes, edges - 1), Some(node)),
            (graph(nodes - 1, 7), Some(edge)),
            (graph(nodes, 7), Some(node)),
        ] {
            let message = |problem: EncodeError| problem.to_string();
            let encoded = network.encode(&graph, 1, &Control::NONE).map_err(message);
            assert_eq!(encoded.err().as_deref(), expected);
            let index = Index::new(&network, &graph, 1, &Control::NONE).map_err(message);
            assert_eq!(index.err().as_deref(), expected);
            let code = network.pattern(&as_pattern(graph)).map_err(|it| it.to_string());
            assert_eq!(code.err().as_deref(), expected);
            // A refused question does not affect the next answer.
            assert!(network.pattern(&as_pattern(self::graph(1, 1))).is_ok());
        }
    }
}
