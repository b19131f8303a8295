//! Tests of the server over real connections, on SQLite and PostgreSQL.

mod common;

mod access;
mod browse;
mod cluster;
mod harness;
mod leaks;
mod network_limits;
mod people;
mod play;
mod quotas;
mod safety;
mod share;
