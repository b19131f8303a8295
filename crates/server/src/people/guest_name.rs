//! Friendly names of guests, derived from their ids: the same for everyone, in both languages, and nothing to store.

use std::{collections::HashSet, sync::LazyLock};

use mekong_core::Lang;
use serde::Serialize;
use sha2::Digest as _;
use utoipa::ToSchema;

use super::guest_words::{ADJECTIVES, ANIMALS, Adjective, Animal, Gender};

/// The name of a guest by language. It contains a space, which names of accounts do not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GuestName {
    /// English, such as `Quiet Heron`.
    pub en: String,
    /// French, such as `Héron tranquille`.
    pub fr: String,
}

impl GuestName {
    /// The name of the guest with this id.
    #[must_use]
    pub fn of(id: &str) -> GuestName {
        let digest = sha2::Sha256::digest(id);
        let pick = |byte: usize, count: usize| usize::from(digest[byte]) % count;
        GuestName::new(&ANIMALS[pick(0, ANIMALS.len())], &ADJECTIVES[pick(1, ADJECTIVES.len())])
    }

    fn new(animal: &Animal, adjective: &Adjective) -> GuestName {
        let quality = match animal.gender {
            Gender::Masculine => adjective.masculine,
            Gender::Feminine => adjective.feminine,
        };
        GuestName { en: format!("{} {}", adjective.en, animal.en), fr: format!("{} {quality}", animal.fr) }
    }

    /// The name in a language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

/// Whether an account of this name could be mistaken for a guest, such as `Quiet-Heron`.
pub(super) fn looks_like_a_guest(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let names =
            ANIMALS.iter().flat_map(|animal| ADJECTIVES.iter().map(|word| GuestName::new(animal, word)));
        names.flat_map(|name| [letters(&name.en), letters(&name.fr)]).collect()
    });
    NAMES.contains(&letters(name))
}

/// The letters of a name, without case, accents and separators.
fn letters(name: &str) -> String {
    let plain = |letter: char| match letter {
        'à' | 'â' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'ù' | 'û' => 'u',
        other => other,
    };
    name.to_lowercase().chars().map(plain).filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{
        super::{
            guest_words::{ADJECTIVES, ANIMALS},
            name::check_name,
        },
        GuestName, letters, looks_like_a_guest,
    };
    use crate::secrets;

    fn all() -> impl Iterator<Item = GuestName> {
        ANIMALS.iter().flat_map(|animal| ADJECTIVES.iter().map(|word| GuestName::new(animal, word)))
    }

    #[test]
    fn name_depends_on_the_id_only() {
        // Fixed: a guest keeps the name in later versions.
        assert_eq!(GuestName::of("abcdefghijkm"), GuestName::of("abcdefghijkm"));
        let names: HashSet<String> = (0..400).map(|_| GuestName::of(&secrets::id()).en).collect();
        assert!(names.len() > 300, "{}", names.len());
    }

    #[test]
    fn names_are_distinct_in_each_language_and_short() {
        let names: Vec<GuestName> = all().collect();
        assert_eq!(names.len(), 64 * 64);
        for get in [|name: &GuestName| name.en.clone(), |name: &GuestName| name.fr.clone()] {
            let distinct: HashSet<String> = names.iter().map(get).collect();
            assert_eq!(distinct.len(), names.len());
            assert!(distinct.iter().all(|name| name.chars().count() <= 26), "{distinct:?}");
            assert!(distinct.iter().all(|name| name.split(' ').count() == 2), "{distinct:?}");
        }
    }

    #[test]
    fn no_account_has_the_name_of_a_guest() {
        for name in all() {
            assert!(check_name(&name.en).is_err() && check_name(&name.fr).is_err(), "{name:?}");
        }
        for name in ["Quiet-Heron", "quietheron", "QUIET_HERON", "Heron-tranquille", "loutretranquille"] {
            assert!(looks_like_a_guest(name), "{name}");
        }
        for name in ["Heron", "Quiet", "Loutre-calme2", "heron-quiet", "Ann"] {
            assert!(!looks_like_a_guest(name), "{name}");
        }
    }

    #[test]
    fn french_adjectives_agree_with_their_noun() {
        let french = |animal: &str, word: &str| {
            let animal = ANIMALS.iter().find(|known| known.en == animal).unwrap();
            GuestName::new(animal, ADJECTIVES.iter().find(|known| known.en == word).unwrap()).fr
        };
        assert_eq!(french("Heron", "Quiet"), "Héron tranquille");
        assert_eq!(french("Otter", "Happy"), "Loutre heureuse");
        assert_eq!(french("Fox", "Happy"), "Renard heureux");
        assert_eq!(french("Dragonfly", "Gentle"), "Libellule douce");
    }

    /// The usual feminine forms; the exceptions are listed.
    #[test]
    fn feminine_forms_are_regular() {
        let irregular = ["doux", "discret"];
        for word in ADJECTIVES.iter().filter(|word| !irregular.contains(&word.masculine)) {
            let (masculine, feminine) = (word.masculine, word.feminine);
            let stem = |suffix: &str| masculine.strip_suffix(suffix);
            let expected = if let Some(stem) = stem("eux") {
                format!("{stem}euse")
            } else if let Some(stem) = stem("eur") {
                format!("{stem}euse")
            } else if let Some(stem) = stem("if") {
                format!("{stem}ive")
            } else if let Some(stem) = stem("ier") {
                format!("{stem}ière")
            } else if let Some(stem) = stem("el") {
                format!("{stem}elle")
            } else if masculine.ends_with('e') {
                masculine.to_owned()
            } else {
                format!("{masculine}e")
            };
            assert_eq!(feminine, expected);
        }
    }

    #[test]
    fn accents_and_separators_do_not_count() {
        assert_eq!(letters("Éléphant rêveur"), letters("elephant-Reveur"));
    }
}
