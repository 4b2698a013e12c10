//! The time of a counter as a function of the number of arcs.
//!
//! Graphs are random: four arcs per node, both ends and both labels drawn uniformly, four node
//! labels and four edge labels. The few arcs that are drawn twice are merged. Every graph has the
//! same patterns: an even sample of those of a data set that use only these labels.

use std::sync::Arc;
use std::time::{Duration, Instant};

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, GraphBuilder, GraphError, Label, LabeledGraph,
    NodeId, Pattern, Rng, Semantics, Task, View,
};
use isocount_data::NamedPattern;

use crate::{Provenance, ReproduceError, ScalingRecord};

/// The numbers of node labels and of edge labels.
const LABELS: usize = 4;
/// Arcs per node.
const ARCS_PER_NODE: usize = 4;
/// The number of patterns.
const PATTERNS: usize = 12;
/// The time limit of a question.
const LIMIT: Duration = Duration::from_secs(5);
/// A question that takes longer is measured only once.
const ONCE: Duration = Duration::from_millis(500);
/// All others are measured this many times, and the median is used.
const TIMES: usize = 5;

/// A measurement.
pub(crate) struct Measuring<'a> {
    /// The step.
    pub(crate) title: &'a str,
    /// The title of the counter.
    pub(crate) name: &'a str,
    pub(crate) counter: &'a dyn Counter,
    /// The view of patterns and graphs that the counter needs.
    pub(crate) view: View,
    pub(crate) patterns: &'a [NamedPattern],
    pub(crate) semantics: Semantics,
    pub(crate) arcs: usize,
}

impl Measuring<'_> {
    /// Runs the measurement.
    pub(crate) fn run(&self, control: &Control) -> Result<ScalingRecord, ReproduceError> {
        let drawn = random_graph(self.arcs, control)?;
        let graph = Arc::new(self.view.apply_with(&drawn, control)?);
        let patterns: Vec<Pattern> = some_of(self.patterns)
            .into_iter()
            .map(|pattern| self.view.apply_to_pattern(pattern))
            .collect();
        control.begin(Task::Counting, self.title, Some(patterns.len() as u64));
        let opened = || self.counter.open(&graph, control);
        let open_seconds = median_seconds(|| opened().map(drop))?;
        let mut open = opened()?;
        let budget = Budget::time(LIMIT).with_control(control);
        let (mut seconds, mut unanswered) = (0.0, 0);
        for pattern in &patterns {
            let mut is_answered = true;
            seconds += median_seconds(|| {
                let answer = open.count(pattern, self.semantics, &budget)?;
                is_answered = is_whole(&answer);
                // A cancelled question may have an answer, but its time is meaningless.
                Ok(control.check()?)
            })?;
            unanswered += usize::from(!is_answered);
            control.advance(1);
        }
        Ok(ScalingRecord {
            title: self.title.to_owned(),
            counter: self.name.to_owned(),
            nodes: drawn.num_nodes(),
            arcs: drawn.num_arcs(),
            open_seconds,
            count_seconds: seconds / patterns.len().max(1) as f64,
            asked: patterns.len(),
            unanswered,
            made: Provenance::now(),
        })
    }
}

fn is_whole(answer: &Answer) -> bool {
    !matches!(answer, Answer::AtLeast(_))
}

/// The median time of several runs, or the time of one run if it takes long.
fn median_seconds(mut run: impl FnMut() -> Result<(), CountError>) -> Result<f64, ReproduceError> {
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

fn random_graph(arcs: usize, control: &Control) -> Result<LabeledGraph, ReproduceError> {
    /// Arcs between two checks of the control.
    const STRETCH: usize = 1 << 16;
    let nodes = arcs.div_ceil(ARCS_PER_NODE).max(1);
    let mut rng = Rng::for_item(0, arcs as u64);
    let mut builder = GraphBuilder::default();
    builder.reserve(nodes, arcs);
    let label = |rng: &mut Rng| Label(rng.below(LABELS) as u32);
    for _ in 0..nodes {
        builder.node(label(&mut rng));
    }
    for arc in 0..arcs {
        if arc % STRETCH == 0 {
            control.check()?;
        }
        let [tail, head] = [(); 2].map(|()| NodeId(rng.below(nodes) as u32));
        builder.edge(tail, head, label(&mut rng));
    }
    match builder.build_merged_with(control) {
        Err(GraphError::Cancelled(cancelled)) => Err(cancelled.into()),
        built => Ok(built.expect("ends are nodes, and there are fewer than 2³² of each")),
    }
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
    fn graphs_have_about_as_many_arcs_as_requested() {
        let graph = random_graph(1_000, &Control::NONE).unwrap();
        assert_eq!(graph.num_nodes(), 250);
        assert!((990..=1_000).contains(&graph.num_arcs()), "{}", graph.num_arcs());
        assert_eq!(graph, random_graph(1_000, &Control::NONE).unwrap());
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
        let measuring = Measuring {
            title: "a step",
            name: "exact",
            counter: &Exact::with_threads(1),
            view: View::PLAIN,
            patterns: &patterns,
            semantics: Semantics::Monomorphism(Unit::Mappings),
            arcs: 100,
        };
        let record = measuring.run(&Control::NONE).unwrap();
        assert_eq!([record.asked, record.unanswered], [1, 0]);
        assert!(record.count_seconds > 0.0 && record.open_seconds > 0.0);
    }

    #[test]
    fn a_cancelled_measurement_has_no_record() {
        let control = Control::new();
        control.cancel();
        let measuring = Measuring {
            title: "a step",
            name: "exact",
            counter: &Exact::with_threads(1),
            view: View::PLAIN,
            patterns: &[],
            semantics: Semantics::Homomorphism,
            arcs: 100,
        };
        assert!(matches!(measuring.run(&control), Err(ReproduceError::Cancelled(_))));
    }
}
