use mekong_palam::Position;
use mekong_testkit::themes::{check_theme_texts, themes_of};

#[test]
fn themes_have_codes_and_texts() {
    check_theme_texts::<Position>();
}

#[test]
fn a_swap_is_a_theme() {
    let themes =
        themes_of::<Position>("-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I - s 30-30", &["a1f2"]);
    assert!(themes.contains(&"winning-swap"), "{themes:?}");
}

#[test]
fn an_answer_without_a_match_is_the_leftmost() {
    let themes = themes_of::<Position>(
        "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I - s 30-30",
        &["a1", "b3"],
    );
    assert!(themes.contains(&"forced-leftmost"), "{themes:?}");
}

#[test]
fn an_answer_that_matches_is_not_the_leftmost() {
    let themes = themes_of::<Position>(
        "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- I - s 30-30",
        &["f2", "a3"],
    );
    assert!(!themes.contains(&"forced-leftmost"), "{themes:?}");
}
