//! The candidates for rows: the models as `isocount train` configures them, and variants of them
//! with other settings.

use isocount_nn::{MODELS, ModelEntry};

/// A model with its settings and the name of its row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The name of its rows.
    pub(crate) name: &'static str,
    /// The model.
    pub(crate) entry: &'static ModelEntry,
    /// The differences from the settings of `isocount train`.
    pub(crate) settings: &'static [&'static str],
    /// The tables that contain its rows.
    pub(crate) tables: Tables,
}

/// The tables that contain a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tables {
    /// Tables 2, 3 and 5.
    Main,
    /// The table of encoders and heads.
    Heads,
}

/// A row in addition to that of its model.
struct Variant {
    name: &'static str,
    model: &'static str,
    settings: &'static [&'static str],
    tables: Tables,
}

const VARIANTS: [Variant; 4] = [
    // The comparison on equal terms: the paper's encoder and modulation with the head of the
    // baselines.
    Variant {
        name: "count-gnn-sum-head",
        model: "count-gnn",
        settings: &["model.head=sum", "training.rate=0.001"],
        tables: Tables::Main,
    },
    // Count-GNN at its best: sums, which the paper mentions as an option, and a loss that is not
    // dominated by large counts.
    Variant {
        name: "count-gnn-sum-log",
        model: "count-gnn",
        settings: &["model.encoder.aggregation=sum", "training.loss=logarithmic"],
        tables: Tables::Main,
    },
    // The reverse: encoders of the baselines with the head of Count-GNN's equations.
    Variant {
        name: "gin-count-head",
        model: "gin",
        settings: &["model.encoder.head=count"],
        tables: Tables::Heads,
    },
    Variant {
        name: "rgin-sum-count-head",
        model: "rgin-sum",
        settings: &["model.encoder.head=count"],
        tables: Tables::Heads,
    },
];

impl Candidate {
    /// Whether it has a row in the table of encoders and heads.
    pub(crate) fn is_among_heads(&self) -> bool {
        let plain = ["count-gnn", "count-gnn-as-run", "gin", "rgin-sum"];
        !self.settings.is_empty() || plain.contains(&self.name)
    }
}

/// All candidates: the models, then the variants.
pub(crate) fn candidates() -> impl Iterator<Item = Candidate> {
    let models = MODELS.iter().map(|entry| Candidate {
        name: entry.name,
        entry,
        settings: &[],
        tables: Tables::Main,
    });
    let variants = VARIANTS.iter().filter_map(|&Variant { name, model, settings, tables }| {
        let entry = MODELS.iter().find(|entry| entry.name == model)?;
        Some(Candidate { name, entry, settings, tables })
    });
    models.chain(variants)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use isocount_train::TrainConfig;

    use super::*;

    #[test]
    fn every_variant_has_a_model_a_name_of_its_own_and_settings_that_exist() {
        assert_eq!(candidates().count(), MODELS.len() + VARIANTS.len());
        let names: BTreeSet<&str> = candidates().map(|it| it.name).collect();
        assert_eq!(names.len(), MODELS.len() + VARIANTS.len());
        for candidate in candidates() {
            let plain = TrainConfig::preset(candidate.entry, None, 64);
            let mut config = plain.clone();
            for setting in candidate.settings {
                config.set(setting).unwrap_or_else(|error| panic!("{}: {error}", candidate.name));
            }
            config.check().unwrap();
            assert_eq!(config != plain, !candidate.settings.is_empty(), "{}", candidate.name);
        }
    }
}
