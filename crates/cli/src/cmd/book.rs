//! Generates the opening book of a game from self-play.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use mekong_book::{Book, BookBuilder, BookGame, BookPosition, BookSettings};
use mekong_core::{CancelToken, Lang, Variants, say, with_subject};
use mekong_players::Searcher;
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    files::{check_writable, display_path, progress_path, write_text},
    json_lines::{read_lines, to_lines},
    progress::{Bar, ctrl_c_token},
    session, tablebases,
};
use serde::{Deserialize, Serialize};

/// The default values of the numeric options.
const DEFAULTS: [(&str, u64); 6] =
    [("games", 600), ("nodes", 2_000), ("value-nodes", 50_000), ("plies", 12), ("min-games", 4), ("seed", 1)];

/// The default number of deals in a book of a dealt game.
const DEFAULT_DEALS: u64 = 20;

/// The hash memory of a search in megabytes. It is cleared before each game.
const MEGABYTES: usize = 8;

/// The minimum number of results between two writes of the progress file.
const MIN_SAVE_INTERVAL: usize = 10;

/// The progress file is rewritten as a whole, so the interval grows with it: this is the number of writes while it doubles.
const SAVES_PER_DOUBLING: usize = 20;

pub(crate) fn command(lang: Lang) -> Command {
    let number = |name, range, en, fr| args::number_option(name, range, lang).help(lang.pick(en, fr));
    Command::new("book")
        .about(lang.pick(
            "Generate an opening book from engine self-play",
            "Créer un livre d’ouvertures à partir de parties de l’ordinateur",
        ))
        .after_help(lang.pick(
            "The computer plays against itself; in the opening it picks one of its best moves at random. The book has the positions \
             that occurred often enough, the moves played there, how these games ended, and the value of each move, from \
             the tablebase if the game is solved. The first line of the file states the settings. The command can be interrupted; \
             with the same file and options it continues.\n\n\
             Examples:\n  \
             mekong book siam --out book.jsonl\n  \
             mekong book samliam --games 2000 --nodes 10000 --seed 7 --out book.jsonl\n  \
             mekong book palam --deals 5 --out book.jsonl",
            "L’ordinateur joue contre lui-même ; dans l’ouverture il tire au sort parmi ses meilleurs coups. Le livre contient \
             les positions rencontrées assez souvent, les coups joués, l’issue de ces parties et la valeur de chaque coup, \
             d’après la table de solutions si le jeu est résolu. La première ligne du fichier indique les réglages. La commande peut être \
             interrompue ; avec le même fichier et les mêmes options elle reprend.\n\n\
             Exemples :\n  \
             mekong book siam --out livre.jsonl\n  \
             mekong book samliam --games 2000 --nodes 10000 --seed 7 --out livre.jsonl\n  \
             mekong book palam --deals 5 --out livre.jsonl",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::output_file(lang))
        .arg(number(
            "games",
            1..=10_000_000,
            "Number of games (default: 600)",
            "Nombre de parties (par défaut 600)",
        ))
        .arg(number(
            "nodes",
            1..=1_000_000_000,
            "Nodes per move (default: 2000)",
            "Nœuds par coup (par défaut 2000)",
        ))
        .arg(number(
            "value-nodes",
            1..=1_000_000_000,
            "Nodes for the value of a move of the book (default: 50000)",
            "Nœuds pour la valeur d’un coup du livre (par défaut 50000)",
        ))
        .arg(number(
            "plies",
            1..=100,
            "Plies counted per game (default: 12)",
            "Demi-coups comptés par partie (par défaut 12)",
        ))
        .arg(number(
            "min-games",
            1..=1_000_000,
            "Minimum number of games in which a book position occurred (default: 4)",
            "Nombre minimal de parties où une position du livre s’est produite (par défaut 4)",
        ))
        .arg(number(
            "deals",
            1..=1_000_000,
            "Number of deals, in dealt games (default: 20)",
            "Nombre de donnes, pour les jeux à donne (par défaut 20)",
        ))
        .arg(number("seed", 0..=u64::MAX, "Random seed (default: 1)", "Graine aléatoire (par défaut 1)"))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let entry = session::game(matches, context)?;
    let out = matches.get_one::<PathBuf>("out").expect("required");
    check_writable(out)?;
    let deals = matches.get_one::<u64>("deals").copied();
    if deals.is_some() && !entry.info().dealt {
        let dealt = args::dealt_games(lang);
        let why =
            say!(lang, "only for games with a deal: {dealt}", "seulement pour les jeux à donne : {dealt}");
        return Err(Failure::Input(with_subject("--deals", &why, lang)));
    }
    let number = |name: &str| {
        let default = DEFAULTS.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value);
        matches.get_one::<u64>(name).copied().unwrap_or(default)
    };
    let settings = BookSettings {
        game: entry.info().id.to_owned(),
        games: number("games"),
        nodes: number("nodes"),
        value_nodes: number("value-nodes"),
        plies: number("plies") as u32,
        min_games: number("min-games") as u32,
        deals: entry.info().dealt.then(|| deals.unwrap_or(DEFAULT_DEALS)),
        seed: number("seed"),
    };
    let cancel = ctrl_c_token();
    let tablebase = tablebases::load_or_solve_if_possible(entry, Variants::NONE, &cancel, context)?;
    let searcher = Searcher::new(entry, MEGABYTES);
    let job = Job {
        builder: BookBuilder::new(&searcher, tablebase.as_ref(), settings.clone()),
        settings,
        out,
        cancel,
    };
    let Some(positions) = job.run(context)? else { return Ok(ExitCode::from(130)) };
    write_text(out, &Book::write(&job.settings, &positions))?;
    let (path, count) = (display_path(out), positions.len());
    let line = say!(lang, "{path}: {count} positions", "{path} : {count} positions");
    writeln!(io::stdout(), "{line}")?;
    Ok(ExitCode::SUCCESS)
}

/// A line of the progress file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Saved {
    Settings(BookSettings),
    Game(BookGame),
    Position(BookPosition),
}

struct Job<'a> {
    builder: BookBuilder<'a>,
    settings: BookSettings,
    out: &'a Path,
    cancel: CancelToken,
}

impl Job<'_> {
    /// The positions of the book; `None` if the work was interrupted.
    fn run(&self, context: &Context) -> Result<Option<Vec<BookPosition>>, Failure> {
        let mut saved = self.read_progress(context.lang)?;
        let games: Vec<BookGame> = saved.iter().filter_map(Saved::game).collect();
        let left = games.len() as u64..self.settings.games;
        let bar = Bar::new(context.lang.pick("games", "parties"));
        let play = |number| self.builder.play(number, &self.cancel).map(Saved::Game);
        if !self.work(left, self.settings.games as usize, &mut saved, play, &bar)? {
            return Ok(None);
        }
        drop(bar);
        let games: Vec<BookGame> = saved.iter().filter_map(Saved::game).collect();
        let positions = self.builder.collect(&games);
        let finished = saved.iter().filter_map(Saved::position).count();
        let total = positions.len();
        let bar = Bar::new(context.lang.pick("values", "valeurs"));
        let evaluate = |position| self.builder.evaluate(position, &self.cancel).map(Saved::Position);
        let left = positions.into_iter().skip(finished);
        if !self.work(left, total, &mut saved, evaluate, &bar)? {
            return Ok(None);
        }
        Ok(Some(saved.iter().filter_map(Saved::position).collect()))
    }

    /// Runs the remaining steps and saves their results. Returns whether all of them were run.
    fn work<T>(
        &self,
        left: impl Iterator<Item = T>,
        total: usize,
        saved: &mut Vec<Saved>,
        step: impl Fn(T) -> Option<Saved>,
        bar: &Bar,
    ) -> Result<bool, Failure> {
        let (lower, _) = left.size_hint();
        let mut due = saved.len() + MIN_SAVE_INTERVAL;
        for (done, item) in (total.saturating_sub(lower)..).zip(left) {
            bar.progress(done, total);
            let Some(result) = step(item) else {
                self.save(saved)?;
                return Ok(false);
            };
            saved.push(result);
            if saved.len() >= due {
                self.save(saved)?;
                due = saved.len() + MIN_SAVE_INTERVAL.max(saved.len() / SAVES_PER_DOUBLING);
            }
        }
        self.save(saved)?;
        Ok(true)
    }

    fn save(&self, saved: &[Saved]) -> Result<(), Failure> {
        write_text(&progress_path(self.out), &to_lines(saved))
    }

    fn read_progress(&self, lang: Lang) -> Result<Vec<Saved>, Failure> {
        let path = progress_path(self.out);
        let saved: Vec<Saved> = read_lines(&path, lang)?;
        match saved.first() {
            None => Ok(vec![Saved::Settings(self.settings.clone())]),
            Some(Saved::Settings(settings)) if *settings == self.settings => Ok(saved),
            Some(_) => {
                let why = say!(
                    lang,
                    "this file was started with other options",
                    "le fichier a été commencé avec d’autres options",
                );
                Err(Failure::Input(with_subject(&display_path(&path), &why, lang)))
            }
        }
    }
}

impl Saved {
    fn game(&self) -> Option<BookGame> {
        if let Saved::Game(game) = self { Some(game.clone()) } else { None }
    }

    fn position(&self) -> Option<BookPosition> {
        if let Saved::Position(position) = self { Some(position.clone()) } else { None }
    }
}
