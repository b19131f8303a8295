use std::sync::LazyLock;

use mekong_catalog::{Entry, GameSession, Visitor, visit_games};
use mekong_core::{Evaluate, Game, Narrate, Symmetric};

struct Adapter {
    game: &'static str,
    count: usize,
    images: fn(&GameSession) -> Option<Vec<GameSession>>,
}

struct Collector(Vec<Adapter>);

impl Visitor for Collector {
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
        self.0.push(Adapter { game: G::INFO.id, count, images: images_of::<G> });
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

static ADAPTERS: LazyLock<Vec<Adapter>> = LazyLock::new(|| {
    let mut collector = Collector(Vec::new());
    visit_games(&mut collector);
    collector.0
});

fn adapter(game: &str) -> Option<&'static Adapter> {
    ADAPTERS.iter().find(|adapter| adapter.game == game)
}

/// The number of symmetries of a game other than the identity.
#[must_use]
pub fn symmetry_count(entry: &Entry) -> usize {
    adapter(entry.info().id).map_or(0, |adapter| adapter.count)
}

/// The images of the position of a session under the symmetries of its game other than the identity, as sessions without
/// moves, in the order of [`Encoding::permutations`](crate::Encoding::permutations).
#[must_use]
pub fn images(session: &GameSession) -> Vec<GameSession> {
    adapter(session.info().id).and_then(|adapter| (adapter.images)(session)).unwrap_or_default()
}
