//! The report as one self-contained HTML file; its links refer to files next to it.

use isocount_core::printable;

use super::{Cell, Contents, Grid, Picture};
use crate::Plan;

/// The styles for screen and print, with light and dark themes.
pub(crate) const STYLE: &str = include_str!("style.css");
/// Sorts a table when a heading is clicked.
const SCRIPT: &str = include_str!("sort.js");

pub(crate) fn page(plan: &Plan, contents: &Contents) -> String {
    let words: String =
        contents.words.iter().map(|words| format!("<li>{}</li>\n", escape(words))).collect();
    let links: String = contents
        .verdict
        .iter()
        .chain(&contents.tables)
        .map(|grid| (&grid.name, &grid.title))
        .chain(contents.pictures.iter().map(|picture| (&picture.name, &picture.title)))
        .chain([&contents.environment, &contents.steps].map(|grid| (&grid.name, &grid.title)))
        .map(|(name, title)| format!("<li><a href=\"#{name}\">{}</a></li>\n", escape(title)))
        .collect();
    let verdict: String = contents.verdict.iter().map(|grid| table(grid, true)).collect();
    let tables: String = contents.tables.iter().map(|grid| table(grid, true)).collect();
    // The first picture is next to the verdict.
    let mut pictures = contents.pictures.iter().map(figure);
    let first = pictures.next().unwrap_or_default();
    let pictures: String = pictures.collect();
    let body = format!(
        "<h1>Count-GNN, reproduced</h1>\n\
         <p class=\"lead\">Columns named \"published\" repeat the paper's numbers; all other numbers were measured here. \
         {} of {} steps are done (scope: {}).</p>\n{verdict}{first}\
         <nav aria-label=\"Contents\"><h2>Contents</h2>\n<ul>\n{links}</ul></nav>\n\
         <section id=\"words\">\n<h2>In words</h2>\n<ul class=\"words\">\n{words}</ul>\n</section>\n\
         {tables}{pictures}{}{}",
        contents.done,
        plan.steps.len(),
        plan.request.scope.name,
        table(&contents.environment, false),
        table(&contents.steps, true),
    );
    document(
        "Count-GNN, reproduced",
        &format!("<main>\n{body}</main>\n<script>\n{SCRIPT}</script>"),
    )
}

/// A whole page.
pub(crate) fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n",
        escape(title),
    )
}

/// A section with a table, and a link if the table is also a file.
fn table(grid: &Grid, is_file: bool) -> String {
    let heading: String = (0..)
        .zip(&grid.heading)
        .map(|(column, name)| {
            let class = if grid.has_words(column) { " class=\"word\"" } else { "" };
            let name = escape(name);
            format!("<th scope=\"col\"{class}><button type=\"button\">{name}</button></th>")
        })
        .collect();
    let rows: String = grid
        .rows
        .iter()
        .map(|row| format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>()))
        .collect();
    let (name, title) = (&grid.name, escape(&grid.title));
    let file = if is_file { file(&format!("tables/{name}.csv"), "as CSV") } else { String::new() };
    format!(
        "<section id=\"{name}\">\n<h2>{title}</h2>\n<p>{}{file}</p>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\"><table>\n\
         <thead><tr>{heading}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</section>\n",
        prose(&grid.caption),
    )
}

/// A link to the same content as a file.
fn file(path: &str, name: &str) -> String {
    format!(" <a class=\"file\" href=\"{path}\">{name}</a>")
}

fn cell(cell: &Cell) -> String {
    let shown = escape(&cell.show());
    let number = cell.number().map(|number| format!(" data-number=\"{number}\""));
    let number = number.unwrap_or_default();
    match cell {
        Cell::Published(..) => format!("<td class=\"published\"{number}><em>{shown}</em></td>"),
        Cell::Link(_, to) => {
            format!("<td class=\"word\"><a href=\"{}\">{shown}</a></td>", escape(to))
        }
        Cell::Lines(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
            format!("<td class=\"word\">{}</td>", lines.join("<br>"))
        }
        Cell::NotRun => format!("<td class=\"missing\">{shown}</td>"),
        Cell::Text(_) if cell.is_word() => format!("<td class=\"word\">{shown}</td>"),
        Cell::Best(..) => format!("<td{number}><strong>{shown}</strong></td>"),
        Cell::Text(_) | Cell::Measured(..) | Cell::Written(..) | Cell::Empty => {
            format!("<td{number}>{shown}</td>")
        }
    }
}

fn figure(picture: &Picture) -> String {
    let Picture { name, svg, .. } = picture;
    format!(
        "<section id=\"{name}\">\n<h2>{}</h2>\n<figure>{svg}<figcaption>{}{}</figcaption></figure>\n</section>\n",
        escape(&picture.title),
        prose(&picture.caption),
        file(&format!("figures/{name}.svg"), "as SVG"),
    )
}

/// Text with code between backticks.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(place, part)| match place % 2 {
        0 => escape(part),
        _ => format!("<code>{}</code>", escape(part)),
    });
    parts.collect()
}

/// Text without markup and control characters.
pub(crate) fn escape(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    let text = lines.join("\n");
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
