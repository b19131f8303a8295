use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command, value_parser};
use mekong_catalog::GAMES;
use mekong_core::{Lang, Variants, say};
use mekong_server::{live::BrokerError, serve::init_logging, work::Worker};
use mekong_terminal::{
    context::Context,
    failure::Failure,
    runtime::{interrupted, runtime},
    tablebases,
};

use crate::server_settings as settings;

pub(crate) fn command(lang: Lang) -> Command {
    let command = Command::new("worker")
        .about(lang.pick(
            "Compute moves, hints and analyses for the nodes of a cluster",
            "Calculer les coups, les indices et les analyses pour les nœuds d’un cluster",
        ))
        .after_help(lang.pick(
            "A worker takes its work from NATS and needs no database (docs/scale.md). Start as many as you like.",
            "Un programme de calcul reçoit son travail de NATS et n’a pas besoin de base de données (docs/scale.md). \
             Lancez-en autant que vous voulez.",
        ))
        .arg(
            Arg::new("nats")
                .long("nats")
                .value_name("nats://…")
                .help(lang.pick(
                    "NATS server of the cluster (default: the variable MEKONG_NATS)",
                    "Serveur NATS du cluster (par défaut la variable MEKONG_NATS)",
                )),
        )
        .arg(
            Arg::new("engine_threads")
                .long("engine-threads")
                .value_name("N")
                .value_parser(value_parser!(u16).range(1..=1024))
                .help(lang.pick(
                    "Search threads (default: the number of cores)",
                    "Fils d’exécution de la recherche (par défaut le nombre de cœurs)",
                )),
        );
    settings::log_options(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let (format, level) = settings::read_log(matches, lang)?;
    init_logging(format, &level);
    let variable = || std::env::var("MEKONG_NATS").ok().filter(|address| !address.is_empty());
    let address = matches.get_one::<String>("nats").cloned().or_else(variable);
    let address = address.ok_or_else(|| Failure::input(&BrokerError::Missing, lang))?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = matches.get_one::<u16>("engine_threads").map_or_else(cores, |&threads| threads.into());
    let refused = |error| Failure::input(&error, lang);
    runtime(lang)?.block_on(async {
        let worker = Worker::connect(&address, threads).await.map_err(refused)?;
        for entry in GAMES {
            let count = entry.info().variants.len();
            for choice in 0..1_u32 << count {
                let is_chosen = |index: &usize| choice >> index & 1 == 1;
                let variants = (0..count).filter(is_chosen).fold(Variants::NONE, Variants::with);
                // Without a tablebase the position is searched, as in other games.
                if let Ok(Some(tablebase)) = tablebases::load_cached(entry, variants, context) {
                    worker.add_tablebase(tablebase);
                }
            }
        }
        let stop = interrupted();
        let words = say!(
            lang,
            "The worker is running (threads: {threads}). Press Ctrl-C to stop.",
            "Le programme de calcul fonctionne (fils d’exécution : {threads}). Ctrl-C pour arrêter.",
        );
        let mut out = io::stdout();
        // Standard output may be closed.
        let _ = writeln!(out, "{words}").and_then(|()| out.flush());
        worker.run(stop).await;
        Ok(ExitCode::SUCCESS)
    })
}
