//! The example programs run and say what they should.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::process::Command;

/// What an example prints. `cargo test` builds the examples of a package beside its tests.
fn printed(example: &str) -> String {
    printed_with(example, &[])
}

/// The same with arguments.
fn printed_with(example: &str, arguments: &[&std::path::Path]) -> String {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program =
        built.join("examples").join(example).with_extension(std::env::consts::EXE_EXTENSION);
    let run = Command::new(program)
        .args(arguments)
        .output()
        .expect("run all tests of the package, not this one alone");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn count_triangles() {
    let lines = [
        " 270 homomorphism mappings",
        " 270 monomorphism mappings",
        "  45 monomorphism subgraphs",
        " 270 induced mappings",
        "  45 induced subgraphs",
    ];
    assert_eq!(printed("count_triangles"), lines.join("\n") + "\n");
}

#[test]
fn new_counter() {
    let text = printed("new_counter");
    let (exact, darts) = text.split_once('\n').unwrap();
    assert_eq!(exact, " exact: Exact(Count(48))");
    assert!(darts.starts_with(" darts: Estimate(Estimate { value: 4"), "{darts}");
}

/// A new interface needs nothing but the session: files, exact, learned and indexed answers, a
/// batch that is cancelled from another thread and resumed to the same bytes.
#[cfg(feature = "learn")]
#[test]
fn own_interface() {
    use std::num::NonZeroUsize;

    use isocount::data::{Dataset, Making, Protocol, Split, Synthetic, TrainingSet};
    use isocount::learn::{MODELS, Run, TrainConfig, TrainingConfig, fit};
    use isocount::{Control, Exact};

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (control, threads) = (Control::NONE, NonZeroUsize::MIN);
    let counter = Exact::with_threads(1);
    let making = Making { counter: &counter, threads, control: &control };
    Synthetic::Small.generate(&path("small"), 0, Some(60), making).unwrap();
    let dataset = Dataset::read(&path("small"), &control).unwrap();
    let split = Split::get(&dataset, Protocol::Paper, 0, &control).unwrap();
    let training = TrainingSet::new(&dataset, &split, &control).unwrap();
    let config = TrainConfig {
        model: (MODELS[0].with_width)(8),
        training: TrainingConfig::default().with(|it| {
            it.epochs = 2;
            it.batch = 16;
        }),
    };
    fit(&training, &config, &Run::at(&path("run")), threads, &control, &|_| {}).unwrap();
    for (folder, files) in [("patterns", ["p", "q"]), ("graphs", ["g", "h"])] {
        std::fs::create_dir(path(folder)).unwrap();
        for file in files {
            let text = r#"{"nodes": [3, 1, 3], "edges": [[0, 1, 0], [2, 1, 0], [1, 0, 2]]}"#;
            std::fs::write(path(folder).join(file).with_extension("json"), text).unwrap();
        }
    }
    let text = printed_with("own_interface", &[&path("patterns"), &path("graphs"), &path("run")]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "1 mapping (monomorphism) of p in g", "{text}");
    assert!(lines[3].starts_with("about "), "{text}");
    assert!(lines[4].starts_with("about "), "{text}");
    assert_eq!(lines[lines.len() - 1], "4 answers, the same bytes: true", "{text}");
    let plain = printed("own_interface");
    assert!(plain.contains("the batch was stopped: cancelled"), "{plain}");
    assert!(plain.ends_with("the same bytes: true\n"), "{plain}");
}
