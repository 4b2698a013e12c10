//! Counts that come with the graphs: a table, or answers of isocount as JSON lines.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use isocount_core::{Control, Count, CountError, Meaning, printable};
use isocount_format::{Comments, NameLine, NameLines};
use isocount_record::{Record, csv};
use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::Collection;
use crate::error::shown;
use crate::{DataError, Pair, Triple, Truth};

/// Reads counts by the names of patterns and graphs.
///
/// A table has a heading and columns separated by tabs or commas: the pattern, the graph, and the
/// count. The count is in the column called `column`, or `count`, or in the third if there are
/// three. An optional column `answer` states whether a count is `exact`, a lower bound
/// (`at_least`), or `too_large` and missing. A name that contains a separator must be quoted. A
/// table may also hold the [rows](isocount_record::csv) of records. A file that ends in `.jsonl`
/// has one [record](isocount_record) in each line, or an object with `pattern`, `graph`, `count`
/// and optionally `answer`; the meaning of records must be `meaning`.
///
/// # Errors
/// If the file cannot be read, names an unknown pattern or graph, contains an invalid count, or
/// counts something else, or if the work was cancelled.
pub fn read_counts(
    path: &Path,
    column: Option<&str>,
    collection: &Collection,
    meaning: Meaning,
    control: &Control,
) -> Result<Vec<Triple>, DataError> {
    let names = Names::of(collection);
    let triples = if path.extension().is_some_and(|ending| ending == "jsonl") {
        from_json_lines(path, &names, meaning, control)?
    } else {
        from_table(path, column, &names, meaning, control)?
    };
    if triples.is_empty() {
        return Err(Place { path, line: 1 }.error("the table has no counts", HEADING));
    }
    if let Some(triple) = repeated(&triples) {
        let pattern = printable(&collection.patterns[triple.pattern as usize].name);
        let graph = printable(collection.graphs.name(triple.graph as usize));
        return Err(DataError::impossible(
            format!("{}: `{pattern}` in `{graph}` has two counts", shown(path)),
            "keep one line for each pair",
        ));
    }
    Ok(triples)
}

fn from_table(
    path: &Path,
    column: Option<&str>,
    names: &Names<'_>,
    meaning: Meaning,
    control: &Control,
) -> Result<Vec<Triple>, DataError> {
    let mut lines = NameLines::open(path, Comments::None)?;
    let Some(heading) = lines.next() else {
        return Err(Place { path, line: 1 }.error("the table is empty", HEADING));
    };
    let heading = heading?;
    let are_records = column.is_none() && heading.names == csv::COLUMNS;
    let columns = Columns::of(&heading, column, path)?;
    let mut triples = Vec::new();
    for line in lines {
        control.check()?;
        let line = line?;
        triples.push(if are_records {
            let at = Place { path, line: line.line as usize };
            let record = csv::parse_cells(line.names)
                .map_err(|problem| at.error(problem.to_string(), HEADING))?;
            from_record(&record, names, meaning, at)?
        } else {
            columns.triple(&line, names, path)?
        });
    }
    Ok(triples)
}

/// The longest line of an answer: names are short, and numbers have at most 39 digits.
const LONGEST_LINE: u64 = 1 << 20;

fn from_json_lines(
    path: &Path,
    names: &Names<'_>,
    meaning: Meaning,
    control: &Control,
) -> Result<Vec<Triple>, DataError> {
    let failed = |source| DataError::read(path, source);
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let (mut triples, mut text) = (Vec::new(), String::new());
    for line in 1.. {
        control.check()?;
        text.clear();
        let read = file.by_ref().take(LONGEST_LINE + 1).read_line(&mut text).map_err(failed)?;
        let at = Place { path, line };
        if read as u64 > LONGEST_LINE {
            return Err(at.error(format!("the line is longer than {LONGEST_LINE} bytes"), ANSWER));
        }
        if read == 0 {
            break;
        }
        if !text.trim().is_empty() {
            triples.push(from_json(&text, names, meaning, at)?);
        }
    }
    Ok(triples)
}

const HEADING: &str = "begin with a heading such as `pattern, graph, count`";
const ANSWER: &str = "each line is an object with `pattern`, `graph` and `count`";

/// A line of the file.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a Path,
    line: usize,
}

impl Place<'_> {
    fn error(self, problem: impl Into<String>, help: impl Into<String>) -> DataError {
        let (path, line) = (self.path.to_owned(), self.line);
        DataError::Table { path, line, problem: problem.into(), help: help.into() }
    }
}

/// The positions of names in the collection.
struct Names<'a> {
    patterns: FxHashMap<&'a str, u32>,
    graphs: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    fn of(collection: &'a Collection) -> Self {
        let patterns = collection.patterns.iter().enumerate();
        let graphs = 0..collection.graphs.len();
        Self {
            patterns: patterns.map(|(ix, named)| (named.name.as_str(), ix as u32)).collect(),
            graphs: graphs.map(|ix| (collection.graphs.name(ix), ix as u32)).collect(),
        }
    }

    fn pair(&self, pattern: &str, graph: &str, at: Place<'_>) -> Result<Pair, DataError> {
        let find = |kind: &str, names: &FxHashMap<&str, u32>, name: &str| {
            names.get(name).copied().ok_or_else(|| {
                let problem = format!("there is no {kind} called `{}`", printable(name));
                at.error(problem, "names are those of the files, without their ending")
            })
        };
        Ok(Pair {
            pattern: find("pattern", &self.patterns, pattern)?,
            graph: find("graph", &self.graphs, graph)?,
        })
    }
}

/// The columns that hold the count and its kind.
struct Columns {
    count: usize,
    answer: Option<usize>,
    /// The columns with the ends of the interval of an estimate.
    ends: [Option<usize>; 2],
}

impl Columns {
    fn of(heading: &NameLine, column: Option<&str>, path: &Path) -> Result<Self, DataError> {
        let at = Place { path, line: heading.line as usize };
        let cells: Vec<&str> = heading.names.iter().map(String::as_str).collect();
        if cells.len() < 3 {
            let problem =
                format!("found {} columns, expected pattern, graph and count", cells.len());
            return Err(at.error(problem, HEADING));
        }
        if cells[2].parse::<u128>().is_ok() && column.is_none() {
            return Err(at.error("found a count where the heading should be", HEADING));
        }
        let list = |cells: &[&str]| printable(&cells.join(", ")).into_owned();
        let count = match column.or_else(|| cells.contains(&"count").then_some("count")) {
            None if cells.len() == 3 => 2,
            None => {
                let help =
                    format!("name the column of the counts; there are {}", list(&cells[2..]));
                return Err(at.error("several columns could be the counts", help));
            }
            Some(column) => cells.iter().position(|cell| *cell == column).ok_or_else(|| {
                let help = format!("the columns are {}", list(&cells));
                at.error(format!("there is no column called `{}`", printable(column)), help)
            })?,
        };
        // An explicitly chosen column is used as it is.
        let answer = cells.iter().position(|cell| *cell == "answer").filter(|_| column.is_none());
        let ends = ["low", "high"].map(|end| cells.iter().position(|cell| *cell == end));
        Ok(Self { count, answer, ends })
    }

    fn triple(&self, line: &NameLine, names: &Names<'_>, path: &Path) -> Result<Triple, DataError> {
        let (at, cells) = (Place { path, line: line.line as usize }, &line.names);
        let (Some(pattern), Some(graph), Some(count)) =
            (cells.first(), cells.get(1), cells.get(self.count))
        else {
            let problem = format!("found {} columns, fewer than the heading", cells.len());
            return Err(at.error(problem, "every line needs all columns of the heading"));
        };
        let Pair { pattern, graph } = names.pair(pattern, graph, at)?;
        let truth = match self.answer.map(|place| cells.get(place).map(String::as_str)) {
            None => Truth::Exact(number(count, at)?),
            Some(answer) => {
                let end = |place: Option<usize>| cells.get(place?).map(String::as_str);
                truth(answer.unwrap_or_default(), || number(count, at), self.ends.map(end), at)?
            }
        };
        Ok(Triple { pattern, graph, truth })
    }
}

/// The truth for a count of the kind with this name.
fn truth(
    answer: &str,
    count: impl FnOnce() -> Result<Count, DataError>,
    ends: [Option<&str>; 2],
    at: Place<'_>,
) -> Result<Truth, DataError> {
    match answer {
        "estimate" => {
            let [Some(low), Some(high)] = ends else { return Err(not_ground_truth(answer, at)) };
            let (count, low, high) = (count()?, number(low, at)?, number(high, at)?);
            if !(low..=high).contains(&count) {
                let problem = format!("the estimate {count} is not between {low} and {high}");
                return Err(at.error(problem, "an estimate lies in its interval"));
            }
            Ok(Truth::Estimate { count, low, high })
        }
        "exact" => Ok(Truth::Exact(count()?)),
        "at_least" => Ok(Truth::AtLeast(count()?)),
        "too_large" => Ok(Truth::TooLarge),
        other => Err(not_ground_truth(other, at)),
    }
}

fn number(text: &str, at: Place<'_>) -> Result<Count, DataError> {
    text.parse().map(Count).map_err(|_| {
        let help = "counts are whole numbers from 0 up to 2^128 - 1";
        at.error(format!("found `{}`, expected a count", printable(text)), help)
    })
}

/// A line that is not a [`Record`]: written by hand, or by an earlier version of isocount.
#[derive(Deserialize)]
struct ShortForm {
    pattern: String,
    graph: String,
    answer: Option<String>,
    count: Option<serde_json::Value>,
    low: Option<String>,
    high: Option<String>,
    error: Option<String>,
    /// What was counted, if the line states it; the names may be unknown.
    semantics: Option<String>,
    unit: Option<String>,
    #[serde(default)]
    ignored: Vec<String>,
}

impl ShortForm {
    /// What the line counts, if it states something other than `meaning`.
    fn counts_other_than(&self, meaning: Meaning) -> Option<String> {
        let (semantics, unit) = (self.semantics.as_ref()?, self.unit.as_ref()?);
        let Meaning { semantics: asked, view } = meaning;
        let is_same = semantics == asked.name()
            && unit == asked.unit().name()
            && self.ignored.iter().map(String::as_str).eq(view.ignored());
        let mut text = format!("{unit} ({semantics}");
        for part in &self.ignored {
            text = format!("{text}, {} ignored", part.replace('_', " "));
        }
        (!is_same).then(|| format!("{})", printable(&text)))
    }

    fn truth(&self, at: Place<'_>) -> Result<Truth, DataError> {
        let count = || match &self.count {
            Some(serde_json::Value::String(text)) => number(text, at),
            Some(serde_json::Value::Number(count)) => number(&count.to_string(), at),
            _ => Err(at.error("the count is missing", ANSWER)),
        };
        match self.answer.as_deref() {
            None => Ok(Truth::Exact(count()?)),
            Some("error") if self.error == Some(CountError::Overflow.to_string()) => {
                Ok(Truth::TooLarge)
            }
            Some(answer) => truth(answer, count, [self.low.as_deref(), self.high.as_deref()], at),
        }
    }
}

fn not_ground_truth(kind: &str, at: Place<'_>) -> DataError {
    let help = "a true count is exact, or estimated by sampling with an interval (`low` and `high`); count \
                with another method";
    at.error(format!("found an answer of the kind `{}`", printable(kind)), help)
}

fn from_json(
    line: &str,
    names: &Names<'_>,
    meaning: Meaning,
    at: Place<'_>,
) -> Result<Triple, DataError> {
    if let Ok(record) = serde_json::from_str::<Record>(line) {
        return from_record(&record, names, meaning, at);
    }
    let short: ShortForm = serde_json::from_str(line).map_err(|problem| {
        at.error(format!("not an answer: {}", printable(&problem.to_string())), ANSWER)
    })?;
    if let Some(counted) = short.counts_other_than(meaning) {
        return Err(other_meaning(&counted, meaning, at));
    }
    let Pair { pattern, graph } = names.pair(&short.pattern, &short.graph, at)?;
    Ok(Triple { pattern, graph, truth: short.truth(at)? })
}

fn from_record(
    record: &Record,
    names: &Names<'_>,
    meaning: Meaning,
    at: Place<'_>,
) -> Result<Triple, DataError> {
    if record.question.meaning != meaning {
        return Err(other_meaning(&record.question.meaning.to_string(), meaning, at));
    }
    let Pair { pattern, graph } = names.pair(&record.pattern.name, &record.graph.name, at)?;
    let kind = if record.said.answer().is_some() { "estimate" } else { "none" };
    let truth = Truth::of_said(&record.said).ok_or_else(|| not_ground_truth(kind, at))?;
    Ok(Triple { pattern, graph, truth })
}

fn other_meaning(counted: &str, meaning: Meaning, at: Place<'_>) -> DataError {
    let problem = format!("this counts {counted}, but {meaning} was asked for");
    at.error(problem, "ask for the same semantics, unit and view")
}

/// The first triple whose pair occurred before.
pub(super) fn repeated(triples: &[Triple]) -> Option<Triple> {
    let mut sorted = triples.to_vec();
    sorted.sort_by_key(|triple| (triple.graph, triple.pattern));
    let same =
        |pair: &&[Triple]| (pair[0].graph, pair[0].pattern) == (pair[1].graph, pair[1].pattern);
    sorted.windows(2).find(same).map(|pair| pair[1])
}

#[cfg(test)]
mod tests {
    use std::fs;

    use isocount_core::{Answer, Semantics, Unit};
    use isocount_record::{Question, Said, Subject};

    use super::*;
    use crate::{GraphEntry, GraphStore, LabelTable, mutag_patterns};

    fn read(file: &str, text: &str, column: Option<&str>) -> Result<Vec<Triple>, String> {
        let graph = isocount_testkit::graph("a-b");
        let collection = Collection {
            labels: LabelTable::numbers(2, 2),
            patterns: mutag_patterns(),
            graphs: GraphStore::pack(
                ["g0", "g1", "g,2"].map(|name| GraphEntry { name, graph: &graph }),
            ),
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        fs::write(&path, text).unwrap();
        let read = read_counts(&path, column, &collection, MEANING, &Control::NONE);
        read.map_err(|error| {
            error.to_string().replace(&format!("{}/", folder.path().display()), "")
        })
    }

    const MEANING: Meaning = Meaning {
        semantics: Semantics::Monomorphism(Unit::Mappings),
        view: isocount_core::View {
            node_labels: isocount_core::Labels::Keep,
            edge_labels: isocount_core::Labels::Keep,
            directions: isocount_core::Directions::Keep,
        },
    };

    const P1: &str = "P_N3_E2_NL1_EL1_1";

    #[test]
    fn tables_and_answers_are_read() {
        let expected = [
            Triple { pattern: 1, graph: 1, truth: Truth::Exact(Count(7)) },
            Triple { pattern: 1, graph: 0, truth: Truth::Exact(Count(0)) },
        ];
        let table = format!("pattern\tgraph\tblind\taware\n{P1}\tg1\t9\t7\n{P1}\tg0\t3\t0\n\n");
        assert_eq!(read("c.tsv", &table, Some("aware")).unwrap(), expected);
        let table = format!("query, graph, count\n{P1}, g1, 7\n{P1}, g0, 0\n");
        assert_eq!(read("c.csv", &table, None).unwrap(), expected);
        let lines = format!(
            "{{\"pattern\":\"{P1}\",\"graph\":\"g1\",\"answer\":\"exact\",\"count\":\"7\",\"low\":null}}\n\
             {{\"pattern\":\"{P1}\",\"graph\":\"g0\",\"count\":0}}\n"
        );
        assert_eq!(read("c.jsonl", &lines, None).unwrap(), expected);
        let bound = format!(r#"{{"pattern":"{P1}","graph":"g0","answer":"at_least","count":"4"}}"#);
        assert_eq!(read("c.jsonl", &bound, None).unwrap()[0].truth, Truth::AtLeast(Count(4)));
    }

    #[test]
    fn a_column_states_the_kind_of_a_count() {
        let other = &mutag_patterns()[0].name;
        let table = format!(
            "pattern,graph,count,answer,part,low,high\n{P1},g0,7,exact,train,,\n\
             {P1},g1,4,at_least,test,,\n{P1},\"g,2\",,too_large,unused,,\n\
             {other},g0,8,estimate,train,6,9\n"
        );
        let known: Vec<Truth> =
            read("c.csv", &table, None).unwrap().iter().map(|triple| triple.truth).collect();
        let (count, low, high) = (Count(8), Count(6), Count(9));
        let estimate = Truth::Estimate { count, low, high };
        let exact = Truth::Exact(Count(7));
        assert_eq!(known, [exact, Truth::AtLeast(Count(4)), Truth::TooLarge, estimate]);
        let said = read("c.csv", &table.replace(",6,9", ",6,7"), None);
        assert_eq!(said, Err("c.csv:5: the estimate 8 is not between 6 and 7".to_owned()));
        let said = read("c.csv", &table.replace("exact", "guessed"), None);
        assert_eq!(said, Err("c.csv:2: found an answer of the kind `guessed`".to_owned()));
    }

    #[test]
    fn a_name_with_a_comma_is_quoted() {
        let table = format!("pattern,graph,count\n{P1},\"g,2\",7\n");
        let expected = Triple { pattern: 1, graph: 2, truth: Truth::Exact(Count(7)) };
        assert_eq!(read("c.csv", &table, None).unwrap(), [expected]);
    }

    #[test]
    fn records_of_every_kind_are_read() {
        let question = Question::new(MEANING, "exact");
        let record = |said| {
            let (pattern, graph) = (Subject::named(P1), Subject::named("g1"));
            Record::new(pattern, graph, question.clone(), said)
        };
        let line = |said| record(said).to_json();
        let rows = |said| csv::heading() + &csv::row(&record(said));
        for (said, truth) in [
            (Said::Answer(Answer::Exact(Count(u128::MAX))), Truth::Exact(Count(u128::MAX))),
            (Said::Answer(Answer::AtLeast(Count(9))), Truth::AtLeast(Count(9))),
            (Said::from(Err(CountError::Overflow)), Truth::TooLarge),
        ] {
            let expected = Triple { pattern: 1, graph: 1, truth };
            assert_eq!(read("c.csv", &rows(said.clone()), None).unwrap(), [expected]);
            assert_eq!(read("c.jsonl", &line(said), None).unwrap(), [expected]);
        }
        let said = read("c.csv", &rows(Said::Answer(Answer::estimate(7.5))), None);
        assert_eq!(said, Err("c.csv:2: found an answer of the kind `estimate`".to_owned()));
        let other = rows(Said::Answer(Answer::Exact(Count(1)))).replace("monomorphism", "induced");
        let expected =
            "c.csv:2: this counts mappings (induced), but mappings (monomorphism) was asked for";
        assert_eq!(read("c.csv", &other, None), Err(expected.to_owned()));
        let said = read("c.jsonl", &line(Said::Answer(Answer::estimate(7.5))), None);
        assert_eq!(said, Err("c.jsonl:1: found an answer of the kind `estimate`".to_owned()));
        let other = line(Said::Answer(Answer::Exact(Count(1)))).replace("monomorphism", "induced");
        let expected =
            "c.jsonl:1: this counts mappings (induced), but mappings (monomorphism) was asked for";
        assert_eq!(read("c.jsonl", &other, None), Err(expected.to_owned()));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (file, text, column, problem) in [
            ("c.csv", "", None, "c.csv:1: the table is empty"),
            (
                "c.csv",
                "p, g\n",
                None,
                "c.csv:1: found 2 columns, expected pattern, graph and count",
            ),
            ("c.csv", "p,g,7\n", None, "c.csv:1: found a count where the heading should be"),
            ("c.csv", "p,g,n\nx,g0,1", None, "c.csv:2: there is no pattern called `x`"),
            ("c.csv", "p,g,n\n", Some("m"), "c.csv:1: there is no column called `m`"),
            (
                "c.csv",
                "p,g,n\n\nP_N3_E2_NL1_EL1_1,g0,-1",
                None,
                "c.csv:3: found `-1`, expected a count",
            ),
            (
                "c.jsonl",
                r#"{"pattern":"P_N3_E2_NL1_EL1_1","graph":"g0","answer":"estimate","count":"4"}"#,
                None,
                "c.jsonl:1: found an answer of the kind `estimate`",
            ),
            (
                "c.csv",
                "p,g,n\nP_N3_E2_NL1_EL1_1,g0,1\nP_N3_E2_NL1_EL1_1,g0,2",
                None,
                "c.csv: `P_N3_E2_NL1_EL1_1` in `g0` has two counts",
            ),
            ("c.csv", "p,g,a,b\n", None, "c.csv:1: several columns could be the counts"),
            ("c.csv", "p,g,n\n", None, "c.csv:1: the table has no counts"),
            (
                "c.jsonl",
                r#"{"pattern":"P_N3_E2_NL1_EL1_1","graph":"g0","semantics":"homomorphism","unit":"mappings","answer":"exact","count":"4"}"#,
                None,
                "c.jsonl:1: this counts mappings (homomorphism), but mappings (monomorphism) was asked for",
            ),
        ] {
            assert_eq!(read(file, text, column), Err(problem.to_owned()));
        }
    }
}
