//! The legend below the panels: labels that do not fit into their circles, and the scale of
//! weights.

use crate::Point;
use crate::palette::{Colour, INK};
use crate::scene::{Anchor, Fill, Item, Outline, Shape, Stroke, Text, TextStyle, text_width};

const TEXT_SIZE: f64 = 13.0;
const ROW_HEIGHT: f64 = 24.0;
const SWATCH: f64 = 6.5;
const SPACE: f64 = 18.0;
const SCALE: Point = Point::new(180.0, 10.0);
const NUMBER_WIDTH: f64 = 24.0;

const TEXT: TextStyle = TextStyle { size: TEXT_SIZE, colour: INK, anchor: Anchor::Start, rim: 0.0 };

/// Names with their colours in rows, then the scale of the weights.
pub(crate) struct Legend {
    entries: Vec<(Point, Colour, String)>,
    scale: Option<Point>,
    /// The width of the widest row; one name may need more space than the panels.
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Legend {
    pub(crate) fn new(names: Vec<(Colour, String)>, has_weights: bool, width: f64) -> Self {
        let (mut at, mut widest) = (Point::default(), 0.0_f64);
        let mut entries = Vec::with_capacity(names.len());
        for (colour, name) in names {
            let entry_width = 2.0 * SWATCH + 6.0 + text_width(&name) * TEXT_SIZE + SPACE;
            if at.x > 0.0 && at.x + entry_width > width {
                at = Point::new(0.0, at.y + ROW_HEIGHT);
            }
            entries.push((at, colour, name));
            at.x += entry_width;
            widest = widest.max(at.x - SPACE);
        }
        let mut height = if entries.is_empty() { 0.0 } else { at.y + ROW_HEIGHT };
        let scale = has_weights.then_some(Point::new(0.0, height));
        height += if has_weights { ROW_HEIGHT } else { 0.0 };
        Self { entries, scale, width: widest, height }
    }

    pub(crate) fn draw(&self, items: &mut Vec<Item>, corner: Point) {
        for (at, colour, name) in &self.entries {
            let middle = corner + *at + Point::new(SWATCH, ROW_HEIGHT / 2.0);
            items.push(Item::Shape(Shape {
                outline: Outline::Circle { middle, radius: SWATCH },
                fill: Some(Fill::Plain(*colour)),
                stroke: Some(Stroke { colour: colour.mixed(INK, 0.4), width: 1.0, dash: None }),
            }));
            let at = middle + Point::new(SWATCH + 6.0, 0.0);
            items.push(Item::Text(Text { at, style: TEXT, content: name.clone() }));
        }
        if let Some(at) = self.scale {
            draw_scale(items, corner + at);
        }
    }
}

fn draw_scale(items: &mut Vec<Item>, corner: Point) {
    let middle = Point::new(corner.x, corner.y + ROW_HEIGHT / 2.0);
    let corner = middle + Point::new(NUMBER_WIDTH, -SCALE.y / 2.0);
    items.push(Item::Shape(Shape {
        outline: Outline::Plate { corner, size: SCALE, rounding: 2.0 },
        fill: Some(Fill::Weights),
        stroke: None,
    }));
    for (x, end) in [(0.0, "−1"), (NUMBER_WIDTH + SCALE.x + 8.0, "+1")] {
        let at = middle + Point::new(x, 0.0);
        items.push(Item::Text(Text { at, style: TEXT, content: end.to_owned() }));
    }
}
