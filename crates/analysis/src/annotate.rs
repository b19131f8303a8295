use mekong_core::{Lang, Player, say};
use mekong_record::{Comment, Eval, Ply, Record, Score, Variation};

use crate::{GameReport, MoveReport, Points, Worth, words::certainty};

/// How many moves of a better line are written down, unless it is proven to its end.
const LINE: usize = 8;

/// Writes into a record what a report says of its moves: after each an evaluation, a sign and a word where there is
/// something to say, and the better line as a variation. Tags say who annotated it and how accurate the players were.
///
/// What people wrote stays. Evaluations and signs for good and bad moves that were there are replaced, so that a record can
/// be annotated again. The report must be about the moves of the record; what it does not cover is left alone.
pub fn annotate(record: &mut Record, report: &GameReport, lang: Lang) {
    let accuracies = [("WhiteAccuracy", &report.players.p1), ("BlackAccuracy", &report.players.p2)];
    let accuracies =
        accuracies.map(|(tag, player)| (tag, player.accuracy.map(|number| format!("{number:.1}"))));
    for (tag, value) in [("Annotator", Some("Mekong".to_owned()))].into_iter().chain(accuracies) {
        if let Some(value) = value {
            // The names are well formed, so they cannot be refused.
            let _ = record.set_tag(tag, &value);
        }
    }
    let last = record.line.len();
    for (ply, judged) in record.line.iter_mut().zip(&report.moves) {
        if ply.mv() != judged.text {
            return;
        }
        let over = judged.ply == last && report.outcome.is_some();
        note(ply, judged, over, lang);
    }
}

fn note(ply: &mut Ply, judged: &MoveReport, over: bool, lang: Lang) {
    // 1 to 7 say how good a move is; the others speak of positions and time.
    ply.nags.retain(|nag| !(1..=7).contains(nag));
    if let Some(nag) = judged.nag() {
        ply.nags.insert(0, nag);
    }
    let words = words(judged, lang);
    for comment in &mut ply.comments {
        let clock = comment.clock();
        *comment = Comment::new(comment.text());
        if let Some(clock) = clock {
            *comment = std::mem::take(comment).with_clock(clock);
        }
    }
    // An earlier annotation may have been less certain, or have said nothing of that.
    let earlier = [true, false].map(|proven| self::words(&MoveReport { proven, ..judged.clone() }, lang));
    let plain = words.replacen(&format!(" ({})", certainty(judged.proven).get(lang)), "", 1);
    let is_ours = |text: &str| text == plain || earlier.iter().any(|earlier| text == earlier);
    ply.comments.retain(|comment| *comment != Comment::default() && !is_ours(comment.text()));
    let mut comment = Comment::new(&words);
    if !over {
        comment = comment.with_eval(evaluation(judged));
    }
    if comment != Comment::default() {
        ply.comments.insert(0, comment);
    }
    if let Some(variation) = variation(judged) {
        let known = |old: &Variation| {
            let same = old.line.iter().zip(&variation.line).all(|(old, new)| old.mv() == new.mv());
            same && !old.line.is_empty()
        };
        if !ply.variations.iter().any(known) {
            ply.variations.insert(0, variation);
        }
    }
}

/// The label and the better move; nothing for a move that was all right.
fn words(judged: &MoveReport, lang: Lang) -> String {
    let name = judged.label.name().get(lang);
    let certainty = certainty(judged.proven).get(lang);
    match judged.best.as_deref() {
        Some(best) if judged.label.is_bad() && best != judged.text => {
            say!(lang, "{name} ({certainty}): better is {best}", "{name} ({certainty}) : mieux vaut {best}")
        }
        _ if judged.label == crate::Label::Only => format!("{name} ({certainty})"),
        _ => String::new(),
    }
}

/// What the position after a move is worth, for the first player as in every game file.
fn evaluation(judged: &MoveReport) -> Eval {
    let Worth { score, depth, source, .. } =
        if judged.player == Player::P1 { judged.after } else { judged.after.for_opponent() };
    let score = match score {
        Points::Cp(points) => Score::Value(points),
        Points::Mate(plies) => {
            let by = if plies > 0 { Player::P1 } else { Player::P2 };
            // Counted from before the move, so half of an odd number is rounded down.
            Score::Win { by, moves: plies.unsigned_abs() / 2 }
        }
    };
    Eval { score, depth: (source == "search").then_some(depth) }
}

/// The better line, if the move was bad.
fn variation(judged: &MoveReport) -> Option<Variation> {
    if !judged.label.is_bad() || judged.best.as_ref() == Some(&judged.text) {
        return None;
    }
    let length = if judged.before.proven { judged.line.len() } else { LINE };
    let line: Option<Vec<Ply>> = judged.line.iter().take(length).map(|text| Ply::new(text).ok()).collect();
    line.filter(|line| !line.is_empty()).map(|line| Variation { before: Vec::new(), line })
}
