//! A picture: panels side by side, with a legend below them.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroUsize;

use isocount_core::{Label, LabeledGraph, NodeId, Pattern, Wanted};

use crate::caption::caption;
use crate::legend::Legend;
use crate::palette::Colour;
use crate::panel_scene::{HEADER, PanelScene};
use crate::png::to_png;
use crate::scene::Scene;
use crate::svg::to_svg;
use crate::{Panel, PngError, Point};

/// The margin around the picture, and the gap between its panels.
const MARGIN: f64 = 24.0;
const GAP: f64 = 48.0;

/// The most names in a legend; with more, it explains nothing.
const MAX_LEGEND: usize = 40;

/// The names of labels. An empty name is not shown; control characters in a name are escaped, and a
/// name longer than 160 characters is truncated.
///
/// ```
/// use isocount_core::Label;
/// use isocount_draw::Names;
///
/// // Atoms by their symbols; bonds without names, as they are all the same.
/// let symbol = |label: Label| ["C", "N", "O"][label.0 as usize].to_owned();
/// let names = Names { node: &symbol, edge: &|_| String::new() };
/// assert_eq!((names.node)(Label(2)), "O");
///
/// // Without names of your own.
/// assert_eq!((Names::NUMBERS.node)(Label(2)), "2");
/// ```
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The name of a node label.
    pub node: &'a dyn Fn(Label) -> String,
    /// The name of an edge label.
    pub edge: &'a dyn Fn(Label) -> String,
}

impl Names<'static> {
    /// Names every label by its number.
    pub const NUMBERS: Self =
        Self { node: &|label| label.0.to_string(), edge: &|label| label.0.to_string() };
}

impl Names<'_> {
    pub(crate) fn of_node(&self, accepts: Wanted<'_>) -> String {
        caption(&accepts.text(self.node))
    }

    pub(crate) fn of_edge(&self, accepts: Wanted<'_>) -> String {
        caption(&accepts.text(self.edge))
    }
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Names")
    }
}

/// Panels from left to right, possibly in several rows, with a legend below them for labels that do
/// not fit into the nodes.
///
/// ```
/// use isocount_core::{Label, LabeledGraph, Pattern};
/// use isocount_draw::{Names, Picture};
///
/// // A path of three nodes, and one arc of it where a pattern was found.
/// let path = |num_nodes: usize| {
///     let mut builder = LabeledGraph::builder();
///     let nodes: Vec<_> = (0..num_nodes).map(|_| builder.node(Label(0))).collect();
///     for pair in nodes.windows(2) {
///         builder.edge(pair[0], pair[1], Label(0));
///     }
///     builder.build().map(|graph| (graph, nodes))
/// };
/// let (graph, nodes) = path(3)?;
/// let arc = Pattern::try_from(path(2)?.0)?;
/// let picture = Picture::of_mapping(&arc, &graph, &nodes[1..], Names::NUMBERS);
/// assert!(picture.to_svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    names: Names<'a>,
    panels: Vec<Panel<'a>>,
    /// The number of panels in a row; all of them if `None`.
    columns: Option<NonZeroUsize>,
}

impl<'a> Picture<'a> {
    /// A picture without panels.
    #[must_use]
    pub fn new(names: Names<'a>) -> Self {
        Self { names, panels: Vec::new(), columns: None }
    }

    /// A pattern with its node numbers, and next to it a graph in which one mapping is highlighted:
    /// `mapping[v]` is the image of pattern node `v`.
    #[must_use]
    pub fn of_mapping(
        pattern: &'a Pattern,
        graph: &'a LabeledGraph,
        mapping: &[NodeId],
        names: Names<'a>,
    ) -> Self {
        let numbered = Panel::of_pattern("Pattern", pattern).numbered();
        Self::new(names).with(numbered).with(Panel::new("Graph", graph).mapped(pattern, mapping))
    }

    /// Adds a panel on the right.
    #[must_use]
    pub fn with(mut self, panel: Panel<'a>) -> Self {
        self.panels.push(panel);
        self
    }

    /// Begins a new row after `columns` panels.
    #[must_use]
    pub fn in_rows_of(self, columns: NonZeroUsize) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// The picture as a standalone SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        to_svg(&self.scene())
    }

    /// The picture as the bytes of a PNG file, `zoom` pixels per unit of the SVG; 2 is sharp on
    /// most screens. All text is set in a built-in font, so the pixels do not depend on the
    /// machine's fonts. A character that the font lacks is drawn as a box.
    ///
    /// # Errors
    /// [`PngError::Size`] if the picture would have no pixels, or more than 16,384 on a side.
    pub fn to_png(&self, zoom: f32) -> Result<Vec<u8>, PngError> {
        to_png(&self.scene(), zoom)
    }

    fn scene(&self) -> Scene {
        let panels: Vec<PanelScene<'_>> =
            self.panels.iter().map(|panel| PanelScene::new(panel, self.names)).collect();
        let columns = self.columns.map_or(panels.len().max(1), NonZeroUsize::get);
        let rows: Vec<Row<'_>> = panels.chunks(columns).map(Row::new).collect();
        let width = rows.iter().map(|row| row.width).fold(0.0, f64::max);
        let gaps = GAP * rows.len().saturating_sub(1) as f64;
        let height = rows.iter().map(|row| HEADER + row.body_height).sum::<f64>() + gaps;
        let legend = legend(&panels, width);
        let below = if legend.height > 0.0 { MARGIN + legend.height } else { 0.0 };

        let mut items = Vec::new();
        let mut corner = Point::new(MARGIN, MARGIN);
        for row in &rows {
            corner.x = MARGIN;
            for panel in row.panels {
                panel.draw(&mut items, corner, row.body_height);
                corner.x += panel.width() + GAP;
            }
            corner.y += HEADER + row.body_height + GAP;
        }
        legend.draw(&mut items, Point::new(MARGIN, MARGIN + height + MARGIN));
        let width = width.max(legend.width);
        let size = Point::new(width + 2.0 * MARGIN, height + below + 2.0 * MARGIN);
        Scene { size, items }
    }
}

fn legend(panels: &[PanelScene<'_>], width: f64) -> Legend {
    let labels: BTreeSet<(Label, String)> =
        panels.iter().flat_map(PanelScene::unreadable_labels).collect();
    let entries = labels.into_iter().map(|(label, name)| (Colour::of_label(label), name));
    let named: Vec<(Colour, String)> = entries.filter(|(_, name)| !name.is_empty()).collect();
    let mut named = if named.len() > MAX_LEGEND { Vec::new() } else { named };
    // Panels may have different scales.
    named.extend(panels.iter().flat_map(PanelScene::heat_legend));
    Legend::new(named, panels.iter().any(PanelScene::is_weighted), width)
}

/// A row of panels.
struct Row<'a> {
    panels: &'a [PanelScene<'a>],
    width: f64,
    body_height: f64,
}

impl<'a> Row<'a> {
    fn new(panels: &'a [PanelScene<'a>]) -> Self {
        let gaps = GAP * panels.len().saturating_sub(1) as f64;
        let width = panels.iter().map(PanelScene::width).sum::<f64>() + gaps;
        let body_height = panels.iter().map(PanelScene::body_height).fold(0.0, f64::max);
        Self { panels, width, body_height }
    }
}
