//! Updates the checksums of an index file to match its contents, as the author of a hostile file
//! would. This is a second implementation of the layout in `src/index/layout.rs`; the fuzz target
//! `index_file` uses it too.

use serde_json::Value;

/// The length of the preamble.
pub(crate) const PREAMBLE: usize = 64;
/// The number of bytes of the body that one checksum covers.
const CHUNK: usize = 16 * 1024;

/// The trailer of a file, and where it begins.
pub(crate) fn trailer(file: &[u8]) -> Option<(usize, Value)> {
    let number = |at: usize| Some(u64::from_le_bytes(*file.get(at..)?.first_chunk()?));
    let at = usize::try_from(number(24)?).ok()?;
    let end = at.checked_add(usize::try_from(number(32)?).ok()?)?;
    Some((at, serde_json::from_slice(file.get(at..end)?).ok()?))
}

/// A range in the trailer, by its path.
pub(crate) fn place(trailer: &Value, path: &str) -> Option<[usize; 2]> {
    let place = trailer.pointer(path)?;
    let number = |name: &str| usize::try_from(place.get(name)?.as_u64()?).ok();
    Some([number("at")?, number("len")?])
}

/// Recomputes every checksum of a file whose parts can be found.
pub(crate) fn reseal(file: &mut Vec<u8>) {
    if file.len() < PREAMBLE {
        return;
    }
    if let Some((at, trailer)) = trailer(file) {
        replace_trailer(file, at, trailer);
    }
    seal_preamble(file);
}

/// Writes a trailer at a position, at the end of the file, and updates all checksums that depend on
/// it.
pub(crate) fn replace_trailer(file: &mut Vec<u8>, at: usize, mut trailer: Value) {
    if let Some([checks, len]) = place(&trailer, "/checks") {
        if let Some(body) = file.get(PREAMBLE..checks) {
            let sums: Vec<u8> =
                body.chunks(CHUNK).flat_map(|chunk| crc32fast::hash(chunk).to_le_bytes()).collect();
            if let Some(to) = file.get_mut(checks..checks.saturating_add(len.min(sums.len()))) {
                to.copy_from_slice(&sums[..to.len()]);
            }
        }
        if let Some(checks) = file.get(checks..checks.saturating_add(len)) {
            trailer["check_of_checks"] = crc32fast::hash(checks).into();
        }
    }
    let text = trailer.to_string();
    file.truncate(at);
    file.extend_from_slice(text.as_bytes());
    file[24..32].copy_from_slice(&(at as u64).to_le_bytes());
    file[32..40].copy_from_slice(&(text.len() as u64).to_le_bytes());
    file[40..44].copy_from_slice(&crc32fast::hash(text.as_bytes()).to_le_bytes());
    seal_preamble(file);
}

fn seal_preamble(file: &mut [u8]) {
    let check = crc32fast::hash(&file[..PREAMBLE - 4]);
    file[PREAMBLE - 4..PREAMBLE].copy_from_slice(&check.to_le_bytes());
}
