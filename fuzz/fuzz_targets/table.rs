#![no_main]

use libfuzzer_sys::fuzz_target;

// Reading a tablebase file of arbitrary bytes never panics.
fuzz_target!(|data: &[u8]| {
    let saigon = mekong_catalog::find("saigon").expect("a game of ours");
    if let Some(solver) = mekong_players::solver(saigon) {
        let _ = solver.read(data);
    }
    let mut with_head = b"MEKONGTB\x01\x00".to_vec();
    with_head.extend(data);
    if let Some(solver) = mekong_players::solver(saigon) {
        let _ = solver.read(&with_head);
    }
});
