//! One file per row of the paper's tables, and the list of them.

mod count_gnn;
mod count_gnn_e;
mod count_gnn_m;
mod count_gnn_plus;
mod diff_pool;
mod dmpnn_lrp;
mod dpgcnn;
mod gat;
mod gcn;
mod gin;
mod graph_sage;
mod interface;
mod lrp;
mod pair_model;
mod registry;
mod rgcn_dn;
mod rgcn_sum;
mod rgin_dn;
mod rgin_sum;
mod siamese;

pub use count_gnn::CountGnnConfig;
pub use count_gnn_e::CountGnnEConfig;
pub use count_gnn_m::CountGnnMConfig;
pub use count_gnn_plus::CountGnnPlusConfig;
pub use diff_pool::DiffPoolConfig;
pub use dmpnn_lrp::DmpnnLrpConfig;
pub use dpgcnn::DpgcnnConfig;
pub use gat::GatConfig;
pub use gcn::GcnConfig;
pub use gin::{GinConfig, GinKind};
pub use graph_sage::GraphSageConfig;
pub(crate) use interface::RowConfig;
pub use interface::{Model, Prediction, Side, Space};
pub use lrp::LrpConfig;
pub use registry::{MODELS, ModelConfig, ModelEntry, Widths};
pub use rgcn_dn::RgcnDnConfig;
pub use rgcn_sum::RgcnSumConfig;
pub use rgin_dn::RginDnConfig;
pub use rgin_sum::RginSumConfig;

#[cfg(test)]
mod tests;
