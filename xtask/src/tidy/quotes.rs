//! What a document quotes from a file is what the file has: see [`quote`](crate::quote).

use std::path::Path;

use super::finding::Finding;
use super::tree::{File, Tree};
use crate::quote::quotes;

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let is_document = |file: &&File| Path::new(&file.path).extension().is_some_and(|it| it == "md");
    let documents = tree.files().filter(is_document);
    documents.flat_map(|file| in_file(tree, file)).collect()
}

fn in_file(tree: &Tree, file: &File) -> Vec<Finding> {
    let quotes = match quotes(&file.text) {
        Ok(quotes) => quotes,
        Err((ix, problem)) => return vec![Finding::in_line(&file.path, ix, problem)],
    };
    let differing = quotes.iter().filter(|quote| tree.text(quote.source) != Some(quote.text));
    let problem = |source| format!("differs from {source}; `cargo xtask quote` writes it anew");
    differing.map(|it| Finding::in_line(&file.path, it.line_ix, problem(it.source))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_quote_is_found() {
        let found = |quoted: &str| {
            let text = format!("<!-- quoted: t.md -->\n{quoted}<!-- end of quote -->\n");
            check(&Tree::of(&[("README.md", &text), ("t.md", "| 1 |\n")])).len()
        };
        assert_eq!(found("| 1 |\n"), 0);
        assert_eq!(found("| 2 |\n"), 1);
        let open = Tree::of(&[("a.md", "<!-- quoted: t.md -->\n")]);
        assert_eq!(check(&open).len(), 1);
    }
}
