//! Arguments of `isocount patterns`.

use std::path::PathBuf;

/// Patterns that have a name.
#[derive(Debug, clap::Args)]
#[command(after_help = PATTERNS_EXAMPLES)]
pub(crate) struct KnownPatternsArgs {
    /// Patterns to list, with their sizes: triangle, path:5 [default: all of them]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Print one JSON object per pattern
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the patterns into this file, .svg or .png
    #[arg(long, value_name = "PICTURE")]
    pub(crate) draw: Option<PathBuf>,
    /// Replace PICTURE if it exists
    #[arg(long, requires = "draw")]
    pub(crate) force: bool,
}

const PATTERNS_EXAMPLES: &str = "\
Examples:
  isocount patterns
  isocount patterns triangle path:5 --draw shapes.svg

The number counts nodes (path:4 has 4), except where the list says otherwise: star:3 is a centre with 3 \
leaves. Edges such as a-b have no direction and are two arcs; a->b is one arc. docs/notation.md explains \
the notation.";
