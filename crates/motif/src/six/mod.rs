//! All 112 motifs of six nodes at once, by formulas: their homomorphisms, and from those, as for
//! smaller motifs, copies and induced subgraphs ([`systems`](crate::systems)).
//!
//! A motif is counted in one of three ways:
//!
//! * It has a **cut node** (56 motifs): what hangs on that node are motifs of at most five nodes,
//!   so hom(P) = Σ_v Π hom(part, cut node, v), all of which are known.
//! * It is a **block** (55 motifs): a [plan](plan) places two to four of its nodes.
//! * It is the **clique**: its copies are listed in the order of degrees.
//!
//! Whether that is quicker than listing is known beforehand: the steps of the plans are numbers of
//! homomorphisms of smaller motifs, and the subgraphs to list are about the connected ones of five
//! nodes times the ratio of the trees of six nodes to those of five.

mod cliques;
mod linear;
mod plan;
mod run;

use isocount_core::{Cancelled, Control, LabeledGraph, Task};

use self::cliques::cliques_of_six;
use self::linear::Linear;
use self::plan::{Plan, all_plans};
use self::run::{EdgeTables, run};
use crate::census::{CensusOptions, Occurrence};
use crate::cost::{
    SECONDS_PER_LISTED, SECONDS_PER_STEP_OF_A_PLAN, SECONDS_TO_PREPARE_SIX, WORTH_A_LOOK_AT_SIX,
};
use crate::homs::{FIVE_CYCLE, Homs};
use crate::ranked::Ranked;
use crate::systems::Systems;
use crate::triangles::{self, Common};
use crate::wedges::walks_of_edges;

/// How undirected motifs of six nodes are counted. The counts are the same.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SixNodes {
    /// Whatever is expected to be quicker.
    #[default]
    Cheapest,
    /// By formulas, if their numbers fit.
    ByFormulas,
    /// By listing.
    Listed,
}

/// The occurrences of each motif of six nodes, from what is known about smaller ones. None if
/// listing is expected to be quicker.
pub(crate) fn count(
    graph: &LabeledGraph,
    known: Option<(Ranked, Homs)>,
    options: &CensusOptions,
    shown: &Control,
    control: &Control,
) -> Result<Option<Vec<u128>>, Cancelled> {
    if options.six_nodes == SixNodes::Listed {
        return Ok(None);
    }
    let (ranked, homs) = if let Some(known) = known {
        known
    } else {
        let ranked = Ranked::new(graph, control)?;
        let homs = Homs::new(&ranked, 5, control)?;
        (ranked, homs)
    };
    let is_free = options.six_nodes == SixNodes::Cheapest;
    let is_chosen = |six: &Six<'_>| !is_free || six.is_worth_it();
    let Some(six) = Six::new(&ranked, &homs, is_free, control)?.filter(is_chosen) else {
        return Ok(None);
    };
    drop(homs);
    shown.begin(Task::Counting, "", Some(graph.num_nodes() as u64));
    six.count(options.occurrence, options.threads, shown, control).map(Some)
}

/// Motifs of six nodes of a graph, before it is known how they are counted.
struct Six<'a> {
    graph: &'a Ranked,
    linear: &'static Linear,
    /// Homomorphisms of the motifs of two to five nodes, by number.
    smaller: Vec<u128>,
    /// Homomorphisms of the motifs with cut nodes; 0 for others.
    with_cut_nodes: Vec<u128>,
    plans: Vec<&'static Plan>,
    seconds: f64,
    seconds_to_list: f64,
}

/// Whether listing takes so little time that nothing else is worth a look.
#[expect(clippy::cast_precision_loss, reason = "only a prediction")]
fn is_quickly_listed(graph: &Ranked, homs: &Homs) -> bool {
    let subgraphs = linear::trees_of_five(homs).0 as f64;
    let most = (0..graph.num_nodes()).map(|v| graph.degree(v)).max().unwrap_or(0) as f64;
    // Each has at most 5 · `most` neighbours, and each one of six nodes is met at least twice.
    subgraphs * 5.0 * most / 2.0 * SECONDS_PER_LISTED < WORTH_A_LOOK_AT_SIX
}

impl<'a> Six<'a> {
    /// None if listing is certainly quick and may be chosen (`is_free`), or if copies might not fit into 128 bits.
    fn new(
        graph: &'a Ranked,
        homs: &Homs,
        is_free: bool,
        control: &Control,
    ) -> Result<Option<Self>, Cancelled> {
        let most = (0..graph.num_nodes()).map(|v| graph.degree(v) as u128).max().unwrap_or(0);
        // Walks of five steps along a spanning tree, the first along any edge.
        let bound = most.checked_pow(4).and_then(|n| n.checked_mul(2 * graph.num_edges() as u128));
        if bound.is_none() || (is_free && is_quickly_listed(graph, homs)) {
            return Ok(None);
        }
        let linear = Linear::get();
        let systems = Systems::get(5);
        let mut smaller = vec![0_u128; linear.num_smaller()];
        let mut with_cut_nodes = vec![0_u128; linear.num_motifs()];
        for v in 0..graph.num_nodes() {
            if v.is_multiple_of(1024) {
                control.check()?;
            }
            let mut row = homs.row(v);
            row[FIVE_CYCLE] = systems.hom_from_mono(FIVE_CYCLE, &row);
            linear.add_smaller(&row, &mut smaller);
            linear.add_products(&row, &mut with_cut_nodes);
        }
        #[expect(clippy::cast_precision_loss, reason = "only a prediction")]
        let about: Vec<f64> = smaller.iter().map(|&homs| homs as f64).collect();
        let mut steps = 0.0;
        let cheapest = |plans: &'static Vec<Plan>| {
            let all = plans.iter().map(|plan| (plan.steps(&about), plan));
            all.min_by(|(one, _), (other, _)| one.total_cmp(other))
        };
        let plans = all_plans().iter().filter_map(cheapest).map(|(more, plan)| {
            steps += more;
            plan
        });
        let plans = plans.collect();
        let mut found = Self {
            graph,
            linear,
            smaller,
            with_cut_nodes,
            plans,
            seconds: SECONDS_TO_PREPARE_SIX + steps * SECONDS_PER_STEP_OF_A_PLAN,
            seconds_to_list: 0.0,
        };
        found.seconds_to_list = found.expected_to_list(homs) * SECONDS_PER_LISTED;
        Ok(Some(found))
    }

    /// Whether formulas are expected to be quicker than listing.
    fn is_worth_it(&self) -> bool {
        self.seconds < self.seconds_to_list
    }

    /// About how many connected induced subgraphs of six nodes there are.
    #[expect(clippy::cast_precision_loss, reason = "only a prediction")]
    fn expected_to_list(&self, homs: &Homs) -> f64 {
        let (subgraphs, trees) = linear::trees_of_five(homs);
        let trees_of_six = self.linear.trees(&self.smaller, &self.with_cut_nodes);
        if trees == 0 { 0.0 } else { subgraphs as f64 * (trees_of_six as f64 / trees as f64) }
    }

    /// The occurrences of each motif.
    fn count(
        self,
        occurrence: Occurrence,
        threads: usize,
        shown: &Control,
        control: &Control,
    ) -> Result<Vec<u128>, Cancelled> {
        let graph = self.graph;
        let triangles = triangles::per_edge(graph, control)?;
        let common = Common::new(graph, &triangles, control)?;
        let walks = walks_of_edges(graph, control)?;
        let tables = EdgeTables { graph, triangles: &triangles, common: &common, walks: &walks };
        let of_plans = run(&tables, &self.plans, threads, shown, control)?;
        let mut homs = self.with_cut_nodes;
        for (plan, found) in self.plans.iter().zip(of_plans) {
            homs[plan.motif] = found;
        }
        let cliques = cliques_of_six(graph, threads, control)?;
        let copies = self.linear.copies(&homs, &self.smaller, cliques);
        Ok(match occurrence {
            Occurrence::Copy => copies,
            Occurrence::Induced => self.linear.induced(&copies),
        })
    }
}
