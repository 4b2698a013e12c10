//! Batches: the same answers in the same order, whatever interrupts them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{Cancelled, Control, Meaning, Semantics, Unit};
use isocount_record::matrix::Cell;
use isocount_session::{
    AnswerFile, AnswerFormat, AnswerLines, Answered, Ask, Batch, Existing, JsonLines, LoadedGraph,
    LoadedPattern, Method, MethodOptions, Pair, PairList, Session, SessionError, Source, Subjects,
};

fn path(num_nodes: usize) -> String {
    let edges: Vec<String> = (1..num_nodes).map(|v| format!("[{},{v}]", v - 1)).collect();
    format!("{{\"nodes\":[{}],\"edges\":[{}]}}", vec!["0"; num_nodes].join(","), edges.join(","))
}

/// A graph in which every node has arcs to some others.
fn thicket(num_nodes: usize) -> String {
    let edges: Vec<String> = (0..num_nodes)
        .flat_map(|v| [1, 2, 5].map(|step| (v, (v + step) % num_nodes)))
        .filter(|(v, w)| v != w)
        .map(|(v, w)| format!("[{v},{w}]"))
        .collect();
    let mut edges = edges;
    edges.sort();
    edges.dedup();
    format!("{{\"nodes\":[{}],\"edges\":[{}]}}", vec!["0"; num_nodes].join(","), edges.join(","))
}

struct Files {
    session: Session,
    patterns: Vec<LoadedPattern>,
    graphs: Vec<LoadedGraph>,
}

fn files() -> Files {
    let mut session = Session::new();
    let mut patterns = Vec::new();
    for size in 2..6 {
        let (name, text) = (format!("p{size}.json"), path(size));
        let source = Source::bytes(&name, text.as_bytes());
        patterns.push(session.read_pattern(source, &Control::NONE).unwrap());
    }
    let mut graphs = Vec::new();
    for size in 2..60 {
        let (name, text) = (format!("g{size}.json"), thicket(size));
        let source = Source::bytes(&name, text.as_bytes());
        graphs.push(session.read_graph(source, &Control::NONE).unwrap());
    }
    Files { session, patterns, graphs }
}

fn ask(threads: usize) -> Ask {
    let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
    Ask::new(meaning, Method::exact()).with_threads(NonZeroUsize::new(threads).unwrap())
}

/// Lines without times.
fn without_times(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split(",\"open_seconds\"").next().unwrap().to_owned()).collect()
}

fn lines(batch: &Batch<'_>, skip: usize, control: &Control) -> (String, Result<(), Cancelled>) {
    let writer = JsonLines::new(&batch.ask().question(), &Subjects::named(batch));
    let mut all = String::new();
    let put = |text: &mut String, answered: Answered| writer.write(text, &answered);
    let ended = batch.run(skip, control, put, |text: String| {
        all += &text;
        Ok::<(), Cancelled>(())
    });
    (all, ended)
}

#[test]
fn answers_do_not_depend_on_threads_or_on_where_one_begins() {
    let files = files();
    let one = ask(1);
    let batch = Batch::all(&one, &files.patterns, &files.graphs);
    let (whole, ended) = lines(&batch, 0, &Control::NONE);
    assert!(ended.is_ok());
    let whole = without_times(&whole);
    assert_eq!(whole.len(), 4 * 58);
    for threads in [2, 5, 1_000] {
        let ask = ask(threads);
        let batch = Batch::all(&ask, &files.patterns, &files.graphs);
        for skip in [0, 1, 7, 231, 232] {
            assert_eq!(without_times(&lines(&batch, skip, &Control::NONE).0), whole[skip..]);
        }
    }
    // The answers are the same as for one question at a time.
    let record = one.count(&files.patterns[3], &files.graphs[57], &Control::NONE);
    assert_eq!(without_times(&record.to_json())[0], whole[231]);
}

#[test]
fn a_batch_that_was_cancelled_continues_to_the_same_answers() {
    let files = files();
    let ask = ask(2);
    let batch = Batch::all(&ask, &files.patterns, &files.graphs);
    let whole = without_times(&lines(&batch, 0, &Control::NONE).0);
    for stop in [1, 20, 150] {
        let control = Control::new();
        let seen = AtomicUsize::new(0);
        let writer = JsonLines::new(&ask.question(), &Subjects::named(&batch));
        let mut first = String::new();
        let put = |text: &mut String, answered: Answered| {
            if seen.fetch_add(1, Ordering::Relaxed) + 1 == stop {
                control.cancel();
            }
            writer.write(text, &answered);
        };
        let ended = batch.run(0, &control, put, |text: String| {
            first += &text;
            Ok::<(), Cancelled>(())
        });
        assert_eq!(ended, Err(Cancelled));
        let mut both = without_times(&first);
        assert!(both.len() < whole.len(), "it was stopped");
        let (rest, ended) = lines(&batch, both.len(), &Control::NONE);
        assert_eq!(ended, Ok(()));
        both.extend(without_times(&rest));
        assert_eq!(both, whole);
    }
}

fn write_answers(batch: &Batch<'_>, path: &Path) -> Result<usize, SessionError> {
    let format = AnswerFormat::from_path(path).unwrap();
    let subjects = Subjects::with_hashes(batch, &Control::NONE)?;
    let (mut file, earlier) = AnswerFile::resume(path, format, batch, &subjects)?;
    let writer = AnswerLines::new(format, &batch.ask().question(), &subjects);
    let put = |text: &mut String, answered: Answered| writer.write(text, &answered);
    let skip = earlier.tally.answers;
    batch.run(skip, &Control::NONE, put, |text: String| file.append(&text))?;
    Ok(skip)
}

#[test]
fn a_file_continues_only_with_the_same_questions() {
    for name in ["answers.jsonl", "answers.csv"] {
        continues_only_with_the_same_questions(name);
    }
}

fn continues_only_with_the_same_questions(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join(name);
    let mut files = files();
    files.graphs.truncate(5);
    let (one, two) = (ask(1), ask(1).with_step_limit(Some(1_000_000)));
    let batch = Batch::all(&one, &files.patterns, &files.graphs);
    assert_eq!(write_answers(&batch, &out).unwrap(), 0);
    assert_eq!(write_answers(&batch, &out).unwrap(), 20);
    let whole = fs::read_to_string(&out).unwrap();

    let other_limits = Batch::all(&two, &files.patterns, &files.graphs);
    let said = write_answers(&other_limits, &out).unwrap_err().to_string();
    assert!(said.contains("step_limit is not set in the file and `1000000`"), "{said}");

    // A graph of the same name with one arc fewer.
    let changed = path(4);
    let source = Source::bytes("g4.json", changed.as_bytes());
    let mut graphs = files.graphs.clone();
    graphs[2] = files.session.read_graph(source, &Control::NONE).unwrap();
    let other_graph = Batch::all(&one, &files.patterns, &graphs);
    let said = write_answers(&other_graph, &out).unwrap_err().to_string();
    assert!(said.contains("graph_hash is"), "{said}");
    assert_eq!(fs::read_to_string(&out).unwrap(), whole, "nothing was changed");
}

#[test]
fn a_file_that_was_cut_anywhere_continues_to_the_same_answers() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::new();
    let read = |session: &mut Session, name: &str| {
        let text = format!(r#"{{"name":{name},"nodes":[0,0],"edges":[[0,1]]}}"#);
        session.read_graph(Source::bytes("g.json", text.as_bytes()), &Control::NONE).unwrap()
    };
    // Names that need quotes, and one that spans two lines.
    let names = [r#""a,b""#, r#""two\nlines, \"quoted\"""#, r#""\u001b""#];
    let graphs = names.map(|name| read(&mut session, name));
    let text = path(2);
    let source = Source::bytes("p.json", text.as_bytes());
    let patterns = [session.read_pattern(source, &Control::NONE).unwrap()];
    let ask = ask(1);
    let batch = Batch::all(&ask, &patterns, &graphs);
    for name in ["r.jsonl", "r.csv"] {
        let out = folder.path().join(name);
        write_answers(&batch, &out).unwrap();
        let whole = fs::read(&out).unwrap();
        for cut in (0..whole.len()).step_by(5).chain([whole.len() - 1, whole.len()]) {
            fs::write(&out, &whole[..cut]).unwrap();
            let earlier = write_answers(&batch, &out).unwrap();
            assert!(earlier < 3 || cut == whole.len(), "{name} cut at {cut}");
            let again = fs::read(&out).unwrap();
            // Times differ, and with them the lengths of lines.
            let lines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count();
            assert_eq!(lines(&again), lines(&whole), "{name} cut at {cut}");
            assert_eq!(write_answers(&batch, &out).unwrap(), 3, "{name} cut at {cut}");
        }
    }
}

#[test]
fn a_foreign_file_is_not_truncated() {
    let folder = tempfile::tempdir().unwrap();
    let files = files();
    let ask = ask(1);
    let batch = Batch::all(&ask, &files.patterns, &files.graphs);
    for (name, text) in
        [("a.jsonl", "precious"), ("a.csv", "precious"), ("a.csv", "pattern,graph,count\n")]
    {
        let out = folder.path().join(name);
        fs::write(&out, text).unwrap();
        let said = write_answers(&batch, &out).unwrap_err().to_string();
        assert!(said.contains("not the beginning of a file of answers"), "{said}");
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
    }
}

#[test]
fn a_file_is_replaced_only_on_demand_and_never_under_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.csv");
    fs::write(&out, "precious").unwrap();
    let create = |existing| AnswerFile::create(&out, AnswerFormat::Csv, existing);
    assert!(matches!(create(Existing::Refuse), Err(SessionError::Exists { .. })));
    assert_eq!(fs::read_to_string(&out).unwrap(), "precious");
    let first = create(Existing::Replace).unwrap();
    assert!(matches!(create(Existing::Replace), Err(SessionError::Busy { .. })));
    drop(first);
    assert!(fs::read_to_string(&out).unwrap().starts_with("pattern,graph,"));
    create(Existing::Replace).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn a_matrix_agrees_with_the_records() {
    let files = files();
    for threads in [1, 3] {
        let ask = ask(threads);
        let batch = Batch::all(&ask, &files.patterns, &files.graphs);
        let matrix = batch.matrix(&Control::NONE).unwrap();
        assert_eq!(matrix.patterns, ["p2", "p3", "p4", "p5"]);
        assert_eq!(matrix.rows.len(), 58);
        for (row, graph) in matrix.rows.iter().zip(&files.graphs) {
            assert_eq!(row.graph, graph.name());
            for (cell, pattern) in row.cells.iter().zip(&files.patterns) {
                let record = ask.count(pattern, graph, &Control::NONE);
                assert_eq!(*cell, Cell::Said(record.said));
            }
        }
    }
}

#[test]
fn a_matrix_of_listed_pairs_leaves_the_others_empty() {
    let files = files();
    let ask = ask(2);
    let pairs = [(1, 5), (0, 2), (3, 5)].map(|(pattern, graph)| Pair { pattern, graph });
    let batch = Batch::listed(&ask, &files.patterns, &files.graphs, &pairs);
    let matrix = batch.matrix(&Control::NONE).unwrap();
    let graphs: Vec<&str> = matrix.rows.iter().map(|row| row.graph.as_str()).collect();
    assert_eq!(graphs, ["g7", "g4"]);
    let asked = |row: usize| {
        let cells = matrix.rows[row].cells.iter();
        cells.map(|cell| cell.said().is_some()).collect::<Vec<_>>()
    };
    assert_eq!(asked(0), [false, true, false, true]);
    assert_eq!(asked(1), [true, false, false, false]);
}

#[test]
fn a_cancelled_matrix_passes_on_complete_rows_only() {
    let files = files();
    // On one thread; two threads may have answered everything before the first row is passed on.
    let ask = ask(1);
    let batch = Batch::all(&ask, &files.patterns, &files.graphs);
    let control = Control::new();
    let mut rows = Vec::new();
    let ended = batch.rows(
        &control,
        |_| (),
        |row| {
            rows.push(row);
            control.cancel();
            Ok::<(), Cancelled>(())
        },
    );
    assert_eq!(ended, Err(Cancelled));
    assert!(rows.len() < 58);
    assert!(rows.iter().all(|row| row.cells.iter().all(|cell| cell.said().is_some())));
}

#[test]
fn a_second_writer_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.jsonl");
    let files = files();
    let ask = ask(1);
    let batch = Batch::all(&ask, &files.patterns, &files.graphs);
    let subjects = Subjects::with_hashes(&batch, &Control::NONE).unwrap();
    let format = AnswerFormat::JsonLines;
    let create = || AnswerFile::create(&out, format, Existing::Refuse);
    let first = create().unwrap();
    let second = AnswerFile::resume(&out, format, &batch, &subjects);
    assert!(matches!(second, Err(SessionError::Busy { .. })));
    assert!(matches!(create(), Err(SessionError::Exists { .. })));
    drop(first);
    assert!(AnswerFile::resume(&out, format, &batch, &subjects).is_ok());
}

/// A folder with two graphs and a file that is not a graph.
fn folder_with_a_bad_file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    fs::write(path.join("a.gml"), "graph [ node [ id 0 ] ]").unwrap();
    fs::write(path.join("b.gml"), "graph [ node [ id").unwrap();
    fs::write(path.join("c.gml"), "graph [ node [ id 0 ] node [ id 1 ] ]").unwrap();
    (folder, path)
}

#[test]
fn a_bad_file_does_not_spoil_the_others() {
    let (_folder, path) = folder_with_a_bad_file();
    let read = Session::new().read_graphs(Source::path(&path), None, &Control::NONE).unwrap();
    let names: Vec<&str> = read.members.iter().map(LoadedGraph::name).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(read.problems.len(), 1);
    assert!(read.problems[0].to_string().contains("b.gml"));
}

#[test]
fn files_that_no_pair_names_are_not_read() {
    let (_folder, graphs) = folder_with_a_bad_file();
    let list = graphs.join("pairs.md");
    fs::write(&list, "p2\tc\np2\ta\n").unwrap();
    let list = PairList::read(&list).unwrap();
    let mut session = Session::new();
    let source = Source::bytes("p2.json", br#"{"nodes":[0],"edges":[]}"#);
    let patterns = vec![session.read_pattern(source, &Control::NONE).unwrap()];
    let read =
        session.read_graphs(Source::path(&graphs), Some(&list.graphs()), &Control::NONE).unwrap();
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let pairs = list.resolve(&patterns, &read.members, &read.unread).unwrap();
    let ask = ask(1);
    let batch = Batch::listed(&ask, &patterns, &read.members, &pairs);
    let (text, _) = lines(&batch, 0, &Control::NONE);
    let counts: Vec<bool> = text.lines().map(|line| line.contains(r#""count":"2""#)).collect();
    assert_eq!(counts, [true, false]);

    // A pair with the bad file is left out, and the others are answered.
    let list = graphs.join("more.md");
    fs::write(&list, "p2\tb\np2\ta\n").unwrap();
    let list = PairList::read(&list).unwrap();
    let read =
        session.read_graphs(Source::path(&graphs), Some(&list.graphs()), &Control::NONE).unwrap();
    assert_eq!(read.problems.len(), 1);
    assert_eq!(list.resolve(&patterns, &read.members, &read.unread).unwrap().len(), 1);
}

/// When the reader goes away, the questions in progress end, even those that would never end.
#[test]
fn a_failing_sink_ends_the_questions_in_progress() {
    let mut session = Session::new();
    let mut pattern = |name: &str, size: usize| {
        let text = thicket(size);
        session.read_pattern(Source::bytes(name, text.as_bytes()), &Control::NONE).unwrap()
    };
    let patterns = [pattern("easy.json", 3), pattern("endless.json", 30)];
    let text = thicket(400);
    let source = Source::bytes("g.json", text.as_bytes());
    let graphs = [session.read_graph(source, &Control::NONE).unwrap()];
    let meaning = Meaning::plain(Semantics::Homomorphism);
    let two = NonZeroUsize::new(2).unwrap();
    let ask = Ask::new(meaning, Method::by_name("brute-force", &MethodOptions::default()).unwrap());
    let ask = ask.with_threads(two);
    let batch = Batch::all(&ask, &patterns, &graphs);
    let ended = batch.run(0, &Control::NONE, |(): &mut (), _| {}, |()| Err(Cancelled));
    assert_eq!(ended, Err(Cancelled));
}
