//! Charts as SVG that follow the colours of the page.
//!
//! Lines and text have the colours of the page, which are variables with a value for those who have none; a counter has the colour,
//! dashes and shape of [`look`]. What is what stands below the plot, where it covers nothing. A chart is as wide as a column of text
//! and has large letters, so that it can be read on a phone as well.

use super::axis::Scale;
use super::html::escape;
use super::labels;
use super::look::{self, Look};

const WIDTH: f64 = 540.0;
/// Of letters.
const SIZE: f64 = 15.0;
/// From one line of the legend to the next.
const LINE: f64 = 23.0;
const INK: &str = "var(--ink, #1d2330)";
const SOFT: &str = "var(--soft, #5b6472)";
const GRID: &str = "var(--grid, #e1e3e8)";

/// One line or cloud of points.
pub(crate) struct Series {
    /// A counter, or something else; who has the same name looks the same.
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

/// Axes of a chart. Zero has a place of its own at the end of a logarithmic one.
pub(crate) struct Axes<'a> {
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
    pub(crate) x_is_log: bool,
    pub(crate) y_is_log: bool,
}

/// Draws a chart; nothing if there is nothing to draw. A series of a single point has its name beside it, if there is room.
pub(crate) fn chart(axes: &Axes<'_>, series: &[Series]) -> Option<String> {
    let frame = Frame { left: 72.0, right: WIDTH - 14.0, top: 12.0, bottom: 330.0 };
    let plot = Plot::new(axes, series.iter(), frame)?;
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
    // What matters most lies above the others.
    drawn.sort_by_key(|it| it.look.is_prominent);
    let mut body = plot.grid([7, 7]);
    body += &describe(axes, &frame);
    for it in &drawn {
        body += &plot.series(it);
    }
    let lonely: Vec<Drawn<'_>> =
        drawn.iter().filter(|it| it.is_one_point()).rev().copied().collect();
    let (names, all_named) = plot.names(&lonely);
    body += &names;
    let bottom = frame.bottom + 56.0;
    // One line says itself what it is; so do points that all have their names.
    let needs_legend = entries.len() > 1 && !(all_named && lonely.len() == entries.len());
    let height = if needs_legend { bottom + legend(&entries, bottom, &mut body) } else { bottom };
    Some(svg(height, &format!("{} against {}", axes.y, axes.x), &body))
}

/// A chart beside others with the same axes.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) series: Vec<Series>,
}

/// Draws charts with common axes, two in a row; nothing if there is nothing to draw.
pub(crate) fn panels(axes: &Axes<'_>, panels: &[Panel]) -> Option<String> {
    const PANEL: f64 = 240.0;
    let (width, rows) = ((WIDTH - 24.0) / 2.0, panels.len().div_ceil(2));
    let all = || panels.iter().flat_map(|panel| &panel.series);
    let whole = Frame { left: 66.0, right: WIDTH - 14.0, top: 0.0, bottom: PANEL * rows as f64 };
    let plot = Plot::new(axes, all(), whole)?;
    let mut body = String::new();
    for (place, panel) in panels.iter().enumerate() {
        let left = 24.0 + width * (place % 2) as f64;
        let top = PANEL * (place / 2) as f64;
        let frame = Frame {
            left: left + 42.0,
            right: left + width - 8.0,
            top: top + 28.0,
            bottom: top + PANEL - 26.0,
        };
        let plot = plot.within(frame);
        body += &plot.grid([5, 5]);
        let middle = f64::midpoint(frame.left, frame.right);
        body += &text([middle, top + 20.0], "middle", INK, " font-weight=\"600\"", &panel.title);
        for series in &panel.series {
            let look = look::of(&panel.title).unwrap_or_else(|| look::of_place(0));
            body += &plot.series(&Drawn { series, look });
        }
    }
    body += &describe(axes, &Frame { left: 72.0, bottom: whole.bottom - 28.0, ..whole });
    Some(svg(whole.bottom + 28.0, &format!("{} against {}", axes.y, axes.x), &body))
}

/// The same picture as a file of its own: it brings the colours of the page, in the light and in the dark.
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

fn svg(height: f64, label: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"{SIZE}\" role=\"img\" aria-label=\"{}\">\n{body}</svg>\n",
        escape(label.trim())
    )
}

fn text([x, y]: [f64; 2], anchor: &str, colour: &str, more: &str, text: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\"{more}>{}</text>\n",
        escape(text)
    )
}

/// What the axes are.
fn describe(axes: &Axes<'_>, frame: &Frame) -> String {
    let middle = [f64::midpoint(frame.left, frame.right), f64::midpoint(frame.top, frame.bottom)];
    let turned = format!(" transform=\"rotate(270 {:.1} {:.1})\"", frame.left - 56.0, middle[1]);
    text([middle[0], frame.bottom + 44.0], "middle", INK, "", axes.x)
        + &text([frame.left - 56.0, middle[1]], "middle", INK, &turned, axes.y)
}

/// Where the lines of a plot are.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// A series and how it looks.
#[derive(Clone, Copy)]
struct Drawn<'a> {
    series: &'a Series,
    look: Look,
}

impl Drawn<'_> {
    fn is_one_point(&self) -> bool {
        self.series.mark == Mark::Points && self.series.points.len() == 1
    }

    /// Whether the points of a line are few enough to be seen.
    fn has_shapes(&self) -> bool {
        match self.series.mark {
            Mark::Line => self.series.points.len() <= 12,
            Mark::Points => self.series.points.len() <= 60,
            Mark::Guide => false,
        }
    }

    fn weight(&self) -> &'static str {
        if self.look.is_prominent { " font-weight=\"600\"" } else { "" }
    }

    /// Of its name; heavy letters are wider.
    fn width(&self) -> f64 {
        labels::width(&self.series.name, SIZE) * if self.look.is_prominent { 1.1 } else { 1.0 }
    }

    fn radius(&self) -> f64 {
        if self.look.is_prominent { 6.5 } else { 4.5 }
    }

    fn stroke(&self) -> String {
        let Look { colour, dashes, is_prominent, .. } = self.look;
        let width = if is_prominent { 3.2 } else { 1.7 };
        let dashes = if dashes.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{dashes}\"")
        };
        format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes}"
        )
    }
}

/// A frame with its axes.
struct Plot {
    frame: Frame,
    x: Scale,
    y: Scale,
}

impl Plot {
    fn new<'a>(
        axes: &Axes<'_>,
        series: impl Iterator<Item = &'a Series> + Clone,
        frame: Frame,
    ) -> Option<Self> {
        let points = series.flat_map(|it| it.points.iter());
        let x = points.clone().map(|point| point.0);
        let y = points.map(|point| point.1);
        Some(Self {
            frame,
            x: Scale::new(x, axes.x_is_log, [frame.left, frame.right])?,
            y: Scale::new(y, axes.y_is_log, [frame.bottom, frame.top])?,
        })
    }

    /// The same axes in another frame.
    fn within(&self, frame: Frame) -> Self {
        Self {
            frame,
            x: self.x.at_place([frame.left, frame.right]),
            y: self.y.at_place([frame.bottom, frame.top]),
        }
    }

    fn grid(&self, most: [usize; 2]) -> String {
        let Frame { left, right, top, bottom } = self.frame;
        let line = |x: [f64; 2], y: [f64; 2], colour: &str| {
            format!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\"/>\n",
                x[0], y[0], x[1], y[1]
            )
        };
        let mut drawn = String::new();
        for tick in self.x.ticks(most[0]) {
            let x = self.x.at(tick.value);
            drawn += &line([x, x], [top, bottom], GRID);
            drawn += &text([x, bottom + 19.0], "middle", SOFT, "", &tick.label);
        }
        for tick in self.y.ticks(most[1]) {
            let y = self.y.at(tick.value);
            drawn += &line([left, right], [y, y], GRID);
            drawn += &text([left - 6.0, y + 5.0], "end", SOFT, "", &tick.label);
        }
        drawn
            + &line([left, right], [bottom, bottom], INK)
            + &line([left, left], [top, bottom], INK)
    }

    fn place(&self, point: (f64, f64)) -> [f64; 2] {
        [self.x.at(point.0), self.y.at(point.1)]
    }

    fn series(&self, drawn: &Drawn<'_>) -> String {
        let Series { name, points, mark } = drawn.series;
        let places: Vec<[f64; 2]> = points
            .iter()
            .filter(|point| point.0.is_finite() && point.1.is_finite())
            .map(|&point| self.place(point))
            .collect();
        let corners: Vec<String> = places.iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
        if *mark == Mark::Guide {
            return format!(
                "<path d=\"M{}\" fill=\"none\" stroke=\"{SOFT}\"/>\n",
                corners.join("L")
            );
        }
        let mut parts = String::new();
        if *mark == Mark::Line {
            parts += &format!("<path d=\"M{}\" {}/>", corners.join("L"), drawn.stroke());
        }
        if drawn.has_shapes() {
            let Look { shape, colour, .. } = drawn.look;
            parts += &places
                .iter()
                .map(|&place| shape.draw(place, drawn.radius(), colour))
                .collect::<String>();
        } else if *mark == Mark::Points {
            parts += &cloud(corners, drawn.look.colour);
        }
        format!("<g><title>{}</title>{parts}</g>\n", escape(name))
    }

    /// The names of points beside them, and whether all had room.
    fn names(&self, points: &[Drawn<'_>]) -> (String, bool) {
        let Frame { left, right, top, bottom } = self.frame;
        let places: Vec<labels::Point<'_>> = points
            .iter()
            .map(|it| labels::Point {
                place: self.place(it.series.points[0]),
                radius: it.radius(),
                name: &it.series.name,
            })
            .collect();
        let found = labels::place(&places, [left, top, right, bottom], SIZE - 2.0);
        let mut drawn = String::new();
        for (it, label) in points.iter().zip(&found) {
            let Some(label) = label else { continue };
            let more = format!(" font-size=\"{}\"{}", SIZE - 2.0, it.weight());
            drawn += &text(label.start, "start", INK, &more, &it.series.name);
        }
        (drawn, found.iter().all(Option::is_some))
    }
}

/// Many points as dots, those that fall together once.
fn cloud(mut corners: Vec<String>, colour: &str) -> String {
    corners.sort_unstable();
    corners.dedup();
    let dots: String = corners.iter().map(|corner| format!("M{corner}h0")).collect();
    format!(
        "<path d=\"{dots}\" stroke=\"{colour}\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-opacity=\"0.6\"/>"
    )
}

/// What is what, below the plot; says how high it is.
fn legend(entries: &[Drawn<'_>], top: f64, body: &mut String) -> f64 {
    const SAMPLE: f64 = 30.0;
    const LEFT: f64 = 14.0;
    // As many columns as fit, each as wide as its longest name.
    let widths = |columns: usize| -> Vec<f64> {
        let lines = entries.len().div_ceil(columns);
        let widest = |column: &[Drawn<'_>]| column.iter().map(Drawn::width).fold(0.0, f64::max);
        entries.chunks(lines).map(|column| SAMPLE + widest(column) + 28.0).collect()
    };
    let fits = |columns: &usize| LEFT + widths(*columns).iter().sum::<f64>() < WIDTH + 16.0;
    let columns = (1..=4).rev().find(fits).unwrap_or(1);
    let lines = entries.len().div_ceil(columns);
    let mut x = LEFT;
    for (column, width) in entries.chunks(lines).zip(widths(columns)) {
        for (place, it) in column.iter().enumerate() {
            let y = top + LINE * (place as f64 + 0.5);
            if it.series.mark == Mark::Line {
                *body += &format!("<path d=\"M{x:.1} {y:.1}h{SAMPLE}\" {}/>", it.stroke());
            }
            if it.has_shapes() || it.series.mark == Mark::Points {
                *body += &it.look.shape.draw([x + SAMPLE / 2.0, y], it.radius(), it.look.colour);
            }
            let place = [x + SAMPLE + 8.0, y + 5.0];
            *body += &text(place, "start", INK, it.weight(), &it.series.name);
        }
        x += width;
    }
    LINE * lines as f64 + 8.0
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
    fn a_counter_has_its_colour_wherever_it_stands() {
        let colour = look::of("gin").unwrap().colour;
        for series in [vec![line("GIN")], vec![line("GCN"), line("VF2"), line("GIN")]] {
            let svg = chart(&AXES, &series).unwrap();
            let (_, own) = svg.split_once("<title>GIN</title>").unwrap();
            let (own, _) = own.split_once("</g>").unwrap();
            assert!(own.contains(&format!("stroke=\"{colour}\"")), "{own}");
        }
    }

    #[test]
    fn the_legend_is_below_the_plot_and_names_everyone() {
        let names: Vec<String> = (0..17).map(|number| format!("counter {number}")).collect();
        let series: Vec<Series> = names.iter().map(|name| line(name)).collect();
        let svg = chart(&AXES, &series).unwrap();
        for name in &names {
            let place = svg.find(&format!(">{name}</text>")).unwrap();
            let y = svg[..place].rsplit_once(" y=\"").unwrap().1.split_once('"').unwrap().0;
            assert!(y.parse::<f64>().unwrap() > 374.0, "{name} at {y}");
        }
        // One line needs none.
        assert!(!chart(&AXES, &series[..1]).unwrap().contains(">counter 0</text>"));
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
    fn a_file_of_its_own_knows_the_dark() {
        let svg = standalone(&chart(&AXES, &[line("GIN")]).unwrap());
        let style = svg.find("<style>").unwrap();
        assert!(svg.starts_with("<svg ") && style < svg.find("<path").unwrap());
        // The colours of the page, so that a picture looks the same in it and beside it.
        for colour in svg[style..svg.find("</style>").unwrap()].split("--").skip(1) {
            let Some((variable, _)) = colour.split_once(';') else { continue };
            assert!(include_str!("style.css").contains(&format!("--{variable};")), "{variable}");
        }
    }
}
