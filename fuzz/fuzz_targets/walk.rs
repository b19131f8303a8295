#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((game, rest)) = mekong_fuzz::choose_game(data) {
        (game.walk)(rest);
    }
});
