//! The names of labels, nodes and graphs.
//!
//! ```text
//! label_names.rs   labels of a question: text to numbers and back
//! file_labels.rs   labels of one file, according to the options
//! node_names.rs    nodes of a graph during reading: text to numbers
//! node_titles.rs   nodes of a graph after reading: numbers to text
//! graph_names.rs   graphs of a file: by file name, by number, or by their own name
//! unique_names.rs  graphs with their own names, made unique
//! text_index.rs    texts, numbered in order of appearance
//! ```

mod file_labels;
mod graph_names;
mod label_names;
mod node_names;
mod node_titles;
mod text_index;
mod unique_names;

pub(crate) use file_labels::FileLabels;
pub(crate) use graph_names::GraphNames;
pub use label_names::LabelNames;
pub(crate) use label_names::{UNLABELED, canonical};
pub(crate) use node_names::NodeNames;
pub use node_titles::NodeTitles;
pub(crate) use text_index::TextIndex;
pub(crate) use unique_names::UniqueNames;
