//! What can be asked about: graphs, trained models, indices. All are named by us; what a client
//! calls them is looked up here and never becomes a path.

mod examples;
mod graph_shelf;
mod model_shelf;
mod stored_graph;
mod unread;
mod upload_file;

pub(crate) use graph_shelf::{GraphShelf, Kept};
pub(crate) use model_shelf::{ModelShelf, ShelvedIndex};
pub(crate) use stored_graph::{GraphAbout, NamedBytes, StoredGraph};
pub(crate) use unread::Unread;
