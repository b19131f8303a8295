//! Rebuilds this crate when a migration is added: `sqlx::migrate!` reads the folder.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=build.rs");
}
