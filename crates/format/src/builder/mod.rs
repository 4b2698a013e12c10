//! Graphs under construction: nodes and arcs as they stand in a file, each with its place in the
//! file.
//!
//! ```text
//! assembly.rs        nodes and arcs by number; every format ends here
//! attributes.rs      values of attributes, if they are kept
//! graph_parts.rs     nodes by name, and edges that may come before them
//! stated_nodes.rs    nodes that a file only counts
//! label_presence.rs  whether all have a label, or none
//! ```

mod assembly;
mod attributes;
mod graph_parts;
mod label_presence;
mod stated_nodes;

pub(crate) use assembly::{
    Assembly, Built, NumberedByLine, NumberedFromOne, Origin, located, too_many_nodes,
};
pub(crate) use attributes::{AttributeColumns, Spelling};
pub(crate) use graph_parts::{Direction, EdgePart, GraphParts, NodePart, name_all};
pub(crate) use label_presence::{LabelPresence, missing_label};
pub(crate) use stated_nodes::StatedNodes;
