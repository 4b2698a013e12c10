//! A pattern or a graph of a data set, by number or name.

use isocount::data::Dataset;

use crate::error::Failure;
use crate::output::text;

pub(crate) fn pattern(dataset: &Dataset, wanted: &str) -> Result<usize, Failure> {
    let patterns = dataset.patterns();
    find(dataset, "pattern", wanted, patterns.len(), |ix| &patterns[ix].name)
}

pub(crate) fn graph(dataset: &Dataset, wanted: &str) -> Result<usize, Failure> {
    find(dataset, "graph", wanted, dataset.num_graphs(), |ix| dataset.graph_name(ix))
}

/// Names take precedence over numbers: graphs may be named by their own numbers.
fn find<'a>(
    dataset: &Dataset,
    kind: &'static str,
    wanted: &str,
    number: usize,
    name: impl Fn(usize) -> &'a str,
) -> Result<usize, Failure> {
    let by_name = || (0..number).find(|&ix| name(ix) == wanted);
    let by_number = || wanted.parse().ok().filter(|&ix: &usize| ix < number);
    by_name().or_else(by_number).ok_or_else(|| {
        let all = text::number_of(number as u64, kind);
        let help = match number {
            0 => format!("the data set has no {kind}"),
            _ => format!("the data set has {all}, numbered from 0; the first is `{}`", name(0)),
        };
        let dataset = dataset.folder().to_owned();
        Failure::NoSuchMember { dataset, kind, wanted: wanted.to_owned(), help }
    })
}
