//! Not written yet.
use crate::read::NamedGraph;
use crate::{FormatError, LabelNames, ReadOptions};
use std::path::Path;

pub(crate) fn is_dataset(_: &Path) -> bool {
    false
}
pub(crate) fn read_folder(
    path: &Path,
    _: &ReadOptions<'_>,
    _: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    Err(FormatError::NotTu { path: path.to_owned() })
}
pub(crate) fn read_beside(
    path: &Path,
    _: &ReadOptions<'_>,
    _: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    Err(FormatError::NotTu { path: path.to_owned() })
}
pub(crate) fn read_joined(
    path: &Path,
    _: &[u8],
    _: &ReadOptions<'_>,
    _: &mut LabelNames,
) -> Result<Vec<NamedGraph>, FormatError> {
    Err(FormatError::NotTu { path: path.to_owned() })
}
