use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command, value_parser};
use mekong_catalog::GAMES;
use mekong_core::{Lang, say};
use mekong_engine::tune::{Fit, SelfPlay};
use mekong_players::Tuner;
use mekong_terminal::{
    args,
    context::Context,
    failure::{Failure, print_diagnostic},
    files::{check_writable, write_atomically},
    progress::{Bar, ctrl_c_token},
    session,
};

pub(crate) fn command(lang: Lang) -> Command {
    let number = |name, range, default: &'static str, help: &'static str| {
        args::number_option(name, range, lang).default_value(default).hide_default_value(true).help(help)
    };
    Command::new("tune")
        .about(lang.pick(
            "Fit the weights of an evaluation to self-play games",
            "Ajuster les poids d’une évaluation sur des parties du programme contre lui-même",
        ))
        .after_help(lang.pick(
            "Plays games, collects their quiet positions with the results, and fits the weights by logistic \
             regression. Prints the Rust source of the weights. The output depends only on the options and the \
             version, not on the number of threads. One game in ten is held out for validation.\n\n\
             Example:\n  \
             cargo xtask tune siam --out crates/games/siam/src/weights.rs",
            "Joue des parties, recueille leurs positions calmes avec les résultats, et ajuste les poids par \
             régression logistique. Affiche le source Rust des poids. Le résultat ne dépend que des options et de la \
             version, pas du nombre de fils d’exécution. Une partie sur dix est réservée à la validation.\n\n\
             Exemple :\n  \
             cargo xtask tune siam --out crates/games/siam/src/weights.rs",
        ))
        .arg(args::game(lang).required(true))
        .arg(number(
            "games",
            1..=10_000_000,
            "4000",
            lang.pick("Number of games (default: 4000)", "Nombre de parties (par défaut 4000)"),
        ))
        .arg(number(
            "nodes",
            1..=1_000_000_000,
            "3000",
            lang.pick("Nodes per move (default: 3000)", "Nœuds par coup (par défaut 3000)"),
        ))
        .arg(number(
            "random-plies",
            2..=100,
            "10",
            lang.pick(
                "Each game begins with 2 to N random plies (default: 10)",
                "Chaque partie commence par 2 à N demi-coups au hasard (par défaut 10)",
            ),
        ))
        .arg(number(
            "seed",
            0..=u64::MAX,
            "1",
            lang.pick("Random seed (default: 1)", "Graine aléatoire (par défaut 1)"),
        ))
        .arg(args::threads(lang))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name(lang.pick("FILE", "FICHIER"))
                .value_parser(value_parser!(PathBuf))
                .help(lang.pick("Write the file instead of printing it", "Écrire le fichier au lieu de l’afficher")),
        )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let entry = session::game(matches, context)?;
    let Some(tuner) = mekong_players::tuner(entry) else {
        let game = entry.info().id;
        let tunable =
            GAMES.iter().filter(|entry| mekong_players::tuner(entry).is_some()).map(|entry| entry.info().id);
        let tunable = tunable.collect::<Vec<_>>().join(", ");
        return Err(Failure::Input(say!(
            lang,
            "the evaluation of {game} has no weights to fit (games with weights: {tunable})",
            "l’évaluation de {game} n’a pas de poids à ajuster (jeux avec des poids : {tunable})",
        )));
    };
    let out = matches.get_one::<PathBuf>("out");
    out.map_or(Ok(()), |path| check_writable(path))?;
    let number = |name| *matches.get_one::<u64>(name).expect("the option has a default");
    let self_play = SelfPlay {
        games: number("games"),
        nodes: number("nodes"),
        random_plies: number("random-plies") as usize,
        seed: number("seed"),
        threads: args::thread_count(matches),
    };
    let stop = ctrl_c_token();
    let fit = {
        let bar = Bar::new(context.lang.pick("Games", "Parties"));
        tuner.tune(&self_play, &stop, &|games| bar.progress(games as usize, self_play.games as usize))
    };
    // Weights from fewer games would not match the options.
    if stop.is_cancelled() {
        return Err(Failure::Interrupted);
    }
    let file = source(entry.info().id, &tuner, &self_play, &fit);
    match out {
        None => io::stdout().write_all(file.as_bytes())?,
        Some(path) => write_atomically(path, file.as_bytes())
            .map_err(|error| Failure::File { path: path.display().to_string(), error })?,
    }
    let Fit { before, after, samples, .. } = fit;
    print_diagnostic(
        &say!(
            lang,
            "{samples} positions; validation loss: {before:.4} before, {after:.4} after",
            "{samples} positions ; perte de validation : {before:.4} avant, {after:.4} après",
        ),
        lang,
    );
    Ok(ExitCode::SUCCESS)
}

/// The Rust source of the weights, as rustfmt formats it.
fn source(game: &str, tuner: &Tuner, self_play: &SelfPlay, fit: &Fit) -> String {
    let SelfPlay { games, nodes, random_plies, seed, .. } = self_play;
    let mut text = format!(
        "//! Weights of the features, fitted to {} positions of games played with the previous weights:\n\
         //! `cargo xtask tune {game} --games {games} --nodes {nodes} --random-plies {random_plies} --seed {seed}`.\n\n\
         use crate::features::COUNT;\n\n\
         pub(crate) const WEIGHTS: [i32; COUNT] = [\n",
        fit.samples
    );
    let items: Vec<String> = fit.weights.iter().map(|weight| format!("{weight},")).collect();
    let width = items.iter().map(String::len).max().unwrap_or_default();
    for (item, feature) in items.iter().zip(tuner.features()) {
        text.push_str(&format!("    {item:<width$} // {feature}\n"));
    }
    text.push_str("];\n");
    text
}
