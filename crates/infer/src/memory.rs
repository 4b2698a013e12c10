//! Memory for lists as long as a graph, in large pages where the system has them.

use isocount_platform::large_pages;

/// Zeros. The system provides them page by page on first use, so this takes no time.
pub(crate) fn zeros(len: usize) -> Vec<f32> {
    let mut list = vec![0.0; len];
    large_pages(&mut list);
    list
}

/// An empty list with this capacity.
pub(crate) fn with_capacity<T>(len: usize) -> Vec<T> {
    let mut list = Vec::with_capacity(len);
    large_pages(&mut list);
    list
}
