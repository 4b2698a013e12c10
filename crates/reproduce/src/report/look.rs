//! How a counter looks in every picture.
//!
//! Kin share a colour and differ in dashes and shape, so that no two counters look the same in print either. Every colour is readable
//! on white and on black. Only Count-GNN and Count-GNN+ have a colour and a thick line of their own.

use super::rows::title;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) colour: &'static str,
    /// Lengths of strokes and gaps; nothing for a solid line.
    pub(crate) dashes: &'static str,
    pub(crate) shape: Shape,
    /// Whether it is drawn large and above the others.
    pub(crate) is_prominent: bool,
}

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

const ORANGE: &str = "#d95f02";
const BLUE: &str = "#1f78c8";
const OCHRE: &str = "#a87b12";
const GREEN: &str = "#2a9152";
const VIOLET: &str = "#8a63c9";
const PINK: &str = "#c8558f";
const TEAL: &str = "#12898f";
const BROWN: &str = "#9a6848";
const OLIVE: &str = "#748a1c";
const GREY: &str = "#7d838c";

const SOLID: &str = "";
const DASHED: &str = "8 4";
const DOTTED: &str = "2 3";
const MIXED: &str = "9 3 2 3";

const LOOKS: [(&str, &str, &str, Shape); 20] = [
    ("count-gnn", ORANGE, SOLID, Shape::Disc),
    ("count-gnn, index", ORANGE, DASHED, Shape::Ring),
    ("count-gnn-plus", BLUE, SOLID, Shape::Diamond),
    ("count-gnn-e", OCHRE, DASHED, Shape::Up),
    ("count-gnn-m", OCHRE, DOTTED, Shape::Down),
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
    ("smallest-tree", GREY, MIXED, Shape::Ring),
];

/// The look of a counter, by its name or by what a reader calls it.
pub(crate) fn of(counter: &str) -> Option<Look> {
    let found = LOOKS.iter().find(|(name, ..)| *name == counter || title(name) == counter);
    found.map(|&(name, colour, dashes, shape)| {
        let is_prominent = ["count-gnn", "count-gnn-plus"].contains(&name);
        Look { colour, dashes, shape, is_prominent }
    })
}

/// The look of what is no counter: the first, second, … series of a picture.
pub(crate) fn of_place(place: usize) -> Look {
    let colours = [ORANGE, BLUE, GREEN, VIOLET, PINK, TEAL];
    let shapes = [Shape::Disc, Shape::Diamond, Shape::Square, Shape::Up, Shape::Ring];
    let (colour, shape) = (colours[place % colours.len()], shapes[place % shapes.len()]);
    let dashes = [SOLID, DASHED, DOTTED, MIXED][place % 4];
    Look { colour, dashes, shape, is_prominent: false }
}

impl Shape {
    /// Draws it with its centre at a place; what is not filled has strokes.
    pub(crate) fn draw(self, [x, y]: [f64; 2], radius: f64, colour: &str) -> String {
        let [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius];
        let outline = match self {
            Self::Disc => {
                return format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"/>"
                );
            }
            Self::Ring => {
                return format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                    radius - 0.5
                );
            }
            Self::Cross => format!(
                "M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}"
            ),
            Self::Plus => format!("M{left:.1} {y:.1}H{right:.1}M{x:.1} {top:.1}V{bottom:.1}"),
            Self::Square => format!("M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}Z"),
            Self::Diamond => {
                let [left, right, top, bottom] =
                    [x - radius * 1.3, x + radius * 1.3, y - radius * 1.3, y + radius * 1.3];
                format!("M{x:.1} {top:.1}L{right:.1} {y:.1}L{x:.1} {bottom:.1}L{left:.1} {y:.1}Z")
            }
            Self::Up => format!("M{x:.1} {top:.1}L{right:.1} {bottom:.1}H{left:.1}Z"),
            Self::Down => format!("M{x:.1} {bottom:.1}L{right:.1} {top:.1}H{left:.1}Z"),
        };
        if matches!(self, Self::Cross | Self::Plus) {
            format!(
                "<path d=\"{outline}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.2\"/>"
            )
        } else {
            format!("<path d=\"{outline}\" fill=\"{colour}\"/>")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isocount_nn::MODELS;

    /// Of the page in the light and in the dark; `style.css` has the same.
    const PAPER: [&str; 2] = ["#fdfdfb", "#14171d"];

    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn every_counter_looks_the_same_by_either_name_and_like_no_other() {
        for model in MODELS {
            let look = of(model.name).unwrap_or_else(|| panic!("{} has no look", model.name));
            assert_eq!(of(&title(model.name)), Some(look));
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
            assert!(include_str!("style.css").contains(paper));
            for (name, colour, ..) in LOOKS {
                let (a, b) = (luminance(colour) + 0.05, luminance(paper) + 0.05);
                let contrast = (a / b).max(b / a);
                assert!(contrast >= 3.0, "{name} on {paper}: {contrast:.2}");
            }
        }
    }
}
