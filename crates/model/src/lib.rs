//! The files of trained models.
//!
//! A run is a folder with `config.toml` and `weights.safetensors`. [`ModelFiles`] reads both and
//! checks them. [`RunConfig`] is the typed content of `config.toml`: the settings of the model
//! ([`ModelConfig`]) and of its training ([`TrainingConfig`]), the [labels](LabelTable) that it
//! knows, what its counts [mean](isocount_core::Meaning), how [large](Largest) its examples were,
//! and [where](DataConfig) they come from. `isocount-train` writes these files; `isocount-train`
//! and `isocount-infer` read them only through this crate.
//!
//! A finished run also has `intervals.toml`, a [`Calibration`]: the errors of the model on its
//! validation examples, from which its answers get intervals.
//!
//! Unknown content is refused: an unknown key, or a layout of a newer version. A model is never
//! used with settings that were only partly understood.
//!
//! ```
//! use std::path::Path;
//! use isocount_model::{ModelError, RunConfig};
//!
//! let text = r#"
//! layout = 2
//! program = "isocount 0.1.0"
//!
//! [model]
//! model = "count-gnn"
//! encoder = { layers = 3, width = 24 }
//!
//! [training]
//! output = "annealed"
//!
//! [data]
//! name = "small"
//! split = "paper"
//! train = 80
//! valid = 20
//! checksums = { dataset = "9f86d081", split = "60303ae2" }
//!
//! [meaning]
//! semantics = "monomorphism"
//! unit = "mappings"
//!
//! [labels]
//! nodes = ["C", "N"]
//! edges = ["single"]
//! "#;
//! let run = RunConfig::from_toml(Path::new("config.toml"), text)?;
//! assert_eq!(run.labels.nodes, ["C", "N"]);
//! assert_eq!(run.meaning.to_string(), "mappings (monomorphism)");
//!
//! let newer = text.replace("layers = 3", "layers = 3, gates = 2");
//! let refused = RunConfig::from_toml(Path::new("config.toml"), &newer);
//! assert!(matches!(refused, Err(ModelError::Damaged { .. })));
//! # Ok::<(), ModelError>(())
//! ```

#![deny(missing_docs)]
// Symbols of equations and names of models are not code.
#![allow(clippy::doc_markdown)]

mod calibration;
mod error;
mod label_table;
mod model_files;
mod models;
mod only_pattern;
mod run_config;
mod sealed;
mod settings;
mod size;
mod train_config;
mod training;

pub use calibration::{Calibration, DEFAULT_CONFIDENCE, INTERVALS_FILE};
pub use error::ModelError;
pub use label_table::{LabelTable, Vocabulary};
pub use model_files::{CONFIG_FILE, ModelFiles, WEIGHTS_FILE};
pub use models::{MODELS, ModelConfig, ModelEntry, Widths};
pub use only_pattern::OnlyPattern;
pub use run_config::{DataConfig, InputChecksums, LAYOUT, RunConfig};
pub use sealed::{Seal, seal, seal_of, sha256, unseal};
pub use settings::{
    Aggregation, CountGnnAsRunConfig, CountGnnConfig, CountGnnEConfig, CountGnnMConfig,
    CountGnnPlusConfig, DiamnetConfig, DiffPoolConfig, DmpnnLrpConfig, DpgcnnConfig,
    EdgeCentricConfig, Encoding, Filter, GatConfig, GcnConfig, GinConfig, GinKind, GraphSageConfig,
    HeadKind, LrpConfig, NodeConfig, Reverse, RgcnDnConfig, RgcnSumConfig, RginDnConfig,
    RginSumConfig, SageAggregator, SoftmaxOver,
};
pub use size::{Largest, Size};
pub use train_config::TrainConfig;
pub use training::{Loss, Output, TrainingConfig};

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
