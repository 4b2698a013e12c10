//! Which letters stand nearer to each other, or farther apart, than their widths say.

use std::collections::BTreeSet;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, Tag};

/// The pairs of a font. Within a table the first hit counts, and the tables add up.
pub(crate) struct Kerning<'a> {
    tables: Vec<Vec<PairAdjustment<'a>>>,
}

impl<'a> Kerning<'a> {
    pub(crate) fn new(face: &Face<'a>) -> Self {
        let Some(positions) = face.tables().gpos else { return Self { tables: Vec::new() } };
        let features = positions.features.into_iter();
        // Each script has the feature, and most of them share their tables.
        let shared: BTreeSet<u16> = features
            .filter(|feature| feature.tag == Tag::from_bytes(b"kern"))
            .flat_map(|feature| feature.lookup_indices)
            .collect();
        let tables = shared.into_iter().filter_map(|ix| positions.lookups.get(ix)).map(|table| {
            let parts = table.subtables.into_iter::<PositioningSubtable<'a>>();
            let pairs = parts.filter_map(|part| match part {
                PositioningSubtable::Pair(pairs) => Some(pairs),
                _ => None,
            });
            pairs.collect()
        });
        Self { tables: tables.collect() }
    }

    /// What to add to the width of `left` before `right`, in units of the font.
    pub(crate) fn between(&self, left: GlyphId, right: GlyphId) -> i16 {
        let hits = self.tables.iter().map(|table| table.iter().find_map(|p| hit(p, left, right)));
        hits.map(Option::unwrap_or_default).sum()
    }
}

fn hit(pairs: &PairAdjustment<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    let place = pairs.coverage().get(left)?;
    let (first, _) = match pairs {
        PairAdjustment::Format1 { sets, .. } => sets.get(place)?.get(right)?,
        PairAdjustment::Format2 { classes, matrix, .. } => {
            matrix.get((classes.0.get(left), classes.1.get(right)))?
        }
    };
    Some(first.x_advance)
}
