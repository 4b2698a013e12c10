//! Checks that the graph has the attributes that the conditions name, with values of the right
//! kind.

use std::collections::BTreeSet;

use isocount_core::{
    AttributeRows, AttributedGraph, Condition, ConditionalPattern, CountError, TermOf, ValueKind,
    printable,
};
use isocount_format::braced_condition;

use crate::facts::LabelOwner;

/// How many attributes a message lists.
const MOST_LISTED: usize = 20;

pub(super) fn check(
    pattern: &ConditionalPattern,
    graph: &AttributedGraph,
) -> Result<(), CountError> {
    let of_nodes = pattern.nodes.iter().filter_map(|node| node.condition.as_deref());
    for condition in of_nodes {
        check_condition(condition, graph, LabelOwner::Node)?;
    }
    let arcs = pattern.arcs.iter().chain(&pattern.absent);
    let of_arcs = arcs.filter_map(|arc| arc.condition.as_deref());
    for condition in of_arcs {
        check_condition(condition, graph, LabelOwner::Arc)?;
    }
    Ok(())
}

fn check_condition(
    condition: &Condition,
    graph: &AttributedGraph,
    owner: LabelOwner,
) -> Result<(), CountError> {
    let mut problem = None;
    condition.each_attribute(&mut |of, name, kinds| {
        let owner = if of == TermOf::This { owner } else { LabelOwner::Node };
        let rows = if owner == LabelOwner::Node { &graph.nodes } else { &graph.arcs };
        if problem.is_none() {
            problem = attribute_problem(rows, owner, name, kinds, condition);
        }
    });
    problem.map_or(Ok(()), |problem| Err(CountError::Attribute { problem }))
}

fn attribute_problem(
    rows: &AttributeRows,
    owner: LabelOwner,
    name: &str,
    kinds: &[ValueKind],
    condition: &Condition,
) -> Option<String> {
    // Without nodes, nothing has attributes.
    if rows.rows.is_empty() {
        return None;
    }
    let thing = if owner == LabelOwner::Node { "node" } else { "edge" };
    let (shown, known) = (printable(name), rows.there.contains(name));
    let Some(column) = rows.column(name) else {
        if known {
            return Some(format!("the attribute `{shown}` was not kept when the graph was read"));
        }
        return Some(format!("no {thing} has the attribute `{shown}`; {}", listed(rows, thing)));
    };
    let there = rows.kinds(column);
    let wrong: Option<&ValueKind> = kinds.iter().find(|kind| !there.contains(kind));
    if there.is_empty() || kinds.is_empty() || kinds.iter().any(|kind| there.contains(kind)) {
        return None;
    }
    let there = one_of(&there);
    let condition = braced_condition(condition);
    let wanted = wrong.map(ToString::to_string).unwrap_or_default();
    Some(format!(
        "`{}` compares the attribute `{shown}` with {wanted}, but its values are {there}",
        printable(&condition)
    ))
}

fn listed(rows: &AttributeRows, thing: &str) -> String {
    if rows.there.is_empty() {
        return format!("the {thing}s have no attributes");
    }
    let names: Vec<String> =
        rows.there.iter().take(MOST_LISTED).map(|name| printable(name).to_string()).collect();
    let more = rows.there.len().saturating_sub(MOST_LISTED);
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("the attributes are {}{rest}", names.join(", "))
}

fn one_of(kinds: &BTreeSet<ValueKind>) -> String {
    let words: Vec<&str> = kinds
        .iter()
        .map(|kind| match kind {
            ValueKind::Number => "numbers",
            ValueKind::Text => "texts",
            ValueKind::Truth => "true or false",
        })
        .collect();
    words.join(" and ")
}
