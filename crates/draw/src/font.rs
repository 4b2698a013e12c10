//! Text as outlines, in one built-in font, so that pictures do not depend on the fonts of the
//! machine.

use epaint_default_fonts::UBUNTU_LIGHT;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::prelude::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder};

use crate::kerning::Kerning;
use crate::scene::{Anchor, Text, rounded};

/// The box for characters that a font lacks; every font contains it.
const MISSING: GlyphId = GlyphId::NOTDEF;

/// A font of one weight, in font units: nothing is scaled or hinted before it is converted to a
/// path.
pub(crate) struct Font<'a> {
    font: FontRef<'a>,
    kerning: Kerning<'a>,
}

impl Font<'static> {
    pub(crate) fn new() -> Self {
        let font = FontRef::new(UBUNTU_LIGHT).expect("the built-in font is valid");
        Self { kerning: Kerning::new(&font), font }
    }
}

impl Font<'_> {
    /// The outlines of a text at its position; `None` if it is blank.
    pub(crate) fn outline(&self, text: &Text) -> Option<Path> {
        let (glyphs, width) = self.line(&text.content);
        let foot = text.foot();
        let [size, x, y] = [text.style.size, foot.x, foot.y].map(|length| rounded(length) as f32);
        let scale = size / self.units_per_em();
        let start = match text.style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width as f32 * scale / 2.0,
        };
        let mut pen = GlyphPen { path: PathBuilder::new(), scale, x, y };
        for (glyph, place) in glyphs {
            pen.x = start + place as f32 * scale;
            self.draw(glyph, &mut pen);
        }
        pen.path.finish()
    }

    fn units_per_em(&self) -> f32 {
        f32::from(self.font.metrics(Size::unscaled(), LocationRef::default()).units_per_em)
    }

    /// Draws a glyph; a glyph without an outline is a space.
    fn draw(&self, glyph: GlyphId, pen: &mut GlyphPen) {
        if let Some(outline) = self.font.outline_glyphs().get(glyph) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            let drawn = outline.draw(settings, pen);
            debug_assert!(drawn.is_ok(), "glyph {glyph}: {drawn:?}");
        }
    }

    /// The glyphs of a text with their positions on the line, and the total width, in font units.
    fn line(&self, text: &str) -> (Vec<(GlyphId, i64)>, i64) {
        // As in SVG, runs of white space become one space, and are dropped at the ends.
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let characters = self.font.charmap();
        let metrics = self.font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let (mut line, mut width): (Vec<(GlyphId, i64)>, i64) = (Vec::new(), 0);
        for c in text.chars() {
            let glyph = characters.map(c).unwrap_or(MISSING);
            if let Some(&(before, _)) = line.last() {
                width += i64::from(self.kerning.between(before, glyph));
            }
            line.push((glyph, width));
            // Unscaled widths are whole numbers of font units.
            width += metrics.advance_width(glyph).unwrap_or(0.0) as i64;
        }
        (line, width)
    }
}

/// Draws glyphs, whose y grows upward from the baseline, into a path.
struct GlyphPen {
    path: PathBuilder,
    scale: f32,
    /// The x position of the next glyph.
    x: f32,
    y: f32,
}

impl GlyphPen {
    fn placed(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlinePen for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.placed(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.placed(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.placed(x1, y1), self.placed(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2)) = (self.placed(x1, y1), self.placed(x2, y2));
        let (x, y) = self.placed(x, y);
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(text: &str) -> i64 {
        Font::new().line(text).1
    }

    #[test]
    fn white_space_is_one_space() {
        assert_eq!(width(" a \t\n b "), width("a b"));
        assert_eq!(width("  "), 0);
    }

    #[test]
    fn characters_that_the_font_lacks_are_boxes() {
        let font = Font::new();
        for odd in ["漢", "\u{1}", "\u{10ffff}", "\u{fffe}"] {
            let (glyphs, width) = font.line(odd);
            assert_eq!(glyphs, [(MISSING, 0)], "{odd:?}");
            assert!(width > 0);
        }
        let mut pen = GlyphPen { path: PathBuilder::new(), scale: 1.0, x: 0.0, y: 0.0 };
        font.draw(MISSING, &mut pen);
        assert!(!pen.path.is_empty());
    }

    #[test]
    fn kerning_moves_letters_closer() {
        assert!(width("AV") < width("A") + width("V"));
        assert_eq!(width("HH"), 2 * width("H"));
    }

    /// Another version of the font reader, or another font, would change every picture.
    #[test]
    fn widths_in_font_units_stay_as_they_are() {
        assert_eq!(["AV", "To", "Type:", "1,234"].map(width), [1215, 1086, 2388, 2502]);
    }
}
