use mekong_core::{Explain, Lang, explained_error, quoted, say};

use crate::Location;

/// The order of well-known tags: the seven of the PGN standard, then those of Mekong. Others follow.
const ORDER: [&str; 12] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Game",
    "Variant",
    "FEN",
    "SetUp",
    "TimeControl",
];

/// The tags of a record: names with values, in order, no name twice.
///
/// Change them with [`Record::set_tag`](crate::Record::set_tag), which keeps the `Result` tag and the result
/// consistent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    list: Vec<Tag>,
}

#[derive(Clone, Debug)]
struct Tag {
    name: String,
    value: String,
    location: Option<Location>,
}

/// Locations are ignored in comparisons.
impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        self.name == other.name && self.value == other.value
    }
}
impl Eq for Tag {}

impl Tags {
    /// The value of a tag. Names are case-sensitive.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str())
    }

    /// The location of the value of a tag, after the quotation mark.
    #[must_use]
    pub fn location(&self, name: &str) -> Option<Location> {
        self.find(name).and_then(|tag| tag.location)
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.list.iter().map(|tag| (tag.name.as_str(), tag.value.as_str()))
    }

    /// The number of tags.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no tags.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Replaces a value, or inserts the tag: well-known ones in order, others at the end.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if !is_tag_name(name) {
            return Err(TagError::Name { name: name.to_owned() });
        }
        let value = one_line(value);
        if let Some(tag) = self.list.iter_mut().find(|tag| tag.name == name) {
            (tag.value, tag.location) = (value, None);
            return Ok(());
        }
        let rank = rank(name);
        let at = self.list.iter().rposition(|tag| self::rank(&tag.name) <= rank).map_or(0, |last| last + 1);
        self.list.insert(at, Tag { name: name.to_owned(), value, location: None });
        Ok(())
    }

    /// Appends a tag whose name is valid and new.
    pub(crate) fn push(&mut self, name: &str, value: &str, location: Option<Location>) {
        self.list.push(Tag { name: name.to_owned(), value: one_line(value), location });
    }

    pub(crate) fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.list.iter().position(|tag| tag.name == name)?;
        Some(self.list.remove(at).value)
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.list.iter().find(|tag| tag.name == name)
    }
}

fn rank(name: &str) -> usize {
    ORDER.iter().position(|&known| known == name).unwrap_or(ORDER.len())
}

/// A tag is one line of the file, so line breaks in its value become spaces.
fn one_line(value: &str) -> String {
    if value.contains(['\n', '\r']) {
        value.replace("\r\n", " ").replace(['\n', '\r'], " ")
    } else {
        value.to_owned()
    }
}

pub(crate) fn is_tag_char(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || ch == '_'
}

pub(crate) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_tag_char)
}

/// Why a tag is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagError {
    /// The name is empty or contains characters other than letters, digits and underscores.
    Name {
        /// The name given.
        name: String,
    },
    /// The value of the tag `Result` is not the text of a [`GameResult`](crate::GameResult).
    Result {
        /// The value given.
        value: String,
    },
}

impl Explain for TagError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            TagError::Name { name } => {
                let name = quoted(name, lang);
                say!(
                    lang,
                    "{name} is not a tag name: only plain letters, digits and underscores are allowed",
                    "{name} n’est pas un nom d’étiquette : seuls les lettres sans accent, les chiffres et _ sont permis",
                )
            }
            TagError::Result { value } => {
                let value = quoted(value, lang);
                say!(
                    lang,
                    "the Result tag must be 1-0, 0-1, 1/2-1/2 or *, not {value}",
                    "l’étiquette Result doit être 1-0, 0-1, 1/2-1/2 ou *, et non {value}",
                )
            }
        }
    }
}
explained_error!(TagError);

#[cfg(test)]
mod tests {
    use super::{TagError, Tags};

    #[test]
    fn known_tags_are_ordered_and_others_follow() {
        let mut tags = Tags::default();
        for name in ["Opening", "Game", "Event", "FEN", "Annotator", "Variant", "Result"] {
            tags.set(name, name).unwrap();
        }
        let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Result", "Game", "Variant", "FEN", "Opening", "Annotator"]);
        tags.set("Game", "siam").unwrap();
        assert_eq!(tags.iter().nth(2), Some(("Game", "siam")));
    }

    #[test]
    fn tag_names_are_checked_and_values_are_single_line() {
        let mut tags = Tags::default();
        for name in ["", "Two words", "É", "a-b", "a\"b"] {
            assert_eq!(tags.set(name, "x"), Err(TagError::Name { name: name.to_owned() }));
        }
        tags.set("Note_2", "one\r\ntwo\nthree").unwrap();
        assert_eq!(tags.get("Note_2"), Some("one two three"));
        assert_eq!(tags.remove("Note_2").as_deref(), Some("one two three"));
        assert!(tags.is_empty());
    }
}
