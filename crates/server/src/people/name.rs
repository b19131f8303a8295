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
    "palam",
    "personne",
    "root",
    "saigon",
    "samliam",
    "server",
    "serveur",
    "siam",
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
    /// Something else than letters of the English alphabet, digits, `-` and `_`, or one of those two at the beginning.
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
                say!(lang, "this name is not for players", "ce nom n'est pas pour les joueurs")
            }
        }
    }
}
explained_error!(NameError);

/// Checks a name. Letters are those of the English alphabet, so that no two names look the same.
///
/// # Errors
/// Why it will not do.
pub fn check_name(name: &str) -> Result<(), NameError> {
    let is_good = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if !(SHORTEST_NAME..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(NameError::Length);
    }
    if !name.chars().all(is_good) || !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return Err(NameError::Letters);
    }
    // Nobody is fooled by a line more or less, either.
    let plain = name.to_ascii_lowercase().replace(['-', '_'], "");
    if RESERVED.contains(&plain.as_str()) {
        return Err(NameError::Reserved);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{NameError, check_name};

    #[test]
    fn names_are_short_and_plain() {
        for good in ["Al", "ann_2", "0cool", "Jean-Luc", "a-very-long-name-20c"] {
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
}
