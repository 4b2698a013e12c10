//! The appearance of counters in all pictures.
//!
//! Related counters share a colour and differ in dashes and shape, so that all counters are
//! distinguishable in print too. Every colour is readable on white and on black. Only Count-GNN and
//! Count-GNN+ have their own colour and a thick line.

use plotters::prelude::*;

use super::chart::{Area, Drawing};
use super::rows::title;

/// The appearance of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) colour: RGBColor,
    pub(crate) dashes: Dashes,
    pub(crate) shape: Shape,
    /// Whether it is drawn large and above the others.
    pub(crate) is_prominent: bool,
}

/// Lengths of strokes and gaps; `None` for a solid line.
pub(crate) type Dashes = Option<[f64; 2]>;

/// The shape of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Disc,
    Ring,
    Square,
    Diamond,
    Up,
    Down,
    Cross,
    Plus,
}

const ORANGE: RGBColor = RGBColor(0xd9, 0x5f, 0x02);
const BLUE: RGBColor = RGBColor(0x1f, 0x78, 0xc8);
const OCHRE: RGBColor = RGBColor(0xa8, 0x7b, 0x12);
const GREEN: RGBColor = RGBColor(0x2a, 0x91, 0x52);
const VIOLET: RGBColor = RGBColor(0x8a, 0x63, 0xc9);
const PINK: RGBColor = RGBColor(0xc8, 0x55, 0x8f);
const TEAL: RGBColor = RGBColor(0x12, 0x89, 0x8f);
const BROWN: RGBColor = RGBColor(0x9a, 0x68, 0x48);
const OLIVE: RGBColor = RGBColor(0x74, 0x8a, 0x1c);
const GREY: RGBColor = RGBColor(0x7d, 0x83, 0x8c);

const SOLID: Dashes = None;
const DASHED: Dashes = Some([8.0, 4.0]);
const DOTTED: Dashes = Some([2.0, 3.0]);
const LONG: Dashes = Some([16.0, 5.0]);

const LOOKS: [(&str, RGBColor, Dashes, Shape); 31] = [
    ("count-gnn", ORANGE, SOLID, Shape::Disc),
    ("count-gnn, index", ORANGE, DASHED, Shape::Ring),
    ("count-gnn-plus", BLUE, SOLID, Shape::Diamond),
    ("count-gnn-e", OCHRE, DASHED, Shape::Up),
    ("count-gnn-m", OCHRE, DOTTED, Shape::Down),
    ("count-gnn-as-run", OCHRE, SOLID, Shape::Square),
    ("count-gnn-sum-head", ORANGE, DOTTED, Shape::Up),
    ("count-gnn-sum-log", ORANGE, LONG, Shape::Down),
    ("gin-count-head", GREEN, LONG, Shape::Disc),
    ("rgin-sum-count-head", TEAL, DOTTED, Shape::Ring),
    ("gcn", GREEN, SOLID, Shape::Square),
    ("graphsage", GREEN, DASHED, Shape::Up),
    ("gin", GREEN, DOTTED, Shape::Ring),
    ("gat", VIOLET, SOLID, Shape::Cross),
    ("dpgcnn", VIOLET, DASHED, Shape::Plus),
    ("diffpool", OLIVE, SOLID, Shape::Down),
    ("rgcn-sum", PINK, SOLID, Shape::Square),
    ("rgcn-dn", PINK, DASHED, Shape::Up),
    ("rgin-sum", TEAL, SOLID, Shape::Disc),
    ("rgin-dn", TEAL, DASHED, Shape::Down),
    ("lrp", BROWN, SOLID, Shape::Square),
    ("dmpnn-lrp", BROWN, DASHED, Shape::Diamond),
    ("exact", GREY, SOLID, Shape::Diamond),
    ("vf2", GREY, DASHED, Shape::Cross),
    ("peregrine", OLIVE, DASHED, Shape::Diamond),
    ("smallest-tree", GREY, LONG, Shape::Ring),
    ("zero", GREY, DOTTED, Shape::Down),
    ("train-mean", GREY, Some([4.0, 2.0]), Shape::Plus),
    ("train-median", GREY, Some([4.0, 8.0]), Shape::Disc),
    ("pattern-median", GREY, Some([12.0, 2.0]), Shape::Square),
    ("pattern-rate", GREY, Some([12.0, 8.0]), Shape::Up),
];

/// The look of a counter, by its name or by its title.
pub(crate) fn of(counter: &str) -> Option<Look> {
    let found = LOOKS.iter().find(|(name, ..)| *name == counter || title(name) == counter);
    found.map(|&(name, colour, dashes, shape)| {
        let is_prominent = ["count-gnn", "count-gnn-plus"].contains(&name);
        Look { colour, dashes, shape, is_prominent }
    })
}

/// The look of a series that is not a counter: the first, second, … series of a picture.
pub(crate) fn of_place(place: usize) -> Look {
    let colours = [ORANGE, BLUE, GREEN, VIOLET, PINK, TEAL];
    let shapes = [Shape::Disc, Shape::Diamond, Shape::Square, Shape::Up, Shape::Ring];
    let (colour, shape) = (colours[place % colours.len()], shapes[place % shapes.len()]);
    Look { colour, dashes: SOLID, shape, is_prominent: false }
}

impl Shape {
    /// Draws it, centred at a position.
    pub(crate) fn draw(
        self,
        area: &Area<'_>,
        (x, y): (i32, i32),
        radius: i32,
        colour: RGBColor,
    ) -> Drawing {
        let (near, far) = (radius, radius * 13 / 10);
        let pen = colour.stroke_width(radius.unsigned_abs() / 2);
        let corners: &[(i32, i32)] = match self {
            Self::Disc => return area.draw(&Circle::new((x, y), radius, colour.filled())),
            Self::Ring => return area.draw(&Circle::new((x, y), radius, pen)),
            Self::Cross => return area.draw(&Cross::new((x, y), radius, pen)),
            Self::Plus => {
                area.draw(&PathElement::new([(x - near, y), (x + near, y)], pen))?;
                return area.draw(&PathElement::new([(x, y - near), (x, y + near)], pen));
            }
            Self::Square => &[(-near, -near), (near, -near), (near, near), (-near, near)],
            Self::Diamond => &[(0, -far), (far, 0), (0, far), (-far, 0)],
            Self::Up => &[(0, -near), (near, near), (-near, near)],
            Self::Down => &[(0, near), (near, -near), (-near, -near)],
        };
        let corners: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        area.draw(&Polygon::new(corners, colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::candidates;
    use isocount_eval::TRIVIAL;

    /// The background colours of the light and dark themes; `style.css` contains the same.
    const PAPER: [RGBColor; 2] = [RGBColor(0xfd, 0xfd, 0xfb), RGBColor(0x14, 0x17, 0x1d)];

    fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
    }

    #[test]
    fn every_counter_looks_the_same_by_either_name_and_like_no_other() {
        for name in candidates().map(|model| model.name).chain(TRIVIAL.iter().copied()) {
            let look = of(name).unwrap_or_else(|| panic!("{name} has no look"));
            assert_eq!(of(&title(name)), Some(look));
        }
        for (at, a) in LOOKS.iter().enumerate() {
            for b in &LOOKS[..at] {
                assert!((a.1, a.2) != (b.1, b.2), "the lines of {} and {}", a.0, b.0);
                assert!((a.1, a.3) != (b.1, b.3), "the points of {} and {}", a.0, b.0);
            }
        }
        assert_eq!(of("nobody"), None);
    }

    #[test]
    fn colours_are_readable_in_the_light_and_in_the_dark() {
        for paper in PAPER {
            let RGBColor(red, green, blue) = paper;
            let written = format!("#{red:02x}{green:02x}{blue:02x}");
            assert!(include_str!("style.css").contains(&written));
            for (name, colour, ..) in LOOKS {
                let (a, b) = (luminance(colour) + 0.05, luminance(paper) + 0.05);
                let contrast = (a / b).max(b / a);
                assert!(contrast >= 3.0, "{name} on {written}: {contrast:.2}");
            }
        }
    }
}
