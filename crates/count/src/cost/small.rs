//! Small questions: few nodes are left, and few images are tried.

use super::{Cost, SetBy, costs};

costs! {
    /// A question that is expected to try more images than this is not small. It is measured and
    /// planned by itself, which then costs little.
    MOST_EXPECTED_IMAGES: f32 = 256.0, "images", SetBy::Judgement;

    /// A small question that takes more steps than expected is asked again on the usual path.
    MOST_SMALL_STEPS: u64 = 2_000, "steps", SetBy::Judgement;

    /// Larger graphs are not scanned for small questions.
    MOST_ARCS_SCANNED: usize = 1 << 14, "arcs", SetBy::Judgement;

    /// The plan for any graph assumes that a link leaves this share of the candidates.
    ASSUMED_SELECTIVITY: f64 = 0.5, "share", SetBy::Judgement;
}
