//! Perft tables: data files with a position a line and their source in comments.
//!
//! ```text
//! # Where the numbers come from.
//! 5/5/1ooo1/5/5 E 0 - ; opening,chain ; 56 3136
//! ```
//!
//! Position, variants (`-` for none) and the leaf counts at depth 1, 2, 3 …

use mekong_core::{Game, Notation as _, perft};

/// Checks a table up to `max_leaves` leaves a line, so that slow lines are cut short and not left out. Returns how
/// many counts were checked.
///
/// # Panics
/// At a malformed line or a wrong count.
#[must_use = "a table of nothing checks nothing"]
pub fn check<G: Game>(table: &str, max_leaves: u64) -> usize {
    let mut checked = 0;
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [position, variants, counts] = fields[..] else {
            panic!("a line has three fields: {line}");
        };
        let names = variants.split(',').filter(|name| *name != "-");
        let variants = G::INFO.parse_variants(names).unwrap_or_else(|error| panic!("{line}: {error}"));
        let position =
            G::Position::parse_position(position, variants).unwrap_or_else(|error| panic!("{line}: {error}"));
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().unwrap_or_else(|_| panic!("not a count: {line}"));
            if count > max_leaves {
                break;
            }
            assert_eq!(perft(&position, depth), count, "depth {depth} of {line}");
            checked += 1;
        }
    }
    checked
}
