//! The part of a file that is checked in chunks, each before its first use.

use std::sync::atomic::{AtomicBool, Ordering};

use bytemuck::Pod;

use super::guard::Guard;
use super::layout::{ALIGN, CHUNK, Place};
use crate::InferError;

/// The body of a file in memory.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    file: &'a [u8],
    /// The list of checksums; the body ends where it begins.
    checks: Place,
    /// Which chunks have been checked.
    checked: &'a [AtomicBool],
}

pub(super) fn damaged(what: impl Into<String>) -> InferError {
    InferError::Damaged { what: what.into() }
}

/// The number of chunks of a body, if the list of its checksums can be at this position.
pub(super) fn num_chunks(checks: Place) -> Option<usize> {
    let body = usize::try_from(checks.at).ok()?.checked_sub(ALIGN)?;
    let chunks = body.div_ceil(CHUNK);
    let fits = body.is_multiple_of(ALIGN) && checks.len == 4 * chunks as u64;
    fits.then_some(chunks)
}

impl<'a> Body<'a> {
    /// `checked` has an entry for each of the [`num_chunks`].
    pub(super) fn new(file: &'a [u8], checks: Place, checked: &'a [AtomicBool]) -> Self {
        Self { file, checks, checked }
    }

    /// Numbers at a position, without checking them.
    pub(super) fn numbers<T: Pod>(&self, place: Place) -> Result<&'a [T], InferError> {
        let end = place.at.checked_add(place.len).filter(|end| *end <= self.checks.at);
        let inside = end.is_some() && place.at >= ALIGN as u64;
        let bytes = place.of(self.file).filter(|_| inside && place.at.is_multiple_of(ALIGN as u64));
        let bytes = bytes.ok_or_else(|| damaged("a section lies outside the body"))?;
        bytemuck::try_cast_slice(bytes)
            .map_err(|_| damaged("a section does not hold whole numbers"))
    }

    /// Numbers at a position, checked.
    pub(super) fn checked_numbers<T: Pod>(&self, place: Place) -> Result<&'a [T], InferError> {
        let numbers = self.numbers(place)?;
        self.touch_place(place)?;
        Ok(numbers)
    }

    /// Checks all chunks.
    pub(super) fn check_all(&self) -> Result<(), InferError> {
        (0..self.checked.len()).try_for_each(|chunk| self.check(chunk))
    }

    /// Checks the chunks of a section inside the body.
    fn touch_place(&self, place: Place) -> Result<(), InferError> {
        if place.len == 0 {
            return Ok(());
        }
        let chunk = |at: u64| (at as usize - ALIGN) / CHUNK;
        for chunk in chunk(place.at)..=chunk(place.at + place.len - 1) {
            if !self.checked[chunk].load(Ordering::Relaxed) {
                self.check(chunk)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn check(&self, chunk: usize) -> Result<(), InferError> {
        let at = ALIGN + chunk * CHUNK;
        let end = (at + CHUNK).min(self.checks.at as usize);
        let known = self.file[self.checks.at as usize + 4 * chunk..].first_chunk();
        if known.map(|bytes| u32::from_le_bytes(*bytes))
            != Some(crc32fast::hash(&self.file[at..end]))
        {
            return Err(damaged(format!("bytes {at} to {end}")));
        }
        self.checked[chunk].store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Guard for Body<'_> {
    type Refusal = InferError;

    #[inline]
    fn touch(&self, bytes: &[u8]) -> Result<(), InferError> {
        let at = bytes.as_ptr() as usize - self.file.as_ptr() as usize;
        self.touch_place(Place { at: at as u64, len: bytes.len() as u64 })
    }

    #[cold]
    fn refuse(&self, what: &'static str) -> InferError {
        damaged(what)
    }
}
