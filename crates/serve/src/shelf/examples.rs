//! The example graphs of isocount, as the service stores them.

use isocount_core::Control;
use isocount_session::{Example, LoadedGraph};

use super::stored_graph::NamedBytes;
use crate::settings::Limits;

/// All examples, each with the data that its id is derived from.
pub(super) fn all() -> impl Iterator<Item = (NamedBytes, LoadedGraph)> {
    Example::ALL.iter().filter_map(|example| {
        let file = NamedBytes { name: example.file_name(), bytes: example.bytes().into() };
        let graph = file.read(&Limits::default(), &Control::NONE).ok()?;
        Some((file, graph))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_kept_under_its_name() {
        let kept: Vec<String> = all().map(|(_, graph)| graph.name().to_owned()).collect();
        let there: Vec<&str> = Example::ALL.iter().map(|example| example.name()).collect();
        assert_eq!(kept, there);
    }
}
