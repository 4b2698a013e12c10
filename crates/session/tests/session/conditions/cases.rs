//! What is asked, and what is expected.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use super::brute_force::{MEANINGS, brute_force};
use super::*;

fn read(pattern: &Pattern, graph: &Graph) -> (LoadedPattern, LoadedGraph) {
    let (mut session, control) = (Session::new(), Control::NONE);
    let text = pattern.text();
    let loaded = session.read_pattern(Source::text(Notation::Text, &text), &control);
    let loaded = loaded.unwrap_or_else(|problem| panic!("{text}: {problem}"));
    let json = graph.json();
    let source = Source::bytes("graph.json", json.as_bytes());
    // Without conditions, arcs that differ only in attributes are duplicates.
    let source = source.with_options(ReadOptions::new().with_duplicates_merged());
    let source = source.with_attributes(loaded.needed_attributes());
    (loaded, session.read_graph(source, &control).unwrap())
}

fn count(ask: &Ask, pattern: &LoadedPattern, graph: &LoadedGraph) -> Result<u128, String> {
    match ask.count(pattern, graph, &Control::NONE).said {
        Said::Answer(Answer::Exact(count)) => Ok(count.0),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn conditions_are_counted_as_brute_force_counts_them() {
    compare_with_brute_force(false);
}

#[test]
fn conditions_and_absent_arcs_are_counted_as_brute_force_counts_them() {
    compare_with_brute_force(true);
}

fn compare_with_brute_force(has_absent: bool) {
    let cases = if std::env::var_os("ISOCOUNT_SLOW").is_some() { 40_000 } else { 400 };
    let (mut asked, mut zeros, mut with_conditions) = (0, 0, 0);
    for seed in 0..cases {
        let mut rng = Rng::new(seed);
        let graph = random_graph(&mut rng);
        let mut pattern = random_pattern(&mut rng, &graph);
        if has_absent {
            add_absent(&mut rng, &mut pattern);
        }
        let view = match rng.below(6) {
            0 => View::ignoring(["directions"]),
            1 => View::ignoring(["edge_labels"]),
            2 => View::ignoring(["node_labels", "directions", "edge_labels"]),
            _ => Ok(View::PLAIN),
        };
        let view = view.unwrap();
        let (loaded, read) = read(&pattern, &graph);
        with_conditions += u32::from(loaded.conditions().is_some());
        let seen_pattern = pattern.seen_through(view);
        let seen_graph = graph.seen_by(&pattern, view);
        let all_arcs = graph.seen_with(&BTreeSet::from(EDGE), view).arcs;
        for semantics in MEANINGS {
            let expected = brute_force(&seen_pattern, &seen_graph, &all_arcs, semantics);
            let meaning = Meaning { semantics, view };
            let ask = Ask::new(meaning, Method::exact());
            let found = match count(&ask, &loaded, &read) {
                Ok(found) => found,
                // An attribute that no node or no edge has, or only with values of another kind.
                Err(problem) if problem.contains("attribute") => continue,
                Err(problem) => panic!("seed {seed}: {problem}"),
            };
            let context =
                || format!("seed {seed}, {meaning:?}:\n{}\n{}", pattern.text(), graph.json());
            assert_eq!(found, expected, "{}", context());
            let opened = ask.open(&read, &Control::NONE).unwrap().count(&loaded, &Control::NONE);
            assert_eq!(opened.said.answer().and_then(exact), Some(expected), "{}", context());
            let (patterns, graphs) = ([loaded.clone()], [read.clone()]);
            let matrix = Batch::all(&ask, &patterns, &graphs).matrix(&Control::NONE).unwrap();
            assert!(matrix.rows[0].to_csv().ends_with(&format!(",{expected}\n")), "{}", context());
            if !matches!(
                semantics,
                Semantics::Monomorphism(Unit::Subgraphs) | Semantics::Induced(Unit::Subgraphs)
            ) {
                let matches = Find::new(meaning).matches(&loaded, &read, &Control::NONE).unwrap();
                assert_eq!(matches.count() as u128, expected, "{}", context());
            }
            asked += 1;
            zeros += u32::from(expected == 0);
        }
    }
    assert!(asked > cases as u32 * 4, "{asked} questions of {cases} cases");
    assert!(zeros < asked * 3 / 4, "{zeros} zeros of {asked}");
    assert!(u64::from(with_conditions) > cases / 2, "{with_conditions}");
}

fn exact(answer: Answer) -> Option<u128> {
    match answer {
        Answer::Exact(count) => Some(count.0),
        _ => None,
    }
}

#[test]
fn patterns_with_conditions_are_written_back() {
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let graph = random_graph(&mut rng);
        let mut pattern = random_pattern(&mut rng, &graph);
        if seed % 2 == 0 {
            add_absent(&mut rng, &mut pattern);
        }
        let (loaded, _) = read(&pattern, &graph);
        let written = written(&loaded);
        let mut session = Session::new();
        let again = Source::text(Notation::Text, &written);
        let again = session.read_pattern(again, &Control::NONE);
        let again = again.unwrap_or_else(|problem| panic!("{written}: {problem}"));
        // The labels of a set stand in the order in which a session first saw them.
        if pattern.absent.is_empty() {
            assert_eq!(self::written(&again), written, "{}", pattern.text());
        }
        assert_eq!(again.content_hash(), loaded.content_hash(), "{written}");
    }
}

fn written(pattern: &LoadedPattern) -> String {
    let mut out = Vec::new();
    pattern.write(Format::Text, &mut out, &Control::NONE).unwrap();
    String::from_utf8(out).unwrap()
}

/// A pattern and a graph from texts; the graph keeps what the pattern needs.
fn question(pattern: &str, name: &str, graph: &str) -> (LoadedPattern, LoadedGraph) {
    let (mut session, control) = (Session::new(), Control::NONE);
    let pattern = session.read_pattern(Source::text(Notation::Text, pattern), &control).unwrap();
    // Rows that agree in what the question needs are duplicates.
    let source = Source::bytes(name, graph.as_bytes())
        .with_options(ReadOptions::new().with_duplicates_merged())
        .with_attributes(pattern.needed_attributes());
    let graph = session.read_graph(source, &control).unwrap();
    (pattern, graph)
}

fn mappings() -> Ask {
    let meaning = Meaning::plain(Semantics::Monomorphism(Unit::Mappings));
    Ask::new(meaning, Method::exact())
}

const PAYMENTS: &str = "tail,head,label,amount,tail_age,head_age\n\
    ann,bob,pays,5,30,17\nann,bob,pays,12.5,30,17\nbob,cid,pays,,17,\ncid,ann,pays,7,,30\n";

#[test]
fn missing_values_are_neither_equal_nor_different() {
    for (condition, expected) in [
        ("amount > 6", 2),
        ("not amount > 6", 1),
        ("amount = 5", 1),
        ("amount != 5", 2),
        ("amount is missing", 1),
        ("amount is not missing", 2),
        ("not amount > 6 or amount is missing", 2),
    ] {
        let pattern = format!("x-[pays {{{condition}}}]->y");
        let (pattern, graph) = question(&pattern, "payments.csv", PAYMENTS);
        assert_eq!(count(&mappings(), &pattern, &graph), Ok(expected), "{condition}");
    }
}

#[test]
fn parallel_arcs_that_differ_in_an_attribute_are_two_arcs() {
    let two = "x-[pays {amount > 0}]->y, x-[pays {amount > 0}]->y";
    let (pattern, graph) = question(two, "payments.csv", PAYMENTS);
    assert_eq!(count(&mappings(), &pattern, &graph), Ok(1));
    // Without the attribute, they are one arc, and the file states it twice.
    let source = Source::bytes("payments.csv", PAYMENTS.as_bytes());
    let refused = Session::new().read_graph(source, &Control::NONE).unwrap_err();
    assert!(refused.to_string().contains("twice"), "{refused}");
}

#[test]
fn ends_of_an_arc_are_compared() {
    for (text, expected) in [
        ("x-[pays]->y, where x.age > y.age", 1),
        ("x-[pays]->y where y.age < x.age", 1),
        ("x-[e:pays]->y where e.amount < y.age", 2),
        ("x-[pays]->y where x.age is missing", 1),
        ("x-[pays]->y where x.age > y.age or y.age is missing", 2),
    ] {
        let (pattern, graph) = question(text, "payments.csv", PAYMENTS);
        assert_eq!(count(&mappings(), &pattern, &graph), Ok(expected), "{text}");
    }
}

/// Conditions on absent arcs tell no present arcs apart: an absent arc never adds a match.
#[test]
fn conditions_of_absent_arcs_only_forbid() {
    let induced = Meaning::plain(Semantics::Induced(Unit::Mappings));
    for (text, of_mappings, of_induced) in [
        ("x-[pays]->y", 3, 3),
        ("x-[pays]->y, y!-[pays {amount > 0}]->x", 3, 3),
        ("x-[pays]->y, x!-[pays {amount > 10}]->y", 2, 2),
        ("x-[pays]->y, x!-[pays {amount < 10}]->y", 1, 1),
        ("x-[pays]->y, x!-[* {amount is missing}]->y", 2, 2),
        ("x-[pays {amount > 0}]->y, x!-[pays {amount > 10}]->y", 1, 1),
        ("x-[pays {amount > 0}]->y, x!-[pays {not amount > 10}]->y", 0, 0),
        ("x-[pays {amount > 0}]->y, x!-[takes {amount > 10}]->y", 2, 1),
        ("x-[pays]->y, x!-[!* {amount > 0}]->y", 3, 3),
        ("x-[pays]->y, x!-[*]->y, x!-[pays {amount > 0}]->y", 0, 0),
    ] {
        let (pattern, graph) = question(text, "payments.csv", PAYMENTS);
        assert_eq!(count(&mappings(), &pattern, &graph), Ok(of_mappings), "{text}");
        let ask = Ask::new(induced, Method::exact());
        assert_eq!(count(&ask, &pattern, &graph), Ok(of_induced), "{text}, induced");
    }
}

#[test]
fn what_does_not_fit_is_explained() {
    let problem = |text: &str| {
        let (pattern, graph) = question(text, "payments.csv", PAYMENTS);
        match mappings().count(&pattern, &graph, &Control::NONE).said {
            Said::None { reason } => reason.clone(),
            other @ Said::Answer(_) => format!("{other:?}"),
        }
    };
    assert_eq!(
        problem("x{agee > 3}-[pays]->y"),
        "no node has the attribute `agee`; the attributes are age"
    );
    assert_eq!(
        problem("x-[pays {amount = \"x\"}]->y"),
        "`amount = \"x\"` compares the attribute `amount` with a text, but its values are numbers"
    );
    let (pattern, graph) = question("x{age > 99}-[pays]->y", "payments.csv", PAYMENTS);
    let record = mappings().count(&pattern, &graph, &Control::NONE);
    let reason = record.zero_reason.unwrap();
    assert_eq!(reason, "no node of the graph with the label `0` satisfies `age > 99`");
}
