//! Not written yet.
use crate::read::NamedGraph;
use crate::source::Source;
use crate::write::WriteError;
use crate::{FormatError, LabelNames};
use isocount_core::LabeledGraph;
use std::io::Write;

pub(crate) fn read(source: Source<'_>, _: &mut LabelNames) -> Result<Vec<NamedGraph>, FormatError> {
    Err(FormatError::UnknownFormat { path: source.path.to_owned() })
}

pub(crate) fn write(_: &LabeledGraph, _: &LabelNames, _: &mut dyn Write) -> Result<(), WriteError> {
    Err(WriteError::ReadOnly { format: crate::Format::Gml })
}
