//! What the colours mean, below the panels: labels too long for their circles, and weights.

use crate::Point;
use crate::palette::{Colour, INK};
use crate::svg::{Anchor, Number, Svg, TextStyle, text_width};

const TEXT_SIZE: f64 = 13.0;
const ROW_HEIGHT: f64 = 24.0;
const SWATCH: f64 = 6.5;
const SPACE: f64 = 18.0;
const SCALE_WIDTH: f64 = 180.0;
/// Between the colours of the scale; even, so that zero is one of them.
const NUM_STOPS: u32 = 20;

/// Names with their colours in rows, then the scale of the weights.
pub(crate) struct Legend {
    entries: Vec<(Point, Colour, String)>,
    scale: Option<Point>,
    pub(crate) height: f64,
}

impl Legend {
    pub(crate) fn new(names: Vec<(Colour, String)>, has_weights: bool, width: f64) -> Self {
        let mut at = Point::default();
        let mut entries = Vec::with_capacity(names.len());
        for (colour, name) in names {
            let entry_width = 2.0 * SWATCH + 6.0 + text_width(&name) * TEXT_SIZE + SPACE;
            if at.x > 0.0 && at.x + entry_width > width {
                at = Point::new(0.0, at.y + ROW_HEIGHT);
            }
            entries.push((at, colour, name));
            at.x += entry_width;
        }
        let mut height = if entries.is_empty() { 0.0 } else { at.y + ROW_HEIGHT };
        let scale = has_weights.then_some(Point::new(0.0, height));
        height += if has_weights { ROW_HEIGHT } else { 0.0 };
        Self { entries, scale, height }
    }

    pub(crate) fn draw(&self, svg: &mut Svg, corner: Point) {
        let style = TextStyle { size: TEXT_SIZE, colour: INK, anchor: Anchor::Start, rim: 0.0 };
        for (at, colour, name) in &self.entries {
            let middle = corner + *at + Point::new(SWATCH, ROW_HEIGHT / 2.0);
            svg.push(format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{SWATCH}\" fill=\"{colour}\" stroke=\"{}\"/>\n",
                Number(middle.x),
                Number(middle.y),
                colour.mixed(INK, 0.4)
            ));
            svg.text(middle + Point::new(SWATCH + 6.0, 0.0), style, name);
        }
        if let Some(at) = self.scale {
            draw_scale(svg, corner + at, style);
        }
    }
}

fn draw_scale(svg: &mut Svg, corner: Point, style: TextStyle) {
    svg.push(format_args!("<linearGradient id=\"weights\">"));
    for step in 0..=NUM_STOPS {
        let share = f64::from(step) / f64::from(NUM_STOPS);
        let (offset, colour) = (Number(share), Colour::of_weight(2.0 * share - 1.0));
        svg.push(format_args!("<stop offset=\"{offset}\" stop-color=\"{colour}\"/>"));
    }
    let middle = Point::new(corner.x, corner.y + ROW_HEIGHT / 2.0);
    let number_width = 24.0;
    svg.push(format_args!(
        "</linearGradient>\n<rect x=\"{}\" y=\"{}\" width=\"{SCALE_WIDTH}\" height=\"10\" \
         rx=\"2\" fill=\"url(#weights)\"/>\n",
        Number(middle.x + number_width),
        Number(middle.y - 5.0)
    ));
    svg.text(middle, style, "−1");
    svg.text(middle + Point::new(number_width + SCALE_WIDTH + 8.0, 0.0), style, "+1");
}
