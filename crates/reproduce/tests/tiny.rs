//! A tiny plan from end to end: it is done once, goes on after it was stopped, and reports.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::cell::Cell;
use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use isocount_reproduce::{Event, Figure, Plan, Request, Scope, Set, Store, execute, report};
use tempfile::TempDir;

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn request() -> Request {
    let tiny = Scope {
        name: "tiny",
        data: Some(5_200),
        test: Some(60),
        epochs: Some([1, 1]),
        models: Some(&["count-gnn", "count-gnn-e", "count-gnn-m", "gcn"]),
        seeds: Some(1),
        unseen: true,
        scales: &[500],
    };
    Request {
        sets: vec![Set::Small, Set::Mutag],
        tables: vec![1, 2, 3, 5],
        figures: vec![Figure::Layers, Figure::TrainingSize, Figure::Scalability],
        models: None,
        seeds: None,
        scope: tiny,
        mutag: None,
    }
}

/// The steps that were done and those that were found done.
fn carry_out(plan: &Plan, store: &Store) -> [usize; 2] {
    let counts = Mutex::new([0; 2]);
    execute(plan, store, TWO, &|event| match event {
        Event::Ends(_) => counts.lock().unwrap()[0] += 1,
        Event::Cached(_) => counts.lock().unwrap()[1] += 1,
        _ => {}
    })
    .unwrap();
    counts.into_inner().unwrap()
}

#[test]
fn a_plan_is_carried_out_once_and_reported() {
    let folder = TempDir::new().unwrap();
    let store = Store::at(folder.path());
    let plan = Plan::new(request()).unwrap();
    // Data, two methods, six trivial rows; four models, five depths and one size to train and test. Three
    // layers are the default, and yet another setting. One method, six trivial rows and one model for unseen patterns.
    // Four counters on one graph.
    assert_eq!(plan.steps.len(), 1 + 8 + 2 * (4 + 5 + 1) + (7 + 2) + 4);
    assert_eq!(carry_out(&plan, &store), [plan.steps.len(), 0]);
    assert_eq!(carry_out(&plan, &store), [0, plan.steps.len()]);

    let words = report(&plan, &store).unwrap();
    assert!(words[0].starts_with("This is a slice (at most 5200 triples"), "{words:?}");
    assert!(words[1].starts_with("SMALL: by MAE the best learned counter ("), "{words:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let markdown = read("report.md");
    for part in [
        "## Table 1: data",
        "## Table 2: SMALL",
        "| Count-GNN | ",
        "*8.5 ± 0.0*",
        "| VF2 | 0.00 | *0* | 1.00 | *1* |",
        "| smallest spanning tree |",
        "## Table 2: MUTAG",
        "Not run: `python3 scripts/mutag.py --files data/MUTAG`",
        "| GCN | not run |",
        "## Table 3",
        "## Table 5",
        "(figures/layers-small.svg)",
        "## Patterns never seen: SMALL",
        "## Time against arcs",
        "| Count-GNN, index (ours) | ",
    ] {
        assert!(markdown.contains(part), "{part} is not in\n{markdown}");
    }
    let html = read("report.html");
    let without_namespace = html.replace("http://www.w3.org/2000/svg", "");
    for sign in ["http://", "https://", "src="] {
        assert!(!without_namespace.contains(sign), "{sign}");
    }
    assert_eq!(html.matches("<svg").count(), 8);
    assert_eq!(html.matches("<section").count(), html.matches("</section>").count());
    assert!(read("tables/table2-small.csv").starts_with("counter,counter ±,MAE,MAE ±,published"));
    assert!(html.contains("<h2>Environment</h2>"));
    let pages: Vec<&str> = html.split("href=\"pages/").skip(1).map(|it| &it[..17]).collect();
    assert_eq!(pages.len(), 11);
    for page in pages {
        let page = read(&format!("pages/{page}"));
        assert!(page.contains("<h2>Settings</h2>") && page.contains("isocount train "), "{page}");
    }
    assert!(read("figures/learning-curves-small.svg").contains("var(--ink"));

    // Records are enough for a report; what they came from is made again where something new needs it.
    fs::remove_dir_all(folder.path().join("data")).unwrap();
    fs::remove_dir_all(folder.path().join("runs")).unwrap();
    assert_eq!(carry_out(&plan, &store), [0, plan.steps.len()]);
    let evaluation = plan.steps.iter().find(|step| step.title == "small: gcn, seed 0: test");
    fs::remove_file(store.record(&evaluation.unwrap().key)).unwrap();
    let again: Vec<&str> = store.left(&plan).iter().map(|step| step.title.as_str()).collect();
    assert_eq!(again, ["small: data", "small: gcn, seed 0: train", "small: gcn, seed 0: test"]);
    assert_eq!(carry_out(&plan, &store), [3, plan.steps.len() - 3]);

    // More of the same: only what is new is done.
    let more = Plan::new(Request { seeds: Some(2), ..request() }).unwrap();
    // A seed more for every row: eight methods and trivial rows and four models, five depths, a size, unseen patterns.
    assert_eq!(carry_out(&more, &store), [8 + 2 * (4 + 5 + 1) + 9, plan.steps.len()]);
}

#[test]
fn a_plan_that_was_stopped_comes_to_the_same() {
    let folder = TempDir::new().unwrap();
    let plan = Plan::new(request()).unwrap();
    let whole = Store::at(&folder.path().join("whole"));
    carry_out(&plan, &whole);
    // Stopped at its 5th, 10th, … event, as by a kill, until it comes to its end.
    let parts = Store::at(&folder.path().join("parts"));
    let mut stops = 0;
    loop {
        let left = Mutex::new(Cell::new(5 + 5 * stops));
        let stop = || {
            execute(&plan, &parts, TWO, &|_| {
                let left = left.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                left.set(left.get() - 1);
                assert!(left.get() > 0, "stopped here");
            })
        };
        match catch_unwind(AssertUnwindSafe(stop)) {
            Ok(done) => break done.unwrap(),
            Err(_) => stops += 1,
        }
    }
    assert!(stops > 3, "{stops}");
    for step in &plan.steps {
        let without_times = |store: &Store| {
            let text = fs::read_to_string(store.record(&step.key)).unwrap();
            let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
            if let Some(metrics) = record.get_mut("metrics") {
                metrics["open_seconds"] = 0.into();
                metrics["count_seconds"] = 0.into();
            }
            if let Some(record) = record.as_object_mut() {
                for time in ["seconds_per_epoch", "open_seconds", "count_seconds"] {
                    record.remove(time);
                }
            }
            record
        };
        assert_eq!(without_times(&whole), without_times(&parts), "{}", step.title);
    }
}

#[test]
fn a_model_that_is_not_there_is_named() {
    let wrong = Request { models: Some(vec!["gpt".to_owned()]), ..request() };
    let said = Plan::new(wrong).unwrap_err().to_string();
    assert!(said.starts_with("there is no model `gpt`; there are count-gnn, "), "{said}");
}

#[test]
fn keys_follow_from_inputs() {
    let plan = |request: Request| Plan::new(request).unwrap();
    let key = |plan: &Plan, title: &str| {
        plan.steps.iter().find(|step| step.title.contains(title)).unwrap().key.clone()
    };
    let (a, b) = (plan(request()), plan(request()));
    assert!(a.steps.iter().zip(&b.steps).all(|(a, b)| a.key == b.key));
    // Other data, and everything that is made of it.
    let scope = Scope { data: Some(1_000), ..request().scope };
    let other = plan(Request { scope, ..request() });
    for title in ["data", "exact", "gcn, seed 0: train", "gcn, seed 0: test"] {
        assert_ne!(key(&a, title), key(&other, title), "{title}");
    }
    // Other settings, and what is made with them.
    let scope = Scope { epochs: Some([1, 2]), ..request().scope };
    let other = plan(Request { scope, ..request() });
    for (title, is_same) in
        [("data", true), ("count-gnn, seed 0: train", true), ("gcn, seed 0: test", false)]
    {
        assert_eq!(key(&a, title) == key(&other, title), is_same, "{title}");
    }
}

#[test]
fn what_is_wrong_with_a_folder_is_said() {
    let folder = TempDir::new().unwrap();
    let store = Store::at(folder.path());
    let lock = store.lock().unwrap();
    let said = store.lock().unwrap_err().to_string();
    assert!(said.starts_with("another `isocount reproduce` is at work in "), "{said}");
    drop(lock);
    drop(store.lock().unwrap());

    let plan = Plan::new(request()).unwrap();
    let record = store.record(&plan.steps[0].key);
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    for damage in [&b"{"[..], b"", b"\xff\xfe", b"{}"] {
        fs::write(&record, damage).unwrap();
        let said = report(&plan, &store).unwrap_err().to_string();
        assert!(said.ends_with("; remove the file and give the same command again"), "{said}");
    }
}
