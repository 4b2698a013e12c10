//! The report of a store with fixed records: nothing is trained, and every number is the same each
//! time.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use isocount_eval::{Metrics, TRIVIAL};
use tempfile::TempDir;

use super::report;
use super::rows::title;
use crate::environment::Environment;
use crate::step::{CounterSpec, Work};
use crate::{
    Curve, DataRecord, Epochs, EvaluationRecord, Extra, Figure, Plan, Provenance, Request, Scope,
    Set, Step, Store, TrainingRecord,
};

/// Steps that are not done: a seed of GIN is missing, and one value of λ.
const MISSING: [&str; 3] =
    ["gin, seed 1: test", "lambda=1e-2, seed 0: train", "lambda=1e-2, seed 0: test"];

fn plan() -> Plan {
    let scope = Scope {
        name: "by hand",
        data: Some(5_200),
        test: Some(60),
        epochs: Some(Epochs { narrow: 3, wide: 3 }),
        ..Scope::FULL
    };
    let request = Request {
        sets: vec![Set::Small, Set::Mutag],
        tables: vec![1, 2, 3, 4, 5],
        extras: Extra::ALL.to_vec(),
        figures: vec![Figure::Lambda],
        models: Some(["count-gnn", "count-gnn-plus", "gin"].map(str::to_owned).to_vec()),
        seeds: Some(2),
        scope,
        mutag: None,
    };
    Plan::new(request).unwrap()
}

fn data(step: &Step) -> DataRecord {
    DataRecord {
        title: step.title.clone(),
        command: step.command.clone(),
        patterns: 75,
        graphs: 5_200,
        graphs_per_pattern: 70,
        triples: 5_200,
        pattern_nodes: 5.25,
        pattern_arcs: 6.75,
        graph_nodes: 32.5,
        graph_arcs: 76.25,
        mean_count: 15.5,
        node_labels: 16,
        edge_labels: 16,
        made: made(),
    }
}

fn made() -> Provenance {
    let [by, on, at] = ["isocount, by hand", "a processor", "2026-01-01"].map(str::to_owned);
    Provenance { by, on, at }
}

fn training(step: &Step, model: &str, number: f64) -> TrainingRecord {
    let errors: Vec<f32> = (1..=3).map(|epoch| 8.0 / epoch as f32 + number as f32 / 64.0).collect();
    let curve = Curve {
        loss: errors.iter().map(|error| error * 2.0).collect(),
        valid_mae: errors,
        valid_q_error: vec![1.5; 3],
    };
    TrainingRecord {
        title: step.title.clone(),
        command: format!("isocount train {model} --data small"),
        model: model.to_owned(),
        parameters: 1_000 + model.len(),
        examples: [2_000, 200],
        seconds_per_epoch: 0.25 + number / 128.0,
        threads: 2,
        curve,
        config: format!("[model]\nmodel = \"{model}\"\n"),
        made: made(),
    }
}

fn evaluation(step: &Step, counter: &str, number: f64) -> EvaluationRecord {
    let is_exact = ["exact", "vf2"].contains(&counter);
    let error = match counter {
        _ if is_exact => 0.0,
        // Better than always 0.
        "pattern-median" => 0.75 + number / 32.0,
        _ => 1.0 + number / 32.0,
    };
    EvaluationRecord {
        title: step.title.clone(),
        command: format!("isocount eval {counter} --data small --limit 60"),
        counter: counter.to_owned(),
        ignored: match counter {
            "peregrine" => ["edge_labels", "directions"].map(str::to_owned).to_vec(),
            _ => Vec::new(),
        },
        metrics: Metrics {
            number: 60,
            unanswered: 0,
            first_reason: None,
            cut_short: 0,
            intervals: 0,
            covered: 0,
            interval_half_width: None,
            mae: error,
            q_error: 1.0 + error,
            q_error_of_means: 1.0 + error,
            rmse: error * 2.0,
            q_quantiles: vec![1.0; 6],
            open_seconds: 0.001 * (number + 1.0),
            count_seconds: 0.005 * (number + 1.0),
        },
        sample: (0..70).map(|truth| [truth as f32, truth as f32 + error as f32]).collect(),
        q_curve: (0..=100).map(|percent| 1.0 + error as f32 * percent as f32 / 100.0).collect(),
        made: made(),
    }
}

/// Changes to a record, by the title of its step.
#[derive(Clone, Copy)]
struct Change {
    evaluation: fn(&str, &mut EvaluationRecord),
    training: fn(&str, &mut TrainingRecord),
}

/// No change.
const AS_USUAL: Change = Change { evaluation: |_, _| {}, training: |_, _| {} };

/// A store in which all steps are done, except [`MISSING`].
fn store(folder: &Path, plan: &Plan, change: Change) -> Store {
    let store = Store::open(folder).unwrap();
    let done = |step: &&Step| !MISSING.iter().any(|title| step.title.ends_with(title));
    for (number, step) in plan.steps.iter().enumerate().filter(|(_, step)| done(step)) {
        let number = number as f64;
        let kept = if let Work::Train { model, .. } = &step.work {
            let mut record = training(step, model, number);
            (change.training)(&step.title, &mut record);
            store.keep(&step.key, &record)
        } else if let Work::Evaluate { counter, .. } = &step.work {
            let name = match counter {
                CounterSpec::Method(name) | CounterSpec::Trivial(name) => name.clone(),
                CounterSpec::Run(key) => format!("runs/{key}"),
            };
            let mut record = evaluation(step, &name, number);
            (change.evaluation)(&step.title, &mut record);
            store.keep(&step.key, &record)
        } else {
            store.keep(&step.key, &data(step))
        };
        kept.unwrap();
    }
    let environment = Environment {
        program: "isocount, by hand".to_owned(),
        compiler: "rustc".to_owned(),
        processor: "a processor".to_owned(),
        cores: 2,
        memory: "16 GiB".to_owned(),
        system: "linux x86_64".to_owned(),
        date: "2026-01-01".to_owned(),
        mutag: None,
    };
    let text = toml::to_string(&environment).unwrap();
    fs::write(folder.join("environment.toml"), text).unwrap();
    store
}

/// A report, and a way to read its files with numbers in place of keys.
struct Reported {
    folder: TempDir,
    plan: Plan,
    words: Vec<String>,
}

impl Reported {
    fn new() -> Self {
        Self::with(AS_USUAL)
    }

    fn with(change: Change) -> Self {
        let folder = TempDir::new().unwrap();
        let plan = plan();
        let words = report(&plan, &mut store(folder.path(), &plan, change)).unwrap();
        Self { folder, plan, words }
    }

    /// With changed evaluation results.
    fn with_evaluations(evaluation: fn(&str, &mut EvaluationRecord)) -> Self {
        Self::with(Change { evaluation, ..AS_USUAL })
    }

    /// The caption of a table.
    fn caption(&self, title: &str) -> String {
        let markdown = self.read("report.md");
        let (_, rest) = markdown.split_once(&format!("## {title}\n\n")).unwrap();
        rest.lines().next().unwrap_or_default().to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    fn read_without_keys(&self, name: &str) -> String {
        let keys = (1..).zip(&self.plan.steps);
        keys.fold(self.read(name), |text, (number, step)| {
            text.replace(&step.key.to_string(), &format!("KEY-{number}"))
        })
    }

    fn page(&self, title: &str) -> String {
        let step = self.plan.steps.iter().find(|step| step.title == title).unwrap();
        format!("pages/{}.html", step.key)
    }
}

/// The headings, sections, columns, links and series of a page, one per line.
fn skeleton(html: &str) -> String {
    let (page, _) = html.split_once("<script").unwrap_or((html, ""));
    let mut text = String::new();
    for piece in page.split('<') {
        let Some((tag, inside)) = piece.split_once('>') else { continue };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        text += &match name {
            "section" => format!("section {attributes}\n"),
            "h1" | "h2" | "title" | "button" => format!("  {name} {inside}\n"),
            "a" => format!("  a {attributes} {inside}\n"),
            "svg" => "  svg\n".to_owned(),
            // The text of axes is centred or right-aligned, in regular letters.
            "text" if tag.contains("\"start\"") || tag.contains("\"bold\"") => {
                format!("    {}\n", inside.trim())
            }
            _ => continue,
        };
    }
    text
}

/// The targets of the links of a page.
fn links(html: &str) -> Vec<&str> {
    html.split(" href=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect()
}

#[test]
fn the_report_as_markdown() {
    assert_snapshot!(Reported::new().read_without_keys("report.md"));
}

#[test]
fn a_table_as_csv() {
    assert_snapshot!(Reported::new().read("tables/table2-small.csv"));
}

#[test]
fn the_structure_of_the_report() {
    let reported = Reported::new();
    assert_snapshot!(skeleton(&reported.read_without_keys("report.html")));
}

#[test]
fn the_page_of_a_run() {
    let reported = Reported::new();
    let page = reported.read_without_keys(&reported.page("small: gin, seed 0: train"));
    let (_, body) = page.split_once("<body>").unwrap();
    let (before, rest) = body.split_once("<svg ").unwrap();
    let (_, after) = rest.split_once("</svg>").unwrap();
    assert_snapshot!(format!("{before}<svg>…</svg>{after}"));
    // Not tested yet.
    let page = reported.read_without_keys(&reported.page("small: gin, seed 1: train"));
    assert!(page.contains("</code> (training) of ") && !page.contains("(test)"));
}

#[test]
fn every_link_leads_somewhere() {
    let reported = Reported::new();
    let html = reported.read("report.html");
    let ids: Vec<&str> =
        html.split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
    for link in links(&html) {
        match link.strip_prefix('#') {
            Some(id) => assert!(ids.contains(&id), "#{id}"),
            None => assert!(reported.folder.path().join(link).is_file(), "{link}"),
        }
    }
    let page = reported.page("small: gin, seed 0: train");
    let found = links(&reported.read(&page)).len();
    assert_eq!(found, 2);
    for link in links(&reported.read(&page)) {
        assert!(reported.folder.path().join("pages").join(link).is_file(), "{link}");
    }
    // A page for every run, and a record for every finished step.
    let pages = links(&html).iter().filter(|link| link.starts_with("pages/")).count();
    let records = reported.read("records.jsonl").lines().count();
    assert_eq!(records, reported.plan.steps.len() - MISSING.len());
    assert_eq!(pages, fs::read_dir(reported.folder.path().join("pages")).unwrap().count());
}

#[test]
fn the_report_needs_nothing_from_elsewhere() {
    let reported = Reported::new();
    for page in ["report.html".to_owned(), reported.page("small: gin, seed 0: train")] {
        let html = reported.read(&page).replace("http://www.w3.org/2000/svg", "");
        for sign in ["http:", "https:", " src=", "<link", "@import", "url("] {
            assert!(!html.contains(sign), "{sign} in {page}");
        }
    }
}

#[test]
fn a_counter_has_one_colour_in_all_pictures() {
    let reported = Reported::new();
    for name in ["accuracy-against-time", "learning-curves", "predicted-against-true", "q-errors"] {
        let svg = reported.read(&format!("figures/{name}-small.svg"));
        for (counter, colour) in [("Count-GNN", "#D95F02"), ("Count-GNN+ (ours)", "#1F78C8")] {
            let is_named = svg.contains(&format!(">\n{counter}\n</text>"));
            assert!(is_named && svg.contains(colour), "{counter} in {name}: {svg}");
        }
    }
}

#[test]
fn where_numbers_come_from() {
    assert_snapshot!(Reported::new().read_without_keys("tables/sources.md"));
}

#[test]
fn every_row_has_its_accuracy_and_time() {
    let svg = Reported::new().read("figures/accuracy-against-time-small.svg");
    for counter in TRIVIAL.iter().copied().chain(["exact", "vf2", "gin"]) {
        assert!(svg.contains(&format!(">\n{}\n</text>", title(counter))), "{counter}: {svg}");
    }
}

#[test]
fn both_errors_are_reported() {
    let reported = Reported::with_evaluations(|step, record| {
        if step.starts_with("small: gin, seed") {
            record.metrics.q_error = 1.25;
        }
        if step.starts_with("small: zero, split") {
            record.metrics.q_error = 1.5;
        }
    });
    let said = &reported.words[1];
    assert!(
        said.starts_with(
            "SMALL: by MAE, the best learned counter (Count-GNN, 1.66) is no better than the best trivial rule (pattern \
             median, 1.17); by Q-error, the best learned counter (GIN, 1.25) is better than the best trivial rule (always \
             0, 1.50)."
        ),
        "{said}"
    );
}

#[test]
fn exactness_is_measured() {
    let words = &Reported::new().words;
    let agrees = "µs per triple (every count is right), VF2 450 µs (the same counts), Count-GNN ";
    assert!(words[1].contains(agrees), "{words:?}");
    let last = words.last().unwrap();
    assert!(last.contains("The two share the step meter"), "{last}");
    let reported = Reported::with_evaluations(|step, record| {
        if step.starts_with("small: vf2, split") {
            record.metrics.mae = 0.5;
        }
    });
    let said = &reported.words[1];
    assert!(said.contains("(every count is right), VF2 450 µs (MAE 0.50), "), "{said}");
    let reported = Reported::with_evaluations(|step, record| {
        if step.starts_with("small: exact, split") {
            record.metrics.mae = 0.25;
        }
    });
    let said = &reported.words[1];
    assert!(said.contains("(MAE 0.25), VF2 450 µs (every count is right), "), "{said}");
}

#[test]
fn unanswered_questions_are_reported() {
    let as_usual = Reported::new().caption("Table 2: SMALL");
    assert!(!as_usual.contains("nanswered"), "{as_usual}");
    let reported = Reported::with_evaluations(|step, record| {
        if step.starts_with("small: vf2, split") || step.starts_with("small: count-gnn, seed") {
            record.metrics.unanswered = 3;
        }
    });
    let caption = reported.caption("Table 2: SMALL");
    let silent = "Unanswered questions count as 0: VF2, 6 of 120; Count-GNN, 6 of 120.";
    assert!(caption.ends_with(silent), "{caption}");
}

#[test]
fn errors_of_another_question_are_not_shown() {
    let reported = Reported::new();
    let caption = reported.caption("Table 2: SMALL");
    let note = "Peregrine ignores edge labels and directions, as in the paper, and so answers another question: its times \
                are shown, but no errors.";
    assert!(caption.ends_with(note), "{caption}");
    let line = |text: &str| {
        let of_peregrine = |line: &&str| line.contains("| Peregrine |");
        text.lines().find(of_peregrine).unwrap_or_default().to_owned()
    };
    assert!(line(&reported.read("report.md")).starts_with("| Peregrine |  |  |  |  | 0.00"));
    assert!(line(&reported.read("tables/results.md")).starts_with("| Peregrine |  |  | "));
    for name in ["accuracy-against-time", "q-errors"] {
        let svg = reported.read(&format!("figures/{name}-small.svg"));
        assert!(!svg.contains("Peregrine") && svg.contains("exact engine"), "{name}: {svg}");
    }
    let reported = Reported::with_evaluations(|step, record| {
        record.metrics.cut_short = usize::from(step.starts_with("small: peregrine, split"));
    });
    let caption = reported.caption("Table 2: SMALL");
    let ended = " 2 of its 120 questions were ended after one second.";
    assert!(caption.ends_with(&format!("{note}{ended}")), "{caption}");
    // If nothing that exists is ignored, the question is the same.
    let reported = Reported::with_evaluations(|_, record| record.ignored.clear());
    assert!(!reported.caption("Table 2: SMALL").contains("Peregrine"));
    assert!(reported.read("figures/accuracy-against-time-small.svg").contains("Peregrine"));
}

#[test]
fn graphs_of_a_single_question_are_not_opened() {
    let opening_takes_nothing = "no graph is opened beforehand";
    let as_usual = Reported::new().caption("Table 2: SMALL");
    assert!(!as_usual.contains(opening_takes_nothing), "{as_usual}");
    let reported = Reported::with_evaluations(|_, record| record.metrics.open_seconds = 0.0);
    let caption = reported.caption("Table 2: SMALL");
    assert!(caption.contains(opening_takes_nothing), "{caption}");
}

#[test]
fn seconds_per_epoch_state_the_number_of_threads() {
    let caption =
        |reported: Reported| reported.caption("Table 3: training time, seconds per epoch");
    assert!(caption(Reported::new()).starts_with("Measured on 2 threads. "));
    let training = |step: &str, record: &mut TrainingRecord| {
        if step == "small: gin, seed 0: train" {
            record.threads = 1;
        }
    };
    let caption = caption(Reported::with(Change { training, ..AS_USUAL }));
    assert!(caption.starts_with("Measured on 1 or 2 threads. "), "{caption}");
}

#[test]
fn files_of_an_earlier_report_are_removed_and_no_others() {
    let reported = Reported::new();
    let path = |name: &str| reported.folder.path().join(name);
    let run = reported.page("small: gin, seed 0: train");
    let parts = [run.as_str(), "tables/table1.csv", "tables/results.md", "report.html"];
    let old = [
        "pages/0123456789ab.html",
        "tables/table2-large.csv",
        "tables/old.md",
        "figures/q-errors-large.svg",
    ];
    let others = [
        "pages/notes.html",
        "pages/0123456789ab.txt",
        "tables/notes.txt",
        "figures/drawn.png",
        "notes.csv",
        "old.svg",
    ];
    for name in old.iter().chain(&others) {
        fs::write(path(name), "").unwrap();
    }
    fs::create_dir(path("tables/more.csv")).unwrap();
    report(&reported.plan, &mut Store::open(reported.folder.path()).unwrap()).unwrap();
    for name in old {
        assert!(!path(name).exists(), "{name} is left");
    }
    for name in others.iter().chain(&parts).chain(&["tables/more.csv"]) {
        assert!(path(name).exists(), "{name} is gone");
    }
}
