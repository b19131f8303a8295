//! A dense index of all unfinished positions, for the retrograde solver.
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

use mekong_core::{Exit, Indexed, Player, Position as _, Text, Tier, TierIndex, Value, Variants};

use crate::{
    board::{Direction, Rail, Slot, Stack},
    moves::Move,
    position::{GOAL, PALLETS, Position},
};

/// The minimum number of pallets of a colour on the rail in an unfinished game.
const MIN_PALLETS: usize = (PALLETS - GOAL) as usize + 1;
const MAX_PALLETS: usize = PALLETS as usize;
/// Heights of stacks are 0 to 14.
const HEIGHTS: usize = Stack::MAX as usize + 1;

/// Pallets on the rail, and one more: the length of arrays indexed by them.
const COUNTS: usize = 2 * MAX_PALLETS + 1;
/// The maximum number of ranked heights, that of sixteen pallets.
const RANKS: usize = 336;

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(Tables::new);

/// Lookup tables for ranking and unranking.
struct Tables {
    /// For every word its rank among the words with as many ones, in the order of numbers.
    word_rank: [u16; 1 << 16],
    /// The words by their number of ones, then in order; the words of `n` bits are the first C(n, ones) of theirs.
    words: [u16; 1 << 16],
    /// The offset of the words with this many ones.
    words_begin: [usize; 17],
    /// `[n][ones]`: C(n, ones).
    word_count: [[u32; MAX_PALLETS + 1]; COUNTS],
    /// `[n]`: the ranked heights of `n` pallets, how many there are, and how many of them have no gap.
    heights: [[Heights; RANKS]; COUNTS],
    height_count: [usize; COUNTS],
    without_gap: [usize; COUNTS],
    /// `[n]`, then by the first three heights, four bits each: the rank.
    height_rank: [[u16; 1 << 12]; COUNTS],
    /// By `mine` and `theirs`.
    tier: [[usize; MAX_PALLETS + 1]; MAX_PALLETS + 1],
    /// `mine` and `theirs` of every tier.
    counts: Vec<[usize; 2]>,
}

impl Tables {
    fn new() -> Box<Tables> {
        let mut tables = Box::new(Tables {
            word_rank: [0; 1 << 16],
            words: [0; 1 << 16],
            words_begin: [0; 17],
            word_count: [[0; MAX_PALLETS + 1]; COUNTS],
            heights: [[Heights(0); RANKS]; COUNTS],
            height_count: [0; COUNTS],
            without_gap: [0; COUNTS],
            height_rank: [[0; 1 << 12]; COUNTS],
            tier: [[0; MAX_PALLETS + 1]; MAX_PALLETS + 1],
            counts: Vec::new(),
        });
        tables.rank_words();
        for pallets in 2 * MIN_PALLETS..=2 * MAX_PALLETS {
            tables.rank_heights(pallets);
            let max = MAX_PALLETS.min(pallets - MIN_PALLETS);
            for mine in (pallets.div_ceil(2)..=max).rev() {
                let theirs = pallets - mine;
                tables.add_tier(mine, theirs);
                if mine != theirs {
                    tables.add_tier(theirs, mine);
                }
            }
        }
        tables
    }

    fn rank_words(&mut self) {
        let mut end = 0;
        for ones in 0..=16 {
            self.words_begin[ones] = end;
            for word in (0..=u16::MAX).filter(|word| word.count_ones() as usize == ones) {
                self.words[end] = word;
                self.word_rank[usize::from(word)] = (end - self.words_begin[ones]) as u16;
                end += 1;
            }
        }
        for (n, counts) in self.word_count.iter_mut().enumerate() {
            for (ones, count) in counts.iter_mut().enumerate().filter(|(ones, _)| *ones <= n) {
                *count = (1..=ones).fold(1, |count, i| count * (n + 1 - i) / i) as u32;
            }
        }
    }

    fn rank_heights(&mut self, pallets: usize) {
        let from = |min: u8| min..HEIGHTS as u8;
        let triples = from(0).flat_map(|a| from(1).flat_map(move |b| from(1).map(move |c| [a, b, c])));
        for gap in [false, true] {
            for [a, b, c] in triples.clone() {
                let three = usize::from(a) + usize::from(b) + usize::from(c);
                let Some(d) = pallets.checked_sub(three).filter(|&d| d < HEIGHTS) else { continue };
                let heights = Heights::new([a, b, c, d as u8]);
                let gaps = usize::from(a == 0) + usize::from(d == 0);
                if gaps == usize::from(gap) && heights.is_ranked() {
                    let rank = self.height_count[pallets];
                    self.heights[pallets][rank] = heights;
                    self.height_count[pallets] += 1;
                    self.height_rank[pallets][heights.index()] = rank as u16;
                }
            }
            if !gap {
                self.without_gap[pallets] = self.height_count[pallets];
            }
        }
    }

    fn add_tier(&mut self, mine: usize, theirs: usize) {
        self.tier[mine][theirs] = self.counts.len();
        self.counts.push([mine, theirs]);
    }
}

/// The heights of the four stacks, a byte each, slot 1 in the highest: reversing the rail is swapping the bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Heights(u32);

impl Heights {
    fn new(heights: [u8; 4]) -> Heights {
        Heights(u32::from_be_bytes(heights))
    }

    #[inline]
    fn of(rail: Rail) -> Heights {
        Heights(u32::from_be_bytes(Slot::ALL.map(|slot| rail.stack(slot).height() as u8)))
    }

    #[inline]
    fn reversed(self) -> Heights {
        Heights(self.0.swap_bytes())
    }

    /// Whether they read the same from both sides.
    #[inline]
    fn are_symmetric(self) -> bool {
        self == self.reversed()
    }

    /// Whether these, and not their mirror image, are the ranked ones.
    #[inline]
    fn is_ranked(self) -> bool {
        self.0 <= self.reversed().0
    }

    /// The first three, four bits each; the last follows from the number of pallets.
    #[inline]
    fn index(self) -> usize {
        (self.0 >> 16 & 0xf00 | self.0 >> 12 & 0xf0 | self.0 >> 8 & 0xf) as usize
    }

    /// Those after a block of `count` pallets went from one stack to another.
    #[inline]
    fn shifted(self, from: Slot, to: Slot, count: u32) -> Heights {
        let one = |slot: Slot| 1 << (24 - 8 * slot.index());
        Heights(self.0 - count * one(from) + count * one(to))
    }
}

/// A rail seen from the player to move, whose pallets are the ones, with the counts of both.
#[derive(Clone, Copy)]
struct View {
    rail: Rail,
    heights: Heights,
    mine: usize,
    theirs: usize,
}

impl View {
    #[inline]
    fn of(position: &Position) -> View {
        let [light, dark] = position.on_rail.map(usize::from);
        let heights = Heights::of(position.rail);
        match position.turn {
            Player::P1 => View { rail: position.rail.recoloured(), heights, mine: light, theirs: dark },
            Player::P2 => View { rail: position.rail, heights, mine: dark, theirs: light },
        }
    }

    /// The rail from the point of view of the other player.
    #[inline]
    fn of_other(position: &Position) -> View {
        View::of(&Position { turn: position.turn.other(), ..*position })
    }

    #[inline]
    fn mirrored(self) -> View {
        View { rail: self.rail.reversed(), heights: self.heights.reversed(), ..self }
    }

    #[inline]
    fn tier_index(self) -> TierIndex {
        let tables = &**TABLES;
        let tier = tables.tier[self.mine][self.theirs];
        TierIndex { tier, index: self.index(tables) }
    }

    #[inline]
    fn index(self, tables: &Tables) -> usize {
        let pallets = self.mine + self.theirs;
        // Whether the mirror image is the ranked one is unpredictable, so this avoids a branch.
        let mirrored = self.mirrored();
        let ranked = self.heights.is_ranked();
        let rail = std::hint::select_unpredictable(ranked, self.rail, mirrored.rail);
        let heights = std::hint::select_unpredictable(ranked, self.heights, mirrored.heights);
        let [_, b, c, d] = heights.0.to_be_bytes();
        let bits = |slot: usize| u32::from(rail.stack(Slot::ALL[slot]).bits());
        // The stacks side by side; then their leading ones, which overlap neighbouring stacks, are removed.
        let word = bits(0) << (b + c + d) ^ bits(1) << (c + d) ^ bits(2) << d ^ bits(3);
        let leading = 1 << pallets ^ 1 << (b + c + d) ^ 1 << (c + d) ^ 1 << d;
        let rank = usize::from(tables.height_rank[pallets][heights.index()]);
        let words = tables.word_count[pallets][self.mine] as usize;
        rank * words + usize::from(tables.word_rank[((word ^ leading) & 0xffff) as usize])
    }
}

impl Indexed for Position {
    const TIER_MEANING: Text = Text {
        en: "the number of pallets on the rail: those of the player to move, then those of the opponent",
        fr: "le nombre de palets sur le rail : ceux du joueur au trait, puis ceux de l’adversaire",
    };

    fn tiers() -> Vec<Tier> {
        let tables = &**TABLES;
        let mut tiers: Vec<Tier> = Vec::new();
        let mut last = [0; 2];
        for &[mine, theirs] in &tables.counts {
            let group = match tiers.last() {
                Some(tier) if last == [theirs, mine] => tier.group,
                Some(tier) => tier.group + 1,
                None => 0,
            };
            let words = tables.word_count[mine + theirs][mine] as usize;
            tiers.push(Tier {
                group,
                size: tables.height_count[mine + theirs] * words,
                stored: tables.without_gap[mine + theirs] * words,
                label: format!("{mine}-{theirs}"),
            });
            last = [mine, theirs];
        }
        tiers
    }

    #[inline]
    fn tier_index(&self) -> TierIndex {
        View::of(self).tier_index()
    }

    #[inline]
    fn from_tier_index(place: TierIndex, variants: Variants) -> Position {
        let tables = &**TABLES;
        let [mine, theirs] = tables.counts[place.tier];
        let pallets = mine + theirs;
        let words = tables.word_count[pallets][mine];
        // Every index fits in 32 bits, and a 32-bit division is faster.
        let index = place.index as u32;
        let heights = tables.heights[pallets][(index / words) as usize];
        // The player to move is Light, whose pallets are zeros: then the player to move after any move is Dark, whose
        // view needs no exchange of colours, and those positions are examined far more often than this one.
        let mut word = !u32::from(tables.words[tables.words_begin[mine] + (index % words) as usize]);
        let mut stacks = [Stack::EMPTY; 4];
        for (stack, height) in stacks.iter_mut().zip(heights.0.to_be_bytes()).rev() {
            *stack = Stack::from_word(word, height);
            word >>= height;
        }
        Position { rail: Rail::new(stacks), on_rail: [mine as u8, theirs as u8], turn: Player::P1, variants }
    }

    #[inline]
    fn orbit(&self) -> u32 {
        if Heights::of(self.rail).are_symmetric() { 1 } else { 2 }
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
                None => Exit::To(next.tier_index()),
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
    fn inner_predecessors(&self, mut visit: impl FnMut(TierIndex)) {
        let before = View::of_other(self);
        let shared = !before.heights.are_symmetric();
        // An index with asymmetric heights stands for a rail and its mirror image, one with symmetric heights for one
        // rail. Every move between the rails of this index and those of the other is visited once.
        let tables = &**TABLES;
        let tier = tables.tier[before.mine][before.theirs];
        let mut visit_view = |view: View| {
            let is_symmetric = view.heights.are_symmetric();
            if shared || is_symmetric || view.heights.is_ranked() {
                visit(TierIndex { tier, index: view.index(tables) });
            }
            if shared && is_symmetric {
                visit(TierIndex { tier, index: view.mirrored().index(tables) });
            }
        };
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
            let mut blocks = own & ((1 << highest) - 1);
            while blocks != 0 {
                let count = blocks.trailing_zeros() + 1;
                blocks &= blocks - 1;
                for from in to.others() {
                    visit_view(View {
                        rail: before.rail.shifted(to, from, count as u8),
                        heights: before.heights.shifted(to, from, count),
                        ..before
                    });
                }
            }
        }
    }
}
