//! `isocount man`: one manual page for all commands.

use std::io;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Args;
use crate::error::Failure;
use crate::finish::Finish;

pub(crate) fn run() -> Result<Finish, Failure> {
    let page = render().map_err(Failure::stdout)?;
    super::print(&String::from_utf8_lossy(&page))
}

/// The page of the program, followed by the options of each command that has any.
fn render() -> io::Result<Vec<u8>> {
    let mut command = Args::command();
    command.build();
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    for subcommand in command.get_subcommands().filter(|c| c.get_name() != "help") {
        page.extend(format!(".SH ISOCOUNT {}\n", subcommand.get_name().to_uppercase()).bytes());
        let man = Man::new(subcommand.clone());
        let mut section = Vec::new();
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        // Sections of a command are subsections of the page.
        page.extend(String::from_utf8_lossy(&section).replace(".SH ", ".SS ").bytes());
        page.extend(notes(".SS", subcommand).bytes());
    }
    page.extend(notes(".SH", &command).bytes());
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// The notes below the options in the help. Indented lines are examples and keep their line breaks.
fn notes(heading: &str, command: &Command) -> String {
    let Some(text) = command.get_after_long_help().or(command.get_after_help()) else {
        return String::new();
    };
    let mut section = format!("{heading} NOTES\n");
    for line in text.to_string().lines() {
        let escaped = line.trim().replace('\\', "\\e").replace('-', "\\-");
        let is_example = line.starts_with(' ');
        section.push_str(if is_example { ".nf\n\\ \\ " } else { "" });
        section.push_str(if line.is_empty() { ".PP" } else { &escaped });
        section.push_str(if is_example { "\n.fi\n" } else { "\n" });
    }
    section
}
