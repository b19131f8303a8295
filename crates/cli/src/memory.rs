//! Whether there is as much memory as a person asks for.

use mekong_core::{Lang, say};

use crate::failure::Failure;

/// So many megabytes are always tried for: every machine of today has them, if only by moving something else away.
const FEW: usize = 512;

/// Refuses more megabytes than there are: taking them would end this program, or another one.
pub(crate) fn check(megabytes: usize, lang: Lang) -> Result<(), Failure> {
    if megabytes <= FEW {
        return Ok(());
    }
    let bytes = megabytes.saturating_mul(1 << 20);
    let left = megabytes_left();
    if left.is_none_or(|left| megabytes <= left) && Vec::<u8>::new().try_reserve_exact(bytes).is_ok() {
        return Ok(());
    }
    let left = left
        .filter(|left| *left < megabytes)
        .map(|left| say!(lang, " ({left} megabytes are left)", " (il reste {left} mégaoctets)"));
    let left = left.unwrap_or_default();
    Err(Failure::Input(say!(
        lang,
        "there are no {megabytes} megabytes of memory for the search{left}: ask for less",
        "il n'y a pas {megabytes} mégaoctets de mémoire pour la recherche{left} : demandez-en moins",
    )))
}

/// The memory that programs can still take, where the system tells.
fn megabytes_left() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes >> 10)
}

#[cfg(test)]
mod tests {
    use mekong_core::Lang;

    use super::check;

    #[test]
    fn what_nobody_has_is_refused() {
        assert!(check(1, Lang::En).is_ok());
        for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
            let said = check(megabytes, Lang::Fr).unwrap_err().sentence(Lang::Fr).unwrap();
            assert!(said.contains("mégaoctets de mémoire"), "{said}");
        }
    }
}
