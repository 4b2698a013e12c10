//! Motifs of six nodes by formulas: equal to listing, and to the definition.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use isocount_core::{Control, Label, LabeledGraph, Rng};
use isocount_motif::{Census, CensusOptions, Occurrence, SixNodes};
use isocount_testkit::slow_suites;

/// A random graph whose nodes have different chances to be linked, with planted near-cliques.
fn random_graph(rng: &mut Rng, most: usize) -> LabeledGraph {
    let nodes = 1 + rng.below(most);
    let density = [8, 20, 40, 70, 95][rng.below(5)];
    let hubs = rng.below(4);
    // Six nodes that are linked but for a few pairs.
    let is_planted = nodes >= 6 && rng.chance(60);
    let first = if is_planted { rng.below(nodes - 5) } else { nodes };
    let planted = first..first + 6;
    let mut builder = LabeledGraph::builder();
    let ids: Vec<_> = (0..nodes).map(|_| builder.node(Label(0))).collect();
    for i in 0..nodes {
        for j in 0..i {
            let chance = match (planted.contains(&i) && planted.contains(&j), j < hubs) {
                (true, _) => 85,
                (_, true) => 80,
                _ => density,
            };
            if rng.chance(chance) {
                builder.undirected_edge(ids[i], ids[j], Label(0));
            }
        }
        if rng.chance(5) {
            builder.edge(ids[i], ids[i], Label(0));
        }
    }
    builder.build().unwrap()
}

fn census(graph: &LabeledGraph, how: SixNodes, occurrence: Occurrence, threads: usize) -> Census {
    let options = CensusOptions::default().with(|it| {
        it.sizes = 6..=6;
        it.directed = Some(false);
        it.six_nodes = how;
        it.occurrence = occurrence;
        it.threads = threads;
    });
    options.count(graph, &Control::NONE).unwrap()
}

fn counts(census: &Census) -> Vec<u128> {
    census.motifs.iter().map(|motif| motif.count).collect()
}

#[test]
fn formulas_and_listing_agree() {
    let mut met = [false; 112];
    for seed in 0..if slow_suites() { 3_000 } else { 40 } {
        let mut rng = Rng::new(seed);
        let most = if seed % 8 == 0 { 18 } else { 11 };
        let graph = random_graph(&mut rng, most);
        let listed = counts(&census(&graph, SixNodes::Listed, Occurrence::Induced, 1));
        let threads = 1 + seed as usize % 3;
        let found = census(&graph, SixNodes::ByFormulas, Occurrence::Induced, threads);
        for (place, motif) in found.motifs.iter().enumerate() {
            let title = motif.motif.title();
            assert_eq!(motif.count, listed[place], "seed {seed}, motif {place}, {title}");
            met[place] |= motif.count > 0;
        }
        let listed = counts(&census(&graph, SixNodes::Cheapest, Occurrence::Induced, 1));
        assert_eq!(listed, counts(&found), "seed {seed}");
    }
    assert!(met.iter().filter(|&&met| met).count() > 100, "most motifs occur");
}

#[test]
fn copies_agree() {
    for seed in 0..if slow_suites() { 200 } else { 10 } {
        let graph = random_graph(&mut Rng::new(seed), 14);
        let [listed, found] = [SixNodes::Listed, SixNodes::ByFormulas]
            .map(|how| counts(&census(&graph, how, Occurrence::Copy, 1)));
        assert_eq!(found, listed, "seed {seed}");
    }
}

/// A clique of n nodes has all subsets as cliques, and copies of a path as there are orders.
#[test]
fn cliques_are_as_expected() {
    let mut builder = LabeledGraph::builder();
    let ids: Vec<_> = (0..14).map(|_| builder.node(Label(0))).collect();
    for i in 0..14 {
        for j in 0..i {
            builder.undirected_edge(ids[i], ids[j], Label(0));
        }
    }
    let clique = builder.build().unwrap();
    let found = counts(&census(&clique, SixNodes::ByFormulas, Occurrence::Induced, 2));
    let subsets = 14 * 13 * 12 * 11 * 10 * 9 / 720;
    assert_eq!(found.iter().sum::<u128>(), subsets);
    assert_eq!(found.last(), Some(&subsets));
    let found = census(&clique, SixNodes::ByFormulas, Occurrence::Copy, 2);
    for motif in found.motifs {
        assert_eq!(motif.count, subsets * 720 / motif.motif.automorphisms as u128);
    }
}
