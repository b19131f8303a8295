//! Checks of the whole repository: dependencies, layers, invariants, lists of games, typography.

mod common;

mod architecture;
mod cli_commands;
mod dependencies;
mod games;
mod invariants;
mod server_layers;
mod test_modules;
mod typography;
