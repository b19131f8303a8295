use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use mekong_catalog::find;
use mekong_core::{Explain as _, Lang, Probe as _, Text, about, say};
use mekong_terminal::{
    args, context::Context, failure::Failure, files::display_path, progress::stop_flag, tables,
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("solve")
        .about(t(
            "Find the exact value of every position of a game",
            "Trouver la valeur exacte de chaque position d'un jeu",
        ))
        .after_help(t(
            "Saigon is small enough: some seconds, less than 150 MB of memory. The table says who wins from every \
             position, and in how many plies when the winner hurries and the loser delays. Without --out it goes where \
             \"mekong probe\" and \"mekong play --computer\" look for it.\n\n\
             Examples:\n  \
             mekong solve saigon\n  \
             mekong solve saigon --variant flat --out flat.table\n  \
             mekong verify saigon flat.table",
            "Saigon est assez petit : quelques secondes, moins de 150 Mo de mémoire. La table dit qui gagne à partir de \
             chaque position, et en combien de demi-coups si le gagnant se hâte et le perdant résiste. Sans --out elle va là où \
             « mekong probe » et « mekong play --computer » la cherchent.\n\n\
             Exemples :\n  \
             mekong solve saigon\n  \
             mekong solve saigon --variant flat --out flat.table\n  \
             mekong verify saigon flat.table",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::variant(lang))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name(t("FILE", "FICHIER"))
                .value_parser(value_parser!(PathBuf))
                .help(t("Write the table to this file", "Écrire la table dans ce fichier")),
        )
        .arg(
            Arg::new("results-only")
                .long("results-only")
                .action(ArgAction::SetTrue)
                .requires("out")
                .help(t(
                    "Leave the distances out: a quarter of the size or less",
                    "Sans les distances : un quart de la taille ou moins",
                )),
        )
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let game = matches.get_one::<String>("game").expect("required");
    let entry = find(game).map_err(|error| Failure::input(&error, lang))?;
    let names = args::variant_names(matches);
    let variants = entry.info().parse_variants(names).map_err(|error| Failure::input(&error, lang))?;
    let solver = tables::solver(entry, context)?;
    let threads = args::thread_count(matches);
    let table = tables::solve(solver, variants, threads, &stop_flag(), context)?;
    let path = match matches.get_one::<PathBuf>("out") {
        Some(path) => path.clone(),
        None => tables::cached_path(entry.info(), variants, context)?,
    };
    let size = tables::save(&table, !matches.get_flag("results-only"), threads, &path)?;
    let start = entry.start(variants, 0);
    let value = table.probe(&start).expect("its own game").explain(lang);
    let path = display_path(&path);
    let mut out = std::io::stdout();
    writeln!(out, "{}", about(&start.position_text(), &value, lang))?;
    writeln!(out, "{}", say!(lang, "{path}: {size} bytes", "{path} : {size} octets"))?;
    Ok(ExitCode::SUCCESS)
}
