//! Type-erased adapters for every game, built with the visitor of the catalog.

use std::sync::LazyLock;

use mekong_catalog::{GameSession, PerGame, Visitor};
use mekong_core::{
    Endgame, Evaluate, Game, Narrate, Notation, Player, Position as _, SolutionPly, Theme, Themed,
};

use crate::{
    budget::{NodeBudget, Stop},
    win_search::WinSearch,
};

/// A type-erased search for forced wins.
pub(crate) trait ForcedWins {
    /// Whether a player can force a win within a number of plies.
    fn wins(
        &mut self,
        session: &GameSession,
        attacker: Player,
        plies: u16,
        budget: &mut NodeBudget<'_>,
    ) -> Result<bool, Stop>;
}

struct Typed<G: Game>(WinSearch<G::Position>)
where
    G::Position: Evaluate;

impl<G: Game> ForcedWins for Typed<G>
where
    G::Position: Evaluate,
{
    fn wins(
        &mut self,
        session: &GameSession,
        attacker: Player,
        plies: u16,
        budget: &mut NodeBudget<'_>,
    ) -> Result<bool, Stop> {
        // The session is never of another game: the search is created for the session's game.
        let Some(history) = session.history::<G>() else { return Ok(false) };
        self.0.wins(history.position(), attacker, plies, budget)
    }
}

/// The type-erased functions and data of a game.
#[derive(Clone, Copy)]
pub(crate) struct Adapter {
    forced_wins: fn() -> Box<dyn ForcedWins>,
    proves_margins: bool,
    themed: Option<ThemedAdapter>,
}

#[derive(Clone, Copy)]
struct ThemedAdapter {
    themes: &'static [&'static Theme],
    detect: fn(&GameSession, Player, &[String]) -> Vec<&'static Theme>,
    #[cfg(feature = "collection")]
    puzzles: &'static str,
    #[cfg(feature = "collection")]
    practice: &'static str,
}

impl Adapter {
    pub(crate) fn forced_wins(&self) -> Box<dyn ForcedWins> {
        (self.forced_wins)()
    }

    /// Whether the game is scored by points and has an exact endgame solver, which proves the margins.
    pub(crate) const fn proves_margins(&self) -> bool {
        self.proves_margins
    }

    pub(crate) fn themes(&self) -> &'static [&'static Theme] {
        self.themed.map_or(&[], |themed| themed.themes)
    }

    /// The themes of a line of moves from a session's position.
    pub(crate) fn detect(
        &self,
        session: &GameSession,
        solver: Player,
        line: &[String],
    ) -> Vec<&'static Theme> {
        self.themed.map_or_else(Vec::new, |themed| (themed.detect)(session, solver, line))
    }

    #[cfg(feature = "collection")]
    pub(crate) fn puzzles(&self) -> &'static str {
        self.themed.map_or("", |themed| themed.puzzles)
    }

    #[cfg(feature = "collection")]
    pub(crate) fn practice(&self) -> &'static str {
        self.themed.map_or("", |themed| themed.practice)
    }
}

#[derive(Default)]
struct Builder(PerGame<Adapter>);

impl Builder {
    fn of<G: Game>(&mut self) -> &mut Adapter {
        self.0.get_mut::<G>().expect("a game is visited before its capabilities")
    }
}

impl Visitor for Builder {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
        self.0.insert::<G>(Adapter {
            forced_wins: || Box::new(Typed::<G>(WinSearch::default())),
            proves_margins: false,
            themed: None,
        });
    }

    fn endgame<G: Game>(&mut self)
    where
        G::Position: Evaluate + Endgame,
    {
        self.of::<G>().proves_margins = G::INFO.scored_by_points;
    }

    fn themed<G: Game>(&mut self)
    where
        G::Position: Themed,
    {
        self.of::<G>().themed = Some(ThemedAdapter {
            themes: G::Position::THEMES,
            detect: detect::<G>,
            #[cfg(feature = "collection")]
            puzzles: G::Position::PUZZLES,
            #[cfg(feature = "collection")]
            practice: G::Position::PRACTICE,
        });
    }
}

fn detect<G: Game>(session: &GameSession, solver: Player, line: &[String]) -> Vec<&'static Theme>
where
    G::Position: Themed,
{
    let Some(history) = session.history::<G>() else { return Vec::new() };
    let mut before = history.position().clone();
    let mut plies = Vec::new();
    for text in line {
        let Ok(mv) = G::Position::parse_move(text) else { return Vec::new() };
        let Ok(after) = before.clone().play(mv) else { return Vec::new() };
        plies.push(SolutionPly { before, mv, after: after.clone() });
        before = after;
    }
    let mut found = Vec::new();
    G::Position::themes(solver, &plies, &mut found);
    found
}

static ADAPTERS: LazyLock<PerGame<Adapter>> =
    LazyLock::new(|| PerGame::collect(|builder: Builder| builder.0));

/// The adapter of a game.
pub(crate) fn adapter(game: &str) -> &'static Adapter {
    ADAPTERS.get(game).expect("ids come from sessions, and all games were visited")
}
