use mekong_siam::Position;
use mekong_testkit::themes::{check_theme_texts, themes_of};

#[test]
fn themes_have_codes_and_texts() {
    check_theme_texts::<Position>();
}

#[test]
fn an_entering_push_with_help_is_a_theme() {
    let themes = themes_of::<Position>("2o2/2o2/2o2/2n2/2n2 R 11 -", &["@c1N"]);
    assert!(themes.contains(&"entering-push"), "{themes:?}");
}

#[test]
fn a_rock_may_win_for_the_other_side() {
    let themes = themes_of::<Position>("4o/4o/S4/s4/o4 E 10 -", &["a3E"]);
    assert!(themes.contains(&"rock-for-the-other-side"), "{themes:?}");
}

#[test]
fn two_pushes_are_a_sequence() {
    let themes = themes_of::<Position>("5/2o2/2N2/5/1o1o1 E 10 -", &["c3c4", "@a5S", "c4c5"]);
    assert!(themes.contains(&"push-sequence"), "{themes:?}");
}

#[test]
fn one_push_is_no_sequence() {
    let themes = themes_of::<Position>("4o/4o/5/2S2/2o2 E 10 -", &["c2c1"]);
    assert!(!themes.contains(&"push-sequence"), "{themes:?}");
}
