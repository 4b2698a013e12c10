//! A scene as SVG.

use std::fmt::{self, Write};

use crate::Point;
use crate::palette::{Colour, WHITE};
use crate::scene::{
    Anchor, Fill, Item, Outline, Part, Scene, Shape, Stroke, Text, TextStyle, rounded,
};

/// The document that shows a scene.
pub(crate) fn to_svg(scene: &Scene) -> String {
    let (width, height) = (Number(scene.size.x), Number(scene.size.y));
    let mut svg = Svg { text: String::new() };
    svg.push(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{WHITE}\"/>\n"
    ));
    svg.lines(&scene.items);
    svg.push(format_args!("</svg>\n"));
    svg.text
}

/// A document under construction.
struct Svg {
    text: String,
}

impl Svg {
    fn push(&mut self, markup: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(markup);
    }

    /// Each item on a separate line.
    fn lines(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
            self.text.push('\n');
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape(shape) => self.shape(shape),
            Item::Text(text) => self.text(text),
            Item::Part(part) => self.part(part),
            Item::Moved { by, items } => {
                self.push(format_args!("<g transform=\"translate({by})\">\n"));
                self.lines(items);
                self.push(format_args!("</g>"));
            }
        }
    }

    fn part(&mut self, part: &Part) {
        self.push(format_args!("<g"));
        if part.opacity < 1.0 {
            let opacity = Number(part.opacity);
            self.push(format_args!(" stroke-opacity=\"{opacity}\" fill-opacity=\"{opacity}\""));
        }
        self.push(format_args!("><title>{}</title>", Escaped(&part.hover)));
        for item in &part.items {
            self.item(item);
        }
        self.push(format_args!("</g>"));
    }

    fn shape(&mut self, shape: &Shape) {
        if let Some(Fill::Weights) = shape.fill {
            self.weights();
        }
        match shape.outline {
            Outline::Curve(curve) => self.push(format_args!("<path d=\"{curve}\"")),
            Outline::Triangle([a, b, c]) => self.push(format_args!("<path d=\"M{a}L{b}L{c}Z\"")),
            Outline::Circle { middle, radius } => {
                let (x, y, radius) = (Number(middle.x), Number(middle.y), Number(radius));
                self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""));
            }
            Outline::Plate { corner, size, rounding } => {
                let (x, y, rounding) = (Number(corner.x), Number(corner.y), Number(rounding));
                let (width, height) = (Number(size.x), Number(size.y));
                self.push(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\""));
                self.push(format_args!(" height=\"{height}\" rx=\"{rounding}\""));
            }
        }
        match shape.fill {
            None => self.push(format_args!(" fill=\"none\"")),
            Some(Fill::Plain(colour)) => self.push(format_args!(" fill=\"{colour}\"")),
            Some(Fill::Weights) => self.push(format_args!(" fill=\"url(#weights)\"")),
        }
        if let Some(Stroke { colour, width, dash }) = shape.stroke {
            let width = Number(width);
            self.push(format_args!(" stroke=\"{colour}\" stroke-width=\"{width}\""));
            if let Some(dash) = dash.map(Number) {
                self.push(format_args!(" stroke-dasharray=\"{dash}\""));
            }
        }
        self.push(format_args!("/>"));
    }

    fn weights(&mut self) {
        self.push(format_args!("<linearGradient id=\"weights\">"));
        for (share, colour) in Colour::weight_scale() {
            let share = Number(share);
            self.push(format_args!("<stop offset=\"{share}\" stop-color=\"{colour}\"/>"));
        }
        self.push(format_args!("</linearGradient>\n"));
    }

    fn text(&mut self, text: &Text) {
        let TextStyle { size, colour, anchor, rim } = text.style;
        let (x, y, size) = (Number(text.foot().x), Number(text.foot().y), Number(size));
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\""));
        self.push(format_args!(" fill=\"{colour}\""));
        if anchor == Anchor::Middle {
            self.push(format_args!(" text-anchor=\"middle\""));
        }
        if rim > 0.0 {
            let rim = Number(rim);
            self.push(format_args!(
                " stroke=\"{WHITE}\" stroke-width=\"{rim}\" stroke-linejoin=\"round\" \
                 paint-order=\"stroke\""
            ));
        }
        self.push(format_args!(">{}</text>", Escaped(&text.content)));
    }
}

struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", rounded(self.0))
    }
}

/// A point in the data of a path.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.x), Number(self.y))
    }
}

/// Text for XML. Characters that XML cannot represent become the replacement character.
struct Escaped<'a>(&'a str);

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
