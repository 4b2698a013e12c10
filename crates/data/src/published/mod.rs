//! SMALL and LARGE: the synthetic data sets of the paper, made by the published generator.
//!
//! X. Liu et al., *Neural Subgraph Isomorphism Counting*, KDD 2020. Patterns come from the
//! published random stream, arc for arc. Graphs come from this crate's own stream, one seed per
//! graph, because the published ones cannot be reproduced (their processes shared a stream). Every
//! pattern has its own graphs: graph `P_…/G_…` was made for the pattern `P_…` and is paired with no
//! other.

mod graph;
mod mersenne_twister;
mod parameters;
mod pattern;
mod slot;

use std::path::Path;

use isocount_core::{Count, Meaning, Rng, Semantics, Unit};

use crate::chunk::Chunk;
use crate::even_sample::even_sample;
use crate::generate::{self, Generator, Making};
use crate::{
    About, Completion, DataError, LabelTable, Made, NamedPattern, Protocols, Triple, Truth,
};
use graph::GraphGenerator;
use slot::Slot;

pub use parameters::Parameters;
pub use pattern::{PatternSizes, mutag_patterns, published_patterns};

/// A synthetic set of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Synthetic {
    /// 75 patterns, 448,140 graphs of up to 64 nodes.
    Small,
    /// 122 patterns, 395,280 graphs of up to 512 nodes.
    Large,
}

impl Synthetic {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
        }
    }

    /// Its settings.
    #[must_use]
    pub fn parameters(self) -> Parameters {
        match self {
            Self::Small => Parameters::SMALL,
            Self::Large => Parameters::LARGE,
        }
    }

    /// Its published patterns.
    #[must_use]
    pub fn patterns(self) -> Vec<NamedPattern> {
        pattern::patterns(&self.parameters()).into_iter().map(|(_, pattern)| pattern).collect()
    }

    /// The number of triples of the full set.
    #[must_use]
    pub fn num_triples(self) -> usize {
        Items::new(&self.parameters()).len()
    }

    /// Generates the set, or an even sample of it: `limit` triples, spread over patterns, slots and
    /// shares of planting, each identical to the one in the full set.
    ///
    /// # Errors
    /// If the folder contains something else, it cannot be written, the counter is not exact, or
    /// the work was cancelled.
    pub fn generate(
        self,
        out: &Path,
        seed: u64,
        limit: Option<usize>,
        making: Making<'_>,
    ) -> Result<Completion, DataError> {
        generate::generate(&SyntheticGenerator::new(self, seed, limit), out, making)
    }
}

/// One triple to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Item {
    /// Its number in the full set.
    number: usize,
    pattern: usize,
    slot: Slot,
    alpha: f64,
    /// Its number among the graphs of the same pattern, slot and alpha.
    copy: usize,
}

/// The triples of a full set, in order: by pattern, slot, alpha and copy.
struct Items {
    parameters: Parameters,
    /// The graph slots of each pattern.
    slots: Vec<Vec<Slot>>,
    /// The number of the first triple of each pattern, and the total.
    starts: Vec<usize>,
}

impl Items {
    fn new(parameters: &Parameters) -> Self {
        let per_pattern =
            |slot: Slot| vec![parameters.graph_slots(&slot); parameters.patterns_per_slot];
        let slots: Vec<_> = parameters.pattern_slots().into_iter().flat_map(per_pattern).collect();
        let per_slot = parameters.alphas.len() * parameters.graphs_per_slot;
        let mut starts = vec![0];
        for slots in &slots {
            starts.push(starts[starts.len() - 1] + slots.len() * per_slot);
        }
        Self { parameters: *parameters, slots, starts }
    }

    fn len(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    fn item(&self, number: usize) -> Item {
        let pattern = self.starts.partition_point(|&start| start <= number) - 1;
        let copies = self.parameters.graphs_per_slot;
        let alphas = self.parameters.alphas;
        let within = number - self.starts[pattern];
        let (within, copy) = (within / copies, within % copies);
        let (slot, alpha) = (within / alphas.len(), within % alphas.len());
        let (slot, alpha) = (self.slots[pattern][slot], alphas[alpha]);
        Item { number, pattern, slot, alpha, copy }
    }
}

/// Makes the triples of a synthetic set.
struct SyntheticGenerator {
    set: Synthetic,
    seed: u64,
    limit: Option<usize>,
    items: Items,
    /// The numbers of the triples to make.
    sample: Vec<usize>,
    patterns: Vec<NamedPattern>,
}

/// What is counted.
const SEMANTICS: Semantics = Semantics::Monomorphism(Unit::Mappings);

impl SyntheticGenerator {
    fn new(set: Synthetic, seed: u64, limit: Option<usize>) -> Self {
        let items = Items::new(&set.parameters());
        let sample = even_sample(items.len(), limit, seed);
        let limit = limit.filter(|_| sample.len() < items.len());
        Self { set, seed, limit, items, sample, patterns: set.patterns() }
    }
}

impl Generator for SyntheticGenerator {
    fn about(&self) -> About {
        let parameters = self.set.parameters();
        let most = |sizes: &[usize]| sizes.iter().copied().max().unwrap_or_default();
        let table = toml::Table::try_from(parameters).expect("numbers and lists are TOML");
        About {
            name: self.set.name().to_owned(),
            note: "A synthetic set of the Count-GNN paper (AAAI 2023). Patterns are the published \
                   ones; graphs are made anew by the published generator (Liu et al., KDD 2020). \
                   Every pattern owns its graphs."
                .to_owned(),
            licence: "Generated by isocount; free of rights.".to_owned(),
            paper: Some(self.set.name().to_uppercase()),
            truth: "counted exactly; loops and parallel arcs must match".to_owned(),
            meaning: Meaning::plain(SEMANTICS),
            made: Made {
                limit: self.limit.map(|limit| limit as u64),
                parameters: table,
                ..Made::by(&format!("generate {}", self.set.name())).with_seed(self.seed)
            },
            protocols: Protocols::SYNTHETIC,
            labels: LabelTable::numbers(
                most(parameters.graph.node_labels),
                most(parameters.graph.edge_labels),
            ),
            ..About::default()
        }
    }

    fn patterns(&self) -> &[NamedPattern] {
        &self.patterns
    }

    fn num_items(&self) -> usize {
        self.sample.len()
    }

    fn num_triples(&self) -> u64 {
        self.sample.len() as u64
    }

    fn make(&self, item: usize, making: Making<'_>, chunk: &mut Chunk) -> Result<(), DataError> {
        let item = self.items.item(self.sample[item]);
        let NamedPattern { name, pattern } = &self.patterns[item.pattern];
        let mut rng = Rng::for_item(self.seed, item.number as u64);
        let max_count = self.items.parameters.max_count;
        let generator = GraphGenerator::new(pattern);
        let (graph, count, _) =
            generator.graph(&item.slot, item.alpha, max_count, &mut rng, |graph| {
                match generate::truth(making, pattern, graph, SEMANTICS)? {
                    Truth::Exact(Count(count)) => Ok(count),
                    // A count that does not fit exceeds the maximum.
                    Truth::AtLeast(_) | Truth::Estimate { .. } | Truth::TooLarge => Ok(u128::MAX),
                }
            })?;
        let name = format!("{name}/G_{}_A{:.2}_{}", item.slot.name(), item.alpha, item.copy);
        let truth = Truth::Exact(Count(count));
        let graph_number = chunk.graphs.number;
        chunk.graphs.push(&name, &graph);
        chunk.triples.push(Triple { pattern: item.pattern as u32, graph: graph_number, truth });
        Ok(())
    }
}

#[cfg(test)]
mod tests;
