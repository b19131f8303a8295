use std::{collections::TryReserveError, sync::LazyLock};

use mekong_catalog::{Entry, GameSession, PerGame, Visitor};
use mekong_core::{
    ActionGroup, Encode, Evaluate, Game, Narrate, Notation as _, Permutation, Plane, Planes, Player, Variants,
};

use crate::{
    ActionError, BatchOptions,
    typed::{AnyBatch, TypedBatch},
};

type NewBatch = fn(Variants, usize, BatchOptions) -> Result<Box<dyn AnyBatch>, TryReserveError>;

/// Moves of a game as actions (indices) and positions as planes, type-erased.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    game: &'static str,
    action_count: usize,
    groups: &'static [ActionGroup],
    planes: &'static [Plane],
    shape: [usize; 3],
    move_text: fn(usize) -> Option<String>,
    action: fn(&str) -> Result<usize, ActionError>,
    legal: fn(&GameSession) -> Option<Vec<usize>>,
    observe: fn(&GameSession, Player, &mut [u8]) -> Option<()>,
    permutations: fn() -> Vec<Permutation>,
    pub(crate) batch: NewBatch,
}

impl Encoding {
    fn of<G: Game>() -> Encoding
    where
        G::Position: Encode,
    {
        Encoding {
            game: G::INFO.id,
            action_count: G::Position::ACTION_COUNT,
            groups: G::Position::ACTIONS,
            planes: G::Position::PLANES,
            shape: G::Position::shape(),
            move_text: |action| G::Position::move_of_action(action).map(G::Position::move_text),
            action: |text| {
                let mv = G::Position::parse_move(text).map_err(ActionError::Unreadable)?;
                G::Position::action(mv).ok_or_else(|| ActionError::NeverLegal { text: text.to_owned() })
            },
            legal: legal::<G>,
            observe: observe::<G>,
            permutations: G::Position::permutations,
            batch: |variants, games, options| Ok(Box::new(TypedBatch::<G>::new(variants, games, options)?)),
        }
    }

    /// The id of the game.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// The number of actions.
    #[must_use]
    pub const fn action_count(&self) -> usize {
        self.action_count
    }

    /// The kinds of actions, in order.
    #[must_use]
    pub const fn action_groups(&self) -> &'static [ActionGroup] {
        self.groups
    }

    /// The planes of an observation.
    #[must_use]
    pub const fn planes(&self) -> &'static [Plane] {
        self.planes
    }

    /// Planes, rows and columns of an observation.
    #[must_use]
    pub const fn shape(&self) -> [usize; 3] {
        self.shape
    }

    /// The number of entries of an observation.
    #[must_use]
    pub const fn observation_len(&self) -> usize {
        let [planes, rows, columns] = self.shape;
        planes * rows * columns
    }

    /// The text of the move of an action; `None` if there is no such action.
    #[must_use]
    pub fn move_text(&self, action: usize) -> Option<String> {
        (self.move_text)(action)
    }

    /// The action of a move.
    pub fn action(&self, text: &str) -> Result<usize, ActionError> {
        (self.action)(text)
    }

    /// The legal actions of a session, sorted; `None` if it is of another game.
    #[must_use]
    pub fn legal_actions(&self, session: &GameSession) -> Option<Vec<usize>> {
        (self.legal)(session)
    }

    /// Writes the position of a session as a player sees it; `None` if the session is of another game.
    ///
    /// # Panics
    /// If the length is not [`Encoding::observation_len`].
    pub fn observe(&self, session: &GameSession, viewer: Player, entries: &mut [u8]) -> Option<()> {
        assert_eq!(entries.len(), self.observation_len(), "wrong observation length");
        (self.observe)(session, viewer, entries)
    }

    /// The symmetries other than the identity, as permutations.
    #[must_use]
    pub fn permutations(&self) -> Vec<Permutation> {
        (self.permutations)()
    }
}

fn legal<G: Game>(session: &GameSession) -> Option<Vec<usize>>
where
    G::Position: Encode,
{
    let history = session.history::<G>()?;
    let mut moves = Vec::new();
    history.legal_moves(&mut moves);
    let mut actions: Vec<usize> = moves.into_iter().filter_map(G::Position::action).collect();
    actions.sort_unstable();
    Some(actions)
}

fn observe<G: Game>(session: &GameSession, viewer: Player, entries: &mut [u8]) -> Option<()>
where
    G::Position: Encode,
{
    let history = session.history::<G>()?;
    let mut planes = Planes::new::<G::Position>(entries);
    history.position().observe(viewer, history.occurrences(), &mut planes);
    Some(())
}

#[derive(Default)]
struct Builder(PerGame<Encoding>);

impl Visitor for Builder {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
    }

    fn encoded<G: Game>(&mut self)
    where
        G::Position: Encode,
    {
        self.0.insert::<G>(Encoding::of::<G>());
    }
}

static ENCODINGS: LazyLock<PerGame<Encoding>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

/// The encoding of a game, if it has one.
#[must_use]
pub fn encoding(entry: &Entry) -> Option<&'static Encoding> {
    ENCODINGS.get(entry.info().id)
}
