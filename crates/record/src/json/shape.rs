//! The JSON structure of records, before validation.
//!
//! Values that may be rejected are kept as slices of the text, whose addresses give the location of an error.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordIn<'a> {
    #[serde(borrow, default)]
    pub(super) tags: TagsIn<'a>,
    pub(super) first: Option<NumberingIn>,
    #[serde(borrow, default)]
    pub(super) comments: Vec<CommentIn<'a>>,
    #[serde(borrow)]
    pub(super) moves: Vec<PlyIn<'a>>,
    #[serde(borrow)]
    pub(super) result: Option<&'a RawValue>,
}

#[derive(Default)]
pub(super) struct TagsIn<'a>(pub(super) Vec<(String, &'a RawValue)>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberingIn {
    pub(super) number: u32,
    #[serde(default)]
    pub(super) second: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlyIn<'a> {
    #[serde(borrow, rename = "move")]
    pub(super) mv: &'a RawValue,
    #[serde(default)]
    pub(super) nags: Vec<u8>,
    #[serde(borrow, default)]
    pub(super) comments: Vec<CommentIn<'a>>,
    #[serde(borrow, default)]
    pub(super) variations: Vec<VariationIn<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VariationIn<'a> {
    #[serde(borrow, default)]
    pub(super) comments: Vec<CommentIn<'a>>,
    #[serde(borrow)]
    pub(super) moves: Vec<PlyIn<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommentIn<'a> {
    #[serde(default)]
    pub(super) text: String,
    #[serde(borrow)]
    pub(super) clock: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) eval: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) shapes: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShapeIn {
    pub(super) color: String,
    pub(super) at: String,
    pub(super) to: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvalIn {
    pub(super) value: Option<f64>,
    pub(super) winner: Option<String>,
    pub(super) r#in: Option<u32>,
    pub(super) depth: Option<u32>,
}

impl<'de: 'a, 'a> Deserialize<'de> for TagsIn<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TagsIn<'a>, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = TagsIn<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tags")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<TagsIn<'de>, M::Error> {
                let mut list = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    list.push(entry);
                }
                Ok(TagsIn(list))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
