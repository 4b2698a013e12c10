//! One loop on several threads: each gets a stretch of rows, so the result is the same for any number.

/// Fewer rows than this are not worth a thread.
const WORTH_A_THREAD: usize = 4096;

/// Cuts `y` into stretches of whole rows and calls `work` with the number of the first row of each.
pub(crate) fn over_rows(
    y: &mut [f32],
    width: usize,
    threads: usize,
    work: impl Fn(usize, &mut [f32]) + Sync,
) {
    let rows = y.len() / width.max(1);
    let threads = threads.min(rows / WORTH_A_THREAD).max(1);
    if threads == 1 {
        return work(0, y);
    }
    let stretch = rows.div_ceil(threads);
    std::thread::scope(|scope| {
        for (number, part) in y.chunks_mut(stretch * width).enumerate() {
            let work = &work;
            scope.spawn(move || work(number * stretch, part));
        }
    });
}
