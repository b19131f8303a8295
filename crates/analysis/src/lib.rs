//! Analysis of games: a label per move, the accuracy of both players, hints, and explanations in words.
//!
//! The caller provides a [`Searcher`](mekong_players::Searcher), a [`GameSession`](mekong_catalog::GameSession), limits and a
//! [`CancelToken`](mekong_core::CancelToken); this crate does no I/O and starts no thread. It names no game.
//!
//! ```
//! use mekong_analysis::{Label, analyse_game};
//! use mekong_catalog::find;
//! use mekong_players::Searcher;
//! use mekong_core::{CancelToken, Variants};
//! use mekong_engine::Limits;
//!
//! // The rhinos win at once with c2c3, which pushes a rock off the board.
//! let siam = find("siam").unwrap();
//! let mut session = siam.parse("2o2/2o2/2n2/2n2/4o R 11 -", Variants::NONE).unwrap();
//! session.play("c2c1S").unwrap();
//! let searcher = Searcher::new(siam, 1);
//! let report = analyse_game(&searcher, &session, Limits::depth(3), &CancelToken::new(), &mut |_| {}).unwrap();
//! assert_eq!(report.moves[0].best.as_deref(), Some("c2c3"));
//! assert!(matches!(report.moves[0].label, Label::MissedWin | Label::Blunder));
//! ```
//!
//! # Method
//!
//! Every position is searched once for its two best moves, from the last position to the first, so that the transposition
//! table already contains the continuation of the game. The evaluation of a move comes from the search before it if the move is one of
//! the two best, and from the search after it otherwise; proven evaluations take precedence over estimates. The loss
//! of a move, the win chance it gives away, determines its [`Label`] and the [`accuracy`] of the player.

mod accuracy;
mod annotate;
mod default_nodes;
mod evaluation;
mod explanation;
mod game;
mod hint;
mod label;
mod plot;
mod position;
mod report;
mod text;

pub use accuracy::accuracy;
pub use annotate::annotate;
pub use default_nodes::default_nodes;
pub use evaluation::Evaluation;
pub use explanation::{Explanation, explain_move, explain_move_of_game};
pub use game::{AnalysisError, GameAnalysis, analyse_game, analyse_move};
pub use hint::{Hint, Reply, find_hint, line_marks};
pub use label::{BLUNDER, ESTIMATE_NOISE, INACCURACY, Label, MISTAKE, ONLY_MOVE, SHORT_WIN_PLIES};
pub use plot::evaluation_plot;
pub use report::{GameReport, MoveReport, PlayerReport, PlayerReports};
pub use text::{certainty, evaluation_text, percent, verdict};
