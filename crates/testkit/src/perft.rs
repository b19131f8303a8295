//! Perft tables: data files with one position per line and their source in comments.
//!
//! ```text
//! # Where the numbers come from.
//! 5/5/1ooo1/5/5 E 0 - ; opening,chain ; 56 3136
//! ```
//!
//! Position, variants (`-` for none) and the leaf counts at depth 1, 2, 3 …

use mekong_core::{Game, Notation as _, Variants, perft};

/// Checks a table up to `max_leaves` leaves per line. Returns the number of counts checked.
#[must_use = "assert that the count is not zero"]
pub fn check<G: Game>(table: &str, max_leaves: u64) -> usize {
    check_with::<G>(table, max_leaves, |text, variants, depth| {
        let position =
            G::Position::parse_position(text, variants).unwrap_or_else(|error| panic!("{text}: {error}"));
        perft(&position, depth)
    })
}

/// Compares a table with the counts of `count(position text, variants, depth)`, as [`check`] does.
pub(crate) fn check_with<G: Game>(
    table: &str,
    max_leaves: u64,
    count: impl Fn(&str, Variants, u32) -> u64,
) -> usize {
    let mut checked = 0;
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [position, variants, counts] = fields[..] else {
            panic!("a line has three fields: {line}");
        };
        let names = variants.split(',').filter(|name| *name != "-");
        let variants = G::INFO.parse_variants(names).unwrap_or_else(|error| panic!("{line}: {error}"));
        for (depth, expected) in (1..).zip(counts.split_whitespace()) {
            let expected: u64 = expected.parse().unwrap_or_else(|_| panic!("not a count: {line}"));
            if expected > max_leaves {
                break;
            }
            assert_eq!(count(position, variants, depth), expected, "depth {depth} of {line}");
            checked += 1;
        }
    }
    checked
}
