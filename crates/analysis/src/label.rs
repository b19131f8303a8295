use mekong_core::Text;
use serde::Serialize;

use crate::Worth;

/// A move that gives away this share of games is an inaccuracy.
pub const INACCURACY: f64 = 0.05;
/// A move that gives away this share of games is a mistake.
pub const MISTAKE: f64 = 0.10;
/// A move that gives away this share of games is a blunder.
pub const BLUNDER: f64 = 0.20;
/// The best move is the only one if every other gives away this share of games.
pub const ONLY: f64 = 0.20;
/// How far apart two estimates of the same loss may lie. An estimated move is not called bad unless it gives away so much
/// more than a proven one would have to, and not the only good one unless the others do.
pub const NOISE: f64 = 0.05;
/// Missing a win within this many plies is an inaccuracy even if the game still looks won.
pub const SHORT_WIN: u32 = 3;

/// What there is to say about a move in a word.
///
/// A move's *loss* is the share of games that the best move would win and this one does not, from 0 to 1.
///
/// | label | when |
/// |---|---|
/// | `forced` | no other move was legal |
/// | `only` | the best, and every other loses [`ONLY`] or more against it |
/// | `best` | the best, or as good as it |
/// | `good` | loses less than [`INACCURACY`] |
/// | `unclear` | loses more by an estimate of the move, and less than [`INACCURACY`] and [`NOISE`] together |
/// | `inaccuracy` | loses [`INACCURACY`] or more; or lets a win in at most [`SHORT_WIN`] plies go that was proven |
/// | `mistake` | loses [`MISTAKE`] or more |
/// | `blunder` | loses [`BLUNDER`] or more |
/// | `missed-win` | a win was proven, the move loses [`MISTAKE`] or more, and the player is not worse off than even |
///
/// Where what the move is worth is estimated, these limits and [`ONLY`] are higher by [`NOISE`]; and in a game that is counted
/// in points every label that is not proven is `unclear`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// No other move was legal.
    Forced,
    /// All other moves were much worse.
    Only,
    /// None was better.
    Best,
    /// Hardly worse than the best.
    Good,
    /// By an estimate a little worse than the best, and that may be the error of the estimate; or nothing that can be relied on
    /// is known.
    Unclear,
    /// A little worse than the best.
    Inaccuracy,
    /// Clearly worse than the best.
    Mistake,
    /// Far worse than the best.
    Blunder,
    /// A win was let go.
    MissedWin,
}

impl Label {
    /// All of them.
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

    /// Its name in JSON.
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

    /// Its name for people.
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

    /// The sign behind the move, as players write it; empty where there is none.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Label::Only => "□",
            Label::Inaccuracy => "?!",
            Label::Mistake => "?",
            Label::Blunder => "??",
            Label::MissedWin => "×",
            Label::Forced | Label::Best | Label::Good | Label::Unclear => "",
        }
    }

    /// The number of the sign in game files. A missed win has none of its own there; it is written as a mistake.
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

    /// Whether the player should have played something else.
    #[must_use]
    pub const fn is_bad(self) -> bool {
        matches!(self, Label::Inaccuracy | Label::Mistake | Label::Blunder | Label::MissedWin)
    }
}

/// The label of a move worth `played` where the best is worth `best`. `margin` is how much worse the next best move is, if
/// this one is the best.
pub(crate) fn label(choices: usize, best: &Worth, played: &Worth, margin: Option<f64>) -> Label {
    if choices == 1 {
        return Label::Forced;
    }
    let loss = loss(best, played);
    let noise = if played.proven { 0.0 } else { NOISE };
    // Rounded, so that 0.05 and 0.10 are 0.15.
    let is_beyond = |share: f64, limit: f64| share >= crate::worth::round(limit + noise);
    if played.is_as_good_as(best) {
        return if margin.is_some_and(|margin| is_beyond(margin, ONLY)) { Label::Only } else { Label::Best };
    }
    let let_go = best.is_won() && !played.is_won();
    if let_go && is_beyond(loss, MISTAKE) && played.win_chance >= 0.5 {
        Label::MissedWin
    } else if is_beyond(loss, BLUNDER) {
        Label::Blunder
    } else if is_beyond(loss, MISTAKE) {
        Label::Mistake
    } else if is_beyond(loss, INACCURACY) || let_go && best.plies().is_some_and(|plies| plies <= SHORT_WIN) {
        Label::Inaccuracy
    } else if loss >= INACCURACY {
        Label::Unclear
    } else {
        Label::Good
    }
}

/// Whether a label is proven: what the best move and the move played are worth is, and for an only move what the next best
/// is worth.
pub(crate) fn is_proven(label: Label, best: &Worth, played: &Worth, next: Option<&Worth>) -> bool {
    match label {
        Label::Forced => true,
        Label::Only => played.proven && next.is_some_and(|next| next.proven),
        _ => best.is_proven_against(played),
    }
}

/// The share of games given away.
pub(crate) fn loss(best: &Worth, played: &Worth) -> f64 {
    crate::worth::round((best.win_chance - played.win_chance).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::{Label, is_proven, label};
    use crate::{Points, Worth, worth::tests::worth};

    fn estimate(win_chance: f64) -> Worth {
        worth(Points::Cp((win_chance * 1_000.0) as i32 - 500), win_chance, false)
    }

    fn won(plies: i32) -> Worth {
        worth(Points::Mate(plies), 1.0, true)
    }

    fn table(win_chance: f64) -> Worth {
        let score =
            if win_chance == 0.5 { Points::Cp(0) } else { Points::Mate((win_chance * 20.0) as i32 - 10) };
        Worth { source: "table", ..worth(score, win_chance, true) }
    }

    #[test]
    fn labels_follow_from_the_share_of_games_given_away() {
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
    fn a_win_let_go_is_missed_and_a_win_made_a_loss_is_a_blunder() {
        assert_eq!(label(9, &won(5), &estimate(0.7), None), Label::MissedWin);
        assert_eq!(label(9, &won(5), &estimate(0.3), None), Label::Blunder);
        assert_eq!(label(9, &won(5), &won(9), None), Label::Good, "slower, but won");
        assert_eq!(label(9, &won(9), &estimate(0.97), None), Label::Good, "as good as won");
        assert_eq!(label(9, &won(3), &estimate(0.97), None), Label::Inaccuracy, "it was so short");
    }

    #[test]
    fn no_estimate_is_called_good_and_then_bad_for_a_difference_within_the_noise() {
        let of = |loss: u32| label(9, &estimate(0.9), &estimate(0.9 - f64::from(loss) / 100.0), None);
        for loss in 0..60 {
            let later = (loss..=loss + 5).map(of);
            assert!(of(loss).is_bad() || of(loss) == Label::Unclear || !later.into_iter().any(Label::is_bad));
        }
    }

    #[test]
    fn exact_results_are_not_haggled_over() {
        assert_eq!(label(9, &table(1.0), &table(0.5), None), Label::MissedWin);
        assert_eq!(label(9, &table(1.0), &table(0.0), None), Label::Blunder);
        assert_eq!(label(9, &table(0.5), &table(0.0), None), Label::Blunder);
        assert_eq!(label(9, &table(0.5), &table(0.5), Some(0.5)), Label::Only);
    }

    #[test]
    fn a_label_is_proven_if_what_it_compares_is() {
        assert!(is_proven(Label::Blunder, &won(5), &table(0.0), None));
        assert!(!is_proven(Label::MissedWin, &won(5), &estimate(0.7), None));
        assert!(!is_proven(Label::Only, &won(5), &won(5), Some(&estimate(0.1))));
        assert!(is_proven(Label::Only, &won(5), &won(5), Some(&table(0.0))));
        assert!(!is_proven(Label::Best, &estimate(0.5), &estimate(0.5), None));
        assert!(is_proven(Label::Forced, &estimate(0.5), &estimate(0.5), None));
        assert!(is_proven(Label::Best, &table(0.5), &table(0.5), None));
    }
}
