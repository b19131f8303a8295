//! Analysis of games: a label per move, the accuracy of both players, hints, and explanations in words.
//!
//! The caller provides a [`Searcher`](mekong_players::Searcher), a [`Session`](mekong_catalog::Session), limits and a
//! [`CancelToken`](mekong_core::CancelToken); this crate does no I/O and starts no thread. It names no game.
//!
//! ```
//! use mekong_analysis::{Label, judge_game};
//! use mekong_catalog::find;
//! use mekong_players::Searcher;
//! use mekong_core::{CancelToken, Variants};
//! use mekong_engine::Limits;
//!
//! // The rhinos could have pushed a rock off the board with c2c3.
//! let siam = find("siam").unwrap();
//! let mut session = siam.parse("2o2/2o2/2n2/2n2/4o R 11 -", Variants::NONE).unwrap();
//! session.play("c2c1S").unwrap();
//! let searcher = Searcher::new(siam, 1);
//! let report = judge_game(&searcher, &session, Limits::depth(3), &CancelToken::new(), &mut |_| {}).unwrap();
//! assert_eq!(report.moves[0].best.as_deref(), Some("c2c3"));
//! assert!(matches!(report.moves[0].label, Label::MissedWin | Label::Blunder));
//! ```
//!
//! # How a game is judged
//!
//! Every position is searched once, for its two best moves, the last position first: what the searcher found about the
//! end of the game is then in its hash memory when it searches the opening. A move is worth what the searcher says of it if it
//! is one of the two, and what the position after it is worth otherwise; what is proven counts before what is estimated. The
//! labels follow from the share of games that the move gives away ([`Label`] says the limits), the accuracy from the
//! same ([`accuracy`]).

mod annotate;
mod default_nodes;
mod hint;
mod judge;
mod label;
mod plot;
mod report;
mod score;
mod view;
mod why;
mod words;
mod worth;

pub use annotate::annotate;
pub use default_nodes::default_nodes;
pub use hint::{Hint, hint};
pub use judge::{JudgeError, Judging, judge_game, judge_move};
pub use label::{BLUNDER, INACCURACY, Label, MISTAKE, NOISE, ONLY, SHORT_WIN};
pub use plot::plot;
pub use report::{GameReport, MoveReport, PlayerReport, Players};
pub use score::{accuracy, move_accuracy};
pub use why::{Why, why};
pub use words::{certainty, percent, plies_in_words, points_in_words, worth_and_certainty, worth_in_words};
pub use worth::{Points, Worth};
