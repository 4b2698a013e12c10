//! What was typed about the question, as an [`Ask`].

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use isocount::session::{Ask, Method, MethodOptions, Readout, methods};
use isocount::{Directions, Labels, Meaning, Semantics, Unit, View};

use crate::args::{MeaningArgs, ReadoutArg, SamplingArgs, SemanticsArg, UnitArg, WorkArgs};
use crate::error::Failure;

/// The question that the flags ask.
pub(crate) fn ask(
    meaning: &MeaningArgs,
    work: &WorkArgs,
    sampling: &SamplingArgs,
) -> Result<Ask, Failure> {
    ask_by(methods()[0].name, meaning, work, sampling)
}

/// The question that the flags ask where the truth is needed: exact unless another method is named.
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
    let meaning = self::meaning(meaning)?;
    let name = work.method.as_deref().unwrap_or(default);
    let options = MethodOptions {
        model: work.model.clone(),
        readout: readout(work.readout),
        precision: sampling.precision,
        confidence: sampling.confidence,
        seed: sampling.seed,
        replicates: sampling.replicates,
    };
    let ask = Ask::new(meaning, Method::by_name(name, &options)?)
        .with_time_limit(work.time_limit)
        .with_step_limit(work.step_limit)
        .with_threads(threads(work.threads));
    ask.check()?;
    Ok(ask)
}

/// Refuses flags that have no meaning beside an index.
pub(crate) fn check_for_index<'a>(
    work: &'a WorkArgs,
    sampling: &SamplingArgs,
) -> Result<Option<&'a Path>, Failure> {
    if work.method.as_deref().is_some_and(|method| method != "learned") {
        return Err(Failure::usage("--index goes with --method learned"));
    }
    if work.readout != ReadoutArg::Auto {
        return Err(Failure::usage("--readout says how a graph is read, not an index"));
    }
    if work.time_limit.is_some() || work.step_limit.is_some() {
        return Err(Failure::usage(NO_LIMITS));
    }
    let SamplingArgs { precision, confidence, seed, replicates } = *sampling;
    if precision.is_some() || seed.is_some() || replicates.is_some() {
        return Err(Failure::usage(NO_SAMPLING));
    }
    if confidence.is_some_and(|c| !(c > 0.0 && c < 1.0)) {
        return Err(Failure::usage(CONFIDENCE));
    }
    Ok(work.model.as_deref())
}

/// Said when a limit is given to a model.
pub(crate) const NO_LIMITS: &str =
    "--time-limit and --step-limit bound a search; a learned count takes no steps";

/// Said when a method does not sample.
pub(crate) const NO_SAMPLING: &str = "--precision, --seed and --replicates go with --method auto or sample, and --confidence with these \
     or learned";

/// Said when a confidence is none.
pub(crate) const CONFIDENCE: &str = "--confidence must be more than 0 and less than 1";

/// As many threads as asked for, or as there are processors.
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
    let labels = |ignore| if ignore { Labels::Ignore } else { Labels::Keep };
    let view = View {
        node_labels: labels(args.ignore_node_labels),
        edge_labels: labels(args.ignore_edge_labels),
        directions: if args.undirected { Directions::Ignore } else { Directions::Keep },
    };
    Ok(Meaning { semantics: semantics(args.semantics, args.unit)?, view })
}

fn semantics(semantics: SemanticsArg, unit: UnitArg) -> Result<Semantics, Failure> {
    let counted = match unit {
        UnitArg::Mappings => Unit::Mappings,
        UnitArg::Subgraphs => Unit::Subgraphs,
    };
    match (semantics, unit) {
        (SemanticsArg::Monomorphism, _) => Ok(Semantics::Monomorphism(counted)),
        (SemanticsArg::Induced, _) => Ok(Semantics::Induced(counted)),
        (SemanticsArg::Homomorphism, UnitArg::Mappings) => Ok(Semantics::Homomorphism),
        (SemanticsArg::Homomorphism, UnitArg::Subgraphs) => Err(Failure::usage(
            "homomorphisms cannot be counted as subgraphs: pattern nodes may share a graph node,\n\
             so the automorphisms of the pattern do not divide the mappings evenly\n\n  \
             tip: use `--unit mappings`, or `--semantics monomorphism`",
        )),
    }
}
