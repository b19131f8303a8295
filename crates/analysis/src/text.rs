use mekong_core::{Explain as _, Lang, Text, Value, points_text, say, wins_text};
use mekong_players::UciScore;

use crate::Evaluation;

/// A probability as a percentage: `62%`, in French `62 %`.
#[must_use]
pub fn percent(chance: f64, lang: Lang) -> String {
    let number = (chance * 100.0).round();
    say!(lang, "{number}%", "{number} %")
}

/// “proven” or “estimated”: a label in brackets or on a badge, which does not agree with the noun before it.
#[must_use]
pub const fn certainty(proven: bool) -> Text {
    if proven { Text { en: "proven", fr: "prouvé" } } else { Text { en: "estimated", fr: "estimé" } }
}

/// An evaluation as a short text: `+0.35`, `win in 3 plies`, `win by 13 points`, `draw`.
#[must_use]
pub fn evaluation_text(evaluation: &Evaluation, lang: Lang) -> String {
    let plies = |plies: i32| u16::try_from(plies.unsigned_abs()).unwrap_or(u16::MAX);
    if let Some(margin) = evaluation.points_margin {
        let points = points_text(margin.unsigned_abs(), lang);
        return if margin > 0 {
            say!(lang, "win by {points}", "gain de {points}")
        } else {
            say!(lang, "loss by {points}", "perte de {points}")
        };
    }
    match evaluation.score {
        UciScore::Mate(distance) if distance > 0 => Value::Win(plies(distance)).explain(lang),
        UciScore::Mate(distance) => Value::Loss(plies(distance)).explain(lang),
        UciScore::Cp(0) if evaluation.proven => Value::Draw.explain(lang),
        UciScore::Cp(points) if evaluation.proven && points > 0 => say!(lang, "win", "gain"),
        UciScore::Cp(_) if evaluation.proven => say!(lang, "loss", "perte"),
        UciScore::Cp(points) => signed(points, lang),
    }
}

/// An evaluation in the words of a player, who is addressed: `wins in 3 moves`, `about even`.
#[must_use]
pub fn verdict(evaluation: &Evaluation, lang: Lang) -> String {
    if let Some(margin) = evaluation.points_margin {
        let points = points_text(margin.unsigned_abs(), lang);
        return if margin > 0 {
            say!(lang, "wins by {points}", "gagne de {points}")
        } else {
            say!(lang, "loses by at least {points}", "perd d’au moins {points}")
        };
    }
    let text = match (evaluation.proven, evaluation.score) {
        (true, UciScore::Mate(plies)) if plies > 0 => return wins_text(plies.unsigned_abs(), lang),
        (true, UciScore::Mate(_)) => {
            Text { en: "loses against best play", fr: "perd si l’adversaire joue au mieux" }
        }
        (true, UciScore::Cp(0)) => {
            Text { en: "a draw with best play", fr: "nulle si les deux joueurs jouent au mieux" }
        }
        (true, UciScore::Cp(points)) if points > 0 => Text { en: "wins by force", fr: "gagne à coup sûr" },
        (true, UciScore::Cp(_)) => {
            Text { en: "loses against best play", fr: "perd si l’adversaire joue au mieux" }
        }
        (false, _) => estimate(evaluation.win_chance),
    };
    text.get(lang).to_owned()
}

/// An expected result in words.
const fn estimate(win_chance: f64) -> Text {
    match (win_chance * 100.0) as u32 {
        0..10 => Text { en: "your position is nearly lost", fr: "votre position est presque perdue" },
        10..30 => Text { en: "you are well behind", fr: "vous êtes nettement moins bien" },
        30..43 => Text { en: "you are slightly behind", fr: "vous êtes un peu moins bien" },
        43..58 => Text { en: "about even", fr: "à peu près égal" },
        58..70 => Text { en: "you are slightly ahead", fr: "vous êtes un peu mieux" },
        70..90 => Text { en: "you are well ahead", fr: "vous êtes nettement mieux" },
        _ => Text { en: "your position is nearly won", fr: "votre position est presque gagnante" },
    }
}

/// Hundredths of an evaluation unit, as units with a sign and two decimals.
fn signed(points: i32, lang: Lang) -> String {
    lang.with_separator(&format!("{:+.2}", f64::from(points) / 100.0).replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;
    use mekong_players::UciScore;

    use super::{evaluation_text, percent};
    use crate::{Evaluation, evaluation::tests::evaluation};

    #[test]
    fn numbers_are_formatted_for_the_language() {
        assert_eq!(Lang::ALL.map(|lang| percent(0.617, lang)), ["62%", "62 %"]);
        let words = |score, proven| {
            let evaluation = evaluation(score, 0.5, proven);
            Lang::ALL.map(|lang| evaluation_text(&evaluation, lang))
        };
        assert_eq!(words(UciScore::Cp(-135), false), ["−1.35", "−1,35"]);
        assert_eq!(words(UciScore::Cp(0), false), ["+0.00", "+0,00"]);
        assert_eq!(words(UciScore::Cp(0), true), ["draw", "nulle"]);
        assert_eq!(words(UciScore::Cp(-13), true), ["loss", "perte"]);
        assert_eq!(words(UciScore::Mate(-4), true), ["loss in 4 plies", "perte en 4 demi-coups"]);
        let margin = |points| {
            let evaluation =
                Evaluation { points_margin: Some(points), ..evaluation(UciScore::Cp(20_000), 1.0, true) };
            Lang::ALL.map(|lang| evaluation_text(&evaluation, lang))
        };
        assert_eq!(margin(13), ["win by 13 points", "gain de 13 points"]);
        assert_eq!(margin(-1), ["loss by 1 point", "perte de 1 point"]);
    }
}
