//! The perft table.

mekong_testkit::perft_tests!(mekong_morris::Morris, counts: 50, max_leaves: 3_000_000);
