//! Runs the tests of the Python package, so that `cargo test` covers it.
//!
//! Cargo has built the extension module before it starts this. This program assembles the package
//! in `target/python`, installs the packages for the tests into a virtual environment, and runs
//! pytest. Without Python, or without a network the first time, nothing is tested and a note is
//! printed; where `CI` is set, that is a failure. `ISOCOUNT_PYTHON` names another Python than
//! `python3`; `ISOCOUNT_SLOW=1` adds Ray, torch and PyTorch Geometric.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use isocount_conformance::{library, random, written};

type Anything<T> = Result<T, Box<dyn Error>>;

/// The packages of an everyday test run, and those of the slow tests only: with versions, in the
/// files that pip reads.
const PACKAGES: &str = include_str!("requirements.txt");
const SLOW_PACKAGES: &str = include_str!("requirements-slow.txt");

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if is_not_meant(&arguments) {
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(Outcome::Passed) => ExitCode::SUCCESS,
        Ok(Outcome::Skipped(why)) => {
            say(&format!("\nTHE PYTHON PACKAGE WAS NOT TESTED: {why}\n"));
            // Continuous integration must not pass without testing everything.
            if env::var_os("CI").is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Ok(Outcome::Failed) => ExitCode::FAILURE,
        Err(problem) => {
            say(&format!("the tests of the Python package could not run: {problem}"));
            ExitCode::FAILURE
        }
    }
}

enum Outcome {
    Passed,
    Failed,
    Skipped(String),
}

/// Whether cargo asks for a list of tests, or for tests of another name.
fn is_not_meant(arguments: &[String]) -> bool {
    let is_list = arguments.iter().any(|it| it == "--list");
    let mut names = arguments.iter().filter(|it| !it.starts_with('-')).peekable();
    is_list
        || (names.peek().is_some() && !names.any(|name| "python::pytest".contains(name.as_str())))
}

fn run() -> Anything<Outcome> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = crate_folder.parent().ok_or("the crate lies in the workspace")?;
    let (library, target) = library()?;
    let place = target.join("python");
    let Some(python) = find_python() else {
        return Ok(Outcome::Skipped("there is no Python of version 3.10 or later".to_owned()));
    };
    fs::create_dir_all(&place)?;
    let environment = place.join("environment");
    let inside = environment.join("bin").join("python");
    if let Some(why) = prepare(&python, &environment, &inside)? {
        return Ok(Outcome::Skipped(why));
    }
    let package = assemble(crate_folder, &library, &place)?;
    let questions = place.join("questions.jsonl");
    write_questions(&questions)?;
    let status = Command::new(&inside)
        .args(["-m", "pytest", "-p", "no:cacheprovider", "--rootdir"])
        .arg(crate_folder)
        .arg("-c")
        .arg(crate_folder.join("pyproject.toml"))
        .arg(crate_folder.join("tests"))
        .arg(package.join("isocount"))
        .current_dir(&place)
        .env("PYTHONPATH", &package)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("ISOCOUNT_ROOT", root)
        .env("ISOCOUNT_QUESTIONS", questions)
        .status()?;
    Ok(if status.success() { Outcome::Passed } else { Outcome::Failed })
}

/// The extension module that cargo built, and the target folder: this program is in
/// `target/PROFILE/deps`.
fn library() -> Anything<(PathBuf, PathBuf)> {
    let own = env::current_exe()?;
    let profile = own.parent().and_then(Path::parent).ok_or("no target folder")?;
    let name = format!("{}isocount_native{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let found = [profile.join(&name), profile.join("deps").join(&name)];
    let newest = found.into_iter().filter(|path| path.exists()).max_by_key(|path| {
        path.metadata().and_then(|it| it.modified()).unwrap_or(std::time::UNIX_EPOCH)
    });
    let library = newest.ok_or("cargo has not built the extension module")?;
    Ok((library, profile.parent().ok_or("no target folder")?.to_owned()))
}

/// A Python that is new enough.
fn find_python() -> Option<PathBuf> {
    let asked = env::var_os("ISOCOUNT_PYTHON").map(PathBuf::from);
    let candidates = asked.into_iter().chain(["python3", "python"].map(PathBuf::from));
    candidates.into_iter().find(|python| {
        let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
        Command::new(python).args(["-c", check]).output().is_ok_and(|it| it.status.success())
    })
}

fn is_slow() -> bool {
    env::var_os("ISOCOUNT_SLOW").is_some()
}

/// The lines of a list of packages that name one.
fn packages(list: &str) -> impl Iterator<Item = &str> {
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Writes the questions of every interface, with the answers of the library, for
/// `test_conformance.py`.
fn write_questions(path: &Path) -> Anything<()> {
    let mut out = io::BufWriter::new(fs::File::create(path)?);
    let random = random::numbers(2_000, 20_000).map(random::question);
    for question in written().into_iter().chain(random) {
        let told = library::answer(&question);
        let line = serde_json::json!({ "question": question, "told": told });
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Makes the virtual environment, once for each list of packages. Returns the reason if it could
/// not.
fn prepare(python: &Path, environment: &Path, inside: &Path) -> Anything<Option<String>> {
    let mut wanted: Vec<&str> = packages(PACKAGES).collect();
    if is_slow() {
        wanted.extend(packages(SLOW_PACKAGES));
    }
    let (mark, wanted_text) = (environment.join("isocount-packages.txt"), wanted.join("\n"));
    let is_there = |have: &str| wanted.iter().all(|it| have.lines().any(|line| line == *it));
    if fs::read_to_string(&mark).is_ok_and(|have| is_there(&have)) {
        return Ok(None);
    }
    say("making a virtual environment for the tests of the Python package");
    if !inside.exists() && !call(python, ["-m".as_ref(), "venv".as_ref(), environment.as_os_str()])?
    {
        return Ok(Some("no virtual environment could be made".to_owned()));
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"];
    let arguments = pip.iter().chain(&wanted).map(OsStr::new);
    if !call(inside, arguments)? {
        let why = "its packages could not be installed; is there a network?";
        return Ok(Some(why.to_owned()));
    }
    fs::write(mark, wanted_text)?;
    Ok(None)
}

fn call<'a>(program: &Path, arguments: impl IntoIterator<Item = &'a OsStr>) -> Anything<bool> {
    Ok(Command::new(program).args(arguments).status()?.success())
}

/// The package with its extension module, in a folder to import from.
fn assemble(crate_folder: &Path, library: &Path, place: &Path) -> Anything<PathBuf> {
    let package = place.join("package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    let inside = package.join("isocount");
    copy_folder(&crate_folder.join("package").join("isocount"), &inside)?;
    fs::copy(library, inside.join("_native.abi3.so"))?;
    Ok(package)
}

fn copy_folder(from: &Path, to: &Path) -> Anything<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name().filter(|name| *name != "__pycache__") else { continue };
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
