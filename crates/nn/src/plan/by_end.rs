//! The arcs of each node, by their tails or by their heads.

use isocount_core::Control;

use crate::batch::ITEMS_PER_CHECK;

/// The arcs of node 0, then those of node 1, and so on.
#[derive(Clone, Debug)]
pub(crate) struct ByEnd {
    /// The start of the arcs of each node, and the end of the last.
    starts: Vec<u32>,
    arcs: Vec<u32>,
}

impl ByEnd {
    /// From the node of each arc; the arcs of a node are in order. If cancelled, no node has arcs.
    pub(crate) fn new(ends: &[u32], num_nodes: usize, control: &Control) -> Self {
        let none = || Self { starts: vec![0; num_nodes + 1], arcs: Vec::new() };
        let mut starts = vec![0_u32; num_nodes + 1];
        for ends in ends.chunks(ITEMS_PER_CHECK) {
            if control.is_cancelled() {
                return none();
            }
            for &end in ends {
                starts[end as usize + 1] += 1;
            }
        }
        for ix in 1..starts.len() {
            starts[ix] += starts[ix - 1];
        }
        let mut next = starts.clone();
        let mut arcs = vec![0; ends.len()];
        for (arc, &end) in ends.iter().enumerate() {
            if arc % ITEMS_PER_CHECK == 0 && control.is_cancelled() {
                return none();
            }
            let place = &mut next[end as usize];
            arcs[*place as usize] = arc as u32;
            *place += 1;
        }
        Self { starts, arcs }
    }

    /// The arcs of a node.
    pub(crate) fn of(&self, node: usize) -> &[u32] {
        &self.arcs[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_are_grouped_by_their_nodes() {
        let by_end = ByEnd::new(&[2, 0, 2, 2], 4, &Control::NONE);
        let lists: Vec<&[u32]> = (0..4).map(|node| by_end.of(node)).collect();
        assert_eq!(lists, [&[1][..], &[], &[0, 2, 3], &[]]);
    }
}
