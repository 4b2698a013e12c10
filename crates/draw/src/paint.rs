//! A scene as pixels.

use tiny_skia::{
    FillRule, GradientStop, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

use crate::Point;
use crate::curve::Curve;
use crate::font::Font;
use crate::palette::{Colour, WHITE};
use crate::scene::{Fill, Item, Outline, Scene, Shape, Text, rounded};

/// The length of the handles of a cubic curve that approximates a quarter of a circle of radius 1.
const QUARTER_CIRCLE: f64 = 0.552_285;

/// Paints a scene onto a sheet, `zoom` pixels for each unit.
pub(crate) fn paint(scene: &Scene, zoom: f32, sheet: &mut Pixmap) {
    sheet.fill(WHITE.into());
    let whole = View { transform: Transform::from_scale(zoom, zoom), opacity: 1.0 };
    Painter { sheet, font: Font::new() }.items(&scene.items, whole);
}

struct Painter<'a> {
    sheet: &'a mut Pixmap,
    font: Font<'static>,
}

/// The offset of items on the sheet, and their opacity.
#[derive(Clone, Copy)]
struct View {
    transform: Transform,
    opacity: f32,
}

impl Painter<'_> {
    fn items(&mut self, items: &[Item], view: View) {
        for item in items {
            match item {
                Item::Shape(shape) => self.shape(shape, view),
                Item::Text(text) => self.text(text, view),
                Item::Part(part) => {
                    let opacity = view.opacity * length(part.opacity);
                    self.items(&part.items, View { opacity, ..view });
                }
                Item::Moved { by, items } => {
                    let transform = view.transform.pre_translate(length(by.x), length(by.y));
                    self.items(items, View { transform, ..view });
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape, view: View) {
        let Some(path) = path(shape.outline) else { return };
        match shape.fill {
            None => {}
            Some(Fill::Plain(colour)) => self.fill(&path, plain(colour, view.opacity), view),
            Some(Fill::Weights) => self.fill(&path, weights(&path, view.opacity), view),
        }
        if let Some(stroke) = shape.stroke {
            let width = length(stroke.width);
            let dash = stroke.dash.map(length);
            let dash = dash.and_then(|dash| StrokeDash::new(vec![dash, dash], 0.0));
            self.stroke(&path, stroke.colour, &Stroke { width, dash, ..Stroke::default() }, view);
        }
    }

    fn text(&mut self, text: &Text, view: View) {
        let Some(letters) = self.font.outline(text) else { return };
        if text.style.rim > 0.0 {
            let width = length(text.style.rim);
            let rim = Stroke { width, line_join: LineJoin::Round, ..Stroke::default() };
            self.stroke(&letters, WHITE, &rim, view);
        }
        self.fill(&letters, plain(text.style.colour, view.opacity), view);
    }

    fn fill(&mut self, path: &Path, shader: Shader<'_>, view: View) {
        let paint = Paint { shader, ..Paint::default() };
        self.sheet.fill_path(path, &paint, FillRule::Winding, view.transform, None);
    }

    fn stroke(&mut self, path: &Path, colour: Colour, stroke: &Stroke, view: View) {
        let paint = Paint { shader: plain(colour, view.opacity), ..Paint::default() };
        self.sheet.stroke_path(path, &paint, stroke, view.transform, None);
    }
}

/// Rounds a length as in the SVG, so that pixels, too, are the same on every machine.
fn length(length: f64) -> f32 {
    rounded(length) as f32
}

impl From<Colour> for tiny_skia::Color {
    fn from(Colour([r, g, b]): Colour) -> Self {
        Self::from_rgba8(r, g, b, 255)
    }
}

fn plain(colour: Colour, opacity: f32) -> Shader<'static> {
    let mut colour = tiny_skia::Color::from(colour);
    colour.apply_opacity(opacity);
    Shader::SolidColor(colour)
}

/// A gradient with the colours of the weights, from the left end of a path to its right end.
fn weights(path: &Path, opacity: f32) -> Shader<'static> {
    let (left, right) = (path.bounds().left(), path.bounds().right());
    let ends = [left, right].map(|x| tiny_skia::Point::from_xy(x, 0.0));
    let stops = Colour::weight_scale()
        .map(|(share, colour)| GradientStop::new(length(share), colour.into()))
        .collect();
    let gradient =
        LinearGradient::new(ends[0], ends[1], stops, SpreadMode::Pad, Transform::identity());
    let mut shader = gradient.unwrap_or_else(|| plain(Colour::of_weight(0.0), 1.0));
    shader.apply_opacity(opacity);
    shader
}

/// `None` if nothing is visible.
fn path(outline: Outline) -> Option<Path> {
    let mut pen = Pen(PathBuilder::new());
    match outline {
        Outline::Curve(curve) => pen.curve(curve),
        Outline::Triangle([a, b, c]) => {
            pen.move_to(a);
            pen.line_to(b);
            pen.line_to(c);
            pen.0.close();
        }
        Outline::Circle { middle, radius } => pen.round([middle; 4], radius),
        Outline::Plate { corner, size, rounding } => {
            let radius = rounding.min(size.x / 2.0).min(size.y / 2.0);
            let inset = Point::new(radius, radius);
            let (low, high) = (corner + inset, corner + size - inset);
            let (upper, lower) = (Point::new(high.x, low.y), Point::new(low.x, high.y));
            pen.round([upper, high, lower, low], radius);
        }
    }
    pen.0.finish()
}

/// Builds paths from points.
struct Pen(PathBuilder);

impl Pen {
    fn move_to(&mut self, p: Point) {
        self.0.move_to(length(p.x), length(p.y));
    }

    fn line_to(&mut self, p: Point) {
        self.0.line_to(length(p.x), length(p.y));
    }

    fn cubic_to(&mut self, out: Point, back: Point, end: Point) {
        let [out, back, end] = [out, back, end].map(|p| (length(p.x), length(p.y)));
        self.0.cubic_to(out.0, out.1, back.0, back.1, end.0, end.1);
    }

    fn curve(&mut self, curve: Curve) {
        match curve {
            Curve::Bow { start, end, .. } if curve.is_straight() => {
                self.move_to(start);
                self.line_to(end);
            }
            Curve::Bow { start, control, end } => {
                self.move_to(start);
                let [control, end] = [control, end].map(|p| (length(p.x), length(p.y)));
                self.0.quad_to(control.0, control.1, end.0, end.1);
            }
            Curve::Drop { start, out, back, end } => {
                self.move_to(start);
                self.cubic_to(out, back, end);
            }
        }
    }

    /// Quarter circles, clockwise from the upper right, joined by straight sides.
    fn round(&mut self, middles: [Point; 4], radius: f64) {
        let mut arm = Point::new(0.0, -radius);
        self.move_to(middles[0] + arm);
        for middle in middles {
            let next = arm.normal();
            self.line_to(middle + arm);
            let (out, back) = (arm + next * QUARTER_CIRCLE, next + arm * QUARTER_CIRCLE);
            self.cubic_to(middle + out, middle + back, middle + next);
            arm = next;
        }
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::PathSegment;

    use crate::palette::{HIGHLIGHT, INK};
    use crate::scene::{Anchor, Part, TextStyle};

    const INK_STYLE: TextStyle =
        TextStyle { size: 10.0, colour: INK, anchor: Anchor::Middle, rim: 0.0 };

    fn painted(items: Vec<Item>) -> Pixmap {
        let mut sheet = Pixmap::new(40, 20).unwrap();
        paint(&Scene { size: Point::new(40.0, 20.0), items }, 1.0, &mut sheet);
        sheet
    }

    fn pixel(sheet: &Pixmap, x: u32, y: u32) -> [u8; 3] {
        let pixel = sheet.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    /// The first and last column, and the first and last row, that are not entirely white.
    fn inked(sheet: &Pixmap) -> [u32; 4] {
        let all = (0..sheet.height()).flat_map(|y| (0..sheet.width()).map(move |x| (x, y)));
        let inked: Vec<_> = all.filter(|&(x, y)| pixel(sheet, x, y) != [255; 3]).collect();
        let columns = inked.iter().map(|at| at.0);
        let rows = inked.iter().map(|at| at.1);
        [columns.clone().min(), columns.max(), rows.clone().min(), rows.max()].map(Option::unwrap)
    }

    fn plate(fill: Fill) -> Item {
        let (corner, size) = (Point::new(10.0, 5.0), Point::new(20.0, 10.0));
        let outline = Outline::Plate { corner, size, rounding: 4.0 };
        Item::Shape(Shape { outline, fill: Some(fill), stroke: None })
    }

    fn text(text: &str, style: TextStyle) -> Item {
        Item::Text(Text { at: Point::new(20.0, 10.0), style, content: text.to_owned() })
    }

    #[test]
    fn plates_fill_their_rectangle_but_for_the_corners() {
        let sheet = painted(vec![plate(Fill::Plain(HIGHLIGHT))]);
        assert_eq!(inked(&sheet), [10, 29, 5, 14]);
        assert_eq!(pixel(&sheet, 20, 5), HIGHLIGHT.0);
        assert_eq!(pixel(&sheet, 10, 10), HIGHLIGHT.0);
        assert_eq!(pixel(&sheet, 10, 5), [255; 3]);
    }

    #[test]
    fn circles_are_round() {
        let (middle, radius) = (Point::new(30.0, 20.0), 10.0);
        let circle = path(Outline::Circle { middle, radius }).unwrap();
        let ours = |p: tiny_skia::Point| Point::new(p.x.into(), p.y.into());
        let mut start = Point::default();
        for segment in circle.segments() {
            match segment {
                PathSegment::MoveTo(end) => start = ours(end),
                PathSegment::CubicTo(out, back, end) => {
                    let [out, back, end] = [out, back, end].map(ours);
                    let halfway = (start + end + (out + back) * 3.0) * 0.125;
                    let off = (halfway - middle).length() - radius;
                    assert!(off.abs() < 0.01, "{off}");
                    start = end;
                }
                PathSegment::Close | PathSegment::LineTo(_) => {}
                PathSegment::QuadTo(..) => panic!("{segment:?}"),
            }
        }
    }

    #[test]
    fn weights_run_from_left_to_right() {
        let sheet = painted(vec![plate(Fill::Weights)]);
        let [left, middle, right] = [10, 20, 29].map(|x| pixel(&sheet, x, 10));
        assert!(left[2] > left[0] && right[0] > right[2], "{left:?} {right:?}");
        assert!(middle.iter().all(|&value| value > 160), "{middle:?}");
    }

    #[test]
    fn opacity_and_moves_apply_to_the_items() {
        let items = vec![plate(Fill::Plain(INK))];
        let part = Item::Part(Part { hover: String::new(), opacity: 0.5, items });
        let sheet = painted(vec![Item::Moved { by: Point::new(-10.0, 5.0), items: vec![part] }]);
        assert_eq!(inked(&sheet), [0, 19, 10, 19]);
        let half = INK.mixed(WHITE, 0.5).0;
        assert!(pixel(&sheet, 10, 15).iter().zip(half).all(|(is, want)| is.abs_diff(want) <= 1));
    }

    #[test]
    fn text_is_placed_at_its_anchor_and_its_middle_height() {
        let [left, right, top, bottom] = inked(&painted(vec![text("HHH", INK_STYLE)]));
        assert!((left + right).abs_diff(39) <= 1, "{left} to {right}");
        assert!((top + bottom).abs_diff(19) <= 1, "{top} to {bottom}");
        let start = TextStyle { anchor: Anchor::Start, ..INK_STYLE };
        let [left, ..] = inked(&painted(vec![text("HHH", start)]));
        assert!((20..=21).contains(&left), "{left}");
    }

    #[test]
    fn the_rim_hides_what_is_below_but_not_the_text() {
        let rimmed = TextStyle { rim: 6.0, ..INK_STYLE };
        let sheet = painted(vec![plate(Fill::Plain(HIGHLIGHT)), text("l", rimmed)]);
        assert_eq!(pixel(&sheet, 18, 10), [255; 3]);
        assert_ne!(pixel(&sheet, 20, 10), [255; 3]);
        assert_eq!(pixel(&sheet, 11, 10), HIGHLIGHT.0);
    }
}
