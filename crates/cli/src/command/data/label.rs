//! `isocount data label`: counts of patterns in graphs, saved as a data set.

use isocount::data::{About, Made, Pairs, Questions, label};

use isocount::session::Ask;

use super::collection::{self, Reader};
use super::import::{TRUTH_COUNTED, TRUTH_ESTIMATED, described, work_parameters};
use super::making::{Target, make};
use crate::args::{LabelArgs, SamplingArgs};
use crate::ask::ask_for_truth;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::progress::Loudness;

pub(crate) fn run(args: &LabelArgs) -> Result<Finish, Failure> {
    let method = args.work.method.as_deref();
    let estimates = method.is_some_and(|method| matches!(method, "auto" | "sample"));
    let sampling = SamplingArgs {
        precision: args.precision,
        confidence: args.confidence,
        // The seed also selects the sample of pairs.
        seed: estimates.then_some(args.seed),
        replicates: None,
    };
    let ask = ask_for_truth(&args.meaning, &args.work, &sampling)?;
    let loudness = Loudness::new(args.quiet);
    let mut reader = Reader::new(&args.files, loudness);
    reader.patterns(&args.patterns)?;
    reader.graphs(&args.graphs, None)?;
    let read = reader.finish_named(&args.codes)?;
    let (names, collection) = (read.parameter(), read.collection);
    collection::warn_of_foreign_labels(&collection, loudness)?;
    let about = About {
        note: "Counted.".to_owned(),
        truth: if ask.may_estimate() { TRUTH_ESTIMATED } else { TRUTH_COUNTED }.to_owned(),
        made: made(args, &ask, names),
        ..described(&args.about, &args.out, &ask, &collection)
    };
    let pairs = args.sample.map_or(Pairs::All, |number| Pairs::Sample(number.get()));
    let (patterns, graphs) = (&collection.patterns, &collection.graphs);
    let questions = Questions { about, patterns, graphs, pairs };
    let counter = ask.labelling_counter();
    let target = Target { out: &args.out, existing: existing(args.force), loudness };
    make(target, counter.as_ref(), ask.threads(), |out, making| {
        label(&questions, &ask.budget(interrupt::control()), out, making)
    })
}

/// How the counts were made.
fn made(args: &LabelArgs, ask: &Ask, names: Option<(&'static str, String)>) -> Made {
    let made = Made::by("label");
    let made = if args.sample.is_some() { made.with_seed(args.seed) } else { made };
    let parameters = work_parameters(ask, args.sample).into_iter().chain(names);
    parameters.fold(made, |made, (name, value)| made.with_parameter(name, value))
}
