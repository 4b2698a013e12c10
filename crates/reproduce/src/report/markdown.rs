//! The report as Markdown.

use super::Contents;
use crate::Plan;

pub(crate) fn page(plan: &Plan, contents: &Contents) -> String {
    let mut text = "# Count-GNN, reproduced\n\n".to_owned();
    text += &format!("{} steps ({}).\n\n", plan.steps.len(), plan.request.scope.name);
    for words in &contents.words {
        text += &format!("* {words}\n");
    }
    for grid in contents.tables.iter().chain([&contents.steps, &contents.environment]) {
        text += &format!("\n## {}\n\n{}\n\n{}", grid.title, grid.caption, grid.to_markdown());
    }
    text += "\n## Figures\n\n";
    for picture in &contents.pictures {
        text += &format!(
            "![{}](figures/{}.svg)\n\n{}\n\n",
            picture.title, picture.name, picture.caption
        );
    }
    text
}
