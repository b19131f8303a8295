use mekong_core::{Explain as _, Lang, Value, say};

use crate::{Points, Worth};

/// A share of games in the way of the language: `62%`, `62 %`.
#[must_use]
pub fn percent(chance: f64, lang: Lang) -> String {
    let number = (chance * 100.0).round();
    say!(lang, "{number}%", "{number} %")
}

/// What a position is worth, in a few words: `+0.35`, `win in 3`, `draw`.
#[must_use]
pub fn worth_in_words(worth: &Worth, lang: Lang) -> String {
    let plies = |plies: i32| u16::try_from(plies.unsigned_abs()).unwrap_or(u16::MAX);
    match worth.score {
        Points::Mate(distance) if distance > 0 => Value::Win(plies(distance)).explain(lang),
        Points::Mate(distance) => Value::Loss(plies(distance)).explain(lang),
        Points::Cp(0) if worth.is_proven() => Value::Draw.explain(lang),
        Points::Cp(points) if worth.is_proven() && points > 0 => say!(lang, "win", "gagné"),
        Points::Cp(_) if worth.is_proven() => say!(lang, "loss", "perdu"),
        Points::Cp(points) => signed(points, lang),
    }
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

    use super::{percent, worth_in_words};
    use crate::{Points, Worth};

    #[test]
    fn numbers_are_written_in_the_way_of_the_language() {
        assert_eq!(Lang::ALL.map(|lang| percent(0.617, lang)), ["62%", "62 %"]);
        let words = |score, source| {
            let worth = Worth { score, win_chance: 0.5, source, depth: 0 };
            Lang::ALL.map(|lang| worth_in_words(&worth, lang))
        };
        assert_eq!(words(Points::Cp(-135), "search"), ["−1.35", "−1,35"]);
        assert_eq!(words(Points::Cp(0), "search"), ["+0.00", "+0,00"]);
        assert_eq!(words(Points::Cp(0), "table"), ["draw", "nulle"]);
        assert_eq!(words(Points::Cp(-13), "exact"), ["loss", "perdu"]);
        assert_eq!(words(Points::Mate(-4), "search"), ["loss in 4", "perdu en 4"]);
    }
}
