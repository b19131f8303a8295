//! Helpers for the tests of the rule book: positions and moves as texts.

use std::marker::PhantomData;

use mekong_core::{Game, Notation as _, Player, Position as _, Variants};

type PositionOf<G> = <G as Game>::Position;
type MoveOf<G> = <PositionOf<G> as mekong_core::Position>::Move;
type IllegalOf<G> = <PositionOf<G> as mekong_core::Position>::Illegal;

/// The rules of a game with variants, for tests. Invalid texts and illegal moves panic with the reason.
///
/// ```ignore
/// const RULES: Rules<Morris> = Rules::PLAIN;
///
/// assert_eq!(RULES.after("3/3/3 W", "b2 a1"), "3/1W1/B2 W");
/// ```
pub struct Rules<G>(Variants, PhantomData<G>);

impl<G: Game> Rules<G> {
    /// The game without variants.
    pub const PLAIN: Rules<G> = Rules::with(Variants::NONE);

    /// The game with variants.
    #[must_use]
    pub const fn with(variants: Variants) -> Rules<G> {
        Rules(variants, PhantomData)
    }

    /// The position of a text.
    ///
    /// # Panics
    /// If it is invalid.
    #[must_use]
    pub fn at(&self, text: &str) -> PositionOf<G> {
        PositionOf::<G>::parse_position(text, self.0).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Why a position text is refused, in English.
    ///
    /// # Panics
    /// If it is valid.
    #[must_use]
    pub fn problem(&self, text: &str) -> String {
        match PositionOf::<G>::parse_position(text, self.0) {
            Ok(_) => panic!("{text} is a position"),
            Err(error) => error.to_string(),
        }
    }

    /// The move of a text.
    ///
    /// # Panics
    /// If it is not one.
    #[must_use]
    pub fn mv(&self, text: &str) -> MoveOf<G> {
        PositionOf::<G>::parse_move(text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The legal moves of a position, sorted, with spaces between them.
    #[must_use]
    pub fn legal(&self, text: &str) -> String {
        let mut moves = Vec::new();
        self.at(text).legal_moves(&mut moves);
        let mut texts: Vec<String> = moves.into_iter().map(PositionOf::<G>::move_text).collect();
        texts.sort_unstable();
        texts.join(" ")
    }

    /// The position after moves with spaces between them.
    ///
    /// # Panics
    /// If one is illegal.
    #[must_use]
    pub fn play(&self, text: &str, moves: &str) -> PositionOf<G> {
        moves.split(' ').fold(self.at(text), |position, mv| {
            position.play(self.mv(mv)).unwrap_or_else(|illegal| panic!("{mv} in {text}: {illegal}"))
        })
    }

    /// The text of the position after moves with spaces between them.
    #[must_use]
    pub fn after(&self, text: &str, moves: &str) -> String {
        self.play(text, moves).position_text()
    }

    /// The winner after moves, or `None` while the game is in progress and after a draw, with the code of the reason.
    #[must_use]
    pub fn end(&self, text: &str, moves: &str) -> Option<(Option<Player>, &'static str)> {
        self.play(text, moves).outcome().map(|outcome| (outcome.winner, outcome.reason.code))
    }

    /// Why a move is illegal.
    ///
    /// # Panics
    /// If it is legal.
    #[must_use]
    pub fn refusal(&self, text: &str, mv: &str) -> IllegalOf<G> {
        match self.at(text).check(self.mv(mv)) {
            Ok(()) => panic!("{mv} is legal in {text}"),
            Err(illegal) => illegal,
        }
    }
}
