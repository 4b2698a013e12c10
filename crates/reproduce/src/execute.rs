//! Executes the steps that are not done yet.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use isocount_core::{Budget, Control, Counter, Labels, Meaning, Semantics, Task, Unit, View};
use isocount_count::{Exact, SearchMethod};
use isocount_data::{
    About, Collecting, Dataset, Made, Making, NamedPattern, Pairs, Protocol, Protocols, Questions,
    Sizes, Spelling, Split, Stats, Synthetic, TestSet, TrainingSet, generate_ppa_stand_in, label,
    mutag_patterns,
};
use isocount_eval::{Trivial, budget_for, run as ask};
use isocount_format::{LabelNames, NamedGraph};
use isocount_infer::{FastCounter, InferError, Network, Readout};
use isocount_nn::MODELS;
use isocount_train::{Learned, Run, TrainConfig, TrainError, fit, largest};

use crate::scaling::Measuring;
use crate::step::{CounterSpec, SplitSpec, Work};
use crate::{
    Curve, DataRecord, EvaluationRecord, Key, Plan, Provenance, ReproduceError, ScaledCounter, Set,
    Step, Store, TrainingRecord,
};

/// The number of molecules in MUTAG.
const MUTAG_GRAPHS: usize = 188;

/// An event during the execution of a plan.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A step was done in an earlier run.
    Cached(&'a Step),
    /// A step begins.
    Begins(&'a Step),
    /// A step is done, and its record is on disk.
    Ends(&'a Step),
}

/// Executes every step of a plan that is not done yet, in order. `report` is called when steps
/// begin and end; `control` has the progress of the current step.
///
/// # Errors
/// If a step fails, or if the work is cancelled. Every finished step is kept, and so is the
/// progress of the current one if it can be resumed.
pub fn execute(
    plan: &Plan,
    store: &Store,
    threads: NonZeroUsize,
    control: &Control,
    report: &mut dyn FnMut(Event<'_>),
) -> Result<(), ReproduceError> {
    let left: BTreeSet<&Key> = store.left(plan).iter().map(|step| &step.key).collect();
    if !left.is_empty() {
        store.keep_environment(plan)?;
    }
    for step in &plan.steps {
        control.check()?;
        if !left.contains(&step.key) {
            report(Event::Cached(step));
            continue;
        }
        report(Event::Begins(step));
        let worker = Worker { plan, store, threads, control, step };
        // Cancelled work may fail with other errors.
        worker.run().map_err(|error| match control.check() {
            Ok(()) => error,
            Err(cancelled) => cancelled.into(),
        })?;
        report(Event::Ends(step));
    }
    control.end();
    Ok(())
}

/// One step.
struct Worker<'a> {
    plan: &'a Plan,
    store: &'a Store,
    threads: NonZeroUsize,
    control: &'a Control,
    step: &'a Step,
}

impl Worker<'_> {
    fn run(&self) -> Result<(), ReproduceError> {
        match &self.step.work {
            Work::Data { set, limit, .. } => self.make(*set, *limit),
            Work::Train { data, split, model, settings, seed, .. } => {
                self.train(data, split, model, settings, *seed)
            }
            Work::Evaluate { data, split, counter, limit } => {
                self.evaluate(data, split, counter, *limit)
            }
            Work::Scale { data, counter, arcs } => self.scale(data, counter, *arcs),
        }
    }

    fn make(&self, set: Set, limit: Option<usize>) -> Result<(), ReproduceError> {
        let out = self.store.data(set, &self.step.key);
        let triples = limit.unwrap_or(usize::MAX).min(set.num_triples());
        self.control.begin(Task::Making, &self.step.title, Some(triples as u64));
        // If it exists, it is complete, but its record was not written.
        if !out.exists() {
            let (counter, threads) = (Exact::with_threads(1), self.threads);
            let making = Making { counter: &counter, threads, control: self.control };
            match set {
                Set::Small => Synthetic::Small.generate(&out, 0, limit, making).map(drop)?,
                Set::Large => Synthetic::Large.generate(&out, 0, limit, making).map(drop)?,
                Set::PpaStandIn => {
                    generate_ppa_stand_in(&out, 0, limit.map(|limit| set.limit(limit)), making)?;
                }
                Set::Mutag => self.import_mutag(&out, View::default(), making)?,
                Set::MutagEdgeBlind => {
                    let view = View { edge_labels: Labels::Ignore, ..View::default() };
                    self.import_mutag(&out, view, making)?;
                }
            }
        }
        let dataset = Dataset::read(&out, self.control)?;
        let stats = Stats::of(&dataset, &Exact::with_threads(1), self.control)?;
        let Sizes { patterns, graphs, triples, .. } = stats.sizes;
        self.store.keep(
            &self.step.key,
            &DataRecord {
                title: self.step.title.clone(),
                command: self.step.command.clone(),
                patterns,
                graphs,
                graphs_per_pattern: stats.graphs_per_pattern,
                triples,
                pattern_nodes: stats.patterns.mean_nodes,
                pattern_arcs: stats.patterns.mean_arcs,
                graph_nodes: stats.graphs.mean_nodes,
                graph_arcs: stats.graphs.mean_arcs,
                mean_count: stats.counts.mean,
                node_labels: stats.graphs.node_labels,
                edge_labels: stats.graphs.edge_labels,
                made: Provenance::now(),
            },
        )
    }

    fn import_mutag(
        &self,
        out: &Path,
        view: View,
        making: Making<'_>,
    ) -> Result<(), ReproduceError> {
        let Some(files) = &self.plan.request.mutag else { return Ok(()) };
        let mut collecting = Collecting::new();
        files.read(&mut collecting, self.control)?;
        // The published patterns use codes, and so do the data sets of earlier runs.
        if let Some(known) = collecting.recognised(self.control)? {
            collecting = collecting.respelled(known.codes, Spelling::Codes);
        }
        let named = |it: NamedPattern| NamedGraph::new(it.name, it.pattern.graph().clone());
        let patterns = mutag_patterns().into_iter().map(named);
        collecting.add_patterns(patterns, &LabelNames::new(), self.control)?;
        let collection = collecting.finish(self.control)?;
        let graphs = collection.graphs.len();
        if graphs != MUTAG_GRAPHS {
            return Err(ReproduceError::NotMutag { folder: files.folder().to_owned(), graphs });
        }
        let semantics = Semantics::Monomorphism(Unit::Mappings);
        let about = About {
            name: out.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            paper: Some("MUTAG".to_owned()),
            meaning: Meaning { semantics, view },
            protocols: Protocols::MUTAG,
            labels: collection.labels.clone(),
            note: "Imported.".to_owned(),
            truth: "counted exactly; loops and parallel arcs must match".to_owned(),
            made: Made::by("reproduce"),
            ..About::default()
        };
        let (patterns, graphs) = (&collection.patterns, &collection.graphs);
        let questions = Questions { about, patterns, graphs, pairs: Pairs::All };
        label(&questions, &Budget::UNLIMITED, out, making)?;
        Ok(())
    }

    /// The data set that a step reads.
    fn dataset(&self, data: &Key) -> Result<(Set, Dataset), ReproduceError> {
        let made = self.plan.steps.iter().find(|step| step.key == *data);
        let Some(Work::Data { set, .. }) = made.map(|step| &step.work) else {
            unreachable!("a step comes after the data that it reads")
        };
        Ok((*set, Dataset::read(&self.store.data(*set, data), self.control)?))
    }

    /// The data set of a step, with its split.
    fn divided(&self, data: &Key, split: &SplitSpec) -> Result<(Dataset, Split), ReproduceError> {
        let (set, dataset) = self.dataset(data)?;
        let protocol = match (&split.pattern, split.training_triples) {
            (None, None) if split.held_out_patterns => Protocol::HeldOutPatterns,
            (None, None) => Protocol::Paper,
            (None, Some(train)) => Protocol::TrainingSize { train },
            (Some(name), _) => {
                let patterns = dataset.patterns().iter();
                let place = patterns.into_iter().position(|pattern| pattern.name == *name);
                let pattern = place.ok_or_else(|| ReproduceError::UnknownPattern {
                    set: set.name(),
                    pattern: name.clone(),
                })?;
                Protocol::Secondary { pattern: pattern as u32 }
            }
        };
        let split = Split::get(&dataset, protocol, split.seed, self.control)?;
        Ok((dataset, split))
    }

    fn train(
        &self,
        data: &Key,
        split: &SplitSpec,
        model: &str,
        settings: &[String],
        seed: u64,
    ) -> Result<(), ReproduceError> {
        let (dataset, split) = self.divided(data, split)?;
        let training = TrainingSet::new(&dataset, &split, self.control)?;
        let entry = MODELS.iter().find(|entry| entry.name == model);
        let entry = entry.expect("the plan knows models of the list only");
        let largest = largest(&training, self.control)?.nodes();
        let mut config = TrainConfig::preset(entry, dataset.about().paper.as_deref(), largest);
        for setting in settings {
            config.set(setting).map_err(TrainError::from)?;
        }
        config.training.seed = seed;
        let run = Run::at(&self.store.run(&self.step.key));
        let finished = fit(&training, &config, &run, self.threads, self.control, &|_| {})?;
        let learned = Learned::load(&run)?;
        self.store.keep(
            &self.step.key,
            &TrainingRecord {
                title: self.step.title.clone(),
                command: self.step.command.clone(),
                model: model.to_owned(),
                parameters: learned.num_parameters(),
                examples: [training.train().len(), training.valid().len()],
                seconds_per_epoch: finished.seconds_per_epoch,
                threads: self.threads.get(),
                curve: Curve::of(&finished.epochs),
                config: config.to_toml(),
                made: Provenance::now(),
            },
        )
    }

    fn evaluate(
        &self,
        data: &Key,
        split: &SplitSpec,
        counter: &CounterSpec,
        limit: Option<usize>,
    ) -> Result<(), ReproduceError> {
        let (dataset, split) = self.divided(data, split)?;
        let training = TrainingSet::new(&dataset, &split, self.control)?;
        let view = match counter {
            CounterSpec::Method(name) => method(name).view,
            CounterSpec::Trivial(_) | CounterSpec::Run(_) => View::PLAIN,
        };
        let test = TestSet::new(&dataset, &split)?.even_sample(limit).under(view, self.control)?;
        let (name, counter) = self.counter(counter, &training)?;
        let said = ask(counter.as_ref(), &test, &budget_for(&test), self.control)?;
        let record = EvaluationRecord::new(self.step, name, test.further_view(), &said.outcomes)
            .ok_or(ReproduceError::Train(TrainError::Empty { part: "test" }))?;
        self.store.keep(&self.step.key, &record)
    }

    fn scale(
        &self,
        data: &Key,
        counter: &ScaledCounter,
        arcs: usize,
    ) -> Result<(), ReproduceError> {
        let (_, dataset) = self.dataset(data)?;
        let semantics = dataset.semantics();
        let fast = |run: &Key, readout| -> Result<Box<dyn Counter>, ReproduceError> {
            let network = Arc::new(Network::load(&self.store.run(run))?);
            Ok(Box::new(FastCounter::new(network, semantics, readout, 1)))
        };
        let (asked, view): (Box<dyn Counter>, View) = match counter {
            ScaledCounter::Method(name) => ((method(name).make)(1), method(name).view),
            ScaledCounter::Fused(run) => (fast(run, Readout::Fused)?, View::PLAIN),
            ScaledCounter::Indexed(run) => (fast(run, Readout::Indexed)?, View::PLAIN),
        };
        let measuring = Measuring {
            title: &self.step.title,
            name: counter.name(),
            counter: asked.as_ref(),
            view,
            patterns: dataset.patterns(),
            semantics,
            arcs,
        };
        self.store.keep(&self.step.key, &measuring.run(self.control)?)
    }

    fn counter(
        &self,
        counter: &CounterSpec,
        training: &TrainingSet,
    ) -> Result<(String, Box<dyn Counter>), ReproduceError> {
        Ok(match counter {
            CounterSpec::Method(name) => (name.clone(), (method(name).make)(1)),
            CounterSpec::Trivial(name) => {
                let rows = Trivial::rows(training, self.control)?;
                let row = rows.into_iter().find(|row| row.name() == name);
                (name.clone(), Box::new(row.expect("the plan knows trivial rows of the list only")))
            }
            CounterSpec::Run(key) => {
                let folder = self.store.run(key);
                let learned = Learned::load(&Run::at(&folder))?;
                let counter: Box<dyn Counter> = match Network::load(&folder) {
                    Ok(network) => {
                        let semantics = learned.meaning().semantics;
                        let readout = Readout::Auto { patterns: 1 };
                        Box::new(FastCounter::new(Arc::new(network), semantics, readout, 1))
                    }
                    Err(InferError::Unsupported { .. }) => Box::new(learned),
                    Err(problem) => return Err(problem.into()),
                };
                (format!("runs/{key}"), counter)
            }
        })
    }
}

/// The method of this name.
fn method(name: &str) -> SearchMethod {
    SearchMethod::find(name).expect("the plan knows methods of the list only")
}
