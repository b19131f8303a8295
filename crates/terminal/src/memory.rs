//! Whether there is enough memory for a hash table.

use mekong_core::{Lang, say};

use crate::failure::Failure;

/// Megabytes that are never refused.
const ALWAYS_ALLOWED: usize = 512;

/// Refuses more megabytes than are available: the system would kill this process or another one.
pub fn check(megabytes: usize, lang: Lang) -> Result<(), Failure> {
    if megabytes <= ALWAYS_ALLOWED {
        return Ok(());
    }
    let bytes = megabytes.saturating_mul(1 << 20);
    let left = available_megabytes();
    if left.is_none_or(|left| megabytes <= left) && Vec::<u8>::new().try_reserve_exact(bytes).is_ok() {
        return Ok(());
    }
    let left = left
        .filter(|left| *left < megabytes)
        .map(|left| say!(lang, " ({left} MB are available)", " ({left} Mo disponibles)"));
    let left = left.unwrap_or_default();
    Err(Failure::Input(say!(
        lang,
        "not enough memory for {megabytes} MB of hash tables{left}",
        "pas assez de mémoire pour {megabytes} Mo de tables de hachage{left}",
    )))
}

/// The available memory, on systems that report it.
fn available_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes >> 10)
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::check;

    #[test]
    fn sizes_beyond_any_memory_are_rejected() {
        assert!(check(1, Lang::En).is_ok());
        for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
            let text = check(megabytes, Lang::Fr).unwrap_err().message(Lang::Fr).unwrap();
            assert!(text.contains("pas assez de mémoire"), "{text}");
        }
    }
}
