//! Verifies the committed puzzles with an independent solver. `make test` checks all of them, apart from what takes longer than
//! the rest together: long Palam endings, and the statements about moves that win later than the solution. `make soak`
//! (`MEKONG_SOAK`) checks everything, forced wins by the rules alone.

use std::{
    collections::{HashMap, HashSet},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use mekong_catalog::{GAMES, Visitor, find, visit_games};
use mekong_core::{CancelToken, Endgame, Evaluate, Game, Narrate, Variants};
use mekong_players::Tablebase;
use mekong_puzzles::{DAILY_POOL, ProofKind, Puzzle, collection, theme_codes, themes};

use crate::verify::{ForcedWin, check_points, check_tablebase};

/// The longest solution, in plies, whose other first moves are searched further than its length.
const MAX_BEYOND_PLIES: u16 = 3;

/// The most pieces on the board with which points are verified.
const MAX_PIECES: usize = 10;

/// The smallest number of practice positions per game.
const MIN_PRACTICE: usize = 100;

/// The smallest share of puzzles that a theme has, in percent.
const MIN_THEME: usize = 5;

/// The largest share of puzzles of one length, in percent.
const MAX_LENGTH: usize = 70;

/// The largest share of puzzles with exactly the same themes, in percent.
const MAX_SAME_THEMES: usize = 45;

fn is_soak() -> bool {
    std::env::var_os("MEKONG_SOAK").is_some()
}

/// Checks puzzles in all threads of the machine.
fn check_all(puzzles: &[&'static Puzzle], check: impl Fn(&'static Puzzle) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(puzzle);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}

#[test]
fn collections_are_complete_and_well_formed() {
    for entry in GAMES.iter().filter(|entry| !themes(entry).is_empty()) {
        let id = entry.info().id;
        let collection = collection(id);
        assert!(collection.puzzles.len() >= DAILY_POOL, "{id} has {} puzzles", collection.puzzles.len());
        let ids: HashSet<&str> = collection.puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
        assert_eq!(ids.len(), collection.puzzles.len(), "{id}: an id occurs twice");
        let known: HashSet<&str> = themes(entry).iter().map(|theme| theme.code).collect();
        for puzzle in &collection.puzzles {
            assert_eq!(puzzle.game, id);
            assert_eq!(puzzle.themes, theme_codes(puzzle), "{}", puzzle.id);
            assert!(puzzle.themes.iter().all(|theme| known.contains(theme.as_str())), "{}", puzzle.id);
        }
        for theme in known {
            let has_theme = |puzzle: &&Puzzle| puzzle.themes.iter().any(|found| found == theme);
            let count = collection.puzzles.iter().filter(has_theme).count();
            assert!(100 * count >= MIN_THEME * ids.len(), "{id}: {count} puzzles with {theme}");
        }
        let mut lengths: HashMap<u32, usize> = HashMap::new();
        let mut same_themes: HashMap<&[String], usize> = HashMap::new();
        for puzzle in &collection.puzzles {
            *lengths.entry(puzzle.moves).or_default() += 1;
            *same_themes.entry(&puzzle.themes).or_default() += 1;
        }
        assert!(
            same_themes.values().all(|count| 100 * count <= MAX_SAME_THEMES * ids.len()),
            "{same_themes:?}"
        );
        assert!(lengths.values().all(|count| 100 * count <= MAX_LENGTH * ids.len()), "{id}: {lengths:?}");
        assert!(
            collection.practice.len() >= MIN_PRACTICE,
            "{id} has {} practice positions",
            collection.practice.len()
        );
        for practice in &collection.practice {
            let session = practice.open().unwrap_or_else(|error| panic!("{}: {error}", practice.id));
            assert_eq!(mekong_puzzles::position_id(&session), practice.id);
        }
    }
}

/// Invalid lines are skipped when a collection is loaded.
#[test]
fn every_line_is_read() {
    for entry in GAMES.iter().filter(|entry| !themes(entry).is_empty()) {
        let id = entry.info().id;
        for (name, count) in
            [("puzzles", collection(id).puzzles.len()), ("practice", collection(id).practice.len())]
        {
            let path = format!("{}/../games/{id}/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert_eq!(text.lines().count(), count, "{path}");
        }
    }
}

struct Searched(usize);

impl Visitor for Searched {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
        let puzzles = collection(G::INFO.id).puzzles.iter();
        let searched: Vec<&Puzzle> = puzzles.filter(|puzzle| puzzle.proof == ProofKind::Search).collect();
        check_all(&searched, |puzzle| {
            let beyond = is_soak() || puzzle.goal.within <= Some(MAX_BEYOND_PLIES);
            ForcedWin::<G::Position>::check(puzzle, beyond, is_soak());
        });
        self.0 += searched.len();
    }
}

#[test]
fn forced_wins_are_unique_by_a_plain_search() {
    let mut checked = Searched(0);
    visit_games(&mut checked);
    assert!(checked.0 >= 2 * DAILY_POOL, "{} puzzles", checked.0);
}

#[test]
fn puzzles_of_solved_games_agree_with_the_table() {
    let entry = find("saigon").unwrap();
    let solver = mekong_players::solver(entry).unwrap();
    let tablebase: Tablebase = solver.solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap();
    let puzzles = &collection("saigon").puzzles;
    for puzzle in puzzles {
        assert_eq!(puzzle.proof, ProofKind::Tablebase);
        check_tablebase(puzzle, &tablebase);
    }
}

struct Scored(usize);

impl Visitor for Scored {
    fn game<G: Game>(&mut self)
    where
        G::Position: Evaluate + Narrate,
    {
    }

    fn endgame<G: Game>(&mut self)
    where
        G::Position: Evaluate + Endgame,
    {
        let puzzles = collection(G::INFO.id).puzzles.iter();
        let few = |puzzle: &&Puzzle| is_soak() || pieces(&puzzle.position) <= MAX_PIECES;
        let scored: Vec<&Puzzle> = puzzles.filter(few).collect();
        check_all(&scored, |puzzle| {
            assert_eq!(puzzle.proof, ProofKind::Exact);
            check_points::<G::Position>(puzzle);
        });
        self.0 += scored.len();
    }
}

/// The number of pieces on the board of a Palam text.
fn pieces(position: &str) -> usize {
    let rows = position.split(' ').next().unwrap_or_default();
    rows.split(['/', ',']).filter(|cell| *cell != "-").count()
}

#[test]
fn points_are_exact_by_searching_to_the_end() {
    let mut checked = Scored(0);
    visit_games(&mut checked);
    assert!(checked.0 >= DAILY_POOL / 2, "{} puzzles", checked.0);
}
