//! Matches through a session: names, views, many pairs on many threads, parts of graphs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::num::NonZeroUsize;

use isocount_core::{Control, Count, Directions, Meaning, Semantics, Unit, View};
use isocount_format::ReadOptions;
use isocount_session::{
    Chances, Ending, Find, FindPairs, Found, LoadedGraph, LoadedPattern, Pair, PairEnd, Session,
    Source,
};

const SUBGRAPHS: Semantics = Semantics::Monomorphism(Unit::Subgraphs);

fn undirected() -> Meaning {
    let view = View { directions: Directions::Ignore, ..View::default() };
    Meaning { semantics: SUBGRAPHS, view }
}

struct Read {
    session: Session,
}

impl Read {
    fn graph(&mut self, name: &str, text: &str) -> LoadedGraph {
        let source = Source::bytes(name, text.as_bytes());
        let source = source.with_options(ReadOptions::new().with_node_names());
        self.session.read_graph(source, &Control::NONE).unwrap()
    }

    fn pattern(&mut self, name: &str, text: &str) -> LoadedPattern {
        let source = Source::bytes(name, text.as_bytes());
        let source = source.with_options(ReadOptions::new().with_node_names());
        self.session.read_pattern(source, &Control::NONE).unwrap()
    }
}

fn read() -> Read {
    Read { session: Session::new() }
}

const FRIENDS: &str = "tail,head\nAnna,Ben\nBen,Carl\nCarl,Anna\nCarl,Dora\n";

#[test]
fn matches_have_the_names_of_both_files() {
    let mut read = read();
    let triangle = read.pattern("triangle.csv", "tail,head\nx,y\ny,z\nz,x\n");
    let friends = read.graph("friends.csv", FRIENDS);
    let mut matches = Find::new(undirected()).matches(&triangle, &friends, &Control::NONE).unwrap();
    let found = matches.next().unwrap();
    assert_eq!(found.to_record().to_string(), "x = Anna, y = Ben, z = Carl");
    let json =
        r#"{"pattern":"triangle","graph":"friends","match":{"x":"Anna","y":"Ben","z":"Carl"}}"#;
    assert_eq!(found.to_record().to_json(), json);
    assert!(matches.next().is_none());
    assert_eq!(matches.ending(), Some(Ending::Complete));

    let part = found.to_graph("part");
    assert_eq!((part.graph().num_nodes(), part.graph().num_arcs()), (3, 6));
    assert_eq!(part.node_names().get(isocount_core::NodeId(2)), "Carl");
}

#[test]
fn draws_are_matches_and_include_the_total() {
    let mut read = read();
    let edge = read.pattern("edge.csv", "tail,head\na,b\n");
    let friends = read.graph("friends.csv", FRIENDS);
    let find = Find::new(undirected()).with_sample(10, 3);
    let sampled = find.sample(&edge, &friends, &Control::NONE).unwrap();
    assert_eq!(sampled.chances, Chances::Equal { total: Count(4) });
    assert_eq!((sampled.draws.len(), sampled.ending), (10, Ending::Complete));
}

/// The results of a run over pairs, in order.
fn lines(pairs: &FindPairs<'_>, control: &Control) -> Vec<String> {
    let mut all = Vec::new();
    let add = |lines: &mut Vec<String>, found| {
        lines.push(match found {
            Found::Match(found) => {
                format!(
                    "{} {}: {}",
                    found.pattern().name(),
                    found.graph().name(),
                    found.to_record()
                )
            }
            Found::End(PairEnd { pair: Pair { pattern, graph }, found, ending, .. }) => {
                format!("{pattern} {graph}: {found} {ending:?}")
            }
            _ => String::new(),
        });
    };
    let taken = pairs.run(control, add, |chunk: Vec<String>| {
        all.extend(chunk);
        Ok::<(), ()>(())
    });
    assert_eq!(taken, Ok(()));
    all
}

#[test]
fn many_pairs_come_in_order_on_any_number_of_threads() {
    let mut read = read();
    let patterns = [
        read.pattern("edge.csv", "tail,head\na,b\n"),
        read.pattern("p.csv", "tail,head\na,b\nb,c\n"),
    ];
    let ring = |len: usize| {
        let arcs: Vec<String> = (0..len).map(|i| format!("n{i},n{}", (i + 1) % len)).collect();
        format!("tail,head\n{}\n", arcs.join("\n"))
    };
    let graphs: Vec<_> =
        (3..40).map(|len| read.graph(&format!("ring{len}.csv"), &ring(len))).collect();
    let find = Find::new(undirected());
    let alone = lines(&FindPairs::all(&find, &patterns, &graphs), &Control::NONE);
    assert_eq!(alone.len(), 2 * (3..40).map(|len| len + 1).sum::<usize>());
    assert_eq!(alone[3], "0 0: 3 Ok(Complete)");
    let find = find.with_threads(NonZeroUsize::new(3).unwrap());
    assert_eq!(lines(&FindPairs::all(&find, &patterns, &graphs), &Control::NONE), alone);

    let limited = find.clone().with_limit(Some(2));
    let pairs = [Pair { pattern: 1, graph: 5 }, Pair { pattern: 0, graph: 0 }];
    let some = lines(&FindPairs::listed(&limited, &patterns, &graphs, &pairs), &Control::NONE);
    assert_eq!(some.len(), 6);
    assert_eq!(some[2], "1 5: 2 Ok(Limited)");
}

#[test]
fn a_caller_that_has_enough_ends_the_search() {
    let mut read = read();
    let patterns = [read.pattern("p.csv", "tail,head\na,b\nc,d\ne,f\ng,h\n")];
    let rows: Vec<String> = (0..200).map(|i| format!("n{i},n{}\n", (i * 7 + 1) % 200)).collect();
    let arcs = rows.concat();
    let graphs = [read.graph("g.csv", &format!("tail,head\n{arcs}"))];
    let find = Find::new(Meaning::plain(Semantics::Monomorphism(Unit::Mappings)));
    let mut chunks = 0;
    let ended = FindPairs::all(&find, &patterns, &graphs).run(
        &Control::NONE,
        |lines: &mut usize, _| *lines += 1,
        |_| {
            chunks += 1;
            if chunks < 3 { Ok(()) } else { Err("enough") }
        },
    );
    assert_eq!(ended, Err("enough"));

    let control = Control::new();
    control.cancel();
    assert_eq!(lines(&FindPairs::all(&find, &patterns, &graphs), &control), Vec::<String>::new());
}

#[test]
fn what_is_not_there_has_a_reason() {
    let mut read = read();
    let patterns = [read.pattern("two-way.csv", "tail,head\na,b\nb,a\n")];
    let graphs = [read.graph("friends.csv", FRIENDS)];
    let find = Find::new(Meaning::plain(SUBGRAPHS));
    let mut reasons = Vec::new();
    let run = FindPairs::all(&find, &patterns, &graphs).run(
        &Control::NONE,
        |ends: &mut Vec<PairEnd>, found| {
            if let Found::End(end) = found {
                ends.push(end);
            }
        },
        |ends| {
            reasons.extend(ends.into_iter().filter_map(|end| end.zero_reason));
            Ok::<(), ()>(())
        },
    );
    assert_eq!((run, reasons.len()), (Ok(()), 1));
}
