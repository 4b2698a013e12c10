//! The settings with which a run begins: the model and its training.

use serde::{Deserialize, Serialize};

use crate::{ModelConfig, ModelEntry, ModelError, TrainingConfig};

/// Everything that a run depends on besides its data.
///
/// ```
/// use isocount_model::{MODELS, TrainConfig};
///
/// // The usual settings of a model for graphs of up to 28 nodes, with fewer epochs.
/// let count_gnn = MODELS.iter().find(|entry| entry.name == "count-gnn").expect("a model");
/// let mut config = TrainConfig::preset(count_gnn, Some("MUTAG"), 28);
/// config.set("training.epochs=10")?;
/// assert_eq!(config.training.epochs, 10);
///
/// // They can be kept in a file.
/// assert_eq!(TrainConfig::from_toml(&config.to_toml())?, config);
///
/// // A typing error is no setting.
/// assert!(config.set("training.epoch=10").is_err());
/// # Ok::<(), isocount_model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainConfig {
    /// The model.
    pub model: ModelConfig,
    /// How it is trained.
    #[serde(default)]
    pub training: TrainingConfig,
}

impl TrainConfig {
    /// The settings for a data set of the paper, by its name there: the paper's widths, with
    /// lengths and rates chosen by validation, and at least 800 steps for wide models. Any other
    /// data set is treated like SMALL. `max_nodes` is the size of the largest graph.
    // PAPER: schedule
    #[must_use]
    pub fn preset(model: &ModelEntry, paper: Option<&str>, max_nodes: usize) -> Self {
        // For wide models, an epoch costs fifty times as much; they overfit sooner, and need
        // smaller steps.
        let is_wide = model.widths.usual >= 64;
        let is_mutag = paper == Some("MUTAG");
        let [narrow, wide] = match paper {
            Some("MUTAG") => [400, 60],
            Some("LARGE") => [60, 20],
            Some("OGB-PPA") => [12, 5],
            _ => [120, 40],
        };
        let epochs = if is_wide { wide } else { narrow };
        let mut training = TrainingConfig { epochs, patience: epochs, ..Default::default() };
        match paper {
            // Eight steps per epoch are few, so the steps are larger or more. Gradients of wide
            // models are large, so parts of a batch must be large enough to be worth them.
            Some("MUTAG") if is_wide => (training.batch, training.groups) = (32, 2),
            Some("MUTAG") => training.rate = 1e-2,
            // Its graphs are large, and each has four examples, for which it is encoded once. A
            // part of a batch, a graph or two, must fit into memory.
            Some("OGB-PPA") => {
                training.by_graph = true;
                // DMPNN-LRP multiplies its weights with each other for each part, which pays off
                // for several graphs: it saves a third of the time.
                let has_small_parts = is_wide && model.name != "dmpnn-lrp";
                training.groups = if has_small_parts { 32 } else { 8 };
            }
            _ => {}
        }
        // The authors' rate; the head is as wide as those of the baselines.
        if is_wide || model.name == "count-gnn-as-run" {
            training.rate = 1e-3;
        }
        let width = if is_mutag { model.widths.mutag } else { model.widths.usual };
        let mut model = (model.with_width)(width);
        model.set_max_nodes(max_nodes);
        Self { model, training }
    }

    /// Reads settings, possibly from the config.toml of a run. Unknown keys are errors. Use
    /// [`TrainConfig::check`] to check whether the settings are consistent.
    ///
    /// # Errors
    /// If the text is not TOML, or contains an unknown key or value.
    pub fn from_toml(text: &str) -> Result<Self, ModelError> {
        let wrong = |problem: toml::de::Error| ModelError::Settings(problem.to_string());
        let mut table: toml::Table = toml::from_str(text).map_err(wrong)?;
        // The other sections of the file of a run.
        for part in ["layout", "program", "data", "meaning", "labels"] {
            table.remove(part);
        }
        table.try_into().map_err(wrong)
    }

    /// Checks that the settings are consistent.
    ///
    /// # Errors
    /// If they are not. The message states what is allowed.
    pub fn check(&self) -> Result<(), ModelError> {
        match self.model.problem() {
            Some(problem) => Err(ModelError::Settings(problem)),
            None => self.training.check(),
        }
    }

    /// The settings as text.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "numbers and names are TOML")]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("numbers and names are TOML")
    }

    /// Changes one setting, named by its path: `training.rate=0.01`.
    ///
    /// # Errors
    /// If the path does not exist or the value has the wrong type.
    #[expect(clippy::missing_panics_doc, reason = "our own text is TOML")]
    pub fn set(&mut self, assignment: &str) -> Result<(), ModelError> {
        let wrong = |problem: String| ModelError::Settings(format!("{assignment}: {problem}"));
        let (path, value) = assignment
            .split_once('=')
            .ok_or_else(|| wrong("expected `key=value`, such as training.rate=0.01".to_owned()))?;
        let mut table: toml::Table = self.to_toml().parse().expect("our own text is TOML");
        let parsed: Result<toml::Table, _> = format!("value = {value}").parse();
        // Words on the command line need no quotes.
        let value = match parsed {
            Ok(mut parsed) => parsed.remove("value").expect("it was just written"),
            Err(_) => toml::Value::String(value.to_owned()),
        };
        let mut parts = path.split('.');
        let last = parts.next_back().unwrap_or_default();
        let mut place = &mut table;
        for part in parts {
            let known: Vec<String> = place.keys().cloned().collect();
            place = place.get_mut(part).and_then(toml::Value::as_table_mut).ok_or_else(|| {
                wrong(format!("there is no `{part}`; there are {}", known.join(", ")))
            })?;
        }
        if !place.contains_key(last) {
            let known: Vec<&str> = place.keys().map(String::as_str).collect();
            return Err(wrong(format!("there is no `{last}`; there are {}", known.join(", "))));
        }
        place.insert(last.to_owned(), value);
        let text = toml::to_string(&table).expect("a table is TOML");
        *self = Self::from_toml(&text).map_err(|error| wrong(error.to_string()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loss, MODELS};

    fn config() -> TrainConfig {
        TrainConfig { model: (MODELS[0].with_width)(24), training: TrainingConfig::default() }
    }

    #[test]
    fn settings_round_trip_through_a_file() {
        let config = config();
        assert_eq!(TrainConfig::from_toml(&config.to_toml()).unwrap(), config);
        let unknown = config.to_toml().replace("epochs", "epoch");
        assert!(TrainConfig::from_toml(&unknown).is_err());
    }

    #[test]
    fn settings_are_changed_by_their_path() {
        let mut config = config();
        config.set("training.rate=0.01").unwrap();
        config.set("training.loss=squared").unwrap();
        config.set("model.encoder.layers=5").unwrap();
        assert!((config.training.rate - 0.01).abs() < 1e-12);
        assert_eq!(config.training.loss, Loss::Squared);
        assert!(config.to_toml().contains("layers = 5"));
        for (wrong, problem) in [
            ("training.rat=1", "training.rat=1: there is no `rat`; there are"),
            ("trainin.rate=1", "trainin.rate=1: there is no `trainin`; there are model, training"),
            ("training.rate", "training.rate: expected `key=value`"),
        ] {
            let said = config.set(wrong).unwrap_err().to_string();
            assert!(said.starts_with(problem), "{said}");
        }
        for (wrong, problem) in [
            ("training.batch=0", "batch and groups must be at least 1"),
            ("model.encoder.layers=0", "sizes must be from 1 to 4096: layers = 0, width = 24,"),
            (
                "model.encoder.width=100000",
                "sizes must be from 1 to 4096: layers = 5, width = 100000,",
            ),
        ] {
            let mut config = config.clone();
            config.set(wrong).unwrap();
            let said = config.check().unwrap_err().to_string();
            assert!(said.starts_with(problem), "{said}");
        }
        assert!(config.set("training.loss=cubed").is_err());
    }
}
