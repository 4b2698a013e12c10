//! The exact row and the trivial rows on a part of SMALL.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use isocount_core::{
    Answer, Budget, Control, CountError, Counter, LabeledGraph, OpenGraph, Pattern, Rng, Semantics,
    View,
};
use isocount_count::{Exact, Peregrine, Vf2};
use isocount_data::{Dataset, Making, Protocol, Split, Synthetic, TestSet, TrainingSet};
use isocount_eval::{
    Metrics, OutcomeLine, PredictionError, Predictions, Row, TRIVIAL, Table, Trivial, budget_for,
    run,
};

fn small(out: &Path) -> Dataset {
    let counter = Exact::with_threads(1);
    let making = Making { counter: &counter, threads: NonZeroUsize::MIN, control: &Control::NONE };
    Synthetic::Small.generate(out, 0, Some(2_000), making).expect("the folder is writable");
    Dataset::read(out, &Control::NONE).expect("the data set was just made")
}

#[test]
fn exact_counters_are_right_and_the_zero_row_is_the_mean() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = small(&folder.path().join("small"));
    for &protocol in Protocol::STANDARD {
        let split = Split::get(&dataset, protocol, 0, &Control::NONE).unwrap();
        let test = TestSet::new(&dataset, &split).unwrap();
        let training = TrainingSet::new(&dataset, &split, &Control::NONE).unwrap();

        for counter in [&Exact::with_threads(1) as &dyn Counter, &Vf2] {
            let control = Control::new();
            let all = run(counter, &test, &Budget::UNLIMITED, &control).unwrap();
            assert_eq!(control.progress().unwrap().done, test.len() as u64);
            let line = all.lines(&test).nth(7).unwrap();
            assert_eq!(OutcomeLine::from_json(&line.to_json()).unwrap(), line);
            assert_eq!(line.record.said, dataset.record(line.triple).said);
            let metrics = Metrics::of(&all.outcomes).unwrap();
            assert_eq!((metrics.number, metrics.unanswered), (test.len(), 0));
            assert!(metrics.mae < 1e-12 && (metrics.q_error - 1.0).abs() < 1e-12);
            assert!(metrics.count_seconds > 0.0);
        }

        let rows: Vec<Row> = Trivial::rows(&training, &Control::NONE)
            .unwrap()
            .iter()
            .map(|trivial| {
                let all = run(trivial, &test, &Budget::UNLIMITED, &Control::NONE).unwrap();
                let metrics = Metrics::of(&all.outcomes);
                Row::new(all.counter, metrics)
            })
            .collect();
        let names: Vec<&str> = rows.iter().map(|row| row.counter.as_str()).collect();
        assert_eq!(names, TRIVIAL);
        let mae = |ix: usize| rows[ix].metrics.as_ref().unwrap().mae;
        let mean = test.trials().map(|trial| trial.count.0 as f64).sum::<f64>() / test.len() as f64;
        assert!((mae(0) - mean).abs() < 1e-9, "the error of predicting zero is the count");
        // Most counts are zero, so the median is zero, with the same errors as predicting zero.
        assert!((mae(2) - mae(0)).abs() < 1e-9);
        // On the training part no constant has a smaller error than the median; on the test part
        // nearly so.
        assert!(mae(2) <= mae(1));
        let table = Table {
            dataset: "small".to_owned(),
            split: split.name(),
            meaning: dataset.meaning().to_string(),
            rows,
        };
        assert_eq!(table.to_text().lines().count(), 2 + TRIVIAL.len());
    }
}

/// A counter that ignores directions and edge labels. Its answers are those of the exact engine
/// that ignores them too.
#[test]
fn a_counter_is_asked_under_the_view_that_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = small(&folder.path().join("small"));
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    let as_it_is = TestSet::new(&dataset, &split).unwrap().even_sample(Some(300));
    let ask = |counter: &dyn Counter, test: &TestSet<'_>| {
        run(counter, test, &Budget::UNLIMITED, &Control::NONE).unwrap()
    };
    let refused = ask(&Peregrine, &as_it_is);
    assert!(refused.outcomes.iter().all(|outcome| outcome.reason().is_some()));

    let test = as_it_is.clone().under(Peregrine::VIEW, &Control::NONE).unwrap();
    assert_eq!(test.further_view(), Peregrine::VIEW);
    let meaning = "mappings (monomorphism, edge labels ignored, directions ignored)";
    assert_eq!(test.meaning().to_string(), meaning);
    assert!(budget_for(&test).time.is_some() && budget_for(&as_it_is).is_unlimited());
    let said = ask(&Peregrine, &test);
    let exact = ask(&Exact::with_threads(1), &test);
    assert!(said.lines(&test).all(|line| line.record.question.meaning == test.meaning()));
    for (a, b) in said.outcomes.iter().zip(&exact.outcomes) {
        assert_eq!((&a.said, a.truth, a.triple), (&b.said, b.truth, b.triple));
        let more = a.prediction() >= a.true_value();
        assert!(a.reason().is_none() && more, "a view that ignores something keeps all mappings");
    }
    // Nothing is left to ignore.
    let plain = as_it_is.under(View::PLAIN, &Control::NONE).unwrap();
    assert_eq!((plain.further_view(), plain.meaning()), (View::PLAIN, dataset.meaning()));
}

/// Counts only homomorphisms.
struct Choosy(Exact);

impl Counter for Choosy {
    fn name(&self) -> &'static str {
        "choosy"
    }

    fn open(
        &self,
        graph: &Arc<LabeledGraph>,
        control: &Control,
    ) -> Result<Box<dyn OpenGraph>, CountError> {
        self.0.open(graph, control)
    }

    fn count(
        &self,
        _: &Pattern,
        _: &LabeledGraph,
        semantics: Semantics,
        _: &Budget,
    ) -> Result<Answer, CountError> {
        Err(CountError::Unsupported { method: "choosy", semantics })
    }
}

#[test]
fn the_reason_of_a_refusal_is_kept_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = small(&folder.path().join("small"));
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    let test = TestSet::new(&dataset, &split).unwrap().even_sample(Some(50));
    let choosy = Choosy(Exact::with_threads(1));
    let all = run(&choosy, &test, &Budget::UNLIMITED, &Control::NONE).unwrap();
    let reason = "choosy cannot count monomorphism mappings";
    assert!(all.outcomes.iter().all(|outcome| outcome.reason() == Some(reason)));
    assert!(all.lines(&test).all(|line| line.to_json().contains(reason)));
    let metrics = Metrics::of(&all.outcomes);
    let rows = vec![Row::new(all.counter, metrics)];
    let [dataset, split, meaning] = ["small", "paper", "mappings"].map(str::to_owned);
    let table = Table { dataset, split, meaning, rows };
    let note = format!("choosy: 50 of 50 questions got no answer; the first: {reason}\n");
    assert!(table.to_text().ends_with(&note), "{}", table.to_text());
}

#[test]
fn a_cancelled_run_ends_without_outcomes() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = small(&folder.path().join("small"));
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    let test = TestSet::new(&dataset, &split).unwrap();
    let counter = Exact::with_threads(1);
    let mut rng = Rng::new(4);
    for _ in 0..20 {
        let control = Control::new();
        let said = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_micros(rng.below(10_000) as u64));
                control.cancel();
            });
            run(&counter, &test, &Budget::UNLIMITED, &control)
        });
        let done = control.progress().map_or(0, |progress| progress.done);
        match said {
            Ok(all) => assert_eq!(all.outcomes.len(), test.len()),
            Err(_) => assert!(done <= test.len() as u64),
        }
    }
    let control = Control::new();
    control.cancel();
    assert!(run(&counter, &test, &Budget::UNLIMITED, &control).is_err());
    let training = TrainingSet::new(&dataset, &split, &Control::NONE).unwrap();
    assert!(Trivial::rows(&training, &control).is_err());
}

/// Predictions from a file are evaluated like those of a counter.
#[test]
fn predictions_of_other_programs_are_evaluated_alike() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = small(&folder.path().join("small"));
    let split = Split::get(&dataset, Protocol::Paper, 0, &Control::NONE).unwrap();
    let test = TestSet::new(&dataset, &split).unwrap();
    let training = TrainingSet::new(&dataset, &split, &Control::NONE).unwrap();
    let trivial = &Trivial::rows(&training, &Control::NONE).unwrap()[3];
    let own = run(trivial, &test, &Budget::UNLIMITED, &Control::NONE).unwrap();

    let mut rows: Vec<String> = own
        .lines(&test)
        .map(|line| {
            let value = line.record.said.answer().unwrap().value();
            let (pattern, graph) = (&line.record.pattern.name, &line.record.graph.name);
            format!("{pattern},{graph},{value},0,{}\n", value + 1.0)
        })
        .collect();
    // The order does not matter.
    rows.reverse();
    let read = |name: &str, rows: &[String]| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("pattern,graph,prediction,low,high\n{}", rows.concat()))
            .unwrap();
        Predictions::read(&path, &test, &Control::NONE)
    };
    let predictions = read("all.csv", &rows).unwrap();
    for test in [test.clone(), test.clone().even_sample(Some(100))] {
        let own = run(trivial, &test, &Budget::UNLIMITED, &Control::NONE).unwrap();
        let (own, theirs) = (own.outcomes, predictions.on("all.csv", &test).outcomes);
        assert_eq!(own.len(), theirs.len());
        for (own, theirs) in own.iter().zip(&theirs) {
            assert_eq!((own.triple, own.truth), (theirs.triple, theirs.truth));
            assert!((own.prediction() - theirs.prediction()).abs() < 1e-12);
        }
        let metrics = Metrics::of(&theirs).unwrap();
        assert!((metrics.mae - Metrics::of(&own).unwrap().mae).abs() < 1e-12);
        let covered = own.iter().filter(|it| it.true_value() <= it.prediction() + 1.0).count();
        assert_eq!((metrics.intervals, metrics.covered), (own.len(), covered));
    }

    let missing = read("missing.csv", &rows[2..]).unwrap_err();
    assert!(matches!(missing, PredictionError::Missing { missing: 2, .. }), "{missing}");
    let twice = read("twice.csv", &[rows.clone(), vec![rows[0].clone()]].concat()).unwrap_err();
    assert!(twice.to_string().ends_with("has a prediction already, in line 2"), "{twice}");
    let trained = split.parts().iter().position(|part| *part == isocount_data::Part::Train);
    let record = dataset.record(trained.unwrap());
    let row = format!("{},{},1,1,1\n", record.pattern.name, record.graph.name);
    let trained = read("trained.csv", &[rows.clone(), vec![row]].concat()).unwrap_err();
    assert!(trained.to_string().ends_with("is not in the test part"), "{trained}");
    let row = rows[0].replacen("P_", "Q_", 1);
    let unknown = read("unknown.csv", &[vec![row], rows].concat()).unwrap_err();
    assert!(unknown.to_string().contains("unknown.csv:2: the data set has no pattern called `Q_"));

    let cancelled = Control::new();
    cancelled.cancel();
    let stopped = Predictions::read(&folder.path().join("all.csv"), &test, &cancelled);
    assert!(matches!(stopped, Err(PredictionError::Cancelled(_))));
}
