//! Charts as SVG that follow the colours of the page.
//!
//! plotters writes colours as they are; those of [`INK`] and [`GRID`] are then replaced by what the page says, so that a
//! chart is readable in the light and in the dark. Text has no size that depends on a font of this machine.

use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::RGBColor;

/// Stand for the colours of the page.
const INK: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(2, 2, 2);

/// Colours that are told apart by most eyes, on white and on black (Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(140, 140, 140),
    RGBColor(150, 110, 60),
];

/// One line or cloud of points.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) mark: Mark,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Line,
    Points,
    /// A thin line in the colour of the text.
    Guide,
}

/// Axes of a chart.
pub(crate) struct Axes<'a> {
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
    pub(crate) x_is_log: bool,
    pub(crate) y_is_log: bool,
}

/// Draws a chart; nothing if there is nothing to draw.
pub(crate) fn chart(axes: &Axes<'_>, series: &[Series]) -> Option<String> {
    let all: Vec<(f64, f64)> = series.iter().flat_map(|it| it.points.iter().copied()).collect();
    let (x, y) = (
        bounds(all.iter().map(|point| point.0), axes.x_is_log)?,
        bounds(all.iter().map(|point| point.1), axes.y_is_log)?,
    );
    let mut svg = String::new();
    let drawn = match (axes.x_is_log, axes.y_is_log) {
        (false, false) => draw(&mut svg, axes, series, x.0..x.1, y.0..y.1),
        (true, false) => draw(&mut svg, axes, series, (x.0..x.1).log_scale(), y.0..y.1),
        (false, true) => draw(&mut svg, axes, series, x.0..x.1, (y.0..y.1).log_scale()),
        (true, true) => {
            draw(&mut svg, axes, series, (x.0..x.1).log_scale(), (y.0..y.1).log_scale())
        }
    };
    drawn.ok()?;
    Some(svg.replace("#010101", "var(--ink, #222)").replace("#020202", "var(--grid, #ddd)"))
}

/// The least and the largest number, a little apart.
fn bounds(values: impl Iterator<Item = f64> + Clone, is_log: bool) -> Option<(f64, f64)> {
    let values = values.filter(|value| value.is_finite());
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return None;
    }
    if is_log {
        let low = low.max(1e-9);
        return Some((low / 1.15, high.max(low) * 1.15));
    }
    let room = ((high - low) * 0.05).max(1e-9 + high.abs() * 1e-3);
    Some((if low >= 0.0 && low < room * 4.0 { 0.0 } else { low - room }, high + room))
}

fn draw<X, Y>(
    svg: &mut String,
    axes: &Axes<'_>,
    series: &[Series],
    x: X,
    y: Y,
) -> Result<(), DrawingAreaErrorKind<std::convert::Infallible>>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let root = SVGBackend::with_string(svg, (720, 420)).into_drawing_area();
    let font = ("sans-serif", 14).into_font().color(&INK);
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x, y)
        .map_err(|_| DrawingAreaErrorKind::LayoutError)?;
    let label = |value: &f64| number(*value);
    chart
        .configure_mesh()
        .x_desc(axes.x)
        .y_desc(axes.y)
        .axis_style(INK)
        .label_style(font.clone())
        .axis_desc_style(font.clone())
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&label)
        .y_label_formatter(&label)
        .x_labels(8)
        .y_labels(7)
        .draw()
        .map_err(|_| DrawingAreaErrorKind::LayoutError)?;
    let mut colours = COLOURS.iter().cycle();
    for it in series {
        let wrong = |_| DrawingAreaErrorKind::LayoutError;
        if it.mark == Mark::Guide {
            let line = LineSeries::new(it.points.iter().copied(), INK.stroke_width(1));
            chart.draw_series(line).map_err(wrong)?;
            continue;
        }
        let colour = *colours.next().expect("they repeat");
        if it.mark == Mark::Line {
            let line = LineSeries::new(it.points.iter().copied(), colour.stroke_width(2));
            chart.draw_series(line).map_err(wrong)?.label(&it.name).legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(3))
            });
        }
        let size = if it.points.len() > 60 { 2 } else { 4 };
        if it.mark == Mark::Points || it.points.len() <= 12 {
            let dots = it.points.iter().map(|&at| Circle::new(at, size, colour.mix(0.75).filled()));
            let drawn = chart.draw_series(dots).map_err(wrong)?;
            if it.mark == Mark::Points {
                drawn
                    .label(&it.name)
                    .legend(move |(x, y)| Circle::new((x + 8, y), 4, colour.filled()));
            }
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .label_font(font)
        .border_style(TRANSPARENT)
        .draw()
        .map_err(|_| DrawingAreaErrorKind::LayoutError)?;
    root.present().map_err(|_| DrawingAreaErrorKind::LayoutError)
}

/// A number as one reads it on an axis.
fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 1e6 => format!("{:.0} M", value / 1e6),
        size if size >= 1e4 => format!("{:.0} k", value / 1e3),
        size if size >= 100.0 || (size >= 1.0 && value.fract().abs() < 1e-9) => {
            format!("{value:.0}")
        }
        size if size >= 1.0 => format!("{value:.1}"),
        size if size >= 0.01 => format!("{value:.2}"),
        _ => format!("{value:.0e}"),
    }
}
