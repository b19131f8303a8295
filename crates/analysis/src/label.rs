use mekong_core::Text;
use serde::Serialize;

use crate::Evaluation;

/// The loss from which a move is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// The loss from which a move is a mistake.
pub const MISTAKE: f64 = 0.10;
/// The loss from which a move is a blunder.
pub const BLUNDER: f64 = 0.20;
/// The best move is an only move if every other move has at least this loss.
pub const ONLY_MOVE: f64 = 0.20;
/// The expected error of an estimated loss, added to the thresholds of estimated moves.
pub const ESTIMATE_NOISE: f64 = 0.05;
/// Missing a win within this many plies is an inaccuracy even if the game still looks won.
pub const SHORT_WIN_PLIES: u32 = 3;

/// The classification of a move by its *loss*: the difference in win chance, from 0 to 1, between the best move and
/// this one.
///
/// | label | when |
/// |---|---|
/// | `forced` | the only legal move |
/// | `only` | the best move, and every other loses [`ONLY_MOVE`] or more against it |
/// | `best` | the best move or an equally good one |
/// | `good` | loses less than [`INACCURACY`] |
/// | `unclear` | loses more by an estimate of the move, and less than [`INACCURACY`] and [`ESTIMATE_NOISE`] together |
/// | `inaccuracy` | loses [`INACCURACY`] or more; or misses a proven win in at most [`SHORT_WIN_PLIES`] plies |
/// | `mistake` | loses [`MISTAKE`] or more |
/// | `blunder` | loses [`BLUNDER`] or more |
/// | `missed-win` | misses a proven win, loses [`MISTAKE`] or more, and is not worse than even |
///
/// If the evaluation of the move is an estimate, the thresholds are raised by [`ESTIMATE_NOISE`]. In games scored by points
/// every label that is not proven is `unclear`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The only legal move.
    Forced,
    /// All other moves were much worse.
    Only,
    /// The best move or an equally good one.
    Best,
    /// Almost as good as the best move.
    Good,
    /// Slightly worse by an estimate, within its error; or not reliably known.
    Unclear,
    /// A little worse than the best.
    Inaccuracy,
    /// Clearly worse than the best.
    Mistake,
    /// Far worse than the best.
    Blunder,
    /// Gave up a proven win.
    MissedWin,
}

impl Label {
    /// All labels.
    pub const ALL: [Label; 9] = [
        Label::Forced,
        Label::Only,
        Label::Best,
        Label::Good,
        Label::Unclear,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
        Label::MissedWin,
    ];

    /// The name in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Label::Forced => "forced",
            Label::Only => "only",
            Label::Best => "best",
            Label::Good => "good",
            Label::Unclear => "unclear",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
            Label::MissedWin => "missed-win",
        }
    }

    /// The name for users.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Label::Forced => Text { en: "forced", fr: "forcé" },
            Label::Only => Text { en: "only move", fr: "seul bon coup" },
            Label::Best => Text { en: "best", fr: "meilleur" },
            Label::Good => Text { en: "good", fr: "bon" },
            Label::Unclear => Text { en: "unclear", fr: "incertain" },
            Label::Inaccuracy => Text { en: "inaccuracy", fr: "imprécision" },
            Label::Mistake => Text { en: "mistake", fr: "erreur" },
            Label::Blunder => Text { en: "blunder", fr: "gaffe" },
            Label::MissedWin => Text { en: "missed win", fr: "gain manqué" },
        }
    }

    /// The annotation glyph after the move; empty if there is none.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Label::Only => "□",
            Label::Inaccuracy => "?!",
            Label::Mistake => "?",
            Label::Blunder => "??",
            Label::MissedWin => "×",
            Label::Forced | Label::Best | Label::Good | Label::Unclear => "",
        }
    }

    /// The numeric annotation glyph (NAG) in PGN. A missed win has none of its own and is written as a mistake.
    #[must_use]
    pub const fn nag(self) -> Option<u8> {
        match self {
            Label::Only => Some(7),
            Label::Inaccuracy => Some(6),
            Label::Mistake | Label::MissedWin => Some(2),
            Label::Blunder => Some(4),
            Label::Forced | Label::Best | Label::Good | Label::Unclear => None,
        }
    }

    /// Whether a better move was available.
    #[must_use]
    pub const fn is_bad(self) -> bool {
        matches!(self, Label::Inaccuracy | Label::Mistake | Label::Blunder | Label::MissedWin)
    }
}

/// The label of a move with the evaluation `played`. `margin` is the loss of the second-best move, if this one is the best.
pub(crate) fn label(choices: usize, best: &Evaluation, played: &Evaluation, margin: Option<f64>) -> Label {
    if choices == 1 {
        return Label::Forced;
    }
    let loss = loss(best, played);
    let noise = if played.proven { 0.0 } else { ESTIMATE_NOISE };
    // Rounded, so that 0.05 + 0.10 is 0.15.
    let is_beyond = |share: f64, limit: f64| share >= crate::evaluation::round(limit + noise);
    if played.is_as_good_as(best) {
        return if margin.is_some_and(|margin| is_beyond(margin, ONLY_MOVE)) {
            Label::Only
        } else {
            Label::Best
        };
    }
    let gave_up_win = best.is_won() && !played.is_won();
    if gave_up_win && is_beyond(loss, MISTAKE) && played.win_chance >= 0.5 {
        Label::MissedWin
    } else if is_beyond(loss, BLUNDER) {
        Label::Blunder
    } else if is_beyond(loss, MISTAKE) {
        Label::Mistake
    } else if is_beyond(loss, INACCURACY)
        || gave_up_win && best.plies().is_some_and(|plies| plies <= SHORT_WIN_PLIES)
    {
        Label::Inaccuracy
    } else if loss >= INACCURACY {
        Label::Unclear
    } else {
        Label::Good
    }
}

/// Whether a label is proven: the evaluations of the best move and of the move played are, and for an only move that of
/// the second-best move.
pub(crate) fn is_proven(
    label: Label,
    best: &Evaluation,
    played: &Evaluation,
    next: Option<&Evaluation>,
) -> bool {
    match label {
        Label::Forced => true,
        Label::Only => played.proven && next.is_some_and(|next| next.proven),
        _ => best.is_proven_against(played),
    }
}

/// The loss of a move.
pub(crate) fn loss(best: &Evaluation, played: &Evaluation) -> f64 {
    crate::evaluation::round((best.win_chance - played.win_chance).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::{Label, is_proven, label};
    use mekong_players::{EvaluationSource, UciScore};

    use crate::{Evaluation, evaluation::tests::evaluation};

    fn estimate(win_chance: f64) -> Evaluation {
        evaluation(UciScore::Cp((win_chance * 1_000.0) as i32 - 500), win_chance, false)
    }

    fn won(plies: i32) -> Evaluation {
        evaluation(UciScore::Mate(plies), 1.0, true)
    }

    fn tablebase(win_chance: f64) -> Evaluation {
        let score =
            if win_chance == 0.5 { UciScore::Cp(0) } else { UciScore::Mate((win_chance * 20.0) as i32 - 10) };
        Evaluation { source: EvaluationSource::Tablebase, ..evaluation(score, win_chance, true) }
    }

    #[test]
    fn label_depends_on_the_loss() {
        let of = |best, played| label(9, &estimate(best), &estimate(played), None);
        assert_eq!(of(0.6, 0.6), Label::Best);
        assert_eq!(of(0.6, 0.56), Label::Good);
        assert_eq!(of(0.6, 0.55), Label::Unclear);
        assert_eq!(of(0.6, 0.5), Label::Inaccuracy);
        assert_eq!(of(0.6, 0.45), Label::Mistake);
        assert_eq!(of(0.6, 0.4), Label::Mistake);
        assert_eq!(of(0.6, 0.35), Label::Blunder);
    }

    #[test]
    fn an_only_move_is_much_better_than_the_next() {
        let of = |next| label(9, &estimate(0.6), &estimate(0.6), Some(next));
        assert_eq!([of(0.24), of(0.25)], [Label::Best, Label::Only]);
        assert_eq!(label(1, &estimate(0.1), &estimate(0.1), None), Label::Forced);
    }

    #[test]
    fn win_to_even_is_missed_win_and_win_to_loss_is_blunder() {
        assert_eq!(label(9, &won(5), &estimate(0.7), None), Label::MissedWin);
        assert_eq!(label(9, &won(5), &estimate(0.3), None), Label::Blunder);
        assert_eq!(label(9, &won(5), &won(9), None), Label::Good, "slower, but still a win");
        assert_eq!(label(9, &won(9), &estimate(0.97), None), Label::Good, "practically won");
        assert_eq!(label(9, &won(3), &estimate(0.97), None), Label::Inaccuracy, "a short win was missed");
    }

    #[test]
    fn losses_within_the_noise_are_not_labelled_bad() {
        let of = |loss: u32| label(9, &estimate(0.9), &estimate(0.9 - f64::from(loss) / 100.0), None);
        for loss in 0..60 {
            let later = (loss..=loss + 5).map(of);
            assert!(of(loss).is_bad() || of(loss) == Label::Unclear || !later.into_iter().any(Label::is_bad));
        }
    }

    #[test]
    fn proven_results_need_no_noise_margin() {
        assert_eq!(label(9, &tablebase(1.0), &tablebase(0.5), None), Label::MissedWin);
        assert_eq!(label(9, &tablebase(1.0), &tablebase(0.0), None), Label::Blunder);
        assert_eq!(label(9, &tablebase(0.5), &tablebase(0.0), None), Label::Blunder);
        assert_eq!(label(9, &tablebase(0.5), &tablebase(0.5), Some(0.5)), Label::Only);
    }

    #[test]
    fn label_is_proven_if_both_evaluations_are() {
        assert!(is_proven(Label::Blunder, &won(5), &tablebase(0.0), None));
        assert!(!is_proven(Label::MissedWin, &won(5), &estimate(0.7), None));
        assert!(!is_proven(Label::Only, &won(5), &won(5), Some(&estimate(0.1))));
        assert!(is_proven(Label::Only, &won(5), &won(5), Some(&tablebase(0.0))));
        assert!(!is_proven(Label::Best, &estimate(0.5), &estimate(0.5), None));
        assert!(is_proven(Label::Forced, &estimate(0.5), &estimate(0.5), None));
        assert!(is_proven(Label::Best, &tablebase(0.5), &tablebase(0.5), None));
    }
}
