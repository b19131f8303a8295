//! Verifies the committed puzzles. `make test` checks a sample that differs from day to day only by the seed in the
//! source; `make soak` (`MEKONG_SOAK`) checks all of them and everything they state.

use std::collections::HashSet;

use mekong_catalog::{GAMES, Visitor, find, visit_games};
use mekong_core::{CancelToken, Endgame, Evaluate, Game, Narrate, SplitMix64, Variants};
use mekong_players::Tablebase;
use mekong_puzzles::{DAILY_POOL, ProofKind, Puzzle, collection, theme_codes, themes};

use crate::verify::{ForcedWin, check_points, check_table};

/// The number of puzzles per game that `make test` verifies by a plain search.
const SAMPLE: usize = 12;

/// The longest forced win that the sample contains, in plies.
const MAX_SAMPLE_PLIES: u16 = 5;

/// The number of pieces per player up to which points are verified by trying everything.
const MAX_SAMPLE_DUELS: usize = 4;

fn is_soak() -> bool {
    std::env::var_os("MEKONG_SOAK").is_some()
}

/// A seeded sample of puzzles.
fn sample(puzzles: Vec<&'static Puzzle>) -> Vec<&'static Puzzle> {
    let mut puzzles = puzzles;
    if !is_soak() {
        SplitMix64::new(14).shuffle(&mut puzzles);
        puzzles.truncate(SAMPLE);
    }
    puzzles
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
        let mut used = HashSet::new();
        for puzzle in &collection.puzzles {
            assert_eq!(puzzle.game, id);
            assert_eq!(puzzle.themes, theme_codes(puzzle), "{}", puzzle.id);
            used.extend(puzzle.themes.iter().map(String::as_str));
        }
        assert_eq!(used, known, "{id}: every theme occurs, and no other");
        assert!(collection.practice.len() >= 50, "{id} has {} practice positions", collection.practice.len());
        for practice in &collection.practice {
            let session = practice.open().unwrap_or_else(|error| panic!("{}: {error}", practice.id));
            assert_eq!(mekong_puzzles::position_id(&session), practice.id);
        }
    }
}

/// Lines that cannot be read are left out when a collection is loaded.
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
        let puzzles =
            collection(G::INFO.id).puzzles.iter().filter(|puzzle| puzzle.proof == ProofKind::Search);
        let short = |puzzle: &&Puzzle| is_soak() || puzzle.goal.within <= Some(MAX_SAMPLE_PLIES);
        for puzzle in sample(puzzles.filter(short).collect()) {
            let beyond = is_soak() || puzzle.goal.within <= Some(3);
            ForcedWin::<G::Position>::check(puzzle, beyond);
            self.0 += 1;
        }
    }
}

#[test]
fn forced_wins_are_unique_by_a_plain_search() {
    let mut checked = Searched(0);
    visit_games(&mut checked);
    assert!(checked.0 >= 2 * SAMPLE, "{} puzzles", checked.0);
}

#[test]
fn puzzles_of_solved_games_agree_with_the_table() {
    let entry = find("saigon").unwrap();
    let solver = mekong_players::solver(entry).unwrap();
    let table: Tablebase = solver.solve(Variants::NONE, 2, &CancelToken::new(), &|_, _| {}).unwrap();
    let puzzles = &collection("saigon").puzzles;
    for puzzle in puzzles {
        assert_eq!(puzzle.proof, ProofKind::Table);
        check_table(puzzle, &table);
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
        let few = |puzzle: &&Puzzle| is_soak() || pieces(&puzzle.position) <= 2 * MAX_SAMPLE_DUELS;
        for puzzle in sample(puzzles.filter(few).collect()) {
            assert_eq!(puzzle.proof, ProofKind::Exact);
            check_points::<G::Position>(puzzle);
            self.0 += 1;
        }
    }
}

/// The number of pieces on the board of a Palam text.
fn pieces(position: &str) -> usize {
    let rows = position.split(' ').next().unwrap_or_default();
    rows.split(['/', ',']).filter(|cell| *cell != "-").count()
}

#[test]
fn points_are_exact_by_trying_everything() {
    let mut checked = Scored(0);
    visit_games(&mut checked);
    assert!(checked.0 >= SAMPLE, "{} puzzles", checked.0);
}
