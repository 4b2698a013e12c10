//! The mean over ordered selections of neighbours: local relational pooling (Chen et al., "Can
//! Graph Neural Networks Count Substructures?", 2020), three neighbours at a time.
//!
//! ```text
//! o   = relu( base_i + Σ_p U_p[j_p] + Σ_{p<q} V_pq[j_p, j_q] )      1 ≤ p, q ≤ k = min(3, d_i)
//! y_i = mean of o over all sequences (j_1, …, j_k) of different neighbours of i
//! ```
//!
//! | what                                        | code      | shape              |
//! |---------------------------------------------|-----------|--------------------|
//! | the node's own part                         | `base`    | `[N, h]`           |
//! | U_p: a neighbour in the p-th place          | `singles` | three of `[A, h]`  |
//! | V_12, V_13, V_23: two neighbours, in order  | `pairs`   | three of `[T, h]`  |
//!
//! V_pq is zero where the plan has no entry. A node has d·(d − 1)·(d − 2) selections, which are
//! never stored. All of them share the gradient `dy_i / num`, so a term's gradient is this times
//! the number of selections in which it takes part and the unit is active.

use isocount_core::Control;

use super::Operation;
use crate::backward::Backward;
use crate::kernel::{self, OrderedGrads, OrderedNode};
use crate::matrix::{Shape, View};
use crate::selections::{Neighbourhood, Selections};
use crate::tape::{Tape, Values};
use crate::var::Var;

#[derive(Debug)]
pub(crate) struct OrderedMean {
    base: Var,
    singles: [Var; 3],
    pairs: [Var; 3],
    plan: Selections,
}

impl Tape<'_> {
    /// The mean, over the ordered selections of up to three neighbours of each node, of
    /// `relu(base + singles + pairs)`: one row of `singles[p]` for each position, one row of
    /// `pairs` for positions 1 and 2, 1 and 3, 2 and 3, where the plan has an entry.
    ///
    /// # Panics
    ///
    /// If the shapes do not match, one of the seven is a parameter, or two are the same.
    pub fn ordered_mean(
        &mut self,
        base: Var,
        singles: [Var; 3],
        pairs: [Var; 3],
        plan: &Selections,
    ) -> Var {
        self.apply(OrderedMean { base, singles, pairs, plan: plan.clone() })
    }
}

/// The inputs of a node.
fn read<'a>(
    base: View<'a>,
    singles: [View<'a>; 3],
    pairs: [View<'a>; 3],
    i: usize,
    node: &Neighbourhood<'a>,
    control: &'a Control,
) -> OrderedNode<'a> {
    let h = base.shape.cols;
    OrderedNode {
        base: base.row(i),
        singles: singles.map(|u| &u.data[node.singles.start * h..node.singles.end * h]),
        pairs: pairs.map(|v| v.data),
        listed: node.pairs,
        size: node.singles.len(),
        share: (1.0 / node.num_selections() as f64) as f32,
        control,
    }
}

impl Operation for OrderedMean {
    fn inputs(&self) -> impl Iterator<Item = Var> {
        [self.base].into_iter().chain(self.singles).chain(self.pairs)
    }

    fn shape(&self, values: Values<'_>) -> Shape {
        let (base, plan) = (values.shape(self.base), &self.plan);
        let num = plan.num();
        assert_eq!(base.rows, num, "ordered_mean: {num} nodes, base {base}");
        for (vars, rows) in [(self.singles, plan.num_singles()), (self.pairs, plan.num_pairs())] {
            for x in vars.map(|var| values.shape(var)) {
                assert_eq!(
                    x,
                    Shape::new(rows, base.cols),
                    "ordered_mean: does not match base {base}"
                );
            }
        }
        base
    }

    fn forward(&self, values: Values<'_>, y: &mut [f32]) {
        let base = values.get(self.base);
        let singles = self.singles.map(|var| values.get(var));
        let pairs = self.pairs.map(|var| values.get(var));
        let rows = y.chunks_exact_mut(base.shape.cols.max(1));
        for ((i, node), y) in self.plan.iter().enumerate().zip(rows) {
            if i % 64 == 0 && values.control.is_cancelled() {
                return;
            }
            kernel::ordered_forward(read(base, singles, pairs, i, &node, values.control), y);
        }
    }

    fn backward(&self, step: &mut Backward<'_>) {
        let base = step.value(self.base);
        let singles = self.singles.map(|var| step.value(var));
        let pairs = self.pairs.map(|var| step.value(var));
        let (h, control) = (base.shape.cols, step.control());
        let ([u1, u2, u3], [v12, v13, v23]) = (self.singles, self.pairs);
        step.accumulate_all([self.base, u1, u2, u3, v12, v13, v23], |dy, grads| {
            let [d_base, du1, du2, du3, dv12, dv13, dv23] = grads;
            for ((i, node), dy) in self.plan.iter().enumerate().zip(dy.chunks_exact(h.max(1))) {
                let own = node.singles.start * h..node.singles.end * h;
                let grads = OrderedGrads {
                    base: &mut d_base[i * h..(i + 1) * h],
                    singles: [&mut du1[own.clone()], &mut du2[own.clone()], &mut du3[own]],
                    pairs: [dv12, dv13, dv23],
                };
                if i % 64 == 0 && control.is_cancelled() {
                    return;
                }
                kernel::ordered_backward(read(base, singles, pairs, i, &node, control), dy, grads);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradient_check::{self, check, same, value};
    use crate::index::{RowIndex, Segments};
    use crate::init::Init;
    use crate::matrix::Matrix;
    use crate::params::Params;
    use crate::random;
    use crate::tape::Arena;

    /// A plan of nodes with the given numbers of neighbours, every second ordered pair of which has
    /// an entry, and the pairs in no particular order.
    fn plan(sizes: &[usize], seed: u64) -> (Selections, Vec<[u32; 3]>) {
        let mut pairs = Vec::new();
        for (i, &d) in (0..).zip(sizes) {
            let slots = 0..d as u32;
            pairs.extend(slots.clone().flat_map(|a| slots.clone().map(move |b| [i, a, b])));
        }
        let mut draws = (0..).map(|at| random::bits(seed, at));
        pairs.retain(|&[_, a, b]| a != b && draws.next().is_some_and(|bits| bits % 2 == 0));
        pairs.sort_by_cached_key(|_| draws.next());
        (Selections::new(sizes, pairs.clone()), pairs)
    }

    /// The seven shapes of the inputs, with `h` columns.
    fn shapes(plan: &Selections, h: usize) -> [(usize, usize); 7] {
        let (base, single, pair) = (plan.num(), plan.num_singles(), plan.num_pairs());
        [base, single, single, single, pair, pair, pair].map(|rows| (rows, h))
    }

    fn fused(tape: &mut Tape, x: &[Var], plan: &Selections) -> Var {
        // Parameters as values of the tape.
        let x: Vec<Var> = x.iter().map(|&x| tape.scale(x, 1.0)).collect();
        tape.ordered_mean(x[0], [x[1], x[2], x[3]], [x[4], x[5], x[6]], plan)
    }

    /// Every selection of every node: the node, the rows of its slots, and, for each pair of
    /// positions, the row of their pair entry.
    #[derive(Clone)]
    struct Selection {
        node: u32,
        slots: Vec<u32>,
        pairs: [Option<u32>; 3],
    }

    fn selections(sizes: &[usize], pairs: &[[u32; 3]]) -> Vec<Selection> {
        let mut all = Vec::new();
        let mut start = 0;
        for (node, &d) in (0..).zip(sizes) {
            let d = d as u32;
            let mut sequences: Vec<Vec<u32>> = vec![vec![]];
            for _ in 0..d.min(3) {
                let longer = |slots: &Vec<u32>| {
                    let slots = slots.clone();
                    let next = (0..d).filter(|slot| !slots.contains(slot)).collect::<Vec<_>>();
                    next.into_iter().map(move |slot| [&slots[..], &[slot]].concat())
                };
                sequences = sequences.iter().flat_map(longer).collect();
            }
            for slots in sequences {
                let row = |p: usize, q: usize| {
                    let pair = [node, *slots.get(p)?, *slots.get(q)?];
                    pairs.iter().position(|&listed| listed == pair).map(|row| row as u32)
                };
                let pairs = [row(0, 1), row(0, 2), row(1, 2)];
                let slots = slots.iter().map(|slot| start + slot).collect();
                all.push(Selection { node, slots, pairs });
            }
            start += d;
        }
        all
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for (sizes, h) in [
            (vec![0, 1, 2, 3, 4, 5], 3),
            (vec![5, 0, 3, 3], 8),
            (vec![2, 4], 13),
            (vec![4, 1, 4], 37),
            (vec![9], 128),
        ] {
            let (plan, pairs) = plan(&sizes, h as u64);
            let mut params = Params::new(1);
            let add =
                |(ix, (rows, cols))| params.add(format!("x{ix}"), rows, cols, Init::Normal(1.0));
            let vars: Vec<Var> = shapes(&plan, h).into_iter().enumerate().map(add).collect();
            let mut arena = Arena::new();
            let mut tape = Tape::new(&params, &mut arena);
            let y = fused(&mut tape, &vars, &plan);
            let y = tape.value(y);

            let mut expected = vec![0.0; sizes.len() * h];
            let mut nums = vec![0; sizes.len()];
            let selections = selections(&sizes, &pairs);
            assert_eq!(selections.len() as u64, plan.num_selections());
            for Selection { node, slots, pairs } in selections {
                let node = node as usize;
                nums[node] += 1;
                for j in 0..h {
                    let at = |var: Var, row: u32| f64::from(params.get(var).row(row as usize)[j]);
                    let singles = vars[1..].iter().zip(&slots).map(|(&u, &row)| at(u, row));
                    let pairs =
                        vars[4..].iter().zip(pairs).filter_map(|(&v, row)| Some(at(v, row?)));
                    let z = at(vars[0], node as u32) + singles.sum::<f64>() + pairs.sum::<f64>();
                    expected[node * h + j] += z.max(0.0);
                }
            }
            for (ix, (&found, sum)) in y.data().iter().zip(expected).enumerate() {
                let expected = sum / f64::from(nums[ix / h]);
                let close = (f64::from(found) - expected).abs() < 1e-6 * (1.0 + expected);
                assert!(close, "{sizes:?}, number {ix}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn gradient() {
        for (sizes, h) in [
            (vec![0, 1, 2, 3], 3),
            (vec![4], 2),
            (vec![5, 0], 1),
            (vec![3, 2], 9),
            (vec![0, 0], 2),
            (vec![], 2),
            (vec![3], 0),
        ] {
            let (plan, _) = plan(&sizes, 3);
            check(&shapes(&plan, h), |tape, x| fused(tape, x, &plan));
        }
    }

    #[test]
    fn fused_equals_unfused() {
        for (sizes, h) in [(vec![0, 1, 2, 3, 4, 5], 5), (vec![6, 0, 3], 37), (vec![5, 8], 128)] {
            let (plan, pairs) = plan(&sizes, 7);
            let all = selections(&sizes, &pairs);
            let nodes: Vec<u32> = all.iter().map(|selection| selection.node).collect();
            let means = Segments::new(nodes.clone(), sizes.len());
            let nodes = RowIndex::from(nodes);
            // The rows that are added to some of the selections, and to which.
            let lists = |row: &dyn Fn(&Selection) -> Option<u32>| {
                let both = (0..).zip(&all).filter_map(|(ix, one)| Some((row(one)?, ix)));
                let (rows, ixs): (Vec<u32>, Vec<u32>) = both.unzip();
                (RowIndex::from(rows), Segments::new(ixs, all.len()))
            };
            let single = |p: usize| lists(&move |one| one.slots.get(p).copied());
            let pair = |which: usize| lists(&move |one| one.pairs[which]);
            let lists = [single(0), single(1), single(2), pair(0), pair(1), pair(2)];
            let unfused = |tape: &mut Tape, x: &[Var]| {
                let mut z = tape.gather_rows(x[0], &nodes);
                for (&x, (rows, groups)) in x[1..].iter().zip(&lists) {
                    let terms = tape.gather_sum(x, rows, groups);
                    z = tape.add(z, terms);
                }
                let o = tape.relu(z);
                tape.segment_mean(o, &means)
            };
            let fused = |tape: &mut Tape, x: &[Var]| fused(tape, x, &plan);
            same(&shapes(&plan, h), fused, unfused);
        }
    }

    #[test]
    fn the_derivative_at_zero_is_zero_and_nan_stays_nan() {
        let plan = Selections::new(&[0; 3], vec![]);
        let relu = |tape: &mut Tape, x: Var| {
            let base = tape.scale(x, 1.0);
            let none = [(); 6].map(|()| tape.input(&Matrix::zeros(0, 1)));
            let [u1, u2, u3, v12, v13, v23] = none;
            tape.ordered_mean(base, [u1, u2, u3], [v12, v13, v23], &plan)
        };
        assert_eq!(gradient_check::gradient(&[0.0, 2.0, -2.0], relu), [0.0, 1.0, 0.0]);
        let y = value(&[f32::NAN, 2.0, -2.0], relu);
        assert!(y[0].is_nan() && y[1..] == [2.0, 0.0]);
    }
}
