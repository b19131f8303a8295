use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use mekong_catalog::Entry;
use mekong_core::{CancelToken, Lang, Variants, say};
use mekong_dataset::{Dataset, ExportError, SelfPlayDataset, SelfPlaySettings, SolvedDataset, export};
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    files::display_path,
    progress::{Bar, ctrl_c_token},
    session, tablebases,
};

pub(crate) fn command(lang: Lang) -> Command {
    let number = |name, range| args::number_option(name, range, lang);
    Command::new("export")
        .about(lang.pick("Write positions as Parquet files", "Exporter des positions dans des fichiers Parquet"))
        .after_help(lang.pick(
            "With --solved every position of a solved game is written with its value and distance. Otherwise the engine plays \
             games against itself, and their positions are written with the evaluation of a search and the result of the game. \
             An export that was interrupted continues if it is started again with the same options.\n\n\
             Examples:\n  \
             mekong export saigon --solved --out saigon-positions\n  \
             mekong export siam --games 1000 --nodes 2000 --seed 1 --out siam-games",
            "Avec --solved, chaque position d’un jeu résolu est écrite avec sa valeur et sa distance. Sinon le moteur joue des \
             parties contre lui-même, et leurs positions sont écrites avec l’évaluation d’une recherche et le résultat de la \
             partie. Une exportation interrompue continue si on la relance avec les mêmes options.\n\n\
             Exemples :\n  \
             mekong export saigon --solved --out saigon-positions\n  \
             mekong export siam --games 1000 --nodes 2000 --seed 1 --out siam-games",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::variant(lang))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name(lang.pick("FOLDER", "DOSSIER"))
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help(lang.pick("Write into this folder", "Écrire dans ce dossier")),
        )
        .arg(
            Arg::new("solved")
                .long("solved")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["games", "nodes", "seed", "opening-plies", "random-moves", "max-plies"])
                .help(lang.pick("Write all positions of a solved game", "Écrire toutes les positions d’un jeu résolu")),
        )
        .arg(number("games", 1..=1_000_000_000).help(lang.pick(
            "Number of games (default: 100)",
            "Nombre de parties (par défaut 100)",
        )))
        .arg(number("nodes", 1..=u64::MAX).help(lang.pick(
            "Nodes of each search (default: 1000)",
            "Nœuds de chaque recherche (par défaut 1000)",
        )))
        .arg(
            number("seed", 0..=u64::MAX)
                .help(lang.pick("Random seed (default: 0)", "Graine aléatoire (par défaut 0)")),
        )
        .arg(number("opening-plies", 0..=1_000).help(lang.pick(
            "Random plies at the beginning of a game (default: 6)",
            "Demi-coups au hasard au début d’une partie (par défaut 6)",
        )))
        .arg(number("random-moves", 0..=100).help(lang.pick(
            "Percentage of random moves after that (default: 5)",
            "Pourcentage de coups au hasard ensuite (par défaut 5)",
        )))
        .arg(number("max-plies", 1..=1_000_000).help(lang.pick(
            "Maximum length of a game in plies; a longer game is a draw (default: 400)",
            "Longueur maximale d’une partie en demi-coups ; au-delà, elle est nulle (par défaut 400)",
        )))
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let folder = matches.get_one::<PathBuf>("out").expect("required");
    let (entry, variants) = session::game_and_variants(matches, context)?;
    let cancel = ctrl_c_token();
    if matches.get_flag("solved") {
        tablebases::solver(entry, context)?;
        let tablebase = tablebases::load_or_solve(entry, variants, &cancel, context)?;
        write(&SolvedDataset::new(tablebase), folder, matches, &cancel, context)
    } else {
        let games = self_play(matches, entry, variants).map_err(|error| Failure::input(&error, lang))?;
        write(&games, folder, matches, &cancel, context)
    }
}

fn self_play(
    matches: &ArgMatches,
    entry: &'static Entry,
    variants: Variants,
) -> Result<SelfPlayDataset, ExportError> {
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let short = |name: &str| number(name).and_then(|number| u32::try_from(number).ok());
    let defaults = SelfPlaySettings::default();
    let settings = SelfPlaySettings {
        games: number("games").unwrap_or(defaults.games),
        nodes: number("nodes").unwrap_or(defaults.nodes),
        seed: number("seed").unwrap_or(defaults.seed),
        opening_plies: short("opening-plies").unwrap_or(defaults.opening_plies),
        random_moves: number("random-moves").map_or(defaults.random_moves, |percent| percent as f64 / 100.0),
        max_plies: short("max-plies").unwrap_or(defaults.max_plies),
    };
    SelfPlayDataset::new(entry, variants, settings)
}

fn write(
    dataset: &dyn Dataset,
    folder: &Path,
    matches: &ArgMatches,
    cancel: &CancelToken,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let summary = {
        let bar = Bar::new(context.lang.pick("exporting", "exportation"));
        let progress = |done: u64, total: u64| bar.progress(done as usize, total as usize);
        export(dataset, folder, args::thread_count(matches), cancel, &progress)
    };
    let summary = summary.map_err(|error| match error {
        ExportError::Cancelled => Failure::Interrupted,
        ExportError::File { path, error } => Failure::File { path: path.display().to_string(), error },
        error => Failure::input(&error, lang),
    })?;
    let (folder, rows, parts) = (display_path(folder), summary.rows, summary.parts);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{}",
        say!(lang, "{folder}: {rows} rows, {parts} files", "{folder} : {rows} lignes, {parts} fichiers")
    )?;
    Ok(ExitCode::SUCCESS)
}
