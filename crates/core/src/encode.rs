use crate::{Player, Position, Symmetric};

/// Moves as actions and positions as planes of small numbers, for learning algorithms.
///
/// Both are fixed: a released version never reorders actions and never moves or removes planes, so that trained
/// networks and stored data stay valid. `mekong-testkit` checks the contract below along random games.
///
/// - Actions are indices below [`Encode::ACTION_COUNT`], one for each move that can be legal in some position,
///   for either player: [`Encode::action`] and [`Encode::move_of_action`] are inverse to each other.
/// - An observation is an array of planes, rows and columns in this order. It is seen by one of the players: "own" planes
///   are the viewer's, regardless of who is to move. Together with the rules it determines how the game continues.
pub trait Encode: Position {
    /// The number of actions.
    const ACTION_COUNT: usize;

    /// The kinds of actions, in order; the counts add up to [`Encode::ACTION_COUNT`].
    const ACTIONS: &'static [ActionGroup];

    /// The planes of an observation, in order.
    const PLANES: &'static [Plane];

    /// Rows and columns of a plane.
    const BOARD: [usize; 2];

    /// The action of a move; `None` for a move that is legal in no position.
    fn action(mv: Self::Move) -> Option<usize>;

    /// The move of an action; `None` from [`Encode::ACTION_COUNT`] on.
    fn move_of_action(action: usize) -> Option<Self::Move>;

    /// Adds the actions of the legal moves to a set. Override it if they are cheaper to find in groups.
    #[inline]
    fn legal_actions(&self, actions: &mut ActionSet<'_>) {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        for action in moves.into_iter().filter_map(Self::action) {
            actions.insert(action);
        }
    }

    /// Writes the position as a player sees it. `occurrences` says how often the position has occurred in the game, this
    /// time included; games whose positions cannot recur ignore it. All planes are 0 before.
    fn observe(&self, viewer: Player, occurrences: usize, planes: &mut Planes<'_>);

    /// The symmetries of the game other than the identity, as permutations. None by default.
    fn permutations() -> Vec<Permutation> {
        Vec::new()
    }

    /// Planes, rows and columns of an observation.
    #[must_use]
    fn shape() -> [usize; 3] {
        let [rows, columns] = Self::BOARD;
        [Self::PLANES.len(), rows, columns]
    }
}

/// Consecutive actions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionGroup {
    /// The number of actions.
    pub count: usize,
    /// Which moves they are, and in which order.
    pub description: &'static str,
}

/// A plane of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plane {
    /// The largest value of an entry.
    pub max: u8,
    /// What its entries mean.
    pub description: &'static str,
}

impl Plane {
    /// A plane of zeros and ones.
    #[must_use]
    pub const fn bits(description: &'static str) -> Plane {
        Plane { max: 1, description }
    }

    /// A plane with the same number in every entry.
    #[must_use]
    pub const fn number(max: u8, description: &'static str) -> Plane {
        Plane { max, description }
    }
}

/// For every byte its bits as entries, the lowest first.
static ENTRIES_OF_BYTE: [[u8; 8]; 256] = {
    let mut entries = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            entries[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    entries
};

/// The planes of an observation while it is written.
#[derive(Debug)]
pub struct Planes<'a> {
    entries: &'a mut [u8],
    cells: usize,
}

impl<'a> Planes<'a> {
    /// Planes of `P`, all 0. The length of `entries` is the product of [`Encode::shape`].
    #[inline]
    pub fn new<P: Encode>(entries: &'a mut [u8]) -> Planes<'a> {
        debug_assert_eq!(entries.len(), P::shape().iter().product::<usize>());
        entries.fill(0);
        let [rows, columns] = P::BOARD;
        Planes { entries, cells: rows * columns }
    }

    /// Sets an entry to 1. Cells are numbered row by row.
    #[inline]
    pub fn set(&mut self, plane: usize, cell: usize) {
        self.entries[plane * self.cells + cell] = 1;
    }

    /// Sets the entries of a plane to bits: bit `i` for cell `i`.
    #[inline]
    pub fn set_bits(&mut self, plane: usize, bits: u64) {
        let byte = |index: usize| &ENTRIES_OF_BYTE[usize::from((bits >> (8 * index)) as u8)];
        // Every entry is written, eight at a time: a loop over the set bits would be mispredicted in every plane.
        let (eights, others) = self.entries[plane * self.cells..][..self.cells].as_chunks_mut::<8>();
        for (index, eight) in eights.iter_mut().enumerate() {
            *eight = *byte(index);
        }
        let last = *byte(eights.len());
        for (other, entry) in others.iter_mut().zip(last) {
            *other = entry;
        }
    }

    /// Sets all entries of a plane to a number.
    #[inline]
    pub fn fill(&mut self, plane: usize, number: u8) {
        if number != 0 {
            self.entries[plane * self.cells..][..self.cells].fill(number);
        }
    }

    /// Writes on the plane `plane` how often the position had occurred before, at most twice.
    #[inline]
    pub fn fill_occurrences(&mut self, plane: usize, occurrences: usize) {
        self.fill(plane, occurrences.saturating_sub(1).min(2) as u8);
    }
}

/// A set of actions while it is filled: bit `a % 64` of word `a / 64` stands for action `a`.
#[derive(Debug)]
pub struct ActionSet<'a> {
    words: &'a mut [u64],
}

impl<'a> ActionSet<'a> {
    /// The number of words of a set of actions of `P`.
    #[must_use]
    pub const fn words_of<P: Encode>() -> usize {
        P::ACTION_COUNT.div_ceil(64)
    }

    /// No actions. The number of words is [`ActionSet::words_of`].
    #[inline]
    pub fn new(words: &'a mut [u64]) -> ActionSet<'a> {
        words.fill(0);
        ActionSet { words }
    }

    /// Adds an action.
    #[inline]
    pub fn insert(&mut self, action: usize) {
        self.words[action / 64] |= 1 << (action % 64);
    }

    /// Adds action `first + i` for every bit `i`.
    #[inline]
    pub fn insert_run(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        self.words[word] |= bits << shift;
        // Whether a run crosses into the next word cannot be predicted, whether there is one can.
        if let Some(next) = self.words.get_mut(word + 1) {
            // In two steps: a shift by all 64 bits is not allowed.
            *next |= bits >> 1 >> (63 - shift);
        }
    }
}

/// Bit `i` becomes bit `4 * i`: a set of places as a set of actions, for places with four actions each.
#[must_use]
#[inline]
pub const fn spread_by_four(places: u16) -> u64 {
    let mut bits = places as u64;
    bits = (bits | bits << 24) & 0x0000_00ff_0000_00ff;
    bits = (bits | bits << 12) & 0x000f_000f_000f_000f;
    bits = (bits | bits << 6) & 0x0303_0303_0303_0303;
    (bits | bits << 3) & 0x1111_1111_1111_1111
}

/// A symmetry of a game as permutations: the image of action `a` is `actions[a]`, and entry `e` of the observation of
/// a position is entry `entries[e]` in that of its image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Permutation {
    /// The images of the actions.
    pub actions: Vec<u32>,
    /// The images of the entries of an observation.
    pub entries: Vec<u32>,
}

/// The symmetries of a game as permutations. `image` returns the image of a plane and a cell.
pub fn permutations_of<P: Encode + Symmetric>(
    image: impl Fn(P::Symmetry, usize, usize) -> (usize, usize),
) -> Vec<Permutation> {
    let cells: usize = P::BOARD.iter().product();
    let of = |&symmetry: &P::Symmetry| {
        let action = |action| {
            let image = P::move_of_action(action).map(|mv| P::move_image(mv, symmetry));
            image.and_then(P::action).expect("the image of a possible move is a possible move") as u32
        };
        let entry = |entry| {
            let (plane, cell) = image(symmetry, entry / cells, entry % cells);
            (plane * cells + cell) as u32
        };
        Permutation {
            actions: (0..P::ACTION_COUNT).map(action).collect(),
            entries: (0..P::PLANES.len() * cells).map(entry).collect(),
        }
    };
    P::SYMMETRIES.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{ActionSet, spread_by_four};

    #[test]
    fn places_become_actions() {
        for places in 0..=u16::MAX {
            let expected =
                (0..16).filter(|bit| places >> bit & 1 == 1).map(|bit| 1 << (4 * bit)).sum::<u64>();
            assert_eq!(spread_by_four(places), expected);
        }
    }

    #[test]
    fn runs_may_cross_words() {
        for first in 0..128 {
            let mut words = [u64::MAX; 3];
            let mut set = ActionSet::new(&mut words);
            set.insert_run(first, 0b1011);
            let mut expected = [0; 3];
            let mut one_by_one = ActionSet::new(&mut expected);
            [0, 1, 3].into_iter().for_each(|bit| one_by_one.insert(first + bit));
            assert_eq!(words, expected);
        }
    }
}
