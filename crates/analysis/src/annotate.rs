use mekong_core::{Lang, Player, moves_to_win, say};
use mekong_players::{EvaluationSource, UciScore};
use mekong_record::{Comment, Eval, Ply, Record, Score, Variation};

use crate::{Evaluation, GameReport, MoveReport, text::certainty};

/// The maximum length of an unproven variation, in plies.
const MAX_VARIATION_PLIES: usize = 8;

/// The certainties in comments that earlier versions wrote.
const EARLIER_CERTAINTIES: [&str; 3] = ["", " (preuve)", " (estimation)"];

/// Adds the findings of a report to a record: an evaluation per move, glyphs and comments for notable moves, better lines
/// as variations, and tags for the annotator and the accuracy of the players.
///
/// Comments of other authors are kept. Earlier evaluations and move glyphs are replaced, so that annotating twice changes
/// nothing. Moves that the report does not cover are left alone.
pub fn annotate(record: &mut Record, report: &GameReport, lang: Lang) {
    let accuracies = [("WhiteAccuracy", &report.players.p1), ("BlackAccuracy", &report.players.p2)];
    let accuracies =
        accuracies.map(|(tag, player)| (tag, player.accuracy.map(|number| format!("{number:.1}"))));
    for (tag, value) in [("Annotator", Some("Mekong".to_owned()))].into_iter().chain(accuracies) {
        if let Some(value) = value {
            // These tag names are valid.
            let _ = record.set_tag(tag, &value);
        }
    }
    let last = record.plies.len();
    for (ply, analysed) in record.plies.iter_mut().zip(&report.moves) {
        if ply.mv() != analysed.text {
            return;
        }
        let over = analysed.ply == last && report.outcome.is_some();
        annotate_ply(ply, analysed, over, lang);
    }
}

fn annotate_ply(ply: &mut Ply, report: &MoveReport, over: bool, lang: Lang) {
    // NAGs 1 to 7 are about moves; the others are about positions and time.
    ply.nags.retain(|nag| !(1..=7).contains(nag));
    if let Some(nag) = report.nag() {
        ply.nags.insert(0, nag);
    }
    let words = comment_text(report, lang);
    for comment in &mut ply.comments {
        let clock = comment.clock();
        *comment = Comment::new(comment.text());
        if let Some(clock) = clock {
            *comment = std::mem::take(comment).with_clock(clock);
        }
    }
    // An earlier annotation may have had another certainty, in other words, or none.
    let now = format!(" ({})", certainty(report.proven).get(lang));
    let earlier = [true, false].map(|proven| format!(" ({})", certainty(proven).get(lang)));
    let earlier = earlier.iter().map(String::as_str).chain(EARLIER_CERTAINTIES);
    let earlier: Vec<String> = earlier.map(|earlier| words.replacen(&now, earlier, 1)).collect();
    let is_ours = |text: &str| earlier.iter().any(|earlier| text == earlier);
    ply.comments.retain(|comment| *comment != Comment::default() && !is_ours(comment.text()));
    let mut comment = Comment::new(&words);
    if !over {
        comment = comment.with_eval(evaluation(report));
    }
    if comment != Comment::default() {
        ply.comments.insert(0, comment);
    }
    if let Some(variation) = variation(report) {
        let known = |old: &Variation| {
            let same = old.plies.iter().zip(&variation.plies).all(|(old, new)| old.mv() == new.mv());
            same && !old.plies.is_empty()
        };
        if !ply.variations.iter().any(known) {
            ply.variations.insert(0, variation);
        }
    }
}

/// The comment: the label and the better move; empty for good moves.
fn comment_text(report: &MoveReport, lang: Lang) -> String {
    let name = report.label.name().get(lang);
    let certainty = certainty(report.proven).get(lang);
    match report.best.as_deref() {
        Some(best) if report.label.is_bad() && best != report.text => {
            say!(lang, "{name} ({certainty}): better is {best}", "{name} ({certainty}) : mieux vaut {best}")
        }
        _ if report.label == crate::Label::Only => format!("{name} ({certainty})"),
        _ => String::new(),
    }
}

/// The evaluation after a move for the first player, as is usual in PGN.
fn evaluation(report: &MoveReport) -> Eval {
    let Evaluation { score, depth, source, .. } =
        if report.player == Player::P1 { report.after } else { report.after.for_opponent() };
    let score = match score {
        UciScore::Cp(points) => Score::Value(points),
        UciScore::Mate(plies) => {
            let by = if plies > 0 { Player::P1 } else { Player::P2 };
            // Plies are counted from before the move.
            Score::Win { by, moves: moves_to_win(plies.unsigned_abs() - 1) }
        }
    };
    Eval { score, depth: (source == EvaluationSource::Search).then_some(depth) }
}

/// The better line as a variation, if the move was bad.
fn variation(report: &MoveReport) -> Option<Variation> {
    if !report.label.is_bad() || report.best.as_ref() == Some(&report.text) {
        return None;
    }
    let length = if report.before.proven { report.line.len() } else { MAX_VARIATION_PLIES };
    let plies: Option<Vec<Ply>> = report.line.iter().take(length).map(|text| Ply::new(text).ok()).collect();
    plies.filter(|plies| !plies.is_empty()).map(|plies| Variation { before: Vec::new(), plies })
}
