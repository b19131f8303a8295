//! The load test: plays many games at once over real connections and measures the latency of moves.

mod client;
mod game;
mod report;

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
    client::{LoadClient, LoadError},
    game::{Game, Pace},
    report::Report,
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let number = |name, range, help: &'static str| args::number_option(name, range, lang).help(help);
    Command::new("load")
        .about(t(
            "Measure how many games a server sustains, over real connections",
            "Mesurer combien de parties supporte un serveur, par de vraies connexions",
        ))
        .after_help(t(
            "Start the server with --rate-limits off, because all connections come from one address. Every game has \
             two guests with a WebSocket each, who play random moves to the end and start again. The measured times are \
             from sending a move to its acknowledgement, which the server sends when the move is durable, and to its arrival at the \
             opponent. docs/load.md has the results.\n\n\
             Examples:\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 2000 --seconds 60\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 0 --idle 10000 --pid 4711",
            "Lancez le serveur avec --rate-limits off, car toutes les connexions viennent d’une même adresse. Chaque partie a deux \
             invités, chacun avec un WebSocket, qui jouent des coups au hasard jusqu’à la fin et recommencent. On mesure le temps \
             entre l’envoi d’un coup et son accusé de réception, qui vient quand le coup est durable, et son arrivée chez \
             l’adversaire. docs/load.md donne les résultats.\n\n\
             Exemples :\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 2000 --seconds 60\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 0 --idle 10000 --pid 4711",
        ))
        .arg(Arg::new("server").long("server").value_name("URL").required(true).help(t(
            "URL of the server, http:// only",
            "URL du serveur, http:// seulement",
        )))
        .arg(Arg::new("game").long("game").value_name(t("GAME", "JEU")).help(t(
            "Game (default: siam)",
            "Jeu (par défaut siam)",
        )))
        .arg(number("games", 0..=100_000, t("Games played at the same time (default: 100)", "Parties jouées en même temps (par défaut 100)")))
        .arg(number(
            "idle",
            0..=100_000,
            t(
                "Additional connections that only read the lobby (default: 0)",
                "Connexions supplémentaires qui lisent seulement le salon (par défaut 0)",
            ),
        ))
        .arg(number(
            "every",
            1..=3_600_000,
            t("Milliseconds between the moves of a game (default: 5000)", "Millisecondes entre les coups d’une partie (par défaut 5000)"),
        ))
        .arg(number(
            "ramp",
            0..=3_600,
            t(
                "Seconds over which connections are opened (default: 0, as fast as possible)",
                "Secondes pendant lesquelles les connexions s’ouvrent (par défaut 0, aussi vite que possible)",
            ),
        ))
        .arg(number("seconds", 1..=86_400, t("Duration of the measurement, once all are connected (default: 30)", "Durée de la mesure, une fois tous connectés (par défaut 30)")))
        .arg(number(
            "moves",
            1..=1_000_000,
            t("Moves per game, instead of --seconds", "Coups par partie, au lieu de --seconds"),
        ).conflicts_with("seconds"))
        .arg(number(
            "pid",
            1..=u64::from(u32::MAX),
            t(
                "Process id of the server, to report its memory (Linux)",
                "Identifiant du processus du serveur, pour donner sa mémoire (Linux)",
            ),
        ))
        .arg(args::json(lang))
}

/// Connections that are opened at the same time.
const MAX_CONNECTING: usize = 32;

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let game = matches.get_one::<String>("game").map_or("siam", String::as_str);
    let entry = find(game).map_err(|error| Failure::input(&error, lang))?;
    let number = |name: &str, default| matches.get_one::<u64>(name).copied().unwrap_or(default);
    let server = matches.get_one::<String>("server").expect("required");
    let client = LoadClient::new(server, entry).map_err(|error| Failure::Input(error.explain(lang)))?;
    raise_fd_limit();
    let load = Load {
        client: Arc::new(client),
        games: number("games", 100),
        idle: number("idle", 0),
        ramp: Duration::from_secs(number("ramp", 0)),
        every: Duration::from_millis(number("every", 5_000)),
        time: Duration::from_secs(number("seconds", 30)),
        moves: args::count(matches, "moves"),
        pid: matches.get_one::<u64>("pid").copied(),
        lang,
    };
    let report = runtime(lang)?.block_on(load.run()).map_err(|error| Failure::Input(error.explain(lang)))?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", report.json())?;
    } else {
        write!(out, "{}", report.text(lang))?;
    }
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Load {
    client: Arc<LoadClient>,
    games: u64,
    idle: u64,
    ramp: Duration,
    every: Duration,
    time: Duration,
    moves: Option<usize>,
    pid: Option<u64>,
    lang: Lang,
}

impl Load {
    async fn run(&self) -> Result<Report, LoadError> {
        let before = self.pid.and_then(memory);
        let begin = Instant::now();
        let tally = Arc::new(report::Tally::default());
        let (start, started) = watch::channel(false);
        let mut idle = JoinSet::new();
        let mut listeners = stream::iter(0..self.idle)
            .map(async |number| {
                self.wait_for_turn(number, begin).await;
                self.client.listen().await
            })
            .buffer_unordered(MAX_CONNECTING);
        while let Some(socket) = listeners.next().await {
            let tally = Arc::clone(&tally);
            let socket = socket?;
            idle.spawn(async move { game::keep_open(socket, &tally).await });
        }
        let mut playing = JoinSet::new();
        let mut begun = stream::iter(0..self.games)
            .map(async |seed| {
                self.wait_for_turn(self.idle + seed, begin).await;
                Game::begin(&self.client, seed).await
            })
            .buffer_unordered(MAX_CONNECTING);
        while let Some(game) = begun.next().await {
            let (game, tally, started) = (game?, Arc::clone(&tally), started.clone());
            let pace = Pace { every: self.every, time: self.time, moves: self.moves };
            playing.spawn(async move { game.play(pace, &tally, started).await });
        }
        drop((listeners, begun));
        let (games, listeners, lang) = (self.games, self.idle, self.lang);
        let seconds = begin.elapsed().as_secs_f64();
        // The report goes to standard output.
        let _ = writeln!(
            io::stderr(),
            "{}",
            say!(
                lang,
                "{games} games and {listeners} listeners connected after {seconds:.1} s",
                "{games} parties et {listeners} auditeurs connectés après {seconds:.1} s",
            )
        );
        let begin = Instant::now();
        let _ = start.send(true);
        if self.games == 0 {
            tokio::time::sleep(self.time).await;
        }
        let mut samples = Vec::new();
        while let Some(joined) = playing.join_next().await {
            match joined {
                Ok(own) => samples.push(own),
                Err(_) => {
                    tally.lost_connections.fetch_add(1, Relaxed);
                }
            }
        }
        let after = self.pid.and_then(memory);
        idle.abort_all();
        Ok(Report::new(self.games, self.idle, begin.elapsed(), samples, &tally, before.zip(after)))
    }
}

impl Load {
    /// Waits until a connection is due, by `--ramp`.
    async fn wait_for_turn(&self, number: u64, begin: Instant) {
        let part = number as f64 / (self.games + self.idle).max(1) as f64;
        tokio::time::sleep_until((begin + self.ramp.mul_f64(part)).into()).await;
    }
}

/// Raises the limit of open files to what the system allows: every connection is one.
fn raise_fd_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // With a lower limit some connections fail, which the report shows.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// The resident memory of a process, in bytes.
fn memory(pid: u64) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1_024)
}
