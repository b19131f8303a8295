use mekong_core::{Explain as _, Lang, Text, Value, say};

use crate::{Points, Worth};

/// A share of games in the way of the language: `62%`, `62 %`.
#[must_use]
pub fn percent(chance: f64, lang: Lang) -> String {
    let number = (chance * 100.0).round();
    say!(lang, "{number}%", "{number} %")
}

/// Whether something is known for certain, in the one word that every page, report and protocol of ours uses.
#[must_use]
pub const fn certainty(proven: bool) -> Text {
    if proven { Text { en: "proven", fr: "prouvé" } } else { Text { en: "estimated", fr: "estimé" } }
}

/// `1 point`, `13 points`.
#[must_use]
pub fn points_in_words(points: u32, lang: Lang) -> String {
    let plural = if lang.is_singular(points) { "" } else { "s" };
    format!("{points} point{plural}")
}

/// `1 ply`, `3 plies`. The French word tells it from a move of both players.
#[must_use]
pub fn plies_in_words(plies: u32, lang: Lang) -> String {
    match (lang, lang.is_singular(plies)) {
        (Lang::En, true) => format!("{plies} ply"),
        (Lang::En, false) => format!("{plies} plies"),
        (Lang::Fr, true) => format!("{plies} demi-coup"),
        (Lang::Fr, false) => format!("{plies} demi-coups"),
    }
}

/// What a position is worth, in a few words: `+0.35`, `win in 3`, `win by 13 points`, `draw`.
#[must_use]
pub fn worth_in_words(worth: &Worth, lang: Lang) -> String {
    let plies = |plies: i32| u16::try_from(plies.unsigned_abs()).unwrap_or(u16::MAX);
    if let Some(margin) = worth.points_margin {
        let points = points_in_words(margin.unsigned_abs(), lang);
        return if margin > 0 {
            say!(lang, "win by {points}", "gagné de {points}")
        } else {
            say!(lang, "loss by {points}", "perdu de {points}")
        };
    }
    match worth.score {
        Points::Mate(distance) if distance > 0 => Value::Win(plies(distance)).explain(lang),
        Points::Mate(distance) => Value::Loss(plies(distance)).explain(lang),
        Points::Cp(0) if worth.proven => Value::Draw.explain(lang),
        Points::Cp(points) if worth.proven && points > 0 => say!(lang, "win", "gagné"),
        Points::Cp(_) if worth.proven => say!(lang, "loss", "perdu"),
        Points::Cp(points) => signed(points, lang),
    }
}

/// The same with a word for how certain it is, and the share of games where that is not: `proven: win in 3`,
/// `estimated: +0.35, 62%`.
#[must_use]
pub fn worth_and_certainty(worth: &Worth, lang: Lang) -> String {
    let (certainty, words) = (certainty(worth.proven).get(lang), worth_in_words(worth, lang));
    if worth.proven {
        return say!(lang, "{certainty}: {words}", "{certainty} : {words}");
    }
    let chance = percent(worth.win_chance, lang);
    say!(lang, "{certainty}: {words}, {chance}", "{certainty} : {words}, {chance}")
}

/// Hundredths with sign and two decimals.
fn signed(points: i32, lang: Lang) -> String {
    let text = format!("{:+.2}", f64::from(points) / 100.0).replace('-', "−");
    match lang {
        Lang::En => text,
        Lang::Fr => text.replace('.', ","),
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::{percent, worth_and_certainty, worth_in_words};
    use crate::{Points, Worth, worth::tests::worth};

    #[test]
    fn numbers_are_written_in_the_way_of_the_language() {
        assert_eq!(Lang::ALL.map(|lang| percent(0.617, lang)), ["62%", "62 %"]);
        let words = |score, proven| {
            let worth = worth(score, 0.5, proven);
            Lang::ALL.map(|lang| worth_in_words(&worth, lang))
        };
        assert_eq!(words(Points::Cp(-135), false), ["−1.35", "−1,35"]);
        assert_eq!(words(Points::Cp(0), false), ["+0.00", "+0,00"]);
        assert_eq!(words(Points::Cp(0), true), ["draw", "nulle"]);
        assert_eq!(words(Points::Cp(-13), true), ["loss", "perdu"]);
        assert_eq!(words(Points::Mate(-4), true), ["loss in 4", "perdu en 4"]);
        let margin = |points| {
            let worth = Worth { points_margin: Some(points), ..worth(Points::Cp(20_000), 1.0, true) };
            Lang::ALL.map(|lang| worth_in_words(&worth, lang))
        };
        assert_eq!(margin(13), ["win by 13 points", "gagné de 13 points"]);
        assert_eq!(margin(-1), ["loss by 1 point", "perdu de 1 point"]);
    }

    #[test]
    fn what_is_proven_and_what_is_estimated_is_said_in_one_word() {
        let words = |worth| Lang::ALL.map(|lang| worth_and_certainty(&worth, lang));
        assert_eq!(words(worth(Points::Mate(3), 1.0, true)), ["proven: win in 3", "prouvé : gagné en 3"]);
        let estimate = worth(Points::Cp(35), 0.62, false);
        assert_eq!(words(estimate), ["estimated: +0.35, 62%", "estimé : +0,35, 62 %"]);
    }
}
