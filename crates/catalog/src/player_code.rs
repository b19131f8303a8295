//! Players in JSON, `"p1"` and `"p2"`: for `#[serde(with = "mekong_catalog::player_code")]`.

use mekong_core::Player;
use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

/// Writes the code of a player.
pub fn serialize<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(player.code())
}

/// Reads the code of a player.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
    let code = String::deserialize(deserializer)?;
    Player::from_code(&code).ok_or_else(|| D::Error::unknown_variant(&code, &["p1", "p2"]))
}

/// The same for a field that may be `null`: `#[serde(with = "mekong_catalog::player_code::option")]`.
pub mod option {
    use mekong_core::Player;
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

    /// Writes the code of a player or `null`.
    pub fn serialize<S: Serializer>(player: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
        player.map(Player::code).serialize(serializer)
    }

    /// Reads the code of a player or `null`.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Player>, D::Error> {
        #[derive(Deserialize)]
        struct Code(#[serde(with = "super")] Player);
        Ok(Option::<Code>::deserialize(deserializer)?.map(|Code(player)| player))
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Player;
    use serde::{Deserialize, Serialize};

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Fields {
        #[serde(with = "super")]
        side: Player,
        #[serde(with = "super::option")]
        winner: Option<Player>,
    }

    #[test]
    fn codes_round_trip_and_others_are_rejected() {
        for (winner, text) in
            [(Some(Player::P1), r#"{"side":"p2","winner":"p1"}"#), (None, r#"{"side":"p2","winner":null}"#)]
        {
            let fields = Fields { side: Player::P2, winner };
            assert_eq!(serde_json::to_string(&fields).unwrap(), text);
            assert_eq!(serde_json::from_str::<Fields>(text).unwrap(), fields);
        }
        for text in [
            r#"{"side":"p3","winner":null}"#,
            r#"{"side":"p1","winner":"P1"}"#,
            r#"{"side":null,"winner":null}"#,
        ] {
            assert!(serde_json::from_str::<Fields>(text).is_err(), "{text}");
        }
    }
}
