use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use mekong_core::{Explain as _, Lang, Probe as _, say, with_subject};
use mekong_terminal::{
    args, context::Context, failure::Failure, files::display_path, progress::ctrl_c_token, session,
    tablebases,
};

pub(crate) fn command(lang: Lang) -> Command {
    let solved = args::solved_games(lang);
    Command::new("solve")
        .about(lang.pick(
            "Solve a game: compute the exact value of every position",
            "Résoudre un jeu : calculer la valeur exacte de chaque position",
        ))
        .after_help(say!(
            lang,
            "Games that can be solved: {solved}. The tablebase holds the winner of every position \
             and the number of plies with best play on both sides. Without --out it is saved in the cache, where \
             \"mekong probe\" and \"mekong play --computer\" find it.\n\n\
             Examples:\n  \
             mekong solve saigon\n  \
             mekong solve saigon --variant flat --out flat.table\n  \
             mekong verify saigon flat.table",
            "Jeux qui peuvent être résolus : {solved}. La table de solutions contient le gagnant de chaque \
             position et le nombre de demi-coups si les deux joueurs jouent au mieux. Sans --out elle est \
             enregistrée dans le cache, où « mekong probe » et « mekong play --computer » la trouvent.\n\n\
             Exemples :\n  \
             mekong solve saigon\n  \
             mekong solve saigon --variant flat --out flat.table\n  \
             mekong verify saigon flat.table",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::variant(lang))
        .arg(
            Arg::new("out")
                .short('o')
                .long("out")
                .alias("output")
                .value_name(lang.pick("FILE", "FICHIER"))
                .value_parser(value_parser!(PathBuf))
                .help(lang.pick("Write the tablebase to this file", "Écrire la table de solutions dans ce fichier")),
        )
        .arg(
            Arg::new("results-only")
                .long("results-only")
                .action(ArgAction::SetTrue)
                .requires("out")
                .help(lang.pick(
                    "Omit the distances: at most a quarter of the size",
                    "Omettre les distances : au plus un quart de la taille",
                )),
        )
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let (entry, variants) = session::game_and_variants(matches, context)?;
    let solver = tablebases::solver(entry, context)?;
    let threads = args::thread_count(matches);
    let tablebase = tablebases::solve(solver, variants, threads, &ctrl_c_token(), context)?;
    let path = match matches.get_one::<PathBuf>("out") {
        Some(path) => path.clone(),
        None => tablebases::cached_path(entry.info(), variants, context)?,
    };
    let size = tablebases::save(&tablebase, !matches.get_flag("results-only"), threads, &path)?;
    let start = entry.start(variants, 0);
    let value = tablebase.probe(&start).expect("the position belongs to the table").explain(lang);
    let path = display_path(&path);
    let mut out = std::io::stdout();
    writeln!(out, "{}", with_subject(&start.position_text(), &value, lang))?;
    writeln!(out, "{}", say!(lang, "{path}: {size} bytes", "{path} : {size} octets"))?;
    Ok(ExitCode::SUCCESS)
}
