//! Huge pages for large vectors.
//!
//! A vector of one gigabyte spans 250,000 pages of the usual size. The page faults and the release
//! of the pages take about 0.3 seconds, and the release cannot be cancelled. With pages of two
//! megabytes, both are nearly free.

/// Smaller vectors gain nothing.
const WORTH_IT: usize = 8 << 20;

/// Asks the system for huge pages behind a vector whose capacity is allocated but not yet filled.
/// The system may decline; nothing else changes.
///
/// ```
/// let mut numbers: Vec<f32> = vec![0.0; 10_000_000];
/// isocount_platform::large_pages(&mut numbers);
/// numbers[9_999_999] = 1.0;
/// ```
pub fn large_pages<T>(list: &mut Vec<T>) {
    let bytes = list.capacity().saturating_mul(size_of::<T>());
    if bytes >= WORTH_IT {
        advise(list.as_mut_ptr() as usize, bytes);
    }
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "advice to the system about our own memory")]
fn advise(at: usize, bytes: usize) {
    // A multiple of every page size that Linux uses; the advice needs whole pages.
    const PAGE: usize = 1 << 16;
    let (start, end) = (at.next_multiple_of(PAGE), (at + bytes) / PAGE * PAGE);
    if start < end {
        // SAFETY: the range lies inside one allocation, and this advice changes no contents.
        let _ =
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: usize, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_as_they_are() {
        for len in [0, 1, 4 << 20] {
            let mut numbers: Vec<u32> = (0..len).collect();
            large_pages(&mut numbers);
            assert!(numbers.iter().enumerate().all(|(ix, &number)| ix as u32 == number));
        }
        large_pages(&mut vec![(); usize::MAX]);
    }
}
