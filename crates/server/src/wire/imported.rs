//! Games of which there is only a record, in the shape of those that were played here.

use mekong_core::Player;

use super::{GameView, SeatView, Seats, UserRef};
use crate::{
    app::App,
    live::Presence,
    store::{GameRow, StoreError},
    table::{End, SeatCode, Stage},
    time::now,
};

impl App {
    /// A record from elsewhere, as a game that is over.
    pub(crate) async fn imported_view(&self, id: &str) -> Result<Option<GameView>, StoreError> {
        match self.store.game(id).await? {
            Some(row) if row.is_imported => {
                let by = self.importer(&row).await?;
                view(row, by).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Who took a record in, if anybody knows.
    pub(crate) async fn importer(&self, row: &GameRow) -> Result<Option<UserRef>, StoreError> {
        match &row.imported_by {
            Some(user) => Ok(Some(self.user_ref(user).await?)),
            None => Ok(None),
        }
    }
}

fn view(row: GameRow, imported_by: Option<UserRef>) -> Result<GameView, StoreError> {
    let session = row.session()?;
    let winner = Player::BOTH.into_iter().find(|player| player.code() == row.winner);
    let [p1, p2] = row.names.map(|name| SeatView::Named { name });
    Ok(GameView {
        speed: row.settings.speed(),
        id: row.id,
        settings: row.settings,
        players: Seats { p1, p2 },
        you: None,
        deal: None,
        created: row.created,
        stage: if row.state == "finished" { Stage::Finished } else { Stage::Aborted },
        start_position: session.start_text(),
        position: session.position_text(),
        moves: session.moves(),
        ply: row.plies as u32,
        turn: None,
        legal: Vec::new(),
        clocks: None,
        deadline: None,
        offers: Vec::new(),
        end: Some(End { winner: winner.map(SeatCode::from), reason: row.reason, clocks: None }),
        new_ratings: None,
        rematch: None,
        rematch_of: None,
        presence: Presence { p1: false, p2: false, watchers: 0 },
        now: now(),
        seq: 0,
        events: Vec::new(),
        older_chat: None,
        imported: true,
        imported_by,
    })
}
