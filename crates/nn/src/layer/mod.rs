//! One equation per file.

mod attention;
mod count_head;
mod edge_conv;
mod film_readout;
mod gin_conv;
mod label_embedding;
mod linear;
mod residual_head;
mod sum_readout;
mod symlog;
mod two_way_conv;

pub(crate) use attention::Attention;
pub(crate) use count_head::CountHead;
pub(crate) use edge_conv::EdgeConv;
pub(crate) use film_readout::FilmReadout;
pub(crate) use gin_conv::GinConv;
pub(crate) use label_embedding::LabelEmbedding;
pub(crate) use linear::Linear;
pub(crate) use residual_head::ResidualHead;
pub(crate) use sum_readout::SumReadout;
pub(crate) use symlog::symlog;
pub(crate) use two_way_conv::TwoWayConv;

/// The slope of the leaky ReLU below zero, σ in every equation. The paper does not say which; the
/// authors' code has this one.
pub(crate) const SLOPE: f32 = 1.0 / 5.5;
