//! SMARTS in a session: molecules may be read before or after them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{Answer, Cancelled, Control, Count, Labels, Meaning, Semantics, Unit, View};
use isocount_format::Notation;
use isocount_session::{
    Answered, Ask, Batch, Find, FindProblem, LoadedGraph, LoadedPattern, Method, NoMolecules,
    Session, Source,
};

const ACID: &str = "[CX3](=O)[OX2H1]";
const MOLECULES: &[u8] = b"CC(=O)O vinegar\nOC(=O)c1ccccc1C(=O)O phthalic acid\nCCO ethanol\n";

fn acid(session: &mut Session) -> LoadedPattern {
    session.read_pattern(Source::text(Notation::Smarts, ACID), &Control::NONE).unwrap()
}

fn molecules(session: &mut Session) -> Vec<LoadedGraph> {
    let source = Source::bytes("drugs.smi", MOLECULES).for_smarts();
    session.read_graphs(source, None, &Control::NONE).unwrap().members
}

fn ask() -> Ask {
    Ask::new(Meaning::plain(Semantics::Monomorphism(Unit::Subgraphs)), Method::exact())
}

fn counts(ask: &Ask, pattern: &LoadedPattern, graphs: &[LoadedGraph]) -> Vec<Count> {
    let count = |graph| ask.count(pattern, graph, &Control::NONE);
    graphs.iter().map(|graph| count(graph).said.answer().unwrap().exact().unwrap()).collect()
}

#[test]
fn the_order_of_reading_does_not_matter() {
    let mut before = Session::new();
    let (first, graphs) = (acid(&mut before), molecules(&mut before));
    let mut after = Session::new();
    let others = molecules(&mut after);
    let second = acid(&mut after);
    let expected = [Count(1), Count(2), Count(0)];
    assert_eq!(counts(&ask(), &first, &graphs), expected);
    assert_eq!(counts(&ask(), &second, &others), expected);
    assert_eq!(first.content_hash(), second.content_hash());

    // The same holds in batches, on open graphs, and for listed matches.
    let (asked, patterns) = (ask(), [first.clone()]);
    let mut found = Vec::new();
    let see = |answered: &Answered| found.push(answered.said.answer().unwrap().exact().unwrap());
    let batch = Batch::all(&asked, &patterns, &graphs);
    batch.rows(&Control::NONE, see, |_| Ok::<(), Cancelled>(())).unwrap();
    assert_eq!(found, expected);
    let mut open = ask().open(&graphs[1], &Control::NONE).unwrap();
    assert_eq!(
        open.count(&first, &Control::NONE).said.answer().unwrap().exact().unwrap(),
        Count(2)
    );
    let find = Find::new(ask().meaning());
    let matches = find.matches(&first, &graphs[1], &Control::NONE).unwrap();
    assert_eq!(matches.count(), 2);
}

/// New molecules bring new labels, which older SMARTS also accept.
#[test]
fn molecules_that_are_read_later_count_too() {
    let mut session = Session::new();
    let graphs = molecules(&mut session);
    let acid = acid(&mut session);
    assert_eq!(counts(&ask(), &acid, &graphs), [Count(1), Count(2), Count(0)]);
    // Its carbon has a hydrogen, unlike any carbon of an acid before.
    let formic = Source::text(Notation::Smiles, "OC=O").for_smarts();
    let formic = session.read_graph(formic, &Control::NONE).unwrap();
    assert_eq!(counts(&ask(), &acid, &[formic]), [Count(1)]);
}

#[test]
fn without_molecules_there_is_no_answer() {
    let mut session = Session::new();
    let acid = acid(&mut session);
    // Read for other patterns, its labels are element symbols.
    let plain = Source::text(Notation::Smiles, "CC(=O)O");
    let plain = session.read_graph(plain, &Control::NONE).unwrap();
    let record = ask().count(&acid, &plain, &Control::NONE);
    assert!(record.said.answer().is_none(), "{record}");
    assert!(record.to_string().contains("not read as a molecule for SMARTS"), "{record}");
    let problem = Find::new(ask().meaning()).matches(&acid, &plain, &Control::NONE).unwrap_err();
    assert_eq!(problem, FindProblem::NoMolecules(NoMolecules));
}

/// The labels of a graph that was not read for SMARTS belong to none of their sets. Without an
/// error, the count would be zero as soon as any other molecule was read for SMARTS.
#[test]
fn other_molecules_do_not_make_a_graph_one_for_smarts() {
    let mut session = Session::new();
    let (acid, graphs) = (acid(&mut session), molecules(&mut session));
    let plain = Source::text(Notation::Smiles, "CC(=O)O");
    let plain = session.read_graph(plain, &Control::NONE).unwrap();
    let view = View { node_labels: Labels::Ignore, ..View::PLAIN };
    let seen = plain.clone().seen_through(view, &Control::NONE).unwrap();
    let friends = Source::bytes("friends.csv", b"tail,head\nAnna,Ben\n");
    let friends = session.read_graph(friends, &Control::NONE).unwrap();
    assert!(graphs.iter().all(LoadedGraph::is_for_smarts));
    let find = Find::new(ask().meaning());
    for graph in [&plain, &seen, &friends] {
        assert!(!graph.is_for_smarts());
        let record = ask().count(&acid, graph, &Control::NONE);
        assert!(record.said.answer().is_none(), "{record}");
        let record = ask().open(graph, &Control::NONE).unwrap().count(&acid, &Control::NONE);
        assert!(record.said.answer().is_none(), "{record}");
        let problem = find.matches(&acid, graph, &Control::NONE).unwrap_err();
        assert_eq!(problem, FindProblem::NoMolecules(NoMolecules));
    }
    // In a batch, the other pairs have answers.
    let mixed = [graphs[1].clone(), plain, graphs[0].clone()];
    let (asked, patterns) = (ask(), [acid]);
    let mut found = Vec::new();
    let see = |it: &Answered| found.push(it.said.answer().and_then(Answer::exact));
    let batch = Batch::all(&asked, &patterns, &mixed);
    batch.rows(&Control::NONE, see, |_| Ok::<(), Cancelled>(())).unwrap();
    assert_eq!(found, [Some(Count(2)), None, Some(Count(1))]);
}
