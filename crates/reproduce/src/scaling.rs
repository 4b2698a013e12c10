//! The time of a counter against the number of arcs.
//!
//! Graphs are random: four arcs for a node, both ends and both labels drawn evenly, four labels of nodes and of edges. The
//! few arcs that are drawn twice are there once.
//! Every one is asked the same patterns: those of a data set that have no other labels, some of them, spread evenly.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Control, Counter, GraphBuilder, Label, LabeledGraph, NodeId, Pattern, Rng,
    Semantics,
};
use isocount_data::NamedPattern;

use crate::{Provenance, ReproduceError, ScalingRecord};

/// Labels of nodes and of edges.
const LABELS: usize = 4;
/// Arcs for a node.
const ARCS_PER_NODE: usize = 4;
/// So many patterns are asked.
const PATTERNS: usize = 12;
/// A question may take so long.
const LIMIT: Duration = Duration::from_secs(5);
/// What takes longer is not asked again.
const ONCE: Duration = Duration::from_millis(500);
/// The rest is asked so often, and the median taken.
const TIMES: usize = 5;

/// Takes the time.
pub(crate) fn measure(
    counter: &dyn Counter,
    patterns: &[NamedPattern],
    semantics: Semantics,
    arcs: usize,
    [title, name]: [String; 2],
) -> Result<ScalingRecord, ReproduceError> {
    let graph = Arc::new(random_graph(arcs));
    let patterns = some_of(patterns);
    let opened = || counter.open(&graph, &Control::NONE);
    let open_seconds = median_seconds(|| opened().map(drop))?;
    let mut open = opened()?;
    let (mut seconds, mut unanswered) = (0.0, 0);
    for pattern in &patterns {
        let mut is_answered = true;
        seconds += median_seconds(|| {
            let answer = open.count(pattern, semantics, &Budget::time(LIMIT))?;
            is_answered = is_whole(&answer);
            Ok(())
        })?;
        unanswered += usize::from(!is_answered);
    }
    Ok(ScalingRecord {
        title,
        counter: name,
        nodes: graph.num_nodes(),
        arcs: graph.num_arcs(),
        open_seconds,
        count_seconds: seconds / patterns.len().max(1) as f64,
        asked: patterns.len(),
        unanswered,
        made: Provenance::now(),
    })
}

fn is_whole(answer: &Answer) -> bool {
    !matches!(answer, Answer::AtLeast(_))
}

/// The median of some runs; one run alone if it takes long.
fn median_seconds(
    mut run: impl FnMut() -> Result<(), isocount_core::CountError>,
) -> Result<f64, ReproduceError> {
    let mut seconds = Vec::new();
    while seconds.len() < TIMES {
        let started = Instant::now();
        run()?;
        let elapsed = started.elapsed();
        seconds.push(elapsed.as_secs_f64());
        if elapsed > ONCE {
            return Ok(elapsed.as_secs_f64());
        }
    }
    seconds.sort_unstable_by(f64::total_cmp);
    Ok(seconds[TIMES / 2])
}

fn random_graph(arcs: usize) -> LabeledGraph {
    let nodes = arcs.div_ceil(ARCS_PER_NODE).max(1);
    let mut rng = Rng::for_item(0, arcs as u64);
    let mut builder = GraphBuilder::default();
    builder.reserve(nodes, arcs);
    let label = |rng: &mut Rng| Label(rng.below(LABELS) as u32);
    for _ in 0..nodes {
        builder.node(label(&mut rng));
    }
    for _ in 0..arcs {
        let [tail, head] = [(); 2].map(|()| NodeId(rng.below(nodes) as u32));
        builder.edge(tail, head, label(&mut rng));
    }
    builder.build_merged().expect("ends are nodes, and there are fewer than 2³² of each")
}

fn some_of(patterns: &[NamedPattern]) -> Vec<&Pattern> {
    let is_known = |pattern: &&Pattern| {
        let graph = pattern.graph();
        let of_arcs = graph.arcs().map(|arc| arc.label);
        let mut labels = graph.node_labels().iter().copied().chain(of_arcs);
        labels.all(|label| (label.0 as usize) < LABELS)
    };
    let known: Vec<&Pattern> = patterns.iter().map(|it| &it.pattern).filter(is_known).collect();
    let number = PATTERNS.min(known.len());
    (0..number).map(|ix| known[ix * known.len() / number]).collect()
}

#[cfg(test)]
mod tests {
    use isocount_core::Unit;
    use isocount_count::Exact;

    use super::*;

    #[test]
    fn graphs_have_about_as_many_arcs_as_asked() {
        let graph = random_graph(1_000);
        assert_eq!(graph.num_nodes(), 250);
        assert!((990..=1_000).contains(&graph.num_arcs()), "{}", graph.num_arcs());
        assert_eq!(graph, random_graph(1_000));
    }

    #[test]
    fn every_question_is_asked() {
        let mut builder = GraphBuilder::default();
        let ends = [0, 1].map(|label| builder.node(Label(label)));
        builder.edge(ends[0], ends[1], Label(3));
        let known = Pattern::try_from(builder.build().unwrap()).unwrap();
        let mut builder = GraphBuilder::default();
        builder.node(Label(LABELS as u32));
        let unknown = Pattern::try_from(builder.build().unwrap()).unwrap();
        let named = |pattern: Pattern| NamedPattern { name: String::new(), pattern };
        let patterns = [named(known), named(unknown)];
        let title = ["a step".to_owned(), "exact".to_owned()];
        let semantics = Semantics::Monomorphism(Unit::Mappings);
        let record = measure(&Exact::with_threads(1), &patterns, semantics, 100, title).unwrap();
        assert_eq!([record.asked, record.unanswered], [1, 0]);
        assert!(record.count_seconds > 0.0 && record.open_seconds > 0.0);
    }
}
