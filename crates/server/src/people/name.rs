use mekong_catalog::GAMES;
use mekong_core::{Explain, Lang, explained_error, say};

/// The shortest name, in letters.
pub const SHORTEST_NAME: usize = 2;

/// The longest name.
pub const LONGEST_NAME: usize = 20;

/// Names that would pass for somebody or something else.
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

/// Why a name will not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Too short or too long.
    Length,
    /// Something else than letters of the English alphabet, digits, `-` and `_`, or one of the last two at the beginning.
    Letters,
    /// It would pass for somebody else.
    Reserved,
}

impl Explain for NameError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            NameError::Length => say!(
                lang,
                "a name has {SHORTEST_NAME} to {LONGEST_NAME} letters",
                "un nom a de {SHORTEST_NAME} à {LONGEST_NAME} lettres",
            ),
            NameError::Letters => say!(
                lang,
                "a name is made of the letters a to z, digits, - and _, and begins with a letter or a digit",
                "un nom est fait des lettres a à z, de chiffres, de - et de _, et commence par une lettre ou un chiffre",
            ),
            NameError::Reserved => {
                say!(
                    lang,
                    "this name is reserved: choose another",
                    "ce nom est réservé : choisissez-en un autre"
                )
            }
        }
    }
}
explained_error!(NameError);

/// Checks the form of a name: its length and its letters. Letters are those of the English alphabet, so that few names
/// look the same.
///
/// # Errors
/// Why it will not do.
pub fn check_form(name: &str) -> Result<(), NameError> {
    let is_good = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !(SHORTEST_NAME..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(NameError::Length);
    }
    if !name.chars().all(is_good) || !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return Err(NameError::Letters);
    }
    Ok(())
}

/// Checks the name of a new account: its form, and that it does not pass for somebody official.
///
/// # Errors
/// Why it will not do.
pub fn check_name(name: &str) -> Result<(), NameError> {
    check_form(name)?;
    // With digits and lines before it or behind it, a word is still the same word.
    let around = |letter: char| !letter.is_ascii_alphabetic();
    let cores =
        [name, name.trim_start_matches(around), name.trim_end_matches(around), name.trim_matches(around)];
    let is_reserved = |core: &str| reserved().any(|word| read_as(core) == read_as(word));
    if cores.into_iter().any(is_reserved) { Err(NameError::Reserved) } else { Ok(()) }
}

/// Reserved words, and the ids of all games.
fn reserved() -> impl Iterator<Item = &'static str> {
    RESERVED.iter().copied().chain(GAMES.iter().map(|entry| entry.info().id))
}

/// What a name is read as by somebody who looks at it in passing. Digits that stand for letters count as these.
fn read_as(name: &str) -> String {
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

/// What a name looks like: names that can be taken for one another have the same skeleton. Capitals count as small
/// letters, because names do not differ by them.
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
    fn names_are_short_and_plain() {
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
    fn a_reserved_word_is_known_in_every_disguise() {
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
            // Whoever has such a name from earlier days is still found by it.
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
    fn names_that_look_alike_have_one_skeleton() {
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
