//! The exact row and the trivial rows on a part of SMALL.

use std::num::NonZeroUsize;
use std::path::Path;

use isocount_core::Budget;
use isocount_count::{Exact, Vf2};
use isocount_data::{Crew, Dataset, Protocol, Split, Synthetic, TestSet, TrainingSet};
use isocount_eval::{Metrics, Row, TRIVIAL, Table, Trivial, run};

fn small(out: &Path) -> Dataset {
    let counter = Exact::with_threads(1);
    let crew = Crew { counter: &counter, threads: NonZeroUsize::MIN, progress: &|_| {} };
    Synthetic::Small.generate(out, 0, Some(2_000), crew).expect("the folder is writable");
    Dataset::read(out).expect("the data set was just made")
}

#[test]
fn exact_counters_are_right_and_the_zero_row_is_the_mean() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = small(&folder.path().join("small"));
    for &protocol in Protocol::STANDARD {
        let split = Split::get(&dataset, protocol, 0).unwrap();
        let test = TestSet::new(&dataset, &split).unwrap();
        let training = TrainingSet::new(&dataset, &split).unwrap();

        for counter in [&Exact::with_threads(1) as &dyn isocount_core::Counter, &Vf2] {
            let done = std::cell::Cell::new(0);
            let all = run(counter, &test, &Budget::UNLIMITED, &|more| done.set(done.get() + more));
            assert_eq!(done.get(), test.len() as u64);
            let metrics = Metrics::of(&all.outcomes).unwrap();
            assert_eq!((metrics.number, metrics.unanswered), (test.len(), 0));
            assert!(metrics.mae < 1e-12 && (metrics.q_error - 1.0).abs() < 1e-12);
            assert!(metrics.count_seconds > 0.0);
        }

        let rows: Vec<Row> = Trivial::rows(&training)
            .iter()
            .map(|trivial| {
                let all = run(trivial, &test, &Budget::UNLIMITED, &|_| {});
                Row { counter: all.counter, metrics: Metrics::of(&all.outcomes) }
            })
            .collect();
        let names: Vec<&str> = rows.iter().map(|row| row.counter.as_str()).collect();
        assert_eq!(names, TRIVIAL);
        let mae = |ix: usize| rows[ix].metrics.as_ref().unwrap().mae;
        let mean = test.trials().map(|trial| trial.count.0 as f64).sum::<f64>() / test.len() as f64;
        assert!((mae(0) - mean).abs() < 1e-9, "predicting zero errs by the count");
        // Most counts are zero, so the median is, and it does as well as zero does.
        assert!((mae(2) - mae(0)).abs() < 1e-9);
        // No constant errs less on the training part than its median; on the test part nearly so.
        assert!(mae(2) <= mae(1));
        let table = Table {
            dataset: "small".to_owned(),
            split: split.name(),
            meaning: dataset.about().meaning.to_string(),
            rows,
        };
        assert_eq!(table.to_text().lines().count(), 2 + TRIVIAL.len());
    }
}
