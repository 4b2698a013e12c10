//! The census against its definition, on thousands of small random graphs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use isocount_core::{Control, Label, LabeledGraph, NodeId, Rng};
use isocount_motif::{Catalogue, Census, CensusOptions, Motif, Occurrence, Shape};
use isocount_testkit::slow_suites;

/// A random graph of up to `most` nodes with some loops and parallel arcs.
fn random_graph(rng: &mut Rng, most: usize, labels: u32) -> LabeledGraph {
    let nodes = rng.below(most + 1);
    let density = [15, 35, 60, 85][rng.below(4)];
    let reciprocal = rng.below(101);
    let mut builder = LabeledGraph::builder();
    let label = |rng: &mut Rng| Label(rng.below(labels as usize) as u32);
    for _ in 0..nodes {
        let of_node = label(rng);
        builder.node(of_node);
    }
    let mut arcs = BTreeSet::new();
    for i in 0..nodes as u32 {
        for j in i..nodes as u32 {
            if rng.chance(density) {
                let (tail, head) = if rng.chance(50) { (i, j) } else { (j, i) };
                arcs.insert((tail, head, label(rng)));
                if rng.chance(reciprocal) {
                    arcs.insert((head, tail, label(rng)));
                }
                if rng.chance(10) {
                    arcs.insert((tail, head, label(rng)));
                }
            }
        }
    }
    for (tail, head, label) in arcs {
        builder.edge(NodeId(tail), NodeId(head), label);
    }
    builder.build().unwrap()
}

/// Whether there is an arc.
fn adjacent(graph: &LabeledGraph, directed: bool, i: usize, j: usize) -> bool {
    let arc =
        |i: usize, j: usize| !graph.arcs_between(NodeId(i as u32), NodeId(j as u32)).is_empty();
    arc(i, j) || (!directed && arc(j, i))
}

/// All injective maps of `nodes` nodes into a graph of `size` nodes.
fn maps(nodes: usize, size: usize) -> Vec<Vec<usize>> {
    (0..size).fold(vec![vec![]], |maps, _| {
        let more = |map: Vec<usize>| {
            let free: Vec<usize> = (0..nodes).filter(|v| !map.contains(v)).collect();
            free.into_iter().map(move |v| [&map[..], &[v]].concat())
        };
        maps.into_iter().flat_map(more).collect()
    })
}

/// Whether there is an arc, for all pairs.
fn matrix(graph: &LabeledGraph, directed: bool) -> Vec<Vec<bool>> {
    let row = |i| (0..graph.num_nodes()).map(|j| adjacent(graph, directed, i, j)).collect();
    (0..graph.num_nodes()).map(row).collect()
}

/// Visits every completion of an injective map of the first nodes.
fn each_map(
    arcs: &[Vec<bool>],
    shape: Shape,
    induced: bool,
    map: &mut Vec<usize>,
    met: &mut impl FnMut(&[usize]),
) {
    if map.len() == shape.num_nodes() {
        return met(map);
    }
    let i = map.len();
    for v in 0..arcs.len() {
        let fits = |there: bool, wanted: bool| there == wanted || (there && !induced);
        let all = map.iter().enumerate().all(|(j, &u)| {
            u != v && fits(arcs[u][v], shape.has_arc(j, i)) && fits(arcs[v][u], shape.has_arc(i, j))
        });
        if all {
            map.push(v);
            each_map(arcs, shape, induced, map, met);
            map.pop();
        }
    }
}

/// Occurrences of a motif at each orbit of a node, by trying every map. An occurrence at a node is
/// found once for every automorphism that fixes a node of the orbit.
fn at_nodes(arcs: &[Vec<bool>], motif: &Motif, induced: bool) -> Vec<Vec<u128>> {
    let mut mappings = vec![vec![0_u128; motif.shape.num_nodes()]; arcs.len()];
    each_map(arcs, motif.shape, induced, &mut Vec::new(), &mut |map| {
        map.iter().enumerate().for_each(|(i, &v)| mappings[v][i] += 1);
    });
    let at_orbits = |row: &Vec<u128>| {
        let of = |orbit| {
            let i = motif.orbits.iter().position(|&o| o == orbit).unwrap();
            row[i] / (motif.automorphisms / motif.orbit_len(orbit)) as u128
        };
        (0..motif.num_orbits()).map(of).collect()
    };
    mappings.iter().map(at_orbits).collect()
}

fn census(graph: &LabeledGraph, options: &CensusOptions) -> Census {
    options.count(graph, &Control::NONE).unwrap()
}

/// Compares every count of a census without labels with the definition.
fn compare(graph: &LabeledGraph, options: &CensusOptions, seed: u64) {
    let found = census(graph, options);
    let table = found.nodes.as_ref().unwrap();
    let induced = options.occurrence == Occurrence::Induced;
    let arcs = matrix(graph, found.directed);
    for counted in &found.motifs {
        let motif = &counted.motif;
        let expected = at_nodes(&arcs, motif, induced);
        let first = motif.first_orbit - table.first_orbit();
        let mut sum = 0;
        for (node, row) in expected.iter().enumerate() {
            let columns = &table.row(node)[first..first + motif.num_orbits()];
            assert_eq!(columns, row, "seed {seed}, {}, node {node}", motif.title());
            sum += columns.iter().sum::<u128>();
        }
        assert_eq!(sum, counted.count * motif.shape.num_nodes() as u128, "seed {seed}");
    }
}

fn options(sizes: std::ops::RangeInclusive<usize>, directed: bool) -> CensusOptions {
    let directed = Some(directed);
    CensusOptions::default().with(|it| {
        it.sizes = sizes;
        it.directed = directed;
        it.per_node = true;
    })
}

#[test]
fn undirected_counts_by_formulas() {
    for seed in 0..if slow_suites() { 5_000 } else { 500 } {
        let mut rng = Rng::new(seed);
        let graph = random_graph(&mut rng, if seed % 10 == 0 { 8 } else { 6 }, 1);
        for occurrence in [Occurrence::Induced, Occurrence::Copy] {
            compare(&graph, &options(3..=5, false).with(|it| it.occurrence = occurrence), seed);
        }
    }
}

#[test]
fn smaller_sizes_alone_are_the_same() {
    for seed in 0..300 {
        let graph = random_graph(&mut Rng::new(seed), 9, 1);
        let all = census(&graph, &options(3..=5, false));
        for sizes in [3..=3, 4..=4, 3..=4, 5..=5] {
            let some = census(&graph, &options(sizes.clone(), false));
            let expected = all.motifs.iter().filter(|m| sizes.contains(&m.motif.shape.num_nodes()));
            let counts = expected.map(|m| m.count).collect::<Vec<_>>();
            assert_eq!(some.motifs.iter().map(|m| m.count).collect::<Vec<_>>(), counts);
            let (all, some) = (all.nodes.as_ref().unwrap(), some.nodes.unwrap());
            let skipped = some.first_orbit() - all.first_orbit();
            for node in 0..graph.num_nodes() {
                let expected = &all.row(node)[skipped..skipped + some.num_orbits()];
                assert_eq!(some.row(node), expected, "seed {seed}");
            }
        }
    }
}

#[test]
fn directed_counts_by_listing() {
    // Trying 199 motifs of four nodes takes long.
    for seed in 0..500 {
        let graph = random_graph(&mut Rng::new(seed), if seed % 6 == 0 { 5 } else { 7 }, 1);
        let sizes = if seed % 6 == 0 { 3..=4 } else { 3..=3 };
        for occurrence in [Occurrence::Induced, Occurrence::Copy] {
            compare(
                &graph,
                &options(sizes.clone(), true).with(|it| it.occurrence = occurrence),
                seed,
            );
        }
    }
}

#[test]
fn six_nodes_by_listing() {
    for seed in 0..6 {
        let graph = random_graph(&mut Rng::new(seed), 7, 1);
        compare(&graph, &options(5..=6, false), seed);
    }
    let graph = random_graph(&mut Rng::new(12), 7, 1);
    compare(&graph, &options(6..=6, false).with(|it| it.occurrence = Occurrence::Copy), 12);
}

/// Formulas and listing are different code for the same counts.
#[test]
fn formulas_and_listing_agree_on_larger_graphs() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let nodes = 30 + rng.below(20);
        let mut builder = LabeledGraph::builder();
        let ids: Vec<_> = (0..nodes).map(|_| builder.node(Label(0))).collect();
        for i in 0..nodes {
            for j in 0..i {
                // Some nodes are hubs.
                if rng.chance(if j < 3 { 60 } else { 8 }) {
                    builder.undirected_edge(ids[i], ids[j], Label(0));
                }
            }
        }
        let graph = builder.build().unwrap();
        let plain = census(&graph, &options(3..=5, false));
        // With one label, a labelled census is a listing of what the formulas count.
        let listed = census(
            &graph,
            &options(3..=5, false).with(|it| {
                it.labels = true;
                it.threads = 2;
            }),
        );
        for motif in &plain.motifs {
            let same =
                |m: &&isocount_motif::CensusMotif| m.motif.shape.canonical().0 == motif.motif.shape;
            let count = listed.motifs.iter().find(same).map_or(0, |m| m.count);
            assert_eq!(count, motif.count, "seed {seed}, {}", motif.motif.title());
        }
    }
}

/// A labelled subgraph as text that does not depend on the order of its nodes.
fn labelled_form(graph: &LabeledGraph, directed: bool, nodes: &[usize]) -> String {
    let text = |order: &[usize]| {
        let mut text = String::new();
        for &i in order {
            write!(text, "{} ", graph.node_labels()[i].0).unwrap();
            for &j in order {
                let id = |i: usize| NodeId(i as u32);
                let mut labels: Vec<u32> =
                    graph.arcs_between(id(i), id(j)).iter().map(|arc| arc.label.0).collect();
                if !directed {
                    labels.extend(graph.arcs_between(id(j), id(i)).iter().map(|arc| arc.label.0));
                    labels.sort_unstable();
                    labels.dedup();
                }
                if i != j {
                    write!(text, "{labels:?}").unwrap();
                }
            }
        }
        text
    };
    let orders = maps(nodes.len(), nodes.len());
    let all = orders.iter().map(|p| text(&p.iter().map(|&i| nodes[i]).collect::<Vec<_>>()));
    all.max().unwrap_or_default()
}

fn is_connected(graph: &LabeledGraph, nodes: &[usize]) -> bool {
    let size = nodes.len();
    let pairs = (0..size).flat_map(|i| (0..size).map(move |j| (i, j))).filter(|&(i, j)| i != j);
    let edges: Vec<_> =
        pairs.filter(|&(i, j)| adjacent(graph, false, nodes[i], nodes[j])).collect();
    Shape::undirected(size, &edges).is_connected()
}

#[test]
fn labelled_counts_by_listing() {
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let graph = random_graph(&mut rng, 6, 3);
        let (directed, size) = (rng.chance(50), rng.between(3, 4));
        let mut expected: BTreeMap<String, u128> = BTreeMap::new();
        let mut takes_part = vec![0_u128; graph.num_nodes()];
        for nodes in maps(graph.num_nodes(), size).iter().filter(|map| map.is_sorted()) {
            if is_connected(&graph, nodes) {
                *expected.entry(labelled_form(&graph, directed, nodes)).or_default() += 1;
                for &v in nodes {
                    takes_part[v] += 1;
                }
            }
        }
        let found = census(&graph, &options(size..=size, directed).with(|it| it.labels = true));
        let mut counts: Vec<u128> = found.motifs.iter().map(|m| m.count).collect();
        let mut wanted: Vec<u128> = expected.into_values().collect();
        counts.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(counts, wanted, "seed {seed}");
        let table = found.nodes.unwrap();
        for (node, &times) in takes_part.iter().enumerate() {
            assert_eq!(table.row(node).iter().sum::<u128>(), times, "seed {seed}, node {node}");
        }
        for counted in found.motifs {
            let first = counted.motif.first_orbit;
            for orbit in 0..counted.motif.num_orbits() {
                let sum: u128 = (0..graph.num_nodes()).map(|v| table.row(v)[first + orbit]).sum();
                assert_eq!(sum, counted.count * counted.motif.orbit_len(orbit) as u128);
            }
        }
    }
}

#[test]
fn the_notation_of_a_motif_is_the_motif() {
    assert_eq!(Catalogue::undirected(3).motifs()[1].shape.notation(), "a-b, a-c, b-c");
}

/// Of the directed motifs of five nodes, only those that occur are reported: none is missing, and
/// all are right.
#[test]
fn directed_motifs_of_five_nodes_are_those_of_the_definition() {
    let mut rng = Rng::new(5);
    for seed in 0..150 {
        let graph = random_graph(&mut rng, 8, 1);
        let sizes = if seed % 3 == 0 { 3..=5 } else { 5..=5 };
        compare(&graph, &options(sizes.clone(), true).with(|it| it.threads = 2), seed);
        let arcs = matrix(&graph, true);
        let linked = |i: usize, j: usize| arcs[i][j] || arcs[j][i];
        let mut connected = 0_u128;
        for map in maps(graph.num_nodes(), 5).iter().filter(|map| map.is_sorted()) {
            let mut shape = Shape::empty(5);
            for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
                if i != j && linked(map[i], map[j]) {
                    shape = shape.with_arc(i, j);
                }
            }
            connected += u128::from(shape.is_connected());
        }
        let found = census(&graph, &options(sizes, true));
        let fives = found.motifs.iter().filter(|found| found.motif.shape.num_nodes() == 5);
        assert_eq!(fives.map(|found| found.count).sum::<u128>(), connected, "seed {seed}");
    }
}

/// At each edge, every motif is counted as often as its mappings cover the edge, divided by its
/// automorphisms.
#[test]
fn counts_per_edge_are_those_of_the_definition() {
    let mut rng = Rng::new(6);
    for seed in 0..400 {
        let graph = random_graph(&mut rng, 8, 1);
        let directed = seed % 2 == 1;
        let sizes = if directed { 3..=4 } else { 3..=5 };
        let options = options(sizes, directed).with(|it| {
            it.per_node = false;
            it.per_edge = true;
        });
        let found = census(&graph, &options.with(|it| it.threads = 2));
        let edges = found.edges.unwrap();
        let arcs = matrix(&graph, directed);
        assert_eq!(edges.columns.len(), found.motifs.len());
        for (counted, column) in found.motifs.iter().zip(&edges.columns) {
            let motif = &counted.motif;
            let mut expected = BTreeMap::new();
            each_map(&arcs, motif.shape, true, &mut Vec::new(), &mut |map| {
                for (i, j) in motif.shape.pairs() {
                    let (a, b) = (map[i].min(map[j]) as u32, map[i].max(map[j]) as u32);
                    *expected.entry((NodeId(a), NodeId(b))).or_insert(0) += 1;
                }
            });
            let mut sum = 0;
            for (edge, &count) in edges.edges.iter().zip(column) {
                let maps = expected.get(edge).copied().unwrap_or(0_u128);
                let expected = maps / motif.automorphisms as u128;
                assert_eq!(u128::from(count), expected, "seed {seed}, {}", motif.title());
                sum += expected;
            }
            // The sum law.
            assert_eq!(sum, counted.count * motif.shape.pairs().count() as u128, "seed {seed}");
        }
    }
}

/// Counts per node and per edge can be requested together, by formulas and by listing, with and
/// without labels.
#[test]
fn nodes_and_edges_together_are_those_of_each_alone() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let (directed, labels) = (rng.chance(50), rng.chance(40));
        let graph = random_graph(&mut rng, 8, if labels { 2 } else { 1 });
        let options =
            options([3..=4, 3..=5][rng.below(2)].clone(), directed).with(|it| it.labels = labels);
        let of = |per_node, per_edge| {
            census(
                &graph,
                &options.clone().with(|it| {
                    it.per_node = per_node;
                    it.per_edge = per_edge;
                }),
            )
        };
        let both = of(true, true);
        assert!(both.nodes.is_some() && both.edges.is_some());
        assert_eq!(both.nodes, of(true, false).nodes, "seed {seed}");
        assert_eq!(both.edges, of(false, true).edges, "seed {seed}");
        let counts = |census: &Census| census.motifs.iter().map(|m| m.count).collect::<Vec<_>>();
        assert_eq!(counts(&both), counts(&of(false, false)), "seed {seed}");
    }
}

/// By default, directions matter if the graph has some.
#[test]
fn directions_are_those_of_the_graph() {
    let arcs = |arcs: &[(u32, u32, u32)]| {
        let mut builder = LabeledGraph::builder();
        (0..3).for_each(|_| _ = builder.node(Label(0)));
        for &(tail, head, label) in arcs {
            builder.edge(NodeId(tail), NodeId(head), Label(label));
        }
        builder.build().unwrap()
    };
    let both_ways = arcs(&[(0, 1, 0), (1, 0, 0), (1, 2, 0), (2, 1, 0), (2, 2, 0)]);
    let one_way = arcs(&[(0, 1, 0), (1, 0, 0), (1, 2, 0)]);
    let other_label = arcs(&[(0, 1, 0), (1, 0, 5), (1, 2, 0), (2, 1, 0)]);
    for (graph, labels, expected) in [
        (&both_ways, false, false),
        (&one_way, false, true),
        (&other_label, false, false),
        (&other_label, true, true),
    ] {
        let ask = |directed| {
            CensusOptions::default().with(|it| {
                it.directed = directed;
                it.labels = labels;
            })
        };
        assert_eq!(census(graph, &ask(None)).directed, expected);
        assert!(!census(graph, &ask(Some(false))).directed);
        assert!(census(graph, &ask(Some(true))).directed);
    }
}
