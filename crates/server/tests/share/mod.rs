//! What others see of this server: names of guests, pictures, previews of links, embedded boards.

mod guests;
mod pages;
mod pictures;

use crate::common::Client;
use mekong_server::{
    config::{Config, Pages},
    table::Clock,
};
use reqwest::Method;
use rust_embed::Embed;
use serde_json::json;

/// Sample files of a build.
#[derive(Embed)]
#[folder = "tests/pages"]
struct Built;

fn with_pages(config: &mut Config) {
    config.pages = Pages::new(<Built as Embed>::get);
}

const UNTIMED: Clock = Clock::None;

/// A client with a guest session, and the id of the guest.
async fn guest(client: Client) -> (Client, String) {
    let body = json!({ "game": "siam", "opponent": { "kind": "link" } });
    client.post("/api/challenge", body).await.expect(201);
    let id = client.id().await;
    (client, id)
}

/// The headers and the bytes of a response.
async fn bytes(client: &Client, path: &str) -> (u16, reqwest::header::HeaderMap, Vec<u8>) {
    let response = client.request(Method::GET, path).send().await.expect("the server answers");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    (status, headers, response.bytes().await.expect("the answer has an end").to_vec())
}
