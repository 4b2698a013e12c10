//! The census of a graph: which motifs, how often, and at which nodes.
//!
//! Undirected motifs of up to five nodes without labels are counted by formulas
//! ([`homs`](crate::homs), [`systems`](crate::systems)), all of them at once; others are listed
//! ([`listing`](crate::listing)). Either way, loops are ignored and parallel arcs count once.

use std::ops::RangeInclusive;

use isocount_core::{Control, HalfArc, Label, LabeledGraph, NodeId, Task};

use crate::catalogue::{Catalogue, DIRECTED_SIZES, Motif};
use crate::census_error::CensusError;
use crate::coded::Coded;
use crate::edge_formulas::{self, AtEdges};
use crate::homs::{FIVE_CYCLE, Homs};
use crate::labelled::{Columns, labelled_motifs};
use crate::listing::{Extras, Packing, list};
use crate::part_counts::{EdgeCounts, NodeCounts};
use crate::ranked::Ranked;
use crate::sample::Estimated;
use crate::six::{self, SixNodes};
use crate::systems::{Systems, num_orbits, spanning_orbits};

/// With more nodes than this, sums over all of them might not fit into 128 bits.
const MOST_NODES: usize = 1 << 25;

/// What counts as an occurrence of a motif.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Occurrence {
    /// A set of nodes whose induced subgraph is the motif.
    #[default]
    Induced,
    /// A set of nodes and arcs that form the motif, whatever other arcs lie between the nodes.
    Copy,
}

/// The options of a census.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CensusOptions {
    /// Numbers of nodes of the motifs.
    pub sizes: RangeInclusive<usize>,
    /// Whether directions matter. With `None`, they matter if the graph [has some](has_directions).
    pub directed: Option<bool>,
    /// Whether labels matter; then only motifs that occur are listed.
    pub labels: bool,
    /// What counts as an occurrence.
    pub occurrence: Occurrence,
    /// Whether each node's occurrences are counted too.
    pub per_node: bool,
    /// Whether each edge's occurrences are counted too, as induced subgraphs.
    pub per_edge: bool,
    /// The number of threads for listing, and for motifs of six nodes.
    pub threads: usize,
    /// How motifs of six nodes are counted, for tests and measurements.
    #[doc(hidden)]
    pub six_nodes: SixNodes,
}

impl Default for CensusOptions {
    fn default() -> Self {
        Self {
            sizes: 3..=4,
            directed: None,
            labels: false,
            occurrence: Occurrence::Induced,
            per_node: false,
            per_edge: false,
            threads: 1,
            six_nodes: SixNodes::default(),
        }
    }
}

/// A motif, with labels if they matter.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CensusMotif {
    /// The motif. Its orbits are those under automorphisms that keep the labels.
    pub motif: Motif,
    /// Its labels, if they matter.
    pub labels: Option<MotifLabels>,
    /// How often it occurs; the nearest whole number if that is an estimate.
    pub count: u128,
    /// The estimate, if the count was estimated.
    pub estimate: Option<Estimated>,
}

impl CensusMotif {
    pub(crate) fn estimated(
        motif: Motif,
        labels: Option<MotifLabels>,
        estimate: Estimated,
    ) -> Self {
        #[expect(clippy::cast_sign_loss, reason = "an estimate is not negative")]
        let count = estimate.value.round() as u128;
        Self { motif, labels, count, estimate: Some(estimate) }
    }
}

/// The labels of a motif.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MotifLabels {
    /// The label of each node.
    pub nodes: Vec<Label>,
    /// The labels of each arc, in the order of [`Shape::arcs`](crate::Shape::arcs). Parallel arcs
    /// have several.
    pub arcs: Vec<Vec<Label>>,
}

/// The result of a census.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// The motifs by size, each with its count.
    pub motifs: Vec<CensusMotif>,
    /// The counts of each node, if they were requested.
    pub nodes: Option<NodeCounts>,
    /// The counts of each edge, if they were requested.
    pub edges: Option<EdgeCounts>,
    /// Whether directions mattered.
    pub directed: bool,
    /// The number of loops that were left out.
    pub loops: usize,
}

/// Whether some arc other than a loop has no reverse. With `labels`, the reverse must have the same
/// label.
#[must_use]
pub fn has_directions(graph: &LabeledGraph, labels: bool) -> bool {
    graph.nodes().any(|v| {
        let is_alone = |arc: &HalfArc| {
            if labels {
                !graph.has_arc(arc.node, v, arc.label)
            } else {
                graph.arcs_between(arc.node, v).is_empty()
            }
        };
        graph.out_arcs(v).iter().any(is_alone)
    })
}

impl CensusOptions {
    /// Changes these options.
    ///
    /// ```
    /// use isocount_motif::CensusOptions;
    ///
    /// let options = CensusOptions::default().with(|it| it.sizes = 3..=5);
    /// assert_eq!((options.sizes, options.threads), (3..=5, 1));
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Counts the motifs of a graph.
    ///
    /// # Errors
    /// If the options are not supported, a count does not fit, or the work is cancelled.
    pub fn count(&self, graph: &LabeledGraph, control: &Control) -> Result<Census, CensusError> {
        self.count_in(graph, control, control)
    }

    /// Like [`count`](Self::count), but reports progress to one control and is cancelled by
    /// another.
    pub(crate) fn count_in(
        &self,
        graph: &LabeledGraph,
        shown: &Control,
        control: &Control,
    ) -> Result<Census, CensusError> {
        let directed = self.is_directed_in(graph);
        self.check(graph, directed)?;
        let loops = graph.nodes().map(|v| graph.arcs_between(v, v).len()).sum();
        let mut census = Census { motifs: Vec::new(), nodes: None, edges: None, directed, loops };
        let catalogued = self.catalogued(directed);
        if !catalogued.is_empty() {
            self.plain(graph, catalogued.clone(), &mut census, shown, control)?;
        }
        if catalogued.is_empty() || *catalogued.end() < *self.sizes.end() {
            let from = catalogued.end() + 1;
            let sizes = from.max(*self.sizes.start())..=*self.sizes.end();
            self.as_listed(graph, sizes, &mut census, shown, control)?;
        }
        shown.end();
        Ok(census)
    }

    /// Whether directions matter in this graph.
    #[must_use]
    pub fn is_directed_in(&self, graph: &LabeledGraph) -> bool {
        self.directed.unwrap_or_else(|| has_directions(graph, self.labels))
    }

    /// Checks that the options are supported for a graph of this size.
    fn check(&self, graph: &LabeledGraph, directed: bool) -> Result<(), CensusError> {
        let (from, to) = (*self.sizes.start(), *self.sizes.end());
        let (kind, least, most) = match (self.labels, directed) {
            (true, _) => ("labelled", 3, 5),
            (false, true) => ("directed", 3, 5),
            (false, false) => ("undirected", 3, 6),
        };
        if from < least || to > most || from > to {
            return Err(CensusError::Sizes { kind, least, most, from, to });
        }
        if self.labels && self.occurrence == Occurrence::Copy {
            return Err(CensusError::LabelledCopies);
        }
        if directed && to > *DIRECTED_SIZES.end() && self.occurrence == Occurrence::Copy {
            return Err(CensusError::DirectedCopies);
        }
        if self.per_edge && self.occurrence == Occurrence::Copy {
            return Err(CensusError::CopiesPerEdge);
        }
        if graph.num_nodes() > MOST_NODES {
            return Err(CensusError::TooManyNodes(graph.num_nodes()));
        }
        Ok(())
    }

    /// The sizes whose motifs are all listed, whether they occur or not; none with labels.
    fn catalogued(&self, directed: bool) -> RangeInclusive<usize> {
        let (from, to) = (*self.sizes.start(), *self.sizes.end());
        match (self.labels, directed) {
            // An empty range that ends before the first size.
            (true, _) => RangeInclusive::new(from, from - 1),
            (false, true) => from..=to.min(*DIRECTED_SIZES.end()),
            (false, false) => from..=to,
        }
    }

    fn extras(&self) -> Extras {
        Extras { nodes: self.per_node, links: self.per_edge }
    }

    /// The motifs of sizes of which only those that occur are reported.
    fn as_listed(
        &self,
        graph: &LabeledGraph,
        sizes: RangeInclusive<usize>,
        census: &mut Census,
        shown: &Control,
        control: &Control,
    ) -> Result<(), CensusError> {
        let coded = Coded::new(graph, census.directed, self.labels, control)?;
        let mut columns = Columns::default();
        let first_orbit = if self.labels { 0 } else { Catalogue::directed(4).end_orbit() };
        for size in sizes {
            let packing = Packing::new(size, &coded).ok_or(CensusError::TooManyLabels(size))?;
            shown.begin(Task::Counting, "", Some(graph.num_nodes() as u64));
            let found = list(&coded, packing, self.extras(), self.threads, shown, control)?;
            let (labels, motifs) = (self.labels, &mut census.motifs);
            labelled_motifs(&coded, packing, found, labels, first_orbit, motifs, &mut columns);
        }
        if self.per_node {
            let earlier = census.nodes.take();
            let first = earlier.as_ref().map_or(first_orbit, NodeCounts::first_orbit);
            let before = earlier.as_ref().map_or(0, NodeCounts::num_orbits);
            let mut nodes = NodeCounts::new(first, before + columns.nodes.len(), graph.num_nodes());
            for node in 0..graph.num_nodes() {
                let row = nodes.row_mut(node);
                if let Some(earlier) = &earlier {
                    row[..before].copy_from_slice(earlier.row(node));
                }
                for (count, column) in row[before..].iter_mut().zip(&columns.nodes) {
                    *count = u128::from(column[node]);
                }
            }
            census.nodes = Some(nodes);
        }
        if self.per_edge {
            census.edge_columns(&coded).extend(columns.links);
        }
        Ok(())
    }

    /// The motifs of sizes of which all are reported.
    fn plain(
        &self,
        graph: &LabeledGraph,
        sizes: RangeInclusive<usize>,
        census: &mut Census,
        shown: &Control,
        control: &Control,
    ) -> Result<(), CensusError> {
        let catalogues = sizes.clone().map(|size| Catalogue::of(size, census.directed));
        let all: Vec<&Motif> = catalogues.flat_map(Catalogue::motifs).collect();
        let first = all[0].first_orbit;
        let orbits = all.iter().map(|motif| motif.num_orbits()).sum();
        census.nodes = self.per_node.then(|| NodeCounts::new(first, orbits, graph.num_nodes()));
        // Occurrences at each orbit, of all nodes together.
        let mut sums = vec![0_u128; orbits];
        let most = if self.per_edge { edge_formulas::MOST } else { 5 };
        let directed = census.directed;
        let by_formulas = |size: usize| !directed && size <= most;
        let mut known = None;
        if by_formulas(*sizes.start()) {
            shown.begin(Task::Counting, "", None);
            if self.per_edge {
                self.edges_by_formulas(graph, first, &mut sums, census, control)?;
            }
            if self.per_node || !self.per_edge {
                let to = most.min(*sizes.end());
                let nodes = census.nodes.as_mut();
                known = Some(self.by_formulas(graph, first, to, &mut sums, nodes, control)?);
            }
        }
        for size in sizes.filter(|&size| !by_formulas(size)) {
            let is_plain = !directed && !self.per_node && !self.per_edge;
            if size == 6
                && is_plain
                && let Some(counts) = six::count(graph, known.take(), self, shown, control)?
            {
                for (motif, count) in Catalogue::undirected(6).motifs().iter().zip(counts) {
                    sums[motif.first_orbit - first] = count * motif.orbit_len(0) as u128;
                }
                continue;
            }
            self.by_listing(graph, size, &mut sums, census, shown, control)?;
        }
        let motifs = all.into_iter().map(|motif| {
            // Each occurrence has `orbit_len` nodes at this orbit.
            let count = sums[motif.first_orbit - first] / motif.orbit_len(0) as u128;
            CensusMotif { motif: motif.clone(), labels: None, count, estimate: None }
        });
        census.motifs = motifs.collect();
        Ok(())
    }

    fn edges_by_formulas(
        &self,
        graph: &LabeledGraph,
        first: usize,
        sums: &mut [u128],
        census: &mut Census,
        control: &Control,
    ) -> Result<(), CensusError> {
        let ranked = Ranked::new(graph, control)?;
        let to = (*self.sizes.end()).min(edge_formulas::MOST);
        let at_edges = AtEdges::new(&ranked, to, control)?;
        let ends = at_edges.ends();
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_unstable_by_key(|&edge| ends[edge]);
        let edges = order.iter().map(|&edge| (NodeId(ends[edge].0), NodeId(ends[edge].1)));
        let edges = census.edges.insert(EdgeCounts { edges: edges.collect(), columns: Vec::new() });
        for size in *self.sizes.start()..=to {
            let columns = at_edges.induced(size, control)?;
            for (motif, column) in Catalogue::undirected(size).motifs().iter().zip(columns) {
                let sum: u128 = column.iter().map(|&count| u128::from(count)).sum();
                let count = sum / motif.shape.pairs().count() as u128;
                sums[motif.first_orbit - first] = count * motif.orbit_len(0) as u128;
                edges.columns.push(order.iter().map(|&edge| column[edge]).collect());
            }
        }
        Ok(())
    }

    fn by_formulas(
        &self,
        graph: &LabeledGraph,
        first: usize,
        size: usize,
        sums: &mut [u128],
        nodes: Option<&mut NodeCounts>,
        control: &Control,
    ) -> Result<(Ranked, Homs), CensusError> {
        let ranked = Ranked::new(graph, control)?;
        let homs = Homs::new(&ranked, size, control)?;
        let systems = Systems::get(size);
        let solved = |homs: &[u128]| {
            let copies = systems.copies(homs, Some(FIVE_CYCLE));
            if self.occurrence == Occurrence::Induced { systems.induced(&copies) } else { copies }
        };
        let counted = first..num_orbits(size);
        sums[..counted.len()].copy_from_slice(&solved(&homs.sums())[counted.clone()]);
        if let Some(nodes) = nodes {
            for rank in 0..ranked.num_nodes() {
                if rank.is_multiple_of(1024) {
                    control.check()?;
                }
                let row = &mut nodes.row_mut(ranked.original(rank))[..counted.len()];
                row.copy_from_slice(&solved(&homs.row(rank))[counted.clone()]);
            }
        }
        Ok((ranked, homs))
    }

    fn by_listing(
        &self,
        graph: &LabeledGraph,
        size: usize,
        sums: &mut [u128],
        census: &mut Census,
        shown: &Control,
        control: &Control,
    ) -> Result<(), CensusError> {
        let first = Catalogue::of(*self.sizes.start(), census.directed).motifs()[0].first_orbit;
        let coded = Coded::new(graph, census.directed, false, control)?;
        let packing = Packing::new(size, &coded).ok_or(CensusError::TooManyLabels(size))?;
        shown.begin(Task::Counting, "", Some(graph.num_nodes() as u64));
        let found = list(&coded, packing, self.extras(), self.threads, shown, control)?;
        let catalogue = Catalogue::of(size, census.directed);
        let start = catalogue.motifs()[0].first_orbit;
        let mut links = vec![vec![0; coded.num_ends() / 2]; catalogue.motifs().len()];
        if !self.per_edge {
            links.clear();
        }
        for (key, occurrences) in sorted(found) {
            let Some((place, orbits)) = catalogue.find(packing.shape(key)) else { continue };
            if self.per_edge {
                links[place] = occurrences.links;
            }
            for (position, orbit) in orbits.into_iter().enumerate() {
                sums[orbit - first] += u128::from(occurrences.count);
                if let Some(nodes) = &mut census.nodes {
                    for (node, &count) in occurrences.nodes[position].iter().enumerate() {
                        nodes.row_mut(node)[orbit - first] += u128::from(count);
                    }
                }
            }
        }
        if self.per_edge {
            census.edge_columns(&coded).extend(links);
        }
        if self.occurrence == Occurrence::Copy {
            let rows = spanning_orbits(size, census.directed);
            let place = start - first..catalogue.end_orbit() - first;
            add_spanned(&mut sums[place.clone()], start, &rows)?;
            if let Some(nodes) = &mut census.nodes {
                for node in 0..graph.num_nodes() {
                    add_spanned(&mut nodes.row_mut(node)[place.clone()], start, &rows)?;
                }
            }
        }
        Ok(())
    }
}

impl Census {
    /// The columns of the edges, one per motif so far.
    fn edge_columns(&mut self, coded: &Coded) -> &mut Vec<Vec<u64>> {
        let edges = self.edges.get_or_insert_with(|| EdgeCounts {
            edges: coded.links().into_iter().map(|(a, b)| (NodeId(a), NodeId(b))).collect(),
            columns: Vec::new(),
        });
        &mut edges.columns
    }
}

/// The entries of a map, sorted by key.
fn sorted<T>(map: rustc_hash::FxHashMap<u128, T>) -> Vec<(u128, T)> {
    let mut list: Vec<_> = map.into_iter().collect();
    list.sort_unstable_by_key(|&(key, _)| key);
    list
}

/// Copies from induced counts: every orbit adds what is spanned by it in larger motifs.
fn add_spanned(
    counts: &mut [u128],
    start: usize,
    rows: &[Vec<(usize, i64)>],
) -> Result<(), CensusError> {
    let induced = counts.to_vec();
    for (count, row) in counts.iter_mut().zip(rows) {
        for &(orbit, factor) in row {
            let more = induced[orbit - start].checked_mul(factor.unsigned_abs().into());
            let sum = more.and_then(|more| count.checked_add(more));
            *count = sum.ok_or(CensusError::Overflow)?;
        }
    }
    Ok(())
}
