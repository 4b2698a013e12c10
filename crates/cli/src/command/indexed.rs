//! `isocount count PATTERN --index FILE`: questions about a graph that was indexed earlier.

use isocount::format::Faults;
use isocount::record::matrix::{self, Cell, MatrixRow};
use isocount::record::{self, Record};
use isocount::session::{LoadedPattern, Session};

use super::count::shown;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::job::{Indexed, Style};
use crate::progress::Progress;
use crate::reading::print_model_notes;
use crate::unread::{report_number_unread, report_unread};

/// How many patterns are answered together: what one of them reads is in the cache for the next.
const AT_ONCE: usize = 128;

pub(crate) fn run(job: &Indexed) -> Result<Finish, Failure> {
    let Indexed { patterns, is_one, index, meaning, manner } = job;
    let control = interrupt::control();
    let progress = Progress::watch(manner.loudness, control);
    let mut open = index.open_graph(*meaning)?;
    let mut session = Session::new();
    let source = manner.patterns(patterns);
    let mut finish = Finish::Complete;
    let patterns = if *is_one && manner.faults == Faults::Refuse {
        vec![session.read_pattern(source, control)?]
    } else {
        let read = session.read_patterns(source, None, control)?;
        finish = finish.max(report_unread(read.problems));
        read.members
    };
    let patterns: Vec<_> =
        patterns.into_iter().map(|pattern| pattern.seen_through(meaning.view)).collect();
    drop(progress);
    print_model_notes(&index.warnings(&patterns), index.why_no_interval(), manner.loudness);
    if manner.style == Style::Csv && !is_one {
        super::print(&record::csv::heading())?;
    }
    let mut row: Option<MatrixRow> = None;
    for patterns in patterns.chunks(AT_ONCE) {
        let mut printed = String::new();
        for record in open.count_each(patterns, control) {
            finish = finish.max(Finish::of(&record.said));
            let line = match manner.style {
                _ if *is_one => shown(&record, manner)?,
                Style::Csv => record::csv::row(&record),
                Style::Json => record.to_json() + "\n",
                Style::Text => record.to_string() + "\n",
                Style::Matrix => {
                    let Record { graph, said, .. } = record;
                    let row = row.get_or_insert_with(|| MatrixRow::new(graph.name, 0));
                    row.cells.push(Cell::Said(said));
                    continue;
                }
            };
            printed.push_str(&line);
        }
        control.check()?;
        super::print(&printed)?;
    }
    if let Some(row) = row {
        let heading = matrix::heading(patterns.iter().map(LoadedPattern::name));
        super::print(&(heading + &row.to_csv()))?;
    }
    report_number_unread(&patterns, &[]);
    Ok(finish)
}
