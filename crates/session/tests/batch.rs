//! Batches: the same answers in the same order, whatever happens on the way.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use isocount_core::{Cancelled, Control, Meaning, Semantics, Unit};
use isocount_session::{
    AnswerFile, Answered, Ask, Batch, JsonLines, LoadedGraph, LoadedPattern, Method, MethodOptions,
    PairList, Session, SessionError, Source, Subjects,
};

fn path(num_nodes: usize) -> String {
    let edges: Vec<String> = (1..num_nodes).map(|v| format!("[{},{v}]", v - 1)).collect();
    format!("{{\"nodes\":[{}],\"edges\":[{}]}}", vec!["0"; num_nodes].join(","), edges.join(","))
}

/// Every node points to some others.
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
    // The same as one question at a time.
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
    let subjects = Subjects::with_hashes(batch, &Control::NONE)?;
    let (mut file, earlier) = AnswerFile::resume(path, batch, &subjects)?;
    let writer = JsonLines::new(&batch.ask().question(), &subjects);
    let put = |text: &mut String, answered: Answered| writer.write(text, &answered);
    let skip = earlier.tally.answers;
    batch.run(skip, &Control::NONE, put, |text: String| file.append(&text))?;
    Ok(skip)
}

#[test]
fn a_file_continues_only_with_the_same_questions() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.jsonl");
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

    // A graph of the same name with one arc less.
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
fn a_second_writer_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answers.jsonl");
    let files = files();
    let ask = ask(1);
    let batch = Batch::all(&ask, &files.patterns, &files.graphs);
    let subjects = Subjects::with_hashes(&batch, &Control::NONE).unwrap();
    let first = AnswerFile::create(&out).unwrap();
    let second = AnswerFile::resume(&out, &batch, &subjects);
    assert!(matches!(second, Err(SessionError::Busy { .. })));
    assert!(matches!(AnswerFile::create(&out), Err(SessionError::Exists { .. })));
    drop(first);
    assert!(AnswerFile::resume(&out, &batch, &subjects).is_ok());
}

/// A folder of two graphs and a file that is none.
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

    // A pair of the bad file is left out, and the others are asked.
    let list = graphs.join("more.md");
    fs::write(&list, "p2\tb\np2\ta\n").unwrap();
    let list = PairList::read(&list).unwrap();
    let read =
        session.read_graphs(Source::path(&graphs), Some(&list.graphs()), &Control::NONE).unwrap();
    assert_eq!(read.problems.len(), 1);
    assert_eq!(list.resolve(&patterns, &read.members, &read.unread).unwrap().len(), 1);
}

/// A reader that is gone ends the questions that are still in work, also those that never end.
#[test]
fn a_failing_sink_ends_the_questions_in_work() {
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
    let ended = batch.run(0, &Control::NONE, |_: &mut (), _| {}, |()| Err(Cancelled));
    assert_eq!(ended, Err(Cancelled));
}
