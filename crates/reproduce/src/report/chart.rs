//! Charts as SVG in the colours of the page.
//!
//! plotters writes fixed colours; [`INK`], [`SOFT`] and [`GRID`] are then replaced by variables of
//! the page, so that a chart is readable in the light and dark themes. The colour, dashes and shape
//! of a counter are those of [`look`]. The legend is below the plot, where it covers nothing. A
//! chart is as wide as a column of text and has large letters, so that it is readable on a phone.

use std::io;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Scale;
use super::html::escape;
use super::labels;
use super::look::{self, Look};

const WIDTH: f64 = 540.0;
/// The size of letters.
const SIZE: f64 = 15.0;
/// The size of letters if there are many names.
const SMALL: f64 = SIZE - 2.0;
/// The scale of the drawing, since plotters draws in whole numbers.
const FINE: f64 = 5.0;

/// Placeholders for the colours of the page.
const INK: RGBColor = RGBColor(1, 1, 1);
const SOFT: RGBColor = RGBColor(2, 2, 2);
const GRID: RGBColor = RGBColor(3, 3, 3);
/// Output of plotters and its replacement: colours of the page, and nothing for redundant
/// attributes.
const REPLACED: [(&str, &str); 6] = [
    ("\"#010101\"", "\"var(--ink, #1d2330)\""),
    ("\"#020202\"", "\"var(--soft, #5b6472)\""),
    ("\"#030303\"", "\"var(--grid, #e1e3e8)\""),
    (" font-family=\"sans-serif\"", ""),
    (" opacity=\"1\"", ""),
    (" stroke=\"none\" stroke-width=\"1\"", ""),
];

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plot<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
pub(crate) type Drawing<T = ()> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// One line or cloud of points.
pub(crate) struct Series {
    /// The name of a counter, or another name; series with the same name look the same.
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) mark: Mark,
}

/// The style of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Line,
    Points,
    /// A thin line in the colour of the text.
    Guide,
}

/// The axes of a chart. On a logarithmic axis, zero has a separate position at the end.
pub(crate) struct Axes<'a> {
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
    pub(crate) x_is_log: bool,
    pub(crate) y_is_log: bool,
}

impl Axes<'_> {
    /// Scales that cover all points, with about `ticks` ticks.
    fn scales<'a>(
        &self,
        series: impl Iterator<Item = &'a Series> + Clone,
        ticks: usize,
    ) -> Option<[Scale; 2]> {
        let points = series.flat_map(|it| &it.points);
        let x = Scale::new(points.clone().map(|point| point.0), self.x_is_log, ticks)?;
        let y = Scale::new(points.map(|point| point.1), self.y_is_log, ticks)?;
        Some([x, y])
    }
}

/// Draws a chart; `None` if there is nothing to draw. A series of a single point has its name next
/// to it, if there is enough space.
pub(crate) fn chart(axes: &Axes<'_>, series: &[Series]) -> Option<String> {
    const HEIGHT: f64 = 386.0;
    let [x, y] = axes.scales(series.iter(), 7)?;
    let mut drawn: Vec<Drawn<'_>> = (0..)
        .zip(series)
        .filter(|(_, it)| !it.points.is_empty())
        .map(|(place, series)| Drawn {
            series,
            look: look::of(&series.name).unwrap_or_else(|| look::of_place(place)),
        })
        .collect();
    let entries: Vec<Drawn<'_>> =
        drawn.iter().filter(|it| it.series.mark != Mark::Guide).copied().collect();
    // The most important series is drawn last.
    drawn.sort_by_key(|it| it.look.is_prominent);
    let draw = |root: &Area<'_>| {
        let (upper, lower) = root.split_vertically(fine(HEIGHT));
        let mut plot = ChartBuilder::on(&upper)
            .margin_top(fine(12.0))
            .margin_left(fine(3.0))
            .margin_right(fine(14.0))
            .margin_bottom(fine(12.0))
            .x_label_area_size(fine(46.0))
            .y_label_area_size(fine(69.0))
            .build_cartesian_2d(x, y)?;
        mesh(&mut plot, Some(axes))?;
        for it in &drawn {
            it.draw(&plot)?;
        }
        let lonely: Vec<Drawn<'_>> =
            drawn.iter().filter(|it| it.is_one_point()).rev().copied().collect();
        let all_named = name_points(&plot, &lonely)?;
        // A single line needs no legend; neither do points that are all labelled.
        let needs_legend = entries.len() > 1 && !(all_named && lonely.len() == entries.len());
        Ok(if needs_legend { HEIGHT + legend(&lower, &entries)? } else { HEIGHT })
    };
    Some(svg(axes, draw))
}

/// A chart next to others with the same axes.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) series: Vec<Series>,
}

/// Draws charts with common axes, two in a row; `None` if there is nothing to draw.
pub(crate) fn panels(axes: &Axes<'_>, panels: &[Panel]) -> Option<String> {
    // The space for the descriptions of the axes.
    const LEFT: f64 = 22.0;
    const BELOW: f64 = 28.0;
    let rows = panels.len().div_ceil(2);
    let height = 240.0 * rows as f64 + BELOW;
    let [x, y] = axes.scales(panels.iter().flat_map(|panel| &panel.series), 5)?;
    let draw = |root: &Area<'_>| {
        let (root, _) = root.split_vertically(fine(height));
        let areas = root.margin(0, fine(BELOW), fine(LEFT), 0).split_evenly((rows, 2));
        for (panel, area) in panels.iter().zip(&areas) {
            let mut plot = ChartBuilder::on(area)
                .margin_top(fine(30.0))
                .margin_right(fine(10.0))
                .x_label_area_size(fine(26.0))
                .y_label_area_size(fine(46.0))
                .build_cartesian_2d(x.clone(), y.clone())?;
            mesh(&mut plot, None)?;
            let look = look::of(&panel.title).unwrap_or_else(|| look::of_place(0));
            for series in &panel.series {
                Drawn { series, look }.draw(&plot)?;
            }
            let above = plot.plotting_area().strip_coord_spec();
            let middle = above.dim_in_pixel().0.cast_signed() / 2;
            let style = text(SIZE, true, HPos::Center, VPos::Bottom);
            above.draw_text(&panel.title, &style, (middle, fine(-4.0)))?;
        }
        let below = text(SIZE, false, HPos::Center, VPos::Bottom);
        root.draw_text(axes.x, &below, (fine(f64::midpoint(LEFT, WIDTH)), fine(height - 2.0)))?;
        let beside = text(SIZE, false, HPos::Center, VPos::Top);
        let beside = beside.transform(FontTransform::Rotate270);
        root.draw_text(axes.y, &beside, (fine(3.0), fine((height - BELOW) / 2.0)))?;
        Ok(height)
    };
    Some(svg(axes, draw))
}

/// Converts a picture to a standalone file, with the colours of the page for the light and dark
/// themes.
pub(crate) fn standalone(svg: &str) -> String {
    const STYLE: &str = "<style>\n\
        svg { --ink: #1d2330; --paper: #fdfdfb; --soft: #5b6472; --grid: #e1e3e8; background: var(--paper); }\n\
        @media (prefers-color-scheme: dark) {\n\
        \x20 svg { --ink: #e6e8ee; --paper: #14171d; --soft: #9aa3b2; --grid: #333944; }\n\
        }\n</style>\n";
    match svg.split_once('\n') {
        Some((root, body)) => format!("{root}\n{STYLE}{body}"),
        None => svg.to_owned(),
    }
}

/// A picture with the given drawing, which returns its height.
fn svg(axes: &Axes<'_>, draw: impl FnOnce(&Area<'_>) -> Drawing<f64>) -> String {
    const HIGH_ENOUGH: u32 = 1 << 20;
    let mut drawn = String::new();
    let size = (fine(WIDTH).unsigned_abs(), HIGH_ENOUGH);
    let root = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
    let height = draw(&root).expect("writing to a string cannot fail");
    // Writes the last line.
    drop(root);
    for (written, meant) in REPLACED {
        drawn = drawn.replace(written, meant);
    }
    // The first line contains the size at which it was drawn.
    let (_, body) = drawn.split_once('\n').unwrap_or_default();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         font-family=\"system-ui, sans-serif\" stroke-linejoin=\"round\" role=\"img\" aria-label=\"{}\">\n{body}",
        fine(WIDTH),
        fine(height),
        escape(format!("{} against {}", axes.y, axes.x).trim())
    )
}

fn fine(pixels: f64) -> i32 {
    (pixels * FINE).round() as i32
}

fn stroke(colour: RGBColor, width: f64) -> ShapeStyle {
    colour.stroke_width(fine(width).unsigned_abs())
}

/// The style of a text that is anchored at this point.
fn text(size: f64, is_heavy: bool, h: HPos, v: VPos) -> TextStyle<'static> {
    // plotters uses the height of a line as the size of letters.
    const LINE_HEIGHT: f64 = 1.24;
    let weight = if is_heavy { FontStyle::Bold } else { FontStyle::Normal };
    let font = FontDesc::new(FontFamily::SansSerif, size * FINE * LINE_HEIGHT, weight);
    font.color(&INK).pos(Pos::new(h, v))
}

fn mesh(plot: &mut Plot<'_>, described: Option<&Axes<'_>>) -> Drawing {
    let style = text(SIZE, false, HPos::Center, VPos::Center);
    let mut mesh = plot.configure_mesh();
    if let Some(axes) = described {
        mesh.x_desc(axes.x).y_desc(axes.y);
    }
    mesh.axis_style(stroke(INK, 1.0))
        .bold_line_style(stroke(GRID, 1.0))
        .label_style(style.color(&SOFT))
        .axis_desc_style(style)
        .set_all_tick_mark_size(fine(3.0))
        .draw()
}

/// Writes the names of points next to them. Returns whether there was enough space for all.
fn name_points(plot: &Plot<'_>, points: &[Drawn<'_>]) -> Drawing<bool> {
    let pixels = |at: i32| f64::from(at) / FINE;
    let (x, y) = plot.plotting_area().get_pixel_range();
    let frame = [x.start, y.start, x.end, y.end].map(pixels);
    let places: Vec<labels::Point<'_>> = points
        .iter()
        .map(|it| labels::Point {
            place: <[i32; 2]>::from(plot.backend_coord(&it.series.points[0])).map(pixels),
            radius: it.radius(),
            name: &it.series.name,
        })
        .collect();
    let found = labels::place(&places, frame, SMALL);
    let screen = plot.plotting_area().use_screen_coord();
    for (it, area) in points.iter().zip(&found) {
        let &Some([left, _, _, bottom]) = area else { continue };
        let style = text(SMALL, it.look.is_prominent, HPos::Left, VPos::Bottom);
        screen.draw(&Text::new(it.series.name.as_str(), (fine(left), fine(bottom)), style))?;
    }
    Ok(found.iter().all(Option::is_some))
}

/// Draws the legend below the plot. Returns its height.
fn legend(area: &Area<'_>, entries: &[Drawn<'_>]) -> Drawing<f64> {
    const SAMPLE: f64 = 30.0;
    const LEFT: f64 = 14.0;
    // With more names than this, the legend would be longer than the plot.
    const MANY: usize = 12;
    let size = if entries.len() > MANY { SMALL } else { SIZE };
    let line = size + 8.0;
    // As many columns as fit, each as wide as its longest name.
    let widths = |columns: usize| -> Vec<f64> {
        let lines = entries.len().div_ceil(columns);
        let widest =
            |column: &[Drawn<'_>]| column.iter().map(|it| it.width(size)).fold(0.0, f64::max);
        entries.chunks(lines).map(|column| SAMPLE + widest(column) + 28.0).collect()
    };
    let fits = |columns: &usize| LEFT + widths(*columns).iter().sum::<f64>() < WIDTH + 16.0;
    let columns = (1..=4).rev().find(fits).unwrap_or(1);
    let lines = entries.len().div_ceil(columns);
    let mut x = LEFT;
    for (column, width) in entries.chunks(lines).zip(widths(columns)) {
        for (place, it) in column.iter().enumerate() {
            let y = fine(line * (place as f64 + 0.5));
            let place = |right: f64| (fine(x + right), y);
            if it.series.mark == Mark::Line {
                it.line(area, vec![place(0.0), place(SAMPLE)])?;
            }
            if it.has_shapes() || it.series.mark == Mark::Points {
                it.shape(area, place(SAMPLE / 2.0))?;
            }
            let style = text(size, it.look.is_prominent, HPos::Left, VPos::Center);
            area.draw_text(&it.series.name, &style, place(SAMPLE + 8.0))?;
        }
        x += width;
    }
    Ok(line * lines as f64 + 8.0)
}

/// A series and its style.
#[derive(Clone, Copy)]
struct Drawn<'a> {
    series: &'a Series,
    look: Look,
}

impl Drawn<'_> {
    fn is_one_point(&self) -> bool {
        self.series.mark == Mark::Points && self.series.points.len() == 1
    }

    /// Whether the points of a line are few enough to be visible.
    fn has_shapes(&self) -> bool {
        match self.series.mark {
            Mark::Line => self.series.points.len() <= 12,
            Mark::Points => self.series.points.len() <= 60,
            Mark::Guide => false,
        }
    }

    /// The width of its name; bold letters are wider.
    fn width(&self, size: f64) -> f64 {
        labels::width(&self.series.name, size) * if self.look.is_prominent { 1.1 } else { 1.0 }
    }

    fn radius(&self) -> f64 {
        if self.look.is_prominent { 6.5 } else { 4.5 }
    }

    fn shape(&self, area: &Area<'_>, place: (i32, i32)) -> Drawing {
        self.look.shape.draw(area, place, fine(self.radius()), self.look.colour)
    }

    fn line(&self, area: &Area<'_>, places: Vec<(i32, i32)>) -> Drawing {
        let Look { colour, dashes, is_prominent, .. } = self.look;
        let style = stroke(colour, if is_prominent { 3.2 } else { 1.7 });
        match dashes.map(|lengths| lengths.map(fine)) {
            Some([dash, gap]) => area.draw(&DashedPathElement::new(places, dash, gap, style)),
            None => area.draw(&PathElement::new(places, style)),
        }
    }

    /// Many points are drawn as dots, and coinciding ones only once.
    fn cloud(&self, area: &Area<'_>, mut places: Vec<(i32, i32)>) -> Drawing {
        let cell = |(x, y): (i32, i32)| (x / fine(2.0), y / fine(2.0));
        places.sort_by_key(|&place| cell(place));
        places.dedup_by_key(|place| cell(*place));
        let style = self.look.colour.mix(0.6).filled();
        places.into_iter().try_for_each(|it| area.draw(&Circle::new(it, fine(2.5), style)))
    }

    fn draw(&self, plot: &Plot<'_>) -> Drawing {
        let area = plot.plotting_area().use_screen_coord();
        let points = self.series.points.iter();
        let places: Vec<(i32, i32)> = points
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .map(|point| plot.backend_coord(point))
            .collect();
        match self.series.mark {
            Mark::Guide => return area.draw(&PathElement::new(places, stroke(SOFT, 1.0))),
            Mark::Points if !self.has_shapes() => return self.cloud(&area, places),
            Mark::Line => self.line(&area, places.clone())?,
            Mark::Points => {}
        }
        let shapes = if self.has_shapes() { &places[..] } else { &[] };
        shapes.iter().try_for_each(|&place| self.shape(&area, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: Axes<'_> = Axes { x: "a", y: "b", x_is_log: false, y_is_log: true };

    fn line(name: &str) -> Series {
        let points = (1..=50).map(|x| (f64::from(x), f64::from(x * x))).collect();
        Series { name: name.to_owned(), points, mark: Mark::Line }
    }

    #[test]
    fn a_counter_has_its_colour_in_any_order() {
        let RGBColor(red, green, blue) = look::of("gin").unwrap().colour;
        let colour = format!("stroke=\"#{red:02X}{green:02X}{blue:02X}\"");
        for names in [&["GIN"][..], &["VF2", "LRP", "GIN"], &["VF2", "LRP"]] {
            let series: Vec<Series> = names.iter().map(|name| line(name)).collect();
            let svg = chart(&AXES, &series).unwrap();
            assert_eq!(svg.contains(&colour), names.contains(&"GIN"), "{names:?}");
        }
    }

    #[test]
    fn the_colours_of_the_page_replace_all_placeholders() {
        let point = |name: &str| Series { mark: Mark::Points, ..line(name) };
        let guide = Series { mark: Mark::Guide, ..line("") };
        let panel = Panel { title: "GIN".to_owned(), series: vec![point("GIN"), guide] };
        for svg in [chart(&AXES, &[line("a"), point("b")]), panels(&AXES, &[panel])] {
            let svg = svg.unwrap();
            for variable in ["ink", "soft", "grid"] {
                assert!(svg.contains(&format!("var(--{variable}, #")), "{variable}");
            }
            assert!(!svg.contains("\"#0"), "{svg}");
        }
    }

    fn height(svg: &str) -> i32 {
        let (_, size) = svg.split_once("viewBox=\"0 0 ").unwrap();
        size.split_once('"').unwrap().0.split_once(' ').unwrap().1.parse().unwrap()
    }

    #[test]
    fn the_legend_is_below_the_plot_and_names_every_series() {
        let names: Vec<String> = (0..17).map(|number| format!("counter {number}")).collect();
        let series: Vec<Series> = names.iter().map(|name| line(name)).collect();
        let svg = chart(&AXES, &series).unwrap();
        let bottom = height(&svg);
        for name in &names {
            let place = svg.find(&format!(">\n{name}\n</text>")).unwrap();
            let y = svg[..place].rsplit_once(" y=\"").unwrap().1.split_once('"').unwrap().0;
            let y: i32 = y.parse().unwrap();
            assert!(y > fine(374.0) && y < bottom, "{name} at {y}");
        }
        // A single line needs no legend.
        assert!(!chart(&AXES, &series[..1]).unwrap().contains("counter 0"));
    }

    #[test]
    fn a_long_legend_is_no_longer_than_the_plot() {
        let long = |number| format!("Count-GNN, variant {number:09}");
        let short = |number| format!("smallest spanning {number:04}");
        let names = (0..13).map(short).chain((0..13).map(long));
        let series: Vec<Series> = names.map(|name| line(&name)).collect();
        let svg = chart(&AXES, &series).unwrap();
        assert!(height(&svg) < fine(2.0 * 386.0), "{}", height(&svg));
    }

    #[test]
    fn coinciding_points_are_drawn_once() {
        let points = (0..1_000).map(|at| (f64::from(at % 10), 1.0 + f64::from(at % 7))).collect();
        let series = [Series { name: "GIN".to_owned(), points, mark: Mark::Points }];
        assert_eq!(chart(&AXES, &series).unwrap().matches("<circle").count(), 70);
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert_eq!(chart(&AXES, &[]), None);
        let empty = Series { name: String::new(), points: Vec::new(), mark: Mark::Points };
        assert_eq!(chart(&AXES, &[empty]), None);
        assert_eq!(panels(&AXES, &[]), None);
    }

    #[test]
    fn names_are_not_markup() {
        let svg = chart(&AXES, &[line("a < b"), line("c & d")]).unwrap();
        assert!(svg.contains("a &lt; b") && svg.contains("c &amp; d") && !svg.contains("a < b"));
    }

    #[test]
    fn a_standalone_file_has_a_dark_theme() {
        let svg = standalone(&chart(&AXES, &[line("GIN")]).unwrap());
        let style = svg.find("<style>").unwrap();
        assert!(svg.starts_with("<svg ") && style < svg.find("<line").unwrap());
        // The colours of the page, so that a picture looks the same inside and outside of it.
        for colour in svg[style..svg.find("</style>").unwrap()].split("--").skip(1) {
            let Some((variable, _)) = colour.split_once(';') else { continue };
            assert!(include_str!("style.css").contains(&format!("--{variable};")), "{variable}");
        }
    }
}
