//! Properties of every synthetic graph.

use std::num::NonZeroUsize;

use isocount_core::{Budget, Control, Counter, Label};
use isocount_count::{BruteForce, Exact};

use super::*;

fn with(counter: &dyn Counter) -> Making<'_> {
    Making { counter, threads: NonZeroUsize::MIN, control: &Control::NONE }
}

/// Items spread over the whole set.
fn some_items(set: Synthetic, number: usize) -> (SyntheticGenerator, Vec<Item>) {
    let generator = SyntheticGenerator::new(set, 0, Some(number));
    let items = generator.sample.iter().map(|&ix| generator.items.item(ix)).collect();
    (generator, items)
}

#[test]
fn a_graph_has_exactly_the_asked_nodes_arcs_and_labels() {
    for (set, number) in [(Synthetic::Small, 2_000), (Synthetic::Large, 200)] {
        let (generator, items) = some_items(set, number);
        let counter = Exact::with_threads(1);
        let mut chunk = Chunk::default();
        for (ix, item) in items.iter().enumerate() {
            generator.make(ix, with(&counter), &mut chunk).unwrap();
            let truth = chunk.triples[ix].truth;
            assert!(truth.exact().unwrap().0 <= generator.items.parameters.max_count.into());
            assert_eq!(chunk.triples[ix].pattern as usize, item.pattern);
        }
        let store = crate::GraphStore::from_packed(&chunk.graphs);
        for (item, named) in items.iter().zip(store.iter()) {
            let Slot { nodes, arcs, node_labels, edge_labels } = item.slot;
            let graph = named.graph;
            assert_eq!((graph.num_nodes(), graph.num_arcs()), (nodes, arcs), "{}", named.name);
            let mut seen = graph.node_labels().to_vec();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen, (0..node_labels as u32).map(Label).collect::<Vec<_>>());
            let mut seen: Vec<Label> = graph.arcs().map(|arc| arc.label).collect();
            seen.sort_unstable();
            seen.dedup();
            assert!(seen.iter().all(|label| (label.0 as usize) < edge_labels));
            // The tree uses every label if it has enough arcs.
            assert!(seen.len() == edge_labels || nodes - 1 < edge_labels);
        }
    }
}

#[test]
fn the_pattern_is_planted_at_the_rate_of_alpha_and_is_then_there() {
    let (generator, items) = some_items(Synthetic::Small, 3_000);
    let (mut chances, mut expected, mut variance, mut plantings) = (0, 0.0, 0.0, 0.0);
    for item in &items {
        let pattern = &generator.patterns[item.pattern].pattern;
        let mut rng = Rng::for_item(1, item.number as u64);
        let graphs = GraphGenerator::new(pattern);
        // Without a limit on counts the share of planting stays constant, unless a graph could not
        // be finished. That cannot be observed here; it is rare and only lowers the rate.
        let (graph, count, trace) = graphs
            .graph(&item.slot, item.alpha, u64::MAX, &mut rng, |graph| {
                let truth = {
                    let counter = Exact::with_threads(1);
                    generate::truth(with(&counter), pattern, graph, SEMANTICS)?
                };
                Ok(truth.exact().unwrap().0)
            })
            .unwrap();
        assert_eq!(graph.num_arcs(), item.slot.arcs);
        assert!(trace.injective_plantings == 0 || count > 0, "a planted pattern occurs");
        chances += trace.chances;
        expected += f64::from(trace.chances) * item.alpha;
        variance += f64::from(trace.chances) * item.alpha * (1.0 - item.alpha);
        plantings += f64::from(trace.plantings);
    }
    assert!(chances > 5_000, "{chances}");
    let difference = plantings - expected;
    assert!(difference.abs() < 5.0 * f64::sqrt(variance), "{plantings} of {expected}");
}

#[test]
fn counts_are_those_of_brute_force() {
    let (generator, items) = some_items(Synthetic::Small, 400);
    let mut chunk = Chunk::default();
    for ix in 0..items.len() {
        generator.make(ix, with(&Exact::with_threads(1)), &mut chunk).unwrap();
    }
    let store = crate::GraphStore::from_packed(&chunk.graphs);
    let mut positive = 0;
    for (triple, named) in chunk.triples.iter().zip(store.iter()) {
        let pattern = &generator.patterns[triple.pattern as usize].pattern;
        let budget = Budget::steps(2_000_000);
        let answer = BruteForce.count(pattern, &named.graph, SEMANTICS, &budget);
        if let Some(Truth::Exact(count)) = Truth::of(&answer) {
            assert_eq!(triple.truth, Truth::Exact(count), "{}", named.name);
            positive += usize::from(count.0 > 0);
        }
    }
    assert!(positive > 50, "{positive}");
}

#[test]
fn a_sample_is_even_and_part_of_the_whole() {
    let items = Items::new(&Parameters::SMALL);
    let sample = even_sample(items.len(), Some(7_500), 3);
    assert_eq!(sample.len(), 7_500);
    assert!(sample.is_sorted());
    assert!(sample.windows(2).all(|pair| pair[0] < pair[1]));
    let mut of_alpha = [0; 7];
    let mut of_pattern = [0; 75];
    for &number in &sample {
        let item = items.item(number);
        let nearest = |alpha: &f64| (alpha - item.alpha).abs() < 0.01;
        of_alpha[Parameters::SMALL.alphas.iter().position(nearest).unwrap()] += 1;
        of_pattern[item.pattern] += 1;
    }
    // A seventh each; five standard deviations are 150.
    assert!(of_alpha.iter().all(|&n: &i32| (n - 1_071).abs() < 150), "{of_alpha:?}");
    // A pattern with 6,790 of the 448,140 triples has 113 or 114 stretches.
    assert!(of_pattern.iter().all(|&n| (46..=116).contains(&n)), "{of_pattern:?}");
}

#[test]
fn the_count_of_a_triple_does_not_depend_on_the_sample() {
    let counter = Exact::with_threads(1);
    let few = SyntheticGenerator::new(Synthetic::Small, 9, Some(50));
    let all = SyntheticGenerator::new(Synthetic::Small, 9, None);
    for (ix, &number) in few.sample.iter().enumerate() {
        let (mut one, mut other) = (Chunk::default(), Chunk::default());
        few.make(ix, with(&counter), &mut one).unwrap();
        all.make(number, with(&counter), &mut other).unwrap();
        assert_eq!(one, other);
    }
}

#[test]
fn noise_does_not_imitate_the_tree_of_the_pattern() {
    let (generator, items) = some_items(Synthetic::Small, 400);
    let mut noise = 0;
    for item in &items {
        let pattern = &generator.patterns[item.pattern].pattern;
        let forbidden = pattern::forbidden(pattern);
        let mut rng = Rng::for_item(2, item.number as u64);
        // Without planting, arcs beyond the tree are noise.
        let graphs = GraphGenerator::new(pattern);
        let (graph, ..) = graphs.graph(&item.slot, 0.0, u64::MAX, &mut rng, |_| Ok(0)).unwrap();
        let label = |node| graph.node_label(node);
        let imitating = graph
            .arcs()
            .filter(|arc| forbidden.contains(&(label(arc.tail), arc.label, label(arc.head))))
            .count();
        assert!(imitating < item.slot.nodes, "only the tree may have them");
        noise += graph.num_arcs() - (item.slot.nodes - 1);
    }
    assert!(noise > 10_000, "{noise}");
}
