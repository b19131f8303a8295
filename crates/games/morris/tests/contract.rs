//! The contract tests shared by all games.

mekong_testkit::contract_tests!(mekong_morris::Morris);
