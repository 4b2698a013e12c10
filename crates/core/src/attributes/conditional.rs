//! Patterns with conditions on attributes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::condition::{Condition, TermOf};
use crate::{LabelSet, NodeId};

/// A node of a pattern with conditions.
///
/// ```
/// use isocount_core::{ConditionalNode, Label, LabelSet};
///
/// let node = ConditionalNode { accepts: LabelSet::one_of([Label(6)]), condition: None };
/// assert!(node.accepts.accepts(Label(6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConditionalNode {
    /// The labels that it accepts.
    pub accepts: LabelSet,
    /// What its image must satisfy in addition.
    pub condition: Option<Arc<Condition>>,
}

/// An arc of a pattern with conditions.
///
/// ```
/// use isocount_core::{ConditionalArc, Label, LabelSet, NodeId};
///
/// let (tail, head, accepts) = (NodeId(0), NodeId(1), LabelSet::any());
/// let arc = ConditionalArc { tail, head, accepts, condition: None };
/// assert!(arc.accepts.accepts(Label(3)));
/// ```
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

/// What absent arcs from one node to another forbid together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Forbidden {
    /// These labels.
    pub labels: LabelSet,
    /// Labels of arcs that satisfy a condition; each pair occurs once.
    pub conditional: Vec<(LabelSet, Arc<Condition>)>,
}

/// The order of the conditions does not matter.
impl PartialEq for Forbidden {
    fn eq(&self, other: &Self) -> bool {
        self.labels == other.labels
            && self.conditional.len() == other.conditional.len()
            && self.conditional.iter().all(|part| other.conditional.contains(part))
    }
}

impl Eq for Forbidden {}

impl ConditionalArc {
    fn reversed(&self) -> Self {
        Self {
            tail: self.head,
            head: self.tail,
            accepts: self.accepts.clone(),
            condition: self.condition.as_ref().map(|it| Arc::new(it.reversed())),
        }
    }
}

/// A pattern with conditions on the attributes of some nodes or arcs. Arcs that accept the same
/// may run between the same nodes: each needs an arc of its own in the graph.
///
/// ```
/// use isocount_core::{ConditionalNode, ConditionalPattern, LabelSet};
///
/// let mut pattern = ConditionalPattern::default();
/// pattern.nodes.push(ConditionalNode { accepts: LabelSet::any(), condition: None });
/// assert!(!pattern.has_conditions());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConditionalPattern {
    /// The nodes.
    pub nodes: Vec<ConditionalNode>,
    /// The arcs.
    pub arcs: Vec<ConditionalArc>,
    /// The arcs that must be absent: no arc of the graph between the images may have an accepted label
    /// and satisfy the condition, which is about the arc alone.
    pub absent: Vec<ConditionalArc>,
}

impl ConditionalPattern {
    /// Whether there is a condition.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        self.nodes.iter().any(|node| node.condition.is_some())
            || self.arcs.iter().chain(&self.absent).any(|arc| arc.condition.is_some())
    }

    /// Adds the reverse of every arc that has none yet, as with labels only: arcs of opposite
    /// directions that accept the same are paired, one with one. An absent arc forbids both directions.
    #[must_use]
    pub fn undirected(&self) -> Self {
        let mut arcs = self.arcs.clone();
        let mut unpaired: Vec<bool> = vec![true; arcs.len()];
        for (place, arc) in self.arcs.iter().enumerate() {
            if arc.tail == arc.head || !unpaired[place] {
                continue;
            }
            let reverse = arc.reversed();
            let found = (place + 1..self.arcs.len())
                .find(|&other| unpaired[other] && self.arcs[other] == reverse);
            match found {
                Some(other) => unpaired[other] = false,
                None => arcs.push(reverse),
            }
        }
        let absent = self.absent.iter().flat_map(|arc| [arc.clone(), arc.reversed()]).collect();
        Self { nodes: self.nodes.clone(), arcs, absent }
    }

    /// What the absent arcs forbid, by tail and head. Pairs without an absent arc are left out.
    #[must_use]
    pub fn forbidden(&self) -> BTreeMap<(NodeId, NodeId), Forbidden> {
        let mut forbidden: BTreeMap<(NodeId, NodeId), Forbidden> = BTreeMap::new();
        for arc in &self.absent {
            let known = forbidden.entry((arc.tail, arc.head)).or_insert_with(|| Forbidden {
                labels: LabelSet::one_of([]),
                conditional: Vec::new(),
            });
            match &arc.condition {
                None => known.labels = known.labels.or(&arc.accepts),
                Some(condition) => {
                    let part = (arc.accepts.clone(), Arc::clone(condition));
                    if !arc.accepts.is_empty() && !known.conditional.contains(&part) {
                        known.conditional.push(part);
                    }
                }
            }
        }
        for known in forbidden.values_mut().filter(|known| known.labels.is_any()) {
            known.conditional.clear();
        }
        forbidden
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
        let arcs = self.arcs.iter().chain(&self.absent);
        for condition in arcs.filter_map(|arc| arc.condition.as_deref()) {
            condition.each_attribute(&mut |of, name, _| {
                if of == TermOf::This { &mut of_arcs } else { &mut of_nodes }.insert(name);
            });
        }
        [of_nodes, of_arcs]
    }
}
