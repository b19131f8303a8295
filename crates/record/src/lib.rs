//! Game files as data: one record for a game, in PGN or JSON, read and written.
//!
//! A record is a container. It knows who played, when, what was played and what people said about it, for
//! any game; it knows no rules, so whether its moves are legal is for the game to say. This crate does no
//! I/O and reads no clock.
//!
//! ```
//! use mekong_record::{Clock, Comment, GameResult, Ply, Record, read_json, read_pgn};
//!
//! let mut record = Record::new("saigon", &[], None);
//! record.set_tag("White", "Lise")?;
//! for text in ["1-3x2", "pl", "pass"] {
//!     record.line.push(Ply::new(text)?);
//! }
//! record.line[1].nags.push(1);
//! record.line[1].comments.push(Comment::new("a good push").with_clock(Clock::from_millis(598_500)));
//! record.set_result(GameResult::P1Wins);
//!
//! let file = record.to_pgn();
//! assert!(file.ends_with("\n1. 1-3x2 pl $1 { [%clk 0:09:58.5] a good push } 2. pass 1-0\n"));
//! assert_eq!(read_pgn(&file)?, [record.clone()]);
//! assert_eq!(read_json(&record.to_json())?, [record]);
//!
//! let error = read_pgn("1. 1-3x2 {a good push").unwrap_err();
//! assert_eq!(error.to_string(), "line 1, column 10: this comment is never closed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The files
//!
//! They follow the [PGN standard][pgn] of chess, so that other programs can keep them and show what they
//! understand: `White` is the first seat and `Black` the second, whatever they are called in the game.
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
//! - Moves are numbered in pairs from the start of the record, whichever player is to move. On reading, only the
//!   number before the first move counts.
//! - A move text is made of letters, digits and `@ # + - = : / _ , ' ~ ^ &`. A number with a dot behind it
//!   is a move number, and `1-0 0-1 1/2-1/2 *` are results.
//! - `! ? !! ?? !? ?!` behind a move are read as `$1` to `$6`, and written so.
//! - A variation, in brackets, begins instead of the move before it. [`MAX_DEPTH`] of them may be open.
//! - Comments stand in `{…}`, or behind `;` to the end of the line. How their texts are kept, and what
//!   becomes of a `}`, is said at [`Comment`]. One line break in `{…}` is a space, as lines are wrapped; an
//!   empty line is a line break. A comment behind the variations of a move joins those before them, one
//!   among the tags those before the moves, one behind the last result of the file those on the last move.
//! - A line that begins with `%`, outside of comments, is skipped.
//! - Every game ends with its result, so a file cut off is noticed. It must agree with the tag.
//!
//! What is written is always written the same way; what is read may be spaced, wrapped and numbered in
//! other ways, with any line ends and a byte order mark. Any text may be given to the readers: they answer
//! with an error and never panic, in time proportional to its length.
//!
//! The same as JSON is described at [`write_json`].
//!
//! [pgn]: https://www.thechessdrum.net/PGN_Reference.txt

mod annotation;
mod comment;
mod error;
mod format;
mod json;
mod model;
mod place;
mod ply;
mod read;
mod result;
mod tags;
mod write;

pub use annotation::{Clock, Eval, Score};
pub use comment::Comment;
pub use error::{RecordError, Why};
pub use format::{Format, read_records, records_in};
pub use json::{read_json, write_json};
pub use model::{Numbering, Record};
pub use place::Place;
pub use ply::{MoveTextError, Ply, Variation};
pub use read::{Games, MAX_DEPTH, read_pgn, read_pgn_bytes};
pub use result::GameResult;
pub use tags::{TagError, Tags};
pub use write::write_pgn;
