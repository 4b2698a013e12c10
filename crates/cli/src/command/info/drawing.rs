//! `isocount info ... --draw PICTURE`: the graphs side by side, if they are small.

use isocount::draw::{Names, Panel, Picture};
use isocount::format::LabelNames;
use isocount::session::{GraphFacts, LabelLook, LoadedGraph};

use crate::error::Failure;
use crate::output::text::number_of;
use crate::picture_file::PictureFile;

/// The maximum size of a picture, all graphs together.
const MOST: Size = Size { graphs: 12, nodes: 500, arcs: 2_000 };

#[derive(Clone, Copy, Default)]
struct Size {
    graphs: usize,
    nodes: usize,
    arcs: usize,
}

impl Size {
    fn fits(self) -> bool {
        self.graphs <= MOST.graphs && self.nodes <= MOST.nodes && self.arcs <= MOST.arcs
    }
}

/// The graphs of a picture.
#[derive(Default)]
pub(super) struct Drawing {
    size: Size,
    /// Empty once the graphs are too large.
    graphs: Vec<LoadedGraph>,
    /// Whether any node or arc has a label other than that of unlabelled graphs.
    has_node_labels: bool,
    has_edge_labels: bool,
}

impl Drawing {
    pub(super) fn add(&mut self, graph: &LoadedGraph, facts: &GraphFacts) {
        self.size.graphs += 1;
        self.size.nodes += facts.nodes;
        self.size.arcs += facts.arcs;
        let is_label = |look| !matches!(look, LabelLook::Absent | LabelLook::Unlabeled);
        self.has_node_labels |= is_label(facts.node_labels.look);
        self.has_edge_labels |= is_label(facts.edge_labels.look);
        if self.size.fits() {
            self.graphs.push(graph.clone());
        } else {
            self.graphs.clear();
        }
    }

    pub(super) fn write(
        self,
        picture: &PictureFile<'_>,
        names: &LabelNames,
    ) -> Result<(), Failure> {
        let Size { graphs, nodes, arcs } = self.size;
        if !self.size.fits() || graphs == 0 {
            let [graphs, nodes, arcs] = [(graphs, "graph"), (nodes, "node"), (arcs, "arc")]
                .map(|(number, thing)| number_of(number as u64, thing));
            let problem = if self.size.graphs == 0 {
                "there is no graph to show".to_owned()
            } else {
                format!("the graphs are too large to draw: {graphs} with {nodes} and {arcs}")
            };
            return Err(picture.refused(problem, TOO_LARGE));
        }
        let node = |label| match names.node_text(label) {
            Some(text) if self.has_node_labels => text.to_owned(),
            _ => String::new(),
        };
        let edge = |label| match names.edge_text(label) {
            Some(text) if self.has_edge_labels => text.to_owned(),
            _ => String::new(),
        };
        let start = Picture::new(Names { node: &node, edge: &edge });
        let panels = self.graphs.iter().map(|graph| Panel::new(graph.name(), graph.graph()));
        picture.write(&panels.fold(start, Picture::with))
    }
}

const TOO_LARGE: &str = "a picture can show 12 graphs with 500 nodes and 2,000 arcs together";
