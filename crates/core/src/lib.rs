//! Traits and types for two-player board games with perfect information.
//!
//! This crate contains no game, does no I/O, reads no clock and spawns no thread. A game implements [`Position`] (the
//! rules), [`Notation`] (texts of positions and moves), [`TextDiagram`] and [`Diagram`] (boards as text and as SVG), [`Evaluate`] (for the
//! search), [`Insight`] and [`Narrate`] (explanations), and ties them together in [`Game`]. [`Symmetric`], [`Indexed`],
//! [`Endgame`], [`Encode`], [`Themed`] and [`LinearEvaluate`] are optional. The engine, the solver and the tools are generic over these traits.
//!
//! An [`Outcome`] is *absolute*: it names the winner. Nothing assumes that turns alternate or that the player who moved
//! last did not lose.
//!
//! # Example: a whole game
//!
//! One heap of matches; a turn takes one or two; the player who takes the last one wins.
//!
//! ```
//! use mekong_core::{EndReason, Explain, Lang, Outcome, Player, Position, Text, explained_error, perft, say};
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Heap { left: u8, turn: Player }
//!
//! static EMPTY: EndReason = EndReason { code: "empty", text: Text { en: "no match is left", fr: "plus d’allumette" } };
//!
//! #[derive(Clone, PartialEq, Debug)]
//! struct TooMany;
//!
//! impl Explain for TooMany {
//!     fn explain(&self, lang: Lang) -> String {
//!         say!(lang, "take one or two of the matches left", "prenez une ou deux des allumettes restantes")
//!     }
//! }
//! explained_error!(TooMany);
//!
//! impl Position for Heap {
//!     type Move = u8;
//!     type Illegal = TooMany;
//!     fn turn(&self) -> Player { self.turn }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.left == 0).then(|| Outcome::win(self.turn.other(), &EMPTY))
//!     }
//!     fn legal_moves(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.left.min(2)); }
//!     fn check(&self, mv: u8) -> Result<(), Self::Illegal> {
//!         if (1..=self.left.min(2)).contains(&mv) { Ok(()) } else { Err(TooMany) }
//!     }
//!     fn play_unchecked(&mut self, mv: u8) { self.left -= mv; self.turn = self.turn.other(); }
//! }
//!
//! let start = Heap { left: 3, turn: Player::P1 };
//! assert_eq!(perft(&start, 1), 2);
//! assert_eq!(perft(&start, 2), 3); // 1+1, 1+2, 2+1
//! let end = start.play(2).unwrap().play(1).unwrap();
//! assert_eq!(end.outcome().unwrap().winner, Some(Player::P2));
//! ```

mod cancel;
mod cell;
pub mod drawing;
mod encode;
mod endgame;
mod evaluate;
mod game;
mod grid;
mod history;
mod index;
mod insight;
mod io_reason;
mod lang;
mod levels;
mod narrate;
mod notation;
mod outcome;
mod perft;
mod player;
mod position;
mod random;
mod symmetry;
mod syntax;
mod theme;
mod value;

pub use cancel::CancelToken;
pub use cell::Cell;
pub use drawing::{Charset, Diagram, Ink, TextCanvas, TextDiagram};
pub use encode::{
    ActionGroup, ActionSet, Encode, Permutation, Plane, Planes, permutations_of, spread_by_four,
};
pub use endgame::{Endgame, ExactLine, Feasibility, StopCondition};
pub use evaluate::{Evaluate, LinearEvaluate, StaticEval, mix};
pub use game::{Game, GameInfo, PLAIN, VariantError, VariantInfo, Variants};
pub use grid::Grid;
pub use history::{History, PlayError};
pub use index::{Exit, Indexed, Tier, TierIndex};
pub use insight::{BoardMarks, Insight, Mark, MarkKind};
pub use io_reason::IoReason;
pub use lang::{Explain, Lang, Text, explain_all, quoted, visible, visible_path, with_subject};
pub use levels::{BenchPositions, LevelSettings, Levels};
pub use narrate::{Narrate, join_with_and, join_with_or};
pub use notation::Notation;
pub use outcome::{EndReason, Outcome, REPETITION};
pub use perft::{divide, perft};
pub use player::Player;
pub use position::Position;
pub use random::{ID_ALPHABET, SplitMix64};
pub use symmetry::Symmetric;
pub use syntax::{
    GAME_OVER, ParseMoveError, PositionError, ROWS_FIELD, SIDE_FIELD, SyntaxError, parse_fields,
    parse_number, parse_side,
};
pub use theme::{SolutionPly, Theme, Themed};
pub use value::{Probe, Value, moves_to_win, plies_text, points_text, wins_text};
