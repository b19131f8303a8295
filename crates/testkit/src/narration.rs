//! Checks of [`Narrate`] along random games.

use mekong_core::{BoardMarks, Game, Lang, Mark, MarkKind, Narrate, SplitMix64};

/// Checks along random games of every variant that there is an instruction in every position, a sentence, a drawing and
/// a hint for every legal move, and an ending for every final move, in both languages and without the texts of moves.
/// Returns the number of final moves.
#[must_use = "assert that the count is not zero"]
pub fn check_narration<G: Game>(games: u64, plies: usize) -> usize
where
    G::Position: Narrate,
{
    let variants = G::INFO.all_variants();
    let walks = variants.flat_map(|variants| (0..games).map(move |seed| (variants, seed)));
    walks.map(|(variants, seed)| walk(G::start(variants, seed), seed, plies)).sum()
}

/// Plays a random game and returns the number of final moves in its positions.
fn walk<P: Narrate>(mut position: P, seed: u64, plies: usize) -> usize {
    let mut random = SplitMix64::new(seed);
    let mut endings = 0;
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        for lang in Lang::ALL {
            let instruction = position.instruction(lang);
            check_phrase(&instruction, "", lang);
            // Interfaces write it after “Your turn:”.
            assert!(!instruction.contains(':'), "{instruction}");
        }
        endings += moves.iter().filter(|&&mv| check_move(&position, mv)).count();
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    endings
}

/// Checks a legal move and returns whether it ends the game.
fn check_move<P: Narrate>(position: &P, mv: P::Move) -> bool {
    let code = P::move_text(mv);
    let place = format!("{code} in {}", position.position_text());
    let mut after = position.clone();
    after.play_unchecked(mv);
    check_arrows(&position.move_marks(mv), &place);
    for lang in Lang::ALL {
        check_phrase(&position.describe_move(mv, lang), &code, lang);
        let BoardMarks { marks, text } = position.hint(mv, lang);
        assert!(marks.iter().all(|mark| mark.kind == MarkKind::Focus), "{place}: {marks:?}");
        if !text.is_empty() {
            check_phrase(&text, &code, lang);
        }
        if after.outcome().is_some() {
            let BoardMarks { marks, text } = position.ending(mv, lang);
            check_phrase(&text, &code, lang);
            check_arrows(&marks, &place);
        }
    }
    after.outcome().is_some()
}

/// Arrows and traces lead somewhere, and nothing else does.
fn check_arrows(marks: &[Mark], place: &str) {
    for mark in marks {
        let leads = matches!(mark.kind, MarkKind::Arrow | MarkKind::Trace);
        assert_eq!(mark.to.is_some(), leads, "{place}: {mark:?}");
        assert!(!mark.at.is_empty(), "{place}: {mark:?}");
    }
}

/// A phrase begins in lower case or with a name, has no full stop, no text of a move, and the typography of its language.
fn check_phrase(phrase: &str, code: &str, lang: Lang) {
    assert!(!phrase.is_empty(), "no phrase for {code}");
    assert!(!phrase.ends_with(['.', ' ', ';', ':', ',']), "{phrase}");
    assert!(!phrase.contains("  ") && !phrase.contains(['\'', '{', '}']), "{phrase}");
    // A place such as b2 and the word “pass” are texts of moves too.
    let is_plain = matches!(code.as_bytes(), b"" | b"pass" | [b'a'..=b'z', b'0'..=b'9']);
    let mut words = phrase.split(|ch: char| !(ch.is_ascii_alphanumeric() || "@#-".contains(ch)));
    assert!(is_plain || words.all(|word| word != code), "{code} in {phrase}");
    if lang == Lang::Fr {
        let breaks = [" ;", " :", " ?", " !"];
        assert!(!breaks.iter().any(|space| phrase.contains(space)), "plain space: {phrase}");
    } else {
        assert!(!phrase.contains('\u{202f}'), "{phrase}");
    }
}
