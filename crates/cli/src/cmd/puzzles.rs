//! Generates puzzles and practice positions from self-play.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use mekong_catalog::Entry;
use mekong_core::{CancelToken, Lang, Variants, say, with_subject};
use mekong_players::{Searcher, Tablebase, has_endgame};
use mekong_puzzles::{Practice, ProofLimits, Prover, Puzzle, PuzzleGenerator, Quotas};
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    files::{check_writable, display_path, progress_path, write_text},
    json_lines::{read_lines, to_lines},
    progress::{Bar, ctrl_c_token},
    session, tablebases,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The default number of puzzles.
const DEFAULT_COUNT: u64 = 400;

/// The memory for exact endgames, in megabytes.
const MEGABYTES: usize = 64;

/// The limits of a proof: about a second. The endgame solver gets less, so that endings are short enough for people.
const LIMITS: ProofLimits = ProofLimits { max_moves: 4, nodes: 1_500_000, extra_plies: 2 };
const ENDGAME_LIMITS: ProofLimits = ProofLimits { nodes: 250_000, ..LIMITS };

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("puzzles")
        .about(lang.pick(
            "Generate certified puzzles from engine self-play",
            "Générer des problèmes certifiés à partir de parties de l’ordinateur",
        ))
        .after_help(lang.pick(
            "Every puzzle is certified: at each turn exactly one move, or a stated set of equivalent ones, keeps the \
             result, with a proof (tablebase, exact endgame or exhaustive search). The file has one JSON object per line. The \
             command can be interrupted; with the same file and seed it continues.\n\n\
             Examples:\n  \
             mekong puzzles siam --out siam.jsonl\n  \
             mekong puzzles saigon --count 50 --seed 7 --out saigon.jsonl\n  \
             mekong puzzles palam --practice --out endings.jsonl",
            "Chaque problème est certifié : à chaque tour un seul coup, ou un ensemble déclaré de coups équivalents, garde \
             le résultat, preuve à l’appui (table de solutions, finale exacte ou recherche exhaustive). Le fichier contient un objet JSON par \
             ligne. La commande peut être interrompue ; avec le même fichier et la même graine elle reprend.\n\n\
             Exemples :\n  \
             mekong puzzles siam --out siam.jsonl\n  \
             mekong puzzles saigon --count 50 --seed 7 --out saigon.jsonl\n  \
             mekong puzzles palam --practice --out finales.jsonl",
        ))
        .arg(args::game(lang).required(true))
        .arg(args::output_file(lang))
        .arg(args::number_option("count", 1..=100_000, lang).help(lang.pick(
            "Number of puzzles in the file (default: 400)",
            "Nombre de problèmes dans le fichier (par défaut 400)",
        )))
        .arg(
            args::number_option("seed", 0..=u64::MAX, lang)
                .help(lang.pick("Random seed (default: 1)", "Graine aléatoire (par défaut 1)")),
        )
        .arg(
            args::number_option("games", 1..=1_000_000_000, lang)
                .help(lang.pick("Maximum number of games", "Nombre maximal de parties")),
        )
        .arg(Arg::new("practice").long("practice").action(ArgAction::SetTrue).help(lang.pick(
            "Generate practice positions instead of puzzles",
            "Générer des positions d’entraînement au lieu de problèmes",
        )))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let entry = session::game(matches, context)?;
    let job = Job {
        entry,
        out: matches.get_one::<PathBuf>("out").expect("required"),
        count: args::count(matches, "count").unwrap_or(DEFAULT_COUNT as usize),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(1),
        max_games: matches.get_one::<u64>("games").copied().unwrap_or(u64::MAX),
        cancel: ctrl_c_token(),
    };
    let tablebase = tablebases::load_or_solve_if_possible(entry, Variants::NONE, &job.cancel, context)?;
    let is_practice = matches.get_flag("practice");
    let count = if is_practice {
        job.run::<Practice>(tablebase.as_ref(), context)?
    } else {
        job.run::<Puzzle>(tablebase.as_ref(), context)?
    };
    let path = display_path(job.out);
    let line = say!(lang, "{path}: {count} positions", "{path} : {count} positions");
    writeln!(io::stdout(), "{line}")?;
    Ok(if job.cancel.is_cancelled() { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// The options of a run.
struct Job<'a> {
    entry: &'static Entry,
    out: &'a Path,
    count: usize,
    seed: u64,
    max_games: u64,
    cancel: CancelToken,
}

/// The progress file: how much of the work for an output file is done.
#[derive(Serialize, Deserialize)]
struct Progress {
    game: String,
    seed: u64,
    /// The number of finished steps: first the positions of the tablebase, then one step per game.
    steps: u64,
}

/// An item of a collection, found in games of the computer.
trait CollectionItem: Serialize + DeserializeOwned {
    /// Excludes what is known already.
    fn exclude(generator: &mut PuzzleGenerator<'_>, known: &[Self]);

    /// What the tablebase adds.
    fn of_table(generator: &mut PuzzleGenerator<'_>, cancel: &CancelToken) -> Vec<Self>;

    /// What a game adds.
    fn of_game(generator: &mut PuzzleGenerator<'_>, number: u64, cancel: &CancelToken) -> Vec<Self>;
}

impl CollectionItem for Puzzle {
    fn exclude(generator: &mut PuzzleGenerator<'_>, known: &[Puzzle]) {
        generator.exclude_puzzles(known);
    }

    fn of_table(generator: &mut PuzzleGenerator<'_>, cancel: &CancelToken) -> Vec<Puzzle> {
        generator.puzzles_of_tablebase(cancel)
    }

    fn of_game(generator: &mut PuzzleGenerator<'_>, number: u64, cancel: &CancelToken) -> Vec<Puzzle> {
        generator.puzzles_of_game(number, cancel)
    }
}

impl CollectionItem for Practice {
    fn exclude(generator: &mut PuzzleGenerator<'_>, known: &[Practice]) {
        generator.exclude_practice(known);
    }

    fn of_table(generator: &mut PuzzleGenerator<'_>, cancel: &CancelToken) -> Vec<Practice> {
        generator.practice_of_tablebase(cancel)
    }

    fn of_game(generator: &mut PuzzleGenerator<'_>, number: u64, cancel: &CancelToken) -> Vec<Practice> {
        generator.practice_of_game(number, cancel)
    }
}

impl Job<'_> {
    /// Plays games until there are enough positions, and returns their number.
    fn run<T: CollectionItem>(
        &self,
        tablebase: Option<&Tablebase>,
        context: &Context,
    ) -> Result<usize, Failure> {
        check_writable(self.out)?;
        let mut known: Vec<T> = read_lines(self.out, context.lang)?;
        let mut progress = self.read_progress(context.lang)?;
        let searcher = Searcher::new(self.entry, MEGABYTES);
        let prover = Prover::new(&searcher).with_tablebase(tablebase);
        let limits = if has_endgame(self.entry) { ENDGAME_LIMITS } else { LIMITS };
        let mut generator = PuzzleGenerator::new(prover, self.seed, limits, Quotas::new(self.count));
        T::exclude(&mut generator, &known);
        let bar = Bar::new(context.lang.pick("puzzles", "problèmes"));
        while known.len() < self.count && progress.steps <= self.max_games && !self.cancel.is_cancelled() {
            bar.progress(known.len(), self.count);
            let found = match progress.steps {
                0 => T::of_table(&mut generator, &self.cancel),
                step => T::of_game(&mut generator, step - 1, &self.cancel),
            };
            // An interrupted step is repeated next time.
            if self.cancel.is_cancelled() {
                break;
            }
            progress.steps += 1;
            if !found.is_empty() {
                known.extend(found);
                known.truncate(self.count);
                write_text(self.out, &to_lines(&known))?;
            }
            write_text(&progress_path(self.out), &to_lines(std::slice::from_ref(&progress)))?;
        }
        Ok(known.len())
    }

    fn read_progress(&self, lang: Lang) -> Result<Progress, Failure> {
        let path = progress_path(self.out);
        let game = self.entry.info().id;
        let Some(progress) = read_lines::<Progress>(&path, lang)?.pop() else {
            return Ok(Progress { game: game.to_owned(), seed: self.seed, steps: 0 });
        };
        if progress.game != game || progress.seed != self.seed {
            let Progress { game, seed, .. } = progress;
            let why = say!(
                lang,
                "this file was started with {game} --seed {seed}",
                "le fichier a été commencé avec {game} --seed {seed}",
            );
            return Err(Failure::Input(with_subject(&display_path(&path), &why, lang)));
        }
        Ok(progress)
    }
}
