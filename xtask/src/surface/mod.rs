//! The public surface of the facade as a text file, so that a change of it is seen in review.
//!
//! rustdoc has already worked out what a user of the crate can name: every page of the
//! documentation is an item, with its declaration, its methods, and the traits that it implements.
//! This reads those pages, which any stable toolchain writes, and keeps the declarations. It also
//! finds the types that lack an example.

mod examples;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The list that is committed.
const LISTING: &str = "crates/isocount/surface.txt";

/// How the documentation of the facade is made.
const DOC: [&str; 5] = ["doc", "--package", "isocount", "--all-features", "--no-deps"];

/// Compares the surface with its list, and looks for examples.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let found = surface(root)?;
    let listed = fs::read_to_string(root.join(LISTING)).unwrap_or_default();
    let changes = changes(&listed, &found.listing);
    if changes.is_empty() {
        return examples::check(&found.without_example);
    }
    Err(format!(
        "{LISTING} differs from the public surface of the facade:\n{changes}if this is intended, accept it \
         with `cargo xtask surface` and say so in CHANGELOG.md"
    ))
}

/// Writes the list anew.
pub(crate) fn accept(root: &Path) -> Result<(), String> {
    let found = surface(root)?;
    fs::write(root.join(LISTING), found.listing)
        .map_err(|problem| format!("{LISTING}: {problem}"))?;
    examples::check(&found.without_example)
}

/// What the pages of the facade say.
struct Surface {
    listing: String,
    /// The paths of types that should have an example.
    without_example: Vec<String>,
}

/// What is kept of each page, by the path of its item.
#[derive(Default)]
struct Pages {
    texts: BTreeMap<String, String>,
    without_example: BTreeSet<String>,
}

fn surface(root: &Path) -> Result<Surface, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let pages_of_facade = target.join("doc/isocount");
    // rustdoc leaves the pages of items that are gone.
    let _ = fs::remove_dir_all(&pages_of_facade);
    let made = Command::new("cargo").args(DOC).current_dir(root).output();
    let made = made.map_err(|problem| format!("cannot run cargo doc: {problem}"))?;
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    let mut pages = Pages::default();
    read_pages(&pages_of_facade, "isocount", &mut pages)
        .map_err(|problem| format!("{}: {problem}", pages_of_facade.display()))?;
    let listing: String = pages.texts.into_values().collect();
    if listing.contains("pub struct LabeledGraph") {
        Ok(Surface { listing, without_example: pages.without_example.into_iter().collect() })
    } else {
        Err("the pages of rustdoc look different from those that xtask/src/surface reads".into())
    }
}

/// The items of a folder of pages and of the folders in it, by their paths.
fn read_pages(folder: &Path, path: &str, pages: &mut Pages) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            read_pages(&entry.path(), &format!("{path}::{name}"), pages)?;
        } else if let Some((kind, item)) =
            name.strip_suffix(".html").and_then(|n| n.split_once('.'))
        {
            let item_path = format!("{path}::{item}");
            let page = fs::read_to_string(entry.path())?;
            let text = item_text(&page, &item_path);
            if examples::is_missing(&page, &text) {
                pages.without_example.insert(item_path.clone());
            }
            pages.texts.insert(format!("{item_path} {kind}"), text);
        } else if name == "index.html" {
            let uses = between(&fs::read_to_string(entry.path())?, "<code>pub use ", "</code>");
            let lines = uses.iter().map(|target| format!("{path}: pub use {}\n", plain(target)));
            pages.texts.insert(path.to_owned(), lines.collect());
        }
    }
    Ok(())
}

/// The declaration of an item, its own methods and constants, and the traits that it implements.
fn item_text(page: &str, path: &str) -> String {
    let declaration = between(page, "item-decl\"><code>", "</code></pre>").into_iter().next();
    let mut text = format!("{path}: {}\n", plain(&declaration.unwrap_or_default()));
    for own in between(section(page, "implementations-list"), "<h4 class=\"code-header\">", "</h4>")
    {
        let _ = writeln!(text, "    {}", plain(&own));
    }
    let traits = section(page, "trait-implementations-list");
    let mut traits: Vec<String> = between(traits, "<h3 class=\"code-header\">", "</h3>")
        .iter()
        .map(|header| plain(header))
        // Nobody names this one: it comes with every derived `PartialEq`.
        .filter(|header| !header.contains("StructuralPartialEq"))
        .collect();
    traits.sort();
    for header in traits {
        let _ = writeln!(text, "    {header}");
    }
    text
}

/// The part of a page from the element with this id to the next heading.
fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let Some(begin) = page.find(&format!("id=\"{id}\"")) else { return "" };
    let rest = &page[begin..];
    &rest[..rest.find("<h2 id=").unwrap_or(rest.len())]
}

/// What stands between every pair of these marks.
fn between(text: &str, open: &str, close: &str) -> Vec<String> {
    let parts = text.split(open).skip(1);
    parts.filter_map(|part| part.split_once(close)).map(|(inner, _)| inner.to_owned()).collect()
}

/// HTML as one line of text: without tags, without the summaries of folded parts.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let folded = after.starts_with("summary");
        let end = if folded { "</summary>" } else { ">" };
        rest = after.split_once(end).map_or("", |(_, rest)| rest);
        // An attribute such as #[non_exhaustive] is an element of its own, without white space.
        text.push_str(if after.starts_with("/div") { " " } else { "" });
    }
    text.push_str(rest);
    let text = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " ")]
        .iter()
        .fold(text, |text, (entity, char)| text.replace(entity, char))
        .replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines that one text has and the other has not, in order.
fn changes(listed: &str, found: &str) -> String {
    let missing = |from: &str, other: &str, sign: char| -> String {
        let other: BTreeSet<&str> = other.lines().collect();
        from.lines().filter(|line| !other.contains(line)).fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{sign} {line}");
            text
        })
    };
    let mut text = missing(listed, found, '-') + &missing(found, listed, '+');
    if text.is_empty() && listed != found {
        text.push_str("the same lines in another order\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<pre class="rust item-decl"><code><div class="code-attribute">#[non_exhaustive]</div>pub struct Limit {
    pub seconds: <a href="x">Option</a>&lt;<a>f64</a>&gt;,<details><summary class="hideme"><span>Show 1 field</span></summary>
}</details></code></pre><h2 id="implementations">I</h2><div id="implementations-list"><h3 class="code-header">impl <a>Limit</a></h3>
<h4 class="code-header">pub fn <a>new</a>(seconds: &amp;str) -&gt; Self</h4></div><h2 id="trait-implementations">T</h2>
<div id="trait-implementations-list"><h3 class="code-header">impl <a>Clone</a> for <a>Limit</a></h3><h4 class="code-header">fn <a>clone</a></h4></div>
<h2 id="synthetic-implementations"></h2><h3 class="code-header">impl Send for Limit</h3>"#;

    #[test]
    fn a_page_becomes_its_declarations() {
        let text = "crate::Limit: #[non_exhaustive] pub struct Limit { pub seconds: Option<f64>, }\n    \
                    pub fn new(seconds: &str) -> Self\n    impl Clone for Limit\n";
        assert_eq!(item_text(PAGE, "crate::Limit"), text);
    }

    #[test]
    fn what_came_and_went_is_shown() {
        assert_eq!(changes("a\nb\n", "a\nb\n"), "");
        assert_eq!(changes("a\nb\n", "b\nc\n"), "- a\n+ c\n");
        assert!(changes("a\nb\n", "b\na\n").contains("order"));
    }
}
