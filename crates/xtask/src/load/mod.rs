//! The load test: plays many games concurrently over WebSockets and measures the latency of moves.

mod client;
mod echo;
mod game;
mod report;
mod usage;

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use mekong_catalog::find;
use mekong_core::{Lang, say};
use mekong_terminal::{args, context::Context, failure::Failure, runtime::runtime};
use tokio::task::JoinSet;

use self::{
    client::{LoadClient, LoadError, Socket},
    echo::EchoPair,
    game::{Game, Pace},
    report::{Measurement, Report, Samples, Tally},
    usage::{Usage, memory, usage},
};

pub(crate) fn command(lang: Lang) -> Command {
    let number = |name, range, help: &'static str| args::number_option(name, range, lang).help(help);
    Command::new("load")
        .about(lang.pick(
            "Measure how many games a server sustains, over real connections",
            "Mesurer combien de parties supporte un serveur, par de vraies connexions",
        ))
        .after_help(lang.pick(
            "Start the server with --rate-limits off, because all connections come from one address. Every game has \
             two guests with a WebSocket each, who play random moves to the end and start again. The measured times are \
             from sending a move to its acknowledgement, which the server sends once the move is stored, and to its arrival at the \
             opponent. docs/load.md has the results.\n\n\
             Examples:\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 2000 --seconds 60\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 0 --idle 10000 --pid 4711",
            "Lancez le serveur avec --rate-limits off, car toutes les connexions viennent d’une même adresse. Chaque partie a deux \
             invités, chacun avec un WebSocket, qui jouent des coups au hasard jusqu’à la fin et recommencent. On mesure le temps \
             entre l’envoi d’un coup et son accusé de réception, envoyé dès que le coup est enregistré, et son arrivée chez \
             l’adversaire. docs/load.md donne les résultats.\n\n\
             Exemples :\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 2000 --seconds 60\n  \
             cargo xtask load --server http://127.0.0.1:8080 --games 0 --idle 10000 --pid 4711",
        ))
        .arg(Arg::new("server").long("server").value_name("URL").required(true).action(ArgAction::Append).help(lang.pick(
            "URL of the server, http:// only; repeat it for each node: the players of a game connect to different nodes",
            "URL du serveur, http:// seulement ; à répéter pour chaque nœud : les joueurs d’une partie se connectent à des nœuds différents",
        )))
        .arg(Arg::new("game").long("game").value_name(lang.pick("GAME", "JEU")).help(lang.pick(
            "Game (default: siam)",
            "Jeu (par défaut siam)",
        )))
        .arg(number("games", 0..=100_000, lang.pick("Games played at the same time (default: 100)", "Parties jouées en même temps (par défaut 100)")))
        .arg(number(
            "idle",
            0..=100_000,
            lang.pick(
                "Additional connections that only read the lobby (default: 0)",
                "Connexions supplémentaires qui lisent seulement le salon (par défaut 0)",
            ),
        ))
        .arg(number(
            "every",
            1..=3_600_000,
            lang.pick("Milliseconds between the moves of a game (default: 5000)", "Millisecondes entre les coups d’une partie (par défaut 5000)"),
        ))
        .arg(number(
            "ramp",
            0..=3_600,
            lang.pick(
                "Seconds over which connections are opened (default: 0, as fast as possible)",
                "Secondes pendant lesquelles les connexions s’ouvrent (par défaut 0, aussi vite que possible)",
            ),
        ))
        .arg(number("seconds", 1..=86_400, lang.pick("Duration of the measurement, once all are connected (default: 30)", "Durée de la mesure, une fois tous connectés (par défaut 30)")))
        .arg(number(
            "moves",
            1..=1_000_000,
            lang.pick("Moves per game, instead of --seconds", "Coups par partie, au lieu de --seconds"),
        ).conflicts_with("seconds"))
        .arg(
            Arg::new("rates")
                .long("rates")
                .value_name("N,N,…")
                .value_delimiter(',')
                .value_parser(args::number(1..=10_000_000, lang))
                .conflicts_with_all(["every", "moves"])
                .help(lang.pick(
                    "Moves per second of all games together, instead of --every: one measurement per rate",
                    "Coups par seconde de toutes les parties ensemble, au lieu de --every : une mesure par valeur",
                )),
        )
        .arg(number(
            "pid",
            1..=u64::from(u32::MAX),
            lang.pick(
                "Process id of a server, to report its memory, processor time and writes (Linux)",
                "Identifiant du processus d’un serveur, pour donner sa mémoire, son temps processeur et ses écritures (Linux)",
            ),
        ).action(ArgAction::Append))
        .arg(number(
            "database-pid",
            1..=u64::from(u32::MAX),
            lang.pick(
                "Process id of the database or of NATS, reported separately with its child processes",
                "Identifiant du processus de la base de données ou de NATS, compté à part avec ses processus fils",
            ),
        ).action(ArgAction::Append))
        .arg(Arg::new("row").long("row").value_name(lang.pick("NAME", "NOM")).conflicts_with("json").help(lang.pick(
            "Print one row of a Markdown table per measurement, with this name (scripts/cost.sh)",
            "Afficher une ligne de tableau Markdown par mesure, avec ce nom (scripts/cost.sh)",
        )))
        .arg(Arg::new("echo").long("echo").action(ArgAction::SetTrue).help(lang.pick(
            "The server is \"cargo xtask echo\": send messages and wait for their echo",
            "Le serveur est « cargo xtask echo » : envoyer des messages et attendre leur écho",
        )))
        .arg(args::json(lang))
}

/// Maximum number of connections that are opened concurrently.
const MAX_CONNECTING: usize = 32;

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let game = matches.get_one::<String>("game").map_or("siam", String::as_str);
    let entry = find(game).map_err(|error| Failure::input(&error, lang))?;
    let number = |name: &str, default| matches.get_one::<u64>(name).copied().unwrap_or(default);
    let servers = matches.get_many::<String>("server").expect("required");
    let client =
        LoadClient::new(servers.cloned(), entry).map_err(|error| Failure::Input(error.explain(lang)))?;
    raise_fd_limit();
    let (games, time) = (number("games", 100), Duration::from_secs(number("seconds", 30)));
    let numbers = |name: &str| matches.get_many::<u64>(name).into_iter().flatten().copied();
    let pace = |every| Pace { every, time, moves: args::count(matches, "moves") };
    let mut stages: Vec<Stage> = numbers("rates")
        .map(|rate| Stage {
            rate: Some(rate),
            pace: pace(Duration::from_secs_f64(games as f64 / rate as f64)),
        })
        .collect();
    if stages.is_empty() {
        stages.push(Stage { rate: None, pace: pace(Duration::from_millis(number("every", 5_000))) });
    }
    let load = Load {
        client: Arc::new(client),
        games,
        idle: number("idle", 0),
        ramp: Duration::from_secs(number("ramp", 0)),
        stages,
        is_echo: matches.get_flag("echo"),
        pids: numbers("pid").collect(),
        database_pids: numbers("database-pid").collect(),
        lang,
    };
    let is_json = matches.get_flag("json");
    let show = |report: &Report| {
        let text = match matches.get_one::<String>("row") {
            Some(name) => report.row(name),
            None if is_json => format!("{}\n", report.json()),
            None => report.text(lang),
        };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    };
    let is_clean =
        runtime(lang)?.block_on(load.run(show)).map_err(|error| Failure::Input(error.explain(lang)))??;
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A stage of the test, which is measured and reported separately.
struct Stage {
    /// The target rate in moves per second, from `--rates`.
    rate: Option<u64>,
    pace: Pace,
}

struct Load {
    client: Arc<LoadClient>,
    games: u64,
    idle: u64,
    ramp: Duration,
    stages: Vec<Stage>,
    is_echo: bool,
    pids: Vec<u64>,
    database_pids: Vec<u64>,
    lang: Lang,
}

/// A game, or a pair of sockets of an echo server.
enum Workload {
    Game(Box<Game>),
    Echo(Box<EchoPair>),
}

impl Workload {
    async fn play(self, pace: Pace, tally: &Tally) -> (Option<Workload>, Samples) {
        match self {
            Workload::Game(game) => {
                let (game, samples) = game.play(pace, tally).await;
                (game.map(|game| Workload::Game(Box::new(game))), samples)
            }
            Workload::Echo(pair) => {
                let (pair, samples) = pair.play(pace, tally).await;
                (pair.map(|pair| Workload::Echo(Box::new(pair))), samples)
            }
        }
    }
}

impl Load {
    /// Runs each stage and shows its report. Returns whether no move was refused and no connection lost.
    async fn run(&self, show: impl Fn(&Report) -> io::Result<()>) -> Result<io::Result<bool>, LoadError> {
        let memory_before = self.memory();
        let before = self.usage();
        let begin = Instant::now();
        let tally = Arc::new(Tally::default());
        let mut listeners = JoinSet::new();
        for socket in self.open_idle(begin).await? {
            let tally = Arc::clone(&tally);
            listeners.spawn(async move { game::keep_open(socket, &tally).await });
        }
        let mut playing = self.start_games(begin).await?;
        let setup = difference(self.usage(), before);
        let (games, idle, lang) = (self.games, self.idle, self.lang);
        let seconds = begin.elapsed().as_secs_f64();
        // The report goes to standard output.
        let _ = writeln!(
            io::stderr(),
            "{}",
            say!(
                lang,
                "{games} games and {idle} idle connections set up after {seconds:.1} s",
                "{games} parties et {idle} connexions inactives établies après {seconds:.1} s",
            )
        );
        let mut is_clean = true;
        for stage in &self.stages {
            let before = self.usage();
            let begin = Instant::now();
            let mut tasks = JoinSet::new();
            for one in playing.drain(..) {
                let (pace, tally) = (stage.pace, Arc::clone(&tally));
                tasks.spawn(async move { one.play(pace, &tally).await });
            }
            if self.games == 0 {
                tokio::time::sleep(stage.pace.time).await;
            }
            let mut samples = Vec::new();
            while let Some(joined) = tasks.join_next().await {
                match joined {
                    Ok((one, own)) => {
                        playing.extend(one);
                        samples.push(own);
                    }
                    Err(_) => {
                        tally.lost_connections.fetch_add(1, Relaxed);
                    }
                }
            }
            let measurement = Measurement {
                games: self.games,
                idle: self.idle,
                rate: stage.rate,
                time: begin.elapsed(),
                setup,
                used: difference(self.usage(), before),
                has_pids: !self.pids.is_empty(),
                memory: memory_before.zip(self.memory()),
            };
            let report = Report::new(measurement, samples, &tally);
            is_clean &= report.is_clean();
            if let Err(error) = show(&report) {
                return Ok(Err(error));
            }
        }
        listeners.abort_all();
        Ok(Ok(is_clean))
    }

    /// Opens the idle sockets.
    async fn open_idle(&self, begin: Instant) -> Result<Vec<Socket>, LoadError> {
        let open = async |number| {
            self.wait_for_turn(number, begin).await;
            self.client.listen(number).await
        };
        stream::iter(0..self.idle).map(open).buffer_unordered(MAX_CONNECTING).try_collect().await
    }

    async fn start_games(&self, begin: Instant) -> Result<Vec<Workload>, LoadError> {
        let start = async |number| {
            self.wait_for_turn(self.idle + number, begin).await;
            Ok(match self.is_echo {
                true => Workload::Echo(Box::new(EchoPair::begin(&self.client, number).await?)),
                false => Workload::Game(Box::new(Game::begin(&self.client, number).await?)),
            })
        };
        stream::iter(0..self.games).map(start).buffer_unordered(MAX_CONNECTING).try_collect().await
    }

    /// The usage of the servers and of the database.
    fn usage(&self) -> [Usage; 2] {
        [usage(&self.pids), usage(&self.database_pids)]
    }

    /// The memory of the servers.
    fn memory(&self) -> Option<u64> {
        let known: Vec<u64> = self.pids.iter().copied().filter_map(memory).collect();
        (!known.is_empty()).then(|| known.iter().sum())
    }
}

impl Load {
    /// Waits until a connection is due according to `--ramp`.
    async fn wait_for_turn(&self, number: u64, begin: Instant) {
        let part = number as f64 / (self.games + self.idle).max(1) as f64;
        tokio::time::sleep_until((begin + self.ramp.mul_f64(part)).into()).await;
    }
}

fn difference([server, database]: [Usage; 2], before: [Usage; 2]) -> [Usage; 2] {
    [server - before[0], database - before[1]]
}

/// Raises the limit of open files to the hard limit: every connection needs one.
pub(crate) fn raise_fd_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // With a lower limit some connections fail, which the report shows.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
