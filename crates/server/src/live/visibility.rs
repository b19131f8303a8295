use mekong_core::Player;

use crate::table::{Audience, Event, Table};

/// The chat audiences that a reader sees. While a game is played, players see only each other's messages, so that
/// spectators cannot advise them, and spectators see only those of spectators.
#[must_use]
pub const fn visible_audiences(reader: Option<Player>, is_over: bool) -> &'static [Audience] {
    match (reader, is_over) {
        (Some(_), true) => &Audience::ALL,
        (Some(_), false) => &[Audience::Players],
        (None, _) => &[Audience::Spectators],
    }
}

/// Whether a reader may see an event.
#[must_use]
pub fn is_visible(reader: Option<Player>, is_over: bool, event: &Event) -> bool {
    match event {
        Event::Chat { audience, .. } => visible_audiences(reader, is_over).contains(audience),
        _ => true,
    }
}

/// The user who addresses the reader with an event: the author of a chat message, or the opponent who offers a rematch.
/// Such events are hidden from readers who have muted that user.
#[must_use]
pub fn author<'a>(reader: Option<Player>, table: &'a Table, event: &'a Event) -> Option<&'a str> {
    match event {
        Event::Chat { user, .. } => Some(user),
        Event::Offer { offer, by } if offer.is_rematch() && reader == Some(Player::from(*by).other()) => {
            table.seat(Player::from(*by)).user()
        }
        _ => None,
    }
}
