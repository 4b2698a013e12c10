//! "The same question elsewhere": the commands that the page prints are run, and give the counts that the page shows. The page's own
//! functions print them, in Node.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::{Value, json};

use crate::serve::Service;
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
    if !is_there("node") {
        assert!(env::var_os("CI").is_none(), "there is no node");
        eprintln!("\nTHE COMMANDS OF THE PAGE WERE NOT TESTED: there is no node\n");
        return;
    }
    let dir = Workdir::new();
    let odd = r#"{"nodes": ["it's", "$HOME", "it's"], "edges": [[0, 1, "a b"], [2, 1, "a b"]]}"#;
    dir.write("graphs/square.csv", "tail,head\n1,2\n2,3\n3,4\n4,1\n1,3\n");
    dir.write("graphs/it's odd.json", odd);
    let drugs = fs::read(repository().join("examples/drugs.smi")).unwrap();
    dir.write("graphs/drugs.smi", drugs);
    let service = Service::start(&dir, "--graphs graphs");
    let listed = service.get("/api/v1/graphs");
    let graph = |name: &str| listed.as_array().unwrap().iter().find(|it| it["name"] == name);
    let asked = questions().map(|(text, name, settings)| {
        json!({"text": text, "graph": graph(name).unwrap(), "settings": settings})
    });
    let address = format!("http://{}/", service.address);
    let printed = printed(&dir, &json!({"address": address, "asked": asked}));
    for (asked, printed) in asked.iter().zip(printed.as_array().unwrap()) {
        let question = printed["question"].to_string();
        let (status, record) = service.ask("POST", "/api/v1/count", question.as_bytes()).unwrap();
        assert_eq!(status, 200, "{question}: {record}");
        let shell = printed["shell"].as_str().unwrap();
        let lines = run(&dir, &format!("{shell} --json -q"));
        let name = asked["graph"]["name"].as_str().unwrap();
        // A file may hold several graphs, with a line each.
        let answers = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let answer = answers.into_iter().find(|it| it["graph"] == name).expect(shell);
        for key in ["answer", "count", "low", "high", "semantics", "unit", "ignored", "method"] {
            assert_eq!(answer[key], record[key], "{key} of {shell}");
        }
        if is_there("curl") {
            let curl = printed["curl"].as_str().unwrap();
            let answer: Value = serde_json::from_str(&run(&dir, &format!("{curl} -s"))).unwrap();
            assert_eq!(answer["count"], record["count"], "{curl}");
        }
        assert_ne!(record["count"], "0", "a zero says little: {shell}");
    }
    let python: Vec<&str> =
        printed.as_array().unwrap().iter().map(|it| it["python"].as_str().unwrap()).collect();
    assert_eq!(
        [python[2], python[6]],
        [
            "import isocount\nisocount.count(\"text:x:\\\"it's\\\" -[\\\"a b\\\"]-> y:\\\"$HOME\\\"\", \"it's odd.json\", unit=\"subgraphs\", time_limit=10)",
            "import isocount\nisocount.count_many([\"smarts:[OX2H]\"], \"drugs.smi\", unit=\"subgraphs\", time_limit=10)",
        ]
    );
}

/// What the functions of the page print.
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

/// Runs a command line in the folder of the graphs, as somebody would who pasted it.
fn run(dir: &Workdir, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_isocount")).parent().unwrap();
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = [program.to_owned()].into_iter().chain(env::split_paths(&folders));
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(dir.path("graphs"));
    shell.env("PATH", env::join_paths(folders).unwrap()).stdin(Stdio::null());
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
