//! The notation: its meaning, the round trip of every pattern, and the registry of named patterns.

#![allow(clippy::unwrap_used, reason = "in a test, a panic is a report")]

use isocount_core::{Control, Label, LabelSet, NodeId, Pattern, Rng};
use isocount_format::{
    FormatError, KnownPattern, LabelNames, NamedPattern, Notation, ReadOptions, read_pattern_text,
    read_text, write_notation,
};

fn try_pattern(text: &str, names: &mut LabelNames) -> Result<NamedPattern, FormatError> {
    read_pattern_text(Notation::Text, text, &ReadOptions::new(), names, &Control::NONE)
}

fn pattern(text: &str, names: &mut LabelNames) -> Pattern {
    try_pattern(text, names).unwrap_or_else(|error| panic!("{error}, in {text}")).pattern
}

fn printed(pattern: &Pattern, node_names: Option<&[String]>, names: &LabelNames) -> String {
    let mut text = Vec::new();
    write_notation(pattern, node_names, names, &mut text, &Control::NONE).unwrap();
    String::from_utf8(text).unwrap().trim_end().to_owned()
}

/// Whether all of these are equal.
fn same(texts: &[&str]) {
    let names = &mut LabelNames::new();
    let first = pattern(texts[0], names);
    for text in texts {
        assert_eq!(pattern(text, names), first, "{text} and {}", texts[0]);
    }
}

#[test]
fn syntax_of_other_languages_means_the_same() {
    same(&["a-b-c-a", "a - b - c - a", "(a)-(b)-(c)-(a)", "(a)--(b)--(c)--(a)", "a-b,b-c,c-a"]);
    same(&[
        "a-b,b-c",
        "a-b;b-c",
        "a-b\nb-c",
        "a-b,\n\nb-c\n",
        "# path\na-b # one\n b-c # two",
        "a -\n b - c",
    ]);
    same(&["a->b", "a -> b", "(a)-->(b)", "(a)-[]->(b)", "b<-a, a"].map(|text| match text {
        "b<-a, a" => "a, b<-a",
        text => text,
    }));
    same(&[
        "x:Gene-[activates]->y:Gene",
        "(x:Gene) -[:activates]-> (y:Gene)",
        "x : Gene - [ activates ] -> y:'Gene'",
    ]);
    same(&["a:0-[0]-b", "a-b", "a-[]-b:00"]);
    same(&["a:C, a-b, a:C", "a-b, a:C"]);
    same(&["(:C)-(:O)", "a:C-b:O", "_1:C-(:O)"]);
    same(&["a->a", "a-a", "a<-a"]);
    same(&["a:F|Cl-b", "a:Cl|F-b", "a:F|Cl|F-b, a:Cl|F"]);
    same(&["a:*->b", "(a:*)->b"]);
    same(&["a:!C|N-[!x]->b", "a : ! N | C -[ !x ]-> b"]);
    same(&["a-[co-exists]->b", "a-['co-exists']->b", "a-[\"co\\u{2d}exists\"]->b"]);
}

#[test]
fn nodes_have_the_names_that_they_are_given() {
    let names = &mut LabelNames::new();
    let read = try_pattern("\"Ann B\" -> x, ()-x, _1", names).unwrap();
    assert_eq!(read.node_names.as_deref().unwrap(), ["Ann B", "x", "_2", "_1"]);
    let text = printed(&read.pattern, read.node_names.as_deref(), names);
    assert_eq!(text, "\"Ann B\"->x-_2, _1");
    assert_eq!(read.name, "\"Ann B\" -> x, ()-x, _1");
}

/// Text that begins with the name of a pattern but continues differently is ordinary text, and
/// prints as such.
#[test]
fn nodes_may_be_called_like_named_patterns() {
    let names = &mut LabelNames::new();
    for (text, expected) in [
        ("path:A, b", "path:A, b"),
        ("path:\"\", h:\"\"", "path:\"\", h:\"\""),
        ("path:A-b", "path:A-b"),
        ("(path:A)", "(path:A)"),
        ("(path:4), b", "(path:4), b"),
        ("(pth:4)\nb", "(pth:4), b"),
        ("(path:4)-b, c", "(path:4)-b, c"),
        ("(biclique:2), 3", "(biclique:2), 3"),
        ("(triangle)-b", "(triangle)-b"),
        ("(triangle:C), b", "triangle:C, b"),
    ] {
        let read = try_pattern(text, names).unwrap_or_else(|error| panic!("{error}, in {text}"));
        let again = printed(&read.pattern, read.node_names.as_deref(), names);
        assert_eq!(again, expected);
        let twice = try_pattern(&again, names).unwrap_or_else(|error| panic!("{error}: {again}"));
        assert_eq!((twice.pattern, twice.node_names), (read.pattern, read.node_names), "{again}");
    }
    // This could be meant as a size.
    for text in ["path:4, b", "pth:4", "path:A"] {
        assert!(try_pattern(text, names).is_err(), "{text}");
    }
}

#[test]
fn sets_say_what_they_accept() {
    let names = &mut LabelNames::new();
    let read = pattern("a:F|Cl-[*]-b:!C|N, c:!*, a-[x]->b", names);
    let [c, n, f, cl] = ["C", "N", "F", "Cl"].map(|name| names.node_label(name));
    let set = |node| read.node_set(NodeId(node)).to_set();
    assert_eq!(set(0), LabelSet::one_of([cl, f]));
    assert_eq!(set(1), LabelSet::all_but([c, n]));
    assert!(set(2).is_empty());
    let arcs: Vec<LabelSet> =
        read.arc_sets_between(NodeId(0), NodeId(1)).map(isocount_core::Wanted::to_set).collect();
    let x = names.edge_label("x");
    assert!(arcs.contains(&LabelSet::any()) && arcs.contains(&x.into()), "{arcs:?}");
    // Without labels, the sets become plain.
    let plain = ReadOptions::new().without_node_labels().without_edge_labels();
    let text = "a:F|Cl-[*]-b:!C|N";
    let read = read_pattern_text(Notation::Text, text, &plain, names, &Control::NONE).unwrap();
    assert_eq!(read.pattern, pattern("a-b", names));
    // Graphs have no sets.
    let error = read_text(Notation::Text, text, &ReadOptions::new(), names, &Control::NONE);
    let error = error.unwrap_err().to_string();
    let expected = "text:a:F|Cl-[*]-b:!C|N:1:1: found a set of labels; in a graph, every node and \
                    every arc has one label";
    assert_eq!(error, expected);
}

#[test]
fn absent_arcs_are_written_with_an_exclamation_mark() {
    same(&["a->b\na!>c", "a->b, a!->c", "(a)-->(b), (a)!-->(c)", "a->b, a !-[0]-> c"]);
    same(&["a!->b", "a, b!<-a", "a, b !<-[0]- a"]);
    same(&["a!-b", "a!->b, b!->a", "a!--b", "a!-b, a!->b"]);
    same(&["a!-[x|y]->b", "a!-[x]->b, a!-[y]->b", "a, b!<-[y|x]-a"]);
    let names = &mut LabelNames::new();
    let read = pattern("a-b!-[*]->c, c!->c", names);
    assert_eq!((read.num_arcs(), read.absent_arcs().len()), (2, 2));
    assert_eq!(read.absent_between(NodeId(1), NodeId(2)), Some(&LabelSet::any()));
    let zero = names.edge_label("0");
    assert_eq!(read.absent_between(NodeId(2), NodeId(2)), Some(&zero.into()));
    // Without edge labels, the one label is forbidden.
    let plain = ReadOptions::new().without_edge_labels();
    let read = read_pattern_text(Notation::Text, "a!-[x|y]->b", &plain, names, &Control::NONE);
    assert_eq!(read.unwrap().pattern, pattern("a!->b", names));
    for (text, column) in [("a!b", 2), ("a ! b", 3), ("a!<b", 2), ("a!", 2)] {
        let error = try_pattern(text, names).unwrap_err();
        assert_eq!(error.location().unwrap().column, column, "{error}");
    }
    let error = read_text(Notation::Text, "a-b!-c", &ReadOptions::new(), names, &Control::NONE);
    assert!(error.unwrap_err().to_string().contains("only a pattern can forbid arcs"));
}

#[test]
fn parallel_arcs_differ_or_have_sets() {
    let names = &mut LabelNames::new();
    assert_eq!(pattern("a-[x]->b, a-[y]->b, a-[x|y]->b, a-[*]->b, a-[*]->b", names).num_arcs(), 5);
    let error = try_pattern("a-[x]->b, a-[x]->b", names).unwrap_err();
    assert_eq!(error.location().unwrap().column, 12);
    assert!(error.to_string().contains("the arc from node `a` to node `b`"), "{error}");
    let merged = ReadOptions::new().with_duplicates_merged();
    let text = "a-[x]->b, a-[x]->b, a-[*]->b, a-[*]->b";
    let read = read_pattern_text(Notation::Text, text, &merged, names, &Control::NONE).unwrap();
    assert_eq!(read.pattern.num_arcs(), 3);
}

#[test]
fn short_patterns_are_printed_as_one_would_type_them() {
    let names = &mut LabelNames::new();
    for text in [
        "a-b-c-a",
        "(a)",
        "(a:C)",
        "a, b",
        "a->b->c<-a",
        "a->b<-c",
        "a:C-[single]-b:F|Cl|Br",
        "a:*-[!x]->b:!C",
        "a->a",
        "a-b-c-d-a-c, b-d",
        "a-b, a-c, a-d",
        "a:\"works at\"-[co-exists]->b:N+",
        "a-[x]->b<-[y]-a",
        "a:!*",
        "(bi)-fan",
        "a-b-c!-a",
        "a->b!->a!->a",
        "a-[x]->b!<-[y|z]-a",
        "a!-[*]-b",
        "(in)-starh:2",
    ] {
        let read = try_pattern(text, names).unwrap();
        let expected = if text == "a:!*" { "(a:!*)" } else { text };
        assert_eq!(printed(&read.pattern, read.node_names.as_deref(), names), expected);
    }
}

const LABELS: [&str; 20] = [
    "0",
    "7",
    "-3",
    "1.0",
    "C",
    "N+",
    "works at",
    "a\"b",
    "it's",
    "ä&ö",
    "x,y",
    "",
    "#",
    "]-",
    "*",
    "!",
    "a|b",
    "two\nlines",
    "\\",
    "\u{1}\u{7f}",
];

/// Any possible label, usually one of a few.
fn label(rng: &mut Rng) -> &'static str {
    if rng.chance(60) { LABELS[rng.below(5)] } else { LABELS[rng.below(LABELS.len())] }
}

fn set(rng: &mut Rng, mut number: impl FnMut(&str) -> Label) -> LabelSet {
    let some: Vec<Label> = (0..rng.below(4)).map(|_| number(label(rng))).collect();
    match rng.below(6) {
        0 => LabelSet::any(),
        1 => LabelSet::all_but(some),
        2 => LabelSet::one_of(some),
        _ => number(label(rng)).into(),
    }
}

fn random_pattern(rng: &mut Rng, names: &mut LabelNames) -> Pattern {
    let mut builder = Pattern::builder();
    let num_nodes = 1 + rng.below(9);
    let is_labeled = rng.chance(80);
    let plain = |names: &mut LabelNames| LabelSet::from(names.node_label("0"));
    for _ in 0..num_nodes {
        let set = if is_labeled { set(rng, |text| names.node_label(text)) } else { plain(names) };
        builder.node(set);
    }
    let mut seen = std::collections::HashSet::new();
    for _ in 0..rng.below(2 * num_nodes + 2) {
        let (tail, head) = (rng.below(num_nodes) as u32, rng.below(num_nodes) as u32);
        let set = if is_labeled {
            set(rng, |text| names.edge_label(text))
        } else {
            names.edge_label("0").into()
        };
        let back = rng.chance(50) && tail != head;
        for (tail, head) in [(tail, head), (head, tail)].into_iter().take(1 + usize::from(back)) {
            // Plain arcs are distinct; sets may repeat.
            if set.single().is_none() || seen.insert((tail, head, set.clone())) {
                builder.edge(NodeId(tail), NodeId(head), set.clone());
            }
        }
    }
    for _ in 0..[0, 0, 1, 3][rng.below(4)] {
        let (tail, head) =
            (NodeId(rng.below(num_nodes) as u32), NodeId(rng.below(num_nodes) as u32));
        let set = set(rng, |text| names.edge_label(text));
        if rng.chance(50) {
            builder.undirected_absent(tail, head, set);
        } else {
            builder.absent(tail, head, set);
        }
    }
    builder.build().unwrap()
}

#[test]
fn every_pattern_reads_back() {
    let slow = std::env::var_os("ISOCOUNT_SLOW").is_some();
    let (mut with_sets, mut isolated, mut parallel, mut absent) = (0, 0, 0, 0);
    let cases = if slow { 100_000 } else { 4_000 };
    for seed in 0..cases {
        let rng = &mut Rng::for_item(18, seed);
        let names = &mut LabelNames::new();
        let random = random_pattern(rng, names);
        let node_names: Vec<String> =
            random.nodes().map(|node| format!("{}{}", label(rng), node.0)).collect();
        let node_names = rng.chance(50).then_some(&node_names[..]);
        let text = printed(&random, node_names, names);
        let again = pattern(&text, names);
        assert_eq!(again, random, "seed {seed}: {text}");
        assert_eq!(printed(&again, node_names, names), text, "seed {seed}");
        with_sets += usize::from(random.has_sets());
        absent += usize::from(random.has_absent());
        isolated += usize::from(
            random.nodes().any(|v| random.out_arcs(v).is_empty() && random.in_arcs(v).is_empty()),
        );
        parallel += usize::from(
            random.nodes().any(|v| random.out_arcs(v).windows(2).any(|w| w[0].node == w[1].node)),
        );
    }
    let least = cases as usize / 10;
    assert!(with_sets > least && isolated > least && parallel > least, "all kinds occur");
    assert!(absent > least, "all kinds occur");
}

/// Long chains and many nodes are printed on lines of a readable length.
#[test]
fn long_texts_have_several_lines() {
    let names = &mut LabelNames::new();
    let long: Vec<String> = (0..500).map(|i| format!("n{i}")).collect();
    let read = try_pattern(&long.join("-"), names).unwrap();
    let text = printed(&read.pattern, read.node_names.as_deref(), names);
    assert!(text.lines().count() > 10 && text.lines().all(|line| line.len() < 130), "{text}");
    assert_eq!(pattern(&text, names), read.pattern);
}

#[test]
fn named_patterns_match_their_names() {
    let names = &mut LabelNames::new();
    for (name, num_nodes, num_arcs) in [
        ("path:1", 1, 0),
        ("path:4", 4, 6),
        ("cycle:5", 5, 10),
        ("clique:4", 4, 12),
        ("star:3", 4, 6),
        ("wheel:5", 5, 16),
        ("grid:2x3", 6, 14),
        ("grid:1x1", 1, 0),
        ("bipartite:2,3", 5, 12),
        ("ladder:3", 6, 14),
        ("book:2", 4, 10),
        ("windmill:3", 7, 18),
        ("binary-tree:3", 7, 12),
        ("triangle", 3, 6),
        ("diamond", 4, 10),
        ("octahedron", 6, 24),
        ("cube", 8, 24),
        ("petersen", 10, 30),
        ("directed-cycle:2", 2, 2),
        ("tournament:4", 4, 6),
        ("feed-forward-loop", 3, 3),
        ("bi-fan", 4, 4),
        ("bi-parallel", 4, 4),
        ("clique:200", 200, 200 * 199),
    ] {
        let read = pattern(name, names);
        assert_eq!((read.num_nodes(), read.num_arcs()), (num_nodes, num_arcs), "{name}");
    }
    // All have an example, and no two are equal.
    let mut seen = Vec::new();
    for known in KnownPattern::ALL {
        let read = pattern(known.example(), names);
        assert_eq!(pattern(&known.notation(), names), read, "{known:?}");
        assert!(!seen.contains(&known.name()) && !known.summary().is_empty());
        seen.push(known.name());
    }
    // The Petersen graph has no triangles and no squares: any two nodes have at most one common
    // neighbour.
    let petersen = pattern("petersen", names);
    for (u, v) in petersen.nodes().flat_map(|u| petersen.nodes().map(move |v| (u, v))) {
        let of = |node| petersen.out_arcs(node).iter().map(|arc| arc.node).collect::<Vec<_>>();
        let common = of(u).iter().filter(|node| of(v).contains(node)).count();
        assert_eq!(common, if u == v { 3 } else { usize::from(!of(u).contains(&v)) });
    }
}

#[test]
fn names_and_sizes_that_are_wrong_are_explained() {
    let mut said = String::new();
    for text in [
        "trianlge",
        "karate",
        "cicle:5",
        "bi-fann",
        "path",
        "path:x",
        "path:0",
        "cycle:2",
        "clique:1001",
        "path:99999999999999999999999",
        "grid:2,3",
        "grid:0x3",
        "grid:40x40",
        "binary-tree:64",
        "triangle:3",
    ] {
        let error = try_pattern(text, &mut LabelNames::new()).unwrap_err();
        said.extend([&error.to_string(), "\n    ", &error.help().unwrap(), "\n"]);
    }
    insta::assert_snapshot!(said);
    // These are nodes with labels, and an edge.
    for text in ["x:C", "x:5", "cy:C", "a-b", "diam-mond-x"] {
        assert!(try_pattern(text, &mut LabelNames::new()).is_ok(), "{text}");
    }
}

/// What is a file and what is text.
#[test]
fn arguments_are_files_or_texts() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("triangle");
    std::fs::write(&here, "").unwrap();
    for (argument, expected) in [
        ("a-b", Some((Notation::Text, "a-b"))),
        ("triangle", Some((Notation::Text, "triangle"))),
        ("text:triangle", Some((Notation::Text, "triangle"))),
        ("text:a.csv", Some((Notation::Text, "a.csv"))),
        ("smiles:CCO", Some((Notation::Smiles, "CCO"))),
        ("x:C/N-b", Some((Notation::Text, "x:C/N-b"))),
        ("nodes", Some((Notation::Text, "nodes"))),
        (here.to_str().unwrap(), None),
        ("-", None),
        ("", None),
        ("missing/a-b", None),
        ("a-b.csv", None),
        ("a-b.csv.gz", None),
        ("a b.unknown", None),
        ("..", None),
    ] {
        assert_eq!(Notation::of_argument(argument.as_ref()), expected, "{argument}");
    }
}

/// `find` names the nodes of all named patterns in the same way.
#[test]
fn nodes_of_named_patterns_have_letters_as_long_as_there_are_enough() {
    let names_of = |text: &str| pattern_named(text).node_names.unwrap();
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    for known in KnownPattern::ALL {
        let mut names = names_of(known.example());
        names.sort();
        assert_eq!(names, letters[..names.len()], "{known:?}");
    }
    assert_eq!(names_of("clique:4"), ["a", "b", "c", "d"]);
    assert_eq!(names_of("path:1"), ["a"]);
    assert_eq!(names_of("path:26"), letters);
    let numbers: Vec<String> = (1..=27).map(|number: u32| number.to_string()).collect();
    assert_eq!(names_of("path:27"), numbers);
}

fn pattern_named(text: &str) -> NamedPattern {
    let (options, mut names) = (ReadOptions::new(), LabelNames::new());
    read_pattern_text(Notation::Text, text, &options, &mut names, &Control::NONE).unwrap()
}
