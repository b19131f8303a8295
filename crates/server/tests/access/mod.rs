//! Access: scopes, revoked credentials, mutes, unread bodies, unknown fields, similar names and password guessing.

mod drain;
mod fields;
mod guessing;
mod mutes;
mod names;
mod revoked;
mod scopes;

use crate::common::Client;
use serde_json::{Value, json};

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a string: {value}")).to_owned()
}

/// A new token of a logged-in client.
async fn token(owner: &Client, scopes: &[&str]) -> String {
    let order = json!({ "label": "a program", "scopes": scopes });
    text(&owner.post("/api/account/tokens", order).await.expect(201)["token"])
}
