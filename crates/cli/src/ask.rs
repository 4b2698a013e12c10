//! Builds the [`Ask`] from the flags of a question.

use std::num::NonZeroUsize;
use std::thread;

use clap::ValueEnum;
use isocount::session::{
    Ask, AskOptions, Method, MethodOption, MethodOptions, Readout, SessionError, methods,
};
use isocount::{Confidence, Directions, Labels, Meaning, View};

use crate::args::{MeaningArgs, ReadoutArg, SamplingArgs, WorkArgs};
use crate::error::Failure;

/// The question that the flags ask.
pub(crate) fn ask(
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> Result<Ask, Failure> {
    ask_by(methods()[0].name, meaning, work, sampling)
}

/// The question that the flags ask where true counts are needed: exact unless another method is
/// named.
pub(crate) fn ask_for_truth(
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> Result<Ask, Failure> {
    ask_by(Method::exact().name(), meaning, work, sampling)
}

fn ask_by(
    default: &str,
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> Result<Ask, Failure> {
    let method = work.method.clone().unwrap_or_else(|| default.to_owned());
    Ok(options(Some(method), meaning, work, sampling).ask()?)
}

/// The question about nodes or edges that the flags ask.
pub(crate) fn ask_per(
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> Result<Ask, Failure> {
    Ok(options(work.method.clone(), meaning, work, sampling).ask_per()?)
}

/// The options of a question, asked by this method.
fn options(
    method: Option<String>,
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> AskOptions {
    let mut options = words(meaning);
    options.method = method;
    options.options = method_options(work, sampling);
    options.time_limit = work.time_limit;
    options.step_limit = work.step_limit;
    options.threads = threads(work.threads);
    options
}

/// The options of methods among the flags.
fn method_options(work: &WorkArgs, sampling: &SamplingArgs) -> MethodOptions {
    MethodOptions::default().with(|it| {
        it.model.clone_from(&work.model);
        it.readout = readout(work.readout);
        it.precision = sampling.precision;
        it.confidence = sampling.confidence;
        it.seed = sampling.seed;
        it.replicates = sampling.replicates;
    })
}

/// The question to an index, and the confidence level of its intervals.
pub(crate) fn ask_index(
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> Result<(Meaning, Confidence), Failure> {
    if work.threads.is_some() {
        return Err(SessionError::IndexOption { option: MethodOption::Threads }.into());
    }
    let options = options(work.method.clone(), meaning, work, sampling);
    Ok((options.meaning()?, options.index_confidence()?))
}

/// The requested number of threads, or one per processor.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

pub(crate) fn readout(readout: ReadoutArg) -> Readout {
    match readout {
        ReadoutArg::Auto => Readout::Auto,
        ReadoutArg::Plain => Readout::Plain,
        ReadoutArg::Fused => Readout::Fused,
        ReadoutArg::Indexed => Readout::Indexed,
    }
}

/// What is counted.
pub(crate) fn meaning(args: &MeaningArgs) -> Result<Meaning, Failure> {
    Ok(words(args).meaning()?)
}

/// The flags about what is counted, as options of the session.
fn words(args: &MeaningArgs) -> AskOptions {
    let labels = |ignore| if ignore { Labels::Ignore } else { Labels::Keep };
    let mut options = AskOptions::default();
    options.semantics = name_of(&args.semantics);
    options.unit = name_of(&args.unit);
    options.view = View {
        node_labels: labels(args.ignore_node_labels),
        edge_labels: labels(args.ignore_edge_labels),
        directions: if args.undirected { Directions::Ignore } else { Directions::Keep },
    };
    options
}

/// The name under which one of several values is typed.
pub(crate) fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
