use std::sync::LazyLock;

use mekong_catalog::{Entry, GameSession, PerGame, Visitor};
use mekong_core::{Evaluate, Game, Narrate, Symmetric};

struct Adapter {
    count: usize,
    images: fn(&GameSession) -> Option<Vec<GameSession>>,
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
        let count = G::Position::SYMMETRIES.len();
        self.0.insert::<G>(Adapter { count, images: images_of::<G> });
    }
}

fn images_of<G: Game>(session: &GameSession) -> Option<Vec<GameSession>>
where
    G::Position: Symmetric + Narrate,
{
    let position = session.history::<G>()?.position();
    let symmetries = G::Position::SYMMETRIES.iter();
    Some(symmetries.map(|&symmetry| GameSession::new::<G>(position.image(symmetry))).collect())
}

static ADAPTERS: LazyLock<PerGame<Adapter>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

/// The number of symmetries of a game other than the identity.
#[must_use]
pub fn symmetry_count(entry: &Entry) -> usize {
    ADAPTERS.get(entry.info().id).map_or(0, |adapter| adapter.count)
}

/// The images of the position of a session under the symmetries of its game other than the identity, as sessions without
/// moves, in the order of [`Encoding::permutations`](crate::Encoding::permutations).
#[must_use]
pub fn images(session: &GameSession) -> Vec<GameSession> {
    ADAPTERS.get(session.info().id).and_then(|adapter| (adapter.images)(session)).unwrap_or_default()
}
