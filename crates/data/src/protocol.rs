//! The ways to divide a data set into training, validation and testing.

use std::fmt;

use isocount_core::{Cancelled, Control, Rng};
use serde::{Deserialize, Serialize};

use crate::ticker::Ticker;
use crate::{DataError, Division, Protocols, Triple};

/// A way to divide triples into training, validation and testing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Protocol {
    /// Random triples, in the numbers of the paper.
    Paper,
    /// No pattern of the test part occurs in training or validation.
    HeldOutPatterns,
    /// No graph of the test part occurs in training or validation.
    HeldOutGraphs,
    /// One pattern at a time, in the proportions of the paper.
    Secondary {
        /// The pattern.
        pattern: u32,
    },
    /// Random triples, with a given number of them for training; validation and testing are the
    /// same for every number.
    TrainingSize {
        /// How many training triples.
        train: u32,
    },
}

impl Protocol {
    /// The protocols of the splits that every data set comes with.
    pub const STANDARD: &[Self] = &[Self::Paper, Self::HeldOutPatterns, Self::HeldOutGraphs];

    /// The name, as in `splits/<name>.split` for seed 0.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Paper => "paper".to_owned(),
            Self::HeldOutPatterns => "held-out-patterns".to_owned(),
            Self::HeldOutGraphs => "held-out-graphs".to_owned(),
            Self::Secondary { pattern } => format!("secondary-{pattern}"),
            Self::TrainingSize { train } => format!("training-size-{train}"),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// The part of a split that a triple belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// For learning.
    Train,
    /// For choosing among the learned models.
    Valid,
    /// For measuring the chosen model.
    Test,
    /// Not used: its count is unknown, or the protocol leaves it out.
    Unused,
}

/// The proportions of training, validation and testing when patterns or graphs are held out.
const HELD_OUT: [u32; 3] = [3, 1, 1];

/// The input of a protocol.
#[derive(Clone, Copy)]
pub(crate) struct Material<'a> {
    pub(crate) triples: &'a [Triple],
    pub(crate) num_patterns: usize,
    pub(crate) num_graphs: usize,
    pub(crate) protocols: &'a Protocols,
}

/// Assigns every triple to a part. A triple without a known count is unused.
pub(crate) fn divide(
    material: Material<'_>,
    protocol: Protocol,
    seed: u64,
    control: &Control,
) -> Result<Vec<Part>, DataError> {
    let Material { triples, num_patterns, num_graphs, protocols } = material;
    let mut rng = Rng::for_item(seed, 0);
    let all: Vec<usize> =
        (0..triples.len()).filter(|&ix| triples[ix].truth.known().is_some()).collect();
    let mut parts = vec![Part::Unused; triples.len()];
    match protocol {
        Protocol::Paper => {
            let order = shuffled(all, &mut rng, control)?;
            let sizes = main_sizes(protocols.main, order.len());
            deal(&order, sizes, &mut parts);
        }
        Protocol::HeldOutPatterns => {
            let group = |ix: usize| triples[ix].pattern as usize;
            let order = shuffled((0..num_patterns).collect(), &mut rng, control)?;
            let all = shuffled(all, &mut rng, control)?;
            hold_out(&all, &order, group, protocols.main, &mut parts);
        }
        Protocol::HeldOutGraphs => {
            let group = |ix: usize| triples[ix].graph as usize;
            let order = shuffled((0..num_graphs).collect(), &mut rng, control)?;
            let all = shuffled(all, &mut rng, control)?;
            hold_out(&all, &order, group, protocols.main, &mut parts);
        }
        Protocol::Secondary { pattern } => {
            let own: Vec<usize> =
                all.into_iter().filter(|&ix| triples[ix].pattern == pattern).collect();
            if own.is_empty() {
                return Err(DataError::impossible(
                    format!("pattern {pattern} has no triple with a known count"),
                    match triples.iter().find(|triple| triple.truth.known().is_some()) {
                        Some(known) => format!("pattern {} has some", known.pattern),
                        None => "no pattern has one".to_owned(),
                    },
                ));
            }
            let order = shuffled(own, &mut rng, control)?;
            deal(&order, proportional(protocols.secondary, order.len()), &mut parts);
        }
        Protocol::TrainingSize { train } => {
            let order = shuffled(all, &mut rng, control)?;
            let [_, valid] = main_sizes(protocols.main, order.len());
            // The second half is for testing, whatever comes before it.
            let half = order.len() / 2;
            let most = half.saturating_sub(valid);
            let train = train as usize;
            if train == 0 || train > most {
                return Err(DataError::impossible(
                    format!("{train} training triples of {}", order.len()),
                    format!("from 1 to {most} are possible: half of the set is for testing"),
                ));
            }
            for (place, &ix) in order.iter().enumerate() {
                parts[ix] = match place {
                    place if place < valid => Part::Valid,
                    place if place < valid + train => Part::Train,
                    place if place >= half => Part::Test,
                    _ => Part::Unused,
                };
            }
        }
    }
    Ok(parts)
}

/// Like [`Rng::shuffle`], but cancellable.
fn shuffled(
    mut items: Vec<usize>,
    rng: &mut Rng,
    control: &Control,
) -> Result<Vec<usize>, Cancelled> {
    let mut ticker = Ticker::new(control);
    for i in (1..items.len()).rev() {
        ticker.tick(1)?;
        items.swap(i, rng.below(i + 1));
    }
    Ok(items)
}

/// The first for training, the next for validation, the rest for testing.
fn deal(order: &[usize], [train, valid]: [usize; 2], parts: &mut [Part]) {
    for (place, &ix) in order.iter().enumerate() {
        parts[ix] = match place {
            place if place < train => Part::Train,
            place if place < train + valid => Part::Valid,
            _ => Part::Test,
        };
    }
}

/// How many of `all` triples are for training and validation. The numbers of the paper need at
/// least as many for testing; a smaller set is divided 4 : 1 : 5.
fn main_sizes(division: Division, all: usize) -> [usize; 2] {
    match division {
        Division::Numbers { train, valid } if 2 * (train + valid) <= all as u64 => {
            [train as usize, valid as usize]
        }
        Division::Numbers { .. } => proportional([4, 1, 5], all),
        Division::Proportions(proportions) => proportional(proportions, all),
    }
}

/// How many of `all` go to the first two of three parts; each part gets at least one if `all` ≥ 3.
fn proportional([train, valid, test]: [u32; 3], all: usize) -> [usize; 2] {
    let whole = u64::from(train) + u64::from(valid) + u64::from(test);
    let share = |part: u32| ((all as u64 * u64::from(part)) / whole.max(1)) as usize;
    let least = usize::from(all >= 3);
    [share(train).max(least), share(valid).max(least)]
}

/// Divides groups (patterns or graphs) 3 : 1 : 1 and assigns each triple to the part of its group.
/// Only as many training and validation triples are used as in the paper, so that all protocols
/// learn from equally many examples. Groups and triples come in random order.
fn hold_out(
    all: &[usize],
    groups: &[usize],
    group: impl Fn(usize) -> usize,
    division: Division,
    parts: &mut [Part],
) {
    let mut of_group = vec![Part::Unused; groups.len()];
    deal(groups, proportional(HELD_OUT, groups.len()), &mut of_group);
    let [most_train, most_valid] = main_sizes(division, all.len());
    let (mut train, mut valid) = (0, 0);
    for &ix in all {
        let part = of_group[group(ix)];
        let full = match part {
            Part::Train => {
                train += 1;
                train > most_train
            }
            Part::Valid => {
                valid += 1;
                valid > most_valid
            }
            Part::Test | Part::Unused => false,
        };
        parts[ix] = if full { Part::Unused } else { part };
    }
}

#[cfg(test)]
mod tests {
    use isocount_core::Count;

    use super::*;
    use crate::Truth;

    /// Every pattern in every graph; the last count is not known.
    fn triples(num_patterns: u32, num_graphs: u32) -> Vec<Triple> {
        let pairs = (0..num_graphs).flat_map(|graph| (0..num_patterns).map(move |p| (p, graph)));
        let triple = |(pattern, graph)| Triple { pattern, graph, truth: Truth::Exact(Count(1)) };
        let mut triples: Vec<Triple> = pairs.map(triple).collect();
        triples.last_mut().unwrap().truth = Truth::AtLeast(Count(1));
        triples
    }

    fn parts(triples: &[Triple], protocol: Protocol, seed: u64) -> Vec<Part> {
        let material =
            Material { triples, num_patterns: 10, num_graphs: 300, protocols: &Protocols::MUTAG };
        divide(material, protocol, seed, &Control::NONE).unwrap()
    }

    fn sizes(parts: &[Part]) -> [usize; 4] {
        [Part::Train, Part::Valid, Part::Test, Part::Unused]
            .map(|wanted| parts.iter().filter(|&&part| part == wanted).count())
    }

    #[test]
    fn the_paper_takes_its_numbers() {
        let triples = triples(10, 300);
        let first = parts(&triples, Protocol::Paper, 0);
        assert_eq!(sizes(&first), [1000, 100, 1899, 1]);
        assert_eq!(first.last(), Some(&Part::Unused));
        assert_eq!(first, parts(&triples, Protocol::Paper, 0));
        assert_ne!(first, parts(&triples, Protocol::Paper, 1));
    }

    #[test]
    fn drawing_can_be_cancelled() {
        let triples = triples(10, 3_000);
        let material = Material {
            triples: &triples,
            num_patterns: 10,
            num_graphs: 3_000,
            protocols: &Protocols::MUTAG,
        };
        let control = Control::new();
        control.cancel();
        for &protocol in Protocol::STANDARD {
            let cancelled = divide(material, protocol, 0, &control);
            assert!(matches!(cancelled, Err(DataError::Cancelled(_))), "{protocol}");
        }
    }

    #[test]
    fn the_shuffle_is_that_of_the_generator() {
        let mut items: Vec<usize> = (0..1_000).collect();
        let shuffled = shuffled(items.clone(), &mut Rng::new(9), &Control::NONE).unwrap();
        Rng::new(9).shuffle(&mut items);
        assert_eq!(shuffled, items);
    }

    #[test]
    fn a_small_set_is_divided_in_proportion() {
        let triples = triples(10, 20);
        let parts = parts(&triples, Protocol::Paper, 0);
        assert_eq!(sizes(&parts), [79, 19, 101, 1]);
    }

    #[test]
    fn what_is_held_out_is_never_seen() {
        let triples = triples(10, 300);
        for (protocol, group) in [
            (Protocol::HeldOutPatterns, (|t| t.pattern) as fn(&Triple) -> u32),
            (Protocol::HeldOutGraphs, |t| t.graph),
        ] {
            let parts = parts(&triples, protocol, 3);
            let [train, valid, test, _] = sizes(&parts);
            assert_eq!((train, valid), (1000, 100), "{protocol}");
            assert!((590..=610).contains(&test), "{protocol}: {test}");
            let groups = |wanted: Part| -> std::collections::BTreeSet<u32> {
                let of_part = triples.iter().zip(&parts).filter(|(_, part)| **part == wanted);
                of_part.map(|(triple, _)| group(triple)).collect()
            };
            let test = groups(Part::Test);
            assert!(groups(Part::Train).is_disjoint(&test), "{protocol}");
            assert!(groups(Part::Valid).is_disjoint(&test), "{protocol}");
            assert!(groups(Part::Train).is_disjoint(&groups(Part::Valid)), "{protocol}");
        }
    }

    #[test]
    fn a_larger_training_part_leaves_the_others_as_they_are() {
        let triples = triples(10, 300);
        let [few, many] =
            [200, 1_000].map(|train| parts(&triples, Protocol::TrainingSize { train }, 5));
        assert_eq!(sizes(&few), [200, 100, 1500, 1200]);
        assert_eq!(sizes(&many), [1000, 100, 1500, 400]);
        for (few, many) in few.iter().zip(&many) {
            assert!(few == many || (*few, *many) == (Part::Unused, Part::Train));
        }
        let material = Material {
            triples: &triples,
            num_patterns: 10,
            num_graphs: 300,
            protocols: &Protocols::MUTAG,
        };
        let protocol = Protocol::TrainingSize { train: 1_400 };
        let refused = divide(material, protocol, 5, &Control::NONE);
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("1400 training triples of 2999"), "{said}");
    }

    #[test]
    fn the_secondary_setting_has_one_pattern() {
        let triples = triples(10, 300);
        let parts = parts(&triples, Protocol::Secondary { pattern: 4 }, 0);
        assert_eq!(sizes(&parts), [100, 100, 100, 2700]);
        let used = triples.iter().zip(&parts).filter(|(_, part)| **part != Part::Unused);
        assert!(used.into_iter().all(|(triple, _)| triple.pattern == 4));
    }
}
