//! Finds one mapping, as an example of what is counted.
//!
//! Backtracking with forward checking: every pattern node keeps the list of graph nodes that it may
//! still go to, placing a node narrows the lists of its neighbours, and the node with the shortest
//! list is placed next. So the search starts at rare labels, stays connected, and backtracks as
//! soon as some node has no candidate left.

use isocount_core::{Budget, LabeledGraph, NodeId, Pattern, Semantics};

use crate::fits::Fits;
use crate::meter::Meter;

/// The result of a search for one mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstMapping {
    /// The graph node that each pattern node goes to, in the order of the pattern nodes.
    Found(Vec<NodeId>),
    /// There is no mapping: the count is zero.
    Absent,
    /// The budget ran out before a mapping was found.
    OutOfBudget,
}

/// Looks for one mapping of `pattern` into `graph`. The unit of the meaning does not matter.
///
/// ```
/// use isocount_core::{Budget, Label, LabeledGraph, NodeId, Pattern, Semantics};
/// use isocount_count::{FirstMapping, first_mapping};
///
/// let mut builder = LabeledGraph::builder();
/// let (a, b) = (builder.node(Label(0)), builder.node(Label(1)));
/// builder.edge(b, a, Label(7));
/// let graph = builder.build()?;
///
/// let mut builder = LabeledGraph::builder();
/// let (head, tail) = (builder.node(Label(1)), builder.node(Label(0)));
/// builder.edge(head, tail, Label(7));
/// let pattern = Pattern::try_from(builder.build()?)?;
///
/// let found = first_mapping(&pattern, &graph, Semantics::Homomorphism, &Budget::UNLIMITED);
/// assert_eq!(found, FirstMapping::Found(vec![NodeId(1), NodeId(0)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn first_mapping(
    pattern: &Pattern,
    graph: &LabeledGraph,
    semantics: Semantics,
    budget: &Budget,
) -> FirstMapping {
    let mut meter = Meter::start(budget);
    let fits = Fits { p: pattern, g: graph, semantics };
    let Some(mut search) = Search::start(&fits, &mut meter) else {
        return FirstMapping::OutOfBudget;
    };
    if pattern.nodes().any(|u| search.candidates(u).is_empty()) {
        return FirstMapping::Absent;
    }
    // One entry per placed node and one for the node that is being placed: the pattern node, and
    // the position in its list to try next.
    let mut stack = vec![(search.most_constrained(&mut meter), 0)];
    while let Some(&mut (n, ref mut next)) = stack.last_mut() {
        let Some(&m) = search.candidates(n).get(*next) else {
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                search.take_back(parent);
            }
            continue;
        };
        *next += 1;
        if !meter.step() {
            return FirstMapping::OutOfBudget;
        }
        if !search.fits(n, m, &mut meter) {
            continue;
        }
        let all_can_go_on = search.place(n, m, &mut meter);
        if meter.is_spent() {
            return FirstMapping::OutOfBudget;
        }
        if stack.len() == pattern.num_nodes() {
            return FirstMapping::Found(search.image.into_iter().flatten().collect());
        }
        if all_can_go_on {
            stack.push((search.most_constrained(&mut meter), 0));
        } else {
            search.take_back(n);
        }
    }
    // Once the budget is spent, a fitting image may have been skipped.
    if meter.is_spent() { FirstMapping::OutOfBudget } else { FirstMapping::Absent }
}

struct Search<'a> {
    fits: &'a Fits<'a>,
    image: Vec<Option<NodeId>>,
    /// The neighbours of each pattern node, without itself.
    neighbours: Vec<Vec<NodeId>>,
    /// The sorted list of each pattern node, and on top of it the lists as narrowed by placed
    /// nodes.
    lists: Vec<Vec<Vec<NodeId>>>,
    /// The nodes whose lists each placed node has narrowed.
    narrowed_by: Vec<Vec<NodeId>>,
}

impl<'a> Search<'a> {
    /// Returns `None` if the budget ran out while the first lists were made.
    fn start(fits: &'a Fits<'a>, meter: &mut Meter<'_>) -> Option<Self> {
        let (p, g) = (fits.p, fits.g);
        let mut lists = Vec::with_capacity(p.num_nodes());
        let mut neighbours = Vec::with_capacity(p.num_nodes());
        for u in p.nodes() {
            let mut list = Vec::new();
            for x in g.nodes() {
                if !meter.work(1) {
                    return None;
                }
                if fits.may_go_to(u, x, meter) {
                    list.push(x);
                }
            }
            lists.push(vec![list]);
            neighbours.push(neighbours_of(p, u));
        }
        let (image, narrowed_by) = (vec![None; p.num_nodes()], vec![Vec::new(); p.num_nodes()]);
        (!meter.is_spent()).then_some(Self { fits, image, neighbours, lists, narrowed_by })
    }

    fn candidates(&self, u: NodeId) -> &[NodeId] {
        self.lists[u.ix()].last().map_or(&[], Vec::as_slice)
    }

    /// Chooses the unplaced node with the fewest candidates per list that it will narrow. A node
    /// that narrows none can wait: trying all its images first would only repeat what the others
    /// do.
    ///
    /// Once the budget is spent, any node will do.
    fn most_constrained(&self, meter: &mut Meter<'_>) -> NodeId {
        let is_unplaced = |u: &NodeId| self.image[u.ix()].is_none();
        let (mut best, mut least) = (None, f64::INFINITY);
        for u in self.fits.p.nodes().filter(is_unplaced) {
            if best.is_some() && !meter.work(1 + self.neighbours[u.ix()].len()) {
                break;
            }
            let narrows = self.neighbours[u.ix()].iter().filter(|v| is_unplaced(v)).count();
            let per_list = self.candidates(u).len() as f64 / narrows as f64;
            if best.is_none() || per_list.total_cmp(&least).is_lt() {
                (best, least) = (Some(u), per_list);
            }
        }
        best.expect("a node is placed only while some are not")
    }

    /// Whether `n` can go to `m` given all placed nodes; long lists were not narrowed.
    fn fits(&self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) -> bool {
        let placed = self.fits.p.nodes().zip(&self.image);
        let mut placed = placed.filter_map(|(v, image)| Some((v, (*image)?)));
        placed.all(|(v, y)| meter.work(1) && self.fits.pair_fits((n, v), (m, y), meter))
    }

    /// Sends `n` to `m` and narrows the lists of its neighbours, and those that are short already.
    /// Returns whether none of them is empty. Once the budget is spent, nothing is narrowed.
    fn place(&mut self, n: NodeId, m: NodeId, meter: &mut Meter<'_>) -> bool {
        self.image[n.ix()] = Some(m);
        let mut all_can_go_on = true;
        for v in self.fits.p.nodes().filter(|v| self.image[v.ix()].is_none()) {
            if !meter.work(1) {
                break;
            }
            let are_neighbours = self.neighbours[n.ix()].binary_search(&v).is_ok();
            let is_narrowed = self.lists[v.ix()].len() > 1;
            let list = if are_neighbours {
                self.in_reach(n, v, m, meter)
            } else if is_narrowed && self.fits.semantics.is_injective() {
                self.candidates(v).to_vec()
            } else {
                continue;
            };
            let mut fits =
                |&y: &NodeId| meter.work(1) && self.fits.pair_fits((n, v), (m, y), meter);
            let narrowed: Vec<NodeId> = list.into_iter().filter(|y| fits(y)).collect();
            all_can_go_on &= !narrowed.is_empty();
            self.lists[v.ix()].push(narrowed);
            self.narrowed_by[n.ix()].push(v);
        }
        all_can_go_on
    }

    /// The candidates of `v` that an arc joins to `m` as one joins `v` to its neighbour `n`.
    fn in_reach(&self, n: NodeId, v: NodeId, m: NodeId, meter: &mut Meter<'_>) -> Vec<NodeId> {
        let (p, g) = (self.fits.p, self.fits.g);
        let row = if p.arcs_between(n, v).is_empty() { g.in_arcs(m) } else { g.out_arcs(m) };
        let ends = row.chunk_by(|a, b| a.node == b.node).map(|group| group[0].node);
        let ends = ends.take_while(|_| meter.work(1));
        ends.filter(|y| self.candidates(v).binary_search(y).is_ok()).collect()
    }

    /// Undoes [`place`](Self::place).
    fn take_back(&mut self, n: NodeId) {
        self.image[n.ix()] = None;
        for v in self.narrowed_by[n.ix()].drain(..) {
            self.lists[v.ix()].pop();
        }
    }
}

fn neighbours_of(p: &Pattern, u: NodeId) -> Vec<NodeId> {
    let ends = p.out_arcs(u).iter().chain(p.in_arcs(u)).map(|arc| arc.node);
    let mut neighbours: Vec<NodeId> = ends.filter(|&v| v != u).collect();
    // Two sorted runs: the stable sort merges them in linear time, even at a hub.
    neighbours.sort();
    neighbours.dedup();
    neighbours
}
