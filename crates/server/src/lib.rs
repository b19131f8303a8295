//! Hosts the games: people, clocks, ratings, storage, HTTP and WebSocket interfaces.

pub mod app;
pub mod config;
pub mod engine;
pub mod figures;
pub mod glicko;
pub mod http;
pub mod limits;
pub mod live;
pub mod people;
pub mod secrets;
pub mod serve;
pub mod store;
pub mod table;
pub mod time;
pub mod wire;
