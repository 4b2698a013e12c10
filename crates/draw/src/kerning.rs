//! Kerning: pairs of letters that are set closer together, or further apart, than their widths.

use std::collections::BTreeSet;

use skrifa::raw::TableProvider;
use skrifa::raw::tables::gpos::{Gpos, PairPos, PositionSubtables};
use skrifa::raw::types::BigEndian;
use skrifa::{FontRef, GlyphId, Tag};

/// The kerning pairs of a font. Within a lookup the first subtable with the pair applies; the
/// results of the lookups are added.
pub(crate) struct Kerning<'a> {
    lookups: Vec<Vec<PairPos<'a>>>,
}

impl<'a> Kerning<'a> {
    pub(crate) fn new(font: &FontRef<'a>) -> Self {
        let lookups = font.gpos().ok().and_then(|gpos| kern_lookups(&gpos));
        Self { lookups: lookups.unwrap_or_default() }
    }

    /// The adjustment of the width of `left` before `right`, in font units.
    pub(crate) fn between(&self, left: GlyphId, right: GlyphId) -> i16 {
        let values = self.lookups.iter().filter_map(|subtables| {
            subtables.iter().find_map(|pairs| adjustment(pairs, left, right))
        });
        values.sum()
    }
}

/// The lookups of the feature `kern`; `None` if the table is broken.
fn kern_lookups<'a>(gpos: &Gpos<'a>) -> Option<Vec<Vec<PairPos<'a>>>> {
    let features = gpos.feature_list().ok()?;
    // Each script has the feature, and most of them share their lookups.
    let mut shared = BTreeSet::new();
    for record in features.feature_records() {
        if record.feature_tag() == Tag::new(b"kern") {
            let feature = record.feature(features.offset_data()).ok()?;
            shared.extend(feature.lookup_list_indices().iter().map(BigEndian::get));
        }
    }
    let all = gpos.lookup_list().ok()?.lookups();
    let lookups = shared.into_iter().filter_map(|ix| {
        match all.get(usize::from(ix)).ok()?.subtables().ok()? {
            PositionSubtables::Pair(pairs) => Some(pairs.iter().flatten().collect()),
            _ => None,
        }
    });
    Some(lookups.collect())
}

fn adjustment(pairs: &PairPos<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    let first = match pairs {
        PairPos::Format1(table) => {
            let row = table.coverage().ok()?.get(left)?;
            let row = table.pair_sets().get(usize::from(row)).ok()?.pair_value_records();
            let mut row = row.iter().flatten();
            *row.find(|pair| GlyphId::from(pair.second_glyph()) == right)?.value_record1()
        }
        PairPos::Format2(table) => {
            table.coverage().ok()?.get(left)?;
            let row = usize::from(table.class_def1().ok()?.get(left));
            let column = usize::from(table.class_def2().ok()?.get(right));
            let row = table.class1_records().get(row).ok()?;
            *row.class2_records().get(column).ok()?.value_record1()
        }
    };
    Some(first.x_advance().unwrap_or(0))
}
