#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mekong_testkit::{bytes, contract::Contract};

static SIAM: LazyLock<Contract<mekong_siam::Siam>> = LazyLock::new(Contract::new);
static SAMLIAM: LazyLock<Contract<mekong_samliam::SamLiam>> = LazyLock::new(Contract::new);
static SAIGON: LazyLock<Contract<mekong_saigon::Saigon>> = LazyLock::new(Contract::new);
static PALAM: LazyLock<Contract<mekong_palam::Palam>> = LazyLock::new(Contract::new);

// The first byte chooses the game.
fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = data.split_first() else { return };
    match game % 4 {
        0 => bytes::walk(&SIAM, rest),
        1 => bytes::walk(&SAMLIAM, rest),
        2 => bytes::walk(&SAIGON, rest),
        _ => bytes::walk(&PALAM, rest),
    }
});
