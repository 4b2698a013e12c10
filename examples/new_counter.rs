//! A counter of one's own: throw darts at all maps and see how many hit.
//!
//!     cargo run --package isocount --example new_counter

use std::error::Error;
use std::io::{self, Write};

use isocount::{
    Answer, Budget, CountError, Counter, Exact, Label, LabeledGraph, NodeId, OpenGraph, Pattern,
    Semantics,
};

/// Estimates homomorphisms by testing random maps.
struct Darts {
    throws: u64,
}

impl Counter for Darts {
    fn name(&self) -> &'static str {
        "darts"
    }

    fn open<'a>(&'a self, graph: &'a LabeledGraph) -> Result<Box<dyn OpenGraph + 'a>, CountError> {
        Ok(Box::new(Board { darts: self, graph }))
    }
}

struct Board<'a> {
    darts: &'a Darts,
    graph: &'a LabeledGraph,
}

impl OpenGraph for Board<'_> {
    fn count(&mut self, p: &Pattern, s: Semantics, _: &Budget) -> Result<Answer, CountError> {
        if s != Semantics::Homomorphism {
            return Err(CountError::Unsupported { method: self.darts.name(), semantics: s });
        }
        let num_nodes = self.graph.num_nodes() as u64;
        let mut state = 1_u64; // the same seed, the same answer
        let mut random_node = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            NodeId(((state >> 33) % num_nodes) as u32)
        };
        let mut hits = 0_u32;
        for _ in 0..self.darts.throws {
            let f: Vec<NodeId> = p.nodes().map(|_| random_node()).collect();
            let labels = p.nodes().all(|u| p.node_label(u) == self.graph.node_label(f[u.ix()]));
            let arc_fits =
                |a: isocount::Edge| self.graph.has_arc(f[a.tail.ix()], f[a.head.ix()], a.label);
            hits += u32::from(labels && p.arcs().all(arc_fits));
        }
        let throws = self.darts.throws as f64;
        let (share, maps) =
            (f64::from(hits) / throws, (num_nodes as f64).powi(p.num_nodes() as i32));
        let std_error = Some(maps * (share * (1.0 - share) / throws).sqrt());
        Ok(Answer::Estimate { value: maps * share, std_error })
    }

    fn fork(&self) -> Box<dyn OpenGraph + '_> {
        Box::new(Board { ..*self })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut ring = LabeledGraph::builder();
    (0..12).for_each(|_| drop(ring.node(Label(0))));
    (0..12).for_each(|v| drop(ring.undirected_edge(NodeId(v), NodeId((v + 1) % 12), Label(0))));
    let mut path = LabeledGraph::builder();
    let [a, b, c] = [0; 3].map(|_| path.node(Label(0)));
    path.undirected_edge(a, b, Label(0)).undirected_edge(b, c, Label(0));
    let (ring, path) = (ring.build()?, Pattern::try_from(path.build()?)?);

    let counters: [&dyn Counter; 2] = [&Exact::with_threads(1), &Darts { throws: 100_000 }];
    for counter in counters {
        let answer = counter.count(&path, &ring, Semantics::Homomorphism, &Budget::UNLIMITED)?;
        writeln!(io::stdout(), "{:>6}: {answer:?}", counter.name())?;
    }
    Ok(())
}
