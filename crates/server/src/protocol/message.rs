use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        AllOf, Ref, RefOr, Schema,
        schema::{ObjectBuilder, OneOf, Type},
    },
};

use super::{DealView, GameView, LoggedEventView, PresenceView, to_json};
use crate::{
    table::{Audience, Offer},
    text_enum::text_enum,
    time::Millis,
};

/// A message from a client on the socket of a game. Every message may carry a `ref`, a number or a text of at most 64
/// bytes, which the reply repeats.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Make a move.
    Move {
        /// Ply of the move: one more than the number of moves made. A move for another position is refused.
        ply: Option<u32>,
        /// Text of the move.
        #[serde(rename = "move")]
        text: String,
    },
    // Variants without fields have braces, so that `deny_unknown_fields` applies to them.
    /// Resign.
    Resign {},
    /// Offer something, or accept the opponent's offer.
    Offer {
        /// What is offered.
        offer: Offer,
    },
    /// Decline the opponent's offer, or withdraw one's own.
    Decline {
        /// What was offered.
        offer: Offer,
    },
    /// Give the opponent fifteen seconds.
    AddTime {},
    /// Abort the game before both players have moved.
    Abort {},
    /// Claim a win on time.
    ClaimTime {},
    /// Send a chat message.
    Chat {
        /// The audience.
        #[serde(rename = "room")]
        audience: Audience,
        /// 1 to 300 characters.
        text: String,
    },
    /// Request a `pong`.
    Ping {},
}

/// A parsed text frame: the client's `ref`, and the message if it is valid.
#[derive(Debug)]
pub struct ClientFrame {
    /// The `ref` to repeat in the reply. Valid even if the message is not.
    pub reference: Option<Value>,
    /// The message.
    pub message: Result<ClientMessage, serde_json::Error>,
}

impl ToSchema for ClientFrame {}

/// The message with its `ref`.
impl PartialSchema for ClientFrame {
    fn schema() -> RefOr<Schema> {
        let reference = ObjectBuilder::new().property("ref", Ref::from_schema_name("Reference"));
        AllOf::builder().item(Ref::from_schema_name("ClientMessage")).item(reference).into()
    }
}

/// Schema of a `ref`. Its value is kept as it came.
#[derive(Debug)]
pub struct Reference;

impl ToSchema for Reference {}

impl PartialSchema for Reference {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(64));
        OneOf::builder().item(ObjectBuilder::new().schema_type(Type::Number)).item(text).into()
    }
}

impl ClientFrame {
    /// Parses a text frame.
    #[must_use]
    pub fn parse(text: &str) -> ClientFrame {
        let mut value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return ClientFrame { reference: None, message: Err(error) },
        };
        let reference =
            value.as_object_mut().and_then(|message| message.remove("ref")).filter(is_valid_reference);
        ClientFrame { reference, message: serde_json::from_value(value) }
    }
}

fn is_valid_reference(reference: &Value) -> bool {
    match reference {
        Value::Number(_) => true,
        Value::String(text) => text.len() <= 64,
        _ => false,
    }
}

text_enum! {
    /// Why the server closes a connection. Also the reason in close frames.
    CloseReason {
        /// The server stops.
        Shutdown = "shutdown",
        /// The client reads too slowly.
        Slow = "slow",
        /// The client sent too many messages, or one where none are accepted.
        TooManyMessages = "rude",
        /// The session or the token has ended.
        LoggedOut = "logged-out",
    }
}

/// A message to a client on the socket or the stream of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: the state of the game. All later events have a larger sequence number than its `seq`.
    Hello {
        /// The game.
        game: Box<GameView>,
    },
    /// A player or spectator connected or disconnected.
    Presence(PresenceView),
    /// The revealed deal, after the end.
    Deal(DealView),
    /// The message with this `ref` was carried out and is durable.
    Ack {
        /// `ref` of the message.
        #[serde(rename = "ref")]
        #[schema(value_type = Option<Reference>)]
        reference: Option<Value>,
        /// Sequence number of the last event it caused.
        seq: u64,
    },
    /// The message with this `ref` was refused. Nothing has changed.
    Refused {
        /// `ref` of the message.
        #[serde(rename = "ref")]
        #[schema(value_type = Option<Reference>)]
        reference: Option<Value>,
        /// Error code, stable across versions.
        code: &'static str,
        /// Error text in the client's language.
        title: String,
    },
    /// Reply to `ping`.
    Pong {
        /// `ref` of the message.
        #[serde(rename = "ref")]
        #[schema(value_type = Option<Reference>)]
        reference: Option<Value>,
        /// Server time.
        now: Millis,
    },
    /// The server is about to close the connection. A client that reconnects with `since` misses nothing.
    Closing {
        /// `shutdown`: the server stops. `slow`: the client reads too slowly. `rude` (the name of earlier versions): the client sent too many messages.
        /// `logged-out`: the session or the token has ended.
        reason: CloseReason,
    },
    /// An event of the game, with its own sequence number, time and type.
    #[serde(untagged)]
    Event(LoggedEventView),
}

impl ServerMessage {
    /// The message as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        to_json(self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ClientFrame, ClientMessage, ServerMessage};
    use crate::table::{Event, LoggedEvent, Offer};

    #[test]
    fn messages_keep_their_reference() {
        let message = ClientFrame::parse(r#"{"type":"move","ref":7,"ply":1,"move":"@c1N"}"#);
        assert_eq!(message.reference, Some(json!(7)));
        assert_eq!(message.message.unwrap(), ClientMessage::Move { ply: Some(1), text: "@c1N".to_owned() });
        let message = ClientFrame::parse(r#"{"type":"offer","offer":"same_deal","ref":"a"}"#);
        assert_eq!(message.message.unwrap(), ClientMessage::Offer { offer: Offer::SameDeal });
        assert_eq!(ClientFrame::parse(r#"{"type":"resign"}"#).message.unwrap(), ClientMessage::Resign {});
    }

    #[test]
    fn invalid_messages_are_errors_that_keep_the_reference() {
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
            assert!(ClientFrame::parse(text).message.is_err(), "{text}");
        }
        assert_eq!(ClientFrame::parse(r#"{"type":"fly","ref":{"deep":[]}}"#).reference, None);
        assert_eq!(ClientFrame::parse(r#"{"type":"fly","ref":5}"#).reference, Some(json!(5)));
    }

    /// One message per variant of the schema, with all of its fields.
    fn every_message() -> Vec<serde_json::Value> {
        let schema = serde_json::to_value(<ClientMessage as utoipa::PartialSchema>::schema()).unwrap();
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
    fn unknown_fields_are_rejected_in_every_message() {
        let messages = every_message();
        assert!(messages.len() >= 9);
        for mut message in messages {
            assert!(ClientFrame::parse(&message.to_string()).message.is_ok(), "{message}");
            message["unexpected"] = json!(1);
            assert!(ClientFrame::parse(&message.to_string()).message.is_err(), "{message}");
        }
    }

    #[test]
    fn events_are_sent_without_a_wrapper() {
        let event = ServerMessage::Event(
            LoggedEvent { seq: 3, at: 9, event: Event::Rematch { game: "x".to_owned() } }.into(),
        );
        let value: serde_json::Value = serde_json::from_str(&event.json()).unwrap();
        assert_eq!(value, json!({ "seq": 3, "at": 9, "type": "rematch", "game": "x" }));
        let pong: serde_json::Value =
            serde_json::from_str(&ServerMessage::Pong { reference: None, now: 5 }.json()).unwrap();
        assert_eq!(pong, json!({ "type": "pong", "ref": null, "now": 5 }));
    }
}
