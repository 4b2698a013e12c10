//! Text as outlines, in one font that comes with the program: the same on machines with other
//! fonts, or none.

use epaint_default_fonts::UBUNTU_LIGHT;
use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::kerning::Kerning;
use crate::scene::{Anchor, Text, rounded};

/// The box for characters that a font lacks; every font has it.
const MISSING: GlyphId = GlyphId(0);

pub(crate) struct Font<'a> {
    face: Face<'a>,
    kerning: Kerning<'a>,
}

impl Font<'static> {
    pub(crate) fn new() -> Self {
        let face = Face::parse(UBUNTU_LIGHT, 0).expect("the font in the program is sound");
        Self { kerning: Kerning::new(&face), face }
    }
}

impl Font<'_> {
    /// The letters of a text in their places; `None` if it is blank.
    pub(crate) fn outline(&self, text: &Text) -> Option<Path> {
        let (glyphs, width) = self.line(&text.content);
        let foot = text.foot();
        let [size, x, y] = [text.style.size, foot.x, foot.y].map(|length| rounded(length) as f32);
        let scale = size / f32::from(self.face.units_per_em());
        let start = match text.style.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width as f32 * scale / 2.0,
        };
        let mut pen = GlyphPen { path: PathBuilder::new(), scale, x, y };
        for (glyph, place) in glyphs {
            pen.x = start + place as f32 * scale;
            // A glyph without an outline is a space.
            let _ = self.face.outline_glyph(glyph, &mut pen);
        }
        pen.path.finish()
    }

    /// The glyphs of a text with their places on the line, and the width of all, in units of the
    /// font.
    fn line(&self, text: &str) -> (Vec<(GlyphId, i64)>, i64) {
        // As in SVG, white space is one space, and none at the ends.
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let (mut line, mut width): (Vec<(GlyphId, i64)>, i64) = (Vec::new(), 0);
        for c in text.chars() {
            let glyph = self.face.glyph_index(c).unwrap_or(MISSING);
            if let Some(&(before, _)) = line.last() {
                width += i64::from(self.kerning.between(before, glyph));
            }
            line.push((glyph, width));
            width += i64::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        (line, width)
    }
}

/// Draws glyphs, whose y grows upward from the line they stand on, into a path.
struct GlyphPen {
    path: PathBuilder,
    scale: f32,
    /// Where the next glyph starts.
    x: f32,
    y: f32,
}

impl GlyphPen {
    fn placed(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for GlyphPen {
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
        assert!(font.face.outline_glyph(MISSING, &mut pen).is_some());
    }

    #[test]
    fn letters_that_leave_a_hole_stand_nearer() {
        assert!(width("AV") < width("A") + width("V"));
        assert_eq!(width("HH"), 2 * width("H"));
    }
}
