use std::{
    io::{BufWriter, Write as _},
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use mekong_catalog::GAMES;
use mekong_core::Lang;
use mekong_terminal::{args, context::Context, failure::Failure, render};
use serde_json::json;

/// The width of the descriptions, for a terminal of 80 columns.
const WIDTH: usize = 80 - 9;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("games")
        .about(lang.pick(
            "List the games, their authors and their variants",
            "Lister les jeux, leurs auteurs et leurs variantes",
        ))
        .arg(args::json(lang).help(lang.pick("Print JSON", "Afficher du JSON")))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let lang = context.lang;
    if matches.get_flag("json") {
        let games: Vec<_> = GAMES.iter().map(|entry| as_json(entry.info(), lang)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games).expect("serialisable"))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    for entry in GAMES {
        let info = entry.info();
        writeln!(out, "{:<8} {} ({})", info.id, info.title.get(lang), info.credit(lang))?;
        for line in render::wrap(context.text(info.summary), WIDTH) {
            writeln!(out, "         {line}")?;
        }
        for line in render::wrap(context.text(info.goal), WIDTH) {
            writeln!(out, "         {line}")?;
        }
        let [p1, p2] = info.seats.map(|seat| seat.get(lang));
        writeln!(out, "         p1 {p1}, p2 {p2}")?;
        for variant in info.variants {
            writeln!(out, "         --variant {}: {}", variant.id, variant.title.get(lang))?;
            for line in render::wrap(context.text(variant.rule), WIDTH - 4) {
                writeln!(out, "             {line}")?;
            }
        }
        writeln!(out)?;
    }
    let notice = context.lang.pick(
        "The games belong to their authors and publishers. Mekong is unofficial and not affiliated with any of them.",
        "Les jeux appartiennent à leurs auteurs et éditeurs. Mekong est un projet non officiel, sans lien avec eux.",
    );
    for line in render::wrap(notice, 80) {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(info: &mekong_core::GameInfo, lang: Lang) -> serde_json::Value {
    let variants: Vec<_> = info
        .variants
        .iter()
        .map(|v| json!({"id": v.id, "title": v.title.get(lang), "rule": v.rule.get(lang)}))
        .collect();
    json!({
        "id": info.id,
        "title": info.title.get(lang),
        "author": info.author,
        "publisher": info.publisher,
        "year": info.year,
        "seats": info.seats.map(|seat| seat.get(lang)),
        "summary": info.summary.get(lang),
        "goal": info.goal.get(lang),
        "dealt": info.dealt,
        "variants": variants,
    })
}
