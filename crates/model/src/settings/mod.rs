//! The settings of every model: one file per row of the paper's tables, with its citation. The
//! models are built from them in `isocount-nn`, in the files of the same names.

mod count_gnn;
mod count_gnn_as_run;
mod count_gnn_e;
mod count_gnn_m;
mod count_gnn_plus;
mod diamnet;
mod diff_pool;
mod dmpnn_lrp;
mod dpgcnn;
mod edge_centric;
mod gat;
mod gcn;
mod gin;
mod graph_sage;
mod head;
mod lrp;
mod node;
mod rgcn_dn;
mod rgcn_sum;
mod rgin_dn;
mod rgin_sum;

pub use count_gnn::CountGnnConfig;
pub use count_gnn_as_run::CountGnnAsRunConfig;
pub use count_gnn_e::CountGnnEConfig;
pub use count_gnn_m::CountGnnMConfig;
pub use count_gnn_plus::CountGnnPlusConfig;
pub use diamnet::{DiamnetConfig, SoftmaxOver};
pub use diff_pool::DiffPoolConfig;
pub use dmpnn_lrp::DmpnnLrpConfig;
pub use dpgcnn::DpgcnnConfig;
pub use edge_centric::{Aggregation, EdgeCentricConfig, Encoding, Reverse};
pub use gat::GatConfig;
pub use gcn::GcnConfig;
pub use gin::{GinConfig, GinKind};
pub use graph_sage::{GraphSageConfig, SageAggregator};
pub use head::HeadKind;
pub use lrp::LrpConfig;
pub use node::{Filter, NodeConfig};
pub use rgcn_dn::RgcnDnConfig;
pub use rgcn_sum::RgcnSumConfig;
pub use rgin_dn::RginDnConfig;
pub use rgin_sum::RginSumConfig;

/// The methods that the settings of every model provide.
pub(crate) trait Settings {
    /// Sizes with their names: none may be zero.
    fn sizes(&self) -> Vec<(&'static str, usize)>;

    /// Dropout rates with their names: all must be at least 0 and below 1.
    fn rates(&self) -> Vec<(&'static str, f32)> {
        self.nodes().map_or_else(Vec::new, |nodes| nodes.rates().to_vec())
    }

    /// Any other problem with the settings, and what is allowed.
    fn problem(&self) -> Option<String> {
        None
    }

    /// Whether the model never sees the pattern.
    fn is_blind(&self) -> bool {
        false
    }

    /// The settings shared by the baselines.
    fn nodes(&self) -> Option<&NodeConfig> {
        None
    }

    /// Like [`nodes`](Self::nodes), but mutable.
    fn nodes_mut(&mut self) -> Option<&mut NodeConfig> {
        None
    }
}
