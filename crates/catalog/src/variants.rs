//! Names of variants in JSON.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor},
};

/// Reads the names of variants from an array of strings, the usual form, or from one string with commas between the names.
/// For `#[serde(deserialize_with = "…")]`; [`GameInfo::parse_variants`](mekong_core::GameInfo::parse_variants)
/// validates the names.
///
/// ```
/// # use mekong_catalog::variant_names;
/// for text in [r#"["opening","chain"]"#, r#""opening,chain""#] {
///     let names = variant_names(&mut serde_json::Deserializer::from_str(text))?;
///     let variants = mekong_catalog::find("siam").unwrap().info().parse_variants(names);
///     assert_eq!(variants, Ok(mekong_core::Variants::NONE.with(0).with(2)));
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn variant_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Names;
    impl<'de> Visitor<'de> for Names {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an array of variant names, or one comma-separated string")
        }

        fn visit_str<E>(self, text: &str) -> Result<Vec<String>, E> {
            Ok(vec![text.to_owned()])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
            let mut names = Vec::new();
            while let Some(name) = list.next_element()? {
                names.push(name);
            }
            Ok(names)
        }
    }
    deserializer.deserialize_any(Names)
}

/// The same for a field that may be `null`.
pub(crate) fn maybe_variant_names<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    struct Named(#[serde(deserialize_with = "variant_names")] Vec<String>);
    Ok(Option::<Named>::deserialize(deserializer)?.map(|Named(names)| names))
}
