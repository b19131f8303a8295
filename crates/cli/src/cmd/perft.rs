use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use mekong_catalog::GameSession;
use mekong_core::Lang;
use mekong_terminal::{args, context::Context, failure::Failure, session::open};

pub(crate) fn command(lang: Lang) -> Command {
    let command = Command::new("perft")
        .about(lang.pick(
            "Count the move sequences of a given length",
            "Compter les suites de coups d’une longueur donnée",
        ))
        .after_help(lang.pick(
            "The last line is the number of leaf nodes. A finished game has no moves, and repetition is not applied.\n\n\
             Examples:\n  \
             mekong perft siam 4\n  \
             mekong perft saigon 6 --variant flat --divide --threads 1",
            "La dernière ligne est le nombre de feuilles. Une partie terminée n’a pas de coup, et la règle de \
             répétition n’est pas appliquée.\n\n\
             Exemples :\n  \
             mekong perft siam 4\n  \
             mekong perft saigon 6 --variant flat --divide --threads 1",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("depth")
                .value_name(lang.pick("DEPTH", "PROFONDEUR"))
                .required(true)
                .value_parser(args::number(0..=60, lang))
                .help(lang.pick("Number of plies, 0 to 60", "Nombre de demi-coups, de 0 à 60")),
        );
    args::start_options(command, lang)
        .arg(Arg::new("divide").long("divide").action(ArgAction::SetTrue).help(lang.pick(
            "Also print the count of each first move",
            "Afficher aussi le compte de chaque premier coup",
        )))
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, seed) = open(matches, context)?;
    let number = |name| matches.get_one::<u64>(name).copied();
    let depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).expect("validated by the parser");
    let threads = args::thread_count(matches);
    let mut out = io::stdout().lock();
    if let Some(seed) = seed {
        writeln!(out, "{} --seed {seed}", session.position_text())?;
    }
    let total = if depth == 0 {
        1
    } else {
        let counts = count(&session, depth, threads);
        if matches.get_flag("divide") {
            for (mv, count) in &counts {
                writeln!(out, "{mv} {count}")?;
            }
            writeln!(out)?;
        }
        counts.iter().map(|(_, count)| count).sum()
    };
    writeln!(out, "{total}")?;
    Ok(ExitCode::SUCCESS)
}

/// The count of each first move, sorted. The work is split after two plies to balance the threads.
fn count(session: &GameSession, depth: u32, threads: usize) -> Vec<(String, u64)> {
    let first = session.children();
    let mut jobs: Vec<(usize, GameSession, u32)> = Vec::new();
    for (index, (_, child)) in first.iter().enumerate() {
        if threads > 1 && depth > 2 {
            jobs.extend(child.children().into_iter().map(|(_, grandchild)| (index, grandchild, depth - 2)));
        } else {
            jobs.push((index, child.clone(), depth - 1));
        }
    }
    let totals: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((index, session, depth)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            totals[*index].fetch_add(session.perft(*depth), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            scope.spawn(work);
        }
        work();
    });
    first.into_iter().zip(totals).map(|((mv, _), total)| (mv, total.into_inner())).collect()
}
