//! A data set as `NumPy` arrays in one file, ready for PyTorch Geometric.
//!
//! | Array | Shape | Contents |
//! |---|---|---|
//! | `graph_edge_index` | (2, arcs) | tails and heads of all graphs, nodes numbered from 0 in each graph |
//! | `graph_node_label`, `graph_edge_label` | (nodes,), (arcs,) | numbers of labels |
//! | `graph_node_ptr`, `graph_edge_ptr` | (graphs + 1,) | where the nodes and arcs of each graph begin |
//! | `graph_name` | (graphs,) | names |
//! | `pattern_…` | | the same for the patterns |
//! | `pattern`, `graph` | (triples,) | numbers of patterns and graphs |
//! | `count` | (triples,) | counts as floats: exact up to 2⁵³, infinite beyond 2¹²⁸ |
//! | `exact` | (triples,) | false for a lower bound |
//! | `train_mask`, `val_mask`, `test_mask` | (triples,) | the split |
//! | `node_label_name`, `edge_label_name` | (labels,) | names of labels |
//! | `about` | () | a JSON object: what was counted, the split, the checksum of the data set |

use std::io;
use std::path::Path;

use isocount_core::{Control, LabeledGraph, printable};
use isocount_platform::{Durability, WholeFile};

use super::members::Members;
use super::zip::{EntryWriter, ZipWriter};
use super::{Export, about};
use crate::ticker::Ticker;
use crate::{DataError, Part};
use isocount_record::npy::{self, Type};

/// How often every graph is unpacked: arrays are written whole, one after the other.
pub(super) const PASSES: u64 = 4;

/// Most bytes of an array of names: every name takes as much space as the longest.
const MOST_NAME_BYTES: usize = 1 << 30;

/// Bytes that are packed at a time.
const CHUNK: usize = 1 << 16;

pub(super) fn write(export: &Export<'_>, out: &Path, control: &Control) -> Result<(), DataError> {
    let failed = |source| DataError::write(out, source);
    let zip = ZipWriter::new(WholeFile::create(out).map_err(failed)?);
    let mut npz = Npz { zip, path: out, control };
    let about = export.dataset.about();
    npz.text("about", &[], &[&about::text(export)])?;
    for (kind, labels) in [("node", &about.labels.nodes), ("edge", &about.labels.edges)] {
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        npz.text(&format!("{kind}_label_name"), &[labels.len()], &labels)?;
    }
    for (kind, members) in export.members() {
        npz.members(kind.trim_end_matches('s'), members)?;
    }
    npz.triples(export)?;
    let file = npz.zip.finish().map_err(failed)?;
    file.commit(Durability::PowerCut).map_err(failed)
}

/// A file that is being written.
struct Npz<'a> {
    zip: ZipWriter<WholeFile>,
    path: &'a Path,
    control: &'a Control,
}

/// An array that is being written.
struct Array<'z, 'a> {
    entry: EntryWriter<'z, WholeFile>,
    path: &'a Path,
    buffer: Vec<u8>,
    ticker: Ticker<'a>,
}

impl Array<'_, '_> {
    fn put(&mut self, item: &[u8]) -> Result<(), DataError> {
        self.buffer.extend_from_slice(item);
        if self.buffer.len() >= CHUNK {
            self.ticker.tick(CHUNK / 8)?;
            self.flush()?;
        }
        Ok(())
    }

    fn number(&mut self, value: usize) -> Result<(), DataError> {
        // Numbers of nodes, arcs and labels have fewer than 63 bits.
        self.put(&(value as u64).to_le_bytes())
    }

    fn flush(&mut self) -> Result<(), DataError> {
        let written = self.entry.put(&self.buffer);
        written.map_err(|source| DataError::write(self.path, source))?;
        self.buffer.clear();
        Ok(())
    }
}

impl<'a> Npz<'a> {
    /// Writes an array item by item.
    fn array(
        &mut self,
        name: &str,
        of: Type,
        shape: &[usize],
        put: impl FnOnce(&mut Array<'_, 'a>) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        let (path, control) = (self.path, self.control);
        let failed = |source: io::Error| DataError::write(path, source);
        let header = npy::header(of, shape);
        let size = header.len() as u64 + (of.size() * shape.iter().product::<usize>()) as u64;
        let entry = self.zip.entry(&format!("{name}.npy"), size).map_err(failed)?;
        let mut array = Array { entry, path, buffer: header, ticker: Ticker::new(control) };
        put(&mut array)?;
        array.flush()?;
        array.entry.end().map_err(failed)
    }

    fn text(&mut self, name: &str, shape: &[usize], items: &[&str]) -> Result<(), DataError> {
        let longest = items.iter().max_by_key(|item| item.chars().count()).copied();
        let width = longest.map_or(0, |item| item.chars().count()).max(1);
        if width.saturating_mul(4 * items.len()) > MOST_NAME_BYTES {
            let start: String = longest.unwrap_or_default().chars().take(40).collect();
            return Err(DataError::impossible(
                format!(
                    "{name}: the name `{}…` has {width} characters, too many for an array of {} names",
                    printable(&start),
                    items.len()
                ),
                "export to jsonl, which holds any name",
            ));
        }
        // NumPy strips zeros at the end of a text.
        if let Some(item) = items.iter().find(|item| item.ends_with('\0')) {
            return Err(DataError::impossible(
                format!("{name}: the name `{}` ends with a zero", printable(item)),
                "export to jsonl, which holds any name",
            ));
        }
        self.array(name, Type::Text(width), shape, |array| {
            for item in items {
                let chars = item.chars().map(u32::from).chain(std::iter::repeat(0));
                for char in chars.take(width) {
                    array.put(&char.to_le_bytes())?;
                }
            }
            Ok(())
        })
    }

    /// The arrays of all patterns or all graphs.
    fn members(&mut self, kind: &str, members: Members<'_>) -> Result<(), DataError> {
        let number = members.len();
        let names: Vec<&str> = members.names().collect();
        self.text(&format!("{kind}_name"), &[number], &names)?;
        drop(names);
        let nodes = self.ptr(&format!("{kind}_node_ptr"), number, |ix| members.num_nodes(ix))?;
        let arcs = self.ptr(&format!("{kind}_edge_ptr"), number, |ix| members.num_arcs(ix))?;
        let control = self.control;
        let each = |array: &mut Array<'_, '_>, put: PutGraph| -> Result<(), DataError> {
            for ix in 0..number {
                control.check()?;
                put(array, &*members.graph(ix, control)?)?;
                control.advance(1);
            }
            Ok(())
        };
        self.array(&format!("{kind}_node_label"), Type::I64, &[nodes], |array| {
            each(array, |array, graph| {
                graph.node_labels().iter().try_for_each(|label| array.number(label.0 as usize))
            })
        })?;
        self.array(&format!("{kind}_edge_index"), Type::I64, &[2, arcs], |array| {
            each(array, |array, graph| {
                graph.arcs().try_for_each(|arc| array.number(arc.tail.0 as usize))
            })?;
            each(array, |array, graph| {
                graph.arcs().try_for_each(|arc| array.number(arc.head.0 as usize))
            })
        })?;
        self.array(&format!("{kind}_edge_label"), Type::I64, &[arcs], |array| {
            each(array, |array, graph| {
                graph.arcs().try_for_each(|arc| array.number(arc.label.0 as usize))
            })
        })
    }

    /// Where the parts of each member begin; the last number, which is returned, is where they end.
    fn ptr(
        &mut self,
        name: &str,
        number: usize,
        len: impl Fn(usize) -> usize,
    ) -> Result<usize, DataError> {
        let mut sum = 0;
        self.array(name, Type::I64, &[number + 1], |array| {
            array.number(0)?;
            (0..number).try_for_each(|ix| {
                sum += len(ix);
                array.number(sum)
            })
        })?;
        Ok(sum)
    }

    fn triples(&mut self, export: &Export<'_>) -> Result<(), DataError> {
        let (triples, parts) = (export.dataset.triples(), export.split.parts());
        let shape = [triples.len()];
        self.array("pattern", Type::I64, &shape, |array| {
            triples.iter().try_for_each(|triple| array.number(triple.pattern as usize))
        })?;
        self.array("graph", Type::I64, &shape, |array| {
            triples.iter().try_for_each(|triple| array.number(triple.graph as usize))
        })?;
        self.array("count", Type::F64, &shape, |array| {
            triples.iter().try_for_each(|triple| array.put(&triple.truth.value().to_le_bytes()))
        })?;
        self.array("exact", Type::Bool, &shape, |array| {
            triples.iter().try_for_each(|it| array.put(&[u8::from(it.truth.exact().is_some())]))
        })?;
        for (name, wanted) in
            [("train_mask", Part::Train), ("val_mask", Part::Valid), ("test_mask", Part::Test)]
        {
            self.array(name, Type::Bool, &shape, |array| {
                parts.iter().try_for_each(|part| array.put(&[u8::from(*part == wanted)]))
            })?;
        }
        Ok(())
    }
}

/// Appends the items of one graph to an array.
type PutGraph = fn(&mut Array<'_, '_>, &LabeledGraph) -> Result<(), DataError>;
