//! Writing SVG: numbers, text and the few elements that pictures need.

use std::fmt::{self, Write};

use crate::Point;
use crate::palette::Colour;

/// A number with at most two decimals: short, and the same on machines that round differently.
pub(crate) struct Number(pub(crate) f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        // Adding zero turns a negative zero into a positive one.
        write!(f, "{}", hundredths / 100.0 + 0.0)
    }
}

/// A point in the data of a path.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

/// Text for XML. Characters that XML cannot hold become the replacement character.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// How wide a text is at most, in multiples of its size; no font is asked.
pub(crate) fn text_width(text: &str) -> f64 {
    0.6 * text.chars().count() as f64
}

/// Which end of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStyle {
    pub(crate) size: f64,
    pub(crate) colour: Colour,
    pub(crate) anchor: Anchor,
    /// A white rim, for text on lines.
    pub(crate) rim: f64,
}

/// A document under construction.
#[derive(Debug)]
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    /// A white sheet.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        let (width, height) = (Number(width), Number(height));
        let mut svg = Self { text: String::new() };
        svg.push(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        ));
        svg
    }

    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// Adds markup as it is.
    pub(crate) fn push(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(markup);
    }

    /// What follows, up to [`close_group`](Self::close_group), shares these attributes.
    pub(crate) fn open_group(&mut self, attributes: fmt::Arguments<'_>) {
        self.push(format_args!("<g {attributes}>\n"));
    }

    pub(crate) fn close_group(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// Text whose middle height is at `at`.
    pub(crate) fn text(&mut self, at: Point, style: TextStyle, text: &str) {
        let TextStyle { size, colour, anchor, rim } = style;
        // A third of the size below the middle is the line that letters stand on.
        let (x, y) = (Number(at.x), Number(at.y + 0.35 * size));
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"", Number(size)));
        self.push(format_args!(" fill=\"{colour}\""));
        if anchor == Anchor::Middle {
            self.text.push_str(" text-anchor=\"middle\"");
        }
        if rim > 0.0 {
            let rim = Number(rim);
            self.push(format_args!(
                " stroke=\"#ffffff\" stroke-width=\"{rim}\" stroke-linejoin=\"round\" \
                 paint-order=\"stroke\""
            ));
        }
        self.push(format_args!(">{}</text>\n", Escaped(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = |x: f64| Number(x).to_string();
        assert_eq!(written(1.0), "1");
        assert_eq!(written(2.0 / 3.0), "0.67");
        assert_eq!(written(-0.001), "0");
    }

    #[test]
    fn text_cannot_break_the_document() {
        let escaped = Escaped("</text>&\"\u{1}\n").to_string();
        assert_eq!(escaped, "&lt;/text&gt;&amp;&quot;\u{fffd} ");
    }
}
