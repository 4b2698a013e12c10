//! Every type that a user constructs has an example.
//!
//! A user constructs what has a function that makes it, what has nothing but public fields and is
//! not `#[non_exhaustive]`, and what starts as a `Default` and is changed by methods.

/// Structs with public fields that users are given and need not make. They cannot be
/// `#[non_exhaustive]`, since other crates of the workspace make them or take them apart as a
/// whole.
const GIVEN: &[(&str, &str)] = &[
    ("isocount::Progress", "tests of interfaces make it"),
    ("isocount::Stage", "tests of interfaces make it"),
    ("isocount::data::Example", "tests of training make it"),
    (
        "isocount::data::PartSizes",
        "the command line shows every part, and is to notice another one",
    ),
    ("isocount::motif::NullSample", "sessions read it from a file"),
];

/// Whether this is the page of a type that should have an example and has none. `text` is what the
/// page says, with its declaration in the first line and its members below.
pub(super) fn is_missing(page: &str, text: &str) -> bool {
    !page.contains("rust-example-rendered")
        && Item::read(text).is_some_and(|item| item.is_made_by_users())
}

/// What is wrong with these types, of which `GIVEN` are excused.
pub(super) fn check(missing: &[String]) -> Result<(), String> {
    let is_given = |path: &str| GIVEN.iter().any(|(given, _)| *given == path);
    let is_missing = |path: &str| missing.iter().any(|it| it == path);
    if let Some((path, _)) = GIVEN.iter().find(|(path, _)| !is_missing(path)) {
        return Err(format!("{path} needs no place in the list of xtask/src/surface/examples.rs"));
    }
    let left: Vec<&str> = missing.iter().map(String::as_str).filter(|it| !is_given(it)).collect();
    if left.is_empty() {
        return Ok(());
    }
    Err(format!(
        "these types can be constructed by users, and their documentation has no example:\n  {}\n\
         write one, or mark a type that users are only given as #[non_exhaustive]",
        left.join("\n  ")
    ))
}

/// A struct or an enum.
struct Item<'a> {
    name: &'a str,
    declaration: &'a str,
    /// Functions, methods and constants of its own, and the traits that it implements.
    members: Vec<&'a str>,
}

impl<'a> Item<'a> {
    /// Nothing if it is a trait, a function, or whatever else has a page.
    fn read(text: &'a str) -> Option<Self> {
        let (head, members) = text.split_once('\n')?;
        let (path, declaration) = head.split_once(": ")?;
        let is_type = ["pub struct ", "pub enum "].iter().any(|kind| declaration.contains(kind));
        let (_, name) = path.rsplit_once("::")?;
        let members = members.lines().map(str::trim).collect();
        is_type.then_some(Self { name, declaration, members })
    }

    fn is_made_by_users(&self) -> bool {
        self.has_constructor() || self.is_open_struct() || self.is_built_up()
    }

    /// Whether a function without `self` returns it, perhaps inside of something.
    fn has_constructor(&self) -> bool {
        self.functions().any(|it| it.receiver.is_none() && self.is_named_in(it.output))
    }

    /// Whether a literal makes it. An error is made where something goes wrong.
    fn is_open_struct(&self) -> bool {
        self.declaration.starts_with("pub struct ")
            && !self.declaration.contains("/* private fields */")
            && !self.implements("Error")
    }

    /// Whether it begins as a default value and methods change it.
    fn is_built_up(&self) -> bool {
        self.implements("Default")
            && self.functions().any(|it| match it.receiver {
                Some("&mut self") => true,
                Some("self") => self.is_named_in(it.output),
                _ => false,
            })
    }

    fn implements(&self, name: &str) -> bool {
        let end = format!("{name} for ");
        self.members.iter().any(|line| {
            let of_this = line.split_once(&end).is_some_and(|(_, of)| self.is_named_in(of));
            of_this && line.starts_with("impl") && line.contains(&format!(" {end}"))
        })
    }

    fn is_named_in(&self, text: &str) -> bool {
        let mut words = text.split(|char: char| !char.is_alphanumeric() && char != '_');
        words.any(|word| word == self.name || word == "Self")
    }

    fn functions(&self) -> impl Iterator<Item = Function<'a>> {
        self.members.iter().filter_map(|line| Function::read(line))
    }
}

struct Function<'a> {
    /// `self`, `&self` or `&mut self`.
    receiver: Option<&'static str>,
    /// What follows its parameters.
    output: &'a str,
}

impl<'a> Function<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let line = line.strip_prefix("pub ")?;
        let (_, signature) = line.split_once("fn ").filter(|(before, _)| !before.contains('('))?;
        let (parameters, output) = parameters(signature)?;
        let first = parameters.split(',').next().unwrap_or_default().trim();
        let words: Vec<&str> = first.split_whitespace().collect();
        let receiver = match words[..] {
            ["self"] | ["mut", "self"] | ["self:", ..] => Some("self"),
            ["&self"] => Some("&self"),
            ["&mut", "self"] => Some("&mut self"),
            [lifetime, "self"] if lifetime.starts_with("&'") => Some("&self"),
            [lifetime, "mut", "self"] if lifetime.starts_with("&'") => Some("&mut self"),
            _ => None,
        };
        Some(Self { receiver, output })
    }
}

/// What stands between the parentheses of a signature, and what follows them.
fn parameters(signature: &str) -> Option<(&str, &str)> {
    // Type parameters may hold parentheses, too: `<F: Fn(u8) -> u8>`.
    let (mut angles, mut depth, mut begin, mut before) = (0, 0, 0, ' ');
    for (ix, char) in signature.char_indices() {
        match char {
            '<' if depth == 0 => angles += 1,
            '>' if depth == 0 && before != '-' => angles -= 1,
            '(' if angles == 0 => {
                depth += 1;
                begin = if depth == 1 { ix + 1 } else { begin };
            }
            ')' if angles == 0 => {
                depth -= 1;
                if depth == 0 {
                    return Some((&signature[begin..ix], &signature[ix + 1..]));
                }
            }
            _ => {}
        }
        before = char;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::item_text;
    use super::*;

    /// The page of a type with this declaration, these functions and these traits.
    fn page(declaration: &str, functions: &[&str], traits: &[&str]) -> String {
        let header =
            |level: u8, text: &&str| format!("<h{level} class=\"code-header\">{text}</h{level}>");
        let functions: String = functions.iter().map(|text| header(4, text)).collect();
        let traits: String = traits.iter().map(|text| header(3, text)).collect();
        format!(
            "<pre class=\"rust item-decl\"><code>{declaration}</code></pre>\
             <h2 id=\"implementations\"></h2><div id=\"implementations-list\">{functions}</div>\
             <h2 id=\"trait-implementations\"></h2>\
             <div id=\"trait-implementations-list\">{traits}</div><h2 id=\"synthetic\"></h2>"
        )
    }

    fn lacks_example(declaration: &str, functions: &[&str], traits: &[&str]) -> bool {
        let page = page(declaration, functions, traits);
        let text = item_text(&page, "isocount::Limit");
        let with_example = format!("<pre class=\"rust rust-example-rendered\"></pre>{page}");
        assert!(!is_missing(&with_example, &text), "{text}");
        is_missing(&page, &text)
    }

    const PRIVATE: &str = "pub struct Limit { <span>/* private fields */</span> }";

    #[test]
    fn a_function_without_self_that_returns_the_type_makes_it() {
        for maker in [
            "pub fn <a>of</a>(seconds: <a>f64</a>) -&gt; <a>Limit</a>",
            "pub const fn new() -&gt; Self",
            "pub fn read(text: &amp;str) -&gt; Result&lt;Option&lt;Limit&gt;, Error&gt;",
            "pub fn all&lt;F: Fn(u8) -&gt; u8&gt;(f: F) -&gt; Vec&lt;Limit&gt;",
        ] {
            assert!(lacks_example(PRIVATE, &[maker], &[]), "{maker}");
            assert!(lacks_example("pub enum Limit { Some, }", &[maker], &[]), "{maker}");
        }
        for other in [
            "pub fn half(&amp;self) -&gt; Limit",
            "pub fn with(self, change: impl FnOnce(Limit)) -&gt; Limit",
            "pub fn each(take: impl Fn() -&gt; Limit) -&gt; usize",
            "pub fn table() -&gt; LimitTable",
            "pub const NONE: Limit",
        ] {
            assert!(!lacks_example(PRIVATE, &[other], &[]), "{other}");
        }
    }

    #[test]
    fn a_struct_with_public_fields_alone_is_made_by_a_literal() {
        let open = "pub struct Limit { pub seconds: f64, }";
        assert!(lacks_example(open, &[], &[]));
        assert!(lacks_example("pub struct Limit;", &[], &["impl Counter for Limit"]));
        let attribute = "<div class=\"code-attribute\">#[non_exhaustive]</div>";
        assert!(!lacks_example(&format!("{attribute}{open}"), &[], &[]));
        assert!(!lacks_example(PRIVATE, &[], &[]));
        assert!(!lacks_example("pub struct Limit;", &[], &["impl Error for Limit"]));
        assert!(lacks_example(open, &[], &["impl From&lt;Limit&gt; for Error"]));
        assert!(!lacks_example("pub trait Limit { fn new() -> Self; }", &[], &[]));
    }

    #[test]
    fn a_default_value_that_methods_change_is_made_by_users() {
        let default = ["impl Default for Limit"];
        assert!(lacks_example(PRIVATE, &["pub fn add(&amp;mut self, by: u8)"], &default));
        assert!(lacks_example(PRIVATE, &["pub fn with(self, by: u8) -&gt; Self"], &default));
        assert!(!lacks_example(PRIVATE, &["pub fn add(&amp;mut self, by: u8)"], &[]));
        assert!(!lacks_example(PRIVATE, &["pub fn get(&amp;self) -&gt; u8"], &default));
    }

    #[test]
    fn the_list_of_exceptions_is_as_short_as_it_can_be() {
        let given: Vec<String> = GIVEN.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(check(&given), Ok(()));
        let more: Vec<String> = given.iter().cloned().chain(["isocount::Limit".into()]).collect();
        assert!(check(&more).unwrap_err().contains("\n  isocount::Limit\n"));
        assert!(check(&given[1..]).unwrap_err().contains(GIVEN[0].0));
    }
}
