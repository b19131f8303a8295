#![no_main]

use libfuzzer_sys::fuzz_target;
use mekong_catalog::{Request, Snapshot};

// A line of `mekong show --batch`.
fuzz_target!(|data: &[u8]| {
    let Ok(request) = serde_json::from_slice::<Request>(data) else { return };
    if let Ok((session, seed)) = request.open(|| 1) {
        serde_json::to_string(&Snapshot::of(&session, seed)).expect("plain data");
    }
});
