//! Every command in the README, in the guide to molecules and in the help texts works when pasted
//! into a shell.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::workdir::{Workdir, repository};

/// Commands that build the program; this test is part of what they run.
const NOT_OURS: [&str; 3] = ["git clone", "cargo test", "cargo install"];

/// Documents whose commands are pasted from top to bottom.
const TOURS: [&str; 4] =
    ["docs/tour-networks.md", "docs/molecules.md", "docs/tour-research.md", "docs/notation.md"];
/// Documents that are read one after another.
const GUIDES: [&str; 7] =
    ["README.md", "docs/data.md", "docs/learning.md", TOURS[0], TOURS[1], TOURS[2], TOURS[3]];

/// What commands may begin with besides `isocount`: programs that a shell finds.
const OTHERS: [&str; 2] = ["gunzip ", "awk "];

/// A command as it is typed, and what it prints if that is shown.
struct Shown {
    command: String,
    output: Option<String>,
}

#[test]
fn commands_of_the_readme() {
    let shown = shown_in("README.md");
    assert!(shown.len() >= 3, "the README shows commands");
    paste(&shown);
}

/// The tours, each from top to bottom in a folder of its own.
#[test]
fn tours() {
    for tour in TOURS {
        let shown = shown_in(tour);
        assert!(shown.len() >= 5, "{tour} shows commands");
        paste(&shown);
    }
}

/// All guides, one after the other in one folder, at their full sizes.
#[test]
fn guides_from_top_to_bottom() {
    if std::env::var_os("ISOCOUNT_SLOW").is_none() {
        return;
    }
    let shown: Vec<Shown> = GUIDES.iter().flat_map(|guide| shown_in(guide)).collect();
    paste(&shown);
}

/// The commands of a document, with the output that follows them.
fn shown_in(document: &str) -> Vec<Shown> {
    let text = fs::read_to_string(repository().join(document)).unwrap();
    let mut shown: Vec<Shown> = Vec::new();
    let mut lines = text.lines();
    let mut is_output_of_last = false;
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty())
        else {
            is_output_of_last &= line.is_empty();
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match (language, shown.last_mut()) {
            ("sh", _) => {
                let commands = commands(block.iter().copied());
                shown.extend(commands.into_iter().map(|command| Shown { command, output: None }));
            }
            ("text", Some(last)) if is_output_of_last => {
                last.output = Some(block.join("\n") + "\n");
            }
            _ => {}
        }
        is_output_of_last = language == "sh";
    }
    shown.retain(|shown| !NOT_OURS.iter().any(|start| shown.command.starts_with(start)));
    shown
}

#[test]
fn commands_of_the_help_texts() {
    let dir = Workdir::new();
    for command in [
        "",
        "count",
        "find",
        "info",
        "motifs",
        "convert",
        "patterns",
        "completions",
        "train",
        "eval",
        "reproduce",
        "data export",
        "data generate",
        "data import",
        "data label",
        "data patterns",
        "data show",
        "data split",
        "data stats",
    ] {
        let help = dir.run(&format!("{command} --help")).ok();
        let examples = help.split_once("Example").expect("help has an example").1;
        let lines = examples.lines().filter_map(|line| line.strip_prefix("  "));
        let shown = commands(lines).into_iter().map(|command| Shown { command, output: None });
        let shown: Vec<Shown> = shown.collect();
        assert!(!shown.is_empty());
        paste(&shown);
    }
}

/// The guides are read one after another in one folder, so none may create what another has
/// created.
#[test]
fn guides_write_to_different_places() {
    let mut made: Vec<String> = Vec::new();
    for guide in GUIDES {
        let text = fs::read_to_string(repository().join(guide)).unwrap();
        let shown = text.lines().filter(|line| line.starts_with("isocount "));
        for command in shown.filter(|line| !line.contains("--resume")) {
            let words: Vec<&str> = command.split_whitespace().collect();
            let place = words.iter().skip_while(|word| **word != "--out").nth(1);
            let Some(place) = place.map(|place| (*place).to_owned()) else { continue };
            assert!(!made.contains(&place), "{guide} makes {place} a second time: {command}");
            made.push(place);
        }
    }
    assert!(made.len() >= 12, "{made:?}");
}

/// Joins lines that end in a backslash with the next.
fn commands<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let text = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    text.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect()
}

/// Runs the commands one after the other, as if in the root of the repository.
fn paste(shown: &[Shown]) {
    let dir = Workdir::new();
    copy(&repository().join("examples"), &dir.path("examples"));
    let program = Path::new(env!("CARGO_BIN_EXE_isocount"));
    let others = std::env::var("PATH").unwrap();
    let path = format!("{}:{others}", program.parent().unwrap().display());
    for Shown { command, output } in shown {
        let mut line = command.replace("cargo run --release --", "isocount");
        // It takes minutes without optimisation; a tiny plan is carried out in
        // crates/reproduce/tests.
        if line == "isocount reproduce --quick" {
            line += " --dry-run";
        }
        // The tests of the Python package run what it says of Python.
        if ["pip install ", "python -c "].iter().any(|start| line.starts_with(start)) {
            continue;
        }
        let is_known = OTHERS.iter().any(|start| line.starts_with(start));
        assert!(is_known || line.starts_with("isocount "), "what is this? {command}");
        let run = Command::new("sh")
            .args(["-c", &line])
            .current_dir(dir.path(""))
            .env("PATH", &path)
            .output()
            .unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        if let Some(output) = output {
            assert_eq!(&String::from_utf8_lossy(&run.stdout), output, "{command}");
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(path, copied).unwrap();
        }
    }
}
