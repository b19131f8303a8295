use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::super::Problem;
use crate::{
    live::Presence,
    secrets,
    store::UserRow,
    table::{Action, Logged, Offer, Room},
    time::Millis,
    wire::{DealView, GameView},
};

/// What a client says on a socket. Every message may have a `ref`, a number or a short text of the client's own, which
/// the answer to it repeats.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::http) enum Said {
    /// Make a move.
    Move {
        /// The number the move will have: one more than moves were made. A move for another position is refused.
        ply: Option<u32>,
        /// The move's text.
        #[serde(rename = "move")]
        text: String,
    },
    // Braces, so that anything more that is said is refused.
    /// Give up.
    Resign {},
    /// Offer something, or accept what the opponent offers.
    Offer {
        /// What.
        offer: Offer,
    },
    /// Decline what the opponent offers, or withdraw the own offer.
    Decline {
        /// What.
        offer: Offer,
    },
    /// Give the opponent fifteen seconds.
    AddTime {},
    /// Break the game off, before both have moved.
    Abort {},
    /// Say that the opponent's time is over.
    ClaimTime {},
    /// Say something.
    Chat {
        /// To whom.
        room: Room,
        /// What: 1 to 300 characters.
        text: String,
    },
    /// Ask whether the server is there.
    Ping {},
}

impl Said {
    /// What it means at the table.
    pub(in crate::http) fn into_action(self, user: &UserRow, lag: Millis) -> Action {
        match self {
            Said::Move { ply, text } => Action::Move { ply, text, lag },
            Said::Resign {} => Action::Resign,
            Said::Offer { offer: offer @ (Offer::Rematch | Offer::SameDeal) } => {
                Action::Rematch { same_deal: offer == Offer::SameDeal, game: secrets::id() }
            }
            Said::Offer { offer } => Action::Offer(offer),
            Said::Decline { offer } => Action::Decline(offer),
            Said::AddTime {} => Action::AddTime,
            Said::Abort {} => Action::Abort,
            // A ping is answered before it gets here.
            Said::ClaimTime {} | Said::Ping {} => Action::ClaimTime,
            Said::Chat { room, text } => {
                let name = user.name.clone().unwrap_or_default();
                Action::Chat { user: user.id.clone(), name, room, text }
            }
        }
    }
}

/// A message of a client: what it is called, and what it says if that can be read.
pub(super) struct Read {
    pub(super) reference: Option<Value>,
    pub(super) said: Result<Said, Problem>,
}

/// Reads a message. Whatever it is, there is an answer to it.
pub(super) fn read(text: &str) -> Read {
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Read { reference: None, said: Err(unreadable(&error)) },
    };
    let reference = value.as_object_mut().and_then(|message| message.remove("ref")).filter(is_short);
    Read { reference, said: serde_json::from_value(value).map_err(|error| unreadable(&error)) }
}

fn is_short(reference: &Value) -> bool {
    match reference {
        Value::Number(_) => true,
        Value::String(text) => text.len() <= 64,
        _ => false,
    }
}

fn unreadable(error: &serde_json::Error) -> Problem {
    Problem::bad_request(
        "unreadable-message",
        format!("the message cannot be read: {error}"),
        format!("le message est illisible : {error}"),
    )
}

/// What a client hears on a socket or a stream.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(in crate::http) enum Heard {
    /// The first message: the game as it stands. Everything after it has a larger number than its `seq`.
    Hello {
        /// The game.
        game: Box<GameView>,
    },
    /// Somebody came or went.
    Presence(Presence),
    /// What the deal was made from; after the end.
    Deal(DealView),
    /// What was said is done, and durable.
    Ack {
        /// What the client called it.
        #[serde(rename = "ref")]
        reference: Option<Value>,
        /// The number of the last event it caused.
        seq: u64,
    },
    /// What was said is not done. Nothing has changed.
    Refused {
        /// What the client called it.
        #[serde(rename = "ref")]
        reference: Option<Value>,
        /// A word for programs.
        code: &'static str,
        /// A sentence in the client's language.
        title: String,
    },
    /// The server is there.
    Pong {
        /// What the client called it.
        #[serde(rename = "ref")]
        reference: Option<Value>,
        /// What time it is for the server.
        now: Millis,
    },
    /// The connection is about to end. Come again with `since` and nothing is missed.
    Closing {
        /// `shutdown`: the server ends. `slow`: too much waited to be sent. `rude`: too many messages. `logged-out`: the
        /// session or the token has ended.
        reason: &'static str,
    },
    /// Something happened. It has a number, a time and a type of its own.
    #[serde(untagged)]
    Event(Logged),
}

impl Heard {
    pub(in crate::http) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Heard, Said, read};
    use crate::table::{Event, Logged, Offer};

    #[test]
    fn messages_are_read_with_their_reference() {
        let message = read(r#"{"type":"move","ref":7,"ply":1,"move":"@c1N"}"#);
        assert_eq!(message.reference, Some(json!(7)));
        assert_eq!(message.said.unwrap(), Said::Move { ply: Some(1), text: "@c1N".to_owned() });
        let message = read(r#"{"type":"offer","offer":"same_deal","ref":"a"}"#);
        assert_eq!(message.said.unwrap(), Said::Offer { offer: Offer::SameDeal });
        assert_eq!(read(r#"{"type":"resign"}"#).said.unwrap(), Said::Resign {});
    }

    #[test]
    fn whatever_comes_is_answered() {
        for text in [
            "",
            "{",
            "null",
            "[]",
            "7",
            r#"{"type":"fly"}"#,
            r#"{"type":"move"}"#,
            r#"{"type":"move","move":"a","ply":-1}"#,
            r#"{"type":"resign","extra":1}"#,
            r#"{"type":"move","move":"a","lag":100000}"#,
        ] {
            assert!(read(text).said.is_err(), "{text}");
        }
        assert_eq!(read(r#"{"type":"fly","ref":{"deep":[]}}"#).reference, None);
        assert_eq!(read(r#"{"type":"fly","ref":5}"#).reference, Some(json!(5)));
    }

    /// A message of each kind that the schema names, with all that belongs into it.
    fn every_message() -> Vec<serde_json::Value> {
        let schema = serde_json::to_value(<Said as utoipa::PartialSchema>::schema()).unwrap();
        let value = |name: &str, schema: &serde_json::Value| match name {
            "type" => schema["enum"][0].clone(),
            "ply" => json!(1),
            "offer" => json!("draw"),
            "room" => json!("players"),
            _ => json!("text"),
        };
        let message = |kind: &serde_json::Value| {
            let parts = kind["properties"].as_object().unwrap();
            parts.iter().map(|(name, schema)| (name.clone(), value(name, schema))).collect()
        };
        schema["oneOf"].as_array().unwrap().iter().map(message).collect()
    }

    #[test]
    fn what_nobody_asked_for_is_refused_in_every_message() {
        let messages = every_message();
        assert!(messages.len() >= 9);
        for mut message in messages {
            assert!(read(&message.to_string()).said.is_ok(), "{message}");
            message["unexpected"] = json!(1);
            assert!(read(&message.to_string()).said.is_err(), "{message}");
        }
    }

    #[test]
    fn events_are_sent_as_they_are() {
        let event = Heard::Event(Logged { seq: 3, at: 9, event: Event::Rematch { game: "x".to_owned() } });
        let value: serde_json::Value = serde_json::from_str(&event.json()).unwrap();
        assert_eq!(value, json!({ "seq": 3, "at": 9, "type": "rematch", "game": "x" }));
        let pong: serde_json::Value =
            serde_json::from_str(&Heard::Pong { reference: None, now: 5 }.json()).unwrap();
        assert_eq!(pong, json!({ "type": "pong", "ref": null, "now": 5 }));
    }
}
