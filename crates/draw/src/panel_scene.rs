//! The items that one panel adds to the scene.

use std::collections::BTreeSet;

use isocount_core::{Label, NodeId, Wanted};

use crate::caption::shortened;
use crate::curve::Curve;
use crate::heat::shown;
use crate::lines::Line;
use crate::palette::{ABSENT, Colour, HIGHLIGHT, INK, LINE, QUIET_INK, WHITE};
use crate::placement::Placement;
use crate::scene::{Anchor, Fill, Item, Outline, Part, Shape, Stroke, Text, TextStyle, text_width};
use crate::{Heat, Names, Panel, Point};

/// The height of title and subtitle.
pub(crate) const HEADER: f64 = 58.0;
const TITLE_SIZE: f64 = 18.0;
const SUBTITLE_SIZE: f64 = 12.5;
const MIN_WIDTH: f64 = 120.0;

/// With more lines than this, texts on lines would hide the graph.
const MAX_LINES_WITH_TEXT: usize = 120;
/// The most characters of a text on a line; the hover text is not truncated.
const MAX_LINE_CHARS: usize = 24;
/// With more lines than this, lines become translucent to avoid a single dark mass.
const MAX_FULL_LINES: f64 = 600.0;
/// The length of the dashes of an absent arc, and of the gaps between them, in radii of a node.
const DASH: f64 = 0.3;
/// Smaller texts are unreadable, even in large circles.
const MIN_TEXT_SIZE: f64 = 4.5;

/// How prominently a part of the graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Plain,
    Faded,
    Strong,
}

/// A panel with the final positions of all its parts.
pub(crate) struct PanelScene<'a> {
    panel: &'a Panel<'a>,
    names: Names<'a>,
    placed: Placement,
}

impl<'a> PanelScene<'a> {
    pub(crate) fn new(panel: &'a Panel<'a>, names: Names<'a>) -> Self {
        Self { panel, names, placed: Placement::new(panel) }
    }

    pub(crate) fn width(&self) -> f64 {
        let title = text_width(&self.panel.title) * TITLE_SIZE;
        (self.placed.size.x + 2.0 * self.overhang()).max(title).max(MIN_WIDTH)
    }

    /// How far the longest text on a line extends beyond the graph, to the left or to the right.
    fn overhang(&self) -> f64 {
        let size = self.line_text_size();
        let beyond = self.line_texts().map(|(_, curve, name)| {
            let (middle, half) = (curve.middle().x, text_width(&name) * size / 2.0);
            (half - middle).max(middle + half - self.placed.size.x)
        });
        beyond.fold(0.0, f64::max)
    }

    /// The height of the graph alone.
    pub(crate) fn body_height(&self) -> f64 {
        self.placed.size.y
    }

    /// The legend of the heat colours.
    pub(crate) fn heat_legend(&self) -> impl Iterator<Item = (Colour, String)> + '_ {
        self.panel.heat.iter().flat_map(Heat::legend)
    }

    /// The node labels whose names do not fit into the circles, with their names.
    pub(crate) fn unreadable_labels(&self) -> BTreeSet<(Label, String)> {
        if self.panel.heat.is_some() {
            // Colours have another meaning.
            return BTreeSet::new();
        }
        let labels: BTreeSet<Label> = self.panel.graph.node_labels().iter().copied().collect();
        let radius = self.placed.radius;
        let unreadable =
            labels.into_iter().filter(|&label| self.text_size(label, radius).is_none());
        unreadable.map(|label| (label, self.node_name(label))).collect()
    }

    fn node_name(&self, label: Label) -> String {
        let pattern = self.panel.pattern;
        self.names.of_node(pattern.map_or(Wanted::Label(label), |p| p.set_of_node_label(label)))
    }

    fn edge_name(&self, label: Label) -> String {
        let pattern = self.panel.pattern;
        if let Some(set) = pattern.and_then(|pattern| pattern.absent_of_label(label)) {
            return self.names.of_edge(set.single().map_or(Wanted::Set(set), Wanted::Label));
        }
        self.names.of_edge(pattern.map_or(Wanted::Label(label), |p| p.edge_set(label)))
    }

    /// Whether a line shows an arc that must be absent.
    fn is_absent(&self, line: &Line) -> bool {
        let first = line.arcs.first().map(|&ix| self.placed.arcs[ix].label);
        let pattern = self.panel.pattern.zip(first);
        pattern.is_some_and(|(pattern, label)| pattern.absent_of_label(label).is_some())
    }

    pub(crate) fn is_weighted(&self) -> bool {
        self.panel.weights.is_some()
    }

    /// Draws the header at `corner`, and the graph centred in the body below.
    pub(crate) fn draw(&self, items: &mut Vec<Item>, corner: Point, body_height: f64) {
        self.draw_header(items, corner + Point::new(self.width() / 2.0, 0.0));
        let free = Point::new(self.width(), body_height) - self.placed.size;
        let corner = corner + Point::new(0.0, HEADER) + free * 0.5;
        let mut body = Vec::new();
        for tone in [Tone::Faded, Tone::Plain, Tone::Strong] {
            for (line, curve) in self.lines_in(tone) {
                body.push(self.line(line, *curve, tone));
            }
            self.draw_line_texts(&mut body, tone);
            for v in self.panel.graph.nodes().filter(|&v| self.node_tone(v) == tone) {
                body.push(self.node(v, tone));
            }
        }
        for (&v, badge) in &self.panel.badges {
            self.draw_badge(&mut body, v, badge);
        }
        items.push(Item::Moved { by: corner, items: body });
    }

    fn draw_header(&self, items: &mut Vec<Item>, middle: Point) {
        let graph = self.panel.graph;
        let num_arcs = self.panel.pattern.map_or(graph.num_arcs(), |pattern| pattern.num_arcs());
        let (nodes, arcs) = (graph.num_nodes(), num_arcs);
        let size = format!("{}, {}", counted(nodes, "node"), counted(arcs, "arc"));
        let title = TextStyle { size: TITLE_SIZE, colour: INK, anchor: Anchor::Middle, rim: 0.0 };
        items.push(text(middle + Point::new(0.0, 12.0), title, &self.panel.title));
        let quiet = TextStyle { size: SUBTITLE_SIZE, colour: QUIET_INK, ..title };
        items.push(text(middle + Point::new(0.0, 34.0), quiet, &size));
    }

    fn lines_in(&self, tone: Tone) -> impl Iterator<Item = &(Line, Curve)> {
        self.placed.lines.iter().filter(move |(line, _)| self.line_tone(line) == tone)
    }

    fn line_tone(&self, line: &Line) -> Tone {
        let is_strong = |ix: &usize| {
            self.panel.highlight.as_ref().is_some_and(|h| h.arcs.contains(&self.placed.arcs[*ix]))
        };
        self.tone(line.arcs.iter().any(is_strong))
    }

    fn node_tone(&self, v: NodeId) -> Tone {
        self.tone(self.panel.stands_out(v))
    }

    fn tone(&self, stands_out: bool) -> Tone {
        match (&self.panel.highlight, stands_out) {
            (None, _) => Tone::Plain,
            (Some(_), true) => Tone::Strong,
            (Some(_), false) => Tone::Faded,
        }
    }

    fn line(&self, line: &Line, curve: Curve, tone: Tone) -> Item {
        let weight = self.panel.weight(&line.arcs);
        let thin = (0.1 * self.placed.radius).clamp(0.8, 1.8);
        let scale = self.panel.heat.as_ref();
        let warmth = scale.and_then(|scale| Some((scale, scale.of_line(&line.arcs)?)));
        let share = warmth.map(|(scale, value)| scale.share(value));
        let own = match warmth {
            // Lines are thin: cold ones are drawn grey, not nearly white.
            Some((scale, value)) if value > 0.0 => scale.colour(value).mixed(INK, 0.08),
            Some(_) => LINE.mixed(WHITE, 0.4),
            None if self.is_absent(line) => ABSENT,
            None => weight.map_or(LINE, Colour::of_weight),
        };
        let (colour, width) = match tone {
            Tone::Faded => (own.mixed(WHITE, 0.6), thin),
            Tone::Plain => {
                let weight = share.or(weight.map(f64::abs));
                (own, thin * weight.map_or(1.0, |weight| 0.8 + 2.0 * weight))
            }
            Tone::Strong => (HIGHLIGHT, (2.2 * thin).max(2.0)),
        };
        let is_among_many = tone != Tone::Strong && weight.is_none() && warmth.is_none();
        let crowd = (MAX_FULL_LINES / self.placed.lines.len() as f64).clamp(0.4, 1.0);
        let (curve, head) = if line.has_arrow() {
            let ends = [line.tail, line.head].map(|v| self.placed.points[v.ix()]);
            let size = (0.48 * self.placed.radius).clamp(2.5, 9.5) + 1.2 * width;
            let (cut, corners) = curve.with_arrow(size.min(0.3 * (ends[0] - ends[1]).length()));
            (cut, Some(corners))
        } else {
            (curve, None)
        };
        let dash = self.is_absent(line).then_some(DASH * self.placed.radius);
        let stroke = Some(Stroke { colour, width, dash });
        let shaft = Shape { outline: Outline::Curve(curve), fill: None, stroke };
        let head = head.map(|corners| Shape {
            outline: Outline::Triangle(corners),
            fill: Some(Fill::Plain(colour)),
            stroke: None,
        });
        Item::Part(Part {
            hover: self.line_hover(line, weight) + &hover_heat(warmth.map(|(_, value)| value)),
            opacity: if is_among_many { crowd } else { 1.0 },
            items: [shaft].into_iter().chain(head).map(Item::Shape).collect(),
        })
    }

    fn line_hover(&self, line: &Line, weight: Option<f64>) -> String {
        let arrow = if line.arcs.len() == 2 { "–" } else { "→" };
        let name = self.line_name(line);
        let colon = if name.is_empty() { "" } else { ": " };
        let weight = weight.map(|weight| format!(" ({weight:+.2})")).unwrap_or_default();
        let absent = if self.is_absent(line) { "no " } else { "" };
        format!("{absent}{} {arrow} {}{colon}{name}{weight}", line.tail.0, line.head.0)
    }

    fn line_name(&self, line: &Line) -> String {
        let first = line.arcs.first().map(|&ix| self.placed.arcs[ix].label);
        first.map(|label| self.edge_name(label)).unwrap_or_default()
    }

    fn node(&self, v: NodeId, tone: Tone) -> Item {
        let label = self.panel.graph.node_label(v);
        let heat = self.panel.heat.as_ref();
        let warmth = heat.and_then(|heat| Some((heat, heat.of_node(v)?)));
        let own = match (warmth, heat) {
            (Some((heat, value)), _) => heat.colour(value),
            // The lines are coloured instead.
            (None, Some(_)) => LINE.mixed(WHITE, 0.6),
            (None, None) => Colour::of_label(label),
        };
        let name = self.node_name(label);
        let (at, radius) = (self.placed.points[v.ix()], self.placed.radii[v.ix()]);
        let fill = if tone == Tone::Faded { own.mixed(WHITE, 0.72) } else { own };
        let rim = (0.07 * radius).clamp(0.4, 1.4);
        let (colour, width) = match tone {
            Tone::Faded => (fill.mixed(INK, 0.12), rim),
            Tone::Plain => (fill.mixed(INK, 0.4), rim),
            Tone::Strong => (HIGHLIGHT, 0.2 * radius),
        };
        let mut items = vec![Item::Shape(Shape {
            outline: Outline::Circle { middle: at, radius },
            fill: Some(Fill::Plain(fill)),
            stroke: Some(Stroke { colour, width, dash: None }),
        })];
        if let Some(size) = self.text_size(label, radius) {
            let ink = if tone == Tone::Faded { fill.mixed(INK, 0.45) } else { fill.ink() };
            let style = TextStyle { size, colour: ink, anchor: Anchor::Middle, rim: 0.0 };
            items.push(text(at, style, &name));
        }
        let colon = if name.is_empty() { "" } else { ": " };
        let heat = hover_heat(warmth.map(|(_, value)| value));
        Item::Part(Part { hover: format!("node {}{colon}{name}{heat}", v.0), opacity: 1.0, items })
    }

    /// The size at which the name of a label fits into a circle, if it is readable at that size.
    fn text_size(&self, label: Label, radius: f64) -> Option<f64> {
        let width = text_width(&self.node_name(label));
        let fitting = if width > 0.0 { 1.65 * radius / width } else { f64::INFINITY };
        let size = fitting.min(0.95 * radius);
        (size >= MIN_TEXT_SIZE.max(0.4 * radius)).then_some(size)
    }

    /// The texts on the lines, if they are readable and informative.
    fn line_texts(&self) -> impl Iterator<Item = (&Line, Curve, String)> {
        let labels: BTreeSet<Label> = self.placed.arcs.iter().map(|arc| arc.label).collect();
        let shown = labels.len() >= 2 && self.placed.lines.len() <= MAX_LINES_WITH_TEXT;
        self.placed
            .lines
            .iter()
            .filter(move |_| shown)
            .map(|(line, curve)| (line, *curve, shortened(&self.line_name(line), MAX_LINE_CHARS)))
    }

    fn line_text_size(&self) -> f64 {
        (0.6 * self.placed.radius).max(7.0)
    }

    fn draw_line_texts(&self, items: &mut Vec<Item>, tone: Tone) {
        let colour = match tone {
            Tone::Plain => QUIET_INK,
            Tone::Faded => QUIET_INK.mixed(WHITE, 0.55),
            Tone::Strong => HIGHLIGHT,
        };
        let size = self.line_text_size();
        let style = TextStyle { size, colour, anchor: Anchor::Middle, rim: 0.6 * size };
        for (line, curve, name) in self.line_texts() {
            if self.line_tone(line) == tone {
                items.push(text(curve.middle(), style, &name));
            }
        }
    }

    /// A small plate at the upper right of a node.
    fn draw_badge(&self, items: &mut Vec<Item>, v: NodeId, badge: &str) {
        let Some(&at) = self.placed.points.get(v.ix()) else { return };
        let radius = self.placed.radii[v.ix()];
        let size = (0.6 * radius).max(7.0);
        let height = 1.35 * size;
        let width = height.max((text_width(badge) + 0.5) * size);
        let middle = at + Point::new(0.8, -0.8) * radius;
        items.push(Item::Shape(Shape {
            outline: Outline::Plate {
                corner: middle - Point::new(width, height) * 0.5,
                size: Point::new(width, height),
                rounding: height / 2.0,
            },
            fill: Some(Fill::Plain(HIGHLIGHT)),
            stroke: Some(Stroke { colour: WHITE, width: 1.0, dash: None }),
        }));
        let style = TextStyle { size, colour: WHITE, anchor: Anchor::Middle, rim: 0.0 };
        items.push(text(middle, style, badge));
    }
}

/// ` (45)`
fn hover_heat(value: Option<f64>) -> String {
    value.map(|value| format!(" ({})", shown(value))).unwrap_or_default()
}

fn text(at: Point, style: TextStyle, content: &str) -> Item {
    Item::Text(Text { at, style, content: content.to_owned() })
}

fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
