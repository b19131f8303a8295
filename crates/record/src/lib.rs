//! Game records: reading and writing of PGN and JSON.
//!
//! A record has tags, moves, comments, variations and a result, for any game. It contains no rules:
//! `mekong_catalog::replay` checks whether its moves are legal. This crate does no I/O.
//!
//! ```
//! use mekong_record::{Clock, Comment, GameResult, Ply, Record, read_json, read_pgn};
//!
//! let mut record = Record::new("saigon", &[], None);
//! record.set_tag("White", "Lise")?;
//! for text in ["1-3x2", "pl", "pass"] {
//!     record.plies.push(Ply::new(text)?);
//! }
//! record.plies[1].nags.push(1);
//! record.plies[1].comments.push(Comment::new("a good push").with_clock(Clock::from_millis(598_500)));
//! record.set_result(GameResult::P1Wins);
//!
//! let file = record.to_pgn();
//! assert!(file.ends_with("\n1. 1-3x2 pl $1 { [%clk 0:09:58.5] a good push } 2. pass 1-0\n"));
//! assert_eq!(read_pgn(&file)?, [record.clone()]);
//! assert_eq!(read_json(&record.to_json())?, [record]);
//!
//! let error = read_pgn("1. 1-3x2 {a good push").unwrap_err();
//! assert_eq!(error.to_string(), "line 1, column 10: unclosed comment");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The files
//!
//! Files follow the [PGN standard][pgn] of chess, so that other programs can store them: `White` is the first player
//! and `Black` the second, regardless of their names in the game.
//!
//! | tag | meaning |
//! |---|---|
//! | `Event` `Site` `Date` `Round` `White` `Black` `Result` | the seven of the standard |
//! | `Game` | the name of the game, such as `siam` |
//! | `Variant` | the variant rules, with commas between them |
//! | `FEN` | the position the game starts from, if it is not the usual one; `SetUp` is then `1` |
//! | `TimeControl` | as in the standard |
//! | any other | kept, in its place |
//!
//! - Moves are numbered in pairs from the start of the record, regardless of the player to move. When reading, only the
//!   number before the first move is significant.
//! - A move text is made of letters, digits and `@ # + - = : / _ , ' ~ ^ &`. A number followed by a dot is a
//!   move number, and `1-0 0-1 1/2-1/2 *` are results.
//! - `! ? !! ?? !? ?!` after a move are read, and written, as `$1` to `$6`.
//! - A variation, in parentheses, replaces the move before it. Variations nest up to [`MAX_DEPTH`] levels.
//! - Comments are in `{…}`, or follow `;` to the end of the line. [`Comment`] describes how their texts are kept,
//!   including a `}`. One line break in `{…}` is a space, as lines are wrapped; an empty line is a line break. A
//!   comment after the variations of a move joins those before them, one among the tags those before the moves, one
//!   after the last result of the file those on the last move.
//! - A line that begins with `%`, outside of comments, is skipped.
//! - Every game ends with its result, so that truncated files are detected. It must agree with the tag.
//!
//! Output is canonical; input may have other spacing, wrapping, numbering and line endings, and a byte order mark.
//! Parsers accept any text, return an error instead of panicking, and take linear time.
//!
//! [`write_json`] describes the JSON form.
//!
//! [pgn]: https://www.thechessdrum.net/PGN_Reference.txt

mod annotation;
mod comment;
mod error;
mod format;
mod json;
mod location;
mod model;
mod ply;
mod read;
mod result;
mod shape;
mod tags;
mod write;

pub use annotation::{Clock, Eval, Score};
pub use comment::Comment;
pub use error::{RecordError, RecordErrorKind};
pub use format::{Format, iter_records, read_records};
pub use json::{read_json, write_json};
pub use location::Location;
pub use model::{Numbering, Record};
pub use ply::{MoveTextError, Ply, Variation};
pub use read::{Games, MAX_DEPTH, OwnedGames, read_pgn, read_pgn_bytes};
pub use result::GameResult;
pub use shape::{Shape, ShapeColor};
pub use tags::{TagError, Tags};
pub use write::write_pgn;
