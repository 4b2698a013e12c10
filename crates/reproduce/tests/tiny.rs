//! A tiny plan from end to end: it is executed once, continues after an interruption, and reports.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use isocount_core::Control;
use isocount_reproduce::{
    Epochs, Event, Extra, Figure, Plan, Request, Scope, Set, Store, execute, report,
};
use tempfile::TempDir;

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn request() -> Request {
    let tiny = Scope {
        name: "tiny",
        data: Some(5_200),
        test: Some(60),
        epochs: Some(Epochs { narrow: 1, wide: 1 }),
        models: Some(&["count-gnn", "count-gnn-e", "count-gnn-m", "gcn"]),
        seeds: Some(1),
        scales: &[500],
    };
    Request {
        sets: vec![Set::Small, Set::Mutag],
        tables: vec![1, 2, 3, 5],
        extras: Extra::ALL.to_vec(),
        figures: vec![Figure::Layers, Figure::TrainingSize, Figure::Scalability],
        models: None,
        seeds: None,
        scope: tiny,
        mutag: None,
    }
}

/// The numbers of executed and of already finished steps.
fn carry_out(plan: &Plan, store: &Store) -> [usize; 2] {
    let mut counts = [0; 2];
    execute(plan, store, TWO, &Control::NONE, &mut |event| match event {
        Event::Ends(_) => counts[0] += 1,
        Event::Cached(_) => counts[1] += 1,
        _ => {}
    })
    .unwrap();
    counts
}

#[test]
fn a_plan_is_carried_out_once_and_reported() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let plan = Plan::new(request()).unwrap();
    // Data, three methods, six trivial rows; four models, five depths and one size to train and
    // test. Three layers are the default, and also a separate setting. One method, six trivial rows
    // and one model for unseen patterns. Five counters on one graph.
    assert_eq!(plan.steps.len(), 1 + 9 + 2 * (4 + 5 + 1) + (7 + 2) + 5);
    assert_eq!(carry_out(&plan, &store), [plan.steps.len(), 0]);
    assert_eq!(carry_out(&plan, &store), [0, plan.steps.len()]);

    let words = report(&plan, &mut store).unwrap();
    assert!(words[0].starts_with("This is a partial run (at most 5200 triples"), "{words:?}");
    assert!(words[1].starts_with("SMALL: by MAE, the best learned counter ("), "{words:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let markdown = read("report.md");
    for part in [
        "## Table 1: data",
        "## Table 2: SMALL",
        "| Count-GNN | ",
        "*8.5 ± 0.0*",
        "| VF2 | 0.00 | *0* | 1.00 | *1* |",
        "| Peregrine |  |  |  |  | 0.00 | ",
        "Peregrine ignores edge labels and directions",
        "| smallest spanning tree |",
        "## Table 2: MUTAG",
        "Not run: the files are missing. `python3 scripts/mutag.py --files data/MUTAG`",
        "| GCN | not run |",
        "## Table 3",
        "## Table 5",
        "(`figures/layers-small.svg`)",
        "## Unseen patterns: SMALL",
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

    // The records are packed, and enough for the same report elsewhere.
    assert!(!folder.path().join("records").exists());
    assert_eq!(read("records.jsonl").lines().count(), plan.steps.len());
    let elsewhere = TempDir::new().unwrap();
    for kept in ["records.jsonl", "environment.toml"] {
        fs::copy(folder.path().join(kept), elsewhere.path().join(kept)).unwrap();
    }
    report(&plan, &mut Store::open(elsewhere.path()).unwrap()).unwrap();
    let again = |name: &str| fs::read_to_string(elsewhere.path().join(name)).unwrap();
    for made in ["report.html", "report.md", "tables/sources.md", "tables/table2-small.csv"] {
        assert!(read(made) == again(made), "{made} differs");
    }

    // Missing data and runs are made again if a new step needs them.
    fs::remove_dir_all(folder.path().join("data")).unwrap();
    fs::remove_dir_all(folder.path().join("runs")).unwrap();
    assert_eq!(carry_out(&plan, &store), [0, plan.steps.len()]);
    let evaluation = plan.steps.iter().find(|step| step.title == "small: gcn, seed 0: test");
    let key = evaluation.unwrap().key.to_string();
    let records = read("records.jsonl");
    let kept: Vec<&str> =
        records.lines().filter(|line| !line.contains(&format!("{{\"key\":\"{key}\""))).collect();
    fs::write(folder.path().join("records.jsonl"), kept.join("\n")).unwrap();
    let store = Store::open(folder.path()).unwrap();
    let again: Vec<&str> = store.left(&plan).iter().map(|step| step.title.as_str()).collect();
    assert_eq!(again, ["small: data", "small: gcn, seed 0: train", "small: gcn, seed 0: test"]);
    assert_eq!(carry_out(&plan, &store), [3, plan.steps.len() - 3]);

    // Extending the plan only executes the new steps.
    let more = Plan::new(Request { seeds: Some(2), ..request() }).unwrap();
    // One more seed for every row: nine methods and trivial rows and four models, five depths, a
    // size, unseen patterns.
    assert_eq!(carry_out(&more, &store), [9 + 2 * (4 + 5 + 1) + 9, plan.steps.len()]);
}

/// Steps with the same inputs have the same results, except for times.
#[test]
fn a_plan_that_was_stopped_comes_to_the_same() {
    let folder = TempDir::new().unwrap();
    let plan = Plan::new(request()).unwrap();
    let whole = Store::open(&folder.path().join("whole")).unwrap();
    carry_out(&plan, &whole);
    // Stopped by a panic, as by a kill, at its 5th, 10th, … event, until it finishes.
    let parts = Store::open(&folder.path().join("parts")).unwrap();
    let mut stops = 0;
    loop {
        let mut left = 5 + 5 * stops;
        let mut count = |_: Event<'_>| {
            left -= 1;
            assert!(left > 0, "stopped here");
        };
        let stop = || execute(&plan, &parts, TWO, &Control::NONE, &mut count);
        match catch_unwind(AssertUnwindSafe(stop)) {
            Ok(done) => break done.unwrap(),
            Err(_) => stops += 1,
        }
    }
    assert!(stops > 3, "{stops}");
    assert_same_records(&plan, &whole, &parts);
}

fn assert_same_records(plan: &Plan, whole: &Store, parts: &Store) {
    for step in &plan.steps {
        let without_times = |store: &Store| {
            let text = store.record(&step.key).unwrap().unwrap();
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
        assert_eq!(without_times(whole), without_times(parts), "{}", step.title);
    }
}

#[test]
fn an_unknown_model_is_named() {
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
    // Other data, and everything that depends on it.
    let scope = Scope { data: Some(1_000), ..request().scope };
    let other = plan(Request { scope, ..request() });
    for title in ["data", "exact", "gcn, seed 0: train", "gcn, seed 0: test"] {
        assert_ne!(key(&a, title), key(&other, title), "{title}");
    }
    // Other settings, and everything that depends on them.
    let scope = Scope { epochs: Some(Epochs { narrow: 1, wide: 2 }), ..request().scope };
    let other = plan(Request { scope, ..request() });
    for (title, is_same) in
        [("data", true), ("count-gnn, seed 0: train", true), ("gcn, seed 0: test", false)]
    {
        assert_eq!(key(&a, title) == key(&other, title), is_same, "{title}");
    }
}

#[test]
fn problems_of_a_folder_are_reported() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let lock = store.lock().unwrap();
    let said = Store::open(folder.path()).unwrap().lock().unwrap_err().to_string();
    assert!(said.starts_with("another process is at work in "), "{said}");
    drop(lock);
    drop(store.lock().unwrap());
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let said = Store::open(&file).unwrap_err().to_string();
    assert!(said.ends_with("file is not a folder"), "{said}");

    let plan = Plan::new(request()).unwrap();
    let key = &plan.steps[0].key;
    let record = folder.path().join(format!("records/{key}.json"));
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    for (damage, problem) in [
        (&b"{"[..], "EOF while parsing"),
        (b"", "EOF while parsing"),
        (b"\xff\xfe", "expected UTF-8"),
        (b"{}", "missing field `title`"),
    ] {
        fs::write(&record, damage).unwrap();
        let said = report(&plan, &mut store).unwrap_err().to_string();
        assert!(said.contains(&format!("{key}.json: {problem}")), "{said}");
        assert!(record.exists(), "what is damaged is not packed");
    }
    fs::remove_file(&record).unwrap();
    fs::write(
        folder.path().join("records.jsonl"),
        format!("{{\"key\":\"{key}\",\"record\":{{}}}}\n"),
    )
    .unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let said = report(&plan, &mut store).unwrap_err().to_string();
    assert!(said.contains("records.jsonl:1: missing field `title`"), "{said}");
}
