//! Validation of parameters beyond their types, as the OpenAPI document describes it.

use mekong_catalog::GAMES;
use mekong_core::{Lang, say};
use serde::{Deserialize, Deserializer, de::IntoDeserializer as _};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use super::field_error::field_error;
use crate::{people, secrets, time::Millis};

/// The id of a game, challenge or user.
pub(super) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let why = |lang| {
        say!(
            lang,
            "it must be an id of twelve letters and digits",
            "il faut un identifiant de douze lettres et chiffres"
        )
    };
    checked(deserializer, why, secrets::is_id)
}

/// The name of an account.
pub(super) fn player<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let why = |lang| say!(lang, "it must be the name of a player", "il faut le nom d’un joueur");
    checked(deserializer, why, |name| people::check_form(name).is_ok())
}

/// A kind of game.
pub(super) fn game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let ids = game_ids().collect::<Vec<_>>().join(", ");
    let why = |lang| say!(lang, "it must be one of {ids}", "il faut l’une de ces valeurs : {ids}");
    checked(deserializer, why, |name| game_ids().any(|id| id == name))
}

/// An optional kind of game.
pub(super) fn maybe_game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    game(deserializer).map(Some)
}

/// At most COUNT texts of at most LENGTH characters each.
pub(super) fn texts<'de, D: Deserializer<'de>, const COUNT: usize, const LENGTH: usize>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    if texts.len() > COUNT || texts.iter().any(|text| text.chars().count() > LENGTH) {
        return Err(field_error(|lang| {
            say!(
                lang,
                "at most {COUNT} strings of at most {LENGTH} characters are allowed",
                "{COUNT} textes au plus, de {LENGTH} caractères au plus, sont autorisés",
            )
        }));
    }
    Ok(texts)
}

fn game_ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|entry| entry.info().id)
}

/// The OpenAPI schema of a kind of game.
pub(super) fn game_schema() -> Object {
    let pattern = format!("^({})$", game_ids().collect::<Vec<_>>().join("|"));
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).build()
}

/// An optional name of a player, also of imported games.
pub(super) fn maybe_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let why =
        |lang| say!(lang, "it must be a name of 1 to 60 characters", "il faut un nom de 1 à 60 caractères");
    checked(deserializer, why, |name| (1..=60).contains(&name.chars().count())).map(Some)
}

/// A text of MIN to MAX characters.
pub(super) fn text<'de, D: Deserializer<'de>, const MIN: usize, const MAX: usize>(
    deserializer: D,
) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if (MIN..=MAX).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(field_error(|lang| {
            say!(lang, "it must have {MIN} to {MAX} characters", "il faut de {MIN} à {MAX} caractères")
        }))
    }
}

/// A text of at most MAX characters.
pub(super) fn short<'de, D: Deserializer<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<String, D::Error> {
    text::<D, 0, MAX>(deserializer)
}

/// An optional text of at most MAX characters.
pub(super) fn maybe_short<'de, D: Deserializer<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| short::<_, MAX>(text.into_deserializer())).transpose()
}

/// An optional ply.
pub(super) fn maybe_ply<'de, D: Deserializer<'de>, const MIN: u32>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    match Option::<u32>::deserialize(deserializer)? {
        Some(ply) if !(MIN..=1_000_000).contains(&ply) => Err(out_of_range(MIN, 1_000_000)),
        ply => Ok(ply),
    }
}

/// The sequence number of an event.
pub(super) fn seq<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer)?;
    if number <= 1_000_000_000 { Ok(number) } else { Err(out_of_range(0, 1_000_000_000)) }
}

/// The sequence number of an existing event.
pub(super) fn existing_seq<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match seq(deserializer)? {
        0 => Err(out_of_range(1, 1_000_000_000)),
        number => Ok(number),
    }
}

/// A time, some centuries around 1970.
pub(super) fn timestamp<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
    let timestamp = Millis::deserialize(deserializer)?;
    if (-9_000_000_000_000..=9_000_000_000_000).contains(&timestamp) {
        Ok(timestamp)
    } else {
        Err(field_error(|lang| say!(lang, "the time is out of range", "la date est hors limites")))
    }
}

/// An optional time.
pub(super) fn maybe_timestamp<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Millis>, D::Error> {
    timestamp(deserializer).map(Some)
}

/// An optional rating.
pub(super) fn maybe_rating<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    match u16::deserialize(deserializer)? {
        rating @ 0..=4_000 => Ok(Some(rating)),
        _ => Err(out_of_range(0, 4_000)),
    }
}

/// A number of lines of a search.
pub(super) fn line_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match u8::deserialize(deserializer)? {
        lines @ 1..=5 => Ok(lines),
        _ => Err(out_of_range(1, 5)),
    }
}

/// A list of at most MAX items.
pub(super) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let items = Vec::deserialize(deserializer)?;
    if items.len() <= MAX {
        Ok(items)
    } else {
        Err(field_error(|lang| {
            say!(lang, "at most {MAX} items are allowed", "{MAX} éléments au plus sont autorisés")
        }))
    }
}

fn checked<'de, D: Deserializer<'de>>(
    deserializer: D,
    why: impl Fn(Lang) -> String,
    is_good: impl Fn(&str) -> bool,
) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if is_good(&text) { Ok(text) } else { Err(field_error(why)) }
}

fn out_of_range<E: serde::de::Error>(min: u32, max: u32) -> E {
    field_error(|lang| say!(lang, "it must be {min} to {max}", "il faut un nombre de {min} à {max}"))
}

#[cfg(test)]
mod tests {
    use serde::de::{
        IntoDeserializer,
        value::{Error, StrDeserializer},
    };

    use super::{id, maybe_game, maybe_name, maybe_timestamp, player, seq, short, text as bounded};

    fn text(text: &str) -> StrDeserializer<'_, Error> {
        text.into_deserializer()
    }

    #[test]
    fn parameters_are_validated_as_documented() {
        assert!(id(text(&crate::secrets::id())).is_ok());
        for bad in ["", "000000000000", "aaaaaaaaaaa", "aaaaaaaaaaaaa", "AAAAAAAAAAAA"] {
            assert!(id(text(bad)).is_err(), "{bad}");
        }
        assert!(player(text("Ann_2")).is_ok() && player(text("é")).is_err());
        assert!(
            maybe_game(text("palam")).is_ok()
                && maybe_game(text("")).is_err()
                && maybe_game(text("chess")).is_err()
        );
        assert!(maybe_name(text("Zoé")).is_ok() && maybe_name(text("")).is_err());
        assert!(maybe_name(text(&"x".repeat(61))).is_err());
        assert!(short::<_, 3>(text("été")).is_ok() && short::<_, 3>(text("abcd")).is_err());
        assert!(bounded::<_, 1, 3>(text("a")).is_ok() && bounded::<_, 1, 3>(text("")).is_err());
        let number = |number: i64| IntoDeserializer::<Error>::into_deserializer(number);
        assert!(seq(number(5)).is_ok() && seq(number(-1)).is_err() && seq(number(1_000_000_001)).is_err());
        assert!(maybe_timestamp(number(-5)).is_ok() && maybe_timestamp(number(i64::MIN)).is_err());
    }
}
