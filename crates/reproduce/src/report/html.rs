//! The report as one HTML file that needs nothing else.

use super::{Cell, Contents, Grid, Picture};
use crate::Plan;

/// Colours, widths, light and dark, paper.
pub(crate) const STYLE: &str = include_str!("style.css");
/// Tables are sorted by a click on their headings.
const SCRIPT: &str = include_str!("sort.js");

pub(crate) fn page(plan: &Plan, contents: &Contents) -> String {
    let words: String =
        contents.words.iter().map(|words| format!("<li>{}</li>\n", escape(words))).collect();
    let links: String = contents
        .tables
        .iter()
        .map(|grid| (&grid.name, &grid.title))
        .chain(contents.pictures.iter().map(|picture| (&picture.name, &picture.title)))
        .map(|(name, title)| format!("<li><a href=\"#{name}\">{}</a></li>\n", escape(title)))
        .collect();
    let tables: String = contents.tables.iter().map(table).collect();
    let pictures: String = contents.pictures.iter().map(figure).collect();
    let scope = plan.request.scope.name;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Count-GNN, reproduced</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Count-GNN, reproduced</h1>\n\
         <p class=\"lead\">Every number below was measured on this machine by {} steps ({scope}). Numbers in italics are those \
         of the paper.</p>\n<ul class=\"words\">\n{words}</ul>\n\
         <nav><ul>\n{links}<li><a href=\"#steps\">Steps and commands</a></li>\n\
         <li><a href=\"#environment\">Environment</a></li>\n</ul></nav>\n\
         {tables}{pictures}{}{}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        plan.steps.len(),
        table(&contents.steps),
        table(&contents.environment),
    )
}

fn table(grid: &Grid) -> String {
    let heading: String = grid
        .heading
        .iter()
        .map(|name| {
            format!("<th scope=\"col\"><button type=\"button\">{}</button></th>", escape(name))
        })
        .collect();
    let rows: String = grid
        .rows
        .iter()
        .map(|row| format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>()))
        .collect();
    format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n<div class=\"scroll\"><table>\n\
         <thead><tr>{heading}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</section>\n",
        grid.name,
        escape(&grid.title),
        escape(&grid.caption),
    )
}

fn cell(cell: &Cell) -> String {
    let shown = escape(&cell.show());
    match cell {
        Cell::Published(..) => {
            let number = cell.number().unwrap_or_default();
            format!("<td class=\"published\" data-number=\"{number}\"><em>{shown}</em></td>")
        }
        Cell::Measured(..) => {
            let number = cell.number().unwrap_or_default();
            format!("<td class=\"number\" data-number=\"{number}\">{shown}</td>")
        }
        Cell::Link(_, to) => format!("<td><a href=\"{}\">{shown}</a></td>", escape(to)),
        Cell::NotRun => format!("<td class=\"missing\">{shown}</td>"),
        Cell::Text(_) | Cell::Empty => format!("<td>{shown}</td>"),
    }
}

fn figure(picture: &Picture) -> String {
    format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<figure>{}<figcaption>{}</figcaption></figure>\n</section>\n",
        picture.name,
        escape(&picture.title),
        picture.svg,
        escape(&picture.caption),
    )
}

/// Text that is no markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
