//! From a request to steps.

use std::collections::BTreeSet;

use isocount_eval::TRIVIAL;
use isocount_nn::ModelEntry;
use isocount_train::TrainConfig;

use crate::candidate::{Candidate, Tables, candidates};
use crate::command;
use crate::estimate::{self, Cost};
use crate::step::{CounterSpec, SplitSpec, Step, Work};
use crate::{
    Experiment, Extra, Figure, Key, MutagFiles, ReproduceError, RowSpec, ScaleSpec, ScaledCounter,
    Scope, Set,
};

/// A request to reproduce experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Data sets.
    pub sets: Vec<Set>,
    /// Tables of the paper, by number.
    pub tables: Vec<u8>,
    /// Additional tables that are not in the paper.
    pub extras: Vec<Extra>,
    /// Figures of the paper's appendix.
    pub figures: Vec<Figure>,
    /// Models; if `None`, all that fit the scope.
    pub models: Option<Vec<String>>,
    /// The number of seeds, both of splits and of models; if `None`, that of the scope.
    pub seeds: Option<u64>,
    /// The amount of data and training.
    pub scope: Scope,
    /// The files of MUTAG.
    pub mutag: Option<MutagFiles>,
}

/// Steps in an executable order, and the rows that are made from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The request.
    pub request: Request,
    /// The steps.
    pub steps: Vec<Step>,
    /// The rows.
    pub(crate) rows: Vec<RowSpec>,
    /// The points of the figure of time against arcs.
    pub(crate) scales: Vec<ScaleSpec>,
    /// The keys of the steps.
    known: BTreeSet<Key>,
}

/// The setting for the number of epochs.
const EPOCHS: &str = "training.epochs=";
/// The setting for the number of epochs without improvement after which training ends.
const PATIENCE: &str = "training.patience=";
/// K and λ of the figures; the paper's are 3 and 1e-4.
const LAYERS: [usize; 5] = [1, 2, 3, 4, 5];
/// Training triples of the figure: the paper's four sizes, and more, since ground truth is cheap
/// here.
const TRAINING_SIZES: [usize; 5] = [2_000, 5_000, 10_000, 20_000, 100_000];
const LAMBDAS: [f64; 5] = [0.0, 1e-5, 1e-4, 1e-3, 1e-2];

impl Plan {
    /// Makes a plan.
    ///
    /// # Errors
    /// If a model is not in the list.
    pub fn new(request: Request) -> Result<Self, ReproduceError> {
        let models = models(&request)?;
        let (steps, rows, scales) = (Vec::new(), Vec::new(), Vec::new());
        let mut plan = Self { request, steps, rows, scales, known: BTreeSet::new() };
        let sets: BTreeSet<Set> = plan.request.sets.iter().copied().collect();
        for set in sets {
            // Data sets whose files are required but missing have rows that explain how to get
            // them.
            if set.is_imported() && plan.request.mutag.is_none() {
                plan.add_missing_rows(set, &models);
                continue;
            }
            plan.add_set(set, &models);
        }
        Ok(plan)
    }

    /// The estimated time of all steps, in seconds.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        self.steps.iter().map(|step| step.estimate).sum()
    }

    fn wants(&self, tables: &[u8]) -> bool {
        self.request.tables.iter().any(|table| tables.contains(table))
    }

    /// Whether a model has a row in Tables 2, 3 and 5, if they are requested.
    fn is_in_main_tables(&self, model: &str) -> bool {
        // A model that ignores the pattern is not meaningful there, and Table 5 is about three of
        // them.
        let is_ablation = ["count-gnn", "count-gnn-e", "count-gnn-m"].contains(&model);
        model != "lrp" && (self.wants(&[2, 3]) || self.request.models.is_some() || is_ablation)
    }

    /// Models that were requested by name and have no row in the requested tables and figures.
    #[must_use]
    pub fn without_rows(&self) -> Vec<&str> {
        let asked = self.request.models.iter().flatten().map(String::as_str);
        asked.filter(|name| self.rows.iter().all(|row| row.counter != *name)).collect()
    }

    /// Whether MUTAG was requested and its files are missing.
    #[must_use]
    pub fn lacks_mutag(&self) -> bool {
        self.request.mutag.is_none() && self.request.sets.iter().any(|set| set.is_imported())
    }

    /// The number of seeds of a row; 0 if the row is not made.
    fn seeds(&self, set: Set, model: &Candidate) -> u64 {
        let Request { models, seeds, scope, .. } = &self.request;
        if models.is_none() && !scope.includes(model.name) {
            return 0;
        }
        seeds.unwrap_or_else(|| scope.seeds_of(set, model))
    }

    fn add_set(&mut self, set: Set, models: &[Candidate]) {
        let limit = self.request.scope.data.map(|limit| limit.min(set.num_triples()));
        let cost = Cost::of(set, limit);
        let title = format!("{}: data", set.name());
        let mutag = self.request.mutag.as_ref().filter(|_| set.is_imported());
        let source = mutag.map(|files| files.digest().clone());
        let work = Work::Data { set, limit, source };
        let data = self.add(title, work, estimate::making(set, limit));
        let ground = Ground { set, data, cost };
        let [heads, unseen] = [Extra::Heads, Extra::Unseen]
            .map(|extra| set == Set::Small && self.request.extras.contains(&extra));
        if self.wants(&[2, 3, 5]) {
            self.add_counters(&ground, &["exact", "vf2", "peregrine"], Experiment::Main);
        }
        for model in models {
            let is_compared = heads && model.is_among_heads();
            let is_in_main = self.wants(&[2, 3, 5]) && self.is_in_main_tables(model.name);
            match model.tables {
                Tables::Main if is_in_main || is_compared => {
                    self.add_seeds(&ground, model, Experiment::Main);
                }
                Tables::Heads if is_compared && self.seeds(set, model) > 0 => {
                    self.add_seeds(&ground, model, Experiment::Heads);
                }
                Tables::Main | Tables::Heads => {}
            }
        }
        if self.wants(&[4]) {
            self.add_secondary(&ground, models);
        }
        if unseen {
            self.add_unseen(&ground, models);
        }
        let Some(model) = models.iter().find(|model| model.name == "count-gnn") else {
            return;
        };
        if set == Set::Small && self.request.figures.contains(&Figure::Scalability) {
            self.add_scales(&ground, model);
        }
        // Single settings are varied where graphs are small.
        if set.has_large_graphs() {
            return;
        }
        let mut changes = Vec::new();
        if self.request.figures.contains(&Figure::Layers) {
            let setting = |layers| format!("model.encoder.layers={layers}");
            changes.extend(LAYERS.map(|layers| (Experiment::Layers(layers), setting(layers))));
        }
        if self.request.figures.contains(&Figure::Lambda) {
            let setting = |lambda| format!("training.lambda={lambda:e}");
            changes.extend(LAMBDAS.map(|lambda| (Experiment::Lambda(lambda), setting(lambda))));
        }
        if self.request.figures.contains(&Figure::TrainingSize) {
            // Half of a data set is for testing, and part of the rest for validation.
            let most = limit.unwrap_or(set.num_triples()) * 2 / 5;
            for triples in TRAINING_SIZES.into_iter().filter(|&triples| triples <= most) {
                let split = |seed| {
                    let training_triples = Some(triples as u32);
                    SplitSpec { training_triples, ..SplitSpec::paper(seed) }
                };
                let ground = Ground { cost: cost.with_training(triples), ..ground.clone() };
                self.add_runs(&ground, model, &[], Experiment::TrainingSize(triples), split);
            }
        }
        for (experiment, setting) in changes {
            self.add_runs(&ground, model, &[setting], experiment, SplitSpec::paper);
        }
    }

    /// One model per pattern.
    fn add_secondary(&mut self, ground: &Ground, models: &[Candidate]) {
        // The patterns of SMALL; the others have about as many.
        let ground = Ground { cost: ground.cost.part(75), ..ground.clone() };
        let patterns = ground.set.secondary_patterns();
        for (number, pattern) in (1..).zip(patterns) {
            for model in models.iter().filter(|model| is_secondary(model.name)) {
                if self.seeds(ground.set, model) == 0 {
                    continue;
                }
                // Examples are few, so batches are small, and all models train for equally many
                // epochs.
                let epochs = ground.set.secondary_epochs();
                let settings = ["training.batch=16".to_owned(), format!("{EPOCHS}{epochs}")];
                let split = |seed| SplitSpec {
                    pattern: Some((*pattern).to_owned()),
                    ..SplitSpec::paper(seed)
                };
                self.add_runs(&ground, model, &settings, Experiment::Secondary(number), split);
            }
        }
    }

    /// The same questions about graphs with more and more arcs.
    fn add_scales(&mut self, ground: &Ground, model: &Candidate) {
        let [run, _] = self.add_run(ground, model, &[], SplitSpec::paper(0));
        let counters = [
            ScaledCounter::Method("exact".to_owned()),
            ScaledCounter::Method("vf2".to_owned()),
            ScaledCounter::Method("peregrine".to_owned()),
            ScaledCounter::Fused(run.clone()),
            ScaledCounter::Indexed(run),
        ];
        for counter in counters {
            for &arcs in self.request.scope.scales {
                let title = format!("{}, {arcs} arcs: time", counter.name());
                let estimate = estimate::scaling(&counter, arcs);
                let work =
                    Work::Scale { data: ground.data.clone(), counter: counter.clone(), arcs };
                let key = self.add(title, work, estimate);
                self.scales.push(ScaleSpec { counter: counter.name().to_owned(), arcs, key });
            }
        }
    }

    fn add_missing_rows(&mut self, set: Set, models: &[Candidate]) {
        if !self.wants(&[2, 3, 5]) {
            return;
        }
        let main = models.iter().filter(|model| model.tables == Tables::Main);
        for model in main.filter(|model| model.name != "lrp") {
            self.add_row(set, Experiment::Main, model.name, Vec::new());
        }
    }

    /// The number of seeds of rows that are not in Table 2: one, unless specified.
    fn other_seeds(&self) -> u64 {
        self.request.seeds.unwrap_or(1)
    }

    /// A row with the split of Table 2 and as many seeds as the scope provides for it.
    fn add_seeds(&mut self, ground: &Ground, model: &Candidate, experiment: Experiment) {
        let runs: Vec<[Key; 2]> = (0..self.seeds(ground.set, model))
            .map(|seed| self.add_run(ground, model, &[], SplitSpec::paper(seed)))
            .collect();
        self.add_row(ground.set, experiment, model.name, runs);
    }

    /// A row that is not in Table 2.
    fn add_runs(
        &mut self,
        ground: &Ground,
        model: &Candidate,
        settings: &[String],
        experiment: Experiment,
        split: impl Fn(u64) -> SplitSpec,
    ) {
        let seeds = 0..self.other_seeds();
        let runs = seeds.map(|seed| self.add_run(ground, model, settings, split(seed))).collect();
        self.add_row(ground.set, experiment, model.name, runs);
    }

    /// Trains and evaluates a model.
    fn add_run(
        &mut self,
        ground: &Ground,
        model: &Candidate,
        settings: &[String],
        split: SplitSpec,
    ) -> [Key; 2] {
        let Ground { set, ref data, cost } = *ground;
        let seed = split.seed;
        let mut settings = settings.to_vec();
        let epochs = self.request.scope.epochs;
        let epochs = epochs.map(|epochs| epochs.of(model.entry));
        // The scope overrides the other settings.
        let own = settings.iter().find_map(|setting| setting.strip_prefix(EPOCHS)?.parse().ok());
        let epochs = epochs.or(own);
        settings.retain(|setting| !setting.starts_with(EPOCHS));
        if let Some(epochs) = epochs {
            // No early stopping: all rows train for the same number of epochs.
            settings.extend([EPOCHS, PATIENCE].map(|setting| format!("{setting}{epochs}")));
        }
        let mut title = format!("{}: {}", set.name(), model.name);
        let is_length = |it: &str| it.starts_with(EPOCHS) || it.starts_with(PATIENCE);
        for setting in settings.iter().filter(|setting| !is_length(setting)) {
            title += &format!(", {}", setting.rsplit('.').next().unwrap_or_default());
        }
        if let Some(pattern) = &split.pattern {
            title += &format!(", {pattern}");
        }
        if let Some(triples) = split.training_triples {
            title += &format!(", {triples} triples");
        }
        if split.held_out_patterns {
            title += ", unseen patterns";
        }
        title += &format!(", seed {seed}");
        // The name of the row contains them.
        settings.splice(0..0, model.settings.iter().map(|&setting| setting.to_owned()));
        let work = Work::Train {
            data: data.clone(),
            split: split.clone(),
            model: model.entry.name.to_owned(),
            preset: preset(set, model.entry),
            settings,
            seed,
        };
        let run = self.add(format!("{title}: train"), work, cost.training(model.entry, epochs));
        let counter = CounterSpec::Run(run.clone());
        let limit = self.request.scope.test_limit(set);
        let work = Work::Evaluate { data: data.clone(), split, counter, limit };
        let asked = self.add(format!("{title}: test"), work, cost.asking(model.name, limit));
        [run, asked]
    }

    /// Unseen patterns, which the paper does not evaluate.
    fn add_unseen(&mut self, ground: &Ground, models: &[Candidate]) {
        self.add_counters(ground, &["exact"], Experiment::Unseen);
        for model in models.iter().filter(|model| is_asked_unseen(model.name)) {
            let split = |seed| split_of(Experiment::Unseen, seed);
            self.add_runs(ground, model, &[], Experiment::Unseen, split);
        }
    }

    /// Methods and trivial baselines, evaluated like models: on the splits of all seeds.
    fn add_counters(&mut self, ground: &Ground, methods: &[&str], experiment: Experiment) {
        let Ground { set, ref data, cost } = *ground;
        let seeds = match experiment {
            Experiment::Main => {
                self.request.seeds.unwrap_or_else(|| self.request.scope.splits_of(set))
            }
            _ => self.other_seeds(),
        };
        let limit = self.request.scope.test_limit(set);
        let methods = methods.iter().map(|&name| (name, CounterSpec::Method(name.to_owned())));
        let trivial = TRIVIAL.iter().map(|&name| (name, CounterSpec::Trivial(name.to_owned())));
        for (name, counter) in methods.chain(trivial) {
            let mut evaluations = Vec::new();
            for seed in 0..seeds {
                let split = split_of(experiment, seed);
                let mut title = format!("{}: {name}", set.name());
                if split.held_out_patterns {
                    title += ", unseen patterns";
                }
                title += &format!(", split {seed}");
                let counter = counter.clone();
                let work = Work::Evaluate { data: data.clone(), split, counter, limit };
                evaluations.push(self.add(title, work, cost.asking(name, limit)));
            }
            let (counter, trainings) = (name.to_owned(), Vec::new());
            self.rows.push(RowSpec { set, experiment, counter, trainings, evaluations });
        }
    }

    fn add_row(&mut self, set: Set, experiment: Experiment, counter: &str, runs: Vec<[Key; 2]>) {
        let (trainings, evaluations) = runs.into_iter().map(|[run, asked]| (run, asked)).unzip();
        let counter = counter.to_owned();
        self.rows.push(RowSpec { set, experiment, counter, trainings, evaluations });
    }

    /// Adds a step, unless it exists.
    fn add(&mut self, title: String, work: Work, estimate: f64) -> Key {
        let key = Key::of(&work);
        if self.known.insert(key.clone()) {
            let command = command::of(&work, &key, self);
            self.steps.push(Step { key: key.clone(), title, work, command, estimate });
        }
        key
    }
}

/// The common part of the experiments on one data set.
#[derive(Clone)]
struct Ground {
    set: Set,
    data: Key,
    cost: Cost,
}

/// Settings that were added after the first records, at neutral values: a key does not depend on
/// them, so that records stay valid.
const CHANGE_NOTHING: [&str; 5] =
    ["head = \"count\"", "head = \"sum\"", "head_width = 128", "plateau = 0", "by_graph = false"];
/// The same for Count-GNN; the baselines always had this setting.
const CHANGES_NOTHING_IN_COUNT_GNN: &str = "head_dropout = 0.2";

/// The initial settings of `isocount train`; those that depend on the largest graph follow from the
/// data.
fn preset(set: Set, model: &ModelEntry) -> Key {
    let settings = TrainConfig::preset(model, Some(set.paper()), 0).to_toml();
    let is_new = |line: &str| {
        CHANGE_NOTHING.contains(&line)
            || model.name == "count-gnn" && line == CHANGES_NOTHING_IN_COUNT_GNN
    };
    let lines = settings.lines().filter(|line| !is_new(line));
    Key::of(&lines.map(|line| format!("{line}\n")).collect::<String>())
}

/// Models of the secondary setting.
fn is_secondary(name: &str) -> bool {
    ["lrp", "count-gnn", "count-gnn-plus"].contains(&name)
}

/// Models that are evaluated on unseen patterns: this project's own, and the best of the baselines.
fn is_asked_unseen(name: &str) -> bool {
    ["count-gnn", "count-gnn-plus", "gin", "rgin-sum", "dmpnn-lrp"].contains(&name)
}

/// The split of a data set for Table 2, and for unseen patterns.
fn split_of(experiment: Experiment, seed: u64) -> SplitSpec {
    let held_out_patterns = experiment == Experiment::Unseen;
    SplitSpec { held_out_patterns, ..SplitSpec::paper(seed) }
}

fn models(request: &Request) -> Result<Vec<Candidate>, ReproduceError> {
    let find = |name: &str| {
        candidates().find(|model| model.name == name).ok_or_else(|| {
            let known = candidates().map(|model| model.name).collect::<Vec<_>>().join(", ");
            ReproduceError::UnknownModel { name: name.to_owned(), known }
        })
    };
    match &request.models {
        Some(names) => names.iter().map(|name| find(name)).collect(),
        None => request.scope.model_names().into_iter().map(find).collect(),
    }
}
