//! Files found in a folder: which of them may be graphs, and how they are opened.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::Path;

use crate::{Format, FormatError, Packing};

/// Opens a file that the user did not name. A pipe would block, and a device might never end.
pub(super) fn open_regular(path: &Path) -> Result<File, FormatError> {
    let about = fs::metadata(path).map_err(|e| FormatError::io(path, e))?;
    if !about.is_file() {
        return Err(FormatError::NotAFile { path: path.to_owned(), what: kind(&about) });
    }
    File::open(path).map_err(|e| FormatError::io(path, e))
}

/// Another handle on a file whose format needs random access; `None` if it is a pipe or compressed.
pub(super) fn for_random_access(mut file: &File, format: Option<Format>) -> Option<File> {
    if !format?.row().reader.is_random_access() || !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut first = [0; 4];
    let is_long = file.read_exact(&mut first).is_ok();
    file.rewind().ok()?;
    if is_long && Packing::of(&first).is_some() { None } else { file.try_clone().ok() }
}

/// The name for something that is not a regular file.
fn kind(about: &fs::Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = about.file_type();
        if kind.is_fifo() {
            return "a pipe";
        } else if kind.is_socket() {
            return "a socket";
        } else if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if about.is_dir() { "a folder" } else { "something that is not a file" }
}

/// Whether a file is clearly not a graph.
pub(super) fn is_about_the_folder(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split('.').next().unwrap_or_default();
    name.starts_with('.')
        || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
        || ["README", "LICENSE", "COPYING", "CITATION"].contains(&stem)
}
