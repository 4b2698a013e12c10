//! The names of patterns and graphs in the records of a batch, and its records as lines.

use std::fmt;

use isocount_core::Control;
use isocount_record::json::{Outcome, SubjectText};
use isocount_record::{LineWriter, Question, Subject, csv};

use super::{Answered, Batch, Pair};

/// Names and checksums, computed once for each pattern and graph.
///
/// ```
/// # use isocount_core::{Control, Meaning, Semantics};
/// # use isocount_format::Notation;
/// # use isocount_session::{Ask, Batch, Method, Session, Source};
/// use isocount_session::{Pair, Subjects};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let edge = Source::text(Notation::Text, "a-b");
/// # let patterns = [session.read_pattern(edge, &control)?.with_name("edge")];
/// # let graphs = [session.read_graph(Source::argument("example:karate".as_ref()), &control)?];
/// # let ask = Ask::new(Meaning::plain(Semantics::Homomorphism), Method::exact());
/// # let batch = Batch::all(&ask, &patterns, &graphs);
///
/// // With checksums, answers can be compared with those about other versions of the files.
/// let subjects = Subjects::with_hashes(&batch, &control)?;
/// let [edge, karate] = subjects.of(Pair { pattern: 0, graph: 0 });
/// assert_eq!((edge.name.as_str(), karate.name.as_str()), ("edge", "karate"));
/// assert!(karate.hash.is_some());
///
/// // Hashing a large graph takes time, and is not always needed.
/// assert_eq!(Subjects::named(&batch).of(Pair { pattern: 0, graph: 0 })[1].hash, None);
/// # Ok::<(), isocount_session::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subjects {
    patterns: Vec<Subject>,
    graphs: Vec<Subject>,
}

impl Subjects {
    /// Includes the checksums of all patterns and graphs, from which a later run detects that a
    /// file has changed. O(arcs).
    ///
    /// # Errors
    /// If the work was cancelled.
    pub fn with_hashes(
        batch: &Batch<'_>,
        control: &Control,
    ) -> Result<Self, isocount_core::Cancelled> {
        let mut subjects = Self { patterns: Vec::new(), graphs: Vec::new() };
        for pattern in batch.patterns() {
            subjects.patterns.push(pattern.to_subject());
        }
        for graph in batch.graphs() {
            control.check()?;
            subjects.graphs.push(graph.to_subject());
        }
        Ok(subjects)
    }

    /// Leaves out the checksums.
    #[must_use]
    pub fn named(batch: &Batch<'_>) -> Self {
        Self {
            patterns: batch.patterns().iter().map(|it| Subject::named(it.name())).collect(),
            graphs: batch.graphs().iter().map(|it| Subject::named(it.name())).collect(),
        }
    }

    /// The pattern and the graph of a pair.
    #[must_use]
    pub fn of(&self, pair: Pair) -> [&Subject; 2] {
        [&self.patterns[pair.pattern], &self.graphs[pair.graph]]
    }
}

/// Turns answers into lines of JSON.
///
/// ```
/// # use isocount_core::{Control, Meaning, Semantics, Unit};
/// # use isocount_format::Notation;
/// # use isocount_session::{Ask, Batch, Method, Session, SessionError, Source};
/// use isocount_session::{JsonLines, Subjects};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let triangle = Source::text(Notation::Text, "a-b-c-a");
/// # let patterns = [session.read_pattern(triangle, &control)?.with_name("triangle")];
/// # let graphs = [session.read_graph(Source::argument("example:karate".as_ref()), &control)?];
/// # let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// # let ask = Ask::new(meaning, Method::exact());
/// # let batch = Batch::all(&ask, &patterns, &graphs);
///
/// // Triangles in the karate club, one line for each answer.
/// let lines = JsonLines::new(&ask.question(), &Subjects::named(&batch));
/// let mut sent = Vec::new();
/// batch.run(
///     0,
///     &control,
///     |text: &mut String, answered| lines.write(text, &answered),
///     |text| {
///         sent.push(text); // or to a socket, a queue, a database
///         Ok::<(), SessionError>(())
///     },
/// )?;
/// assert!(sent[0].starts_with(r#"{"pattern":"triangle","graph":"karate","#));
/// assert!(sent[0].contains(r#""count":"45""#) && sent[0].ends_with("}\n"));
/// # Ok::<(), SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct JsonLines {
    writer: LineWriter,
    patterns: Vec<SubjectText>,
    graphs: Vec<SubjectText>,
}

impl JsonLines {
    /// Creates a writer for the answers to this question.
    #[must_use]
    pub fn new(question: &Question, subjects: &Subjects) -> Self {
        Self {
            writer: LineWriter::new(question),
            patterns: subjects.patterns.iter().map(SubjectText::of_pattern).collect(),
            graphs: subjects.graphs.iter().map(SubjectText::of_graph).collect(),
        }
    }

    /// Appends the line of an answer.
    pub fn write(&self, out: &mut String, answered: &Answered) {
        let Answered { pair, said, zero_reason, notes, times } = answered;
        let (pattern, graph) = (&self.patterns[pair.pattern], &self.graphs[pair.graph]);
        let zero_reason = zero_reason.as_ref().map(|reason| reason as &dyn fmt::Display);
        self.writer.write(out, pattern, graph, Outcome { said, zero_reason, notes, times: *times });
        out.push('\n');
    }
}

/// Turns answers into rows of comma-separated values.
///
/// ```
/// # use isocount_core::{Control, Meaning, Semantics, Unit};
/// # use isocount_format::Notation;
/// # use isocount_session::{Ask, Batch, Method, Session, SessionError, Source};
/// use isocount_session::{CsvRows, Subjects};
/// # let (mut session, control) = (Session::new(), Control::NONE);
/// # let triangle = Source::text(Notation::Text, "a-b-c-a");
/// # let patterns = [session.read_pattern(triangle, &control)?.with_name("triangle")];
/// # let graphs = [session.read_graph(Source::argument("example:karate".as_ref()), &control)?];
/// # let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs));
/// # let ask = Ask::new(meaning, Method::exact());
/// # let batch = Batch::all(&ask, &patterns, &graphs);
///
/// let rows = CsvRows::new(&ask.question(), &Subjects::named(&batch));
/// let mut table = isocount_record::csv::heading();
/// batch.run(
///     0,
///     &control,
///     |text: &mut String, answered| rows.write(text, &answered),
///     |text| {
///         table += &text;
///         Ok::<(), SessionError>(())
///     },
/// )?;
/// let lines: Vec<&str> = table.lines().collect();
/// assert!(lines[0].starts_with("pattern,") && lines[1].starts_with("triangle,"));
/// # Ok::<(), SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CsvRows {
    question: Question,
    subjects: Subjects,
}

impl CsvRows {
    /// Creates a writer for the answers to this question.
    #[must_use]
    pub fn new(question: &Question, subjects: &Subjects) -> Self {
        Self { question: question.clone(), subjects: subjects.clone() }
    }

    /// Appends the row of an answer.
    pub fn write(&self, out: &mut String, answered: &Answered) {
        let subjects = self.subjects.of(answered.pair).map(Clone::clone);
        *out += &csv::row(&answered.clone().record(subjects, self.question.clone()));
    }
}
