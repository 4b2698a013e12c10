//! Random graphs with the degrees of a given one: edge swaps.
//!
//! Two links a → b and c → d become a → d and c → b, unless that creates a loop or a link that
//! already exists. Every node keeps the number of links that leave and enter it. Where labels
//! matter, both links must have the same labels, at their tails, on themselves and at their heads,
//! so every node keeps its number of links of every kind. An undirected link may be taken from
//! either end.
//!
//! A graph is swapped until each of its links has changed ten times on average, or a hundred swaps
//! per link were tried (a clique, for example, allows none). The method is that of Maslov and
//! Sneppen (2002); Milo and others (2003) compare it with alternatives.

use std::ops::ControlFlow;

use isocount_core::{Cancelled, Control, Label, LabeledGraph, NodeId, Rng};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::census_error::CensusError;
use crate::coded::Coded;

/// The number of changes per link, and the maximum number of swaps tried per link.
const SWAPS: usize = 10;
const TRIES: usize = 100;

/// A graph that can be randomised repeatedly.
///
/// ```
/// use isocount_core::{Control, Label, LabeledGraph};
/// use isocount_motif::Shuffler;
///
/// // A ring of ten, and another graph in which everybody has two neighbours.
/// let mut builder = LabeledGraph::builder();
/// let nodes: Vec<_> = (0..10).map(|_| builder.node(Label(0))).collect();
/// for i in 0..10 {
///     builder.undirected_edge(nodes[i], nodes[(i + 1) % 10], Label(0));
/// }
/// let ring = builder.build()?;
/// let shuffler = Shuffler::new(&ring, false, false, &Control::NONE)?;
/// let random = shuffler.shuffle(1, 0, &Control::NONE)?.graph;
/// assert!(random.nodes().all(|v| random.out_arcs(v).len() == 2));
/// assert_ne!(random, ring);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shuffler {
    directed: bool,
    node_labels: Vec<Label>,
    links: Vec<Link>,
    /// For each kind of link, the indices of its links, and whether both ends have the same label.
    kinds: Vec<(Vec<usize>, bool)>,
}

#[derive(Clone, Debug)]
struct Link {
    tail: u32,
    head: u32,
    labels: Vec<Label>,
}

/// The current ends of the links while the graph is swapped.
struct State {
    ends: Vec<(u32, u32)>,
    there: FxHashSet<u64>,
}

/// A randomised graph.
#[non_exhaustive]
pub struct Shuffled {
    /// The graph.
    pub graph: LabeledGraph,
    /// The number of swaps that were made.
    pub swaps: usize,
    /// The number of links that are where they were.
    pub unmoved: usize,
}

impl Shuffler {
    /// Prepares a graph without its loops, and with or without directions and labels.
    ///
    /// # Errors
    /// If the work is cancelled.
    pub fn new(
        graph: &LabeledGraph,
        directed: bool,
        labels: bool,
        control: &Control,
    ) -> Result<Self, CensusError> {
        let coded = Coded::new(graph, directed, labels, control)?;
        let mut links = Vec::new();
        let mut kinds: FxHashMap<(u32, u32, u32), usize> = FxHashMap::default();
        let mut places: Vec<(Vec<usize>, bool)> = Vec::new();
        for v in 0..coded.num_nodes() as u32 {
            for near in coded.row(v).iter().filter(|near| near.out != 0) {
                let (mut tail, mut head) = (v, near.node);
                if !directed {
                    if head < tail {
                        continue;
                    }
                    // Ends of one kind on one side.
                    if coded.label(tail) > coded.label(head) {
                        std::mem::swap(&mut tail, &mut head);
                    }
                }
                let ends = (coded.label(tail), coded.label(head));
                let kind = *kinds.entry((ends.0, near.out, ends.1)).or_insert_with(|| {
                    places.push((Vec::new(), ends.0 == ends.1));
                    places.len() - 1
                });
                places[kind].0.push(links.len());
                links.push(Link { tail, head, labels: coded.arc_labels(near.out).to_vec() });
            }
        }
        let node_labels = graph.node_labels().to_vec();
        Ok(Self { directed, node_labels, links, kinds: places })
    }

    /// The randomised graph with this number. It depends only on the seed and the number.
    ///
    /// # Errors
    /// If the work is cancelled.
    pub fn shuffle(
        &self,
        seed: u64,
        number: u64,
        control: &Control,
    ) -> Result<Shuffled, Cancelled> {
        let mut rng = Rng::for_item(seed, number);
        let mut state = self.start();
        let swaps = self.swap(&mut state, SWAPS as f64, &mut rng, control)?;
        Ok(self.shuffled(&state, swaps))
    }

    /// Visits a sequence of graphs, each made from the previous one by `changes` changes per link
    /// on average. How fast they become independent of the original shows how many changes are
    /// enough. `visit` may end the walk.
    ///
    /// # Errors
    /// If the work is cancelled.
    pub fn walk(
        &self,
        seed: u64,
        changes: f64,
        control: &Control,
        mut visit: impl FnMut(Shuffled) -> ControlFlow<()>,
    ) -> Result<(), Cancelled> {
        let mut rng = Rng::new(seed);
        let mut state = self.start();
        loop {
            let swaps = self.swap(&mut state, changes, &mut rng, control)?;
            if visit(self.shuffled(&state, swaps)).is_break() {
                return Ok(());
            }
        }
    }

    fn start(&self) -> State {
        let ends: Vec<(u32, u32)> = self.links.iter().map(|link| (link.tail, link.head)).collect();
        let there = ends.iter().map(|&ends| self.key(ends)).collect();
        State { ends, there }
    }

    /// Changes each link `changes` times on average, or tries ten times as many swaps. Returns the
    /// number of swaps made.
    fn swap(
        &self,
        State { ends, there }: &mut State,
        changes: f64,
        rng: &mut Rng,
        control: &Control,
    ) -> Result<usize, Cancelled> {
        let mut swaps = 0;
        for (places, is_symmetric) in &self.kinds {
            let flips = !self.directed && *is_symmetric;
            let mut made = 0;
            // Each swap changes two links.
            let wanted = (changes * places.len() as f64 / 2.0).ceil();
            let most = (2.0 * wanted * TRIES as f64 / SWAPS as f64).ceil();
            let mut tried = 0_usize;
            while (made as f64) < wanted && (tried as f64) < most {
                if tried.is_multiple_of(4096) {
                    control.check()?;
                }
                tried += 1;
                let [one, other] = [(); 2].map(|()| places[rng.below(places.len())]);
                let ((a, b), (mut c, mut d)) = (ends[one], ends[other]);
                if flips && rng.chance(50) {
                    std::mem::swap(&mut c, &mut d);
                }
                let (first, second) = ((a, d), (c, b));
                let is_free =
                    |pair: (u32, u32)| pair.0 != pair.1 && !there.contains(&self.key(pair));
                if one == other
                    || !is_free(first)
                    || !is_free(second)
                    || self.key(first) == self.key(second)
                {
                    continue;
                }
                for old in [ends[one], ends[other]] {
                    there.remove(&self.key(old));
                }
                (ends[one], ends[other]) = (first, second);
                for new in [first, second] {
                    there.insert(self.key(new));
                }
                made += 1;
            }
            swaps += made;
        }
        Ok(swaps)
    }

    fn shuffled(&self, State { ends, there }: &State, swaps: usize) -> Shuffled {
        let is_unmoved = |link: &&Link| there.contains(&self.key((link.tail, link.head)));
        let unmoved = self.links.iter().filter(is_unmoved).count();
        Shuffled { unmoved, graph: self.graph(ends), swaps }
    }

    /// The number of links: pairs of nodes with an arc, in order if directions matter.
    #[must_use]
    pub fn num_links(&self) -> usize {
        self.links.len()
    }

    fn key(&self, (tail, head): (u32, u32)) -> u64 {
        let (a, b) = if self.directed { (tail, head) } else { (tail.min(head), tail.max(head)) };
        u64::from(a) << 32 | u64::from(b)
    }

    fn graph(&self, ends: &[(u32, u32)]) -> LabeledGraph {
        let mut builder = LabeledGraph::builder();
        for &label in &self.node_labels {
            builder.node(label);
        }
        for (link, &(tail, head)) in self.links.iter().zip(ends) {
            for &label in &link.labels {
                if self.directed {
                    builder.edge(NodeId(tail), NodeId(head), label);
                } else {
                    builder.undirected_edge(NodeId(tail), NodeId(head), label);
                }
            }
        }
        builder.build().expect("as many arcs as before, and no two are equal")
    }
}
