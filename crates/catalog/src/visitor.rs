use mekong_core::{Encode, Endgame, Evaluate, Game, Indexed, LinearEvaluate, Narrate, Symmetric, Themed};

/// Receives the types of all games from [`visit_games`](crate::visit_games).
///
/// Crates that build type-erased adapters of their own (computer players, solvers, tuners) implement it, so that the games
/// are listed in one place only. The methods for optional capabilities are called after [`Visitor::game`] of the same game
/// and do nothing by default.
pub trait Visitor {
    /// Every game.
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate;

    /// A game whose evaluation is a weighted sum of features that can be tuned.
    fn tunable<G: Game>(&mut self)
    where
        G::Position: LinearEvaluate,
    {
    }

    /// A game whose positions can be numbered, and therefore solved completely.
    fn indexed<G: Game>(&mut self)
    where
        G::Position: Indexed + Narrate,
    {
    }

    /// A game with an exact endgame solver.
    fn endgame<G: Game>(&mut self)
    where
        G::Position: Evaluate + Endgame,
    {
    }

    /// A game with symmetries.
    fn symmetric<G: Game>(&mut self)
    where
        G::Position: Symmetric + Narrate,
    {
    }

    /// A game whose moves have numbers and whose positions can be written as planes.
    fn encoded<G: Game>(&mut self)
    where
        G::Position: Encode,
    {
    }

    /// A game with themes for its puzzles.
    fn themed<G: Game>(&mut self)
    where
        G::Position: Themed,
    {
    }
}
