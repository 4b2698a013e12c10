//! `isocount data import KIND`: a data set from graphs that exist.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use isocount::data::{
    About, Collection, ImportFolder, Made, OgbPpaImport, OgbPpaReport, Pairs, Protocols, Questions,
    Triple, check_given, import_ogb_ppa, keep_given, label, read_counts, read_listed_pairs,
    sub_patterns,
};
use isocount::format::Format;
use isocount::record::Question;
use isocount::session::Ask;
use isocount::{Meaning, Semantics, Unit};

use super::collection::{self, Reader};
use super::making::{Target, make};
use crate::args::{AboutArgs, ImportArgs, ImportKind, PaperSet, SamplingArgs};
use crate::ask::ask_for_truth;
use crate::error::Failure;
use crate::existing::existing;
use crate::finish::Finish;
use crate::interrupt;
use crate::progress::Loudness;

pub(crate) fn run(args: &ImportArgs) -> Result<Finish, Failure> {
    let ask = ask_for_truth(&args.meaning, &args.work, &SamplingArgs::default())?;
    let import = Import { args, ask, loudness: Loudness::new(args.quiet) };
    import.refuse_what_does_not_apply()?;
    match args.kind {
        ImportKind::Tu => import.graphs(&args.from, Some(Format::Tu), None, args.counts.as_deref()),
        ImportKind::Gml | ImportKind::Jsonl => import.folder(),
        ImportKind::Pairs => import.pairs(),
        ImportKind::OgbPpa => import.ogb_ppa(),
    }
}

/// One import.
struct Import<'a> {
    args: &'a ImportArgs,
    ask: Ask,
    loudness: Loudness,
}

impl Import<'_> {
    fn refuse_what_does_not_apply(&self) -> Result<(), Failure> {
        let args = self.args;
        let has_patterns = args.patterns.patterns.is_some() || !args.patterns.draw.is_empty();
        match args.kind {
            ImportKind::Pairs if has_patterns || args.counts.is_some() || args.sample.is_some() => {
                Err(Failure::usage(
                    "a list of pairs contains its patterns and counts: --patterns, --draw, \
                     --counts and --sample do not go with it",
                ))
            }
            ImportKind::OgbPpa
                if args.counts.is_some()
                    || args.sample.is_some()
                    || !args.patterns.draw.is_empty() =>
            {
                Err(Failure::usage(
                    "ogb-ppa counts all pairs of its graphs: --draw, --counts and --sample do not \
                     go with it",
                ))
            }
            ImportKind::OgbPpa if args.about.name.is_some() || args.about.licence.is_some() => {
                Err(Failure::usage("ogb-ppa has a name and a licence of its own"))
            }
            ImportKind::OgbPpa if !self.is_plain_question() => Err(Failure::usage(
                "ogb-ppa counts mappings of monomorphisms without a limit, as the paper does",
            )),
            _ if args.counts.is_some() && !args.patterns.draw.is_empty() => {
                Err(Failure::usage("counts are about given patterns: --counts needs --patterns"))
            }
            _ => Ok(()),
        }
    }

    /// Where the data set goes.
    fn target(&self) -> Target<'_> {
        let (out, existing) = (&self.args.out, existing(self.args.force));
        Target { out, existing, loudness: self.loudness }
    }

    /// Whether all options of the question have their defaults.
    fn is_plain_question(&self) -> bool {
        let plain = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
        self.ask.meaning() == plain && self.is_unlimited()
    }

    fn is_unlimited(&self) -> bool {
        self.ask.budget(interrupt::control()).is_unlimited()
    }

    /// A folder with graphs, patterns and counts, or with graphs alone.
    fn folder(&self) -> Result<Finish, Failure> {
        let args = self.args;
        let format = match args.kind {
            ImportKind::Jsonl => Some(Format::JsonLines),
            _ => None,
        };
        if !args.from.is_dir() || collection::is_dataset(&args.from) {
            return self.graphs(&args.from, format, None, args.counts.as_deref());
        }
        match ImportFolder::find(&args.from)? {
            Some(parts) => {
                let counts = args.counts.as_ref().or(parts.counts.as_ref());
                let counts = counts.filter(|_| args.patterns.draw.is_empty());
                let (graphs, patterns) = (&parts.graphs, parts.patterns.as_deref());
                self.graphs(graphs, format, patterns, counts.map(AsRef::as_ref))
            }
            None => self.graphs(&args.from, format, None, args.counts.as_deref()),
        }
    }

    fn graphs(
        &self,
        graphs: &Path,
        format: Option<Format>,
        patterns_beside: Option<&Path>,
        counts: Option<&Path>,
    ) -> Result<Finish, Failure> {
        let args = self.args;
        let mut reader = Reader::new(&args.files, self.loudness);
        reader.graphs(graphs, format)?;
        let source = &args.patterns;
        match (source.patterns.as_deref(), source.draw.is_empty(), patterns_beside) {
            (Some(path), _, _) | (None, true, Some(path)) => reader.patterns(path)?,
            (None, false, _) => {}
            (None, true, None) => {
                return Err(Failure::usage(
                    "no patterns: give them with --patterns, or have some drawn, such as \
                     --draw 3,4,5",
                ));
            }
        }
        let read = reader.finish_named(&args.codes)?;
        let (names, mut collection) = (read.parameter(), read.collection);
        if args.about.paper == Some(PaperSet::Mutag)
            && read.codes.is_none()
            && !args.codes.keep_codes
        {
            self.warn_of_other_mutag();
        }
        if !source.draw.is_empty() {
            let wanted = collection::wanted(&source.draw, source.per_size);
            collection.patterns =
                sub_patterns(&collection.graphs, &wanted, source.seed, interrupt::control())?;
        }
        let given = match counts {
            Some(path) => {
                self.refuse_limits()?;
                let (column, meaning) = (args.count_column.as_deref(), self.ask.meaning());
                Some(read_counts(path, column, &collection, meaning, interrupt::control())?)
            }
            None if args.count_column.is_some() || args.trust_counts => {
                return Err(Failure::usage("--count-column and --trust-counts go with counts"));
            }
            None => None,
        };
        let pairs = args.sample.map_or(Pairs::All, |number| Pairs::Sample(number.get()));
        self.make(&collection, pairs, given.as_deref(), names)
    }

    /// Warns that the codes of these labels have no names.
    fn warn_of_other_mutag(&self) {
        if self.loudness != Loudness::Quiet {
            let _ = writeln!(
                io::stderr(),
                "these are not the graphs of MUTAG as published, so its codes have no names here: \
                 labels stay as they are"
            );
        }
    }

    /// Given counts are not computed, so limits do not apply to them.
    fn refuse_limits(&self) -> Result<(), Failure> {
        let args = self.args;
        if args.sample.is_some() || !self.is_unlimited() {
            return Err(Failure::usage(
                "the counts are given: --sample, --time-limit and --step-limit do not go with them",
            ));
        }
        Ok(())
    }

    fn pairs(&self) -> Result<Finish, Failure> {
        let files = &self.args.files;
        let options = files.options(files.format);
        let listed = read_listed_pairs(&self.args.from, &options, interrupt::control())?;
        if listed.triples.is_some() {
            self.refuse_limits()?;
        }
        let (pairs, triples) = (Pairs::Listed(listed.pairs), listed.triples.as_deref());
        self.make(&listed.collection, pairs, triples, None)
    }

    fn make(
        &self,
        collection: &Collection,
        pairs: Pairs,
        given: Option<&[Triple]>,
        names: Option<(&'static str, String)>,
    ) -> Result<Finish, Failure> {
        let truth = match given {
            Some(_) => "given with the graphs",
            None => TRUTH_COUNTED,
        };
        let about = self.about(collection, truth, names);
        let (patterns, graphs) = (&collection.patterns, &collection.graphs);
        let questions = Questions { about, patterns, graphs, pairs };
        let counter = self.ask.labelling_counter();
        let (counter, control) = (counter.as_ref(), interrupt::control());
        collection::warn_of_foreign_labels(collection, self.loudness)?;
        make(self.target(), counter, self.ask.threads(), |out, making| match given {
            Some(triples) => {
                if !self.args.trust_counts {
                    check_given(&questions, triples, RECOUNTED, counter, control)?;
                }
                keep_given(&questions, triples, out, control)
            }
            None => label(&questions, &self.ask.budget(control), out, making),
        })
    }

    fn ogb_ppa(&self) -> Result<Finish, Failure> {
        let args = self.args;
        let mut options = OgbPpaImport::default();
        if let Some(path) = &args.patterns.patterns {
            let mut reader = Reader::new(&args.files, self.loudness);
            reader.patterns(path)?;
            options.patterns = reader.finish()?.patterns_by_number()?;
        }
        let counter = self.ask.labelling_counter();
        let threads = self.ask.threads();
        make(self.target(), counter.as_ref(), threads, |out, making| {
            let report = import_ogb_ppa(&args.from, out, &options, making)?;
            if report.graphs < options.graphs && self.loudness != Loudness::Quiet {
                let OgbPpaReport { graphs, looked_at, .. } = report;
                let _ = writeln!(
                    io::stderr(),
                    "only {graphs} of {looked_at} graphs have a mean count above 10; the paper has {}",
                    options.graphs
                );
            }
            Ok(report.completion)
        })
    }

    fn about(
        &self,
        collection: &Collection,
        truth: &str,
        names: Option<(&'static str, String)>,
    ) -> About {
        let args = self.args;
        let kind = clap::ValueEnum::to_possible_value(&args.kind);
        let kind = kind.map_or(String::new(), |kind| kind.get_name().to_owned());
        let source = &args.patterns;
        let patterns = match (&source.patterns, source.draw.is_empty()) {
            (Some(path), _) if collection::published(path).is_some() => {
                format!("published: {}", path.display())
            }
            (_, false) => format!("drawn: {:?}, {} each", source.draw, source.per_size),
            _ => "given".to_owned(),
        };
        let from = args.from.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut parameters = vec![("from", from), ("patterns", patterns)];
        parameters.extend(names);
        if truth == TRUTH_COUNTED {
            parameters.extend(work_parameters(&self.ask, args.sample));
        }
        About {
            note: "Imported.".to_owned(),
            truth: truth.to_owned(),
            made: parameters.into_iter().fold(
                Made::by(&format!("import {kind}")).with_seed(source.seed),
                |made, (k, v)| made.with_parameter(k, v),
            ),
            ..described(&args.about, &args.out, &self.ask, collection)
        }
    }
}

/// This many given counts are recounted.
const RECOUNTED: usize = 100;

/// The origin of counts that isocount has computed.
pub(crate) const TRUTH_COUNTED: &str = "counted exactly; loops and parallel arcs must match";

/// The origin of counts of which some may be estimates.
pub(crate) const TRUTH_ESTIMATED: &str =
    "counted exactly, or estimated by sampling where marked; loops and parallel arcs must match";

/// The description of a data set, as given on the command line.
pub(crate) fn described(told: &AboutArgs, out: &Path, ask: &Ask, collection: &Collection) -> About {
    let own = || out.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (paper, protocols) = match told.paper {
        Some(PaperSet::Mutag) => (Some("MUTAG".to_owned()), Protocols::MUTAG),
        None => (None, Protocols::PROPORTIONAL),
    };
    About {
        name: told.name.clone().unwrap_or_else(own),
        licence: told.licence.clone().unwrap_or_else(|| "not stated".to_owned()),
        paper,
        meaning: ask.meaning(),
        protocols,
        labels: collection.labels.clone(),
        ..About::default()
    }
}

/// How counts were made, for the record.
pub(crate) fn work_parameters(
    ask: &Ask,
    sample: Option<NonZeroUsize>,
) -> Vec<(&'static str, String)> {
    let Question { method, options, time_limit, step_limit, seed, .. } = ask.question();
    let mut parameters = vec![("method", method)];
    let options = options.iter().map(|(name, value)| format!("{name}={value}"));
    let options = options.collect::<Vec<_>>().join(" ");
    parameters.extend((!options.is_empty()).then_some(("options", options)));
    parameters.extend(time_limit.map(|limit| ("time_limit", format!("{limit:?}"))));
    parameters.extend(step_limit.map(|limit| ("step_limit", limit.to_string())));
    parameters.extend(seed.map(|seed| ("seed", seed.to_string())));
    parameters.extend(sample.map(|number| ("sample", number.to_string())));
    parameters
}
