use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    people::GuestName,
    table::{Event, LoggedEvent},
};

/// An event of a game as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LoggedEventView {
    /// The event.
    #[serde(flatten)]
    pub logged: LoggedEvent,
    /// Generated name of the author of a chat message without a name: a guest, or a deleted account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub guest_name: Option<GuestName>,
}

impl From<LoggedEvent> for LoggedEventView {
    fn from(logged: LoggedEvent) -> LoggedEventView {
        let guest_name = match &logged.event {
            Event::Chat { name, user, .. } if name.is_empty() => Some(GuestName::of(user)),
            _ => None,
        };
        LoggedEventView { logged, guest_name }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::LoggedEventView;
    use crate::{
        people::GuestName,
        table::{Audience, Event, LoggedEvent},
    };

    #[test]
    fn only_chat_without_a_name_has_a_guest_name() {
        let message = |name: &str| {
            let (name, user, text) = (name.to_owned(), "abcdefghijkm".to_owned(), "hello".to_owned());
            let event = Event::Chat { name, user, audience: Audience::Players, text };
            serde_json::to_value(LoggedEventView::from(LoggedEvent { seq: 7, at: 9, event })).unwrap()
        };
        let name = GuestName::of("abcdefghijkm");
        assert_eq!(message("")["guest_name"], json!({ "en": name.en, "fr": name.fr }));
        assert_eq!((&message("")["seq"], &message("")["type"]), (&json!(7), &json!("chat")));
        assert_eq!(message("Ann").get("guest_name"), None);
    }
}
