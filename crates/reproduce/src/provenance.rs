//! Where, when and by which program something was made.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Provenance;

impl Provenance {
    /// This program, on this machine, today.
    #[must_use]
    pub(crate) fn now() -> Self {
        Self { by: program(), on: known(processor()), at: known(today()) }
    }
}

/// The program, its version and its commit.
pub(crate) fn program() -> String {
    format!("isocount {}, commit {}", env!("CARGO_PKG_VERSION"), env!("ISOCOUNT_COMMIT"))
}

/// The value, or a placeholder if it is unknown.
pub(crate) fn known(value: Option<String>) -> String {
    value.unwrap_or_else(|| "not known".to_owned())
}

/// The name of the processor according to the system.
pub(crate) fn processor() -> Option<String> {
    line_of("/proc/cpuinfo", "model name")
}

pub(crate) fn memory() -> Option<String> {
    line_of("/proc/meminfo", "MemTotal").and_then(|it| gibibytes(&it))
}

pub(crate) fn today() -> Option<String> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|it| date(it.as_secs()))
}

/// The value of a name in a system file.
fn line_of(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches(['\t', ' ', ':']).to_owned())
}

fn gibibytes(kibibytes: &str) -> Option<String> {
    let number: f64 = kibibytes.strip_suffix(" kB")?.trim().parse().ok()?;
    Some(format!("{:.1} GiB", number / f64::from(1 << 20)))
}

/// The UTC date of a Unix time.
fn date(seconds: u64) -> String {
    // Years begin in March here, so that the leap day is the last day of a year; an era is 400
    // years, 146,097 days (Howard Hinnant's `civil_from_days`).
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, is_next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02} (UTC)", era * 400 + year + is_next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds), format!("{day} (UTC)"));
        }
    }

    #[test]
    fn memory_is_parsed_from_the_system_file() {
        assert_eq!(gibibytes("16380000 kB").as_deref(), Some("15.6 GiB"));
        assert_eq!(gibibytes("much"), None);
    }
}
