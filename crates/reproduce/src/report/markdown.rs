//! The report as Markdown. It is kept without figures and pages, so it only names them.

use super::{Contents, Grid};
use crate::Plan;

pub(crate) fn page(plan: &Plan, contents: &Contents) -> String {
    let mut text = "# Count-GNN, reproduced\n\n".to_owned();
    text += &format!(
        "{} of {} steps are done (scope: {}). Columns named \"published\" repeat the paper's numbers.\n\n",
        contents.done,
        plan.steps.len(),
        plan.request.scope.name
    );
    let table =
        |grid: &Grid| format!("\n## {}\n\n{}\n\n{}", grid.title, grid.caption, grid.to_markdown());
    text = text.trim_end().to_owned() + "\n";
    text += &contents.verdict.iter().map(table).collect::<String>();
    text += "\n## In words\n\n";
    for words in &contents.words {
        text += &format!("* {words}\n");
    }
    text += &contents.tables.iter().map(table).collect::<String>();
    text += "\n## Figures\n\n";
    for picture in &contents.pictures {
        text +=
            &format!("* {} (`figures/{}.svg`): {}\n", picture.title, picture.name, picture.caption);
    }
    text + &table(&contents.environment) + &table(&contents.steps)
}
