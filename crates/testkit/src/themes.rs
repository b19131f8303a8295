//! Themes of puzzles, checked on worked lines.

use std::collections::HashSet;

use mekong_core::{Lang, Notation, SolutionPly, Themed, Variants};

/// The codes of the themes of a line, given as texts; the player to move is the solver.
///
/// # Panics
/// If a text is invalid or a move illegal, or if a theme is not listed in [`Themed::THEMES`].
#[must_use]
pub fn themes_of<P: Notation + Themed>(position: &str, moves: &[&str]) -> Vec<&'static str> {
    let mut before = P::parse_position(position, Variants::NONE).unwrap_or_else(|error| panic!("{error}"));
    let solver = before.turn();
    let mut line = Vec::new();
    for text in moves {
        let mv = P::parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let after = before.clone().play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        line.push(SolutionPly { before, mv, after: after.clone() });
        before = after;
    }
    let mut found = Vec::new();
    P::themes(solver, &line, &mut found);
    assert!(found.iter().all(|theme| P::THEMES.contains(theme)), "a theme is not listed");
    found.into_iter().map(|theme| theme.code).collect()
}

/// Checks that the themes of a game have different codes, and texts in both languages.
pub fn check_theme_texts<P: Themed>() {
    let codes: HashSet<&str> = P::THEMES.iter().map(|theme| theme.code).collect();
    assert!(!codes.is_empty() && codes.len() == P::THEMES.len(), "{codes:?}");
    for theme in P::THEMES {
        let is_code = |ch: char| ch == '-' || ch.is_ascii_lowercase();
        assert!(theme.code.chars().all(is_code), "{}", theme.code);
        for lang in Lang::ALL {
            let (title, description) = (theme.title.get(lang), theme.description.get(lang));
            assert!(title.starts_with(char::is_uppercase), "{title}");
            assert!(
                description.starts_with(char::is_lowercase) && !description.ends_with('.'),
                "{description}"
            );
        }
    }
}
