//! `isocount data patterns`: patterns drawn from graphs or by the published generator.

use std::io::{self, Write};

use isocount::data::{
    DatasetPattern, LabelTable, PatternSizes, SubPatternSize, SubPatterns, Undirected,
    published_patterns, sub_patterns,
};
use isocount::format::{GraphRef, WriteError, write_json_lines};
use isocount_platform::{Durability, WholeFile};

use super::collection::Reader;
use crate::args::PatternsArgs;
use crate::error::Failure;
use crate::existing::{self, existing};
use crate::finish::Finish;
use crate::interrupt;
use crate::output::text;
use crate::progress::Loudness;

pub(crate) fn run(args: &PatternsArgs) -> Result<Finish, Failure> {
    existing::check_file(&args.out, existing(args.force))?;
    let (patterns, labels) = match &args.graphs {
        Some(_) => drawn(args)?,
        None => published(args)?,
    };
    let names = labels.to_label_names();
    let graphs =
        patterns.iter().map(|named| GraphRef { name: &named.name, graph: named.pattern.graph() });
    let written = WholeFile::create(&args.out).map_err(WriteError::Io).and_then(|mut file| {
        write_json_lines(graphs, &names, &mut file, interrupt::control())?;
        Ok(file.commit(Durability::PowerCut)?)
    });
    written.map_err(|problem| Failure::unwritten(&args.out, problem))?;
    let number = text::number_of(patterns.len() as u64, "pattern");
    let _ = writeln!(io::stderr(), "{}: {number}", args.out.display());
    Ok(Finish::Complete)
}

fn drawn(args: &PatternsArgs) -> Result<(Vec<DatasetPattern>, LabelTable), Failure> {
    let mut reader = Reader::new(&args.files, Loudness::new(false));
    if let Some(path) = &args.graphs {
        reader.graphs(path, None)?;
    }
    let collection = reader.finish()?;
    let wanted = SubPatterns {
        sizes: args.nodes.iter().map(|&nodes| SubPatternSize { nodes, arcs: args.arcs }).collect(),
        per_size: args.per_size.get(),
        node_labels: args.node_labels,
        edge_labels: args.edge_labels,
        undirected: if args.orient { Undirected::Orient } else { Undirected::Keep },
    };
    let patterns =
        sub_patterns(&collection.graphs, &wanted, args.seed.into(), interrupt::control())?;
    Ok((patterns, collection.labels))
}

fn published(args: &PatternsArgs) -> Result<(Vec<DatasetPattern>, LabelTable), Failure> {
    let sizes = match args.published[..] {
        [nodes, arcs_in_all, node_labels, edge_labels] => {
            PatternSizes { nodes, arcs: arcs_in_all, node_labels, edge_labels }
        }
        _ => {
            return Err(Failure::usage(
                "--published takes four numbers: nodes, arcs, node labels, edge labels",
            ));
        }
    };
    let patterns = published_patterns(sizes, args.per_size.get(), args.seed)?;
    Ok((patterns, LabelTable::numbers(sizes.node_labels, sizes.edge_labels)))
}
