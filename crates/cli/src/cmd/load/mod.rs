//! Whole games over real connections, many at once, and how long the server takes to acknowledge a move.

mod figures;
mod game;
mod people;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use clap::{Arg, ArgMatches, Command};
use futures_util::{StreamExt as _, stream};
use mekong_catalog::find;
use mekong_core::{Lang, Text, say};
use mekong_terminal::{args, context::Context, failure::Failure, runtime::runtime};
use tokio::{sync::watch, task::JoinSet};

use self::{
    figures::Figures,
    game::{Match, Pace},
    people::{Door, Trouble},
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let number = |name: &'static str, range, help| {
        Arg::new(name).long(name).value_name("N").value_parser(args::number(range, lang)).help(help)
    };
    Command::new("load")
        .about(t(
            "Measure how many games a server bears, over real connections",
            "Mesurer combien de parties supporte un serveur, par de vraies connexions",
        ))
        .after_help(t(
            "The server must have been started with --rate-limits off, for everybody comes from one address. Every game has \
             two guests with a WebSocket each, who play random moves to the end and begin again. What is measured is the time \
             from sending a move to its acknowledgement, which comes when the move is durable, and to its arrival at the \
             opponent. docs/load.md says what was reached.\n\n\
             Examples:\n  \
             mekong load --server http://127.0.0.1:8080 --games 2000 --seconds 60\n  \
             mekong load --server http://127.0.0.1:8080 --games 0 --idle 10000 --pid 4711",
            "Le serveur doit avoir été lancé avec --rate-limits off, car tous viennent d'une même adresse. Chaque partie a deux \
             invités, chacun avec un WebSocket, qui jouent des coups au hasard jusqu'à la fin et recommencent. On mesure le temps \
             entre l'envoi d'un coup et son accusé de réception, qui vient quand le coup est durable, et son arrivée chez \
             l'adversaire. docs/load.md dit ce qui a été atteint.\n\n\
             Exemples :\n  \
             mekong load --server http://127.0.0.1:8080 --games 2000 --seconds 60\n  \
             mekong load --server http://127.0.0.1:8080 --games 0 --idle 10000 --pid 4711",
        ))
        .arg(Arg::new("server").long("server").value_name("URL").required(true).help(t(
            "The address of the server, http:// only",
            "L'adresse du serveur, http:// seulement",
        )))
        .arg(Arg::new("game").long("game").value_name(t("GAME", "JEU")).help(t(
            "Which game (default: siam)",
            "Quel jeu (par défaut siam)",
        )))
        .arg(number("games", 0..=100_000, t("How many games at once (default: 100)", "Combien de parties à la fois (par défaut 100)")))
        .arg(number(
            "idle",
            0..=100_000,
            t(
                "How many more connections that only listen to the lobby (default: 0)",
                "Combien d'autres connexions qui écoutent seulement le salon (par défaut 0)",
            ),
        ))
        .arg(number(
            "every",
            1..=3_600_000,
            t("Milliseconds between the moves of a game (default: 5000)", "Millisecondes entre les coups d'une partie (par défaut 5000)"),
        ))
        .arg(number(
            "ramp",
            0..=3_600,
            t(
                "Seconds over which everybody arrives (default: 0, as fast as the server lets them in)",
                "Secondes pendant lesquelles tous arrivent (par défaut 0, aussi vite que le serveur les laisse entrer)",
            ),
        ))
        .arg(number("seconds", 1..=86_400, t("How long is measured, once all are there (default: 30)", "Combien de temps on mesure, une fois tous là (par défaut 30)")))
        .arg(number(
            "pid",
            1..=u64::from(u32::MAX),
            t(
                "The number of the server's process, whose memory is then told too (Linux)",
                "Le numéro du processus du serveur, dont la mémoire est alors donnée aussi (Linux)",
            ),
        ))
        .arg(args::json(lang))
}

/// How many are let in at the same time before the measuring.
const AT_ONCE: usize = 32;

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let game = matches.get_one::<String>("game").map_or("siam", String::as_str);
    let entry = find(game).map_err(|error| Failure::input(&error, lang))?;
    let number = |name: &str, usual| matches.get_one::<u64>(name).copied().unwrap_or(usual);
    let server = matches.get_one::<String>("server").expect("required");
    let door = Door::new(server, entry).map_err(|trouble| Failure::Input(trouble.words(lang)))?;
    mekong_server::serve::take_all_files();
    let load = Load {
        door: Arc::new(door),
        games: number("games", 100),
        idle: number("idle", 0),
        ramp: Duration::from_secs(number("ramp", 0)),
        every: Duration::from_millis(number("every", 5_000)),
        time: Duration::from_secs(number("seconds", 30)),
        pid: matches.get_one::<u64>("pid").copied(),
        lang,
    };
    let figures =
        runtime(lang)?.block_on(load.run()).map_err(|trouble| Failure::Input(trouble.words(lang)))?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", figures.json())?;
    } else {
        write!(out, "{}", figures.words(lang))?;
    }
    Ok(if figures.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Load {
    door: Arc<Door>,
    games: u64,
    idle: u64,
    ramp: Duration,
    every: Duration,
    time: Duration,
    pid: Option<u64>,
    lang: Lang,
}

impl Load {
    async fn run(&self) -> Result<Figures, Trouble> {
        let before = self.pid.and_then(memory);
        let begin = Instant::now();
        let tally = Arc::new(figures::Tally::default());
        let (start, started) = watch::channel(false);
        let mut idle = JoinSet::new();
        let mut listeners = stream::iter(0..self.idle)
            .map(async |number| {
                self.turn_of(number, begin).await;
                self.door.listen().await
            })
            .buffer_unordered(AT_ONCE);
        while let Some(socket) = listeners.next().await {
            let tally = Arc::clone(&tally);
            let socket = socket?;
            idle.spawn(async move { game::keep_open(socket, &tally).await });
        }
        let mut playing = JoinSet::new();
        let mut begun = stream::iter(0..self.games)
            .map(async |seed| {
                self.turn_of(self.idle + seed, begin).await;
                Match::begin(&self.door, seed).await
            })
            .buffer_unordered(AT_ONCE);
        while let Some(game) = begun.next().await {
            let (game, tally, started) = (game?, Arc::clone(&tally), started.clone());
            let pace = Pace { every: self.every, time: self.time };
            playing.spawn(async move { game.play(pace, &tally, started).await });
        }
        drop((listeners, begun));
        let (games, listeners, lang) = (self.games, self.idle, self.lang);
        let seconds = begin.elapsed().as_secs_f64();
        // A word to whoever waits; what counts goes to standard output.
        let _ = writeln!(
            io::stderr(),
            "{}",
            say!(
                lang,
                "{games} games and {listeners} listeners are there after {seconds:.1} s",
                "{games} parties et {listeners} auditeurs sont là après {seconds:.1} s",
            )
        );
        let _ = start.send(true);
        if self.games == 0 {
            tokio::time::sleep(self.time).await;
        }
        let mut samples = Vec::new();
        while let Some(joined) = playing.join_next().await {
            match joined {
                Ok(own) => samples.push(own),
                Err(_) => {
                    tally.broken.fetch_add(1, Relaxed);
                }
            }
        }
        let after = self.pid.and_then(memory);
        idle.abort_all();
        Ok(Figures::new(self.games, self.idle, self.time, samples, &tally, before.zip(after)))
    }
}

impl Load {
    /// Waits until it is the turn of one of them to arrive.
    async fn turn_of(&self, number: u64, begin: Instant) {
        let part = number as f64 / (self.games + self.idle).max(1) as f64;
        tokio::time::sleep_until((begin + self.ramp.mul_f64(part)).into()).await;
    }
}

/// The memory that a process holds, in bytes.
fn memory(pid: u64) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1_024)
}
