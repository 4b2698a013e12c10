//! OGB-PPA itself, from the folder in which OGB distributes it.
//!
//! ```text
//! raw/num-node-list.csv.gz   the number of nodes of each graph, one line per graph
//! raw/num-edge-list.csv.gz   the number of edges of each graph, one line per graph
//! raw/edge.csv.gz            `tail,head`, the edges of one graph after those of the other
//! raw/edge-feat.csv.gz       seven numbers per edge; may be missing
//! raw/graph-label.csv.gz     the class of each graph; may be missing
//! ```
//!
//! Nodes are numbered from 0 in every graph. An undirected edge is given once; OGB's loader adds
//! the other direction, and so does [`OgbGraphs`]. Files without `.gz` are not compressed.

mod folder;
mod graphs;
mod import;
mod labels;
mod table;
#[cfg(test)]
mod tests;

pub use graphs::OgbGraphs;
pub use import::{OgbPpaImport, OgbPpaReport, import_ogb_ppa};
