//! Runs the page in a real browser: the cases are in `browser/*.mjs`.
//!
//! The service runs in this process on a free port. Chromium is taken from the system;
//! playwright-core and axe-core are installed from npm, in the versions of the lock file, into
//! cargo's folder for tests. If one of them is missing, nothing is tested and a note is printed;
//! where `CI` is set, that is a failure. `cargo xtask setup` installs Chromium. `ISOCOUNT_CHROMIUM`
//! names another browser, `ISOCOUNT_BROWSER_CASE` a word that the names of cases must contain.

use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use isocount_format::Faults;
use isocount_serve::{Server, Settings};
use tempfile::TempDir;

type Anything<T> = Result<T, Box<dyn Error>>;

/// `browser/token.mjs` contains it too.
const TOKEN: &str = "a token for tests only";

#[test]
fn the_page_works_in_a_browser() -> Anything<()> {
    match tools()? {
        Err(why) => {
            say(&format!("\nTHE PAGE WAS NOT TESTED IN A BROWSER: {why}\n"));
            // Continuous integration must not pass without testing everything.
            if env::var_os("CI").is_some() { Err(why.into()) } else { Ok(()) }
        }
        Ok(Tools { chromium, scripts }) => {
            let folder = folder()?;
            let open = serve(|_| {})?;
            let guarded = serve(|settings| {
                settings.token = Some(TOKEN.to_owned());
                settings.graphs = Some(folder.path().to_owned());
                settings.faults = Faults::Keep;
            })?;
            let word = env::var("ISOCOUNT_BROWSER_CASE").unwrap_or_default();
            let mut run = Command::new("node");
            run.arg(scripts.join("run.mjs")).arg(open).arg(chromium).args([guarded, word]);
            let passed = run.current_dir(&scripts).status()?.success();
            if passed { Ok(()) } else { Err("a case failed; its name is above".into()) }
        }
    }
}

struct Tools {
    chromium: PathBuf,
    /// A folder with the scripts and their packages.
    scripts: PathBuf,
}

/// The tools that the scripts need, or what is missing.
fn tools() -> Anything<Result<Tools, String>> {
    if !works("node", &["--version"]) || !works("npm", &["--version"]) {
        return Ok(Err("there is no node, or no npm".to_owned()));
    }
    let Some(chromium) = chromium() else {
        return Ok(Err(
            "there is no Chromium; `cargo xtask setup` installs one, ISOCOUNT_CHROMIUM names one"
                .to_owned(),
        ));
    };
    let scripts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    copy_scripts(&scripts)?;
    if !install_packages(&scripts)? {
        return Ok(Err("npm could not install its packages; is there a network?".to_owned()));
    }
    Ok(Ok(Tools { chromium, scripts }))
}

fn chromium() -> Option<PathBuf> {
    let chosen = env::var_os("ISOCOUNT_CHROMIUM").map(PathBuf::from);
    let find = || {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let folders = env::var_os("PATH").unwrap_or_default();
        let paths = env::split_paths(&folders).flat_map(|it| names.map(|name| it.join(name)));
        paths.into_iter().find(|path| path.is_file())
    };
    chosen.or_else(find)
}

/// Scripts look for their packages next to themselves, and packages do not belong into the sources.
fn copy_scripts(to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("browser");
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Installs the packages once for each lock file.
fn install_packages(scripts: &Path) -> io::Result<bool> {
    let lock = fs::read(scripts.join("package-lock.json"))?;
    let mark = scripts.join("installed-lock.json");
    if fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(true);
    }
    let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    let is_done = Command::new("npm").args(arguments).current_dir(scripts).status()?.success();
    if is_done {
        fs::write(mark, lock)?;
    }
    Ok(is_done)
}

/// A folder with graphs of which some cannot be read; `browser/graphs.mjs` relies on its contents.
fn folder() -> io::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("drugs.smi"), "CCO ethanol\nCC( broken\nC methane\n")?;
    fs::write(folder.path().join("half.gml"), "graph [")?;
    Ok(folder)
}

/// Starts a service, which ends with this process, and returns its address.
fn serve(set: impl FnOnce(&mut Settings)) -> Anything<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let mut settings = Settings::default();
    set(&mut settings);
    // A hopeless question must not end by itself, however slow the machine is.
    settings.limits.time = Duration::from_secs(3600);
    let server = Server::new(settings, &listener)?;
    thread::spawn(move || {
        if let Err(problem) = server.run(listener, std::future::pending()) {
            say(&format!("the service ended: {problem}"));
        }
    });
    Ok(address)
}

fn works(program: impl AsRef<OsStr>, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Bypasses the test runner, which hides what a passing test prints.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
