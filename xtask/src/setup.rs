//! `cargo xtask setup`: what the tests need from the system. Tests install nothing on the system;
//! Python and npm packages go into the target folder, installed by the tests that use them.

use std::env;
use std::process::{Command, Stdio};

/// Makes sure that there is a Chromium for the tests of the page. It is installed from Debian's
/// packages, as root only.
pub(crate) fn run() -> Result<(), String> {
    if env::var_os("ISOCOUNT_CHROMIUM").is_some() || has_chromium() {
        return Ok(());
    }
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|it| it.stdout == b"0\n");
    if is_root && works("apt-get", &["--version"]) {
        eprintln!("installing Chromium from the packages of this system");
        let install = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
        if works("apt-get", &["update", "-qq"]) && works("apt-get", &install) && has_chromium() {
            return Ok(());
        }
    }
    let missing = "there is no Chromium for the tests of the page: install the package `chromium`, or name one in ISOCOUNT_CHROMIUM";
    if env::var_os("CI").is_some() {
        return Err(missing.to_owned());
    }
    eprintln!("{missing}; without it the page is not tested");
    Ok(())
}

fn has_chromium() -> bool {
    ["chromium", "chromium-browser", "google-chrome"].iter().any(|name| works(name, &["--version"]))
}

fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
