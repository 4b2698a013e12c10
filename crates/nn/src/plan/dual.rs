//! Arcs that leave the same node or enter the same node: the dual graph of DPGCNN.
//!
//! ```text
//! S(e) = arcs with the tail of e        T(e) = arcs with the head of e        e receives from S(e) ∪ T(e)
//! ```
//!
//! e itself, and arcs parallel to it, are in both sets and counted once. There are at most `Σ_v
//! in(v)² + out(v)²` pairs.

use isocount_core::Control;
use isocount_grad::{RowIndex, Segments};

use super::by_end::ByEnd;
use crate::batch::ITEMS_PER_CHECK;

/// All pairs, ordered by the receiving arc.
#[derive(Clone, Debug)]
pub(crate) struct Dual {
    /// The sending arc.
    pub(crate) speakers: RowIndex,
    /// The receiving arc.
    pub(crate) heard_by: RowIndex,
    /// The pairs by receiving arc.
    pub(crate) listeners: Segments,
}

impl Dual {
    pub(crate) fn new(tails: &[u32], heads: &[u32], num_nodes: usize, control: &Control) -> Self {
        let [leaving, entering] = [tails, heads].map(|ends| ByEnd::new(ends, num_nodes, control));
        let (mut speakers, mut sizes) = (Vec::new(), Vec::new());
        let (mut due, mut stopped) = (0, false);
        for (&tail, &head) in tails.iter().zip(heads) {
            let before = speakers.len();
            if before >= due {
                due = before + ITEMS_PER_CHECK;
                stopped = stopped || control.is_cancelled();
            }
            if stopped {
                sizes.push(0);
                continue;
            }
            speakers.extend_from_slice(leaving.of(tail as usize));
            let others = entering.of(head as usize).iter();
            speakers.extend(others.filter(|&&arc| tails[arc as usize] != tail));
            sizes.push(speakers.len() - before);
        }
        let listeners = Segments::from_sizes(&sizes);
        let heard_by = RowIndex::new(listeners.of_row());
        Self { speakers: RowIndex::new(speakers), heard_by, listeners }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_meet_at_their_tails_and_at_their_heads() {
        // 0→1, 0→2, 1→2: the second meets both others.
        let dual = Dual::new(&[0, 0, 1], &[1, 2, 2], 3, &Control::NONE);
        assert_eq!(dual.speakers.rows(), [0, 1, 0, 1, 2, 2, 1]);
        assert_eq!(dual.listeners.of_row(), [0, 0, 1, 1, 1, 2, 2]);
        // A parallel arc sends one message.
        let dual = Dual::new(&[0, 0], &[1, 1], 2, &Control::NONE);
        assert_eq!(dual.speakers.rows(), [0, 1, 0, 1]);
    }
}
