//! Remedies for counts of zero, in terms of flags: one per reason of the library.

use isocount::session::{Adjacency, LabelLook, LabelOwner, Reverse, ZeroReason};

/// Whether one question was asked, or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    One,
    Many,
}

/// The remedy, if there is a flag for it. Among many questions some zeros are natural, and only
/// those that look like a mistake get a remedy.
pub(crate) fn remedy(reason: &ZeroReason, asked: Asked) -> Option<&'static str> {
    Some(match reason {
        ZeroReason::Label { owner, pattern_look, graph_look, .. } => {
            return label_remedy(*owner, *pattern_look, *graph_look, asked);
        }
        ZeroReason::NoSuchArc { reverse: Reverse::Occurs, .. }
        | ZeroReason::FewerNeighbours {
            adjacency: Adjacency::Mutual | Adjacency::Out | Adjacency::In,
            ..
        } => "to count in any direction, add --undirected",
        ZeroReason::NoSuchArc { graph_look: LabelLook::Unique, .. } => NAMES_OF_NODES,
        ZeroReason::FewerUndirectedEdges { .. } => {
            "the graph is directed (in an edge list, every line is one arc); if its edges have no \
             direction, add --undirected"
        }
        ZeroReason::FewerParallelArcs { .. } => {
            "to take parallel arcs as one, add --ignore-edge-labels"
        }
        ZeroReason::NoOneWayArc => {
            "to count in any direction, add --undirected; to allow additional arcs, --semantics \
             monomorphism"
        }
        ZeroReason::LoopsEverywhere => "to allow additional arcs, use --semantics monomorphism",
        ZeroReason::EmptyGraph if asked == Asked::One => {
            "`isocount info` shows what was read from a file"
        }
        ZeroReason::FewerNodes { .. } | ZeroReason::FewerArcs { .. } if asked == Asked::One => {
            "the pattern comes first and the graph second; perhaps they are swapped"
        }
        _ => return None,
    })
}

const NAMES_OF_NODES: &str = "these labels look like names of nodes: ignore them with \
    --ignore-node-labels, or choose another attribute with --node-label-key";

const UNLABELLED_NODES: &str = "ignore node labels with --ignore-node-labels, or name the attribute \
    that holds them with --node-label-key";

const UNLABELLED_EDGES: &str = "ignore edge labels with --ignore-edge-labels, or name the attribute or \
    column that holds them with --edge-label-key";

/// Whether a remedy is inappropriate if only a few answers of a batch are affected: there, `0` may
/// be a label like any other.
pub(crate) fn is_for_most(remedy: &str) -> bool {
    remedy == UNLABELLED_NODES || remedy == UNLABELLED_EDGES
}

fn label_remedy(
    owner: LabelOwner,
    pattern: LabelLook,
    graph: LabelLook,
    asked: Asked,
) -> Option<&'static str> {
    let one_is_unlabelled = LabelLook::Unlabeled == pattern || LabelLook::Unlabeled == graph;
    Some(match (owner, graph) {
        (LabelOwner::Node, LabelLook::Unique) => NAMES_OF_NODES,
        (LabelOwner::Arc, LabelLook::Unique) => {
            "these labels look like names of edges: ignore them with --ignore-edge-labels, or choose \
             another attribute or column with --edge-label-key"
        }
        (LabelOwner::Arc, LabelLook::Weights) => {
            "weights are seldom labels: ignore them with --ignore-edge-labels, or choose another \
             attribute or column with --edge-label-key"
        }
        (LabelOwner::Node, _) if one_is_unlabelled => UNLABELLED_NODES,
        (LabelOwner::Arc, _) if one_is_unlabelled => UNLABELLED_EDGES,
        (LabelOwner::Node, _) if asked == Asked::One => {
            "labels are compared by name; to ignore them, add --ignore-node-labels"
        }
        (LabelOwner::Arc, _) if asked == Asked::One => {
            "labels are compared by name; to ignore them, add --ignore-edge-labels"
        }
        _ => return None,
    })
}
