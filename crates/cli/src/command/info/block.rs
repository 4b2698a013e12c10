//! The facts of one graph as text.

use std::fmt::Write as _;

use isocount::printable;
use isocount::session::{DegreeSpread, GraphFacts, LabelFacts, LabelLook};

use super::Described;
use crate::oddity_hint::hint;
use crate::output::text::{number_of, thousands};

/// One line per fact, and one per hint.
pub(super) fn block(described: &Described, labels: usize) -> String {
    let Described { name, file, format, facts } = described;
    let mut text = format!("{}\n", printable(name));
    let mut put = |key: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {key:11}  {value}");
    };
    let format_name = format.map_or_else(String::new, |format| format!(" ({format})"));
    put("file", &format!("{}{format_name}", printable(file)));
    put("nodes", &thousands(facts.nodes as u64));
    put("arcs", &arcs(facts));
    put("loops", &none_or(facts.loops, |loops| thousands(loops as u64)));
    put("parallel", &none_or(facts.parallel, |arcs| parallel(arcs, facts.most_parallel)));
    put("node labels", &label_list(&facts.node_labels, labels));
    put("edge labels", &label_list(&facts.edge_labels, labels));
    put("components", &components(facts));
    for (key, spread) in degrees(facts) {
        put(key, &spread_text(spread));
    }
    for oddity in facts.oddities() {
        if let Some(hint) = hint(oddity, facts, *format) {
            let _ = writeln!(text, "  hint: {hint}");
        }
    }
    text
}

fn none_or(number: usize, some: impl FnOnce(usize) -> String) -> String {
    if number == 0 { "none".to_owned() } else { some(number) }
}

/// The number of arcs, and whether they have a direction.
fn arcs(facts: &GraphFacts) -> String {
    let arcs = thousands(facts.arcs as u64);
    match (facts.reciprocated, facts.one_way) {
        (0, 0) => arcs,
        (both, 0) => format!("{arcs}, undirected ({})", number_of(both as u64 / 2, "edge")),
        (0, _) => format!("{arcs}, directed (none has its reverse)"),
        _ => {
            let share = share(facts.reciprocity().unwrap_or_default());
            format!("{arcs}, directed ({share} have their reverse)")
        }
    }
}

/// `12 %`. Shares close to but not exactly 0 or 100 % get more digits.
pub(super) fn share(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        few if few > 0.0 && few < 0.1 => "< 0.1 %".to_owned(),
        most if most < 100.0 && most > 99.9 => "> 99.9 %".to_owned(),
        edge if (edge > 0.0 && edge < 1.0) || (edge > 99.0 && edge < 100.0) => {
            format!("{edge:.1} %")
        }
        plain => format!("{plain:.0} %"),
    }
}

fn parallel(arcs: usize, most: usize) -> String {
    format!(
        "{} parallel to another one, at most {most} from one node to another",
        number_of(arcs as u64, "arc")
    )
}

/// The number of labels and their names. The single label of an unlabelled graph is not listed.
pub(super) fn label_list(labels: &LabelFacts, at_most: usize) -> String {
    match labels.look {
        LabelLook::Absent => "none".to_owned(),
        LabelLook::Unlabeled => "none (all are `0`)".to_owned(),
        _ if at_most == 0 => thousands(labels.distinct as u64),
        _ => format!("{}: {}", thousands(labels.distinct as u64), labels.top(at_most)),
    }
}

fn components(facts: &GraphFacts) -> String {
    let parts = facts.components;
    let count = thousands(parts.count as u64);
    if parts.count < 2 {
        return count;
    }
    let isolated = match parts.isolated {
        0 => String::new(),
        some => format!(", {}", number_of(some as u64, "isolated node")),
    };
    format!("{count}, the largest with {}{isolated}", number_of(parts.largest as u64, "node"))
}

/// For graphs without directions, one number per node is enough.
fn degrees(facts: &GraphFacts) -> Vec<(&'static str, DegreeSpread)> {
    let degrees = facts.degrees;
    match (facts.nodes, facts.one_way) {
        (0, _) => Vec::new(),
        (_, 0) => vec![("degree", degrees.out)],
        _ => vec![
            ("degree out", degrees.out),
            ("degree in", degrees.into),
            ("degree", degrees.total),
        ],
    }
}

fn spread_text(spread: DegreeSpread) -> String {
    let DegreeSpread { least, median, mean, most, .. } = spread;
    let (least, most) = (thousands(least as u64), thousands(most as u64));
    format!("{least} to {most}, median {median}, mean {mean:.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_shown_as_0_or_100_only_if_it_is_exact() {
        let shares = [0.0, 0.0004, 0.005, 0.5, 0.996, 0.9996, 1.0].map(share);
        assert_eq!(shares, ["0 %", "< 0.1 %", "0.5 %", "50 %", "99.6 %", "> 99.9 %", "100 %"]);
    }
}
