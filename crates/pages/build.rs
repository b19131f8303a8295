//! Rebuilds this crate when the built pages change.

fn main() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/dist");
    // Cargo treats a missing folder as always changed.
    let _ = std::fs::create_dir_all(pages);
    println!("cargo::rerun-if-changed={pages}");
    println!("cargo::rerun-if-changed=build.rs");
}
