use mekong_catalog::GAMES;
use mekong_core::Lang;
use mekong_players::Level;
use serde_json::{Value, json};

/// The facts of all games in a language.
pub(crate) fn list(lang: Lang) -> Value {
    let games = GAMES.iter().map(|entry| {
        let info = entry.info();
        let variants = info.variants.iter();
        json!({
            "id": info.id,
            "title": info.title.get(lang),
            "credit": info.credit(lang),
            "traditional": info.author.is_none(),
            "summary": info.summary.get(lang),
            "goal": info.goal.get(lang),
            "seats": info.seats.map(|seat| seat.get(lang)),
            "movesHelp": info.moves_help.get(lang),
            "dealt": info.dealt,
            "variants": variants.map(|variant| json!({
                "id": variant.id,
                "title": variant.title.get(lang),
                "rule": variant.rule.get(lang),
            })).collect::<Vec<_>>(),
            "levels": Level::all().map(|level| json!({
                "level": level.number(),
                "title": level.title().get(lang),
                "description": level.description().get(lang),
            })).collect::<Vec<_>>(),
        })
    });
    Value::Array(games.collect())
}
