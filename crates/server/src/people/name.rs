use mekong_catalog::GAMES;
use mekong_core::{Explain, Lang, explained_error, say};

use super::guest_name::looks_like_a_guest;

/// Minimum length of a name, in characters.
pub const MIN_NAME_LEN: usize = 2;

/// Maximum length of a name, in characters.
pub const MAX_NAME_LEN: usize = 20;

/// Names that could be mistaken for the operator or the software.
const RESERVED: &[&str] = &[
    "account",
    "admin",
    "administrateur",
    "administrator",
    "anonyme",
    "anonymous",
    "api",
    "bot",
    "compte",
    "computer",
    "deleted",
    "everyone",
    "guest",
    "help",
    "invite",
    "login",
    "logout",
    "me",
    "mekong",
    "moderateur",
    "moderator",
    "moi",
    "nobody",
    "null",
    "official",
    "officiel",
    "ordinateur",
    "personne",
    "root",
    "server",
    "serveur",
    "staff",
    "support",
    "supprime",
    "system",
    "systeme",
    "undefined",
];

/// Why a name is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Too short or too long.
    Length,
    /// Characters other than ASCII letters, digits, `-` and `_`, or `-` or `_` at the start.
    Letters,
    /// The name is reserved.
    Reserved,
}

impl Explain for NameError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            NameError::Length => say!(
                lang,
                "a name has {MIN_NAME_LEN} to {MAX_NAME_LEN} characters",
                "un nom a de {MIN_NAME_LEN} à {MAX_NAME_LEN} caractères",
            ),
            NameError::Letters => say!(
                lang,
                "a name consists of the letters a to z, digits, - and _, and begins with a letter or a digit",
                "un nom se compose des lettres a à z, de chiffres, de - et de _, et commence par une lettre ou un chiffre",
            ),
            NameError::Reserved => {
                say!(
                    lang,
                    "this name is reserved: choose another",
                    "ce nom est réservé : choisissez-en un autre"
                )
            }
        }
    }
}
explained_error!(NameError);

/// Checks length and characters. Letters are ASCII only, so that few names look alike.
pub fn check_form(name: &str) -> Result<(), NameError> {
    let is_good = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !(MIN_NAME_LEN..=MAX_NAME_LEN).contains(&name.chars().count()) {
        return Err(NameError::Length);
    }
    if !name.chars().all(is_good) || !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return Err(NameError::Letters);
    }
    Ok(())
}

/// Checks the name of a new account: its form, and that it is neither reserved nor like the name of a guest.
pub fn check_name(name: &str) -> Result<(), NameError> {
    check_form(name)?;
    // A reserved word stays reserved with digits and separators around it.
    let around = |letter: char| !letter.is_ascii_alphabetic();
    let cores =
        [name, name.trim_start_matches(around), name.trim_end_matches(around), name.trim_matches(around)];
    let is_reserved = |core: &str| reserved().any(|word| reserved_key(core) == reserved_key(word));
    let is_taken = cores.into_iter().any(is_reserved) || looks_like_a_guest(name);
    if is_taken { Err(NameError::Reserved) } else { Ok(()) }
}

/// Reserved words, and the ids of all games.
fn reserved() -> impl Iterator<Item = &'static str> {
    RESERVED.iter().copied().chain(GAMES.iter().map(|entry| entry.info().id))
}

/// The skeleton without separators and with digits that stand for letters replaced.
fn reserved_key(name: &str) -> String {
    let letters = skeleton(name).replace('-', "");
    letters
        .chars()
        .map(|letter| match letter {
            '3' => 'e',
            '4' => 'a',
            '7' => 't',
            other => other,
        })
        .collect()
}

/// The skeleton of a name: names that look alike have the same one. Case is ignored.
#[must_use]
pub fn skeleton(name: &str) -> String {
    let alike = |letter: char| match letter.to_ascii_lowercase() {
        'i' | '1' | '|' => 'l',
        '0' => 'o',
        '2' => 'z',
        '5' => 's',
        '8' => 'b',
        '9' | 'q' => 'g',
        '_' => '-',
        other => other,
    };
    let plain: String = name.chars().map(alike).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::{NameError, check_form, check_name, reserved, skeleton};

    #[test]
    fn names_have_bounded_length_and_ascii_characters() {
        for good in
            ["Al", "ann_2", "0cool", "Jean-Luc", "a-very-long-name-20c", "Botho", "Adminka", "Mekongo"]
        {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("", NameError::Length),
            ("a", NameError::Length),
            ("a-very-long-name-21cc", NameError::Length),
            ("Zoé", NameError::Letters),
            ("a b", NameError::Letters),
            ("<b>", NameError::Letters),
            ("-ann", NameError::Letters),
            ("_ann", NameError::Letters),
            ("аnn", NameError::Letters),
            ("Admin", NameError::Reserved),
            ("ad_min", NameError::Reserved),
            ("MEKONG", NameError::Reserved),
        ] {
            assert_eq!(check_name(bad), Err(why), "{bad}");
        }
    }

    #[test]
    fn disguised_reserved_words_are_rejected() {
        for bad in [
            "admin1",
            "Mekong10",
            "Mekong-10",
            "mekong_",
            "1admin",
            "00admin00",
            "adm1n",
            "ADMlN",
            "4dmin",
            "M3k0ng",
            "r00t",
            "R00t_2",
            "5taff",
            "5taff9",
            "Systern",
            "mod-er-ator",
            "0fficial",
            "B0T7",
        ] {
            assert_eq!(check_name(bad), Err(NameError::Reserved), "{bad}");
            // Existing accounts may have such a name.
            assert_eq!(check_form(bad), Ok(()), "{bad}");
        }
        for word in reserved() {
            for name in [format!("{word}1"), format!("{word}_"), word.to_uppercase()] {
                let is_short = name.len() <= 20;
                assert!(!is_short || check_name(&name) == Err(NameError::Reserved), "{name}");
            }
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_skeleton() {
        for (one, two) in [
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("Alice", "alIce"),
            ("Bob", "B0b"),
            ("Bob", "8ob"),
            ("Martin", "Rnartin"),
            ("Walter", "VValter"),
            ("Jean-Luc", "Jean_Luc"),
            ("Ann", "Ann_"),
            ("Ann", "Ann--"),
            ("Suzy", "5u2y"),
            ("Greg", "9re9"),
        ] {
            assert_eq!(skeleton(one), skeleton(two), "{one} {two}");
        }
        for (one, two) in
            [("Ann", "Anne"), ("Ann", "Ann2"), ("Jean-Luc", "JeanLuc"), ("p-1-11", "p-11-1"), ("Bob", "Rob")]
        {
            assert_ne!(skeleton(one), skeleton(two), "{one} {two}");
        }
        // Numbered names stay apart.
        let mut numbered: Vec<String> =
            (0..1_000).map(|number| skeleton(&format!("player{number}"))).collect();
        numbered.sort();
        numbered.dedup();
        assert_eq!(numbered.len(), 1_000);
    }
}
