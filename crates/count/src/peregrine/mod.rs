//! Peregrine, a graph miner that the paper compares with, in addition to VF2.
//!
//! K. Jamshidi, R. Mahadasa and K. Vora, *Peregrine: A Pattern-Aware Graph Mining System*, European
//! Conference on Computer Systems, 2020. A plain implementation of the paper, in four parts:
//!
//! * [`adjacency`]: the graph, undirected, with sorted rows of neighbours and nodes numbered by
//!   degree;
//! * [`plan`]: the core of the pattern (a minimum connected vertex cover), an order in which it is
//!   matched, and partial orders that leave one mapping of each class under automorphisms;
//! * [`explore`]: the core is matched node by node; then the candidates of all other nodes are
//!   known, and those of the last one are counted without being tried;
//! * [`sorted`]: intersections for edges, differences for the absent edges of induced mappings.
//!
//! One thing differs: the paper makes a traversal for every total order of the core that agrees
//! with the partial orders, and this makes one traversal that checks the partial orders on its way.
//! Both find every match once, but labels leave up to k! total orders of a core of k nodes.
//!
//! As in the paper, graphs are undirected and only nodes have labels. Everything else is
//! [refused](CountError::UnsupportedInput): an arc without its reverse, and different edge labels, be
//! they in the pattern, in the graph, or one in each, or in a set. Homomorphisms are refused as
//! well. A pattern node may accept a set of labels. A loop is treated like part of the label of its
//! node, and a pattern in several pieces has a core in each; the paper has neither. Masks limit
//! patterns to 64 nodes.

// PAPER: peregrine-baseline
mod adjacency;
mod explore;
mod plan;
mod sorted;

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, Directions, Label, LabeledGraph, Labels,
    OpenGraph, Pattern, Semantics, Unit, View,
};

use crate::meter::Meter;
use adjacency::Adjacency;
use explore::Exploration;
use plan::{MAX_NODES, Plan};

/// Peregrine (Jamshidi et al. 2020): undirected graphs, node labels, monomorphisms and induced
/// mappings. It refuses all other questions.
///
/// ```
/// use isocount_core::{Answer, Budget, Count, CountError, Counter, Label, LabeledGraph, Pattern};
/// use isocount_core::{Semantics, Unit};
/// use isocount_count::Peregrine;
///
/// let mut builder = LabeledGraph::builder();
/// let [a, b, c] = [(); 3].map(|()| builder.node(Label(0)));
/// builder.edge(a, b, Label(0)).edge(b, c, Label(0));
/// let directed = builder.build()?;
/// let pattern = Pattern::try_from(directed.clone())?;
/// let paths = Semantics::Monomorphism(Unit::Subgraphs);
/// let ask = |p: &Pattern, g: &LabeledGraph| Peregrine.count(p, g, paths, &Budget::UNLIMITED);
///
/// let refused = CountError::UnsupportedInput { method: "peregrine", what: "directed arcs" };
/// assert_eq!(ask(&pattern, &directed), Err(refused));
/// // Under its own view it can count everything.
/// let view = Peregrine::VIEW;
/// let answer = ask(&view.apply_to_pattern(&pattern), &view.apply(&directed))?;
/// assert_eq!(answer, Answer::Exact(Count(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Peregrine;

impl Peregrine {
    /// The name in tables and on the command line.
    pub const NAME: &'static str = "peregrine";

    /// The view under which it can count any graph: it ignores directions and edge labels.
    pub const VIEW: View = View {
        node_labels: Labels::Keep,
        edge_labels: Labels::Ignore,
        directions: Directions::Ignore,
    };
}

impl Counter for Peregrine {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        control.check()?;
        let adjacency = Adjacency::new(graph, &mut Meter::watching(control))?;
        control.check()?;
        Ok(Box::new(Opened(Arc::new(adjacency))))
    }

    fn count(
        &self,
        p: &Pattern,
        g: &LabeledGraph,
        s: Semantics,
        b: &Budget,
    ) -> Result<Answer, CountError> {
        let mut meter = Meter::start(b);
        let edge_label = check(p, s, &mut meter)?;
        let graph = Adjacency::new(g, &mut meter)?;
        ask(p, edge_label, &graph, s, &mut meter)
    }
}

struct Opened(Arc<Adjacency>);

impl OpenGraph for Opened {
    fn count(&mut self, p: &Pattern, s: Semantics, b: &Budget) -> Result<Answer, CountError> {
        let mut meter = Meter::start(b);
        let edge_label = check(p, s, &mut meter)?;
        ask(p, edge_label, &self.0, s, &mut meter)
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(Self(Arc::clone(&self.0)))
    }
}

fn refusal(what: &'static str) -> CountError {
    CountError::UnsupportedInput { method: Peregrine::NAME, what }
}

/// Refuses unsupported meanings and patterns; otherwise returns the label of all edges of the
/// pattern.
fn check(p: &Pattern, s: Semantics, meter: &mut Meter<'_>) -> Result<Option<Label>, CountError> {
    if !s.is_injective() {
        return Err(CountError::Unsupported { method: Peregrine::NAME, semantics: s });
    }
    if p.num_nodes() > MAX_NODES {
        return Err(refusal("patterns of more than 64 nodes"));
    }
    if p.has_absent() {
        return Err(refusal("absent edges"));
    }
    if p.has_edge_sets() {
        return Err(refusal("sets of edge labels"));
    }
    the_edge_label(p, meter)
}

/// Returns the label of all edges of an undirected graph, if it has edges. Once the budget is
/// spent, nothing is refused.
fn the_edge_label(g: &LabeledGraph, meter: &mut Meter<'_>) -> Result<Option<Label>, CountError> {
    let mut found = None;
    for v in g.nodes() {
        let (out, into) = (g.out_arcs(v), g.in_arcs(v));
        if !meter.work(1) {
            break;
        }
        if out.len() != into.len() {
            return Err(refusal("directed arcs"));
        }
        let mut has_labels = false;
        for some in meter.stretches(out.len()) {
            for (arc, back) in out[some.clone()].iter().zip(&into[some]) {
                // Rows are sorted by node, so equal nodes in equal places are reverse arcs.
                if arc.node != back.node {
                    return Err(refusal("directed arcs"));
                }
                let is_the_same = |arc_label| *found.get_or_insert(arc_label) == arc_label;
                has_labels |= ![arc.label, back.label].into_iter().all(is_the_same);
            }
        }
        // After the whole row, so that the message does not depend on the numbers of the labels.
        if has_labels {
            return Err(refusal("edge labels"));
        }
    }
    Ok(found)
}

fn ask(
    p: &Pattern,
    edge_label: Option<Label>,
    graph: &Adjacency,
    s: Semantics,
    meter: &mut Meter<'_>,
) -> Result<Answer, CountError> {
    if edge_label
        .zip(graph.edge_label())
        .is_some_and(|(of_pattern, of_graph)| of_pattern != of_graph)
    {
        return Err(refusal("edge labels"));
    }
    // Planning is not a search for mappings, so a limit on steps does not apply to it.
    let plan = Plan::new(p, s, &mut meter.for_time_only());
    let Some(plan) = plan.filter(|_| !meter.is_spent()) else {
        return Ok(Answer::AtLeast(Count(0)));
    };
    let subgraphs = Exploration::new(graph, &plan, meter).run();
    let count = match s.unit() {
        Unit::Subgraphs => subgraphs,
        // The largest number stands for all numbers above it.
        Unit::Mappings => subgraphs
            .checked_mul(plan.automorphisms)
            .filter(|&mappings| mappings < u128::MAX)
            .ok_or(CountError::Overflow)?,
    };
    let count = Count(count);
    Ok(if meter.is_spent() { Answer::AtLeast(count) } else { Answer::Exact(count) })
}
