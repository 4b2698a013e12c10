//! Counts injective choices without enumerating them.
//!
//! Independent pattern nodes whose images come from the sets N₁, N₂, … and must differ:
//!
//! ```text
//! Σ over partitions of the nodes   Π over blocks B   (−1)^(|B|−1) · (|B|−1)! · |∩_{i ∈ B} N_i|
//! ```
//!
//! Nodes with the same set form one kind, so the sum runs over vectors of multiplicities: the block
//! of the first node left is chosen, the rest is a smaller vector that is already known. Terms
//! alternate and can be far larger than their sum, so they are added modulo 2¹²⁸, which is exact if
//! the sum is below that. The product of the choices of each kind alone is a bound. Where the bound
//! does not fit, a node is tried: it goes to one of the places that lie in the same sets, and the
//! rest is a smaller sum.

use super::search::TOO_MANY;
use crate::cost::planning::MOST_VECTORS_TOGETHER;
use crate::meter::Meter;

/// One term of the value of a vector: `coefficient · size[subset] · value[rest]`.
#[derive(Clone, Copy, Debug)]
struct Term {
    coefficient: u128,
    subset: u16,
    rest: u16,
}

/// The most frequent sums are written out; sets have at most 2³² members, so these sums fit.
#[derive(Clone, Copy, Debug)]
enum SumForm {
    Pair,
    Triple,
    Other,
}

/// The sum in the module docs for fixed multiplicities, as a list of sums in the order of
/// computation.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceProgram {
    shape: SumForm,
    multiplicities: Vec<u32>,
    terms: Vec<Term>,
    /// Where the terms of each vector end.
    ends: Vec<u32>,
}

impl ChoiceProgram {
    /// Makes the program for kinds with the given multiplicities; `None` if it would be too long.
    pub(crate) fn new(multiplicities: &[u32]) -> Option<Self> {
        let mut num_states = 1_usize;
        for &m in multiplicities {
            num_states =
                num_states.checked_mul(m as usize + 1).filter(|&n| n <= MOST_VECTORS_TOGETHER)?;
        }
        let shape = match multiplicities {
            [1, 1] => SumForm::Pair,
            [1, 1, 1] => SumForm::Triple,
            _ => SumForm::Other,
        };
        let (terms, ends) = (Vec::new(), Vec::with_capacity(num_states));
        let mut program = Self { shape, multiplicities: multiplicities.to_vec(), terms, ends };
        for state in 0..num_states {
            program.add_terms(multiplicities, state);
            program.ends.push(program.terms.len() as u32);
        }
        Some(program)
    }

    fn add_terms(&mut self, multiplicities: &[u32], state: usize) {
        let left = digits(multiplicities, state);
        let Some(first) = left.iter().position(|&m| m > 0) else { return };
        for rest in 0..state {
            let remaining = digits(multiplicities, rest);
            let fits = remaining.iter().zip(&left).all(|(r, l)| r <= l);
            if !fits || remaining[first] == left[first] {
                continue;
            }
            let block: Vec<u32> = left.iter().zip(&remaining).map(|(l, r)| l - r).collect();
            let subset = block.iter().enumerate().fold(0, |s, (i, &b)| s | u16::from(b > 0) << i);
            let size: u32 = block.iter().sum();
            let mut coefficient = (1..u128::from(size)).fold(1, u128::wrapping_mul);
            if size.is_multiple_of(2) {
                coefficient = coefficient.wrapping_neg();
            }
            for (i, &b) in block.iter().enumerate() {
                // The first node is in the block; its companions are chosen.
                let fixed = u32::from(i == first);
                coefficient = coefficient.wrapping_mul(binomial(left[i] - fixed, b - fixed));
            }
            self.terms.push(Term { coefficient, subset, rest: rest as u16 });
        }
    }

    /// The number of injective choices, where `sizes[s]` is the size of what the sets in `s` share;
    /// at most [`TOO_MANY`]. Once the meter is spent, some choices may be missing. `sizes` may
    /// change temporarily, but is restored.
    #[inline]
    pub(crate) fn run(
        &self,
        sizes: &mut [u64],
        values: &mut Vec<u128>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        match self.shape {
            SumForm::Pair => {
                let [a, b, ab] = std::array::from_fn(|s| u128::from(sizes[s + 1]));
                a * b - ab
            }
            SumForm::Triple => {
                let [a, b, ab, c, ac, bc, abc] = std::array::from_fn(|s| u128::from(sizes[s + 1]));
                a * b * c + 2 * abc - (ab * c + ac * b + bc * a)
            }
            SumForm::Other => {
                meter.work(self.terms.len());
                match bound(&self.multiplicities, sizes) {
                    Some(0) => 0,
                    Some(_) => self.sum(self.ends.len() - 1, sizes, values),
                    None => self.choices(&self.multiplicities, sizes, values, meter),
                }
            }
        }
    }

    /// The number of injective choices for given numbers of nodes of each kind.
    #[cold]
    fn choices(
        &self,
        left: &[u32],
        sizes: &mut [u64],
        values: &mut Vec<u128>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        meter.work(self.terms.len());
        if (0..left.len()).any(|kind| sizes[1 << kind] < left[kind].into()) {
            return 0;
        }
        if bound(left, sizes).is_some() {
            let kinds = self.multiplicities.iter().zip(left).rev();
            let state =
                kinds.fold(0, |state, (&most, &m)| state * (most as usize + 1) + m as usize);
            return self.sum(state, sizes, values);
        }
        let rarest = (0..left.len()).filter(|&kind| left[kind] > 0).min_by_key(|&kind| left[kind]);
        let Some(kind) = rarest.filter(|&kind| left.iter().sum::<u32>() > left[kind]) else {
            return TOO_MANY;
        };
        self.try_a_node(kind, left, sizes, values, meter)
    }

    /// The same number, by trying a node of one kind: all places that lie in the same sets are
    /// equivalent.
    fn try_a_node(
        &self,
        kind: usize,
        left: &[u32],
        sizes: &mut [u64],
        values: &mut Vec<u128>,
        meter: &mut Meter<'_>,
    ) -> u128 {
        let mut found = 0_u128;
        let mut left = left.to_vec();
        left[kind] -= 1;
        for sets in (1..1 << left.len()).filter(|sets| sets >> kind & 1 == 1) {
            let num_places = num_exactly_in(sets, sizes);
            if num_places == 0 || !meter.work(sizes.len()) {
                continue;
            }
            subsets(sets).for_each(|s| sizes[s] -= 1);
            let others = self.choices(&left, sizes, values, meter);
            subsets(sets).for_each(|s| sizes[s] += 1);
            found = found.saturating_add(others.saturating_mul(num_places.into()));
            if found == TOO_MANY {
                break;
            }
        }
        found
    }

    /// The sum for one vector of multiplicities, modulo 2¹²⁸.
    #[inline]
    fn sum(&self, state: usize, sizes: &[u64], values: &mut Vec<u128>) -> u128 {
        values.clear();
        values.push(1);
        let mut from = self.ends[0] as usize;
        for &end in &self.ends[1..=state] {
            let mut sum = 0_u128;
            for term in &self.terms[from..end as usize] {
                let product = term.coefficient.wrapping_mul(sizes[term.subset as usize].into());
                sum = sum.wrapping_add(product.wrapping_mul(values[term.rest as usize]));
            }
            values.push(sum);
            from = end as usize;
        }
        values[state]
    }

    /// The number of terms that a run adds up.
    pub(crate) fn num_terms(&self) -> usize {
        self.terms.len()
    }
}

/// The product of the choices of each kind alone. None if it does not fit.
#[inline]
fn bound(multiplicities: &[u32], sizes: &[u64]) -> Option<u128> {
    let mut bound = 1_u128;
    for (kind, &m) in multiplicities.iter().enumerate() {
        bound = bound.checked_mul(falling_factorial(sizes[1 << kind], m)?)?;
    }
    Some(bound)
}

/// The number of places that lie in all of these sets and in no other: inclusion and exclusion
/// again.
fn num_exactly_in(sets: usize, sizes: &[u64]) -> u64 {
    let within = (1..sizes.len()).filter(|s| s & sets == sets);
    within.fold(0_u64, |sum, s| {
        let is_even = (s & !sets).count_ones().is_multiple_of(2);
        if is_even { sum.wrapping_add(sizes[s]) } else { sum.wrapping_sub(sizes[s]) }
    })
}

/// The non-empty subsets of a set of sets.
fn subsets(sets: usize) -> impl Iterator<Item = usize> {
    (1..=sets).filter(move |s| s & !sets == 0)
}

/// n·(n−1)·…·(n−m+1), the injective choices of m nodes from one set.
pub(crate) fn falling_factorial(n: u64, m: u32) -> Option<u128> {
    if n < u64::from(m) {
        return Some(0);
    }
    (0..u64::from(m)).try_fold(1_u128, |product, i| product.checked_mul((n - i).into()))
}

/// A state as a vector: the number of nodes left of each kind.
fn digits(multiplicities: &[u32], mut state: usize) -> Vec<u32> {
    let mut digits = Vec::with_capacity(multiplicities.len());
    for &m in multiplicities {
        digits.push((state % (m as usize + 1)) as u32);
        state /= m as usize + 1;
    }
    digits
}

/// At most 64 over 32, which fits.
fn binomial(n: u32, k: u32) -> u128 {
    (0..k).fold(1, |b, i| b * u128::from(n - i) / u128::from(i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the injective choices one by one.
    fn by_hand(sets: &[u64], chosen: u64) -> u128 {
        let Some((first, rest)) = sets.split_first() else { return 1 };
        let free = (0..64).filter(|x| (first & !chosen) >> x & 1 == 1);
        free.map(|x| by_hand(rest, chosen | 1 << x)).sum()
    }

    #[test]
    fn agrees_with_choosing_one_by_one() {
        let sets = [0b1110_1011_u64, 0b0011_1110, 0b1111_1111, 0b1000_0001];
        let tried: [&[u32]; 8] = [
            &[1, 1],
            &[1, 1, 1],
            &[2, 1],
            &[1, 1, 1, 1],
            &[2, 1, 0, 1],
            &[3, 0, 2, 0],
            &[2, 2, 1, 2],
            &[0, 0, 1, 0],
        ];
        for multiplicities in tried {
            let each = sets.iter().zip(multiplicities);
            let expanded: Vec<u64> =
                each.flat_map(|(&set, &m)| std::iter::repeat_n(set, m as usize)).collect();
            let shared = |subset: u64| {
                let members = (0..4).filter(|i| subset >> i & 1 == 1);
                members.fold(u64::MAX, |all, i| all & sets[i])
            };
            let subsets = 0..1 << multiplicities.len();
            let mut sizes: Vec<u64> = subsets.map(|s| shared(s).count_ones().into()).collect();
            let before = sizes.clone();
            let program = ChoiceProgram::new(multiplicities).unwrap();
            assert_eq!(run(&program, &mut sizes), by_hand(&expanded, 0), "{multiplicities:?}");
            for kind in (0..multiplicities.len()).filter(|&kind| multiplicities[kind] > 0) {
                let (values, meter) = (&mut Vec::new(), &mut Meter::unlimited());
                let tried = program.try_a_node(kind, multiplicities, &mut sizes, values, meter);
                assert_eq!(tried, by_hand(&expanded, 0), "{multiplicities:?}, trying {kind}");
            }
            assert_eq!(sizes, before);
        }
    }

    #[test]
    fn twins_are_a_falling_factorial() {
        assert_eq!(falling_factorial(5, 3), Some(60));
        assert_eq!(falling_factorial(2, 3), Some(0));
        assert_eq!(falling_factorial(7, 0), Some(1));
        assert_eq!(falling_factorial(u64::MAX, 3), None);
        assert_eq!(falling_factorial(50, 51), Some(0));
    }

    fn run(program: &ChoiceProgram, sizes: &mut [u64]) -> u128 {
        program.run(sizes, &mut Vec::new(), &mut Meter::unlimited())
    }

    #[test]
    fn terms_may_wrap_although_the_sum_fits() {
        let program = ChoiceProgram::new(&[1, 28]).unwrap();
        let factorial = (1..=29_u128).product();
        assert_eq!(run(&program, &mut [0, 29, 29, 29]), factorial);
        let program = ChoiceProgram::new(&[1, 35]).unwrap();
        assert_eq!(run(&program, &mut [0, 34, 34, 34]), 0);
        assert_eq!(run(&program, &mut [0, 60, 60, 60]), TOO_MANY);
    }

    /// The bounds are 35 factorial, which does not fit, times something.
    #[test]
    fn a_bound_that_does_not_fit_is_not_a_count() {
        let program = ChoiceProgram::new(&[1, 35]).unwrap();
        assert_eq!(run(&program, &mut [0, 4, 35, 4]), 0);
        // One node of the first kind has a place of its own; there are too few places for the
        // others.
        assert_eq!(run(&program, &mut [0, 5, 35, 4]), TOO_MANY);
        // 34 places for 33 nodes and one more node: 34 factorial, times 34 in the bound.
        let program = ChoiceProgram::new(&[1, 33]).unwrap();
        assert_eq!(run(&program, &mut [0, 34, 34, 34]), (1..=34_u128).product());
        assert_eq!(run(&program, &mut [0, 3, 34, 3]), 3 * (1..=33_u128).product::<u128>());
        // A kind without enough places beside one with too many choices.
        let program = ChoiceProgram::new(&[40, 2]).unwrap();
        assert_eq!(run(&program, &mut [0, 60, 1, 1]), 0);
    }

    #[test]
    fn a_long_program_is_refused() {
        assert!(ChoiceProgram::new(&[1; 8]).is_none());
        assert!(ChoiceProgram::new(&[u32::MAX, 2]).is_none());
    }
}
