//! Who gets in, with what, and how far.

#[path = "../common/mod.rs"]
mod common;

mod fields;
mod guessing;
mod mutes;
mod names;
mod revoked;
mod scopes;
mod unread;

use common::Client;
use serde_json::{Value, json};

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// A new token of somebody with a session.
async fn token(owner: &Client, scopes: &[&str]) -> String {
    let order = json!({ "label": "a program", "scopes": scopes });
    text(&owner.post("/api/account/tokens", order).await.expect(201)["token"])
}
