//! Test support for games; a dev-dependency only.
//!
//! - [`contract`]: invariants of every position of every game;
//! - [`encoding`]: actions and planes of positions;
//! - [`keys`]: the contract of search keys across variants;
//! - [`narration`]: sentences for every position and move;
//! - [`naive`]: comparison with a naive second implementation;
//! - [`rules`]: texts instead of positions and moves, for the tests of the rule book;
//! - [`perft`]: perft tables from data files;
//! - [`themes`]: themes of puzzles in worked lines;
//! - [`cases`]: the worked cases of the rule pages;
//! - [`diagrams`]: the pictures of the rule pages;
//! - [`fuzz`]: entry points for fuzzers, which the ordinary tests call too;
//! - [`toys`]: toy games with known values.

pub mod cases;
pub mod contract;
pub mod diagrams;
pub mod encoding;
pub mod fuzz;
pub mod keys;
pub mod naive;
pub mod narration;
pub mod perft;
pub mod rules;
pub mod themes;
pub mod toys;

/// The tests that every game runs, for `tests/contract.rs`: the contract along random games of every variant, search keys,
/// and parsers that reject corrupted texts.
#[macro_export]
macro_rules! contract_tests {
    ($game:ty) => {
        #[test]
        fn the_contract_holds_along_random_games_of_every_variant() {
            let plies = $crate::contract::check_random_games::<$game>($crate::soak(40), 300);
            assert!(plies > 100, "only {plies} plies");
        }

        #[test]
        fn search_keys_distinguish_positions() {
            let compared = $crate::keys::check_search_keys::<$game>($crate::soak(12), 150);
            assert!(compared > 20, "only {compared} positions");
        }

        #[test]
        fn corrupted_texts_round_trip_or_are_rejected() {
            let refused = $crate::fuzz::check_corrupted_texts::<$game>($crate::soak(3_000));
            assert!(refused > 1_000, "only {refused} texts were refused");
        }
    };
}

/// The tests of [`Encode`](mekong_core::Encode), for `tests/encode.rs`. `digest` identifies the actions and the
/// planes of some positions: a test fails if they change, which would make trained networks and stored data useless.
#[macro_export]
macro_rules! encoding_tests {
    ($game:ty, digest: $digest:expr) => {
        #[test]
        fn actions_and_possible_moves_correspond() {
            $crate::encoding::check_actions::<$game>();
        }

        #[test]
        fn observations_stay_within_their_bounds_and_follow_the_symmetries() {
            let positions = $crate::encoding::check_games::<$game>($crate::soak(8), 200);
            assert!(positions > 300, "only {positions} positions");
        }

        #[test]
        fn encoding_is_the_same_in_every_version() {
            assert_eq!($crate::encoding::digest::<$game>(), $digest);
        }
    };
}

/// The test of the perft table in `data/perft.txt`, for `tests/perft.rs`: it has at least `counts` counts of at most
/// `max_leaves` leaves.
#[macro_export]
macro_rules! perft_tests {
    ($game:ty, counts: $counts:expr, max_leaves: $max_leaves:expr) => {
        #[test]
        fn leaf_counts_match_the_table() {
            let table = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/perft.txt"));
            let checked = $crate::perft::check::<$game>(table, $max_leaves);
            assert!(checked >= $counts, "only {checked} counts");
        }
    };
}

/// The tests of `tests/naive.rs`: the naive generator `$naive_position` agrees with the game along random games of every
/// variant and with the counts of at most `max_leaves` leaves in `data/perft.txt`.
#[macro_export]
macro_rules! naive_tests {
    ($game:ty, $naive_position:expr, games: $games:expr, max_leaves: $max_leaves:expr) => {
        #[test]
        fn naive_generator_agrees_along_games() {
            let plies = $crate::naive::compare_random_games::<$game>($crate::soak($games), $naive_position);
            assert!(plies > $games, "only {plies} plies");
        }

        #[test]
        fn naive_generator_confirms_the_perft_table() {
            let table = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/perft.txt"));
            let checked = $crate::naive::check_table::<$game>(table, $max_leaves, $naive_position);
            assert!(checked > 0, "no count of at most {} leaves", $max_leaves);
        }
    };
}

/// A number of random games, multiplied by the environment variable `MEKONG_SOAK`, which `make soak` sets.
#[must_use]
pub fn soak(games: u64) -> u64 {
    match std::env::var("MEKONG_SOAK") {
        Ok(factor) => games * factor.parse::<u64>().expect("MEKONG_SOAK is a number"),
        Err(_) => games,
    }
}
