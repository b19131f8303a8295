//! Rules and engine for the browser, the same as everywhere: [`answer`] takes a question and gives an answer, both as
//! JSON texts. `door` is how a page passes texts in and out.
//!
//! ```
//! let answer = mekong_wasm::answer(r#"{"do":"show","game":"saigon","moves":["pr"]}"#, &mut |_| {});
//! assert!(answer.contains(r#""position":"LLL/LDDD/DLLL/LDDD D""#));
//! ```

mod ask;
mod door;
mod games;
mod look;
mod records;
mod think;

pub use ask::answer;
