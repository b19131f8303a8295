//! The diagrams of the rule pages are what the program draws.

use std::path::Path;

use mekong_palam::Palam;
use mekong_testkit::diagrams;

#[test]
fn the_committed_diagrams_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("diagrams");
    assert!(diagrams::check::<Palam>(&folder) > 0);
}
