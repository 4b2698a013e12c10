//! What cannot be read keeps its name and its position, and is never counted as 0.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use std::fs;
use std::path::Path;

use isocount_core::{Cancelled, Control, CountError, Meaning, NotRead, Semantics, Unit};
use isocount_format::{Format, FormatError, ReadOptions};
use isocount_record::Said;
use isocount_session::{
    AnswerFile, AnswerFormat, AnswerLines, Answered, Ask, Batch, Collection, Existing, Find,
    FindProblem, GraphTarget, LoadedGraph, LoadedPattern, Method, MethodOptions, MotifAsk,
    PairList, Per, Session, SessionError, Source, Subjects,
};

fn keeping() -> ReadOptions {
    ReadOptions::new().with_faults_kept()
}

fn graphs(source: Source<'_>) -> Collection<LoadedGraph> {
    let source = source.with_options(keeping());
    Session::new().read_graphs(source, None, &Control::NONE).unwrap()
}

fn patterns(source: Source<'_>) -> Collection<LoadedPattern> {
    let source = source.with_options(keeping());
    Session::new().read_patterns(source, None, &Control::NONE).unwrap()
}

/// Names, with a `!` before those that could not be read. Their reasons are those of the problems,
/// in order.
fn shown(found: &Collection<LoadedGraph>) -> Vec<String> {
    let reasons: Vec<&str> = found.members.iter().filter_map(LoadedGraph::problem).collect();
    let problems: Vec<String> = found.problems.iter().map(FormatError::to_text).collect();
    assert_eq!(reasons, problems);
    let mark = |graph: &LoadedGraph| if graph.problem().is_some() { "!" } else { "" };
    found.members.iter().map(|graph| format!("{}{}", mark(graph), graph.name())).collect()
}

fn ask() -> Ask {
    Ask::new(Meaning::plain(Semantics::Monomorphism(Unit::Mappings)), Method::exact())
}

fn said(batch: &Batch<'_>) -> Vec<Said> {
    let mut said = Vec::new();
    let take = |answers: Vec<Answered>| {
        said.extend(answers.into_iter().map(|answered| answered.said));
        Ok::<_, Cancelled>(())
    };
    batch.run(0, &Control::NONE, |list: &mut Vec<_>, answered| list.push(answered), take).unwrap();
    said
}

/// Three ethanes; `change` is applied to the second one.
fn sdf(change: impl Fn(&str) -> String) -> String {
    let molecule = |name: &str| {
        let atom = "    0.0000    0.0000    0.0000 C   0  0\n";
        format!(
            "{name}\n  any\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n{atom}{atom}  1  2  1  0\nM  END\n$$$$\n"
        )
    };
    molecule("one") + &change(&molecule("two")) + &molecule("three")
}

#[test]
fn one_bad_molecule_of_smiles_keeps_its_name_and_place() {
    let text = b"CCO ethanol\nCC( broken\nC\nC1CC ring\n[Xx]\nN ammonia\n";
    let found = graphs(Source::bytes("drugs.smi", text));
    let names = ["ethanol", "!broken", "drugs#2", "!ring", "!drugs#4", "ammonia"];
    assert_eq!(shown(&found), names);
    assert!(found.problems[0].to_string().starts_with("drugs.smi:2:"), "{:?}", found.problems);
    // The names are the same as if all could be read.
    let found = graphs(Source::bytes("drugs.smi", b"C a\n\xFF\nC\nC a\nC( a\n"));
    assert_eq!(shown(&found), ["a", "!drugs#1", "drugs#2", "a#2", "!a#3"]);
    assert_eq!(shown(&graphs(Source::bytes("one.smi", b"C(\n"))), ["!one"]);
    // Without this option, the whole file is refused.
    let source = Source::bytes("drugs.smi", text);
    let found = Session::new().read_graphs(source, None, &Control::NONE).unwrap();
    assert_eq!((found.members.len(), found.problems.len()), (0, 1));
}

#[test]
fn one_bad_molecule_of_an_sdf_file_does_not_affect_the_next_one() {
    let changes: [&dyn Fn(&str) -> String; 6] = [
        &|text| text.replace(" C   0", " Xx  0"),
        &|text| text.replace("  2  1  0", "  3  1  0"),
        &|text| text.replace("  1  2  1  0\n", ""),
        &|text| text.replace("M  END\n", ""),
        &|text| text.replace("V2000", "V9000"),
        &|text| text.replace("  any\n\n", ""),
    ];
    for change in changes {
        let text = sdf(change);
        let found = graphs(Source::bytes("set.sdf", text.as_bytes()));
        assert_eq!(shown(&found), ["one", "!two", "three"], "{text}");
    }
    let text = sdf(|_| "two\n$$$$\n".to_owned());
    let found = graphs(Source::bytes("set.sdf", text.as_bytes()));
    assert_eq!(shown(&found), ["one", "!two", "three"], "{text}");
    let cut = sdf(|_| String::new());
    let cut = &cut[..cut.len() - 20];
    assert_eq!(shown(&graphs(Source::bytes("set.sdf", cut.as_bytes()))), ["one", "!three"]);
}

#[test]
fn one_bad_line_of_json_lines_or_graph6() {
    let text = concat!(
        "{\"name\": \"first\", \"nodes\": [0], \"edges\": []}\n",
        "{\"name\": \"second\", \"nodes\": [0], \"edges\": [[0, 7]]}\n",
        "{\"nodes\": [0]}\n",
        "{\"name\": \"cut\", \"nodes\"\n",
        "{\"nodes\": [0], \"edges\": []}\n",
    );
    let found = graphs(Source::bytes("g.jsonl", text.as_bytes()));
    assert_eq!(shown(&found), ["first", "!second", "!g#2", "!g#3", "g#4"]);
    let found = graphs(Source::bytes("g.g6", b">>graph6<<\nBw\nB\n\nBw \nB\x07\n"));
    assert_eq!(shown(&found), ["g#0", "!g#1", "g#2", "!g#3"]);
    assert_eq!(shown(&graphs(Source::bytes("g.g6", b"B\n"))), ["!g"]);
}

/// A TU dataset of three graphs with two nodes each.
fn tu(folder: &Path, arcs: &str) {
    fs::write(folder.join("T_A.txt"), arcs).unwrap();
    fs::write(folder.join("T_graph_indicator.txt"), "1\n1\n2\n2\n3\n3\n").unwrap();
}

#[test]
fn one_bad_graph_of_a_tu_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (arcs, expected) in [
        ("1, 2\n3, 4\n3, 4\n5, 6\n", vec!["T_0", "!T_1", "T_2"]),
        ("1, 2\n3, 9\n5, 6\n", vec!["T_0", "!T_1", "T_2"]),
        // If the ends of an arc are unknown, any graph may be affected.
        ("1, 2\nx, y\n5, 6\n", vec!["!T"]),
    ] {
        tu(path, arcs);
        assert_eq!(shown(&graphs(Source::path(path))), expected, "{arcs}");
    }
    // An arc between two graphs is an error in both.
    tu(path, "1, 2\n3, 5\n5, 6\n");
    let found = graphs(Source::path(path));
    let problems: Vec<_> = found.members.iter().map(LoadedGraph::problem).collect();
    assert!(problems[0].is_none() && problems[1].is_some());
    assert_eq!(problems[1], problems[2]);
}

#[test]
fn bad_patterns_are_kept_like_bad_graphs() {
    let names = |found: &Collection<LoadedPattern>| -> Vec<String> {
        let mark = |it: &LoadedPattern| if it.problem().is_some() { "!" } else { "" };
        found.members.iter().map(|it| format!("{}{}", mark(it), it.name())).collect()
    };
    let found = patterns(Source::bytes("q.sma", b"[CX3]=O carbonyl\n[Q] bad\n[#7]\n"));
    assert_eq!(names(&found), ["carbonyl", "!bad", "q#2"]);
    let text = b"{\"nodes\": [], \"edges\": []}\n{\"nodes\": [0], \"edges\": []}\n";
    let found = patterns(Source::bytes("p.jsonl", text));
    assert_eq!(names(&found), ["!p#0", "p#1"]);
    assert!(found.members[0].problem().unwrap().contains("has no nodes"));
    // There is nothing besides the text, so a mistake in it is an error.
    let typed = Source::argument("smiles:CC(".as_ref()).with_options(keeping());
    assert!(Session::new().read_patterns(typed, None, &Control::NONE).is_err());
}

#[test]
fn a_bad_file_of_a_folder_is_named_after_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.gml"), "graph [ node [ id 0 ] ]").unwrap();
    fs::write(path.join("b.gml"), "graph [ node [ id").unwrap();
    fs::write(path.join("c.smi.gz"), b"\x1f\x8b broken").unwrap();
    fs::write(path.join("d.gml"), "graph [ node [ id 0 ] ]").unwrap();
    assert_eq!(shown(&graphs(Source::path(path))), ["a", "!b", "!c", "d"]);
    assert!(graphs(Source::path(path)).problems[1].to_text().contains("gzip"));
}

#[test]
fn one_graph_is_read_or_is_an_error() {
    for (text, is_read) in [("C", true), ("C(", false), ("C\nC(\n", false), ("C\nC\n", false)] {
        let source = Source::bytes("g.smi", text.as_bytes()).with_options(keeping());
        let read = Session::new().read_graph(source.clone(), &Control::NONE);
        assert_eq!(read.is_ok(), is_read, "{text}");
        assert_eq!(Session::new().read_pattern(source, &Control::NONE).is_ok(), is_read, "{text}");
    }
}

#[test]
fn every_question_about_it_has_the_reason_in_place_of_an_answer() {
    let mut session = Session::new();
    let source = Source::bytes("g.smi", b"CC\nC)\n").with_options(keeping());
    let graphs = session.read_graphs(source, None, &Control::NONE).unwrap().members;
    let source = Source::bytes("p.smi", b"C\nCC)\nCC\n").with_options(keeping());
    let patterns = session.read_patterns(source, None, &Control::NONE).unwrap().members;
    let of_pattern = "the pattern could not be read: p.smi:2:3: ";
    let of_graph = "the graph could not be read: g.smi:2:2: ";
    let reason = |said: &Said| match said {
        Said::None { reason } => reason.clone(),
        Said::Answer(answer) => panic!("{answer:?}"),
    };
    for name in ["exact", "auto", "vf2", "brute-force"] {
        let method = Method::by_name(name, &MethodOptions::default()).unwrap();
        let ask = Ask::new(ask().meaning(), method);
        let of = |pattern: &LoadedPattern, graph| ask.count(pattern, graph, &Control::NONE).said;
        assert!(of(&patterns[0], &graphs[0]).answer().is_some());
        assert!(reason(&of(&patterns[1], &graphs[0])).starts_with(of_pattern));
        assert!(reason(&of(&patterns[1], &graphs[1])).starts_with(of_pattern));
        assert!(reason(&of(&patterns[0], &graphs[1])).starts_with(of_graph));
        let batch = Batch::all(&ask, &patterns, &graphs);
        let all = said(&batch);
        let expected: Vec<Said> =
            batch.pairs().map(|pair| of(&patterns[pair.pattern], &graphs[pair.graph])).collect();
        assert_eq!(all, expected);
        assert_eq!(all.iter().filter(|said| said.answer().is_none()).count(), 4);
        let mut open = ask.open(&graphs[0], &Control::NONE).unwrap();
        let records = open.count_each(&patterns, &Control::NONE);
        assert!(reason(&records[1].said).starts_with(of_pattern));
        assert!(records[2].said.answer().is_some());
    }
    let ask = ask();
    assert!(ask.open(&graphs[1], &Control::NONE).is_err());
    assert!(ask.why_zero(&patterns[0], &graphs[1], &Control::NONE).is_err());
    let matrix = Batch::all(&ask, &patterns, &graphs).matrix(&Control::NONE).unwrap();
    assert_eq!(matrix.to_csv(), "graph,p#0,p#1,p#2\ng#0,2,NA,2\ng#1,NA,NA,NA\n");

    let not_read = |kind| NotRead::new(kind, graphs[1].problem().unwrap());
    let parts = ask.count_per(&patterns[0], &graphs[1], Per::Node, &Control::NONE);
    assert_eq!(parts.unwrap_err(), CountError::NotRead(not_read("graph")));
    let find = Find::new(ask.meaning());
    let found = find.matches(&patterns[0], &graphs[1], &Control::NONE);
    assert_eq!(found.unwrap_err(), FindProblem::NotRead(not_read("graph")));
    let found = find.matches(&patterns[1], &graphs[0], &Control::NONE);
    assert!(matches!(found, Err(FindProblem::NotRead(NotRead { kind: "pattern", .. }))));
    let census = MotifAsk::default().answer(&graphs[1], None, &Control::NONE);
    assert!(matches!(census, Err(SessionError::NotRead(_))));
    let folder = tempfile::tempdir().unwrap();
    let target = GraphTarget::Folder { path: folder.path().join("out"), format: Format::Gml };
    let written = target.write(&graphs, Existing::Refuse, &Control::NONE);
    assert!(matches!(written, Err(SessionError::NotRead(_))));
}

#[test]
fn pairs_of_what_cannot_be_read_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.smi"), "C one\nC( two\n").unwrap();
    fs::write(path.join("b.smi.gz"), b"\x1f\x8b broken").unwrap();
    fs::write(path.join("c.gml"), "graph [").unwrap();
    fs::write(path.join("d.gml"), "graph [").unwrap();
    let list = tempfile::NamedTempFile::new().unwrap();
    fs::write(&list, "p\tone\np\ttwo\np\tb#1\np\tc\np\tb#0\n").unwrap();
    let list = PairList::read(list.path()).unwrap();
    let mut session = Session::new();
    let pattern = session.read_pattern(Source::bytes("p.smi", b"C"), &Control::NONE).unwrap();
    let source = Source::path(path).with_options(keeping());
    let read = session.read_graphs(source, Some(&list.graphs()), &Control::NONE).unwrap();
    let names: Vec<&str> = read.members.iter().map(LoadedGraph::name).collect();
    assert_eq!(names, ["one", "two", "b#0", "b#1", "c"]);
    let patterns = [pattern];
    let pairs = list.resolve(&patterns, &read.members, &read.unread).unwrap();
    assert_eq!(pairs.len(), 5);
    let ask = ask();
    let batch = Batch::listed(&ask, &patterns, &read.members, &pairs);
    let answered: Vec<bool> = said(&batch).iter().map(|said| said.answer().is_some()).collect();
    assert_eq!(answered, [true, false, false, false, false]);
}

#[test]
fn a_file_of_answers_with_a_reason_is_continued_until_the_graph_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ask();
    for (format, name) in [(AnswerFormat::JsonLines, "a.jsonl"), (AnswerFormat::Csv, "a.csv")] {
        let out = folder.path().join(name);
        let write = |text: &str, stop: usize| {
            let mut session = Session::new();
            let source = Source::bytes("g.smi", text.as_bytes()).with_options(keeping());
            let graphs = session.read_graphs(source, None, &Control::NONE).unwrap().members;
            let pattern = Source::bytes("p.smi", b"C");
            let patterns = [session.read_pattern(pattern, &Control::NONE).unwrap()];
            let batch = Batch::all(&ask, &patterns, &graphs);
            let subjects = Subjects::with_hashes(&batch, &Control::NONE).unwrap();
            let (mut file, earlier) = AnswerFile::resume(&out, format, &batch, &subjects)?;
            let lines = AnswerLines::new(format, &ask.question(), &subjects);
            let mut left = stop;
            let ended: Result<(), Cancelled> = batch.run(
                earlier.tally.answers,
                &Control::NONE,
                |list: &mut Vec<_>, answered| list.push(answered),
                |answers: Vec<Answered>| {
                    for answered in answers {
                        left = left.checked_sub(1).ok_or(Cancelled)?;
                        let mut line = String::new();
                        lines.write(&mut line, &answered);
                        file.append(&line).map_err(|_| Cancelled)?;
                    }
                    Ok(())
                },
            );
            assert_eq!(ended.is_ok(), stop >= graphs.len() - earlier.tally.answers);
            Ok::<_, SessionError>(earlier.tally)
        };
        write("CC\nC)\nC\n", 2).unwrap();
        let earlier = write("CC\nC)\nC\n", 9).unwrap();
        assert_eq!((earlier.answers, earlier.none), (2, 1));
        let text = fs::read_to_string(&out).unwrap();
        assert_eq!(text.matches("the graph could not be read: g.smi:2:2: ").count(), 1, "{text}");
        // Once the molecule is fixed, its answer is out of date.
        let mended = write("CC\nCO\nC\n", 9).unwrap_err().to_string();
        assert!(mended.contains("graph_hash"), "{mended}");
    }
}
