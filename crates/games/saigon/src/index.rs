//! A number for every unfinished position, for solving the game.
//!
//! Colours are seen from the player to move: a 1 is a pallet of theirs. A tier is the pair of pallet counts (mine,
//! theirs). Within a tier a position is the heights of its stacks and the word of its colours, all stacks
//! written one after another from slot 1 to slot 4, each from bottom to top:
//!
//! ```text
//!    index = rank of the heights × C(n, mine) + rank of the word among words with as many ones
//! ```
//!
//! A rail and its mirror image share an index: of the two orders of unlike heights only one is ranked. (Heights that
//! read the same from both sides keep all their words; that is less than 4 % too many.) Heights without a gap come
//! first, because a table file keeps only those.

use std::sync::LazyLock;

use mekong_core::{Exit, Indexed, Place, Player, Position as _, Tier, Value, Variants};

use crate::{
    board::{Direction, Rail, Slot, Stack},
    moves::Move,
    position::{GOAL, PALLETS, Position},
};

/// The fewest pallets of a colour on the rail while the game goes on.
const FEWEST: usize = (PALLETS - GOAL) as usize + 1;
const MOST: usize = PALLETS as usize;
/// Heights of stacks are 0 to 14.
const HEIGHTS: usize = Stack::MAX as usize + 1;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// Everything that ranking and unranking look up.
struct Tables {
    /// For every 16-bit word its rank among the words with as many ones, in the order of numbers.
    word_rank: Vec<u16>,
    /// For every number of ones its words in order; the words of `n` bits are the first C(n, ones).
    words: Vec<Vec<u16>>,
    /// `[n]`: the ranked heights of `n` pallets; those without a gap are the first `without_gap[n]`.
    heights: Vec<Vec<[u8; 4]>>,
    without_gap: Vec<usize>,
    /// `[(n * 15 + h1) * 15 + h2) * 15 + h3]`: the rank of heights, and whether they must be reversed first.
    height_rank: Vec<u16>,
    /// The tier of `mine * 9 + theirs`, and the two counts of every tier.
    tier_of: Vec<usize>,
    counts: Vec<[usize; 2]>,
}

const REVERSE: u16 = 1 << 15;

impl Tables {
    fn new() -> Tables {
        let mut words = vec![Vec::new(); 17];
        let mut word_rank = Vec::with_capacity(1 << 16);
        for word in 0..=u16::MAX {
            let same: &mut Vec<u16> = &mut words[word.count_ones() as usize];
            word_rank.push(same.len() as u16);
            same.push(word);
        }
        let mut tables = Tables {
            word_rank,
            words,
            heights: vec![Vec::new(); 2 * MOST + 1],
            without_gap: vec![0; 2 * MOST + 1],
            height_rank: vec![u16::MAX; (2 * MOST + 1) * HEIGHTS.pow(3)],
            tier_of: vec![usize::MAX; (MOST + 1).pow(2)],
            counts: Vec::new(),
        };
        for pallets in 2 * FEWEST..=2 * MOST {
            tables.rank_heights(pallets);
            for mine in (FEWEST..=MOST).rev().filter(|mine| 2 * mine >= pallets) {
                let Some(theirs) = pallets.checked_sub(mine).filter(|n| (FEWEST..=MOST).contains(n)) else {
                    continue;
                };
                tables.add_tier(mine, theirs);
                if mine != theirs {
                    tables.add_tier(theirs, mine);
                }
            }
        }
        tables
    }

    fn rank_heights(&mut self, pallets: usize) {
        let end = |least: u8| least..HEIGHTS as u8;
        for gap in [false, true] {
            for (a, b, c) in end(0).flat_map(|a| end(1).flat_map(move |b| end(1).map(move |c| (a, b, c)))) {
                let Some(d) = pallets.checked_sub(usize::from(a) + usize::from(b) + usize::from(c)) else {
                    continue;
                };
                let heights = [a, b, c, d as u8];
                let gaps = heights.iter().filter(|&&height| height == 0).count();
                let reversed = [d as u8, c, b, a];
                if d >= HEIGHTS || gaps != usize::from(gap) || heights > reversed {
                    continue;
                }
                let rank = self.heights[pallets].len() as u16;
                self.heights[pallets].push(heights);
                let (place, mirror) = (height_index(pallets, heights), height_index(pallets, reversed));
                self.height_rank[mirror] = rank | REVERSE;
                self.height_rank[place] = rank;
            }
            if !gap {
                self.without_gap[pallets] = self.heights[pallets].len();
            }
        }
    }

    fn add_tier(&mut self, mine: usize, theirs: usize) {
        self.tier_of[mine * (MOST + 1) + theirs] = self.counts.len();
        self.counts.push([mine, theirs]);
    }
}

#[inline]
fn height_index(pallets: usize, [a, b, c, _]: [u8; 4]) -> usize {
    ((pallets * HEIGHTS + usize::from(a)) * HEIGHTS + usize::from(b)) * HEIGHTS + usize::from(c)
}

#[inline]
fn heights(rail: Rail) -> [u8; 4] {
    Slot::ALL.map(|slot| rail.stack(slot).height() as u8)
}

/// Words of `n` bits with `ones` ones.
fn word_count(n: usize, ones: usize) -> usize {
    (1..=ones).fold(1, |count, i| count * (n + 1 - i) / i)
}

/// A rail seen from the player to move, whose pallets are the ones, with the counts of both.
#[derive(Clone, Copy)]
struct View {
    rail: Rail,
    mine: usize,
    theirs: usize,
}

impl View {
    #[inline]
    fn of(position: &Position) -> View {
        let [light, dark] = position.on_rail.map(usize::from);
        match position.turn {
            Player::P1 => View { rail: position.rail.recoloured(), mine: light, theirs: dark },
            Player::P2 => View { rail: position.rail, mine: dark, theirs: light },
        }
    }

    /// The same rail seen by the other player.
    #[inline]
    fn turned(self) -> View {
        View { rail: self.rail.recoloured(), mine: self.theirs, theirs: self.mine }
    }

    #[inline]
    fn place(self) -> Place {
        let tables = &*TABLES;
        let pallets = self.mine + self.theirs;
        let tier = tables.tier_of[self.mine * (MOST + 1) + self.theirs];
        let mut heights = heights(self.rail);
        let mut rank = tables.height_rank[height_index(pallets, heights)];
        let mut rail = self.rail;
        if rank & REVERSE != 0 {
            rank ^= REVERSE;
            rail = rail.reversed();
            heights.reverse();
        }
        let word = Slot::ALL.iter().zip(heights).fold(0_u32, |word, (&slot, height)| {
            let bits = u32::from(rail.stack(slot).bits());
            word << height | bits & ((1 << height) - 1)
        });
        let words = WORD_COUNTS[pallets][self.mine];
        Place {
            tier,
            index: usize::from(rank) * words as usize + usize::from(tables.word_rank[word as usize]),
        }
    }

    #[inline]
    fn mirrored(self) -> View {
        View { rail: self.rail.reversed(), ..self }
    }

    /// Whether the heights read the same from both sides.
    #[inline]
    fn is_even(self) -> bool {
        let [a, b, c, d] = heights(self.rail);
        a == d && b == c
    }

    /// Whether these heights, and not their mirror image, are the ranked ones.
    #[inline]
    fn is_ranked(self) -> bool {
        let rank = TABLES.height_rank[height_index(self.mine + self.theirs, heights(self.rail))];
        rank & REVERSE == 0
    }
}

/// `[n][ones]`: [`word_count`], ready made.
static WORD_COUNTS: LazyLock<[[u32; MOST + 1]; 2 * MOST + 1]> = LazyLock::new(|| {
    std::array::from_fn(|n| {
        std::array::from_fn(|ones| if ones <= n { word_count(n, ones) as u32 } else { 0 })
    })
});

impl Indexed for Position {
    fn tiers() -> Vec<Tier> {
        let tables = &*TABLES;
        let mut tiers: Vec<Tier> = Vec::new();
        let mut last = [0; 2];
        for &[mine, theirs] in &tables.counts {
            let group = match tiers.last() {
                Some(tier) if last == [theirs, mine] => tier.group,
                Some(tier) => tier.group + 1,
                None => 0,
            };
            let words = word_count(mine + theirs, mine);
            tiers.push(Tier {
                group,
                size: tables.heights[mine + theirs].len() * words,
                kept: tables.without_gap[mine + theirs] * words,
                label: format!("{mine}-{theirs}"),
            });
            last = [mine, theirs];
        }
        tiers
    }

    fn place(&self) -> Place {
        View::of(self).place()
    }

    fn at(place: Place, variants: Variants) -> Position {
        let tables = &*TABLES;
        let [mine, theirs] = tables.counts[place.tier];
        let pallets = mine + theirs;
        let words = WORD_COUNTS[pallets][mine] as usize;
        let heights = tables.heights[pallets][place.index / words];
        let mut word = u32::from(tables.words[mine][place.index % words]);
        let mut stacks = [Stack::EMPTY; 4];
        for (stack, height) in stacks.iter_mut().zip(heights).rev() {
            *stack = Stack::from_word(word, height);
            word >>= height;
        }
        Position { rail: Rail::new(stacks), on_rail: [theirs as u8, mine as u8], turn: Player::P2, variants }
    }

    #[inline]
    fn exits(&self, mut visit: impl FnMut(Exit)) {
        if self.gap().is_some() {
            return;
        }
        for direction in Direction::BOTH {
            let mut next = *self;
            next.play_unchecked(Move::Push { direction });
            visit(match next.outcome() {
                Some(outcome) => Exit::Over(Value::of_outcome(outcome, next.turn)),
                None => Exit::To(next.place()),
            });
        }
    }

    #[inline]
    fn inner_moves(&self) -> u32 {
        let pushes = if self.gap().is_some() { 0 } else { 2 };
        self.count_moves() as u32 - pushes
    }

    /// Moves backwards: a block whose ends are the other player's goes from the top of a stack back onto another,
    /// and may leave a gap at the end that it had filled; or the other player has passed.
    #[inline]
    fn inner_predecessors(&self, mut visit: impl FnMut(Place)) {
        let view = View::of(self);
        let shared = !view.is_even();
        // A place whose heights are uneven stands for a rail and its mirror image; one whose heights are even
        // for one rail. Every move between the two rails of this place and those of the other is visited once.
        let mut visit_view = |before: View| match (shared, before.is_even()) {
            (true, true) => {
                visit(before.place());
                visit(before.mirrored().place());
            }
            (false, false) if !before.is_ranked() => {}
            _ => visit(before.place()),
        };
        let before = view.turned();
        if self.gap().is_some() {
            let passed = Position { turn: self.turn.other(), ..*self };
            if passed.is_legal(Move::Pass) {
                visit_view(before);
            }
            return;
        }
        for to in Slot::ALL {
            let stack = before.rail.stack(to);
            let own = u32::from(stack.bits());
            if own & 1 == 0 {
                continue;
            }
            let highest = if to.is_end() { stack.height() } else { stack.height() - 1 };
            for count in (1..=highest).filter(|count| own >> (count - 1) & 1 != 0) {
                for from in to.others() {
                    let rail = before.rail.shifted(to, from, count as u8);
                    visit_view(View { rail, ..before });
                }
            }
        }
    }
}
