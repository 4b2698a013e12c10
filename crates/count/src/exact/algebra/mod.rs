//! Counting by algebra: an injective count is a weighted sum of homomorphism counts of smaller
//! patterns, and those are sums of products that share most of their factors.
//!
//! ```text
//! quotient.rs   the smaller patterns and their weights      canonical.rs merges equal ones
//! relation.rs   what holds between two nodes, as table.rs
//! reduce.rs     each pattern as factors, in symbols          book.rs names factors, so that they are shared
//! rooted.rs     the same as it depends on the image of a node or pair: who takes part
//! group.rs      blocks that differ in factors only, evaluated together
//! draft.rs      a sum whose blocks get their programs one after the other
//! choice.rs     how blocks are evaluated, by cost.rs         forest.rs: pins, and a forest below them
//! schedule.rs   which factor is evaluated when, and kept how long
//! values.rs     the factors in numbers                       pinned.rs runs a block; word.rs: numbers modulo 2^64 or 2^128
//! ```
//!
//! The whole cost is known before anything is evaluated.

mod book;
mod bound;
mod canonical;
mod choice;
mod cost;
mod draft;
mod forest;
mod group;
mod home;
mod pinned;
mod quotient;
mod reduce;
mod relation;
mod rooted;
mod sample;
mod schedule;
mod table;
mod values;
mod word;

use isocount_core::{LabeledGraph, Semantics};

use super::compiling::Compiled;
use super::explanation::Outline;
use super::sieving::Sieved;
use super::tuning::Tuning;
use crate::cost::algebra::{
    FACTOR_BYTES, FACTOR_BYTES_PER_NODE, LARGEST_PATTERN_WITH_A_SUM, MOST_PARTITIONS,
    SHARE_OF_ADDITIONS_FOR_PARTS,
};
use crate::cost::machine::{
    ADDITIONS_PER_TABLE_ENTRY, ADDITIONS_PER_WIDE_ADDITION, SECONDS_PER_ADDITION,
    SECONDS_PER_PARTITION,
};
use crate::meter::Meter;
use book::Book;
pub(crate) use draft::Draft;
use forest::BlockProgram;
pub(crate) use quotient::PartsWanted;
use quotient::{Candidates, Failure, MappingKind, NodeKinds, Quotients};
pub(crate) use relation::Relations;
use rooted::RootedTerms;
pub(crate) use rooted::SumOfParts;
use schedule::{Factor, Schedule};
pub(crate) use table::RelationTable;
use values::FactorValues;
use word::Word;

/// A margin below the modulus for rounding of the bound.
const FITS_64: f64 = 1.8e19;
const FITS_128: f64 = 3.4e38;

/// The approximate time to make the sum of a question, in seconds, on a current machine. None if
/// algebra is not for this question.
pub(crate) fn time_to_plan(p: &Compiled, s: &Sieved, semantics: Semantics) -> Option<f64> {
    if !is_for(p, semantics) || p.num_nodes() > LARGEST_PATTERN_WITH_A_SUM {
        return None;
    }
    let partitions = match semantics {
        Semantics::Homomorphism => 1,
        Semantics::Monomorphism(_) => quotient::num_partitions(p, MOST_PARTITIONS),
        // Every pair without a link is forbidden, or not.
        Semantics::Induced(_) => {
            let k = p.num_nodes();
            let free = k * k.saturating_sub(1) / 2 - p.links.len();
            1_usize.checked_shl(free as u32).filter(|&sets| sets <= MOST_PARTITIONS)?
        }
    };
    let tables = (p.links.len() + 2) * (s.arcs.len() + s.num_nodes());
    // Too many partitions may still be few once candidates are looked at.
    let partitions = partitions.min(MOST_PARTITIONS);
    Some(
        partitions as f64 * SECONDS_PER_PARTITION
            + tables as f64 * ADDITIONS_PER_TABLE_ENTRY * SECONDS_PER_ADDITION,
    )
}

/// Whether relations between nodes express everything that is required of a mapping. Sets of labels
/// may prevent that: parallel arcs that compete for the same arcs of the graph, and pairs that have
/// exactly the arcs of two different relations. Absent arcs have a sum of their own.
pub(crate) fn is_for(p: &Compiled, semantics: Semantics) -> bool {
    let contested = || p.relations.iter().any(|relation| relation.contested);
    if p.bans.exist {
        return false;
    }
    match semantics {
        Semantics::Homomorphism => true,
        Semantics::Monomorphism(_) => !contested(),
        Semantics::Induced(_) => p.sets.is_none(),
    }
}

/// A count as a sum over quotients, reduced to factors, with programs for its blocks.
pub(crate) struct Sum<'a> {
    book: Book,
    relations: Relations<'a>,
    kinds: NodeKinds,
    /// Coefficients, each with the nodes whose sums multiply.
    terms: Vec<(i128, Vec<u32>)>,
    /// What there is in their place if it is asked who takes part.
    rooted: Option<RootedTerms>,
    /// How blocks are evaluated, and which ones.
    programs: Vec<(BlockProgram, Vec<u32>)>,
    /// For each vector that is a block, its program.
    program_of: Vec<Option<u32>>,
    width: Width,
    /// The order of evaluation, and how long each factor is kept.
    schedule: Schedule,
    /// The expected number of additions.
    pub(crate) units: f64,
    /// About how much memory the values take.
    pub(crate) bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Bits64,
    Bits128,
}

impl<'a> Sum<'a> {
    /// The sum in symbols; how its blocks are evaluated is still to be chosen. None if algebra is
    /// not for this question, or the budget ran out.
    pub(crate) fn draft(
        p: &Compiled,
        g: &'a LabeledGraph,
        s: &Sieved,
        semantics: Semantics,
        wanted: Option<&PartsWanted>,
        tuning: &Tuning,
        meter: &mut Meter<'_>,
    ) -> Option<Draft<'a>> {
        if !is_for(p, semantics) {
            return None;
        }
        let mappings = match semantics {
            Semantics::Homomorphism => MappingKind::All,
            Semantics::Monomorphism(_) => MappingKind::Injective,
            Semantics::Induced(_) => MappingKind::Induced,
        };
        let induced = mappings == MappingKind::Induced;
        let mut relations = Relations::new(p, s, induced.then_some(g));
        let mut most = bound::most_mappings(p, s, &mut relations, meter)?;
        if wanted.is_some() {
            // Each node and link of the pattern takes part once in each mapping.
            most *= p.num_nodes().max(p.links.len()) as f64;
        }
        let width = match most {
            most if most < FITS_64 && !tuning.algebra_in_128_bits => Width::Bits64,
            most if most < FITS_128 => Width::Bits128,
            _ => return None,
        };
        let mut kinds = NodeKinds::default();
        let mut found = None;
        let wide_first = [Candidates::Wide, Candidates::Narrow];
        for candidates in &wide_first[usize::from(tuning.algebra_is_narrow || induced)..] {
            let (relations, kinds) = (&mut relations, &mut kinds);
            match Quotients::of(p, s, mappings, wanted, candidates, relations, kinds, meter) {
                Ok(all) => {
                    found = Some(all);
                    break;
                }
                Err(Failure::Spent) => return None,
                Err(Failure::TooMany) => {}
            }
        }
        let mut rooted = None;
        if wanted.is_some() {
            let links = 0..p.relations.len() as u16;
            let links = links.map(|link| relations.of_link(p, s, link, meter));
            rooted = Some(RootedTerms::of_links(links.collect::<Option<_>>()?));
        }
        relations.settle();
        let mut book = Book::new();
        let mut terms = Vec::new();
        for quotient in &found? {
            meter.work(64).then_some(())?;
            match &mut rooted {
                None => {
                    let nodes = reduce::reduce(quotient, &mut book, &relations);
                    terms.push((quotient.coefficient, nodes));
                }
                Some(rooted) => rooted.add(quotient, p, &mut book, &relations, meter)?,
            }
        }
        let (programs, program_of) = (Vec::new(), vec![None; book.vectors.len()]);
        let (schedule, units, bytes) = (Schedule::default(), 0.0, 0);
        let sum = Self {
            book,
            relations,
            kinds,
            terms,
            rooted,
            programs,
            program_of,
            width,
            schedule,
            units,
            bytes,
        };
        Some(Draft::new(sum, tuning))
    }

    fn num_terms(&self) -> usize {
        self.rooted.as_ref().map_or(self.terms.len(), RootedTerms::len)
    }

    /// What a term is made of.
    fn inputs_of(&self, term: u32) -> Vec<Factor> {
        match &self.rooted {
            None => self.terms[term as usize].1.iter().map(|&node| Factor::Node(node)).collect(),
            Some(rooted) => rooted.inputs_of(term),
        }
    }

    fn bytes_per_number(&self) -> usize {
        match self.width {
            Width::Bits64 => size_of::<u64>(),
            Width::Bits128 => size_of::<u128>(),
        }
    }

    /// Whether its factors are small enough to be evaluated.
    pub(crate) fn fits(&self, g: &LabeledGraph, tuning: &Tuning) -> bool {
        let most = FACTOR_BYTES.max(FACTOR_BYTES_PER_NODE.saturating_mul(g.num_nodes()));
        self.bytes <= tuning.max_factors.min(most)
    }

    /// Its composition and its expected cost.
    pub(crate) fn outline(&self) -> Outline {
        Outline {
            quotients: self.num_terms(),
            vectors: self.book.vectors.len(),
            pair_weights: self.book.ears.len(),
            blocks: self.program_of.iter().flatten().count(),
            programs: self.programs.len(),
            bits: match self.width {
                Width::Bits64 => 64,
                Width::Bits128 => 128,
            },
            additions: self.units,
            bytes: self.bytes,
        }
    }

    /// The expected time on one thread.
    pub(crate) fn expected_time(&self) -> f64 {
        self.units * self.seconds_per_unit()
    }

    fn seconds_per_unit(&self) -> f64 {
        let share = if self.rooted.is_some() { SHARE_OF_ADDITIONS_FOR_PARTS } else { 1.0 };
        share
            * match self.width {
                Width::Bits64 => SECONDS_PER_ADDITION,
                Width::Bits128 => ADDITIONS_PER_WIDE_ADDITION * SECONDS_PER_ADDITION,
            }
    }

    /// Who takes part in how many mappings. None if the budget ran out.
    pub(crate) fn take_part(
        &self,
        s: &Sieved,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Option<SumOfParts> {
        match self.width {
            Width::Bits64 => FactorValues::<u64>::new(self, s, threads).parts(meter),
            Width::Bits128 => FactorValues::<u128>::new(self, s, threads).parts(meter),
        }
    }

    /// The number of mappings. None if the budget ran out.
    pub(crate) fn evaluate(
        &self,
        s: &Sieved,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Option<u128> {
        match self.width {
            Width::Bits64 => {
                FactorValues::<u64>::new(self, s, threads).total(meter).map(Word::to_u128)
            }
            Width::Bits128 => {
                FactorValues::<u128>::new(self, s, threads).total(meter).map(Word::to_u128)
            }
        }
    }
}
