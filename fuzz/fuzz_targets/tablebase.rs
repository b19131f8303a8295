#![no_main]

use libfuzzer_sys::fuzz_target;
use mekong_catalog::GAMES;

// Reading a tablebase file of arbitrary bytes never panics, with and without a valid head.
fuzz_target!(|data: &[u8]| {
    let with_head = [&b"MEKONGTB\x01\x00"[..], data].concat();
    for solver in GAMES.iter().filter_map(mekong_players::solver) {
        let _ = solver.read(data);
        let _ = solver.read(&with_head);
    }
});
