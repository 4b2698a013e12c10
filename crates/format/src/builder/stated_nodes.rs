//! Nodes that a file only counts: formats that state the number of nodes and list only some of
//! them.

use isocount_core::Label;

use super::assembly::{Assembly, too_many_nodes};
use crate::error::SyntaxProblem;
use crate::read::limits::MAX_UNLISTED;
use crate::{FormatError, Location};

/// The nodes of a file that are neither listed nor the end of an arc. They still cost memory, so
/// their number is limited.
#[derive(Default)]
pub(crate) struct StatedNodes {
    unlisted: u64,
}

impl StatedNodes {
    /// Adds nodes until there are `stated`. The ends of arcs count as listed.
    pub(crate) fn fill_up(
        &mut self,
        assembly: &mut Assembly,
        stated: u64,
        label: Label,
        at: &Location,
    ) -> Result<(), FormatError> {
        self.unlisted += stated.saturating_sub(assembly.num_nodes() as u64);
        if self.unlisted > MAX_UNLISTED + 2 * assembly.num_arcs() as u64 {
            let what = "nodes that are only counted, without a line or an edge";
            let problem = SyntaxProblem::TooMany { what, max: MAX_UNLISTED };
            return Err(FormatError::Syntax { at: at.clone(), len: 1, problem });
        }
        while (assembly.num_nodes() as u64) < stated {
            assembly.node(label).ok_or_else(|| too_many_nodes(at.clone()))?;
        }
        Ok(())
    }
}
