//! How much of a splitting search is done, if all terms of a sum, and all factors of a product, take
//! equally long: each gets the same share of what the whole has. Values that are remembered are
//! done in a moment, so with each turn this comes closer to the truth.

/// The share of the search that is under way, and the share that is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    share: f64,
    pub(super) done: f64,
}

impl Progress {
    pub(super) fn at_first() -> Self {
        Self { share: 1.0, done: 0.0 }
    }

    /// One of `num` parts of what is under way, of which `finished` are done.
    pub(super) fn part(self, finished: usize, num: usize) -> Self {
        let share = self.share / num as f64;
        Self { share, done: self.done + share * finished as f64 }
    }

    /// What was under way is done.
    pub(super) fn finished(self) -> Self {
        Self { done: self.done + self.share, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_parts_add_up() {
        let whole = Progress::at_first();
        let second = whole.part(1, 4);
        let is = |progress: Progress, done: f64| (progress.done - done).abs() < 1e-12;
        assert!(is(second, 0.25) && is(second.part(1, 2), 0.375) && is(second.finished(), 0.5));
        assert!(is(whole.part(3, 4).finished(), 1.0) && is(whole.finished(), 1.0));
    }
}
