//! Late move reductions and late move pruning.

use std::sync::LazyLock;

/// Reductions in plies, by depth and position in the move list, both capped at 63.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let plies = |depth: usize, index: usize| (depth as f64).ln() * (index as f64).ln() / 2.2;
    std::array::from_fn(|depth| {
        std::array::from_fn(|index| if depth < 2 || index < 4 { 0 } else { plies(depth, index) as u8 })
    })
});

/// The reduction of a late move, in plies.
pub(crate) fn reduction(depth: i32, index: usize, is_pv: bool) -> i32 {
    let plies = i32::from(REDUCTIONS[depth.clamp(0, 63) as usize][index.min(63)]);
    (plies - i32::from(is_pv)).clamp(0, (depth - 1).max(0))
}

/// How many moves are searched at this remaining depth before late move pruning.
pub(crate) const fn move_count_limit(depth: i32) -> usize {
    if depth <= 4 { (8 + depth * depth) as usize } else { usize::MAX }
}
