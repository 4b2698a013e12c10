//! XML as elements with children, each with its location in the text.

use std::borrow::Cow;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use isocount_core::Control;

use crate::FormatError;
use crate::error::{SyntaxProblem, shorten_message};
use crate::read::Text;
use crate::read::limits::{MAX_ATTRIBUTES, MAX_DEPTH};

/// A start tag.
pub(super) struct Element<'a> {
    tag: BytesStart<'a>,
    content: Content,
    /// The tag as it stands in the text.
    pub(super) place: &'a str,
}

/// Whether an end tag follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    None,
    UntilEndTag,
}

impl<'a> Element<'a> {
    /// The name without namespace.
    pub(super) fn name(&self) -> &str {
        self.tag.local_name().into_inner()
    }

    /// The value of an attribute, if the tag has it.
    pub(super) fn attribute(
        &self,
        text: Text<'_>,
        name: &str,
    ) -> Result<Option<Cow<'a, str>>, FormatError> {
        let mut found = None;
        // All are visited, because the parser detects repeated ones along the way.
        for (i, attribute) in self.tag.attributes().enumerate() {
            if i == MAX_ATTRIBUTES {
                let what = "attributes in one tag";
                let problem = SyntaxProblem::TooMany { what, max: MAX_ATTRIBUTES as u64 };
                return Err(text.error(self.place, problem));
            }
            let attribute = attribute.map_err(|e| attribute_error(text, self.place, &e))?;
            if attribute.key.into_inner() == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                let value = value.map_err(|e| xml_error(text, self.place, &e))?;
                found = Some(Cow::Owned(value.into_owned()));
            }
        }
        Ok(found)
    }
}

/// Walks through the elements of a document.
pub(super) struct Elements<'a> {
    pub(super) text: Text<'a>,
    control: &'a Control,
    reader: Reader<&'a [u8]>,
    /// The number of open elements.
    depth: usize,
    /// Set when the element just entered has no end tag, hence no children.
    entered_empty: bool,
}

impl<'a> Elements<'a> {
    pub(super) fn new(text: Text<'a>, control: &'a Control) -> Self {
        let reader = Reader::from_str(text.content);
        Self { text, control, reader, depth: 0, entered_empty: false }
    }

    /// Makes [`next_child`](Self::next_child) return the children of this element, which must be
    /// the last one that was read.
    pub(super) fn enter(&mut self, element: &Element<'a>) {
        self.entered_empty = element.content == Content::None;
    }

    /// The next child; `None` at the end tag of the parent, or at the end of the file.
    pub(super) fn next_child(&mut self) -> Result<Option<Element<'a>>, FormatError> {
        if std::mem::take(&mut self.entered_empty) {
            return Ok(None);
        }
        loop {
            let start = self.reader.buffer_position() as usize;
            let event = self.next_event()?;
            let place = self.since(start);
            match event {
                Event::Start(tag) => {
                    return Ok(Some(Element { tag, content: Content::UntilEndTag, place }));
                }
                Event::Empty(tag) => {
                    return Ok(Some(Element { tag, content: Content::None, place }));
                }
                Event::End(_) | Event::Eof => return Ok(None),
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_)
                    if !place.trim().is_empty() =>
                {
                    return Err(self.text.unexpected(place.trim(), "an element"));
                }
                _ => {}
            }
        }
    }

    /// The text that the parser has read since `start`. Its positions are wrong after a second byte
    /// order mark, which no file should contain; the result is then empty.
    fn since(&self, start: usize) -> &'a str {
        let end = self.reader.buffer_position() as usize;
        self.text.content.get(start..end).unwrap_or_default()
    }

    /// Skips an element with its contents.
    pub(super) fn skip(&mut self, element: &Element<'a>) -> Result<(), FormatError> {
        if element.content == Content::None {
            return Ok(());
        }
        // The parser checks that every end tag matches the last open element.
        let outside = self.depth - 1;
        while self.depth > outside {
            self.next_event()?;
        }
        Ok(())
    }

    /// The text in an element, which must not have children; surrounding spaces are removed.
    pub(super) fn read_words(&mut self, element: &Element<'a>) -> Result<String, FormatError> {
        let mut words = String::new();
        if element.content == Content::None {
            return Ok(words);
        }
        loop {
            let start = self.reader.buffer_position() as usize;
            match self.next_event()? {
                Event::Text(part) => words.push_str(&part.xml10_content()),
                Event::CData(part) => words.push_str(&part.into_inner()),
                Event::GeneralRef(reference) => {
                    let place = self.text.content.get(start..).unwrap_or_default();
                    words.push_str(&self.resolve(&reference, place)?);
                }
                Event::End(_) => return Ok(words.trim().to_owned()),
                Event::Start(_) | Event::Empty(_) => {
                    let place = self.since(start);
                    return Err(self.text.unexpected(place, "plain text"));
                }
                _ => {}
            }
        }
    }

    /// The text of the entity `&name;`.
    fn resolve(&self, reference: &BytesRef<'_>, place: &str) -> Result<String, FormatError> {
        let character =
            reference.resolve_char_ref().map_err(|e| xml_error(self.text, place, &e))?;
        if let Some(character) = character {
            return Ok(character.to_string());
        }
        let known = resolve_xml_entity(&reference.xml10_content()).map(str::to_owned);
        known.ok_or_else(|| {
            let end = place.find(';').map_or(place.len(), |end| end + 1);
            self.text.unexpected(&place[..end], "an entity that XML itself defines")
        })
    }

    fn next_event(&mut self) -> Result<Event<'a>, FormatError> {
        self.control.check()?;
        let start = self.reader.buffer_position() as usize;
        let event = self.reader.read_event().map_err(|e| self.reader_error(&e))?;
        match event {
            Event::Start(_) if self.depth == MAX_DEPTH => {
                let what = "nested elements";
                let problem = SyntaxProblem::TooMany { what, max: MAX_DEPTH as u64 };
                return Err(self.text.error(self.since(start), problem));
            }
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            Event::Eof if self.depth > 0 => return Err(self.text.file_ended("an end tag")),
            _ => {}
        }
        Ok(event)
    }

    fn reader_error(&self, error: &quick_xml::Error) -> FormatError {
        let offset = (self.reader.error_position() as usize).min(self.text.content.len());
        xml_error(self.text, self.text.content.get(offset..offset).unwrap_or(""), error)
    }
}

/// The parser's message without its positions, which count from the start of the tag.
fn attribute_error(text: Text<'_>, place: &str, error: &AttrError) -> FormatError {
    if matches!(error, AttrError::Duplicated(..)) {
        return xml_error(text, place, &"found the same attribute twice in one tag");
    }
    let message = error.to_string();
    let words = message.split_once(": ").map_or(message.as_str(), |(_, words)| words);
    xml_error(text, place, &words)
}

/// The parser's message at a place of the text.
fn xml_error(text: Text<'_>, place: &str, error: &dyn std::fmt::Display) -> FormatError {
    text.error(place, SyntaxProblem::Xml { message: shorten_message(&error.to_string()) })
}
