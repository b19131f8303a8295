//! Ids of variants in JSON.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};

/// Reads the ids of variants from an array of strings, the usual form, or from one string with commas between the ids.
/// For `#[serde(deserialize_with = "…")]`; [`GameInfo::parse_variants`](mekong_core::GameInfo::parse_variants)
/// validates the ids.
///
/// ```
/// # use mekong_catalog::variant_ids;
/// for text in [r#"["opening","chain"]"#, r#""opening,chain""#] {
///     let ids = variant_ids(&mut serde_json::Deserializer::from_str(text))?;
///     let variants = mekong_catalog::find("siam").unwrap().info().parse_variants(ids);
///     assert_eq!(variants, Ok(mekong_core::Variants::NONE.with(0).with(2)));
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn variant_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Ids;
    impl<'de> Visitor<'de> for Ids {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array of variant names, or one comma-separated string")
        }

        fn visit_str<E>(self, text: &str) -> Result<Vec<String>, E> {
            Ok(vec![text.to_owned()])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
            let mut ids = Vec::new();
            while let Some(id) = list.next_element()? {
                ids.push(id);
            }
            Ok(ids)
        }
    }
    deserializer.deserialize_any(Ids)
}

/// The same for a field that may be `null`.
pub(crate) fn maybe_variant_ids<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    struct Ids(#[serde(deserialize_with = "variant_ids")] Vec<String>);
    Ok(Option::<Ids>::deserialize(deserializer)?.map(|Ids(ids)| ids))
}
