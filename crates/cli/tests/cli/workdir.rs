//! A fresh folder with graphs in it, and the program to run there.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempDir};

/// Only guards against hanging; no test asks anything that takes long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// The folder of one test; removed at its end.
pub(crate) struct Workdir(TempDir);

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Workdir {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and its folder if needed.
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs `isocount` with these words, separated by spaces.
    pub(crate) fn run(&self, words: &str) -> Outcome {
        Self::wait_for(words, self.command(words))
    }

    /// Like [`Self::run`], but with text on the standard input.
    pub(crate) fn run_with_input(&self, words: &str, input: &str) -> Outcome {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(input.as_bytes()).unwrap();
        let mut command = self.command(words);
        command.stdin(file.reopen().unwrap());
        Self::wait_for(words, command)
    }

    fn wait_for(words: &str, mut command: Command) -> Outcome {
        // Files, not pipes: they never fill up while we wait.
        let (out, err) = (NamedTempFile::new().unwrap(), NamedTempFile::new().unwrap());
        command.stdout(out.reopen().unwrap()).stderr(err.reopen().unwrap());
        let mut child = command.spawn().unwrap();
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("isocount {words} does not end");
            }
            thread::sleep(Duration::from_millis(1));
        };
        let text = |file: NamedTempFile| fs::read_to_string(file.path()).unwrap();
        Outcome { code: status.code(), stdout: text(out), stderr: text(err) }
    }

    /// Starts `isocount` and does not wait for it.
    pub(crate) fn spawn(&self, words: &str) -> Child {
        self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isocount"));
        command.current_dir(self.0.path()).args(words.split_whitespace()).stdin(Stdio::null());
        command.env_remove("NO_COLOR");
        command
    }
}

impl Outcome {
    /// The output of a run that must have ended well.
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.stdout
    }

    /// Everything a user sees.
    pub(crate) fn everything(&self) -> String {
        format!("code: {:?}\n{}{}", self.code.unwrap_or(-1), self.stdout, self.stderr)
    }
}

/// The folder of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An unlabelled undirected graph as JSON.
fn json(num_nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> String {
    let arcs: Vec<String> = edges.map(|(a, b)| format!("[{a},{b}],[{b},{a}]")).collect();
    let nodes = vec!["0"; num_nodes].join(",");
    format!("{{\"nodes\":[{nodes}],\"edges\":[{}]}}\n", arcs.join(","))
}

pub(crate) fn complete(num_nodes: usize) -> String {
    json(num_nodes, (0..num_nodes).flat_map(|a| (0..a).map(move |b| (a, b))))
}

pub(crate) fn path(num_nodes: usize) -> String {
    json(num_nodes, (1..num_nodes).map(|a| (a - 1, a)))
}

/// A ring with all its long diagonals and its neighbours' neighbours: it does not decompose, so
/// every engine has to search.
pub(crate) fn tangle(num_nodes: usize) -> String {
    let half = num_nodes / 2;
    let edges = (0..num_nodes).flat_map(move |a| {
        [1, 2]
            .map(|step| (a, (a + step) % num_nodes))
            .into_iter()
            .chain((a < half).then_some((a, a + half)))
    });
    json(num_nodes, edges)
}

/// A graph of `num_nodes` nodes in which nearly all pairs are joined, without any structure.
pub(crate) fn thicket(num_nodes: usize) -> String {
    let is_joined = |&(a, b): &(usize, usize)| (a * a * 7 + b * b * 13 + a * b) % 11 > 2;
    json(num_nodes, (0..num_nodes).flat_map(|a| (0..a).map(move |b| (a, b))).filter(is_joined))
}

/// A JSON answer without its times.
pub(crate) fn without_times(line: &str) -> String {
    let (answer, times) = line.split_once(",\"open_seconds\"").expect("an answer has times");
    assert!(times.ends_with('}'), "{line}");
    answer.to_owned()
}

/// All answers of a file, without their times.
pub(crate) fn answers(text: &str) -> Vec<String> {
    assert!(text.is_empty() || text.ends_with('\n'), "half a line: {text}");
    text.lines().map(without_times).collect()
}

/// A line without the checksums of its pattern and graph.
pub(crate) fn without_hashes(line: &str) -> String {
    let mut line = line.to_owned();
    for key in ["pattern", "graph"] {
        let start = line.find(&format!("\"{key}_hash\":")).unwrap();
        let end = start + line[start..].find(',').unwrap() + 1;
        line.replace_range(start..end, "");
    }
    line
}
