//! A picture as a list of items, from back to front, before it becomes SVG or pixels.

use crate::Point;
use crate::curve::Curve;
use crate::palette::Colour;

/// A whole picture on a white sheet.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) size: Point,
    pub(crate) items: Vec<Item>,
}

#[derive(Debug)]
pub(crate) enum Item {
    Shape(Shape),
    Text(Text),
    Part(Part),
    /// Items that move together.
    Moved {
        by: Point,
        items: Vec<Item>,
    },
}

/// A node or a line with everything that belongs to it.
#[derive(Debug)]
pub(crate) struct Part {
    /// The hover text, which is left out in pixels.
    pub(crate) hover: String,
    /// Applies to each item separately, so overlaps are visible. A common opacity would need a
    /// separate layer for each part.
    pub(crate) opacity: f64,
    pub(crate) items: Vec<Item>,
}

/// An outline, filled first and then stroked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) outline: Outline,
    pub(crate) fill: Option<Fill>,
    pub(crate) stroke: Option<Stroke>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Outline {
    Curve(Curve),
    Triangle([Point; 3]),
    Circle {
        middle: Point,
        radius: f64,
    },
    /// A rectangle with round corners.
    Plate {
        corner: Point,
        size: Point,
        rounding: f64,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Fill {
    Plain(Colour),
    /// The colours of all weights from left to right.
    Weights,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// The length of dashes and gaps; none for a line without gaps.
    pub(crate) dash: Option<f64>,
}

#[derive(Debug)]
pub(crate) struct Text {
    /// The position of the anchor, at the middle height of the text.
    pub(crate) at: Point,
    pub(crate) style: TextStyle,
    pub(crate) content: String,
}

impl Text {
    /// [`at`](Self::at), moved to the baseline.
    pub(crate) fn foot(&self) -> Point {
        // Capitals are about 0.7 times as high as the size.
        self.at + Point::new(0.0, 0.35 * self.style.size)
    }
}

/// The appearance of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStyle {
    pub(crate) size: f64,
    pub(crate) colour: Colour,
    pub(crate) anchor: Anchor,
    /// The width of the white stroke behind the letters, for text on lines.
    pub(crate) rim: f64,
}

/// The end of a text that is placed at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// An upper estimate of the width of a text, in multiples of its size; independent of the font.
pub(crate) fn text_width(text: &str) -> f64 {
    0.6 * text.chars().count() as f64
}

/// Two decimals are finer than visible, and hide rounding differences between machines.
pub(crate) fn rounded(length: f64) -> f64 {
    // Adding zero turns a negative zero into a positive one.
    (length * 100.0).round() / 100.0 + 0.0
}
