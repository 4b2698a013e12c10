//! Doing what is not done yet.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use isocount_core::{Budget, Counter, Labels, Semantics, Unit, View};
use isocount_count::{Exact, Method};
use isocount_data::{
    About, Collecting, Crew, Dataset, Made, Meaning, NamedPattern, Pairs, Protocol, Protocols,
    Questions, Sizes, Split, Stats, Synthetic, TestSet, TrainingSet, generate_ppa_stand_in, label,
    mutag_patterns,
};
use isocount_eval::{Trivial, run as ask};
use isocount_format::{LabelNames, NamedGraph};
use isocount_infer::{FastCounter, InferError, Network, Readout};
use isocount_nn::MODELS;
use isocount_train::{Epoch, Largest, Learned, Run, TrainConfig, TrainError, fit};

use crate::scaling;
use crate::step::{CounterSpec, SplitSpec, Work};
use crate::{
    Curve, DataRecord, EvaluationRecord, Key, Plan, Provenance, ReproduceError, ScaledCounter, Set,
    Step, Store, TrainingRecord,
};

/// Molecules of MUTAG.
const MUTAG_GRAPHS: usize = 188;

/// What happens while a plan is carried out.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A step was done before.
    Cached(&'a Step),
    /// A step begins; it has so many parts.
    Begins(&'a Step, u64),
    /// So many more parts of it are done.
    Advances(u64),
    /// An epoch of it ended.
    Epoch(&'a Epoch),
    /// A step is done.
    Ends(&'a Step),
}

/// Does every step of a plan that is not done yet, in order.
///
/// # Errors
/// If a step fails; what was done before is kept.
pub fn execute(
    plan: &Plan,
    store: &Store,
    threads: NonZeroUsize,
    report: &(dyn Fn(Event<'_>) + Sync),
) -> Result<(), ReproduceError> {
    let left: BTreeSet<&Key> = store.left(plan).iter().map(|step| &step.key).collect();
    for step in &plan.steps {
        if !left.contains(&step.key) {
            report(Event::Cached(step));
            continue;
        }
        let worker = Worker { plan, store, threads, report, step };
        match &step.work {
            Work::Data { set, limit, .. } => worker.make(*set, *limit)?,
            Work::Train { data, split, model, settings, seed, .. } => {
                worker.train(data, split, (model, settings), *seed)?;
            }
            Work::Evaluate { data, split, counter, limit } => {
                worker.evaluate(data, split, counter, *limit)?;
            }
            Work::Scale { data, counter, arcs } => worker.scale(data, counter, *arcs)?,
        }
        report(Event::Ends(step));
    }
    Ok(())
}

/// One step.
struct Worker<'a> {
    plan: &'a Plan,
    store: &'a Store,
    threads: NonZeroUsize,
    report: &'a (dyn Fn(Event<'_>) + Sync),
    step: &'a Step,
}

impl Worker<'_> {
    fn make(&self, set: Set, limit: Option<usize>) -> Result<(), ReproduceError> {
        let out = self.store.data(set, &self.step.key);
        let triples = limit.unwrap_or(usize::MAX).min(set.num_triples());
        (self.report)(Event::Begins(self.step, triples as u64));
        // Finished, but the record was not written.
        if !out.exists() {
            let progress = |more| (self.report)(Event::Advances(more));
            let counter = Exact::with_threads(1);
            let crew = Crew { counter: &counter, threads: self.threads, progress: &progress };
            match set {
                Set::Small => Synthetic::Small.generate(&out, 0, limit, crew)?,
                Set::Large => Synthetic::Large.generate(&out, 0, limit, crew)?,
                Set::PpaStandIn => {
                    generate_ppa_stand_in(&out, 0, limit.map(|limit| set.limit(limit)), crew)?;
                }
                Set::Mutag => self.import_mutag(&out, View::default(), crew)?,
                Set::MutagEdgeBlind => {
                    self.import_mutag(
                        &out,
                        View { edge_labels: Labels::Ignore, ..View::default() },
                        crew,
                    )?;
                }
            }
        }
        let stats = Stats::of(&Dataset::read(&out)?, &Exact::with_threads(1));
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

    fn import_mutag(&self, out: &Path, view: View, crew: Crew<'_>) -> Result<(), ReproduceError> {
        let Some(files) = &self.plan.request.mutag else { return Ok(()) };
        let mut collecting = Collecting::new();
        files.read(&mut collecting)?;
        let named =
            |it: NamedPattern| NamedGraph { name: it.name, graph: it.pattern.graph().clone() };
        collecting.add_patterns(mutag_patterns().into_iter().map(named), &LabelNames::new());
        let collection = collecting.finish()?;
        let graphs = collection.graphs.len();
        if graphs != MUTAG_GRAPHS {
            return Err(ReproduceError::NotMutag { folder: files.folder().to_owned(), graphs });
        }
        let semantics = Semantics::Monomorphism(Unit::Mappings);
        let about = About {
            name: out.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            paper: Some("MUTAG".to_owned()),
            meaning: Meaning::new(semantics, view),
            protocols: Protocols::MUTAG,
            labels: collection.labels.clone(),
            note: "Imported.".to_owned(),
            truth: "counted exactly; loops and parallel arcs must match".to_owned(),
            made: Made::new("reproduce", None, &[]),
            ..About::default()
        };
        let (patterns, graphs) = (&collection.patterns, &collection.graphs);
        let questions = Questions { about, patterns, graphs, pairs: Pairs::All };
        Ok(label(&questions, &Budget::UNLIMITED, out, crew)?)
    }

    /// The data set that a step reads.
    fn dataset(&self, data: &Key) -> Result<(Set, Dataset), ReproduceError> {
        let made = self.plan.steps.iter().find(|step| step.key == *data);
        let Some(Work::Data { set, .. }) = made.map(|step| &step.work) else {
            unreachable!("a step comes after the data that it reads")
        };
        Ok((*set, Dataset::read(&self.store.data(*set, data))?))
    }

    /// The data set of a step, and how it is divided.
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
        let split = Split::get(&dataset, protocol, split.seed)?;
        Ok((dataset, split))
    }

    fn train(
        &self,
        data: &Key,
        split: &SplitSpec,
        (model, settings): (&str, &[String]),
        seed: u64,
    ) -> Result<(), ReproduceError> {
        let (dataset, split) = self.divided(data, split)?;
        let training = TrainingSet::new(&dataset, &split)?;
        let entry = MODELS.iter().find(|entry| entry.name == model);
        let entry = entry.expect("the plan knows models of the list only");
        let largest = Largest::of_all(&training).nodes();
        let mut config = TrainConfig::preset(entry, dataset.about().paper.as_deref(), largest);
        for setting in settings {
            config.set(setting)?;
        }
        config.training.seed = seed;
        (self.report)(Event::Begins(self.step, config.training.epochs));
        let run = Run::at(&self.store.run(&self.step.key));
        let report = |epoch: &Epoch| (self.report)(Event::Epoch(epoch));
        let about = (dataset.about().name.as_str(), split.name());
        let finished = fit(&training, (about.0, &about.1), &config, &run, self.threads, &report)?;
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
        let training = TrainingSet::new(&dataset, &split)?;
        let test = TestSet::new(&dataset, &split)?.even_sample(limit);
        (self.report)(Event::Begins(self.step, test.len() as u64));
        let (name, counter) = self.counter(counter, &training)?;
        let progress = |more| (self.report)(Event::Advances(more));
        let said = ask(counter.as_ref(), &test, &Budget::UNLIMITED, &progress);
        let names = [self.step.title.clone(), self.step.command.clone(), name];
        let record = EvaluationRecord::new(names, &said.outcomes)
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
        (self.report)(Event::Begins(self.step, 1));
        let semantics = dataset.semantics();
        let fast = |run: &Key, readout| -> Result<Box<dyn Counter>, ReproduceError> {
            let network = Arc::new(Network::load(&self.store.run(run))?);
            Ok(Box::new(FastCounter::new(network, Some(semantics), readout, 1)))
        };
        let asked: Box<dyn Counter> = match counter {
            ScaledCounter::Method(name) => method(name),
            ScaledCounter::Fused(run) => fast(run, Readout::Fused)?,
            ScaledCounter::Indexed(run) => fast(run, Readout::Indexed)?,
        };
        let names = [self.step.title.clone(), counter.name().to_owned()];
        let record = scaling::measure(asked.as_ref(), dataset.patterns(), semantics, arcs, names)?;
        self.store.keep(&self.step.key, &record)
    }

    fn counter(
        &self,
        counter: &CounterSpec,
        training: &TrainingSet,
    ) -> Result<(String, Box<dyn Counter>), ReproduceError> {
        Ok(match counter {
            CounterSpec::Method(name) => (name.clone(), method(name)),
            CounterSpec::Trivial(name) => {
                let rows = Trivial::rows(training);
                let row = rows.into_iter().find(|row| row.name() == name);
                (name.clone(), Box::new(row.expect("the plan knows trivial rows of the list only")))
            }
            CounterSpec::Run(key) => {
                let folder = self.store.run(key);
                let learned = Learned::load(&Run::at(&folder))?;
                let counter: Box<dyn Counter> = match Network::load(&folder) {
                    Ok(network) => {
                        let semantics = learned.meaning().semantics();
                        let readout = Readout::For { patterns: 1 };
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

/// A method by its name, with one thread.
fn method(name: &str) -> Box<dyn Counter> {
    let method = Method::find(name).expect("the plan knows methods of the list only");
    (method.make)(1)
}
