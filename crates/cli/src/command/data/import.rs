//! `isocount data import KIND`: a data set from graphs that exist.

use std::io::{self, Write};
use std::path::Path;

use isocount::data::{
    About, Collection, ImportFolder, Made, Meaning, OgbPpaImport, OgbPpaReport, Pairs, Protocols,
    Questions, Triple, import_ogb_ppa, keep_given, label, read_counts, read_listed_pairs,
    sub_patterns,
};
use isocount::format::Format;
use isocount::{Budget, Semantics, Unit};

use super::collection::{self, Reader};
use super::making::Making;
use crate::args::{ImportArgs, ImportKind};
use crate::error::Failure;
use crate::finish::Finish;
use crate::progress::Loudness;
use crate::question::Question;

pub(crate) fn run(args: &ImportArgs) -> Result<Finish, Failure> {
    let question = Question::new(&args.meaning, &args.work)?;
    let import = Import { args, question, loudness: Loudness::new(args.quiet) };
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
    question: Question,
    loudness: Loudness,
}

impl Import<'_> {
    fn refuse_what_does_not_apply(&self) -> Result<(), Failure> {
        let args = self.args;
        let has_patterns = args.patterns.patterns.is_some() || !args.patterns.draw.is_empty();
        match args.kind {
            ImportKind::Pairs if has_patterns || args.counts.is_some() || args.sample.is_some() => {
                Err(Failure::usage(
                    "a list of pairs names its patterns and counts itself: --patterns, --draw, \
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
            ImportKind::OgbPpa if !self.is_plain_question() => Err(Failure::usage(
                "ogb-ppa counts mappings of monomorphisms without a limit, as the paper does",
            )),
            _ if args.counts.is_some() && !args.patterns.draw.is_empty() => {
                Err(Failure::usage("counts are about given patterns: --counts needs --patterns"))
            }
            _ => Ok(()),
        }
    }

    /// Whether nothing about the question was changed.
    fn is_plain_question(&self) -> bool {
        let Question { semantics, view, budget, .. } = self.question;
        let mappings = semantics == Semantics::Monomorphism(Unit::Mappings);
        mappings && view.is_plain() && budget == Budget::UNLIMITED
    }

    /// A folder that has graphs, patterns and counts in it, or graphs alone.
    fn folder(&self) -> Result<Finish, Failure> {
        let args = self.args;
        let format = match args.kind {
            ImportKind::Jsonl => Some(Format::JsonLines),
            _ => None,
        };
        if !args.from.is_dir() {
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
        let mut collection = reader.collecting.finish()?;
        if !source.draw.is_empty() {
            let wanted = collection::wanted(&source.draw, source.per_size);
            collection.patterns = sub_patterns(&collection.graphs, &wanted, source.seed)?;
        }
        let given = match counts {
            Some(path) => Some(read_counts(path, args.count_column.as_deref(), &collection)?),
            None => None,
        };
        let pairs = args.sample.map_or(Pairs::All, |number| Pairs::Sample(number.get()));
        self.make(&collection, pairs, given)
    }

    fn pairs(&self) -> Result<Finish, Failure> {
        let files = &self.args.files;
        let options = collection::options(files, files.format, &|_| {});
        let listed = read_listed_pairs(&self.args.from, &options)?;
        self.make(&listed.collection, Pairs::Listed(listed.pairs), listed.triples)
    }

    fn make(
        &self,
        collection: &Collection,
        pairs: Pairs,
        given: Option<Vec<Triple>>,
    ) -> Result<Finish, Failure> {
        let truth = match given {
            Some(_) => "given with the graphs",
            None => TRUTH_COUNTED,
        };
        let about = self.about(collection, truth);
        let (patterns, graphs) = (&collection.patterns, &collection.graphs);
        let questions = Questions { about, patterns, graphs, pairs };
        let counter = self.question.counter(self.question.threads.get());
        let making = self.making(counter.as_ref());
        match given {
            Some(triples) => {
                making.run(triples.len() as u64, |_| keep_given(&questions, &triples, making.out))
            }
            None => making.run(questions.num_pairs() as u64, |crew| {
                label(&questions, &self.question.budget, making.out, crew)
            }),
        }
    }

    fn ogb_ppa(&self) -> Result<Finish, Failure> {
        let args = self.args;
        let mut options = OgbPpaImport::default();
        if let Some(path) = &args.patterns.patterns {
            let mut reader = Reader::new(&args.files, self.loudness);
            reader.patterns(path)?;
            options.patterns = reader.collecting.finish()?.patterns_by_number()?;
        }
        let counter = self.question.counter(self.question.threads.get());
        let making = self.making(counter.as_ref());
        making.run(options.patterns.len() as u64 * options.graphs, |crew| {
            let report = import_ogb_ppa(&args.from, &args.out, &options, crew)?;
            if report.graphs < options.graphs && self.loudness != Loudness::Quiet {
                let OgbPpaReport { graphs, looked_at } = report;
                let _ = writeln!(
                    io::stderr(),
                    "only {graphs} of {looked_at} graphs have a mean count above 10; the paper has {}",
                    options.graphs
                );
            }
            Ok(())
        })
    }

    fn making<'m>(&'m self, counter: &'m dyn isocount::Counter) -> Making<'m> {
        let threads = self.question.threads;
        Making { out: &self.args.out, counter, threads, loudness: self.loudness }
    }

    fn about(&self, collection: &Collection, truth: &str) -> About {
        let args = self.args;
        let kind = clap::ValueEnum::to_possible_value(&args.kind);
        let kind = kind.map_or(String::new(), |kind| kind.get_name().to_owned());
        let source = &args.patterns;
        let is_mutag = source.patterns.as_deref().is_some_and(|path| path == Path::new("mutag"))
            && collection.graphs.len() == NUM_MUTAG_GRAPHS;
        let patterns = match (&source.patterns, source.draw.is_empty()) {
            (Some(path), _) if collection::published(path).is_some() => {
                format!("published: {}", path.display())
            }
            (_, false) => format!("drawn: {:?}, {} each", source.draw, source.per_size),
            _ => "given".to_owned(),
        };
        About {
            name: folder_name(args.about.name.as_deref(), &args.out),
            note: "Imported.".to_owned(),
            licence: args.about.licence.clone(),
            paper: is_mutag.then(|| "MUTAG".to_owned()),
            truth: truth.to_owned(),
            meaning: Meaning::new(self.question.semantics, self.question.view),
            made: Made::new(
                &format!("import {kind}"),
                Some(source.seed),
                &[("patterns", patterns)],
            ),
            protocols: if is_mutag { Protocols::MUTAG } else { Protocols::PROPORTIONAL },
            labels: collection.labels.clone(),
            ..About::default()
        }
    }
}

/// By which the molecules of MUTAG are told from others that meet its patterns.
const NUM_MUTAG_GRAPHS: usize = 188;

/// Where counts come from that are ours.
pub(crate) const TRUTH_COUNTED: &str = "counted exactly; loops and parallel arcs must match";

/// What a data set is called: as told, or after its folder.
pub(crate) fn folder_name(told: Option<&str>, folder: &Path) -> String {
    let own = || folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    told.map_or_else(own, ToOwned::to_owned)
}
