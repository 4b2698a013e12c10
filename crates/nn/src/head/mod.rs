//! From a pattern and a graph to a count, one equation per file.

mod count_head;
mod diamnet;
mod residual_head;
mod sum_head;

pub(crate) use count_head::CountHead;
pub(crate) use diamnet::Diamnet;
pub(crate) use residual_head::ResidualHead;
pub(crate) use sum_head::{PatternBias, SumHead, Summary};
