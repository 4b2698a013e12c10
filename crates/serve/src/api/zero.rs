//! Why a count is zero, with remedies in terms of the request. The command line does the same in
//! terms of its flags (`cli/src/zero_remedy.rs`).

use isocount_session::{Adjacency, LabelLook, LabelOwner, Reverse, ZeroReason};
use serde::Serialize;
use utoipa::ToSchema;

/// A reason for a zero that is visible without searching.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ZeroNote {
    /// The reason. It may contain names from outside: treat it as text, not as markup.
    reason: String,
    /// The field of the request that would help, if there is one.
    remedy: Option<Remedy>,
}

/// A field of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Remedy {
    Undirected,
    IgnoreNodeLabels,
    IgnoreEdgeLabels,
    Semantics,
}

/// The first reason, and further ones if they have a different remedy.
pub(crate) fn notes(reasons: &[ZeroReason]) -> Vec<ZeroNote> {
    let mut notes: Vec<ZeroNote> = Vec::new();
    for reason in reasons {
        let remedy = remedy(reason);
        let is_new = remedy.is_some() && notes.iter().all(|note| note.remedy != remedy);
        if notes.is_empty() || is_new {
            notes.push(ZeroNote { reason: reason.to_string(), remedy });
        }
    }
    notes
}

fn remedy(reason: &ZeroReason) -> Option<Remedy> {
    Some(match reason {
        ZeroReason::Label { owner, .. } | ZeroReason::NoLabelOfSet { owner, .. } => match owner {
            LabelOwner::Node => Remedy::IgnoreNodeLabels,
            LabelOwner::Arc => Remedy::IgnoreEdgeLabels,
        },
        ZeroReason::NoSuchArc { reverse: Reverse::Occurs, .. }
        | ZeroReason::FewerUndirectedEdges { .. }
        | ZeroReason::NoOneWayArc
        | ZeroReason::FewerNeighbours {
            adjacency: Adjacency::Mutual | Adjacency::Out | Adjacency::In,
            ..
        } => Remedy::Undirected,
        ZeroReason::NoSuchArc { graph_look: LabelLook::Unique, .. } => Remedy::IgnoreNodeLabels,
        ZeroReason::FewerParallelArcs { .. } => Remedy::IgnoreEdgeLabels,
        ZeroReason::LoopsEverywhere => Remedy::Semantics,
        _ => return None,
    })
}
