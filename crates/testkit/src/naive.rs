//! The definition of the three kinds of mapping as nested loops, to test this crate with. The
//! specification that the engines are held to is the brute force of the counting crate.

use std::sync::Arc;

use isocount_core::{
    Answer, Budget, Control, Count, CountError, Counter, LabeledGraph, NodeId, OpenGraph, Pattern,
    Semantics, Unit,
};

/// Counts by trying every node for every pattern node.
pub(crate) struct Naive;

struct OpenNaive(Arc<LabeledGraph>);

impl Counter for Naive {
    fn name(&self) -> &'static str {
        "naive"
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        _: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        Ok(Box::new(OpenNaive(Arc::clone(graph))))
    }
}

impl OpenGraph for OpenNaive {
    fn count(
        &mut self,
        pattern: &Pattern,
        semantics: Semantics,
        budget: &Budget,
    ) -> Result<Answer, CountError> {
        let count = count_unless_cancelled(pattern, &self.0, semantics, &budget.control);
        Ok(count.map_or(Answer::AtLeast(Count::ZERO), |count| Answer::Exact(Count::from(count))))
    }

    fn fork(&self) -> Box<dyn OpenGraph> {
        Box::new(OpenNaive(Arc::clone(&self.0)))
    }
}

pub(crate) fn naive_count(
    pattern: &LabeledGraph,
    graph: &LabeledGraph,
    semantics: Semantics,
) -> u64 {
    let count = count_unless_cancelled(pattern, graph, semantics, &Control::NONE);
    count.expect("nobody can cancel this")
}

fn count_unless_cancelled(
    pattern: &LabeledGraph,
    graph: &LabeledGraph,
    semantics: Semantics,
    control: &Control,
) -> Option<u64> {
    let mappings = extend(pattern, graph, semantics, &mut Vec::new(), control)?;
    match semantics.unit() {
        Unit::Mappings => Some(mappings),
        Unit::Subgraphs => {
            let onto_itself = Semantics::Induced(Unit::Mappings);
            Some(mappings / extend(pattern, pattern, onto_itself, &mut Vec::new(), control)?)
        }
    }
}

/// None once the work is cancelled.
fn extend(
    p: &LabeledGraph,
    g: &LabeledGraph,
    semantics: Semantics,
    map: &mut Vec<NodeId>,
    control: &Control,
) -> Option<u64> {
    control.check().ok()?;
    if map.len() == p.num_nodes() {
        return Some(1);
    }
    let mut mappings = 0;
    for image in g.nodes() {
        map.push(image);
        if fits(p, g, semantics, map) {
            mappings += extend(p, g, semantics, map, control)?;
        }
        map.pop();
    }
    Some(mappings)
}

/// Whether the newest pair of `map` agrees with all the others and itself.
fn fits(p: &LabeledGraph, g: &LabeledGraph, semantics: Semantics, map: &[NodeId]) -> bool {
    let new = NodeId(map.len() as u32 - 1);
    let image = map[new.ix()];
    let fresh = !map[..new.ix()].contains(&image);
    (fresh || !semantics.is_injective())
        && p.node_label(new) == g.node_label(image)
        && (0..=new.0).map(NodeId).all(|old| {
            let there = arcs_fit(p, g, semantics, [(new, image), (old, map[old.ix()])]);
            there && arcs_fit(p, g, semantics, [(old, map[old.ix()]), (new, image)])
        })
}

fn arcs_fit(
    p: &LabeledGraph,
    g: &LabeledGraph,
    semantics: Semantics,
    [(tail, tail_image), (head, head_image)]: [(NodeId, NodeId); 2],
) -> bool {
    let asked = p.arcs_between(tail, head);
    let found = g.arcs_between(tail_image, head_image);
    asked.iter().all(|a| found.iter().any(|f| f.label == a.label))
        && (!semantics.is_induced() || asked.len() == found.len())
}
