use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, builder::ValueParser, value_parser};
use mekong_arena::{MAX_PLIES, PlayerSpec, statistics::Sprt};
use mekong_catalog::{Entry, find};
use mekong_core::{Explain as _, Lang, Text, Variants};
use mekong_terminal::{
    args::{self, InvalidValue},
    context::Context,
    failure::Failure,
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    Command::new("match")
        .about(t("Let two computer players play a match", "Faire jouer un match à deux joueurs informatiques"))
        .after_help(t(
            "PLAYER is one of:\n  \
             level:4                        a level, 1 to 10\n  \
             nodes:10000, depth:6, time:1s  the search with this much a move\n  \
             time:250ms,threads=2,hash=64   the same with threads or megabytes\n  \
             depth:2,deeper=0.3,careless=0.1 the same, choosing like a level\n  \
             mcts:1s, mcts:5000             plain Monte Carlo, time or playouts\n  \
             table                          the exact table (Saigon)\n  \
             novice                         takes wins in one, avoids giving one\n  \
             random                         any legal move\n  \
             ugi:COMMAND LINE               a program that speaks UGI, 1 s a move\n  \
             ugi:nodes=9000,Hash=64:COMMAND the same with a budget and options\n\n\
             Every opening is played twice, from both sides. It is random and balanced: a short search, or the exact table, finds \
             neither side much better. The same seed gives the same openings. A game of --max-plies is a draw; a program \
             that breaks down, is too late or plays an illegal move loses the game. The result is counted by pairs: Elo with a \
             95 % interval, and with --sprt the match ends as soon as it is decided.\n\n\
             With --state the match is kept in a file, pair by pair: the same command goes on after Ctrl-C or a crash, also \
             with more --games.\n\n\
             Examples:\n  \
             mekong match siam --first level:5 --second level:4 --games 100\n  \
             mekong match samliam --first nodes:20000 --second nodes:10000 --sprt 0,50\n  \
             mekong match palam --first time:1s --second mcts:1s --pgn games.pgn\n  \
             mekong match siam --first nodes:9000 --second \"ugi:nodes=9000:old/mekong ugi siam\" --state a.jsonl",
            "JOUEUR est un de ceux-ci :\n  \
             level:4                        un niveau, de 1 à 10\n  \
             nodes:10000, depth:6, time:1s  la recherche avec ce budget par coup\n  \
             time:250ms,threads=2,hash=64   de même avec des fils, des mégaoctets\n  \
             depth:2,deeper=0.3,careless=0.1 de même, comme un niveau\n  \
             mcts:1s, mcts:5000             Monte-Carlo simple, durée ou parties\n  \
             table                          la table exacte (Saigon)\n  \
             novice                         prend les gains en un coup, n'en offre pas\n  \
             random                         n'importe quel coup permis\n  \
             ugi:LIGNE DE COMMANDE          un programme qui parle UGI, 1 s par coup\n  \
             ugi:nodes=9000,Hash=64:COMMANDE de même avec un budget et des options\n\n\
             Chaque ouverture est jouée deux fois, une de chaque côté. Elle est tirée au hasard et équilibrée : une courte \
             recherche, ou la table exacte, ne trouve aucun camp bien meilleur. La même graine donne les mêmes ouvertures. Une \
             partie de --max-plies est nulle ; un programme qui tombe en panne, dépasse son temps ou joue un coup interdit perd \
             la partie. Le résultat se compte par paires : Elo avec un intervalle à 95 %, et avec --sprt le match s'arrête dès \
             qu'il est décidé.\n\n\
             Avec --state le match est gardé dans un fichier, paire par paire : la même commande le continue après Ctrl-C ou \
             une panne, aussi avec plus de --games.\n\n\
             Exemples :\n  \
             mekong match siam --first level:5 --second level:4 --games 100\n  \
             mekong match samliam --first nodes:20000 --second nodes:10000 --sprt 0,50\n  \
             mekong match palam --first time:1s --second mcts:1s --pgn parties.pgn\n  \
             mekong match siam --first nodes:9000 --second \"ugi:nodes=9000:ancien/mekong ugi siam\" --state a.jsonl",
        ))
        .arg(args::game(lang).required(true))
        .arg(player("first", t("The first player", "Le premier joueur"), lang))
        .arg(player("second", t("The second player", "Le second joueur"), lang))
        .arg(args::variant(lang))
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .value_parser(args::even_games(lang))
                .help(t(
                    "How many games, an even number (default: 100; with --sprt: at most 100000)",
                    "Combien de parties, un nombre pair (par défaut 100 ; avec --sprt, 100000 au plus)",
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
                .help(t(
                    "End as soon as it is decided whether the first player is stronger by elo1 rather than elo0 \
                     (risks of error 0.05 if not given)",
                    "S'arrêter dès qu'il est décidé si le premier joueur est plus fort de elo1 plutôt que de elo0 \
                     (risques d'erreur 0.05 s'ils manquent)",
                )),
        )
        .arg(file("pgn", t(
                "Write the games to this file, as JSON if its name ends in .json",
                "Écrire les parties dans ce fichier, en JSON si son nom finit par .json",
            ), lang))
        .arg(file(
            "state",
            t(
                "Keep the match in this file, and go on with the one in it",
                "Garder le match dans ce fichier, et continuer celui qui s'y trouve",
            ),
            lang,
        ))
        .arg(args::json(lang))
}

fn player(name: &'static str, help: &'static str, lang: Lang) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(Text { en: "PLAYER", fr: "JOUEUR" }.get(lang))
        .required(true)
        .value_parser(ValueParser::from(move |text: &str| {
            text.parse::<PlayerSpec>().map_err(|error| InvalidValue(error.explain(lang)))
        }))
        .help(help)
}

fn file(name: &'static str, help: &'static str, lang: Lang) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(Text { en: "FILE", fr: "FICHIER" }.get(lang))
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// The game and variants of the arguments.
fn game(matches: &ArgMatches, context: &Context) -> Result<(&'static Entry, Variants), Failure> {
    let name = matches.get_one::<String>("game").expect("required");
    let entry = find(name).map_err(|error| Failure::input(&error, context.lang))?;
    let names = args::variant_names(matches);
    let variants =
        entry.info().parse_variants(names).map_err(|error| Failure::input(&error, context.lang))?;
    Ok((entry, variants))
}

/// What the arguments ask for.
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
    /// The memory that the searches of all games at once take.
    pub(super) fn megabytes(&self) -> usize {
        let searches = self.players.iter().map(|spec| match spec {
            PlayerSpec::Search(searcher) => searcher.megabytes,
            _ => 0,
        });
        searches.sum::<usize>().saturating_mul(self.workers)
    }

    pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<MatchOptions, Failure> {
        let (entry, variants) = game(matches, context)?;
        let player = |name| matches.get_one::<PlayerSpec>(name).expect("required").clone();
        let sprt = matches.get_one::<Sprt>("sprt").copied();
        let usual = if sprt.is_some() { 100_000 } else { 100 };
        Ok(MatchOptions {
            entry,
            variants,
            players: [player("first"), player("second")],
            pairs: matches.get_one::<u64>("games").copied().unwrap_or(usual) / 2,
            workers: args::concurrency(matches),
            opening_plies: args::count(matches, "openings-plies"),
            max_plies: args::count(matches, "max-plies").unwrap_or(MAX_PLIES),
            seed: matches.get_one::<u64>("seed").copied(),
            sprt,
            pgn: matches.get_one::<PathBuf>("pgn").cloned(),
            state: matches.get_one::<PathBuf>("state").cloned(),
            json: matches.get_flag("json"),
        })
    }
}
