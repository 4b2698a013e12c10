//! The options of a sampler.

use isocount_core::Confidence;

/// The options of [`Sample`](super::Sample).
///
/// ```
/// use isocount_core::Confidence;
/// use isocount_count::Sampling;
///
/// // Within two percent, in 99 of 100 cases.
/// let sampling = Sampling::default()
///     .with_precision(Some(0.02))
///     .with_confidence(Confidence::new(0.99)?)
///     .with_seed(7);
/// assert_eq!((sampling.precision, sampling.confidence), (Some(0.02), 0.99));
/// assert_eq!(sampling.replicates, Sampling::DEFAULT_REPLICATES);
/// # Ok::<(), isocount_core::ConfidenceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sampling {
    /// The half-width of the interval to aim for, relative to the value. With `None`, the sampler
    /// uses all of its time, or aims for [`DEFAULT_PRECISION`](Self::DEFAULT_PRECISION) if time is
    /// not limited.
    pub precision: Option<f64>,
    /// The probability with which the interval should contain the true count.
    pub confidence: f64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of replicates that the final estimate averages, at least
    /// [`FEWEST`](Self::FEWEST).
    pub replicates: u32,
    /// One batch with this many particles and nothing else, for tests and experiments.
    #[doc(hidden)]
    pub particles: Option<usize>,
    /// Only the plan that begins with a node on all cycles, where there is one, for tests and
    /// experiments.
    #[doc(hidden)]
    pub rooted: bool,
}

impl Sampling {
    /// The default precision.
    pub const DEFAULT_PRECISION: f64 = 0.1;
    /// The default confidence.
    pub const DEFAULT_CONFIDENCE: f64 = Confidence::DEFAULT.get();
    /// The default number of replicates.
    pub const DEFAULT_REPLICATES: u32 = 12;
    /// The minimum number of replicates whose spread is meaningful.
    pub const FEWEST: u32 = 4;
    /// The maximum number of replicates that the interfaces accept.
    pub const MOST_REPLICATES: u32 = 100_000;

    /// Sets the precision.
    #[must_use]
    pub fn with_precision(self, precision: Option<f64>) -> Self {
        Self { precision, ..self }
    }

    /// Sets the confidence.
    #[must_use]
    pub fn with_confidence(self, confidence: Confidence) -> Self {
        Self { confidence: confidence.get(), ..self }
    }

    /// Sets the seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of replicates.
    #[must_use]
    pub fn with_replicates(self, replicates: u32) -> Self {
        Self { replicates: replicates.max(Self::FEWEST), ..self }
    }

    /// Fixes the number of particles.
    #[doc(hidden)]
    #[must_use]
    pub fn with_particles(self, particles: usize) -> Self {
        Self { particles: Some(particles.max(1)), ..self }
    }

    /// Begins with a node on all cycles, where there is one.
    #[doc(hidden)]
    #[must_use]
    pub fn rooted(self) -> Self {
        Self { rooted: true, ..self }
    }
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            precision: None,
            confidence: Self::DEFAULT_CONFIDENCE,
            seed: 0,
            replicates: Self::DEFAULT_REPLICATES,
            particles: None,
            rooted: false,
        }
    }
}
