//! The pairs of arcs that exchange messages, without reverse arcs.

use isocount_core::Control;
use isocount_grad::{RowIndex, Segments};

use super::by_end::ByEnd;
use crate::batch::ITEMS_PER_CHECK;

/// All pairs of an arc ⟨i,u⟩ and an arc ⟨u,v⟩ with i ≠ v, in the order of the second.
///
/// There may be many more pairs than arcs; the mean does not need them.
#[derive(Clone, Debug)]
pub(crate) struct Hearing {
    /// The first arc of each pair.
    pub(crate) speakers: RowIndex,
    /// The pairs by their second arcs.
    pub(crate) listeners: Segments,
}

impl Hearing {
    pub(crate) fn new(tails: &[u32], heads: &[u32], num_nodes: usize, control: &Control) -> Self {
        let into = ByEnd::new(heads, num_nodes, control);
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
            let heard = into.of(tail as usize).iter().filter(|&&arc| tails[arc as usize] != head);
            speakers.extend(heard);
            sizes.push(speakers.len() - before);
        }
        Self { speakers: RowIndex::new(speakers), listeners: Segments::from_sizes(&sizes) }
    }
}
