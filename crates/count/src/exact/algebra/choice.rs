//! Which pins, in which order, and which roots: the program of least expected cost.

use super::book::Target;
use super::canonical::QuotientShape;
use super::cost::Costs;
use super::forest::{BlockProgram, pin_sets, trees};
use super::quotient::NodeKinds;
use crate::cost::algebra::{
    LARGEST_BLOCK_WITH_AN_EXTRA_PIN, MOST_PINS_IN_ANY_ORDER, PROGRAMS_COMPARED,
    PROGRAMS_COMPARED_FOR_PARTS, RUNNER_UP_COST, WORK_PER_PROGRAM,
};
use crate::exact::compiling::members;
use crate::meter::Meter;

/// The best program of some blocks with the same relations, and its expected cost. None if there is
/// none, or the budget ran out.
pub(crate) fn best_program(
    blocks: &[&QuotientShape],
    targets: &[Target],
    costs: &Costs<'_>,
    kinds: &NodeKinds,
    meter: &mut Meter<'_>,
) -> Option<(f64, BlockProgram)> {
    let shape = blocks[0];
    // Whatever they are chosen for, the first look is at a block whose values belong to a pin.
    let have_one_target = targets.iter().all(|target| *target == targets[0]);
    let compared = if have_one_target { PROGRAMS_COMPARED } else { PROGRAMS_COMPARED_FOR_PARTS };
    let extra = u32::from(shape.num_nodes() <= LARGEST_BLOCK_WITH_AN_EXTRA_PIN);
    // By the cost of the first block alone: pins in their order, and roots.
    let mut best: Vec<(f64, Vec<usize>, Vec<usize>)> = Vec::new();
    for pins in pin_sets(shape, extra) {
        let forest = trees(shape, pins);
        for order in orders(shape, pins) {
            meter.work(WORK_PER_PROGRAM).then_some(())?;
            let target = if have_one_target { targets[0] } else { Target::Node(order[0]) };
            let least = best.first().map_or(f64::INFINITY, |(cost, ..)| *cost);
            let most = RUNNER_UP_COST * least;
            let cost_of = |roots: &[usize], most| {
                let program = BlockProgram::new(&[shape], &[target], &order, roots);
                costs.of_program(&program, kinds, most)
            };
            if cost_of(&[], most) >= most {
                continue;
            }
            // The trees do not see each other, so each has its own best root.
            let best_root = |&tree: &u32| {
                let (first, second) = match target {
                    Target::Node(out) => (out, out),
                    Target::Pair(first, second) => (first, second),
                };
                if let Some(out) = [first, second].into_iter().find(|out| tree >> out & 1 == 1) {
                    return out;
                }
                let roots = members(tree.into()).map(|root| (cost_of(&[root], most), root));
                let least = roots.min_by(|a, b| a.0.total_cmp(&b.0));
                least.map_or(0, |(_, root)| root)
            };
            meter.work(WORK_PER_PROGRAM * shape.num_nodes()).then_some(())?;
            let roots: Vec<usize> = forest.iter().map(best_root).collect();
            let cost = cost_of(&roots, most);
            if cost < most || best.is_empty() {
                let place = best.partition_point(|(other, ..)| *other <= cost);
                best.insert(place, (cost, order, roots));
                best.truncate(compared);
            }
        }
    }
    let least = best.first()?.0;
    best.retain(|(cost, ..)| *cost <= RUNNER_UP_COST * least);
    let together = |(_, order, roots): &(f64, Vec<usize>, Vec<usize>)| {
        let program = BlockProgram::new(blocks, targets, order, roots);
        (costs.of_program(&program, kinds, f64::INFINITY), program)
    };
    best.iter().map(together).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Orders of a set of pins.
fn orders(shape: &QuotientShape, pins: u32) -> Vec<Vec<usize>> {
    let pins: Vec<usize> = members(pins.into()).collect();
    if pins.len() <= MOST_PINS_IN_ANY_ORDER {
        return permutations(&pins);
    }
    let from = |&first: &usize| {
        let mut order = vec![first];
        while order.len() < pins.len() {
            let links = |u: &usize| order.iter().filter(|&&v| shape.edge(*u, v) != 0).count();
            let next = pins.iter().filter(|u| !order.contains(u)).max_by_key(|u| links(u));
            order.extend(next);
        }
        order
    };
    pins.iter().map(from).collect()
}

fn permutations(list: &[usize]) -> Vec<Vec<usize>> {
    if list.len() <= 1 {
        return vec![list.to_vec()];
    }
    let mut all = Vec::new();
    for (i, &first) in list.iter().enumerate() {
        let rest: Vec<usize> = [&list[..i], &list[i + 1..]].concat();
        for mut order in permutations(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// A program drawn at random from all of them, for tests: any set of pins, order and roots.
pub(crate) fn random_program(
    blocks: &[&QuotientShape],
    targets: &[Target],
    seed: u64,
) -> Option<BlockProgram> {
    let shape = blocks[0];
    let mut state =
        seed ^ shape.edges.iter().fold(7, |h, &e| 31_u64.wrapping_mul(h) + u64::from(e));
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let sets = pin_sets(shape, shape.num_nodes() as u32);
    let pins = *sets.get(below(sets.len().max(1)))?;
    let mut order: Vec<usize> = members(pins.into()).collect();
    for i in 1..order.len() {
        order.swap(i, below(i + 1));
    }
    let roots = trees(shape, pins).into_iter().map(|tree| {
        let nodes: Vec<usize> = members(tree.into()).collect();
        // A tree that the values belong to has another root, but the draw is the same.
        match targets[0] {
            Target::Node(out) if nodes.contains(&out) => out,
            _ => nodes[below(nodes.len())],
        }
    });
    let roots: Vec<usize> = roots.collect();
    Some(BlockProgram::new(blocks, targets, &order, &roots))
}
