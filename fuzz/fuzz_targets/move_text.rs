#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| mekong_fuzz::GAMES.iter().for_each(|game| (game.move_text)(data)));
