use std::{io::Write as _, process::ExitCode};

use clap::{Arg, ArgMatches, Command};
use mekong_catalog::find;
use mekong_core::{Explain as _, Lang, Text, say};
use mekong_solver::VerifyError;
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    progress::{Bar, stop_flag},
    tables,
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("verify")
        .about(t("Prove a table by the rules alone", "Prouver une table par les seules règles"))
        .after_help(t(
            "Every stored value is derived again from the values of the positions that can follow, with nothing of what \
             solved the game but the numbering of positions. With distances that is a proof. The exit status is 1 if \
             the table is wrong.\n\n\
             Example:\n  mekong verify saigon saigon.table",
            "Chaque valeur est retrouvée à partir de celles des positions qui peuvent suivre, sans rien de ce qui a résolu \
             le jeu sinon la numérotation des positions. Avec les distances, c'est une preuve. Le code de sortie est 1 si \
             la table est fausse.\n\n\
             Exemple :\n  mekong verify saigon saigon.table",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("file")
                .value_name(t("FILE", "FICHIER"))
                .required(true)
                .help(t("The table", "La table")),
        )
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let [game, file] = ["game", "file"].map(|name| matches.get_one::<String>(name).expect("required"));
    let entry = find(game).map_err(|error| Failure::input(&error, lang))?;
    let solver = tables::solver(entry, context)?;
    let table = tables::load(solver, file, context)?;
    let threads = args::thread_count(matches);
    let stop = stop_flag();
    let bar = Bar::new(context.say("verifying", "vérification"));
    let verified = table.verify(threads, &stop, &|done, total| bar.progress(done, total));
    drop(bar);
    let verified = verified.map_err(|error| match error {
        VerifyError::Stopped => Failure::Stopped,
        VerifyError::Wrong { .. } | VerifyError::Misplaced { .. } => {
            let why = error.explain(lang);
            Failure::Input(say!(lang, "{file}: wrong: {why}", "{file} : fausse : {why}"))
        }
    })?;
    let (places, positions, moves) = (verified.places, verified.positions, verified.moves);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{}",
        say!(
            lang,
            "{file}: right. {places} values checked, for {positions} positions with mirror images, by {moves} moves",
            "{file} : juste. {places} valeurs vérifiées, pour {positions} positions avec leurs images, par {moves} coups",
        )
    )?;
    if !table.is_exact() {
        writeln!(
            out,
            "{}",
            say!(
                lang,
                "The table has no distances: its values fit together, which is less than a proof",
                "La table est sans distances : ses valeurs s'accordent, ce qui est moins qu'une preuve",
            )
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
