use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, builder::ValueParser, value_parser};
use mekong_arena::{MAX_PLIES, PlayerSpec, statistics::Sprt};
use mekong_catalog::Entry;
use mekong_core::{Explain as _, Lang, Variants, say};
use mekong_terminal::{
    args::{self, InvalidValue},
    context::Context,
    failure::Failure,
    session,
};

pub(crate) fn command(lang: Lang) -> Command {
    let solved = args::solved_games(lang);
    Command::new("match")
        .about(lang.pick("Play a match between two engines", "Faire jouer un match entre deux moteurs"))
        .after_help(say!(
            lang,
            "PLAYER is one of:\n  \
             level:4                        a level, 1 to 10\n  \
             nodes:10000, depth:6, time:1s  the search, with a limit per move\n  \
             time:250ms,threads=2,hash=64   with threads and megabytes of hash\n  \
             depth:2,deeper=0.3,regret=0.1  with the randomness of a level\n  \
             mcts:1s, mcts:5000             plain Monte Carlo, time or playouts\n  \
             table                          the tablebase ({solved})\n  \
             novice                         takes a win in one, avoids giving one\n  \
             random                         any legal move\n  \
             ugi:COMMAND LINE               a UGI engine, 1 s per move\n  \
             ugi:nodes=9000,Hash=64:COMMAND a UGI engine with a limit and options\n\n\
             Each opening is played twice, once from each side. Openings are random and balanced according to a \
             short search or the tablebase; they depend only on the seed. A game that reaches --max-plies is a \
             draw; an engine that crashes, exceeds its time or plays an illegal move loses the game. The report \
             gives pentanomial statistics: Elo with a 95% interval, and with --sprt the match ends when the test is \
             decided.\n\n\
             With --state the match is saved after each pair: the same command resumes it after Ctrl-C or a crash, \
             also with a larger --games.\n\n\
             Examples:\n  \
             mekong match siam --first level:5 --second level:4 --games 100\n  \
             mekong match samliam --first nodes:20000 --second nodes:10000 --sprt 0,50\n  \
             mekong match palam --first time:1s --second mcts:1s --pgn games.pgn\n  \
             mekong match siam --first nodes:9000 --second \"ugi:nodes=9000:old/mekong ugi siam\" --state a.jsonl",
            "JOUEUR est l’un des suivants :\n  \
             level:4                        un niveau, de 1 à 10\n  \
             nodes:10000, depth:6, time:1s  la recherche, avec une limite par coup\n  \
             time:250ms,threads=2,hash=64   avec des fils d’exécution et des mégaoctets de hachage\n  \
             depth:2,deeper=0.3,regret=0.1  avec la part de hasard d’un niveau\n  \
             mcts:1s, mcts:5000             Monte-Carlo simple, durée ou simulations\n  \
             table                          la table de solutions ({solved})\n  \
             novice                         prend un gain en un coup, n’en offre pas\n  \
             random                         n’importe quel coup légal\n  \
             ugi:LIGNE DE COMMANDE          un moteur UGI, 1 s par coup\n  \
             ugi:nodes=9000,Hash=64:COMMANDE un moteur UGI avec une limite et des options\n\n\
             Chaque ouverture est jouée deux fois, une fois de chaque côté. Les ouvertures sont aléatoires et \
             équilibrées selon une courte recherche ou la table de solutions ; elles ne dépendent que de la graine. Une \
             partie qui atteint --max-plies est nulle ; un moteur qui plante, dépasse son temps ou joue un coup \
             illégal perd la partie. Le rapport donne des statistiques pentanomiales : Elo avec un intervalle à \
             95 %, et avec --sprt le match s’arrête dès que le test est décidé.\n\n\
             Avec --state le match est enregistré après chaque paire : la même commande le reprend après Ctrl-C ou \
             un plantage, même avec un --games plus grand.\n\n\
             Exemples :\n  \
             mekong match siam --first level:5 --second level:4 --games 100\n  \
             mekong match samliam --first nodes:20000 --second nodes:10000 --sprt 0,50\n  \
             mekong match palam --first time:1s --second mcts:1s --pgn parties.pgn\n  \
             mekong match siam --first nodes:9000 --second \"ugi:nodes=9000:ancien/mekong ugi siam\" --state a.jsonl",
        ))
        .arg(args::game(lang).required(true))
        .arg(player("first", lang.pick("First player", "Premier joueur"), lang))
        .arg(player("second", lang.pick("Second player", "Second joueur"), lang))
        .arg(args::variant(lang))
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .value_parser(args::even_games(lang))
                .help(lang.pick(
                    "Number of games, even (default: 100; with --sprt: maximum, 100000)",
                    "Nombre de parties, pair (par défaut 100 ; avec --sprt, maximum de 100000)",
                )),
        )
        .args(args::match_options(lang))
        .arg(
            Arg::new("sprt")
                .long("sprt")
                .value_name("elo0,elo1[,alpha,beta]")
                .allow_hyphen_values(true)
                .value_parser(ValueParser::from(move |text: &str| {
                    Sprt::parse(text).map_err(|error| InvalidValue(error.explain(lang)))
                }))
                .help(lang.pick(
                    "Sequential test: stop when it accepts that the first player is stronger by elo1 rather than by \
                     elo0 (alpha and beta default to 0.05)",
                    "Test séquentiel : s’arrêter dès qu’il est établi si le premier joueur est plus fort de elo1 \
                     plutôt que de elo0 (alpha et bêta valent 0.05 par défaut)",
                )),
        )
        .arg(file("pgn", lang.pick(
                "Write the games to this file, as JSON if the extension is .json",
                "Écrire les parties dans ce fichier, en JSON si l’extension est .json",
            ), lang))
        .arg(file(
            "state",
            lang.pick(
                "Save the match in this file, and resume the match it contains",
                "Enregistrer le match dans ce fichier, et reprendre celui qu’il contient",
            ),
            lang,
        ))
        .arg(args::json(lang))
}

fn player(name: &'static str, help: &'static str, lang: Lang) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(lang.pick("PLAYER", "JOUEUR"))
        .required(true)
        .value_parser(ValueParser::from(move |text: &str| {
            text.parse::<PlayerSpec>().map_err(|error| InvalidValue(error.explain(lang)))
        }))
        .help(help)
}

fn file(name: &'static str, help: &'static str, lang: Lang) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(lang.pick("FILE", "FICHIER"))
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// The parsed arguments.
pub(super) struct MatchOptions {
    pub(super) entry: &'static Entry,
    pub(super) variants: Variants,
    pub(super) players: [PlayerSpec; 2],
    pub(super) pairs: u64,
    pub(super) workers: usize,
    pub(super) opening_plies: Option<usize>,
    pub(super) max_plies: usize,
    pub(super) seed: Option<u64>,
    pub(super) sprt: Option<Sprt>,
    pub(super) pgn: Option<PathBuf>,
    pub(super) state: Option<PathBuf>,
    pub(super) json: bool,
}

impl MatchOptions {
    /// The hash memory of all concurrent searches.
    pub(super) fn megabytes(&self) -> usize {
        let searches = self.players.iter().map(|spec| match spec {
            PlayerSpec::Search(searcher) => searcher.megabytes,
            _ => 0,
        });
        searches.sum::<usize>().saturating_mul(self.workers)
    }

    pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<MatchOptions, Failure> {
        let (entry, variants) = session::game_and_variants(matches, context)?;
        let player = |name| matches.get_one::<PlayerSpec>(name).expect("required").clone();
        let sprt = matches.get_one::<Sprt>("sprt").copied();
        let default = if sprt.is_some() { 100_000 } else { 100 };
        Ok(MatchOptions {
            entry,
            variants,
            players: [player("first"), player("second")],
            pairs: matches.get_one::<u64>("games").copied().unwrap_or(default) / 2,
            workers: args::concurrency(matches),
            opening_plies: args::count(matches, "opening-plies"),
            max_plies: args::count(matches, "max-plies").unwrap_or(MAX_PLIES),
            seed: matches.get_one::<u64>("seed").copied(),
            sprt,
            pgn: matches.get_one::<PathBuf>("pgn").cloned(),
            state: matches.get_one::<PathBuf>("state").cloned(),
            json: matches.get_flag("json"),
        })
    }
}
