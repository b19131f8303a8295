use mekong_samliam::Position;
use mekong_testkit::themes::{check_theme_texts, themes_of};

#[test]
fn themes_have_codes_and_texts() {
    check_theme_texts::<Position>();
}

#[test]
fn a_fork_is_a_double_threat() {
    let themes = themes_of::<Position>("6/6/6/6/A5/A5/1CC3 B -", &["a1sw"]);
    assert!(themes.contains(&"double-threat"), "{themes:?}");
}

#[test]
fn a_square_tile_after_a_block_is_a_theme() {
    let themes = themes_of::<Position>("6/6/6/A1B3/6/D5/3b2 B s", &["c2#"]);
    assert!(themes.contains(&"square-tile"), "{themes:?}");
}

#[test]
fn a_second_own_triangle_is_a_theme() {
    let themes = themes_of::<Position>("6/6/6/2A3/6/6/6 B -", &["c4se"]);
    assert!(themes.contains(&"pair"), "{themes:?}");
}

#[test]
fn a_second_triangle_on_another_cell_is_none() {
    let themes = themes_of::<Position>("6/6/6/2a3/6/6/6 B -", &["c4se"]);
    assert!(!themes.contains(&"pair"), "{themes:?}");
}
