//! The laws that every exact counter obeys, checked one case at a time.
//!
//! A law takes its cases from seeds and reports violations; [`Trial`] calls the counter and skips
//! the meanings that it does not support.

use isocount_core::{
    Answer, Budget, Count, CountError, Counter, Edge, Label, LabelSet, LabeledGraph, NodeId,
    Pattern, PatternBuilder, Semantics, Unit, Wanted,
};

use crate::Rng;
use crate::cancelling;
use crate::random::{
    Case, absent_case, case, set_case, small_absent_case, small_case, small_set_case,
};
use crate::shape::Shape;
use crate::transform::{
    as_pattern, disjoint_union, first_component, forbidding, merged_set, renumbered,
    renumbered_pattern, reversed, reversed_pattern, with_arc, with_merged_edge_labels,
    with_merged_node_labels, with_sets,
};

/// One law, and the cases it is tried on.
pub(crate) struct Law {
    pub(crate) name: &'static str,
    pub(crate) case: fn(u64) -> Case,
    pub(crate) check: fn(&Trial) -> Result<(), String>,
}

/// Laws about one counter; [`agree`](crate::agree) compares two.
pub(crate) const LAWS: &[Law] = &[
    Law { name: "numbering and reversal do not matter", case, check: invariance },
    Law { name: "induced ≤ monomorphism ≤ homomorphism", case, check: order },
    Law { name: "a union adds up", case: small_case, check: union },
    Law { name: "an added arc lowers nothing", case, check: added_arc },
    Law { name: "merged labels lower nothing", case, check: merged_labels },
    Law { name: "automorphisms divide", case, check: division },
    Law { name: "closed forms", case: small_case, check: closed_forms },
    Law { name: "a budget gives a lower bound", case, check: budget },
    Law { name: "a cancelled question gives a lower bound", case, check: cancelling::before },
    Law { name: "numbering and reversal, with sets", case: set_case, check: invariance },
    Law { name: "induced ≤ monomorphism, with sets", case: set_case, check: order },
    Law { name: "a union adds up, with sets", case: small_set_case, check: union },
    Law { name: "an added arc, with sets", case: set_case, check: added_arc },
    Law { name: "merged labels, with sets", case: set_case, check: merged_labels },
    Law { name: "automorphisms divide, with sets", case: set_case, check: division },
    Law { name: "a budget, with sets", case: set_case, check: budget },
    Law { name: "a cancelled question, with sets", case: set_case, check: cancelling::before },
    Law { name: "a larger set lowers nothing", case: set_case, check: larger_sets },
    Law { name: "the labels of a set add up", case: set_case, check: labels_of_a_set },
    Law { name: "numbering and reversal, with absent arcs", case: absent_case, check: invariance },
    Law { name: "induced ≤ monomorphism, with absent arcs", case: absent_case, check: order },
    Law { name: "a union adds up, with absent arcs", case: small_absent_case, check: union },
    Law { name: "automorphisms divide, with absent arcs", case: absent_case, check: division },
    Law { name: "a budget, with absent arcs", case: absent_case, check: budget },
    Law { name: "a cancelled question, absent", case: absent_case, check: cancelling::before },
    Law { name: "an absent arc raises nothing", case: absent_case, check: more_absent },
    Law { name: "absent and present add up", case: absent_case, check: absent_and_present },
    Law { name: "induced is all arcs absent", case, check: all_absent },
    Law { name: "induced is all arcs absent, with sets", case: set_case, check: all_absent },
];

const MAPPINGS: [Semantics; 3] = [
    Semantics::Homomorphism,
    Semantics::Monomorphism(Unit::Mappings),
    Semantics::Induced(Unit::Mappings),
];

/// A counter before one case.
pub(crate) struct Trial<'a> {
    pub(crate) counter: &'a dyn Counter,
    pub(crate) case: &'a Case,
    pub(crate) seed: u64,
}

impl Trial<'_> {
    /// The exact count, or nothing if the counter does not support the meaning.
    fn ask(&self, pattern: &Pattern, graph: &LabeledGraph, semantics: Semantics) -> Option<Count> {
        let answer = self.counter.count(pattern, graph, semantics, &Budget::UNLIMITED);
        exact(&answer, semantics)
    }

    fn count(&self, semantics: Semantics) -> Option<Count> {
        self.ask(&self.case.pattern, &self.case.graph, semantics)
    }

    /// Numbers for what the law adds to its case.
    fn rng(&self) -> Rng {
        Rng::new(!self.seed)
    }
}

/// The exact count in an answer without a budget, or nothing if the meaning is not supported.
///
/// # Panics
/// On any other answer.
pub(crate) fn exact(answer: &Result<Answer, CountError>, semantics: Semantics) -> Option<Count> {
    match answer {
        Ok(Answer::Exact(count)) => Some(*count),
        Err(problem) if problem.is_refusal() => None,
        other => panic!("{semantics}: expected an exact count, got {other:?}"),
    }
}

/// Fails unless both counts are equal, or one is not known.
fn same(what: &str, left: Option<Count>, right: Option<Count>) -> Result<(), String> {
    match (left, right) {
        (Some(left), Some(right)) if left != right => Err(format!("{what}: {left} and {right}")),
        _ => Ok(()),
    }
}

/// Fails unless the counts do not descend, leaving out the ones that are not known.
fn ascending(what: &str, counts: &[Option<Count>]) -> Result<(), String> {
    let known: Vec<Count> = counts.iter().copied().flatten().collect();
    if known.is_sorted() { Ok(()) } else { Err(format!("{what}: {known:?}")) }
}

fn invariance(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let mut rng = trial.rng();
    let moved_pattern = renumbered_pattern(pattern, &rng.permutation(pattern.num_nodes()));
    let moved_graph = renumbered(graph, &rng.permutation(graph.num_nodes()));
    let turned_pattern = reversed_pattern(pattern);
    for meaning in Semantics::ALL {
        let count = trial.count(meaning);
        let pattern_moved = trial.ask(&moved_pattern, graph, meaning);
        same(&format!("{meaning}, pattern renumbered"), count, pattern_moved)?;
        let graph_moved = trial.ask(pattern, &moved_graph, meaning);
        same(&format!("{meaning}, graph renumbered"), count, graph_moved)?;
        let turned = trial.ask(&turned_pattern, &reversed(graph), meaning);
        same(&format!("{meaning}, both reversed"), count, turned)?;
    }
    Ok(())
}

fn order(trial: &Trial) -> Result<(), String> {
    let [all, injective, induced] = MAPPINGS.map(|meaning| trial.count(meaning));
    ascending("induced, monomorphism, homomorphism", &[induced, injective, all])
}

fn union(trial: &Trial) -> Result<(), String> {
    let pattern = first_component(&trial.case.pattern);
    let left = &trial.case.graph;
    let right = small_case(trial.rng().bits()).graph;
    let both = disjoint_union(left, &right);
    for meaning in Semantics::ALL {
        let ask = |graph| trial.ask(&pattern, graph, meaning);
        let sum = ask(left).zip(ask(&right)).and_then(|(l, r)| l.checked_add(r));
        same(&format!("{meaning}, sum and union"), sum, ask(&both))?;
    }
    Ok(())
}

fn added_arc(trial: &Trial) -> Result<(), String> {
    let mut rng = trial.rng();
    let num_nodes = trial.case.graph.num_nodes();
    let mut end = || NodeId(rng.below(num_nodes) as u32);
    let (tail, head) = (end(), end());
    let arc = Edge { tail, head, label: Label(rng.below(2) as u32) };
    let larger = with_arc(&trial.case.graph, arc);
    for meaning in [Semantics::Homomorphism, Semantics::Monomorphism(Unit::Mappings)] {
        let after = trial.ask(&trial.case.pattern, &larger, meaning);
        ascending(&format!("{meaning} with {arc:?}"), &[trial.count(meaning), after])?;
    }
    Ok(())
}

fn merged_labels(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let (from, to) = (Label(1), Label(0));
    let node_merged = with_merged_node_labels(graph, from, to);
    let node_pattern = with_sets(pattern, |_, set| merged_set(&set, from, to), |set| set);
    let edge_merged = with_merged_edge_labels(graph, from, to);
    let edge_pattern = with_sets(pattern, |_, set| set, |set| merged_set(&set, from, to));
    for meaning in MAPPINGS {
        let before = trial.count(meaning);
        let after = trial.ask(&node_pattern, &node_merged, meaning);
        ascending(&format!("{meaning}, node labels 1 and 0 merged"), &[before, after])?;
        // Arcs with sets may need two labels that become one.
        if !meaning.is_injective() || !pattern.has_edge_sets() {
            let after = trial.ask(&edge_pattern, &edge_merged, meaning);
            ascending(&format!("{meaning}, edge labels 1 and 0 merged"), &[before, after])?;
        }
    }
    Ok(())
}

/// One node or one arc accepts more than before.
fn larger_sets(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let mut rng = trial.rng();
    let (chosen, arc) = (NodeId(rng.below(pattern.num_nodes()) as u32), rng.below(6));
    let more = Label(rng.below(4) as u32);
    let larger = |set: &LabelSet| {
        if set.excludes() {
            LabelSet::all_but(set.labels().iter().copied().filter(|&label| label != more))
        } else {
            LabelSet::one_of(set.labels().iter().copied().chain([more]))
        }
    };
    let at_node = |v, set: LabelSet| if v == chosen { larger(&set) } else { set };
    let node_pattern = with_sets(pattern, at_node, |set| set);
    let mut place = 0;
    let edge_pattern = with_sets(
        pattern,
        |_, set| set,
        |set| {
            place += 1;
            if place == arc { larger(&set) } else { set }
        },
    );
    for meaning in MAPPINGS {
        let before = trial.count(meaning);
        let after = trial.ask(&node_pattern, graph, meaning);
        ascending(&format!("{meaning}, node {} accepts {}", chosen.0, more.0), &[before, after])?;
        let after = trial.ask(&edge_pattern, graph, meaning);
        ascending(&format!("{meaning}, arc {arc} accepts {}", more.0), &[before, after])?;
    }
    Ok(())
}

/// The mappings of a pattern are those with each label that one of its nodes accepts.
fn labels_of_a_set(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let chosen = NodeId(trial.rng().below(pattern.num_nodes()) as u32);
    let mut labels = graph.node_labels().to_vec();
    labels.sort_unstable();
    labels.dedup();
    for meaning in MAPPINGS {
        let with_label = |label: Label| {
            let at_node = |v, set: LabelSet| if v == chosen { label.into() } else { set };
            trial.ask(&with_sets(pattern, at_node, |set| set), graph, meaning)
        };
        let accepted = labels.iter().copied().filter(|&l| pattern.accepts_node(chosen, l));
        let sum =
            accepted.map(with_label).try_fold(Count::ZERO, |sum, count| sum.checked_add(count?));
        let what = format!("{meaning}, node {} with its set and with each label of it", chosen.0);
        same(&what, trial.count(meaning), sum)?;
    }
    Ok(())
}

/// An arc with a random set of labels between two random nodes.
fn random_arc(trial: &Trial) -> (NodeId, NodeId, LabelSet) {
    let mut rng = trial.rng();
    let mut end = || NodeId(rng.below(trial.case.pattern.num_nodes()) as u32);
    let (tail, head) = (end(), end());
    let some = (0..3).map(Label).filter(|_| rng.chance(50));
    let set = LabelSet::one_of(some.collect::<Vec<_>>());
    (tail, head, if rng.chance(30) { set.complement() } else { set })
}

fn more_absent(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let arc = random_arc(trial);
    let less = forbidding(pattern, [arc.clone()]);
    for meaning in MAPPINGS {
        let counts = [trial.ask(&less, graph, meaning), trial.count(meaning)];
        ascending(&format!("{meaning} without {arc:?}"), &counts)?;
    }
    Ok(())
}

/// Between nodes without a present arc, a mapping has the arc or does not.
fn absent_and_present(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let (tail, head, set) = random_arc(trial);
    if !pattern.arcs_between(tail, head).is_empty() {
        return Ok(());
    }
    let without = forbidding(pattern, [(tail, head, set.clone())]);
    let mut builder = PatternBuilder::from(pattern);
    builder.edge(tail, head, set.clone());
    let with = builder.build().expect("the pattern has no such arc");
    for meaning in &MAPPINGS[..2] {
        let [without, with] = [&without, &with].map(|p| trial.ask(p, graph, *meaning));
        let sum = without.zip(with).and_then(|(a, b)| a.checked_add(b));
        let what = format!("{meaning}, with and without {set:?} from {} to {}", tail.0, head.0);
        same(&what, trial.count(*meaning), sum)?;
    }
    Ok(())
}

/// Between linked nodes, other labels than those of the pattern's arcs are absent, so this asks for
/// patterns where no two parallel arcs could lie on the same ones.
fn all_absent(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    let pairs = || pattern.nodes().flat_map(|u| pattern.nodes().map(move |v| (u, v)));
    let sets = |(u, v)| pattern.arc_sets_between(u, v);
    if pairs().any(|pair| sets(pair).any(|set| set.label().is_none())) {
        return Ok(());
    }
    let forbidden = pairs().map(|(u, v)| {
        let own = LabelSet::one_of(sets((u, v)).filter_map(Wanted::label));
        (u, v, own.complement())
    });
    let all = forbidding(pattern, forbidden);
    for unit in [Unit::Mappings, Unit::Subgraphs] {
        let induced = trial.count(Semantics::Induced(unit));
        let absent = trial.ask(&all, graph, Semantics::Monomorphism(unit));
        same(&format!("induced {unit} and all arcs absent"), induced, absent)?;
        let both = trial.ask(&all, graph, Semantics::Induced(unit));
        same(&format!("induced {unit}, and with all arcs absent"), induced, both)?;
    }
    Ok(())
}

fn division(trial: &Trial) -> Result<(), String> {
    let pattern = &trial.case.pattern;
    // In this shape, what accepts or forbids the same has the same label.
    let shape = as_pattern(pattern.symmetry_shape().clone());
    let [_, onto_itself, induced_onto_itself] =
        MAPPINGS.map(|meaning| trial.ask(&shape, &shape, meaning));
    same("pattern onto itself", onto_itself, induced_onto_itself)?;
    let automorphisms = onto_itself.or(induced_onto_itself);
    for meaning in [Semantics::Monomorphism, Semantics::Induced] {
        let mappings = trial.count(meaning(Unit::Mappings));
        let subgraphs = trial.count(meaning(Unit::Subgraphs));
        let product = subgraphs.zip(automorphisms).and_then(|(s, a)| s.checked_mul(a));
        let what = format!("{} and subgraphs × automorphisms", meaning(Unit::Mappings));
        same(&what, mappings, product)?;
    }
    Ok(())
}

/// Counts that a formula gives; the case is not used, only its seed.
fn closed_forms(trial: &Trial) -> Result<(), String> {
    let mut rng = trial.rng();
    let num_nodes = rng.between(3, 8);
    let num_links = rng.between(1, num_nodes - 1).min(4);
    let (n, k) = (num_nodes as u64, num_links as u32);
    let falling = |count: u32| (0..u64::from(count)).map(|i| n - i).product::<u64>();
    let [clique, star, cycle] =
        [Shape::clique(num_nodes), Shape::star(num_nodes), Shape::cycle(num_nodes)];
    let (triangle, short_path) = (Shape::clique(3), Shape::path(num_links + 1));

    let triangles = [falling(3); 3];
    formula(
        trial,
        "triangle into clique",
        [&triangle.undirected(), &clique.undirected()],
        triangles,
    )?;

    let injective = if k == 1 { 2 * n } else { falling(k) };
    let stars = [n.pow(k) + n, injective, injective];
    let small_star = Shape::star(num_links).undirected();
    formula(trial, "star into star", [&small_star, &star.undirected()], stars)?;

    let induced = if num_links + 1 < num_nodes { 2 * n } else { 0 };
    let walks = [n << k, 2 * n, induced];
    formula(trial, "path into cycle", [&short_path.undirected(), &cycle.undirected()], walks)?;

    let induced = if num_links + 1 < num_nodes { n } else { 0 };
    let arcs = [n, n, induced];
    formula(trial, "directed path into cycle", [&short_path.directed(), &cycle.directed()], arcs)
}

fn formula(
    trial: &Trial,
    what: &str,
    [pattern, graph]: [&LabeledGraph; 2],
    expected: [u64; 3],
) -> Result<(), String> {
    let question = Case { pattern: as_pattern(pattern.clone()), graph: graph.clone() };
    for (meaning, expected) in MAPPINGS.into_iter().zip(expected) {
        let count = trial.ask(&question.pattern, graph, meaning);
        let what = format!("{what}, {meaning}, counted and computed, in\n{question}\n");
        same(&what, count, Some(Count::from(expected)))?;
    }
    Ok(())
}

fn budget(trial: &Trial) -> Result<(), String> {
    let Case { pattern, graph } = trial.case;
    for meaning in Semantics::ALL {
        let Some(exact) = trial.count(meaning) else { continue };
        let mut known = Vec::new();
        for steps in [0, 1, 10, 100, 1_000, 10_000, 100_000] {
            let answer = trial.counter.count(pattern, graph, meaning, &Budget::steps(steps));
            match answer {
                Ok(Answer::Exact(count)) if count == exact => known.push(Some(count)),
                Ok(Answer::AtLeast(count)) if count <= exact => known.push(Some(count)),
                other => return Err(format!("{meaning}, {steps} steps: {other:?} for {exact}")),
            }
        }
        ascending(&format!("{meaning}, growing budgets"), &known)?;
    }
    Ok(())
}
