#![no_main]

use libfuzzer_sys::fuzz_target;
use mekong_record::{Games, read_pgn, read_pgn_bytes, write_pgn};

// A record read from PGN round-trips, and replaying it never panics.
fuzz_target!(|data: &[u8]| {
    if let Ok(records) = read_pgn_bytes(data) {
        let text = write_pgn(&records);
        assert_eq!(read_pgn(&text).expect("what was written can be read"), records);
        for record in &records {
            let _ = mekong_catalog::replay(record);
        }
    }
    if let Ok(text) = std::str::from_utf8(data) {
        Games::new(text).for_each(drop);
    }
});
