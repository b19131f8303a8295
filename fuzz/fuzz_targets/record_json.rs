#![no_main]

use libfuzzer_sys::fuzz_target;
use mekong_record::{read_json, read_pgn, write_json, write_pgn};

// A record read from JSON round-trips through JSON and PGN.
fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(records) = read_json(text) else { return };
    assert_eq!(read_json(&write_json(&records)).expect("what was written can be read"), records);
    assert_eq!(read_pgn(&write_pgn(&records)).expect("what was written can be read"), records);
});
