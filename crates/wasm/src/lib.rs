//! Rules and engine for the browser. [`handle_request`] takes a request and returns a response, both as JSON; `exports`
//! makes it callable from JavaScript without a binding generator.
//!
//! ```
//! let response = mekong_wasm::handle_request(r#"{"do":"show","game":"saigon","moves":["pr"]}"#, &mut |_| {});
//! assert!(response.contains(r#""position":"LLL/LDDD/DLLL/LDDD D""#));
//! ```

mod exports;
mod games;
mod position;
mod puzzles;
mod records;
mod request;
mod search;

pub use request::handle_request;
