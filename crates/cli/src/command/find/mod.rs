//! `isocount find`: lists matches.

mod drawing;
mod lines;
mod reading;
mod report;
mod subgraphs;

use std::time::Instant;

use isocount::session::{AnswerFile, Ending, Find, FindPairs, Found, Match, PairEnd};

use crate::args::FindArgs;
use crate::ask::{meaning, threads};
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::interrupt;
use crate::picture_file::PictureFile;
use crate::progress::{Loudness, Progress};
use crate::unread::report_number_unread;
use drawing::Drawing;
use lines::{Lines, Style};
use reading::Read;
use report::Report;
use subgraphs::SubgraphFolder;

pub(crate) fn run(args: &FindArgs) -> Result<Finish, Failure> {
    let output = &args.output;
    // Reading can take minutes, so mistakes that are visible from the start are reported first.
    let find = find(args)?;
    let style = Style::new(output)?;
    let existing = existing(output.force);
    if output.force && output.out.is_none() && output.draw.is_none() && output.subgraphs.is_none() {
        return Err(Failure::usage("--force goes with --out, --draw or --subgraphs"));
    }
    if let Some(path) = &output.out {
        existing::check_file(path, existing)?;
    }
    let picture = output.draw.as_deref().map(|path| PictureFile::new(path, existing));
    let picture = picture.transpose()?;
    let mut drawing = picture.as_ref().map(|_| Drawing::default());
    let mut folder =
        output.subgraphs.as_deref().map(|path| SubgraphFolder::new(path, output.to, existing));
    interrupt::advise("--limit N or --time-limit TIME ends a search in time");

    let (control, loudness) = (interrupt::control(), Loudness::new(output.quiet));
    let progress = Progress::watch(loudness, control);
    let Read { patterns, graphs, pairs, finish } = Read::new(args, loudness, control)?;
    drop(progress);
    let pairs = match &pairs {
        None => FindPairs::all(&find, &patterns, &graphs),
        Some(pairs) => FindPairs::listed(&find, &patterns, &graphs, pairs),
    };
    let lines = Lines::new(style, &find, &pairs, &patterns);
    let mut file = match &output.out {
        None => None,
        Some(path) => Some(AnswerFile::begin(path, &lines.heading(), existing)?),
    };
    if file.is_none() {
        super::print(&lines.heading())?;
    }

    let watched = if file.is_none() { loudness.beside_results_on_stdout() } else { loudness };
    let progress = Progress::watch(watched, control);
    let started = Instant::now();
    let mut report = Report::new(&pairs, loudness);
    let keeps_matches = drawing.is_some() || folder.is_some();
    pairs.run(
        control,
        |chunk: &mut Chunk, found| match found {
            Found::Match(found) => {
                lines.write(&mut chunk.lines, &found);
                chunk.num_matches += 1;
                if keeps_matches {
                    chunk.matches.push(found);
                }
            }
            Found::End(end) => chunk.ends.push(end),
            _ => {}
        },
        |chunk| -> Result<(), Failure> {
            for found in chunk.matches {
                if let Some(folder) = &mut folder {
                    folder.write(&found, control)?;
                }
                if let Some(drawing) = &mut drawing {
                    drawing.add(found);
                }
            }
            match &mut file {
                Some(file) => file.append(&chunk.lines)?,
                None => _ = super::print(&chunk.lines)?,
            }
            report.add(chunk.num_matches, chunk.ends);
            Ok(())
        },
    )?;
    drop(progress);
    // What was found before an interrupt has been printed.
    control.check()?;
    let end = report.finish(&find, started.elapsed(), output.out.as_deref())?;
    report_number_unread(&patterns, &graphs);
    if let (Some(picture), Some(drawing)) = (&picture, drawing) {
        drawing.write(picture)?;
    }
    Ok(finish.max(end))
}

/// Matches on their way to the output.
#[derive(Default)]
struct Chunk {
    lines: String,
    num_matches: u64,
    /// The matches themselves, if more than their lines is needed.
    matches: Vec<Match>,
    ends: Vec<PairEnd>,
}

/// The search that the flags describe.
fn find(args: &FindArgs) -> Result<Find, Failure> {
    let which = &args.which;
    let find = Find::new(meaning(&args.meaning)?)
        .with_limit(which.limit)
        .with_time_limit(which.time_limit)
        .with_step_limit(which.step_limit)
        .with_threads(threads(which.threads));
    Ok(match which.sample {
        None => find,
        Some(number) => find.with_sample(number, which.seed),
    })
}

/// The effect of the end of one pair on the exit code.
fn finish_of(end: &PairEnd) -> Finish {
    match end.ending {
        Ok(Ending::Complete) if report::is_weighted(end) => Finish::Partial,
        Ok(Ending::Complete | Ending::Limited) => Finish::Complete,
        Ok(_) => Finish::Partial,
        Err(_) => Finish::SomeFailed,
    }
}
