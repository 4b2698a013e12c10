//! Who takes part, by a sum over quotients: from places of the sieve to nodes of the graph.

use super::{Found, Tally};
use crate::exact::algebra::{PartsWanted, Sum, SumOfParts};
use crate::exact::compiling::Compiled;
use crate::exact::sieving::Sieved;
use crate::meter::Meter;

/// What a tally asks of a sum. None if the number of mappings would not follow from it: that of a
/// pattern without links, whose arcs are asked for.
pub(super) fn wanted(p: &Compiled, empty: &Tally) -> Option<PartsWanted> {
    let links = empty.is_of_arcs();
    let column_of = empty.columns_of_nodes().to_vec();
    (!links || !p.links.is_empty()).then_some(PartsWanted { column_of, links })
}

/// Evaluates a sum. None if the budget ran out.
pub(super) fn take_part(
    sum: &Sum<'_>,
    p: &Compiled,
    sieved: &Sieved,
    empty: &Tally,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Option<Found> {
    let SumOfParts { nodes, pairs } = sum.take_part(sieved, threads, meter)?;
    let mut tally = empty.clone();
    let node_at = |place: u32| sieved.nodes[place as usize];
    // Every mapping is in a column once for each pattern node or link that counts there.
    let total = if empty.is_of_arcs() {
        let first = p.links.first().map_or(0, |link| link.relation);
        let links = p.links.iter().filter(|link| link.relation == first).count();
        let own = pairs.iter().filter(|(relation, _)| *relation == first);
        own.flat_map(|(_, pairs)| pairs).map(|(_, _, mappings)| mappings).sum::<u128>()
            / links.max(1) as u128
    } else {
        let own = nodes.first().map_or(0, |(_, values)| values.iter().sum::<u128>());
        let first = nodes.first().map(|(column, _)| *column);
        let members = empty.columns_of_nodes().iter().filter(|column| **column == first).count();
        own / members.max(1) as u128
    };
    for (column, values) in nodes {
        meter.work(values.len()).then_some(())?;
        let sums = &mut tally.columns[column as usize];
        for (&node, mappings) in sieved.nodes.iter().zip(values) {
            sums[node as usize] = sums[node as usize].saturating_add(mappings);
        }
    }
    if let Some(sums) = &mut tally.pairs {
        for (relation, pairs) in pairs {
            meter.work(pairs.len()).then_some(())?;
            for (x, y, mappings) in pairs {
                let sum = sums.entry((2 * relation, node_at(x), node_at(y))).or_insert(0);
                *sum = sum.saturating_add(mappings);
            }
        }
    }
    Some(Found { total, tally })
}
