//! Creates models from settings, with a match arm for each model of the list.

use isocount_grad::Params;
use isocount_model::{ModelConfig, ModelEntry, Vocabulary};

use super::{Build, Model};

/// Creates the model that the settings describe, and its parameters.
#[must_use]
pub fn build(config: &ModelConfig, vocabulary: Vocabulary, seed: u64) -> (Params, Box<dyn Model>) {
    let settings: &dyn Build = match config {
        ModelConfig::CountGnn(config) => config,
        ModelConfig::CountGnnE(config) => config,
        ModelConfig::CountGnnM(config) => config,
        ModelConfig::CountGnnAsRun(config) => config,
        ModelConfig::CountGnnPlus(config) => config,
        ModelConfig::Gcn(config) => config,
        ModelConfig::GraphSage(config) => config,
        ModelConfig::Gat(config) => config,
        ModelConfig::Dpgcnn(config) => config,
        ModelConfig::DiffPool(config) => config,
        ModelConfig::Gin(config) => config,
        ModelConfig::RgcnSum(config) => config,
        ModelConfig::RgcnDn(config) => config,
        ModelConfig::RginSum(config) => config,
        ModelConfig::RginDn(config) => config,
        ModelConfig::Lrp(config) => config,
        ModelConfig::DmpnnLrp(config) => config,
    };
    let mut params = Params::new(seed);
    let model = settings.build(&mut params, vocabulary);
    (params, model)
}

/// The number of parameters of a model at its usual width.
#[must_use]
pub fn num_parameters(model: &ModelEntry, vocabulary: Vocabulary) -> usize {
    build(&(model.with_width)(model.widths.usual), vocabulary, 0).0.num_scalars()
}
