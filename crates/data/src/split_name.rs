//! The name of a split: its protocol, and its seed unless that is 0.

use crate::Protocol;

/// Between the protocol and the seed.
const SEED: &str = "-seed";

pub(crate) fn of(protocol: Protocol, seed: u64) -> String {
    match seed {
        0 => protocol.name(),
        seed => format!("{protocol}{SEED}{seed}"),
    }
}

/// Parses a name; `None` if it is not the name of a split.
pub(crate) fn parse(name: &str) -> Option<(Protocol, u64)> {
    let (protocol, seed) = match name.split_once(SEED) {
        None => (name, 0),
        Some((protocol, seed)) => (protocol, seed.parse().ok()?),
    };
    let standard = Protocol::STANDARD.iter().copied().find(|known| known.name() == protocol);
    let numbered = || {
        let (start, number) = protocol.rsplit_once('-')?;
        let number = number.parse().ok()?;
        match start {
            "secondary" => Some(Protocol::Secondary { pattern: number }),
            "training-size" => Some(Protocol::TrainingSize { train: number }),
            _ => None,
        }
    };
    let protocol = standard.or_else(numbered)?;
    // Each split has exactly one name.
    (of(protocol, seed) == name).then_some((protocol, seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        let all = Protocol::STANDARD
            .iter()
            .copied()
            .chain([Protocol::Secondary { pattern: 12 }, Protocol::TrainingSize { train: 3_000 }]);
        for protocol in all {
            for seed in [0, 1, u64::MAX] {
                assert_eq!(parse(&of(protocol, seed)), Some((protocol, seed)));
            }
        }
        for wrong in
            ["", "paper-", "paper-seed", "paper-seed0", "paper-seed01", "secondary", "secondary-x"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
