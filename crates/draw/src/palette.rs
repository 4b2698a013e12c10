//! Colours: one per label, a scale for weights, a scale for heat, and one for highlights.

use std::fmt;

use isocount_core::Label;

/// Red, green and blue; displayed as in SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

pub(crate) const WHITE: Colour = Colour([0xff; 3]);
pub(crate) const INK: Colour = Colour([0x1f, 0x24, 0x30]);
pub(crate) const QUIET_INK: Colour = Colour([0x6b, 0x72, 0x80]);
pub(crate) const LINE: Colour = Colour([0x7d, 0x86, 0x94]);
/// Differs from the hues of the labels, and is darker than all of them.
pub(crate) const HIGHLIGHT: Colour = Colour([0xc2, 0x00, 0x5f]);

/// Arcs of a pattern that must be absent.
pub(crate) const ABSENT: Colour = Colour([0xd6, 0x27, 0x28]);

/// Hues that colour-blind readers can distinguish: M. Okabe and K. Ito, *Color Universal Design*,
/// 2008, slightly softer, with grey instead of black.
const HUES: [Colour; 8] = [
    Colour([0x6c, 0xb9, 0xea]),
    Colour([0xf0, 0xab, 0x2e]),
    Colour([0x2f, 0xa9, 0x84]),
    Colour([0xf3, 0xe6, 0x5a]),
    Colour([0xe0, 0x74, 0x3a]),
    Colour([0x2b, 0x72, 0xb5]),
    Colour([0xd4, 0x8f, 0xb6]),
    Colour([0xa3, 0xa9, 0xb2]),
];

/// The lightness of each further round of hues: the share of white, or of black if negative.
const LIGHTNESS: [f64; 8] = [0.0, 0.55, -0.35, 0.3, -0.55, 0.75, -0.18, 0.42];

/// From negative through zero to positive.
const NEGATIVE: Colour = Colour([0x21, 0x66, 0xac]);
const NEUTRAL: Colour = Colour([0xc9, 0xcd, 0xd3]);
const POSITIVE: Colour = Colour([0xc4, 0x4e, 0x11]);
/// From cold to hot.
const COLD: Colour = Colour([0xf4, 0xf1, 0xe6]);
const WARM: Colour = Colour([0xf0, 0xa0, 0x3c]);
const HOT: Colour = Colour([0x9c, 0x12, 0x2a]);
/// The number of steps of the scale; even, so that zero is one of its colours.
const NUM_STEPS: u32 = 20;

impl Colour {
    /// The colour of a node label; there are 64 different ones.
    pub(crate) fn of_label(label: Label) -> Self {
        let number = label.0 as usize;
        let lightness = LIGHTNESS[number / HUES.len() % LIGHTNESS.len()];
        let towards = if lightness < 0.0 { INK } else { WHITE };
        HUES[number % HUES.len()].mixed(towards, lightness.abs())
    }

    /// The colour of a weight between −1 and 1.
    pub(crate) fn of_weight(weight: f64) -> Self {
        // The square root keeps small weights distinguishable from grey.
        let end = if weight < 0.0 { NEGATIVE } else { POSITIVE };
        NEUTRAL.mixed(end, weight.abs().sqrt())
    }

    /// The colour of a heat between 0 and 1.
    pub(crate) fn of_heat(share: f64) -> Self {
        if share < 0.5 { COLD.mixed(WARM, 2.0 * share) } else { WARM.mixed(HOT, 2.0 * share - 1.0) }
    }

    /// The colours of the weights from −1 to 1, each with the fraction of the scale at which it
    /// ends.
    pub(crate) fn weight_scale() -> impl Iterator<Item = (f64, Self)> {
        let shares = (0..=NUM_STEPS).map(|step| f64::from(step) / f64::from(NUM_STEPS));
        shares.map(|share| (share, Self::of_weight(2.0 * share - 1.0)))
    }

    /// `share` of the other colour, the rest of this one.
    #[expect(clippy::cast_sign_loss, reason = "clamped to the values of a byte")]
    pub(crate) fn mixed(self, other: Self, share: f64) -> Self {
        let mut mixed = self.0;
        for (own, theirs) in mixed.iter_mut().zip(other.0) {
            let value = f64::from(*own) * (1.0 - share) + f64::from(theirs) * share;
            *own = value.round().clamp(0.0, 255.0) as u8;
        }
        Self(mixed)
    }

    /// The text colour that is readable on this colour.
    pub(crate) fn ink(self) -> Self {
        let [r, g, b] = self.0.map(f64::from);
        let brightness = 0.3 * r + 0.59 * g + 0.11 * b;
        if brightness < 135.0 { WHITE } else { INK }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_labels_have_different_colours() {
        let colours: Vec<Colour> = (0..64).map(|number| Colour::of_label(Label(number))).collect();
        for (ix, one) in colours.iter().enumerate() {
            for other in &colours[..ix] {
                let apart = one.0.iter().zip(other.0).map(|(a, b)| u32::from(a.abs_diff(b)));
                assert!(apart.sum::<u32>() >= 16, "{one} and {other}");
            }
        }
        assert_eq!(Colour::of_label(Label(64)), colours[0]);
    }

    #[test]
    fn weights_run_from_blue_to_orange() {
        assert_eq!(Colour::of_weight(-1.0), NEGATIVE);
        assert_eq!(Colour::of_weight(0.0), NEUTRAL);
        assert_eq!(Colour::of_weight(1.0), POSITIVE);
        let scale: Vec<_> = Colour::weight_scale().collect();
        assert_eq!(scale[0], (0.0, NEGATIVE));
        assert_eq!(scale[10], (0.5, NEUTRAL));
        assert_eq!(scale[20], (1.0, POSITIVE));
    }
}
