//! The example programs run and say what they should.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

use std::process::Command;

/// What an example prints. `cargo test` builds the examples of a package beside its tests.
fn printed(example: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program =
        built.join("examples").join(example).with_extension(std::env::consts::EXE_EXTENSION);
    let run =
        Command::new(program).output().expect("run all tests of the package, not this one alone");
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
