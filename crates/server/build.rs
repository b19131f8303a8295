//! The pages are built elsewhere and embedded from a folder, and so are the migrations: a change there is noticed here.

fn main() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    // A folder that is not there counts as always changed. Where it cannot be made, nothing is lost but time.
    let _ = std::fs::create_dir_all(pages);
    println!("cargo::rerun-if-changed={pages}");
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=build.rs");
}
