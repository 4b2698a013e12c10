//! The construction of each model: one file per row of the paper's tables.

mod build;
mod count_gnn;
mod count_gnn_as_run;
mod count_gnn_compared;
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
mod rgcn_dn;
mod rgcn_sum;
mod rgin_dn;
mod rgin_sum;
mod siamese;

pub use build::{build, num_parameters};
pub(crate) use interface::Build;
pub use interface::{Model, Prediction, Side, Space};

#[cfg(test)]
mod tests;
