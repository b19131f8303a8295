//! What a link to a game or a challenge leads to, in a few words and a position: for link previews.

use std::sync::Arc;

use mekong_catalog::GameSession;
use mekong_core::{Lang, Player, say};

use super::{ChallengeError, GameError, Games, Lobby, Views};
use crate::{
    live::ActError,
    people::UserKind,
    protocol::{SeatView, UserView},
    store::{GameRow, Store, StoreError},
    table::{ChallengeState, Clock, Stage},
};

/// A game, as a preview shows it.
#[derive(Clone, Debug)]
pub struct GamePreview {
    /// The names of the players.
    pub names: [String; 2],
    /// The result, or the number of moves so far.
    pub status: String,
    /// What decided a game that ended on the board, without capital and full stop; otherwise empty.
    pub ending: String,
    /// The game up to its last move.
    pub game_session: GameSession,
    /// Whether the game is over.
    pub is_over: bool,
}

/// A challenge that anyone with the link may accept, as a preview shows it.
#[derive(Clone, Debug)]
pub struct ChallengePreview {
    /// The name of the challenger.
    pub name: String,
    /// The time control.
    pub clock: String,
    /// The start position.
    pub game_session: GameSession,
}

/// Builds previews.
pub struct Previews {
    store: Store,
    views: Views,
    games: Arc<Games>,
    lobby: Arc<Lobby>,
}

impl Previews {
    pub(crate) const fn new(store: Store, views: Views, games: Arc<Games>, lobby: Arc<Lobby>) -> Previews {
        Previews { store, views, games, lobby }
    }

    /// A game; `None` if there is none with this id.
    pub async fn game(&self, id: &str, lang: Lang) -> Result<Option<GamePreview>, StoreError> {
        let Some(row) = self.store.game(id).await? else { return Ok(None) };
        let game_session = match row.stage {
            // Its moves are events.
            Stage::Playing => match self.games.room(id).await {
                Ok(room) => room.table().game_session().clone(),
                Err(GameError::Act(ActError::Store(error))) => return Err(error),
                Err(_) => return Ok(None),
            },
            Stage::Finished | Stage::Aborted => row.game_session()?,
        };
        let names = [self.name(&row, Player::P1, lang).await?, self.name(&row, Player::P2, lang).await?];
        let status = status(&row, &names, game_session.moves().len().div_ceil(2), lang);
        let ending = game_session.ending(lang).text;
        Ok(Some(GamePreview { names, status, ending, game_session, is_over: row.stage != Stage::Playing }))
    }

    /// A pending challenge; `None` if there is none with this id that anyone may see.
    pub async fn challenge(&self, id: &str, lang: Lang) -> Result<Option<ChallengePreview>, StoreError> {
        let row = match self.lobby.get(id, None).await {
            Ok(row) => row,
            Err(ChallengeError::Store(error)) => return Err(error),
            Err(_) => return Ok(None),
        };
        let view = self.views.challenge(&row).await?;
        // The deal is secret until the end, so the preview shows a different one.
        let game_session = row.settings.game_session(0);
        Ok(game_session.filter(|_| view.state == ChallengeState::Waiting).map(|game_session| {
            ChallengePreview {
                name: user_name(&view.from, lang),
                clock: clock_text(row.settings.clock, lang),
                game_session,
            }
        }))
    }

    async fn name(&self, row: &GameRow, player: Player, lang: Lang) -> Result<String, StoreError> {
        let seat = match &row.seats[player.index()] {
            Some(seat) => self.views.seat(seat, None).await?,
            None => SeatView::Named { name: row.names[player.index()].clone() },
        };
        Ok(match seat {
            SeatView::User { user, .. } => user_name(&user, lang),
            SeatView::Computer { level } => {
                say!(lang, "Computer, level {level}", "Ordinateur, niveau {level}")
            }
            SeatView::Named { name } => name.unwrap_or_else(|| say!(lang, "Unknown", "Inconnu")),
        })
    }
}

fn user_name(user: &UserView, lang: Lang) -> String {
    match (&user.name, &user.guest_name) {
        (Some(name), _) if user.kind == UserKind::Bot => format!("{name} (bot)"),
        (Some(name), _) => name.clone(),
        (None, Some(name)) => name.get(lang).to_owned(),
        (None, None) => say!(lang, "Deleted account", "Compte supprimé"),
    }
}

fn status(row: &GameRow, names: &[String; 2], moves: usize, lang: Lang) -> String {
    let moves = match moves {
        1 => say!(lang, "1 move", "1 coup"),
        moves => say!(lang, "{moves} moves", "{moves} coups"),
    };
    match (row.stage, row.winner.map(|player| &names[player.index()])) {
        (Stage::Playing, _) => say!(lang, "In progress, {moves} so far", "En cours, {moves} pour l’instant"),
        (Stage::Finished, Some(name)) => match row.reason.as_str() {
            "resignation" => say!(lang, "{name} wins by resignation", "{name} gagne par abandon"),
            "time" => say!(lang, "{name} wins on time", "{name} gagne au temps"),
            _ => say!(lang, "{name} won after {moves}", "{name} a gagné après {moves}"),
        },
        (Stage::Finished, None) => say!(lang, "Draw after {moves}", "Partie nulle après {moves}"),
        (Stage::Aborted, _) => say!(lang, "Aborted", "Annulée"),
    }
}

fn clock_text(clock: Clock, lang: Lang) -> String {
    match clock {
        Clock::None => say!(lang, "No clock", "Sans pendule"),
        Clock::Days { days: 1 } => say!(lang, "1 day per move", "1 jour par coup"),
        Clock::Days { days } => say!(lang, "{days} days per move", "{days} jours par coup"),
        Clock::Fischer { base, increment } => {
            let base = if base % 60 == 0 { format!("{} min", base / 60) } else { format!("{base} s") };
            match increment {
                0 => say!(lang, "{base} per player", "{base} par joueur"),
                _ => say!(
                    lang,
                    "{base} per player + {increment} s per move",
                    "{base} par joueur + {increment} s par coup"
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mekong_core::Lang;

    use super::{Previews, clock_text};
    use crate::{
        live::Broker,
        secrets::Signer,
        services::{Lobby, test_support::TestServices},
        table::Clock,
    };

    #[tokio::test]
    async fn unavailable_database_is_not_a_missing_challenge() {
        let services = TestServices::new().await;
        let (store, views) = (services.store.clone(), services.views.clone());
        let games = services.games(Broker::Local);
        let (notifications, signer) =
            (services.notifications.clone(), Signer::new(store.signing_key().await.unwrap()));
        let lobby = Lobby::new(store.clone(), Arc::clone(&games), notifications, signer, false);
        let previews = Previews::new(store, views, games, Arc::new(lobby));
        assert!(matches!(previews.challenge("nonsense", Lang::En).await, Ok(None)));
        services.store.close().await;
        assert!(previews.challenge("nonsense", Lang::En).await.is_err());
    }

    #[test]
    fn time_controls_are_words() {
        let text = |clock| clock_text(clock, Lang::En);
        assert_eq!(text(Clock::Fischer { base: 300, increment: 0 }), "5 min per player");
        assert_eq!(text(Clock::Fischer { base: 90, increment: 2 }), "90 s per player + 2 s per move");
        assert_eq!(text(Clock::Days { days: 3 }), "3 days per move");
        assert_eq!(clock_text(Clock::None, Lang::Fr), "Sans pendule");
    }
}
