//! One equation per file.

mod attention;
mod collapsed_lrp;
mod diff_pool;
mod dual_message_conv;
mod dual_message_folded;
mod dual_primal_conv;
mod edge_conv;
mod film_readout;
mod gcn_conv;
mod gin_conv;
mod graph_attention;
mod label_code;
mod label_embedding;
mod linear;
mod lrp;
mod message_passing;
mod node_rows;
mod normed_sage_conv;
mod relational_conv;
mod sage_conv;
#[cfg(test)]
mod sequences;
mod sum_readout;
mod symlog;
mod two_way_conv;
mod written_out;

pub(crate) use attention::Attention;
pub(crate) use collapsed_lrp::{CollapsedLrp, LrpMeans};
pub(crate) use diff_pool::DiffPool;
pub(crate) use dual_message_conv::{ArcRows, BothWays, DualMessageConv};
pub(crate) use dual_message_folded::{ArcStates, FoldedWays, is_worth_it};
pub(crate) use dual_primal_conv::DualPrimalConv;
pub(crate) use edge_conv::EdgeConv;
pub(crate) use film_readout::{FilmReadout, Modulation};
pub(crate) use gcn_conv::gcn_conv;
pub(crate) use gin_conv::{gin_as_run, gin_conv};
pub(crate) use graph_attention::{GatConv, GraphAttention};
pub(crate) use label_code::LabelCode;
pub(crate) use label_embedding::LabelEmbedding;
pub(crate) use linear::Linear;
pub(crate) use lrp::Lrp;
pub(crate) use message_passing::{MessagePassing, NodeLayer};
pub(crate) use node_rows::NodeRows;
pub(crate) use normed_sage_conv::NormedSageConv;
pub(crate) use relational_conv::{rgcn_conv, rgin_conv};
pub(crate) use sage_conv::sage_conv;
pub(crate) use sum_readout::SumReadout;
pub(crate) use symlog::symlog;
pub(crate) use two_way_conv::TwoWayConv;
pub(crate) use written_out::written_out;

/// The slope of the leaky ReLU below zero, σ in every equation. The paper does not specify it; this
/// is the value in the authors' code.
pub(crate) const SLOPE: f32 = 1.0 / 5.5;
