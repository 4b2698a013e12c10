//! `isocount data label`: counts of patterns in graphs, kept as a data set.

use isocount::data::{About, Made, Meaning, Pairs, Protocols, Questions, label};

use super::collection::Reader;
use super::import::{TRUTH_COUNTED, folder_name};
use super::making::Making;
use crate::args::LabelArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::progress::Loudness;
use crate::question::Question;

pub(crate) fn run(args: &LabelArgs) -> Result<Finish, Failure> {
    let question = Question::new(&args.meaning, &args.work)?;
    let loudness = Loudness::new(args.quiet);
    let mut reader = Reader::new(&args.files, loudness);
    reader.patterns(&args.patterns)?;
    reader.graphs(&args.graphs, None)?;
    let collection = reader.collecting.finish()?;
    let about = About {
        name: folder_name(args.about.name.as_deref(), &args.out),
        note: "Counted.".to_owned(),
        licence: args.about.licence.clone(),
        truth: TRUTH_COUNTED.to_owned(),
        meaning: Meaning::new(question.semantics, question.view),
        made: Made::new("label", args.sample.map(|_| args.seed), &[]),
        protocols: Protocols::PROPORTIONAL,
        labels: collection.labels.clone(),
        ..About::default()
    };
    let pairs = args.sample.map_or(Pairs::All, |number| Pairs::Sample(number.get()));
    let (patterns, graphs) = (&collection.patterns, &collection.graphs);
    let questions = Questions { about, patterns, graphs, pairs };
    let counter = question.counter(question.threads.get());
    let (counter, threads) = (counter.as_ref(), question.threads);
    let making = Making { out: &args.out, counter, threads, loudness };
    making.run(questions.num_pairs() as u64, |crew| {
        label(&questions, &question.budget, &args.out, crew)
    })
}
