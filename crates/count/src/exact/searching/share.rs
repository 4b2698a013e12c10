//! A share of one hard question, so that several processes answer it together.
//!
//! The images of the first node of the plan, each in stripes of the second node's images, are the
//! numbered *pieces* of a question. They depend only on the pattern, the graph and the meaning, so
//! every process numbers them alike. A [`Share`] is every `stride`-th piece from `first` on. The
//! mappings of shares that together hold every piece once add up to those of the question:
//!
//! ```text
//! mappings = Σ_piece mappings(piece),    subgraphs = mappings / automorphisms
//! ```
//!
//! Shares are searched, never counted by algebra, which has no first node. What a share with a
//! limit leaves over is again a share, and any share can be cut into smaller ones.

use std::num::NonZeroU64;

use isocount_core::{Budget, Control, Count, CountError, LabeledGraph, Pattern, Semantics};

use super::search::{Memory, Search, Stripe, TOO_MANY};
use crate::Exact;
use crate::Vf2;
use crate::cost::threads::{FEWEST_STRIPES_OF_A_SHARED_QUESTION, PIECES_OF_A_SHARED_QUESTION};
use crate::exact::compiling::{Compiled, MAX_ARCS, MAX_NODES};
use crate::exact::planning::{Facts, Measurements, PartKind, Plan};
use crate::exact::sieving::{ArcSource, Form, Sieved, narrow};
use crate::exact::spaces::{MaskSpace, RowSpace, RowTables, Space};
use crate::meter::Meter;
use crate::symmetry::num_automorphisms;
use crate::unindexed::Enumerate;

/// Every `stride`-th piece of a question from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The first piece.
    pub first: u64,
    /// The distance to the next.
    pub stride: NonZeroU64,
}

impl Share {
    /// All pieces.
    pub const WHOLE: Self = Self { first: 0, stride: NonZeroU64::MIN };

    /// Cuts this share into smaller ones that together contain each of its pieces once.
    ///
    /// ```
    /// use isocount_count::Share;
    ///
    /// let thirds: Vec<u64> = Share::WHOLE.cut(3).map(|share| share.first).collect();
    /// assert_eq!(thirds, [0, 1, 2]);
    /// ```
    pub fn cut(self, number: u32) -> impl Iterator<Item = Self> {
        let number = u64::from(number.max(1));
        let stride = self.stride.saturating_mul(NonZeroU64::MIN.saturating_add(number - 1));
        (0..number).map(move |ix| {
            let first = self.first.saturating_add(self.stride.get().saturating_mul(ix));
            Self { first, stride }
        })
    }
}

/// The result of a share.
///
/// ```
/// use isocount_core::{Budget, Count, Semantics, Unit};
/// use isocount_count::{Exact, Share, Shared};
/// # use isocount_core::{Label, LabeledGraph, Pattern};
/// # let mut builder = LabeledGraph::builder();
/// # let (a, b) = (builder.node(Label(0)), builder.node(Label(0)));
/// # builder.edge(a, b, Label(0));
/// # let arc = builder.build()?;
/// # let graph = arc.clone();
/// # let pattern = Pattern::try_from(arc)?;
///
/// // One arc in a graph of one arc, and enough time for all of it: nothing is left to do.
/// let (meaning, budget) = (Semantics::Monomorphism(Unit::Mappings), Budget::UNLIMITED);
/// let shared = Exact::new().count_share(&pattern, &graph, meaning, Share::WHOLE, &budget)?;
/// assert_eq!(shared, Shared { mappings: Count(1), rest: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The number of mappings of all its pieces, except for those of `rest`.
    pub mappings: Count,
    /// The pieces that the budget left over; `None` if the share was finished. It is the whole
    /// share if no piece was finished within the budget: then only a larger budget helps.
    pub rest: Option<Share>,
}

impl Exact {
    /// Counts the mappings of a share on one thread. The unit is mappings, whatever the unit of the
    /// meaning.
    ///
    /// ```
    /// use isocount_core::{Budget, Label, LabeledGraph, Pattern, Semantics};
    /// use isocount_count::{Exact, Share};
    ///
    /// let mut builder = LabeledGraph::builder();
    /// let ring: Vec<_> = (0..5).map(|_| builder.node(Label(0))).collect();
    /// for i in 0..5 {
    ///     builder.undirected_edge(ring[i], ring[(i + 1) % 5], Label(0));
    /// }
    /// let ring = builder.build()?;
    /// let pattern = Pattern::try_from(ring.clone())?;
    ///
    /// let mut sum = 0;
    /// for share in Share::WHOLE.cut(3) {
    ///     let exact = Exact::new();
    ///     let part = exact.count_share(&pattern, &ring, Semantics::Homomorphism, share, &Budget::UNLIMITED)?;
    ///     assert_eq!(part.rest, None);
    ///     sum += part.mappings.0;
    /// }
    /// assert_eq!(sum, 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the mappings do not fit in 128 bits, or the work was cancelled. Sums over shares may
    /// overflow where no share does: the whole question is then an overflow, too.
    pub fn count_share(
        &self,
        pattern: &Pattern,
        graph: &LabeledGraph,
        semantics: Semantics,
        share: Share,
        budget: &Budget,
    ) -> Result<Shared, CountError> {
        let asked = Asked { exact: *self, pattern, graph, semantics, share };
        let shared = asked.count(budget)?;
        budget.control.check()?;
        if shared.mappings.0 == TOO_MANY {
            return Err(CountError::Overflow);
        }
        Ok(shared)
    }

    /// The number of automorphisms of a pattern, which is the number of mappings onto each
    /// subgraph.
    ///
    /// # Errors
    ///
    /// If it does not fit in 128 bits, or the work was cancelled.
    pub fn automorphisms(pattern: &Pattern, control: &Control) -> Result<Count, CountError> {
        let found = num_automorphisms(pattern, &Meter::watching(control));
        control.check()?;
        found.filter(|&number| number != u128::MAX).map(Count).ok_or(CountError::Overflow)
    }
}

/// One share of one question.
struct Asked<'a> {
    exact: Exact,
    pattern: &'a Pattern,
    graph: &'a LabeledGraph,
    semantics: Semantics,
    share: Share,
}

impl Asked<'_> {
    fn count(&self, budget: &Budget) -> Result<Shared, CountError> {
        let compiled = if self.pattern.num_nodes() > MAX_NODES || self.pattern.num_arcs() > MAX_ARCS
        {
            None
        } else {
            Compiled::new(self.pattern)
        };
        let Some(p) = compiled else {
            return Ok(self.as_one_piece(|| {
                let mut meter = Meter::start(budget);
                let found = Vf2.mappings(self.pattern, self.graph, self.semantics, &mut meter);
                (found, meter.is_spent())
            }));
        };
        let (graph, semantics) = (self.graph, self.semantics);
        let representation = self.exact.tuning.representation;
        let mut sieved = Sieved::default();
        // Every share must have the same candidates and the same plan, so a limit does not
        // interrupt making them.
        let untimed = &mut Meter::watching(&budget.control);
        let form =
            narrow(&p, graph, ArcSource::Scan, semantics, representation, &mut sieved, untimed);
        budget.control.check()?;
        match form {
            None => Ok(Shared { mappings: Count::ZERO, rest: None }),
            Some(Form::Masks(1)) => self.in_masks::<1>(&p, &sieved, budget),
            Some(Form::Masks(2)) => self.in_masks::<2>(&p, &sieved, budget),
            Some(Form::Masks(_)) => self.in_masks::<4>(&p, &sieved, budget),
            Some(Form::Rows) => match RowTables::new(&p, graph, &sieved, semantics, untimed) {
                Some(tables) => {
                    let space = RowSpace::over(&p, graph, &sieved, &tables);
                    self.in_space(&p, &sieved, &space, budget)
                }
                None => Ok(Shared { mappings: Count::ZERO, rest: None }),
            },
        }
    }

    fn in_masks<const W: usize>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        budget: &Budget,
    ) -> Result<Shared, CountError> {
        let mut space = MaskSpace::<W>::default();
        let untimed = &mut Meter::watching(&budget.control);
        if !space.fill(p, self.graph, sieved, self.semantics, untimed) {
            return Ok(Shared { mappings: Count::ZERO, rest: None });
        }
        self.in_space(p, sieved, &space, budget)
    }

    fn in_space<S: Space>(
        &self,
        p: &Compiled,
        sieved: &Sieved,
        space: &S,
        budget: &Budget,
    ) -> Result<Shared, CountError> {
        let untimed = &mut Meter::watching(&budget.control);
        let (mut measured, mut plan) = (Measurements::default(), Plan::default());
        measured.take(p, sieved, space);
        let facts = Facts {
            pattern: p,
            semantics: self.semantics,
            measured: &measured,
            class_starts: &sieved.class_starts,
            few_placements: self.exact.tuning.few_placements,
            max_remembered: self.exact.tuning.max_remembered,
        };
        plan.make_best(&facts, untimed);
        if self.exact.tuning.pairs {
            plan.pair_up(&facts, space, untimed);
        }
        if self.semantics.is_injective() {
            plan.break_symmetry(self.pattern, &facts, untimed);
        }
        budget.control.check()?;

        let mut memory = Memory::default();
        let mut search =
            Search::new(space, &plan, p.num_nodes(), &mut memory, Meter::start(budget));
        let is_step =
            |&&root: &&u16| matches!(plan.parts[root as usize].kind, PartKind::Step { .. });
        // Roots that are counted without trying come first; of those that are tried, the last is
        // shared.
        let Some(&shared) = plan.roots.iter().rfind(is_step) else {
            return Ok(self.as_one_piece(|| {
                let found = search.run().saturating_mul(plan.symmetry_factor);
                (found, search.meter.is_spent())
            }));
        };
        // The others are the same for every share.
        let others: Vec<u16> = plan.roots.iter().copied().filter(|&root| root != shared).collect();
        let factor = search.product(&others).saturating_mul(plan.symmetry_factor);
        if search.meter.is_spent() {
            return Ok(Shared { mappings: Count::ZERO, rest: Some(self.share) });
        }
        if factor == 0 {
            return Ok(Shared { mappings: Count::ZERO, rest: None });
        }
        let (found, rest) = self.run_pieces(&mut search, shared, p.num_nodes(), untimed);
        Ok(Shared { mappings: Count(found.saturating_mul(factor)), rest })
    }

    /// The value of a root over the pieces of the share, and the pieces that were not reached in
    /// time.
    fn run_pieces<S: Space>(
        &self,
        search: &mut Search<'_, '_, S>,
        root: u16,
        num_pattern_nodes: usize,
        untimed: &mut Meter<'_>,
    ) -> (u128, Option<Share>) {
        let plan = search.plan;
        let first = &plan.sets[plan.parts[root as usize].sets.range()][0];
        let mut images = S::Set::default();
        let nothing_placed = vec![0; num_pattern_nodes];
        search.space.select(&plan.selection(first), &nothing_placed, &mut images, untimed);
        let images: Vec<u32> = S::members(&images).collect();
        let num_stripes = if plan.can_be_striped(root) {
            PIECES_OF_A_SHARED_QUESTION
                .div_ceil(images.len().max(1))
                .max(FEWEST_STRIPES_OF_A_SHARED_QUESTION)
        } else {
            1
        };
        let mut sum = 0_u128;
        let mut next = Some(self.share.first);
        while let Some(piece) = next {
            let place = usize::try_from(piece).unwrap_or(usize::MAX);
            let Some(&x) = images.get(place / num_stripes) else { break };
            let stripe = Stripe { offset: place % num_stripes, stride: num_stripes };
            let value = search.run_piece(root, x, stripe);
            // Checks the clock, so that a share of many short pieces also ends in time.
            if !search.meter.work(1) {
                return (sum, Some(Share { first: piece, ..self.share }));
            }
            sum = sum.saturating_add(value);
            next = piece.checked_add(self.share.stride.get());
        }
        (sum, None)
    }

    /// A question that cannot be cut: all of it is piece 0. `count` also returns whether the budget
    /// ran out.
    fn as_one_piece(&self, count: impl FnOnce() -> (u128, bool)) -> Shared {
        if self.share.first > 0 {
            return Shared { mappings: Count::ZERO, rest: None };
        }
        match count() {
            (_, true) => Shared { mappings: Count::ZERO, rest: Some(self.share) },
            (found, false) => Shared { mappings: Count(found), rest: None },
        }
    }
}
