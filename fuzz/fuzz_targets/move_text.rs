#![no_main]

use libfuzzer_sys::fuzz_target;
use mekong_testkit::bytes;

fuzz_target!(|data: &[u8]| {
    bytes::move_text::<mekong_siam::Siam>(data);
    bytes::move_text::<mekong_samliam::SamLiam>(data);
    bytes::move_text::<mekong_saigon::Saigon>(data);
    bytes::move_text::<mekong_palam::Palam>(data);
});
