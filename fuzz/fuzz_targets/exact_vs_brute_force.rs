//! Turns bytes into a question; the exact engine must answer it like brute force, whatever its
//! switches.

#![no_main]

use isocount_core::{
    Budget, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Semantics,
};
use isocount_count::{BruteForce, Exact, Representation, Tuning, Vf2};

/// Reads small numbers from the input; zeros after its end.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        u32::from(self.0.next().copied().unwrap_or(0)) % bound
    }

    fn graph(&mut self, max_nodes: u32, max_arcs: u32) -> LabeledGraph {
        let (num_nodes, num_labels) = (1 + self.below(max_nodes), 1 + self.below(3));
        let mut builder = GraphBuilder::default();
        for _ in 0..num_nodes {
            builder.node(Label(self.below(num_labels)));
        }
        let undirected = self.below(2) == 1;
        for _ in 0..self.below(max_arcs) {
            let [tail, head] = [(); 2].map(|()| NodeId(self.below(num_nodes)));
            let label = Label(self.below(num_labels));
            if undirected {
                builder.undirected_edge(tail, head, label);
            } else {
                builder.edge(tail, head, label);
            }
        }
        builder.build_merged().expect("the ends of the arcs are nodes")
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes.iter());
    let representation = match bytes.below(5) {
        0 => Representation::BySize,
        1 => Representation::Masks,
        2 => Representation::MediumMasks,
        3 => Representation::WideMasks,
        _ => Representation::Rows,
    };
    let easy_steps = [20_000, 0, 7][bytes.below(3) as usize];
    let arcs_worth_an_index = [usize::MAX, 0][bytes.below(2) as usize];
    let few_placements = [256.0, 0.0][bytes.below(2) as usize];
    let exact = Exact::new().tuned(Tuning {
        representation,
        easy_steps,
        few_placements,
        pieces_worth: few_placements / 256.0,
        max_remembered: [2 << 30, 0, 100][bytes.below(3) as usize],
        arcs_worth_an_index,
    });
    let pattern = Pattern::try_from(bytes.graph(6, 14)).expect("there is at least one node");
    let graph = bytes.graph(8, 40);
    let mut open = exact.open(&graph.clone().into(), &isocount_core::Control::NONE).expect("every graph opens");
    for semantics in Semantics::ALL {
        let budget = Budget::UNLIMITED;
        let expected = BruteForce.count(&pattern, &graph, semantics, &budget);
        assert_eq!(open.count(&pattern, semantics, &budget), expected);
        assert_eq!(exact.count(&pattern, &graph, semantics, &budget), expected);
        assert_eq!(Vf2.count(&pattern, &graph, semantics, &budget), expected);
    }
});
