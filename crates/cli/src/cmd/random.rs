use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use mekong_catalog::GameSession;
use mekong_core::{CancelToken, EndReason, Lang, Player, SplitMix64, Text, say};
use mekong_terminal::{
    args,
    context::{Context, fresh_seed},
    failure::Failure,
    progress::ctrl_c_token,
    render,
    session::open_with,
};
use serde::Serialize;

/// The maximum length of a random game; longer games count as unfinished.
const MAX_PLIES: usize = 100_000;

pub(crate) fn command(lang: Lang) -> Command {
    let dealt = args::dealt_games(lang);
    let command = Command::new("random")
        .about(lang.pick(
            "Play random games and print their statistics",
            "Jouer des parties au hasard et en donner les statistiques",
        ))
        .after_help(say!(
            lang,
            "The same seed gives the same games. In games with a deal ({dealt}), each has its own.\n\n\
             Example:\n  \
             mekong random siam --games 100 --seed 1",
            "La même graine donne les mêmes parties. Dans les jeux qui ont une donne ({dealt}), chaque partie a la sienne.\n\n\
             Exemple :\n  mekong random siam --games 100 --seed 1",
        ))
        .arg(args::game(lang).required(true));
    args::start_options(command, lang)
        .mut_arg("seed", |arg| arg.help(lang.pick("Random seed", "Graine aléatoire")))
        .arg(
            args::number_option("games", 1..=1_000_000_000, lang)
                .help(lang.pick("Number of games (default: 100)", "Nombre de parties (par défaut 100)")),
        )
        .arg(args::json(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_else(fresh_seed);
    // With --moves the deal stays the same in all games; it comes from the seed that is reported.
    let (start, _) = open_with(matches, Some(seed), context)?;
    let redeal = start.info().dealt && !matches.contains_id("position") && !matches.contains_id("moves");
    let games = matches.get_one::<u64>("games").copied().unwrap_or(100);
    // Ctrl-C ends the run after the ply being played; the games finished so far are reported.
    let cancel = ctrl_c_token();

    let mut random = SplitMix64::new(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        let mut session = if redeal { deal(&start, &mut random) } else { start.clone() };
        if !tally.add_game(&mut session, &mut random, &cancel) {
            break;
        }
    }
    let report = tally.report(&start, seed);
    let mut out = BufWriter::new(io::stdout().lock());
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&report).expect("serialisable"))?;
    } else {
        report.print(&mut out, &start, context)?;
    }
    out.flush()?;
    Ok(if cancel.is_cancelled() { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

fn deal(start: &GameSession, random: &mut SplitMix64) -> GameSession {
    let entry = mekong_catalog::find(start.info().id).expect("the game exists");
    entry.start(start.variants(), random.next_u64())
}

#[derive(Default)]
struct Tally {
    lengths: Vec<usize>,
    choices: u64,
    max_choices: usize,
    /// By winner and code of the reason, so that they are always listed in the same order.
    results: BTreeMap<(Option<Player>, &'static str), (&'static EndReason, u64)>,
    unfinished: u64,
}

impl Tally {
    /// Plays a game to its end; `false` if it was interrupted, and then it does not count.
    fn add_game(&mut self, session: &mut GameSession, random: &mut SplitMix64, cancel: &CancelToken) -> bool {
        let (mut plies, mut choices, mut max_choices) = (0, 0, 0);
        while plies < MAX_PLIES {
            if cancel.is_cancelled() {
                return false;
            }
            let options = session.play_random(random);
            if options == 0 {
                break;
            }
            plies += 1;
            choices += options as u64;
            max_choices = max_choices.max(options);
        }
        self.lengths.push(plies);
        self.choices += choices;
        self.max_choices = self.max_choices.max(max_choices);
        match session.outcome() {
            Some(outcome) => {
                let key = (outcome.winner, outcome.reason.code);
                self.results.entry(key).or_insert((outcome.reason, 0)).1 += 1;
            }
            None => self.unfinished += 1,
        }
        true
    }

    fn report(mut self, start: &GameSession, seed: u64) -> Report {
        self.lengths.sort_unstable();
        let games = self.lengths.len();
        let plies: usize = self.lengths.iter().sum();
        let per = |total: f64, count: usize| if count == 0 { 0.0 } else { total / count as f64 };
        let at = |index: usize| self.lengths.get(index).copied().unwrap_or(0);
        Report {
            game: start.info().id,
            variant: start.variant_ids(),
            seed,
            games,
            plies,
            length: Length {
                shortest: at(0),
                mean: per(plies as f64, games),
                median: at(games.saturating_sub(1) / 2),
                longest: at(games.saturating_sub(1)),
            },
            branching: Branching { mean: per(self.choices as f64, plies), max: self.max_choices },
            results: self
                .results
                .into_iter()
                .map(|((winner, code), (reason, games))| ResultCount {
                    winner: winner.map(Player::code),
                    reason: code,
                    games,
                    outcome: (winner, reason.text),
                })
                .collect(),
            unfinished: self.unfinished,
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    variant: Vec<&'static str>,
    seed: u64,
    games: usize,
    plies: usize,
    length: Length,
    branching: Branching,
    results: Vec<ResultCount>,
    unfinished: u64,
}

#[derive(Serialize)]
struct Length {
    shortest: usize,
    mean: f64,
    median: usize,
    longest: usize,
}

#[derive(Serialize)]
struct Branching {
    mean: f64,
    max: usize,
}

#[derive(Serialize)]
struct ResultCount {
    winner: Option<&'static str>,
    reason: &'static str,
    games: u64,
    /// The same for people.
    #[serde(skip)]
    outcome: (Option<Player>, Text),
}

impl Report {
    fn print(&self, out: &mut impl Write, start: &GameSession, context: &Context) -> io::Result<()> {
        let decimal = |value: f64| context.lang.decimal(value, 1);
        writeln!(out, "{}, --seed {}", render::title(start, context.lang), self.seed)?;
        writeln!(out, "{:<12} {}", context.lang.pick("games", "parties"), self.games)?;
        writeln!(out, "{:<12} {}", context.lang.pick("plies", "demi-coups"), self.plies)?;
        writeln!(
            out,
            "{:<12} {} {}, {} {}, {} {}, {} {}",
            context.lang.pick("length", "longueur"),
            context.lang.pick("mean", "moyenne"),
            decimal(self.length.mean),
            context.lang.pick("median", "médiane"),
            self.length.median,
            context.lang.pick("shortest", "min."),
            self.length.shortest,
            context.lang.pick("longest", "max."),
            self.length.longest,
        )?;
        writeln!(
            out,
            "{:<12} {} {}, {} {}",
            context.lang.pick("branching", "choix"),
            context.lang.pick("mean", "moyenne"),
            decimal(self.branching.mean),
            context.lang.pick("most", "max."),
            self.branching.max,
        )?;
        for result in &self.results {
            let share = decimal(100.0 * result.games as f64 / self.games.max(1) as f64);
            let (winner, why) = result.outcome;
            let who = match winner {
                Some(player) => context.text(start.info().seats[player.index()]),
                None => context.lang.pick("draw", "nulle"),
            };
            let (rest, why) = (context.lang.pick("%):", " %) :"), context.text(why));
            writeln!(out, "{who:<12} {} ({share}{rest} {why}", result.games)?;
        }
        if self.unfinished > 0 {
            writeln!(out, "{:<12} {}", context.lang.pick("unfinished", "inachevées"), self.unfinished)?;
        }
        Ok(())
    }
}
