//! One graph as bytes: name, sizes, node labels, and the arcs row by row.
//!
//! ```text
//! length of the name, the name in UTF-8
//! number of nodes n, number of arcs m
//! n node labels
//! n out-degrees
//! for each arc, by (tail, head, label):  head - head of the arc before it in the same row,  label
//! ```
//!
//! All numbers are [varints](crate::varint). The order makes the bytes of a graph unique.

use isocount_core::{Cancelled, Control, GraphError, Label, LabeledGraph, NodeId};

use crate::ticker::Ticker;
use crate::varint::{self, Malformed, Unreadable};

/// Appends a record. If it is cancelled, part of it may have been written.
pub(crate) fn put(
    out: &mut Vec<u8>,
    name: &str,
    graph: &LabeledGraph,
    control: &Control,
) -> Result<(), Cancelled> {
    let ticker = &mut Ticker::new(control);
    let number = |out: &mut Vec<u8>, n: usize| varint::put(out, n as u128);
    number(out, name.len());
    out.extend_from_slice(name.as_bytes());
    number(out, graph.num_nodes());
    number(out, graph.num_arcs());
    for label in graph.node_labels() {
        number(out, label.0 as usize);
    }
    for v in graph.nodes() {
        number(out, graph.out_arcs(v).len());
    }
    for v in graph.nodes() {
        let mut last = 0;
        ticker.tick(1)?;
        for arc in graph.out_arcs(v) {
            ticker.tick(1)?;
            number(out, (arc.node.0 - last) as usize);
            number(out, arc.label.0 as usize);
            last = arc.node.0;
        }
    }
    Ok(())
}

/// The start of a record.
pub(crate) struct Header<'a> {
    pub(crate) name: &'a str,
    pub(crate) num_nodes: usize,
    pub(crate) num_arcs: usize,
}

pub(crate) fn take_header<'a>(bytes: &mut &'a [u8]) -> Result<Header<'a>, Malformed> {
    let len = varint::take_u32(bytes)? as usize;
    let name = varint::take_bytes(bytes, len)?;
    let name = std::str::from_utf8(name).map_err(|_| Malformed)?;
    let num_nodes = varint::take_u32(bytes)? as usize;
    let num_arcs = varint::take_u32(bytes)? as usize;
    Ok(Header { name, num_nodes, num_arcs })
}

/// The numbers of labels; a record with other labels is invalid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelLimits {
    pub(crate) nodes: u32,
    pub(crate) edges: u32,
}

/// Walks over one record and checks everything that [`take`] relies on.
pub(crate) fn check(
    bytes: &mut &[u8],
    limits: LabelLimits,
    ticker: &mut Ticker<'_>,
) -> Result<(), Unreadable> {
    let Header { num_nodes, num_arcs, .. } = take_header(bytes)?;
    for _ in 0..num_nodes {
        ticker.tick(1)?;
        below(varint::take_u32(bytes)?, limits.nodes)?;
    }
    let mut degrees = *bytes;
    let mut total = 0_usize;
    for _ in 0..num_nodes {
        total += varint::take_u32(bytes)? as usize;
    }
    if total != num_arcs {
        return Err(Malformed.into());
    }
    for _ in 0..num_nodes {
        let degree = varint::take_u32(&mut degrees)?;
        let mut last = None;
        for _ in 0..degree {
            ticker.tick(1)?;
            let step = varint::take_u32(bytes)?;
            let label = varint::take_u32(bytes)?;
            let (head, from) = match last {
                None => (step, 0),
                Some((head, label)) if step == 0 => (head, label + 1),
                Some((head, _)) => (u32::checked_add(head, step).ok_or(Malformed)?, 0),
            };
            below(head, num_nodes as u32)?;
            below(label, limits.edges)?;
            if label < from {
                return Err(Malformed.into());
            }
            last = Some((head, label));
        }
    }
    Ok(())
}

fn below(number: u32, limit: u32) -> Result<(), Malformed> {
    if number < limit { Ok(()) } else { Err(Malformed) }
}

/// Takes a graph from the front of the bytes.
pub(crate) fn take(bytes: &mut &[u8], control: &Control) -> Result<LabeledGraph, Unreadable> {
    let ticker = &mut Ticker::new(control);
    let Header { num_nodes, num_arcs, .. } = take_header(bytes)?;
    let mut builder = LabeledGraph::builder();
    builder.reserve(num_nodes.min(bytes.len()), num_arcs.min(bytes.len()));
    for _ in 0..num_nodes {
        builder.node(Label(varint::take_u32(bytes)?));
    }
    let mut degrees = *bytes;
    for _ in 0..num_nodes {
        varint::take_u32(bytes)?;
    }
    for tail in 0..num_nodes as u32 {
        let mut head = 0_u32;
        ticker.tick(1)?;
        for _ in 0..varint::take_u32(&mut degrees)? {
            ticker.tick(1)?;
            head = head.checked_add(varint::take_u32(bytes)?).ok_or(Malformed)?;
            let label = Label(varint::take_u32(bytes)?);
            builder.edge(NodeId(tail), NodeId(head), label);
        }
    }
    builder.build_with(control).map_err(|error| match error {
        GraphError::Cancelled(cancelled) => cancelled.into(),
        _ => Malformed.into(),
    })
}

#[cfg(test)]
mod tests {
    use isocount_testkit::{graph, random};

    use super::*;

    const ANY: LabelLimits = LabelLimits { nodes: u32::MAX, edges: u32::MAX };

    fn put(out: &mut Vec<u8>, name: &str, graph: &LabeledGraph) {
        super::put(out, name, graph, &Control::NONE).unwrap();
    }

    fn check(bytes: &mut &[u8], limits: LabelLimits) -> Result<(), Unreadable> {
        super::check(bytes, limits, &mut Ticker::new(&Control::NONE))
    }

    fn take(bytes: &mut &[u8]) -> Result<LabeledGraph, Unreadable> {
        super::take(bytes, &Control::NONE)
    }

    #[test]
    fn graphs_come_back_and_their_bytes_are_checked() {
        for seed in 0..300 {
            let graph = random::case(seed).graph;
            let mut bytes = Vec::new();
            put(&mut bytes, "a name", &graph);
            let mut rest = &bytes[..];
            assert_eq!(take(&mut rest), Ok(graph.clone()));
            assert!(rest.is_empty());
            let mut rest = &bytes[..];
            assert_eq!(check(&mut rest, ANY), Ok(()));
            assert!(rest.is_empty());
            for len in 0..bytes.len() {
                assert_eq!(check(&mut &bytes[..len], ANY), Err(Malformed.into()), "{len}");
            }
        }
    }

    #[test]
    fn what_check_accepts_take_can_read() {
        let mut rng = isocount_core::Rng::new(3);
        let mut accepted = 0;
        for seed in 0..2_000 {
            let mut bytes = Vec::new();
            put(&mut bytes, "g", &random::small_case(seed).graph);
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
            if check(&mut &bytes[..], ANY).is_ok() {
                accepted += 1;
                let graph = take(&mut &bytes[..]).expect("a checked record can be read");
                let mut again = Vec::new();
                let name = take_header(&mut &bytes[..]).unwrap().name.to_owned();
                put(&mut again, &name, &graph);
                assert!(bytes.starts_with(&again), "a graph has one form");
            }
        }
        assert!(accepted > 0);
    }

    #[test]
    fn labels_beyond_the_list_are_refused() {
        let mut bytes = Vec::new();
        put(&mut bytes, "", &graph("a:3 -[1]-> b:0"));
        let limits = |nodes, edges| LabelLimits { nodes, edges };
        assert_eq!(check(&mut &bytes[..], limits(4, 2)), Ok(()));
        assert_eq!(check(&mut &bytes[..], limits(3, 2)), Err(Malformed.into()));
        assert_eq!(check(&mut &bytes[..], limits(4, 1)), Err(Malformed.into()));
    }
}
