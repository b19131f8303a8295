#![no_main]

use libfuzzer_sys::fuzz_target;
use mekong_catalog::{PositionRequest, SessionSnapshot};

// A line of `mekong show --batch`.
fuzz_target!(|data: &[u8]| {
    let Ok(request) = serde_json::from_slice::<PositionRequest>(data) else { return };
    if let Ok((session, seed)) = request.open(|| 1) {
        serde_json::to_string(&SessionSnapshot::of(&session, seed)).expect("plain data");
    }
});
