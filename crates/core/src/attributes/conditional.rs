//! Patterns with conditions on attributes.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::condition::{Condition, TermOf};
use crate::{LabelSet, NodeId};

/// A node of a pattern with conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConditionalNode {
    /// The labels that it accepts.
    pub accepts: LabelSet,
    /// What its image must satisfy in addition.
    pub condition: Option<Arc<Condition>>,
}

/// An arc of a pattern with conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConditionalArc {
    /// Where it starts.
    pub tail: NodeId,
    /// Where it ends.
    pub head: NodeId,
    /// The labels that it accepts.
    pub accepts: LabelSet,
    /// What its image must satisfy in addition.
    pub condition: Option<Arc<Condition>>,
}

/// A pattern with conditions on the attributes of some nodes or arcs. Arcs that accept the same
/// may run between the same nodes: each needs an arc of its own in the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConditionalPattern {
    /// The nodes.
    pub nodes: Vec<ConditionalNode>,
    /// The arcs.
    pub arcs: Vec<ConditionalArc>,
}

impl ConditionalPattern {
    /// Adds the reverse of every arc that has none yet, as with labels only: arcs of opposite
    /// directions that accept the same are paired, one with one.
    #[must_use]
    pub fn undirected(&self) -> Self {
        let mut arcs = self.arcs.clone();
        let mut unpaired: Vec<bool> = vec![true; arcs.len()];
        for (place, arc) in self.arcs.iter().enumerate() {
            if arc.tail == arc.head || !unpaired[place] {
                continue;
            }
            let reverse = ConditionalArc {
                tail: arc.head,
                head: arc.tail,
                accepts: arc.accepts.clone(),
                condition: arc.condition.as_ref().map(|it| Arc::new(it.reversed())),
            };
            let found = (place + 1..self.arcs.len())
                .find(|&other| unpaired[other] && self.arcs[other] == reverse);
            match found {
                Some(other) => unpaired[other] = false,
                None => arcs.push(reverse),
            }
        }
        Self { nodes: self.nodes.clone(), arcs }
    }

    /// The attributes of nodes and of arcs that the conditions name.
    #[must_use]
    pub fn attributes(&self) -> [BTreeSet<&str>; 2] {
        let (mut of_nodes, mut of_arcs) = (BTreeSet::new(), BTreeSet::new());
        for condition in self.nodes.iter().filter_map(|node| node.condition.as_deref()) {
            condition.each_attribute(&mut |_, name, _| {
                of_nodes.insert(name);
            });
        }
        for condition in self.arcs.iter().filter_map(|arc| arc.condition.as_deref()) {
            condition.each_attribute(&mut |of, name, _| {
                if of == TermOf::This { &mut of_arcs } else { &mut of_nodes }.insert(name);
            });
        }
        [of_nodes, of_arcs]
    }
}
