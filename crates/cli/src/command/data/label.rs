//! `isocount data label`: counts of patterns in graphs, kept as a data set.

use isocount::data::{About, Made, Pairs, Questions, label};

use super::collection::{self, Reader};
use super::import::{TRUTH_COUNTED, described, work_parameters};
use super::making::Making;
use crate::args::LabelArgs;
use crate::error::Failure;
use crate::finish::Finish;
use crate::progress::Loudness;
use crate::question::Question;

pub(crate) fn run(args: &LabelArgs) -> Result<Finish, Failure> {
    let question = Question::new(&args.meaning, &args.work, None)?;
    let loudness = Loudness::new(args.quiet);
    let mut reader = Reader::new(&args.files, loudness);
    reader.patterns(&args.patterns)?;
    reader.graphs(&args.graphs, None)?;
    let collection = reader.collecting.finish()?;
    collection::warn_of_foreign_labels(&collection, loudness);
    let about = About {
        note: "Counted.".to_owned(),
        truth: TRUTH_COUNTED.to_owned(),
        made: Made::new(
            "label",
            args.sample.map(|_| args.seed),
            &work_parameters(&question, args.sample),
        ),
        ..described(&args.about, &args.out, &question, &collection)
    };
    let pairs = args.sample.map_or(Pairs::All, |number| Pairs::Sample(number.get()));
    let (patterns, graphs) = (&collection.patterns, &collection.graphs);
    let questions = Questions { about, patterns, graphs, pairs };
    let counter = question.counter(question.threads.get(), 1);
    let (counter, threads) = (counter.as_ref(), question.threads);
    let making = Making { out: &args.out, counter, threads, loudness };
    making.run(questions.num_pairs() as u64, |crew| {
        label(&questions, &question.budget, &args.out, crew)
    })
}
