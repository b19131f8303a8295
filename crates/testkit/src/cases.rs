//! The worked cases of a game's rule pages: `data/cases.jsonl` in its folder, one JSON object per line.

use std::collections::BTreeSet;

use mekong_core::{Explain as _, Game, Lang, Notation as _, Position as _};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    game: String,
    case: String,
    variant: Vec<String>,
    position: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    is_legal: Option<bool>,
    after: Option<String>,
    winner: Option<String>,
    legal: Option<Vec<String>>,
    legal_count: Option<usize>,
}

/// Checks the cases of a game and returns their number.
#[must_use = "assert that the count is not zero"]
pub fn check<G: Game>(cases: &str) -> usize {
    let cases = cases.lines().map(|line| serde_json::from_str::<Case>(line).expect(line));
    cases.map(|case| check_case::<G>(&case)).count()
}

fn check_case<G: Game>(case: &Case) {
    let name = &case.case;
    assert_eq!(case.game, G::INFO.id, "{name}");
    let variants = G::INFO.parse_variants(&case.variant).expect(name);
    let position = G::Position::parse_position(&case.position, variants).expect(name);
    assert_eq!(position.position_text(), case.position, "{name}");

    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let texts: BTreeSet<String> = moves.iter().map(|&mv| G::Position::move_text(mv)).collect();
    if let Some(count) = case.legal_count {
        assert_eq!(texts.len(), count, "{name}");
    }
    if let Some(legal) = &case.legal {
        assert_eq!(texts, legal.iter().cloned().collect(), "{name}");
    }
    let Some(text) = &case.mv else { return };
    assert_eq!(texts.contains(text), case.is_legal.expect(name), "{name}: {text} {texts:?}");
    let mv = G::Position::parse_move(text).expect(name);
    match position.play(mv) {
        Ok(next) => {
            assert_eq!(case.is_legal, Some(true), "{name}");
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner.map(mekong_core::Player::code), case.winner.as_deref(), "{name}");
            if let Some(after) = &case.after {
                assert_eq!(next.position_text(), *after, "{name}");
            }
        }
        Err(illegal) => {
            assert_eq!(case.is_legal, Some(false), "{name}: {illegal}");
            assert_ne!(illegal.explain(Lang::En), illegal.explain(Lang::Fr), "{name}");
        }
    }
}
