//! A graph as a pattern with one label of nodes and one of arcs sees it.
//!
//! Nodes are numbered by degree, hubs first. An order among the images of interchangeable nodes
//! then is an order of degrees: from one end of an edge, only the rest of a row is looked at, and
//! all in all the shorter of two rows, Σ over edges min(d, d'), in place of Σ d².

use isocount_core::{HalfArc, LabeledGraph, NodeId};

use super::ways::{Way, Ways};
use crate::exact::sieving::sort;
use crate::meter::{Meter, STRETCH};

/// The result of a pass over the graph.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    graph: &'a LabeledGraph,
    ways: &'a Ways,
    /// Every node and arc of the graph has the labels of the pattern, every arc has its opposite,
    /// and none is a loop: rows of the graph can be used as they are.
    pub(super) is_plain: bool,
}

/// The nodes that take part, by degree.
struct Ranks {
    /// The place of each node, [`NOWHERE`] if it is left out.
    of_node: Vec<u32>,
    /// The node of each place.
    nodes: Vec<u32>,
}

/// The arcs of a node, those that leave it or those that enter it.
type Rows = fn(&LabeledGraph, NodeId) -> &[HalfArc];

/// The rows of one way, by place. A place is the rank of a node by degree.
#[derive(Debug, Default)]
pub(super) struct RankedTable {
    /// Where each row begins, and where its part after its own place does; side by side, since both
    /// are read together. One more at the end.
    rows: Vec<[u32; 2]>,
    targets: Vec<u32>,
}

/// The graph nodes with the label of the pattern, by degree, and the tables of the ways that it
/// uses.
#[derive(Debug)]
pub(in crate::exact) struct Host {
    pub(super) num_places: usize,
    /// The graph node of each place.
    pub(super) nodes: Vec<u32>,
    /// The number of entries in all rows.
    pub(super) num_pairs: usize,
    tables: Vec<RankedTable>,
    of_way: [u8; 3],
}

impl RankedTable {
    #[inline]
    pub(super) fn row(&self, x: u32) -> &[u32] {
        &self.targets[self.rows[x as usize][0] as usize..self.rows[x as usize + 1][0] as usize]
    }

    /// Where a row is among all entries.
    #[inline]
    pub(super) fn entries(&self, x: u32) -> std::ops::Range<usize> {
        self.rows[x as usize][0] as usize..self.rows[x as usize + 1][0] as usize
    }

    /// The part of a row after its own place, or before it.
    #[inline]
    pub(super) fn row_beyond(&self, x: u32, hubs_first: bool) -> &[u32] {
        let [from, own] = self.rows[x as usize].map(|place| place as usize);
        if hubs_first {
            &self.targets[own..self.rows[x as usize + 1][0] as usize]
        } else {
            &self.targets[from..own]
        }
    }

    /// How many of a row come before its own place.
    #[inline]
    pub(super) fn num_before(&self, x: u32) -> usize {
        let [from, own] = self.rows[x as usize];
        (own - from) as usize
    }

    #[inline]
    pub(super) fn degree(&self, x: u32) -> usize {
        (self.rows[x as usize + 1][0] - self.rows[x as usize][0]) as usize
    }
}

impl<'a> Survey<'a> {
    /// None if the budget ran out.
    pub(super) fn of(
        graph: &'a LabeledGraph,
        ways: &'a Ways,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let mut is_plain = graph.node_labels().iter().all(|label| *label == ways.node_label);
        for x in graph.nodes() {
            let (out, into) = (graph.out_arcs(x), graph.in_arcs(x));
            meter.work(1 + out.len()).then_some(())?;
            let is_fit =
                |(o, i): (&HalfArc, &HalfArc)| o == i && o.label == ways.arc_label && o.node != x;
            is_plain = is_plain && out.len() == into.len() && out.iter().zip(into).all(is_fit);
            if !is_plain {
                break;
            }
        }
        Some(Self { graph, ways, is_plain })
    }

    /// The degrees of all nodes of a plain graph.
    pub(super) fn all_degrees(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.graph.nodes().map(|x| self.graph.out_arcs(x).len())
    }

    /// Ranks the nodes and makes the tables. None if the budget ran out.
    pub(super) fn host(&self, meter: &mut Meter<'_>) -> Option<Host> {
        let ranks = &self.ranks(meter)?;
        let num_places = ranks.nodes.len();
        let nodes = ranks.nodes.clone();
        let mut host = Host { num_places, nodes, num_pairs: 0, tables: vec![], of_way: [0; 3] };
        if self.is_plain {
            host.tables.push(self.table(ranks, LabeledGraph::out_arcs, meter)?);
        } else {
            let out = self.table(ranks, LabeledGraph::out_arcs, meter)?;
            let into = self.table(ranks, LabeledGraph::in_arcs, meter)?;
            let is_used = |way| self.ways.used().any(|used| used == way);
            if is_used(Way::Both) {
                host.of_way[Way::Both as usize] = host.tables.len() as u8;
                host.tables.push(out.meet(&into, meter)?);
            }
            if is_used(Way::Out) {
                for (way, table) in [(Way::Out, out), (Way::In, into)] {
                    host.of_way[way as usize] = host.tables.len() as u8;
                    host.tables.push(table);
                }
            }
        }
        host.num_pairs = host.tables.iter().map(|table| table.targets.len()).max().unwrap_or(0);
        Some(host)
    }

    fn ranks(&self, meter: &mut Meter<'_>) -> Option<Ranks> {
        let g = self.graph;
        let mut degrees = Vec::with_capacity(g.num_nodes());
        let mut most = 0;
        for x in g.nodes() {
            meter.work(1).then_some(())?;
            let is_in = g.node_label(x) == self.ways.node_label;
            // Arcs of other labels are counted too: an order is all that is needed.
            let degree = if is_in { g.out_arcs(x).len() + g.in_arcs(x).len() } else { 0 };
            most = most.max(degree);
            degrees.push(if is_in { degree as u32 } else { NOWHERE });
        }
        // Where the nodes of each degree begin, from the highest on.
        let mut next = vec![0_u32; most + 2];
        for &degree in degrees.iter().filter(|degree| **degree != NOWHERE) {
            next[most - degree as usize + 1] += 1;
        }
        for i in 1..next.len() {
            next[i] += next[i - 1];
        }
        let mut nodes = vec![0; *next.last()? as usize];
        for some in meter.stretches(degrees.len()) {
            for x in some {
                if degrees[x] != NOWHERE {
                    let place = &mut next[most - degrees[x] as usize];
                    nodes[*place as usize] = x as u32;
                    degrees[x] = *place;
                    *place += 1;
                }
            }
        }
        (!meter.is_spent()).then_some(Ranks { of_node: degrees, nodes })
    }

    /// The rows of all places, each as the graph has it but for the names of the nodes. The graph
    /// is read in its own order; the only random access is one lookup of a rank per arc.
    fn table(&self, ranks: &Ranks, rows: Rows, meter: &mut Meter<'_>) -> Option<RankedTable> {
        let (g, num_places) = (self.graph, ranks.nodes.len());
        let (label, is_plain) = (self.ways.arc_label, self.is_plain);
        let seen = |x: NodeId| {
            let row = rows(g, x).iter();
            let row = row.filter(move |arc| is_plain || arc.label == label && arc.node != x);
            let places = row.map(|arc| ranks.of_node[arc.node.ix()]);
            places.filter(move |place| is_plain || *place != NOWHERE)
        };
        let mut starts = vec![[0_u32; 2]; num_places + 1];
        for (place, &node) in ranks.nodes.iter().enumerate() {
            let x = NodeId(node);
            let all = rows(g, x).len();
            meter.work(if is_plain { 1 } else { 1 + all }).then_some(())?;
            let degree = if is_plain { all } else { seen(x).count() };
            starts[place + 1][0] = starts[place][0] + degree as u32;
        }
        let mut targets = vec![0_u32; starts[num_places][0] as usize];
        for x in g.nodes() {
            let place = ranks.of_node[x.ix()];
            if place == NOWHERE {
                continue;
            }
            let [from, to] = [0, 1].map(|end| starts[place as usize + end][0] as usize);
            meter.work(1 + 2 * (to - from)).then_some(())?;
            let row = &mut targets[from..to];
            row.iter_mut().zip(seen(x)).for_each(|(target, y)| *target = y);
            // The row of a hub can be as long as the graph.
            if row.len() <= STRETCH {
                row.sort_unstable();
            } else if !sort(row, |&y| y.into(), meter) {
                return None;
            }
            starts[place as usize][1] = (from + row.partition_point(|&y| y < place)) as u32;
        }
        Some(RankedTable { rows: starts, targets })
    }
}

/// The place of a node that is left out.
const NOWHERE: u32 = u32::MAX;

impl RankedTable {
    /// The pairs of both tables.
    fn meet(&self, other: &Self, meter: &mut Meter<'_>) -> Option<Self> {
        let mut both = Self::default();
        for x in 0..self.rows.len() as u32 - 1 {
            let (a, b) = (self.row(x), other.row(x));
            meter.work(1 + a.len() + b.len()).then_some(())?;
            let mut rest = b.iter().peekable();
            let first = both.targets.len();
            for &y in a {
                while rest.next_if(|z| **z < y).is_some() {}
                if rest.peek() == Some(&&y) {
                    both.targets.push(y);
                }
            }
            let before = both.targets[first..].partition_point(|y| *y < x);
            both.rows.push([first, first + before].map(|place| place as u32));
        }
        both.rows.push([both.targets.len() as u32; 2]);
        Some(both)
    }
}

impl Host {
    /// The degrees of all places, of one way.
    pub(super) fn degrees(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.num_places as u32).map(|x| self.tables[0].degree(x))
    }

    #[inline]
    pub(super) fn table(&self, way: Way) -> &RankedTable {
        &self.tables[self.of_way[way as usize] as usize]
    }

    /// Whether `x` sees `y` in this way: looked up in the shorter of their rows.
    pub(super) fn sees(&self, x: u32, way: Way, y: u32) -> bool {
        let (there, back) = (self.table(way), self.table(way.turned()));
        if there.degree(x) <= back.degree(y) {
            there.row(x).binary_search(&y).is_ok()
        } else {
            back.row(y).binary_search(&x).is_ok()
        }
    }
}
