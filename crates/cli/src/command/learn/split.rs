//! The requested split.

use isocount::data::{Dataset, Protocol, Split};

use crate::args::{ProtocolArg, SplitChoice};
use crate::command::data::member;
use crate::error::Failure;
use crate::interrupt;

pub(crate) fn find(dataset: &Dataset, choice: &SplitChoice) -> Result<Split, Failure> {
    let (pattern, triples) = (choice.pattern.as_deref(), choice.training_triples);
    let protocol = protocol(dataset, choice.protocol, pattern, triples)?;
    Ok(Split::get(dataset, protocol, choice.split_seed, interrupt::control())?)
}

/// The protocol of this name, with its options.
pub(crate) fn protocol(
    dataset: &Dataset,
    protocol: ProtocolArg,
    pattern: Option<&str>,
    training_triples: Option<u32>,
) -> Result<Protocol, Failure> {
    if pattern.is_some() != (protocol == ProtocolArg::Secondary) {
        return Err(Failure::usage("--pattern goes with the secondary protocol, and only there"));
    }
    if training_triples.is_some() != (protocol == ProtocolArg::TrainingSize) {
        return Err(Failure::usage(
            "--training-triples goes with the protocol training-size, and only there",
        ));
    }
    Ok(match protocol {
        ProtocolArg::Secondary => {
            let pattern = member::pattern(dataset, pattern.unwrap_or_default())?;
            Protocol::Secondary { pattern: pattern as u32 }
        }
        ProtocolArg::TrainingSize => {
            Protocol::TrainingSize { train: training_triples.unwrap_or_default() }
        }
        ProtocolArg::Paper => Protocol::Paper,
        ProtocolArg::HeldOutPatterns => Protocol::HeldOutPatterns,
        ProtocolArg::HeldOutGraphs => Protocol::HeldOutGraphs,
    })
}
