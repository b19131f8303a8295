//! Images of positions and moves under the symmetries of their game.

use std::sync::LazyLock;

use mekong_core::{Evaluate, Game, Narrate, Notation as _, Player, Position as _, Symmetric};

use crate::{Entry, GameSession, PerGame, Visitor};

/// The image of a position, and of moves in it, under a symmetry.
#[derive(Clone, Debug)]
pub struct Image {
    /// The image of the position, as a session without moves.
    pub session: GameSession,
    /// The images of the moves.
    pub moves: Vec<String>,
    /// Whether the symmetry exchanges the players.
    pub swaps_players: bool,
}

struct Adapter {
    count: usize,
    images: fn(&GameSession, &[String]) -> Option<Vec<Image>>,
    canonical_text: fn(&GameSession) -> Option<String>,
}

#[derive(Default)]
struct Builder(PerGame<Adapter>);

impl Visitor for Builder {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
    }

    fn symmetric<G: Game>(&mut self)
    where
        G::Position: Symmetric + Narrate,
    {
        self.0.insert::<G>(Adapter {
            count: G::Position::SYMMETRIES.len(),
            images: images_of::<G>,
            canonical_text: canonical_text_of::<G>,
        });
    }
}

fn images_of<G: Game>(session: &GameSession, moves: &[String]) -> Option<Vec<Image>>
where
    G::Position: Symmetric + Narrate,
{
    let position = session.history::<G>()?.position();
    let moves: Vec<_> = moves.iter().map(|text| G::Position::parse_move(text).ok()).collect::<Option<_>>()?;
    let image = |&symmetry: &_| Image {
        session: GameSession::new::<G>(position.image(symmetry)),
        moves: moves
            .iter()
            .map(|&mv| G::Position::move_text(G::Position::move_image(mv, symmetry)))
            .collect(),
        swaps_players: G::Position::player_image(Player::P1, symmetry) != Player::P1,
    };
    Some(G::Position::SYMMETRIES.iter().map(image).collect())
}

fn canonical_text_of<G: Game>(session: &GameSession) -> Option<String>
where
    G::Position: Symmetric + Narrate,
{
    let text = |position: &G::Position| match position.repetition_key() {
        Some(key) => format!("{key:032x}"),
        None => position.position_text(),
    };
    let position = session.history::<G>()?.position();
    let images = G::Position::SYMMETRIES.iter().map(|&symmetry| text(&position.image(symmetry)));
    images.chain([text(position)]).min()
}

static ADAPTERS: LazyLock<PerGame<Adapter>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

impl Entry {
    /// The number of symmetries of the game other than the identity.
    #[must_use]
    pub fn symmetry_count(&self) -> usize {
        ADAPTERS.get(self.info().id).map_or(0, |adapter| adapter.count)
    }
}

impl GameSession {
    /// The images of the current position and of moves in it under the symmetries of the game other than the identity, in
    /// the order of [`Symmetric::SYMMETRIES`]. None if the game has no symmetries or the text of a move is malformed.
    ///
    /// ```
    /// # use mekong_catalog::find;
    /// # use mekong_core::Variants;
    /// let session = find("siam")?.start(Variants::NONE, 0);
    /// let images = session.images(&["@c1N".to_owned()]);
    /// assert!(images.iter().any(|image| !image.swaps_players && image.moves == ["@c1N"]));
    /// assert!(images.iter().any(|image| image.swaps_players && image.moves == ["@c5S"]));
    /// # Ok::<(), mekong_catalog::OpenError>(())
    /// ```
    #[must_use]
    pub fn images(&self, moves: &[String]) -> Vec<Image> {
        ADAPTERS.get(self.info().id).and_then(|adapter| (adapter.images)(self, moves)).unwrap_or_default()
    }

    /// A text of the current position that its images and positions that count as its repetitions share.
    #[must_use]
    pub fn canonical_text(&self) -> String {
        let adapter = ADAPTERS.get(self.info().id);
        adapter.and_then(|adapter| (adapter.canonical_text)(self)).unwrap_or_else(|| self.position_text())
    }
}
