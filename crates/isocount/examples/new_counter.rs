//! A counter of one's own: throw darts at all maps and see how many hit.
//!
//!     cargo run --package isocount --example new_counter

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use isocount::{
    Answer, Budget, Control, CountError, Counter, Edge, Estimate, Exact, Interval, Label,
    LabeledGraph, NodeId, OpenGraph, Pattern, Semantics,
};

/// Estimates homomorphisms by testing random maps.
struct Darts;

const THROWS: u32 = 100_000;

impl Counter for Darts {
    fn name(&self) -> &'static str {
        "darts"
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        _: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        Ok(Box::new(Board { graph: Arc::clone(graph) }))
    }
}

struct Board {
    graph: Arc<LabeledGraph>,
}

impl OpenGraph for Board {
    fn count(&mut self, p: &Pattern, s: Semantics, _: &Budget) -> Result<Answer, CountError> {
        if s != Semantics::Homomorphism {
            return Err(CountError::Unsupported { method: Darts.name(), semantics: s });
        }
        let num_nodes = self.graph.num_nodes() as u64;
        let mut seed = 1_u64; // the same seed, the same answer
        let mut random_node = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            NodeId(((seed >> 33) % num_nodes) as u32)
        };
        let mut hits = 0_u32;
        for _ in 0..THROWS {
            let f: Vec<NodeId> = p.nodes().map(|_| random_node()).collect();
            let labels = p.nodes().all(|u| p.node_label(u) == self.graph.node_label(f[u.ix()]));
            let fits = |a: Edge| self.graph.has_arc(f[a.tail.ix()], f[a.head.ix()], a.label);
            hits += u32::from(labels && p.arcs().all(fits));
        }
        let throws = f64::from(THROWS);
        let share = f64::from(hits) / throws;
        let maps: f64 = p.nodes().map(|_| num_nodes as f64).product();
        let (value, error) = (maps * share, maps * (share * (1.0 - share) / throws).sqrt());
        let interval = Interval {
            low: (value - 1.96 * error).max(0.0),
            high: value + 1.96 * error,
            confidence: 0.95,
        };
        Ok(Answer::Estimate(Estimate::within(value, interval)))
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Board { graph: Arc::clone(&self.graph) })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = LabeledGraph::builder();
    let ring: [NodeId; 12] = std::array::from_fn(|_| builder.node(Label(0)));
    for (ix, &node) in ring.iter().enumerate() {
        builder.undirected_edge(node, ring[(ix + 1) % 12], Label(0));
    }
    let ring = builder.build()?;
    let mut builder = LabeledGraph::builder();
    let [a, b, c] = std::array::from_fn(|_| builder.node(Label(0)));
    builder.undirected_edge(a, b, Label(0)).undirected_edge(b, c, Label(0));
    let path = Pattern::try_from(builder.build()?)?;

    let counters: [&dyn Counter; 2] = [&Exact::with_threads(1), &Darts];
    for counter in counters {
        let answer = counter.count(&path, &ring, Semantics::Homomorphism, &Budget::UNLIMITED)?;
        writeln!(io::stdout(), "{:>6}: {answer:?}", counter.name())?;
    }
    Ok(())
}
