//! The split that was asked for.

use isocount::data::{Dataset, Protocol, Split};

use crate::args::{ProtocolArg, SplitChoice};
use crate::command::data::member;
use crate::error::Failure;

pub(crate) fn find(dataset: &Dataset, choice: &SplitChoice) -> Result<Split, Failure> {
    let protocol = protocol(dataset, choice.protocol, choice.pattern.as_deref())?;
    Ok(Split::get(dataset, protocol, choice.split_seed)?)
}

/// The protocol by its name, and its pattern.
pub(crate) fn protocol(
    dataset: &Dataset,
    protocol: ProtocolArg,
    pattern: Option<&str>,
) -> Result<Protocol, Failure> {
    match (protocol, pattern) {
        (ProtocolArg::Secondary, Some(pattern)) => {
            Ok(Protocol::Secondary { pattern: member::pattern(dataset, pattern)? as u32 })
        }
        (ProtocolArg::Secondary, None) | (_, Some(_)) => {
            Err(Failure::usage("--pattern goes with the secondary protocol, and only there"))
        }
        (ProtocolArg::Paper, None) => Ok(Protocol::Paper),
        (ProtocolArg::HeldOutPatterns, None) => Ok(Protocol::HeldOutPatterns),
        (ProtocolArg::HeldOutGraphs, None) => Ok(Protocol::HeldOutGraphs),
    }
}
