//! Text formats with a grammar of their own, one file or folder each.

pub(crate) mod dot;
pub(crate) mod gexf;
pub(crate) mod gml;
pub(crate) mod graph;
pub(crate) mod graph6;
pub(crate) mod graphml;
pub(crate) mod json;
pub(crate) mod labeled_lad;
pub(crate) mod lad;
pub(crate) mod pajek;
pub(crate) mod tu;
mod xml_elements;
