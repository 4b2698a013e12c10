//! One mapping is found exactly where the count is positive, and it is valid.

use isocount_core::{
    Answer, Budget, Count, Counter, Label, LabeledGraph, NodeId, Pattern, Semantics, Unit,
};
use isocount_count::{BruteForce, Exact, FirstMapping, first_mapping};
use isocount_testkit::{Rng, graph, pattern, random, slow_suites, transform};

const MEANINGS: [Semantics; 3] = [
    Semantics::Homomorphism,
    Semantics::Monomorphism(Unit::Mappings),
    Semantics::Induced(Unit::Mappings),
];

/// The definition, for a whole mapping at once.
fn is_mapping(p: &Pattern, g: &LabeledGraph, semantics: Semantics, image: &[NodeId]) -> bool {
    let f = |u: NodeId| image[u.ix()];
    let pairs = || p.nodes().flat_map(|u| p.nodes().map(move |v| (u, v)));
    image.len() == p.num_nodes()
        && p.nodes().all(|u| p.node_label(u) == g.node_label(f(u)))
        && p.arcs().all(|arc| g.has_arc(f(arc.tail), f(arc.head), arc.label))
        && (!semantics.is_injective() || pairs().all(|(u, v)| u == v || f(u) != f(v)))
        && (!semantics.is_induced()
            || pairs().all(|(u, v)| {
                g.arcs_between(f(u), f(v)).iter().all(|arc| p.has_arc(u, v, arc.label))
            }))
}

#[test]
fn a_mapping_is_found_exactly_where_brute_force_counts_some() {
    for seed in 0..if slow_suites() { 100_000 } else { 3_000 } {
        let case = random::case(seed);
        let (p, g) = (&case.pattern, &case.graph);
        for semantics in MEANINGS {
            let count = BruteForce.count(p, g, semantics, &Budget::UNLIMITED).unwrap();
            match first_mapping(p, g, semantics, &Budget::UNLIMITED) {
                FirstMapping::Found(image) => {
                    assert!(
                        is_mapping(p, g, semantics, &image),
                        "seed {seed}, {semantics}\n{case}"
                    );
                }
                FirstMapping::Absent => {
                    assert_eq!(
                        count,
                        Answer::Exact(Count::ZERO),
                        "seed {seed}, {semantics}\n{case}"
                    );
                }
                FirstMapping::OutOfBudget => panic!("there was no limit"),
            }
        }
    }
}

#[test]
fn larger_graphs_agree_with_the_exact_engine() {
    for seed in 0..300 {
        let case = random::large_case(seed);
        let (p, g) = (&case.pattern, &case.graph);
        for semantics in MEANINGS {
            let answer = Exact::with_threads(1).count(p, g, semantics, &Budget::UNLIMITED).unwrap();
            let found = first_mapping(p, g, semantics, &Budget::UNLIMITED);
            let is_found =
                matches!(&found, FirstMapping::Found(f) if is_mapping(p, g, semantics, f));
            assert_eq!(is_found, answer != Answer::Exact(Count::ZERO), "seed {seed}, {semantics}");
        }
    }
}

/// Graphs as large as the largest ones used for training, and patterns cut out of them.
#[test]
fn large_patterns_take_few_steps() {
    for (seed, num_labels) in [(1, 2), (1, 4), (2, 16)] {
        let mut rng = Rng::new(seed);
        let g = scattered(512, 2048, num_labels, &mut rng);
        for _ in 0..20 {
            let p = transform::as_pattern(transform::induced_by(&g, &walk(&g, 16, &mut rng)));
            for semantics in MEANINGS {
                let found = first_mapping(&p, &g, semantics, &Budget::steps(10_000));
                let is_found =
                    matches!(&found, FirstMapping::Found(f) if is_mapping(&p, &g, semantics, f));
                assert!(is_found, "{num_labels} labels, {semantics}: {found:?}");
            }
        }
    }
}

#[test]
fn loops_and_parallel_arcs_count() {
    let ask =
        |p, g, semantics| first_mapping(&pattern(p), &graph(g), semantics, &Budget::UNLIMITED);
    let [hom, mono, induced] = MEANINGS;
    assert_eq!(ask("a->a", "x->y", hom), FirstMapping::Absent);
    assert_eq!(ask("a-b", "x->x", hom), FirstMapping::Found(vec![NodeId(0); 2]));
    assert_eq!(ask("a-b", "x->x", mono), FirstMapping::Absent);
    assert_eq!(ask("a->b", "x->y->y", mono), FirstMapping::Found(vec![NodeId(0), NodeId(1)]));
    assert_eq!(ask("a->b", "x->y->y", induced), FirstMapping::Absent);
    assert_eq!(ask("a-[1]->b, a-[2]->b", "x-[1]->y-[2]->z", hom), FirstMapping::Absent);
    assert_eq!(ask("a-[1]->b", "x-[1]->y, x-[2]->y", induced), FirstMapping::Absent);
}

#[test]
fn a_spent_budget_is_reported() {
    let (p, g) = (pattern("a-b"), graph("x-y"));
    let with = |steps| first_mapping(&p, &g, MEANINGS[0], &Budget::steps(steps));
    assert_eq!(with(1), FirstMapping::OutOfBudget);
    assert_eq!(with(2), FirstMapping::Found(vec![NodeId(0), NodeId(1)]));
}

fn scattered(num_nodes: usize, num_arcs: usize, num_labels: usize, rng: &mut Rng) -> LabeledGraph {
    let mut builder = LabeledGraph::builder();
    for _ in 0..num_nodes {
        builder.node(Label(rng.below(num_labels) as u32));
    }
    for _ in 0..num_arcs {
        let mut any = || NodeId(rng.below(num_nodes) as u32);
        let (tail, head) = (any(), any());
        builder.edge(tail, head, Label(rng.below(num_labels) as u32));
    }
    builder.build_merged().expect("every end was added")
}

/// Nodes in the order in which a search along arcs meets them.
fn walk(g: &LabeledGraph, num_nodes: usize, rng: &mut Rng) -> Vec<NodeId> {
    let mut met = vec![NodeId(rng.below(g.num_nodes()) as u32)];
    while met.len() < num_nodes {
        let from = met[rng.below(met.len())];
        let row = g.out_arcs(from).iter().chain(g.in_arcs(from)).map(|arc| arc.node);
        let Some(next) = row.filter(|v| !met.contains(v)).min() else { continue };
        met.push(next);
    }
    met
}
