//! The graph as the listing sees it: without loops, with one code for each ordered pair of nodes.
//!
//! The code of a pair without an arc is 0. With labels, the code is the number of the set of labels
//! on the arcs, and the code of a node is the number of its label. Without labels, the code is 1.
//! Where directions do not matter, the arcs of a pair are those of either direction.

use std::collections::BTreeMap;

use isocount_core::{Cancelled, Control, Label, LabeledGraph};

use crate::ranked::neighbours;

/// A neighbour, and the codes of the pairs to it and back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub(crate) node: u32,
    pub(crate) out: u32,
    pub(crate) into: u32,
}

pub(crate) struct Coded {
    starts: Vec<usize>,
    near: Vec<Near>,
    /// Empty without labels.
    node_codes: Vec<u32>,
    /// What the codes of nodes and pairs stand for.
    node_labels: Vec<Label>,
    label_sets: Vec<Vec<Label>>,
}

impl Coded {
    pub(crate) fn new(
        graph: &LabeledGraph,
        directed: bool,
        labels: bool,
        control: &Control,
    ) -> Result<Self, Cancelled> {
        // Sorted, so that codes do not depend on the numbering of nodes.
        let mut sets: BTreeMap<Vec<Label>, u32> = BTreeMap::new();
        let mut starts = vec![0];
        let mut pairs: Vec<(u32, Vec<Label>, Vec<Label>)> = Vec::new();
        for v in graph.nodes() {
            if v.0.is_multiple_of(1024) {
                control.check()?;
            }
            for u in neighbours(graph, v) {
                let u = isocount_core::NodeId(u);
                let of = |arcs: &[isocount_core::HalfArc]| -> Vec<Label> {
                    let labels = arcs.iter().map(|arc| if labels { arc.label } else { Label(0) });
                    let mut set: Vec<Label> = labels.collect();
                    set.dedup();
                    set
                };
                let mut out = of(graph.arcs_between(v, u));
                let mut into = of(graph.arcs_between(u, v));
                if !directed {
                    out.append(&mut into);
                    out.sort_unstable();
                    out.dedup();
                    into.clone_from(&out);
                }
                for set in [&out, &into] {
                    if !set.is_empty() && !sets.contains_key(set) {
                        sets.insert(set.clone(), 0);
                    }
                }
                pairs.push((u.0, out, into));
            }
            starts.push(pairs.len());
        }
        for (number, code) in sets.values_mut().enumerate() {
            *code = number as u32 + 1;
        }
        let code = |set: &Vec<Label>| sets.get(set).copied().unwrap_or(0);
        let near = pairs
            .iter()
            .map(|(node, out, into)| Near { node: *node, out: code(out), into: code(into) })
            .collect();
        let mut node_labels = Vec::new();
        let mut node_codes = Vec::new();
        if labels {
            node_labels = graph.node_labels().to_vec();
            node_labels.sort_unstable();
            node_labels.dedup();
            let place = |label| node_labels.partition_point(|&l| l < label) as u32;
            node_codes = graph.node_labels().iter().map(|&label| place(label)).collect();
        }
        let label_sets = sets.into_keys().collect();
        Ok(Self { starts, near, node_codes, node_labels, label_sets })
    }

    pub(crate) fn num_nodes(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn row(&self, v: u32) -> &'_ [Near] {
        &self.near[self.starts[v as usize]..self.starts[v as usize + 1]]
    }

    /// The number of ends of links: every pair of nodes with an arc has two.
    pub(crate) fn num_ends(&self) -> usize {
        self.near.len()
    }

    /// The node of an end.
    pub(crate) fn tail_of(&self, end: usize) -> u32 {
        self.starts.partition_point(|&start| start <= end) as u32 - 1
    }

    /// The codes of a pair and of its reverse, if there is an arc: looked up in the shorter of two
    /// rows.
    pub(crate) fn codes(&self, v: u32, u: u32) -> Option<(u32, u32)> {
        let (row, other) = (self.row(v), self.row(u));
        if row.len() <= other.len() {
            let place = row.binary_search_by_key(&u, |near| near.node).ok()?;
            Some((row[place].out, row[place].into))
        } else {
            let place = other.binary_search_by_key(&v, |near| near.node).ok()?;
            Some((other[place].into, other[place].out))
        }
    }

    /// Pairs of nodes with an arc between them, each once, by their lower and higher node.
    pub(crate) fn links(&self) -> Vec<(u32, u32)> {
        let of = |v: u32| {
            self.row(v).iter().filter(move |near| near.node > v).map(move |near| (v, near.node))
        };
        (0..self.num_nodes() as u32).flat_map(of).collect()
    }

    /// The index of the link of each end, in the order of the rows.
    pub(crate) fn links_of_ends(&self) -> Vec<u32> {
        let mut next = 0;
        let mut of_ends = vec![0; self.near.len()];
        for v in 0..self.num_nodes() as u32 {
            for (place, near) in self.row(v).iter().enumerate() {
                let end = self.starts[v as usize] + place;
                of_ends[end] = if near.node > v {
                    next += 1;
                    next - 1
                } else {
                    // The link was numbered at its lower node.
                    let row = self.row(near.node);
                    let there = row.partition_point(|other| other.node < v);
                    of_ends[self.starts[near.node as usize] + there]
                };
            }
        }
        of_ends
    }

    /// The ends of a node.
    pub(crate) fn ends_of(&self, v: u32) -> std::ops::Range<usize> {
        self.starts[v as usize]..self.starts[v as usize + 1]
    }

    /// The code of a node's label; 0 without labels.
    pub(crate) fn label(&self, v: u32) -> u32 {
        self.node_codes.get(v as usize).copied().unwrap_or(0)
    }

    pub(crate) fn last_label(&self) -> u32 {
        self.node_labels.len().saturating_sub(1) as u32
    }

    pub(crate) fn last_code(&self) -> u32 {
        self.label_sets.len() as u32
    }

    /// What the code of a node stands for.
    pub(crate) fn node_label(&self, code: u32) -> Label {
        self.node_labels.get(code as usize).copied().unwrap_or(Label(0))
    }

    /// What the code of a pair stands for.
    pub(crate) fn arc_labels(&self, code: u32) -> &[Label] {
        code.checked_sub(1).map_or(&[], |place| &self.label_sets[place as usize])
    }
}
