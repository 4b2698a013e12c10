//! `isocount man`: the manual page, all commands in one.

use std::io;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Args;
use crate::error::Failure;
use crate::finish::Finish;

pub(crate) fn run() -> Result<Finish, Failure> {
    let page = render().map_err(Failure::stdout)?;
    super::print(&String::from_utf8_lossy(&page))
}

/// The page of the program, followed by the options of each command that has some.
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
        man.render_extra_section(&mut section)?;
        // Sections of a command are subsections of the page.
        page.extend(String::from_utf8_lossy(&section).replace(".SH ", ".SS ").bytes());
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}
