//! The graphs, trained models and indices that questions can use. The service chooses all ids; what
//! a client sends is looked up here and never becomes a path.

mod examples;
mod graph_shelf;
mod model_shelf;
mod stored_graph;
mod unread;
mod upload_file;

pub(crate) use graph_shelf::{GraphShelf, Kept};
pub(crate) use model_shelf::{ModelShelf, ShelvedIndex};
pub(crate) use stored_graph::{GraphAbout, NamedBytes, Needs, StoredGraph};
pub(crate) use unread::Unread;
