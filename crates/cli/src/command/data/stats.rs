//! `isocount data stats`: the statistics of a data set, next to those of the paper.

use isocount::Exact;
use isocount::data::{Dataset, PublishedStats, Split, Stats};

use crate::args::StatsArgs;
use crate::command;
use crate::error::Failure;
use crate::finish::Finish;
use crate::interrupt;
use crate::output::json;
use crate::output::table::Table;
use crate::output::text::{number_of, thousands};
use crate::progress::{Loudness, Progress};

pub(crate) fn run(args: &StatsArgs) -> Result<Finish, Failure> {
    let control = interrupt::control();
    let progress = Progress::watch(Loudness::new(args.json), control);
    let dataset = Dataset::read(&args.dataset, control)?;
    Split::check_all(&dataset, control)?;
    let stats = Stats::of(&dataset, &Exact::with_threads(1), control)?;
    drop(progress);
    if args.json {
        return command::print(&json::object(&stats));
    }
    let published = dataset.about().paper.as_deref().and_then(PublishedStats::of);
    command::print(&format!(
        "{}\n{}\n{}",
        heading(&dataset),
        table1(&stats, published),
        rest(&stats)
    ))
}

fn heading(dataset: &Dataset) -> String {
    let about = dataset.about();
    let seed = about.made.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let limit = about.made.limit.map(|limit| format!(", limit {limit}")).unwrap_or_default();
    format!(
        "{}: {}\nmade by {} ({}{seed}{limit})\ncounts are {}, {}\n",
        about.name, about.note, about.made.by, about.made.with, about.meaning, about.truth
    )
}

/// The paper's Table 1.
fn table1(stats: &Stats, published: Option<&PublishedStats>) -> String {
    let whole = |ours: u64, theirs: fn(&PublishedStats) -> u64| {
        (thousands(ours), published.map(|column| thousands(theirs(column))))
    };
    let real = |ours: f64, theirs: fn(&PublishedStats) -> f64| {
        (format!("{ours:.2}"), published.map(|column| format!("{:.2}", theirs(column))))
    };
    let counts = &stats.counts;
    let mean = match counts.number {
        0 => "-".to_owned(),
        _ => format!("{:.2} ± {:.2}", counts.mean, counts.standard_error),
    };
    let per_pattern = published.is_some_and(|column| column.graphs_are_per_pattern);
    let beside = |wanted: bool, ours: u64| {
        if wanted { whole(ours, |column| column.graphs) } else { (thousands(ours), None) }
    };
    let graphs = beside(!per_pattern, stats.sizes.graphs);
    let per_pattern = beside(per_pattern, stats.graphs_per_pattern);
    let lines = [
        ("patterns", whole(stats.sizes.patterns, |column| column.patterns)),
        ("graphs", graphs),
        ("graphs per pattern, at most", per_pattern),
        ("triples", whole(stats.sizes.triples, |column| column.triples)),
        ("nodes per pattern", real(stats.patterns.mean_nodes, |column| column.pattern_nodes)),
        ("arcs per pattern", real(stats.patterns.mean_arcs, |column| column.pattern_arcs)),
        ("nodes per graph", real(stats.graphs.mean_nodes, |column| column.graph_nodes)),
        ("arcs per graph", real(stats.graphs.mean_arcs, |column| column.graph_arcs)),
        ("mean count", (mean, published.map(|column| format!("{:.2}", column.mean_count)))),
        ("node labels", whole(stats.graphs.node_labels, |column| column.node_labels)),
        ("edge labels", whole(stats.graphs.edge_labels, |column| column.edge_labels)),
    ];
    let paper = published.map_or(String::new(), |column| format!("paper, {}", column.name));
    let mut rows = vec![[String::new(), "here".to_owned(), paper]];
    rows.extend(lines.map(|(what, (here, theirs))| {
        let missing = if published.is_some() { "-" } else { "" };
        [what.to_owned(), here, theirs.unwrap_or_else(|| missing.to_owned())]
    }));
    let rows: Vec<[&str; 3]> = rows.iter().map(|row| row.each_ref().map(String::as_str)).collect();
    Table::for_rows(rows.iter().copied()).rows(&rows)
}

/// The statistics that the paper's table leaves out.
fn rest(stats: &Stats) -> String {
    let counts = &stats.counts;
    let share = |share: f64| format!("{:.1} %", 100.0 * share);
    let quantiles: Vec<String> = counts
        .quantiles
        .iter()
        .map(|&(at, count)| match at {
            1.0 => format!("most {count}"),
            at => format!("{:.0} % {count}", 100.0 * at),
        })
        .collect();
    let mut automorphisms: Vec<String> = stats
        .automorphisms
        .iter()
        .map(|&(order, patterns)| format!("{}: {order}", number_of(patterns, "pattern")))
        .collect();
    if stats.automorphisms_unknown > 0 {
        let unknown = number_of(stats.automorphisms_unknown, "pattern");
        automorphisms.push(format!("{unknown}: too many to count"));
    }
    let of_all = |part: u64, all: u64| match all {
        0 => "0".to_owned(),
        all => format!("{} ({})", thousands(part), share(part as f64 / all as f64)),
    };
    let (patterns, graphs) = (&stats.patterns, &stats.graphs);
    let both = |what: fn(&isocount::data::GraphStats) -> u64| {
        let [patterns, graphs] = [patterns, graphs].map(|side| of_all(what(side), side.number));
        format!("{patterns} of the patterns, {graphs} of the graphs")
    };
    let largest =
        format!("{} nodes, {} arcs", thousands(graphs.max_nodes), thousands(graphs.max_arcs));
    let mut lines = Vec::new();
    if counts.number < stats.sizes.triples {
        let of = format!("{} of {}", thousands(counts.number), thousands(stats.sizes.triples));
        lines.push((
            "known counts",
            format!("{of} triples; mean and quantiles are over these alone"),
        ));
    }
    if counts.number > 0 {
        lines.extend([
            ("counts that are zero", share(counts.zeros)),
            ("quantiles of counts", quantiles.join(", ")),
            ("standard deviation", format!("{:.2}", counts.standard_deviation)),
        ]);
    }
    lines.extend([
        ("automorphisms", automorphisms.join(", ")),
        ("with loops", both(|side| side.with_loops)),
        ("with parallel arcs", both(|side| side.with_parallel_arcs)),
        ("undirected", both(|side| side.symmetric)),
        ("largest graph", largest),
    ]);
    if stats.sizes.lower_bounds > 0 {
        lines.push(("only lower bounds", of_all(stats.sizes.lower_bounds, stats.sizes.triples)));
    }
    if stats.sizes.estimates > 0 {
        lines.push(("estimates", of_all(stats.sizes.estimates, stats.sizes.triples)));
    }
    if stats.sizes.too_large > 0 {
        lines.push(("beyond 128 bits", of_all(stats.sizes.too_large, stats.sizes.triples)));
    }
    let rows: Vec<[&str; 2]> = lines.iter().map(|(what, value)| [*what, value.as_str()]).collect();
    Table::for_rows(rows.iter().copied()).rows(&rows)
}
