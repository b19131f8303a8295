//! The game server: accounts, challenges, live and correspondence games, ratings, analysis, over HTTP and WebSocket.
//!
//! Layers, top to bottom; a layer uses only those below it (`crates/testkit/tests/server_layers.rs` checks this):
//!
//! - [`serve`]: a whole server process. [`http`]: routes, authentication, rate limits.
//! - [`app`]: composes the services and runs the background tasks; [`metrics`] exports its counters.
//! - [`services`]: what the server does, one service per area; see the module for their list and order.
//! - [`work`]: searches, by the engine pool of this process or by workers.
//! - [`live`]: rooms, subscriptions, clocks, messages between nodes.
//! - [`protocol`]: the shapes of requests, responses and messages.
//! - [`store`]: the database. [`table`]: the state of a game as the fold of its events, without I/O.
//! - [`engine_pool`], [`people`], [`limits`], [`config`], [`glicko`], [`picture`], [`secrets`], [`time`], `text_enum`, [`localized_text`], `trace`, [`fd_limit`]: helpers of
//!   all layers.

pub mod app;
pub mod config;
pub mod engine_pool;
pub mod fd_limit;
pub mod glicko;
pub mod http;
pub mod limits;
pub mod live;
pub mod localized_text;
pub mod metrics;
pub mod people;
pub mod picture;
pub mod protocol;
pub mod secrets;
pub mod serve;
pub mod services;
pub mod store;
pub mod table;
mod text_enum;
pub mod time;
mod trace;
pub mod work;
