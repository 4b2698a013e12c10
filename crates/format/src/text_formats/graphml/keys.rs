//! The `<key>` elements of `GraphML`: which data elements contain which attribute.

use crate::FormatError;
use crate::builder::Spelling;
use crate::error::{SyntaxProblem, shorten};
use crate::text_formats::xml_elements::{Element, Elements};

/// The owner of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Node,
    Edge,
}

/// All keys that the file defines.
#[derive(Default)]
pub(super) struct Keys {
    keys: Vec<Key>,
}

struct Key {
    id: String,
    /// `node`, `edge`, `all`, or another value that is ignored.
    domain: String,
    name: String,
    /// How values are read as attributes.
    spelling: Spelling,
    default: Option<String>,
}

impl Key {
    fn is_of(&self, owner: Owner) -> bool {
        let domain = match owner {
            Owner::Node => "node",
            Owner::Edge => "edge",
        };
        self.domain == domain || self.domain == "all"
    }

    fn holds(&self, owner: Owner, name: &str) -> bool {
        self.name == name && self.is_of(owner)
    }
}

impl Keys {
    /// Reads one `<key>` element.
    pub(super) fn read<'a>(
        &mut self,
        elements: &mut Elements<'a>,
        element: &Element<'a>,
    ) -> Result<(), FormatError> {
        let text = elements.text;
        let Some(id) = element.attribute(text, "id")? else {
            let problem = SyntaxProblem::MissingAttribute { element: "key", attribute: "id" };
            return Err(text.error(element.place, problem));
        };
        if self.keys.iter().any(|key| key.id == id) {
            let problem = SyntaxProblem::RepeatedKey { key: shorten(&id) };
            return Err(text.error(element.place, problem));
        }
        let domain = element.attribute(text, "for")?.unwrap_or("all".into()).into_owned();
        let name = element.attribute(text, "attr.name")?.unwrap_or_default().into_owned();
        let kind = element.attribute(text, "attr.type")?.unwrap_or_default();
        let spelling = Spelling::of_type(&kind);
        let mut default = None;
        elements.enter(element);
        while let Some(child) = elements.next_child()? {
            match child.name() {
                "default" => default = Some(elements.read_words(&child)?),
                _ => elements.skip(&child)?,
            }
        }
        self.keys.push(Key { id: id.into_owned(), domain, name, spelling, default });
        Ok(())
    }

    /// The names of all attributes that nodes or edges may have.
    pub(super) fn names(&self, owner: Owner) -> impl Iterator<Item = &str> {
        self.keys.iter().filter(move |key| key.is_of(owner)).map(|key| key.name.as_str())
    }

    /// The attribute of a data element with this key.
    pub(super) fn attribute(&self, id: &str, owner: Owner) -> Option<(&str, Spelling)> {
        let key = self.keys.iter().find(|key| key.id == id && key.is_of(owner))?;
        Some((&key.name, key.spelling))
    }

    /// The attributes with a default.
    pub(super) fn defaults(&self, owner: Owner) -> impl Iterator<Item = (&str, Spelling, &str)> {
        let keys = self.keys.iter().filter(move |key| key.is_of(owner));
        keys.filter_map(|key| Some((key.name.as_str(), key.spelling, key.default.as_deref()?)))
    }

    /// Whether a data element with this key contains the wanted attribute; `None` if there is no
    /// such key.
    pub(super) fn is_label(&self, id: &str, owner: Owner, name: &str) -> Option<bool> {
        let key = self.keys.iter().find(|key| key.id == id)?;
        Some(key.holds(owner, name))
    }

    /// The value if there is no data element.
    pub(super) fn default_label(&self, owner: Owner, name: &str) -> Option<String> {
        self.keys.iter().find(|key| key.holds(owner, name))?.default.clone()
    }
}
