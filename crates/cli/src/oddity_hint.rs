//! Hints about odd graphs, in terms of flags.

use isocount::format::Format;
use isocount::session::{GraphFacts, Oddity};

use crate::output::text::thousands;

/// The hint about one graph: what is odd, and what helps.
pub(crate) fn hint(oddity: Oddity, facts: &GraphFacts, format: Option<Format>) -> Option<String> {
    // Files of these formats declare whether their edges have a direction.
    let says_directions = matches!(format, Some(Format::Gml | Format::GraphMl));
    if oddity == Oddity::NoneReciprocated && says_directions {
        return None;
    }
    let what = match oddity {
        Oddity::NearlyAllReciprocated => {
            let arcs = thousands((facts.reciprocated + facts.one_way) as u64);
            format!("all but {} of {arcs} arcs have their reverse", thousands(facts.one_way as u64))
        }
        other => other.to_string(),
    };
    Some(with_remedy(&what, oddity))
}

/// Like [`hint`], but for several graphs of a collection.
pub(crate) fn hint_for_many(oddity: Oddity, graphs: usize, all: usize) -> String {
    let what = oddity.to_string();
    let number = |number: usize| thousands(number as u64);
    let what = match graphs {
        many if many == all => format!("in every graph {what}"),
        many => format!("in {} of {} graphs {what}", number(many), number(all)),
    };
    with_remedy(&what, oddity)
}

fn with_remedy(what: &str, oddity: Oddity) -> String {
    let remedy = match oddity {
        Oddity::Empty => "every count in it is 0",
        Oddity::UniqueNodeLabels => {
            "if these are names, count with --ignore-node-labels, or choose another attribute with \
             --node-label-key"
        }
        Oddity::UniqueEdgeLabels => {
            "if these are names, count with --ignore-edge-labels, or choose another attribute or column \
             with --edge-label-key"
        }
        Oddity::WeightsAsEdgeLabels => {
            "count with --ignore-edge-labels, or choose another attribute or column with \
             --edge-label-key"
        }
        Oddity::NoneReciprocated => "if the edges have no direction, count with --undirected",
        Oddity::NearlyAllReciprocated => {
            "if the graph is meant to be undirected, count with --undirected"
        }
        _ => return what.to_owned(),
    };
    format!("{what}; {remedy}")
}
