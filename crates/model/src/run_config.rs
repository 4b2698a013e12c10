//! `config.toml`: the description of a trained model.
//!
//! | layout | what is new                                                                            |
//! |-------:|----------------------------------------------------------------------------------------|
//! |      1 | the first; does not say its number                                                       |
//! |      2 | `layout`, `program`, checksums of the data set and the split, checksums inside weights   |
//!
//! Both are read. Continuing a run of layout 1 keeps its layout. A newer layout is refused, and so
//! is every unknown key.

use std::path::Path;

use isocount_core::Meaning;
use serde::{Deserialize, Serialize};

use crate::{
    LabelTable, Largest, ModelConfig, ModelError, OnlyPattern, TrainConfig, TrainingConfig,
};

/// The newest layout of runs, which this version writes.
pub const LAYOUT: u64 = 2;

/// The program that writes a run, as recorded in its settings.
const PROGRAM: &str = concat!("isocount ", env!("CARGO_PKG_VERSION"));

/// The contents of `config.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RunConfig {
    /// The layout of the folder.
    #[serde(default = "first_layout")]
    pub layout: u64,
    /// The program that began the run, with its version; `None` in layout 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The model.
    pub model: ModelConfig,
    /// How it was trained.
    pub training: TrainingConfig,
    /// The data that it was trained on.
    pub data: DataConfig,
    /// What its counts mean.
    pub meaning: Meaning,
    /// The names of the labels that it knows.
    pub labels: LabelTable,
}

fn first_layout() -> u64 {
    1
}

/// The data that a model was trained on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataConfig {
    /// The data set.
    pub name: String,
    /// The split.
    pub split: String,
    /// Training examples.
    pub train: usize,
    /// Validation examples.
    pub valid: usize,
    /// The checksums that identify the data set and the split; `None` in layout 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksums: Option<InputChecksums>,
    /// The largest patterns and graphs of its training examples; missing in the first runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest: Option<Largest>,
    /// The pattern that a blind model was trained for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_pattern: Option<OnlyPattern>,
}

/// Checksums of the data that a model was trained on, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputChecksums {
    /// The checksum of the data set.
    pub dataset: String,
    /// The checksum of the split.
    pub split: String,
}

impl RunConfig {
    /// The description of a run that begins now.
    #[must_use]
    pub fn new(
        config: &TrainConfig,
        data: DataConfig,
        meaning: Meaning,
        labels: LabelTable,
    ) -> Self {
        Self {
            layout: LAYOUT,
            program: Some(PROGRAM.to_owned()),
            model: config.model.clone(),
            training: config.training,
            data,
            meaning,
            labels,
        }
    }

    /// Reads the text of a `config.toml`; `path` is its origin. The text is also part of an index.
    ///
    /// # Errors
    /// If the layout is newer, a key is unknown or missing, or settings are inconsistent.
    pub fn from_toml(path: &Path, text: &str) -> Result<Self, ModelError> {
        let damaged = |problem: &toml::de::Error| {
            let line = problem.span().map(|at| text[..at.start].matches('\n').count() + 1);
            ModelError::damaged(
                path,
                match line {
                    // An error that spans the whole file has no position.
                    Some(line) if line > 1 => format!("line {line}: {}", problem.message()),
                    _ => problem.message().to_owned(),
                },
            )
        };
        let table: toml::Table = toml::from_str(text).map_err(|problem| damaged(&problem))?;
        // Checks the layout before the keys, since a newer layout may have other keys.
        let found = match table.get("layout") {
            None => 1,
            Some(layout) => layout.as_integer().and_then(|it| u64::try_from(it).ok()).unwrap_or(0),
        };
        if found > LAYOUT {
            return Err(ModelError::Newer { path: path.to_owned(), found, known: LAYOUT });
        }
        if found == 0 {
            return Err(ModelError::damaged(path, "layout must be a whole number from 1"));
        }
        let config: Self = toml::from_str(text).map_err(|problem| damaged(&problem))?;
        config.check(path)?;
        Ok(config)
    }

    fn check(&self, path: &Path) -> Result<(), ModelError> {
        let fits = self.settings().check();
        fits.map_err(|problem| ModelError::damaged(path, problem.to_string()))?;
        if self.layout > 1 && (self.program.is_none() || self.data.checksums.is_none()) {
            let problem = "layout 2 requires the keys program and data.checksums";
            return Err(ModelError::damaged(path, problem));
        }
        match self.labels.ambiguous() {
            None => Ok(()),
            Some(name) => {
                let problem = format!("two labels are called {name:?}");
                Err(ModelError::damaged(path, problem))
            }
        }
    }

    /// The text of the file.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "names and numbers are TOML")]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("names and numbers are TOML")
    }

    /// The settings with which the run began.
    #[must_use]
    pub fn settings(&self) -> TrainConfig {
        TrainConfig { model: self.model.clone(), training: self.training }
    }

    /// Returns an error if a safetensors file of this run has changed since it was
    /// [sealed](crate::seal).
    ///
    /// # Errors
    /// If it has changed, or has no checksum although the layout requires one.
    pub fn check_tensors(&self, path: &Path, file: &[u8]) -> Result<(), ModelError> {
        crate::model_files::check_seal(path, file, self.layout)
    }

    /// The reason why this run cannot be continued with the settings of another, if there is one.
    /// Programs and layouts may differ, and values that an earlier layout does not contain are not
    /// compared.
    #[must_use]
    pub fn difference(&self, now: &Self) -> Option<String> {
        let comparable = |mut config: Self| {
            (config.layout, config.program) = (LAYOUT, None);
            if self.data.checksums.is_none() {
                config.data.checksums = None;
            }
            if self.data.largest.is_none() {
                config.data.largest = None;
            }
            config
        };
        let [run, now] = [self, now].map(|it| comparable(it.clone()));
        if run == now {
            return None;
        }
        let is_named_alike = run.data.name == now.data.name && run.data.split == now.data.split;
        if is_named_alike && run.settings() == now.settings() {
            let inputs = |it: &Self| it.data.checksums.clone();
            if let (Some(run), Some(now)) = (inputs(&run), inputs(&now)) {
                let [of_run, given] = if run.dataset == now.dataset {
                    [&run.split, &now.split]
                } else {
                    [&run.dataset, &now.dataset]
                };
                if of_run != given {
                    let what = if run.dataset == now.dataset { "split" } else { "data set" };
                    let [of_run, given] = [of_run, given].map(|sum| first_digits(sum));
                    return Some(format!(
                        "the {what} has other contents: checksum {of_run}… in the run, {given}… now"
                    ));
                }
            }
        }
        let [run, now] = [run, now].map(|it| leaves(&it));
        let named: Vec<String> = differences(&run, &now);
        Some(match named.len() {
            0..=3 => named.join("; "),
            more => format!("{}; and {} more", named[..2].join("; "), more - 2),
        })
    }
}

fn first_digits(sum: &str) -> String {
    sum.chars().take(12).collect()
}

/// All values with their paths.
fn leaves(config: &RunConfig) -> Vec<(String, String)> {
    fn walk(path: &str, value: &toml::Value, to: &mut Vec<(String, String)>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    let dot = if path.is_empty() { "" } else { "." };
                    walk(&format!("{path}{dot}{key}"), value, to);
                }
            }
            other => to.push((path.to_owned(), other.to_string())),
        }
    }
    let value = toml::Value::try_from(config).unwrap_or_else(|_| toml::Table::new().into());
    let mut leaves = Vec::new();
    walk("", &value, &mut leaves);
    leaves
}

fn differences(run: &[(String, String)], now: &[(String, String)]) -> Vec<String> {
    let value = |of: &[(String, String)], path: &str| {
        let found = of.iter().find(|(of_value, _)| of_value == path);
        found.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
    };
    let mut paths: Vec<&str> = run.iter().chain(now).map(|(path, _)| path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    let differ = paths.into_iter().map(|path| (path, value(run, path), value(now, path)));
    differ
        .filter(|(_, run, now)| run != now)
        .map(|(path, run, now)| match run.len().max(now.len()) {
            0..=40 => format!("{path} is {run} in the run, {now} now"),
            _ => format!("{path} differs"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use isocount_core::{Semantics, Unit};

    use super::*;
    use crate::MODELS;

    fn run() -> RunConfig {
        let config =
            TrainConfig { model: (MODELS[0].with_width)(24), training: TrainingConfig::default() };
        let data = DataConfig {
            name: "small".to_owned(),
            split: "paper".to_owned(),
            train: 80,
            valid: 20,
            checksums: Some(InputChecksums { dataset: "d".repeat(64), split: "5".repeat(64) }),
            largest: Some(Largest::default()),
            only_pattern: None,
        };
        let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
        RunConfig::new(&config, data, meaning, LabelTable::numbers(2, 1))
    }

    fn read(text: &str) -> Result<RunConfig, ModelError> {
        RunConfig::from_toml(Path::new("config.toml"), text)
    }

    #[test]
    fn the_file_comes_back() {
        let run = run();
        assert_eq!(read(&run.to_toml()).unwrap(), run);
    }

    #[test]
    fn a_run_without_a_layout_is_of_the_first() {
        let mut old = run();
        (old.layout, old.program, old.data.checksums) = (1, None, None);
        let text = old.to_toml().replace("layout = 1\n", "");
        assert!(!text.contains("layout"), "{text}");
        assert_eq!(read(&text).unwrap(), old);
        // It can be continued although it has no checksums, but not with other sizes.
        assert_eq!(old.difference(&run()), None);
        let mut other = run();
        other.data.train = 81;
        let said = old.difference(&other).unwrap();
        assert_eq!(said, "data.train is 80 in the run, 81 now");
    }

    #[test]
    fn unknown_settings_are_refused() {
        let text = run().to_toml();
        let said = |text: &str| read(text).unwrap_err().to_string();
        for (from, to, problem) in [
            ("layout = 2", "layout = 3", "layout 3 of runs is newer than layout 2"),
            ("layout = 2", "layout = \"2\"", "layout must be a whole number from 1"),
            ("layout = 2", "layout = 2\nnoise = 1", "unknown field `noise`"),
            ("shared = false", "shared = false\ngates = 1", "unknown field `gates`"),
            ("[training]", "[training]\ncurriculum = true", "unknown field `curriculum`"),
            ("residual = false", "residual = false\ndepth = 1", "unknown field `depth`"),
            ("\"annealed\"", "\"squashed\"", "unknown variant `squashed`"),
            ("\"count-gnn\"", "\"count-gnn-2\"", "unknown variant `count-gnn-2`"),
            ("ignored = []", "ignored = [\"colours\"]", "`colours` cannot be ignored"),
            ("ignored = []", "ignored = []\nbound = 1", "unknown field `bound`"),
            ("width = 24", "width = 0", "sizes must be from 1 to 4096"),
            ("[\"0\", \"1\"]", "[\"0\", \"0\"]", "two labels are called \"0\""),
            ("program = ", "#", "layout 2 requires the keys program and data.checksums"),
            ("[labels]", "[labels", "expected"),
        ] {
            assert!(text.contains(from), "{from}: {text}");
            let said = said(&text.replacen(from, to, 1));
            assert!(said.starts_with("config.toml: "), "{said}");
            assert!(said.contains(problem), "{to}: {said}");
        }
    }

    #[test]
    fn a_difference_is_named() {
        let run = run();
        assert_eq!(run.difference(&run), None);
        let changed = |change: &dyn Fn(&mut RunConfig)| {
            let mut now = run.clone();
            change(&mut now);
            run.difference(&now).unwrap_or_default()
        };
        assert_eq!(changed(&|it| it.program = None), "");
        assert_eq!(
            changed(&|it| it.training.rate = 0.5),
            "training.rate is 0.003 in the run, 0.5 now"
        );
        let of_data = changed(&|it| {
            it.data.checksums =
                Some(InputChecksums { dataset: "e".repeat(64), split: "6".repeat(64) });
        });
        assert_eq!(
            of_data,
            "the data set has other contents: checksum dddddddddddd… in the run, eeeeeeeeeeee… now"
        );
        let of_split = changed(&|it| it.data.checksums.as_mut().unwrap().split = "6".repeat(64));
        assert!(of_split.starts_with("the split has other contents"), "{of_split}");
        assert_eq!(changed(&|it| it.labels.nodes = vec!["x".repeat(50)]), "labels.nodes differs");
    }
}
