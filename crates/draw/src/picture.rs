//! Panels side by side.

use std::collections::BTreeSet;
use std::fmt;

use isocount_core::{Label, LabeledGraph, NodeId, Pattern};

use crate::legend::Legend;
use crate::palette::Colour;
use crate::panel_scene::{HEADER, PanelScene};
use crate::png::to_png;
use crate::scene::Scene;
use crate::svg::to_svg;
use crate::{Panel, PngError, Point};

/// Around the picture, and between its panels.
const MARGIN: f64 = 24.0;
const GAP: f64 = 48.0;

/// More names than this explain nothing.
const MAX_LEGEND: usize = 40;

/// What labels are called; an empty name is not shown.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The name of a node label.
    pub node: &'a dyn Fn(Label) -> String,
    /// The name of an edge label.
    pub edge: &'a dyn Fn(Label) -> String,
}

impl Names<'static> {
    /// Every label is called by its number.
    pub const NUMBERS: Self =
        Self { node: &|label| label.0.to_string(), edge: &|label| label.0.to_string() };
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Names")
    }
}

/// Panels from left to right, and below them what their colours mean if the nodes cannot say it.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    names: Names<'a>,
    panels: Vec<Panel<'a>>,
}

impl<'a> Picture<'a> {
    /// A picture without panels.
    #[must_use]
    pub fn new(names: Names<'a>) -> Self {
        Self { names, panels: Vec::new() }
    }

    /// A pattern with its node numbers, and beside it a graph in which one mapping stands out.
    /// `mapping` is indexed by pattern node.
    #[must_use]
    pub fn of_mapping(
        pattern: &'a Pattern,
        graph: &'a LabeledGraph,
        mapping: &[NodeId],
        names: Names<'a>,
    ) -> Self {
        let numbered = Panel::new("Pattern", pattern.graph()).numbered();
        Self::new(names).with(numbered).with(Panel::new("Graph", graph).mapped(pattern, mapping))
    }

    /// One more panel, on the right.
    #[must_use]
    pub fn with(mut self, panel: Panel<'a>) -> Self {
        self.panels.push(panel);
        self
    }

    /// The picture as a document of its own.
    #[must_use]
    pub fn to_svg(&self) -> String {
        to_svg(&self.scene())
    }

    /// The picture as the bytes of a PNG file, `zoom` pixels for each unit of the SVG: 2 is sharp on
    /// most screens. All text is set in one font that comes with the program, so the pixels are the
    /// same on machines with other fonts, or none. A character that it lacks is a box.
    ///
    /// # Errors
    /// A picture without pixels, or with too many.
    pub fn to_png(&self, zoom: f32) -> Result<Vec<u8>, PngError> {
        to_png(&self.scene(), zoom)
    }

    fn scene(&self) -> Scene {
        let panels: Vec<PanelScene<'_>> =
            self.panels.iter().map(|panel| PanelScene::new(panel, self.names)).collect();
        let gaps = GAP * panels.len().saturating_sub(1) as f64;
        let width = panels.iter().map(PanelScene::width).sum::<f64>() + gaps;
        let body_height = panels.iter().map(PanelScene::body_height).fold(0.0, f64::max);
        let height = if panels.is_empty() { 0.0 } else { HEADER + body_height };
        let legend = self.legend(&panels, width);
        let below = if legend.height > 0.0 { MARGIN + legend.height } else { 0.0 };

        let mut items = Vec::new();
        let mut corner = Point::new(MARGIN, MARGIN);
        for panel in &panels {
            panel.draw(&mut items, corner, body_height);
            corner.x += panel.width() + GAP;
        }
        legend.draw(&mut items, Point::new(MARGIN, MARGIN + height + MARGIN));
        let size = Point::new(width + 2.0 * MARGIN, height + below + 2.0 * MARGIN);
        Scene { size, items }
    }

    fn legend(&self, panels: &[PanelScene<'_>], width: f64) -> Legend {
        let labels: BTreeSet<Label> =
            panels.iter().flat_map(PanelScene::unreadable_labels).collect();
        let entries =
            labels.into_iter().map(|label| (Colour::of_label(label), (self.names.node)(label)));
        let named: Vec<(Colour, String)> = entries.filter(|(_, name)| !name.is_empty()).collect();
        let named = if named.len() > MAX_LEGEND { Vec::new() } else { named };
        Legend::new(named, panels.iter().any(PanelScene::is_weighted), width)
    }
}
