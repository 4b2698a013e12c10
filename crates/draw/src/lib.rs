//! Pictures of graphs: [`layout`] places the nodes, [`Picture`] draws graphs side by side as SVG
//! or, with a built-in font, as PNG.
//!
//! ```
//! use isocount_core::{Label, LabeledGraph};
//! use isocount_draw::{Names, Panel, Picture};
//!
//! let mut builder = LabeledGraph::builder();
//! let (oxygen, hydrogen) = (Label(0), Label(1));
//! let (o, h) = (builder.node(oxygen), builder.node(hydrogen));
//! builder.undirected_edge(o, h, Label(0));
//! let hydroxyl = builder.build()?;
//!
//! let element = |label: Label| ["O", "H"][label.0 as usize].to_owned();
//! let names = Names { node: &element, edge: &|_| String::new() };
//! let svg = Picture::new(names).with(Panel::new("Hydroxyl", &hydroxyl)).to_svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), isocount_core::GraphError>(())
//! ```
//!
//! The same graphs always produce the same bytes. Titles and names may come from files: markup and
//! control characters in them are escaped, and long ones are truncated.

#![deny(missing_docs)]

mod caption;
mod curve;
mod font;
mod heat;
mod kerning;
mod layout;
mod legend;
mod lines;
mod paint;
mod palette;
mod panel;
mod panel_scene;
mod picture;
mod placement;
mod png;
mod point;
mod scene;
mod svg;

pub use heat::Heat;
pub use layout::{MIN_DISTANCE, layout};
pub use panel::{Highlight, Panel};
pub use picture::{Names, Picture};
pub use png::PngError;
pub use point::Point;

/// Tests the example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
