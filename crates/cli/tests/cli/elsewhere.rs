//! "The same question elsewhere": the commands that the page prints are run, and give the counts
//! that the page shows. The page's own functions print them, in Node.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::{Value, json};

use crate::serve::{Service, train_a_model};
use crate::workdir::{Workdir, repository};

/// Runs in a folder that has the modules of the page.
const PRINT: &str = r#"
import { readFileSync } from "node:fs";
import { curlCommand, pythonCall, shellCommand } from "./commands.js";
import { DEFAULTS, countRequest } from "./question.js";

const { address, asked } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(({ text, graph, settings }) => {
  const question = countRequest({ text, pattern: { edges: [] }, graph, settings: { ...DEFAULTS, ...settings } });
  const commands = { shell: shellCommand(question, graph), python: pythonCall(question, graph), curl: curlCommand(question, address, false) };
  return { question, ...commands };
})));
"#;

/// Pattern, graph, and the settings that are not the page's defaults.
fn questions() -> [(&'static str, &'static str, Value); 10] {
    let minute = 60;
    [
        ("a-b-c-a", "power-law", json!({"timeLimit": minute})),
        (
            "a-b-c",
            "karate",
            json!({"semantics": "induced", "unit": "mappings", "directions": "kept"}),
        ),
        (r#"x:"it's" -["a b"]-> y:"$HOME""#, "it's odd", json!({"directions": "kept"})),
        (r#"x:"it's" -["a b"]- y"#, "it's odd", json!({"nodeLabels": "ignored"})),
        (
            "path:3",
            "square",
            json!({"semantics": "homomorphism", "unit": "mappings", "directions": "ignored"}),
        ),
        ("triangle", "square", json!({"method": "vf2", "timeLimit": minute})),
        ("smarts:[OX2H]", "aspirin", json!({"directions": "kept"})),
        ("smiles:c1ccccc1", "nitropyrene", json!({"edgeLabels": "ignored"})),
        ("cycle:4", "karate", json!({"method": "sample", "precision": 0.2, "timeLimit": minute})),
        (
            "x:kinase -[activates]-> y:enzyme|receptor",
            "proteins",
            json!({"directions": "kept", "timeLimit": 0.5}),
        ),
    ]
}

#[test]
fn the_commands_of_the_page_give_its_counts() {
    if !are_there(&["node", "curl"]) {
        return;
    }
    let dir = Workdir::new();
    let odd = r#"{"nodes": ["it's", "$HOME", "it's"], "edges": [[0, 1, "a b"], [2, 1, "a b"]]}"#;
    dir.write("graphs/square.csv", "tail,head\n1,2\n2,3\n3,4\n4,1\n1,3\n");
    dir.write("graphs/it's odd.json", odd);
    let drugs = fs::read(repository().join("examples/drugs.smi")).unwrap();
    dir.write("graphs/drugs.smi", drugs);
    let service = Service::start(&dir, "--graphs graphs");
    let printed = check(&dir, &service, &questions());
    // The lines of Python are compared as text: this suite has no Python.
    let python: Vec<&str> = printed.iter().map(|it| it["python"].as_str().unwrap()).collect();
    insta::assert_snapshot!("python_lines", python.join("\n\n"));
}

/// The service does not reveal where its models are, so the page says what to fill in.
#[test]
fn a_question_to_a_model_needs_its_folder_and_nothing_else() {
    if !are_there(&["node", "curl"]) {
        return;
    }
    let dir = Workdir::new();
    train_a_model(&dir);
    let service = Service::start(&dir, "--graphs graphs --models models");
    let settings = json!({"unit": "mappings", "directions": "kept", "method": "learned:run"});
    let printed = check(&dir, &service, &[("a:0-[0]->b:1", "g", settings)]);
    let shell =
        "isocount count 'text:a:0-[0]->b:1' g.json --method learned --model PATH/OF/THE/MODELS/run";
    let python = "import isocount\nisocount.count(\"text:a:0-[0]->b:1\", \"g.json\", method=\"learned\", \
                  model=\"PATH/OF/THE/MODELS/run\")";
    assert_eq!((&printed[0]["shell"], &printed[0]["python"]), (&shell.into(), &python.into()));
}

#[test]
fn a_file_with_a_fault_is_read_as_the_service_reads_it() {
    if !are_there(&["node", "curl"]) {
        return;
    }
    let dir = Workdir::new();
    dir.write("graphs/drugs.smi", "CCO ethanol\nCC( broken\nC methane\n");
    let service = Service::start(&dir, "--graphs graphs --on-error record");
    let printed = check(&dir, &service, &[("smiles:C", "ethanol", json!({}))]);
    let shell = printed[0]["shell"].as_str().unwrap();
    assert!(
        shell.ends_with(
            "--graphs drugs.smi --unit subgraphs --undirected --time-limit 10s --on-error record"
        ),
        "{shell}"
    );
    let python = printed[0]["python"].as_str().unwrap();
    assert!(python.ends_with("on_error=\"record\")"), "{python}");
}

/// Runs what the page prints about these questions, and compares the answers with those of the
/// service. Returns what was printed.
fn check(dir: &Workdir, service: &Service, questions: &[(&str, &str, Value)]) -> Vec<Value> {
    let listed = service.get("/api/v1/graphs");
    let listed = listed["graphs"].as_array().unwrap();
    let graph = |name: &str| listed.iter().find(|it| it["name"] == name).unwrap();
    let asked = questions.iter().map(
        |(text, name, settings)| json!({"text": text, "graph": graph(name), "settings": settings}),
    );
    let asked: Vec<Value> = asked.collect();
    let address = format!("http://{}/", service.address);
    let printed = printed(dir, &json!({"address": address, "asked": asked}));
    let printed = printed.as_array().unwrap();
    for (asked, printed) in asked.iter().zip(printed) {
        let question = printed["question"].to_string();
        let (status, record) = service.ask("POST", "/api/v1/count", question.as_bytes()).unwrap();
        assert_eq!(status, 200, "{question}: {record}");
        let models = dir.path("models");
        let shell = printed["shell"].as_str().unwrap();
        let line = shell.replace("PATH/OF/THE/MODELS", models.to_str().unwrap());
        let lines = run(dir, &format!("{line} --json -q"), shell.ends_with("--on-error record"));
        let name = asked["graph"]["name"].as_str().unwrap();
        // A file may hold several graphs, with a line each.
        let answers = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let answer = answers.into_iter().find(|it| it["graph"] == name).expect(shell);
        for key in
            ["answer", "count", "low", "high", "semantics", "unit", "ignored", "method", "model"]
        {
            assert_eq!(answer[key], record[key], "{key} of {shell}");
        }
        let curl = printed["curl"].as_str().unwrap();
        let answer: Value = serde_json::from_str(&run(dir, &format!("{curl} -s"), false)).unwrap();
        assert_eq!(answer["count"], record["count"], "{curl}");
        // An answer of 0 proves little, unless it comes from a model.
        assert!(record["count"] != "0" || record["model"].is_string(), "{shell}");
    }
    printed.clone()
}

/// The output of the functions of the page.
fn printed(dir: &Workdir, asked: &Value) -> Value {
    let page = repository().join("crates/serve/page");
    dir.write("page/package.json", r#"{"type": "module"}"#).write("page/print.js", PRINT);
    for entry in fs::read_dir(page).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "js") {
            let name = path.file_name().unwrap().to_str().unwrap();
            dir.write(&format!("page/{name}"), fs::read(&path).unwrap());
        }
    }
    dir.write("asked.json", asked.to_string());
    let mut node = Command::new("node");
    node.arg("page/print.js").current_dir(dir.path(""));
    node.stdin(fs::File::open(dir.path("asked.json")).unwrap());
    let output = node.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs a command line in the folder of the graphs, as if it had been pasted into a shell. If a
/// file has a fault, the command fails at the end.
fn run(dir: &Workdir, line: &str, has_fault: bool) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_isocount")).parent().unwrap();
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = [program.to_owned()].into_iter().chain(env::split_paths(&folders));
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(dir.path("graphs"));
    shell.env("PATH", env::join_paths(folders).unwrap()).stdin(Stdio::null());
    let output = shell.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.success(), !has_fault, "{line}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// Whether all of these programs are there; where `CI` is set, they must be.
fn are_there(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| !is_there(program));
    if let Some(program) = missing {
        assert!(env::var_os("CI").is_none(), "there is no {program}");
        eprintln!("\nTHE COMMANDS OF THE PAGE WERE NOT TESTED: there is no {program}\n");
    }
    missing.is_none()
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
