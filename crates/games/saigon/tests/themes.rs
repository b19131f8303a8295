use mekong_saigon::Position;
use mekong_testkit::themes::{check_theme_texts, themes_of};

#[test]
fn themes_have_codes_and_texts() {
    check_theme_texts::<Position>();
}

#[test]
fn a_push_may_leave_an_empty_slot() {
    let themes = themes_of::<Position>("LL/D/LDL/DDL L", &["pr"]);
    assert!(themes.contains(&"empty-slot"), "{themes:?}");
}

#[test]
fn a_push_may_take_out_a_pallet_of_the_opponent() {
    let themes = themes_of::<Position>("LLL/LLL/DL/DLDD L", &["pr"]);
    assert!(themes.contains(&"gift"), "{themes:?}");
}

#[test]
fn a_push_of_an_own_pallet_is_no_gift() {
    let themes = themes_of::<Position>("LLLL/DDDD/LLLL/DDDD L", &["pl"]);
    assert!(!themes.contains(&"gift"), "{themes:?}");
}
